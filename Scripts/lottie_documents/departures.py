"""Edits of documents that make them look as lottie-ios draws them, where it departs from After Effects.

Each edit is a function of a document's JSON, which it changes. Where an edit brings a sample to Apple's image, it shows
the cause of the difference.
"""

import math


def curve_value(c, t):
    """Returns the value of a timing function with control points (x1, y1, x2, y2)."""
    x1, y1, x2, y2 = c
    low, high = 0.0, 1.0
    for _ in range(48):
        s = (low + high) / 2
        if 3 * (1 - s) ** 2 * s * x1 + 3 * (1 - s) * s * s * x2 + s ** 3 < t:
            low = s
        else:
            high = s
    s = (low + high) / 2
    return 3 * (1 - s) ** 2 * s * y1 + 3 * (1 - s) * s * s * y2 + s ** 3


def first(value):
    return value[0] if isinstance(value, list) else value


def values_between(key, following, steps):
    """Returns the points of a motion along a curve at even steps of its time, by the curve's parameter."""
    start = key["s"]
    end = key.get("e") or following.get("s")
    out, arriving = key.get("to") or [0, 0, 0], key.get("ti") or [0, 0, 0]
    if "o" in key and "i" in key:
        easing = [float(first(key["o"]["x"])), float(first(key["o"]["y"])), float(first(key["i"]["x"])),
                  float(first(key["i"]["y"]))]
    else:
        easing = [0, 0, 1, 1]
    points = []
    for index in range(steps):
        s = curve_value(easing, index / steps)
        r = 1 - s
        points.append([
            r ** 3 * a + 3 * r * r * s * (a + b) + 3 * r * s * s * (d + c) + s ** 3 * d
            for a, b, c, d in zip(start, list(out) + [0], list(arriving) + [0], end)])
    return points, end


def properties(node):
    """Yields all animated properties."""
    if isinstance(node, dict):
        keys = node.get("k")
        if isinstance(keys, list) and keys and all(isinstance(key, dict) and "t" in key for key in keys):
            yield node
        for value in node.values():
            yield from properties(value)
    elif isinstance(node, list):
        for value in node:
            yield from properties(value)


def curves_by_parameter(document):
    """lottie-ios moves along a curve by its parameter."""
    for node in list(properties(document)):
        keys = node["k"]
        if not any(any(first([v]) != 0 for v in (k.get("to") or []) + (k.get("ti") or [])) for k in keys
                   if isinstance(k.get("to"), list)):
            continue
        result = []
        for key, following in zip(keys, keys[1:]):
            curved = isinstance(key.get("to"), list) and any(v != 0 for v in key["to"] + (key.get("ti") or []))
            if not curved or key.get("h"):
                result.append(key)
                continue
            if following["t"] is None or key["t"] is None:
                result.append(key)
                continue
            length = following["t"] - key["t"]
            steps = max(min(int(length * 4), 4000), 8)
            points, _ = values_between(key, following, steps)
            for index, point in enumerate(points):
                result.append({"t": key["t"] + length * index / steps, "s": point, "linear": 1})
        last = dict(keys[-1])
        if "s" not in last and len(keys) > 1:
            last["s"] = keys[-2].get("e") or keys[-2]["s"]
        last.pop("to", None)
        result.append(last)
        node["k"] = result


def groups(document):
    """Yields all lists of items of shapes."""
    def inside(items):
        yield items
        for item in items:
            if item.get("ty") == "gr":
                yield from inside(item.get("it", []))
    for layers in compositions(document):
        for layer in layers:
            if layer.get("ty") == 4:
                yield from inside(layer.get("shapes", []))


def compositions(document):
    yield document["layers"]
    for asset in document.get("assets", []):
        if "layers" in asset:
            yield asset["layers"]


def strokes_above_fills(document):
    """lottie-ios draws a fill and a stroke of one group with one layer, whose stroke is above; a gradient of the
    group repeats the stroke."""
    for items in groups(document):
        types = [item.get("ty") for item in items]
        if types.count("fl") == types.count("st") == 1 and types.index("fl") < types.index("st"):
            stroke = items.pop(types.index("st"))
            items[types.index("fl"):types.index("fl")] = [stroke] * (2 if "gf" in types else 1)


def whole_fills(document):
    """lottie-ios does not trim fills."""
    for items in groups(document):
        for index, item in reversed(list(enumerate(items))):
            if item.get("ty") == "tm" and styles_of(items) <= {"fl", "gf"}:
                del items[index]


def styles_of(items):
    """Returns the types of styles among items and those of their groups."""
    found = {item.get("ty") for item in items} & {"fl", "gf", "st", "gs"}
    for item in items:
        if item.get("ty") == "gr":
            found |= styles_of(item.get("it", []))
    return found


def late_ends(document):
    """lottie-ios shows some layers at the frame at which they end, together with their successors."""
    for layers in compositions(document):
        for layer in layers:
            if "op" in layer:
                layer["op"] += 0.01


def later_end(document):
    """lottie-ios draws the frame at which a document ends, with the layers that begin there."""
    document["op"] += 1


