"""Draws samples with the program lottie-documents."""

import json
import os
import pathlib
import shutil
import subprocess

import PIL.Image

from . import departures, values


def build(root, configuration):
    """Builds the program, which the package has only with GLAZE_LOTTIE; returns its path."""
    command = ["swift", "build", "--configuration", configuration, "--product", "lottie-documents"]
    settings = dict(os.environ, GLAZE_LOTTIE="1")
    subprocess.run(command, cwd=root, env=settings, check=True)
    found = subprocess.run(
        command + ["--show-bin-path"], cwd=root, env=settings, check=True, capture_output=True, text=True)
    program = root / ".build/clients/lottie-documents"
    program.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(pathlib.Path(found.stdout.strip()) / "lottie-documents", program)
    return program


def separate_copies(document):
    """Makes copies of repeaters layers of their own, because `render(in:)` does not draw the copies of a replicator;
    returns whether anything changed."""
    repeaters = [
        item for items in departures.groups(document) for item in items
        if item.get("ty") == "rp" and not isinstance(item["o"]["k"], list)]
    for repeater in repeaters:
        offset = repeater["o"]["k"]
        repeater["o"] = {"a": 1, "k": [{"t": frame, "s": [offset]} for frame in (0, 1)]}
    return bool(repeaters)


def prepared(tests, folder, name, file, is_edited):
    """Returns the file to draw: the sample's own, or a copy with other values."""
    document = json.loads(file.read_bytes())
    is_changed = values.set_values(name, document, tests / "Samples/Images")
    if separate_copies(document):
        is_changed = True
    if is_edited and departures.edit(name, document):
        is_changed = True
    if not is_changed:
        # Of an archive, the file is a part.
        own = [(tests / "Samples" / name).with_suffix(suffix) for suffix in (".lottie", ".lot")]
        return next((archive for archive in own if archive.exists()), file)
    for asset in document.get("assets", []):
        if "p" in asset and not asset["p"].startswith(("data:", "/")):
            places = [file.parent / (asset.get("u") or ""), file.parent.parent / "images", file.parent.parent / "i"]
            asset["u"] = str(next((place for place in places if (place / asset["p"]).exists()), places[0]))
    copy = folder / "documents" / f"{name.replace('/', '-')}.json"
    copy.parent.mkdir(exist_ok=True)
    copy.write_text(json.dumps(document))
    return copy


def draw(program, tests, folder, name, file, states, is_edited, settings):
    """Draws a sample in a process of its own; returns its output."""
    original = json.loads(file.read_bytes())
    path = prepared(tests, folder, name, file, is_edited)
    rate, start = original["fr"], original["ip"]
    jobs = []
    for state, expected in states:
        if state.startswith("Frame-"):
            # A state has the integer part of its frame.
            frame = values.FRAMES.get(name, {}).get(state, int(state.removeprefix("Frame-")))
        else:
            frame = start + (original["op"] - start) * int(state) / 100
        width, height = PIL.Image.open(expected).size
        image = folder / "images" / f"{name.replace('/', '-')}-{state}.png"
        jobs.append(f"{path}\t{max((frame - start) / rate, 0):.7f}\t{width}\t{height}\t{image}\n")
    try:
        run = subprocess.run(
            [program], input="".join(jobs), capture_output=True, text=True, timeout=600, env=settings)
    except subprocess.TimeoutExpired:
        return "takes more than 10 minutes"
    lines = {line.split("\t")[-1] for line in run.stdout.splitlines()}
    if run.returncode != 0:
        lines.add(f"the program ended with {run.returncode}: {run.stderr.strip()[-200:]}")
    return "; ".join(sorted(lines))
