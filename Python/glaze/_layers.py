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

    bounds = RectProperty("The layer in its own coordinates, in points.")
    position = PointProperty("Where the anchor point lies in the superlayer, in points.")
    z_position = Number("Along z in the superlayer, in points; 0.")
    anchor_point = PointProperty(
        "The point of the bounds that position places, 0 to 1; (0.5, 0.5)."
    )
    anchor_point_z = Number("The anchor point along z, in points; 0.")
    transform = TransformProperty("About the anchor point; the identity.")
    sublayer_transform = TransformProperty("Of all sublayers, for perspective; the identity.")
    frame = RectProperty(
        "Bounds, position and transform as a rectangle of the superlayer, in points."
    )
    hidden = Bool("Whether the layer is left out; False.")
    double_sided = Bool("Whether the layer is seen from behind; True.")
    geometry_flipped = Bool("Whether y of the sublayers is turned around; False.")
    masks_to_bounds = Bool("Whether sublayers are clipped to the bounds and corners; False.")
    contents = ObjectProperty[Union[Image, ExternalImage]](
        "An Image, or an array or Pillow image to make one of; an ExternalImage; None."
    )
    contents_rect = RectProperty("The part of the contents that is drawn, 0 to 1.")
    contents_center = RectProperty("The part of the contents that is stretched, 0 to 1.")
    contents_gravity = Text('How contents fill the bounds; "resize".')
    contents_multiply_color = ColorProperty("Multiplies the contents; None leaves them as they are.")
    contents_scale = Number(
        "Pixels a point of contents, which sets their size where contents_gravity does not stretch "
        "them, and of the bitmap that a TextLayer draws: set it to the scale of the session, or "
        "text is blurred; 1."
    )
    contents_scaling = Text('Whether the contents are stretched or repeated; "stretch".')
    contents_transform = TransformProperty("Of the contents, about the bounds' corner; the identity.")
    contents_format = Text('How contents that are drawn are kept; "RGBA8".')
    minification_filter = Text('How contents are made smaller; "linear".')
    magnification_filter = Text('How contents are made larger; "linear".')
    minification_filter_bias = Number("Level of detail that is added for trilinear filters; 0.")
    opaque = Bool("Whether contents that are drawn have no alpha; False.")
    needs_display_on_bounds_change = Bool("Whether new bounds mean drawing contents anew.")
    draws_asynchronously = Bool("Stored.")
    wants_extended_dynamic_range_content = Bool("Stored.")
    tone_map_mode = Text("Stored.")
    preferred_dynamic_range = Text("Stored.")
    contents_headroom = Number("Stored.")
    wants_dynamic_content_scaling = Bool("Stored.")
    background_color = ColorProperty("What is behind contents and sublayers; None.")
    corner_radius = Number("In points; 0.")
    masked_corners = Integer("The corners that are round, as Corners; all.")
    corner_curve = Text('"circular" or "continuous".')
    continuous_corners = Bool('Whether corner_curve is "continuous".')
    border_width = Number("Inside of the bounds, in points; 0.")
    border_color = ColorProperty("Of the border; black.")
    opacity = Number("Of the layer with its sublayers, 0 to 1; 1.")
    allows_group_opacity = Bool("Whether opacity acts on layer and sublayers as one; True.")
    allows_group_blending = Bool("Whether blend modes of sublayers stay inside of the layer; True.")
    edge_antialiasing_mask = Integer("Bits of the edges that are smooth; all.")
    allows_edge_antialiasing = Bool("Whether edges are smooth; True.")
    mask = ObjectProperty["Layer"]("A layer whose alpha is kept; None.")
    compositing_filter = Property[Any, Any]("How the layer is blended: a name or a Filter; None.")
    filters = ListProperty[Filter]("Applied to the layer with its sublayers.")
    background_filters = ListProperty[Filter]("Applied to what is behind the layer.")
    should_rasterize = Bool("Whether the layer is drawn as a bitmap that is kept; False.")
    rasterization_scale = Number("Pixels a point of that bitmap; 1.")
    shadow_color = ColorProperty("Black.")
    shadow_opacity = Number("0 to 1; 0.")
    shadow_offset = SizeProperty("In points; (0, -3).")
    shadow_radius = Number("Standard deviation of the blur, in points; 3.")
    shadow_path = Path("The shape of the shadow instead of the layer's alpha; None.")
    shadow_path_is_bounds = Bool("Whether the shape of the shadow is that of the bounds.")
    sublayers = ListProperty["Layer"]("Back to front.")
    name = OptionalText("What find() and key paths call the layer; None.")
    autoresizing_mask = Integer("Bits of what follows the superlayer's size; 0.")

    def __init__(self, **properties: Any) -> None:
        self._begin(lib.glaze_layer_create(self._class_name.encode()), properties)

    # The tree

    @property
    def superlayer(self) -> Layer | None:
        """The layer that holds this one, or that it masks; None for a root."""
        result: Layer | None = adopt(lib.glaze_layer_superlayer(self._handle))
        return result

    def add_sublayer(self, layer: Layer) -> None:
        """Makes a layer the frontmost sublayer; it leaves its superlayer.

        Raises InvalidArgumentError for a layer that holds this one.
        """
        check(lib.glaze_layer_add(self._handle, handle_of(layer)))

    def insert_sublayer(self, layer: Layer, at: int) -> None:
        """Inserts a layer at an index, counted from the back."""
        check(lib.glaze_layer_insert(self._handle, handle_of(layer), at))

    def remove_from_superlayer(self) -> None:
        """Takes the layer out of its superlayer, or ends its being a mask."""
        check(lib.glaze_layer_remove(self._handle))

    def find(self, name: str) -> Layer | None:
        """The first layer of a name in this one and what it holds, in the order of drawing."""
        result: Layer | None = adopt(lib.glaze_layer_find(self._handle, utf8(name)))
        return result

    def walk(self) -> Iterator[Layer]:
        """This layer and all below, each before its sublayers; masks are left out."""
        yield self
        for layer in self.sublayers:
            yield from layer.walk()

    def hit_test(self, point: PointLike) -> Layer | None:
        """The frontmost layer at a point of the superlayer's coordinates, in points."""
        x, y = point
        result: Layer | None = adopt(lib.glaze_layer_hit_test(self._handle, (x, y)))
        return result

    def convert_point(self, point: PointLike, to: Layer | None = None) -> Point:
        """A point of this layer in the coordinates of another of the tree; None is the root."""
        x, y = point
        result = ffi.new("glaze_point *")
        check(lib.glaze_layer_convert_point(self._handle, (x, y), handle_of(to), result))
        return Point(result.x, result.y)

    # Animations

    def add_animation(self, animation: Animation, key: str | None = None) -> None:
        """Adds a copy of an animation, which replaces that of the key.

        It begins with the next commit, unless its begin_time says otherwise.
        """
        check(lib.glaze_layer_add_animation(self._handle, handle_of(animation), utf8(key)))

    def animation(self, key: str) -> Animation | None:
        """The animation of a key; it cannot be changed any more."""
        result: Animation | None = adopt(lib.glaze_layer_animation(self._handle, utf8(key)))
        return result

    def remove_animation(self, key: str) -> None:
        """Removes the animation of a key; nothing when there is none."""
        check(lib.glaze_layer_remove_animation(self._handle, utf8(key)))

    def remove_all_animations(self) -> None:
        """Removes all animations of the layer."""
        check(lib.glaze_layer_remove_all_animations(self._handle))

    # Pictures

    def render(
        self, time: float = 0, renderer: Renderer | None = None, **options: Unpack[RenderOptions]
    ) -> Pixels:
        """Draws the layer as it is some seconds after a commit, as array (height, width, 4).

        options: those of Session; changes are not animated. Who draws often keeps a Session.
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
    """A path that is filled and stroked."""

    __slots__ = ()

    path = Path("In the layer's coordinates, as SVG's d attribute; None.")
    fill_color = ColorProperty("Black; None fills nothing.")
    fill_rule = Text('"non-zero" or "even-odd".')
    stroke_color = ColorProperty("None strokes nothing.")
    stroke_start = Number("Where the stroke begins, 0 to 1; 0.")
    stroke_end = Number("Where the stroke ends, 0 to 1; 1.")
    line_width = Number("In points; 1.")
    miter_limit = Number("How long sharp joins get, in line widths; 10.")
    line_cap = Text('"butt", "round" or "square".')
    line_join = Text('"miter", "round" or "bevel".')
    line_dash_phase = Number("Where in the pattern the stroke begins, in points; 0.")
    line_dash_pattern = NumbersProperty("Lengths of dashes and gaps, in points.")


class GradientLayer(Layer, name="CAGradientLayer"):
    """A gradient of colours."""

    __slots__ = ()

    colors = ColorsProperty("The colours, from start to end.")
    locations = NumbersProperty("Where the colours lie, 0 to 1; even when empty.")
    start_point = PointProperty("In the unit square of the bounds; (0.5, 0).")
    end_point = PointProperty("In the unit square of the bounds; (0.5, 1).")
    type = Text('"axial", "radial" or "conic".')


class TextLayer(Layer, name="CATextLayer"):
    """Text."""

    __slots__ = ()

    string = Property["str | None", "str | None"]("The text; None.")
    font = Text('The name of a font; "Helvetica".')
    font_size = Number("In points; 36.")
    foreground_color = ColorProperty("White.")
    wrapped = Bool("Whether lines are wrapped to the bounds; False.")
    truncation_mode = Text('"none", "start", "middle" or "end".')
    alignment_mode = Text('"natural", "left", "right", "center" or "justified".')
    allows_font_subpixel_quantization = Bool("Stored.")


class ReplicatorLayer(Layer, name="CAReplicatorLayer"):
    """Copies of its sublayers, each a little different from the one before."""

    __slots__ = ()

    instance_count = Integer("How many copies, with the original; 1.")
    preserves_depth = Bool("Whether sublayers share a space of three dimensions; False.")
    instance_delay = Number("From copy to copy, in seconds; 0.")
    instance_transform = TransformProperty("From copy to copy, about the centre; the identity.")
    instance_color = ColorProperty("What the first copy is multiplied with; white.")
    instance_red_offset = Number("From copy to copy; 0.")
    instance_green_offset = Number("From copy to copy; 0.")
    instance_blue_offset = Number("From copy to copy; 0.")
    instance_alpha_offset = Number("From copy to copy; 0.")


class TransformLayer(Layer, name="CATransformLayer"):
    """Sublayers that share a space of three dimensions."""

    __slots__ = ()


class EmitterLayer(Layer, name="CAEmitterLayer"):
    """Particles."""

    __slots__ = ()

    emitter_cells = ListProperty[EmitterCell]("What is emitted.")
    birth_rate = Number("Multiplies that of the cells; 1.")
    lifetime = Number("Multiplies that of the cells; 1.")
    emitter_position = PointProperty("The centre of the shape, in points.")
    emitter_z_position = Number("The centre along z, in points; 0.")
    emitter_size = SizeProperty("Of the shape, in points.")
    emitter_depth = Number("Of the shape, in points; 0.")
    emitter_shape = Text('"point", "line", "rectangle", "cuboid", "circle", "sphere" or "path".')
    emitter_path = Path("The shape \"path\", as SVG's d; None.")
    cull_rect = RectProperty("What lies outside is not drawn, in points; empty for all.")
    emitter_mode = Text('"points", "outline", "surface" or "volume".')
    render_mode = Text('"unordered", "oldestFirst", "oldestLast", "backToFront" or "additive".')
    preserves_depth = Bool("Whether particles lie in a space of three dimensions; False.")
    velocity = Number("Multiplies that of the cells; 1.")
    scale = Number("Multiplies that of the cells; 1.")
    spin = Number("Multiplies that of the cells; 1.")
    spin_bias = Number("Added to that of all particles, in radians per second; 0.")
    seed = Integer("Of the random numbers; 0.")


class ScrollLayer(Layer, name="CAScrollLayer"):
    """A layer whose bounds are moved over its sublayers."""

    __slots__ = ()

    scroll_mode = Text('"none", "vertically", "horizontally" or "both".')


class TiledLayer(Layer, name="CATiledLayer"):
    """A layer that is drawn in tiles."""

    __slots__ = ()

    levels_of_detail = Integer("How many; 1.")
    levels_of_detail_bias = Integer("How many of them are magnified; 0.")
    tile_size = SizeProperty("The most a tile has, in pixels; (256, 256).")


class BackdropLayer(Layer, name="CABackdropLayer"):
    """What lies behind the layer, through its filters."""

    __slots__ = ()

    scale = Number("How finely Apple draws what is behind; stored; 1.")
