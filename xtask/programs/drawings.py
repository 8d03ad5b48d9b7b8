"""Questions to programs that draw SVG files."""

import re

from .run import run

# The width of the pictures in pixels, and the side of the square cells that are compared.
WIDTH = 1000
CELL = 20


def inkscape_references(path):
    """Counts the references (`use` elements) that the program draws: it lists all objects that have an extent."""
    _, text = run("inkscape", "--query-all", path)
    drawn = re.findall(r"^use\d", text, re.MULTILINE)
    return f"{len(drawn)} of {path.read_text().count('<use ')} references drawn"


def cells(path):
    """Returns the mean brightness of the cells of a picture."""
    from PIL import Image

    picture = Image.open(path).convert("RGBA")
    page = Image.new("RGBA", picture.size, "white")
    page.alpha_composite(picture)
    height = round(picture.height * WIDTH / picture.width)
    grid = page.convert("L").resize((WIDTH // CELL, height // CELL), Image.Resampling.BOX)
    return grid.size, list(grid.getdata())


def compared(path, drawn):
    """Compares a picture of an SVG drawing with section.png, which transect itself has drawn from the same SVG.

    Programs have other fonts, so the cells of texts differ. Without its hatches and outlines, a drawing differs in more
    than a tenth of the cells.
    """
    (size, own), (other_size, other) = cells(path.with_name("section.png")), cells(drawn)
    if size != other_size:
        return f"{other_size} cells in place of {size}"
    wrong = sum(abs(a - b) > 16 for a, b in zip(own, other))
    return "as section.png" if wrong <= len(own) / 50 else "not as section.png"


def inkscape(path):
    """Counts the drawn references, and compares the picture."""
    out = path.with_suffix(".inkscape.png")
    run("inkscape", "--export-width", WIDTH, "--export-filename", out, path)
    return f"{inkscape_references(path)}; {compared(path, out)}"


def librsvg(path):
    """Compares the picture."""
    out = path.with_suffix(".librsvg.png")
    run("rsvg-convert", "-w", WIDTH, "-o", out, path)
    return compared(path, out)


def chromium(path):
    """Compares the picture, as a page of the browser shows it."""
    from PIL import Image

    out = path.with_suffix(".chromium.png")
    width, height = Image.open(path.with_name("section.png")).size
    page = path.with_suffix(".page.html")
    page.write_text(f'<body style="margin:0"><img src="{path.name}" style="display:block;width:{WIDTH}px">')
    size = f"--window-size={WIDTH},{round(height * WIDTH / width)}"
    hidden = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files"]
    run("chromium", *hidden, size, f"--screenshot={out.resolve()}", page.resolve().as_uri())
    return compared(path, out)


RESVG = """
const { Resvg } = require("@resvg/resvg-js");
const { readFileSync, writeFileSync } = require("node:fs");
const [svg, out, width] = process.argv.slice(2);
const fitTo = { mode: "width", value: Number(width) };
writeFileSync(out, new Resvg(readFileSync(svg, "utf8"), { fitTo }).render().asPng());
"""


def resvg(path):
    """Compares the picture, drawn with the fonts of the machine."""
    out, script = path.with_suffix(".resvg.png"), path.with_name("resvg.cjs")
    script.write_text(RESVG)
    run("node", script, path, out, WIDTH)
    return compared(path, out)
