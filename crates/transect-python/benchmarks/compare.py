"""Times of transect beside numpy's formulas, trimesh, manifold3d and meshlib, from numpy arrays to numpy arrays.

Usage: python compare.py THREADS OUT.csv [formulas|meshes]

Each engine gets THREADS threads. The engines take turns, and the least of several times counts: on one thread the time
of the CPU, which other programs on the machine hardly change, and on several threads the time of the clock. Answers are
compared. Engines that are not installed are left out with a message.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    # The libraries read these variables when they are loaded.
    for variable in ("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "TBB_NUM_THREADS"):
        os.environ[variable] = sys.argv[1]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[1])])

import csv
import importlib.util
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

import transect as tr

ROUNDS = 5
SHORT_ROUNDS = 40
ROWS = 1_000_000
GRID = 350
LAYERS = 1_000

Engines = dict[str, Callable[[], Any]]


def measured(question: str, engines: Engines, rows: list[list[object]], rounds: int = ROUNDS) -> dict[str, Any]:
    """Runs the engines in turns, adds their least times to the rows, and returns their answers."""
    answers: dict[str, Any] = {}
    least = {name: [float("inf")] * 2 for name in engines}
    for _ in range(rounds):
        for name, run in engines.items():
            answers.pop(name, None)  # the memory of the last answer is free for this one
            wall, cpu = time.perf_counter(), time.process_time()
            answers[name] = run()
            took = [time.perf_counter() - wall, time.process_time() - cpu]
            least[name] = [min(pair) for pair in zip(least[name], took, strict=True)]
    threads = int(sys.argv[1])
    judged = int(threads == 1)
    for name, (wall, cpu) in least.items():
        ratio = least[name][judged] / least["transect"][judged]
        rows.append([question, threads, name, f"{wall * 1e3:.3f}", f"{cpu * 1e3:.3f}", f"{ratio:.2f}"])
        print(
            f"{question:34} {name:12} wall {wall * 1e3:10.2f} ms, CPU {cpu * 1e3:10.2f} ms   {ratio:7.2f} × transect",
            flush=True,
        )
    return answers


def formulas(rows: list[list[object]]) -> None:
    rng = np.random.default_rng(1)
    points = rng.random((ROWS, 3))
    boxes = np.hstack([points, points + rng.random((ROWS, 3)) / 100])
    normal, offset = np.array([2.0, 3.0, 6.0]), -5.5
    plane = tr.Plane(normal, offset)
    for dtype in (np.float64, np.float32):
        for order in ("C", "F"):
            own = np.array(points, dtype=dtype, order=order)
            n, d, length = normal.astype(dtype), dtype(offset), dtype(7)
            name = f"{np.dtype(dtype).name}, order {order}"
            engines: Engines = {
                "numpy": lambda own=own, n=n, d=d: np.sign(own @ n + d).astype(np.int8),
                "transect": lambda own=own: plane.side(own),
            }
            found = measured(f"sides of points, {name}", engines, rows, SHORT_ROUNDS)
            assert (found["numpy"] == found["transect"]).mean() > 0.999
            engines = {
                "numpy": lambda own=own, n=n, d=d, length=length: (own @ n + d) / length,
                "transect": lambda own=own: plane.signed_distance(own),
            }
            found = measured(f"distances, {name}", engines, rows, SHORT_ROUNDS)
            assert np.allclose(found["numpy"], found["transect"], atol=1e-5)
        held = boxes.astype(dtype)

        def by_formula(held: Any = held, n: Any = normal.astype(dtype), d: Any = dtype(offset)) -> Any:
            low, high = held[:, :3], held[:, 3:]
            middle = (low + high) @ (n / 2) + d
            reach = (high - low) @ np.abs(n / 2)
            return (middle > reach).astype(np.int8) - (middle < -reach).astype(np.int8)

        batch = tr.Boxes(held)
        found = measured(
            f"sides of boxes, {np.dtype(dtype).name}",
            {"numpy": by_formula, "transect": lambda batch=batch: plane.side(batch)},
            rows,
            SHORT_ROUNDS,
        )
        assert (found["numpy"] == found["transect"]).mean() > 0.999


def wrong_answers(rows: list[list[object]]) -> None:
    """Counts the points for which numpy's formula gives a wrong side, judged by fractions."""
    rng = np.random.default_rng(2)
    lattice = rng.integers(-5, 6, (20_000, 3)) / 10
    ramp = rng.integers(-400, 401, (20_000, 3)) / 10
    cases = {
        "lattice of tenths, x + y + z = 0.3": (lattice, np.array([1.0, 1.0, 1.0]), -0.3),
        "ramp 3-4-5 with unit normal": (ramp, np.array([0.6, 0.0, 0.8]), -1.2),
        "integers, 2x + 3y + 6z = 17": (np.round(lattice * 10), np.array([2.0, 3.0, 6.0]), -17.0),
    }
    for name, (points, normal, offset) in cases.items():
        n = [Fraction(c) for c in normal]
        exact = [sum((a * Fraction(b) for a, b in zip(n, p, strict=True)), Fraction(offset)) for p in points]
        truth = np.array([(value > 0) - (value < 0) for value in exact], dtype=np.int8)
        wrong = int((np.sign(points @ normal + offset).astype(np.int8) != truth).sum())
        own = int((tr.Plane(normal, offset).side(points) != truth).sum())
        for engine, count in (("numpy", wrong), ("transect", own)):
            rows.append([f"wrong sides of {len(points)}: {name}", "", engine, count, "", ""])
            print(f"{name:40} {engine:10} {count} of {len(points)} sides are wrong", flush=True)


