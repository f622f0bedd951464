"""Draws the pages with Skia on OpenGL, a page a process:  skia_race.py PAGE FOLDER FRAMES DEVICE-INDEX IMAGE

Prints an object with times in milliseconds. FOLDER has the photos; DEVICE-INDEX counts EGL's devices, or is -1
for a context without any.
"""

import ctypes
import json
import math
import pathlib
import sys
import time

import skia

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from gpu_report import pages

EGL_PLATFORM_DEVICE, EGL_PLATFORM_SURFACELESS = 0x313F, 0x31DD
EGL_OPENGL_API, EGL_NONE = 0x30A2, 0x3038
#: Major and minor version, core profile.
CORE_4_5 = [0x3098, 4, 0x30FB, 5, 0x30FD, 1]


def make_context(index):
    """Makes an OpenGL context current, without a surface; returns the renderer's name."""
    egl, gl = ctypes.CDLL("libEGL.so.1"), ctypes.CDLL("libOpenGL.so.0")
    pointer = ctypes.c_void_p
    egl.eglGetProcAddress.restype = pointer
    egl.eglGetPlatformDisplay.restype = egl.eglCreateContext.restype = pointer
    egl.eglGetPlatformDisplay.argtypes = [ctypes.c_uint, pointer, pointer]
    egl.eglInitialize.argtypes = [pointer] * 3
    egl.eglCreateContext.argtypes = egl.eglMakeCurrent.argtypes = [pointer] * 4
    display = None
    if index >= 0:
        query = ctypes.CFUNCTYPE(ctypes.c_uint, ctypes.c_int, pointer, pointer)(
            egl.eglGetProcAddress(b"eglQueryDevicesEXT"))
        devices, count = (pointer * 16)(), ctypes.c_int()
        query(16, devices, ctypes.byref(count))
        if index < count.value:
            display = egl.eglGetPlatformDisplay(EGL_PLATFORM_DEVICE, devices[index], None)
    if display is None:
        display = egl.eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS, None, None)
    if not egl.eglInitialize(display, None, None) or not egl.eglBindAPI(EGL_OPENGL_API):
        sys.exit("EGL does not start")
    attributes = (ctypes.c_int * 7)(*CORE_4_5, EGL_NONE)
    context = egl.eglCreateContext(display, None, None, attributes)
    if not context or not egl.eglMakeCurrent(display, None, None, context):
        sys.exit("there is no OpenGL context")
    gl.glGetString.restype = ctypes.c_char_p
    return gl.glGetString(0x1F01).decode()


class Drawer:
    """Draws items on a canvas."""

    def __init__(self, folder=None):
        """Photos are files in the folder; without a folder items may have none."""
        self.images = [skia.Image.open(str(folder / f"photo{i}.png")) for i in range(4)] if folder else []

    def draw(self, canvas, items):
        for item in items:
            if "group" in item:
                canvas.saveLayerAlpha(skia.Rect.MakeXYWH(*item["frame"]).makeOutset(120, 120), round(255 * item["opacity"]))
                self.draw(canvas, item["group"])
                canvas.restore()
            elif "path" in item:
                path = skia.Path()
                path.addPoly([skia.Point(*p) for p in item["path"]], True)
                canvas.drawPath(path, skia.Paint(Color4f=skia.Color4f(*item["color"]), AntiAlias=True))
            else:
                self.draw_box(canvas, item)

    def draw_box(self, canvas, item):
        width, height, radius = item["width"], item["height"], item["radius"]
        canvas.save()
        canvas.translate(item["x"], item["y"])
        canvas.rotate(math.degrees(item["angle"]))
        canvas.translate(-width / 2, -height / 2)
        rectangle = skia.Rect.MakeWH(width, height)
        outline = skia.RRect.MakeRectXY(rectangle, radius, radius)
        if "shadow" in item:
            blur = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, item["shadow"] * 0.945)
            paint = skia.Paint(Color4f=skia.Color4f(0, 0, 0, 0.5), AntiAlias=True, MaskFilter=blur)
            canvas.drawRRect(skia.RRect.MakeRectXY(rectangle.makeOffset(0, 4), radius, radius), paint)
        paint = skia.Paint(Color4f=skia.Color4f(*item["color"]), AntiAlias=True)
        if "gradient" in item:
            colors = [skia.Color4f(*item[key]).toColor() for key in ("color", "gradient")]
            ends = [skia.Point(width / 2, 0), skia.Point(width / 2, height)]
            paint.setShader(skia.GradientShader.MakeLinear(ends, colors))
        if "image" in item:
            canvas.clipRRect(outline, skia.ClipOp.kIntersect, True)
            canvas.drawImageRect(
                self.images[item["image"]], rectangle, skia.SamplingOptions(skia.FilterMode.kLinear), skia.Paint(AntiAlias=True))
        elif "border" in item:
            border = item["border"]
            canvas.drawRRect(outline, paint)
            inner = skia.RRect.MakeRectXY(rectangle.makeInset(border, border), radius - border, radius - border)
            canvas.drawDRRect(outline, inner, skia.Paint(Color4f=skia.Color4f(1, 1, 1, 1), AntiAlias=True))
        else:
            canvas.drawRRect(outline, paint)
        canvas.restore()


def main(name, folder, frames, index, image):
    renderer = make_context(int(index))
    context = skia.GrDirectContext.MakeGL(skia.GrGLInterface.MakeEGL())
    info = skia.ImageInfo.MakeN32Premul(pages.WIDTH, pages.HEIGHT)
    surface = skia.Surface.MakeRenderTarget(context, skia.Budgeted.kNo, info)
    drawer, items = Drawer(pathlib.Path(folder)), pages.Pages().all[name]
    # Recorded once, as Glaze holds scenes, so that Python's time is not measured.
    recorder = skia.PictureRecorder()
    drawer.draw(recorder.beginRecording(pages.WIDTH, pages.HEIGHT), items)
    recording = recorder.finishRecordingAsPicture()
    wall, cpu = [], []
    for _ in range(int(frames) + 3):
        begin, process = time.perf_counter(), time.process_time()
        canvas = surface.getCanvas()
        canvas.clear(skia.ColorWHITE)
        canvas.drawPicture(recording)
        surface.flushAndSubmit(skia.GrSyncCpu.kYes)
        wall.append(1e3 * (time.perf_counter() - begin))
        cpu.append(1e3 * (time.process_time() - process))
    surface.makeImageSnapshot().save(image, skia.kPNG)
    wall, cpu = sorted(wall[3:]), sorted(cpu[3:])
    middle = len(wall) // 2
    print(json.dumps({
        "renderer": renderer, "wallMs": {"min": wall[0], "median": wall[middle], "max": wall[-1]},
        "cpuMs": {"min": cpu[0], "median": cpu[middle], "max": cpu[-1]}}))


def difference(one, other):
    """The mean difference of two images in levels of 255, from every 89th byte."""
    a, b = (skia.Image.open(str(path)).tobytes() for path in (one, other))
    pairs = list(zip(a[::89], b[::89]))
    return sum(abs(x - y) for x, y in pairs) / max(len(pairs), 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
