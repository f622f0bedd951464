"""Sessions, documents, and what they draw."""

import gc
import os
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

import glaze
import numpy as np
import PIL.Image
import pytest
from conftest import ROOT

SCENES = sorted((ROOT / "Tests/Scenes").glob("*/*.json"))


def test_pixels(card):
    pixels = card.render(scale=2)
    assert pixels.shape == (60, 80, 4) and pixels.dtype == np.uint8
    assert pixels[0, 0].tolist() == [255, 0, 0, 255]
    assert pixels[30, 40].tolist() == [0, 0, 255, 255]
    # Alpha is straight, unless it is asked for otherwise.
    card.opacity = 0.5
    assert card.render(scale=2)[0, 0].tolist() == [255, 0, 0, 128]
    with glaze.Session(card) as session:
        pixels = session.render(0, format=glaze.PixelFormat.BGRA_PREMULTIPLIED)
        assert pixels[0, 0].tolist() == [0, 0, 128, 128]


def test_the_library_draws_into_the_array(card):
    with glaze.Session(card) as session:
        assert session.size == (40, 30)
        canvas = np.full((50, 64, 4), 7, np.uint8)
        view = canvas[10:40, 20:60]
        assert session.render(0, out=view) is view
        assert np.array_equal(view, card.render())
        # The pixels around the image do not change.
        canvas[10:40, 20:60] = 7
        assert (canvas == 7).all()


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((30, 40, 3), np.uint8),
        np.zeros((30, 40, 4), np.float64),
        np.zeros((40, 30, 4), np.uint8),
        np.zeros((30, 40, 8), np.uint8)[..., ::2],
        np.zeros((30, 40, 4), np.uint8)[::-1],
        np.broadcast_to(np.zeros(4, np.uint8), (30, 40, 4)),
        np.frombuffer(bytes(30 * 40 * 4), np.uint8).reshape(30, 40, 4),
    ],
)
def test_arrays_that_cannot_be_drawn_into(card, out):
    with glaze.Session(card) as session, pytest.raises(ValueError):
        session.render(0, out=out)


def test_changes_and_damage(card):
    with glaze.Session(card, actions=False) as session:
        due = []
        assert session.has_changes
        session.render(0)
        session.on_update(lambda: due.append(1))
        assert not session.has_changes and session.next_frame_time(1) == float("inf")
        card.find("dot").position = (10, 15)
        card.find("dot").opacity = 0.5
        assert session.has_changes and due == [1]
        session.render(1)
        assert 0 < sum(part.width * part.height for part in session.damage) < 40 * 30
        session.set_options(scale=3)
        assert session.size == (120, 90)
        session.set_options(background="#fff")
        assert session.size == (120, 90)


def test_animations_and_transactions(card):
    done = []
    dot = card.find("dot")
    with glaze.Session(card) as session:
        session.render(0)
        finish = {"completion": lambda: done.append(1)}
        with glaze.transaction(duration=2, timing_function="linear", **finish):
            dot.position = (30, 15)
        session.commit(0)
        halfway = session.render(1)
        assert halfway[15, 25].tolist() == [0, 0, 255, 255] and not done
        session.render(2.5)
        assert done == [1]
        with glaze.transaction(actions=False):
            dot.position = (5, 15)
        assert session.render(3)[15, 5].tolist() == [0, 0, 255, 255]


def test_closed_sessions_and_wrong_options(card):
    session = glaze.Session(card)
    session.close()
    session.close()
    with pytest.raises(glaze.Error) as error:
        session.render(0)
    assert error.value.code == glaze.ErrorCode.INVALID_HANDLE
    assert "closed" in repr(session)
    with pytest.raises(glaze.Error) as error:
        glaze.Layer().render()
    assert error.value.code == glaze.ErrorCode.INVALID_SIZE
    with pytest.raises(glaze.UnknownNameError):
        glaze.Renderer("typewriter")
    with pytest.raises(TypeError):
        card.render(colour="#fff")


