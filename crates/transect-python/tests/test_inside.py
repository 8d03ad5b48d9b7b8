"""Tests of the points inside: boxes within each other, by both rules."""

import pytest
import transect as tr


def box(low: float, high: float, turned: bool = False) -> tuple[list[list[float]], list[list[int]]]:
    ends = (low, high)
    vertices = [[ends[i & 1], ends[i >> 1 & 1], ends[i >> 2]] for i in range(8)]
    faces = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
             [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]]  # fmt: skip
    return vertices, [face[::-1] if turned else face for face in faces]


def nested() -> tr.Mesh:
    (outer, faces), (inner, _) = box(0, 4), box(1, 3)
    return tr.Mesh(outer + inner, faces + [[corner + 8 for corner in face] for face in faces])


@pytest.mark.parametrize(("rule", "area", "volume"), [("nonzero", 16.0, 64.0), ("odd", 12.0, 56.0)])
def test_rules(rule: str, area: float, volume: float) -> None:
    mesh = nested()
    section = mesh.section("z = 2", inside=rule)
    assert (section.area, section.signed_area, section.perimeter) == (area, 20.0, 16.0 + 8.0 * (rule == "odd"))
    moments = section.moments()
    assert moments is not None and (moments.area, moments.centroid) == (area, (2.0, 2.0, 2.0))
    # ∫ v² dA = 4⁴/12, less 2⁴/12 for the cavity. A square has no principal axes of its own.
    assert abs(moments.second[0] - (256 - 16 * (rule == "odd")) / 12) <= moments.second_error
    assert moments.principal is None
    assert [layer.section.area for layer in mesh.layers("z", heights=[2], inside=rule)] == [area]
    bounding = mesh.inside(rule)
    assert bounding is not None and (mesh.volume, bounding.volume) == (72.0, volume)
    cut = tr.Scene({"nested": mesh}).cut("z = 2", inside=rule)
    assert (cut.section.area, cut.section.signed_area) == (area, 20.0)
    assert cut.objects[0]["section_signed_area"] == 20.0
    assert (cut.volumes, cut.signed_volumes) == ({"front": volume / 2, "back": volume / 2}, {"front": 36.0, "back": 36.0})
    assert (cut.objects[0]["volume_front"], cut.objects[0]["signed_volume_front"]) == (volume / 2, 36.0)


def test_crossing_bodies_have_signed_volumes_only() -> None:
    (one, faces), (other, _) = box(0, 4), box(2, 6)
    mesh = tr.Mesh(one + other, faces + [[corner + 8 for corner in face] for face in faces])
    cut = tr.Scene({"crossing": mesh}).cut("z = 3")
    assert (cut.volumes, cut.signed_volumes) == ({"front": None, "back": None}, {"front": 64.0, "back": 64.0})
    assert (cut.objects[0]["volume_back"], cut.objects[0]["signed_volume_back"]) == (None, 64.0)
    assert cut.report["objects_list"][0]["unknown_volume"] == "crossing"


def test_inside_out() -> None:
    mesh = tr.Mesh(*box(0, 2, turned=True))
    assert (mesh.section("z = 1").area, mesh.section("z = 1").signed_area) == (4.0, -4.0)
    inside = mesh.inside()
    assert inside is not None and (mesh.volume, inside.volume) == (-8.0, 8.0)


def test_names() -> None:
    with pytest.raises(ValueError, match='inside must be "nonzero" or "odd", not "even"'):
        nested().section("z = 2", inside="even")
