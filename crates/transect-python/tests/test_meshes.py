"""Meshes: sections, halves, layers, curves, region cuts and certificates."""

from __future__ import annotations

import numpy as np
import pytest

import transect as tr
from conftest import box_mesh


def test_split_of_a_wavy_block(wavy: tr.Mesh) -> None:
    assert wavy.is_closed
    for plane in ("z = 5", "x = 20", "x + y + z = 40", tr.Plane([1, 2, 3], -60)):
        split = wavy.split(plane)
        front, back = split
        assert front.is_closed and back.is_closed
        assert front.volume + back.volume == pytest.approx(wavy.volume, rel=1e-12)
        certificate = split.certificate()
        assert certificate.is_correct and certificate.findings == ()
        assert certificate.cap_area == pytest.approx(split.section.area, rel=1e-9)
        exact = tr.Plane(plane) if isinstance(plane, str) else plane
        assert (exact.side(wavy.vertices) >= 0).any()


def test_section_of_a_cube(cube: tr.Mesh) -> None:
    section = cube.section("z = 0.5")
    assert (section.area, section.perimeter, len(section.loops), section.open_chains) == (1.0, 4.0, 1, [])
    (outer, holes), *more = section.polygons
    assert outer.shape == (8, 2) and holes == [] and more == []  # each diagonal of a side is crossed, too
    assert section.plane == tr.Plane("z = 0.5")
    origin, u, v = section.frame
    assert np.allclose(origin + section.loops_2d[0] @ np.array([u, v]), section.loops[0])


def test_limits_at_a_face(cube: tr.Mesh) -> None:
    lower, upper = cube.section("z = 0", on_plane="front"), cube.section("z = 0", on_plane="back")
    assert (lower.area, upper.area) == (0.0, 1.0)
    assert lower.depends_on_limit and not cube.section("z = 0.5").depends_on_limit
    with pytest.raises(ValueError, match='on_plane must be "front" or "back"'):
        cube.section("z = 0", on_plane="both")


def test_side(cube: tr.Mesh) -> None:
    assert [cube.side(f"z = {h}") for h in (-1, 0, 0.5, 1, 2)] == [1, 0, 0, 0, -1]
    assert tr.Mesh(np.empty((0, 3)), np.empty((0, 3), dtype=int)).side("z = 0") is None


def test_layers_equal_sections(wavy: tr.Mesh) -> None:
    heights = np.linspace(-2, 12, 57)
    layers = wavy.layers("z", heights=heights)
    assert len(layers) == 57
    for layer, height in zip(layers, heights, strict=True):
        assert layer.height == height
        section = wavy.section(layer.plane)
        assert section.area == layer.section.area
        for a, b in zip(layer.section.loops, section.loops, strict=True):
            assert np.array_equal(a, b)
    assert len(layers) == 0 and list(layers) == []


def test_layers_of_a_step(cube: tr.Mesh) -> None:
    assert [layer.height for layer in cube.layers("z", step=0.25)] == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert [layer.section.area for layer in cube.layers([0, 0, 2], heights=[1.0])] == [1.0]
    for arguments in ({}, {"step": 1.0, "heights": [1.0]}):
        with pytest.raises(TypeError, match="one of heights"):
            cube.layers("z", **arguments)
    for step in (0.0, -1.0, float("nan"), float("inf"), 1e-300):
        with pytest.raises(tr.GeometryError):
            cube.layers("z", step=step)
    with pytest.raises(tr.GeometryError):
        cube.layers("z", heights=[float("nan")])
    with pytest.raises(tr.GeometryError):
        cube.layers([0, 0, 0], heights=[1.0])
    with pytest.raises(ValueError, match="is not an axis"):
        cube.layers("up", heights=[1.0])


def test_layers_that_are_dropped_early(wavy: tr.Mesh) -> None:
    for _ in range(20):
        layers = wavy.layers("z", heights=np.linspace(0, 10, 10_000))
        assert next(layers).height == 0.0