def test_notebooks(card):
    assert PIL.Image.open(png(card._repr_png_())).size == (80, 60)
    assert glaze.Layer()._repr_png_() is None
    with glaze.Session(card) as session:
        assert session._repr_png_().startswith(b"\x89PNG")


def png(data):
    import io

    return io.BytesIO(data)


# Threads


def test_another_thread_gets_an_error(card):
    renderer = glaze.Renderer("cpu")
    session = glaze.Session(card, renderer)
    caught = []

    def draw():
        try:
            session.render(0)
        except glaze.WrongThreadError as error:
            caught.append(error.code)

    def run():
        thread = threading.Thread(target=draw)
        thread.start()
        thread.join()

    session.render(0)
    run()
    assert caught == [glaze.ErrorCode.WRONG_THREAD]

    def change():
        try:
            card.opacity = 0.5
        except glaze.WrongThreadError:
            caught.append(card.opacity)

    thread = threading.Thread(target=change)
    thread.start()
    thread.join()
    assert caught.pop() == 1
    renderer.hand_over()
    run()
    assert len(caught) == 1


def test_limits(card):
    assert "layers" in glaze.LIMITS and "struct_size" not in glaze.LIMITS
    session = glaze.Session(card, glaze.Renderer("cpu"), limits={"layers": 1})
    with pytest.raises(glaze.Error, match="more than 1 layers") as caught:
        session.render(0)
    assert caught.value.code == glaze.ErrorCode.LIMIT
    session.set_options(scale=2)
    with pytest.raises(glaze.Error, match="more than 1 layers"):
        session.render(0)
    session.set_options(limits={"layers": 1000, "text": 5})
    session.render(0)
    for wrong in ({"lairs": 1}, {"layers": 0}):
        with pytest.raises(ValueError, match="limit"):
            card.render(limits=wrong)


def test_nan_is_no_position():
    layer = glaze.Layer(position=(1, 2), name="photo")
    with pytest.raises(glaze.InvalidArgumentError, match='position of "photo" is not changed'):
        layer.position = (float("nan"), 0)
    assert layer.position == (1, 2)


def test_other_threads_run_while_it_draws():
    layer = glaze.Layer(bounds=(0, 0, 3000, 3000))
    for i in range(40):
        child = glaze.GradientLayer(frame=(i, i, 2900, 2900), colors=["#f008", "#00f8"])
        layer.add_sublayer(child)
    session = glaze.Session(layer, glaze.Renderer("cpu"))
    ticks, ended = [], threading.Event()

    def tick():
        while not ended.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    out = np.empty((3000, 3000, 4), np.uint8)
    begin = time.monotonic()
    session.render(0, out=out)
    end = time.monotonic()
    ended.set()
    thread.join()
    # With the lock held, the thread would wait from the beginning of the call to its end.
    middle = [t for t in ticks if begin + (end - begin) / 4 < t < end - (end - begin) / 4]
    assert end - begin > 0.02 and len(middle) > 2


# Documents


def test_a_document():
    document = glaze.Document.open(ROOT / "Tests/Scenes/apple/ToggleView.ca")
    assert document.name == "ToggleView"
    width, height = document.size
    assert document.render(scale=2).shape == (round(height * 2), round(width * 2), 4)
    assert PIL.Image.open(png(document._repr_png_())).size[1] == round(height * 2)
    assert document.root_layer is document.root_layer
    assert "ToggleView" in repr(document)


SCENE = b"""{
  "width": 20, "height": 10,
  "root": {"name": "door", "bounds": [0, 0, 20, 10], "backgroundColor": [0, 1, 0, 1]},
  "states": [{"name": "gone", "values": [{"target": "door", "keyPath": "opacity", "value": 0}]}]
}"""


