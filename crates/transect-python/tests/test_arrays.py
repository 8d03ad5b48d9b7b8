"""Arrays of all kinds: the documented answer, or the documented error."""

from __future__ import annotations

import numpy as np
import pytest

import transect as tr

PLANE = tr.Plane("x + 2y + 3z = 4")
POINTS = np.random.default_rng(7).integers(-3, 4, (20_011, 3))
SIDES = np.sign(POINTS @ [1, 2, 3] - 4).astype(np.int8)


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "f2", "f4", "f8", ">f4", ">f8", ">i4"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_dtypes_and_orders(dtype: str, order: str) -> None:
    array = np.array(POINTS, dtype=dtype, order=order)
    assert np.array_equal(PLANE.side(array), SIDES)


def test_unsigned() -> None:
    array = np.abs(POINTS)
    for dtype in ("u1", "u2", "u4", "u8"):
        assert np.array_equal(PLANE.side(array.astype(dtype)), PLANE.side(array))


def test_strides() -> None:
    wide = np.zeros((len(POINTS), 7), dtype=np.float32)
    wide[:, 1:6:2] = POINTS
    assert np.array_equal(PLANE.side(wide[:, 1:6:2]), SIDES)
    assert np.array_equal(PLANE.side(POINTS.astype(float)[::-1]), SIDES[::-1])
    assert np.array_equal(PLANE.side(POINTS.astype(float)[::3]), SIDES[::3])
    repeated = np.broadcast_to(np.array([1.0, 0.0, 1.0]), (9, 3))
    assert PLANE.side(repeated).tolist() == [0] * 9


def test_fields_of_records_that_are_not_aligned() -> None:
    records = np.zeros(5, dtype=[("flag", "u1"), ("p", "f8", 3)])
    records["p"] = [[4, 0, 0], [0, 0, 0], [0, 2, 0], [9, 9, 9], [0, 0, 1]]
    assert PLANE.side(records["p"]).tolist() == [0, -1, 0, 1, -1]


def test_arrays_that_are_not_aligned() -> None:
    for dtype in ("f4", "f8"):
        numbers = POINTS.astype(dtype)
        array = np.frombuffer(b"?" + numbers.tobytes(), dtype=dtype, offset=1).reshape(-1, 3)
        assert not array.flags.aligned
        assert np.array_equal(PLANE.side(array), SIDES)
        assert np.array_equal(PLANE.signed_distance(array), PLANE.signed_distance(numbers))


def test_read_only() -> None:
    array = POINTS.astype(float)
    array.flags.writeable = False
    assert np.array_equal(PLANE.side(array), SIDES)


