"""The answers of the Python package, from the objects that hold tables."""

import math
from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import transect as tr

from . import exact
from .files import CONNECTION, WRITERS

SIDES = {"back": -1, "on": 0, "front": 1, None: None}
OVERLAPS = {"outside": -1, "meets": 0, "inside": 1, None: None}


def plane_of(plane):
    normal = [*plane.normal, 0.0][:3]
    return tr.Plane(normal, plane.offset)


def region_of(region):
    if region.low is not None and len(region.low) == 3:
        return tr.Region.box(region.low, region.high)
    return tr.Region([plane_of(plane) for plane in region.planes])


def holders(batch, table, number, folder):
    """Objects with the named columns of a table, some of them read from its files, and the names of these objects."""
    random = batch.random
    arrow = batch.arrow(table)
    yield "Arrow", arrow
    writer = random.choice(WRITERS)
    yield f"Parquet of {writer}", pq.read_table(folder / f"{writer}/{number:03}.parquet", partitioning=None)
    flat = batch.arrow(table, is_struct=False)
    half = len(arrow) // 2
    others = [
        ("Arrow in chunks", lambda: pa.concat_tables([arrow[:half], arrow[half:]])),
        ("Arrow batch", lambda: arrow.combine_chunks().to_batches()[0]),
        ("Arrow with dictionaries", lambda: dictionaries(flat)),
        ("polars", lambda: pl.from_arrow(arrow)),
        ("columns", lambda: {name: masked(flat[name]) for name in flat.column_names}),
        ("DuckDB", lambda: duckdb_relation(arrow)),
    ]
    if not any(pa.types.is_decimal(field.type) for field in flat.schema):
        # numpy has no decimals.
        others += [
            ("pandas", lambda: flat.to_pandas()),
            ("pandas, nullable", lambda: nullable(flat)),
            ("pandas of Arrow", lambda: flat.to_pandas(types_mapper=pd.ArrowDtype)),
        ]
    for name, make in random.sample(others, 2):
        yield name, make()


def dictionaries(flat):
    columns = [column.dictionary_encode() if pa.types.is_floating(column.type) else column for column in flat.columns]
    return pa.table(dict(zip(flat.column_names, columns, strict=True)))


def nullable(flat):
    of = {pa.float64(): "Float64", pa.float32(): "Float32", pa.int16(): "Int16", pa.int64(): "Int64"}
    frame = {}
    for name in flat.column_names:
        column = flat[name]
        frame[name] = pd.array(column.to_pylist(), of[column.type])
    return pd.DataFrame(frame)


def masked(column):
    """A column of numbers as a masked array."""
    kind = {pa.float32(): np.float32, pa.int16(): np.int16, pa.int64(): np.int64}.get(column.type, np.float64)
    values = column.to_pylist()
    missing = [value is None for value in values]
    return np.ma.masked_array([kind(0 if value is None else value) for value in values], missing, dtype=kind)


def duckdb_relation(arrow):
    CONNECTION.register("held", arrow)
    return CONNECTION.sql("SELECT * FROM held").to_arrow_table()


def arrays(random, columns, kinds):
    """Arrays with a row per shape, in several layouts. NULL is NaN."""
    wide = np.array([[math.nan if value is None else value for value in column] for column in columns], np.float64).T
    kind = np.float32 if all(kind == "float" for kind in kinds) else np.float64
    array = wide.astype(kind)
    spread = np.zeros((2 * len(array), array.shape[1] + 1), kind)
    spread[::2, 1:] = array
    layouts = [
        ("rows", np.ascontiguousarray(array)),
        ("columns", np.asfortranarray(array)),
        ("strides", spread[::2, 1:]),
        ("reversed", array[::-1][::-1]),
        ("other byte order", array.astype(array.dtype.newbyteorder())),
        ("read only", read_only(array)),
    ]
    name, chosen = random.choice(layouts)
    yield f"array, {name}", chosen
    missing = np.array([[value is None for value in column] for column in columns]).T
    filled = np.where(missing, 0, array).astype(kind)
    yield "masked array", np.ma.masked_array(filled, missing)


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


