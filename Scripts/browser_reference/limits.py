"""What browsers draw otherwise by their nature, and experiments that take each such limit away.

A limit explains a scene only where the experiment proves it: without the limit, the scene agrees.

Other limits are excluded from random scenes (scenes.py), since a scene that cannot agree proves nothing:

* Chromium cuts layers in space along each other's planes, and loses parts of what reaches out of a layer. There
  layers clip, and have neither shadows nor filters.
* Elements with a transform in space, a tint or an instance's transform isolate blend modes; layers do not. Blend modes
  stand among siblings in a plane.
* An element that clips has no shadow, where a layer has the part within its bounds. No layer has both.
* Conic gradients of several alphas mix premultiplied in CSS. Theirs are opaque.
* An instance's color multiplies colors before color filters, a tint in CSS the image after them. Instances have none.
"""

import collections

from . import spaces

# `applies` returns whether a scene can have the limit; `sorts` and `fine` are the options of the experiment.
Limit = collections.namedtuple("Limit", "reason applies sorts fine")


def walk(layer):
    """Yields all layers."""
    yield layer
    for child in (layer.get("sublayers") or []) + ([layer["mask"]] if layer.get("mask") else []):
        yield from walk(child)


def has_space(scene):
    """Whether layers leave the plane of their superlayer."""
    return any(count > 0 for count in deep_counts(scene))


def has_meeting_layers(scene):
    """Whether a space holds several layers, which the browser sorts and cuts."""
    return any(count > 1 for count in deep_counts(scene))


def deep_counts(scene):
    """Yields the number of layers in each space that has depth."""
    for layer in walk(scene["root"]):
        matrices = [matrix @ spaces.seen(layer) for _, matrix in spaces.leaves(layer.get("sublayers") or [])]
        if any(spaces.is_deep(matrix) for matrix in matrices):
            yield len(matrices)


def has_outlines_alone(scene):
    """Whether all edges of a scene are outlines of layers and paths, and none are texels, stops or mixed colors."""
    return not any(
        layer.get("contents") or layer.get("compositingFilter") or has_steep_stops(layer)
        for layer in walk(scene["root"]))


def has_steep_stops(layer):
    places = layer.get("locations") or [0, 1]
    return layer.get("type") == "conic" or any(b - a < 0.05 for a, b in zip(places, places[1:]))


def depends_on_samples(scene):
    return not has_outlines_alone(scene)


def has_both(scene):
    return depends_on_samples(scene) and has_meeting_layers(scene)


SORT = (
    "the browser loses or misplaces parts of layers that meet in space: it agrees where each is drawn alone and sorted")
SAMPLES = (
    "the mean of 4 by 4 samples differs from one sample of texels, steep stops or mixed colors: it agrees where both "
    "are drawn 4 times as large")

LIMITS = [
    Limit(SORT, has_meeting_layers, sorts=True, fine=False),
    Limit(SAMPLES, depends_on_samples, sorts=False, fine=True),
    Limit(SORT + "; and " + SAMPLES, has_both, sorts=True, fine=True),
]
