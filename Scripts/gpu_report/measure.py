"""Runs the parts of a report, one after the other, and collects their results."""

import concurrent.futures
import datetime
import importlib.util
import itertools
import json
import os
import pathlib
import platform
import re
import shutil
import sys
import time
import typing

from driver_tests import checks
from gpu_report import pages

#: Each part with its share of the time.
PARTS = {
    "devices": 2, "scenes": 8, "check": 12, "pages": 22, "sequences": 12, "race": 18, "small": 14, "contexts": 12}


class Amounts(typing.NamedTuple):
    """The amount of measurement."""

    frames: int
    pages: int
    #: Of the video, in seconds.
    video: float
    small: int
    contexts: tuple


FULL = Amounts(frames=40, pages=100, video=1, small=10_000, contexts=(1, 2, 4, 8, 16, 32))
#: To see that every part runs.
QUICK = Amounts(frames=3, pages=1, video=0.1, small=60, contexts=(1, 2))


class Run:
    """The state that all parts share: the command, the folder, and the remaining time."""

    def __init__(self, options):
        self.glaze = str(options.glaze.resolve())
        self.scenes = sorted(
            path.resolve() for path in options.scenes.rglob("*.json")
            if path.parent.name not in ("assets",) and is_scene(path))
        self.out = options.out.resolve()
        self.out.mkdir(parents=True, exist_ok=True)
        self.device = options.device
        self.amounts = QUICK if options.quick else FULL
        self.more_pages = sorted(options.pages.resolve().glob("*.json")) if options.pages else []
        self.end = time.monotonic() + 60 * options.minutes
        self.log = (self.out / "log.txt").open("w")

    def call(self, *command, seconds=None, environment=None, cwd=None):
        """Runs a command; returns its status, which is None after a timeout, and its output."""
        command = [str(word) for word in command]
        limit = max(min(seconds or 1e9, self.end - time.monotonic()), 1)
        self.log.write("$ " + " ".join(command[:12]) + (" ..." if len(command) > 12 else "") + "\n")
        status, told = checks.call(command, limit, environment, cwd)
        self.log.write(told + ("" if status is not None else "(ended: the time was over)\n"))
        self.log.flush()
        return status, told

    def gl(self):
        """The options of commands that draw with OpenGL."""
        return ["--backend", "gl", "--device", self.device]

    def pages(self):
        """Written pages by name."""
        paths = pages.write(self.out / "pages")
        return dict(itertools.islice(paths.items(), self.amounts.pages))

    def left(self):
        return self.end - time.monotonic()


def is_scene(path):
    try:
        return "root" in json.loads(path.read_text())
    except (ValueError, UnicodeDecodeError):
        return False


def run(options):
    """Runs the requested parts; returns their results."""
    this = Run(options)
    wanted = options.only.split(",")
    result = {
        "made": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "machine": f"{platform.node()}, {os.cpu_count()} processors, {platform.platform()}", "parts": {}}
    for name in PARTS:
        if name not in wanted:
            continue
        # Time that earlier parts did not need is left for those that follow.
        rest = sum(share for part, share in PARTS.items() if part in wanted and part not in result["parts"])
        share = this.left() * PARTS[name] / rest
        begin = time.monotonic()
        if share < 1:
            result["parts"][name] = {"leftOut": "the time was over"}
            continue
        print(f"{name} ...", file=sys.stderr, flush=True)
        try:
            part = globals()["measure_" + name](this, share)
        except (OSError, ValueError, KeyError) as error:
            part = {"failed": f"{type(error).__name__}: {error}"}
        part["seconds"] = round(time.monotonic() - begin, 1)
        result["parts"][name] = part
        # Written at once, so that it exists whatever happens later.
        (this.out / "report.json").write_text(json.dumps(result, indent=1))
    return result


# Devices


def measure_devices(this, seconds):
    status, devices = this.call(this.glaze, "devices", seconds=seconds)
    told, info = this.call(this.glaze, "info", *this.gl(), seconds=seconds)
    part = {"devices": devices, "info": info}
    if status != 0 or told != 0:
        part["failed"] = "no device draws with OpenGL"
    if shutil.which("nvidia-smi"):
        fields = "name,driver_version,memory.total,memory.used,clocks.gr,clocks.mem,power.draw"
        part["nvidia"] = this.call("nvidia-smi", "--query-gpu=" + fields, "--format=csv", seconds=20)[1]
    return part


