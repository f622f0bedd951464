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
from ._values import Point


class Timing(Object):
    """The timing of layers, animations and emitter cells: Apple's CAMediaTiming."""

    __slots__ = ()

    # generated: attributes of CAMediaTiming
    begin_time = Number(
        "The begin time in the parent's time, in seconds; 0 of an animation is the time of its "
        "commit; 0."
    )
    duration = Number(
        "The duration, in seconds; 0 of an animation is 0.25, or the duration of its group; may "
        "be infinite; 0."
    )
    speed = Number("Seconds per second of the parent's time; 0 stops time; 1.")
    time_offset = Number("The time that is added to the local time, in seconds; 0.")
    repeat_count = Number("The number of repetitions; 0 runs once; may be infinite; 0.")
    repeat_duration = Number(
        "The total duration of all repetitions, in seconds; 0 uses repeat_count; may be infinite; "
        "0."
    )
    autoreverses = Bool("Whether time runs backwards after each forward run; False.")
    fill_mode = Text(
        'Whether the value applies before and after the active time: "removed", "forwards", '
        '"backwards", "both"; "removed".'
    )
    # generated end


class Animation(Timing):
    """A change of properties over time. Keywords set attributes; a layer gets a copy.

    A duration of 0 is the duration of the transaction, 0.25 s by default.
    """

    __slots__ = ()

    # generated: attributes of CAAnimation
    timing_function = Property[Any, Any]("The timing function; linear if missing; None.")
    removed_on_completion = Bool("Whether the layer removes the animation at its end; True.")
    # generated end

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

    # generated: attributes of CAPropertyAnimation
    key_path = OptionalText("The animated property of the layer, or a part of one; None.")
    additive = Bool("Whether the value is added to the layer's value; False.")
    cumulative = Bool("Whether each repetition starts where the last one ended; False.")
    value_function = OptionalText("Makes a matrix from the values; None.")
    # generated end

    def __init__(self, key_path: str | None = None, **properties: Any) -> None:
        name = self._class_name.encode()
        self._begin(lib.glaze_animation_create(name, utf8(key_path)), properties)

    def __repr__(self) -> str:
        return f"<glaze.{type(self).__name__} of {self.key_path!r}, {self.duration:g} s>"


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


# The classes that have only attributes. `make docs-tables` writes the generated parts.


# generated: classes of animations
class BasicAnimation(PropertyAnimation, name="CABasicAnimation"):
    """An animation from one value to another; a missing end is the layer's value."""

    __slots__ = ()

    from_value = Animated("The start value; None.")
    to_value = Animated("The end value; None.")
    by_value = Animated("The difference between start and end; None.")


class SpringAnimation(BasicAnimation, name="CASpringAnimation"):
    """An animation like that of a spring, which overshoots."""

    __slots__ = ()

    mass = Number("The mass; above 0; 1.")
    stiffness = Number("The stiffness, as force per distance; above 0; 100.")
    damping = Number("The damping, as force per speed; not negative; 10.")
    initial_velocity = Number(
        "The velocity at the start, in distances from start to end per second; velocity is a "
        "synonym; 0."
    )
    allows_overdamping = Bool(
        "Whether damping above the critical value slows the animation; False."
    )


class KeyframeAnimation(PropertyAnimation, name="CAKeyframeAnimation"):
    """An animation through several values, or along a path."""

    __slots__ = ()

    values = AnimatedList("The values, in order; None.")
    path = Path("A path along which points move, instead of values, in points, as SVG's d; None.")
    key_times = NumbersProperty("The times at which the values are reached, in 0...1; None.")
    timing_functions = ListProperty[Any]("The timing function between each pair of values; None.")
    calculation_mode = Text(
        'How values are interpolated: "linear", "discrete", "paced", "cubic", "cubicPaced"; '
        '"linear".'
    )
    tension_values = NumbersProperty(
        "For cubic modes: the tension of the curve at each value; None."
    )
    continuity_values = NumbersProperty("For cubic modes: the sharpness of the corners; None.")
    bias_values = NumbersProperty("For cubic modes: the bias of the curve; None.")
    rotation_mode = OptionalText(
        'Whether the layer rotates to follow the path: "auto", "autoReverse"; None.'
    )


class AnimationGroup(Animation, name="CAAnimationGroup"):
    """A group of animations that run together, in a time of its own."""

    __slots__ = ()

    animations = ListProperty[Animation]("The animations of the group; None.")


