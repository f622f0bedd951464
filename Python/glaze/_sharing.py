"""Pictures of the program's own as contents, without a copy."""

from __future__ import annotations

import itertools
from enum import IntEnum
from typing import Any, Callable, Optional

from ._images import Pixels, are_rows, memory
from ._library import check, ffi, lib, struct
from ._objects import Object
from ._values import PixelFormat

#: What the library may still read, with whom to tell when it does no longer, by numbers.
_lent: dict[int, tuple[Any, Optional[Callable[[], None]]]] = {}
_numbers = itertools.count(1)


@ffi.callback("void(void *)")
def _release(context: Any) -> None:
    _, released = _lent.pop(int(ffi.cast("uintptr_t", context)))
    if released is not None:
        released()


class Alpha(IntEnum):
    """What alpha says of a texture."""

    PREMULTIPLIED = 0
    STRAIGHT = 1
    OPAQUE = 2


class ExternalImage(Object, name="ExternalImage"):
    """Contents whose pixels stay the program's: an array, or a texture of OpenGL.

        video = glaze.ExternalImage(array)
        layer.contents = video
        array[:] = frame
        video.update()

    array: uint8 of shape (height, width, 4), each row without gaps. It is not copied, and kept until
        nothing reads it; frames show what is in it while they are drawn.
    format: how the four channels lie; straight alpha costs a conversion for each version.
    released: is called without arguments when Glaze will not read the array again, on any thread, in
        the middle of a frame: note what became free, and call nothing of glaze.

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
        """Has the next frame drawn with the pixels that are there then."""
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
            "an array that is shown in place has shape (height, width, 4) of uint8, and rows "
            f"without gaps; this one has {array.shape} of {array.dtype}"
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
