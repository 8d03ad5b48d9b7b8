"""Exact answers by Python's fractions, independent of the library.

docs/sql.md and docs/python.md state the rules that this file follows:

* A point with a coordinate that is NULL or NaN is null, and so is its answer. An infinite coordinate is an error. Beside
  a NULL it is an error in Python, where NULL is read as NaN, and NULL in SQL, where a NULL argument decides.
* A box with a bound that is NULL or NaN is null. So is a box without points: a min above its max, a min of inf, a max of
  -inf. Other infinite bounds are valid, and the box is unbounded.
* -0.0 is the number 0.
* NaN is above all numbers in comparisons, and below them if its sign bit is set. NULL is unknown: neither true nor false.
"""

import math
from fractions import Fraction
from functools import lru_cache

SIDES = {-1: "back", 0: "on", 1: "front"}
INFINITY = math.inf


@lru_cache(1 << 20)
def exact(number):
    """The fraction that is equal to a finite number."""
    return Fraction(number)


def sign(number):
    return (number > 0) - (number < 0)


def is_missing(number):
    return number is None or number != number


def key(number):
    """The position of a number in the order of the engine: -NaN, the numbers, NaN."""
    if number != number:
        return (int(math.copysign(1, number)), 0.0)
    return (0, number)


class Plane:
    """The points p with n·p + d = 0."""

    def __init__(self, normal, offset):
        self.normal, self.offset = normal, offset
        self.n = [exact(number) for number in normal]
        self.d = exact(offset)
        self.square = sum(number * number for number in self.n)

    def value(self, point):
        """n·p + d of a point without missing coordinates."""
        products = (n * exact(number) for n, number in zip(self.n, point, strict=True) if n)
        return sum(products, self.d)

    def ends(self, box):
        """The least and the greatest n·p + d of the points of a box, which may be infinite."""
        half = len(box) // 2
        low, high = self.d, self.d
        for n, least, most in zip(self.n, box[:half], box[half:], strict=True):
            if n == 0:
                continue
            back, front = (least, most) if n > 0 else (most, least)
            low = -INFINITY if math.isinf(back) or low == -INFINITY else low + n * exact(back)
            high = INFINITY if math.isinf(front) or high == INFINITY else high + n * exact(front)
        return low, high

    def rounded(self, value):
        """A float near value / |n|. They are equal if |n| and the quotient are floats."""
        if math.isinf(value):
            return value
        return math.copysign(math.sqrt(value * value / self.square), value)

    def compare(self, value, distance):
        """The sign of value - distance·|n|."""
        if math.isinf(distance) or value in (INFINITY, -INFINITY):
            return sign(value) if not math.isinf(distance) else -sign(distance)
        bound = exact(distance)
        if sign(value) != sign(bound):
            return sign(sign(value) - sign(bound))
        return sign(value) * sign(value * value - bound * bound * self.square)

    def is_distance(self, found, value):
        """Checks a distance: its relative error is below 2⁻⁵⁰, and its sign is exact (docs/exactness.md)."""
        found = exact(found)
        if sign(found) != sign(value):
            return False
        ratio, error = found * found * self.square, Fraction(1, 1 << 50)
        return value * value * (1 - error) ** 2 <= ratio <= value * value * (1 + error) ** 2


def is_box(box):
    """Checks that a row of bounds is a box: six numbers, or four in 2D, that contain a point."""
    if any(is_missing(number) for number in box):
        return False
    half = len(box) // 2
    return all(a <= b and a < INFINITY and b > -INFINITY for a, b in zip(box[:half], box[half:], strict=True))


def is_point(point):
    return not any(is_missing(number) for number in point)


def side(plane, point):
    return SIDES[sign(plane.value(point))] if is_point(point) else None


def extent(plane, box):
    """The sides of the backmost and the frontmost point of a box."""
    if not is_box(box):
        return None, None
    low, high = plane.ends(box)
    return SIDES[sign(low)], SIDES[sign(high)]


def box_side(plane, box):
    backmost, frontmost = extent(plane, box)
    if backmost is None:
        return None
    return "front" if backmost == "front" else "back" if frontmost == "back" else "on"


def slab(plane, lower, upper, ends):
    """The relation of a shape with these ends to the slab: lower ≤ distance < upper. `None` if the shape is null."""
    if ends is None:
        return None
    low, high = ends
    if lower == upper:
        return "outside"
    # Distances of points are finite, so an infinite bound excludes none of them.
    low_is_in = lower == -INFINITY or (lower < INFINITY and plane.compare(low, lower) >= 0)
    high_is_in = upper == INFINITY or (upper > -INFINITY and plane.compare(high, upper) < 0)
    if low_is_in and high_is_in:
        return "inside"
    is_above = upper < INFINITY and (upper == -INFINITY or plane.compare(low, upper) >= 0)
    is_below = lower > -INFINITY and (lower == INFINITY or plane.compare(high, lower) < 0)
    return "outside" if is_above or is_below else "meets"


def overlap(planes, box, conservative=False):
    """The relation of a box to the points in front of or on all planes. `conservative` tests one plane at a time."""
    if not is_box(box):
        return None
    ends = [plane.ends(box) for plane in planes]
    if any(high < 0 for _, high in ends):
        return "outside"
    if all(low >= 0 for low, _ in ends):
        return "inside"
    crossing = [plane for plane, (low, _) in zip(planes, ends, strict=True) if low < 0]
    if conservative or len(crossing) == 1 or have_a_common_point(crossing, box):
        return "meets"
    return "outside"


def have_a_common_point(planes, box):
    """Checks that a point of a box is in front of or on all planes. The variables are eliminated one by one (Fourier and
    Motzkin)."""
    half = len(box) // 2
    # Each row is a list of coefficients c and a number r with c·p + r ≥ 0.
    rows = [([*plane.n], plane.d) for plane in planes]
    for axis in range(half):
        unit = [Fraction(axis == other) for other in range(half)]
        if not math.isinf(box[axis]):
            rows.append((unit, -exact(box[axis])))
        if not math.isinf(box[half + axis]):
            rows.append(([-number for number in unit], exact(box[half + axis])))
    for axis in range(half):
        up = [row for row in rows if row[0][axis] > 0]
        down = [row for row in rows if row[0][axis] < 0]
        rows = [row for row in rows if row[0][axis] == 0]
        for a, r in up:
            for b, s in down:
                u, v = -b[axis], a[axis]
                rows.append(([u * x + v * y for x, y in zip(a, b, strict=True)], u * r + v * s))
    return all(r >= 0 for _, r in rows)