@pytest.mark.parametrize("empty", [np.empty((0, 3)), np.empty((0, 3), dtype=np.float32), [], np.empty(0)])
def test_empty(empty: object) -> None:
    assert PLANE.side(empty).shape == (0,)
    assert PLANE.signed_distance(empty).shape == (0,)
    assert PLANE.side_counts(empty) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("points", "error", "text"),
    [
        (np.zeros((3, 5)), ValueError, "points: the shape is (3, 5); it must be (n, 3), or (n, 2) in 2D"),
        (np.zeros((3, 2)), tr.GeometryError, "the shapes are in 2D, and the plane x + 2y + 3z - 4 = 0 depends on z"),
        (np.zeros((2, 3, 3)), ValueError, "points: the shape is (2, 3, 3)"),
        (np.float64(3.0), ValueError, "points: the shape is ()"),
        (np.zeros((3, 3), dtype=complex), TypeError, "points: the dtype is complex128"),
        (np.zeros((3, 3), dtype=bool), TypeError, "points: the dtype is bool"),
        (np.zeros((3, 3), dtype=np.longdouble), TypeError, "it must be float32, float64 or an integer type"),
        (np.array([["a", "b", "c"]]), TypeError, "points: the dtype is <U1"),
        ([[0, 0, 10**30]], TypeError, "points: the dtype is object"),
        (np.array([[0, 0, 2**53 + 1]]), ValueError, "the integer 9007199254740993 has no exact float64"),
        ([[0, 0], [0, 0, 0]], TypeError, "points: not an array of numbers"),
        ("z = 1", TypeError, "not a str"),
        ([0.0, 0.0, float("inf")], tr.GeometryError, "coordinate z is inf, not a finite number"),
        ([[0, 0, 0], [0, -float("inf"), 0]], tr.GeometryError, "coordinate y of row 1 is -inf, not a finite number"),
        ([[0, 0, 0], [0, float("nan"), 0]], tr.GeometryError, "row 1 is null"),
    ],
)
def test_errors(points: object, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as raised:
        PLANE.side(points)
    assert text in str(raised.value)


def test_large_integers_that_float64_represents() -> None:
    for number in [2**53 + 2, -(2**53) - 2, 2**60, -(2**63)]:
        sides = PLANE.side(np.array([[0, 0, number]], dtype=np.int64))
        assert sides.tolist() == [1 if number > 0 else -1]
    assert PLANE.side(np.array([[0, 0, 2**63]], dtype=np.uint64)).tolist() == [1]
    for number in [2**54 + 2, 2**63 + 1024]:
        with pytest.raises(ValueError, match=f"the integer {number} has no exact float64"):
            PLANE.side(np.array([[0, 0, number]], dtype=np.uint64))


def test_longdouble_that_is_double() -> None:
    # Where long double is double, its dtype is float64; on other machines it is refused above.
    assert PLANE.side(np.zeros((1, 3), dtype=np.float64)).tolist() == [-1]


def test_an_infinite_number_in_a_late_row() -> None:
    array = POINTS.astype(np.float32)
    array[17_000, 1] = np.inf
    with pytest.raises(tr.GeometryError, match="coordinate y of row 17000 is inf"):
        PLANE.side(array)


def test_nulls() -> None:
    array = POINTS.astype(float)
    array[[5, 9000, 20_010], 2] = np.nan
    with pytest.raises(tr.GeometryError, match="row 5 is null"):
        PLANE.side(array)
    masked = PLANE.side(array, nan="null")
    assert isinstance(masked, np.ma.MaskedArray)
    assert np.flatnonzero(masked.mask).tolist() == [5, 9000, 20_010]
    assert np.array_equal(masked.data, np.where(masked.mask, 0, SIDES))
    assert PLANE.side_counts(array).null == 3
    distances = PLANE.signed_distance(array)
    assert np.flatnonzero(np.isnan(distances)).tolist() == [5, 9000, 20_010]
    masks = PLANE.masks(array)
    null = np.unpackbits(masks.null, bitorder="little", count=len(array))
    assert np.flatnonzero(null).tolist() == [5, 9000, 20_010]
    assert masks.on.shape == ((len(array) + 7) // 8,)
    with pytest.raises(ValueError, match='nan must be "error" or "null"'):
        PLANE.side(array, nan="drop")


def test_null_boxes() -> None:
    boxes = tr.Boxes([[0, 0, 0, 1, 1, 1], [0, 0, 2, 1, 1, 1], [0, 0, 0, 1, np.nan, 1], [-np.inf, 0, 0, np.inf, 1, 1]])
    assert PLANE.side(boxes, nan="null").tolist() == [0, None, None, 0]
    interval = PLANE.interval(boxes)
    assert np.isnan(interval.backmost).tolist() == [False, True, True, False]
    assert interval.frontmost[3] == np.inf
    with pytest.raises(tr.GeometryError):
        tr.Bvh(boxes)
    region = tr.Region(["z = 0"])
    assert region.overlap(boxes, nan="null").tolist() == [1, None, None, 1]
    assert region.overlap_counts(boxes) == (0, 0, 2, 2)


def test_boxes_need_six_columns() -> None:
    with pytest.raises(ValueError, match=r"boxes: the shape is \(4, 3\); it must be \(n, 6\)"):
        tr.Boxes(np.zeros((4, 3)))
    with pytest.raises(TypeError, match="min=… and max=…"):
        tr.Boxes(min=np.zeros((4, 3)))
    with pytest.raises(ValueError, match="there are 4 and 5 rows"):
        tr.Boxes(min=np.zeros((4, 3)), max=np.zeros((5, 3)))


def test_columns_of_different_precision_become_float64() -> None:
    boxes = tr.Boxes(min=np.zeros((2, 3), dtype=np.float32), max=np.full((2, 3), 0.1))
    assert "float64" in repr(boxes)
    assert tr.Plane([0, 0, 1], -0.1).side(boxes).tolist() == [0, 0]


def test_arrays_are_not_copied() -> None:
    array = np.zeros((3, 6))
    boxes = tr.Boxes(array)
    array[:] = 9
    assert PLANE.side(boxes).tolist() == [1, 1, 1]


def test_intervals_and_masks_of_planes() -> None:
    low = POINTS.astype(float)
    boxes = tr.Boxes(min=low, max=low + 1)
    interval = PLANE.interval(boxes)
    length = np.sqrt(14)
    assert np.allclose(interval.backmost, (low @ [1, 2, 3] - 4) / length)
    assert np.allclose(interval.frontmost, (low @ [1, 2, 3] + 2) / length)
    region = tr.Region(["z = 0", "1 = z", PLANE])
    masks = region.plane_masks(boxes)
    for bit, plane in enumerate(region.planes):
        is_behind = np.array([plane.extent(tr.Box(a, a + 1)).backmost == -1 for a in low[:200]])
        assert np.array_equal(masks[:200] >> bit & 1 == 1, is_behind)
    with pytest.raises(ValueError, match="a mask has a bit for each of 32 planes: there are 33"):
        tr.Region(["z = 0"] * 33).plane_masks(boxes)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (("z == 1",), tr.GeometryError, ""),
        (([0, 0, 0], 1.0), tr.GeometryError, "the normal is zero; a plane needs a direction"),
        (([0, 0, float("nan")], 1.0), tr.GeometryError, "not a finite number"),
        ((), TypeError, "a plane is given as"),
        (([1, 2, 3],), TypeError, "four coefficients"),
        ((None,), TypeError, "a plane is given as"),
        (([1, 2], 3.0), ValueError, "normal: the shape is (2,); it must be (3,)"),
    ],
)
def test_wrong_planes(arguments: tuple[object, ...], error: type[Exception], text: str) -> None:
    with pytest.raises(error) as raised:
        tr.Plane(*arguments)
    assert text in str(raised.value)


