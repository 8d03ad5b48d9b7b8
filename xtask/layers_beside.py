"""Times layers of models beside other libraries: `cargo xtask layers`.

Arguments: the example program `layers` of benchmarks/, the file to write, the number of rounds, and models. The model
`sphere N` is a sphere that this script makes: N − 1 rings of 2N vertices, and two poles. For every case, the libraries
run one after the other in every round, each in a process of its own; the fastest round counts. With one thread, a
process may use one CPU; with two, the layers are shared between two threads. Times begin when the mesh is in memory:
`prepare_s` is the time before the first layer, `total_s` includes it. The layers that all libraries compute are
perpendicular to z and pass between vertices. Transect also computes layers through vertices, and layers perpendicular
to (1, 2, 3). manifold3d gives areas, which are compared with those of transect. MeshLib gives lists of crossed edges;
their points and areas are not computed.
"""

import csv
import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

LAYERS = 1000

# The folder of the spheres, relative to the root of the project.
SPHERES = Path("target/layers")


def sphere(rings):
    """Writes a sphere as a binary PLY file, and returns its path. Its name has the number of triangles.

    The poles are on the x axis, so nearly all vertices have different heights along z.
    """
    import numpy

    around = 2 * rings
    path = SPHERES / f"sphere of {2 * around * (rings - 1)} triangles.ply"
    tilt, turn = numpy.meshgrid(
        numpy.pi * numpy.arange(1, rings) / rings, 2 * numpy.pi * numpy.arange(around) / around, indexing="ij"
    )
    points = numpy.stack([numpy.cos(tilt), numpy.sin(tilt) * numpy.cos(turn), numpy.sin(tilt) * numpy.sin(turn)], -1)
    points = numpy.concatenate([[[1, 0, 0]], points.reshape(-1, 3), [[-1, 0, 0]]])
    place = 1 + numpy.arange((rings - 1) * around).reshape(rings - 1, around)
    after = numpy.roll(place, -1, 1)
    last = len(points) - 1
    faces = [
        numpy.stack([numpy.zeros_like(place[0]), place[0], after[0]], -1),
        numpy.stack([place[:-1], place[1:], after[:-1]], -1).reshape(-1, 3),
        numpy.stack([after[:-1], place[1:], after[1:]], -1).reshape(-1, 3),
        numpy.stack([numpy.full_like(place[-1], last), after[-1], place[-1]], -1),
    ]
    faces = numpy.concatenate(faces)
    rows = numpy.empty(len(faces), [("count", "u1"), ("corners", "<i4", 3)])
    rows["count"], rows["corners"] = 3, faces
    properties = "".join(f"property float {axis}\n" for axis in "xyz")
    header = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\n{properties}"
    header += f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    path.write_bytes(header.encode() + points.astype("<f4").tobytes() + rows.tobytes())
    return str(path)


def mesh(path):
    """Returns the vertices (f32) and triangles of a binary PLY or of an OBJ file, and the extent along z."""
    import numpy

    data = Path(path).read_bytes()
    if path.endswith(".ply"):
        header, body = data.split(b"end_header\n", 1)
        counts = [int(line.split()[2]) for line in header.split(b"\n") if line.startswith(b"element")]
        points = numpy.frombuffer(body, "<f4", 3 * counts[0]).reshape(-1, 3)
        row = numpy.dtype([("count", "u1"), ("corners", "<i4", 3)])
        faces = numpy.frombuffer(body, row, counts[1], 12 * counts[0])
        assert (faces["count"] == 3).all()
        return points, numpy.ascontiguousarray(faces["corners"])
    points, faces = [], []
    for line in data.decode().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            points.append([float(word) for word in words[1:4]])
        elif words[:1] == ["f"]:
            corners = [int(word.split("/")[0]) - 1 for word in words[1:]]
            faces.extend([corners[0], corners[i], corners[i + 1]] for i in range(1, len(corners) - 1))
    return numpy.array(points, "f4"), numpy.array(faces, "i4")


def heights(points, count):
    low, high = float(points[:, 2].min()), float(points[:, 2].max())
    return [low + (high - low) * ((index + 0.5) / count) for index in range(count)]


def shared(work, items, threads):
    if threads == 1:
        return [work(item) for item in items]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, items, chunksize=1))


