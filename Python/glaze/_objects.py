"""Objects of the model and their properties."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Generic, Optional, TypeVar, overload

import numpy as np

from ._library import ErrorCode, Handle, InvalidArgumentError, _lock, check, failure, ffi, held, key, lib, required, text, utf8
from ._values import (
    Affine,
    Color,
    ColorLike,
    Matrix,
    Point,
    PointLike,
    Rect,
    RectLike,
    Size,
    SizeLike,
    TransformLike,
    matrix,
)

_get_number = lib.glaze_object_get_number
_set_number = lib.glaze_object_set_number
_get_bool = lib.glaze_object_get_bool
_set_bool = lib.glaze_object_set_bool

T = TypeVar("T")
Get = TypeVar("Get")
Set = TypeVar("Set")


def key_of(name: str) -> str:
    """Apple's key of an attribute: "cornerRadius" of "corner_radius"."""
    return re.sub("_(.)", lambda match: match[1].upper(), name)


def a_number(value: float, key: bytes) -> float:
    """Returns a number. Raises InvalidArgumentError for NaN."""
    if value != value:
        name = key.decode()
        raise InvalidArgumentError(ErrorCode.INVALID_ARGUMENT, f"{name} must be a number, got nan")
    return value


def _changing(name: str) -> Any:
    """Returns a method of lists that sets the property before the list changes."""
    method = getattr(list, name)

    @functools.wraps(method)
    def change(self: Items[Any], *arguments: Any, **keywords: Any) -> Any:
        changed = list(self)
        result = method(changed, *arguments, **keywords)
        self._write(changed)
        list.__setitem__(self, slice(None), changed)
        return self if result is changed else result

    return change


class Items(list[T]):
    """The list of a property. A change of it sets the property: ``layer.sublayers.append(other)``.

    It holds the items at the time when it was read; a change sets these items, with the change.
    """

    _write: Callable[[list[Any]], None]

    @classmethod
    def of(cls, items: Iterable[T], write: Callable[[list[Any]], None]) -> Items[T]:
        """Returns a list that is written back."""
        result = cls(items)
        result._write = write
        return result

    append = _changing("append")
    extend = _changing("extend")
    insert = _changing("insert")
    pop = _changing("pop")
    remove = _changing("remove")
    clear = _changing("clear")
    sort = _changing("sort")
    reverse = _changing("reverse")
    __setitem__ = _changing("__setitem__")
    __delitem__ = _changing("__delitem__")
    __iadd__ = _changing("__iadd__")
    __imul__ = _changing("__imul__")


