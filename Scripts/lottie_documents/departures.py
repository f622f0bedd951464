"""Edits of documents that make them look as lottie-ios draws them, where it departs from After Effects.

Each edit is a function of a document's JSON, which it changes. Where an edit brings a sample to Apple's image, it shows
the cause of the difference.
"""

import copy
import math

from .keyframes import (
    curve_value, differ, easing_of, end_of, first, hold_in_tenths, is_curved, mixed, properties, sample, value_at)


def values_between(key, following, steps):
    """Returns the points of a motion along a curve at even steps of its time, by the curve's parameter."""
    start = key["s"]
    end = key.get("e") or following.get("s")
    out, arriving = key.get("to") or [0, 0, 0], key.get("ti") or [0, 0, 0]
    easing = easing_of(key)
    points = []
    for index in range(steps):
        s = curve_value(easing, index / steps)
        r = 1 - s
        points.append([
            r ** 3 * a + 3 * r * r * s * (a + b) + 3 * r * s * s * (d + c) + s ** 3 * d
            for a, b, c, d in zip(start, list(out) + [0], list(arriving) + [0], end)])
    return points, end


def curves_by_parameter(document):
    """lottie-ios moves along a curve by its parameter."""
    for node in list(properties(document)):
        keys = node["k"]
        if not any(map(is_curved, keys)):
            continue
        result = []
        for key, following in zip(keys, keys[1:]):
            if not is_curved(key) or key.get("h"):
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


def long_dots(document):
    """lottie-ios gives dashes without a length one of 0.01."""
    for items in groups(document):
        for dash in (dash for item in items if item.get("ty") in ("st", "gs") for dash in item.get("d", [])):
            if dash["n"] == "d" and dash["v"]["k"] == 0:
                dash["v"]["k"] = 0.01


def turned_handle(a, b, fraction):
    """Returns the handle between two others, by angle and length."""
    before, after = math.hypot(*a), math.hypot(*b)
    if before == 0 or after == 0:
        return [x + (y - x) * fraction for x, y in zip(a, b)]
    angle = math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]) * fraction
    scale = max(before + (after - before) * fraction, 0) / before
    c, s = math.cos(angle) * scale, math.sin(angle) * scale
    return [a[0] * c - a[1] * s, a[0] * s + a[1] * c]


def path_between(a, b, fraction):
    """Returns the path that Core Animation draws between two others."""
    handles = {side: [turned_handle(v, w, fraction) for v, w in zip(a[side], b[side])] for side in ("i", "o")}
    return {**a, **handles, "v": mixed(a["v"], b["v"], fraction)}


def handles_by_angle(document):
    """Core Animation turns the handles of curves between two paths."""
    for node in list(properties(document)):
        keys, result = node["k"], []
        if not isinstance(first(keys[0].get("s")), dict):
            continue
        for key, following in zip(keys, keys[1:]):
            result.append(key)
            start, end = first(key["s"]), first(end_of(key, following))
            if key.get("h") or len(start["v"]) != len(end["v"]):
                continue
            length, easing = following["t"] - key["t"], easing_of(key)
            steps = max(math.ceil(length * 4), 1)
            result[-1:] = [
                {"t": key["t"] + length * index / steps,
                 "s": [path_between(start, end, curve_value(easing, index / steps))]} for index in range(steps)]
        last = dict(keys[-1])
        if "s" not in last:
            last["s"] = keys[-2]["e"]
        node["k"] = result + [last]


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
    """lottie-ios trims the strokes of shapes and not their fills; strokes come first."""
    for items in list(groups(document)):
        for trim in [item for item in items if item.get("ty") == "tm"]:
            end = items.index(trim)
            if styles_of(items[:end]) & {"fl", "gf"}:
                strokes = {"ty": "gr", "it": without(items[:end], ("fl", "gf")) + [trim]}
                items[:end + 1] = [strokes, *without(items[:end], ("st", "gs"))]


def without(items, types):
    """Returns copies of items and groups without those of some types."""
    return [
        {**item, "it": without(item["it"], types)} if item.get("ty") == "gr" else item
        for item in items if item.get("ty") not in types]


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


def late_jumps(document):
    """lottie-ios shows some held values at the frame at which they end."""
    for node in properties(document):
        for key, following in zip(node["k"], node["k"][1:]):
            if key.get("h"):
                following["t"] += 0.01


