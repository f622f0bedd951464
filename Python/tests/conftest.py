"""Fixtures of several tests."""

from pathlib import Path

import glaze
import pytest

ROOT = Path(__file__).resolve().parents[2]

# Glaze's own code draws the same on every machine.
glaze.use_device("cpu")


@pytest.fixture
def card() -> glaze.Layer:
    """A red layer with a round blue one."""
    card = glaze.Layer(name="card", bounds=(0, 0, 40, 30), background_color="#f00")
    dot = glaze.Layer(name="dot", bounds=(0, 0, 10, 10), position=(20, 15))
    dot.background_color = (0, 0, 1)
    dot.corner_radius = 5
    card.add_sublayer(dot)
    return card
