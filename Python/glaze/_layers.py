"""Layers by Apple's names. Lengths are points, times seconds, angles radians."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from ._animations import Animation, EmitterCell, Filter, Timing
from ._drawing import Renderer, RenderOptions, Session
from ._images import Image, Pixels
from ._library import check, ffi, lib, utf8
from ._objects import (
    Bool,
    ColorProperty,
    ColorsProperty,
    Integer,
    ListProperty,
    Number,
    NumbersProperty,
    ObjectProperty,
    OptionalText,
    Path,
    PointProperty,
    Property,
    RectProperty,
    SizeProperty,
    Text,
    TransformProperty,
    adopt,
    handle_of,
)
from ._sharing import ExternalImage
from ._values import Point, PointLike

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Layer(Timing, name="CALayer"):
    """A rectangle with contents, decoration and sublayers.

    Keywords set attributes: ``Layer(bounds=(0, 0, 80, 40), corner_radius=8)``.
    """

    __slots__ = ()

    # generated: attributes of CALayer
    bounds = RectProperty("The layer's coordinate system, in points; (0, 0, 0, 0).")
    position = PointProperty("The position of the anchor in the superlayer, in points; (0, 0).")
    z_position = Number("The z of position, in points; siblings are drawn by depth; 0.")
    anchor_point = PointProperty("The anchor, in units of the bounds; (0.5, 0.5).")
    anchor_point_z = Number("The z of the anchor, in points; 0.")
    transform = TransformProperty("Applied about the anchor; the identity.")
    sublayer_transform = TransformProperty(
        "Applied to each sublayer about this layer's anchor, but not to the mask; use it for a "
        "perspective; the identity."
    )
    frame = RectProperty(
        "The box in the superlayer, in points; sets bounds and position; (0, 0, 0, 0)."
    )
    hidden = Bool("Neither the layer nor its sublayers are drawn; False.")
    double_sided = Bool("Whether the layer is drawn when it faces away; True.")
    geometry_flipped = Bool(
        "Mirrors the layer's plane about the horizontal middle of its bounds; images stay "
        "upright; False."
    )
    masks_to_bounds = Bool(
        "Clips the layer, its sublayers and its shadow to the rounded bounds, as one image; "
        "False."
    )
    contents = ObjectProperty[Union[Image, ExternalImage]]("The image; None.")
    contents_rect = RectProperty(
        "The part of the image that is shown, in units of its size; (0, 0, 1, 1)."
    )
    contents_center = RectProperty(
        "The part of the shown image that stretches, in units of its size; (0, 0, 1, 1)."
    )
    contents_gravity = Text(
        'The position and scaling of the image in the bounds; top is the largest y: "center", '
        '"top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", '
        '"resize", "resizeAspect", "resizeAspectFill"; "resize".'
    )
    contents_transform = TransformProperty(
        "Translates, rotates and scales the contents about the minimum corner of the bounds; must "
        "be affine, others have no effect; the identity."
    )
    contents_scaling = Text(
        "Whether the part in contents_center is stretched, or repeated at its own size: "
        '"stretch", "repeat"; "stretch".'
    )
    contents_multiply_color = ColorProperty(
        "Multiplies the colors and the alpha of the image; None."
    )
    contents_scale = Number("Pixels of the image per point; 1.")
    contents_format = Text(
        'The pixel format of bitmaps that a layer draws itself; with "RGBAh" the colors of a text '
        'layer may leave 0...1: "RGBA8", "RGBAh", "Gray8", "Automatic"; "RGBA8".'
    )
    minification_filter = Text(
        "How the image is sampled when it is shown smaller; below half its size linear samples "
        'one mip level, the last that is not smaller than the shown size: "nearest", "linear", '
        '"trilinear"; "linear".'
    )
    magnification_filter = Text(
        'How the image is sampled when it is shown larger: "nearest", "linear", "trilinear"; '
        '"linear".'
    )
    minification_filter_bias = Number("Added to the mip level of trilinear; 0.")
    opaque = Bool("A hint for layers that draw themselves; no effect in a document; False.")
    needs_display_on_bounds_change = Bool(
        "Redraws the layer when its bounds change; no effect in a document; False."
    )
    draws_asynchronously = Bool(
        "Allows the layer to draw itself later; no effect in a document; False."
    )
    wants_extended_dynamic_range_content = Bool(
        "Allows values above white, as far as the output has headroom; False."
    )
    tone_map_mode = Text(
        "Whether an image of known headroom is compressed to the layer's range, or clipped: "
        '"automatic", "never", "ifSupported"; "automatic".'
    )
    preferred_dynamic_range = Text(
        "The part of the output's headroom that the layer uses: none, its square root, or all: "
        '"automatic", "standard", "constrainedHigh", "high"; "standard".'
    )
    contents_headroom = Number(
        "The headroom of the image above white; 0 takes that of the image; 0."
    )
    wants_dynamic_content_scaling = Bool(
        "Allows the layer to redraw itself at another scale; no effect in a document; False."
    )
    background_color = ColorProperty("Fills the rounded bounds, under the image; None.")
    corner_radius = Number(
        "The radius of the corners of background, border and clip, in points; 0."
    )
    masked_corners = Integer("The corners that are rounded: bits 1, 2, 4, 8; 15.")
    corner_curve = Text('The shape of the corners: "circular", "continuous"; "circular".')
    continuous_corners = Bool('An older name of "cornerCurve": "continuous"; False.')
    border_width = Number("The width of the border, which lies inside the bounds, in points; 0.")
    border_color = ColorProperty("The color of the border; (0, 0, 0, 1).")
    opacity = Number("Multiplies the layer and its sublayers; clamped to 0...1 when drawn; 1.")
    allows_group_opacity = Bool(
        "Whether opacity applies to the layer and its sublayers as one image; True."
    )
    allows_group_blending = Bool(
        "Whether the blend modes of sublayers blend only with the content of this layer; True."
    )
    edge_antialiasing_mask = Integer(
        "The edges that are antialiased: bits 1, 2, 4, 8; bottom is the smallest y; 15."
    )
    allows_edge_antialiasing = Bool("Whether edges are antialiased; True.")
    mask = ObjectProperty["Layer"](
        "A layer whose alpha selects the visible part; it is placed like a sublayer, without "
        "sublayer_transform; its own mask is ignored; None."
    )
    compositing_filter = Property[Any, Any](
        'How the layer blends with the content behind it, such as "multiplyBlendMode"; None.'
    )
    filters = ListProperty[Filter](
        "Filters that are applied to the image of the layer and its sublayers, in order; None."
    )
    background_filters = ListProperty[Filter](
        "Filters that are applied to the content behind the layer and behind the groups that "
        "contain it; fades with the layer; None."
    )
    should_rasterize = Bool("Caches the layer as a bitmap; False.")
    rasterization_scale = Number("Pixels per point of that bitmap; 1.")
    shadow_color = ColorProperty("The color of the shadow; (0, 0, 0, 1).")
    shadow_opacity = Number("The opacity of the shadow; 0 draws no shadow; 0.")
    shadow_offset = SizeProperty(
        "The offset of the shadow from the layer, in the layer's coordinates, in points; (0, -3)."
    )
    shadow_radius = Number(
        "The blur, in points: its standard deviation is 0.945 times this value, as in Apple's "
        "renderer; negative values are drawn as 0; 3."
    )
    shadow_path = Path(
        "The outline that casts the shadow, in points; without it the shadow is that of the "
        "layer's content, as SVG's d; None."
    )
    shadow_path_is_bounds = Bool(
        "Whether the rounded bounds cast the shadow when there is no shadow_path; False."
    )
    sublayers = ListProperty["Layer"]("The sublayers, back to front; None.")
    name = OptionalText("The name, for people and key paths; None.")
    autoresizing_mask = Integer(
        "How sublayers are resized when the bounds change; no effect in a document; 0."
    )
    # generated end

    def __init__(self, **properties: Any) -> None:
        self._begin(lib.glaze_layer_create(self._class_name.encode()), properties)

    # The tree

    @property
    def superlayer(self) -> Layer | None:
        """The layer that contains this one, or that it masks; None for a root."""
        result: Layer | None = adopt(lib.glaze_layer_superlayer(self._handle))
        return result

    def add_sublayer(self, layer: Layer) -> None:
        """Makes a layer the frontmost sublayer, and removes it from its superlayer.

        Raises InvalidArgumentError for a layer that contains this one.
        """
        check(lib.glaze_layer_add(self._handle, handle_of(layer)))

    def insert_sublayer(self, layer: Layer, at: int) -> None:
        """Inserts a layer at an index, counted from the back."""
        check(lib.glaze_layer_insert(self._handle, handle_of(layer), at))

    def remove_from_superlayer(self) -> None:
        """Removes the layer from its superlayer, or from the layer that it masks."""
        check(lib.glaze_layer_remove(self._handle))

    def find(self, name: str) -> Layer | None:
        """Returns the first layer with a name, this one or below it, in the order of drawing."""
        result: Layer | None = adopt(lib.glaze_layer_find(self._handle, utf8(name)))
        return result

    def walk(self) -> Iterator[Layer]:
        """Yields this layer and all layers in it, each before its sublayers; masks are omitted."""
        yield self
        for layer in self.sublayers:
            yield from layer.walk()

    def hit_test(self, point: PointLike) -> Layer | None:
        """Returns the frontmost layer at a point in the superlayer's coordinates, in points."""
        x, y = point
        result: Layer | None = adopt(lib.glaze_layer_hit_test(self._handle, (x, y)))
        return result

    def convert_point(self, point: PointLike, to: Layer | None = None) -> Point:
        """Converts a point to the coordinates of another layer of the tree; None is the root."""
        x, y = point
        result = ffi.new("glaze_point *")
        check(lib.glaze_layer_convert_point(self._handle, (x, y), handle_of(to), result))
        return Point(result.x, result.y)

    # Animations

    def add_animation(self, animation: Animation, key: str | None = None) -> None:
        """Adds a copy of an animation, which replaces an animation with the same key.

        It begins with the next commit, unless its begin_time is set.
        """
        check(lib.glaze_layer_add_animation(self._handle, handle_of(animation), utf8(key)))

    def animation(self, key: str) -> Animation | None:
        """Returns the animation of a key; it cannot be changed."""
        result: Animation | None = adopt(lib.glaze_layer_animation(self._handle, utf8(key)))
        return result

    def remove_animation(self, key: str) -> None:
        """Removes the animation of a key; does nothing if there is none."""
        check(lib.glaze_layer_remove_animation(self._handle, utf8(key)))

    def remove_all_animations(self) -> None:
        """Removes all animations of the layer."""
        check(lib.glaze_layer_remove_all_animations(self._handle))

    # Images

    def render(
        self,
        time: float = 0,
        renderer: Renderer | None = None,
        *,
        dtype: Any = np.uint8,
        **options: Unpack[RenderOptions],
    ) -> Pixels:
        """Draws the layer at a time after a commit, in seconds, into an array (height, width, 4).

        dtype: as for Session.render().
        options: the keywords of Session; changes are not animated. For many frames use a Session.
        """
        options.setdefault("actions", False)
        with Session(self, renderer, **options) as session:
            session.commit(0)
            return session.render(time, dtype=dtype)

    def _repr_png_(self) -> bytes | None:
        if self.bounds.width <= 0 or self.bounds.height <= 0:
            return None
        with Session(self, scale=2, actions=False) as session:
            session.commit(0)
            return session.image(0).to_png()

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        x, y, width, height = self.frame
        return f"<glaze.{type(self).__name__}{name} {width:g}x{height:g} at {x:g}, {y:g}>"


