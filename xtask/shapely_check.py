"""Checks the polygons of sections with shapely: `cargo xtask shapely`.

Arguments: the command, a folder to write into, and cases such as assets/office.glb:z=1.2. The script also cuts 240
assemblies that it generates: each is one object of boxes that touch, overlap, nest or coincide. It prints one line per
cut, and ends with status 1 if a geometry is not valid or the GeoJSON, WKT and WKB files of a cut differ. It also checks
that other programs read the reference system of `--crs`.
"""

import json
import random
import subprocess
import sys
from math import cos, sin
from pathlib import Path

import pyogrio
import shapely
from shapely.geometry import shape

# The seed of the generated assemblies. The generator random.Random is the Mersenne Twister MT19937.
SEED = 20261123
KINDS = ["faces", "edges", "corners", "nested", "coincident", "turned", "turned alike", "mixed"]
CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
FACES = [(1, 3, 4, 2), (5, 6, 8, 7), (1, 2, 6, 5), (3, 7, 8, 4), (1, 5, 7, 3), (2, 4, 8, 6)]


def neighbour(numbers, box, kind):
    """Returns a box in a given relation to another box."""
    low, high = box
    if kind == "coincident":
        return box
    if kind == "nested":
        size = [b - a for a, b in zip(low, high)]
        return ([a + s / 4 for a, s in zip(low, size)], [b - s / 4 for b, s in zip(high, size)])
    axes = {"faces": 1, "edges": 2, "corners": 2}.get(kind, 0)
    # The section plane is perpendicular to the third axis. So if the intervals of two boxes only touch on both other
    # axes, the boxes share only a corner in the section.
    apart = numbers.sample([0, 1], min(axes, 2))
    start, end = [], []
    for axis in range(3):
        length = numbers.randint(1, 3)
        if axis in apart:
            begin = high[axis] if numbers.random() < 0.5 else low[axis] - length
        elif kind == "edges" and axis < 2:
            begin = low[axis]
        else:
            begin = low[axis] + numbers.randint(-1, 1)
        if axis == 2:
            begin, length = -numbers.randint(1, 3), 6
        start.append(begin)
        end.append(begin + length)
    return (start, end)


def assemblies(path, count):
    """Writes objects of boxes. The z axis of each box is upright, and the plane z = 0.5 cuts each box."""
    numbers = random.Random(SEED)
    before = 0
    with open(path, "w") as file:
        for index in range(count):
            kind = KINDS[index % len(KINDS)]
            file.write(f"o {kind.replace(' ', '_')}/{index}\n")
            box = ([0, 0, -1], [numbers.randint(1, 4), numbers.randint(1, 4), 3])
            alike = numbers.uniform(0, 6)
            for _ in range(numbers.randint(2, 7)):
                angle = {"turned": numbers.uniform(0, 6), "turned alike": alike}.get(kind, 0.0)
                low, high = box
                for corner in CORNERS:
                    x, y, z = (b if up else a for a, b, up in zip(low, high, corner))
                    if angle:
                        x, y = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
                    file.write(f"v {x!r} {y!r} {z!r}\n")
                for face in FACES:
                    file.write("f {} {} {} {}\n".format(*(before + vertex for vertex in face)))
                before += 8
                relation = numbers.choice(KINDS[:5]) if kind == "mixed" else kind
                box = neighbour(numbers, box, relation)
    return path


def cut(command, model, plane, out, *flags):
    subprocess.run(
        [command, "cut", model, "--plane", plane, "-o", out, "--force", "--size", "64", "--quiet", *flags],
        check=True,
    )


def checked(name, out):
    """Prints the result for the files of one cut, and returns the number of faults."""
    features = json.loads((out / "section.geojson").read_text())["features"]
    # The lines of an object with areas are a feature of their own, without an id.
    added = [place for place, feature in enumerate(features) if "id" not in feature]
    for place in reversed(added):
        lines = features.pop(place)["geometry"]
        own = features[place - 1]
        own["geometry"] = {"type": "GeometryCollection", "geometries": [own["geometry"], lines]}
    lines = (out / "section.wkt").read_text().splitlines()
    members = shapely.from_wkb((out / "section.wkb").read_bytes()).geoms
    united = sum(feature["properties"]["united"] for feature in features)
    displacement = max((feature["properties"].get("displacement", 0.0) for feature in features), default=0.0)
    faults = 0
    if not len(features) == len(lines) == len(members):
        print(f"{name}: the files differ in their number of objects")
        faults += 1
    for feature, line, member in zip(features, lines, members):
        geometry = shape(feature["geometry"]) if feature["geometry"] else shapely.from_wkt("MULTIPOLYGON EMPTY")
        text = shapely.from_wkt(line.split("\t")[1])
        fault = None
        if not geometry.is_valid:
            fault = shapely.is_valid_reason(geometry)
        elif not (geometry.equals_exact(text, 0) and geometry.equals_exact(member, 0)):
            fault = "the files differ"
        if fault:
            faults += 1
            print(f"{name}: {feature['properties']['name']}: {fault}")
    print(
        f"{name}: {len(features)} features, {faults} faults, {united} united, "
        f"displaced by at most {displacement:.1e}"
    )
    return faults


def map_faults(command, model, folder):
    """Returns the number of files in which other programs do not find the reference system."""
    cut(command, model, "z=0.5", folder, "--crs", "EPSG:25832")
    found = {
        "GDAL, section.geojson": pyogrio.read_info(folder / "section.geojson")["crs"],
        "GEOS, section.wkb": f"EPSG:{shapely.get_srid(shapely.from_wkb((folder / 'section.wkb').read_bytes()))}",
    }
    faults = [what for what, crs in found.items() if crs != "EPSG:25832"]
    for what in faults:
        print(f"{what}: the reference system is {found[what]}")
    print(f"reference systems: {len(found)} files, {len(faults)} faults")
    return len(faults)


def main(command, out, *cases):
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    faults = 0
    model = assemblies(out / "assemblies.obj", 240)
    for case in [*cases, f"{model}:z=0.5", f"{model}:x=0.5"]:
        model, plane = case.rsplit(":", 1)
        cut(command, model, plane, out / "cut")
        faults += checked(case, out / "cut")
    faults += map_faults(command, out / "assemblies.obj", out / "map")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
