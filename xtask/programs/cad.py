"""Questions to programs for CAD, about DXF files."""

import re

from .run import first_match, run

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
