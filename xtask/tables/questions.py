"""Statements about the tables of a batch, with the rows that every door must answer.

What the statements do not ask, because the engine leaves it open:

* Which of 0.0 and -0.0 is the first of a sort, the least or the greatest, or stands for a group. So sorts are by the
  column f, which has no -0.0, and cells of the type `z` do not compare the sign of zero.
* Keys of joins, `CASE x WHEN 0` and lists with columns, which the engine compares by bits (docs/sql.md). -0.0 differs there.
* The order of rows without ORDER BY. These rows are compared as sorted lists.
"""

import math
import re
from fractions import Fraction

from . import exact
from .conditions import Conditions, literal
from .exact import Plane, key
from .random_tables import single


def plane_text(plane, random):
    """A plane in SQL: an equation, its coefficients, or a point and a normal. Equations state decimals without exponents."""
    numbers = [*plane.normal, -plane.offset]
    at = plane_at(plane)
    if at is not None and random.random() < 0.3:
        return at
    if random.random() < 0.5 or any("e" in repr(number) for number in numbers):
        return f"plane({', '.join(repr(number) for number in (*plane.normal, plane.offset))})"
    terms = [f"{'+-'[n < 0]} {abs(n)!r}{axis}" for n, axis in zip(plane.normal, "xyz", strict=False) if n]
    return f"'{' '.join(terms).removeprefix('+ ')} = {numbers[-1]!r}'"


def plane_at(plane):
    """A plane in SQL as a point and a normal, or `None` if its points on the axes are not floats."""
    for axis, coefficient in enumerate(plane.normal):
        if coefficient == 0:
            continue
        place = -Fraction(plane.offset) / Fraction(coefficient)
        number = float(place) if abs(place) < 2**1000 else math.inf
        if math.isfinite(number) and Fraction(number) == place:
            point = [number if axis == other else 0.0 for other in range(len(plane.normal))]
            return f"plane_at({', '.join(map(repr, (*point, *plane.normal)))})"
    return None


class Row:
    """A row of a table, and the exact answers about its point and its box, each computed once."""

    def __init__(self, batch, number, table, row):
        self.planes, self.table, self.answers, self.distances = batch.planes, number, {}, {}
        self.values = {name: column[row] for name, column in table.items()}
        self.point = [self.values[axis] for axis in batch.axes]
        self.box = [self.values[name] for name in batch.bounds]
        self.position = (number, int(self.values["id"]))

    def answer(self, function, *arguments):
        asked = (function, *arguments)
        if asked not in self.answers:
            self.answers[asked] = getattr(self, function)(*arguments)
        return self.answers[asked]

    def side(self, number):
        return exact.side(self.planes[number], self.point)

    def box_side(self, number):
        return exact.box_side(self.planes[number], self.box)

    def extent(self, number):
        return exact.extent(self.planes[number], self.box)

    def slab(self, number, lower, upper):
        plane = self.planes[number]
        value = plane.value(self.point) if exact.is_point(self.point) else None
        return exact.slab(plane, lower, upper, None if value is None else (value, value))

    def box_slab(self, number, lower, upper):
        plane = self.planes[number]
        return exact.slab(plane, lower, upper, plane.ends(self.box) if exact.is_box(self.box) else None)

    def overlap(self, region):
        return exact.overlap(region.planes, [*self.point, *self.point])

    def box_overlap(self, region, conservative):
        return exact.overlap(region.planes, self.box, conservative)


