"""Positions as fixed-size records: typed classes for the reader, NumPy dtypes for the machine.

A game writes its position as an annotated class::

    class Pond(Record):
        turn: int8
        frogs: Annotated[Ints, np.int8, 9]

`Pond.dtype` is then a NumPy dtype, an array of it is a batch, and compiled code works on its elements.
A `Pond` object is one such element seen from Python: its fields read as plain `int` (so that interpreted
and compiled arithmetic agree) and refuse numbers that do not fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar, get_args, get_type_hints, overload

import numpy as np
from numpy.typing import NDArray

int8 = Annotated[int, np.int8]
int16 = Annotated[int, np.int16]
int32 = Annotated[int, np.int32]
int64 = Annotated[int, np.int64]


class Ints(Protocol):
    """A row of integers inside a record."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Grid(Protocol):
    """Rows and columns of integers inside a record."""

    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int], value: int, /) -> None: ...


class Rows(Protocol):
    """Many rows of integers of the same length."""

    def __getitem__(self, index: int, /) -> Ints: ...
    def __len__(self) -> int: ...


class Floats(Protocol):
    """A row of numbers that a net has said; rules themselves know whole numbers only."""

    def __getitem__(self, index: int, /) -> float: ...
    def __len__(self) -> int: ...


class FloatRows(Protocol):
    """Many rows of them."""

    def __getitem__(self, index: int, /) -> Floats: ...
    def __len__(self) -> int: ...


class _Field:
    """One field of a record: where its bytes lie, and how to look at them."""

    def __init__(self, name: str, dtype: np.dtype[Any], offset: int) -> None:
        self.name = name
        self.code: Any = dtype.base.char
        self.shape = list(dtype.shape) or [1]
        self.bytes = slice(offset, offset + dtype.itemsize)

    def look(self, record: Record) -> Any:
        """Returns a view of the field and keeps it in the record."""
        view = record.__dict__[self.name] = record._raw[self.bytes].cast(self.code, self.shape)
        return view


class _Row(_Field):
    """A row or a grid of numbers. Python asks it only once: what the record then keeps under its name is found before it."""

    def __get__(self, record: Record | None, owner: type[Record]) -> Any:
        return self if record is None else self.look(record)


class _Number(_Field):
    """A number. It can be set, so Python asks it each time."""

    def __get__(self, record: Record | None, owner: type[Record]) -> Any:
        if record is None:
            return self
        try:
            return record.__dict__[self.name][0]
        except KeyError:
            return self.look(record)[0]

    def __set__(self, record: Record, value: int) -> None:
        view = record.__dict__.get(self.name)
        if view is None:
            view = self.look(record)
        view[0] = value


class Record:
    """The base of all records; subclasses only list their fields."""

    dtype: ClassVar[np.dtype[Any]]
    _rows: ClassVar[frozenset[str]] = frozenset()  # the fields that are more than one number
    __slots__ = ("_raw", "array")  # what a subclass has beside them are views of its fields

    def __init_subclass__(cls) -> None:
        fields: list[tuple[Any, ...]] = []
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if name in Record.__annotations__:
                continue
            if hasattr(np.ndarray, name):
                raise TypeError(f"{cls.__name__}.{name}: NumPy arrays own that name, pick another")
            _, number, *shape = get_args(hint)
            if not issubclass(number, np.signedinteger):
                raise TypeError(f"{cls.__name__}.{name}: only signed integers mean the same compiled and interpreted")
            fields.append((name, number, tuple(shape)) if shape else (name, number))
        cls.dtype = np.dtype(fields, align=True)
        assert cls.dtype.fields is not None
        for name, (dtype, offset, *_) in cls.dtype.fields.items():
            setattr(cls, name, (_Row if dtype.shape else _Number)(name, dtype, offset))
        cls._rows = frozenset(name for name in cls.dtype.fields if isinstance(cls.__dict__[name], _Row))

    def __init__(self, array: NDArray[Any] | None = None) -> None:
        self.array = np.zeros(1, self.dtype) if array is None else array
        self._raw: memoryview = self.array.view(np.uint8).data.cast("B")

    def __setattr__(self, name: str, value: object) -> None:
        if name in self._rows:
            raise TypeError(f"{name} is a row of numbers: set its elements, one by one")
        object.__setattr__(self, name, value)

    def copy(self: R) -> R:
        """Returns a record of its own with the same content."""
        return type(self)(repeated(self.array, 1))

    def rest(self) -> None:
        """Forgets how its fields were looked at; a record that is only kept needs no more room than its content."""
        self.__dict__.clear()

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_bytes, (type(self), bytes(self))

    def __bytes__(self) -> bytes:
        return bytes(self._raw)


R = TypeVar("R", bound=Record)


def _from_bytes(kind: type[R], content: bytes) -> R:
    return kind(np.frombuffer(bytearray(content), kind.dtype))


def repeated(array: NDArray[Any], count: int) -> NDArray[Any]:
    """Returns copies of records byte by byte: NumPy would leave the gaps between their fields to chance."""
    return np.frombuffer(bytearray(array.tobytes()) * count, array.dtype)


class Records(Generic[R]):
    """A batch: many records of one kind side by side in one array."""

    def __init__(self, kind: type[R], array: NDArray[Any]) -> None:
        self.kind = kind
        self.array = array

    @classmethod
    def of(cls, record: R, count: int) -> Records[R]:
        """Returns `count` copies of a record."""
        return cls(type(record), repeated(record.array, count))

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[R]:
        return (self[i] for i in range(len(self)))

    @overload
    def __getitem__(self, index: int) -> R: ...
    @overload
    def __getitem__(self, index: slice) -> Records[R]: ...
    def __getitem__(self, index: int | slice) -> R | Records[R]:
        if isinstance(index, slice):
            return Records(self.kind, self.array[index])
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"record {index} of {len(self)}")
        return self.kind(self.array[index : index + 1])

    def __setitem__(self, index: int, record: R) -> None:
        self[index]._raw[:] = record._raw