# The classes that have only attributes. `make docs-tables` writes the generated parts.


# generated: classes of layers
class TransformLayer(Layer, name="CATransformLayer"):
    """A layer whose sublayers share a 3D space."""

    __slots__ = ()


class GradientLayer(Layer, name="CAGradientLayer"):
    """A layer that draws a gradient of colors."""

    __slots__ = ()

    colors = ColorsProperty("The colors of the stops; None.")
    locations = NumbersProperty(
        "The positions of the stops in 0...1, rising; without them the stops are spread evenly; "
        "None."
    )
    start_point = PointProperty(
        "The start, in units of the bounds; the center of radial and conic gradients; (0.5, 0)."
    )
    end_point = PointProperty("The end, in units of the bounds; (0.5, 1).")
    type = Text(
        'Whether the gradient runs along a line, out from a center, or around it: "axial", '
        '"radial", "conic"; "axial".'
    )


class ShapeLayer(Layer, name="CAShapeLayer"):
    """A layer that fills and strokes a path."""

    __slots__ = ()

    path = Path("The outline, not clipped to the bounds, in points, as SVG's d; None.")
    fill_color = ColorProperty("The color of the inside; (0, 0, 0, 1).")
    fill_rule = Text('Which points are inside the path: "non-zero", "even-odd"; "non-zero".')
    stroke_color = ColorProperty("The color of the stroke; None.")
    stroke_start = Number(
        "The start of the stroke as a fraction of the path's length; a curve is cut at the "
        "parameter equal to the fraction of its length; 0."
    )
    stroke_end = Number("The end of the stroke, likewise; 1.")
    line_width = Number("The width of the stroke, in points; 1.")
    miter_limit = Number("The longest miter of a sharp corner, in line widths; 10.")
    line_cap = Text('The shape of the ends of the stroke: "butt", "round", "square"; "butt".')
    line_join = Text('The shape of the corners of the stroke: "miter", "round", "bevel"; "miter".')
    line_dash_phase = Number(
        "The offset into the dash pattern at which the stroke starts, in points; 0."
    )
    line_dash_pattern = NumbersProperty(
        "Alternating lengths of dashes and gaps, in points; if a closed subpath starts and ends "
        "within dashes, the two are one dash with a join; None."
    )


