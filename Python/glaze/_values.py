"""Values of properties: points, sizes, rectangles, colors and transforms."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from typing import NamedTuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Point(NamedTuple):
    """A point, in points."""

    x: float
    y: float


class Size(NamedTuple):
    """A size, in points."""

    width: float
    height: float


class Rect(NamedTuple):
    """A rectangle, in points: its corner with the smallest x and y, and its size."""

    x: float
    y: float
    width: float
    height: float


class Color(NamedTuple):
    """An sRGB color with straight alpha; components are 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @classmethod
    def of(cls, value: ColorLike) -> Color:
        """Returns a color from three or four components, or from "#rgb", "#rrggbb" or "#rrggbbaa".

        Raises ValueError for other values.
        """
        if not isinstance(value, str):
            return cls(*value)
        digits = value.removeprefix("#")
        if len(digits) in (3, 4):
            digits = "".join(digit * 2 for digit in digits)
        if not value.startswith("#") or len(digits) not in (6, 8):
            raise ValueError(f"{value!r} is not a color; use '#rrggbb' or '#rrggbbaa'")
        return cls(*(byte / 255 for byte in bytes.fromhex(digits)))


class Affine(NamedTuple):
    """x' = a x + c y + tx, y' = b x + d y + ty."""

    a: float
    b: float
    c: float
    d: float
    tx: float
    ty: float


ColorLike = Union[str, Sequence[float]]
PointLike = Sequence[float]
SizeLike = Sequence[float]
RectLike = Sequence[float]
TransformLike = Union[ArrayLike, Affine]


class Corners(enum.IntFlag):
    """The corners of a layer, for ``masked_corners``."""

    MIN_X_MIN_Y = 1
    MAX_X_MIN_Y = 2
    MIN_X_MAX_Y = 4
    MAX_X_MAX_Y = 8


class PixelFormat(enum.IntEnum):
    """The order and the alpha of the four components of a pixel."""

    RGBA_PREMULTIPLIED = 0
    BGRA_PREMULTIPLIED = 1
    RGBA = 2
    BGRA = 3


Matrix = NDArray[np.float64]

# Transforms are 4 by 4 matrices for row vectors, as CATransform3D: `a @ b` applies a first, then b.


def matrix(value: ArrayLike) -> Matrix:
    """Returns a transform as the library takes it; raises ValueError unless it is 4 by 4."""
    result = np.ascontiguousarray(value, dtype=np.float64)
    if result.shape != (4, 4):
        raise ValueError(f"a transform must have shape (4, 4), got {result.shape}")
    return result


def translation(x: float, y: float, z: float = 0) -> Matrix:
    """Returns a translation, in points."""
    result = np.eye(4)
    result[3, :3] = x, y, z
    return result


def scaling(x: float, y: float | None = None, z: float = 1) -> Matrix:
    """Returns a scaling; y is x by default."""
    return np.diag([x, x if y is None else y, z, 1.0])


def rotation(angle: float, x: float = 0, y: float = 0, z: float = 1) -> Matrix:
    """Returns a rotation about an axis, in radians; raises ValueError for an axis of length 0."""
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0:
        raise ValueError("an axis of length 0 has no direction")
    axis = np.array([x, y, z]) / length
    cross = np.array([[0, axis[2], -axis[1]], [-axis[2], 0, axis[0]], [axis[1], -axis[0], 0]])
    result = np.eye(4)
    result[:3, :3] += math.sin(angle) * cross + (1 - math.cos(angle)) * (cross @ cross)
    return result


def perspective(distance: float) -> Matrix:
    """Returns a perspective from a distance, in points: m34 is -1 / distance."""
    result = np.eye(4)
    result[2, 3] = -1 / distance
    return result
