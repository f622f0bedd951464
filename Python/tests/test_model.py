"""Layers, animations and their properties."""

import copy
import gc
import inspect
import pickle
import weakref

import glaze
import numpy as np
import pytest
from glaze import _objects

# Images have no properties.
IMAGES = (glaze.Image, glaze.ExternalImage)
CLASSES = [kind for kind in _objects.Object._classes.values() if kind not in IMAGES]
# Keys whose values are Swift objects of the host or of special classes, which C cannot represent.
WITHOUT_ATTRIBUTE = {"delegate", "layoutManager", "actions", "style", "emitterBehaviors"}


def made(kind: type) -> glaze.Object:
    if kind is glaze.Filter:
        return glaze.Filter("gaussianBlur")
    return kind()


def attributes(kind: type) -> dict[str, _objects.Property]:
    found = {name: inspect.getattr_static(kind, name) for name in dir(kind)}
    return {name: value for name, value in found.items() if isinstance(value, _objects.Property)}


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_attributes_are_the_properties_of_the_library(kind):
    object = made(kind)
    if kind is glaze.Filter:
        assert object.keys() == []
        return
    keys = {value.key.decode() for value in attributes(kind).values()}
    assert keys == set(object.keys()) - WITHOUT_ATTRIBUTE
    for name, value in attributes(kind).items():
        code = _objects.lib.glaze_object_key_type(object._handle, value.key)
        assert code == getattr(_objects.lib, "GLAZE_TYPE_" + value.kind), name


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_each_default_can_be_set_again(kind):
    object = made(kind)
    for name in attributes(kind):
        before = getattr(object, name)
        setattr(object, name, before)
        assert np.array_equal(getattr(object, name), before), name


# A value of each type that differs from the defaults.
VALUES = {
    "NUMBER": 3,
    "BOOL": None,
    "POINT": (3, 4),
    "SIZE": (3, 4),
    "RECT": (1, 2, 3, 4),
    "COLOR": (0.25, 0.5, 0.75, 1),
    "TRANSFORM": np.diag([2.0, 2.0, 2.0, 2.0]),
    "PATH": "M1 2 L3 4 Z",
}


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_each_value_is_read_as_it_was_set(kind):
    object = made(kind)
    for name, attribute in attributes(kind).items():
        if attribute.kind not in VALUES:
            continue
        value = VALUES[attribute.kind]
        if attribute.kind == "BOOL":
            value = not getattr(object, name)
        setattr(object, name, value)
        read = getattr(object, name)
        if attribute.kind == "PATH":
            assert read.startswith("M"), name
        else:
            assert np.allclose(np.asarray(read, float), np.asarray(value, float)), name
        # Apple's key is another door to the same value.
        key = attribute.key.decode()
        assert np.array_equal(object[key], read) or attribute.kind == "NUMBER", name


def test_values_of_each_type():
    layer = glaze.ShapeLayer(
        bounds=(1, 2, 30, 40),
        position=(5, 6),
        opacity=np.float32(0.5),
        hidden=True,
        masked_corners=glaze.Corners.MIN_X_MIN_Y | glaze.Corners.MAX_X_MAX_Y,
        shadow_offset=(1, 2),
        fill_color="#ff000080",
        path="M0 0 H10 V10 Z",
        line_dash_pattern=[4, 2],
        transform=glaze.translation(3, 4) @ glaze.scaling(2),
        fill_rule="even-odd",
    )
    assert layer.bounds == glaze.Rect(1, 2, 30, 40)
    assert layer.position == (5, 6)
    assert layer.opacity == 0.5
    assert layer.hidden is True
    assert layer.masked_corners == 9
    assert layer.shadow_offset == glaze.Size(1, 2)
    assert layer.fill_color == glaze.Color(1, 0, 0, 128 / 255)
    assert layer.path.startswith("M")
    assert layer.line_dash_pattern == [4, 2]
    assert layer.transform[3].tolist() == [6, 8, 0, 1]
    assert layer.fill_rule == "even-odd"
    layer.fill_color = None
    assert layer.fill_color is None
    layer.path = None
    assert layer.path is None


def test_key_paths(card):
    card["position.x"] = 12
    card["sublayers.dot.opacity"] = 0.25
    card["transform.rotation.z"] = 0.5
    assert card.position.x == card["position.x"] == 12
    assert card.find("dot").opacity == 0.25
    assert np.allclose(card.transform, glaze.rotation(0.5))
    card["hidden"] = True
    assert card["hidden"] is True
    with pytest.raises(glaze.WrongTypeError):
        card["hidden"] = 1
    with pytest.raises(glaze.WrongTypeError):
        card["opacity"] = True
    card["backgroundColor"] = "#0f0"
    assert card["backgroundColor"] == glaze.Color(0, 1, 0)
    card["transform"] = glaze.Affine(2, 0, 0, 2, 5, 6)
    assert card["transform"][3].tolist() == [5, 6, 0, 1]


def test_rotations_are_those_of_key_paths(card):
    for axis, key in (((1, 0, 0), "x"), ((0, 1, 0), "y"), ((0, 0, 1), "z")):
        card.transform = np.eye(4)
        card["transform.rotation." + key] = 0.7
        assert np.allclose(card.transform, glaze.rotation(0.7, *axis))


