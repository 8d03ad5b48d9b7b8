"""Reads DXF files with ezdxf, an independent library. The audit of each file must find nothing. The file must have one
closed polyline per loop of its section and one open polyline per open chain, and hatches if there are loops. All
entities must be at the elevation of the plane. Draws each file as a picture, for people to look at.

Usage: dxf_check.py COMMAND FOLDER MODEL:PLANE…
"""

import json
import subprocess
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from ezdxf import recover
from ezdxf.addons.drawing import Frontend, RenderContext
from ezdxf.addons.drawing.matplotlib import MatplotlibBackend


def check(command, folder, model, plane):
    """Cuts a model, and returns the problems of its section.dxf."""
    out = folder / f"{Path(model).stem}-{plane}".replace("=", "").replace("/", "-")
    names = "section.dxf,section.geojson,report.json"
    cut = [command, "cut", model, "--plane", plane, "-o", out, "--force", "--quiet", "--write", names]
    subprocess.run(cut, check=True)
    # The reader `recover` decodes characters that the file writes as \U+hhhh, as CAD programs do.
    document, audit = recover.readfile(out / "section.dxf")
    problems = [str(entry.message) for entry in audit.errors + audit.fixes]
    space = document.modelspace()
    section = json.loads((out / "report.json").read_text())["planes"][0]["section"]
    lines = list(space.query("LWPOLYLINE"))
    closed = [line for line in lines if line.closed]
    if len(closed) != section["loops"]:
        problems.append(f"{len(closed)} closed polylines, but {section['loops']} loops")
    if len(lines) - len(closed) != section["open_chains"]:
        problems.append(f"{len(lines) - len(closed)} open polylines, but {section['open_chains']} open chains")
    axis, height = plane.split("=")
    for entity in space:
        if entity.dxftype() == "LWPOLYLINE":
            elevation = entity.dxf.elevation
        elif entity.dxftype() == "HATCH":
            elevation = entity.dxf.elevation.z
        else:
            elevation = entity.dxf.insert.z
        if abs(elevation - float(height)) > 1e-9 * max(1.0, abs(float(height))):
            problems.append(f"{entity.dxftype()} at the elevation {elevation}, not {height}")
    if closed and not list(space.query("HATCH")):
        problems.append("no hatches")
    figure = plt.figure(figsize=(12, 9))
    axes = figure.add_axes([0, 0, 1, 1])
    Frontend(RenderContext(document), MatplotlibBackend(axes)).draw_layout(space)
    figure.savefig(out / "section-dxf.png", dpi=120)
    plt.close(figure)
    kinds = {kind: len(space.query(kind)) for kind in ("LWPOLYLINE", "HATCH", "TEXT")}
    print(f"{model} {plane}: {kinds}, {len(problems)} problems")
    return problems


def main():
    command, folder, *cases = sys.argv[1:]
    problems = []
    for case in cases:
        model, plane = case.rsplit(":", 1)
        problems += [f"{case}: {problem}" for problem in check(command, Path(folder), model, plane)]
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