class Transition(Animation, name="CATransition"):
    """A transition from the image of a layer before a change to that after it."""

    __slots__ = ()

    type = Text(
        'How the new image replaces the old one: "fade", "moveIn", "push", "reveal"; "fade".'
    )
    subtype = OptionalText(
        'The direction of the new image; from_top is the largest y: "fromRight", "fromLeft", '
        '"fromTop", "fromBottom"; None.'
    )
    start_progress = Number("The start, as a fraction of the transition in 0...1; 0.")
    end_progress = Number("The end, likewise; 1.")
    filter = Property[Any, Any]("A filter that replaces type; None.")


class MatchMoveAnimation(Animation, name="CAMatchMoveAnimation"):
    """An animation that places its layer at points of another layer."""

    __slots__ = ()

    source_layer = Property[Any, Any](
        "The layer to follow; in documents its id, or else its name; None."
    )
    source_points = ListProperty[Point](
        "Points of that layer; without them the center of its bounds; None."
    )
    key_path = OptionalText(
        "The property that files name; the position follows, whatever its value; None."
    )
    uses_normalized_coordinates = Bool(
        "Whether points are fractions of the layer's size, measured from its center; False."
    )
    targets_superlayer = Bool("Stored and reported; False.")
    applies_x = Bool("Whether the layer follows along x; True.")
    applies_y = Bool("Whether the layer follows along y; True.")
    applies_scale = Bool("Whether the layer is scaled; True.")
    applies_rotation = Bool("Whether the layer is rotated; True.")
    additive = Bool("Whether the result is added to the layer's values; False.")


# generated end


class EmitterCell(Timing, name="CAEmitterCell"):
    """A kind of particles. A range is the spread of values around the middle, both ways."""

    __slots__ = ()

    # generated: attributes of CAEmitterCell
    name = OptionalText("The name, for key paths; None.")
    enabled = Bool("Whether the cell emits particles; True.")
    birth_rate = Number("Particles per second; 0.")
    lifetime = Number("The life of a particle, in seconds; 0.")
    lifetime_range = Number("The range of lifetimes, from smallest to largest, in seconds; 0.")
    emission_latitude = Number("The angle from the plane, in radians; 0.")
    emission_longitude = Number("The angle in the plane from x to y, in radians; 0.")
    emission_range = Number(
        "The angle of the cone about the direction, in radians; the cone is three-dimensional "
        "even if particles stay in the plane; 0."
    )
    velocity = Number("The speed at birth, in points per second; 0.")
    velocity_range = Number(
        "The range of speeds, from smallest to largest, in points per second; 0."
    )
    x_acceleration = Number("The acceleration along x, in points per second squared; 0.")
    y_acceleration = Number("The acceleration along y, in points per second squared; 0.")
    z_acceleration = Number("The acceleration along z, in points per second squared; 0.")
    scale = Number("The size at birth, as a factor; 1.")
    scale_range = Number("The range of sizes, from smallest to largest; 0.")
    scale_speed = Number("The change of the factor per second; 0.")
    spin = Number("The rotation of the image, in radians per second; 0.")
    spin_range = Number("The range of spins, from smallest to largest, in radians per second; 0.")
    color = ColorProperty("Multiplies the color of the image; (1, 1, 1, 1).")
    red_range = Number("The range of red, from smallest to largest; 0.")
    green_range = Number("The range of green, from smallest to largest; 0.")
    blue_range = Number("The range of blue, from smallest to largest; 0.")
    alpha_range = Number("The range of alpha, from smallest to largest; 0.")
    red_speed = Number("The change of red per second; 0.")
    green_speed = Number("The change of green per second; 0.")
    blue_speed = Number("The change of blue per second; 0.")
    alpha_speed = Number("The change of alpha per second; 0.")
    contents = ObjectProperty[Image]("The image of a particle; None.")
    contents_rect = RectProperty(
        "The part of the image that is shown, in units of its size; (0, 0, 1, 1)."
    )
    contents_scale = Number("Pixels of the image per point; 1.")
    minification_filter = Text(
        'How the image is sampled when it is shown smaller: "nearest", "linear", "trilinear"; '
        '"linear".'
    )
    magnification_filter = Text(
        'How the image is sampled when it is shown larger: "nearest", "linear", "trilinear"; '
        '"linear".'
    )
    minification_filter_bias = Number("Added to the mip level; 0.")
    emitter_cells = ListProperty["EmitterCell"](
        "Cells of the particles that each particle emits; None."
    )
    # generated end

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