def waves(size: int) -> tuple[Any, Any]:
    """A closed block with waves at its top and bottom: vertices of float64 and faces of int64."""
    x, y = np.meshgrid(np.arange(size + 1.0), np.arange(size + 1.0), indexing="ij")
    wave = np.sin(x / 7) * np.cos(y / 5) * 5
    low = np.column_stack([x.ravel(), y.ravel(), wave.ravel()])
    index = np.arange((size + 1) ** 2).reshape(size + 1, size + 1)
    a, b, c, d = (part.ravel() for part in (index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]))
    upper = np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
    rim = np.concatenate([index[:, 0], index[-1, 1:], index[-2::-1, -1], index[0, -2:0:-1]])
    after, count = np.roll(rim, -1), len(low)
    walls = [np.column_stack([rim + count, after + count, after]), np.column_stack([rim + count, after, rim])]
    return np.concatenate([low + [0, 0, 40], low]), np.concatenate([upper, upper[:, ::-1] + count, *walls])


def has(name: str) -> bool:
    found = importlib.util.find_spec(name) is not None
    if not found:
        print(f"left out: {name} is not installed")
    return found


def by_transect(vertices: Any, faces: Any, height: float, heights: Any) -> Engines:
    def split() -> tuple[float, float]:
        front, back = tr.Mesh(vertices, faces).split(f"z = {height}")
        _ = front.vertices, front.faces, back.vertices, back.faces
        return front.volume, back.volume

    return {
        "section": lambda: tr.Mesh(vertices, faces).section(f"z = {height}").area,
        "split": split,
        "layers": lambda: sum(
            layer.section.area for layer in tr.Mesh(vertices, faces).layers("z", heights=heights)
        ),
    }


def by_trimesh(vertices: Any, faces: Any, height: float, heights: Any) -> Engines:
    import trimesh

    def split() -> tuple[float, float]:
        mesh = trimesh.Trimesh(vertices, faces, process=False)
        halves = [mesh.slice_plane([0, 0, height], [0, 0, sign], cap=True) for sign in (1, -1)]
        return halves[0].volume, halves[1].volume

    def section() -> float:
        path = trimesh.Trimesh(vertices, faces, process=False).section([0, 0, 1], [0, 0, height])
        return float(path.to_2D()[0].area)

    def layers() -> float:
        mesh = trimesh.Trimesh(vertices, faces, process=False)
        paths = mesh.section_multiplane([0, 0, 0], [0, 0, 1], heights)
        return float(sum(path.area for path in paths if path is not None))

    return {"section": section, "split": split, "layers": layers}