def late_scales(document):
    """lottie-ios shows held scales of a sample at the frame at which they end, and its other values not."""
    for layers in compositions(document):
        for layer in layers:
            late_jumps(layer["ks"].get("s", {}))


def later_end(document):
    """lottie-ios draws the frame at which a document ends, with the layers that begin there and those that end there."""
    for layer in document["layers"]:
        if layer["op"] == document["op"]:
            layer["op"] += 1
    document["op"] += 1


def remapped_in_frames(document):
    """lottie-ios samples what moves in remapped time at the frames before the document's last one."""
    assets, copies = {asset["id"]: asset for asset in document["assets"] if "layers" in asset}, []

    def visit(layers, frames, is_remapped):
        for layer in layers:
            remap = layer.get("tm", {"k": []})
            for node in list(properties(layer if is_remapped else remap)):
                sample(node, sorted(set(frames)))
            if layer.get("ty") != 0:
                continue
            # Other layers can show the composition at other times.
            copies.append({**copy.deepcopy(assets[layer["refId"]]), "id": f"copy {len(copies)}"})
            layer["refId"] = copies[-1]["id"]
            inner = [(frame - layer.get("st", 0)) / layer.get("sr", 1) for frame in frames]
            if isinstance(remap["k"], list) and remap["k"]:
                inner = [first(key["s"]) * document["fr"] for key in remap["k"]]
                # After the last frame, time stands still.
                remap["k"].append({**remap["k"][-1], "t": remap["k"][-1]["t"] + 1})
            elif "tm" in layer:
                inner = [remap["k"] * document["fr"]]
            visit(copies[-1]["layers"], inner, is_remapped or "tm" in layer)

    count = math.ceil(document["op"] - document["ip"] - 1e-3)
    visit(document["layers"], [document["ip"] + index for index in range(count)], False)
    document["assets"] += copies


def without_merges(document):
    """lottie-ios draws all shapes of a group instead of merging them."""
    for items in groups(document):
        items[:] = [item for item in items if item.get("ty") != "mm"]


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


def trims_in_tenths(document):
    """lottie-ios holds a trim whose parts have different keyframes for tenths of frames."""
    for items in groups(document):
        for item in items:
            parts = list(properties(item)) if item.get("ty") == "tm" else []
            if differ(parts):
                hold_in_tenths(parts)


def paths_in_tenths(document):
    """lottie-ios holds the paths of a group for tenths of frames if they have different keyframes."""
    for items in groups(document):
        paths = [node for item in items if item.get("ty") == "sh" for node in properties(item)]
        if differ(paths):
            hold_in_tenths(paths)


def matrices(document):
    """lottie-ios animates the transforms of some layers as matrices. If their parts have different keyframes, it holds
    them for tenths of frames, else it animates them between keyframes."""
    for layers in compositions(document):
        for layer in filter(has_matrix, layers):
            moving = [node for name in "apsr" for node in properties(layer["ks"].get(name, {}))]
            if differ(moving):
                hold_in_tenths(moving)
            elif moving:
                join(layer["ks"], moving[0]["k"])


def join(parts, timing):
    """Makes one matrix of the parts of a transform: Core Animation turns it by less than a half turn, moves its origin
    along a line, and ignores an animation of one value, which lottie-ios makes of a matrix that holds."""
    poses = [pose(parts, key["t"]) for key in timing]
    for before, after in zip(poses, poses[1:]):
        turn = before["r"][0]
        after["r"] = [turn + (after["r"][0] - turn + 180) % 360 - 180]
    is_held = all(key.get("h") for key in timing[:-1])
    for name, none in (("p", [0, 0, 0]), ("s", [100, 100, 100]), ("r", [0])):
        ends = [pose[name] for pose in poses[1:]] + [None]
        parts[name] = {"a": 1, "k": [
            {**{part: key[part] for part in ("i", "o", "t", "h") if part in key}, "e": end,
             "s": none if key.get("h") and not is_held else pose[name]}
            for key, pose, end in zip(timing, poses, ends)]}
    parts["a"] = {"a": 0, "k": [0, 0, 0]}


def pose(parts, frame):
    """Returns the position of a layer's origin, its scale and its rotation at a frame."""
    def value(name, standard):
        content = parts.get(name, {}).get("k", standard)
        return value_at(content, frame) if next(properties(parts.get(name, {})), None) else content

    scale, turn = value("s", [100, 100, 100]), first(value("r", 0))
    x, y = (a * s / 100 for a, s in zip(value("a", [0, 0, 0])[:2], scale))
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    left, top = value("p", [0, 0, 0])[:2]
    return {"p": [left - x * c + y * s, top - x * s - y * c, 0], "s": scale, "r": [turn]}