def test_curve(cube: tr.Mesh) -> None:
    curve = cube.curve("z")
    assert curve.at(0.25).volume == 0.25 and curve.at(0.25).area == 1.0
    assert curve.knots.tolist() == [0.0, 1.0] and curve.height_of_volume(2) is None
    assert curve.to_svg().startswith("<svg")
    with pytest.raises(tr.GeometryError, match="the mesh is open"):
        tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).curve("z")


def test_region_cut(cube: tr.Mesh) -> None:
    cut = cube.cut_by_region(tr.Region.box([0.5, 0.5, 0.5], [2, 2, 2]))
    assert cut.relation == tr.Overlap.MEETS and cut.is_correct()
    assert (cut.inside.volume, cut.outside.volume) == (0.125, 0.875)
    assert sorted(cut.face_areas.tolist()) == [0, 0, 0, 0.25, 0.25, 0.25]
    assert cut.findings() == []
    everything = cube.cut_by_region([])
    assert everything.relation == tr.Overlap.INSIDE and everything.is_correct()
    assert (everything.inside.volume, len(everything.outside.faces)) == (1.0, 0)
    with pytest.raises(TypeError, match="a list"):
        cube.cut_by_region("x = 1")
    with pytest.raises(TypeError, match="a plane is a transect.Plane"):
        cube.cut_by_region(["x = 1", None])


def test_mass_properties() -> None:
    found = box_mesh((0, 0, 0), (2, 3, 4)).mass_properties()
    assert found is not None
    assert found.volume == 24 and found.centroid == (1.0, 1.5, 2.0)
    assert found.inertia is not None and np.allclose(found.inertia, np.diag([50, 40, 26]))
    assert tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).mass_properties() is None


