"""Runs `glaze check` and the tests of images and of hosts' contexts with the driver of an environment."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: The folder of downloads, results and logs.
BUILD = ROOT / ".build" / "drivers"
#: The most bytes that a command may print: a driver that hangs may print without end.
MOST = 1 << 26
GOLDEN = "GoldenTests|BrowserSceneTests|AppleSceneTests|ParticleSceneTests|SwitchSceneTests"
EMBEDDING = "GuestTests|CARendererTests|ContextVersionTests|ExternalImageTests|SharedSurfaceTests"


def call(command, seconds=None, environment=None, cwd=None):
    """Runs a command; returns its status, which is None after a timeout, and its output, which ends the command if
    it is too long."""
    process = subprocess.Popen(
        [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        cwd=cwd, env=os.environ | (environment or {}), start_new_session=True)
    is_late = threading.Event()

    def end():
        # Its children too, because a driver may run in one.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    def end_late():
        is_late.set()
        end()

    timer = threading.Timer(seconds or threading.TIMEOUT_MAX, end_late)
    timer.daemon = True
    timer.start()
    text = bytearray()
    # A limit of file sizes would also end drm-shim, whose memory is a file.
    while len(text) <= MOST and (part := process.stdout.read1(1 << 16)):
        text += part
    if len(text) > MOST:
        end()
    status = process.wait()
    timer.cancel()
    process.stdout.close()
    return None if is_late.is_set() else status, text.decode(errors="replace")


def slug(name):
    """Returns the name of a driver for files."""
    return re.sub("[^a-z0-9]+", "-", name.lower())


def apt(folder, *sources):
    """Reads lists of packages that this machine does not use, into a folder; returns the command with these lists."""
    (folder / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (folder / "sources.list").write_text("".join(
        f"{kind} [signed-by={keys}] http://deb.debian.org/debian {suite} main\n" for kind, suite in sources))
    command = ["apt-get", f"-oDir::Etc::sourcelist={folder}/sources.list", "-oDir::Etc::sourceparts=-",
               f"-oDir::State::Lists={folder}/lists", "-oAPT::Sandbox::User=root", "-qq"]
    subprocess.run([*command, "update"], check=True, stdout=sys.stderr)
    return command


def last_line(*command):
    return subprocess.run(command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE).stdout.split("\n")[-2]


def build():
    """Builds the command and the tests; returns their paths. GLAZE names a command that is already built."""
    glaze = os.environ.get("GLAZE") or last_line("Scripts/release")
    subprocess.run(["swift", "build", "--build-tests"], cwd=ROOT, check=True, stdout=2)
    return glaze, last_line("swift", "build", "--show-bin-path") + "/GlazePackageTests.xctest"


def all_scenes():
    """The documents that every driver draws, relative to the root of the repository."""
    scenes = sorted(ROOT.glob("Tests/Scenes/*/*.json")) + [ROOT / "Examples/Showcase.ca"]
    return [os.path.relpath(scene, ROOT) for scene in scenes]


def field(text, name):
    """The value of a line of `glaze info`."""
    found = re.search(rf"^{name} +(.*)$", text, re.MULTILINE)
    return found[1] if found else "nothing"


def check(run, glaze, scenes, options, folder, seconds=None):
    """Runs `glaze check` on both backends, for as many scenes as there is time for; None is no limit.

    `run` is `call`, or a function with the same parameters. Differing images are written into the folder.
    """
    end = None if seconds is None else time.monotonic() + seconds
    part = {"scenes": 0, "of": len(scenes), "equal": 0, "images": 0, "differences": []}
    for begin in range(0, len(scenes), 8):
        rest = None if end is None else end - time.monotonic()
        if rest is not None and rest < 1:
            break
        status, text = run(
            [glaze, "check", "--backend", "gl,software", *options, "-o", folder / str(begin // 8),
             *scenes[begin:begin + 8]], seconds=rest)
        counts = re.findall(r": (\d+) of (\d+) images are equal", text)
        part["scenes"] += len(counts)
        part["equal"] += sum(int(equal) for equal, _ in counts)
        part["images"] += sum(int(count) for _, count in counts)
        part["differences"] += [
            line for line in text.splitlines() if "pixels differ" in line or line.startswith("error")]
        if status not in (0, 1, None):
            part["differences"].append(f"glaze check ended with {status}: {text.splitlines()[-1:]}")
    return part


def test(run, program, names, log, options=()):
    """Runs the tests with these names, and writes their output into a file; returns the counts and the issues."""
    status, text = run([program, "--testing-library", "swift-testing", *options, "--filter", names])
    log.write_text(text)
    count = re.search(r"Test run with (\d+) tests?", text)
    if count is None:
        reason = "the time was over" if status is None else f"status {status}"
        return {"passed": 0, "tests": 0, "differences": [f"{log.stem}: the tests ended early: {reason}"]}
    failed = set(re.findall(r"✘ Test (\S+?\(.*?\)) (?:with .*)?failed", text))
    issues = dict.fromkeys(re.findall(r"✘ Test (.*? recorded an issue.*)", text))
    return {"passed": int(count[1]) - len(failed), "tests": int(count[1]), "differences": list(issues)}
