"""Scenes that differ, as an HTML page: expected, actual, difference."""

import html
import json


def write(folder, report, failing):
    rows = []
    for failure in failing:
        cells = []
        for name, result in failure["results"].items():
            prefix = "%d-%s" % (failure["seed"], name)
            for kind, pixels in (
                ("expected", result.expected), ("actual", result.actual), ("difference", difference(result))
            ):
                save(pixels, folder / ("%s-%s.png" % (prefix, kind)))
                cells.append("<td><img src='%s-%s.png'><br>%s, %s" % (prefix, kind, name, kind))
            cells.append("<td>%d pixels are off, at most by %d" % (result.off, result.worst))
        rows.append(
            "<tr><th rowspan=2>%d<td colspan=8>%s<pre>%s</pre><tr>%s" % (
                failure["seed"], html.escape(failure["reason"] or "not explained"),
                html.escape(shown(failure["scene"])), "".join(cells)))
    (folder / "index.html").write_text(
        "<!DOCTYPE html><meta charset=utf-8><title>Random scenes</title><style>img{image-rendering:pixelated;"
        "width:240px}pre{white-space:pre-wrap;max-width:140ch}td,th{vertical-align:top;padding:4px;text-align:left}"
        "</style><p>%d of %d scenes agree; %d differ by limits of the browser, %d for no known reason.<table>%s"
        "</table>" % (
            report["agree"], report["scenes"], report["explained"], report["unexplained"], "".join(rows)))


def shown(scene):
    """A scene as text, without the texels of images."""
    def short(value):
        if isinstance(value, dict):
            return {name: short(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [short(inner) for inner in value]
        return "(image)" if isinstance(value, str) and value.startswith("data:") else value
    return json.dumps(short(scene["root"]))


def save(pixels, path):
    from PIL import Image

    Image.fromarray(pixels.astype("uint8")).convert("RGB").save(path)


def difference(result):
    import numpy

    apart = abs(result.expected.astype(int) - result.actual.astype(int)).max(2)
    shade = numpy.where(apart > 2, numpy.maximum(0, 200 - 2 * apart), 255)
    return numpy.repeat(shade[..., None], 3, 2)