class ReplicatorLayer(Layer, name="CAReplicatorLayer"):
    """A layer that draws copies of its sublayers, each with an offset from the one before."""

    __slots__ = ()

    instance_count = Integer("The number of copies, including the original; 1.")
    preserves_depth = Bool("Whether the copies share the 3D space of the superlayer; False.")
    instance_delay = Number("The delay from one copy to the next, in seconds; 0.")
    instance_transform = TransformProperty(
        "The transform from one copy to the next, about the anchor; the identity."
    )
    instance_color = ColorProperty("Multiplies the color of the first copy; (1, 1, 1, 1).")
    instance_red_offset = Number("Added to red from copy to copy; 0.")
    instance_green_offset = Number("Added to green from copy to copy; 0.")
    instance_blue_offset = Number("Added to blue from copy to copy; 0.")
    instance_alpha_offset = Number("Added to alpha from copy to copy; 0.")


class ScrollLayer(Layer, name="CAScrollLayer"):
    """A layer that scrolls its sublayers."""

    __slots__ = ()

    scroll_mode = Text(
        'The axes along which scroll(to:) moves: "none", "vertically", "horizontally", "both"; '
        '"both".'
    )


class TiledLayer(Layer, name="CATiledLayer"):
    """A layer that is drawn in tiles."""

    __slots__ = ()

    levels_of_detail = Integer(
        "The number of levels, each with half the resolution of the one before; 1."
    )
    levels_of_detail_bias = Integer(
        "How many of the levels have a higher resolution than contents_scale; 0."
    )
    tile_size = SizeProperty("The size of a tile, in pixels; (256, 256).")


