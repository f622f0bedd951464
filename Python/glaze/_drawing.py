"""Devices, renderers and sessions."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import numpy as np

from ._images import Image, Pixels, are_rows, is_pixel_type, memory, pixel_format
from ._library import Handle, check, failure, ffi, lib, required, struct, text, utf8
from ._objects import adopt, handle_of
from ._values import Color, ColorLike, PixelFormat, Rect, SizeLike

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._layers import Layer

#: The current time, for parameters that are times.
NOW = float("nan")


def current_time() -> float:
    """The clock of sessions, in seconds: monotonic, as Apple's CACurrentMediaTime()."""
    return float(lib.glaze_current_time())


class Device(NamedTuple):
    """A device that draws."""

    #: The name for Renderer.
    name: str
    #: "gpu", "rasteriser" (OpenGL on the CPU), "cpu" (Glaze's own code), "context" or another.
    kind: str
    description: str


def _device(found: Any) -> Device:
    return Device(text(found.name) or "", text(found.kind) or "", text(found.description) or "")


def devices() -> list[Device]:
    """Returns the devices of this machine, best first."""
    result = []
    for index in range(lib.glaze_device_count()):
        found = struct("glaze_device")
        check(lib.glaze_device_get(index, found))
        result.append(_device(found))
    return result


_hosts: list[tuple[Any, Any]] = []


def _callbacks(
    find: Callable[[str], int] | None, current: Callable[[], int] | None
) -> tuple[Any, Any]:
    """The functions of a host's OpenGL as C calls them.

    They are never freed: the library asks for the current context until the last object of the
    renderer is freed in its own context, which may be after this object ends.
    """

    def address(_: Any, name: Any) -> Any:
        return ffi.cast("void *", find(ffi.string(name).decode()) or 0) if find else ffi.NULL

    def context(_: Any) -> Any:
        return ffi.cast("void *", current() or 0) if current else ffi.NULL

    made = (
        ffi.callback("void *(void *, const char *)", address) if find else ffi.NULL,
        ffi.callback("void *(void *)", context) if current else ffi.NULL,
    )
    if find or current:
        _hosts.append(made)
    return made


class Renderer(Handle):
    """A device with its caches. Making one starts a driver, so reuse it.

    device: None or "auto" for the best GPU, or the CPU, "gl" for OpenGL alone, "cpu" for Glaze's own
        code, "context" for the OpenGL context that is current on this thread, or the name of a
        device.
    program_cache: a folder that caches OpenGL shader programs for later processes.
    memory_budget: the limit of the caches between frames, in bytes; 0 is 256 MiB.
    get_proc_address: only for "context", where neither EGL nor GLX made it: a function from the name of an
        OpenGL function to its address, an integer, or 0.
    get_current_context: only with get_proc_address: returns what identifies the context that is current on
        this thread, an integer, or 0; by default EGL and GLX are asked.

    It belongs to the thread that made it, with its sessions and their layers; another thread gets
    WrongThreadError. Raises UnknownNameError, and Error with ``ErrorCode.NO_DEVICE``.
    """

    __slots__ = ()

    def __init__(
        self,
        device: str | None = None,
        *,
        program_cache: str | os.PathLike[str] | None = None,
        memory_budget: int = 0,
        get_proc_address: Callable[[str], int] | None = None,
        get_current_context: Callable[[], int] | None = None,
    ) -> None:
        folder = ffi.NULL if program_cache is None else ffi.new("char[]", utf8(program_cache))
        options = struct(
            "glaze_renderer_options", program_cache=folder, memory_budget=memory_budget
        )
        options.get_proc_address, options.get_current_context = _callbacks(
            get_proc_address, get_current_context
        )
        handle = lib.glaze_renderer_create(utf8(device), options)
        self._own(required(handle), lib.glaze_renderer_release)

    @property
    def device(self) -> Device:
        """The device of the renderer."""
        found = struct("glaze_device")
        check(lib.glaze_renderer_get_device(self._handle, found))
        return _device(found)

    def hand_over(self) -> None:
        """Releases the renderer and its sessions for the next thread that uses them."""
        check(lib.glaze_renderer_hand_over(self._handle))

    def close(self) -> None:
        """Ends the renderer; open sessions retain it."""
        self._close()

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<glaze.Renderer {self.device.name}>" if self._handle else "<glaze.Renderer closed>"


