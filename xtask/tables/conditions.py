"""Random conditions of statements, with their values for a row: true, false, or `None` where they are unknown."""

import math

from .exact import is_missing, key

WORDS = {"side": ["back", "on", "front"], "overlap": ["outside", "meets", "inside"]}


def literal(number):
    """A number in SQL."""
    return repr(number) if math.isfinite(number) else f"'{number}'::DOUBLE"


def both(a, b):
    return False if a is False or b is False else None if a is None or b is None else True


def negated(a):
    return None if a is None else not a


class Conditions:
    """Conditions on the numbers of a batch, and on the answers of the functions."""

    def __init__(self, batch, texts, slabs, regions):
        self.batch, self.random = batch, batch.random
        self.texts, self.slabs, self.regions = texts, slabs, regions

    def condition(self):
        """A condition of up to three parts: its text, its value for a row, and `True` if the sign of NaN matters."""
        text, holds, needs_sign = self.part()
        for _ in range(self.random.choice([0, 0, 1, 2])):
            other, also, sign = self.part()
            needs_sign = needs_sign or sign
            if self.random.random() < 0.6:
                text, holds = f"({text} AND {other})", lambda row, a=holds, b=also: both(a(row), b(row))
            else:
                text = f"({text} OR {other})"
                holds = lambda row, a=holds, b=also: negated(both(negated(a(row)), negated(b(row))))
        if self.random.random() < 0.1:
            return f"NOT {text}" if text[0] == "(" else f"NOT ({text})", lambda row: negated(holds(row)), needs_sign
        return text, holds, needs_sign

    def part(self):
        return self.comparison() if self.random.random() < 0.4 else self.of_shape()

    def comparison(self):
        """A condition on a number."""
        random, batch = self.random, self.batch
        name = random.choice([*batch.axes, *batch.axes, "f", "f", "id", *batch.bounds])
        text = f"{{{name}}}" if name in batch.bounds else name
        is_float = batch.types[name] in ("float", "double")
        a, b = sorted([random.randint(0, 50) if name == "id" else batch.constant() for _ in "ab"])
        if is_float and random.random() < 0.1:
            a = random.choice([math.inf, -math.inf, math.nan])
        value = lambda row: row.values[name]
        known = lambda test: lambda row: None if value(row) is None else test(key(value(row)))
        forms = ["sign", "sign", "sign", "between", "in", "in", "null", "nan", "distinct"]
        # The engine compares decimals with floats as decimals, and reports NaN as an error.
        form = random.choice(forms + ["column"] * (batch.types[name] != "decimal"))
        if form == "sign":
            word, test = random.choice(
                [
                    (">", lambda v: v > key(a)),
                    (">=", lambda v: v >= key(a)),
                    ("<", lambda v: v < key(a)),
                    ("<=", lambda v: v <= key(a)),
                    ("=", lambda v: v == key(a)),
                    ("<>", lambda v: v != key(a)),
                ]
            )
            return f"{text} {word} {literal(a)}", known(test), name == "f"
        if form == "between":
            return f"{text} BETWEEN {literal(a)} AND {literal(b)}", known(lambda v: key(a) <= v <= key(b)), name == "f"
        if form == "in":
            # The engine takes short lists apart, and writes long ones in place of several equations.
            listed = [a, b, *(batch.constant() if name != "id" else 7 for _ in range(random.choice([0, 0, 3])))]
            keys = [key(number) for number in listed]
            if random.random() < 0.3:
                equations = " OR ".join(f"{text} = {literal(number)}" for number in listed)
                return f"({equations})", known(lambda v: v in keys), name == "f"
            words = ", ".join(map(literal, listed))
            if random.random() < 0.3:
                return f"{text} NOT IN ({words})", known(lambda v: v not in keys), name == "f"
            return f"{text} IN ({words})", known(lambda v: v in keys), name == "f"
        if form == "column":
            test = lambda row: None if None in (value(row), row.values["f"]) else key(value(row)) < key(row.values["f"])
            return f"{text} < f", test, True
        if form == "null":
            word = random.choice(["", "NOT "])
            return f"{text} IS {word}NULL", lambda row: (value(row) is None) == (word == ""), False
        if form == "nan" and is_float:
            return f"isnan({text})", lambda row: None if value(row) is None else value(row) != value(row), False
        test = lambda row: value(row) is None or key(value(row)) != key(a)
        return f"({text} IS DISTINCT FROM {literal(a)})", test, name == "f"

    def of_shape(self):
        """A condition on the answer of a function."""
        random = self.random
        forms = ["box_side", "extent", "box_slab", "box_overlap"]
        if not self.batch.has_infinite_points:
            forms += ["side", "side", "distance", "slab", "overlap"]
        form, number = random.choice(forms), random.randrange(4)
        plane, (lower, upper) = self.texts[number], random.choice(self.slabs)
        region = random.choice(self.regions)
        conservative = random.random() < 0.3
        if form == "distance":
            number = random.randrange(2)
            bound = abs(self.batch.constant())
            test = lambda row: None if is_missing(row.distances.get(number)) else abs(row.distances[number]) < bound
            return f"abs(signed_distance({self.texts[number]}, {{point}})) < {literal(bound)}", test, False
        function = f"region_overlap{'_conservative' * conservative}({region.text}, {{box}})"
        text, words, answer = {
            "side": (f"plane_side({plane}, {{point}})", "side", lambda row: row.answer("side", number)),
            "box_side": (f"plane_side({plane}, {{box}})", "side", lambda row: row.answer("box_side", number)),
            "extent": (
                f"plane_extent({plane}, {{box}})['backmost']",
                "side",
                lambda row: row.answer("extent", number)[0],
            ),
            "slab": (
                f"slab_overlap({plane}, {literal(lower)}, {literal(upper)}, {{point}})",
                "overlap",
                lambda row: row.answer("slab", number, lower, upper),
            ),
            "box_slab": (
                f"slab_overlap({plane}, {literal(lower)}, {literal(upper)}, {{box}})",
                "overlap",
                lambda row: row.answer("box_slab", number, lower, upper),
            ),
            "overlap": (
                f"region_overlap({region.text}, {{point}})",
                "overlap",
                lambda row: row.answer("overlap", region),
            ),
            "box_overlap": (function, "overlap", lambda row: row.answer("box_overlap", region, conservative)),
        }[form]
        word, other = random.sample(WORDS[words], 2)
        known = lambda test: lambda row: None if answer(row) is None else test(answer(row))
        return random.choice(
            [
                (f"{text} = '{word}'", known(lambda found: found == word), False),
                (f"{text} <> '{word}'", known(lambda found: found != word), False),
                (f"{text} IN ('{word}', '{other}')", known(lambda found: found in (word, other)), False),
                (f"{text} IS NULL", lambda row: answer(row) is None, False),
                (
                    f"CASE {text} WHEN '{word}' THEN 1 ELSE 2 END = 1",
                    lambda row: answer(row) == word,
                    False,
                ),
            ]
        )
