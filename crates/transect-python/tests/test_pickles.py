"""Pickles of meshes, scenes, sections, layers, drawings and cuts: the objects that are read again have equal answers."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import pathlib
import pickle
from typing import TypeVar

import numpy as np
import pytest

import transect as tr
from conftest import box_mesh
from transect import _transect

ASSETS = pathlib.Path(__file__).resolve().parents[3] / "assets"
T = TypeVar("T")


def again(value: T) -> T:
    return pickle.loads(pickle.dumps(value))


def assert_equal_meshes(one: tr.Mesh, other: tr.Mesh) -> None:
    assert np.array_equal(one.vertices, other.vertices) and np.array_equal(one.faces, other.faces)


def assert_equal_scenes(one: tr.Scene, other: tr.Scene, folder: pathlib.Path) -> None:
    """Files hold names, placements, materials, textures and attributes, too."""
    assert one.names == other.names and one.files == other.files and one.notes == other.notes
    files = []
    for name, scene in (("one", one), ("other", other)):
        scene.write(folder / f"{name}.glb", force=True)
        files.append((folder / f"{name}.glb").read_bytes())
    assert files[0] == files[1]


def assert_equal_sections(one: tr.Section, other: tr.Section) -> None:
    assert one.area == other.area and one.perimeter == other.perimeter and one.plane == other.plane
    assert one.depends_on_limit == other.depends_on_limit
    assert np.array_equal(one.frame, other.frame)
    for lists in ("loops", "loops_2d", "open_chains"):
        pairs = list(zip(getattr(one, lists), getattr(other, lists), strict=True))
        assert all(np.array_equal(a, b) for a, b in pairs), lists
    assert one.to_svg() == other.to_svg() and one.__geo_interface__ == other.__geo_interface__


@pytest.fixture
def room() -> tr.Scene:
    return tr.Scene({"box": box_mesh((0, 0, 0), (4, 4, 4)), "post": box_mesh((1, 1, -1), (2, 2, 5))})


@pytest.mark.parametrize("on_plane", ["front", "back"])
@pytest.mark.parametrize("plane", ["z = 0.5", "z = 1", "x + 2y + 3z = 1.7", "-x = -0.5", "z = 9"])
def test_sections(cube: tr.Mesh, plane: str, on_plane: str) -> None:
    section = cube.section(plane, on_plane=on_plane)
    assert_equal_sections(again(section), section)
    opened = tr.Mesh(cube.vertices, cube.faces[:-1]).section(plane, on_plane=on_plane)
    assert_equal_sections(again(opened), opened)


def test_layers(cube: tr.Mesh, room: tr.Scene) -> None:
    for layer in cube.layers("z", step=0.25):
        read = again(layer)
        assert read.height == layer.height and read.plane == layer.plane
        assert_equal_sections(read.section, layer.section)
    for layer in room.layers("z", step=0.5):
        other = again(layer)
        assert other.height == layer.height and other.plane == layer.plane
        assert [name for name, _ in other.sections] == [name for name, _ in layer.sections]
        for (_, one), (_, two) in zip(other.sections, layer.sections, strict=True):
            assert_equal_sections(one, two)
    # An iterator has a thread that computes the next layers.
    with pytest.raises(TypeError):
        pickle.dumps(cube.layers("z", step=0.25))


def test_drawings(cube: tr.Mesh, room: tr.Scene) -> None:
    office = tr.read(ASSETS / "office.glb")
    for drawing in (cube.section("z = 0.5").drawing, room.section("z = 1"), office.section("z = 1.2"), room.cut("z = 1").drawing):
        read = again(drawing)
        assert repr(read) == repr(drawing)
        assert read.to_svg() == drawing.to_svg() and read.to_png() == drawing.to_png()
        assert read.to_dxf() == drawing.to_dxf() and read.to_geojson() == drawing.to_geojson()
        assert read.to_wkb() == drawing.to_wkb()


def test_cuts_of_meshes(wavy: tr.Mesh) -> None:
    corners = np.array([[0.1, 0.2, 5.3], [7.7, 0.1, 5.2], [0.3, 9.9, 5.4]])
    for plane in ("z = 5", tr.PlaneThrough(*corners), tr.PlaneAt(corners[0], [0.1, 0.2, 0.9])):
        split = wavy.split(plane)
        read = again(split)
        for one, other in zip(read, split, strict=True):
            assert_equal_meshes(one, other)
            assert_equal_meshes(again(other), other)
        assert read.certificate() == split.certificate()
        assert_equal_sections(read.section, split.section)
    cut = wavy.cut_by_region(["x = 2", "5 = x", "y = 1"])
    cut_read = again(cut)
    assert_equal_meshes(cut_read.inside, cut.inside)
    assert_equal_meshes(cut_read.outside, cut.outside)
    assert cut_read.relation == cut.relation and cut_read.is_correct()
    assert np.array_equal(cut_read.face_areas, cut.face_areas)
    division = wavy.divide(["x = 2", "y = 3"])
    for one, other in zip(again(division).parts, division.parts, strict=True):
        assert one.sides == other.sides
        assert_equal_meshes(one.mesh, other.mesh)
        assert_equal_meshes(again(other).mesh, other.mesh)
    # Planes keep the form in which they were given.
    mixed = ["x = 2.5", tr.PlaneThrough(*corners), tr.PlaneAt(corners[1], [0.1, 0.2, 0.9])]
    mixed_cut = wavy.cut_by_region(mixed)
    _, (mesh,) = mixed_cut.__reduce__()
    assert_equal_meshes(mesh, wavy)
    assert_equal_meshes(again(mixed_cut).inside, mixed_cut.inside)
    assert_equal_meshes(again(mixed_cut).outside, mixed_cut.outside)
    mixed_division = wavy.divide(mixed)
    assert again(mixed_division).is_correct() and again(mixed_division).findings() == []
    for one, other in zip(again(mixed_division).parts, mixed_division.parts, strict=True):
        assert one.sides == other.sides
        assert_equal_meshes(one.mesh, other.mesh)
    for answer in (mixed_cut, mixed_division):
        call, _ = answer.__reduce__()
        _, (_, kept) = call.__reduce__()
        assert kept == [tr.Plane("x = 2.5"), *mixed[1:]]
    curve = wavy.curve([0.3, 0.2, 1])
    curve_read = again(curve)
    assert np.array_equal(curve_read.knots, curve.knots) and curve_read.at(5) == curve.at(5)


@pytest.mark.parametrize(
    "path", [ASSETS / "spot.obj", ASSETS / "office.glb", *sorted(ASSETS.glob("gltf/*.gl*"))], ids=lambda path: path.name
)
def test_scenes(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    scene = tr.read(path)
    assert_equal_scenes(again(scene), scene, tmp_path)


def test_cuts_of_scenes(room: tr.Scene, tmp_path: pathlib.Path) -> None:
    cut = room.cut("z = 1", only=["p*"], on_plane="back", unit="mm")
    read = again(cut)
    assert read.report == cut.report and read.objects == cut.objects and repr(read) == repr(cut)
    assert_equal_scenes(read.front, cut.front, tmp_path)
    assert_equal_scenes(read.back, cut.back, tmp_path)
    assert_equal_scenes(again(cut.front), cut.front, tmp_path)
    assert read.drawing.to_svg() == cut.drawing.to_svg()
    division = again(room.divide(["z = 1", "x = 1.5"]))
    assert division.is_correct and len(division.parts) == 4
    camera = tr.Frustum.camera([2, 2, 9], forward=[0, 0, -1], up=[0, 1, 0])
    corners = np.array([[0.1, 0.2, 1.3], [3.7, 0.1, 1.2], [0.3, 2.9, 1.4]])
    for several in (
        room.divide(grid=["z=0..4/3", "x+y=0..4 step 1.25"], only=["p*"], format="ply"),
        room.divide(["z = 1", tr.PlaneThrough(*corners)], on_plane="back", unit="m"),
        room.cut_by_region(["z = 1", tr.PlaneThrough(*corners)], only=["b*"]),
        room.cut_by_region(camera, format="obj"),
    ):
        other = again(several)
        assert other.report == several.report and other.objects == several.objects and repr(other) == repr(several)
        assert [part.name for part in other.parts] == [part.name for part in several.parts]
        for one, part in zip(other.parts, several.parts, strict=True):
            assert one.sides == part.sides
            assert_equal_scenes(one.scene, part.scene, tmp_path)
        drawings = {name: drawing.to_svg() for name, drawing in several.drawings.items()}
        assert {name: drawing.to_svg() for name, drawing in other.drawings.items()} == drawings
    region_cut = room.cut_by_region(["z = 1", "x = 1.5"])
    inside, outside, is_correct = again(region_cut)
    assert is_correct
    assert_equal_scenes(inside, region_cut.inside, tmp_path)
    assert_equal_scenes(outside, region_cut.outside, tmp_path)
    # The objects of a scene keep what their meshes have besides the positions.
    office = tr.read(ASSETS / "office.glb").cut("z = 1.2", only=["IfcWall*"])
    mesh = next(iter(office.front))
    one, other = (tr.Scene({"mesh": each}) for each in (mesh, again(mesh)))
    assert_equal_scenes(one, other, tmp_path)


def middle(scene: tr.Scene) -> tuple[tr.Section, tr.Drawing, tr.Cut]:
    return scene["box"].section("z = 2"), scene.section("z = 2"), scene.cut("z = 2")


def test_answers_of_other_processes(room: tr.Scene) -> None:
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        section, drawing, cut = pool.submit(middle, room).result()
    own = middle(room)
    assert_equal_sections(section, own[0])
    assert drawing.to_svg() == own[1].to_svg()
    assert cut.report == own[2].report


def test_damaged_pickles_and_those_of_other_versions_are_errors(room: tr.Scene, cube: tr.Mesh) -> None:
    for value in (room, cube.section("z = 0.5"), cube.section("z = 0.5").drawing):
        function, (content,) = value.__reduce__()
        assert function is _transect._unpickled
        for length in range(0, len(content), max(1, len(content) // 50)):
            with pytest.raises(ValueError, match="the pickle is damaged"):
                function(content[:length])
        length = content[0]
        with pytest.raises(ValueError, match=r"made by transect 9\.9\.9, and this is"):
            function(bytes([5]) + b"9.9.9" + content[1 + length :])
        # A damaged byte is an error or another value, and never a panic.
        for place in range(1 + length, len(content), max(1, len(content) // 300)):
            damaged = bytearray(content)
            damaged[place] ^= 0xFF
            try:
                function(bytes(damaged))
            except ValueError as error:
                assert "damaged" in str(error)
