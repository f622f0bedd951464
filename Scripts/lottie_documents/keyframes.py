"""Keyframes of documents: their values between keys, and properties that are replaced by samples."""

import math


def first(value):
    return value[0] if isinstance(value, list) else value


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


def easing_of(key):
    """Returns the control points of the timing function from a keyframe to the next one."""
    if "o" not in key or "i" not in key:
        return [0, 0, 1, 1]
    return [float(first(key[side][axis])) for side in ("o", "i") for axis in ("x", "y")]


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


def mixed(a, b, fraction):
    """Returns the value between two others, which can be lists and paths."""
    if isinstance(a, dict):
        return {key: mixed(a[key], b[key], fraction) if key in "vio" else value for key, value in a.items()}
    if isinstance(a, list):
        return [mixed(x, y, fraction) for x, y in zip(a, b)]
    return a + (b - a) * fraction


def end_of(key, following):
    """Returns the value at the end of a segment, which old documents have in the keyframe at its start."""
    return key.get("e") or following["s"]


def along(key, end, share):
    """Returns the point at a share of the length of the curve that a keyframe begins."""
    steps = 64
    a, b, c, d = ([x + y for x, y in zip(p, q)] for p, q in (
        (key["s"], (0, 0, 0)), (key["s"], [*key["to"], 0]), (end, [*key["ti"], 0]), (end, (0, 0, 0))))
    points = [
        [(1 - t) ** 3 * w + 3 * (1 - t) ** 2 * t * x + 3 * (1 - t) * t * t * y + t ** 3 * z
         for w, x, y, z in zip(a, b, c, d)]
        for t in (index / steps for index in range(steps + 1))]
    rest = share * sum(map(math.dist, points, points[1:]))
    for start, stop in zip(points, points[1:]):
        length = math.dist(start, stop)
        if 0 < rest <= length:
            return mixed(start, stop, rest / length)
        rest -= length
    return key["s"] if share <= 0 else end


def is_curved(key):
    return isinstance(key.get("to"), list) and any(key["to"] + (key.get("ti") or []))


def value_at(keys, frame):
    """Returns the value of keyframes at a frame."""
    if frame <= keys[0]["t"]:
        return keys[0]["s"]
    for key, following in zip(keys, keys[1:]):
        if frame < following["t"]:
            share = (frame - key["t"]) / (following["t"] - key["t"])
            fraction = 0 if key.get("h") else curve_value(easing_of(key), share)
            end = end_of(key, following)
            return along(key, end, fraction) if is_curved(key) else mixed(key["s"], end, fraction)
    return keys[-1]["s"] if "s" in keys[-1] else end_of(keys[-2], keys[-1])


def sample(node, frames):
    """Replaces the keyframes of a property by straight lines between its values at frames."""
    keys = node["k"]
    node["k"] = [{"t": frame, "s": value_at(keys, frame)} for frame in frames]


def hold_in_tenths(nodes):
    """Replaces properties by values that are held for tenths of frames, a moment late."""
    times = [key["t"] for node in nodes for key in node["k"]]
    start, count = min(times), math.ceil((max(times) - min(times)) * 10 - 1e-6)
    for node in nodes:
        keys = node["k"]
        node["k"] = [
            {"t": start + index / 10 + 1e-4, "s": value_at(keys, start + index / 10), "h": 1} for index in range(count)]


def differ(nodes):
    """Whether properties have different keyframes or timing functions."""
    timings = [[(key["t"], key.get("h"), None if key is node["k"][-1] else easing_of(key)) for key in node["k"]]
               for node in nodes]
    return any(timing != timings[0] for timing in timings)
