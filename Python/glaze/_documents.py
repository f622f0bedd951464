"""Documents: .ca folders, .caml files, .caar archives and JSON scenes."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._drawing import Renderer, RenderOptions, Session, frame_times, render_options
from ._images import Image, Pixels
from ._layers import Layer
from ._library import Handle, check, ffi, lib, required, struct, text, utf8
from ._objects import adopt
from ._values import Color, Size

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Diagnostic(NamedTuple):
    """A diagnostic of a document."""

    #: One line with the position: "file:line:column: warning: message".
    description: str
    message: str
    file: str | None
    #: Counted from 1; 0 if the diagnostic concerns the whole file.
    line: int
    column: int
    #: A path in a JSON scene; None elsewhere.
    layer: str | None


class Marker(NamedTuple):
    """A named part of a Lottie document."""

    name: str
    #: From the start of the whole document, in seconds.
    start: float
    #: In seconds; 0 for a single frame.
    duration: float


class Document(Handle):
    """Layers that were read from a document, with its canvas, time and states.

    ``Document.open(path)`` and ``Document.from_bytes(data)`` make one.
    """

    __slots__ = ()

    def __init__(self) -> None:
        raise TypeError("use Document.open() or Document.from_bytes()")

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        asset_root: str | os.PathLike[str] | None = None,
        strict: bool = False,
        part: str | None = None,
        marker: str | None = None,
        theme: str | None = None,
        slots: Mapping[str, str] | None = None,
        images: Mapping[str, Image] | None = None,
    ) -> Document:
        """Reads a .ca folder, a .caml file, a .caar archive, a JSON scene, or an archive or folder of these.

        The content decides, not the name.

        asset_root: the folder that contains all files that the document may name.
        strict: whether a warning is an error.
        part: the document of a container, one of ``parts`` such as "Floating"; None reads the
        planes of the first wallpaper together, else the first document.
        marker: the marker of a Lottie document whose part is read.
        theme: the theme of a dotLottie container whose values replace those of slots.
        slots: values that replace those of slots and texts of a Lottie document, by their names: a
        text, a color such as "#FF8000", or JSON of the slot's kind.
        images: images that replace those of a Lottie document, by the names of ``image_names``.

        Raises Error with ``ErrorCode.DOCUMENT``; its message begins with file:line:column.
        """
        options, _retained = _options(
            asset_root=asset_root,
            is_strict=strict,
            part=part,
            marker=marker,
            theme=theme,
            slots=slots,
            images=images,
        )
        return cls._made(lib.glaze_document_open(utf8(path), options))

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        base_path: str | os.PathLike[str] | None = None,
        name: str | None = None,
        asset_root: str | os.PathLike[str] | None = None,
        strict: bool = False,
        part: str | None = None,
        marker: str | None = None,
        theme: str | None = None,
        slots: Mapping[str, str] | None = None,
        images: Mapping[str, Image] | None = None,
    ) -> Document:
        """Reads a document, XML, JSON or an archive, from memory.

        base_path: the folder that file names in the document are relative to; None rejects files.
        name: the name of the file in messages.
        part, marker, theme, slots, images: as for ``open``.
        """
        options, _retained = _options(
            base_path=base_path,
            name=name,
            asset_root=asset_root,
            is_strict=strict,
            part=part,
            marker=marker,
            theme=theme,
            slots=slots,
            images=images,
        )
        return cls._made(lib.glaze_document_open_bytes(ffi.from_buffer(data), len(data), options))

    @classmethod
    def _made(cls, handle: Any) -> Document:
        result = cls.__new__(cls)
        result._own(required(handle), lib.glaze_document_release)
        return result

    # Description

    @property
    def root_layer(self) -> Layer:
        """The root layer."""
        result: Layer = adopt(required(lib.glaze_document_root(self._handle)))
        return result

    def _info(self) -> Any:
        info = struct("glaze_document_info")
        check(lib.glaze_document_get_info(self._handle, info))
        return info

    @property
    def name(self) -> str:
        """The scene's name, or that of its file without the extension."""
        return text(self._info().name) or ""

    @property
    def size(self) -> Size:
        """The canvas, in points."""
        size = self._info().size
        return Size(size.width, size.height)

    @property
    def duration(self) -> float:
        """The duration of its animations, in seconds; 0 without any, infinity if they never end."""
        return float(self._info().duration)

    @property
    def loop(self) -> tuple[float, float] | None:
        """The range of time that is repeated, in seconds; None if time is not looped."""
        info = self._info()
        return (info.loop_start, info.loop_end) if info.loop_end > info.loop_start else None

    @property
    def background(self) -> Color | None:
        """The background; None if it is transparent."""
        color = self._info().background
        return Color(color.red, color.green, color.blue, color.alpha) if color.alpha else None

    @property
    def parts(self) -> list[str]:
        """The names of the documents in its container; empty without a container."""
        count = lib.glaze_document_part_count(self._handle)
        return [text(lib.glaze_document_part_at(self._handle, i)) or "" for i in range(count)]

    @property
    def markers(self) -> list[Marker]:
        """The markers of a Lottie document, in its order; empty for other documents."""
        result = []
        for index in range(lib.glaze_document_marker_count(self._handle)):
            found = struct("glaze_marker")
            check(lib.glaze_document_get_marker(self._handle, index, found))
            result.append(Marker(text(found.name) or "", found.start, found.duration))
        return result

    @property
    def slots(self) -> list[str]:
        """The names of a Lottie document's slots; empty for other documents."""
        count = lib.glaze_document_slot_count(self._handle)
        return [text(lib.glaze_document_slot_at(self._handle, i)) or "" for i in range(count)]

    @property
    def image_names(self) -> list[str]:
        """The names of a Lottie document's images; empty for other documents."""
        count = lib.glaze_document_image_count(self._handle)
        return [text(lib.glaze_document_image_at(self._handle, i)) or "" for i in range(count)]

    @property
    def themes(self) -> list[str]:
        """The names of a dotLottie container's themes; empty for other documents."""
        count = lib.glaze_document_theme_count(self._handle)
        return [text(lib.glaze_document_theme_at(self._handle, i)) or "" for i in range(count)]

    def moment(self, time: float) -> float:
        """Returns the document's time at a time after the commit, which a loop changes."""
        return float(lib.glaze_document_moment(self._handle, time))

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The warnings, in the order of the text."""
        result = []
        for index in range(lib.glaze_document_diagnostic_count(self._handle)):
            found = struct("glaze_diagnostic")
            check(lib.glaze_document_get_diagnostic(self._handle, index, found))
            result.append(
                Diagnostic(
                    text(found.description) or "",
                    text(found.message) or "",
                    text(found.file),
                    found.line,
                    found.column,
                    text(found.layer),
                )
            )
        return result

    # States

    @property
    def states(self) -> list[str]:
        """The names of the states that the document can be in."""
        count = lib.glaze_document_state_count(self._handle)
        return [text(lib.glaze_document_state_at(self._handle, i)) or "" for i in range(count)]

    @property
    def state(self) -> str | None:
        """The state that the document is in; setting one shows it at once, without animation."""
        return text(lib.glaze_document_state(self._handle))

    @state.setter
    def state(self, name: str | None) -> None:
        self.set_state(name)

    def set_state(self, name: str | None, *, animated: bool = False) -> None:
        """Goes to a state, with its transition if animated; None leaves all states.

        Raises UnknownNameError.
        """
        check(lib.glaze_document_set_state(self._handle, utf8(name), animated))

    # Images

    def session(
        self, renderer: Renderer | None = None, **options: Unpack[RenderOptions]
    ) -> Session:
        """Returns a session of the root with the canvas and background of the document.

        options: the keywords of Session, which override the document's values.
        """
        wanted = struct("glaze_render_options")
        check(lib.glaze_document_get_render_options(self._handle, wanted))
        session = Session.__new__(Session)
        session._open(self.root_layer, renderer, render_options(wanted, **options))
        return session

    def render(
        self,
        time: float = 0,
        renderer: Renderer | None = None,
        *,
        dtype: Any = np.uint8,
        **options: Unpack[RenderOptions],
    ) -> Pixels:
        """Draws the document at a time, in seconds, into an array (height, width, 4).

        dtype: as for Session.render().
        options: the keywords of Session.
        """
        with self.session(renderer, **options) as session:
            session.commit(0)
            return session.render(self.moment(time), dtype=dtype)

    def frames(
        self,
        end: float | None = None,
        *,
        start: float = 0,
        fps: float | Fraction = 60,
        out: Pixels | None = None,
        renderer: Renderer | None = None,
        **options: Unpack[RenderOptions],
    ) -> Iterator[tuple[float, Pixels]]:
        """Yields each time from start to end, in seconds, and its frame; end is excluded.

        end: by default the document's duration; raises ValueError if that is infinite.
        out: the array that every frame is drawn into.
        """
        end = self._end(end)
        with self.session(renderer, **options) as session:
            session.commit(0)
            for time in frame_times(start, end, fps):
                yield time, session.render(self.moment(time), out=out)

    def to_video(
        self,
        path: str | os.PathLike[str],
        end: float | None = None,
        *,
        start: float = 0,
        fps: float | Fraction = 60,
        jobs: int = 0,
        progress: Callable[[int, int], object] | None = None,
        renderer: Renderer | None = None,
        **options: Unpack[RenderOptions],
    ) -> None:
        """Draws the document into a file, as Session.to_video() does."""
        end = self._end(end)
        with self.session(renderer, **options) as session:
            session.to_video(
                path, end, start=start, fps=fps, loop=self.loop, jobs=jobs, progress=progress
            )

    def _end(self, end: float | None) -> float:
        if end is None:
            end = self.loop[1] if self.loop else self.duration
        if not math.isfinite(end):
            raise ValueError("the document's animations never end; pass end")
        return end

    def _repr_png_(self) -> bytes:
        with self.session(scale=2) as session:
            session.commit(0)
            return session.image(0).to_png()

    def __repr__(self) -> str:
        return f"<glaze.Document {self.name!r} {self.size.width:g}x{self.size.height:g}>"


def _options(
    slots: Mapping[str, str] | None = None,
    images: Mapping[str, Image] | None = None,
    **fields: Any,
) -> tuple[Any, list[Any]]:
    """The options of reading, and the memory that they point to."""
    texts = {
        key: ffi.new("char[]", utf8(value))
        for key, value in fields.items()
        if value is not None and not isinstance(value, bool)
    }
    flags = {key: value for key, value in fields.items() if isinstance(value, bool)}
    retained = list(texts.values())
    if slots:
        entries = [ffi.new("char[]", utf8(f"{name}={value}")) for name, value in slots.items()]
        texts["slots"] = ffi.new("char *[]", [*entries, ffi.NULL])
        retained += [*entries, texts["slots"]]
    if images:
        names = [ffi.new("char[]", utf8(name)) for name in images]
        pairs = zip(names, images.values())
        texts["images"] = ffi.new(
            "glaze_named_image[]",
            [*((name, image._handle) for name, image in pairs), (ffi.NULL, ffi.NULL)],
        )
        retained += [*names, texts["images"]]
    return struct("glaze_document_options", **flags, **texts), retained
