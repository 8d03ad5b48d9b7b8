"""Scenes, files and drawings."""

from __future__ import annotations

import json
import pathlib

import pytest

import transect as tr
from conftest import box_mesh

ASSETS = pathlib.Path(__file__).resolve().parents[3] / "assets"


@pytest.fixture
def tower() -> tr.Scene:
    return tr.Scene({f"floor/{z}": box_mesh((0, 0, z), (1, 1, z + 1)) for z in range(4)})


def test_cut(tower: tr.Scene) -> None:
    seen: list[int] = []
    cut = tower.cut("z = 1.5", progress=seen.append)
    assert [row["side"] for row in cut.objects] == ["back", "on", "front", "front"]
    assert seen == [1, 2, 3, 4] and cut.is_correct
    assert cut.front.names == ["floor/1", "floor/2", "floor/3"]
    assert cut.front["floor/1"].volume == 0.5 and cut.back[-1].volume == 0.5
    assert cut.report["section"]["area"] == 1.0
    assert "<table>" in cut._repr_html_() and "<svg" in cut._repr_html_()


def test_selection(tower: tr.Scene) -> None:
    assert len(tower.cut("z = 1.5", only=["*/1"]).objects) == 1
    with pytest.raises(tr.GeometryError):
        tower.cut("z = 1.5", only=["wall/*"])


def test_an_exception_of_the_callback_stops_the_work(tower: tr.Scene) -> None:
    def refuse(done: int) -> None:
        raise KeyError(done)

    with pytest.raises(KeyError):
        tower.cut("z = 1.5", progress=refuse)


def test_iteration_and_keys(tower: tr.Scene) -> None:
    assert sum(mesh.volume for mesh in tower) == 4.0
    with pytest.raises(KeyError):
        tower["roof"]
    with pytest.raises(IndexError):
        tower[4]
    with pytest.raises(TypeError, match="is not a transect.Mesh"):
        tr.Scene({"a": 1})


