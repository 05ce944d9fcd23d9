"""The rules at native speed: plain functions, compiled by Numba when there is one and only when it pays.

Nothing here changes a function. `rule` notes that compiled code may call it, `generic` makes a verb that every game
answers in its own way, `compiled` makes a function that Python calls and that runs compiled. Numba is imported by the first
call of such a function, not before. With PONTICELLO_INTERPRET=1, or where Numba is missing, they run interpreted.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import inspect
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np

from ponticello.engine.game_folders import sources_elsewhere
from ponticello.engine.record import Record, Records
from ponticello.engine.words import mark, say

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

log = logging.getLogger("ponticello")
SOURCES = Path(__file__).resolve().parent.parent
UNUSED_CACHE_DAYS = 30

compiling = threading.RLock()  # one at a time
_rules: list[Callable[..., Any]] = []
_registered = 0
_generics: list[Verb[..., Any]] = []
_instructions: dict[Callable[[int], int], Callable[[Any, Any], Any]] = {}


def interpreted() -> bool:
    """Tells whether `compiled` functions run as plain Python in this process."""
    return os.environ.get("PONTICELLO_INTERPRET", "") not in ("", "0") or importlib.util.find_spec("numba") is None


def rule(function: F) -> F:
    """Marks a function of the rules: compiled code may call it."""
    _rules.append(function)
    return function


def instruction(emit: Callable[[Any, Any], Any]) -> Callable[[F], F]:
    """Marks a function of one integer that compiled code replaces by an instruction, which `emit` asks LLVM's builder for."""

    def mark(function: F) -> F:
        _instructions[function] = emit
        return rule(function)

    return mark