_thread = threading.local()


def use_device(name: str | None) -> None:
    """Selects the device that draws if no renderer is passed, by a name for Renderer.

    It applies to this thread. Raises the errors of Renderer.
    """
    _thread.renderer = Renderer(name)


def _default_renderer() -> Renderer:
    """The renderer of this thread for calls without a renderer."""
    if not hasattr(_thread, "renderer"):
        use_device(None)
    renderer: Renderer = _thread.renderer
    return renderer


#: The names of the limits of a frame; Docs/reference/swift.md describes them.
LIMITS = tuple(name for name, _ in ffi.typeof("glaze_limits").fields if name != "struct_size")

class Output(NamedTuple):
    """The encoding of images. Colors, gradients and contents are converted to it before they are composited.

    An argument ``output`` takes the name of a space, too.
    """

    #: "srgb", "p3" or "rec2020", alone or with "-linear", "-pq", "-hlg" or "-gamma22".
    space: str = "srgb"
    #: 8, 10, 16, "half" or "float"; None is "half" for linear spaces, 10 for PQ and HLG, else 8.
    depth: int | str | None = None
    #: The brightest light in multiples of white, 1 to 100.
    headroom: float = 1
    #: The luminance of white in cd/m², for PQ.
    white: float = 203
    #: Whether light is composited, and the finished image encoded.
    composites_light: bool = False

    @property
    def hdr_metadata(self) -> HDRMetadata:
        """The meaning of the numbers in images, for displays and programs that show them."""
        result = struct("glaze_hdr_metadata")
        output, _texts = _output(self)
        check(lib.glaze_output_get_hdr_metadata(output, result))
        places = list(result.display_primaries)
        return HDRMetadata(
            result.primaries,
            result.transfer,
            result.matrix,
            result.is_full_range,
            tuple(zip(places[::2], places[1::2])),
            result.maximum_luminance,
            result.minimum_luminance,
            result.maximum_content_light,
            result.maximum_frame_light,
        )


class HDRMetadata(NamedTuple):
    """The meaning of the numbers in images of an output. Light levels are bounds: images are not measured."""

    #: Code points of ITU-T H.273; the matrix is 0, because components are R, G and B.
    primaries: int
    transfer: int
    matrix: int
    is_full_range: bool
    #: The chromaticities x, y of red, green, blue and white on the display for which images are made.
    display_primaries: tuple[tuple[float, float], ...]
    #: The light of that display, in cd/m².
    maximum_luminance: float
    minimum_luminance: float
    #: The brightest light of a pixel, and the greatest mean light of an image, in cd/m²; 0 is not known.
    maximum_content_light: float
    maximum_frame_light: float


def _output(output: Output | str) -> Any:
    """An encoding as the library takes it, with the memory of its texts."""
    wanted = Output(output) if isinstance(output, str) else output
    result = struct(
        "glaze_output",
        headroom=wanted.headroom,
        white=wanted.white,
        composites_light=wanted.composites_light,
    )
    texts = [ffi.new("char[]", utf8(wanted.space))]
    result.space = texts[0]
    if wanted.depth is not None:
        texts.append(ffi.new("char[]", utf8(str(wanted.depth))))
        result.depth = texts[1]
    return result, texts


#: The memory that structs of options point to, which Python frees with its last reference.
_limits_of_options: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()
_outputs_of_options: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()


class RenderOptions(TypedDict, total=False):
    """The keywords of Session, for type checkers."""

    size: SizeLike
    scale: float
    extent: SizeLike
    background: ColorLike
    y_up: bool
    dither: bool
    actions: bool
    limits: Mapping[str, int]
    output: Output | str


