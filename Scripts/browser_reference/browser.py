"""Headless Chromium and its images."""

import os
import subprocess
import sys
import tempfile

from .page import image_url, sheet


class Browser:
    """Headless Chromium."""

    # A window may be higher than its content.
    FRAME = 200
    # The largest number of pixels on each side of a sheet.
    SHEET = 4000
    GAP = 8

    def __init__(self, command):
        self.command = command

    def draw(self, page, path):
        """Draws a page into a file."""
        self.shoot(page.text(), page.size).save(path)

    def mask(self, page):
        """The URL of a page's image."""
        return image_url(self.shoot(page.text(), page.size))

    def shoot(self, text, size):
        """The image of an HTML document."""
        from PIL import Image

        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "page.html")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            path = os.path.join(folder, "image.png")
            command = [
                self.command, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--force-color-profile=srgb", "--force-device-scale-factor=1",
                "--disable-lcd-text", "--default-background-color=00000000",
                "--user-data-dir=" + os.path.join(folder, "profile"),
                "--window-size=%d,%d" % (max(size[0], 500), size[1] + self.FRAME),
                "--screenshot=" + path, "file://" + source,
            ]
            done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            if not os.path.exists(path):
                sys.exit("browser-reference: %s drew nothing:\n%s" % (self.command, done.stderr))
            with Image.open(path) as image:
                return image.convert("RGBA").crop((0, 0, *size))

    def images(self, pages):
        """The images of many pages, with few starts of the browser."""
        images = []
        waiting = list(pages)
        while waiting:
            cells, size = self.placed(waiting)
            image = self.shoot(sheet(cells), size)
            images += [image.crop((x, y, x + p.size[0], y + p.size[1])) for x, y, p in cells]
            waiting = waiting[len(cells):]
        return images

    def placed(self, pages):
        """As many pages as one sheet holds, in rows; and the size of the sheet."""
        cells, x, y, height, width = [], 0, 0, 0, 0
        for page in pages:
            w, h = page.size
            if x > 0 and x + w > self.SHEET:
                x, y, height = 0, y + height + self.GAP, 0
            if cells and y + h > self.SHEET:
                break
            cells.append((x, y, page))
            height = max(height, h)
            width = max(width, x + w)
            x += w + self.GAP
        return cells, (width, max(y + page.size[1] for _, y, page in cells))


class Masks:
    """Masks of many pages, which are drawn together: pages are made again until all of their masks exist."""

    def __init__(self, browser):
        self.browser = browser
        self.urls = {}
        self.waiting = {}

    def __call__(self, page):
        key = page.text()
        if key not in self.urls:
            self.waiting[key] = page
        return self.urls.get(key, "")

    def draw(self):
        """Draws the requested masks that are missing; returns whether there were any."""
        waiting, self.waiting = self.waiting, {}
        for key, image in zip(waiting, self.browser.images(waiting.values())):
            self.urls[key] = image_url(image)
        return bool(waiting)


def averaged(image, scale):
    """The image with pixels averaged in squares, and the range of these pixels."""
    import numpy

    pixels = numpy.asarray(image).astype(float)
    alpha = pixels[..., 3:] / 255
    pixels = numpy.concatenate([pixels[..., :3] * alpha, pixels[..., 3:]], 2)
    h, w = pixels.shape[0] // scale, pixels.shape[1] // scale
    squares = pixels[: h * scale, : w * scale].reshape(h, scale, w, scale, 4)
    spread = (squares.max((1, 3)) - squares.min((1, 3))).max(2)
    mean = squares.mean((1, 3))
    rgb = numpy.where(mean[..., 3:] > 0, mean[..., :3] * 255 / numpy.maximum(mean[..., 3:], 1e-9), 0)
    mean = numpy.concatenate([rgb, mean[..., 3:]], 2)
    return mean.round().clip(0, 255).astype("uint8"), spread
