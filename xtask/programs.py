"""Cuts models, opens the files in other programs, and compares what the programs say with xtask/programs.toml.

Usage: programs.py TRANSECT FOLDER [--book] [--all]

Prints a table: program, version, model, file, answer. Exit status 1 if an answer is not the expected one or, with
--all, if a program is not installed. With --book, writes the table into docs/programs.md.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from importlib import metadata
from pathlib import Path

FACTS = Path("xtask/programs.toml")
PAGE = Path("docs/programs.md")
MARK = "<!-- The table is written by cargo xtask programs --book. -->\n"


def run(*command, **environment):
    """Runs a program. Returns its exit status, and its output and errors as one text."""
    ran = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=600,
        env={**os.environ, **environment},
    )
    return ran.returncode, ran.stdout


def first_match(pattern, text, missing="?"):
    """Returns the first group of the first match of a pattern."""
    found = re.search(pattern, text)
    return found[1] if found else missing


def inkscape(path):
    """Counts the references (`use` elements) that the program draws: it lists all objects that have an extent."""
    _, text = run("inkscape", "--query-all", path)
    drawn = re.findall(r"^use\d", text, re.MULTILINE)
    return f"{len(drawn)} of {path.read_text().count('<use ')} references drawn"


def librsvg(path):
    """Draws the picture. A picture of one colour compresses to a few bytes per row."""
    out = path.with_suffix(".rsvg.png")
    status, text = run("rsvg-convert", "-w", "1000", "-o", out, path)
    return "drawn" if status == 0 and out.stat().st_size > 5000 else f"not drawn: {text.strip()}"


FREECAD = """
import os, FreeCAD, Import
FreeCAD.newDocument("a")
Import.readDXF(os.environ["DXF"])
shapes = [own.Shape for own in FreeCAD.ActiveDocument.Objects if hasattr(own, "Shape")]
print("edges:", sum(len(shape.Edges) for shape in shapes))
"""


def freecad(path):
    """Compares the number of edges with that of the polylines in the file."""
    script = path.parent / "read_dxf.py"
    script.write_text(FREECAD)
    _, text = run("freecadcmd", script, DXF=str(path.resolve()))
    found = first_match(r"edges: (\d+)", text)
    lines = path.read_text(encoding="cp1252").splitlines()
    pairs = list(zip(lines[::2], lines[1::2]))
    edges, entity, points = 0, "", 0
    for code, value in pairs:
        code = code.strip()
        if code == "0":
            entity = value
        if entity == "LWPOLYLINE" and code == "90":
            points = int(value)
        if entity == "LWPOLYLINE" and code == "70":
            edges += points if value == "1" else points - 1
        if entity == "LINE" and code == "100" and value == "AcDbLine":
            edges += 1
    return f"{found} of {edges} edges"


def librecad(path):
    """Counts the lines that the program draws, in its PDF, for a file with hatches and for the same file without."""
    counts = []
    lines = path.read_bytes().split(b"\n")
    kept, is_hatch = [], False
    for code, value in zip(lines[::2], lines[1::2]):
        is_hatch = value == b"HATCH" if code == b"0" else is_hatch
        if not is_hatch:
            kept += [code, value]
    files = {"with": b"\n".join(lines)}
    if len(kept) + 1 < len(lines):
        files["without"] = b"\n".join(kept) + b"\n"
    for name, content in files.items():
        plan = path.with_suffix(f".{name}.dxf")
        # The program takes the paper's size in the unit of the file, and draws metres on a sheet of metres.
        plan.write_bytes(re.sub(rb"\$INSUNITS\n70\n\d+\n", b"$INSUNITS\n70\n4\n", content))
        out = plan.with_suffix(".pdf")
        run("librecad", "dxf2pdf", "-a", "-p", "420x297", "-o", out, plan, QT_QPA_PLATFORM="offscreen")
        counts.append(out.stat().st_size if out.exists() else 0)
    if len(counts) == 1:
        return "drawn" if counts[0] > 0 else "not drawn"
    return "hatches drawn" if counts[0] > 1.05 * counts[1] > 0 else "no hatches"


def gdal(path):
    """Counts the geometries by their type, and gives the types of the columns with areas."""
    _, text = run("ogrinfo", "-al", path, "--config", "DXF_INLINE_BLOCKS", "FALSE")
    kinds = Counter(re.findall(r"^  ([A-Z]+) (?:Z )?(?:\(|EMPTY)", text, re.MULTILINE))
    said = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    types = re.findall(r"^(area|signed_area|displacement): (\w+)", text, re.MULTILINE)
    return "; ".join([said, *(f"{name} is {kind}" for name, kind in types)])


def openscad(path):
    """Subtracts a small cube, which the program refuses for an open or invalid surface."""
    source, out = path.with_suffix(".scad"), path.with_suffix(".cut.off")
    cubes = "translate([1000,1000,1000]) cube(1);"
    source.write_text(f'difference() {{ import("{path.resolve()}"); {cubes} }}')
    status, text = run("openscad", "-o", out, source)
    return "accepted" if status == 0 and "ERROR" not in text else "refused"


def admesh(path):
    """Gives the number of facets that the program has to repair, and the volume."""
    _, text = run("admesh", "--exact", path)
    open_edges = first_match(r"Total disconnected facets\s*:\s*(\d+)", text)
    volume = first_match(r"Volume\s*:\s*(-?[\d.]+)", text)
    return f"{open_edges} facets to repair, volume {volume}"


def lib3mf(path):
    """Reads a package as strictly as the library can, and counts its objects, solids and warnings."""
    from lib3mf import get_wrapper

    model = get_wrapper().CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromFile(str(path))
    objects = model.GetMeshObjects()
    count = triangles = solids = open_solids = 0
    while objects.MoveNext():
        mesh = objects.GetCurrentMeshObject()
        is_solid = mesh.GetType().name == "Model"
        count += 1
        triangles += mesh.GetTriangleCount()
        solids += is_solid
        open_solids += is_solid and not mesh.IsManifoldAndOriented()
    warnings = reader.GetWarningCount()
    return f"{warnings} warnings; {count} objects, {triangles} triangles; {solids} solids, {open_solids} of them open"


def trimesh(path):
    """Reads a package, and gives the sum of the volumes and the unit."""
    import trimesh

    scene = trimesh.load_scene(path)
    meshes = scene.geometry.values()
    triangles = sum(len(mesh.faces) for mesh in meshes)
    volume = sum(mesh.volume for mesh in meshes)
    return f"{len(meshes)} objects, {triangles} triangles, volume {volume:.4f}, {scene.units}"


# For each program: the command, its flag for the version, the pattern of the version, and the question. Without such a
# flag, Debian's package has the version. A program without a command is a package of Python.
PROGRAMS = {
    "Inkscape": ("inkscape", "--version", r"Inkscape ([\d.]+)", inkscape),
    "librsvg": ("rsvg-convert", "--version", r"version ([\d.]+)", librsvg),
    "FreeCAD": ("freecadcmd", None, "freecad-python3", freecad),
    "LibreCAD": ("librecad", None, "librecad", librecad),
    "GDAL": ("ogrinfo", "--version", r"GDAL ([\d.]+)", gdal),
    "OpenSCAD": ("openscad", "--version", r"version ([\d.]+)", openscad),
    "ADMesh": ("admesh", "--version", r"([\d.]+)", admesh),
    "lib3mf": (None, None, "lib3mf", lib3mf),
    "trimesh": (None, None, "trimesh", trimesh),
}


def version(program):
    """Returns the version of a program, or None if it is not installed."""
    command, flag, pattern, _ = PROGRAMS[program]
    if command is None:
        try:
            return metadata.version(pattern)
        except metadata.PackageNotFoundError:
            return None
    if shutil.which(command) is None:
        return None
    if flag is None:
        if shutil.which("dpkg-query") is None:
            return "?"
        _, text = run("dpkg-query", "--show", "--showformat=${Version}", pattern)
        return first_match(r"^(?:\d+:)?([\d.]+)", text)
    return first_match(pattern, run(command, flag, QT_QPA_PLATFORM="offscreen")[1])


def main():
    """Asks all programs about all files."""
    transect, folder, *options = sys.argv[1:]
    folder = Path(folder)
    facts = tomllib.loads(FACTS.read_text())["row"]
    versions = {program: version(program) for program in PROGRAMS}
    missing = [program for program, found in versions.items() if found is None]
    for program in missing:
        print(f"skipped: {program} is not installed")
    wrong, lines, outputs = 0, [], {}
    for fact in facts:
        program, arguments, file = fact["program"], fact["cut"], fact["file"]
        if versions[program] is None:
            continue
        key = tuple(arguments)
        if key not in outputs:
            outputs[key] = folder / str(len(outputs))
            subprocess.run([transect, "cut", *arguments, "-o", outputs[key], "--force", "--quiet"], check=True)
        said = PROGRAMS[program][3](outputs[key] / file)
        is_right = said == fact["says"]
        wrong += not is_right
        model = " ".join([Path(arguments[0]).name, *arguments[1:]])
        lines.append(f"| {program} {versions[program]} | `{model}` | `{file}` | {said} |\n")
        print(f"{'ok   ' if is_right else 'WRONG'} {program}: {model}: {file}: {said}", flush=True)
        if not is_right:
            print(f"      expected: {fact['says']}")
    if "--book" in options:
        before, _, _ = PAGE.read_text().partition(MARK)
        head = "\n| program | cut | file | what it says |\n|---|---|---|---|\n"
        PAGE.write_text(before + MARK + head + "".join(lines))
    print(f"{len(lines)} answers, {wrong} wrong")
    return 1 if wrong or ("--all" in options and missing) else 0


if __name__ == "__main__":
    sys.exit(main())