def _limits(numbers: Mapping[str, int]) -> Any:
    """The limits as the library takes them.

    Raises ValueError for an unknown name, and for a number below 1.
    """
    result = struct("glaze_limits")
    for name, number in numbers.items():
        if name not in LIMITS:
            raise ValueError(f"there is no limit {name!r}; use one of {', '.join(LIMITS)}")
        if number < 1:
            raise ValueError(f"the limit {name} must be at least 1, got {number}")
        setattr(result, name, number)
    return result


def render_options(
    base: Any = None,
    *,
    size: SizeLike | None = None,
    scale: float | None = None,
    extent: SizeLike | None = None,
    background: ColorLike | None = None,
    y_up: bool | None = None,
    dither: bool | None = None,
    actions: bool | None = None,
    limits: Mapping[str, int] | None = None,
    output: Output | str | None = None,
) -> Any:
    """The options of a session as the library takes them; None leaves the value of base."""
    options = base if base is not None else struct("glaze_render_options")
    if size is not None:
        options.width, options.height = size
    if scale is not None:
        if not 0 < scale < float("inf"):
            raise ValueError(f"scale must be positive, got {scale}")
        options.scale = scale
    if extent is not None:
        options.extent = tuple(extent)
    if background is not None:
        options.background = Color.of(background)
    if y_up is not None:
        options.is_y_up = y_up
    if dither is not None:
        options.disables_dither = not dither
    if actions is not None:
        options.disables_actions = not actions
    if limits is not None:
        wanted = _limits(limits)
        options.limits = wanted
        _limits_of_options[options] = wanted
    if output is not None:
        _outputs_of_options[options] = _output(output)
        options.output = _outputs_of_options[options][0]
    return options


