"""Scenes as HTML and CSS, whose 3D model descends from Core Animation."""

import base64
import html
import io
import math
import os

from . import spaces

# The standard deviation of a shadow's blur for each point of shadowRadius, measured in images of Apple's renderer.
# The references that are older than this program have 1.
SIGMA = 0.945
SPACE_MARGIN = 100  # How far the image of a space reaches beyond the layer that holds it, in points.
MARGIN = 100  # How far a mask reaches beyond its layer, in points.
IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

# Members of any class that the page shows; every other member is reported as a problem.
COMMON = set(
    "class name bounds position anchorPoint anchorPointZ zPosition transform sublayerTransform "
    "opacity hidden isHidden doubleSided isDoubleSided backgroundColor cornerRadius maskedCorners "
    "borderWidth borderColor masksToBounds sublayers mask shadowColor shadowOpacity shadowOffset "
    "shadowRadius shadowPath contents contentsRect contentsCenter contentsGravity contentsScale "
    "magnificationFilter minificationFilter compositingFilter filters backgroundFilters".split()
)
OF_CLASS = {
    "CALayer": set(),
    "CATransformLayer": set(),
    "CAGradientLayer": set("colors locations startPoint endPoint type".split()),
    "CAShapeLayer": set(
        "path fillColor fillRule strokeColor strokeStart strokeEnd lineWidth lineCap lineJoin "
        "miterLimit lineDashPattern lineDashPhase".split()
    ),
    "CAReplicatorLayer": set(
        "instanceCount instanceTransform instanceColor instanceRedOffset instanceGreenOffset "
        "instanceBlueOffset instanceAlphaOffset preservesDepth".split()
    ),
}
BLEND_MODES = set(
    "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light "
    "difference exclusion hue saturation color luminosity plus-lighter".split()
)


def css_color(color, alpha=1.0):
    r, g, b, a = (list(color) + [1])[:4]
    return "rgba(%.4f,%.4f,%.4f,%.6f)" % (r * 255, g * 255, b * 255, a * alpha)


def matrix(value):
    """16 numbers, of 16 or of the 6 of an affine map."""
    if value is None:
        return IDENTITY
    if len(value) == 6:
        a, b, c, d, x, y = value
        return [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, x, y, 0, 1]
    return list(value)


def is_affine(m):
    return all(abs(m[i] - IDENTITY[i]) < 1e-12 for i in (2, 3, 6, 7, 8, 9, 10, 11, 14, 15))


def style(**properties):
    return ";".join("%s:%s" % (k.replace("_", "-"), v) for k, v in properties.items() if v is not None)


def image_url(image):
    """An image, as a data URL."""
    file = io.BytesIO()
    image.save(file, "PNG")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


