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
    """What layers, animations and emitter cells have of time: Apple's CAMediaTiming."""

    __slots__ = ()

    begin_time = Number("When it begins in the time around it, in seconds; 0.")
    duration = Number("How long its time lasts, in seconds.")
    speed = Number("Of its time; 1.")
    time_offset = Number("What is added to its time, in seconds; 0.")
    repeat_count = Number("How often the duration is repeated; 0 is once.")
    repeat_duration = Number("How long the duration is repeated, in seconds; 0.")
    autoreverses = Bool("Whether time goes back after the duration; False.")
    fill_mode = Text('What is shown before and after: "removed", "forwards", "backwards", "both".')


class Animation(Timing):
    """How properties change in time. Keywords set attributes; a layer gets a copy.

    A duration of 0 is that of the transaction, 0.25 s.
    """

    __slots__ = ()

    timing_function = Property[Any, Any]('A name such as "easeOut", or four numbers; None.')
    removed_on_completion = Bool("Whether it leaves the layer at its end; True.")

    def __init__(self, **properties: Any) -> None:
        self._begin(lib.glaze_animation_create(self._class_name.encode(), ffi.NULL), properties)

    def __repr__(self) -> str:
        return f"<glaze.{type(self).__name__} of {self.duration:g} s>"


class Animated(Property[Any, Any]):
    """A value of the property that is animated: a number, a point, a colour, a matrix..."""

    def set(self, owner: Object, value: Any) -> None:
        owner._set(self.key, value, _type_of_key(owner["keyPath"] or ""))


class AnimatedList(ListProperty[Any]):
    """Values of the property that is animated."""

    def set(self, owner: Object, value: Any) -> None:
        owner._set(
            self.key, list(value), lib.GLAZE_TYPE_ARRAY, _type_of_key(owner["keyPath"] or "")
        )


@functools.cache
def _type_of_key(key_path: str) -> int:
    """The type of the values of a key path, where a class of layers has it as an attribute."""
    for kind in Object._classes.values():
        for name in dir(kind) if kind._class_name.endswith("Layer") else ():
            found = getattr(kind, name)
            if isinstance(found, Property) and found.key == key_path.encode():
                return int(getattr(lib, "GLAZE_TYPE_" + found.kind))
    return int(lib.GLAZE_TYPE_ANY)


class PropertyAnimation(Animation):
    """An animation of one property, by its key path."""

    __slots__ = ()

    key_path = OptionalText("What is animated, such as 'position.x'.")
    additive = Bool("Whether values are added to the property; False.")
    cumulative = Bool("Whether each repetition starts where the last ended; False.")
    value_function = OptionalText("Makes a transform of numbers, such as 'rotateZ'; None.")

    def __init__(self, key_path: str | None = None, **properties: Any) -> None:
        name = self._class_name.encode()
        self._begin(lib.glaze_animation_create(name, utf8(key_path)), properties)

    def __repr__(self) -> str:
        return f"<glaze.{type(self).__name__} of {self.key_path!r}, {self.duration:g} s>"


class BasicAnimation(PropertyAnimation, name="CABasicAnimation"):
    """From a value to another."""

    __slots__ = ()

    from_value = Animated("None is the property's.")
    to_value = Animated("None is the property's.")
    by_value = Animated("What is added; None.")


class KeyframeAnimation(PropertyAnimation, name="CAKeyframeAnimation"):
    """Through several values, or along a path."""

    __slots__ = ()

    values = AnimatedList("The values, in order.")
    path = Path("Where a point goes, as SVG's d attribute; instead of values.")
    key_times = NumbersProperty("When values are reached, 0 to 1; even when empty.")
    timing_functions = ListProperty[Any]("A name or four numbers for each step.")
    calculation_mode = Text('"linear", "discrete", "paced", "cubic" or "cubicPaced".')
    tension_values = NumbersProperty("Of cubic modes.")
    continuity_values = NumbersProperty("Of cubic modes.")
    bias_values = NumbersProperty("Of cubic modes.")
    rotation_mode = OptionalText('"auto" or "autoReverse" turns along the path; None.')