def test_frusta() -> None:
    with pytest.raises(ValueError, match=r"matrix: the shape is \(4, 3\)"):
        tr.Frustum(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="clip_space must be one of minus_one_to_one, zero_to_one, reversed_z"):
        tr.Frustum(np.eye(4), "opengl")
    with pytest.raises(ValueError, match="order must be one of row_major, column_major"):
        tr.Frustum(np.eye(4), order="rows")
    matrix = np.array([[1.0, 0, 0, 0], [0, 1, 0, 0], [0, 0, -2, -3], [0, 0, -1, 0]])
    for space in ("minus_one_to_one", "zero_to_one", "reversed_z"):
        frustum = tr.Frustum(matrix, clip_space=space)
        assert tr.Frustum(matrix, space.replace("_", "-")).planes == frustum.planes
        assert tr.Frustum(matrix.T, space, order="column-major").planes == frustum.planes
    assert len(tr.Frustum(matrix, infinite_far=True).planes) == 5
    with pytest.raises(tr.GeometryError):
        tr.Frustum(np.full((4, 4), np.nan))
    with pytest.raises(tr.GeometryError):
        tr.Frustum.camera([0, 0, 0], forward=[0, 1, 0], up=[0, 1, 0])
    plan = tr.Frustum.camera([0, 0, 9], forward=[0, 0, -1], up=[0, 1, 0], near=0, far=9, orthographic_height=4)
    assert plan.overlap([[2, -2, 0], [2.1, 0, 0], [-2, 2, 9]]).tolist() == [1, -1, 1]
    frustum = tr.Frustum.camera([0, 0, 0], forward=[0, 0, -1], up=[0, 1, 0], near=1, far=10)
    assert frustum.corners is not None
    assert np.allclose(np.abs(frustum.corners[:4]), 1)
    assert len(frustum.planes) == 6 and len(frustum.region) == 6


def test_fits() -> None:
    rng = np.random.default_rng(3)
    points = rng.random((500, 3)) * [10, 10, 0.001]
    fit = tr.Plane.best_fit(points)
    assert fit.largest_distance < 0.01 and abs(fit.plane.normal[2]) > 0.999
    outliers = rng.random((100, 3)) * [10, 10, 10] + [0, 0, 1]
    robust = tr.Plane.robust_fit(np.concatenate([points, outliers]), threshold=0.01)
    assert robust.inlier_count == 500 and robust.inliers[:500].all()
    with pytest.raises(tr.GeometryError):
        tr.Plane.best_fit([[0, 0, 0], [1, 1, 1]])
    with pytest.raises(tr.GeometryError, match="NaN"):
        tr.Plane.best_fit([[0, 0, 0], [1, 1, 1], [0, 1, float("nan")]])


def test_overlap_and_separation() -> None:
    a = tr.Box([0, 0, 0], [1, 1, 1])
    b = tr.Parallelepiped([3, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    c = tr.Hull([[0, 0, 0], [2, 0, 0]])
    assert not tr.overlap(a, b) and tr.overlap(b, c) and tr.overlap(a, c)
    assert tr.separation(a, b).overlaps is False
    with pytest.raises(TypeError, match="shapes with corners"):
        tr.overlap(a, tr.Sphere([0, 0, 0], 1))
    with pytest.raises(TypeError):
        tr.overlap(a, [0, 0, 0])
