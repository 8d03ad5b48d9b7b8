"""A program of a user, for the type checkers. It also runs, in test_types.py."""

import numpy as np

import transect as tr


def main() -> float:
    plane = tr.Plane("2x + 3y + 6z = 17")
    points = np.zeros((4, 3), dtype=np.float32)
    sides = plane.side(points)
    behind: int = int((sides == tr.Side.BACK).sum())
    one: tr.Side = plane.side((0.0, 0.0, 1.0))
    distance: float = plane.signed_distance((0.0, 0.0, 1.0))
    boxes = tr.Boxes(min=points, max=points + 1)
    counts = plane.side_counts(boxes)
    rows = tr.Bvh(boxes).overlap(["z = 0"], exact=False).inside
    mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    front, back = mesh.split("z = 3")
    area = sum(layer.section.area for layer in mesh.layers("z", step=1.0))
    scene = tr.Scene({"tetrahedron": mesh})
    names: list[str] = scene.cut(plane, progress=print, only="tetra*").front.names
    measures: tr.SectionMeasures = scene.cut("z = 3").section
    volumes: dict[str, float | None] = scene.cut("z = 3").volumes
    area += measures.area + (volumes["front"] or 0) + scene.cut("z = 3").area + scene.to_mesh(only="tetra*").volume
    mixed: list[tr.Plane | tr.PlaneThrough | tr.PlaneAt | str] = ["z = 3", plane]
    mixed += [tr.PlaneThrough([1, 0, 0], [0, 1, 0], [0, 0, 1]), tr.PlaneAt([1, 1, 1], [1, 2, 3])]
    findings: list[tr.PartFinding] = mesh.divide(mixed).findings()
    region = scene.cut_by_region(mixed, only=["tetra*"])
    names += region.inside.names if region.is_correct and not findings else []
    cells = scene.divide(grid=["x=0..6/2", "z=0..6 step 3"], format="obj")
    names += [part.name for part in cells.parts] + [found.kind for found in cells.findings] + list(cells.drawings)
    inside, outside, is_correct = region
    names += inside.names if is_correct and len(outside) else []
    frustum = tr.Frustum.camera([0, 0, 0], forward=[0, 0, -1], up=[0, 1, 0])
    seen = frustum.overlap(boxes)
    total = front.volume + back.volume + area + distance + behind + one + counts.on
    return total + len(rows) + len(names) + float(seen.sum())
