"""Draws the middle frame of each Lottie file in a folder as a PNG file next to it.

    python thumbnails.py FOLDER [SIZE]

Needs the package glaze.
"""

import pathlib
import sys

import glaze

folder = pathlib.Path(sys.argv[1])
size = int(sys.argv[2]) if len(sys.argv) > 2 else 256
renderer = glaze.Renderer()
for file in sorted(p for p in folder.iterdir() if p.suffix in (".json", ".lottie", ".tgs")):
    try:
        document = glaze.Document.open(file)
        pixels = document.render(document.duration / 2, renderer, size=(size, size))
        glaze.Image(pixels).save(file.with_suffix(".png"))
    except glaze.Error as error:
        print(error, file=sys.stderr)
