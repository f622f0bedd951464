"""Runs Mesa's drivers of GPUs that this machine lacks: everything but the pixels.

Their shader compilers and their checks of OpenGL calls are the real ones; only the kernel is simulated, so that
images stay empty. Errors of OpenGL, messages of its debug output, programs that do not link, crashes and hangs count.
"""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from driver_tests import checks, mesa

ROOT, BUILD = checks.ROOT, checks.BUILD
#: The seconds after which a driver hangs.
LIMIT = 300
#: The tests of sharing are missing: drm-shim cannot export memory.
EMBEDDING = "GuestTests|CARendererTests|ContextVersionTests"
#: The scenes that are drawn again, after changes and in parts, and measured.
CHECKED = "Tests/Scenes/effects/*.json"
#: The messages of drivers about a shader that does not fit the chip, so that they compile it again with less.
FALLBACK = re.compile(r"Falling back to strategy|spilling", re.IGNORECASE)
#: A message of the tests themselves, which set state that only some contexts have.
EXPECTED = "unsupported function called"
#: The messages of drm-shim about what it does not simulate.
MISSING = re.compile(r"DRM_SHIM|DRM_IOCTL|drm_i915|export failed|get-param|shim gpu|Timeout! Some")
R600, NOUVEAU = ({"MESA_LOADER_DRIVER_OVERRIDE": name} for name in ("r600", "nouveau"))
#: With this variable set, the shim need not set it; then Swift finds the arguments of the program.
NOUVEAU["NOUVEAU_DISABLE_FENCES"] = "true"


class Chip:
    """A chip that a driver can be made to see."""

    def __init__(self, name, driver, shim, **variables):
        self.name, self.driver, self.shim, self.variables = name, driver, shim, variables

    @property
    def slug(self):
        return "shim-" + checks.slug(self.name)

    @property
    def path(self):
        """The path of the last result."""
        return BUILD / f"{self.slug}.json"


CHIPS = [
    Chip("Intel Arc A770", "iris", "intel", INTEL_STUB_GPU_PLATFORM="dg2"),
    Chip("Intel Tiger Lake", "iris", "intel", INTEL_STUB_GPU_PLATFORM="tgl"),
    Chip("Intel Skylake", "iris", "intel", INTEL_STUB_GPU_PLATFORM="skl"),
    Chip("Intel Broadwell", "iris", "intel", INTEL_STUB_GPU_PLATFORM="bdw"),
    Chip("Intel Haswell", "crocus", "intel", INTEL_STUB_GPU_PLATFORM="hsw"),
    Chip("Intel Ivy Bridge", "crocus", "intel", INTEL_STUB_GPU_PLATFORM="ivb"),
    Chip("Intel Sandy Bridge", "crocus", "intel", INTEL_STUB_GPU_PLATFORM="snb"),
    Chip("Intel G45", "crocus", "intel", INTEL_STUB_GPU_PLATFORM="g4x"),
    Chip("AMD RDNA 3", "radeonsi", "amdgpu", AMDGPU_GPU_ID="navi31"),
    Chip("AMD RDNA 2", "radeonsi", "amdgpu", AMDGPU_GPU_ID="navi21"),
    Chip("AMD Vega", "radeonsi", "amdgpu", AMDGPU_GPU_ID="vega10"),
    Chip("AMD Polaris", "radeonsi", "amdgpu", AMDGPU_GPU_ID="polaris10"),
    Chip("AMD Southern Islands", "radeonsi", "amdgpu", AMDGPU_GPU_ID="pitcairn"),
    Chip("AMD Northern Islands", "r600", "radeon", RADEON_GPU_ID="CAYMAN", **R600),
    Chip("AMD Evergreen", "r600", "radeon", RADEON_GPU_ID="CEDAR", **R600),
    Chip("AMD R700", "r600", "radeon", RADEON_GPU_ID="RV770", **R600),
    Chip("NVIDIA Turing", "nouveau", "nouveau", NOUVEAU_CHIPSET="162", **NOUVEAU),
    Chip("NVIDIA Pascal", "nouveau", "nouveau", NOUVEAU_CHIPSET="134", **NOUVEAU),
    Chip("NVIDIA Maxwell", "nouveau", "nouveau", NOUVEAU_CHIPSET="117", **NOUVEAU),
    Chip("NVIDIA Kepler", "nouveau", "nouveau", NOUVEAU_CHIPSET="f0", **NOUVEAU),
    Chip("NVIDIA Tesla", "nouveau", "nouveau", NOUVEAU_CHIPSET="a3", **NOUVEAU),
    Chip("Adreno 740", "freedreno", "freedreno", FD_GPU_ID="740"),
    Chip("Adreno 630", "freedreno", "freedreno", FD_GPU_ID="630"),
    Chip("Adreno 540", "freedreno", "freedreno", FD_GPU_ID="540"),
    Chip("Adreno 430", "freedreno", "freedreno", FD_GPU_ID="430"),
    Chip("Adreno 307", "freedreno", "freedreno", FD_GPU_ID="307"),
    Chip("Adreno 220", "freedreno", "freedreno", FD_GPU_ID="220"),
    Chip("VideoCore VI (V3D 4.2)", "v3d", "v3d"),
    Chip("VideoCore IV", "vc4", "vc4"),
    Chip("Mali G610", "panfrost", "panfrost", PAN_GPU_ID="0xa867"),
    Chip("Mali G57", "panfrost", "panfrost", PAN_GPU_ID="0x9093"),
    Chip("Mali G52", "panfrost", "panfrost", PAN_GPU_ID="0x7212"),
    Chip("Mali G31", "panfrost", "panfrost", PAN_GPU_ID="0x7093"),
    Chip("Mali T860", "panfrost", "panfrost", PAN_GPU_ID="0x860"),
    Chip("Mali T720", "panfrost", "panfrost", PAN_GPU_ID="0x720"),
    Chip("Mali 450", "lima", "lima"),
    Chip("Vivante GC7000L", "etnaviv", "etnaviv", ETNA_SHIM_GPU="GC7000L"),
]


