"""Random scenes with features that CSS can express, in the format of Docs/reference/scene-format.md."""

import functools
import math
import random

WIDTH, HEIGHT = 160, 120


def scene(seed):
    """Returns the scene with a number; the same one each time."""
    return Maker(seed).scene()


class Maker:
    """Random layers, without features that CSS cannot express."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    # MARK: Chance

    def happens(self, probability):
        return self.random.random() < probability

    def number(self, low, high, step=0.25):
        return round(self.random.uniform(low, high) / step) * step

    def one(self, *values):
        return self.random.choice(values)

    def color(self, opaque=0.6):
        alpha = 1 if self.happens(opaque) else self.number(0.25, 1, 1 / 16)
        return [self.number(0, 1, 1 / 16) for _ in range(3)] + [alpha]

    # MARK: Layers

    def scene(self):
        root = {
            "bounds": [0, 0, WIDTH, HEIGHT], "position": [WIDTH / 2, HEIGHT / 2],
            "backgroundColor": self.color(opaque=1),
        }
        if self.happens(0.3):
            root["sublayerTransform"] = self.perspective()
        root["sublayers"] = self.layers(0, (WIDTH, HEIGHT), "sublayerTransform" in root)
        return {"width": WIDTH, "height": HEIGHT, "background": [1, 1, 1, 1], "root": root}

    def layers(self, depth, room, is_deep):
        count = self.random.randint(1, 4 - depth)
        layers = [self.layer(depth, room, is_deep) for _ in range(count)]
        leaves = is_deep or any(self.leaves_plane(layer) for layer in layers)
        if not leaves and self.happens(0.12):
            # A blend mode meets what its superlayer holds: only in a plane does CSS mean the same.
            layers[-1]["compositingFilter"] = self.one(
                "multiply", "screen", "overlay", "darken", "lighten", "difference", "exclusion",
                "colorDodge", "colorBurn", "hardLight", "softLight", "hue", "saturation", "color",
                "luminosity")
            layers[-1]["compositingFilter"] += "BlendMode"
        return layers

    def leaves_plane(self, layer):
        transform = layer.get("transform", [])
        return (
            bool(layer.get("zPosition")) or len(transform) == 16 or layer.get("doubleSided") is False
            or layer.get("class") == "CATransformLayer")

    def layer(self, depth, room, is_deep):
        w, h = self.number(12, 80, 1), self.number(12, 70, 1)
        kind = self.random.random()
        position = [self.number(0.1 * room[0], 0.9 * room[0]), self.number(0.1 * room[1], 0.9 * room[1])]
        layer = {"bounds": [0, 0, w, h], "position": [round(p) for p in position] if self.happens(0.3) else position}
        if self.happens(0.15):
            layer["bounds"][:2] = [self.number(-9, 9), self.number(-9, 9)]
        if self.happens(0.25):
            layer["anchorPoint"] = [self.number(0, 1), self.number(0, 1)]
        if self.happens(0.55):
            layer["transform"] = self.transform(is_deep)
        if is_deep and self.happens(0.4):
            layer["zPosition"] = self.number(-40, 40)
        if is_deep and depth < 2 and self.happens(0.2):
            layer["class"] = "CATransformLayer"
            layer["sublayers"] = self.layers(depth + 1, (w, h), True)
            return layer
        if self.happens(0.12):
            layer["doubleSided"] = False
        self.paint(layer, kind, w, h, depth)
        self.effects(layer, w, h)
        if is_deep:
            self.keep_inside(layer)
        return layer

    def keep_inside(self, layer):
        """Has nothing reach out of a layer in space, which Chromium cuts along the planes of other layers."""
        layer["masksToBounds"] = True
        for name in ("shadowOpacity", "shadowRadius", "shadowOffset", "shadowColor", "shadowPath", "filters"):
            layer.pop(name, None)

    def paint(self, layer, kind, w, h, depth):
        if self.happens(0.7):
            layer["backgroundColor"] = self.color()
        if self.happens(0.3):
            layer["cornerRadius"] = self.number(1, min(w, h) / 2, 0.5)
            if self.happens(0.3):
                layer["maskedCorners"] = self.random.randint(1, 15)
        if self.happens(0.2):
            layer["borderWidth"] = self.number(0.5, 6, 0.5)
            layer["borderColor"] = self.color()
        if kind < 0.15:
            layer.update(self.gradient())
        elif kind < 0.3:
            layer.update(self.shape(w, h))
        elif kind < 0.36:
            layer.update(self.contents())
        elif kind < 0.44 and depth < 2:
            layer.update(self.replicator())
        if depth < 2 and (self.happens(0.45) or layer.get("class") == "CAReplicatorLayer"):
            is_deep = self.happens(0.25) and layer.get("class") != "CAReplicatorLayer"
            if is_deep:
                layer["sublayerTransform"] = self.perspective()
            layer["sublayers"] = self.layers(depth + 1, (w, h), is_deep)
            if layer.get("class") == "CAReplicatorLayer":
                # The elements of instances isolate what is in them.
                for child in layer["sublayers"]:
                    child.pop("compositingFilter", None)
                    self.remove_color_filters(child)

    def remove_color_filters(self, layer):
        """An instance's color multiplies the colors before filters, and in CSS the image after them."""
        if any(value["type"] != "gaussianBlur" for value in layer.get("filters") or []):
            del layer["filters"]
        for child in layer.get("sublayers") or []:
            self.remove_color_filters(child)

    def effects(self, layer, w, h):
        if self.happens(0.2):
            layer["opacity"] = self.number(0.25, 0.95, 1 / 16)
        if self.happens(0.25):
            layer["masksToBounds"] = True
        # A clip cuts the shadow off, which the page leaves out altogether.
        elif self.happens(0.2):
            layer["shadowOpacity"] = self.number(0.3, 1, 1 / 16)
            layer["shadowRadius"] = self.number(0, 6)
            layer["shadowOffset"] = [self.number(-6, 6), self.number(-6, 6)]
            layer["shadowColor"] = self.color(opaque=1)
            if self.happens(0.35):
                layer["shadowPath"] = self.path(w, h)
        if self.happens(0.1):
            layer["filters"] = [self.one(
                {"type": "gaussianBlur", "inputRadius": self.number(0.5, 5)}, {"type": "colorInvert"},
                {"type": "colorSaturate", "inputAmount": self.number(0, 2)})]
        if self.happens(0.12):
            layer["mask"] = self.mask(w, h)

    def mask(self, w, h):
        mask = {
            "bounds": [0, 0, self.number(w / 2, w), self.number(h / 2, h)],
            "position": [self.number(w / 4, 3 * w / 4), self.number(h / 4, 3 * h / 4)],
        }
        kind = self.random.random()
        if kind < 0.3:
            mask.update(self.gradient())
            mask["colors"] = [c[:3] + [self.number(0, 1)] for c in mask["colors"]]
            if mask["type"] == "conic":
                mask["type"] = "axial"
        elif kind < 0.6:
            mask.update(self.shape(w, h))
        else:
            mask["backgroundColor"] = self.color()
            mask["cornerRadius"] = self.number(0, 10)
        if self.happens(0.3):
            mask["transform"] = self.turn()
        return mask

    # MARK: Kinds

    def gradient(self):
        kind = self.one("axial", "radial", "conic")
        opaque = 1 if kind == "conic" else 0.6
        count = self.random.randint(2, 4)
        inner = sorted(self.number(0.1, 0.9) for _ in range(count - 2))
        start, end = [self.number(0, 0.5), self.number(0, 0.5)], [self.number(0.5, 1), self.number(0.75, 1)]
        if start[0] == end[0]:
            end[0] += 0.25
        return {
            "class": "CAGradientLayer", "type": kind, "colors": [self.color(opaque) for _ in range(count)],
            "locations": [0] + inner + [1], "startPoint": start, "endPoint": end,
        }

    def path(self, w, h):
        def point():
            return "%g %g" % (self.number(-4, w + 4), self.number(-4, h + 4))
        kind = self.random.randint(0, 3)
        if kind == 0:
            return "M%s L%s L%s Z" % (point(), point(), point())
        if kind == 1:
            return "M%s Q%s %s C%s %s %s Z" % tuple(point() for _ in range(6))
        if kind == 2:
            x, y = self.number(0, w / 3), self.number(0, h / 3)
            return "M%g %g H%g V%g H%g Z" % (x, y, x + w / 2, y + h / 2, x)
        return "M%s L%s C%s %s %s" % tuple(point() for _ in range(5))

    def shape(self, w, h):
        shape = {
            "class": "CAShapeLayer", "path": self.path(w, h), "fillRule": self.one("non-zero", "even-odd"),
            "fillColor": self.one([0, 0, 0, 0], self.color()),
        }
        if self.happens(0.6):
            shape.update({
                "strokeColor": self.color(), "lineWidth": self.number(0.5, 8, 0.5),
                "lineJoin": self.one("miter", "round", "bevel"),
                "lineCap": self.one("butt", "round", "square"),
            })
            if self.happens(0.4):
                shape["lineDashPattern"] = [self.number(2, 14) for _ in range(self.one(1, 2, 3, 4))]
                shape["lineDashPhase"] = self.number(0, 12)
        return shape

    def contents(self):
        members = {
            "contents": image(),
            "contentsGravity": self.one(
                "resize", "resizeAspect", "resizeAspectFill", "center", "top", "bottomLeft", "topRight"),
            "magnificationFilter": self.one("linear", "nearest"),
            "contentsScale": self.one(0.25, 0.5, 1),
        }
        if self.happens(0.2):
            members["contentsRect"] = self.one([0.25, 0.25, 0.5, 0.5], [0, 0, 0.5, 1], [0.125, 0, 0.75, 0.5])
        if members["contentsGravity"].startswith("resize") and self.happens(0.3):
            members["contentsCenter"] = self.one([0.25, 0.25, 0.5, 0.5], [0.5, 0, 0.25, 1])
        return members

    def replicator(self):
        replicator = {
            "class": "CAReplicatorLayer", "instanceCount": self.random.randint(2, 4),
            "instanceTransform": self.one(
                [1, 0, 0, 1, self.number(-24, 24), self.number(-16, 16)], self.turn()),
        }
        if self.happens(0.5):
            replicator["instanceRedOffset"] = self.number(-0.4, 0, 1 / 16)
        if self.happens(0.4):
            replicator["instanceAlphaOffset"] = self.number(-0.25, 0, 1 / 16)
        return replicator

    # MARK: Transforms

    def turn(self):
        angle = self.random.uniform(-3, 3)
        c, s = round(math.cos(angle), 6), round(math.sin(angle), 6)
        return [c, s, -s, c, 0, 0]

    def transform(self, is_deep):
        if is_deep and self.happens(0.7):
            return self.turn_in_depth()
        kind = self.random.randint(0, 2)
        if kind == 0:
            return [1, 0, 0, 1, self.number(-20, 20), self.number(-20, 20)]
        if kind == 1:
            return [self.number(0.5, 1.75), 0, 0, self.one(-1, 1) * self.number(0.5, 1.75), 0, 0]
        return self.turn()

    def turn_in_depth(self):
        """About an axis in the plane."""
        angle, axis = self.random.uniform(-1.3, 1.3), self.random.uniform(0, math.pi)
        x, y, c, s = math.cos(axis), math.sin(axis), math.cos(angle), math.sin(angle)
        rows = [
            c + x * x * (1 - c), x * y * (1 - c), -y * s, 0, x * y * (1 - c), c + y * y * (1 - c), x * s, 0,
            y * s, -x * s, c, 0, 0, 0, 0, 1,
        ]
        return [round(number, 6) for number in rows]

    def perspective(self):
        rows = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
        rows[11] = -1 / self.number(150, 600, 10)
        return rows


@functools.cache
def image():
    """Texels of 16 by 16, half of them translucent, as a data URL of a PNG."""
    from PIL import Image

    from .page import image_url

    image = Image.new("RGBA", (16, 16))
    for y in range(16):
        for x in range(16):
            is_opaque = (x - 7.5) ** 2 + (y - 7.5) ** 2 < 50 or y < 4
            blue = 255 if (x // 4 + y // 4) % 2 else 40
            image.putpixel((x, y), (16 * x, 255 - 16 * y, blue, 255 if is_opaque else 90))
    return image_url(image)