def planar_parts(x, y):
    """Decomposes a matrix with these rows into scale, rotation and the rest, as CSS Transforms does."""
    scale = [math.hypot(*x), math.hypot(*y)]
    x, y = [v / scale[0] for v in x], [v / scale[1] for v in y]
    c, s = x
    return [scale, math.atan2(s, c), [c * v - s * w for v, w in zip(x, y)], [s * v + c * w for v, w in zip(x, y)]]


def rows(scale, angle, first_rest, second_rest):
    """Returns the rows of the matrix that has these parts."""
    c, s = math.cos(angle), math.sin(angle)
    return ([scale[0] * (c * v + s * w) for v, w in zip(first_rest, second_rest)],
            [scale[1] * (c * w - s * v) for v, w in zip(first_rest, second_rest)])


def skewed_matrices(document):
    """lottie-ios animates a group with skew as a matrix, of which Core Animation moves the parts."""
    for items in groups(document):
        for group in items:
            skew = group["sk"]["k"] if group.get("ty") == "tr" and "sk" in group else 0
            if skew and next(properties(group["r"]), None):
                move_parts(group, math.tan(math.radians(-skew)))


def move_parts(group, lean):
    """Replaces a group's rotation by those rotations, scales and skews that have the matrices of moving parts."""
    keys, moved = group["r"]["k"], {"r": [], "s": [], "sk": []}

    def parts_at(degrees):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        a, b = (part / 100 for part in group["s"]["k"][:2])
        return planar_parts([a * c, a * s], [b * (lean * c - s), b * (lean * s + c)])

    for key, following in zip(keys, keys[1:]):
        start, end = (parts_at(first(value)) for value in (key["s"], end_of(key, following)))
        end[1] = start[1] + math.remainder(end[1] - start[1], 2 * math.pi)
        steps = math.ceil((following["t"] - key["t"]) * 4)
        for index in range(steps):
            x, y = rows(*mixed(start, end, curve_value(easing_of(key), index / steps)))
            width, turn = math.hypot(*x), math.atan2(x[1], x[0])
            along, across = ((x[0] * y[0] + x[1] * y[1]) / width, (x[0] * y[1] - x[1] * y[0]) / width)
            values = {"r": [turn], "s": [width, across], "sk": [-math.atan2(along, across)]}
            for name, numbers in values.items():
                unit = 100 if name == "s" else 180 / math.pi
                moved[name].append({
                    "t": key["t"] + (following["t"] - key["t"]) * index / steps, "s": [unit * n for n in numbers]})
    for name, samples in moved.items():
        group[name] = {"a": 1, "k": samples}


def ineffective_holds(document):
    """Core Animation ignores an animation of one value, which lottie-ios makes of opacities that hold between others."""
    for items in groups(document):
        for node in (node for item in items if "o" in item for node in properties(item["o"])):
            keys = node["k"]
            if all(key.get("h") for key in keys[:-1]):
                continue
            for before, key in zip([{}] + keys, keys[:-1]):
                if key.get("h"):
                    before["e"], key["s"] = key["s"], 100


def squared_opacities(document):
    """lottie-ios draws gradients with the opacity of their stops twice."""
    for items in groups(document):
        for item in items:
            if item.get("ty") in ("gf", "gs"):
                numbers, colors = item["g"]["k"]["k"], 4 * item["g"]["p"]
                stops = list(zip(numbers[colors::2], numbers[colors + 1::2]))
                shares = [index / 16 for index in range(16)]
                between = [
                    (a + (b - a) * share, v + (w - v) * share)
                    for (a, v), (b, w) in zip(stops, stops[1:]) for share in shares]
                numbers[colors:] = [x for at, opacity in between + stops[-1:] for x in (at, opacity ** 2)]


def highlights_at_centers(document):
    """lottie-ios does not draw the highlights of radial gradients."""
    for items in groups(document):
        for item in items:
            item.pop("h", None)


def flat_scales(document):
    """lottie-ios does not scale the depth of layers; `render(in:)` would take them for layers turned in space."""
    for layers in compositions(document):
        for layer in layers:
            for node in properties(layer["ks"].get("s", {})):
                for key in node["k"]:
                    for side in ("s", "e"):
                        if side in key:
                            key[side] = key[side][:2] + [100]