class Region:
    """Planes, as SQL writes them and as Python takes them."""

    def __init__(self, batch, texts):
        random = batch.random
        if random.random() < 0.3:
            ends = [sorted([batch.number("double"), batch.number("double")]) for _ in batch.axes]
            self.low, self.high = [low for low, _ in ends], [high for _, high in ends]
            axes = range(len(ends))
            units = [[float(axis == other) for other in axes] for axis in axes]
            self.planes = [Plane(units[axis], -self.low[axis]) for axis in axes]
            self.planes += [Plane([-n for n in units[axis]], self.high[axis]) for axis in axes]
            self.text = f"box_region({', '.join(map(literal, self.low + self.high))})"
        else:
            numbers = random.sample(range(len(texts)), random.randint(1, 3))
            self.low, self.planes = None, [batch.planes[number] for number in numbers]
            # Texts are planes in 3D, unless one of the planes is a struct in 2D.
            # Regions are made of planes by their coefficients.
            is_struct = lambda number: len(batch.axes) == 2 or texts[number].startswith("plane_at")
            chosen = [batch.structs[number] if is_struct(number) else texts[number] for number in numbers]
            self.text = f"region({', '.join(chosen)})"


class Question:
    """A statement with the rows of its answer. The letters of `types` are the types of the columns: p a file, t a text, i
    an integer, d a number, f a number of 32 bits, z a number whose zero has any sign."""

    def __init__(self, sql, types, rows, ordered=True, file=None, needs_nan_sign=False):
        self.sql, self.types, self.ordered, self.file = sql, types, ordered, file
        self.needs_nan_sign = needs_nan_sign
        self.rows = [tuple(map(normal, types, row)) for row in rows]
        if not ordered:
            self.rows.sort(key=repr)


def normal(kind, value):
    """A cell as a text or a number that can be compared: NaN is a text, and -0.0 differs from 0.0."""
    if value is None or kind in "pti":
        return value
    if value != value:
        return "NaN"
    return (0.0, 1.0) if kind in "zg" and value == 0 else (float(value), math.copysign(1, value))


def read_cell(kind, text):
    """The cell of an answer in CSV."""
    if text == "":
        return None
    if kind == "t":
        return text
    if kind == "p":
        return int(re.search(r"(\d+)\.\w+$", text)[1])
    if kind == "i":
        return int(text)
    number = float(text)
    return normal(kind, single(number) if kind in "fg" else number)


