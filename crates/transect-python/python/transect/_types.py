"""The small types of answers: enums and named tuples."""

from __future__ import annotations

from enum import IntEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._transect import Mesh, Plane, Scene

Vector = tuple[float, float, float]
"""Three coordinates."""


class Side(IntEnum):
    """The side of a plane on which a point or a whole shape lies.

    Examples
    --------
    >>> import transect as tr
    >>> tr.Plane("z = 1").side([0, 0, 3]) is tr.Side.FRONT
    True
    """

    BACK = -1
    ON = 0
    FRONT = 1


class Overlap(IntEnum):
    """The relation of a shape to a region.

    Examples
    --------
    >>> import transect as tr
    >>> tr.Region(["z = 0"]).overlap([0, 0, -1]) is tr.Overlap.OUTSIDE
    True
    """

    OUTSIDE = -1
    MEETS = 0
    INSIDE = 1


class Extent(NamedTuple):
    """The exact sides of the backmost and the frontmost point of a shape."""

    backmost: Side
    frontmost: Side


class Interval(NamedTuple):
    """The signed distances of the backmost and the frontmost point of a shape, or of each box of a batch."""

    backmost: float | NDArray[np.float64]
    frontmost: float | NDArray[np.float64]


class SideCounts(NamedTuple):
    """The numbers of rows on each side of a plane, and of null rows."""

    back: int
    on: int
    front: int
    null: int


class RegionCounts(NamedTuple):
    """The numbers of rows in each relation to a region, and of null rows."""

    outside: int
    meets: int
    inside: int
    null: int


class SideMasks(NamedTuple):
    """Bitmaps in Arrow's layout: bit i % 8 of byte i // 8 belongs to row i.

    Examples
    --------
    >>> import numpy as np, transect as tr
    >>> tr.Plane("z = 1").masks(np.array([[0.0, 0, 0], [0, 0, 1], [0, 0, 2]])).front
    array([4], dtype=uint8)
    """

    on: NDArray[np.uint8]
    front: NDArray[np.uint8]
    null: NDArray[np.uint8]

    def to_arrow(self, rows: int) -> Any:
        """Return a `pyarrow.RecordBatch` with the columns ``on`` and ``front``. Null rows are null. Needs pyarrow.

        The columns use the memory of the bitmaps.

        Parameters
        ----------
        rows : int
            The number of rows.
        """
        if not (rows + 7) // 8 == len(self.on):
            raise ValueError(f"the bitmaps have {len(self.on)} bytes, which is not the length for {rows} rows")
        arrow: Any = import_module("pyarrow")
        valid = arrow.py_buffer(~self.null)

        def column(bits: NDArray[np.uint8]) -> Any:
            return arrow.BooleanArray.from_buffers(arrow.bool_(), rows, [valid, arrow.py_buffer(bits)])

        return arrow.record_batch({"on": column(self.on), "front": column(self.front)})


class OverlapRows(NamedTuple):
    """The rows of the boxes inside a region, and of those partly inside, in ascending order."""

    inside: NDArray[np.uint32]
    meets: NDArray[np.uint32]


class Separation(NamedTuple):
    """The relation of two shapes: whether they overlap, and along which axis they are parted or overlap least."""

    overlaps: bool
    axis: Vector | None
    depth: float | None


class Fit(NamedTuple):
    """A plane of best fit."""

    plane: Plane
    centroid: Vector
    root_mean_square: float
    largest_distance: float
    spreads: Vector


class RobustFit(NamedTuple):
    """A plane that fits its inliers: the points within a threshold of the plane."""

    plane: Plane
    inliers: NDArray[np.bool_]
    inlier_count: int
    root_mean_square: float
    iterations: int


class Finding(NamedTuple):
    """A finding of a certificate. An `error` means that the cut is wrong; a `note` is about the input."""

    kind: str
    half: Side | None
    place: Vector | None
    amount: float
    occurrences: int
    severity: str


class Half(NamedTuple):
    """The counts, the area and the volume of one half of a cut. The volume is meaningful if the half is closed."""

    triangles: int
    vertices: int
    closed: bool
    manifold: bool
    open_edges: int
    area: float
    volume: float


class Certificate(NamedTuple):
    """The verdict on a cut, computed from the input, the plane and the halves."""

    is_correct: bool
    input_closed: bool
    front: Half
    back: Half
    cap_area: float
    displacement: float
    findings: tuple[Finding, ...]


class PartFinding(NamedTuple):
    """A finding of the certificate of a division or of a region cut: a fault of one part, or of several parts together.

    The index of a part is its place in `Division.parts`; a region cut has the part inside (0) and the rest (1). The
    index of a plane is its place in the list of planes, if the finding is about the cut faces of one plane.
    """

    kind: str
    part: int | None
    plane: int | None
    place: Vector | None
    amount: float
    occurrences: int


class Part(NamedTuple):
    """A part of a divided mesh, and the side of each plane on which the part lies."""

    sides: tuple[Side, ...]
    mesh: Mesh


class ScenePart(NamedTuple):
    """A part of a cut scene: the side of each plane on which the part lies, the objects, and the name.

    The parts of a region have no sides, and their names are `inside` and `outside`. Other names have the sides of up to three
    planes, such as `front-back`, or the places along the families of parallel planes, such as `x2-z1`.
    """

    sides: tuple[Side, ...]
    scene: Scene
    name: str


class ObjectFinding(NamedTuple):
    """A finding of the certificates of a cut scene. An `error` means that a part is wrong; a `note` is about the input.

    The row is that of the object in `Cut.objects`. The part and the plane are names; they are `None` if the finding is not
    about a single part, or not about the cut faces of one plane.
    """

    object: str
    row: int
    kind: str
    part: str | None
    plane: str | None
    place: Vector | None
    amount: float
    occurrences: int
    severity: str


class SectionMeasures(NamedTuple):
    """The measures of the section of a scene by a plane.

    The first two areas differ where faces lie in the plane: the second one is the limit from the other side of the plane.
    The signed area counts each body as often as it winds around a point.
    """

    area: float
    area_other_limit: float
    perimeter: float
    loops: int
    open_chains: int
    signed_area: float


class PrincipalAxes(NamedTuple):
    """The greatest and the least second moment of a section, and the unit vectors of the lines about which they are."""

    moments: tuple[float, float]
    axes: tuple[Vector, Vector]


class SectionMoments(NamedTuple):
    """The area, the centroid and the second moments of a section, with bounds of their errors.

    Coordinates u and v are measured from the centroid along `axes`. The second moments are those of v² and u², and the product
    of uv. `principal` is `None` if both principal moments are equal within their errors.
    """

    area: float
    area_error: float
    centroid: Vector
    centroid_error: float
    axes: tuple[Vector, Vector]
    second: Vector
    second_error: float
    principal: PrincipalAxes | None


class MassProperties(NamedTuple):
    """The volume, the centroid and the inertia of a closed mesh of density 1, each with a bound of its error."""

    volume: float
    volume_error: float
    centroid: Vector | None
    centroid_error: float
    inertia: tuple[Vector, Vector, Vector] | None
    inertia_error: float


class CurvePoint(NamedTuple):
    """The area of the section at a height, and the volume behind it, with bounds of their errors."""

    area: float
    area_from_front: float
    area_error: float
    volume: float
    volume_error: float
    centroid: Vector | None
    centroid_error: float


class Outcome(NamedTuple):
    """The outcome of a check of facts: the numbers of facts that hold, that fail, and that are invalid."""

    passed: int
    failed: int
    not_asked: int
    failures: tuple[str, ...]
