"""The C library: its location, its handles, and its errors as exceptions."""

from __future__ import annotations

import atexit
import enum
import functools
import os
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import _c

ffi: Any = _c.ffi
#: GLAZE_LIBRARY replaces the library inside the package, for development.
lib: Any = ffi.dlopen(
    os.environ.get("GLAZE_LIBRARY") or str(Path(__file__).with_name("libglaze.so.1"))
)


class ErrorCode(enum.IntEnum):
    """The kind of an error, as in ``glaze_code`` of glaze.h."""

    INVALID_HANDLE = 1
    INVALID_ARGUMENT = 2
    UNKNOWN_NAME = 3
    WRONG_TYPE = 4
    INVALID_SIZE = 5
    NO_DEVICE = 6
    UNSUPPORTED_TARGET = 7
    DRAWING = 8
    WRONG_THREAD = 9
    DOCUMENT = 10
    IMAGE = 11
    WRITING = 12
    STOPPED = 13
    OTHER = 14
    UNSUPPORTED_CONTENTS = 15
    LIMIT = 16
    MISSING_LIBRARY = 17
    FORKED = 18


class Error(Exception):
    """An error of a call, with a ``code`` and a message that says what to do."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        known = code in ErrorCode._value2member_map_
        self.code = ErrorCode(code) if known else ErrorCode.OTHER

    def __reduce__(self) -> tuple[type[Error], tuple[int, str]]:
        return type(self), (self.code, str(self))


class InvalidArgumentError(Error, ValueError):
    """A value is out of range or not finite, or a path cannot be read."""


class UnknownNameError(Error, LookupError):
    """A name is unknown: a class, a key, a device, a state."""


class WrongTypeError(Error, TypeError):
    """A property does not take values of this type."""


class WrongThreadError(Error, RuntimeError):
    """The renderer belongs to another thread."""


class MissingLibraryError(Error, RuntimeError):
    """A system library is not installed; the message names it, its package and what needs it."""


class ForkedError(Error, RuntimeError):
    """The process was forked from a process that has drawn."""


_ERRORS: dict[int, type[Error]] = {
    ErrorCode.INVALID_ARGUMENT: InvalidArgumentError,
    ErrorCode.UNKNOWN_NAME: UnknownNameError,
    ErrorCode.WRONG_TYPE: WrongTypeError,
    ErrorCode.WRONG_THREAD: WrongThreadError,
    ErrorCode.MISSING_LIBRARY: MissingLibraryError,
    ErrorCode.FORKED: ForkedError,
}


#: C functions and constants in messages of the library, and their Python equivalents.
_NAMES = {
    "glaze_renderer_hand_over()": "Renderer.hand_over()",
    "glaze_device_get()": "glaze.devices()",
    'glaze_renderer_create("context", ...)': 'Renderer("context")',
    "GLAZE_NOW": "NOW",
    "posix_spawn(), or fork": 'multiprocessing.set_start_method("spawn"), or fork',
}


def failure() -> Error:
    """The last failure of this thread."""
    code = lib.glaze_error_code()
    message = ffi.string(lib.glaze_error_message()).decode()
    for name, ours in _NAMES.items():
        message = message.replace(name, ours)
    return _ERRORS.get(code, Error)(code, message)


def check(code: int) -> None:
    """Raises the error that a function returned."""
    if code:
        raise failure()


def required(handle: Any) -> Any:
    """Returns a handle; raises for NULL."""
    if not handle:
        raise failure()
    return handle


def text(pointer: Any) -> str | None:
    """Returns a string of the library; None for NULL."""
    return ffi.string(pointer).decode() if pointer else None


def utf8(value: str | os.PathLike[str] | None) -> Any:
    """Returns a string or a path for the library; NULL for None.

    Raises ValueError if it contains a zero.
    """
    if value is None:
        return ffi.NULL
    result = os.fsencode(value)
    if b"\0" in result:
        raise ValueError(f"{value!r} contains a zero")
    return result


#: A key path for the library, cached because the same few are used repeatedly.
key = functools.lru_cache(maxsize=1024)(utf8)


def struct(name: str, /, **fields: Any) -> Any:
    """Returns a versioned struct of the library."""
    result = ffi.new(name + " *", fields)
    result.struct_size = ffi.sizeof(name)
    return result


class _Reference(weakref.ref["Handle"]):
    """A weak reference to a Python object that owns one reference of the library."""

    __slots__ = ("handle", "release")
    handle: Any
    release: Callable[[Any], None]


_known: dict[Any, _Reference] = {}
# An object may end while the lock is held, so the lock is reentrant.
_lock = threading.RLock()


def _end(reference: _Reference) -> None:
    with _lock:
        if _known.get(reference.handle) is reference:
            del _known[reference.handle]
    reference.release(reference.handle)


# Nothing calls the library while Python exits: objects that are left end with the process.
atexit.register(_known.clear)


class Handle:
    """An object of the library. It is the same object in Python as long as Python holds it."""

    __slots__ = ("_handle", "__weakref__")
    _handle: Any

    def _own(self, handle: Any, release: Callable[[Any], None]) -> None:
        """Takes a reference, which ends with this object."""
        self._handle = handle
        reference = _Reference(self, _end)
        reference.handle, reference.release = handle, release
        with _lock:
            _known[handle] = reference

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled")

    def _close(self) -> None:
        """Releases the reference before this object ends; then the library rejects it."""
        with _lock:
            reference = _known.pop(self._handle, None)
        self._handle = ffi.NULL
        if reference is not None:
            reference.release(reference.handle)


def held(handle: Any) -> Handle | None:
    """The Python object of a handle, if there is one."""
    with _lock:
        reference = _known.get(handle)
        return None if reference is None else reference()
