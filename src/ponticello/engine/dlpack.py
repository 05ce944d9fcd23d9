"""Hands memory to other array libraries without a copy, through the DLPack protocol (version 0, which all of them read).

NumPy does so by itself; this is for memory of a GPU, for which there is no NumPy.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of device
NAME = b"dltensor"
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # kinds of number


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _ManagedTensor(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_ManagedTensor))
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_ManagedTensor._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, _Destructor)
_api.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)

_lent: dict[int, tuple[Any, ...]] = {}  # what must live as long as somebody else holds it


def _give_back(managed: Any) -> None:
    """Called by the library that took the memory, when it needs it no more."""
    _lent.pop(ctypes.addressof(managed.contents), None)


def _drop(capsule: int) -> None:
    """Called when a capsule goes that nobody took."""
    if _api.PyCapsule_IsValid(capsule, NAME):
        _lent.pop(_api.PyCapsule_GetPointer(capsule, NAME), None)


_GIVE_BACK, _DROP = _Deleter(_give_back), _Destructor(_drop)  # made once: they must outlive all that was lent


def lend(pointer: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: tuple[int, int], owner: object) -> Any:
    """Returns a capsule with an array in C order, for whoever calls `from_dlpack`; `owner` lives until it is given back."""
    managed = _ManagedTensor()
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    managed.tensor.data = pointer
    managed.tensor.device = _Device(*device)
    managed.tensor.ndim = len(shape)
    managed.tensor.dtype = _Type(CODES[dtype.kind], 8 * dtype.itemsize, 1)
    managed.tensor.shape = sizes
    managed.deleter = _GIVE_BACK
    address = ctypes.addressof(managed)
    _lent[address] = (managed, sizes, owner)
    return _api.PyCapsule_New(address, NAME, _DROP)
