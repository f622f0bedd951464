"""Hosts in Python draw what their images show."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

HOSTS = pathlib.Path(__file__).parents[2] / "Examples" / "Hosts"


def draw(tmp_path, name, seconds, *display):
    """Draws a moment, on a display when a command for one is given; the pixels as whole numbers."""
    image = tmp_path / f"{name}.png"
    subprocess.run([*display, sys.executable, HOSTS / f"{name}.py", image, seconds], check=True)
    return read(image)


def read(path):
    image = pytest.importorskip("PIL.Image")
    return np.asarray(image.open(path).convert("RGBA")).astype(int)


def share_of_differences(drawn, expected):
    """How many of the pixels differ by more than 16 of 255: edges may lie elsewhere."""
    return (np.abs(drawn - expected).max(axis=2) > 16).mean()


def test_the_cube_of_moderngl(tmp_path):
    pytest.importorskip("moderngl")
    expected = read(HOSTS / "moderngl_cube.png")
    assert share_of_differences(draw(tmp_path, "moderngl_cube", "1"), expected) < 0.005
    assert share_of_differences(draw(tmp_path, "moderngl_cube", "2"), expected) > 0.005


def test_the_board_of_qt(tmp_path):
    pytest.importorskip("PySide6")
    display = ("env", "QT_QPA_PLATFORM=xcb", "xvfb-run", "-a")
    expected = read(HOSTS / "qt_layers.png")
    assert share_of_differences(draw(tmp_path, "qt_layers", "1.7", *display), expected) < 0.005
    # The pointer moves a card, and the card has a time of its own.
    assert share_of_differences(draw(tmp_path, "qt_layers", "1.2", *display), expected) > 0.005