@pytest.mark.parametrize(
    ("vertices", "faces", "error", "text"),
    [
        ([[0, 0, 0]], [[0, 0, 1]], tr.GeometryError, "triangle 0: index 1 is out of range, there are 1 vertices"),
        ([[0, 0, 0]], [[0, 0, -1]], tr.GeometryError, "the index -1 is out of range"),
        ([[0, 0, 0]], [[0, 0, 2**40]], tr.GeometryError, "is out of range"),
        ([[0, 0, float("nan")]], [[0, 0, 0]], tr.GeometryError, "vertex 0: coordinate z is NaN, not a finite number"),
        ([[0, 0, 0]], [[0.0, 0.0, 0.0]], TypeError, "faces: the dtype is float64; it must be an integer type"),
        ([[0, 0, 0]], [[0, 0, 0, 0]], ValueError, "triangulate other polygons first"),
        ([[0, 0]], [[0, 0, 0]], ValueError, "vertices: the shape is (1, 2); it must be (n, 3)"),
    ],
)
def test_wrong_meshes(vertices: object, faces: object, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as raised:
        tr.Mesh(vertices, faces)
    assert text in str(raised.value)


def test_faces_of_all_integer_types(cube: tr.Mesh) -> None:
    for dtype in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4"):
        again = tr.Mesh(cube.vertices.astype(np.float32), cube.faces.astype(dtype))
        assert again.volume == 1.0
    assert len(tr.Mesh(np.empty((0, 3)), []).faces) == 0


def test_open_meshes_are_cut(cube: tr.Mesh) -> None:
    mesh = tr.Mesh(cube.vertices, cube.faces[2:])
    assert not mesh.is_closed and mesh.open_edges == 4
    split = mesh.split("x = 0.5")
    assert split.certificate().input_closed is False
    assert len(split.section.open_chains) == 1


CORNERS = [[0.1, 0.2, 0.3], [0.7, 0.1, 0.2], [0.3, 0.9, 0.4]]


def test_a_plane_through_points_contains_them(wavy: tr.Mesh) -> None:
    plane = tr.PlaneThrough(*CORNERS)
    assert plane.side(np.array(CORNERS)).tolist() == [0, 0, 0]
    assert plane.flipped() == -plane != plane
    assert plane.side([0, 0, 9]) == -plane.flipped().side([0, 0, 9])
    with pytest.raises(tr.GeometryError, match="row 1"):
        plane.side(np.array([[0, 0, 0], [np.nan, 0, 0]]))
    with pytest.raises(TypeError, match="PlaneThrough"):
        plane.side(tr.Sphere([0, 0, 0], 1))
    face = wavy.vertices[wavy.faces[0]]
    split = wavy.split(tr.PlaneThrough(*face))
    assert split.certificate().is_correct
    assert split.front.is_closed and split.back.is_closed


def test_a_plane_at_a_point_contains_it(wavy: tr.Mesh) -> None:
    point, normal = [691607.85, 5334761.36, 519.27], [0.31, -0.22, 0.93]
    plane = tr.PlaneAt(point, normal)
    assert plane.point == tuple(point) and plane.normal == tuple(normal)
    above = [*point[:2], np.nextafter(point[2], np.inf)]
    assert plane.side(np.array([point, above])).tolist() == [0, 1]
    assert plane.plane.side(point) != 0
    assert plane.flipped() == -plane != plane
    assert hash(plane) == hash(tr.PlaneAt(point, normal))
    assert plane.signed_distance(point) == 0
    with pytest.raises(tr.GeometryError, match="row 1"):
        plane.side(np.array([[0, 0, 0], [np.nan, 0, 0]]))
    with pytest.raises(TypeError, match="PlaneAt"):
        plane.side(tr.Sphere([0, 0, 0], 1))
    with pytest.raises(tr.GeometryError, match="normal is zero"):
        tr.PlaneAt(point, [0, 0, 0])
    vertex = wavy.vertices[wavy.faces[0][0]]
    split = wavy.split(tr.PlaneAt(vertex, normal))
    assert split.certificate().is_correct
    assert split.front.is_closed and split.back.is_closed


def test_a_division_has_a_part_for_each_combination_of_sides(wavy: tr.Mesh) -> None:
    division = wavy.divide(["x = 20.5", "y = 10.25"])
    assert [[side.name for side in part.sides] for part in division.parts] == [
        ["FRONT", "FRONT"], ["FRONT", "BACK"], ["BACK", "FRONT"], ["BACK", "BACK"],
    ]  # fmt: skip
    assert division.is_correct() and all(part.mesh.is_closed for part in division.parts)
    assert np.isclose(sum(part.mesh.volume for part in division.parts), wavy.volume)
    assert division.findings() == []
    with pytest.raises(TypeError, match="a list"):
        wavy.divide("x = 1")
    (whole,) = wavy.divide([]).parts
    assert whole.sides == () and whole.mesh.volume == wavy.volume


def corners_of(mesh: tr.Mesh) -> list[bytes]:
    """The triangles as coordinates, each from its least corner on, in a fixed order."""
    triangles = []
    for face in mesh.vertices[mesh.faces].tolist():
        least = face.index(min(face))
        triangles.append(np.array(face[least:] + face[:least]).tobytes())
    return sorted(triangles)


def mixed_planes(mesh: tr.Mesh) -> list[tr.Plane | tr.PlaneThrough | tr.PlaneAt | str]:
    face, vertex = mesh.vertices[mesh.faces[700]], mesh.vertices[mesh.faces[2100][0]]
    return ["x = 20.5", tr.Plane([0, 1, 0], -10.25), tr.PlaneThrough(*face), tr.PlaneAt(vertex, [0.31, -0.22, 0.93])]


def test_planes_of_several_kinds_cut_together(wavy: tr.Mesh) -> None:
    planes = mixed_planes(wavy)
    division = wavy.divide(planes)
    assert division.is_correct() and len(division.parts) > 4
    assert all(part.mesh.is_closed for part in division.parts)
    assert np.isclose(sum(part.mesh.volume for part in division.parts), wavy.volume)
    kept = [plane if isinstance(plane, (tr.PlaneThrough, tr.PlaneAt)) else tr.Plane(plane) for plane in planes]
    cut = wavy.cut_by_region(kept)
    assert cut.is_correct() and cut.findings() == [] and cut.relation == tr.Overlap.MEETS
    assert cut.inside.is_closed and cut.outside.is_closed
    assert len(cut.face_areas) == 4
    # The part in front of all planes has the same triangles as the part inside the region.
    front = division.parts[0]
    assert front.sides == (tr.Side.FRONT,) * 4
    assert corners_of(front.mesh) == corners_of(cut.inside)
    # The kept planes contain their points exactly.
    face, vertex = wavy.vertices[wavy.faces[700]], wavy.vertices[wavy.faces[2100][0]]
    assert kept[2].side(face).tolist() == [0, 0, 0] and kept[3].side(tuple(vertex)) == tr.Side.ON


def test_the_order_of_planes_does_not_matter(wavy: tr.Mesh) -> None:
    planes = mixed_planes(wavy)
    division = {part.sides: corners_of(part.mesh) for part in wavy.divide(planes).parts}
    cut = wavy.cut_by_region(planes)
    for order in ([3, 2, 1, 0], [2, 0, 3, 1]):
        other = wavy.divide([planes[i] for i in order])
        assert other.is_correct()
        assert {part.sides: corners_of(part.mesh) for part in other.parts} == {
            tuple(sides[i] for i in order): corners for sides, corners in division.items()
        }
        other_cut = wavy.cut_by_region([planes[i] for i in order])
        assert corners_of(other_cut.inside) == corners_of(cut.inside)
        assert corners_of(other_cut.outside) == corners_of(cut.outside)
        assert other_cut.face_areas.tolist() == pytest.approx([cut.face_areas[i] for i in order], rel=1e-12)


def test_a_division_has_any_number_of_planes(cube: tr.Mesh, wavy: tr.Mesh) -> None:
    grid = [f"{axis} = {place}" for axis in "xy" for place in (5.5, 11, 17.25, 22.5, 30)]
    division = wavy.divide(grid)
    assert len(division.parts) == 36 and division.is_correct()
    assert np.isclose(sum(part.mesh.volume for part in division.parts), wavy.volume)
    slices = cube.divide([f"z = {k / 32}" for k in range(1, 32)])
    assert [part.mesh.volume for part in slices.parts] == [1 / 32] * 32
    assert slices.is_correct() and len(slices.parts[0].sides) == 31
    assert repr(slices) == "<transect.Division: 32 parts by 31 planes>"
    # The same plane twice, and its other side, change nothing.
    same = cube.divide(["z = 0.5", "2z = 1", "-z = -0.5"])
    assert [[side.value for side in part.sides] for part in same.parts] == [[1, 1, -1], [-1, -1, 1]]


@pytest.mark.parametrize("dtype", ["<i4", "<i8", "<u4", "<u8", ">i4", ">u8", "i1", "u2"])
def test_faces_of_every_integer_type(dtype: str, cube: tr.Mesh) -> None:
    faces = np.array(cube.faces).astype(dtype)
    strided = np.repeat(faces, 2, axis=0)[::2]
    for array in (faces, np.asfortranarray(faces), strided):
        assert np.array_equal(tr.Mesh(cube.vertices, array).faces, cube.faces)


@pytest.mark.parametrize("index", [-1, 2**32, 2**62])
def test_a_face_with_an_index_out_of_range_is_an_error(index: int, cube: tr.Mesh) -> None:
    faces = cube.faces.astype(np.int64)
    faces[3, 1] = index
    with pytest.raises(tr.GeometryError, match=f"faces: the index {index} is out of range"):
        tr.Mesh(cube.vertices, faces)