class Page:
    """A scene as HTML, all lengths times a scale."""

    def __init__(self, scene, folder, scale, masks, name="n", margin=MARGIN, sorts=False):
        """`masks` returns the URL of the image of a page that is a mask; `name` begins all names in the page.

        With `sorts`, the browser draws the layers of a space one at a time, and `spaces` sorts them.
        """
        self.scale = scale
        self.margin = margin
        self.sorts = sorts
        self.folder = folder
        self.masks = masks
        self.name = name
        self.problems = []
        self.numbers = 0
        width, height = scene["root"]["bounds"][2:]
        self.size = (round(width * scale), round(height * scale))
        root = dict(scene["root"])
        # The root fills the canvas, wherever it lies in its host.
        anchor = root.get("anchorPoint", [0.5, 0.5])
        root["position"] = [width * anchor[0], height * anchor[1]]
        self.body = self.layer(root, "root", (0, 0))
        self.background = scene.get("background")

    def text(self):
        return sheet([(0, 0, self)])

    def cell(self, x, y):
        """The page as a part of a larger one."""
        color = css_color(self.background) if self.background else "transparent"
        return (
            "<div style='left:%dpx;top:%dpx;width:%dpx;height:%dpx;overflow:hidden;isolation:isolate;"
            "background:%s'>%s</div>" % (x, y, *self.size, color, self.body)
        )

    def problem(self, where, what):
        self.problems.append("%s: %s" % (where, what))

    def px(self, points):
        return "%.8gpx" % (points * self.scale)

    def css_matrix(self, value):
        """A matrix of points as one of pixels; both list rows of row vectors."""
        m = list(value)
        for i in (12, 13, 14):
            m[i] *= self.scale
        for i in (3, 7, 11):
            m[i] /= self.scale
        return "matrix3d(%s)" % ",".join("%.12g" % number for number in m)

    # MARK: Layers

    def layer(self, layer, where, origin):
        """A layer at its position; `origin` is that of its superlayer's bounds."""
        kind = layer.get("class", "CALayer")
        self.check(layer, kind, where)
        if layer.get("hidden", layer.get("isHidden", False)):
            return ""
        x, y, w, h = layer.get("bounds", [0, 0, 0, 0])
        anchor = layer.get("anchorPoint", [0.5, 0.5])
        position = layer.get("position", [0, 0])
        z = layer.get("zPosition", 0)
        transform = matrix(layer.get("transform"))
        is_double_sided = layer.get("doubleSided", layer.get("isDoubleSided", True))
        transforms = ""
        if z:
            transforms += "translateZ(%s) " % self.px(z)
        if transform != IDENTITY:
            transforms += self.css_matrix(transform)
        place = style(
            left=self.px(position[0] - origin[0] - anchor[0] * w),
            top=self.px(position[1] - origin[1] - anchor[1] * h),
            width=self.px(w),
            height=self.px(h),
            transform_origin="%s %s %s"
            % (self.px(anchor[0] * w), self.px(anchor[1] * h), self.px(layer.get("anchorPointZ", 0))),
            transform=transforms or None,
            transform_style="preserve-3d" if kind == "CATransformLayer" else None,
            backface_visibility=None if is_double_sided else "hidden",
            opacity=self.opacity(layer, kind),
            isolation="isolate" if self.holds_blending(layer, kind) else None,
            mix_blend_mode=self.blend_mode(layer, where),
        )
        inside = self.sublayers(layer, kind, where, (x, y))
        if kind != "CATransformLayer":
            inside = self.painted(layer, kind, where, inside, (w, h))
        return "<div style='%s'>%s</div>" % (place, inside)

    def check(self, layer, kind, where):
        if kind not in OF_CLASS:
            self.problem(where, "%s has no counterpart in CSS" % kind)
            return
        for key in sorted(set(layer) - COMMON - OF_CLASS[kind]):
            self.problem(where, "%s cannot be mapped" % key)

    def opacity(self, layer, kind):
        value = min(1, max(0, layer.get("opacity", 1)))
        return None if value == 1 else value

    def holds_blending(self, layer, kind):
        """Whether blend modes of sublayers end at a layer, as `allowsGroupBlending` has it."""
        return kind != "CATransformLayer" and any(
            child.get("compositingFilter") for child in layer.get("sublayers") or [])

    def blend_mode(self, layer, where):
        name = layer.get("compositingFilter")
        if name is None:
            return None
        name = name if isinstance(name, str) else name.get("type", name.get("name"))
        mode = name[: -len("BlendMode")] if name.endswith("BlendMode") else name
        mode = "".join("-" + c.lower() if c.isupper() else c for c in mode)
        if mode not in BLEND_MODES:
            self.problem(where, "compositingFilter %s cannot be mapped" % name)
            return None
        return mode

    def painted(self, layer, kind, where, sublayers, size):
        """Returns the markup of a layer's items, back to front, with the effects on all of them."""
        radius = self.radii(layer)
        color = layer.get("backgroundColor")
        back = ""
        if color:
            back = "<div style='inset:0;border-radius:%s;background:%s'></div>" % (
                radius,
                css_color(color),
            )
        inside = back + self.own(layer, kind, where, size, radius) + sublayers
        clips = layer.get("masksToBounds", False)
        filters = self.filters(layer.get("filters"), where)
        # A layer is clipped after its filters; without them, the clip leaves out the border's own outline.
        if clips and not filters:
            inside = self.clipped(inside, radius)
        width = layer.get("borderWidth", 0)
        border = layer.get("borderColor", [0, 0, 0, 1])
        if width > 0 and border:
            inside += "<div style='inset:0;border-radius:%s;border:%s solid %s'></div>" % (
                radius,
                self.px(width),
                css_color(border),
            )
        if filters:
            inside = self.whole("filter:" + filters, inside)
            if clips:
                inside = self.clipped(inside, radius)
        if not clips:
            inside = self.shadowed(layer, inside, size)
        backdrop = self.filters(layer.get("backgroundFilters"), where)
        if backdrop:
            inside = (
                "<div style='inset:0;border-radius:%s;backdrop-filter:%s'></div>"
                % (radius, backdrop) + inside
            )
        mask = layer.get("mask")
        return self.masked(mask, where + ".mask", inside, layer) if mask else inside

    def clipped(self, inside, radius):
        return self.whole("overflow:hidden;border-radius:" + radius, inside)

    def whole(self, declarations, inside):
        return "<div style='inset:0;%s'>%s</div>" % (declarations, inside)

    def sublayers(self, layer, kind, where, origin):
        children = layer.get("sublayers") or []
        if kind == "CAReplicatorLayer":
            return self.replicated(layer, children, where, origin)
        return self.group(layer, children, where, origin)

    def group(self, layer, children, where, origin, tint=None):
        """Sublayers as one 3D space where any of them leaves the plane; else as siblings."""
        if self.sorts and not tint:
            matrices = [matrix @ spaces.seen(layer) for _, matrix in spaces.leaves(children)]
            if len(matrices) > 1 and any(spaces.is_deep(matrix) for matrix in matrices):
                return self.sorted_space(layer, children, where, origin, matrices)
        texts = [
            self.layer(child, "%s.sublayers[%d]" % (where, i), origin)
            for i, child in enumerate(children)
        ]
        if tint:
            texts = [self.whole("filter:" + self.multiplied(tint), text) for text in texts]
        inside = "".join(texts)
        perspective = matrix(layer.get("sublayerTransform"))
        if not inside or (perspective == IDENTITY and not self.leave_plane(children)):
            return inside
        w, h = layer.get("bounds", [0, 0, 0, 0])[2:]
        anchor = layer.get("anchorPoint", [0.5, 0.5])
        return "<div style='%s'>%s</div>" % (
            style(
                inset=0,
                transform_style="preserve-3d",
                transform_origin="%s %s" % (self.px(anchor[0] * w), self.px(anchor[1] * h)),
                transform=self.css_matrix(perspective) if perspective != IDENTITY else None,
            ),
            inside,
        )

    def sorted_space(self, layer, children, where, origin, matrices):
        """An image of a space, whose layers the browser draws one at a time."""
        w, h = layer.get("bounds", [0, 0, 0, 0])[2:]
        # The canvas clips what is in the root.
        margin = 0 if where == "root" else SPACE_MARGIN
        room = [0, 0, w + 2 * margin, h + 2 * margin]
        u, v = layer.get("anchorPoint", [0.5, 0.5])
        holder = {name: layer[name] for name in ("bounds", "anchorPoint", "anchorPointZ", "sublayerTransform")
                  if name in layer}
        holder["position"] = [margin + u * w, margin + v * h]
        urls = []
        for alone, _ in spaces.leaves(children):
            scene = {"root": {"bounds": room, "sublayers": [dict(holder, sublayers=alone)]}}
            page = Page(scene, self.folder, self.scale, self.masks, self.new_name() + "s", self.margin, sorts=True)
            self.problems += ["%s: %s" % (where, problem) for problem in page.problems]
            urls.append(self.masks(page))
        if not all(urls):
            return ""
        image = spaces.sorted_image(urls, matrices, (origin[0] - margin, origin[1] - margin), self.scale)
        return "<img src='%s' style='%s'>" % (
            image_url(image),
            style(left=self.px(-margin), top=self.px(-margin), width=self.px(room[2]), height=self.px(room[3])))

    def leave_plane(self, children):
        return any(
            child.get("zPosition", 0) != 0
            or not is_affine(matrix(child.get("transform")))
            or not child.get("doubleSided", child.get("isDoubleSided", True))
            or child.get("class") == "CATransformLayer"
            and self.leave_plane(child.get("sublayers") or [])
            for child in children
        )

    def replicated(self, layer, children, where, origin):
        """Instances, later ones on top; colors apply to each sublayer, the transform about the anchor."""
        w, h = layer.get("bounds", [0, 0, 0, 0])[2:]
        anchor = layer.get("anchorPoint", [0.5, 0.5])
        step = matrix(layer.get("instanceTransform"))
        color = (list(layer.get("instanceColor", [1, 1, 1, 1])) + [1])[:4]
        names = ("Red", "Green", "Blue", "Alpha")
        offsets = [layer.get("instance%sOffset" % name, 0) for name in names]
        is_flat = is_affine(step) and not layer.get("preservesDepth", False)
        text = ""
        for index in range(layer.get("instanceCount", 1)):
            tint = [min(1, max(0, c + index * o)) for c, o in zip(color, offsets)]
            tint = tint if tint != [1, 1, 1, 1] else None
            inside = self.group(layer, children, where, origin, tint)
            text += "<div style='%s'>%s</div>" % (
                style(
                    inset=0,
                    transform=" ".join([self.css_matrix(step)] * index) if index else None,
                    transform_origin="%s %s" % (self.px(anchor[0] * w), self.px(anchor[1] * h)),
                    transform_style=None if is_flat else "preserve-3d",
                ),
                inside,
            )
        return text if is_flat else self.whole("transform-style:preserve-3d", text)

    def multiplied(self, tint):
        rows = " ".join(
            " ".join("%.6g" % (tint[row] if row == column else 0) for column in range(5))
            for row in range(4)
        )
        return self.svg_filter("<feColorMatrix type=matrix values=\"%s\"/>" % rows)

    def svg_filter(self, inside):
        text = (
            "<svg xmlns='http://www.w3.org/2000/svg'><filter id='f' filterUnits='userSpaceOnUse' "
            "x='-1000' y='-1000' width='4000' height='4000' color-interpolation-filters='sRGB'>"
            + inside.replace("type=matrix", "type='matrix'").replace('"', "'")
            + "</filter></svg>"
        )
        data = base64.b64encode(text.encode()).decode()
        return 'url("data:image/svg+xml;base64,%s#f")' % data

    # MARK: A layer's own items

    def radii(self, layer):
        radius = layer.get("cornerRadius", 0)
        corners = layer.get("maskedCorners", 15)
        bits = {"minXminY": 1, "maxXminY": 2, "minXmaxY": 4, "maxXmaxY": 8}
        if not isinstance(corners, int):
            corners = sum(bits[name] for name in corners)
        # CSS goes around: top left, top right, bottom right, bottom left.
        return " ".join(self.px(radius if corners & bit else 0) for bit in (1, 2, 8, 4))

    def own(self, layer, kind, where, size, radius):
        text = self.contents(layer, where, size)
        if kind == "CAGradientLayer":
            text += self.gradient(layer, where, size, radius)
        if kind == "CAShapeLayer":
            text += self.shape(layer, where)
        return text

    def contents(self, layer, where, size):
        name = layer.get("contents")
        if not name:
            return ""
        from PIL import Image

        if name.startswith("data:"):
            file = io.BytesIO(base64.b64decode(name.split(",", 1)[1]))
        else:
            file = os.path.join(self.folder, name)
        with Image.open(file) as opened:
            image = opened.convert("RGBA")
        pixels = image.size
        u, v, du, dv = layer.get("contentsRect", [0, 0, 1, 1])
        scale = layer.get("contentsScale", 1)
        natural = (pixels[0] * du / scale, pixels[1] * dv / scale)
        x, y, w, h = self.gravity(layer.get("contentsGravity", "resize"), natural, size)
        if layer.get("minificationFilter") == "trilinear":
            self.problem(where, "minificationFilter trilinear is the browser's own (loosely)")
        is_nearest = layer.get("magnificationFilter") == "nearest"
        center = layer.get("contentsCenter", [0, 0, 1, 1])
        text = ""
        for (s0, s1), (x0, x1) in self.slices(center[0], center[2], natural[0], x, w):
            for (t0, t1), (y0, y1) in self.slices(center[1], center[3], natural[1], y, h):
                part = (u + s0 * du, v + t0 * dv, (s1 - s0) * du, (t1 - t0) * dv)
                text += self.part(image, part, (x0, y0, x1 - x0, y1 - y0), is_nearest)
        return text

    @staticmethod
    def gravity(name, natural, size):
        if name == "resize":
            return (0, 0, *size)
        if name in ("resizeAspect", "resizeAspectFill"):
            pick = min if name == "resizeAspect" else max
            factor = pick(size[0] / natural[0], size[1] / natural[1])
            natural = (natural[0] * factor, natural[1] * factor)
        room = (size[0] - natural[0], size[1] - natural[1])
        x = 0 if name in ("left", "topLeft", "bottomLeft") else (
            room[0] if name in ("right", "topRight", "bottomRight") else room[0] / 2)
        # `top` is the largest y, which lies at the bottom where y points down.
        y = room[1] if name.startswith("top") else 0 if name.startswith("bottom") else room[1] / 2
        return (x, y, *natural)

    @staticmethod
    def slices(start, length, natural, place, extent):
        """Parts of the image in 0...1, and their positions: only the middle one stretches."""
        if start <= 0 and start + length >= 1:
            return [((0, 1), (place, place + extent))]
        low, high = start * natural, (1 - start - length) * natural
        # Fixed parts that find no room shrink in proportion.
        shrink = min(1, extent / (low + high)) if low + high > 0 else 1
        low, high = low * shrink, high * shrink
        parts = [
            ((0, start), (place, place + low)),
            ((start, start + length), (place + low, place + extent - high)),
            ((start + length, 1), (place + extent - high, place + extent)),
        ]
        return [part for part in parts if part[0][1] > part[0][0] and part[1][1] > part[1][0]]

    def part(self, image, part, rect, is_nearest):
        """A part of an image on a rectangle; parts of whole texels sample no others."""
        u, v, du, dv = part
        x, y, w, h = rect
        rendering = "pixelated" if is_nearest else None
        edges = [u * image.width, v * image.height, (u + du) * image.width, (v + dv) * image.height]
        if all(abs(edge - round(edge)) < 1e-6 for edge in edges):
            return "<img src='%s' style='%s'>" % (
                image_url(image.crop([round(edge) for edge in edges])),
                style(left=self.px(x), top=self.px(y), width=self.px(w), height=self.px(h),
                      image_rendering=rendering),
            )
        return "<div style='%s'><img src='%s' style='%s'></div>" % (
            style(left=self.px(x), top=self.px(y), width=self.px(w), height=self.px(h),
                  overflow="hidden"),
            image_url(image),
            style(left=self.px(-u * w / du), top=self.px(-v * h / dv), width=self.px(w / du),
                  height=self.px(h / dv), image_rendering=rendering),
        )

    def gradient(self, layer, where, size, radius):
        colors = layer.get("colors") or []
        if not colors:
            return ""
        count = len(colors)
        places = layer.get("locations") or [i / max(1, count - 1) for i in range(count)]
        kind = layer.get("type", "axial")
        sx, sy = layer.get("startPoint", [0.5, 0])
        ex, ey = layer.get("endPoint", [0.5, 1])
        if kind == "conic":
            return self.conic(colors, places, (sx, sy), (ex, ey), size, radius, where)
        stops = "".join(
            "<stop offset='%.8g' stop-color='%s' stop-opacity='%.6g'/>"
            % (place, css_color(color[:3]), (list(color) + [1])[3])
            for place, color in zip(places, colors)
        )
        name = self.new_name()
        if kind == "radial":
            # An ellipse in the unit square.
            made = (
                "<radialGradient id='%s' cx='0' cy='0' r='1' gradientTransform='translate(%.8g %.8g) "
                "scale(%.8g %.8g)'>%s</radialGradient>" % (name, sx, sy, abs(ex - sx), abs(ey - sy), stops)
            )
        else:
            made = "<linearGradient id='%s' x1='%.8g' y1='%.8g' x2='%.8g' y2='%.8g'>%s</linearGradient>" % (
                name, sx, sy, ex, ey, stops)
        return (
            "<div style='inset:0;overflow:hidden;border-radius:%s'><svg width='100%%' height='100%%' "
            "style='inset:0'>%s<rect width='100%%' height='100%%' fill='url(#%s)'/></svg></div>"
            % (radius, made, name)
        )

    def conic(self, colors, places, start, end, size, radius, where):
        if len({(list(color) + [1])[3] for color in colors}) > 1:
            self.problem(where, "conic gradients of several alphas mix premultiplied in CSS")
        angle = math.degrees(math.atan2((end[1] - start[1]) * size[1], (end[0] - start[0]) * size[0])) + 90
        stops = ",".join("%s %.8g%%" % (css_color(c), 100 * p) for c, p in zip(colors, places))
        return (
            "<div style='inset:0;border-radius:%s;background:conic-gradient(from %.8gdeg at %.8g%% %.8g%%,%s)'></div>"
            % (radius, angle, start[0] * 100, start[1] * 100, stops))

    def new_name(self):
        self.numbers += 1
        return "%s%d" % (self.name, self.numbers)

    def svg(self, attributes, path, layer, extra=""):
        """A path in the layer's coordinates, which may extend beyond the layer."""
        x, y = layer.get("bounds", [0, 0])[:2]
        return (
            "<svg style='left:0;top:0;width:1px;height:1px;overflow:visible'>%s"
            "<g transform='scale(%g) translate(%.8g %.8g)'><path d='%s' %s/></g></svg>"
            % (extra, self.scale, -x, -y, html.escape(path, quote=True), attributes)
        )

    def shape(self, layer, where):
        path = layer.get("path")
        if not path:
            return ""
        fill, stroke = layer.get("fillColor", [0, 0, 0, 1]), layer.get("strokeColor")
        attributes = {
            "fill": css_color(fill) if fill else "none",
            "fill-rule": "evenodd" if layer.get("fillRule") == "even-odd" else "nonzero",
        }
        if stroke and layer.get("lineWidth", 1) > 0:
            attributes.update({
                "stroke": css_color(stroke),
                "stroke-width": layer.get("lineWidth", 1),
                "stroke-linecap": layer.get("lineCap", "butt"),
                "stroke-linejoin": layer.get("lineJoin", "miter"),
                "stroke-miterlimit": layer.get("miterLimit", 10),
            })
            attributes.update(self.dashes(layer, path, where))
        return self.svg(" ".join("%s='%s'" % pair for pair in attributes.items()), path, layer)

    def dashes(self, layer, path, where):
        start, end = layer.get("strokeStart", 0), layer.get("strokeEnd", 1)
        pattern = layer.get("lineDashPattern")
        if (start, end) != (0, 1):
            if pattern:
                self.problem(where, "dashes of a part of a path cannot be mapped")
            if path.strip().upper().count("M") > 1:
                self.problem(where, "a part of several subpaths cannot be mapped")
            length = max(0, end - start)
            return {"pathLength": 1, "stroke-dasharray": "%.8g 2" % length,
                    "stroke-dashoffset": -start}
        if not pattern:
            return {}
        return {
            "stroke-dasharray": " ".join(str(number) for number in pattern),
            "stroke-dashoffset": layer.get("lineDashPhase", 0),
        }

    # MARK: Effects

    def filters(self, filters, where):
        text = []
        for value in filters or []:
            value = {"type": value} if isinstance(value, str) else value
            kind = value.get("type", value.get("name"))
            amount = value.get("inputAmount", 1)
            known = {
                "gaussianBlur": "blur(%s)" % self.px(value.get("inputRadius", 0)),
                "colorInvert": "invert(1)",
                "colorContrast": "contrast(%.8g)" % amount,
                "colorSaturate": "saturate(%.8g)" % amount,
            }
            if kind in known:
                text.append(known[kind])
            else:
                self.problem(where, "filter %s cannot be mapped" % kind)
        return " ".join(text)

    def shadowed(self, layer, inside, size):
        color = layer.get("shadowColor", [0, 0, 0, 1])
        opacity = min(1, max(0, layer.get("shadowOpacity", 0)))
        if not color or opacity == 0:
            return inside
        dx, dy = layer.get("shadowOffset", [0, -3])
        sigma = max(0, layer.get("shadowRadius", 3)) * SIGMA
        color = css_color(color, opacity)
        path = layer.get("shadowPath")
        if path:
            shadow = self.svg("fill='%s' transform='translate(%.8g %.8g)'" % (color, dx, dy), path, layer)
            return self.whole("filter:blur(%s)" % self.px(sigma), shadow) + inside
        # The filter function takes the standard deviation, where box-shadow takes twice of it.
        return self.whole(
            "filter:drop-shadow(%s %s %s %s)" % (self.px(dx), self.px(dy), self.px(sigma), color),
            inside,
        )

    def masked(self, mask, where, inside, layer):
        """A layer under the alpha of another, which the browser draws first."""
        x, y, w, h = layer.get("bounds", [0, 0, 0, 0])
        room = [0, 0, w + 2 * self.margin, h + 2 * self.margin]
        scene = {
            "root": {
                "bounds": room,
                "sublayers": [{
                    "bounds": [x, y, w, h], "position": [room[2] / 2, room[3] / 2],
                    "sublayers": [mask],
                }],
            }
        }
        page = Page(scene, self.folder, self.scale, self.masks, self.new_name() + "m", self.margin, self.sorts)
        self.problems += ["%s: in its mask, %s" % (where, problem) for problem in page.problems]
        url = self.masks(page)
        outer = style(
            left=self.px(-self.margin), top=self.px(-self.margin), width=self.px(room[2]),
            height=self.px(room[3]), mask_image='url("%s")' % url, mask_size="100% 100%",
        )
        inner = style(left=self.px(self.margin), top=self.px(self.margin), width=self.px(w), height=self.px(h))
        return "<div style='%s'><div style='%s'>%s</div></div>" % (outer, inner, inside)


def sheet(cells):
    """A document that shows pages at positions: (x, y, page)."""
    return (
        "<!DOCTYPE html><meta charset=utf-8><style>*{box-sizing:border-box}div,svg,img{position:"
        "absolute;margin:0;padding:0}html,body{margin:0;overflow:hidden}</style>"
        + "".join(page.cell(x, y) for x, y, page in cells)
    )


def has_images(layer):
    below = (layer.get("sublayers") or []) + ([layer["mask"]] if layer.get("mask") else [])
    return bool(layer.get("contents")) or any(has_images(child) for child in below)