def by_manifold(points, triangles, count, threads):
    import manifold3d
    import numpy
    from time import perf_counter

    points, triangles = numpy.array(points, "f4"), numpy.array(triangles, "u4")
    start = perf_counter()
    body = manifold3d.Manifold(manifold3d.Mesh(points, triangles))
    prepared = perf_counter()
    if body.status() != manifold3d.Error.NoError:
        raise ValueError(str(body.status()))
    areas = shared(lambda height: body.slice(height).area(), heights(points, count), threads)
    return prepared - start, perf_counter() - start, areas


def by_meshlib(points, triangles, count, threads):
    import meshlib.mrmeshnumpy as numbers
    import meshlib.mrmeshpy as meshlib
    from time import perf_counter

    start = perf_counter()
    body = numbers.meshFromFacesVerts(triangles, points)
    part = meshlib.MeshPart(body)
    meshlib.extractXYPlaneSections(part, heights(points, 1)[0])  # builds the tree
    prepared = perf_counter()
    shared(lambda height: len(meshlib.extractXYPlaneSections(part, height)), heights(points, count), threads)
    return prepared - start, perf_counter() - start, None


OTHERS = {"manifold3d": by_manifold, "meshlib": by_meshlib}


def one(library, model, count, threads):
    """Runs another library in this process, and prints its times."""
    prepared, total, areas = OTHERS[library](*mesh(model), count, threads)
    status = Path("/proc/self/status").read_text().split("VmHWM:")[1]
    peak = int(status.split()[0]) * 1024 / 1e6
    print(json.dumps({"prepare_s": prepared, "total_s": total, "peak_mb": peak, "areas": areas}))


def run(program, library, model, count, threads, planes):
    environment = {**os.environ, "RAYON_NUM_THREADS": str(threads)}
    own = {"transect": [], "transect, SectionIndex": ["index"]}
    if library in own:
        words = [program, model, str(count), *planes, *own[library]]
    else:
        words = [sys.executable, __file__, "one", library, model, str(count), str(threads)]
    cpus = ["taskset", "-c", ",".join(map(str, sorted(os.sched_getaffinity(0))[:threads]))]
    done = subprocess.run(cpus + words, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{library}, {model}: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[-1])


def cases(models):
    """Returns each model, number of layers, number of threads and kind of planes, with the libraries to run."""
    own = ["transect", "transect, SectionIndex"]
    for model in models:
        if model.startswith("sphere "):
            yield sphere(int(model.split()[1])), LAYERS, 1, [], ["transect", *OTHERS]
            continue
        yield model, LAYERS, 1, [], [*own, *OTHERS]
        yield model, LAYERS, 2, [], ["transect", *OTHERS]
        for count in (10, 30, 100, 300, 3 * LAYERS, 10 * LAYERS):
            yield model, count, 1, [], ["transect"]
        for planes in (["vertices"], ["oblique"], ["oblique", "vertices"]):
            yield model, LAYERS, 1, planes, own


def difference(areas, others):
    """Returns the largest difference of two lists of areas, relative to the largest area."""
    if not areas or not others:
        return ""
    largest = max(map(abs, areas))
    return "{:.2g}".format(max(abs(a - b) for a, b in zip(areas, others)) / largest)


def main(program, out, rounds, models):
    rows = []
    for model, count, threads, planes, libraries in cases(models):
        found = {}
        for _ in range(rounds):
            for library in libraries:
                answer = run(program, library, model, count, threads, planes)
                if answer and (library not in found or answer["total_s"] < found[library]["total_s"]):
                    found[library] = answer
        areas = found.get("transect", {}).get("areas")
        for library, answer in found.items():
            rows.append(
                {
                    "model": Path(model).stem if model.startswith(str(SPHERES)) else Path(model).name,
                    "layers": count,
                    "threads": threads,
                    "planes": " ".join(planes) or "along z",
                    "library": f"{library} {version(library)}" if library in OTHERS else library,
                    "prepare_s": "{:.3f}".format(answer["prepare_s"]),
                    "total_s": "{:.3f}".format(answer["total_s"]),
                    "peak_mb": "{:.0f}".format(answer["peak_mb"]),
                    "segments": answer.get("segments", ""),
                    "ns_per_segment": "{:.1f}".format(answer["total_s"] / answer["segments"] * 1e9)
                    if answer.get("segments")
                    else "",
                    "area_difference": difference(areas, answer["areas"]),
                }
            )
            print(", ".join(map(str, rows[-1].values())), flush=True)
    with open(out, "w", newline="") as file:
        table = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


if sys.argv[1] == "one":
    one(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
else:
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:])
