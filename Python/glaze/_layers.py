"""Layers by Apple's names. Lengths are points, times seconds, angles radians."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Union

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

    bounds = RectProperty("The layer's own coordinate system, in points.")
    position = PointProperty("The position of the anchor point in the superlayer, in points.")
    z_position = Number("The position along z in the superlayer, in points; 0.")
    anchor_point = PointProperty(
        "The point of the bounds that position places, 0 to 1; (0.5, 0.5)."
    )
    anchor_point_z = Number("The anchor point along z, in points; 0.")
    transform = TransformProperty("The transform about the anchor point; the identity.")
    sublayer_transform = TransformProperty("Of all sublayers, such as a perspective; the identity.")
    frame = RectProperty(
        "The rectangle of the layer in the superlayer, in points; sets bounds and position."
    )
    hidden = Bool("Whether the layer is not drawn; False.")
    double_sided = Bool("Whether the layer is drawn when it faces away; True.")
    geometry_flipped = Bool("Whether y of the sublayers is flipped; False.")
    masks_to_bounds = Bool("Whether sublayers are clipped to the bounds and corners; False.")
    contents = ObjectProperty[Union[Image, ExternalImage]](
        "An Image, or an array or Pillow image that becomes one; an ExternalImage; None."
    )
    contents_rect = RectProperty("The part of the contents that is drawn, 0 to 1.")
    contents_center = RectProperty("The part of the contents that is stretched, 0 to 1.")
    contents_gravity = Text('The position and scaling of the contents in the bounds; "resize".')
    contents_multiply_color = ColorProperty("The color that multiplies the contents; None.")
    contents_scale = Number(
        "Pixels of the contents per point; 1. It sets their size if contents_gravity does not "
        "stretch them, and the resolution of the bitmap of a TextLayer: set it to the scale of the "
        "session, or text is blurred."
    )
    contents_scaling = Text('Whether the contents are stretched or repeated; "stretch".')
    contents_transform = TransformProperty("About the corner of the bounds; the identity.")
    contents_format = Text('The pixel format of bitmaps that the layer draws; "RGBA8".')
    minification_filter = Text('The filter for contents that are shown smaller; "linear".')
    magnification_filter = Text('The filter for contents that are shown larger; "linear".')
    minification_filter_bias = Number("The offset of the level of detail of trilinear filters; 0.")
    opaque = Bool("Whether bitmaps that the layer draws have no alpha; False.")
    needs_display_on_bounds_change = Bool("Whether new bounds draw the contents again.")
    draws_asynchronously = Bool("Stored.")
    wants_extended_dynamic_range_content = Bool("Stored.")
    tone_map_mode = Text("Stored.")
    preferred_dynamic_range = Text("Stored.")
    contents_headroom = Number("Stored.")
    wants_dynamic_content_scaling = Bool("Stored.")
    background_color = ColorProperty("The color behind contents and sublayers; None.")
    corner_radius = Number("The radius of the corners, in points; 0.")
    masked_corners = Integer("The rounded corners, as Corners; all.")
    corner_curve = Text('The shape of the corners: "circular" or "continuous".')
    continuous_corners = Bool('Whether corner_curve is "continuous".')
    border_width = Number("The width of the border inside the bounds, in points; 0.")
    border_color = ColorProperty("The color of the border; black.")
    opacity = Number("The opacity of the layer with its sublayers, 0 to 1; 1.")
    allows_group_opacity = Bool("Whether opacity fades layer and sublayers as one; True.")
    allows_group_blending = Bool("Whether sublayers blend only within the layer; True.")
    edge_antialiasing_mask = Integer("The bits of the antialiased edges; all.")
    allows_edge_antialiasing = Bool("Whether edges are antialiased; True.")
    mask = ObjectProperty["Layer"]("A layer whose alpha selects the visible part; None.")
    compositing_filter = Property[Any, Any]("The blending of the layer: a name or a Filter; None.")
    filters = ListProperty[Filter]("The filters of the layer with its sublayers.")
    background_filters = ListProperty[Filter]("The filters of the content behind the layer.")
    should_rasterize = Bool("Whether the layer is cached as a bitmap; False.")
    rasterization_scale = Number("The number of pixels of that bitmap per point; 1.")
    shadow_color = ColorProperty("The color of the shadow; black.")
    shadow_opacity = Number("The opacity of the shadow, 0 to 1; 0.")
    shadow_offset = SizeProperty("The offset of the shadow, in points; (0, -3).")
    shadow_radius = Number("The radius of the shadow's blur, in points; its standard deviation is 0.945 times this; 3.")
    shadow_path = Path("The shape of the shadow; None is the layer's alpha.")
    shadow_path_is_bounds = Bool("Whether the shadow has the shape of the bounds.")
    sublayers = ListProperty["Layer"]("The sublayers, back to front.")
    name = OptionalText("The name of the layer in find() and key paths; None.")
    autoresizing_mask = Integer("The margins and sizes that follow the superlayer; 0.")

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
        self, time: float = 0, renderer: Renderer | None = None, **options: Unpack[RenderOptions]
    ) -> Pixels:
        """Draws the layer at a time after a commit, in seconds, into an array (height, width, 4).

        options: the keywords of Session; changes are not animated. For many frames use a Session.
        """
        options.setdefault("actions", False)
        with Session(self, renderer, **options) as session:
            session.commit(0)
            return session.render(time)

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


class ShapeLayer(Layer, name="CAShapeLayer"):
    """A layer that fills and strokes a path."""

    __slots__ = ()

    path = Path("The path in the layer's coordinates, as SVG's d attribute; None.")
    fill_color = ColorProperty("The color of the inside; black. None fills nothing.")
    fill_rule = Text('The rule for the inside: "non-zero" or "even-odd".')
    stroke_color = ColorProperty("The color of the stroke; None strokes nothing.")
    stroke_start = Number("The start of the stroke, 0 to 1; 0.")
    stroke_end = Number("The end of the stroke, 0 to 1; 1.")
    line_width = Number("The width of the stroke, in points; 1.")
    miter_limit = Number("The longest miter of a join, in line widths; 10.")
    line_cap = Text('The ends of the stroke: "butt", "round" or "square".')
    line_join = Text('The joins of the stroke: "miter", "round" or "bevel".')
    line_dash_phase = Number("The offset into the dash pattern, in points; 0.")
    line_dash_pattern = NumbersProperty("The alternating lengths of dashes and gaps, in points.")


class GradientLayer(Layer, name="CAGradientLayer"):
    """A gradient of colors."""

    __slots__ = ()

    colors = ColorsProperty("The colors, from start to end.")
    locations = NumbersProperty("The positions of the colors, 0 to 1; evenly spaced if empty.")
    start_point = PointProperty("The start in the unit square of the bounds; (0.5, 0).")
    end_point = PointProperty("The end in the unit square of the bounds; (0.5, 1).")
    type = Text('The kind: "axial", "radial" or "conic".')


class TextLayer(Layer, name="CATextLayer"):
    """A layer that draws text."""

    __slots__ = ()

    string = Property["str | None", "str | None"]("The text; None.")
    font = Text('The name of a font; "Helvetica".')
    font_size = Number("The size of the font, in points; 36.")
    foreground_color = ColorProperty("The color of the text; white.")
    wrapped = Bool("Whether lines are wrapped to the bounds; False.")
    truncation_mode = Text('The truncated part of lines: "none", "start", "middle" or "end".')
    alignment_mode = Text('The alignment: "natural", "left", "right", "center" or "justified".')
    allows_font_subpixel_quantization = Bool("Stored.")


class ReplicatorLayer(Layer, name="CAReplicatorLayer"):
    """A layer that draws copies of its sublayers, each with an offset from the one before."""

    __slots__ = ()

    instance_count = Integer("The number of copies, including the original; 1.")
    preserves_depth = Bool("Whether the copies share the 3D space of the superlayer; False.")
    instance_delay = Number("The delay from copy to copy, in seconds; 0.")
    instance_transform = TransformProperty("From copy to copy, about the anchor; the identity.")
    instance_color = ColorProperty("The color that multiplies the first copy; white.")
    instance_red_offset = Number("The change of red from copy to copy; 0.")
    instance_green_offset = Number("The change of green from copy to copy; 0.")
    instance_blue_offset = Number("The change of blue from copy to copy; 0.")
    instance_alpha_offset = Number("The change of alpha from copy to copy; 0.")


class TransformLayer(Layer, name="CATransformLayer"):
    """A layer whose sublayers share a 3D space."""

    __slots__ = ()


class EmitterLayer(Layer, name="CAEmitterLayer"):
    """A layer that emits particles."""

    __slots__ = ()

    emitter_cells = ListProperty[EmitterCell]("The kinds of particles.")
    birth_rate = Number("The factor of the cells' birth rate; 1.")
    lifetime = Number("The factor of the cells' lifetime; 1.")
    emitter_position = PointProperty("The center of the shape, in points.")
    emitter_z_position = Number("The center along z, in points; 0.")
    emitter_size = SizeProperty("The size of the shape, in points.")
    emitter_depth = Number("The depth of the shape, in points; 0.")
    emitter_shape = Text('"point", "line", "rectangle", "cuboid", "circle", "sphere" or "path".')
    emitter_path = Path("The shape \"path\", as SVG's d; None.")
    cull_rect = RectProperty("Particles outside it are not drawn, in points; empty draws all.")
    emitter_mode = Text('The part of the shape: "points", "outline", "surface" or "volume".')
    render_mode = Text('"unordered", "oldestFirst", "oldestLast", "backToFront" or "additive".')
    preserves_depth = Bool("Whether particles move in the 3D space of the superlayer; False.")
    velocity = Number("The factor of the cells' velocity; 1.")
    scale = Number("The factor of the cells' scale; 1.")
    spin = Number("The factor of the cells' spin; 1.")
    spin_bias = Number("The spin that is added to all particles, in radians per second; 0.")
    seed = Integer("The seed of the random numbers; 0.")


class ScrollLayer(Layer, name="CAScrollLayer"):
    """A layer that scrolls its sublayers."""

    __slots__ = ()

    scroll_mode = Text('The axes of scrolling: "none", "vertically", "horizontally" or "both".')


class TiledLayer(Layer, name="CATiledLayer"):
    """A layer that is drawn in tiles."""

    __slots__ = ()

    levels_of_detail = Integer("The number of levels of detail; 1.")
    levels_of_detail_bias = Integer("The number of levels for magnification; 0.")
    tile_size = SizeProperty("The largest size of a tile, in pixels; (256, 256).")


class BackdropLayer(Layer, name="CABackdropLayer"):
    """A layer that shows the content behind it through its filters."""

    __slots__ = ()

    scale = Number("The resolution at which Apple draws the content behind; stored; 1.")
