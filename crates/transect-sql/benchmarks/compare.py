"""Times of the functions of transect-sql beside the same questions as SQL arithmetic, in the same engine and in DuckDB.

Usage: python compare.py FOLDER TRANSECT_SQL OUT.csv [PARTS]

The tables are made in FOLDER if they are missing (about 2.2 GB). PARTS are some of
`engine,files,order,growth,slab,cluster,wrong`, by default all. The packages duckdb, numpy and pyarrow are needed.

* `engine`: the time in the step of the plan that computes the answer, as EXPLAIN ANALYZE reports it, so without the
  time of reading the file. For columns, the time of the same step without the function is subtracted.
* `files`, `order`, `growth`, `slab`: the time of the whole process for transect-sql. For DuckDB, it is the time of a statement
  in a new connection, so without the start of Python. Files are in the memory of the operating system.
* `cluster`: the time of the whole process that runs a statement on a scheduler and executors of one core on loopback.

The engines take turns, and the least of several times counts: on one thread the time of the CPU, which other programs
on the machine hardly change, and on several threads the time of the clock. Answers are compared.
"""

from __future__ import annotations

import contextlib
import csv
import json
import math
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROUNDS = 7
SEED = 24
COLUMNS = ("xmin", "ymin", "zmin", "xmax", "ymax", "zmax")
BOX = ", ".join(COLUMNS)
PARTS = ("engine", "files", "order", "growth", "slab", "cluster", "wrong")
HEAD = ("part", "question", "rows", "threads", "engine", "wall ms", "CPU ms", "ratio to the function", "answer")

Run = Callable[[], "tuple[float, float, str]"]


# --- Tables ---------------------------------------------------------------------------------------------------------


def city(rows: int, seed: int) -> dict[str, Any]:
    """Boxes of buildings in a city of 20 km, in metres with millimetres: districts on low hills, in random order."""
    rng = np.random.default_rng(seed)
    districts = np.random.default_rng(SEED).random((60, 2)) * 16_000 + 2_000
    x, y = (districts[rng.integers(0, 60, rows)] + rng.normal(0, 1_300, (rows, 2))).clip(0, 20_000).T
    width, depth = rng.lognormal(2.5, 0.45, (2, rows))
    ground = 60 + 40 * np.sin(x / 3_000) * np.cos(y / 2_500)
    height = 3 + rng.exponential(9, rows)
    low, high = (x, y, ground), (x + width, y + depth, ground + height)
    return {name: column.round(3) for name, column in zip(COLUMNS, low + high, strict=True)}


def write(path: Path, columns: dict[str, Any]) -> None:
    import pyarrow
    import pyarrow.parquet

    path.parent.mkdir(parents=True, exist_ok=True)
    # The size of row groups is DuckDB's default.
    pyarrow.parquet.write_table(pyarrow.table(columns), path, row_group_size=122_880)


def made(path: Path, rows: int, seed: int) -> Path:
    """Returns a file of boxes in random order, and makes it if it is missing."""
    if not path.exists():
        write(path, city(rows, seed))
    return path


def ordered(command: str, path: Path, rows: int) -> Path:
    """Returns a copy of a file in Hilbert order with the given rows per row group, and makes it if it is missing."""
    out = path.with_name(f"{path.stem}-ordered-{rows}.parquet")
    if not out.exists():
        by = ",".join(COLUMNS)
        subprocess.run([command, "order", path, out, "--by", by, "--rows", str(rows), "--memory", "4G"], check=True)
    return out


# --- Questions ------------------------------------------------------------------------------------------------------


def corner(normal: tuple[float, ...], offset: float, is_front: bool) -> str:
    """n·p + d of the frontmost or the backmost corner of the box, as SQL arithmetic."""
    terms = []
    for factor, axis in zip(normal, "xyz", strict=True):
        end = "max" if (factor > 0) == is_front else "min"
        terms.append(f"{factor!r} * {axis}{end}")
    return " + ".join(terms) + f" + {offset!r}"


# An oblique plane, as of the approach to a runway: it rises by 1 m in 8 m. It meets about 1 % of the boxes.
NORMAL, OFFSET = (3.0, 4.0, -40.0), -67_600.0
PLANE = "3x + 4y - 40z = 67600"