class Verb(Generic[P, T]):
    """A function that each game answers in its own way, chosen by the type of the record it is given first."""

    def __init__(self, default: Callable[P, T]) -> None:
        functools.update_wrapper(self, default)
        self.default = default
        self.inlined = False
        self.answers: dict[type[Record], Callable[..., T]] = {}
        _rules.append(default)
        _generics.append(self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        kind: Any = type(args[0])
        return self.answers.get(kind, self.default)(*args, **kwargs)

    def is_answered_by(self, kind: type[Record]) -> bool:
        """Tells whether a kind of record has an answer of its own."""
        return kind in self.answers


def generic(default: Callable[P, T]) -> Verb[P, T]:
    """Makes a verb; the function's own body answers for the games that say nothing else."""
    return Verb(default)


def inlined(verb: Verb[P, T]) -> Verb[P, T]:
    """Has a verb compiled into each of its callers, for what is called at every move of a random game."""
    verb.inlined = True
    return verb


def implement(kind: type[Record], **answers: Callable[..., Any]) -> None:
    """Says how one kind of record answers the verbs, by name."""
    verbs = {verb.default.__name__: verb for verb in _generics}
    for name, answer in answers.items():
        verbs[name].answers[kind] = answer
        if answer not in _rules:
            _rules.append(answer)


class Compiled(Generic[P, T]):
    """A function that Python calls and that runs compiled; its first argument is a batch of records."""

    def __init__(self, function: Callable[P, T], parallel: bool = False) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.parallel = parallel
        self.dispatcher: Any = None
        self.ready: set[tuple[type[Record], ...]] = set()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        if kwargs:
            raise TypeError(f"{self.function.__name__} takes its arguments in order, not by name")
        if interpreted():
            return self.function(*(_for_python(arg) for arg in args))  # type: ignore[call-arg]
        kinds = tuple(arg.kind for arg in args if isinstance(arg, Records))
        arguments = [arg.array if isinstance(arg, Records) else arg for arg in args]
        if kinds not in self.ready:
            with compiling:
                self._compile(kinds, arguments)
        result: T = self.dispatcher(*arguments)
        return result

    def with_first(self, *first: Any) -> Callable[..., T]:
        """Returns a call whose first arguments are settled, and which is made so often that looking at them would cost too much.

        The records among the arguments must be among the first ones. Whether it runs compiled is settled too.
        """
        kinds = tuple(arg.kind for arg in first if isinstance(arg, Records))
        if interpreted() or kinds not in self.ready:
            return functools.partial(self, *first)
        return functools.partial(self.dispatcher, *(arg.array if isinstance(arg, Records) else arg for arg in first))

    def is_ready(self, *kinds: type[Record]) -> bool:
        """Tells whether a call with these kinds of records would run compiled at once."""
        return kinds in self.ready

    def _compile(self, kinds: tuple[type[Record], ...], arguments: list[Any]) -> None:
        """Compiles the function or loads it from the cache; tells the person once if there is real work to do."""
        folder = cache_folder()
        register_rules()
        if self.dispatcher is None:
            self.dispatcher = _dispatcher(self.function, folder, self.parallel)
        mark = folder / "-".join([self.function.__name__, *(kind.__name__ for kind in kinds), "compiled"])
        types = tuple(map(self.dispatcher.typeof_pyval, arguments))
        if mark.exists():
            self.dispatcher.compile(types)
        else:
            with announce(kinds[0].__name__), _alone(mark):
                self.dispatcher.compile(types)
        mark.touch()
        self.ready.add(kinds)


def compiled(function: Callable[P, T]) -> Compiled[P, T]:
    """Makes a function that Python calls run compiled."""
    return Compiled(function)


def compiled_parallel(function: Callable[P, T]) -> Compiled[P, T]:
    """Makes a compiled function whose `prange` loops run on all cores."""
    return Compiled(function, parallel=True)


@contextmanager
def _alone(mark: Path) -> Iterator[None]:
    """Sees that no other process compiles the same at the same time; whoever comes second loads what the first one has made."""
    try:
        import fcntl
    except ImportError:  # elsewhere than on Unix both compile
        yield
        return
    with mark.with_suffix(".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)  # also where a process that was forked meanwhile has the file too


def _for_python(argument: Any) -> Any:
    """Returns an argument as interpreted rules want it: arrays whose elements read as plain int."""
    if not isinstance(argument, np.ndarray):
        return argument
    return argument.data if argument.ndim == 1 else [row.data for row in argument]


def register_rules() -> None:
    """Makes Numba know the rules and the verbs marked so far."""
    global _registered
    from numba.extending import overload

    if not _registered:
        for verb in _generics:
            _teach(verb, _chooser(verb), forceinline=verb.inlined)
    for function in _rules[_registered:]:
        if function in _instructions:
            overload(function)(_emitter(_instructions[function]))
        else:
            _teach(function, _itself(function))
    _registered = len(_rules)


def _teach(function: Callable[..., Any], choose: Callable[..., Any], **options: Any) -> None:
    """Has compiled code call what `choose` returns in place of a function, as Numba's `overload` does, but compiles less.

    What only compiled code calls needs no wrapper for callers in C, and need not be compiled anew for callers that are compiled
    in another manner, as long as it takes nothing over from that.
    """
    from numba.core import types
    from numba.core.typing import templates

    numba: Any = templates
    options = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **options}
    template = numba.make_overload_template(function, choose, options, strict=False, inline="never")
    template._impl_cache = _Shared()
    numba.infer(template)
    numba.infer_global(function, types.Function(template))


class _Shared(dict[Any, Any]):
    """What was compiled of a function, by the types of its arguments and what it takes over from the manner of its callers."""

    TAKEN_OVER = ("nrt", "fastmath", "error_model", "forceinline")

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(self._shared(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(self._shared(key), value)

    def _shared(self, key: Any) -> Any:
        *which, flags = key
        return *which, *(str(getattr(flags, name, None)) for name in self.TAKEN_OVER)


def _itself(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns what Numba asks at compile time of a function that is compiled as it is."""
    return lambda *args, **kwargs: function


def _chooser(verb: Verb[..., Any]) -> Callable[..., Any]:
    """Returns what Numba asks at compile time: which function answers a verb for these argument types?

    A kind of record is known by its fields and its size. Comparing types would not do: those of a GPU can be of other classes.
    """

    def choose(*types: Any) -> Callable[..., Any]:
        fields, size = tuple(getattr(types[0], "fields", ())), getattr(types[0], "size", 0)
        for kind, answer in verb.answers.items():
            if (kind.dtype.names, kind.dtype.itemsize) == (fields, size):
                return answer
        return verb.default

    choose.__signature__ = inspect.signature(verb.default)  # type: ignore[attr-defined]
    return choose


def _emitter(emit: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Returns what Numba asks at compile time: what replaces a function that is an instruction?"""
    from numba import int64
    from numba.extending import intrinsic

    def typed(context: Any, number: Any) -> Any:
        return int64(int64), lambda _, builder, signature, arguments: emit(builder, arguments[0])

    emitted: Any = intrinsic(typed)
    return lambda number: lambda number: emitted(number)


def _dispatcher(function: Callable[..., Any], folder: Path, parallel: bool) -> Any:
    """Returns a compiled function whose cache lies in our folder, without moving the caches of the host program."""
    import numba
    from numba.core import config

    settings: Any = config
    elsewhere = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        # Parallel loops and GPUs do not stop at a division by zero. With one manner for all, rules are compiled once for all.
        return numba.njit(function, cache=True, nogil=True, parallel=parallel, error_model="numpy")
    finally:
        settings.CACHE_DIR = elsewhere


@functools.cache
def sources_hash() -> str:
    """Returns a fingerprint of every file that compiled code is made from.

    Numba's own cache looks at the file of the outermost function only, and would keep serving an edited rule's old code.
    """
    import numba

    digest = hashlib.sha256(f"{sys.version}{np.__version__}{numba.__version__}".encode())
    shipped = sorted(path for part in ("engine", "games", "players", "learn") for path in SOURCES.glob(f"{part}/**/*.py"))
    for folder, path in [*((SOURCES, path) for path in shipped), *sources_elsewhere()]:
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Returns the folder of all that can be made again."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("PONTICELLO_CACHE") or user_cache_path("ponticello"))


@functools.cache
def cache_folder() -> Path:
    """Returns the folder of compiled code for exactly these sources, and forgets folders nobody used for a month."""
    import shutil

    root = cache_root() / "compiled"
    folder = root / sources_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in root.iterdir():
            if time.time() - other.stat().st_mtime > UNUSED_CACHE_DAYS * 86_400:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        log.info("%s cannot be written, so compiled rules are kept for this run only", root)
        import tempfile

        folder = Path(tempfile.mkdtemp(prefix="ponticello-"))
    return folder


def announce(name: str) -> AbstractContextManager[Any]:
    """Tells that rules are being compiled: a spinner in a terminal, a line in the log elsewhere."""
    text = mark("Compiling the rules of {game} for the first time (some seconds, then never again)")
    if not sys.stderr.isatty():
        log.info(text.format(game=name))
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(say(text, game=name))