def test_errors_have_codes(card):
    with pytest.raises(glaze.UnknownNameError) as error:
        card["opacty"] = 1
    assert error.value.code == glaze.ErrorCode.UNKNOWN_NAME and "opacty" in str(error.value)
    with pytest.raises(glaze.UnknownNameError, match="sideways"):
        card.contents_gravity = "sideways"
    with pytest.raises(glaze.WrongTypeError) as error:
        card.sublayers = [1, 2]
    assert isinstance(error.value, TypeError)
    with pytest.raises(glaze.InvalidArgumentError, match="contain itself|holds"):
        card.find("dot").add_sublayer(card)
    with pytest.raises(AttributeError):
        card.opacty = 1
    with pytest.raises(TypeError):
        iter(card)
    with pytest.raises(TypeError, match="copied"):
        copy.copy(card)
    with pytest.raises(ValueError, match="zero"):
        card.name = "a\0b"
    with pytest.raises(ValueError, match="zero"):
        card["opacity\0x"]


@pytest.mark.parametrize("color", ["red", "#ff", "#gggggg", (1, 2), (1, 2, 3, 4, 5)])
def test_what_is_no_colour(card, color):
    with pytest.raises((TypeError, ValueError)):
        card.background_color = color


@pytest.mark.parametrize("point", [(1,), (1, 2, 3), "xy", 3])
def test_what_is_no_point(card, point):
    with pytest.raises((TypeError, ValueError)):
        card.position = point


def test_the_tree(card):
    dot = card.find("dot")
    assert card.sublayers == [dot] and dot.superlayer is card and card.superlayer is None
    other = glaze.TextLayer(name="text")
    card.insert_sublayer(other, at=0)
    assert [layer.name for layer in card.walk()] == ["card", "text", "dot"]
    assert isinstance(card.sublayers[0], glaze.TextLayer)
    dot.remove_from_superlayer()
    assert card.sublayers == [other]
    card.sublayers = []
    assert card.sublayers == []
    card.mask = dot
    assert card.mask is dot and dot.superlayer is card
    assert card.hit_test((1000, 0)) is None
    assert dot.convert_point((0, 0)) == (15, 10)


def test_the_same_layer_is_the_same_object(card):
    dot = card.find("dot")
    assert card.sublayers[0] is dot and card["sublayers"][0] is dot
    reference = weakref.ref(dot)
    del dot
    gc.collect()
    assert reference() is None
    # The layer lives on in its superlayer.
    assert card.find("dot").corner_radius == 5


def test_animations(card):
    move = glaze.BasicAnimation("position", to_value=(30, 15), duration=2)
    assert move.to_value == glaze.Point(30, 15)
    tint = glaze.KeyframeAnimation("backgroundColor", values=["#f00", (0, 1, 0)], key_times=[0, 1])
    assert tint.values == [glaze.Color(1, 0, 0), glaze.Color(0, 1, 0)]
    tint.timing_functions = ["easeIn"]
    turn = glaze.SpringAnimation("transform.rotation.z", from_value=0, to_value=1, damping=4)
    turn.timing_function = (0.2, 0, 0.8, 1)
    assert np.allclose(turn.timing_function, (0.2, 0, 0.8, 1))
    group = glaze.AnimationGroup(animations=[move, tint], duration=2)
    assert group.animations[1].key_path == "backgroundColor"
    card.add_animation(group, "group")
    assert isinstance(card.animation("group"), glaze.AnimationGroup)
    with pytest.raises(glaze.InvalidArgumentError):
        card.animation("group").duration = 1
    card.remove_animation("group")
    assert card.animation("group") is None


def test_filters_and_cells(card):
    blur = glaze.Filter("gaussianBlur", inputRadius=3)
    assert blur["inputRadius"] == 3 and repr(blur) == "<glaze.Filter 'gaussianBlur'>"
    card.filters = [blur]
    assert card.filters == [blur]
    card.compositing_filter = "multiplyBlendMode"
    cell = glaze.EmitterCell(birth_rate=10, lifetime=2, contents=np.full((2, 2, 4), 255, np.uint8))
    emitter = glaze.EmitterLayer(emitter_cells=[cell], emitter_shape="line")
    assert emitter.emitter_cells == [cell]
    assert cell.contents.width == 2


def test_changes_of_lists_are_changes_of_the_layer(card):
    first, second = glaze.Layer(name="first"), glaze.Layer(name="second")
    card.sublayers = []
    card.sublayers.append(first)
    card["sublayers"].append(second)
    assert card.sublayers == [first, second] and second.superlayer is card
    assert card.sublayers.pop() is second and second.superlayer is None
    card.sublayers += [second]
    card.sublayers.reverse()
    assert card.sublayers == [second, first]
    del card.sublayers[0]
    assert card.sublayers == [first]
    items = card.sublayers
    with pytest.raises(glaze.Error):
        items.append(1)
    assert items == card.sublayers == [first]
    gradient = glaze.GradientLayer(colors=["#f00"])
    gradient.colors.append("#00f")
    assert len(gradient.colors) == 2


def test_nan_is_no_number(card):
    for change in (
        lambda: setattr(card, "opacity", float("nan")),
        lambda: card.__setitem__("position.x", float("nan")),
    ):
        with pytest.raises(glaze.InvalidArgumentError, match="must be a number, got nan"):
            change()
    assert card.opacity == 1


def test_errors_can_be_pickled(card):
    with pytest.raises(glaze.UnknownNameError) as caught:
        card["opacty"] = 1
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is glaze.UnknownNameError
    assert (again.code, str(again)) == (caught.value.code, str(caught.value))
