"""Spaces whose layers are drawn one at a time and sorted sample by sample, without the browser's own sort."""

import base64
import io

# Planes that are nearer to each other are one plane, whose layers keep their order; in points.
NEAREST = 1e-3


def leaves(children):
    """Yields each layer of a space that draws, as the list of siblings that holds it alone, and its matrix."""
    for child in children:
        if child.get("class") == "CATransformLayer":
            own = placed(child)
            for inner, matrix in leaves(child.get("sublayers") or []):
                yield [dict(child, sublayers=inner)], matrix @ own
        else:
            yield [child], placed(child)


def placed(layer):
    """The matrix of row vectors from a layer's bounds to its superlayer's."""
    x, y, z = anchor_of(layer)
    px, py = layer.get("position", [0, 0])
    return moved(-x, -y, -z) @ rows(layer.get("transform")) @ moved(px, py, layer.get("zPosition", 0) + z)


def seen(layer):
    """The matrix that a layer applies to all of its sublayers."""
    x, y, z = anchor_of(layer)
    return moved(-x, -y, -z) @ rows(layer.get("sublayerTransform")) @ moved(x, y, z)


def anchor_of(layer):
    x, y, w, h = layer.get("bounds", [0, 0, 0, 0])
    u, v = layer.get("anchorPoint", [0.5, 0.5])
    return x + u * w, y + v * h, layer.get("anchorPointZ", 0)


def moved(x, y, z):
    import numpy

    matrix = numpy.eye(4)
    matrix[3, :3] = x, y, z
    return matrix


def rows(value):
    import numpy

    from .page import matrix

    return numpy.array(matrix(value), float).reshape(4, 4)


def is_deep(matrix):
    """Whether a plane differs from that of its space."""
    import numpy

    return abs(matrix - numpy.eye(4))[:, 2:].max() > 1e-9


def sorted_image(urls, matrices, origin, scale):
    """One image of those of layers in a space, each sample composited from the farthest layer to the nearest.

    `origin` is the position of the images' corner in the space, `scale` the number of samples of a point.
    """
    import numpy
    from PIL import Image

    images, depths = [], []
    for url, matrix in zip(urls, matrices):
        with Image.open(io.BytesIO(base64.b64decode(url.split(",", 1)[1]))) as file:
            pixels = numpy.asarray(file.convert("RGBA")).astype(float) / 255
        pixels[..., :3] *= pixels[..., 3:]
        images.append(pixels)
        depths.append(depth(matrix, origin, scale, pixels.shape[:2]))
    order = numpy.argsort(numpy.round(numpy.array(depths) / NEAREST), axis=0, kind="stable")
    images = numpy.take_along_axis(numpy.array(images), order[..., None], axis=0)
    result = images[0]
    for image in images[1:]:
        result = image + result * (1 - image[..., 3:])
    result[..., :3] /= numpy.maximum(result[..., 3:], 1e-9)
    return Image.fromarray((result * 255).round().clip(0, 255).astype("uint8"), "RGBA")


def depth(matrix, origin, scale, size):
    """The depth of a plane at each sample; larger is nearer."""
    import numpy

    x = origin[0] + (numpy.arange(size[1]) + 0.5) / scale
    y = origin[1] + (numpy.arange(size[0]) + 0.5) / scale
    kept = matrix[numpy.ix_([0, 1, 3], [0, 1, 3])]
    if abs(numpy.linalg.det(kept)) < 1e-12:
        return numpy.zeros(size)
    # Where a point of the plane is seen, w is 1 by this scale of the inverse: depth is linear on the screen.
    a, b, c = numpy.linalg.inv(kept) @ matrix[[0, 1, 3], 2]
    return a * x[None, :] + b * y[:, None] + c
