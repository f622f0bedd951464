"""A host in Python: a moderngl cube with layers on its faces, and an overlay of layers.

    python moderngl_cube.py [IMAGE.png] [SECONDS]

Needs the package glaze and moderngl; no window is opened, the context is made by EGL. Glaze draws in that
context: into a texture, which the cube shows, and over the framebuffer.
"""

import math
import sys

import glaze
import moderngl
import numpy as np

SIZE = (640, 400)
FACE = 256

VERTEX = """
#version 430
uniform mat4 camera;
in vec3 position;
in vec2 place;
in vec3 normal;
out vec2 v_place;
out float v_light;
void main() {
  gl_Position = camera * vec4(position, 1.0);
  v_place = place;
  v_light = 0.8 + 0.2 * dot(normal, vec3(0.2, 0.8, 0.5));
}
"""
FRAGMENT = """
#version 430
uniform sampler2D face;
in vec2 v_place;
in float v_light;
out vec4 color;
void main() { color = vec4(texture(face, v_place).rgb * v_light, 1.0); }
"""


def cube() -> np.ndarray:
    """Six faces of two triangles: position, texture coordinates, normal."""
    corners = [(-1, -1), (1, -1), (1, 1), (-1, -1), (1, 1), (-1, 1)]
    rows = []
    for axis in range(3):
        for side in (-1, 1):
            normal = np.eye(3)[axis] * side
            up = np.array([0, 0, -side]) if axis == 1 else np.array([0, 1, 0])
            right = np.cross(up, normal)
            for x, y in corners:
                rows.append([*(normal + x * right + y * up), (x + 1) / 2, (y + 1) / 2, *normal])
    return np.array(rows, np.float32)


def camera(time: float) -> np.ndarray:
    """Rotated about two axes, five units away, in perspective; column-major, as OpenGL requires."""
    a, b = 0.5 + time, 0.55
    spin = np.array(
        [[math.cos(a), 0, math.sin(a), 0], [0, 1, 0, 0], [-math.sin(a), 0, math.cos(a), 0], [0, 0, 0, 1]]
    )
    tilt = np.array(
        [[1, 0, 0, 0], [0, math.cos(b), -math.sin(b), 0], [0, math.sin(b), math.cos(b), 0], [0, 0, 0, 1]]
    )
    near, far, f = 1, 20, 2.2
    view = np.eye(4)
    view[2, 3] = -5
    lens = np.array(
        [
            [f * SIZE[1] / SIZE[0], 0, 0, 0],
            [0, f, 0, 0],
            [0, 0, (far + near) / (near - far), 2 * far * near / (near - far)],
            [0, 0, -1, 0],
        ]
    )
    return (lens @ view @ tilt @ spin).T.astype(np.float32)


def face() -> glaze.Layer:
    """The layers of each face: a gradient, a badge with a shadow, a border."""
    root = glaze.GradientLayer(bounds=(0, 0, FACE, FACE), colors=["#2b59c3", "#d36582"])
    badge = glaze.Layer(frame=(58, 58, 140, 140), background_color="#fff", corner_radius=40, name="badge")
    badge.shadow_opacity, badge.shadow_radius, badge.shadow_offset = 0.5, 12, (0, 8)
    star = glaze.ShapeLayer(position=(70, 76), fill_color="#ffb400")
    star.path = "M0 -48 L29 38 L-46 -14 L46 -14 L-29 38 Z"
    badge.add_sublayer(star)
    root.add_sublayer(badge)
    root.border_width, root.border_color = 8, "#ffffff80"
    turn = glaze.BasicAnimation("transform.rotation.z", from_value=0, to_value=2 * math.pi, duration=4)
    star.add_animation(turn, "turn")
    return root


def display() -> glaze.Layer:
    """The overlay: a translucent panel with a bar that fills."""
    root = glaze.Layer(bounds=(0, 0, *SIZE))
    panel = glaze.Layer(frame=(24, 312, 260, 64), background_color=(0, 0, 0, 0.6), corner_radius=16)
    bar = glaze.Layer(bounds=(0, 0, 228, 10), position=(16, 32), anchor_point=(0, 0.5))
    bar.background_color, bar.corner_radius = "#4cd964", 5
    bar.add_animation(
        glaze.BasicAnimation("bounds.size.width", from_value=20, to_value=228, duration=4), "fill"
    )
    panel.add_sublayer(bar)
    root.add_sublayer(panel)
    return root


def main(image: str = "cube.png", time: float = 1.0) -> None:
    context = moderngl.create_context(standalone=True, backend="egl", require=430)
    program = context.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
    shape = context.vertex_array(
        program, [(context.buffer(cube().tobytes()), "3f 2f 3f", "position", "place", "normal")]
    )
    texture = context.texture((FACE, FACE), 4)
    window = context.simple_framebuffer(SIZE)
    with glaze.Renderer("context") as renderer:
        faces = glaze.Session(face(), renderer)
        over = glaze.Session(display(), renderer)
        for session in (faces, over):
            session.commit(0)
        # A loop would run this for every frame.
        faces.render_to_texture(time, name=texture.glo, size=(FACE, FACE))
        window.use()
        window.clear(0.93, 0.93, 0.95, 1.0, depth=1.0)
        context.enable(moderngl.DEPTH_TEST)
        texture.use(0)
        program["camera"].write(camera(time).tobytes())
        shape.render()
        over.render_to_framebuffer(time, name=window.glo, size=SIZE)
        pixels = np.frombuffer(window.read(components=4), np.uint8).reshape(SIZE[1], SIZE[0], 4)
        faces.close()
        over.close()
    glaze.Image(pixels[::-1].copy()).save(image)


if __name__ == "__main__":
    main(*sys.argv[1:2], *(float(value) for value in sys.argv[2:3]))
