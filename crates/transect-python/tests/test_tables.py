"""Tables with named columns, masks and nulls: the same answers as the same numbers in an array."""

from __future__ import annotations

import pickle
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import transect as tr

PLANE = tr.Plane("x + 2y + 3z = 4")
BOUNDS = ["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"]
# Points with small coordinates, so that many lie on the plane, in a random order of columns.
RANDOM = np.random.default_rng(43)
POINTS = RANDOM.integers(-3, 4, (500, 3)).astype(float)
SIDES = PLANE.side(POINTS)
NULL = RANDOM.random(500) < 0.1
MASKED = np.ma.masked_array(POINTS, np.repeat(NULL[:, None], 3, axis=1) & (RANDOM.random((500, 3)) < 0.7))
MASKED[7] = np.ma.masked


def tables(columns: dict[str, Any]) -> list[Any]:
    """Returns the columns as tables of several packages, in their order."""
    made: list[Any] = [columns]
    records = np.zeros(len(next(iter(columns.values()))), dtype=[(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        records[name] = column
    made.append(records)
    pa = pytest.importorskip("pyarrow")
    table = pa.table({name: pa.array(column) for name, column in columns.items()})
    struct = table.to_struct_array().combine_chunks()
    nested = pa.table({"id": pa.array(range(len(table))), "shape": struct})
    made += [table, struct, nested, pa.concat_tables([table[:7], table[7:]]), *table[:0].to_batches()[:0]]
    made.append(pytest.importorskip("pandas").DataFrame(columns))
    made.append(pytest.importorskip("polars").DataFrame(columns))
    return made


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
@pytest.mark.parametrize("names", [("x", "y", "z"), ("X", "Y", "Z"), ("easting", "northing", "elevation")])
def test_points_go_by_name(order: tuple[int, ...], names: tuple[str, ...]) -> None:
    columns = {"id": np.arange(500), **{names[axis]: POINTS[:, axis] for axis in order}}
    for table in tables(columns):
        assert np.array_equal(PLANE.side(table), SIDES)
        points = tr.Points(table)
        assert np.array_equal(PLANE.side(points), SIDES)
        start, _, taken = repr(points).partition(", from the columns ")
        assert start == "<transect.Points: 500 rows of float64"
        assert taken.replace("shape.", "") == f"{', '.join(names)}>"
        assert PLANE.side_counts(table) == PLANE.side_counts(POINTS)
        assert np.array_equal(PLANE.signed_distance(table), PLANE.signed_distance(POINTS))
        assert tr.Plane.best_fit(table) == tr.Plane.best_fit(POINTS)
        assert tr.Hull(table) == tr.Hull(POINTS)


@pytest.mark.parametrize("spelling", ["xmin", "min_x", "XMin", "x_min"])
def test_boxes_go_by_name(spelling: str) -> None:
    def name(bound: str) -> str:
        return {"xmin": bound, "min_x": f"{bound[1:]}_{bound[0]}", "XMin": bound.upper(), "x_min": f"{bound[0]}_{bound[1:]}"}[
            spelling
        ]

    rows = np.hstack([POINTS, POINTS + RANDOM.integers(0, 3, (500, 3))])
    expected = PLANE.side(tr.Boxes(rows))
    order = RANDOM.permutation(6)
    for table in tables({name(BOUNDS[place]): rows[:, place] for place in order}):
        assert np.array_equal(PLANE.side(tr.Boxes(table)), expected)
        assert np.array_equal(tr.Bvh(tr.Boxes(table)).on(PLANE), np.flatnonzero(expected == 0))
    single = {name(BOUNDS[place]): rows[:, place].astype(np.float32) for place in order}
    assert all("float32" in repr(tr.Boxes(table)) for table in tables(single))


def test_masks_are_null() -> None:
    nan = np.ma.filled(MASKED, np.nan)
    expected = PLANE.side(nan, nan="null")
    assert expected.mask.sum() == NULL[np.isnan(nan).any(axis=1)].sum() + (not NULL[7])
    assert np.ma.allequal(PLANE.side(MASKED, nan="null"), expected)
    assert PLANE.side(MASKED, nan="null").mask.tolist() == expected.mask.tolist()
    assert PLANE.side_counts(MASKED) == PLANE.side_counts(nan)
    assert np.array_equal(PLANE.signed_distance(MASKED), PLANE.signed_distance(nan), equal_nan=True)
    assert PLANE.side(MASKED.astype(np.float32), nan="null").mask.tolist() == expected.mask.tolist()
    assert PLANE.side(MASKED.astype(int), nan="null").mask.tolist() == expected.mask.tolist()
    with pytest.raises(tr.GeometryError, match="is null"):
        PLANE.side(MASKED)
    boxes = tr.Boxes(np.ma.hstack([MASKED, MASKED + 1]))
    assert PLANE.side(boxes, nan="null").mask.tolist() == expected.mask.tolist()
    with pytest.raises(tr.GeometryError):
        tr.Bvh(boxes)
    present = POINTS[~expected.mask]
    assert tr.Plane.best_fit(MASKED) == tr.Plane.best_fit(present)
    assert tr.Hull(MASKED) == tr.Hull(present)
    robust, wanted = tr.Plane.robust_fit(MASKED, 0.5), tr.Plane.robust_fit(present, 0.5)
    assert robust.plane == wanted.plane and not robust.inliers[expected.mask].any()
    assert np.array_equal(robust.inliers[~expected.mask], wanted.inliers)
    # A NaN that is not masked stays an error of a fit.
    with pytest.raises(tr.GeometryError):
        tr.Plane.best_fit(nan)


def test_nulls_of_tables() -> None:
    pa, pd, pl = (pytest.importorskip(name) for name in ("pyarrow", "pandas", "polars"))
    columns = {name: MASKED[:, axis] for axis, name in enumerate("xyz")}
    lists = {name: [None if value is np.ma.masked else float(value) for value in column] for name, column in columns.items()}
    whole = {name: [None if value is None else int(value) for value in column] for name, column in lists.items()}
    expected = PLANE.side(MASKED, nan="null").mask.tolist()
    nullable = pd.DataFrame({name: pd.array(column, dtype="Float64") for name, column in lists.items()})
    integers = pd.DataFrame({name: pd.array(column, dtype="Int64") for name, column in whole.items()})
    of_arrow = nullable.convert_dtypes(dtype_backend="pyarrow")
    decimals = pa.table({name: pa.array(column, pa.decimal128(9, 3)) for name, column in whole.items()})
    dictionaries = pa.table({name: pa.array(column).dictionary_encode() for name, column in lists.items()})
    halves = pa.table({name: pa.array(column, pa.float16()) for name, column in lists.items()})
    small = pa.table({name: pa.array(column, pa.int8()) for name, column in whole.items()})
    tables = [columns, nullable, integers, of_arrow, pa.table(lists), pa.table(whole), pl.DataFrame(lists), pl.DataFrame(whole)]
    for table in [*tables, decimals, dictionaries, halves, small]:
        sides = PLANE.side(table, nan="null")
        assert sides.mask.tolist() == expected
        assert np.array_equal(sides.data[~sides.mask], SIDES[~sides.mask])
        assert tr.Plane.best_fit(table) == tr.Plane.best_fit(MASKED)


def test_points_of_geoarrow_and_geopandas() -> None:
    pa = pytest.importorskip("pyarrow")
    names = [pa.field(name, pa.float64()) for name in "xyz"]
    separated = pa.StructArray.from_arrays([pa.array(POINTS[:, axis]) for axis in range(3)], fields=names)
    interleaved = pa.FixedSizeListArray.from_arrays(pa.array(POINTS.ravel()), 3)
    for points in (separated, interleaved, interleaved[5:], pa.table({"geometry": interleaved})):
        assert np.array_equal(PLANE.side(points), SIDES[len(SIDES) - len(points) :])
    some = pa.array([[0.0, 0.0, 9.0], None, [0.0, 0.0, -9.0]], pa.list_(pa.float64(), 3))
    assert PLANE.side(some, nan="null").tolist() == [1, None, -1]
    geopandas, shapely = pytest.importorskip("geopandas"), pytest.importorskip("shapely")
    series = geopandas.GeoSeries([*shapely.points(POINTS[:5]), None])
    assert PLANE.side(series, nan="null").tolist() == [*SIDES[:5].tolist(), None]
    frame = geopandas.GeoDataFrame({"geometry": series})
    assert PLANE.side(frame, nan="null").tolist() == [*SIDES[:5].tolist(), None]
    with pytest.raises(ValueError, match="a point has no z"):
        PLANE.side(geopandas.GeoSeries([shapely.Point(1, 2), shapely.Point(1, 2, 3)]))
    with pytest.raises(ValueError, match="the geometries are not points"):
        PLANE.side(geopandas.GeoSeries([shapely.box(0, 0, 1, 1)]))


def test_frames_without_names_go_by_place() -> None:
    pd = pytest.importorskip("pandas")
    assert np.array_equal(PLANE.side(pd.DataFrame(POINTS)), SIDES)
    assert PLANE.side(pd.DataFrame(POINTS[:0])).shape == (0,)


def test_dlpack() -> None:
    class Tensor:
        """An object that offers its numbers by DLPack only."""

        def __dlpack__(self, **options: Any) -> Any:
            return POINTS.__dlpack__(**options)

        def __dlpack_device__(self) -> Any:
            return POINTS.__dlpack_device__()

    assert np.array_equal(PLANE.side(Tensor()), SIDES)


def test_empty_tables() -> None:
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    schema = pa.schema([(name, pa.float64()) for name in "zyx"])
    for table in (schema.empty_table(), pa.Table.from_batches([], schema), pl.DataFrame(schema=dict.fromkeys("zyx", pl.Float64))):
        assert PLANE.side(table).shape == (0,)


def test_an_exact_name_is_preferred() -> None:
    columns = {"Z": -POINTS[:, 2], "z": POINTS[:, 2], "Y": POINTS[:, 1], "x": POINTS[:, 0], "X": POINTS[:, 2]}
    assert all(np.array_equal(PLANE.side(table), SIDES) for table in tables(columns))


def test_nulls_among_the_values_of_dictionaries() -> None:
    pa = pytest.importorskip("pyarrow")
    corners = pa.array([0.0, 1.0, 0.0, 0.0]), pa.array([0.0, 0.0, 1.0, 0.0])
    heights = pa.DictionaryArray.from_arrays([0, 0, 0, 1], pa.array([2.0, None]))
    table = pa.table({"x": corners[0], "y": corners[1], "z": heights})
    assert tr.Plane.best_fit(table) == tr.Plane.best_fit([[0, 0, 2], [1, 0, 2], [0, 1, 2]])


def test_what_is_refused() -> None:
    pa, pd = pytest.importorskip("pyarrow"), pytest.importorskip("pandas")
    zero = [0.0]
    refused: list[tuple[Any, type[Exception], str]] = [
        (pd.DataFrame({"id": [7], "x": [9.0], "z": zero}), TypeError, "points: there is no column y; the columns are id, x, z;"),
        (pd.DataFrame({"id": [7], "x": [9.0], "y": zero}), tr.GeometryError, "the shapes are in 2D, and the plane .* depends on z"),
        ({"x": zero, "y": zero, "Z": zero, "z_": zero}, ValueError, "points: the columns Z, z_ could all be z;"),
        (pa.table(dict.fromkeys(BOUNDS, zero)), TypeError, "boxes are given as transect.Boxes"),
        ({"x": ["a"], "y": zero, "z": zero}, TypeError, "points: the column x: the dtype is <U1"),
        ({"x": [zero], "y": zero, "z": zero}, ValueError, r"points: the column x: the shape is \(1, 1\); it must be \(n,\)"),
        ({"x": [0.0, 1.0], "y": zero, "z": zero}, ValueError, "there are 2 and 1 rows"),
        (pa.table({"x": [Decimal("0.1")], "y": zero, "z": zero}), ValueError, "the number 0.1 in row 0, which has no equal"),
        (pa.table({"x": [2**53 + 1], "y": zero, "z": zero}), ValueError, "the number 9007199254740993 in row 0"),
        (pa.table({"x": [True], "y": zero, "z": zero}), TypeError, "the column x has the Arrow type Boolean"),
    ]
    for table, error, text in refused:
        with pytest.raises(error, match=text):
            PLANE.side(table)
    some = pd.DataFrame({"minx": zero, "miny": zero, "maxx": zero, "maxy": zero, "zmax": zero})
    with pytest.raises(TypeError, match="boxes: there is no column zmin; .*; a box in 3D needs zmin and zmax"):
        tr.Boxes(some)
    with pytest.raises(ValueError, match="each of the columns a, b has"):
        box = pa.array([dict.fromkeys(BOUNDS, 0.0)])
        tr.Boxes(pa.table({"a": box, "b": box}))


def test_integers_that_are_floats() -> None:
    for number in (2**53 + 2, 2**60, -(2**60), 2**63 - 1024):
        assert tr.Plane(f"x = {number}").side(np.array([[number, 0, 0]])).tolist() == [0]
    assert tr.Plane(f"x = {2**63}").side(np.array([[2**63, 0, 0]], dtype=np.uint64)).tolist() == [0]
    for number, dtype in ((2**53 + 1, "i8"), (-(2**53) - 1, "i8"), (2**63 - 1, "i8"), (2**64 - 1, "u8")):
        with pytest.raises(ValueError, match=f"the integer {number} has no exact float64"):
            PLANE.side(np.array([[1, 0, number]], dtype=dtype))


def test_masked_integers_do_not_count() -> None:
    rows = np.ma.masked_equal(np.array([[0, 0, 0], [1, 1, 2**53 + 1]]), 2**53 + 1)
    assert PLANE.side(rows, nan="null").tolist() == [-1, None]
    assert PLANE.side(np.array([[2**53 + 1, 0, 0], [0, 0, 0]], dtype=">i8")[1:]).tolist() == [-1]


def test_what_describes_a_question_pickles() -> None:
    through = tr.PlaneThrough([0.1, 0.2, 0.3], [0.7, 0.1, 0.2], [0.3, 0.9, 0.4])
    assert pickle.loads(pickle.dumps(through)) == through
    matrix = [[1.1, 0.1, 0, 0], [0, 1.3, 0, 0], [0, 0, -1.2, -2.2], [0, 0, -1, 0]]
    view = {"forward": [0.1, 0.2, -1.0], "up": [0, 1, 0], "near": 0.3, "aspect": 1.7, "vertical_field_of_view_degrees": 63.1}
    frusta = [tr.Frustum(matrix, clip) for clip in ("minus_one_to_one", "zero_to_one", "reversed_z")]
    frusta += [tr.Frustum(matrix, order="column_major"), tr.Frustum(matrix, infinite_far=True)]
    frusta += [tr.Frustum.camera([1, 2, 3], **view), tr.Frustum.camera([1, 2, 3], **view, far=9)]
    frusta += [tr.Frustum.camera([1, 2, 3], **view, orthographic_height=4.5)]
    for frustum in frusta:
        again = pickle.loads(pickle.dumps(frustum))
        assert again.planes == frustum.planes and repr(again) == repr(frustum)
    rows = np.hstack([POINTS, POINTS + 0.25])
    rows[3, :3], rows[3, 3:] = -np.inf, np.inf
    for dtype in (np.float32, np.float64):
        tree = tr.Bvh(rows.astype(dtype))
        again = pickle.loads(pickle.dumps(tree))
        assert len(again) == 500 and np.array_equal(again.on(PLANE), tree.on(PLANE))
        found, expected = again.overlap(frusta[0]), tree.overlap(frusta[0])
        assert np.array_equal(found.meets, expected.meets) and np.array_equal(found.inside, expected.inside)


def test_nulls_of_rows_and_of_streams() -> None:
    pa, pd, pl = (pytest.importorskip(name) for name in ("pyarrow", "pandas", "polars"))
    nine, zero = pa.array([9.0, 9.0]), pa.array([0.0, 0.0])
    mask = pa.array([False, True])
    struct = pa.StructArray.from_arrays([nine, zero, zero], names=list("xyz"), mask=mask)
    whole = pa.StructArray.from_arrays([nine, zero, zero], names=list("xyz"))
    lists = pa.array([[9.0, 0, 0], [9.0, 0, 0]], pa.list_(pa.float64(), 3))
    table = pa.table({"g": struct})
    series = pd.Series(pd.arrays.ArrowExtensionArray(pa.chunked_array([struct])))
    masked = np.ma.masked_array([9.0, 0, 0], [0, 0, 1])
    for points in (
        struct,
        table,
        table["g"],
        series,
        pl.Series([{"x": 9.0, "y": 0.0, "z": 0.0}, {"x": 9.0, "y": 0.0, "z": None}]),
        pa.StructArray.from_arrays([lists], names=["g"], mask=mask),
        pa.StructArray.from_arrays([whole], names=["g"], mask=mask),
        pa.chunked_array([pa.array([[9.0, 0, 0], None], pa.list_(pa.float64(), 3))]),
        [np.ma.masked_array([9.0, 0, 0]), masked],
        {"x": pa.array([9.0, None]), "y": [0, 0], "z": pl.Series([0, 0]), 7: [1]},
        {"x": pd.Series([9, None], dtype="Int64"), "y": [0, 0], "z": [0, 0]},
    ):
        assert PLANE.side(points, nan="null").tolist() == [1, None], points
    assert PLANE.side(pl.Series([9.0, 0.0, 0.0])) == 1 and PLANE.side(pd.Series([9.0, 0.0, 0.0])) == 1
    geopandas, shapely = pytest.importorskip("geopandas"), pytest.importorskip("shapely")
    empty = shapely.from_wkt("POINT Z EMPTY")
    points = geopandas.GeoSeries([shapely.Point(9, 0, 0), empty, shapely.Point(0, 0, 0), shapely.Point(), None])
    assert PLANE.side(points, nan="null").tolist() == [1, None, -1, None, None]
    frame = geopandas.GeoDataFrame({name: [0.0] for name in BOUNDS}, geometry=[shapely.box(0, 0, 1, 1)])
    assert PLANE.side(tr.Boxes(frame)).tolist() == [-1]
    structured = np.ma.masked_array(np.zeros(2, dtype=[("x", "f8"), ("y", "f8"), ("z", "f8")]))
    structured["x"][1] = np.ma.masked
    assert PLANE.side(structured, nan="null").tolist() == [-1, None]


def test_coordinates_are_not_taken_from_elsewhere() -> None:
    pa, pd, pl = (pytest.importorskip(name) for name in ("pyarrow", "pandas", "polars"))
    normal = pa.array([{"x": 0.0, "y": 0.0, "z": 1.0}])
    assert "in 2D, from the columns x, y>" in repr(tr.Points(pa.table({"x": [9.0], "y": [0.0], "normal": normal})))
    with pytest.raises(TypeError, match="no column y; the columns are x, z, normal"):
        tr.Points(pa.table({"x": [9.0], "z": [0.0], "normal": normal}))
    assert "from the columns p.x, p.y, p.z" in repr(tr.Points(pa.table({"p": normal})))
    with pytest.raises(tr.GeometryError, match="in 2D, and the plane .* depends on z"):
        PLANE.side(pa.array([[1.0, 2.0, 9.0]], pa.list_(pa.field("xym", pa.float64()), 3)))
    with pytest.raises(TypeError, match="the dtype is object"):
        PLANE.side(pa.FixedSizeListArray.from_arrays(pa.array(np.arange(12.0)), 6))
    with pytest.raises(TypeError, match="no column x"):
        tr.Points(pd.DataFrame([[0.0, 0, 9.0]], columns=pd.MultiIndex.from_tuples([("p", name) for name in "zyx"])))
    frame = pd.DataFrame([[9.0, 0, 0], [0, 0, 9.0], [0, 9.0, 0]], columns=list("zyx"))
    corners = [[0, 0, 9], [9, 0, 0], [0, 9, 0]]
    for table in (frame, pl.from_pandas(frame), pa.table(frame), {name: frame[name] for name in "xyz"}):
        assert tr.Mesh(table, [[0, 1, 2]]).vertices.tolist() == corners
    with pytest.raises(ValueError, match="faces: some are masked"):
        tr.Mesh(corners, np.ma.masked_array([[0, 1, 2], [0, 2, 1]], [[0] * 3, [1] * 3]))
    mixed = pd.DataFrame({0: [2**53 + 1], 1: [0.5], 2: [0.0]})
    with pytest.raises(ValueError, match="has no exact float64"):
        PLANE.side(mixed)


def test_arrays_that_change_their_form() -> None:
    points = np.zeros((4, 3))
    kept = tr.Points(points)
    points.shape = (12,)
    assert PLANE.side(kept).tolist() == [-1] * 4
    column = np.zeros(4)
    kept = tr.Points({"x": column, "y": column, "z": column})
    column.dtype = np.int64
    assert PLANE.side(kept).tolist() == [-1] * 4
    packed = np.zeros(0, dtype=[("id", "u1"), ("x", "f8"), ("y", "f8"), ("z", "f8")])
    assert PLANE.side(packed).shape == (0,)


def test_a_released_array_is_an_error() -> None:
    pa = pytest.importorskip("pyarrow")

    class Twice:
        capsules = pa.array([{"x": 1.0, "y": 0.0, "z": 0.0}]).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema: object = None) -> object:
            return self.capsules

    assert PLANE.side(Twice()).tolist() == [-1]
    with pytest.raises(ValueError, match="the array is released"):
        PLANE.side(Twice())


def test_ctrl_c_in_a_conversion_is_not_swallowed() -> None:
    class Interrupted:
        def __array__(self, dtype: object = None, copy: object = None) -> object:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PLANE.side(Interrupted())
