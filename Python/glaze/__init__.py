"""Glaze draws trees of layers as Apple's Core Animation does.

    import glaze

    pixels = glaze.Document.open("Examples/Showcase.ca").render(time=0.5, scale=2)

    card = glaze.Layer(bounds=(0, 0, 200, 120), background_color="#4c7dff", corner_radius=24)
    pixels = card.render(scale=2)

Images are NumPy arrays of shape (height, width, 4), by default uint8: R, G, B, A with straight
alpha, row 0 at the top. Lengths are points, times are seconds, angles are radians. Docs/reference/python.md is a tour.
"""

from ._animations import (
    Animation,
    AnimationGroup,
    BasicAnimation,
    EmitterCell,
    Filter,
    KeyframeAnimation,
    MatchMoveAnimation,
    PropertyAnimation,
    SpringAnimation,
    Transition,
    transaction,
)
from ._documents import Diagnostic, Document, Marker
from ._drawing import (
    LIMITS,
    NOW,
    Device,
    HDRMetadata,
    Output,
    Renderer,
    Session,
    current_time,
    devices,
    use_device,
)
from ._images import Image
from ._layers import (
    BackdropLayer,
    EmitterLayer,
    GradientLayer,
    Layer,
    ReplicatorLayer,
    ScrollLayer,
    ShapeLayer,
    TextLayer,
    TiledLayer,
    TransformLayer,
)
from ._library import (
    Error,
    ErrorCode,
    ForkedError,
    InvalidArgumentError,
    MissingLibraryError,
    UnknownNameError,
    WrongThreadError,
    WrongTypeError,
)
from ._library import (
    lib as _lib,
)
from ._library import (
    text as _text,
)
from ._objects import Object
from ._sharing import Alpha, ExternalImage
from ._values import (
    Affine,
    Color,
    Corners,
    PixelFormat,
    Point,
    Rect,
    Size,
    perspective,
    rotation,
    scaling,
    translation,
)

__version__: str = _text(_lib.glaze_version()) or ""

__all__ = [
    "LIMITS",
    "NOW",
    "Affine",
    "Alpha",
    "Animation",
    "AnimationGroup",
    "BackdropLayer",
    "BasicAnimation",
    "Color",
    "Corners",
    "Device",
    "Diagnostic",
    "Document",
    "EmitterCell",
    "EmitterLayer",
    "Error",
    "ErrorCode",
    "ExternalImage",
    "Filter",
    "ForkedError",
    "GradientLayer",
    "Image",
    "InvalidArgumentError",
    "KeyframeAnimation",
    "Layer",
    "Marker",
    "MatchMoveAnimation",
    "MissingLibraryError",
    "Object",
    "HDRMetadata",
    "Output",
    "PixelFormat",
    "Point",
    "PropertyAnimation",
    "Rect",
    "Renderer",
    "ReplicatorLayer",
    "ScrollLayer",
    "Session",
    "ShapeLayer",
    "Size",
    "SpringAnimation",
    "TextLayer",
    "TiledLayer",
    "TransformLayer",
    "Transition",
    "UnknownNameError",
    "WrongThreadError",
    "WrongTypeError",
    "current_time",
    "devices",
    "perspective",
    "rotation",
    "scaling",
    "transaction",
    "translation",
    "use_device",
]
