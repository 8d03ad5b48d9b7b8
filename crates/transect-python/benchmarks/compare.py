"""Times of transect beside numpy's formulas, trimesh, manifold3d and meshlib, from numpy arrays to numpy arrays.

Usage: RAYON_NUM_THREADS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python compare.py OUT.csv

The engines take turns, and the least of several times counts. Answers are compared. Engines that are not installed are
left out with a message.
"""

from __future__ import annotations

import csv
import importlib.util
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

import transect as tr

ROUNDS = 5
ROWS = 1_000_000
GRID = 350
LAYERS = 1_000

Engines = dict[str, Callable[[], Any]]


def measured(question: str, engines: Engines, rows: list[list[object]]) -> dict[str, Any]:
    """Runs the engines in turns, adds their least times to the rows, and returns their answers."""
    answers: dict[str, Any] = {}
    least = dict.fromkeys(engines, float("inf"))
    for _ in range(ROUNDS):
        for name, run in engines.items():
            start = time.perf_counter()
            answers[name] = run()
            least[name] = min(least[name], time.perf_counter() - start)
    for name, seconds in least.items():
        ratio = seconds / least["transect"]
        rows.append([question, name, f"{seconds * 1e3:.3f}", f"{ratio:.2f}"])
        print(f"{question:28} {name:12} {seconds * 1e3:10.2f} ms   {ratio:7.2f} × transect", flush=True)
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
            found = measured(f"sides of points, {name}", engines, rows)
            assert (found["numpy"] == found["transect"]).mean() > 0.999
            engines = {
                "numpy": lambda own=own, n=n, d=d, length=length: (own @ n + d) / length,
                "transect": lambda own=own: plane.signed_distance(own),
            }
            found = measured(f"distances, {name}", engines, rows)
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
            rows.append([f"wrong sides of {len(points)}: {name}", engine, count, ""])
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


def meshes(rows: list[list[object]]) -> None:
    vertices, faces = waves(GRID)
    print(f"a mesh of {len(faces)} triangles")
    height = 22.125
    heights = np.linspace(-3, 43, LAYERS)
    single = vertices.astype(np.float32)

    def own_split() -> tuple[float, float]:
        split = tr.Mesh(vertices, faces).split(f"z = {height}")
        front, back = split
        _ = front.vertices, front.faces, back.vertices, back.faces
        return front.volume, back.volume

    section: Engines = {"transect": lambda: tr.Mesh(vertices, faces).section(f"z = {height}").area}
    split: Engines = {"transect": own_split}
    layers: Engines = {
        "transect": lambda: sum(layer.section.area for layer in tr.Mesh(vertices, faces).layers("z", heights=heights))
    }
    if has("trimesh"):
        import trimesh

        def cut_by_trimesh() -> tuple[float, float]:
            mesh = trimesh.Trimesh(vertices, faces, process=False)
            halves = [mesh.slice_plane([0, 0, height], [0, 0, sign], cap=True) for sign in (1, -1)]
            return halves[0].volume, halves[1].volume

        def section_by_trimesh() -> float:
            path = trimesh.Trimesh(vertices, faces, process=False).section([0, 0, 1], [0, 0, height])
            return float(path.to_2D()[0].area)

        def layers_by_trimesh() -> float:
            mesh = trimesh.Trimesh(vertices, faces, process=False)
            paths = mesh.section_multiplane([0, 0, 0], [0, 0, 1], heights)
            return float(sum(path.area for path in paths if path is not None))

        section["trimesh"], split["trimesh"], layers["trimesh"] = section_by_trimesh, cut_by_trimesh, layers_by_trimesh
    if has("manifold3d"):
        import manifold3d

        def manifold() -> Any:
            return manifold3d.Manifold(manifold3d.Mesh(vert_properties=single, tri_verts=faces.astype(np.uint32)))

        def split_by_manifold() -> tuple[float, float]:
            front, back = manifold().split_by_plane([0, 0, 1], height)
            for half in (front, back):
                raw = half.to_mesh()
                _ = np.asarray(raw.vert_properties), np.asarray(raw.tri_verts)
            return front.volume(), back.volume()

        def layers_by_manifold() -> float:
            solid = manifold()
            return float(sum(solid.slice(h).area() for h in heights))

        section["manifold3d"] = lambda: manifold().slice(height).area()
        split["manifold3d"], layers["manifold3d"] = split_by_manifold, layers_by_manifold
    if has("meshlib"):
        from meshlib import mrmeshnumpy, mrmeshpy

        def split_by_meshlib() -> tuple[float, float]:
            volumes = []
            for sign in (1.0, -1.0):
                mesh = mrmeshnumpy.meshFromFacesVerts(faces, vertices)
                options = mrmeshpy.TrimWithPlaneParams()
                options.plane = mrmeshpy.Plane3f(mrmeshpy.Vector3f(0, 0, sign), sign * height)
                outline = mrmeshpy.std_vector_std_vector_Id_EdgeTag()
                output = mrmeshpy.TrimOptionalOutput()
                output.outCutContours = outline
                mrmeshpy.trimWithPlane(mesh, options, output)
                for edge in mesh.topology.findHoleRepresentiveEdges():
                    mrmeshpy.fillHole(mesh, edge)
                _ = mrmeshnumpy.getNumpyVerts(mesh), mrmeshnumpy.getNumpyFaces(mesh.topology)
                volumes.append(mesh.volume())
            return volumes[0], volumes[1]

        split["meshlib"] = split_by_meshlib
    for name, engines in (("section", section), ("split", split), (f"{LAYERS} layers", layers)):
        usable: Engines = {}
        for engine, run in engines.items():
            try:
                run()
            except Exception as error:  # an engine of another version is left out, not the whole comparison
                print(f"left out: {name} by {engine}: {type(error).__name__}: {error}")
            else:
                usable[engine] = run
        answers = measured(name, usable, rows)
        for engine, answer in answers.items():
            print(f"  {engine}: {answer}")
            same = np.allclose(answer, answers["transect"], rtol=1e-4)
            rows.append([f"{name}: agrees with transect", engine, str(bool(same)), ""])


def main() -> None:
    rows: list[list[object]] = []
    formulas(rows)
    wrong_answers(rows)
    meshes(rows)
    with open(sys.argv[1], "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["question", "engine", "milliseconds or answer", "ratio to transect"])
        table.writerows(rows)


if __name__ == "__main__":
    main()
