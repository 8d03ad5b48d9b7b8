"""Questions to map software and databases, about GeoJSON, WKT, WKB and DXF files."""

import atexit
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

from .run import run


def gdal(path):
    """Counts the geometries by their type, and gives the types of the columns with areas."""
    _, text = run("ogrinfo", "-al", path, "--config", "DXF_INLINE_BLOCKS", "FALSE")
    kinds = Counter(re.findall(r"^  ([A-Z]+) (?:Z )?(?:\(|EMPTY)", text, re.MULTILINE))
    said = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    types = re.findall(r"^(area|signed_area|displacement): (\w+)", text, re.MULTILINE)
    return "; ".join([said, *(f"{name} is {kind}" for name, kind in types)])


@cache
def server():
    """Starts a PostgreSQL server in a temporary folder, without a port. Returns the folder of its socket."""
    folder = Path(tempfile.mkdtemp(prefix="transect-programs-"))
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    control = found[-1] if found else Path(shutil.which("pg_ctl") or "pg_ctl")
    as_user = []
    if os.geteuid() == 0:
        # The server refuses to run as root.
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]

    def call(*command):
        subprocess.run([*as_user, control, "-D", folder / "data", *command], check=True, stdout=subprocess.DEVNULL)

    call("init", "-o", "--encoding=UTF8 --locale=C.UTF-8 --auth=trust --username=postgres")
    call("start", "-w", "-l", folder / "log", "-o", f"-c listen_addresses='' -k {folder}")
    atexit.register(shutil.rmtree, folder, True)
    atexit.register(call, "stop", "-m", "fast")
    ask(folder, "CREATE EXTENSION postgis;")
    return folder


def ask(folder, statements):
    """Runs SQL statements. Returns the rows of the last one as text."""
    command = ["psql", "-h", folder, "-U", "postgres", "-qtAX", "-v", "ON_ERROR_STOP=1"]
    ran = subprocess.run(command, input=statements, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ran.stdout.strip()


SHAPES = """
SELECT count(*) || ' rows, ' || count(*) FILTER (WHERE ST_IsValid(shape)) || ' valid, area '
    || round(sum(ST_Area(shape))::numeric, 4) || ', length of lines '
    || round(sum(ST_Length(shape))::numeric, 4) || ', SRID ' || string_agg(DISTINCT ST_SRID(shape)::text, ' ')
FROM shapes;
"""


def postgis(path):
    """Reads a table of names and WKT by COPY, or a WKB collection, and measures its geometries."""
    table = "CREATE TEMP TABLE shapes (name text, shape geometry);"
    if path.suffix == ".wkb":
        collection = f"ST_GeomFromEWKB('\\x{path.read_bytes().hex()}')"
        load = f"INSERT INTO shapes SELECT '', ST_GeometryN(own, n) FROM (SELECT {collection} AS own) AS all_of_them, "
        load += "generate_series(1, ST_NumGeometries(own)) AS n;"
    else:
        load = f"COPY shapes FROM STDIN;\n{path.read_text()}\\.\n"
    return ask(server(), f"{table}\n{load}\n{SHAPES}")