def measure_scenes(this, seconds):
    """Draws all scenes on the device and on the CPU backend."""
    return check(this, seconds, this.scenes, ["--only", "backends,again"], "differences")


def measure_check(this, seconds):
    """Runs `glaze check` for as many scenes as there is time for."""
    return check(this, seconds, this.scenes, [], "self-check")


def check(this, seconds, scenes, options, folder):
    part = checks.check(
        lambda command, seconds: this.call(*command, seconds=seconds), this.glaze, scenes,
        ["--device", this.device, *options], this.out / folder, seconds)
    if part["differences"]:
        part["failed"] = f"{len(part['differences'])} differences"
    if part["scenes"] < len(scenes):
        part["note"] = f"the time was enough for {part['scenes']} of {len(scenes)} scenes"
    return part


# Frames


def measure_pages(this, seconds):
    """Complete frames, incremental frames, and reading back."""
    paths = this.pages() | {path.stem: path for path in this.more_pages}
    rows, end = [], time.monotonic() + seconds
    for index, (name, path) in enumerate(paths.items()):
        each = (end - time.monotonic()) / (len(paths) - index)
        row = {"page": name}
        for key, options in [
            ("gl", [*this.gl(), "--read-back"]), ("glIncremental", [*this.gl(), "--incremental", "--move", "all"]),
            ("cpu", ["--backend", "software"]),
        ]:
            if each < 1:
                continue
            row[key] = bench(this, path, options, each / 3)
        rows.append(row)
    part = {"rows": rows}
    if not any("gl" in row and row["gl"] for row in rows):
        part["failed"] = "nothing was measured"
    return part


def bench(this, path, options, seconds):
    """The result of `glaze bench` for a page, for as many frames as there is time for; None without time."""
    begin = time.monotonic()
    few = frames_of(this, path, options, 3, seconds=max(2 * seconds, 20))
    if few is None:
        return None
    rest = seconds - (time.monotonic() - begin)
    count = min(this.amounts.frames, int(1e3 * rest / few["wallMs"]["max"] / 1.5))
    return (frames_of(this, path, options, count, seconds=max(3 * rest, 5)) if count > 3 else None) or few


def frames_of(this, path, options, count, seconds):
    status, told = this.call(
        this.glaze, "bench", path, "--frames", count, "--format", "json", *options, seconds=seconds)
    lines = [line for line in told.splitlines() if line.startswith("{")]
    return json.loads(lines[-1]) if status == 0 and lines else None


def measure_sequences(this, seconds):
    """Frames that are drawn, read through the ring of pixel buffers, and encoded: in parallel, and in sequence."""
    path = pages.write(this.out / "pages")["mixed"]
    formats = ["frame-%04d.png", "video.raw"] + (["video.mp4"] if shutil.which("ffmpeg") else [])
    rows = []
    for name in formats:
        for overlap in ("--overlap", "--no-overlap"):
            folder = this.out / "sequence"
            folder.mkdir(exist_ok=True)
            begin = time.monotonic()
            status, told = this.call(
                this.glaze, "render", path, *this.gl(), "--to", this.amounts.video, "--fps", "60", "-o", folder / name, overlap,
                "--stats", "-q", seconds=seconds / (2 * len(formats)))
            wall = time.monotonic() - begin
            shutil.rmtree(folder)
            found = re.search(r"(\d+) frames in ([\d.]+) s, ([\d.]+) a second", told)
            rows.append({
                "output": name, "overlap": overlap == "--overlap", "framesPerSecond": float(found[3]) if found else None,
                "seconds": round(wall, 2), "steps": (told.strip().splitlines() or [""])[-1].strip(),
                "note": None if status == 0 else "not ended" if status is None else f"status {status}"})
    part = {"rows": rows}
    if any(row["note"] and row["note"] != "not ended" for row in rows):
        part["failed"] = "a sequence failed"
    return part


# The race