def test_states():
    document = glaze.Document.from_bytes(SCENE)
    assert document.states == ["gone"] and document.state is None and document.diagnostics == []
    assert document.render()[0, 0].tolist() == [0, 255, 0, 255]
    document.state = "gone"
    assert document.state == "gone" and document.render()[0, 0, 3] == 0
    document.set_state(None)
    assert document.render()[0, 0, 3] == 255
    with pytest.raises(glaze.UnknownNameError):
        document.state = "Atlantis"


def test_diagnostics():
    document = glaze.Document.from_bytes(SCENE.replace(b"opacity", b"opacty"), name="typo")
    assert [found.file for found in document.diagnostics] == ["typo"]
    assert document.diagnostics[0].line == 4
    with pytest.raises(glaze.Error, match="typo:4"):
        glaze.Document.from_bytes(SCENE.replace(b"opacity", b"opacty"), name="typo", strict=True)


def test_documents_that_cannot_be_read(tmp_path):
    with pytest.raises(glaze.Error) as error:
        glaze.Document.from_bytes(b"{ nonsense", name="my scene")
    assert error.value.code == glaze.ErrorCode.DOCUMENT and "my scene" in str(error.value)
    with pytest.raises(glaze.Error):
        glaze.Document.open(tmp_path / "none.ca")
    with pytest.raises(TypeError):
        glaze.Document()


def test_part_of_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.tendies"
    with zipfile.ZipFile(path, "w") as archive:
        for name, width in [("Background", 9), ("Floating", 7)]:
            caml = f'<caml><CALayer name="{name}" bounds="0 0 {width} 5"/></caml>'
            archive.writestr(f"a.wallpaper/{name}.ca/main.caml", caml)
    assert glaze.Document.open(path).size.width == 9
    for document in [
        glaze.Document.open(path, part="Floating"),
        glaze.Document.from_bytes(path.read_bytes(), part="Floating"),
    ]:
        assert document.size.width == 7
        assert document.root_layer.name == "Floating"
        assert document.parts == ["Background", "Floating"]
    assert glaze.Document.from_bytes(b'{"root": {"bounds": [0, 0, 8, 8]}}').parts == []
    with pytest.raises(glaze.Error, match="there are Background, Floating"):
        glaze.Document.open(path, part="Foreground")


LOTTIE = b"""{"v": "5.7", "fr": 30, "ip": 0, "op": 60, "w": 8, "h": 8,
  "markers": [{"cm": "in", "tm": 30, "dr": 15}], "slots": {"c": {"p": {"a": 0, "k": [0, 1, 0]}}},
  "assets": [{"id": "picture", "w": 8, "h": 8, "u": "", "p": "none.png", "e": 0}],
  "layers": [{"ty": 2, "refId": "picture", "ip": 0, "op": 60, "st": 0, "ks": {}}]}"""


def test_names_and_images_of_lottie_documents() -> None:
    red = glaze.Image(np.full((2, 2, 4), [255, 0, 0, 255], np.uint8))
    document = glaze.Document.from_bytes(LOTTIE, images={"picture": red})
    assert document.markers == [glaze.Marker("in", 1, 0.5)]
    assert (document.slots, document.image_names, document.themes) == (["c"], ["picture"], [])
    assert (document.render(0, glaze.Renderer("cpu")) == [255, 0, 0, 255]).all()
    assert not document.diagnostics
    other = glaze.Document.from_bytes(b'{"root": {"bounds": [0, 0, 8, 8]}}')
    assert not other.markers and not other.slots and not other.image_names


