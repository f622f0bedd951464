"""Images, from and to arrays."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._library import check, ffi, lib, required, utf8
from ._objects import Object, adopt
from ._values import PixelFormat

#: uint8; or uint16, float16 and float32 in deep images.
Pixels = NDArray[Any]

#: The place of each type of components among the formats of the library.
_DEPTHS = {np.dtype(np.uint8): 0, np.dtype(np.uint16): 1, np.dtype(np.float16): 2, np.dtype(np.float32): 3}


def is_pixel_type(dtype: Any) -> bool:
    """Whether pixels can have components of a type."""
    return np.dtype(dtype) in _DEPTHS


def pixel_format(format: PixelFormat, dtype: Any) -> int:
    """The format of pixels with components of a type as the library takes it.

    Raises TypeError for other types, and ValueError for B, G, R, A with more than 8 bits.
    """
    depth = _DEPTHS.get(np.dtype(dtype))
    if depth is None:
        raise TypeError(f"pixels must be uint8, uint16, float16 or float32, got {np.dtype(dtype)}")
    if depth == 0:
        return int(format)
    if format in (PixelFormat.BGRA, PixelFormat.BGRA_PREMULTIPLIED):
        raise ValueError(f"{format.name} needs uint8, got {np.dtype(dtype)}; use RGBA")
    return 2 + 2 * depth + (format == PixelFormat.RGBA)


def memory(pixels: Pixels) -> tuple[Any, int, int]:
    """The address of an array's pixels, their length, and the distance between rows in bytes."""
    height, width = pixels.shape[:2]
    used = width * 4 * pixels.itemsize
    row = pixels.strides[0] if height > 1 else used
    pointer = ffi.cast("void *", pixels.__array_interface__["data"][0])
    return pointer, row * (height - 1) + used if height else 0, row


def are_rows(pixels: Pixels) -> bool:
    """Whether the pixels of each row are contiguous, as the library requires."""
    height, width = pixels.shape[:2]
    size = pixels.itemsize
    return pixels.strides[1:] == (4 * size, size) and (
        height < 2 or pixels.strides[0] >= width * 4 * size
    )


def _four_channels(source: Any) -> Pixels:
    # Pillow itself converts images with palettes and other modes.
    if hasattr(source, "convert") and getattr(source, "mode", "RGBA") not in ("L", "RGB", "RGBA"):
        source = source.convert("RGBA")
    if hasattr(source, "__dlpack__") and not hasattr(source, "__array_interface__"):
        source = np.from_dlpack(source)
    pixels = np.asarray(source)
    if not is_pixel_type(pixels.dtype):
        raise TypeError(f"pixels must be uint8, uint16, float16 or float32, got {pixels.dtype}")
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[:, :, None], 3, axis=2)
    if pixels.ndim != 3 or pixels.shape[2] not in (3, 4):
        raise ValueError(
            f"pixels must have shape (height, width) or (height, width, 3 or 4), got {pixels.shape}"
        )
    if pixels.shape[2] == 3:
        most = 1 if pixels.dtype.kind == "f" else np.iinfo(pixels.dtype).max
        opaque = np.full((*pixels.shape[:2], 1), most, pixels.dtype)
        pixels = np.concatenate([pixels, opaque], axis=2)
    return pixels if are_rows(pixels) else np.ascontiguousarray(pixels)


class Image(Object, name="CGImage"):
    """An immutable image.

    source: a NumPy array, a Pillow image, or anything with ``__array_interface__``, DLPack or a
        buffer: uint8 of shape (height, width, 4), (height, width, 3) or (height, width), or uint16,
        or float16 and float32, in which 1 is white and more is brighter. It is copied.
    format: the order of four channels; three are R, G, B.

    Raises TypeError, ValueError, and Error for sides of 0 or above 32768 pixels.
    """

    __slots__ = ()

    def __init__(self, source: Any, *, format: PixelFormat = PixelFormat.RGBA) -> None:
        pixels = _four_channels(source)
        pointer, _, row = memory(pixels)
        height, width = pixels.shape[:2]
        layout = pixel_format(format, pixels.dtype)
        self._begin(lib.glaze_image_create(pointer, width, height, row, layout))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Image:
        """Reads a PNG, JPEG or WebP file. Raises Error with ``ErrorCode.IMAGE``."""
        return cls._made(lib.glaze_image_open(utf8(path)))

    @classmethod
    def from_bytes(cls, data: bytes) -> Image:
        """Reads a PNG, JPEG or WebP in memory. Raises Error with ``ErrorCode.IMAGE``."""
        return cls._made(lib.glaze_image_open_bytes(ffi.from_buffer(data), len(data)))

    @classmethod
    def _made(cls, handle: Any) -> Image:
        result: Image = adopt(required(handle))
        return result

    @property
    def width(self) -> int:
        """In pixels."""
        return int(lib.glaze_image_width(self._handle))

    @property
    def height(self) -> int:
        """In pixels."""
        return int(lib.glaze_image_height(self._handle))

    def to_array(self, format: PixelFormat = PixelFormat.RGBA, *, dtype: Any = np.uint8) -> Pixels:
        """Returns the pixels as a new array of shape (height, width, 4): colors of sRGB.

        dtype: uint8, uint16, float16 or float32; floats have colors outside of sRGB below 0 and above 1.
        """
        layout = pixel_format(format, dtype)
        pixels = np.empty((self.height, self.width, 4), dtype)
        pointer, length, row = memory(pixels)
        check(lib.glaze_image_read(self._handle, pointer, length, row, layout))
        return pixels

    def tobytes(self) -> bytes:
        """Returns the pixels as bytes: R, G, B, A, straight alpha; row 0 at the top."""
        return self.to_array().tobytes()

    @property
    def __array_interface__(self) -> dict[str, Any]:
        # With strides Pillow calls tobytes(); the array lives as long as the returned dictionary.
        pixels = self.to_array()
        return {
            "version": 3,
            "shape": pixels.shape,
            "typestr": "|u1",
            "strides": pixels.strides,
            "data": pixels.data,
        }

    def to_png(self) -> bytes:
        """Returns the image as a PNG file in memory."""
        data, length = ffi.new("void **"), ffi.new("size_t *")
        check(lib.glaze_image_encode_png(self._handle, data, length))
        try:
            return bytes(ffi.buffer(data[0], length[0]))
        finally:
            lib.glaze_free(data[0])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a PNG file, which appears complete or not at all.

        Raises ValueError for the extension of another format, which Pillow writes:
        ``PIL.Image.fromarray(image.to_array()).save("image.webp")``.
        """
        ending = os.path.splitext(os.fsdecode(path))[1].lower()
        if ending not in ("", ".png"):
            raise ValueError(f"save() writes PNG files, whose names end in .png, got {path!s}")
        check(lib.glaze_image_write_png(self._handle, utf8(path)))

    _repr_png_ = to_png

    def __repr__(self) -> str:
        return f"<glaze.Image {self.width}x{self.height}>"
