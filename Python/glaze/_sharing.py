"""The program's own images as contents, without a copy."""

from __future__ import annotations

import itertools
from enum import IntEnum
from typing import Any, Callable, Optional

from ._images import Pixels, are_rows, memory
from ._library import check, ffi, lib, struct
from ._objects import Object
from ._values import PixelFormat

#: Arrays that the library may still read, and the functions to call afterwards, by number.
_lent: dict[int, tuple[Any, Optional[Callable[[], None]]]] = {}
_numbers = itertools.count(1)


@ffi.callback("void(void *)")
def _release(context: Any) -> None:
    _, released = _lent.pop(int(ffi.cast("uintptr_t", context)))
    if released is not None:
        released()


class Alpha(IntEnum):
    """The meaning of alpha in a texture."""

    PREMULTIPLIED = 0
    STRAIGHT = 1
    OPAQUE = 2


class ExternalImage(Object, name="ExternalImage"):
    """Contents in the program's own memory: an array, or an OpenGL texture.

        video = glaze.ExternalImage(array)
        layer.contents = video
        array[:] = frame
        video.update()

    array: uint8 of shape (height, width, 4), each row without gaps. It is not copied and held until
        nothing reads it; frames show its pixels at the time when they are drawn.
    format: the order of the four channels; straight alpha costs a conversion for each update.
    released: is called without arguments when Glaze will not read the array again, on any thread,
        during a frame: only note that the array is free, and call nothing of glaze.

    Raises TypeError, ValueError, and InvalidArgumentError for sides of 0 or above 32768 pixels.
    """

    __slots__ = ()

    def __init__(
        self,
        array: Pixels,
        *,
        format: PixelFormat = PixelFormat.RGBA_PREMULTIPLIED,
        released: Optional[Callable[[], None]] = None,
    ) -> None:
        self._show(_of_array(array, format), array, released)

    @classmethod
    def texture(
        cls,
        name: int,
        size: tuple[int, int],
        *,
        top_down: bool = False,
        alpha: Alpha = Alpha.PREMULTIPLIED,
        released: Optional[Callable[[], None]] = None,
    ) -> ExternalImage:
        """Shows a two-dimensional texture of the context of a ``Renderer("context")``."""
        result = cls.__new__(cls)
        result._show(_of_texture(name, size, top_down, alpha), None, released)
        return result

    def replace(
        self,
        array: Pixels,
        *,
        format: PixelFormat = PixelFormat.RGBA_PREMULTIPLIED,
        released: Optional[Callable[[], None]] = None,
    ) -> None:
        """Shows another array from now on."""
        source = _of_array(array, format)
        number = _lend(array, released)
        try:
            check(
                lib.glaze_external_image_replace(
                    self._handle, source, _release, ffi.cast("void *", number)
                )
            )
        except BaseException:
            _lent.pop(number)
            raise

    def update(self) -> None:
        """Marks the pixels as changed: the next frame is drawn with the current pixels."""
        check(lib.glaze_external_image_update(self._handle))

    def _show(
        self, source: Any, array: Optional[Pixels], released: Optional[Callable[[], None]]
    ) -> None:
        number = _lend(array, released)
        try:
            self._begin(
                lib.glaze_external_image_create(source, _release, ffi.cast("void *", number))
            )
        except BaseException:
            _lent.pop(number)
            raise


def _lend(array: Optional[Pixels], released: Optional[Callable[[], None]]) -> int:
    number = next(_numbers)
    _lent[number] = (array, released)
    return number


def _of_array(array: Pixels, format: PixelFormat) -> Any:
    if array.ndim != 3 or array.shape[2] != 4 or array.dtype != "uint8" or not are_rows(array):
        raise ValueError(
            "array must be uint8 of shape (height, width, 4), with rows "
            f"without gaps, got {array.dtype} of shape {array.shape}"
        )
    pointer, length, row = memory(array)
    return struct(
        "glaze_source",
        kind=lib.GLAZE_SOURCE_MEMORY,
        width=array.shape[1],
        height=array.shape[0],
        format=format,
        pixels=pointer,
        length=length,
        bytes_per_row=row,
    )


def _of_texture(name: int, size: tuple[int, int], top_down: bool, alpha: Alpha) -> Any:
    return struct(
        "glaze_source",
        kind=lib.GLAZE_SOURCE_TEXTURE,
        width=size[0],
        height=size[1],
        name=name,
        is_top_down=top_down,
        alpha=alpha,
    )