@pytest.mark.parametrize("extension", ["stl", "obj", "ply", "glb"])
def test_files(tower: tr.Scene, extension: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / f"tower.{extension}"
    tower.write(path)
    again = tr.read(path)
    assert sum(mesh.volume for mesh in again) == 4.0
    with pytest.raises(tr.FileError):
        tower.write(path)
    tower.write(path, force=True)
    with pytest.raises(OSError):
        again.write(path, force=True)


def test_wrong_files(tmp_path: pathlib.Path) -> None:
    with pytest.raises(tr.FileError, match="missing.stl"):
        tr.read(tmp_path / "missing.stl")
    broken = tmp_path / "broken.obj"
    broken.write_text("v 0 0 0\nf 1 2 3\n")
    with pytest.raises(OSError, match="broken.obj"):
        tr.read(broken)
    with pytest.raises(ValueError, match="the extension must be"):
        tr.Scene({}).write(tmp_path / "a.fbx")
    with pytest.raises(TypeError):
        tr.read()


def test_outputs(tower: tr.Scene, tmp_path: pathlib.Path) -> None:
    cut = tower.cut("z = 1.5")
    names = ["section.svg", "section.png", "section.pdf", "section.dxf", "section.geojson", "section.wkt",
             "section.wkb", "halves", "objects.csv", "report.json"]  # fmt: skip
    written = cut.write(tmp_path / "out", write=names)
    assert sorted(pathlib.Path(path).name for path in written) == sorted(
        ["section.svg", "section.png", "section.pdf", "section.dxf", "section.geojson", "section.wkt", "section.wkb",
         "front.glb", "back.glb", "objects.csv", "report.json"]  # fmt: skip
    )
    assert json.loads((tmp_path / "out" / "report.json").read_text())["objects"]["on"] == 1
    assert (tmp_path / "out" / "section.svg").read_text() == cut.drawing.to_svg()
    assert (tmp_path / "out" / "section.png").read_bytes() == cut.drawing.to_png()
    with pytest.raises(tr.FileError):
        cut.write(tmp_path / "out", write=names)
    with pytest.raises(ValueError, match="is section.svg meant"):
        cut.write(tmp_path / "other", write=["section.svgg"])
    with pytest.raises(ValueError, match="only the command"):
        cut.write(tmp_path / "other", write=["report.html"])


def test_drawings(tower: tr.Scene) -> None:
    drawing = tower.section("z = 1.5")
    assert drawing.to_svg() == tower.cut("z = 1.5").drawing.to_svg()
    assert json.loads(drawing.to_geojson())["type"] == "FeatureCollection"
    assert drawing.to_wkt().startswith("GEOMETRYCOLLECTION") or "POLYGON" in drawing.to_wkt()
    assert b"SECTION" in drawing.to_dxf() and drawing.to_wkb()[0] == 1


def test_region_cut(tower: tr.Scene) -> None:
    inside, outside, is_correct = tower.cut_by_region(tr.Region(["z = 1.5"]))
    assert sum(mesh.volume for mesh in inside) == 2.5
    assert sum(mesh.volume for mesh in outside) == 1.5
    assert is_correct


def test_region_cut_by_planes_of_several_kinds(tower: tr.Scene) -> None:
    corners = [[0, 0, 3.5], [0.1, 0, 3.5], [0, 0.3, 3.5]]
    seen: list[int] = []
    planes = ["z = 1.5", -tr.PlaneThrough(*corners), tr.PlaneAt([0.5, 0, 0], [0.1, 0, 0])]
    cut = tower.cut_by_region(planes, progress=seen.append)
    assert isinstance(cut, tr.SceneRegionCut) and cut.is_correct
    assert cut.inside.names == ["floor/1", "floor/2", "floor/3"] and len(cut.outside) == 4
    assert sum(mesh.volume for mesh in cut.inside) == 1.0 and sum(mesh.volume for mesh in cut.outside) == 3.0
    assert seen == [1, 2, 3, 4]
    other = tower.cut_by_region(planes[::-1])
    assert [mesh.volume for mesh in other.inside] == [mesh.volume for mesh in cut.inside]
    empty = tr.Scene({}).cut_by_region(planes)
    assert (len(empty.inside), len(empty.outside), empty.is_correct) == (0, 0, True)


def test_selection_of_cuts_by_several_planes(tower: tr.Scene) -> None:
    cut = tower.cut_by_region(["z = 1.5"], only=["*/1", "*/3"])
    assert cut.inside.names == ["floor/1", "floor/3"] and cut.outside.names == ["floor/1"] and cut.is_correct
    division = tower.divide(["z = 1.5", "x = 0.5"], only=["floor/[12]"])
    assert [part.scene.names for part in division.parts] == [["floor/1", "floor/2"]] * 2 + [["floor/1"]] * 2
    assert division.is_correct
    everything = tower.divide(["z = 1.5"], only=[])
    assert [len(part.scene) for part in everything.parts] == [3, 2]
    for method in (tower.cut_by_region, tower.divide):
        with pytest.raises(tr.GeometryError, match="only matches no object"):
            method(["z = 1.5"], only=["wall/*"])
        with pytest.raises(tr.GeometryError, match="only"):
            method(["z = 1.5"], only=["[a"])
        with pytest.raises(TypeError):
            method(["z = 1.5"], only="floor/*")
        with pytest.raises(TypeError, match="a list"):
            method("z = 1.5")


def test_parts_of_meshes_that_are_cut_again(cube: tr.Mesh) -> None:
    scene = tr.Scene({"half": cube.split("z = 0.5").front, "cut": tr.Scene({"cube": cube}).cut("y = 0.25").back[0]})
    division = scene.divide(["x = 0.5", "z = 0.75"])
    assert division.is_correct and len(division.parts) == 4
    again = tr.Scene({name: mesh for name, mesh in zip("ab", division.parts[0].scene, strict=True)})
    cut = again.cut_by_region(["x = 0.75", "z = 0.8"])
    assert cut.is_correct and [mesh.volume for mesh in cut.inside] == pytest.approx([0.05, 0.0125])
    assert again.cut("x = 0.75").is_correct


def test_a_division_of_a_scene_by_many_planes(tower: tr.Scene) -> None:
    planes = [tr.PlaneAt([0, 0, k / 5], [0, 0, 0.1]) for k in range(1, 20)]
    division = tower.divide(planes)
    assert len(division.parts) == 20 and division.is_correct
    assert sum(mesh.volume for part in division.parts for mesh in part.scene) == pytest.approx(4.0)
    assert [part.sides.count(tr.Side.FRONT) for part in division.parts] == list(range(19, -1, -1))


@pytest.mark.skipif(not ASSETS.is_dir(), reason="the wheel is tested outside the repository")
def test_the_office() -> None:
    cut = tr.read(ASSETS / "office.glb").cut("z = 1.2")
    assert cut.is_correct and len(cut.objects) > 10


def test_layers_and_parts_of_a_scene(cube: tr.Mesh, wavy: tr.Mesh) -> None:
    scene = tr.Scene({"cube": cube, "waves": wavy})
    layers = list(scene.layers("z", heights=[0.5, 5.0, 40.0]))
    assert [[name for name, _ in layer.sections] for layer in layers] == [["cube", "waves"], ["waves"], []]
    assert layers[1].sections[0][1].area == wavy.section("z = 5").area
    assert len(scene.layers("z", step=1)) == len(wavy.layers("z", step=1))
    with pytest.raises(tr.GeometryError):
        scene.layers([0, 0, 0], heights=[1])
    division = scene.divide(["z = 5", "x = 20.5"])
    assert division.is_correct and len(division.parts) == 4
    assert division.parts[-1].scene.names == ["cube", "waves"]
    assert scene.files is None


def test_the_files_of_a_scene(tmp_path: pathlib.Path, cube: tr.Mesh) -> None:
    path = tmp_path / "cube.ply"
    tr.Scene({"cube": cube}).write(path)
    scene = tr.read(path)
    assert scene.files == [path]
    assert scene.cut("z = 0.5").front.files is None
