"""Meshes that several tests use."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest
from hypothesis import settings

import transect as tr
from transect._transect import has_page

# Without the page of the viewer, some tests are skipped.
assert has_page() or not os.environ.get("TRANSECT_REQUIRE_PAGE"), "this package was built without the page of the viewer"

# In the background of a shell, programs ignore Ctrl-C, and so do the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The machine may be busy, so the time of a single example says nothing.
settings.register_profile("transect", deadline=None)
settings.load_profile("transect")


def box_mesh(low: tuple[float, float, float], high: tuple[float, float, float]) -> tr.Mesh:
    corners = np.array([[(low, high)[i >> axis & 1][axis] for axis in range(3)] for i in range(8)])
    faces = [
        [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
        [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    ]  # fmt: skip
    return tr.Mesh(corners, faces)


def grid_mesh(size: int) -> tr.Mesh:
    """A closed box whose top and bottom are waves, with about 4·size² triangles."""
    x, y = np.meshgrid(np.arange(size + 1.0), np.arange(size + 1.0), indexing="ij")
    wave = np.sin(x) * np.cos(y)
    top = np.column_stack([x.ravel(), y.ravel(), 10 + wave.ravel()])
    bottom = np.column_stack([x.ravel(), y.ravel(), wave.ravel()])
    index = np.arange((size + 1) ** 2).reshape(size + 1, size + 1)
    a, b, c, d = (part.ravel() for part in (index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]))
    upper = np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
    count = len(top)
    rim = np.concatenate([index[:, 0], index[-1, 1:], index[-2::-1, -1], index[0, -2:0:-1]])
    after = np.roll(rim, -1)
    walls = np.concatenate([
        np.column_stack([rim + count, after + count, after]),
        np.column_stack([rim + count, after, rim]),
    ])
    faces = np.concatenate([upper, upper[:, ::-1] + count, walls])
    return tr.Mesh(np.concatenate([top, bottom]), faces)


@pytest.fixture
def cube() -> tr.Mesh:
    return box_mesh((0, 0, 0), (1, 1, 1))


@pytest.fixture(scope="session")
def wavy() -> tr.Mesh:
    return grid_mesh(40)
