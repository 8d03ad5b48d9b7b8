"""Questions to programs for meshes: slicers, modellers and validators."""

import json
import os
import re

from .run import first_match, run


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


def prusa_slicer(path):
    """Gives the number of facets, open edges and repairs, and the volume."""
    _, text = run("prusa-slicer", "--info", path)
    facts = dict(re.findall(r"^(\w+) = +(\S+)", text, re.MULTILINE))
    repairs = [f"{name} {facts[name]}" for name in sorted(facts) if re.search("fixed|removed|reversed|backwards", name)]
    said = f"{facts.get('number_of_facets')} facets, manifold {facts.get('manifold')}, volume {facts.get('volume')}"
    return "; ".join([said, ", ".join(repairs) or "no repairs"])


BLENDER = """
import os
import bmesh
import bpy
import numpy

# The importer of glTF in Blender 3.4 uses this name, which numpy 1.24 dropped.
numpy.bool = bool
path = os.environ["MODEL"]
bpy.ops.wm.read_factory_settings(use_empty=True)
{
    ".glb": lambda: bpy.ops.import_scene.gltf(filepath=path),
    ".obj": lambda: bpy.ops.wm.obj_import(filepath=path, forward_axis="Y", up_axis="Z"),
    ".ply": lambda: bpy.ops.import_mesh.ply(filepath=path),
    ".stl": lambda: bpy.ops.import_mesh.stl(filepath=path),
}[os.path.splitext(path)[1]]()
objects = [own for own in bpy.data.objects if own.type == "MESH"]
triangles, volume, colors = 0, 0.0, set()
for own in objects:
    mesh = bmesh.new()
    mesh.from_mesh(own.data)
    mesh.transform(own.matrix_world)
    triangles += len(mesh.faces)
    volume += mesh.calc_volume(signed=True)
    mesh.free()
    for layer in own.data.color_attributes:
        colors |= {tuple(round(part, 3) for part in value.color) for value in layer.data}
print(f"ANSWER: {len(objects)} objects, {triangles} triangles, volume {volume:.4f}, {len(colors)} vertex colours")
"""


def blender(path):
    """Imports the file, and counts the objects, the triangles and the colours of vertices."""
    script = path.parent / "import_mesh.py"
    script.write_text(BLENDER)
    _, text = run("blender", "--background", "--factory-startup", "--python", script, MODEL=str(path.resolve()))
    return first_match(r"ANSWER: (.*)", text, "not imported")


MEASURES = """<!DOCTYPE FilterScript>
<FilterScript><filter name="Compute Geometric Measures"/><filter name="Compute Topological Measures"/></FilterScript>
"""


def meshlab(path):
    """Counts the vertices, faces and open edges, the volume, and the colours of vertices in a copy that it writes."""
    script, out = path.parent / "measures.mlx", path.with_suffix(".meshlab.off")
    script.write_text(MEASURES)
    screen = [] if "DISPLAY" in os.environ else ["xvfb-run", "-a"]
    _, text = run(*screen, "meshlabserver", "-i", path.resolve(), "-s", script, "-o", out, "-m", "vc")
    vertices, faces = (first_match(pattern, text) for pattern in [r"V: +(\d+)", r"F: +(\d+)"])
    open_edges, volume = first_match(r"Boundary Edges (\d+)", text), first_match(r"Mesh Volume +is +(-?[\d.]+)", text)
    colors = set()
    if out.exists():
        head, _, *rows = out.read_text().splitlines()
        if head.startswith("COFF"):
            colors = {tuple(row.split()[3:7]) for row in rows[: int(vertices)]}
    said = f"{vertices} vertices, {faces} faces, {open_edges} open edges, volume {volume}"
    # A file without colours gets white.
    return f"{said}, {len(colors) if len(colors) > 1 else 'no'} vertex colours"


VALIDATOR = """
const { validateBytes } = require("gltf-validator");
const { readFileSync } = require("node:fs");
const bytes = new Uint8Array(readFileSync(process.argv[2]));
validateBytes(bytes, { maxIssues: 0 }).then((report) => {
    const { numErrors, numWarnings, numInfos, numHints } = report.issues;
    console.log(JSON.stringify([numErrors, numWarnings, numInfos, numHints, report.info.totalTriangleCount]));
});
"""


def gltf_validator(path):
    """Counts the findings, and the triangles."""
    script = path.parent / "validate.cjs"
    script.write_text(VALIDATOR)
    status, text = run("node", script, path)
    if status != 0:
        return f"failed: {text.strip()}"
    errors, warnings, infos, hints, triangles = json.loads(text)
    return f"{errors} errors, {warnings} warnings, {infos} infos, {hints} hints; {triangles} triangles"
