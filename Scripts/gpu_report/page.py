"""Writes a report as one self-contained page."""

import base64
import html
import json

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; color: #1c1c1e }
h1 { font-size: 1.6em } h2 { margin-top: 2em; border-bottom: 1px solid #d1d1d6 }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: .25em .8em; text-align: right }
td:first-child, th:first-child { text-align: left } tr:nth-child(even) { background: #f2f2f7 }
pre { background: #f2f2f7; padding: 1em; overflow: auto; font-size: 13px }
.bar { fill: #0a84ff } .other { fill: #8e8e93 } .failed { color: #c00 } figure { display: inline-block; margin: .5em }
figure img { width: 20em; border: 1px solid #d1d1d6 } figcaption { color: #6e6e73 }
"""


def write(result, out):
    parts = result["parts"]
    body = [f"<h1>Glaze on a device</h1><p>{html.escape(result['machine'])}; {result['made']}</p>"]
    for name, part in parts.items():
        body.append(f"<h2>{TITLES[name]}</h2>")
        if "leftOut" in part:
            body.append(f"<p>Left out: {html.escape(part['leftOut'])}.</p>")
            continue
        if "failed" in part:
            body.append(f"<p class=failed>{html.escape(part['failed'])}</p>")
        if "note" in part:
            body.append(f"<p>{html.escape(part['note'])}.</p>")
        body.append(VIEWS[name](part, out))
        body.append(f"<p>{part.get('seconds', 0)} s.</p>")
    text = f"<!doctype html><html lang=en><meta charset=utf-8><title>Glaze on a device</title><style>{STYLE}</style>"
    (out / "report.html").write_text(text + "\n".join(body) + "</html>\n")
    (out / "report.json").write_text(json.dumps(result, indent=1))


def table(head, rows):
    cells = "".join(f"<th>{html.escape(str(cell))}</th>" for cell in head)
    lines = [f"<tr>{cells}</tr>"]
    for row in rows:
        lines.append("<tr>" + "".join(f"<td>{cell_text(cell)}</td>" for cell in row) + "</tr>")
    return "<table>" + "".join(lines) + "</table>"


def cell_text(cell):
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.3g}" if abs(cell) < 100 else f"{cell:.0f}"
    return html.escape(str(cell))


def bars(rows, unit):
    """Bars of rows of a name, a number, and a class."""
    rows = [row for row in rows if row[1]]
    most = max((value for _, value, _ in rows), default=1)
    lines = []
    for index, (name, value, kind) in enumerate(rows):
        y = 20 * index
        lines.append(
            f'<text x="150" y="{y + 14}" text-anchor="end">{html.escape(name)}</text>'
            f'<rect class="{kind}" x="160" y="{y + 3}" width="{420 * value / most:.1f}" height="14"/>'
            f'<text x="{165 + 420 * value / most:.1f}" y="{y + 14}">{value:.3g} {unit}</text>')
    return f'<svg width="680" height="{20 * len(rows)}" font-size="12">' + "".join(lines) + "</svg>"


def time_of(sample, name, which="median"):
    return sample.get(name, {}).get(which) if sample else None


def ratio(a, b):
    return a / b if a and b else None


# Parts


def devices(part, _):
    text = part["devices"] + "\n" + part["info"] + "\n" + part.get("nvidia", "")
    return f"<pre>{html.escape(text)}</pre>"


def checked(part, out):
    text = f"<p>{part['equal']} of {part['images']} images are equal; {part['scenes']} of {part['of']} scenes.</p>"
    if part["differences"]:
        text += "<pre>" + html.escape("\n".join(part["differences"])) + "</pre>"
    return text


def pages(part, _):
    head = [
        "page", "GPU ms", "CPU ms", "wall ms", "plan", "encode", "read back ms", "of a copy", "uploaded KiB", "draws",
        "passes", "moving: CPU ms", "moving: uploaded KiB", "CPU backend ms"]
    rows = []
    for row in part["rows"]:
        gl, incremental, cpu = (row.get(key) or {} for key in ("gl", "glIncremental", "cpu"))
        rows.append([
            row["page"], time_of(gl, "gpuMs"), time_of(gl, "cpuMs"), time_of(gl, "wallMs"), time_of(gl, "planMs"),
            time_of(gl, "encodeMs"), time_of(gl, "readbackMs"),
            ratio(time_of(gl, "memcpyMs"), time_of(gl, "readbackMs")), gl.get("uploadedBytes", 0) / 1024,
            gl.get("draws"), gl.get("passes"), time_of(incremental, "cpuMs"), incremental.get("uploadedBytes", 0) / 1024,
            time_of(cpu, "cpuMs")])
    chart = [(f"{row['page']}, {key}", time_of(row.get(key), "wallMs"), kind)
             for row in part["rows"] for key, kind in (("gl", "bar"), ("cpu", "other"))]
    return table(head, rows) + "<p>Wall time of a frame:</p>" + bars(chart, "ms")


def sequences(part, _):
    head = ["output", "overlap", "frames a second", "seconds", "steps, frames a second each could do", ""]
    rows = [[row["output"], "yes" if row["overlap"] else "no", row["framesPerSecond"], row["seconds"], row["steps"], row["note"] or ""]
            for row in part["rows"]]
    return table(head, rows)


def race(part, out):
    rows, figures = [], []
    for row in part["rows"]:
        def least(who, name):
            values = [time_of(one[who], name, "min") for one in row["rounds"]]
            return min((value for value in values if value), default=None)
        glaze_wall, skia_wall = least("glaze", "wallMs"), least("skia", "wallMs")
        glaze_cpu, skia_cpu = least("glaze", "cpuMs"), least("skia", "cpuMs")
        rows.append([
            row["page"], glaze_wall, skia_wall, ratio(skia_wall, glaze_wall), glaze_cpu, skia_cpu,
            ratio(skia_cpu, glaze_cpu), row["difference"]])
        figures += [figure(out / f"{who}-{row['page']}.png", f"{row['page']}, {who}") for who in ("glaze", "skia")]
    head = ["page", "Glaze wall ms", "Skia wall ms", "ratio", "Glaze CPU ms", "Skia CPU ms", "ratio", "mean difference"]
    return (table(head, rows) + "<p>The least of all frames; images differ by this many levels of 255 on average.</p>"
            + "".join(figures))


def figure(path, caption):
    if not path.exists() or path.stat().st_size > 4_000_000:
        return ""
    data = base64.b64encode(path.read_bytes()).decode()
    return f'<figure><img alt="{caption}" src="data:image/png;base64,{data}"><figcaption>{caption}</figcaption></figure>'


def small(part, _):
    head = ["backend", "images", "seconds", "a second", "missing", ""]
    keys = ("backend", "images", "seconds", "imagesPerSecond", "missing", "note")
    return table(head, [[row.get(key, "" if key == "note" else None) for key in keys] for row in part["rows"]])


def contexts(part, _):
    head = ["contexts at once", "ended", "failed", "frames a second, all together", "seconds"]
    return table(head, [[row[key] for key in ("contexts", "ended", "failed", "framesPerSecond", "seconds")] for row in part["rows"]])


TITLES = {
    "devices": "Devices", "scenes": "Scenes on the device, beside the CPU backend", "check": "Self-check",
    "pages": "Frames of 1920 x 1080", "sequences": "Sequences", "race": "Skia on the same pages",
    "small": "Many small images", "contexts": "Many contexts at once"}
VIEWS = {
    "devices": devices, "scenes": checked, "check": checked, "pages": pages, "sequences": sequences, "race": race,
    "small": small, "contexts": contexts}
