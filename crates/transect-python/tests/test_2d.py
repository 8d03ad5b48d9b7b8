"""Points and boxes in 2D: the answers of planes that do not depend on z."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from test_tables import tables

import transect as tr

PLANE = tr.Plane("3x - 2y = 1")
RANDOM = np.random.default_rng(2)
# Small integers, so that many points lie on the plane.
POINTS = RANDOM.integers(-4, 5, (3_000, 2)).astype(float)
VALUES = 3 * POINTS[:, 0] - 2 * POINTS[:, 1] - 1
BOXES = np.sort(RANDOM.integers(-4, 5, (3_000, 2, 2)).astype(float), axis=1).reshape(-1, 4)
# The values at the corners of each box.
CORNERS = np.stack([3 * BOXES[:, x] - 2 * BOXES[:, y] - 1 for x in (0, 2) for y in (1, 3)], axis=1)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16])
@pytest.mark.parametrize("order", ["C", "F"])
def test_sides_and_distances(dtype: Any, order: str) -> None:
    points = np.array(POINTS, dtype=dtype, order=order)
    assert np.array_equal(PLANE.side(points), np.sign(VALUES))
    assert np.array_equal(tr.Points(points[::-2]).__len__(), 1_500)
    assert np.array_equal(PLANE.side(points[::-2]), np.sign(VALUES[::-2]))
    boxes = tr.Boxes(np.array(BOXES, dtype=dtype, order=order))
    behind, in_front = (CORNERS < 0).all(axis=1), (CORNERS > 0).all(axis=1)
    assert np.array_equal(PLANE.side(boxes), in_front.astype(int) - behind)
    assert np.allclose(PLANE.signed_distance(points), VALUES / np.sqrt(13), rtol=1e-15)
    backmost, frontmost = PLANE.interval(boxes)
    assert np.allclose(backmost, CORNERS.min(axis=1) / np.sqrt(13), rtol=1e-15)
    assert np.allclose(frontmost, CORNERS.max(axis=1) / np.sqrt(13), rtol=1e-15)


def test_regions() -> None:
    region = tr.Region(["x + y = -2", "-x = -2", "-y = -3"])
    inside = (POINTS.sum(axis=1) >= -2) & (POINTS[:, 0] <= 2) & (POINTS[:, 1] <= 3)
    assert np.array_equal(region.overlap(POINTS) != tr.Overlap.OUTSIDE, inside)
    boxes = tr.Boxes(min=BOXES[:, :2], max=BOXES[:, 2:])
    solid = np.insert(BOXES, [2, 4], [-5.0, 7.0], axis=1)
    assert np.array_equal(region.overlap(boxes), region.overlap(tr.Boxes(solid)))


def test_tables_and_masks() -> None:
    columns = {"id": np.arange(3_000), "y": POINTS[:, 1], "x": POINTS[:, 0]}
    for table in tables(columns):
        assert np.array_equal(PLANE.side(table)[:3_000], np.sign(VALUES)[: len(PLANE.side(table))])
    names = ["ymax", "xmin", "xmax", "ymin"]
    places = [3, 0, 2, 1]
    expected = PLANE.side(tr.Boxes(BOXES))
    for table in tables({name: BOXES[:, place] for name, place in zip(names, places, strict=True)}):
        assert np.array_equal(PLANE.side(tr.Boxes(table)), expected)
    masked = np.ma.masked_array(POINTS[:4], [[0, 0], [0, 1], [1, 0], [0, 0]])
    assert PLANE.side(masked, nan="null").mask.tolist() == [False, True, True, False]
    geopandas, shapely = pytest.importorskip("geopandas"), pytest.importorskip("shapely")
    series = geopandas.GeoSeries([*shapely.points(POINTS[:9]), None])
    assert PLANE.side(series, nan="null").tolist() == [*np.sign(VALUES[:9]).tolist(), None]
    bounds = geopandas.GeoSeries(shapely.box(*BOXES[:9].T)).bounds
    assert np.array_equal(PLANE.side(tr.Boxes(bounds)), expected[:9])


def test_objects() -> None:
    points, boxes = tr.Points(POINTS), tr.Boxes(BOXES)
    assert repr(points) == "<transect.Points: 3000 rows of float64 in 2D>"
    for batch in (points, boxes):
        again = pickle.loads(pickle.dumps(batch))
        assert repr(again) == repr(batch)
        assert np.array_equal(PLANE.side(again), PLANE.side(batch))
    assert PLANE.side_counts(points) == PLANE.side_counts(POINTS)
    assert len(tr.Points(np.zeros((0, 2)))) == 0


def test_one_point() -> None:
    for point, value in zip(POINTS[:50], VALUES, strict=False):
        for given in (point, point.tolist(), tuple(point), point.astype(np.float32)):
            assert PLANE.side(given) == tr.Side(np.sign(value))
            assert PLANE.signed_distance(given) == PLANE.signed_distance([*point, 7.0])
        assert PLANE.extent(point).backmost == PLANE.side(point)
        assert PLANE.interval(point) == (PLANE.signed_distance(point),) * 2
    region = tr.Region(["x = 0", "2 = y"])
    assert region.overlap((1.0, 2.0)) == tr.Overlap.INSIDE and region.overlap([-1, 2]) == tr.Overlap.OUTSIDE


def test_refusals() -> None:
    for ask in (tr.Plane("z = 1").side, tr.Plane("y + 1e-300z = 1").signed_distance, tr.Region(["x = 0", "z = 0"]).overlap):
        with pytest.raises(tr.GeometryError, match="in 2D, and the plane .* depends on z: give coordinates on the axis z"):
            ask([1.0, 2.0])
    with pytest.raises(tr.GeometryError, match="not a finite|NaN"):
        PLANE.side([np.nan, 1.0])
    with pytest.raises(ValueError, match=r"the shape is \(2,\); it must be"):
        tr.PlaneThrough([0, 0, 0], [1, 0, 0], [0, 0, 1]).side(POINTS[0])
    for plane in (tr.Plane("x + 1e-300z = 1"), "z = 1"):
        with pytest.raises(tr.GeometryError, match="in 2D, and the plane .* depends on z: give coordinates on the axis z"):
            tr.Plane(plane).side(POINTS) if isinstance(plane, str) else plane.side(POINTS)
    with pytest.raises(tr.GeometryError, match="depends on z"):
        tr.Region(["x = 0", "z = 0"]).overlap(tr.Boxes(BOXES))
    with pytest.raises(TypeError, match="in 2D, and a tree is in 3D"):
        tr.Bvh(tr.Boxes(BOXES))
    with pytest.raises(TypeError, match="in 2D, and a PlaneThrough is in 3D"):
        tr.PlaneThrough([0, 0, 0], [1, 0, 0], [0, 0, 1]).side(POINTS)
    with pytest.raises(TypeError, match="one is in 2D"):
        tr.Boxes(min=np.zeros((3, 2)), max=np.ones((3, 3)))
    with pytest.raises(ValueError, match=r"the shape is \(3, 5\); it must be \(n, 6\), or \(n, 4\) in 2D"):
        tr.Boxes(np.zeros((3, 5)))
    # Fits, hulls, meshes and spheres are in 3D.
    for make in (tr.Hull, lambda points: tr.Spheres(center=points, radius=np.ones(3_000))):
        with pytest.raises(ValueError, match=r"the shape is \(3000, 2\); it must be \(n, 3\)$"):
            make(POINTS)
    # A table with some of the third axis lacks the rest of it.
    with pytest.raises(TypeError, match="there is no column zmax"):
        tr.Boxes({name: np.zeros(3) for name in ("xmin", "ymin", "zmin", "xmax", "ymax")})
