"""Other packages, each if it is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import transect as tr


def test_trimesh(cube: tr.Mesh) -> None:
    trimesh = pytest.importorskip("trimesh")
    there = cube.to_trimesh()
    assert isinstance(there, trimesh.Trimesh) and there.is_watertight and there.volume == pytest.approx(1)
    assert tr.Mesh.from_trimesh(there).volume == 1.0
    with pytest.raises(TypeError, match="int is not a trimesh.Trimesh: it has no attribute 'vertices'"):
        tr.Mesh.from_trimesh(3)


def test_manifold(wavy: tr.Mesh) -> None:
    pytest.importorskip("manifold3d")
    there = wavy.to_manifold()
    again = tr.Mesh.from_manifold(there)
    assert again.is_closed and again.volume == pytest.approx(wavy.volume, rel=1e-5)
    assert tr.Mesh.from_manifold(there.to_mesh()).is_closed


def test_meshio(cube: tr.Mesh) -> None:
    meshio = pytest.importorskip("meshio")
    assert tr.Mesh.from_meshio(cube.to_meshio()).volume == 1.0
    with pytest.raises(ValueError, match="cells that are not triangles: quad"):
        tr.Mesh.from_meshio(meshio.Mesh(np.zeros((4, 3)), [("quad", [[0, 1, 2, 3]])]))


def test_pyvista_by_its_attributes(cube: tr.Mesh) -> None:
    class Surface:
        points = cube.vertices
        faces = np.column_stack([np.full(12, 3), cube.faces]).ravel()

    assert tr.Mesh.from_pyvista(Surface()).volume == 1.0
    Surface.faces = np.array([4, 0, 1, 2, 3])
    with pytest.raises(ValueError, match="triangulate"):
        tr.Mesh.from_pyvista(Surface())


def test_pyvista(cube: tr.Mesh) -> None:
    pytest.importorskip("pyvista")
    assert tr.Mesh.from_pyvista(cube.to_pyvista()).volume == 1.0


def test_shapely(wavy: tr.Mesh) -> None:
    shapely = pytest.importorskip("shapely")
    section = wavy.section("z = 0.5")
    polygons = section.to_shapely()
    assert polygons.is_valid and polygons.area == pytest.approx(section.area)
    assert shapely.geometry.shape(section).equals(polygons)
    assert shapely.from_wkb(section.drawing.to_wkb()).area == pytest.approx(section.area)
    assert wavy.section("z = 99").to_shapely().is_empty


def test_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    rows = np.random.default_rng(5).random((3000, 6))
    rows[:, 3:] += rows[:, :3]
    names = ["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"]
    plane = tr.Plane("x + y + z = 2")
    expected = plane.side(tr.Boxes(rows))
    for dtype in (pa.float64(), pa.float32()):
        columns = [pa.array(rows[:, i], type=dtype) for i in range(6)]
        struct = pa.StructArray.from_arrays(columns, names)
        table = pa.table({"id": pa.array(range(3000)), "box": struct})
        flat = pa.table(dict(zip(names, columns, strict=True)))
        want = expected if dtype == pa.float64() else plane.side(tr.Boxes(rows.astype(np.float32)))
        for source in (struct, table, flat, pa.concat_tables([table[:100], table[100:]]), pa.chunked_array([struct])):
            assert np.array_equal(plane.side(tr.Boxes(source)), want)
    sliced = pa.StructArray.from_arrays([pa.array(rows[:, i]) for i in range(6)], names)[7:100]
    assert np.array_equal(plane.side(tr.Boxes(sliced)), expected[7:100])


def test_arrow_nulls_and_errors() -> None:
    pa = pytest.importorskip("pyarrow")
    names = ["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"]
    rows = [dict.fromkeys(names, 0.0), None, dict.fromkeys(names, 3.0), {**dict.fromkeys(names, 3.0), "zmax": None}]
    boxes = tr.Boxes(pa.array(rows, type=pa.struct([(name, pa.float64()) for name in names])))
    assert tr.Plane("z = 1").side(boxes, nan="null").tolist() == [-1, None, 1, None]
    with pytest.raises(TypeError, match="boxes: there is no column zmin; the columns are xmin, ymin;"):
        tr.Boxes(pa.table({"xmin": [0.0], "ymin": [0.0]}))
    with pytest.raises(TypeError, match="the column xmin has the Arrow type Utf8; it must have a type of floats"):
        tr.Boxes(pa.table({name: ["0"] for name in names}))
    with pytest.raises(ValueError, match=r"boxes: the shape is \(2,\); it must be \(n, 6\)"):
        tr.Boxes(pa.array([1.0, 2.0]))


def test_arrow_memory_outlives_its_table() -> None:
    pa = pytest.importorskip("pyarrow")
    names = ["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"]

    def made() -> tr.Boxes:
        return tr.Boxes(pa.table({name: pa.array(np.full(100_000, i // 3.0)) for i, name in enumerate(names)}))

    boxes = made()
    junk = [np.full(100_000, 7.0) for _ in range(20)]
    assert tr.Plane("z = 1").side_counts(boxes) == (0, 100_000, 0, 0) and len(junk) == 20


def test_results_as_arrow(cube: tr.Mesh) -> None:
    pa = pytest.importorskip("pyarrow")
    points = np.array([[0.0, 0.0, z] for z in (0.0, 1.0, np.nan, 2.0)] * 5)
    batch = tr.Plane("z = 1").masks(points).to_arrow(len(points))
    assert batch.to_pydict() == {"on": [False, True, None, False] * 5, "front": [False, False, None, True] * 5}
    with pytest.raises(ValueError, match="not the length for 99 rows"):
        tr.Plane("z = 1").masks(points).to_arrow(99)
    sides = pa.array(tr.Plane("z = 1").side(points, nan="null"))
    assert sides.to_pylist() == [-1, 0, None, 1] * 5
    table = tr.Scene({"cube": cube}).cut("z = 0.5").objects.to_arrow()
    assert table["volume_front"].to_pylist() == [0.5]


def test_pandas(cube: tr.Mesh) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"x": [0.0, 1.0], "y": [0.0, 0.0], "z": [0.0, 2.0]})
    assert tr.Plane("z = 1").side(frame).tolist() == [-1, 1]
    assert tr.Plane("z = 1").side(frame.astype("int32")).tolist() == [-1, 1]
    table = tr.Scene({"cube": cube}).cut("z = 0.5").objects.to_pandas()
    assert table["volume_front"].tolist() == [0.5]


def _box(trimesh: Any, **more: Any) -> Any:
    return trimesh.Trimesh(
        [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]], process=False, **more
    )


def _of(mesh: Any, key: str, values: Any) -> dict[str, list[float]]:
    """Returns the values of vertices by their positions, or those of faces by the sums of their corners."""
    places = mesh.vertices if key.startswith("vertex") else mesh.vertices[mesh.faces].sum(axis=1)
    return {str(place): value for place, value in zip(places.tolist(), np.asarray(values).tolist(), strict=True)}


@pytest.mark.filterwarnings("error")
def test_colours_of_trimesh_are_kept() -> None:
    trimesh = pytest.importorskip("trimesh")
    colors = np.array([[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [9, 8, 7, 6]], dtype=np.uint8)
    for key in ("vertex_colors", "face_colors"):
        there = _box(trimesh, **{key: colors})
        again = tr.Mesh.from_trimesh(there).to_trimesh()
        assert again.is_watertight and _of(again, key, getattr(again.visual, key)) == _of(there, key, colors), key
        halves = tr.Mesh.from_trimesh(there).split("z = 1")
        for half in (halves.front.to_trimesh(), halves.back.to_trimesh()):
            assert half.visual.defined and tr.Mesh.from_trimesh(half).is_closed, key
    # Faces of the halves keep the colours of their faces.
    seen = {tuple(color) for color in halves.front.to_trimesh().visual.face_colors.tolist()}
    assert {tuple(color) for color in colors[1:].tolist()} <= seen


@pytest.mark.filterwarnings("error")
def test_texture_coordinates_of_trimesh_are_kept() -> None:
    trimesh = pytest.importorskip("trimesh")
    uv = np.array([[0, 0], [1, 0], [0, 1], [0.5, 0.25]])
    there = _box(trimesh, visual=trimesh.visual.TextureVisuals(uv=uv))
    there.visual.material = None
    mesh = tr.Mesh.from_trimesh(there)
    again = mesh.to_trimesh()
    assert _of(again, "vertex", again.visual.uv) == _of(there, "vertex", uv)
    # The crossing of the edge from (4, 0, 0) to (0, 0, 4) is halfway at z = 2.
    half = mesh.split("z = 2").front.to_trimesh()
    at = np.flatnonzero(np.all(half.vertices == [2, 0, 2], axis=1))
    assert [0.75, 0.125] in half.visual.uv[at].tolist()


def test_what_trimesh_or_transect_does_not_keep_is_named() -> None:
    trimesh = pytest.importorskip("trimesh")
    visual = trimesh.visual.TextureVisuals(uv=np.zeros((4, 2)), material=trimesh.visual.material.SimpleMaterial())
    there = _box(trimesh, visual=visual, vertex_attributes={"heat": np.zeros(4)}, face_attributes={"kind": np.zeros(4)})
    with pytest.warns(UserWarning, match="the material and its images, the attribute heat of vertices, the attribute kind"):
        tr.Mesh.from_trimesh(there)
    seams = Path(__file__).parents[3] / "assets/gltf/seams.glb"
    mesh = tr.read(seams)[0]
    with pytest.warns(UserWarning, match="does not keep: .*(tangent|_HEIGHT|normals)"):
        again = mesh.to_trimesh()
    assert again.visual.uv is not None and "color" in again.vertex_attributes
