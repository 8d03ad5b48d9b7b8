"""Cuts models with other libraries, and checks their halves with `transect verify`: `cargo xtask verify-others`.

Arguments: the command, a folder to write into, and cases such as assets/spot.obj:y=0.2. Prints a table for
docs/certificate.md. A library that is not installed is skipped with a message. All libraries
get the models with coordinates rounded to f32.
"""

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

AXES = "xyz"


def written(path, points, triangles):
    """Writes an OBJ file with all digits of its numbers."""
    with open(path, "w") as file:
        for point in points:
            file.write("v {!r} {!r} {!r}\n".format(*map(float, point)))
        for triangle in triangles:
            file.write("f {} {} {}\n".format(*(int(vertex) + 1 for vertex in triangle)))
    return path


def by_trimesh(model, axis, height, folder):
    import trimesh

    mesh = trimesh.load(model, force="mesh", process=False)
    mesh.merge_vertices(merge_tex=True, merge_norm=True)
    normal, origin = [0.0] * 3, [0.0] * 3
    origin[axis] = height
    paths = []
    for name, sign in (("front", 1.0), ("back", -1.0)):
        normal[axis] = sign
        half = trimesh.intersections.slice_mesh_plane(mesh, normal, origin, cap=True)
        paths.append(written(folder / f"{name}.obj", half.vertices, half.faces))
    return paths


def by_manifold3d(model, axis, height, folder):
    import manifold3d
    import numpy
    import trimesh

    # Trimesh is used here only to read the file.
    mesh = trimesh.load(model, force="mesh", process=False)
    mesh.merge_vertices(merge_tex=True, merge_norm=True)
    body = manifold3d.Manifold(
        manifold3d.Mesh64(
            vert_properties=numpy.asarray(mesh.vertices, numpy.float64),
            tri_verts=numpy.asarray(mesh.faces, numpy.uint64),
        )
    )
    if body.status() != manifold3d.Error.NoError:
        raise ValueError(f"not read: {body.status()}")
    normal = [0.0] * 3
    normal[axis] = 1.0
    paths = []
    for name, half in zip(("front", "back"), body.split_by_plane(normal, height)):
        mesh = half.to_mesh64()
        paths.append(written(folder / f"{name}.obj", mesh.vert_properties[:, :3], mesh.tri_verts))
    return paths


def by_meshlib(model, axis, height, folder):
    from meshlib import mrmeshnumpy, mrmeshpy

    paths = []
    for name, sign in (("front", 1.0), ("back", -1.0)):
        mesh = mrmeshpy.loadMesh(model)
        normal = [0.0] * 3
        normal[axis] = sign
        plane = mrmeshpy.Plane3f(mrmeshpy.Vector3f(*normal), sign * height)
        parameters = mrmeshpy.TrimWithPlaneParams()
        parameters.plane = plane
        mrmeshpy.trimWithPlane(mesh, parameters)
        for edge in mesh.topology.findHoleRepresentiveEdges():
            mrmeshpy.fillHole(mesh, edge)
        mesh.pack()
        points = mrmeshnumpy.getNumpyVerts(mesh)
        paths.append(written(folder / f"{name}.obj", points, mrmeshnumpy.getNumpyFaces(mesh.topology)))
    return paths


def rounded(model, folder):
    """Writes the model as an OBJ file with all coordinates rounded to f32, because MeshLib stores f32."""
    import numpy
    import trimesh

    mesh = trimesh.load(model, force="mesh", process=False)
    folder.mkdir(parents=True, exist_ok=True)
    points = numpy.asarray(mesh.vertices, numpy.float32)
    # Merge equal positions into one vertex: some libraries treat them as different vertices.
    points, index = numpy.unique(points, axis=0, return_inverse=True)
    faces = index.reshape(-1)[mesh.faces]
    return str(written(folder / f"{Path(model).stem}.obj", points, faces))


LIBRARIES = {"trimesh": by_trimesh, "manifold3d": by_manifold3d, "meshlib": by_meshlib}


def judged(command, model, plane, halves, tolerance):
    """Returns the report of the command on halves."""
    run = subprocess.run(
        [command, "verify", model, "--plane", plane, *halves, "--tolerance", repr(tolerance), "--json"],
        capture_output=True,
        text=True,
    )
    if run.returncode not in (0, 1):
        raise ValueError(run.stderr.strip())
    return json.loads(run.stdout)


def told(report):
    """Returns the verdict in a few words: the findings of both halves by kind."""
    if report["certified"]:
        return "certified"
    kinds = {}
    for finding in report["certificate"]["findings"]:
        count, amount = kinds.get(finding["kind"], (0, 0.0))
        kinds[finding["kind"]] = (count + finding["count"], max(amount, finding["amount"]))
    return ", ".join(f"`{kind}` {count} ({amount:.1e})" for kind, (count, amount) in kinds.items())


def main(command, out, *cases):
    print("| Library | Model | Plane | `--tolerance 0` | `--tolerance 1e-6` |")
    print("|---|---|---|---|---|")
    for library, cut in LIBRARIES.items():
        try:
            name = f"{library} {version(library)}"
        except Exception as error:
            print(f"skipped: {library} is not installed ({error})", file=sys.stderr)
            continue
        for case in cases:
            given, plane = case.rsplit(":", 1)
            model = rounded(given, Path(out) / "models")
            axis, height = plane.split("=")
            folder = Path(out) / library / Path(model).stem
            folder.mkdir(parents=True, exist_ok=True)
            shown = f"| {name} | {Path(given).name} | `{plane}` |"
            try:
                halves = cut(model, AXES.index(axis), float(height), folder)
                words = [told(judged(command, model, plane, halves, t)) for t in (0.0, 1e-6)]
                print(shown, " | ".join(words), "|", flush=True)
            except Exception as error:
                print(shown, f"not cut: {str(error).splitlines()[0]} | |", flush=True)


main(*sys.argv[1:])
