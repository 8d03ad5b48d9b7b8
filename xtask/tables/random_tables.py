"""Random tables: points, boxes and a number per row, with NaN, -0.0, infinities and NULL at random rates."""

import math
import struct
from decimal import Decimal

import pyarrow as pa

from .exact import Plane, key

NAN = math.nan
TYPES = {
    "double": pa.float64(),
    "float": pa.float32(),
    "small": pa.int16(),
    "integer": pa.int64(),
    "decimal": pa.decimal128(12, 3),
}
# Numbers with few values, so that many shapes touch the planes.
POOLS = {
    "grid": lambda random: float(random.randint(-3, 3)),
    "eighths": lambda random: random.randint(-20, 20) / 8,
    "tenths": lambda random: random.randint(-20, 20) / 10,
    "neighbors": lambda random: random.choice([-1, 1]) * (1.0 + random.randint(0, 4) * 2.0**-52),
    "wide": lambda random: random.choice([-1, 1]) * random.random() * 2.0 ** random.randint(-60, 60),
}


def single(number):
    """The nearest number of 32 bits."""
    return struct.unpack("f", struct.pack("f", number))[0]


class Batch:
    """Some tables with the same columns and types, and what is asked of them.

    Statements about a folder ask all of its tables, so the engine plans once for all of them.
    """

    def __init__(self, random, tables):
        self.random = random
        self.axes = "xyz" if random.random() < 0.8 else "xy"
        self.bounds = [f"{axis}{end}" for end in ("min", "max") for axis in self.axes]
        self.pool = random.choice(["grid", "grid", "eighths", "tenths", "tenths", "neighbors", "wide"])
        self.is_struct = random.random() < 0.5
        self.has_point_structs = random.random() < 0.2
        # A CSV file does not tell the sign of NaN, and a dictionary of DuckDB has one NaN.
        self.has_signed_nan = random.random() < 0.3
        self.has_infinite_points = random.random() < 0.06
        floats = ["double", "float"]
        others = {"grid": ["small", "integer", "decimal"], "eighths": ["decimal"]}.get(self.pool, [])
        common = random.choice([["double"], ["float"], floats + others])
        self.types = {"id": "integer"}
        for axis in self.axes:
            self.types[axis] = random.choice(common)
        if self.has_infinite_points:
            self.types["x"] = random.choice(floats)
        for name in self.bounds:
            self.types[name] = random.choice(common)
        self.types["f"] = random.choice(floats)
        self.tables = [self.table(number) for number in range(tables)]
        self.planes = [self.plane() for _ in range(4)]

    def number(self, kind):
        number = POOLS[self.pool](self.random)
        return single(number) if kind == "float" else number

    def column(self, rows, name, specials):
        """A column of numbers. Some columns have one number only, and few have none."""
        random, kind = self.random, self.types[name]
        if kind not in ("double", "float"):
            specials = [None]
        constant = self.number(kind) if random.random() < 0.2 else None
        rate = random.choice([0, 0, 0.02, 0.1, 0.1, 0.4]) if random.random() < 0.97 else 1
        chosen = random.sample(specials, random.randint(1, len(specials)))
        column = []
        for _ in range(rows):
            if rate and random.random() < rate:
                column.append(random.choice(chosen))
            else:
                column.append(self.number(kind) if constant is None else constant)
        return column

    def table(self, number):
        """The columns of a table by their names. Numbers are floats, also in columns of integers and decimals."""
        random = self.random
        rows = random.randint(*random.choice(3 * [(1, 5)] + 5 * [(5, 30)] + [(30, 300)]))
        ids = list(range(rows))
        if random.random() < 0.3:
            random.shuffle(ids)
        table = {"id": [float(id) for id in ids]}
        for axis in self.axes:
            specials = [NAN, NAN, None, -0.0]
            if axis == "x" and self.has_infinite_points:
                specials += [math.inf, -math.inf]
            table[axis] = self.column(rows, axis, specials)
        half = len(self.bounds) // 2
        for name in self.bounds[:half]:
            specials = [NAN, None, -0.0, -math.inf, -math.inf, math.inf]
            table[name] = self.column(rows, name, specials)
        for least, name in zip(self.bounds[:half], self.bounds[half:], strict=True):
            column = self.column(rows, name, [NAN, None, -0.0, math.inf, math.inf, -math.inf])
            swaps = random.random() < 0.2
            for row, low in enumerate(table[least]):
                high = column[row]
                is_wrong = None not in (low, high) and math.isfinite(low) and math.isfinite(high) and high < low
                # A number of one type may fit no column of the other one.
                if is_wrong and self.types[name] == self.types[least] and not (swaps and random.random() < 0.1):
                    column[row], table[least][row] = low, high
            table[name] = column
        if self.is_struct and random.random() < 0.3:
            for row in range(rows):
                if random.random() < 0.1:
                    for name in self.bounds:
                        table[name][row] = None
        # Without -0.0: see the module `questions`.
        signed = [-NAN] if self.has_signed_nan else []
        table["f"] = self.column(rows, "f", [NAN, None, math.inf, -math.inf, *signed])
        if random.random() < 0.4:
            # Neighbors in the file are neighbors in space, so that conditions exclude parts of it.
            by = table[random.choice([*self.axes, *self.bounds, "f"])]
            order = sorted(range(rows), key=lambda row: (by[row] is None, key(by[row] or 0.0)))
            table = {name: [column[row] for row in order] for name, column in table.items()}
        return table

    def plane(self):
        """A plane that many shapes touch: its coefficients are few, or it passes near a random point."""
        random = self.random
        while True:
            if self.pool in ("grid", "eighths", "tenths") and random.random() < 0.8:
                normal = [float(random.randint(-3, 3)) for _ in self.axes]
            elif self.pool == "tenths":
                normal = [random.randint(-20, 20) / 10 for _ in self.axes]
            elif random.random() < 0.5:
                normal = [float(random.randint(-1, 1)) for _ in self.axes]
            else:
                normal = [self.number("double") for _ in self.axes]
            if any(normal):
                break
        point = [self.number("double") for _ in self.axes]
        offset = -float(Plane(normal, 0.0).value(point))
        return Plane(normal, offset)

    def constant(self):
        """A number to compare with."""
        number = self.number(self.random.choice(["double", "float"]))
        return number + self.random.choice([0, 0, 0, 0.5])

    def points(self, table):
        return list(zip(*(table[axis] for axis in self.axes), strict=True))

    def boxes(self, table):
        return list(zip(*(table[name] for name in self.bounds), strict=True))

    def arrow(self, table, is_struct=None, kinds=None):
        """The table as an Arrow table. The bounds are columns, or fields of the column `bbox`."""
        is_struct = self.is_struct if is_struct is None else is_struct
        kinds = kinds or self.types

        def array(name):
            kind = kinds[name]
            of = {"double": float, "float": float, "decimal": Decimal}.get(kind, int)
            column = table[name]
            return pa.array([None if value is None else of(value) for value in column], TYPES[kind])

        columns = {name: array(name) for name in ["id", *self.axes]}
        bounds = [array(name) for name in self.bounds]
        if is_struct:
            missing = [all(value is None for value in row) for row in self.boxes(table)]
            columns["bbox"] = pa.StructArray.from_arrays(bounds, self.bounds, mask=pa.array(missing))
        else:
            columns.update(zip(self.bounds, bounds, strict=True))
        columns["f"] = array("f")
        return pa.table(columns)