class Session(Handle):
    """Draws one root layer with one renderer, frame after frame.

    root: the layer that fills the image; its position is ignored.
    renderer: by default the renderer of this thread.
    size: the size of the image, in pixels; by default the extent times the scale.
    scale: pixels per point; 1.
    extent: the area that fills the image, in points; by default the root's bounds.
    background: the color behind the root; transparent.
    y_up: whether y points up around the root, as on macOS; False.
    dither: whether gradients and wide shadows are dithered; True.
    actions: whether changes of layers are animated implicitly; True.
    limits: limits of a frame by name: {"layers": 1000}; LIMITS are the names.
    output: the encoding of images, an Output or the name of a space; "srgb".

    Times are seconds of media time; NOW is now. It is a context manager, which closes it.
    """

    __slots__ = ("renderer", "root", "damage", "notices", "_options", "_on_update")

    def __init__(
        self, root: Layer, renderer: Renderer | None = None, **options: Unpack[RenderOptions]
    ) -> None:
        self._open(root, renderer, render_options(**options))

    def _open(self, root: Layer, renderer: Renderer | None, options: Any) -> None:
        self.renderer = renderer or _default_renderer()
        self.root = root
        #: The parts of the last frame that may differ from the one before, in pixels.
        self.damage: list[Rect] = []
        #: Features of the layers that the last frame omits or replaces, one per line.
        self.notices: list[str] = []
        self._options = options
        self._on_update: Any = None
        handle = lib.glaze_session_create(self.renderer._handle, handle_of(root), options)
        self._own(required(handle), lib.glaze_session_release)

    def set_options(self, **options: Unpack[RenderOptions]) -> None:
        """Changes options by their keywords, with effect from the next frame on."""
        changed = struct("glaze_render_options")
        ffi.memmove(changed, self._options, ffi.sizeof("glaze_render_options"))
        if changed.limits:
            _limits_of_options[changed] = _limits_of_options[self._options]
        if changed.output:
            _outputs_of_options[changed] = _outputs_of_options[self._options]
        check(lib.glaze_session_set_options(self._handle, render_options(changed, **options)))
        self._options = changed

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the next frame, in pixels."""
        width, height = ffi.new("uint32_t *"), ffi.new("uint32_t *")
        check(lib.glaze_session_get_size(self._handle, width, height))
        return width[0], height[0]

    @property
    def has_changes(self) -> bool:
        """Whether layers or options changed since the last frame; True before the first."""
        result = ffi.new("bool *")
        check(lib.glaze_session_has_changes(self._handle, result))
        return bool(result[0])

    def next_frame_time(self, after: float = NOW) -> float:
        """Returns the time at which the next frame differs: `after`, a later time, or infinity."""
        result = ffi.new("double *")
        check(lib.glaze_session_next_frame_time(self._handle, after, result))
        return float(result[0])

    def on_update(self, function: Callable[[], object] | None) -> None:
        """Sets a function that is called once when a frame is due, and again after the next frame.

        It is called during a change: schedule drawing in it, and do not draw in it. An
        exception that it raises is printed, and the change continues. None removes it.
        """
        callback = ffi.NULL
        if function is not None:

            def call(context: Any) -> None:
                function()

            callback = ffi.callback("void(void *)", call)
        check(lib.glaze_session_set_update_callback(self._handle, callback, ffi.NULL))
        self._on_update = callback

    def commit(self, time: float = NOW) -> None:
        """Commits changes of the layers and draws nothing; new animations begin at this time."""
        check(lib.glaze_session_commit(self._handle, time))

    def render(
        self,
        time: float = NOW,
        *,
        out: Pixels | None = None,
        format: PixelFormat = PixelFormat.RGBA,
        dtype: Any = np.uint8,
    ) -> Pixels:
        """Commits changes and draws into an array of shape (height, width, 4).

        out: the array to draw into, which may be a view of a larger one; by default a new one. The
            library draws into its memory; nothing is copied.
        dtype: of a new array: uint8, uint16, float16 or float32. Its numbers are those of the session's
            output; only floats are below 0 and above 1.

        Raises ValueError for an array of another shape, and Error. Other Python threads run
        while it draws.
        """
        width, height = self.size
        if out is None:
            pixel_format(format, dtype)
            out = np.empty((height, width, 4), dtype)
        else:
            _check_out(out, height, width)
        layout = pixel_format(format, out.dtype)
        pointer, length, row = memory(out)
        target = struct(
            "glaze_target", format=layout, pixels=pointer, length=length, bytes_per_row=row
        )
        frame = struct("glaze_frame")
        check(lib.glaze_session_render(self._handle, time, target, frame))
        found = [frame.damage[i] for i in range(frame.damage_count)]
        self.damage = [Rect(part.x, part.y, part.width, part.height) for part in found]
        self.notices = (text(frame.notices) or "").splitlines()
        return out

    def image(self, time: float = NOW) -> Image:
        """Commits changes and draws into a new Image."""
        result: Image = adopt(required(lib.glaze_session_render_image(self._handle, time)))
        return result

    def render_to_framebuffer(
        self,
        time: float = NOW,
        *,
        name: int | None = None,
        size: tuple[int, int] = (0, 0),
        origin: tuple[int, int] = (0, 0),
        top_down: bool = False,
    ) -> None:
        """Draws into a framebuffer of the current OpenGL context; needs ``Renderer("context")``.

        name: OpenGL's name, with its size in pixels; by default the bound framebuffer, where the
            bottom left of the image goes to origin.
        top_down: whether row 0 is at the top.
        """
        kind = (
            lib.GLAZE_TARGET_CURRENT_FRAMEBUFFER if name is None else lib.GLAZE_TARGET_FRAMEBUFFER
        )
        self._render_to_context(
            time,
            kind=kind,
            name=name or 0,
            width=size[0],
            height=size[1],
            x=origin[0],
            y=origin[1],
            is_top_down=top_down,
        )

    def render_to_texture(
        self, time: float = NOW, *, name: int, size: tuple[int, int], top_down: bool = False
    ) -> None:
        """Draws into level 0 of a texture of the current OpenGL context."""
        self._render_to_context(
            time,
            kind=lib.GLAZE_TARGET_TEXTURE,
            name=name,
            width=size[0],
            height=size[1],
            is_top_down=top_down,
        )

    def _render_to_context(self, time: float, **fields: Any) -> None:
        target = struct("glaze_target", **fields)
        check(lib.glaze_session_render(self._handle, time, target, ffi.NULL))

    # Sequences

    def frames(
        self, end: float, *, start: float = 0, fps: float | Fraction = 60, out: Pixels | None = None
    ) -> Iterator[tuple[float, Pixels]]:
        """Yields each time from start on, in seconds, without end, and its frame.

        Changes are committed at time 0. out: the array that every frame is drawn into.
        """
        self.commit(0)
        for time in frame_times(start, end, fps):
            yield time, self.render(time, out=out)

    def to_video(
        self,
        path: str | os.PathLike[str],
        end: float,
        *,
        start: float = 0,
        fps: float | Fraction = 60,
        loop: tuple[float, float] | None = None,
        jobs: int = 0,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Draws frames into a file, whose extension selects the format.

        path: .apng, .webp, .y4m, .png with a number such as %04d, or, with ffmpeg, .webm, .mp4,
            .mov, .mkv, .gif.
        start, end: in seconds after the commit at time 0; end is excluded.
        loop: the range of time that is looped, in seconds.
        jobs: the number of frames that are encoded at once; 0 is one for each core.
        progress: is called with the finished and the total frames; returning False stops.

        Raises ValueError unless fps is positive, Error with ``ErrorCode.STOPPED`` or ``WRITING``,
        and the exceptions of progress.
        """
        rate = frame_rate(fps)
        errors: list[BaseException] = []

        def call(context: Any, finished: int, count: int) -> bool:
            assert progress is not None
            try:
                return progress(finished, count) is not False
            except BaseException as error:
                errors.append(error)
                return False

        callback = ffi.callback("bool(void *, size_t, size_t)", call) if progress else ffi.NULL
        sequence = struct(
            "glaze_sequence",
            start=start,
            end=end,
            rate_numerator=rate.numerator,
            rate_denominator=rate.denominator,
            jobs=jobs,
            progress=callback,
        )
        if loop is not None:
            sequence.loop_start, sequence.loop_end = loop
        code = lib.glaze_session_write_sequence(self._handle, sequence, utf8(path))
        if errors:
            raise errors[0]
        if code:
            raise failure()

    # The end

    def close(self) -> None:
        """Ends the session, on the renderer's thread."""
        self._close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _repr_png_(self) -> bytes:
        return self.image().to_png()

    def __repr__(self) -> str:
        if not self._handle:
            return "<glaze.Session closed>"
        return f"<glaze.Session {self.size[0]}x{self.size[1]} of {self.root!r}>"


def _check_out(out: Any, height: int, width: int) -> None:
    """Raises TypeError or ValueError unless an image can be drawn into the array."""
    wanted = f"out must be an array of uint8, uint16, float16 or float32 with shape ({height}, {width}, 4)"
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{wanted}, got {type(out).__name__}")
    if out.shape != (height, width, 4) or not is_pixel_type(out.dtype):
        raise ValueError(f"{wanted}, got {out.dtype} with shape {out.shape}")
    if not are_rows(out):
        raise ValueError("the pixels of each row of out must be contiguous; pass a copy")
    if not out.flags.writeable:
        raise ValueError("out must be writable")


def frame_rate(fps: float | Fraction) -> Fraction:
    """Returns fps as a fraction. Raises ValueError unless fps is positive and finite."""
    if not 0 < fps < float("inf"):
        raise ValueError(f"fps must be positive, got {fps}")
    return Fraction(fps).limit_denominator(1001)


def frame_times(start: float, end: float, fps: float | Fraction) -> Iterator[float]:
    """Yields the times of frames before end. Raises ValueError unless fps is positive."""
    rate = frame_rate(fps)
    number = 0
    while (time := start + float(number / rate)) < end:
        yield time
        number += 1
