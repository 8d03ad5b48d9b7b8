"""Makes parts with many holes with OpenSCAD, cuts them, and has OpenSCAD subtract a cube from the halves.

Usage: openscad.py TRANSECT FOLDER MODEL:PLANE…

OpenSCAD computes differences with exact numbers (CGAL), and refuses surfaces that are open or that meet themselves. So
it accepts a half only if the caps close it. Exit status 1 if it accepts a part but not both halves, if the command does
not certify the cut, or if the report does not count the cap triangles that are turned over in the STL files. They are
counted for planes perpendicular to z.
"""

import json
import random
import struct
import subprocess
import sys
from pathlib import Path

PLANES = ["z=5.03", "x+0.3y+0.7z=11.7"]


def holes(count, size, radius, corners):
    """Returns a grid of round holes, each moved a little."""
    random.seed(41)
    step = size / count
    places = [[step * (k + 0.5) + random.uniform(-0.1, 0.1) * radius for k in (i, j)] for i in range(count) for j in range(count)]
    return "".join(f"translate([{x},{y},-1]) cylinder(r={radius},h=12,$fn={corners});" for x, y in places)


PARTS = {
    "plate": f"difference() {{ cube([40,40,10]); {holes(6, 40, 2.3, 17)} }}",
    "flange": """difference() { cylinder(r=30,h=10,$fn=97); translate([0,0,-1]) cylinder(r=9,h=12,$fn=51);
        for(a=[0:15:359]) rotate(a) translate([24,0,-1]) cylinder(r=2,h=12,$fn=13); }""",
    "turned plate": f"rotate([17,29,41]) difference() {{ cube([30,30,10]); {holes(5, 30, 2, 11)} }}",
    "letters": 'linear_extrude(10) difference() { text("&BQ8%g",size=30); circle(3,$fn=20); }',
    "gear": """difference() { linear_extrude(10) for(i=[0:39]) rotate(9*i) translate([20,0]) square([9,2.2],center=true);
        translate([0,0,-1]) cylinder(r=12,h=12); }
        difference() { cylinder(r=18,h=10,$fn=80); for(i=[0:11]) rotate(30*i) translate([12,0,-1]) cube([4,3,12]); }""",
    "slots": """difference() { cube([60,20,10]); for(i=[0:13]) translate([2+4*i,3,-1]) cube([2,14,12]);
        for(k=[0:2]) translate([-1,4+6*k,5]) rotate([0,90,0]) cylinder(r=1,h=62,$fn=9); }""",
    "rings": """for(k=[0:4]) difference() { cylinder(r=30-5*k,h=10,$fn=61+2*k);
        translate([0,0,-1]) cylinder(r=28-5*k,h=12,$fn=59+2*k); }""",
    "twist": """linear_extrude(height=10,twist=37,slices=9) difference() { circle(20,$fn=64);
        for(i=[0:6]) rotate(51.4*i) translate([12,0]) circle(3,$fn=5); square(8,center=true); }""",
    "ball": """difference() { sphere(r=25,$fn=40); translate([-30,0,5]) rotate([0,90,0]) cylinder(r=3,h=60,$fn=15);
        for(i=[0:3]) for(j=[0:3]) translate([-15+10*i,-15+10*j,-30]) cylinder(r=2.5,h=60,$fn=12); }""",
    "sign": """rotate([0,33,0]) linear_extrude(10) difference() { offset(3,$fn=24) square([40,25]);
        translate([3,6]) text("O8A&",size=14); for(i=[0:7]) translate([1.5+5.4*i,1.5]) circle(1.2,$fn=19); }""",
}


def openscad(folder, name, program):
    """Runs a program of OpenSCAD. Returns the path of the result, or None if OpenSCAD reports an error."""
    source, result = folder / f"{name}.scad", folder / f"{name}.stl"
    source.write_text(program)
    result.unlink(missing_ok=True)
    ran = subprocess.run(["openscad", "-o", result, source], capture_output=True, text=True)
    failed = ran.returncode != 0 or "ERROR" in ran.stderr or not result.exists()
    return None if failed else result


def accepts(folder, model):
    """Whether OpenSCAD can subtract a small cube from a model."""
    path = str(model.resolve())
    cubes = "translate([1000,1000,1000]) cube(1); translate([0.123,0.1,5.1]) cube(0.05);"
    return openscad(folder, "difference", f'difference() {{ import("{path}"); {cubes} }}') is not None


def turned_over(half, height, facing):
    """Counts the triangles of a binary STL file at a height z that face the wrong way: down if `facing` is 1."""
    data = half.read_bytes()
    wrong = 0
    for place in range(84, len(data), 50):
        numbers = struct.unpack_from("<9f", data, place + 12)
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = numbers[0:3], numbers[3:6], numbers[6:9]
        if all(abs(z - height) < 1e-6 for z in (az, bz, cz)):
            wrong += facing * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < 0
    return wrong


def check(transect, folder, model, plane):
    """Cuts a model, prints a line, and returns whether all is well."""
    out = folder / "halves"
    ran = subprocess.run(
        [transect, "cut", model, "--plane", plane, "--format", "stl", "--write", "halves", "-o", out, "--force", "--json"],
        capture_output=True,
        text=True,
    )
    if ran.returncode != 0:
        print(f"{model.stem}, {plane}: {ran.stderr.strip()}")
        return False
    certificate = json.loads(ran.stdout)["certificate"]
    counted = certificate["caps_turned_over"]
    halves = {half: out / f"{half}.stl" for half in ("front", "back")}
    found = None
    if plane.startswith("z="):
        height = float(plane[2:])
        found = turned_over(halves["front"], height, -1) + turned_over(halves["back"], height, 1)
    taken = [half for half, path in halves.items() if accepts(folder, path)]
    print(
        f"{model.stem}, {plane}: cap area {certificate['cap_area']:.6g}, cap triangles turned over: "
        f"{'not counted' if found is None else found} ({counted} in the report), OpenSCAD accepts {len(taken)} of 2 halves",
        flush=True,
    )
    return len(taken) == 2 and found in (None, counted)


def main():
    """Checks all parts and all models of the arguments."""
    transect, folder, *models = sys.argv[1:]
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    cases = {}
    for model, plane in (case.split(":") for case in models):
        cases.setdefault(Path(model), []).append(plane)
    for name, program in PARTS.items():
        part = openscad(folder, name, program)
        if part is None:
            print(f"{name}: OpenSCAD cannot make the part")
            return 1
        cases[part] = PLANES
    passed = True
    for model, planes in cases.items():
        if not accepts(folder, model):
            print(f"{model.stem}: OpenSCAD does not accept the model")
            passed = False
            continue
        for plane in planes:
            passed &= check(transect, folder, model, plane)
    return 0 if passed else 1


sys.exit(main())