class Object(Handle):
    """A layer, an animation, an image, a filter or an emitter cell.

    Properties are attributes, and items by Apple's key or key path:
    ``layer.corner_radius`` is ``layer["cornerRadius"]``. Key paths are ``layer["position.x"]``,
    ``layer["transform.rotation.z"]`` and ``layer["sublayers.NAME.opacity"]``.

    Raises UnknownNameError for an unknown key, WrongTypeError for a value of another type,
    InvalidArgumentError for an invalid value.
    """

    __slots__ = ()
    #: The Python classes by Apple's names.
    _classes: ClassVar[dict[str, type[Any]]] = {}
    _class_name: ClassVar[str] = ""

    def __init_subclass__(cls, name: str = "", **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if name:
            cls._class_name = name
            Object._classes[name] = cls

    def _begin(self, handle: Any, properties: dict[str, Any] | None = None) -> None:
        self._own(required(handle), lib.glaze_object_release)
        for name, value in (properties or {}).items():
            setattr(self, name, value)

    @property
    def class_name(self) -> str:
        """Apple's name of the class, such as "CAShapeLayer"."""
        return text(lib.glaze_object_class_name(self._handle)) or ""

    def keys(self) -> list[str]:
        """The keys of all properties."""
        count = lib.glaze_object_key_count(self._handle)
        return [text(lib.glaze_object_key_at(self._handle, i)) or "" for i in range(count)]

    def __getitem__(self, key_path: str) -> Any:
        value = _get(self._handle, key(key_path))
        if isinstance(value, list):
            return Items.of(value, functools.partial(self.__setitem__, key_path))
        return value

    def __setitem__(self, key_path: str, value: Any) -> None:
        path = key(key_path)
        # The most frequent types need no look-up. Bool comes first, because True is an int, too.
        if isinstance(value, bool):
            check(_set_bool(self._handle, path, value))
            return
        if isinstance(value, (int, float)):
            check(_set_number(self._handle, path, a_number(value, path)))
            return
        kind = lib.glaze_object_key_type(self._handle, path)
        if kind == lib.GLAZE_TYPE_NONE:
            raise failure()
        self._set(path, value, kind)

    # Otherwise Python would iterate over the items 0, 1, 2 and so on.
    __iter__ = None

    def _set(self, key: bytes, value: Any, kind: int, items: int = lib.GLAZE_TYPE_ANY) -> None:
        memory: list[Any] = []
        converted = ffi.new("glaze_value *")
        _to_c(converted, value, kind, memory, items)
        check(lib.glaze_object_set(self._handle, key, converted))

    def __repr__(self) -> str:
        return f"<glaze.{type(self).__name__}>"


O = TypeVar("O", bound=Object)


def adopt(handle: Any) -> Any:
    """Returns the Python object of a handle and takes the caller's reference; None for NULL."""
    if not handle:
        return None
    with _lock:
        known = held(handle)
        if known is None:
            kind = Object._classes[text(lib.glaze_object_class_name(handle)) or ""]
            known = object.__new__(kind)
            known._own(handle, lib.glaze_object_release)
            return known
    lib.glaze_object_release(handle)
    return known


def handle_of(value: Object | None) -> Any:
    """Returns the handle of an object; NULL for None. Raises TypeError for other values."""
    if value is None:
        return ffi.NULL
    if not isinstance(value, Object):
        raise TypeError(f"{value!r} is not an object of Glaze")
    return value._handle


# Values of any type

_STRUCTS: dict[type, tuple[str, str]] = {
    Point: ("POINT", "point"),
    Size: ("SIZE", "size"),
    Rect: ("RECT", "rect"),
    Color: ("COLOR", "color"),
    Affine: ("AFFINE", "affine"),
}
_STRUCT_TYPES: dict[int, tuple[type, str]] = {
    getattr(lib, "GLAZE_TYPE_" + name): (kind, field) for kind, (name, field) in _STRUCTS.items()
}


def _get(handle: Any, key: bytes) -> Any:
    value = ffi.new("glaze_value *")
    check(lib.glaze_object_get(handle, key, value))
    try:
        return _from_c(value)
    finally:
        lib.glaze_value_clear(value)


def _from_c(value: Any) -> Any:
    kind, content = value.type, getattr(value, "as")
    if kind == lib.GLAZE_TYPE_NUMBER:
        return content.number
    if kind == lib.GLAZE_TYPE_BOOL:
        return content.boolean
    if kind in _STRUCT_TYPES:
        result, field = _STRUCT_TYPES[kind]
        return result(*_fields(getattr(content, field)))
    if kind == lib.GLAZE_TYPE_TRANSFORM:
        return np.array(list(content.transform.m)).reshape(4, 4)
    if kind in (lib.GLAZE_TYPE_STRING, lib.GLAZE_TYPE_PATH):
        return text(content.string)
    if kind == lib.GLAZE_TYPE_ARRAY:
        return [_from_c(content.array.values[i]) for i in range(content.array.count)]
    if kind == lib.GLAZE_TYPE_OBJECT:
        return adopt(lib.glaze_object_retain(content.object))
    return None


def _fields(struct: Any) -> Iterator[float]:
    return (getattr(struct, name) for name, _ in ffi.typeof(struct).fields)


def _to_c(
    result: Any, value: Any, kind: int, memory: list[Any], item_kind: int = lib.GLAZE_TYPE_ANY
) -> None:
    """Fills a value of a type; memory retains the objects that it points to."""
    content = getattr(result, "as")
    if kind in (lib.GLAZE_TYPE_ANY, lib.GLAZE_TYPE_NONE):
        kind = _type_of(value)
    if value is None:
        kind = lib.GLAZE_TYPE_NONE
    elif kind in _STRUCT_TYPES:
        struct, field = _STRUCT_TYPES[kind]
        setattr(content, field, Color.of(value) if struct is Color else struct(*value))
    elif kind == lib.GLAZE_TYPE_NUMBER:
        content.number = value
    elif kind == lib.GLAZE_TYPE_BOOL:
        content.boolean = value
    elif kind == lib.GLAZE_TYPE_TRANSFORM and isinstance(value, Affine):
        kind, content.affine = lib.GLAZE_TYPE_AFFINE, value
    elif kind == lib.GLAZE_TYPE_TRANSFORM:
        content.transform.m = matrix(value).ravel().tolist()
    elif kind in (lib.GLAZE_TYPE_STRING, lib.GLAZE_TYPE_PATH):
        if not isinstance(value, str):
            raise TypeError(f"{value!r} is not a string")
        memory.append(ffi.new("char[]", utf8(value)))
        content.string = memory[-1]
    elif kind == lib.GLAZE_TYPE_OBJECT:
        value = value if isinstance(value, Object) else Object._classes["CGImage"](value)
        memory.append(value)
        content.object = value._handle
    else:
        items = list(value)
        array = ffi.new("glaze_value[]", len(items))
        memory.append(array)
        for place, item in zip(array, items):
            _to_c(place, item, item_kind, memory)
        content.array.values, content.array.count = array, len(items)
    result.type = kind


def _type_of(value: Any) -> int:
    """Returns the type of a value for a property that takes several."""
    if isinstance(value, (bool, np.bool_)):
        return int(lib.GLAZE_TYPE_BOOL)
    for kind, (name, _) in _STRUCTS.items():
        if isinstance(value, kind):
            return int(getattr(lib, "GLAZE_TYPE_" + name))
    if isinstance(value, str):
        is_color = re.fullmatch("#[0-9a-fA-F]+", value)
        return int(lib.GLAZE_TYPE_COLOR if is_color else lib.GLAZE_TYPE_STRING)
    if isinstance(value, Object):
        return int(lib.GLAZE_TYPE_OBJECT)
    if isinstance(value, np.ndarray) and value.shape == (4, 4):
        return int(lib.GLAZE_TYPE_TRANSFORM)
    return int(lib.GLAZE_TYPE_ARRAY if isinstance(value, Iterable) else lib.GLAZE_TYPE_NUMBER)


# Properties


class Property(Generic[Get, Set]):
    """An attribute with Apple's name in Python's style. None removes an optional value."""

    kind: ClassVar[str] = "ANY"

    def __init__(self, doc: str = "") -> None:
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self.key = key_of(name).encode()

    @overload
    def __get__(self, owner: None, kind: type) -> Property[Get, Set]: ...
    @overload
    def __get__(self, owner: Object, kind: type) -> Get: ...
    def __get__(self, owner: Object | None, kind: type) -> Any:
        return self if owner is None else self.read(owner)

    def read(self, owner: Object) -> Any:
        return self.get(owner._handle, self.key)

    def __set__(self, owner: Object, value: Set) -> None:
        if value is None:
            check(lib.glaze_object_set_none(owner._handle, self.key))
        else:
            self.set(owner, value)

    def get(self, handle: Any, key: bytes) -> Any:
        return _get(handle, key)

    def set(self, owner: Object, value: Any) -> None:
        owner._set(self.key, value, getattr(lib, "GLAZE_TYPE_" + self.kind))


class Number(Property[float, float]):
    """A number."""

    kind = "NUMBER"

    def get(self, handle: Any, key: bytes) -> float:
        result = ffi.new("double *")
        check(_get_number(handle, key, result))
        return float(result[0])

    def set(self, owner: Object, value: float) -> None:
        check(_set_number(owner._handle, self.key, a_number(value, self.key)))


class Integer(Property[int, int]):
    """An integer, or bits."""

    kind = "NUMBER"

    def get(self, handle: Any, key: bytes) -> int:
        result = ffi.new("double *")
        check(_get_number(handle, key, result))
        return int(result[0])


class Bool(Property[bool, bool]):
    """True or false."""

    kind = "BOOL"

    def get(self, handle: Any, key: bytes) -> bool:
        result = ffi.new("bool *")
        check(_get_bool(handle, key, result))
        return bool(result[0])

    def set(self, owner: Object, value: bool) -> None:
        check(_set_bool(owner._handle, self.key, value))


class PointProperty(Property[Point, PointLike]):
    """A point."""

    kind = "POINT"

    def get(self, handle: Any, key: bytes) -> Point:
        result = ffi.new("glaze_point *")
        check(lib.glaze_object_get_point(handle, key, result))
        return Point(result.x, result.y)

    def set(self, owner: Object, value: PointLike) -> None:
        x, y = value
        check(lib.glaze_object_set_point(owner._handle, self.key, (x, y)))


class SizeProperty(Property[Size, SizeLike]):
    """A size."""

    kind = "SIZE"

    def set(self, owner: Object, value: SizeLike) -> None:
        width, height = value
        check(lib.glaze_object_set_size(owner._handle, self.key, (width, height)))


class RectProperty(Property[Rect, RectLike]):
    """A rectangle."""

    kind = "RECT"

    def get(self, handle: Any, key: bytes) -> Rect:
        result = ffi.new("glaze_rect *")
        check(lib.glaze_object_get_rect(handle, key, result))
        return Rect(result.x, result.y, result.width, result.height)

    def set(self, owner: Object, value: RectLike) -> None:
        x, y, width, height = value
        check(lib.glaze_object_set_rect(owner._handle, self.key, (x, y, width, height)))


class ColorProperty(Property["Color | None", "ColorLike | None"]):
    """A color, or None."""

    kind = "COLOR"

    def set(self, owner: Object, value: ColorLike) -> None:
        check(lib.glaze_object_set_color(owner._handle, self.key, Color.of(value)))


class TransformProperty(Property[Matrix, TransformLike]):
    """A transform."""

    kind = "TRANSFORM"

    def get(self, handle: Any, key: bytes) -> Matrix:
        result = np.empty((4, 4))
        pointer = ffi.cast("glaze_transform *", ffi.from_buffer(result))
        check(lib.glaze_object_get_transform(handle, key, pointer))
        return result


class Text(Property[str, str]):
    """One of Apple's names, or a string."""

    kind = "STRING"


class OptionalText(Property["str | None", "str | None"]):
    """A string, or None."""

    kind = "STRING"


class Path(Property["str | None", "str | None"]):
    """A path as a string with the syntax of SVG's d attribute, or None."""

    kind = "PATH"

    def set(self, owner: Object, value: str) -> None:
        if not isinstance(value, str):
            raise TypeError("a path must be a string like SVG's d attribute, such as 'M0 0H10V10Z'")
        check(lib.glaze_object_set_path(owner._handle, self.key, utf8(value)))


class ListProperty(Property[list[T], Iterable[T]]):
    """A list, whose changes set the property."""

    kind = "ARRAY"

    def read(self, owner: Object) -> Any:
        return Items.of(super().read(owner), functools.partial(self.__set__, owner))

    def get(self, handle: Any, key: bytes) -> Any:
        return super().get(handle, key) or []


class NumbersProperty(ListProperty[float]):
    """A list of numbers."""

    def set(self, owner: Object, value: Iterable[float]) -> None:
        numbers = [float(number) for number in value]
        check(lib.glaze_object_set_numbers(owner._handle, self.key, numbers, len(numbers)))


class ColorsProperty(ListProperty[Color]):
    """A list of colors."""

    def set(self, owner: Object, value: Iterable[ColorLike]) -> None:
        super().set(owner, [Color.of(color) for color in value])


class ObjectProperty(Property[Optional[O], Any]):
    """Another object, or None."""

    kind = "OBJECT"
