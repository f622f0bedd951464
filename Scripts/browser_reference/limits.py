"""Scenes that browsers draw otherwise by their nature: they are no evidence against Glaze.

Most limits are excluded from random scenes (scenes.py), since a scene that cannot agree says nothing:

* Chromium cuts layers in space along each other's planes, and loses parts of what reaches out of a layer. There
  layers clip, and have neither shadows nor filters.
* Elements with a transform in space, a tint or an instance's transform isolate blend modes; layers do not. Blend modes
  stand among siblings in a plane.
* An element that clips has no shadow, where a layer has the part within its bounds. No layer has both.
* Conic gradients of several alphas mix premultiplied in CSS. Theirs are opaque.
"""


def reason(scene):
    """The reason why a browser draws a scene differently; None if no known reason explains it."""
    for layer, above in walk(scene["root"]):
        for text, holds in LIMITS:
            if holds(layer, above):
                return text
    return None


def walk(layer, above=()):
    """Yields all layers with their superlayers."""
    yield layer, above
    children = list(layer.get("sublayers") or [])
    for child in children + ([layer["mask"]] if layer.get("mask") else []):
        yield from walk(child, above + (layer,))


def has_outlines_alone(scene):
    """Whether all edges of a scene are outlines of layers and paths, and none are texels, stops or mixed colors."""
    return not any(
        layer.get("contents") or layer.get("compositingFilter") or has_steep_stops(layer)
        for layer, _ in walk(scene["root"]))


def has_steep_stops(layer):
    places = layer.get("locations") or [0, 1]
    return layer.get("type") == "conic" or any(b - a < 0.05 for a, b in zip(places, places[1:]))


def is_image(layer, above):
    return bool(layer.get("contents"))


def mixes_components(layer, above):
    name = layer.get("compositingFilter", "")
    return name.startswith(("hue", "saturation", "color", "luminosity", "overlay", "softLight", "hardLight"))


# Each reason names the mechanism that differs. It is inferred from scenes of one property each: all other properties of
# random scenes agree alone. No random scene was cut down to prove it yet.
LIMITS = [
    ("the browser's 4 by 4 samples of a pixel show other texels than the one sample of a pixel", is_image),
    ("along edges the browser mixes colors and then averages, a pixel is averaged first", mixes_components),
]
