"""Hosts in Python draw what their pictures show."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

HOSTS = pathlib.Path(__file__).parents[2] / "Examples" / "Hosts"


def test_the_cube_of_moderngl(tmp_path):
    pytest.importorskip("moderngl")
    image = pytest.importorskip("PIL.Image")
    picture = tmp_path / "cube.png"
    subprocess.run([sys.executable, HOSTS / "moderngl_cube.py", picture, "1"], check=True)
    drawn, expected = (
        np.asarray(image.open(path).convert("RGBA")).astype(int)
        for path in (picture, HOSTS / "moderngl_cube.png")
    )
    # The cube's own edges are the driver's.
    assert np.abs(drawn - expected).mean() < 0.2