class Questions:
    """The statements about a batch, and the rows of its tables."""

    def __init__(self, batch):
        self.batch, self.random = batch, batch.random
        batch.structs = [f"plane({', '.join(map(repr, (*p.normal, p.offset)))})" for p in batch.planes]
        self.texts = [plane_text(plane, batch.random) for plane in batch.planes]
        self.regions = [Region(batch, self.texts) for _ in range(2)]
        self.rows = []
        for number, table in enumerate(batch.tables):
            self.rows += [Row(batch, number, table, row) for row in range(len(table["id"]))]
        self.slabs = [self.slab(self.distance_of_point), self.slab(self.distance_of_box)]
        self.conditions = Conditions(batch, self.texts, self.slabs, self.regions)

    def distance_of_point(self, row):
        """The distance of a point from the plane of its slabs, or `None`."""
        plane = self.batch.planes[1]
        return plane.rounded(plane.value(row.point)) if exact.is_point(row.point) else None

    def distance_of_box(self, row):
        """The distance of an end of a box from the plane of its slabs, or `None`."""
        plane = self.batch.planes[3]
        return plane.rounded(self.random.choice(plane.ends(row.box))) if exact.is_box(row.box) else None

    def slab(self, distance):
        """Two bounds. One of them is often the distance of a row, so that rows touch the slab."""
        row = self.random.choice(self.rows) if self.rows else None
        touched = None
        if row is not None and not self.batch.has_infinite_points and self.random.random() < 0.7:
            touched = distance(row)
        bounds = sorted([self.batch.constant(), self.batch.constant() if touched is None else touched])
        if self.random.random() < 0.2:
            bounds[self.random.randrange(2)] *= math.inf if any(bounds) else 1
        lower, upper = sorted(bounds) if not any(map(math.isnan, bounds)) else [-math.inf, 0.0]
        return lower, upper

    def others(self, count):
        """Some statements beside the one about each row."""
        file = self.random.randrange(len(self.batch.tables))
        makers = [self.counts, self.aggregates, self.first_rows, self.groups, lambda: self.aggregates(file)]
        makers += 5 * [self.filtered] + 3 * [lambda: self.filtered(file)]
        return [make() for make in self.random.sample(makers, count)]

    def sign_free(self, name):
        """The type of a column of an answer, where 0.0 and -0.0 are the same."""
        return "g" if self.batch.types[name] == "float" else "z"

    def of(self, file):
        return [row for row in self.rows if file is None or row.table == file]

    def each_row(self):
        """The numbers of each row as they were written, and the answers of all functions."""
        batch, texts = self.batch, self.texts
        names = [*batch.axes, "f"]
        columns, types = [*names, *(f"{{{name}}}" for name in batch.bounds)], ""
        names += batch.bounds
        types += "".join("f" if batch.types[name] == "float" else "d" for name in names)
        (low, high), (least, most) = self.slabs
        answers = [lambda row: [row.values[name] for name in names]]
        if not batch.has_infinite_points:
            columns += [
                f"plane_side({texts[0]}, {{point}})",
                f"signed_distance({texts[0]}, {{point}})",
                f"signed_distance({texts[1]}, {{point}})",
                f"slab_overlap({texts[1]}, {literal(low)}, {literal(high)}, {{point}})",
                f"region_overlap({self.regions[0].text}, {{point}})",
            ]
            types += "tddtt"
            answers.append(
                lambda row: [
                    row.answer("side", 0),
                    row.distances.get(0),
                    row.distances.get(1),
                    row.answer("slab", 1, low, high),
                    row.answer("overlap", self.regions[0]),
                ]
            )
        columns += [
            f"plane_side({texts[2]}, {{box}})",
            f"plane_extent({texts[2]}, {{box}})['backmost']",
            f"plane_extent({texts[2]}, {{box}})['frontmost']",
            f"slab_overlap({texts[3]}, {literal(least)}, {literal(most)}, {{box}})",
            f"region_overlap({self.regions[1].text}, {{box}})",
            f"region_overlap_conservative({self.regions[1].text}, {{box}})",
        ]
        types += "tttttt"
        answers.append(
            lambda row: [
                row.answer("box_side", 2),
                *row.answer("extent", 2),
                row.answer("box_slab", 3, least, most),
                row.answer("box_overlap", self.regions[1], False),
                row.answer("box_overlap", self.regions[1], True),
            ]
        )
        named = ", ".join(f"{column} AS c{place}" for place, column in enumerate(columns))
        rows = sorted_rows(self.rows)
        rows = [[*row.position, *(cell for answer in answers for cell in answer(row))] for row in rows]
        return Question(f"SELECT filename AS {{q}}, id, {named} FROM {{t}} ORDER BY filename, id", f"pi{types}", rows)

    def infinite(self):
        """The sides of points of which one has an infinite coordinate, or `None` if there is none. NULL hides it."""
        rows = [row for row in self.rows if None not in row.point and math.isinf(row.point[0])]
        return Question(f"SELECT plane_side({self.texts[0]}, {{point}}) AS {{q}} FROM {{t}}", "t", []) if rows else None

    def counts(self):
        """The rows on each side, counted."""
        of_box = self.batch.has_infinite_points or self.random.random() < 0.5
        name, text = ("box_side", "{box}") if of_box else ("side", "{point}")
        counts = {}
        for row in self.rows:
            word = row.answer(name, 2)
            counts[word] = counts.get(word, 0) + 1
        sql = f"SELECT plane_side({self.texts[2]}, {text}) AS {{q}}, count(*) AS n FROM {{t}} GROUP BY 1"
        return Question(sql, "ti", counts.items(), ordered=False)

    def aggregates(self, file=None):
        """Least and greatest values, of all rows or of those of one file."""
        batch, rows = self.batch, self.of(file)
        name = self.random.choice([*batch.axes, *batch.bounds])
        text = f"{{{name}}}" if name in batch.bounds else name
        types, values, columns = "ii", [len(rows)], [f"count({text})"]
        present = [row.values[name] for row in rows if row.values[name] is not None]
        values.append(len(present))
        for column, letter in ((text, name), ("f", "f")):
            found = [value for row in rows if (value := row.values[letter]) is not None]
            columns += [f"min({column})", f"max({column})"]
            values += [min(found, key=key, default=None), max(found, key=key, default=None)]
            types += 2 * self.sign_free(letter)
        if not batch.has_infinite_points:
            points = [row.point for row in rows if exact.is_point(row.point)]
            for axis, letter in enumerate(batch.axes):
                numbers = [point[axis] for point in points]
                columns += [f"bounds({{point}})['{letter}min']", f"bounds({{point}})['{letter}max']"]
                values += [min(numbers, default=None), max(numbers, default=None)]
                types += "zz"
        named = ", ".join(f"{column} AS c{place}" for place, column in enumerate(columns))
        sql = f"SELECT count(*) AS {{q}}, {named} FROM {{t}}"
        return Question(sql, types, [values], file=file, needs_nan_sign=batch.has_signed_nan)

    def first_rows(self):
        """The first rows by f, and by the position among rows with the same f."""
        descends, nulls_first = self.random.random() < 0.5, self.random.random() < 0.5
        rows = sorted_rows(self.rows)
        missing = [row for row in rows if row.values["f"] is None]
        present = [row for row in rows if row.values["f"] is not None]
        by_f = lambda row: key(row.values["f"])
        present.sort(key=(lambda row: negative(by_f(row))) if descends else by_f)
        limit = self.random.randint(1, 12)
        rows = (missing + present if nulls_first else present + missing)[:limit]
        words = f"{'DESC' if descends else 'ASC'} NULLS {'FIRST' if nulls_first else 'LAST'}"
        sql = f"SELECT filename AS {{q}}, id, f FROM {{t}} ORDER BY f {words}, filename, id LIMIT {limit}"
        rows = [(*row.position, row.values["f"]) for row in rows]
        kind = "f" if self.batch.types["f"] == "float" else "d"
        return Question(sql, f"pi{kind}", rows, needs_nan_sign=self.batch.has_signed_nan)

    def groups(self):
        """The rows of each value, counted. NaN is one group, and so are 0.0 and -0.0."""
        axis = self.random.choice(self.batch.axes)
        counts = {}
        for row in self.rows:
            value = normal("z", row.values[axis])
            counts[value] = (row.values[axis], counts.get(value, (None, 0))[1] + 1)
        kind = self.sign_free(axis)
        rows = [(value, count) for value, count in counts.values()]
        return Question(f"SELECT {axis} AS {{q}}, count(*) AS n FROM {{t}} GROUP BY 1", f"{kind}i", rows, ordered=False)

    def filtered(self, file=None):
        """The rows that satisfy a condition: their positions, their number, or the number of the first ones."""
        text, holds, needs_sign = self.conditions.condition()
        found = [row for row in self.of(file) if holds(row) is True]
        options = {"file": file, "needs_nan_sign": needs_sign and self.batch.has_signed_nan}
        form = self.random.choice(["rows", "rows", "rows", "count", "limit"])
        if form == "count":
            return Question(f"SELECT count(*) AS {{q}} FROM {{t}} WHERE {text}", "i", [[len(found)]], **options)
        if form == "limit":
            limit = self.random.choice([1, 7, 50])
            inner = f"SELECT id FROM {{t}} WHERE {text} LIMIT {limit}"
            return Question(f"SELECT count(*) AS {{q}} FROM ({inner})", "i", [[min(limit, len(found))]], **options)
        if file is None:
            rows = [row.position for row in found]
            sql = f"SELECT filename AS {{q}}, id FROM {{t}} WHERE {text}"
            return Question(sql, "pi", rows, ordered=False, **options)
        rows = [row.position[1:] for row in found]
        return Question(f"SELECT id AS {{q}} FROM {{t}} WHERE {text}", "i", rows, ordered=False, **options)


def negative(position):
    """The position in the reverse order."""
    return tuple(-part for part in position)


def sorted_rows(rows):
    return sorted(rows, key=lambda row: row.position)
