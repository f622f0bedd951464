"""Random scenes, drawn by the browser and by Glaze, and compared."""

import collections
import copy
import json
import os
import subprocess
import tempfile

from . import limits, scenes, sheet
from .browser import Masks, averaged
from .page import Page

BACKENDS = ("gl", "software")
SCALE = 4
# The distance that masks extend beyond their layers, in points.
MARGIN = 60
# The number of scenes that are drawn at a time.
BATCH = 48
# The number of scenes of an experiment that are drawn at a time, many images each.
FEW = 12

# The largest range of neighbors, and the largest difference, of pixels in areas of one color.
FLAT_RANGE = 8
FLAT_LEVELS = 5
# All others must lie in the range of their 3 by 3 neighbors in the reference, within so many levels; in scenes whose
# edges are outlines alone, where 4 by 4 samples are nearly exact, the pixels themselves must be so near.
EDGE_LEVELS = 24
# The browser widens layers in space by up to one sample on each side, as 16 by 16 samples show, which agree. In scenes
# with such layers, edges may differ by the part of their contrast that one of 4 samples is.
WIDENED = 1 / SCALE
# Pixels of a scene that may be off: corners that no filter shows alike.
MOST_OFF = 8

Result = collections.namedtuple("Result", "expected actual off worst")
# `reason` explains a scene that differs; it is None where nothing does.
Verdict = collections.namedtuple("Verdict", "results agrees reason")


