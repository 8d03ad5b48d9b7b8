"""The faults that were mended, put back into files. So each question shows that it detects its fault."""

import json
from itertools import groupby


def plain_references(content):
    """SVG: references without xlink, which Inkscape before release 1.3 ignores."""
    return content.replace(b"xlink:href=", b"href=")


def entities(content):
    """Divides a DXF file into its entities: lists of pairs of a code and a value."""
    lines = content.split(b"\n")
    parts = []
    for pair in zip(lines[::2], lines[1::2]):
        if pair[0] == b"0":
            parts.append([])
        parts[-1].append(pair)
    return parts


def joined(parts):
    """Returns the bytes of a DXF file."""
    return b"\n".join(line for part in parts for pair in part for line in pair) + b"\n"


def unseeded(content):
    """DXF: hatches without seed points, before the outlines. FreeCAD skips the entity after such a hatch."""
    parts = entities(content)
    hatches, others = [], []
    for part in parts:
        if part[0][1] != b"HATCH":
            others.append(part)
            continue
        seeds = max(place for place, (code, _) in enumerate(part) if code == b"98")
        hatches.append([*part[:seeds], (b"98", b"0")])
    # One hatch before each of the first outlines.
    result = []
    for part in others:
        if part[0][1] == b"LWPOLYLINE" and hatches:
            result.append(hatches.pop(0))
        result.append(part)
    return joined(result)


def unknown_patterns(content):
    """DXF: hatches with names of patterns that LibreCAD does not have."""
    parts = entities(content)
    for part in parts:
        if part[0][1] == b"HATCH":
            part[:] = [(code, b"LINES" if code == b"2" else value) for code, value in part]
    return joined(parts)


def collections(content):
    """GeoJSON: one feature per object. That of an object with areas and lines is a collection, which QGIS does not
    draw.
    """
    file = json.loads(content)
    features = []
    for _, group in groupby(file["features"], key=lambda own: own["properties"]["index"]):
        first, *others = group
        if others:
            shapes = [own["geometry"] for own in (first, *others)]
            first["geometry"] = {"type": "GeometryCollection", "geometries": shapes}
        features.append(first)
    return json.dumps({**file, "features": features}).encode()


FAULTS = {
    "references without xlink": plain_references,
    "hatches without seed points": unseeded,
    "unknown patterns": unknown_patterns,
    "collections": collections,
}
