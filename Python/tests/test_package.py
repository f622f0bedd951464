"""The package as it is installed."""

import importlib.metadata
import os
import re
import subprocess
import sys
from pathlib import Path

import glaze
import numpy as np
import pytest
from conftest import ROOT
from glaze import _library
from glaze._images import pixel_format

LIBRARY = Path(glaze.__file__).with_name("libglaze.so.1")
HEADERS = [ROOT / "Sources/Library/CGlaze" / name for name in ("glaze.h", "glaze_share.h", "glaze_render.h")]


def header() -> str:
    """The headers without comments."""
    text = "".join(path.read_text() for path in HEADERS)
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def test_every_function_of_the_headers_can_be_called():
    functions = set(re.findall(r"^[^\n(#]*?\b(glaze_\w+)\(", header(), re.MULTILINE))
    functions -= set(re.findall(r"\(\*(glaze_\w+)\)", header()))
    assert len(functions) > 90
    for name in functions:
        assert callable(getattr(_library.lib, name)), name


def test_constants_are_those_of_the_headers():
    for prefix, kind, enum in (
        ("GLAZE_ERROR_", "glaze_code", glaze.ErrorCode),
        ("GLAZE_PIXEL_FORMAT_", "glaze_pixel_format", glaze.PixelFormat),
    ):
        found = {
            name.removeprefix(prefix): value
            for name, value in _library.ffi.typeof(kind).relements.items()
            if name.startswith(prefix)
        }
        # Four bytes of straight alpha are what NumPy and Pillow have, and need no words; deeper pixels have the
        # format of bytes and a type.
        found = {name.removesuffix("_STRAIGHT"): value for name, value in found.items()}
        for name, dtype in (("16", np.uint16), ("_HALF", np.float16), ("_FLOAT", np.float32)):
            for alpha in ("", "_PREMULTIPLIED"):
                wanted = found.pop(f"RGBA{name}{alpha}", None)
                format = glaze.PixelFormat[f"RGBA{alpha}"]
                assert wanted in (None, pixel_format(format, dtype))
        found = {name.replace("8", ""): value for name, value in found.items()}
        assert found == {member.name: member.value for member in enum}


def test_structs_are_laid_out_as_in_c(tmp_path):
    names = sorted(set(re.findall(r"^} (glaze_\w+);", header(), re.MULTILINE)))
    structs = [name for name in names if _library.ffi.typeof(name).kind == "struct"]
    lines = "".join(f'  printf("%zu\\n", sizeof({name}));\n' for name in structs)
    program = tmp_path / "sizes.c"
    program.write_text(f"#include <glaze.h>\n#include <stdio.h>\nint main(void) {{\n{lines}}}\n")
    command = ["cc", "-I", HEADERS[0].parent, program, "-o", tmp_path / "sizes"]
    subprocess.run(command, check=True)
    sizes = subprocess.run([tmp_path / "sizes"], check=True, capture_output=True, text=True).stdout
    assert len(structs) > 10
    assert [int(size) for size in sizes.split()] == [_library.ffi.sizeof(name) for name in structs]


@pytest.mark.skipif("GLAZE_WHEEL" not in os.environ, reason="GLAZE_WHEEL names the wheel")
def test_the_wheel_runs_on_debian_12():
    command = [sys.executable, "-m", "auditwheel", "show", os.environ["GLAZE_WHEEL"]]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    # Debian 12 has version 2.36 of glibc.
    minor = re.search(r'constrains\s+the\s+platform\s+tag\s+to\s+"manylinux_2_(\d+)_', output)[1]
    assert int(minor) <= 36
    needed = subprocess.run(["readelf", "-d", LIBRARY], capture_output=True, text=True).stdout
    table = (ROOT / "Docs/reference/python.md").read_text()
    for name in re.findall(r"NEEDED.*\[(.*)\]", needed):
        assert f"`{name}`" in table or name.startswith(("libc.", "libm.", "ld-linux")), name


def test_the_version_is_that_of_the_library():
    assert glaze.__version__ == importlib.metadata.version("glaze")


def test_everything_public_is_documented():
    for name in glaze.__all__:
        value = getattr(glaze, name)
        if isinstance(value, type) or callable(value):
            assert value.__doc__, name


TYPED = """
import glaze
layer = glaze.ShapeLayer(corner_radius=4)
reveal_type(layer.position)
reveal_type(layer.background_color)
reveal_type(layer.sublayers)
reveal_type(layer.mask)
reveal_type(layer.hidden)
layer.background_color = "#fff"
layer.position = (1, 2)
layer.corner_radius = "wide"
"""


def test_types_are_known(tmp_path):
    (tmp_path / "typed.py").write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, "typed.py"]
    output = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    types = re.findall('Revealed type is "(.*)"', output)
    assert [found.replace("builtins.", "") for found in types] == [
        "tuple[float, float, fallback=glaze._values.Point]",
        "tuple[float, float, float, float, fallback=glaze._values.Color] | None",
        "list[glaze._layers.Layer]",
        "glaze._layers.Layer | None",
        "bool",
    ]
    errors = [line for line in output.splitlines() if ": error:" in line]
    assert len(errors) == 1 and "typed.py:11" in errors[0]


def test_the_tour(tmp_path):
    text = (ROOT / "Docs/reference/python.md").read_text()
    program = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]
    assert len(program.splitlines()) <= 50
    output = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=tmp_path, capture_output=True, text=True
    )
    assert output.returncode == 0, output.stderr
    assert 'UNKNOWN_NAME CAShapeLayer has no property "opacty"' in output.stdout
    assert "arrived" in output.stdout and "(40, 60, 4)" in output.stdout
    assert {path.name for path in tmp_path.iterdir()} == {"card.png", "card.apng"}


def test_the_library_can_be_another_one(tmp_path):
    program = "import glaze"
    output = subprocess.run(
        [sys.executable, "-c", program],
        env={"GLAZE_LIBRARY": str(tmp_path / "none.so")},
        capture_output=True,
        text=True,
    )
    assert output.returncode != 0 and "none.so" in output.stderr
