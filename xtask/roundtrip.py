"""Cuts models, reads the halves with an independent reader (trimesh), and checks them with its own arithmetic.

Run by `cargo xtask roundtrip`, which installs trimesh into target/roundtrip first.
Usage: roundtrip.py TRANSECT OUT MODEL=PLANE…
"""

import json
import pathlib
import subprocess
import sys

import numpy
import trimesh


def objects(path, names):
    """Returns the triangles of a file in world coordinates, by the name of their object."""
    scene = trimesh.load(path, process=False, force="scene")
    found = {}
    for node in scene.graph.nodes_geometry:
        matrix, geometry = scene.graph[node]
        mesh = scene.geometry[geometry]
        points = trimesh.transformations.transform_points(mesh.vertices, matrix)
        found.setdefault(name_of(node, names), []).append(points[mesh.faces])
    return {name: numpy.concatenate(parts) for name, parts in found.items()}


def name_of(node, names):
    """Returns the object of a trimesh node. Trimesh adds a suffix to the names of primitives of one mesh."""
    while node not in names and "_" in node:
        node = node.rsplit("_", 1)[0]
    return node


def open_edges(corners):
    """Counts the directed edges that have no reverse edge, in integers."""
    _, ids = numpy.unique(corners.reshape(-1, 3) + 0.0, axis=0, return_inverse=True)
    ids = ids.reshape(-1, 3)
    edges = numpy.concatenate([ids[:, [0, 1]], ids[:, [1, 2]], ids[:, [2, 0]]])
    edges = edges[edges[:, 0] != edges[:, 1]]
    sign = numpy.where(edges[:, 0] < edges[:, 1], 1, -1)
    pairs, which = numpy.unique(numpy.sort(edges, axis=1), axis=0, return_inverse=True)
    return int(numpy.abs(numpy.bincount(which.reshape(-1), weights=sign, minlength=len(pairs))).sum())


def volume(corners):
    middle = corners.reshape(-1, 3).mean(axis=0)
    return trimesh.triangles.mass_properties(corners - middle, skip_inertia=True).volume


def judge(transect, out, model, plane, kind):
    folder = out / f"{pathlib.Path(model).stem}-{kind}"
    command = [transect, "cut", model, "--plane", plane, "--format", kind, "--json", "--force", "-o", str(folder)]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    known = {o["name"] for o in report["objects_list"]}
    whole = objects(model, known)
    halves = {}
    for side in ("front", "back"):
        path = folder / f"{side}.{kind}"
        halves[side] = objects(path, known) if path.exists() else {}
        triangles = sum(len(corners) for corners in halves[side].values())
        assert triangles == next(part for part in report["parts"] if part["name"] == side)["triangles"], (model, kind, side, triangles)
    if len(whole) == 1:  # Compare a single object without names: formats may rename it; OBJ has one name per material.
        whole = {"": next(iter(whole.values()))}
        halves = {side: {"": numpy.concatenate(list(meshes.values()))} for side, meshes in halves.items() if meshes}
        names = {""} if report["objects_list"][0]["closed"] else set()
    else:
        names = {o["name"] for o in report["objects_list"] if o["closed"]}
    if len(whole) > 1 and kind != "glb":
        names = set()  # Trimesh merges the objects here, so only the number of triangles is compared.
    residual = 0.0
    for name in names:
        parts = [halves[side][name] for side in halves if name in halves[side]]
        for part in parts:
            assert open_edges(part) == 0, (model, kind, name, "is open")
        residual += abs(sum(map(volume, parts)) - volume(whole[name]))
    bound = report["certificate"]["volume_bound"]
    # Transect and trimesh both round volumes, so each may have an error up to the bound.
    assert not names or residual <= 2 * bound, (model, kind, residual, bound)
    print(f"{pathlib.Path(model).name} {plane} {kind}: {len(names)} closed objects, both halves closed; "
          f"volumes add up to {residual:.3g} (bound {bound})")


def main():
    transect, out, *cases = sys.argv[1:]
    for case in cases:
        model, plane = case.split("=", 1)
        for kind in ("glb", "obj", "ply", "stl"):
            judge(transect, pathlib.Path(out), model, plane, kind)


if __name__ == "__main__":
    main()