def measure_race(this, seconds):
    """Glaze and Skia on OpenGL alternately, on the same pages."""
    if importlib.util.find_spec("skia") is None:
        return {"leftOut": "skia-python is not there (pip install skia-python)"}
    paths = this.pages()
    index = int(this.device[4:]) if re.fullmatch(r"egl:\d+", this.device) else default_device(this)
    script = pathlib.Path(__file__).resolve().parent / "skia_race.py"
    rows, end = [], time.monotonic() + seconds
    for number, (name, path) in enumerate(paths.items()):
        row = {"page": name, "rounds": []}
        each = (end - time.monotonic()) / (len(paths) - number)
        for _ in range(2):
            ours = bench(this, path, this.gl(), each / 5)
            image = this.out / f"skia-{name}.png"
            status, told = this.call(
                sys.executable, script, name, path.parent, this.amounts.frames, index, image, seconds=max(each / 3, 2))
            theirs = json.loads(told.splitlines()[-1]) if status == 0 else None
            row["rounds"].append({"glaze": ours, "skia": theirs})
        row["difference"] = image_difference(this, path, image)
        rows.append(row)
    return {"rows": rows}


def default_device(this):
    """EGL's index of the device that Glaze selects, or -1."""
    found = re.search(r"^\* +egl:(\d+)", this.call(this.glaze, "devices", seconds=60)[1], re.MULTILINE)
    return int(found[1]) if found else -1


def image_difference(this, path, image):
    from gpu_report import skia_race
    mine = this.out / f"glaze-{path.stem}.png"
    status, _ = this.call(this.glaze, "render", path, *this.gl(), "-o", mine, "-q", seconds=30)
    return round(skia_race.difference(mine, image), 2) if status == 0 and image.exists() else None


# Many


def measure_small(this, seconds):
    """Many small images in one process, on both backends."""
    folder = this.out / "small"
    sources = make_small(folder / "in", this.amounts.small)
    rows = []
    for backend, options in [("gl", this.gl()), ("cpu", ["--backend", "software"])]:
        # A few show how many there is time for.
        trial = draw_small(this, sources[:200], options, seconds / 4)
        if trial is None:
            rows.append({"backend": backend, "note": "200 images were not drawn in time"})
            continue
        count = int(min(len(sources), max(200, trial["imagesPerSecond"] * seconds / 3)))
        rows.append({"backend": backend} | (draw_small(this, sources[:count], options, seconds / 2) or trial))
    shutil.rmtree(folder)
    part = {"rows": rows}
    if any(row.get("missing") for row in rows):
        part["failed"] = "images are missing"
    return part


def make_small(folder, count):
    """Writes small documents that all differ; returns their names."""
    folder.mkdir(parents=True, exist_ok=True)
    badges = pages.Badges()
    names = [f"{index:05d}.json" for index in range(count)]
    for index, name in enumerate(names):
        (folder / name).write_text(json.dumps(pages.scene(*badges.items(index))))
    return names


def draw_small(this, sources, options, seconds):
    folder = this.out / "small"
    begin = time.monotonic()
    status, _ = this.call(
        this.glaze, "render", *sources, *options, "-o", f"{folder / 'out'}/", "-q", seconds=seconds, cwd=folder / "in")
    wall = time.monotonic() - begin
    made = len(list((folder / "out").glob("*.png"))) if (folder / "out").exists() else 0
    shutil.rmtree(folder / "out", ignore_errors=True)
    if status is None:
        return None
    return {
        "images": len(sources), "seconds": round(wall, 2), "imagesPerSecond": round(len(sources) / wall, 1),
        "missing": len(sources) - made}


def measure_contexts(this, seconds):
    """One image repeatedly in 1 to 32 processes at once, each with a context of its own."""
    path = pages.write(this.out / "pages")["mixed"]
    rows = []
    for count in this.amounts.contexts:
        rest = seconds / len(this.amounts.contexts)
        begin = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(count) as threads:
            each = list(threads.map(
                lambda _: this.call(
                    this.glaze, "bench", path, *this.gl(), "--frames", 10, "--format", "json", seconds=rest),
                range(count)))
        wall = time.monotonic() - begin
        ended = sum(status == 0 for status, _ in each)
        rows.append({
            "contexts": count, "ended": ended, "failed": sum(status not in (0, None) for status, _ in each),
            "framesPerSecond": round(11 * ended / wall, 1), "seconds": round(wall, 1)})
    part = {"rows": rows}
    if any(row["failed"] for row in rows):
        part["failed"] = "contexts failed"
    return part