def intersected_differences(document):
    """lottie-ios intersects masks of the mode difference."""
    for layers in compositions(document):
        for layer in layers:
            for mask in layer.get("masksProperties") or []:
                if mask.get("mode") == "f":
                    mask["mode"] = "i"


def gradients_with_paths(document):
    """lottie-ios transforms a gradient with the paths of the group before it."""
    for items in list(groups(document)):
        found = [item for item in items if item.get("ty") in ("gf", "gs")]
        inner = [item for item in items if item.get("ty") == "gr"]
        if found and len(inner) == 1:
            items[:] = [item for item in items if item not in found]
            inner[0]["it"][-1:-1] = found


def easing_of_first_dimension(document):
    """lottie-ios moves all dimensions with the easing of the first one."""
    for node in properties(document):
        for key in node["k"]:
            for side in ("i", "o"):
                if isinstance(key.get(side), dict) and isinstance(key[side].get("x"), list):
                    key[side] = {axis: numbers[:1] for axis, numbers in key[side].items()}


def positions(document):
    """Yields the positions of layers that move."""
    for layers in compositions(document):
        for layer in layers:
            position = layer.get("ks", {}).get("p", {})
            if isinstance(position.get("k"), list) and position["k"] and isinstance(position["k"][0], dict):
                yield position


def unreached_positions(document):
    """Core Animation does not reach the last point of a path in discrete mode, of which lottie-ios makes positions."""
    for position in positions(document):
        keys = position["k"]
        if len(keys) > 1 and keys[-2].get("h"):
            keys.pop()


def has_matrix(layer):
    """Whether lottie-ios animates the transform of a layer as one matrix."""
    scale = layer.get("ks", {}).get("s", {}).get("k")
    keys = scale if isinstance(scale, list) and scale and isinstance(scale[0], dict) else [{"s": scale}]
    return any(isinstance(key.get("s"), list) and key["s"][0] < 0 for key in keys)


def matrices_in_tenths(document):
    """lottie-ios samples a matrix whose parts have different keyframes at tenths of frames, as float numbers."""
    for layers in compositions(document):
        for layer in layers:
            if has_matrix(layer):
                for node in properties(layer["ks"]):
                    for key in node["k"]:
                        key["t"] += 0.1


def matrices_with_short_turns(document):
    """lottie-ios animates a matrix between keyframes: Core Animation turns it by less than a half turn, and moves its
    origin along a line."""
    for layers in compositions(document):
        for layer in filter(has_matrix, layers):
            parts = layer["ks"]
            (x, y), (left, top) = parts["p"]["k"][:2], [a * s / 100 for a, s in zip(parts["a"]["k"], parts["s"]["k"][:2])]
            turn, moved = parts["r"]["k"], []
            for before, key in zip([None] + turn, turn):
                angle = math.radians(key["s"][0])
                point = [x - left * math.cos(angle) + top * math.sin(angle),
                         y - left * math.sin(angle) - top * math.cos(angle), 0]
                moved.append({**{name: key[name] for name in ("i", "o", "t") if name in key}, "s": point})
                if before:
                    last = before["s"][0]
                    key["s"] = [last + (key["s"][0] - last + 180) % 360 - 180]
            parts["a"]["k"], parts["p"] = [0, 0, 0], {"a": 1, "k": moved}


CURVES = [
    "DotLottie/multiple_animations", "Issues/issue_1725", "Issues/issue_1949_full_paths",
    "Issues/issue_1949_short_paths", "Issues/issue_2030", "Issues/issue_2269", "Issues/issue_2270", "Issues/issue_769",
    "Issues/issue_965", "Issues/pr_1563", "Issues/pr_1592", "Issues/pr_2305", "LottieFiles/cactus",
    "LottieFiles/dog_car_ride", "LottieFiles/gradient_shapes", "LottieFiles/settings_slider",
    "LottieFiles/step_loader", "LottieLogo2", "MotionCorpse_Jrcanest", "TypeFace/A", "TypeFace/D", "TypeFace/F",
    "TypeFace/L", "TypeFace/W", "setValueTest", "vcTransition2",
]
# The edits of samples that lottie-ios draws differently.
EDITS = {name: [curves_by_parameter] for name in CURVES}
EDITS |= {
    "Issues/issue_1125": [whole_fills],
    "Issues/issue_1717": [gradients_with_paths],
    "Issues/issue_1744": [later_end],
    "Issues/issue_1887": [strokes_above_fills],
    "Issues/issue_2094": [matrices_with_short_turns],
    "LottieFiles/fireworks": [easing_of_first_dimension],
    "TypeFace/Apostrophe": [curves_by_parameter, intersected_differences],
    "TypeFace/Colon": [late_ends],
    "TypeFace/O": [matrices_in_tenths],
    "TypeFace/Y": [unreached_positions],
}


def edit(name, document):
    """Makes a sample's document look as lottie-ios draws it; returns whether anything changed."""
    for change in EDITS.get(name, []):
        change(document)
    return name in EDITS
