"""Builds the wheel: the cffi binding of glaze.h, and libglaze.so."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import cffi
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = "libglaze.so.1"

if not os.environ.get("GLAZE_LIBRARY") and shutil.which("swift") is None:
    raise SystemExit(
        "glaze: building libglaze needs Swift 6.3, and swift is not in PATH (https://swift.org/install).\n"
        "To use a libglaze that is already built, set GLAZE_LIBRARY to the path of libglaze.so.1."
    )


def declarations(folder: Path) -> str:
    """Returns the declarations of the headers for cffi, without comments and directives."""
    text = "".join((folder / name).read_text() for name in ("glaze.h", "glaze_share.h", "glaze_render.h"))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.DOTALL)
    return re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)


def library() -> Path:
    """Returns the library to bundle: GLAZE_LIBRARY, or the result of Scripts/libglaze."""
    given = os.environ.get("GLAZE_LIBRARY")
    if given:
        return Path(given)
    output = subprocess.run(
        [ROOT / "Scripts/libglaze"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    return Path(output.splitlines()[-1]) / LIBRARY


class BuildPackage(build_py):
    """Copies the modules, and adds the binding and the library."""

    def run(self) -> None:
        super().run()
        package = Path(self.build_lib) / "glaze"
        ffi = cffi.FFI()
        ffi.cdef(declarations(ROOT / "Sources/Library/CGlaze"))
        ffi.set_source("glaze._c", None)
        ffi.emit_python_code(str(package / "_c.py"))
        shutil.copyfile(library(), package / LIBRARY)
        subprocess.run(["strip", package / LIBRARY], check=True)


class BuildWheel(bdist_wheel):
    """Makes one wheel for all versions of Python on this kind of machine."""

    def initialize_options(self) -> None:
        super().initialize_options()
        # The library belongs with the files of a platform, as an extension module does.
        self.distribution.has_ext_modules = lambda: True

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]