@pytest.mark.skipif("GLAZE" not in os.environ, reason="GLAZE names the command to compare with")
@pytest.mark.parametrize("scene", SCENES, ids=lambda path: path.stem)
def test_the_bytes_of_the_command(scene, tmp_path):
    document = glaze.Document.open(scene)
    with document.session(glaze.Renderer("cpu")) as session:
        session.commit(0)
        session.image(document.moment(0.3)).save(tmp_path / "python.png")
    command = [os.environ["GLAZE"], "render", scene, "-o", tmp_path / "command.png"]
    command += ["--time", "0.3", "--backend", "software"]
    subprocess.run(command, check=True, capture_output=True)
    assert (tmp_path / "python.png").read_bytes() == (tmp_path / "command.png").read_bytes()
    expected = np.asarray(PIL.Image.open(tmp_path / "command.png").convert("RGBA"))
    assert np.array_equal(document.render(0.3, glaze.Renderer("cpu")), expected)


# Sequences


@pytest.fixture
def moving(card):
    animation = glaze.BasicAnimation("position.x", from_value=5, to_value=35, duration=1)
    card.find("dot").add_animation(animation)
    return card


def test_frames(moving):
    with glaze.Session(moving) as session:
        frames = dict(session.frames(end=1, fps=4))
        assert list(frames) == [0, 0.25, 0.5, 0.75]
        assert np.array_equal(frames[0.5], session.render(0.5))
        assert not np.array_equal(frames[0], frames[0.5])
        out = np.empty((30, 40, 4), np.uint8)
        assert all(frame is out for _, frame in session.frames(end=0.2, out=out))
        with pytest.raises(ValueError):
            next(session.frames(end=1, fps=0))


def test_video_files(moving, tmp_path):
    with glaze.Session(moving) as session:
        seen = []
        session.to_video(
            tmp_path / "v.apng", 1, fps=10, progress=lambda *counts: seen.append(counts)
        )
        image = PIL.Image.open(tmp_path / "v.apng")
        assert image.n_frames == 10 and seen[-1][1] == 10
        image.seek(5)
        assert np.array_equal(np.asarray(image.convert("RGBA")), session.render(0.5))
        session.to_video(tmp_path / "f%02d.png", 0.3, fps=10)
        assert len(list(tmp_path.glob("f*.png"))) == 3
        with pytest.raises(glaze.Error) as error:
            session.to_video(tmp_path / "s.apng", 1, progress=lambda *counts: False)
        assert error.value.code == glaze.ErrorCode.STOPPED
        with pytest.raises(ZeroDivisionError):
            session.to_video(tmp_path / "s.apng", 1, progress=lambda *counts: 1 / 0)


def test_sequences_of_documents(tmp_path):
    document = glaze.Document.open(ROOT / "Tests/Scenes/apple/ToggleView.ca")
    document.to_video(tmp_path / "toggle.webp", 0.2, fps=10, scale=0.5)
    assert PIL.Image.open(tmp_path / "toggle.webp").format == "WEBP"
    assert [time for time, _ in document.frames(0.2, fps=10)] == [0, 0.1]


# Costs