class Check:
    """The comparisons about one table."""

    def __init__(self, questions, number, folder):
        self.questions, self.batch, self.number, self.folder = questions, questions.batch, number, folder
        self.rows = [row for row in questions.rows if row.table == number]
        self.differences, self.asked, self.door, self.expected = [], Counter(), None, {}

    def answers(self, *asked):
        """The exact answers about all rows, computed once."""
        if asked not in self.expected:
            self.expected[asked] = [row.answer(*asked) for row in self.rows]
        return self.expected[asked]

    def differs(self, text):
        self.differences.append((self.door, f"table {self.number}: {text}"))

    def same(self, name, found, expected):
        self.asked[self.door] += 1
        if found != expected:
            rows = [(row, b, a) for row, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b]
            self.differs(f"{name}: row, expected, found: {rows[:3]}")

    def run(self):
        batch, table = self.batch, self.batch.tables[self.number]
        held = list(holders(batch, table, self.number, self.folder))
        kinds = [batch.types[axis] for axis in batch.axes]
        points = [*held, *arrays(batch.random, [table[axis] for axis in batch.axes], kinds)]
        kinds = [batch.types[name] for name in batch.bounds]
        boxes = [*held, *arrays(batch.random, [table[name] for name in batch.bounds], kinds)]
        asked = [(self.points, name, holder) for name, holder in points]
        asked += [(self.boxes, name, holder) for name, holder in boxes]
        for ask, name, holder in asked:
            self.door = f"Python, {name}"
            try:
                ask(holder)
            except Exception as error:  # Any refusal is a difference.
                self.differs(f"{ask.__name__}: {error!r}")
        return self.differences

    def points(self, holder):
        if self.batch.has_infinite_points:
            return self.infinite_points(holder)
        planes, region = self.batch.planes, self.questions.regions[0]
        sides = self.answers("side", 0)
        plane = plane_of(planes[0])
        self.same("side", plane.side(holder, nan="null").tolist(), [SIDES[side] for side in sides])
        self.same("counts", list(plane.side_counts(holder)), counted(sides, ["back", "on", "front", None]))
        overlaps = [OVERLAPS[word] for word in self.answers("overlap", region)]
        self.same("overlap", region_of(region).overlap(tr.Points(holder), nan="null").tolist(), overlaps)
        for number in range(2):
            distances = plane_of(planes[number]).signed_distance(holder).tolist()
            self.distances(number, distances)

    def distances(self, number, found):
        """Compares the distances with those of other objects by bits. The first ones are compared with fractions, and the
        statements must answer the same."""
        plane = self.batch.planes[number]
        for row, distance in zip(self.rows, found, strict=True):
            if number not in row.distances:
                is_point = exact.is_point(row.point)
                holds = plane.is_distance(distance, plane.value(row.point)) if is_point else distance != distance
                if not holds:
                    self.differs(f"distance {distance} of {row.point}")
                row.distances[number] = distance if is_point else None
        expected = [str(row.distances[number]) for row in self.rows]
        self.same("distance", ["None" if distance != distance else str(distance) for distance in found], expected)

    def infinite_points(self, holder):
        """An infinite coordinate is an error that names its row."""
        first = next((i for i, row in enumerate(self.rows) if row.point[0] in (math.inf, -math.inf)), None)
        plane = plane_of(self.batch.planes[0])
        try:
            plane.side(holder, nan="null")
            text = "no error"
        except tr.GeometryError as error:
            text = str(error)
        expected = "no error"
        if first is not None:
            expected = f"coordinate x of row {first} is {self.rows[first].point[0]}, not a finite number"
        self.same("infinite", [text], [expected])

    def boxes(self, holder):
        boxes = tr.Boxes(holder)
        planes, region = self.batch.planes, self.questions.regions[1]
        sides = self.answers("box_side", 2)
        plane = plane_of(planes[2])
        self.same("box side", plane.side(boxes, nan="null").tolist(), [SIDES[side] for side in sides])
        masks = plane.masks(boxes)
        self.same("box masks", bits(masks.on, len(sides)), [side == "on" for side in sides])
        self.same("box masks", bits(masks.front, len(sides)), [side == "front" for side in sides])
        self.same("box masks", bits(masks.null, len(sides)), [side is None for side in sides])
        asked = region_of(region)
        overlaps = self.answers("box_overlap", region, False)
        self.same("box overlap", asked.overlap(boxes, nan="null").tolist(), [OVERLAPS[word] for word in overlaps])
        words = ["outside", "meets", "inside", None]
        self.same("box counts", list(asked.overlap_counts(boxes)), counted(overlaps, words))
        conservative = [OVERLAPS[word] for word in self.answers("box_overlap", region, True)]
        self.same("conservative", asked.overlap_conservative(boxes, nan="null").tolist(), conservative)
        # Trees have no rows that are null and no boxes in 2D.
        if None not in sides and len(self.batch.axes) == 3:
            expected = [row for row, side in enumerate(sides) if side == "on"]
            self.same("tree", tr.Bvh(boxes).on(plane).tolist(), expected)


def bits(bitmap, rows):
    return np.unpackbits(bitmap, count=rows, bitorder="little").astype(bool).tolist()


def counted(words, order):
    return [words.count(word) for word in order]
