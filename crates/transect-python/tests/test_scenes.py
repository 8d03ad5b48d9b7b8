"""Scenes, files and drawings."""

from __future__ import annotations

import json
import pathlib
import warnings
from collections.abc import Callable

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
    assert cut.report["planes"][0]["section"]["area"] == 1.0
    assert list(cut.objects[1]) == ["name", "index", "side", "touching", "divided", "closed", "loops", "section_area", "section_signed_area",
                                    "volume_front", "volume_back", "signed_volume_front", "signed_volume_back"]  # fmt: skip
    assert cut.objects[1]["loops"] == 1 and cut.objects[0]["section_area"] == 0.0
    assert cut.objects[0]["volume_back"] == 1.0 and cut.objects[0]["volume_front"] == 0.0
    assert list(cut.drawings) == ["1"] and cut.drawings["1"].to_svg() == cut.drawing.to_svg()
    assert [(part.name, part.sides, len(part.scene)) for part in cut.parts] == [
        ("front", (tr.Side.FRONT,), 3),
        ("back", (tr.Side.BACK,), 2),
    ]
    front, back, is_correct = cut
    assert (len(front), len(back), is_correct) == (3, 2, True)
    assert not hasattr(cut, "inside")
    assert "<table>" in cut._repr_html_() and "<svg" in cut._repr_html_()


def test_selection(tower: tr.Scene) -> None:
    assert len(tower.cut("z = 1.5", only=["*/1"]).objects) == len(tower.cut("z = 1.5", only="*/1").objects) == 1
    with pytest.raises(tr.GeometryError):
        tower.cut("z = 1.5", only=["wall/*"])


def test_errors_have_kinds(tower: tr.Scene, tmp_path: pathlib.Path) -> None:
    def kind(call: Callable[[], object]) -> str:
        with pytest.raises((tr.GeometryError, tr.FileError)) as raised:
            call()
        return raised.value.kind

    broken, stl, out = tmp_path / "broken.stl", tmp_path / "tower.stl", tmp_path / "out"
    broken.write_text("solid broken")
    tower.write(stl)
    cut = tower.cut("z = 1.5")
    cut.write(out)
    far = tr.Scene({"far": tr.Mesh([[0, 0, 0], [1e80, 0, 0], [0, 1, 0]], [[0, 1, 2]])})
    assert kind(lambda: tr.read(tmp_path / "missing.stl")) == "missing_file"
    assert kind(lambda: tr.check(tmp_path / "missing.jsonl")) == "missing_file"
    assert kind(lambda: tr.read(broken)) == "input_file"
    assert kind(lambda: tower.write(stl)) == "output_exists"
    assert kind(lambda: cut.write(out)) == "output_exists"
    assert kind(lambda: cut.write(stl)) == "argument"
    assert kind(lambda: tower.cut("z = 1.5", only=["wall/*"])) == "argument"
    assert kind(lambda: tr.Plane("z")) == "argument"
    assert kind(lambda: far.cut("x = 1")) == "too_large"
    assert tr.GeometryError("without a kind").kind == "argument"


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


@pytest.mark.parametrize("extension", ["stl", "obj", "ply", "off", "3mf", "glb"])
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