def by_manifold(vertices: Any, faces: Any, height: float, heights: Any) -> Engines:
    import manifold3d

    single, corners = vertices.astype(np.float32), faces.astype(np.uint32)

    def solid() -> Any:
        return manifold3d.Manifold(manifold3d.Mesh(vert_properties=single, tri_verts=corners))

    def split() -> tuple[float, float]:
        front, back = solid().split_by_plane([0, 0, 1], height)
        for half in (front, back):
            raw = half.to_mesh()
            _ = np.asarray(raw.vert_properties), np.asarray(raw.tri_verts)
        return front.volume(), back.volume()

    def layers() -> float:
        body = solid()
        return float(sum(body.slice(h).area() for h in heights))

    return {"section": lambda: solid().slice(height).area(), "split": split, "layers": layers}


def by_meshlib(vertices: Any, faces: Any, height: float, heights: Any) -> Engines:
    from meshlib import mrmeshnumpy, mrmeshpy

    single, corners = vertices.astype(np.float32), faces.astype(np.int32)

    def body() -> Any:
        return mrmeshnumpy.meshFromFacesVerts(corners, single)

    def area(mesh: Any, h: float) -> float:
        sections = mrmeshpy.extractXYPlaneSections(mrmeshpy.MeshPart(mesh), h)
        outlines = mrmeshpy.planeSectionsToContours2f(mesh, sections, mrmeshpy.AffineXf3f())
        return sum(mrmeshpy.calcOrientedArea(outline) for outline in outlines)

    def split() -> tuple[float, float]:
        volumes = []
        for sign in (1.0, -1.0):
            mesh = body()
            options = mrmeshpy.TrimWithPlaneParams()
            options.plane = mrmeshpy.Plane3f(mrmeshpy.Vector3f(0, 0, sign), sign * height)
            mrmeshpy.trimWithPlane(mesh, options)
            for edge in mesh.topology.findHoleRepresentiveEdges():
                # One vertex in the middle of the hole. The other ways of meshlib to fill take a minute here.
                mrmeshpy.fillHoleTrivially(mesh, edge)
            _ = mrmeshnumpy.getNumpyVerts(mesh), mrmeshnumpy.getNumpyFaces(mesh.topology)
            volumes.append(mesh.volume())
        return volumes[0], volumes[1]

    def layers() -> float:
        mesh = body()
        return sum(area(mesh, h) for h in heights)

    return {"section": lambda: area(body(), height), "split": split, "layers": layers}


ENGINES = {"transect": by_transect, "trimesh": by_trimesh, "manifold3d": by_manifold, "meshlib": by_meshlib}


def meshes(rows: list[list[object]]) -> None:
    vertices, faces = waves(GRID)
    print(f"a mesh of {len(faces)} triangles")
    heights = np.linspace(-3, 43, LAYERS)
    engines = {name: engine for name, engine in ENGINES.items() if has(name)}
    # The first plane crosses the four walls. The second crosses the waves at the top: many outlines.
    for question, height in (
        ("section, one outline", 22.125),
        ("section, many outlines", 40.5),
        ("split, one outline", 22.125),
        ("split, many outlines", 40.5),
        (f"layers, {LAYERS}", 0.0),
    ):
        usable: Engines = {}
        is_long = question.startswith("layers")
        for name, engine in engines.items():
            run = engine(vertices, faces, height, heights)[question.split(",")[0]]
            try:
                # Layers take minutes with some engines, so they are asked once; a section tells whether they run.
                (engine(vertices, faces, height, heights)["section"] if is_long else run)()
            except Exception as error:  # an engine of another version is left out, not the whole comparison
                print(f"left out: {question} by {name}: {type(error).__name__}: {error}")
            else:
                usable[name] = run
        answers = measured(question, usable, rows, 1 if is_long else ROUNDS)
        for name, answer in answers.items():
            is_same = bool(np.allclose(answer, answers["transect"], rtol=1e-4))
            print(f"  {name}: {answer}{'' if is_same else ', which differs'}")
            rows.append([f"{question}: agrees with transect to 4 digits", "", name, str(is_same), "", ""])


def main() -> None:
    rows: list[list[object]] = []
    parts = sys.argv[3:] or ["formulas", "meshes"]
    if "formulas" in parts:
        formulas(rows)
        wrong_answers(rows)
    if "meshes" in parts:
        meshes(rows)
    with open(sys.argv[2], "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["question", "threads", "engine", "wall ms, or answer", "CPU ms", "ratio to transect"])
        table.writerows(rows)


if __name__ == "__main__":
    main()
