"""Cuts models, opens the files in other programs, and compares what the programs say with xtask/programs/answers.toml.

Usage: programs.py TRANSECT FOLDER [--book] [--all]

Prints a table: program, version, model, file, answer. Exit status 1 if an answer is not the expected one or, with
--all, if a program is not installed. With --book, writes the table into docs/programs.md. Programs of npm are found by
NODE_PATH.
"""

import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from programs import cad, drawings, maps, meshes, packages
from programs.faults import FAULTS
from programs.run import first_match, run

FACTS = Path("xtask/programs/answers.toml")
PAGE = Path("docs/programs.md")
MARK = "<!-- The table is written by cargo xtask programs --book. -->\n"


def of_command(command, flag, pattern):
    """Asks a program for its version; None if it is not installed."""
    if shutil.which(command) is None:
        return None
    return first_match(pattern, run(command, flag, QT_QPA_PLATFORM="offscreen")[1])


def of_debian(command, package):
    """Asks Debian for the version of a package; None if its program is not installed."""
    if shutil.which(command) is None and not Path(command).exists():
        return None
    if shutil.which("dpkg-query") is None:
        return "?"
    status, text = run("dpkg-query", "--show", "--showformat=${Version}\n", package)
    return first_match(r"^(?:\d+:)?([\d.]+\d)", text, None) if status == 0 else None


def of_python(package):
    """Asks Python for the version of a package; None if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def of_npm(package):
    """Asks Node.js for the version of a package; None if it is not installed."""
    if shutil.which("node") is None:
        return None
    status, text = run("node", "-p", f"require('{package}/package.json').version")
    return text.strip() if status == 0 else None


# For each program: the call that gives its version, and the question.
PROGRAMS = {
    "Inkscape": (of_command, "inkscape --version", r"Inkscape ([\d.]+)", drawings.inkscape),
    "librsvg": (of_command, "rsvg-convert --version", r"version ([\d.]+)", drawings.librsvg),
    "Chromium": (of_command, "chromium --version", r"Chromium ([\d.]+)", drawings.chromium),
    "resvg": (of_npm, "@resvg/resvg-js", None, drawings.resvg),
    "FreeCAD": (of_debian, "freecadcmd", "freecad-python3", cad.freecad),
    "LibreCAD": (of_debian, "librecad", "librecad", cad.librecad),
    "GDAL": (of_command, "ogrinfo --version", r"GDAL ([\d.]+)", maps.gdal),
    "PostGIS": (of_debian, "psql", "postgresql-*-postgis-3", maps.postgis),
    "OpenSCAD": (of_command, "openscad --version", r"version ([\d.]+)", meshes.openscad),
    "ADMesh": (of_command, "admesh --version", r"([\d.]+)", meshes.admesh),
    "PrusaSlicer": (of_command, "prusa-slicer --help", r"PrusaSlicer-([\d.]+)", meshes.prusa_slicer),
    "Blender": (of_command, "blender --version", r"Blender ([\d.]+)", meshes.blender),
    "MeshLab": (of_debian, "meshlabserver", "meshlab", meshes.meshlab),
    "glTF-Validator": (of_npm, "gltf-validator", None, meshes.gltf_validator),
    "lib3mf": (of_python, "lib3mf", None, packages.lib3mf),
    "trimesh": (of_python, "trimesh", None, packages.trimesh),
}


def version(program):
    """Returns the version of a program, or None if it is not installed."""
    ask, name, pattern, _ = PROGRAMS[program]
    if pattern is None:
        return ask(name)
    return ask(*name.split(), pattern)


def with_fault(path, fault):
    """Writes a copy of a file into a folder beside it, with a fault that was mended put back."""
    folder = path.parent / fault
    folder.mkdir(exist_ok=True)
    picture = path.with_name("section.png")
    if picture.exists():
        shutil.copy(picture, folder)
    copy = folder / path.name
    copy.write_bytes(FAULTS[fault](path.read_bytes()))
    return copy


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
        path, fault = outputs[key] / file, fact.get("fault")
        if fault is not None:
            path = with_fault(path, fault)
        said = PROGRAMS[program][3](path)
        is_right = said == fact["says"]
        wrong += not is_right
        model = " ".join([Path(arguments[0]).name, *arguments[1:]])
        shown = f"`{file}`" if fault is None else f"`{file}` with the fault: {fault}"
        lines.append(f"| {program} {versions[program]} | `{model}` | {shown} | {said} |\n")
        print(f"{'ok   ' if is_right else 'WRONG'} {program}: {model}: {shown}: {said}", flush=True)
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