def frustum() -> list[tuple[tuple[float, ...], float]]:
    """The six planes of a camera above the city; the region is in front of them."""
    eye, target = np.array([4_000.0, 3_000.0, 900.0]), np.array([12_000.0, 11_000.0, 0.0])
    ahead = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(ahead, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    up = np.cross(right, ahead)
    wide, tall = math.tan(math.radians(25)), math.tan(math.radians(16))
    normals = [ahead, -ahead, ahead * wide + right, ahead * wide - right, ahead * tall + up, ahead * tall - up]
    planes = []
    for number, normal in enumerate(normals):
        normal = (normal / np.linalg.norm(normal)).round(6)
        through = eye + ahead * 10 if number == 0 else eye + ahead * 6_000 if number == 1 else eye
        planes.append((tuple(float(c) for c in normal), round(float(-normal @ through), 3)))
    return planes


def questions() -> dict[str, tuple[str, str]]:
    """Conditions: by a function, and as arithmetic."""
    side = f"plane_side('{PLANE}', {BOX})"
    back, front = corner(NORMAL, OFFSET, False), corner(NORMAL, OFFSET, True)
    planes = frustum()
    region = "region(" + ", ".join(f"plane({', '.join(map(repr, n))}, {d!r})" for n, d in planes) + ")"
    seen = " AND ".join(f"{corner(n, d, True)} >= 0" for n, d in planes)
    return {
        "boxes on a plane": (f"{side} = 'on'", f"{back} <= 0 AND {front} >= 0"),
        "boxes in front of a plane": (f"{side} = 'front'", f"{back} > 0"),
        "boxes that a camera may see": (f"region_overlap_conservative({region}, {BOX}) <> 'outside'", seen),
        "points near a plane": (
            f"abs(signed_distance('{PLANE}', xmin, ymin, zmin)) < 25",
            "abs((3.0 * xmin + 4.0 * ymin - 40.0 * zmin - 67600.0) / sqrt(1625.0)) < 25",
        ),
    }


def columns() -> dict[str, tuple[str, str]]:
    """Columns: by a function, and as arithmetic."""
    back, front = corner(NORMAL, OFFSET, False), corner(NORMAL, OFFSET, True)
    planes = frustum()
    region = "region(" + ", ".join(f"plane({', '.join(map(repr, n))}, {d!r})" for n, d in planes) + ")"
    outside = " OR ".join(f"{corner(n, d, True)} < 0" for n, d in planes)
    inside = " AND ".join(f"{corner(n, d, False)} >= 0" for n, d in planes)
    return {
        "the side of each box": (
            f"plane_side('{PLANE}', {BOX})",
            f"CASE WHEN {back} > 0 THEN 'front' WHEN {front} < 0 THEN 'back' ELSE 'on' END",
        ),
        "the relation of each box to a camera's frustum": (
            f"region_overlap_conservative({region}, {BOX})",
            f"CASE WHEN {outside} THEN 'outside' WHEN {inside} THEN 'inside' ELSE 'meets' END",
        ),
        "the distance of each point": (
            f"signed_distance('{PLANE}', xmin, ymin, zmin)",
            "(3.0 * xmin + 4.0 * ymin - 40.0 * zmin - 67600.0) / sqrt(1625.0)",
        ),
    }


# --- Measuring ------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def limited(threads: int) -> Iterator[None]:
    """Lets new processes run on some processors only; transect-sql starts as many threads."""
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(processors)[-threads:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, processors)


def text_of(rows: list[tuple[Any, ...]]) -> str:
    return " ".join(sorted(",".join(map(str, row)) for row in rows))


def by_command(command: str, sql: str, threads: int) -> tuple[float, float, str]:
    with tempfile.TemporaryFile("w+") as out, limited(threads):
        start = time.perf_counter()
        process = subprocess.Popen([command, "--csv", sql], stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = status
        if status:
            raise SystemExit(f"transect-sql failed: {sql}")
        out.seek(0)
        rows = list(csv.reader(out))[1:]
    return wall, usage.ru_utime + usage.ru_stime, text_of([tuple(row) for row in rows])


def by_duckdb(sql: str, threads: int) -> tuple[float, float, str]:
    arguments = [sys.executable, __file__, "duckdb", str(threads), sql]
    with limited(threads):
        out = subprocess.run(arguments, check=True, capture_output=True, text=True)
    wall, cpu, rows = json.loads(out.stdout)
    return wall, cpu, text_of([tuple(row) for row in rows])


def duckdb_here(threads: int, sql: str) -> None:
    """Runs in a process of its own: prints the times and the answer of a statement."""
    import duckdb

    connection = duckdb.connect(":memory:", config={"threads": threads})
    wall, cpu = time.perf_counter(), time.process_time()
    rows = connection.execute(sql).fetchall()
    print(json.dumps([time.perf_counter() - wall, time.process_time() - cpu, rows]))


UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


def step(command: str, sql: str, name: str) -> float:
    """Returns the time in the first step of a name in the plan of a statement, in seconds, on one thread."""
    arguments = [command, "--csv", f"EXPLAIN ANALYZE {sql}"]
    with limited(1):
        plan = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    lines = (line for line in plan.splitlines() if f"{name}:" in line)
    found = re.search(r"elapsed_compute=([\d.]+)(ns|µs|ms|s),", next(lines))
    assert found is not None, plan
    return float(found[1]) * UNITS[found[2]]


class Record:
    """The rows of the record."""

    def __init__(self) -> None:
        self.rows: list[list[object]] = []

    def add(self, part: str, question: str, count: int, threads: int, engine: str, *rest: object) -> None:
        self.rows.append([part, question, count, threads, engine, *rest])
        print(*self.rows[-1], sep="; ", flush=True)

    def measured(
        self, part: str, question: str, count: int, threads: int, engines: dict[str, Run], rounds: int
    ) -> None:
        """Runs the engines in turns, and adds their least times. The first engine is the function."""
        least: dict[str, list[float]] = {name: [math.inf] * 2 for name in engines}
        answers: dict[str, str] = {}
        for _ in range(rounds):
            for name, run in engines.items():
                wall, cpu, answers[name] = run()
                least[name] = [min(least[name][0], wall), min(least[name][1], cpu)]
        first = next(iter(engines))
        judged = int(threads == 1 and math.isfinite(least[first][1]))
        for name, times in least.items():
            ratio = f"{times[judged] / least[first][judged]:.2f}"
            same = answers[name] if answers[name] == answers[first] else f"DIFFERENT: {answers[name]}"
            wall, cpu = ("" if math.isinf(t) else f"{t * 1e3:.2f}" for t in times)
            self.add(part, question, count, threads, name, wall, cpu, ratio, same)


OURS, ARITHMETIC, DUCKDB = "transect-sql, function", "transect-sql, arithmetic", "DuckDB, arithmetic"


def in_engine(record: Record, command: str, path: Path, rows: int) -> None:
    def counted(condition: str) -> Run:
        sql = f"SELECT count(*) FROM '{path}' WHERE {condition}"

        def run() -> tuple[float, float, str]:
            return step(command, sql, "FilterExec"), math.inf, by_command(command, sql, 1)[2]

        return run

    for question, (function, arithmetic) in questions().items():
        engines = {OURS: counted(function), ARITHMETIC: counted(arithmetic)}
        record.measured("engine", question, rows, 1, engines, ROUNDS)
    for question, pair in columns().items():
        is_number = "distance" in question
        names = BOX if not is_number else "xmin, ymin, zmin"
        scan = min(step(command, f"SELECT {names} FROM '{path}'", "DataSourceExec") for _ in range(ROUNDS))

        def computed(expression: str, scan: float = scan, is_number: bool = is_number) -> Run:
            answer = "round(sum(answer), 3)" if is_number else "answer, count(*)"
            group = "" if is_number else " GROUP BY answer"

            def run() -> tuple[float, float, str]:
                took = step(command, f"SELECT {expression} AS answer FROM '{path}'", "DataSourceExec")
                sql = f"SELECT {answer} FROM (SELECT {expression} AS answer FROM '{path}'){group}"
                return took - scan, math.inf, by_command(command, sql, 1)[2]

            return run

        engines = {OURS: computed(pair[0]), ARITHMETIC: computed(pair[1])}
        record.measured("engine", question, rows, 1, engines, ROUNDS)


def counts(table: str, condition: str) -> str:
    return f"SELECT count(*) FROM {table} WHERE {condition}"


def on_files(record: Record, command: str, path: Path, rows: int) -> None:
    table = f"'{path}'"
    asked: dict[str, tuple[str, str]] = {
        question: (counts(table, function), counts(table, arithmetic))
        for question, (function, arithmetic) in questions().items()
    }
    for question, pair in columns().items():
        if "distance" not in question:
            sql = [f"SELECT {answer} AS answer, count(*) FROM {table} GROUP BY answer" for answer in pair]
            asked[f"{question}, counted"] = (sql[0], sql[1])
    for threads in (1, 2):
        for question, (function, arithmetic) in asked.items():
            engines: dict[str, Run] = {
                OURS: lambda sql=function, threads=threads: by_command(command, sql, threads),
                ARITHMETIC: lambda sql=arithmetic, threads=threads: by_command(command, sql, threads),
                DUCKDB: lambda sql=arithmetic, threads=threads: by_duckdb(sql, threads),
            }
            record.measured("files", question, rows, threads, engines, ROUNDS)
        # All columns are read, and the first comparison decides.
        nothing = counts(table, "xmin > xmax AND ymin > ymax AND zmin > zmax")
        engines = {
            ARITHMETIC: lambda nothing=nothing, threads=threads: by_command(command, nothing, threads),
            DUCKDB: lambda nothing=nothing, threads=threads: by_duckdb(nothing, threads),
        }
        record.measured("files", "reading alone", rows, threads, engines, ROUNDS)


def in_order(record: Record, command: str, path: Path, rows: int) -> None:
    question = "boxes on a plane"
    function, arithmetic = questions()[question]
    for group in (65_536, 16_384):
        own = ordered(command, path, group)
        for threads in (1, 2):
            engines: dict[str, Run] = {
                OURS: lambda own=own, threads=threads: by_command(command, counts(f"'{own}'", function), threads),
                ARITHMETIC: lambda own=own, threads=threads: by_command(
                    command, counts(f"'{own}'", arithmetic), threads
                ),
                DUCKDB: lambda own=own, threads=threads: by_duckdb(counts(f"'{own}'", arithmetic), threads),
                f"{DUCKDB}, random order": lambda threads=threads: by_duckdb(counts(f"'{path}'", arithmetic), threads),
            }
            record.measured("order", f"{question}, {group} rows per group", rows, threads, engines, ROUNDS)


def tables(folder: Path) -> dict[int, str]:
    """Tables of 10^6, 10^7 and 10^8 boxes."""
    million = made(folder / "random" / "1e6.parquet", 10**6, SEED + 1)
    ten = made(folder / "random" / "1e7.parquet", 10**7, SEED)
    hundred = folder / "random-1e8"
    hundred.mkdir(exist_ok=True)
    for part in range(10):
        # Ten names of one file: as much to read and to compute as ten files.
        if not (hundred / f"{part}.parquet").exists():
            (hundred / f"{part}.parquet").hardlink_to(ten)
    return {10**6: str(million), 10**7: str(ten), 10**8: f"{hundred}/*.parquet"}


def growth(record: Record, command: str, folder: Path) -> None:
    question = "boxes on a plane"
    function, arithmetic = questions()[question]
    for rows, name in tables(folder).items():
        for threads in (1, 2):
            engines: dict[str, Run] = {
                OURS: lambda name=name, threads=threads: by_command(command, counts(f"'{name}'", function), threads),
                DUCKDB: lambda name=name, threads=threads: by_duckdb(counts(f"'{name}'", arithmetic), threads),
            }
            record.measured("growth", question, rows, threads, engines, 3 if rows == 10**8 else ROUNDS)


def building(path: Path, rows: int) -> Path:
    """Returns a file of points in a building of 80 x 60 x 30 m, in the order of a Morton curve, and makes it if needed."""
    import pyarrow
    import pyarrow.parquet

    if path.exists():
        return path
    points = np.random.default_rng(SEED).random((3, rows)) * np.array([[80.0], [60.0], [30.0]])
    key = np.zeros(rows, np.uint32)
    for axis, along in enumerate(points):
        cells = (along * (1023 / 80)).astype(np.uint32)
        for bit in range(10):
            key |= ((cells >> bit) & 1) << np.uint32(3 * bit + axis)
    order = np.argsort(key, kind="stable")
    table = pyarrow.table({axis: along[order] for axis, along in zip("xyz", points, strict=True)})
    pyarrow.parquet.write_table(
        table, path, row_group_size=65_536, compression="lz4", use_dictionary=False, write_page_index=True
    )
    return path


def in_slab(record: Record, command: str, path: Path, rows: int) -> None:
    """A slab of 0.1 m: horizontal, and aslant with a normal of length 7."""
    table = f"'{path}'"
    oblique = "(2.0 * x + 3.0 * y + 6.0 * z) / 7.0"
    for question, plane, middle, value in (
        ("points in a horizontal slab of 0.1 m", "z = 0", "z = 12.05", "z"),
        ("points in an oblique slab of 0.1 m", "2x + 3y + 6z = 0", "2x + 3y + 6z = 84.35", oblique),
    ):
        between = counts(table, f"{value} BETWEEN 12.0 AND 12.1")
        asked = {
            OURS: counts(table, f"slab_overlap('{plane}', 12.0, 12.1, x, y, z) = 'inside'"),
            "transect-sql, abs(signed_distance)": counts(
                table, f"abs(signed_distance('{middle}', x, y, z)) <= 0.05"
            ),
            "transect-sql, signed_distance BETWEEN": counts(
                table, f"signed_distance('{plane}', x, y, z) BETWEEN 12.0 AND 12.1"
            ),
            ARITHMETIC: between,
        }
        for threads in (1, 2):
            engines: dict[str, Run] = {
                name: lambda sql=sql, threads=threads: by_command(command, sql, threads) for name, sql in asked.items()
            }
            engines[DUCKDB] = lambda between=between, threads=threads: by_duckdb(between, threads)
            record.measured("slab", question, rows, threads, engines, ROUNDS)


def free_port() -> str:
    with socket.socket() as at:
        at.bind(("127.0.0.1", 0))
        return str(at.getsockname()[1])


@contextlib.contextmanager
def cluster(command: str, executors: int) -> Iterator[str]:
    """A scheduler and executors of one core. Yields the address of the scheduler."""
    port = free_port()
    starts = [["scheduler", "--port", port]]
    for _ in range(executors):
        ports = ["--port", free_port(), "--task-port", free_port()]
        starts.append(["executor", "--scheduler", f"localhost:{port}", "--cores", "1", "--memory", "2G", *ports])
    processes = [subprocess.Popen([command, *start], stderr=subprocess.DEVNULL) for start in starts]
    try:
        for _ in range(300):
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://localhost:{port}/readyz") as answer:
                if str(executors) in answer.read().decode():
                    break
            time.sleep(0.1)
        yield f"localhost:{port}"
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait()


def growth_on_cluster(record: Record, command: str, folder: Path) -> None:
    question = "boxes on a plane"
    function, _ = questions()[question]
    for executors in (1, 2):
        with cluster(command, executors) as scheduler:
            for rows, name in tables(folder).items():
                arguments = [command, "--csv", "--cluster", scheduler, "--tasks", str(8 * executors)]
                arguments.append(counts(f"'{name}'", function))

                def run(arguments: list[str] = arguments) -> tuple[float, float, str]:
                    start = time.perf_counter()
                    answer = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
                    return time.perf_counter() - start, math.inf, answer.split()[1]

                engine = f"{OURS}, {executors} executor" + "s" * (executors > 1)
                record.measured("cluster", question, rows, executors, {engine: run}, ROUNDS)


# --- Wrong answers --------------------------------------------------------------------------------------------------


def lattice(size: int) -> tuple[dict[str, Any], list[int], Any]:
    """Cubes on a lattice of integers that touch a plane through the origin, or miss it by one step, and the plane.

    Coordinates and coefficients are integers of f64, as in a survey in micrometres. The products have up to 62 bits.
    """
    rng = np.random.default_rng(SEED)
    a, b, c = 32_452_843, 49_979_687, 86_028_121
    i, j = rng.integers(-500, 501, (2, size)).astype(object)
    step = rng.integers(0, 3, size).astype(object)
    # The lowest corner of a cube, in the plane up to `step` in x.
    x, y, z = b * i + step - 1, -a * i + c * j, -b * j
    side = 1_000_000
    low, high = (x, y, z), (x + side, y + side, z + side)
    numbers = {name: np.array(column, dtype=np.float64) for name, column in zip(COLUMNS, low + high, strict=True)}
    for name, column in zip(COLUMNS, low + high, strict=True):
        assert all(int(number) == integer for number, integer in zip(numbers[name], column, strict=True))
    return numbers, [a, b, c], step


def wrong_answers(record: Record, command: str, folder: Path) -> None:
    import duckdb

    size = 100_000
    numbers, (a, b, c), step_in_x = lattice(size)
    path = folder / "lattice.parquet"
    # The backmost corner has the exact value a * (step - 1): behind, on, or in front of the plane.
    write(path, {**numbers, "truth": np.array(["on", "on", "front"])[step_in_x.astype(int)]})
    back, front = corner((float(a), float(b), float(c)), 0.0, False), corner((float(a), float(b), float(c)), 0.0, True)
    case = f"CASE WHEN {back} > 0 THEN 'front' WHEN {front} < 0 THEN 'back' ELSE 'on' END"
    centre = " + ".join(f"{f}.0 * (({x}min + {x}max) / 2)" for f, x in ((a, "x"), (b, "y"), (c, "z")))
    reach = " + ".join(f"{f}.0 * (({x}max - {x}min) / 2)" for f, x in ((a, "x"), (b, "y"), (c, "z")))
    by_centre = f"CASE WHEN {centre} > {reach} THEN 'front' WHEN {centre} < -({reach}) THEN 'back' ELSE 'on' END"
    side = f"plane_side(plane({a}, {b}, {c}, 0), {BOX})"
    for name, expression in ((OURS, side), (ARITHMETIC, case), (f"{ARITHMETIC}, centre and extent", by_centre)):
        sql = f"SELECT count(*) FROM '{path}' WHERE {expression} <> truth"
        record.add(
            "wrong", "wrong sides of cubes on a lattice", size, 1, name, "", "", "", by_command(command, sql, 1)[2]
        )
    for name, expression in ((DUCKDB, case), (f"{DUCKDB}, centre and extent", by_centre)):
        (count,) = duckdb.execute(f"SELECT count(*) FROM '{path}' WHERE {expression} <> truth").fetchall()[0]
        record.add("wrong", "wrong sides of cubes on a lattice", size, 1, name, "", "", "", count)


def main() -> None:
    if sys.argv[1] == "duckdb":
        duckdb_here(int(sys.argv[2]), sys.argv[3])
        return
    folder, command, out = Path(sys.argv[1]).absolute(), os.path.abspath(sys.argv[2]), sys.argv[3]
    parts = sys.argv[4].split(",") if len(sys.argv) > 4 else list(PARTS)
    record = Record()
    if "engine" in parts:
        in_engine(record, command, made(folder / "random" / "1e6.parquet", 10**6, SEED + 1), 10**6)
    if "files" in parts:
        on_files(record, command, made(folder / "random" / "1e7.parquet", 10**7, SEED), 10**7)
    if "order" in parts:
        in_order(record, command, made(folder / "random" / "1e7.parquet", 10**7, SEED), 10**7)
    if "growth" in parts:
        growth(record, command, folder)
    if "slab" in parts:
        in_slab(record, command, building(folder / "points-4e7.parquet", 4 * 10**7), 4 * 10**7)
    if "cluster" in parts:
        growth_on_cluster(record, command, folder)
    if "wrong" in parts:
        wrong_answers(record, command, folder)
    with open(out, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *record.rows])


if __name__ == "__main__":
    main()
