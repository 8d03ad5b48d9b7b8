"""Sides against exact rational arithmetic."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import transect as tr

# Lattice points, small decimals and floats of very different sizes: points on the plane, nearly on it, and far away.
NUMBERS = st.one_of(
    st.integers(-8, 8).map(float),
    st.integers(-40, 40).map(lambda n: n / 10),
    st.floats(-1e6, 1e6),
    st.floats(allow_nan=False, allow_infinity=False, width=64),
)
SINGLE = st.floats(allow_nan=False, allow_infinity=False, width=32)
POINT = st.tuples(NUMBERS, NUMBERS, NUMBERS)
PLANE = st.tuples(POINT.filter(any), NUMBERS)


def value(normal: tuple[float, ...], offset: float, point: tuple[float, ...]) -> Fraction:
    products = (Fraction(n) * Fraction(p) for n, p in zip(normal, point, strict=True))
    return sum(products, Fraction(offset))


def sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


@given(PLANE, st.lists(POINT, min_size=1, max_size=80))
def test_points(plane: tuple[tuple[float, ...], float], points: list[tuple[float, ...]]) -> None:
    expected = [sign(value(*plane, point)) for point in points]
    exact = tr.Plane(*plane)
    array = np.array(points)
    for form in (array, np.asfortranarray(array), tr.Points(array), points):
        assert exact.side(form).tolist() == expected
    assert [int(exact.side(point)) for point in points] == expected
    counts = exact.side_counts(array)
    assert counts == (expected.count(-1), expected.count(0), expected.count(1), 0)


@given(PLANE, st.lists(st.tuples(SINGLE, SINGLE, SINGLE), min_size=1, max_size=80))
def test_points_of_float32(plane: tuple[tuple[float, ...], float], points: list[tuple[float, ...]]) -> None:
    expected = [sign(value(*plane, point)) for point in points]
    array = np.array(points, dtype=np.float32)
    assert tr.Plane(*plane).side(array).tolist() == expected


@given(PLANE, st.lists(st.tuples(POINT, POINT), min_size=1, max_size=80))
def test_boxes(plane: tuple[tuple[float, ...], float], pairs: list[tuple[tuple[float, ...], tuple[float, ...]]]) -> None:
    low = np.minimum([a for a, _ in pairs], [b for _, b in pairs])
    high = np.maximum([a for a, _ in pairs], [b for _, b in pairs])
    normal, _ = plane
    near = np.where(np.array(normal) > 0, low, high)
    far = np.where(np.array(normal) > 0, high, low)
    signs = [
        (sign(value(*plane, tuple(a))), sign(value(*plane, tuple(b)))) for a, b in zip(near, far, strict=True)
    ]
    expected = [1 if back > 0 else -1 if front < 0 else 0 for back, front in signs]
    exact = tr.Plane(*plane)
    rows = np.hstack([low, high])
    for boxes in (tr.Boxes(rows), tr.Boxes(np.asfortranarray(rows)), tr.Boxes(min=low, max=high)):
        assert exact.side(boxes).tolist() == expected
    one = tr.Box(low[0], high[0])
    assert exact.extent(one) == signs[0]
    assert int(exact.side(one)) == expected[0]


@given(PLANE, st.lists(st.tuples(POINT, NUMBERS.map(abs)), min_size=1, max_size=20))
@settings(max_examples=60)
def test_spheres(plane: tuple[tuple[float, ...], float], spheres: list[tuple[tuple[float, ...], float]]) -> None:
    normal, _ = plane
    squared = sum(Fraction(n) ** 2 for n in normal)
    expected = []
    for center, radius in spheres:
        distance = value(*plane, center)
        is_met = distance**2 <= Fraction(radius) ** 2 * squared
        expected.append(0 if is_met else sign(distance))
    centers = [center for center, _ in spheres]
    radii = [radius for _, radius in spheres]
    exact = tr.Plane(*plane)
    assert exact.side(tr.Spheres(centers, radii)).tolist() == expected
    assert int(exact.side(tr.Sphere(centers[0], radii[0]))) == expected[0]


@given(PLANE, POINT)
def test_turned_boxes(plane: tuple[tuple[float, ...], float], center: tuple[float, ...]) -> None:
    axes = np.array([[3.0, 4.0, 0.0], [-4.0, 3.0, 0.0], [0.0, 0.0, 5.0]])
    normal, _ = plane
    middle = value(*plane, center)
    reach = sum(abs(sum(Fraction(n) * Fraction(a) for n, a in zip(normal, axis, strict=True))) for axis in axes)
    expected = 1 if middle - reach > 0 else -1 if middle + reach < 0 else 0
    exact = tr.Plane(*plane)
    assert exact.side(tr.Parallelepipeds([center], [axes])).tolist() == [expected]
    assert int(exact.side(tr.Parallelepiped(center, axes))) == expected


@given(
    st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9)).filter(any),
    st.lists(st.tuples(*[st.integers(-99, 99)] * 3), min_size=1, max_size=30),
)
def test_distances(normal: tuple[int, int, int], points: list[tuple[int, int, int]]) -> None:
    plane = tr.Plane(normal, 0.5)
    length = sqrt(sum(n * n for n in normal))
    expected = [float(value(normal, 0.5, point)) / length for point in points]
    found = plane.signed_distance(points)
    assert np.allclose(found, expected, rtol=4e-16, atol=0)
    # Arrays and single points give the same bits.
    assert found.tolist() == [plane.signed_distance(point) for point in points]


@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 6), min_size=1, max_size=70), st.integers(-2, 2))
def test_trees_and_regions(rows: list[tuple[int, ...]], height: int) -> None:
    array = np.sort(np.array(rows, dtype=np.float64).reshape(-1, 2, 3), axis=1).reshape(-1, 6)
    boxes, plane = tr.Boxes(array), tr.Plane([1, 2, 3], -height)
    tree = tr.Bvh(boxes)
    assert tree.on(plane).tolist() == np.flatnonzero(plane.side(boxes) == 0).tolist()
    region = tr.Region.box([-1, -1, -1], [1, 2, 1])
    relation = region.overlap(boxes)
    inside = np.all((array[:, :3] >= -1) & (array[:, 3:] <= [1, 2, 1]), axis=1)
    outside = np.any((array[:, 3:] < -1) | (array[:, :3] > [1, 2, 1]), axis=1)
    assert relation.tolist() == np.where(inside, 1, np.where(outside, -1, 0)).tolist()
    found = tree.overlap(region)
    assert found.inside.tolist() == np.flatnonzero(relation == 1).tolist()
    assert found.meets.tolist() == np.flatnonzero(relation == 0).tolist()
    assert tree.meeting(tr.Box([-1, -1, -1], [1, 2, 1])).tolist() == np.flatnonzero(relation >= 0).tolist()


def test_a_sum_that_floats_round() -> None:
    # The formula of numpy calls this point on the plane; it is in front.
    point = np.array([[0.1, 0.1, 0.1]])
    assert np.sign(point @ [1.0, 1.0, 1.0] - (0.1 + 0.1 + 0.1)).item() == 0
    assert tr.Plane([1, 1, 1], -(0.1 + 0.1 + 0.1)).side(point).item() == sign(3 * Fraction(0.1) - Fraction(0.1 + 0.1 + 0.1))