def turned_at_origin(document):
    """`render(in:)` draws a layer that is turned in space without its transform, with its anchor at its superlayer's
    origin."""
    frames = range(math.floor(document["ip"]), math.ceil(document["op"]) + 1)
    for layers in compositions(document):
        for layer in layers:
            parts = layer["ks"]
            turns = [parts.pop(axis)["k"] for axis in ("rx", "ry") if axis in parts]
            if not turns:
                continue
            def is_flat(frame):
                return math.prod(math.cos(math.radians(first(value_at(turn, frame)))) for turn in turns) > 0.9999
            for part in (parts[name] for name in ("p", "rz") if name in parts):
                keys = list(part["k"]) if next(properties(part), None) else [{"t": 0, "s": part["k"]}]
                part["k"] = [
                    {"t": frame, "s": value_at(keys, frame) if is_flat(frame) else [0, 0, 0], "h": 1}
                    for frame in frames]


CURVES = [
    "DotLottie/multiple_animations", "Issues/issue_1725", "Issues/issue_1949_full_paths",
    "Issues/issue_1949_short_paths", "Issues/issue_2030", "Issues/issue_2269", "Issues/issue_769", "Issues/issue_965",
    "Issues/pr_1563", "Issues/pr_1592", "Issues/pr_2305", "LottieFiles/cactus", "LottieFiles/dog_car_ride",
    "LottieFiles/settings_slider", "LottieFiles/step_loader", "LottieLogo2", "MotionCorpse_Jrcanest", "TypeFace/A",
    "TypeFace/D", "TypeFace/W", "setValueTest", "vcTransition2",
]
# The edits of samples that lottie-ios draws differently.
EDITS = {name: [curves_by_parameter] for name in CURVES}
EDITS |= {
    "DotLottie/zen_lottiev2": [skewed_matrices],
    "Issues/issue_1125": [whole_fills],
    "Issues/issue_1557": [long_dots],
    "Issues/issue_1717": [gradients_with_paths],
    "Issues/issue_1732": [matrices, highlights_at_centers],
    "Issues/issue_1744": [later_end, paths_in_tenths],
    "Issues/issue_1854": [squared_opacities],
    "Issues/issue_1887": [strokes_above_fills],
    "Issues/issue_1932": [flat_scales],
    "Issues/issue_1979": [trims_in_tenths],
    "Issues/issue_2066": [matrices],
    "Issues/issue_2094": [matrices],
    "Issues/issue_2209": [later_end],
    "Issues/issue_2270": [curves_by_parameter, paths_in_tenths],
    "Issues/issue_2330": [remapped_in_frames],
    "Issues/issue_2342": [whole_fills],
    "Issues/pr_1604_1": [remapped_in_frames],
    "Issues/pr_1604_2": [remapped_in_frames],
    "Issues/pr_1632_1": [ineffective_holds],
    "Issues/pr_1632_2": [ineffective_holds],
    "Issues/pr_1930_all_axis": [turned_at_origin],
    "Issues/pr_1930_rx": [turned_at_origin],
    "Issues/pr_1930_ry": [turned_at_origin],
    "LottieFiles/fireworks": [easing_of_first_dimension],
    "LottieFiles/gradient_shapes": [matrices, curves_by_parameter, highlights_at_centers],
    "TypeFace/Apostrophe": [curves_by_parameter, intersected_differences],
    "TypeFace/B": [handles_by_angle],
    "TypeFace/C": [without_merges, late_jumps],
    "TypeFace/Colon": [late_ends],
    "TypeFace/F": [curves_by_parameter, easing_of_first_dimension],
    "TypeFace/H": [unreached_positions, late_scales],
    "TypeFace/J": [handles_by_angle],
    "TypeFace/K": [handles_by_angle],
    "TypeFace/L": [curves_by_parameter, easing_of_first_dimension, handles_by_angle],
    "TypeFace/N": [without_merges],
    "TypeFace/O": [matrices],
    "TypeFace/Y": [unreached_positions],
    "TypeFace/Z": [handles_by_angle],
    "timeremap": [remapped_in_frames],
}


def edit(name, document):
    """Makes a sample's document look as lottie-ios draws it; returns whether anything changed."""
    for change in EDITS.get(name, []):
        change(document)
    return name in EDITS