def run(seeds, browser, glaze, folder, rounds):
    """Compares the scenes of some numbers; returns the exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    failing, counts, untold = [], collections.Counter(), []
    seeds = list(seeds)
    for start in range(0, len(seeds), BATCH):
        batch = seeds[start : start + BATCH]
        made = [scenes.scene(seed) for seed in batch]
        for seed, scene, verdict in zip(batch, made, judge(made, browser, glaze)):
            counts["scenes"] += 1
            if verdict is None:
                untold.append(seed)
                continue
            counts["agree"] += verdict.agrees
            if not verdict.agrees:
                failing.append({
                    "seed": seed, "scene": scene, "results": verdict.results, "reason": verdict.reason})
        print("%d scenes, %d agree" % (counts["scenes"], counts["agree"]), flush=True)
    unexplained = [failure for failure in failing if failure["reason"] is None]
    cut_down(unexplained, browser, glaze, rounds)
    explained = len(failing) - len(unexplained)
    report = {
        "scenes": counts["scenes"], "agree": counts["agree"], "explained": explained,
        "unexplained": len(unexplained), "not mapped": untold,
        "failing": [{
            "seed": failure["seed"], "reason": failure["reason"], "scene": failure["scene"],
            "off": {name: failure["results"][name].off for name in BACKENDS},
        } for failure in failing],
    }
    (folder / "report.json").write_text(json.dumps(report, indent=1))
    sheet.write(folder, report, failing)
    print("%d of %d scenes agree; of %d that differ, limits of the browser explain %d: %s" % (
        report["agree"], report["scenes"], len(failing), explained, folder / "index.html"))
    return 1 if unexplained else 0


def judge(made, browser, glaze):
    """The verdicts on scenes; None for scenes that a page cannot express."""
    verdicts = [
        results and Verdict(results, not differs(results), None) for results in compare(made, browser, glaze)]
    for limit in limits.LIMITS:
        tried = [
            i for i, verdict in enumerate(verdicts)
            if verdict and not verdict.agrees and verdict.reason is None and limit.applies(made[i])]
        for start in range(0, len(tried), FEW):
            part = tried[start : start + FEW]
            found = compare([made[i] for i in part], browser, glaze, limit.sorts, limit.fine)
            for i, results in zip(part, found):
                if not differs(results):
                    verdicts[i] = verdicts[i]._replace(reason=limit.reason)
    return verdicts


def differs(results):
    return any(results[name].off > MOST_OFF for name in BACKENDS)


def compare(made, browser, glaze, sorts=False, fine=False, shown=None):
    """The results of scenes by backend; None for scenes that a page cannot express.

    With `sorts`, layers in space are drawn alone and sorted; with `fine`, Glaze draws 4 times as large, too. Glaze
    draws the scenes of `shown`, if there are any.
    """
    if not made:
        return []
    masks = Masks(browser)
    while True:
        pages = [
            Page(scene, ".", SCALE, masks, "p%d_" % i, MARGIN, sorts) for i, scene in enumerate(made)]
        if not masks.draw():
            break
    references = [averaged(image, SCALE) for image in browser.images(pages)]
    drawn = {name: render(shown or made, glaze, name, SCALE if fine else 1) for name in BACKENDS}
    return [
        None if page.problems else {
            name: measure(
                reference, spread, drawn[name][i], fine or limits.has_outlines_alone(scene), limits.has_space(scene))
            for name in BACKENDS}
        for i, (scene, page, (reference, spread)) in enumerate(zip(made, pages, references))
    ]


def render(made, glaze, backend, scale=1):
    """The images of scenes by Glaze, drawn at a scale and averaged; None if it fails."""
    import numpy
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, scene in enumerate(made):
            paths.append(os.path.join(folder, "%d.json" % i))
            with open(paths[-1], "w", encoding="utf-8") as file:
                json.dump(scene, file)
        subprocess.run(
            [glaze, "render", *paths, "-o", folder + "/", "--backend", backend, "--quiet", "--no-dither",
             "--scale", str(scale)],
            capture_output=True, check=False)
        images = []
        for path in paths:
            drawn = path[: -len("json")] + "png"
            if os.path.exists(drawn):
                with Image.open(drawn) as image:
                    image = image.convert("RGBA")
                    images.append(averaged(image, scale)[0] if scale > 1 else numpy.asarray(image).copy())
            else:
                images.append(None)
        return images


def measure(reference, spread, image, is_exact, is_widened=False):
    """The number of pixels that are off, and the largest difference.

    `is_exact` compares edges with the pixels themselves; `is_widened` allows for edges of layers in space.
    """
    import numpy

    if image is None or image.shape != reference.shape:
        return Result(reference, reference * 0, reference.size, 255)
    low, high = reach(reference, numpy.minimum), reach(reference, numpy.maximum)
    value = image.astype(int)
    outside = numpy.maximum(low - value, value - high).max(2)
    is_flat = (spread <= 4) & ((high - low).max(2) <= FLAT_RANGE)
    apart = abs(value - reference.astype(int))
    worst = apart.max(2) if is_exact else outside
    allowed = (high - low) * WIDENED + FLAT_LEVELS if is_widened else 0
    is_off_edge = (apart > numpy.maximum(EDGE_LEVELS, allowed)).any(2) if is_exact else outside > EDGE_LEVELS
    off = numpy.where(is_flat, outside > FLAT_LEVELS, is_off_edge)
    return Result(reference, image, int(off.sum()), int(worst.max()))


def reach(image, pick):
    """The least or the most of each pixel and its eight neighbors."""
    import numpy

    padded = numpy.pad(image.astype(int), ((1, 1), (1, 1), (0, 0)), mode="edge")
    h, w = image.shape[:2]
    result = padded[1 : h + 1, 1 : w + 1]
    for y in range(3):
        for x in range(3):
            result = pick(result, padded[y : y + h, x : x + w])
    return result


# MARK: Cutting down


def cut_down(failing, browser, glaze, rounds):
    """Removes layers and properties while the scenes still differ: all scenes at a time."""
    active = list(failing)
    for number in range(rounds):
        trials = [(failure, scene) for failure in active for scene in candidates(failure)]
        if not trials:
            return
        saved = {}
        for start in range(0, len(trials), BATCH):
            part = trials[start : start + BATCH]
            for (failure, scene), verdict in zip(part, judge([s for _, s in part], browser, glaze)):
                if verdict and not verdict.agrees and verdict.reason is None:
                    saved.setdefault(failure["seed"], (scene, verdict.results))
        for failure in active:
            found = saved.get(failure["seed"])
            if found:
                failure["scene"], failure["results"] = found
                failure["next"] = 0
            else:
                failure["next"] = failure.get("next", 0) + TRIES
        active = [failure for failure in active if failure["next"] < len(list(smaller(failure["scene"])))]
        print("round %d: %d scenes are cut down" % (number + 1, len(active)), flush=True)


# The number of smaller scenes that are tried at a time, for each scene.
TRIES = 10


def candidates(failure):
    start = failure.get("next", 0)
    return list(smaller(failure["scene"]))[start : start + TRIES]


def smaller(scene):
    """Scenes with one layer or property less, large cuts first."""
    paths = sorted(layer_paths(scene["root"]), key=len)
    for path in paths:
        layer = at(scene, path)
        for index in range(len(layer.get("sublayers") or [])):
            yield changed(scene, path, lambda l, index=index: l["sublayers"].pop(index))
    for path in paths:
        layer = at(scene, path)
        for name in sorted(set(layer) - {"bounds", "position", "sublayers", "class"}):
            yield changed(scene, path, lambda l, name=name: l.pop(name))
        if layer.get("class") and layer["class"] != "CATransformLayer":
            yield changed(scene, path, lambda l: l.pop("class"), own_only=True)


def layer_paths(layer, path=()):
    yield path
    for index, child in enumerate(layer.get("sublayers") or []):
        yield from layer_paths(child, path + (index,))


def at(scene, path):
    layer = scene["root"]
    for index in path:
        layer = layer["sublayers"][index]
    return layer


OF_KINDS = set(
    "type colors locations startPoint endPoint path fillColor fillRule strokeColor lineWidth lineJoin lineCap "
    "lineDashPattern lineDashPhase instanceCount instanceTransform instanceRedOffset instanceAlphaOffset".split())


def changed(scene, path, change, own_only=False):
    scene = copy.deepcopy(scene)
    layer = at(scene, path)
    change(layer)
    if own_only:
        for name in OF_KINDS & set(layer):
            del layer[name]
    return scene
