"""Images from and to arrays and Pillow's images."""

import glaze
import numpy as np
import PIL.Image
import pytest


@pytest.fixture
def pixels():
    generator = np.random.default_rng(1)
    result = generator.integers(0, 256, (5, 7, 4), np.uint8)
    result[..., 3] = 255
    return result


def test_arrays_come_back(pixels):
    image = glaze.Image(pixels)
    assert (image.width, image.height) == (7, 5)
    assert np.array_equal(image.to_array(), pixels)
    assert np.array_equal(np.asarray(image), pixels)
    swapped = image.to_array(glaze.PixelFormat.BGRA)
    assert np.array_equal(swapped[..., :3], pixels[..., 2::-1])


def test_what_lies_otherwise_in_memory(pixels):
    wide = np.zeros((5, 20, 4), np.uint8)
    wide[:, 3:10] = pixels
    for view in (wide[:, 3:10], np.asfortranarray(pixels), pixels[::-1][::-1], pixels.tobytes()):
        if isinstance(view, bytes):
            view = memoryview(view).cast("B", (5, 7, 4))
        assert np.array_equal(glaze.Image(view).to_array(), pixels)
    assert np.array_equal(glaze.Image(pixels[::-1]).to_array(), pixels[::-1])
    assert np.array_equal(glaze.Image(pixels[..., :3]).to_array(), pixels)
    gray = glaze.Image(pixels[..., 0]).to_array()
    assert np.array_equal(gray[..., 2], pixels[..., 0]) and (gray[..., 3] == 255).all()


def test_only_dlpack(pixels):
    class Tensor:
        def __dlpack__(self, **options):
            return pixels.__dlpack__(**options)

        def __dlpack_device__(self):
            return pixels.__dlpack_device__()

    assert np.array_equal(glaze.Image(Tensor()).to_array(), pixels)


def test_what_is_no_image(pixels):
    with pytest.raises(TypeError, match="uint8"):
        glaze.Image(pixels / 255)
    with pytest.raises(ValueError, match="shape"):
        glaze.Image(pixels[..., :2])
    with pytest.raises(glaze.InvalidArgumentError):
        glaze.Image(pixels[:0])


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P", "1", "CMYK"])
def test_pillow(pixels, mode):
    source = PIL.Image.fromarray(pixels).convert(mode)
    image = glaze.Image(source)
    assert np.array_equal(image.to_array(), np.asarray(source.convert("RGBA")))
    back = PIL.Image.fromarray(image)
    assert back.mode == "RGBA" and back.tobytes() == source.convert("RGBA").tobytes()


def test_files(pixels, tmp_path):
    image = glaze.Image(pixels)
    image.save(tmp_path / "image.png")
    again = glaze.Image.open(tmp_path / "image.png")
    assert np.array_equal(again.to_array(), pixels)
    assert image.to_png() == (tmp_path / "image.png").read_bytes() == image._repr_png_()
    assert np.array_equal(glaze.Image.from_bytes(image.to_png()).to_array(), pixels)
    with pytest.raises(glaze.Error) as error:
        glaze.Image.open(tmp_path / "none.png")
    assert error.value.code == glaze.ErrorCode.IMAGE


def test_arrays_as_contents(pixels):
    layer = glaze.Layer(bounds=(0, 0, 7, 5), contents=pixels, magnification_filter="nearest")
    assert isinstance(layer.contents, glaze.Image)
    assert np.array_equal(layer.render(), pixels)
    layer["contents"] = PIL.Image.new("RGB", (7, 5), (0, 128, 0))
    assert layer.render()[2, 2].tolist() == [0, 128, 0, 255]


def test_arrays_are_shown_in_place_and_updated():
    renderer = glaze.Renderer("cpu")
    pixels = np.zeros((4, 4, 4), np.uint8)
    pixels[:] = (255, 0, 0, 255)
    released: list[int] = []
    layer = glaze.Layer(bounds=(0, 0, 4, 4))
    source = glaze.ExternalImage(pixels, released=lambda: released.append(1))
    layer.contents = source
    assert layer.contents is source
    with glaze.Session(layer, renderer) as session:
        assert (session.render(0) == pixels).all()
        pixels[:2] = (0, 255, 0, 255)
        source.update()
        assert (session.render(1) == pixels).all()
        assert not released
        source.replace(np.full((4, 4, 4), 255, np.uint8), format=glaze.PixelFormat.BGRA)
        assert (session.render(2) == 255).all()
        session.render(3)
        assert released == [1]
    with pytest.raises(ValueError):
        glaze.ExternalImage(np.zeros((4, 4), np.uint8))
    with pytest.raises(ValueError):
        glaze.ExternalImage(np.zeros((4, 8, 4), np.uint8)[:, ::2])
    texture = glaze.ExternalImage.texture(1, (4, 4), alpha=glaze.Alpha.STRAIGHT)
    layer.contents = texture
    with glaze.Session(layer, renderer) as session:
        with pytest.raises(glaze.Error) as error:
            session.render(9)
        assert error.value.code == glaze.ErrorCode.UNSUPPORTED_CONTENTS


@pytest.mark.parametrize("dtype", [np.uint16, np.float16, np.float32])
def test_deep_images(dtype):
    most = 65535 if dtype == np.uint16 else 1
    pixels = np.array([[[0.25, 0.5, 0.75, 1], [0, 0.5, 1, 0.5]]]) * most
    image = glaze.Image(pixels.astype(dtype))
    again = image.to_array(dtype=dtype).astype(float)
    assert np.abs(again - pixels).max() <= most / 1000
    # Three components are opaque.
    assert glaze.Image(pixels[..., :3].astype(dtype)).to_array()[0, 1, 3] == 255


def test_images_brighter_than_white():
    image = glaze.Image(np.full((1, 1, 4), [3, -0.5, 1, 1], np.float32))
    assert np.allclose(image.to_array(dtype=np.float32)[0, 0], [3, -0.5, 1, 1], atol=1e-3)
    assert list(image.to_array()[0, 0]) == [255, 0, 255, 255]
    layer = glaze.Layer(bounds=(0, 0, 1, 1), contents=image)
    layer["wantsExtendedDynamicRangeContent"] = True
    output = glaze.Output("srgb", depth="half", headroom=100)
    drawn = layer.render(output=output, dtype=np.float32)
    assert abs(drawn[0, 0, 0] - 3) < 0.01
