"""Animations, transactions, filters and emitter cells. Times are seconds."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ._images import Image
from ._library import check, ffi, lib, utf8
from ._objects import (
    Bool,
    ColorProperty,
    ListProperty,
    Number,
    NumbersProperty,
    Object,
    ObjectProperty,
    OptionalText,
    Path,
    Property,
    RectProperty,
    Text,
)


class Timing(Object):
    """The timing of layers, animations and emitter cells: Apple's CAMediaTiming."""

    __slots__ = ()

    begin_time = Number("The begin time in the parent's time, in seconds; 0.")
    duration = Number("The duration, in seconds.")
    speed = Number("The speed relative to the parent's time; 1.")
    time_offset = Number("The offset of its time, in seconds; 0.")
    repeat_count = Number("The number of repetitions; 0 runs once.")
    repeat_duration = Number("The total duration of all repetitions, in seconds; 0.")
    autoreverses = Bool("Whether time runs backwards after each forward run; False.")
    fill_mode = Text('The value before and after: "removed", "forwards", "backwards", "both".')


class Animation(Timing):
    """A change of properties over time. Keywords set attributes; a layer gets a copy.

    A duration of 0 is the duration of the transaction, 0.25 s by default.
    """

    __slots__ = ()

    timing_function = Property[Any, Any]('A name such as "easeOut", or four numbers; None.')
    removed_on_completion = Bool("Whether the layer removes the animation at its end; True.")

    def __init__(self, **properties: Any) -> None:
        self._begin(lib.glaze_animation_create(self._class_name.encode(), ffi.NULL), properties)

    def __repr__(self) -> str:
        return f"<glaze.{type(self).__name__} of {self.duration:g} s>"


class Animated(Property[Any, Any]):
    """A value of the animated property: a number, a point, a color, a matrix..."""

    def set(self, owner: Object, value: Any) -> None:
        owner._set(self.key, value, _type_of_key(owner["keyPath"] or ""))


class AnimatedList(ListProperty[Any]):
    """Values of the animated property."""

    def set(self, owner: Object, value: Any) -> None:
        owner._set(
            self.key, list(value), lib.GLAZE_TYPE_ARRAY, _type_of_key(owner["keyPath"] or "")
        )


@functools.cache
def _type_of_key(key_path: str) -> int:
    """The type of the values of a key path, if a class of layers has it as an attribute."""
    for kind in Object._classes.values():
        for name in dir(kind) if kind._class_name.endswith("Layer") else ():
            found = getattr(kind, name)
            if isinstance(found, Property) and found.key == key_path.encode():
                return int(getattr(lib, "GLAZE_TYPE_" + found.kind))
    return int(lib.GLAZE_TYPE_ANY)


class PropertyAnimation(Animation):
    """An animation of one property, given by its key path."""

    __slots__ = ()

    key_path = OptionalText("The key path of the property, such as 'position.x'.")
    additive = Bool("Whether values are added to the property; False.")
    cumulative = Bool("Whether each repetition starts where the last ended; False.")
    value_function = OptionalText("Makes a transform from numbers, such as 'rotateZ'; None.")

    def __init__(self, key_path: str | None = None, **properties: Any) -> None:
        name = self._class_name.encode()
        self._begin(lib.glaze_animation_create(name, utf8(key_path)), properties)

    def __repr__(self) -> str:
        return f"<glaze.{type(self).__name__} of {self.key_path!r}, {self.duration:g} s>"


class BasicAnimation(PropertyAnimation, name="CABasicAnimation"):
    """An animation from one value to another."""

    __slots__ = ()

    from_value = Animated("The start value; None is the property's value.")
    to_value = Animated("The end value; None is the property's value.")
    by_value = Animated("The difference between start and end; None.")


class KeyframeAnimation(PropertyAnimation, name="CAKeyframeAnimation"):
    """An animation through several values, or along a path."""

    __slots__ = ()

    values = AnimatedList("The values, in order.")
    path = Path("The path of a point, as SVG's d attribute, instead of values.")
    key_times = NumbersProperty("The times of the values, 0 to 1; evenly spaced if empty.")
    timing_functions = ListProperty[Any]("The timing of each step: a name or four numbers.")
    calculation_mode = Text('"linear", "discrete", "paced", "cubic" or "cubicPaced".')
    tension_values = NumbersProperty("The tension at each value, for cubic modes.")
    continuity_values = NumbersProperty("The continuity at each value, for cubic modes.")
    bias_values = NumbersProperty("The bias at each value, for cubic modes.")
    rotation_mode = OptionalText('"auto" or "autoReverse" rotates the layer along the path; None.')


class SpringAnimation(BasicAnimation, name="CASpringAnimation"):
    """An animation like that of a spring."""

    __slots__ = ()

    mass = Number("The mass; 1.")
    stiffness = Number("The stiffness; 100.")
    damping = Number("The damping; 10.")
    initial_velocity = Number("The velocity at the start, in whole ways per second; 0.")
    allows_overdamping = Bool("Whether damping above the critical value applies; False.")


class AnimationGroup(Animation, name="CAAnimationGroup"):
    """A group of animations that run together."""

    __slots__ = ()

    animations = ListProperty[Animation]("The animations of the group.")


