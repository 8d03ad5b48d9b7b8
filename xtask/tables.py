"""Makes the sample tables: `assets/boxes.parquet` and `assets/points.parquet`.

The boxes are those of the objects of `assets/office.glb`, by `transect cut … --write objects.csv`, and the points are the
vertices of `assets/spot.obj`. Needs pyarrow.

    transect cut assets/office.glb --plane z=0 -o target/boxes --write objects.csv
    python xtask/tables.py target/boxes/objects.csv assets
"""

from __future__ import annotations

import csv
import pathlib
import sys

import pyarrow as pa
import pyarrow.parquet as pq

BOUNDS = ("xmin", "ymin", "zmin", "xmax", "ymax", "zmax")


def boxes(path: pathlib.Path) -> pa.Table:
    """Return the names, the classes and the boxes of a table of objects."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["xmin"]]
    bounds = [{name: float(row[name]) for name in BOUNDS} for row in rows]
    box = pa.array(bounds, pa.struct([(name, pa.float64()) for name in BOUNDS]))
    return pa.table({"name": [row["name"] for row in rows], "class": [row["class"] for row in rows], "box": box})


def points(path: pathlib.Path) -> pa.Table:
    """Return the vertices of an OBJ file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [[float(word) for word in line.split()[1:4]] for line in lines if line.startswith("v ")]
    return pa.table({name: [row[axis] for row in rows] for axis, name in enumerate("xyz")})


def main() -> None:
    objects, assets = map(pathlib.Path, sys.argv[1:])
    for name, table in (("boxes", boxes(objects)), ("points", points(assets / "spot.obj"))):
        path = assets / f"{name}.parquet"
        pq.write_table(table, path, compression="zstd", use_dictionary=["class"] if name == "boxes" else False)
        print(path, table.num_rows, "rows", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