class SpringAnimation(BasicAnimation, name="CASpringAnimation"):
    """A spring."""

    __slots__ = ()

    mass = Number("1.")
    stiffness = Number("100.")
    damping = Number("10.")
    initial_velocity = Number("In distances a second; 0.")
    allows_overdamping = Bool("Whether more than critical damping is taken; False.")


class AnimationGroup(Animation, name="CAAnimationGroup"):
    """Animations that run together."""

    __slots__ = ()

    animations = ListProperty[Animation]("What runs.")


class Transition(Animation, name="CATransition"):
    """From a layer's look before a change to that after it."""

    __slots__ = ()

    type = Text('"fade", "moveIn", "push" or "reveal".')
    subtype = OptionalText('"fromLeft", "fromRight", "fromTop", "fromBottom"; None.')
    start_progress = Number("0 to 1; 0.")
    end_progress = Number("0 to 1; 1.")
    filter = Property[Any, Any](
        "A Filter in the place of the type, or the name of one, such as CISwipeTransition; None."
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
        """What the filter does, such as "gaussianBlur"."""
        return str(self["type"])

    def __repr__(self) -> str:
        return f"<glaze.Filter {self.type!r}>"


class EmitterCell(Timing, name="CAEmitterCell"):
    """A kind of particles. A range is how far values spread around the middle, both ways."""

    __slots__ = ()

    name = OptionalText("What key paths call the cell; None.")
    enabled = Bool("Whether anything is emitted; True.")
    birth_rate = Number("Particles a second; 0.")
    lifetime = Number("In seconds; 0.")
    lifetime_range = Number("In seconds; 0.")
    emission_latitude = Number("The direction, from the plane, in radians; 0.")
    emission_longitude = Number("The direction, in the plane, in radians; 0.")
    emission_range = Number("The angle of the cone, in radians; 0.")
    velocity = Number("In points a second; 0.")
    velocity_range = Number("In points a second; 0.")
    x_acceleration = Number("In points a second squared; 0.")
    y_acceleration = Number("In points a second squared; 0.")
    z_acceleration = Number("In points a second squared; 0.")
    scale = Number("Of the contents; 1.")
    scale_range = Number("0.")
    scale_speed = Number("A second; 0.")
    spin = Number("In radians a second; 0.")
    spin_range = Number("In radians a second; 0.")
    color = ColorProperty("What the contents are multiplied with; white.")
    red_range = Number("0.")
    green_range = Number("0.")
    blue_range = Number("0.")
    alpha_range = Number("0.")
    red_speed = Number("A second; 0.")
    green_speed = Number("A second; 0.")
    blue_speed = Number("A second; 0.")
    alpha_speed = Number("A second; 0.")
    contents = ObjectProperty[Image]("An Image, or an array or Pillow image to make one of; None.")
    contents_rect = RectProperty("The part of the contents that is drawn, 0 to 1.")
    contents_scale = Number("Pixels of the contents a point; 1.")
    minification_filter = Text('How contents are made smaller; "linear".')
    magnification_filter = Text('How contents are made larger; "linear".')
    minification_filter_bias = Number("Level of detail that is added; 0.")
    emitter_cells = ListProperty["EmitterCell"]("What the particles emit.")

    def __init__(self, **properties: Any) -> None:
        self._begin(lib.glaze_emitter_cell_create(), properties)

    def __repr__(self) -> str:
        return f"<glaze.EmitterCell {self.name!r}>" if self.name else "<glaze.EmitterCell>"


# Callbacks that were given and not called yet.
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

    duration: how long their animations take, in seconds.
    actions: False has changes show at once.
    timing_function: how they are paced: "linear", "easeIn", "easeOut", "easeInEaseOut", "default".
    completion: called when all animations have ended, by the commit or frame that ends them.
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