class EmitterLayer(Layer, name="CAEmitterLayer"):
    """A layer that emits particles."""

    __slots__ = ()

    emitter_cells = ListProperty[EmitterCell]("The kinds of particles; None.")
    birth_rate = Number("Multiplies the value of the cells; 1.")
    lifetime = Number("Multiplies the value of the cells; 1.")
    emitter_position = PointProperty("The center of the emitter, in points; (0, 0).")
    emitter_z_position = Number("The z of the center, in points; 0.")
    emitter_size = SizeProperty("The width and height of the emitter, in points; (0, 0).")
    emitter_depth = Number("The depth of the emitter, in points; 0.")
    emitter_shape = Text(
        'The shape on which particles are born: "point", "line", "rectangle", "cuboid", "circle", '
        '"sphere", "path"; "point".'
    )
    emitter_mode = Text(
        'The part of that shape on which particles are born: "points", "outline", "surface", '
        '"volume", "sequential"; "volume".'
    )
    render_mode = Text(
        "The order and the blending of particles; with modes that do not add, all particles are "
        'blended with the content behind them as one image: "unordered", "oldestFirst", '
        '"oldestLast", "backToFront", "additive", "cheapAdditive", "cheapScreen", "plusL", '
        '"screenBlendMode", "multiplyBlendMode", "overlayBlendMode", "lightenBlendMode", '
        '"darkenBlendMode", "colorDodgeBlendMode"; "unordered".'
    )
    emitter_path = Path(
        "The shape of \"path\", in the layer's coordinates, moved by emitter_position, in points, "
        "as SVG's d; None."
    )
    cull_rect = RectProperty(
        "Particles outside this rectangle are not shown, unless it is empty, in points; (0, 0, 0, "
        "0)."
    )
    preserves_depth = Bool("Whether particles move in the 3D space of the superlayer; False.")
    velocity = Number("Multiplies the value of the cells; 1.")
    scale = Number("Multiplies the value of the cells; 1.")
    spin = Number("Multiplies the value of the cells; 1.")
    spin_bias = Number("Added to the spin of all particles, in radians per second; 0.")
    seed = Integer("The seed of the random numbers; 0.")


class BackdropLayer(Layer, name="CABackdropLayer"):
    """A layer that shows the content behind it through its filters."""

    __slots__ = ()

    scale = Number(
        "The resolution at which Apple draws the content behind the layer; stored only, because "
        "Glaze chooses it by the blur; 1."
    )


class TextLayer(Layer, name="CATextLayer"):
    """A layer that draws text."""

    __slots__ = ()

    string = Property["str | None", "str | None"]("The text; None.")
    font = Text('The name of the font; "Helvetica".')
    font_size = Number("The size of the font, in points; 36.")
    foreground_color = ColorProperty("The color of the text; (1, 1, 1, 1).")
    wrapped = Bool("Whether lines break at the width of the bounds; False.")
    truncation_mode = Text(
        'The part of a line that is replaced by an ellipsis: "none", "start", "end", "middle"; '
        '"none".'
    )
    alignment_mode = Text(
        'The horizontal alignment of lines: "natural", "left", "right", "center", "justified"; '
        '"natural".'
    )
    allows_font_subpixel_quantization = Bool("Whether glyphs start at quarters of a pixel; False.")


# generated end
