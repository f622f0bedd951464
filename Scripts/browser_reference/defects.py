"""Deliberate defects that the comparison must find: Glaze draws another scene than the browser."""

import copy

from . import trial


def scene(is_deep):
    """A rounded clip with a border, an edge at a quarter of a pixel, a hairline, and two layers that abut."""
    layers = [
        {"bounds": [0, 0, 60, 44], "position": [40.25, 32.5], "backgroundColor": [0.25, 0.5, 0.75, 1],
         "cornerRadius": 8, "borderWidth": 4, "borderColor": [0.875, 0.25, 0.125, 1], "masksToBounds": True},
        {"bounds": [0, 0, 1, 60], "position": [90.5, 60], "backgroundColor": [0.125, 0.125, 0.125, 1]},
        {"bounds": [0, 0, 20, 40], "position": [110, 50], "backgroundColor": [0.5, 0.5, 0.5, 1]},
        {"bounds": [0, 0, 20, 40], "position": [130, 50], "backgroundColor": [0.5, 0.5, 0.5, 1]},
    ]
    root = {
        "bounds": [0, 0, 160, 120], "position": [80, 60], "backgroundColor": [0.9375, 0.9375, 0.875, 1],
        "sublayers": layers,
    }
    if is_deep:
        root["sublayerTransform"] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.0025, 0, 0, 0, 1]
        layers[0]["transform"] = [0.866025, 0, -0.5, 0, 0, 1, 0, 0, 0.5, 0, 0.866025, 0, 0, 0, 0, 1]
    return {"width": 160, "height": 120, "background": [1, 1, 1, 1], "root": root}


def moved(layers):
    layers[0]["position"][0] += 0.5


def moved_down(layers):
    layers[0]["position"][1] += 0.5


def tinted(layers):
    layers[2]["backgroundColor"][1] += 6 / 255


def without_hairline(layers):
    layers.pop(1)


def parted(layers):
    layers[3]["position"][0] += 0.25


def fringed(layers):
    """A background that shows along the outline of a border."""
    layers.insert(0, dict(layers[0], bounds=[0, 0, 62, 46], backgroundColor=[0, 0, 0, 0.25], borderWidth=0))


def turned(layers):
    layers[2]["transform"] = [0.99985, 0.017452, -0.017452, 0.99985, 0, 0]


DEFECTS = [moved, moved_down, tinted, without_hairline, parted, fringed, turned]


def run(browser, glaze):
    """Compares scenes with defects; returns the exit status, 1 if a defect passes or a scene without one differs."""
    status = 0
    for is_deep in (False, True):
        for defect in [None] + DEFECTS:
            whole = scene(is_deep)
            broken = copy.deepcopy(whole)
            if defect:
                defect(broken["root"]["sublayers"])
            results = trial.compare([whole], browser, glaze, shown=[broken])[0]
            is_found = trial.differs(results)
            name = defect.__name__ if defect else "no defect"
            print("%s, %s: %s pixels are off" % (
                "in space" if is_deep else "in a plane", name, [result.off for result in results.values()]))
            if is_found != bool(defect):
                status = 1
    return status