class Transition(Animation, name="CATransition"):
    """A transition from the image of a layer before a change to that after it."""

    __slots__ = ()

    type = Text('The kind: "fade", "moveIn", "push" or "reveal".')
    subtype = OptionalText('The direction: "fromLeft", "fromRight", "fromTop", "fromBottom"; None.')
    start_progress = Number("The start, as a fraction of the transition, 0 to 1; 0.")
    end_progress = Number("The end, as a fraction of the transition, 0 to 1; 1.")
    filter = Property[Any, Any](
        "A Filter that replaces type, or the name of one, such as CISwipeTransition; None."
    )


class Filter(Object, name="CAFilter"):
    """A filter of a type, such as "gaussianBlur". Inputs are items: ``blur["inputRadius"] = 4``.

    Keywords set inputs: ``Filter("gaussianBlur", inputRadius=4)``.
    """

    __slots__ = ()

    def __init__(self, type: str, **inputs: Any) -> None:
        self._begin(lib.glaze_filter_create(utf8(type)))
        for key, value in inputs.items():
            self[key] = value

    @property
    def type(self) -> str:
        """The type of the filter, such as "gaussianBlur"."""
        return str(self["type"])

    def __repr__(self) -> str:
        return f"<glaze.Filter {self.type!r}>"


class EmitterCell(Timing, name="CAEmitterCell"):
    """A kind of particles. A range is the spread of values around the middle, both ways."""

    __slots__ = ()

    name = OptionalText("The name of the cell in key paths; None.")
    enabled = Bool("Whether the cell emits particles; True.")
    birth_rate = Number("The number of particles per second; 0.")
    lifetime = Number("The life of a particle, in seconds; 0.")
    lifetime_range = Number("The range of lifetime, in seconds; 0.")
    emission_latitude = Number("The direction, from the plane, in radians; 0.")
    emission_longitude = Number("The direction, in the plane, in radians; 0.")
    emission_range = Number("The angle of the cone, in radians; 0.")
    velocity = Number("The speed at birth, in points per second; 0.")
    velocity_range = Number("The range of velocity, in points per second; 0.")
    x_acceleration = Number("The acceleration along x, in points per second squared; 0.")
    y_acceleration = Number("The acceleration along y, in points per second squared; 0.")
    z_acceleration = Number("The acceleration along z, in points per second squared; 0.")
    scale = Number("The scale of the contents at birth; 1.")
    scale_range = Number("The range of scale; 0.")
    scale_speed = Number("The change of scale per second; 0.")
    spin = Number("The rotation, in radians per second; 0.")
    spin_range = Number("The range of spin, in radians per second; 0.")
    color = ColorProperty("The color that multiplies the contents; white.")
    red_range = Number("The range of red; 0.")
    green_range = Number("The range of green; 0.")
    blue_range = Number("The range of blue; 0.")
    alpha_range = Number("The range of alpha; 0.")
    red_speed = Number("The change of red per second; 0.")
    green_speed = Number("The change of green per second; 0.")
    blue_speed = Number("The change of blue per second; 0.")
    alpha_speed = Number("The change of alpha per second; 0.")
    contents = ObjectProperty[Image]("An Image, or an array or Pillow image; None.")
    contents_rect = RectProperty("The part of the contents that is drawn, 0 to 1.")
    contents_scale = Number("The number of pixels of the contents per point; 1.")
    minification_filter = Text('The filter for contents that are shown smaller; "linear".')
    magnification_filter = Text('The filter for contents that are shown larger; "linear".')
    minification_filter_bias = Number("The offset of the level of detail; 0.")
    emitter_cells = ListProperty["EmitterCell"]("The cells that each particle emits.")

    def __init__(self, **properties: Any) -> None:
        self._begin(lib.glaze_emitter_cell_create(), properties)

    def __repr__(self) -> str:
        return f"<glaze.EmitterCell {self.name!r}>" if self.name else "<glaze.EmitterCell>"


# The callbacks that were passed and not called yet.
_waiting: set[Any] = set()


@contextmanager
def transaction(
    *,
    duration: float | None = None,
    actions: bool | None = None,
    timing_function: str | None = None,
    completion: Callable[[], object] | None = None,
) -> Iterator[None]:
    """Groups changes of layers of this thread, within a ``with`` statement.

    duration: the duration of their animations, in seconds.
    actions: False shows changes at once, without animations.
    timing_function: "linear", "easeIn", "easeOut", "easeInEaseOut" or "default".
    completion: a function that is called by the commit or frame that ends the last animation.
    """
    lib.glaze_transaction_begin()
    try:
        if duration is not None:
            check(lib.glaze_transaction_set_duration(duration))
        if actions is not None:
            lib.glaze_transaction_set_disables_actions(not actions)
        if timing_function is not None:
            check(lib.glaze_transaction_set_timing_function(utf8(timing_function)))
        if completion is not None:
            lib.glaze_transaction_set_completion(_once(completion), ffi.NULL)
        yield
    finally:
        lib.glaze_transaction_commit()


def _once(function: Callable[[], object]) -> Any:
    """A callback for the library that lives until it is called."""

    def call(context: Any) -> None:
        _waiting.discard(callback)
        function()

    callback = ffi.callback("void(void *)", call)
    _waiting.add(callback)
    return callback
