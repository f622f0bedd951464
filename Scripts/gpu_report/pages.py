"""Pages for comparing renderers, as plain items: Glaze gets them as scenes, others draw the items."""

import json
import math
import random
import struct
import zlib

WIDTH, HEIGHT = 1920, 1080


class Pages:
    """Pages by name: lists of items, the same in every run.

    An item is a box around its center (`x`, `y`, `width`, `height`), turned by `angle`, with `radius`, `color`,
    and maybe a `border`, an `image`, a `shadow` radius, a second color of a `gradient`; a `path` of points; or a
    `group` of items with an `opacity`.
    """

    def __init__(self):
        self.random = random.Random(2026)
        self.all = {
            "cards": [self.box(90, 60, alpha=0.6, angle=0.6, radius=8, border=2) for _ in range(1000)],
            "photos": [self.box(160, 120, angle=0.2, radius=14, image=i % 4) for i in range(500)],
            "shadows": [self.box(180, 120, angle=0.2, radius=10, shadow=8) for _ in range(200)],
            "gradients": [self.box(120, 80, radius=6, gradient=self.color(1)) for _ in range(500)],
            "groups": [self.group() for _ in range(100)],
            "paths": [self.star(24, 60) for _ in range(300)],
            "mixed": self.mixed(),
        }

    def number(self, low, high):
        return round(self.random.uniform(low, high), 3)

    def color(self, alpha):
        return [self.number(0, 1), self.number(0, 1), self.number(0, 1), alpha]

    def box(self, width, height, alpha=1, angle=0, x=None, y=None, **more):
        return {
            "x": self.number(0, WIDTH) if x is None else x, "y": self.number(0, HEIGHT) if y is None else y,
            "width": width, "height": height, "angle": self.number(-angle, angle) if angle else 0,
            "radius": 0, "color": self.color(alpha), **more}

    def group(self):
        x, y = self.number(0, WIDTH - 240), self.number(0, HEIGHT - 160)
        items = [
            self.box(100, 70, alpha=0.7, angle=0.5, radius=8, x=round(x + self.number(60, 180), 3),
                     y=round(y + self.number(50, 110), 3)) for _ in range(10)]
        return {"group": items, "opacity": 0.5, "frame": [x, y, 240, 160]}

    def star(self, count, size):
        x, y = self.number(0, WIDTH), self.number(0, HEIGHT)
        points = []
        for i in range(2 * count):
            angle, reach = math.pi * i / count, size * self.number(0.4, 1)
            points.append([round(x + reach * math.cos(angle), 2), round(y + reach * math.sin(angle), 2)])
        return {"path": points, "color": self.color(0.8)}

    def mixed(self):
        """A list as applications have it: rows with a photo, a switch, a badge and a hundred small shapes."""
        items = []
        for column in range(3):
            for row in range(14):
                x, y = 320 + 640 * column, 70 + 74 * row
                items.append(self.box(600, 66, x=x, y=y, radius=12, shadow=4) | {"color": [1, 1, 1, 1]})
                items.append(self.box(50, 50, x=x - 260, y=y, radius=25, image=row % 4))
                items.append(self.box(52, 28, x=x + 250, y=y, radius=14, gradient=self.color(1)))
                items += [
                    self.star(5, 7) | {"color": [0.1, 0.1, 0.15, 1]} for _ in range(8)]
        return items


def photo(index, size=256):
    """The bytes of a PNG."""
    rows = b"".join(
        b"\0" + bytes(
            value for x in range(size)
            for value in ((x ^ y) & 255, (x * (index + 2) + y) & 255, (x + y * (index + 3)) >> 1 & 255))
        for y in range(size))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def layer(item):
    """A layer of a Glaze scene."""
    if "group" in item:
        x, y, width, height = item["frame"]
        return {
            "bounds": [x, y, width, height], "anchorPoint": [0, 0], "position": [x, y],
            "opacity": item["opacity"], "sublayers": [layer(one) for one in item["group"]]}
    if "path" in item:
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in item["path"]) + "z"
        return {"class": "CAShapeLayer", "path": path, "fillColor": item["color"]}
    result = {
        "bounds": [0, 0, item["width"], item["height"]], "position": [item["x"], item["y"]],
        "cornerRadius": item["radius"]}
    if item["angle"]:
        cosine, sine = math.cos(item["angle"]), math.sin(item["angle"])
        result["transform"] = [cosine, sine, 0, 0, -sine, cosine, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    if "gradient" in item:
        result |= {"class": "CAGradientLayer", "colors": [item["color"], item["gradient"]]}
    elif "image" in item:
        result |= {"contents": f"photo{item['image']}.png", "masksToBounds": True}
    else:
        result["backgroundColor"] = item["color"]
    if "border" in item:
        result |= {"borderWidth": item["border"], "borderColor": [1, 1, 1, 1]}
    if "shadow" in item:
        result |= {"shadowOpacity": 0.5, "shadowRadius": item["shadow"], "shadowOffset": [0, 4]}
    return result


class Badges(Pages):
    """Small images that all differ: a card with a shadow, a gradient and a star."""

    def items(self, index):
        """The width, the height and the items of an image."""
        width, height = 96 + index % 7 * 8, 64 + index % 5 * 8
        x, y = width / 2, height / 2
        star = [
            [round(x + 14 * across, 2), round(y + 14 * down, 2)]
            for across, down in ((0, -1), (0.3, 0.9), (-0.9, -0.2), (0.9, -0.2), (-0.3, 0.9))]
        return width, height, [
            self.box(width - 12, height - 12, x=x, y=y, radius=10, shadow=3),
            self.box(x, height / 3, x=x, y=y, radius=6, gradient=self.color(1)),
            {"path": star, "color": self.color(0.8)},
        ]


def scene(width, height, items):
    """A Glaze scene."""
    root = {
        "bounds": [0, 0, width, height], "anchorPoint": [0, 0], "position": [0, 0],
        "sublayers": [layer(item) for item in items]}
    return {"width": width, "height": height, "root": root}


def write(folder):
    """Writes all pages as Glaze scenes; returns their paths by name."""
    folder.mkdir(parents=True, exist_ok=True)
    for index in range(4):
        (folder / f"photo{index}.png").write_bytes(photo(index))
    paths = {}
    for name, items in Pages().all.items():
        paths[name] = folder / f"{name}.json"
        page = {"name": name, "background": [1, 1, 1, 1]} | scene(WIDTH, HEIGHT, items)
        paths[name].write_text(json.dumps(page))
    return paths