def resident() -> int:
    """Resident memory, in KiB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def cycle():
    root = glaze.Layer(bounds=(0, 0, 64, 64))
    image = glaze.Image(np.zeros((64, 64, 4), np.uint8))
    child = glaze.ShapeLayer(frame=(0, 0, 20, 20), path="M0 0H20V20Z", contents=image)
    child.add_animation(glaze.BasicAnimation("opacity", to_value=0.5, duration=1), "fade")
    root.add_sublayer(child)
    with glaze.Renderer("cpu") as renderer, glaze.Session(root, renderer) as session:
        session.on_update(lambda: None)
        session.render(0)
        session.render(0.5)
        session.image(0.5).to_png()


def test_200_cycles_leave_memory_as_it_was():
    for _ in range(40):
        cycle()
    gc.collect()
    before, open_before = resident(), len(os.listdir("/proc/self/fd"))
    for _ in range(200):
        cycle()
    gc.collect()
    growth = resident() - before
    print(f"200 cycles: {growth:+d} KiB")
    assert growth < 4096 and len(os.listdir("/proc/self/fd")) == open_before


def test_10000_frames_leave_memory_as_it_was(card):
    dot, out = card.find("dot"), np.empty((30, 40, 4), np.uint8)
    with glaze.Session(card, glaze.Renderer("cpu"), actions=False) as session:
        for frame in range(11000):
            if frame == 1000:
                before = resident()
            dot.position = (frame % 40, 15)
            session.render(frame / 60, out=out)
    growth = resident() - before
    print(f"10,000 frames: {growth:+d} KiB")
    assert growth < 2048


def test_a_property_call_is_few_calls():
    """A property takes a few microseconds: some calls of Python, and one of the library."""
    layer = glaze.Layer(bounds=(0, 0, 6, 6))
    changes = {
        "opacity": lambda: setattr(layer, "opacity", 0.5),
        "position": lambda: setattr(layer, "position", (1, 3)),
        "background_color": lambda: setattr(layer, "background_color", (0.5, 0, 0)),
        "bounds": lambda: setattr(layer, "bounds", (0, 0, 8, 6)),
        '["position.x"]': lambda: layer.__setitem__("position.x", 4),
        "read opacity": lambda: layer.opacity,
    }
    for name, change in changes.items():
        change()
        calls = []

        def note(frame, event, value):
            if event in ("call", "c_call"):
                calls.append(repr(value or frame.f_code.co_name))

        sys.setprofile(note)
        change()
        sys.setprofile(None)
        assert sum("glaze_object" in call for call in calls) <= 1, (name, calls)
        assert len(calls) <= 20, (name, calls)

def test_the_cpu_has_no_framebuffers(card):
    with glaze.Session(card, glaze.Renderer("cpu")) as session:
        for draw in (session.render_to_texture, session.render_to_framebuffer):
            with pytest.raises(glaze.Error) as error:
                draw(0, name=1, size=(40, 30))
            assert error.value.code == glaze.ErrorCode.UNSUPPORTED_TARGET


def test_the_context_of_moderngl(card):
    moderngl = pytest.importorskip("moderngl")
    context = moderngl.create_context(standalone=True, backend="egl", require=430)
    texture = context.texture((40, 30), 4)
    framebuffer = context.framebuffer([texture])
    try:
        renderer = glaze.Renderer("context")
    except glaze.Error as error:
        pytest.skip(str(error))
    expected = card.render()
    with glaze.Session(card, renderer) as session:
        session.render_to_texture(0, name=texture.glo, size=(40, 30), top_down=True)
        drawn = np.frombuffer(texture.read(), np.uint8).reshape(expected.shape)
        assert np.abs(drawn.astype(int) - expected).max() <= 2
        for name in (framebuffer.glo, None):
            framebuffer.clear()
            framebuffer.use()
            session.render_to_framebuffer(0, name=name, size=(40, 30))
            drawn = np.frombuffer(framebuffer.read(components=4), np.uint8)
            drawn = drawn.reshape(expected.shape)[::-1]
            assert np.abs(drawn.astype(int) - expected).max() <= 2


def test_numbers_that_draw_nothing_are_refused(card, tmp_path):
    with glaze.Session(card) as session:
        for fps in (0, -1, float("nan"), float("inf")):
            with pytest.raises(ValueError, match=f"fps must be positive, got {fps}"):
                next(session.frames(end=1, fps=fps))
            with pytest.raises(ValueError, match="fps must be positive"):
                session.to_video(tmp_path / "v.apng", 1, fps=fps)
    for scale in (0, -2, float("nan")):
        with pytest.raises(ValueError, match=f"scale must be positive, got {scale}"):
            card.render(scale=scale)


def test_out_is_checked(card):
    with glaze.Session(card) as session:
        with pytest.raises(TypeError, match="got list"):
            session.render(out=[])
        for out in (np.empty((30, 40, 3), np.uint8), np.empty((30, 40, 4))):
            with pytest.raises(ValueError, match=r"shape \(30, 40, 4\), got"):
                session.render(out=out)


@pytest.mark.parametrize("device", ["cpu", "gl"])
def test_frames_have_the_numbers_of_their_output(device):
    renderer = glaze.Renderer(device)
    red = glaze.Layer(bounds=(0, 0, 3, 2), background_color="#f00")
    # The red of sRGB in linear Display P3.
    light = red.render(0, renderer, output="p3-linear", dtype=np.float32)
    assert light.shape == (2, 3, 4) and light.dtype == np.float32
    assert np.allclose(light[0, 0], [0.8225, 0.0332, 0.0171, 1], atol=1e-3)
    # White is 203 cd/m² in PQ.
    white = glaze.Layer(bounds=(0, 0, 3, 2), background_color="#fff")
    pq = white.render(0, renderer, output=glaze.Output("rec2020-pq", headroom=4), dtype=np.uint16)
    assert abs(pq[0, 0, 0] / 65535 - 0.5807) < 1 / 1023
    # 8 bits are the same numbers as 16.
    card = glaze.Layer(bounds=(0, 0, 3, 2), background_color="#12345678")
    bytes = card.render(0, renderer)
    assert np.abs(card.render(0, renderer, dtype=np.uint16) / 257.0 - bytes).max() < 0.51
    out = np.zeros((2, 3, 4), np.float16)
    with glaze.Session(card, renderer) as session:
        assert session.render(0, out=out) is out
        assert np.abs(out * 255 - bytes).max() < 0.51
        session.set_options(output="p3", scale=2)
        session.set_options(scale=1)
        assert not np.array_equal(session.render(0), bytes)


def test_metadata_describes_outputs():
    metadata = glaze.Output("rec2020-pq", headroom=4).hdr_metadata
    assert (metadata.primaries, metadata.transfer, metadata.matrix) == (9, 16, 0)
    assert metadata.is_full_range and metadata.maximum_luminance == 812
    assert metadata.display_primaries[0] == (0.708, 0.292) and len(metadata.display_primaries) == 4
    assert glaze.Output().hdr_metadata.maximum_content_light == 203
    with pytest.raises(glaze.InvalidArgumentError):
        _ = glaze.Output("adobe").hdr_metadata


def test_outputs_that_do_not_exist(card):
    for output in ["adobe", glaze.Output("p3", depth=9), glaze.Output(headroom=0.5)]:
        with pytest.raises(glaze.InvalidArgumentError):
            card.render(output=output)
    with pytest.raises(TypeError, match="float32"):
        card.render(dtype=np.float64)
    with glaze.Session(card) as session, pytest.raises(ValueError, match="BGRA needs uint8"):
        session.render(dtype=np.float32, format=glaze.PixelFormat.BGRA)


def test_images_are_saved_as_png_only(card, tmp_path):
    with glaze.Session(card) as session:
        image = session.image()
    with pytest.raises(ValueError, match=r"end in \.png"):
        image.save(tmp_path / "card.jpg")
    assert not (tmp_path / "card.jpg").exists()
    image.save(tmp_path / "card.png")


FORKING = """
import multiprocessing, sys
import glaze

def draw(number):
    return glaze.Layer(bounds=(0, 0, 400, 300), background_color="#f00").render().shape

if __name__ == "__main__":
    glaze.use_device("cpu")
    draw(0)
    for method in sys.argv[1:]:
        with multiprocessing.get_context(method).Pool(1) as pool:
            try:
                print(method, pool.map(draw, [1])[0])
            except glaze.ForkedError as error:
                assert 'set_start_method("spawn")' in str(error), error
                print(method, "raises")
"""


def test_children_of_fork_raise_and_those_of_spawn_draw(tmp_path):
    program = tmp_path / "forking.py"
    program.write_text(FORKING)
    command = [sys.executable, program, "fork", "spawn"]
    output = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
    assert output.splitlines() == ["fork raises", "spawn (300, 400, 4)"]
