"""Mesa's drivers for GPUs that this machine lacks.

Mesa's drm-shim is a library that stands in for a graphics card: a driver starts with it and compiles shaders for
the real chip, but nothing is drawn. Debian's packages do not contain it, so Mesa is built from Debian's sources into
.build/drivers/shim. GLAZE_MESA names the build folder of a Mesa that is already built.
"""

import json
import os
import pathlib
import subprocess
import sys

from driver_tests import checks

BUILD = checks.BUILD
FOLDER = BUILD / "shim"
#: Changes to the simulated kernels: etnaviv's reports an endless number of cores, and freedreno's returns uninitialized
#: memory as the number of resets.
PATCH = pathlib.Path(__file__).with_name("mesa.patch")
LIBDRM = ["libdrm-dev", "libdrm2", "libdrm-amdgpu1", "libdrm-intel1", "libdrm-nouveau2", "libdrm-radeon1"]
#: The packages for building, apart from those that Glaze needs.
PACKAGES = [
    "bison", "flex", "glslang-tools", "libclc-15-dev", "libelf-dev", "libexpat1-dev", "libglvnd-dev",
    "libllvmspirvlib-15-dev", "llvm-15-dev", "libclang-15-dev",
    "libclang-cpp15-dev", "ninja-build", "spirv-tools", "zlib1g-dev"]
#: The packages of Python for building.
MODULES = ["meson==1.7.2", "mako", "packaging", "pycparser", "pyyaml", "setuptools"]
DRIVERS = ["iris", "crocus", "radeonsi", "r600", "nouveau", "freedreno", "v3d", "vc4", "panfrost", "lima", "etnaviv"]
OPTIONS = [
    "--wrap-mode=nodownload", "--buildtype=plain", "-Doptimization=1", "-Db_ndebug=true",
    "-Dtools=drm-shim,intel", "-Dplatforms=", "-Dglx=disabled", "-Degl=enabled", "-Dgbm=enabled",
    "-Dgles1=disabled", "-Dgles2=enabled", "-Dopengl=true", "-Dglvnd=enabled",
    f"-Dgallium-drivers={','.join(DRIVERS)}", "-Dvulkan-drivers=", "-Dvideo-codecs=",
    "-Dgallium-va=disabled", "-Dgallium-vdpau=disabled", "-Dgallium-rusticl=false", "-Dllvm=enabled",
    "-Dshared-llvm=enabled", "-Dvalgrind=disabled", "-Dlibunwind=disabled", "-Dlmsensors=disabled",
    "-Dbuild-tests=false", "-Dandroid-libbacktrace=disabled"]


def build():
    """Returns the build folder of Mesa, which is downloaded and built at the first call."""
    if "GLAZE_MESA" in os.environ:
        return pathlib.Path(os.environ["GLAZE_MESA"]).resolve()
    folder = FOLDER / "build"
    if not (folder / "built").exists():
        print("Building Mesa takes half an hour on two cores.", file=sys.stderr)
        source = download()
        compile_mesa(source, folder)
        (folder / "built").touch()
    return folder


def download():
    """Unpacks Mesa's sources from Debian 13 and libdrm from Debian 12's backports; returns Mesa's folder."""
    apt = checks.apt(
        FOLDER / "apt", ("deb", "bookworm"), ("deb", "bookworm-backports"), ("deb-src", "trixie"))
    missing = subprocess.run(["dpkg-query", "-W", *PACKAGES], capture_output=True).returncode
    if missing:
        run([*apt, "install", "--yes", "--no-install-recommends", *PACKAGES])
    run([*apt, "source", "--download-only", "mesa"], cwd=FOLDER)
    run([*apt, "download", *[name + "/bookworm-backports" for name in LIBDRM]], cwd=FOLDER)
    for package in FOLDER.glob("libdrm*.deb"):
        run(["dpkg-deb", "-x", package, FOLDER / "libdrm"])
    for text in FOLDER.glob("libdrm/usr/lib/*/pkgconfig/*.pc"):
        text.write_text(text.read_text().replace("prefix=/usr", f"prefix={FOLDER}/libdrm/usr"))
    archive = next(FOLDER.glob("mesa_*.orig.tar.xz"))
    run(["tar", "-xf", archive], cwd=FOLDER)
    source = next(FOLDER.glob("mesa-*/"))
    run(["patch", "-p1", "-i", PATCH], cwd=source)
    return source


def compile_mesa(source, folder):
    """Builds Mesa with a newer Meson than Debian's."""
    python = FOLDER / "python"
    run([sys.executable, "-m", "venv", python])
    run([python / "bin/pip", "install", "--quiet", *MODULES])
    settings = ":".join(str(path) for path in FOLDER.glob("libdrm/usr/lib/*/pkgconfig"))
    environment = os.environ | {"PKG_CONFIG_PATH": settings, "PATH": f"{python}/bin:{os.environ['PATH']}"}
    run(["meson", "setup", folder, source, *OPTIONS], env=environment)
    run(["nice", "ninja", "-C", folder], env=environment)


def run(command, **options):
    subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr, **options)


def environment(folder, shim, variables):
    """Returns the variables that make programs draw with a chip."""
    library = next(folder.glob(f"src/**/lib{shim}_noop_drm_shim.so"))
    vendor = BUILD / "shim-vendor.json"
    vendor.parent.mkdir(parents=True, exist_ok=True)
    vendor.write_text(json.dumps({
        "file_format_version": "1.0.0",
        "ICD": {"library_path": str(folder / "src/egl/libEGL_mesa.so.0")}}))
    return {
        "LD_PRELOAD": str(library),
        "LD_LIBRARY_PATH": f"{folder}/src/gallium/targets/dri:{folder}/src/gbm",
        "GBM_BACKENDS_PATH": f"{folder}/src/gbm/backends/dri",
        "__EGL_VENDOR_LIBRARY_FILENAMES": str(vendor),
        "MESA_SHADER_CACHE_DISABLE": "true",
        **variables,
    }