def test_units(cube: tr.Mesh, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "cube.obj"
    cube.write(path)
    scene = tr.read(path, unit="in", to_unit="mm")
    assert scene.to_mesh().vertices.max() == 25.4
    # Formats with a unit get it.
    scene.write(tmp_path / "cube.3mf")
    assert tr.read(tmp_path / "cube.3mf", to_unit="in").to_mesh().vertices.max() == pytest.approx(1.0)
    tr.read(path, unit="cm").write(tmp_path / "cm.3mf")
    assert tr.read(tmp_path / "cm.3mf", to_unit="mm").to_mesh().vertices.max() == 10.0
    with pytest.raises((tr.GeometryError, tr.FileError), match="the unit of the model is not known"):
        tr.read(path, to_unit="mm")
    with pytest.raises((tr.GeometryError, tr.FileError), match="has the unit mm already"):
        tr.read(tmp_path / "cube.3mf", unit="m")
    with pytest.raises((tr.GeometryError, tr.FileError), match="not a known unit"):
        tr.read(path, unit="cubit")


def test_other_files_have_a_hint(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "house.ifc"
    path.write_text("ISO-10303-21;\n")
    with pytest.raises(tr.FileError, match="hint: convert .ifc to GLB with docs/ifc_to_glb.py"):
        tr.read(path)


def test_outputs(tower: tr.Scene, tmp_path: pathlib.Path) -> None:
    cut = tower.cut("z = 1.5")
    names = ["section.svg", "section.png", "section.pdf", "section.dxf", "section.geojson", "section.wkt",
             "section.wkb", "halves", "objects.csv", "report.json"]  # fmt: skip
    written = cut.write(tmp_path / "out", write=names)
    assert sorted(pathlib.Path(path).name for path in written) == sorted(
        ["section.svg", "section.png", "section.pdf", "section.dxf", "section.geojson", "section.wkt", "section.wkb",
         "front.glb", "back.glb", "objects.csv", "report.json"]  # fmt: skip
    )
    assert json.loads((tmp_path / "out" / "report.json").read_text())["planes"][0]["objects"]["on"] == 1
    assert (tmp_path / "out" / "section.svg").read_text() == cut.drawing.to_svg()
    assert (tmp_path / "out" / "section.png").read_bytes() == cut.drawing.to_png()
    with pytest.raises(tr.FileError):
        cut.write(tmp_path / "out", write=names)
    with pytest.raises(ValueError, match="is section.svg meant"):
        cut.write(tmp_path / "other", write=["section.svgg"])
    # A text is a list of one name.
    assert [pathlib.Path(path).name for path in cut.write(tmp_path / "one", write="section.svg")] == ["section.svg"]
    # Without names, the files are those of `transect cut -o`.
    usual = cut.write(tmp_path / "usual")
    assert sorted(pathlib.Path(path).name for path in usual) == sorted(
        ["section.svg", "section.png", "section.dxf", "section.geojson", "section.wkt", "section.wkb", "preview.png",
         "front.glb", "back.glb", "objects.csv", "report.html", "report.json"]  # fmt: skip
    )
    page = (tmp_path / "usual" / "report.html").read_text()
    assert "z = 1.5" in page and page.count("<svg") >= 1 and "data:image/png;base64," in page
    assert (tmp_path / "usual" / "preview.png").read_bytes().startswith(b"\x89PNG")


def test_measures_of_a_cut(tower: tr.Scene) -> None:
    cut = tower.cut("z = 1.5")
    assert cut.section == tr.SectionMeasures(
        area=1.0, area_other_limit=1.0, perimeter=4.0, loops=1, open_chains=0, signed_area=1.0
    )
    assert (cut.area, cut.volumes) == (1.0, {"front": 2.5, "back": 1.5})
    assert cut.sections == {"1": cut.section}
    # A plane in which faces lie has two limits.
    assert tower.cut("z = 4").section.area == 1.0 and tower.cut("z = 4").section.area_other_limit == 0.0
    division = tower.divide(["z = 1.5", "x = 0.5"])
    assert {name: section.area for name, section in division.sections.items()} == {"1": 1.0, "2": 4.0}
    assert sum(volume or 0 for volume in division.volumes.values()) == 4.0
    for name in ("section", "area"):
        with pytest.raises(AttributeError, match="cut.sections"):
            getattr(division, name)


def test_a_file_as_one_mesh(tower: tr.Scene, tmp_path: pathlib.Path) -> None:
    tower.write(tmp_path / "tower.obj")
    mesh = tr.Mesh.read(tmp_path / "tower.obj")
    assert mesh.volume == tower.to_mesh().volume == 4.0
    # Vertices of two floors at one position are one vertex.
    assert len(mesh.vertices) == 20 and len(mesh.faces) == 48
    assert tower.to_mesh(only="floor/3").bounds.tolist() == [[0, 0, 3], [1, 1, 4]]
    assert tower.to_mesh(only=["floor/0", "floor/2"]).volume == 2.0
    with pytest.raises(tr.GeometryError, match="matches no object"):
        tower.to_mesh(only="wall/*")
    for extension in ("stl", "obj", "ply", "off", "3mf", "glb"):
        path = tmp_path / f"half.{extension}"
        mesh.split("z = 2.5").back.write(path)
        assert tr.Mesh.read(path).volume == 2.5 and tr.read(path).names == ["half"]
        with pytest.raises(tr.FileError, match="exists already"):
            mesh.write(path)
        mesh.write(path, force=True)
        assert tr.Mesh.read(path).volume == 4.0
    with pytest.raises(ValueError, match="the extension must be"):
        mesh.write(tmp_path / "half.step")
    with pytest.raises(tr.FileError):
        tr.Mesh.read(tmp_path / "missing.stl")


def test_outputs_of_a_region_cut(tower: tr.Scene, tmp_path: pathlib.Path) -> None:
    planes = ["z = 1.5", tr.PlaneAt([0.5, 0, 0], [0.1, 0, 0]), "10 = z"]
    cut = tower.cut_by_region(planes, on_plane="back", unit="mm")
    assert cut.report["cut"]["kind"] == "region" and cut.report["source"] == []
    assert [plane["name"] for plane in cut.report["planes"]] == ["1", "2", "3"]
    assert [plane["cap_area"] for plane in cut.report["planes"]] == [0.5, 2.5, 0.0]
    assert [row["relation"] for row in cut.objects] == ["outside", "meets", "meets", "meets"]
    assert [row["cut_by"] for row in cut.objects] == [[], ["1", "2"], ["2"], ["2"]]
    assert [row["volume_inside"] for row in cut.objects] == [0.0, 0.25, 0.5, 0.5]
    assert cut.objects[1]["side"] == ["on", "on", "front"] and cut.objects[1]["section_area"] is None
    # The third plane cuts no object.
    assert list(cut.drawings) == ["1", "2"] and " mm" in cut.drawings["1"].to_svg()
    area = sum(json.loads(cut.drawings["2"].to_geojson())["features"][i]["properties"]["area"] for i in range(3))
    assert area == 2.5
    assert [(part.name, part.sides) for part in cut.parts] == [("inside", ()), ("outside", ())]
    written = cut.write(tmp_path / "out")
    assert [pathlib.Path(path).name for path in written] == [
        "section-1.svg", "section-2.svg", "preview.png", "inside.glb", "outside.glb", "objects.csv", "report.html",
        "report.json",
    ]  # fmt: skip
    assert (tmp_path / "out" / "section-2.svg").read_text() == cut.drawings["2"].to_svg()
    assert json.loads((tmp_path / "out" / "report.json").read_text()) == cut.report
    assert [pathlib.Path(path).name for path in cut.write(tmp_path / "part", write=["outside"])] == ["outside.glb"]
    again = tr.read(tmp_path / "out" / "inside.glb")
    assert sum(mesh.volume for mesh in again) == 1.25
    for name in ("front", "halves", "x2-z1"):
        with pytest.raises(ValueError, match="not a part of this cut\nhint: parts stands for all of them"):
            cut.write(tmp_path / "other", write=[name])
    with pytest.raises(ValueError, match="written as"):
        cut.write(tmp_path / "other", write=["inside.stl"])
    assert "<th>volume_inside</th>" in cut._repr_html_() and cut._repr_html_().count("</svg>") == 2
    with pytest.raises(AttributeError, match='no part "front"; its parts are: inside, outside'):
        cut.front
    with pytest.raises(AttributeError, match="cut.drawings"):
        cut.drawing
    assert repr(cut) == "<transect.Cut by a region of 3 planes: 0 objects inside, 3 partly inside, 1 outside>"


def test_outputs_of_a_division(tower: tr.Scene, tmp_path: pathlib.Path) -> None:
    cut = tower.divide(["z = 1.5", "x = 0.5", "y = 7"])
    names = ["front-front-back", "front-back-back", "back-front-back", "back-back-back"]
    assert [part.name for part in cut.parts] == names
    assert cut.objects[1]["loops"] == [1, 1, 0] and cut.objects[1]["section_area"] == [1.0, 1.0, 0.0]
    assert cut.objects[0]["side"] == ["back", "on", "back"] and "relation" not in cut.objects[0]
    assert [cut.objects[1][f"volume_{name}"] for name in names] == [0.25] * 4
    written = cut.write(tmp_path, write=["data", "parts", "back-back-back"])
    assert sorted(pathlib.Path(path).name for path in written) == sorted(
        [f"section-{plane}.{extension}" for plane in (1, 2) for extension in ("geojson", "wkt", "wkb")]
        + [f"{name}.glb" for name in names]
        + ["objects.csv", "report.json"]
    )
    parts, is_correct = cut
    assert is_correct and [part.sides for part in parts] == [part.sides for part in cut.parts]
    with pytest.raises(AttributeError, match="no part"):
        cut.back
    one = tower.divide(["z = 9"])
    assert len(one.front) == 0 and one.back.names == tower.names and one.drawings == {}
    # Planes may coincide, and without planes the only part is the whole.
    same = tower.divide(["z = 1.5", "2z = 3", "-z = -1.5"])
    assert [part.name for part in same.parts] == ["front-front-back", "back-back-front"] and same.is_correct
    (whole,) = tower.divide([]).parts
    assert (whole.name, whole.sides, whole.scene.names) == ("whole", (), tower.names)
    assert len(tr.Scene({}).divide(["z = 1"]).parts) == 0


def test_grids(tower: tr.Scene, tmp_path: pathlib.Path) -> None:
    cut = tower.divide(grid=["x=0..1/2", "z=0..4 step 2"])
    assert [part.name for part in cut.parts] == ["x2-z2", "x2-z1", "x1-z2", "x1-z1"] and cut.is_correct
    assert all(sum(mesh.volume for mesh in part.scene) == 1.0 for part in cut.parts)
    assert list(cut.drawings) == ["x-2"] and cut.report["cut"]["kind"] == "grid"
    written = cut.write(tmp_path, write=["section.svg", "x1-z2"])
    assert [pathlib.Path(path).name for path in written] == ["section-x-2.svg", "x1-z2.glb"]
    mesh = tower["floor/1"]
    assert [part.mesh.volume for part in mesh.divide(grid=["x=0..1/4"]).parts] == [0.25] * 4
    assert mesh.divide(grid=["x=0..1/4"]).is_correct()
    for owner in (tower, mesh):
        with pytest.raises(tr.GeometryError, match="the number of cells is missing"):
            owner.divide(grid=["x=0..4"])
        with pytest.raises(TypeError, match="either planes or grid"):
            owner.divide()
        with pytest.raises(TypeError, match="either planes or grid"):
            owner.divide(["x = 0.5"], grid=["x=0..1/2"])
        with pytest.raises(TypeError, match="grid needs"):
            owner.divide(grid=[])
        with pytest.raises(TypeError):
            owner.divide(grid="x=0..1/2")


def test_the_planes_of_a_frustum_have_names(tower: tr.Scene, tmp_path: pathlib.Path) -> None:
    camera = tr.Frustum.camera([0.5, 0.5, 6], forward=[0, 0, -1], up=[0, 1, 0], near=3.5, far=5.25)
    cut = tower.cut_by_region(camera)
    assert cut.is_correct and cut.report["cut"]["kind"] == "frustum"
    assert list(cut.drawings) == ["near", "far"]
    assert sum(mesh.volume for mesh in cut.inside) == pytest.approx(1.75)
    assert cut.write(tmp_path, write=["section.svg"])[0].endswith("section-near.svg")


def test_the_format_decides_the_numbers_of_the_parts(tower: tr.Scene, tmp_path: pathlib.Path) -> None:
    for format, rounding in (("glb", 1e-6), ("stl", 1e-6), ("ply", 1e-15), ("obj", 1e-15)):
        cut = tower.divide(["z = 1.1"], only=["floor/1"], format=format)
        top = cut.back[0].vertices[:, 2].max()
        assert abs(top - 1.1) <= rounding and (top == 1.1) == (rounding == 1e-15)
        assert str(tmp_path / f"back.{format}") in cut.write(tmp_path, write=["back"])
        assert tr.read(tmp_path / f"back.{format}")[0].vertices[:, 2].max() == top
    for cut in (tower.cut("z = 1.1", format="obj"), tower.cut_by_region(["1.1 = z"], format="obj")):
        assert cut.parts[0].scene["floor/1"].volume == pytest.approx(0.9 if cut.parts[0].name == "front" else 0.1, 1e-15)
    with pytest.raises(ValueError, match='format must be "stl", "obj", "ply", "off", "3mf" or "glb", not "fbx"'):
        tower.cut("z = 1", format="fbx")


def test_findings_name_the_object() -> None:
    box = box_mesh((0, 0, 0), (2, 2, 2))
    twisted = box.vertices.copy()
    top = twisted[:, 2] > 1
    twisted[top, :2] = (twisted[top, :2] - 1) @ [[-0.5, -0.75], [0.75, -0.5]] + 1
    cut = tr.Scene({"box": box, "twisted": tr.Mesh(twisted, box.faces)}).cut("z = 1.03")
    # Outlines that cross are the input's, so the halves are correct.
    (found,) = cut.findings
    assert cut.is_correct and len(cut.report["certificate"]["findings"]) == 1
    assert (found.object, found.row, found.kind, found.part) == ("twisted", 1, "section_crosses", None)
    assert found.severity == "note" and found.occurrences == 1 and found.plane is None
    assert found.place is not None and found.place[2] == pytest.approx(1.03)


def test_regions_without_planes_and_empty_regions(tower: tr.Scene) -> None:
    everything = tower.cut_by_region([])
    assert everything.inside.names == tower.names and len(everything.outside) == 0 and everything.is_correct
    nothing = tower.cut_by_region(["z = 2", "1 = z"])
    assert len(nothing.inside) == 0 and nothing.outside.names == tower.names and nothing.is_correct


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
    assert isinstance(cut, tr.Cut) and cut.is_correct and cut.findings == []
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
        assert len(method(["z = 1.5"], only="floor/*").objects) == 4
        with pytest.raises(TypeError):
            method(["z = 1.5"], only=1)
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
    assert [layer.height for layer in scene.layers("z", count=4, only="cube")] == [0.125, 0.375, 0.625, 0.875]
    assert [layer.height for layer in cube.layers("z", count=2)] == [0.25, 0.75]
    assert all(name == "cube" for layer in scene.layers("z", step=0.25, only=["cube"]) for name, _ in layer.sections)
    for wrong in ({}, {"count": 2, "step": 1}, {"heights": [1], "count": 2}):
        with pytest.raises(TypeError, match="one of heights=…, step=… and count=…"):
            cube.layers("z", **wrong)
    with pytest.raises(tr.GeometryError, match="at least 1"):
        cube.layers("z", count=0)
    assert " mm" in cube.section("z = 0.5").to_svg(unit="mm") and " mm" not in cube.section("z = 0.5").to_svg()
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


def test_characters_that_no_font_has_are_a_warning(cube: tr.Mesh, tmp_path: pathlib.Path) -> None:
    cut = tr.Scene({"会议室": cube}).cut("z = 0.5")
    with pytest.warns(UserWarning, match="会室议"):
        boxes = cut.drawing.to_png()
    with pytest.warns(UserWarning, match="会室议"):
        cut.write(tmp_path / "out", write="section.png")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn = cut.drawing.to_png(fonts=[ASSETS / "blocks.ttf"])
        assert cut.drawing.to_pdf(fonts=[str(ASSETS / "blocks.ttf")])[:4] == b"%PDF"
        tr.Scene({"wall": cube}).cut("z = 0.5").write(tmp_path / "plain", write="section.png")
    assert drawn != boxes
    with pytest.raises(tr.FileError, match="gear.stl"):
        cut.drawing.to_png(fonts=[ASSETS / "gear.stl"])
