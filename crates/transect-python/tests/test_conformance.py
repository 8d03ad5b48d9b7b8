"""The facts of the folder `conformance`, asked through the functions of the package."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import transect as tr
from conftest import box_mesh

FACTS = pathlib.Path(__file__).resolve().parents[3] / "conformance"
pytestmark = pytest.mark.skipif(not FACTS.is_dir(), reason="the wheel is tested outside the repository")


def test_check_asks_all_facts() -> None:
    paths = sorted(FACTS.glob("*.jsonl"))
    outcome = tr.check(*paths)
    lines = sum(len([line for line in path.read_text().splitlines() if line.strip()]) for path in paths)
    assert outcome.failures == () and outcome.passed == lines


def test_check_reports_a_wrong_fact(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text('{"op": "point_side", "plane": [0, 0, 1, 0], "point": [0, 0, 2], "side": "back", "why": "no"}\n{}\n')
    outcome = tr.check(path)
    assert (outcome.passed, outcome.failed, outcome.not_asked) == (0, 1, 1)
    assert "wrong.jsonl:1: point_side: no" in outcome.failures[0]
    with pytest.raises(tr.FileError, match="missing.jsonl"):
        tr.check(tmp_path / "missing.jsonl")


Fact = dict[str, Any]


def facts(name: str, op: str) -> list[Fact]:
    if not FACTS.is_dir():
        return []
    lines = (FACTS / f"{name}.jsonl").read_text().splitlines()
    return [fact for fact in map(json.loads, filter(str.strip, lines)) if fact["op"] == op]


def number(value: object) -> float:
    """The number of a fact: a number, or a fraction as text."""
    from fractions import Fraction

    return float(Fraction(str(value))) if isinstance(value, str) else float(value)  # type: ignore[arg-type]


def name_of(side: int) -> str:
    return tr.Side(side).name.lower()


def is_3d(fact: Fact) -> bool:
    return len(fact.get("plane", [])) == 4


def test_equations() -> None:
    asked = [fact for fact in facts("side", "plane_text") if fact.get("dimension") != 2 and len(fact.get("plane") or [0] * 4) == 4]
    for fact in asked:
        if "error" in fact:
            with pytest.raises(tr.GeometryError):
                tr.Plane(fact["text"])
            continue
        plane = tr.Plane(fact["text"])
        assert [*plane.normal, plane.offset] == fact["plane"], fact
        if "printed" in fact:
            assert str(plane) == fact["printed"], fact
    assert len(asked) > 20


def test_sides_of_points() -> None:
    asked = [fact for fact in facts("side", "point_side") if is_3d(fact) and "side" in fact]
    for fact in asked:
        plane = tr.Plane(fact["plane"])
        assert name_of(plane.side(fact["point"])) == fact["side"], fact
        assert plane.side([fact["point"]]).tolist() == [plane.side(fact["point"])]
    assert len(asked) > 10


def test_batches() -> None:
    batches: dict[str, Callable[[Any], Any]] = {
        "points": tr.Points,
        "boxes": lambda rows: tr.Boxes(np.array(rows, dtype=float).reshape(-1, 6)),
    }
    asked = 0
    for fact in facts("batch", "batch_sides"):
        for key, make in batches.items():
            if key in fact and is_3d(fact) and "error" not in fact:
                rows = [[[np.nan if c is None else c for c in np.ravel(row)]] for row in fact[key]]
                if any(isinstance(c, str) for row in rows for c in row[0]):
                    continue
                found = tr.Plane(fact["plane"]).side(make(np.array(rows, dtype=float).squeeze(1)), nan="null")
                expected = fact["sides"]
                sides = [None if side is None else name_of(side) for side in found.tolist()]
                assert sides == [None if side == "null" else side for side in expected], fact
                asked += 1
    assert asked > 1


def test_spheres() -> None:
    asked = [fact for fact in facts("shape", "sphere_extent") if is_3d(fact) and "extent" in fact]
    for fact in asked:
        extent = tr.Plane(fact["plane"]).extent(tr.Sphere(fact["center"], fact["radius"]))
        assert [name_of(end) for end in extent] == fact["extent"], fact
    assert len(asked) > 5


def test_splits_of_boxes() -> None:
    asked = 0
    for fact in facts("split", "split"):
        if set(fact["mesh"]) != {"box"} or not is_3d(fact):
            continue
        mesh = box_mesh(*(tuple(corner) for corner in fact["mesh"]["box"]))
        split = mesh.split(tr.Plane(fact["plane"]))
        for half, key in ((split.front, "front"), (split.back, "back")):
            expected = fact.get(key) or {}
            if "volume" in expected:
                assert half.volume == pytest.approx(number(expected["volume"]), rel=1e-12), fact
            if "closed" in expected:
                assert half.is_closed == expected["closed"], fact
        assert split.certificate().is_correct
        asked += 1
    assert asked > 5


def test_sections_of_boxes() -> None:
    asked = 0
    for fact in facts("section", "section"):
        if set(fact["mesh"]) != {"box"} or not is_3d(fact):
            continue
        mesh = box_mesh(*(tuple(corner) for corner in fact["mesh"]["box"]))
        for side in ("front", "back"):
            expected = fact.get(f"on_{side}")
            if expected is None:
                continue
            section = mesh.section(tr.Plane(fact["plane"]), on_plane=side)
            assert section.area == pytest.approx(number(expected["area"]), rel=1e-12), fact
            assert len(section.loops) == expected.get("loops", len(section.loops)), fact
            asked += 1
    assert asked > 5


def test_regions() -> None:
    asked = 0
    for fact in facts("cull", "region_overlap"):
        if "point" not in fact or not all(len(plane) == 4 for plane in fact["planes"]) or len(fact["point"]) != 3:
            continue
        relation = tr.Region([tr.Plane(plane) for plane in fact["planes"]]).overlap(fact["point"])
        assert tr.Overlap(relation).name.lower() == fact["overlap"], fact
        asked += 1
    assert asked > 3