# Programs


def program_names():
    """Assembles all shader programs, unless they are up to date; returns their names."""
    folder = ROOT / ".build" / "shaders"
    sources = [ROOT / "Scripts" / "check-shaders", *(ROOT / "Shaders").rglob("*.*")]
    if not folder.exists() or folder.stat().st_mtime < max(path.stat().st_mtime for path in sources):
        subprocess.run(["Scripts/check-shaders"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return sorted(path.stem for path in folder.glob("*.frag") if not path.stem.endswith("-es"))


def use_programs(environment, api, names, log, folder=ROOT / ".build" / "shaders"):
    """Links and uses the programs of a folder; returns their lines, by name. One that ends the process has none."""
    found = {}
    left = list(names)
    with log.open("w") as output:
        while left:
            begun = None
            _, text = checks.call(
                [sys.executable, pathlib.Path(__file__).with_name("programs.py"), api, folder, *left],
                # The threads of Mesa send no messages.
                LIMIT, environment | {"GALLIUM_THREAD": "0"}, ROOT)
            output.write(text)
            for line in text.splitlines():
                if not line.startswith("{"):
                    continue
                fields = json.loads(line)
                begun = fields.get("begin", begun)
                if "name" in fields:
                    found[fields["name"]] = fields
                    begun = None
            if begun is None:
                break
            left = left[left.index(begun) + 1:]
    return found


# A chip


class Result:
    """The results of a chip's driver."""

    def __init__(self, chip, folder, glaze, tests, names):
        self.name, self.driver = chip.name, chip.driver
        self.problems, self.refused = [], None
        self.log = BUILD / f"{chip.slug}.log"
        with tempfile.TemporaryDirectory(prefix="glaze-shim-") as cache:
            environment = mesa.environment(folder, chip.shim, chip.variables)
            environment |= {"GLAZE_GL_DEBUG": "1", "XDG_CACHE_HOME": cache, "SWIFT_BACKTRACE": "enable=no"}
            self.run = functools.partial(checks.call, seconds=LIMIT, environment=environment, cwd=ROOT)
            if self.identify(glaze):
                self.link(environment, names)
                self.draw(glaze, pathlib.Path(cache))
                self.embed(tests)
        del self.run, self.log
        chip.path.write_text(json.dumps(vars(self), indent=2))

    def identify(self, glaze):
        """Reads the API and the version; returns whether Glaze draws with the driver."""
        status, text = self.run([glaze, "info", "--backend", "gl"])
        self.renderer = checks.field(text, "renderer").replace("Mesa ", "")
        version = checks.field(text, "OpenGL").split(",")[0]
        self.api = "gles" if "ES" in version else "gl"
        found = re.search(r"(\d\.\d)", version)
        self.version = f"OpenGL {'ES ' if self.api == 'gles' else ''}{found[1]}" if found else "none"
        if status == 3:
            reasons = re.findall(r"it offers (?:OpenGL )?(.*?) Mesa", text)
            self.refused = "OpenGL " + reasons[0] if reasons else "no context"
            # Without a usable driver, the CPU draws.
            status, text = self.run([glaze, "render", "Examples/Hosts/cards.json", "-o", "-"])
            if status != 0:
                self.problems.append(f"`glaze render` ends with {status} instead of drawing on the CPU")
            return False
        self.judge("glaze info", status, text)
        return found is not None

    def link(self, environment, names):
        found = use_programs(environment, self.api, names, self.log)
        linked = [name for name, fields in found.items() if fields["failure"] is None]
        self.programs = f"{len(linked)} of {len(names)}"
        self.fallbacks = sum(
            any(FALLBACK.search(text) for _, text in fields["messages"]) for fields in found.values())
        for name in names:
            fields = found.get(name)
            if fields is None:
                self.problems.append(f"the driver ends or hangs with the program {name}")
                continue
            if fields["failure"] is not None:
                self.problems.append(f"{name}: {fields['failure']}")
            if fields["error"]:
                self.problems.append(f"{name}: OpenGL error {fields['error']:#x}")
            self.problems += [
                f"{name}: {text}" for kind, text in fields["messages"] if kind in ("error", "undefined")]

    def draw(self, glaze, folder):
        """Draws all scenes at two times, some in variants, and measures some."""
        scenes = checks.all_scenes()
        self.scenes = f"{len(scenes)} of {len(scenes)}"
        for time in ("0", "1.1"):
            status, text = self.run(
                [glaze, "render", *scenes, "--backend", "gl", "--time", time, "-o", f"{folder}/images/"])
            self.judge(f"glaze render --time {time}", status, text)
            drawn = len(list(folder.glob("images/*.png")))
            if drawn < len(scenes):
                self.scenes = f"{drawn} of {len(scenes)}"
            shutil.rmtree(folder / "images", ignore_errors=True)
        some = sorted(os.path.relpath(path, ROOT) for path in ROOT.glob(CHECKED))
        status, text = self.run(
            [glaze, "check", *some, "--backend", "gl", "--only", "again,patched,tiles", "-o", folder / "check"])
        # Images may differ, since nothing is drawn.
        self.judge("glaze check", 0 if status == 1 else status, text)
        # The timers of a chip that does not run never end; in OpenGL ES they are an extension, which can be hidden.
        status, text = self.run(
            ["env", "MESA_EXTENSION_OVERRIDE=-GL_EXT_disjoint_timer_query", glaze, "bench", *some, "--backend", "gl",
             "--api", "gles", "--frames", "5", "--incremental", "--move", "all"])
        self.judge("glaze bench", status, text)

    def embed(self, tests):
        status, text = self.run([tests, "--testing-library", "swift-testing", "--filter", EMBEDDING])
        count = re.search(r"Test run with (\d+) tests?", text)
        self.embedding = count[1] if count else "none"
        # Most tests also compare pixels, and fail.
        self.judge("embedding tests", 0 if count and status in (0, 1) else status, text)
        self.problems += sorted(set(
            f"embedding tests: {line}"
            for line in re.findall(r"✘ Test (.*recorded an issue.*)", text)
            if re.search(r"Caught error|glGetError|changed\.isEmpty", line)))

    def judge(self, name, status, text):
        """Notes what a command reported, apart from its images."""
        with self.log.open("a") as output:
            output.write(f"\n{name}: {status}\n{text}")
        messages = {}
        for line in re.findall(r"glaze: OpenGL: (.*)", text):
            if name != "embedding tests" or EXPECTED not in line:
                messages[line] = messages.get(line, 0) + 1
        self.problems += [f"{name}: {count} times {line}" for line, count in messages.items()]
        if status is None:
            self.problems.append(f"{name}: no end after {LIMIT} s")
        elif status not in (0, 70):
            lines = [line for line in text.splitlines() if line and not MISSING.search(line)]
            self.problems.append(f"{name} ends with {status}: {lines[-1] if lines else 'without output'}")


# The page

HEADING = "## Drivers without their hardware"


def split(page):
    """Splits the page into the text before this section, the section, and the text after it."""
    before, heading, rest = page.read_text().partition(HEADING)
    section, next_heading, after = rest.partition("\n## ")
    return before.rstrip() + "\n", (heading + section).rstrip() + "\n", next_heading + after


def section(page):
    """Returns the text about the chips; without results, that of the page."""
    results = [json.loads(chip.path.read_text()) for chip in CHIPS if chip.path.exists()]
    if not results:
        return split(page)[1]
    lines = [
        HEADING, "",
        "`make test-drivers-shim` generates this section with Mesa's drm-shim, which stands in for the kernel. The "
        "driver's compiler and its checks are real, but nothing is drawn. Each driver links and uses all shader "
        "programs, draws all scenes at two times, draws the scenes of `effects` again, after changes and in parts, "
        "runs `glaze bench`, and runs the tests of drawing in a host's contexts. OpenGL errors, messages of the debug "
        "output, crashes and hangs count; pixels do not. The tests of shared memory are missing, because drm-shim "
        "cannot export it. A fallback is a shader program that the driver compiled again for fewer threads or without "
        "an optimization.", "",
        "| chip | driver | version | programs | fallbacks | scenes | embedding tests | problems |",
        "|---|---|---|---|---|---|---|---|",
        *map(row, results), ""]
    for result in results:
        if result["problems"]:
            lines += [f"**{result['name']}.**", "", *[f"* `{line}`" for line in result["problems"][:20]], ""]
    lines += [
        "A refused driver has neither OpenGL 3.3 nor OpenGL ES 3.0; `--backend auto` draws on the CPU. Apple's GPUs "
        "are missing, because Mesa 25.0 contains their compiler but does not load their driver."]
    return "\n".join(lines) + "\n"


def row(result):
    """Returns the line of a chip."""
    columns = [result["name"], result["driver"]]
    if result["refused"]:
        columns += [f"refused: {result['refused']}", "", "", "", ""]
    else:
        columns += [str(result[name]) for name in ("version", "programs", "fallbacks", "scenes", "embedding")]
    return "| " + " | ".join([*columns, str(len(result["problems"]))]) + " |"


def main(names, page):
    """Runs the chips with these names, or all, and updates the page."""
    unknown = set(names) - {chip.name for chip in CHIPS}
    if unknown:
        sys.exit("test-drivers: unknown chips: " + ", ".join(sorted(unknown)) + "; the chips are "
                 + ", ".join(chip.name for chip in CHIPS))
    folder = mesa.build()
    glaze, tests = checks.build()
    programs = program_names()
    failing = []
    for chip in CHIPS:
        if names and chip.name not in names:
            continue
        result = Result(chip, folder, glaze, tests, programs)
        if result.refused:
            print(f"{chip.name}: refused: {result.refused}", flush=True)
        else:
            print(f"{chip.name}: {result.version}; programs {result.programs}, scenes {result.scenes}, "
                  f"embedding tests {result.embedding}", flush=True)
        for problem in result.problems:
            print("  " + problem[:300], flush=True)
        if result.problems:
            failing.append(chip.name)
    before, _, after = split(page)
    page.write_text(before + "\n" + section(page) + after)
    if failing:
        sys.exit("test-drivers: these have problems: " + "; ".join(failing))
