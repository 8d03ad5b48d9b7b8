"""The table of the objects of a cut, and its page for notebooks."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._transect import Cut

COLUMNS = ("name", "relation", "side", "cut_by", "section_area")
"""The columns that notebooks show, before those of the volumes."""

MOST = 50
"""The largest number of rows that notebooks show."""

MOST_VOLUMES = 8
"""The largest number of columns of volumes that notebooks show."""

MOST_DRAWINGS = 6
"""The largest number of sections that notebooks show."""


class Objects(list[dict[str, Any]]):
    """The objects of a cut: one dict per object.

    Examples
    --------
    >>> import transect as tr
    >>> mesh = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> tr.Scene({"triangle": mesh}).cut("z = 1").objects[0]["side"]
    'back'
    """

    @classmethod
    def of_report(cls, report: dict[str, Any]) -> Objects:
        """Return the table of the objects of a report.

        Examples
        --------
        >>> import transect as tr
        >>> mesh = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
        >>> cut = tr.Scene({"triangle": mesh}).divide(["x = 0.5", "z = 1"])
        >>> tr.Objects.of_report(cut.report)[0]["cut_by"]
        ['1']
        """
        return cls(_row(report, answer) for answer in report["objects_list"])

    def to_pandas(self) -> Any:
        """Return the table as a `pandas.DataFrame`. Needs pandas."""
        pandas: Any = import_module("pandas")
        return pandas.DataFrame(list(self))

    def to_arrow(self) -> Any:
        """Return the table as a `pyarrow.Table`. Needs pyarrow."""
        arrow: Any = import_module("pyarrow")
        return arrow.Table.from_pylist(list(self))

    def _repr_html_(self) -> str:
        columns = [name for name in COLUMNS if self and name in self[0]]
        volumes = [name for name in self[0] if name.startswith("volume_")] if self else []
        columns += volumes[:MOST_VOLUMES]
        head = "".join(f"<th>{escape(name)}</th>" for name in columns)
        rows = (
            "<tr>" + "".join(f"<td>{_cell(row.get(name))}</td>" for name in columns) + "</tr>" for row in self[:MOST]
        )
        left_out = {"objects": len(self) - MOST, "volumes": len(volumes) - MOST_VOLUMES}
        more = "".join(f"<p>and {count} more {noun}</p>" for noun, count in left_out.items() if count > 0)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{more}"


def _row(report: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Return the row of an object. The columns about planes have one value, or a list with one value per plane."""
    planes = report["planes"]
    is_single = report["cut"]["kind"] == "plane"
    met = {own["plane"]: own for own in answer["met"]}

    def by_plane(value: str, otherwise: object) -> Any:
        values = [met[own["number"]][value] if own["number"] in met else otherwise for own in planes]
        return values[0] if is_single else values

    row: dict[str, Any] = {"name": answer["name"], "index": answer["index"]}
    if answer["relation"] is not None or report["objects"]["inside"] is not None:
        row["relation"] = answer["relation"]
    # An object without triangles counts as in front.
    sides: list[str] = answer["sides"] or ["front"] * len(planes)
    row["side"] = sides[0] if is_single else sides
    row["touching"], row["divided"] = by_plane("touching", False), by_plane("divided", False)
    if not is_single:
        row["cut_by"] = [own["name"] for own in planes if not met.get(own["number"], {"touching": True})["touching"]]
    row["closed"] = answer["closed"]
    is_region = "relation" in row
    row["loops"] = None if is_region else by_plane("loops", 0)
    row["section_area"] = None if is_region else by_plane("area", 0.0)
    row["section_signed_area"] = None if is_region else by_plane("signed_area", 0.0)
    volumes = {piece["part"]: piece["volume"] for piece in answer["pieces"]}
    nothing = 0.0 if answer["unknown_volume"] is None else None
    row.update({f"volume_{part['name']}": volumes.get(part["name"], nothing) for part in report["parts"]})
    volumes = {piece["part"]: piece["signed_volume"] for piece in answer["pieces"]}
    nothing = 0.0 if answer["closed"] else None
    row.update({f"signed_volume_{part['name']}": volumes.get(part["name"], nothing) for part in report["parts"]})
    return row


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(_cell(own) for own in value)  # pyright: ignore[reportUnknownVariableType]
    return f"{value:.6g}" if isinstance(value, float) else escape(str(value))


def cut_html(cut: Cut) -> str:
    """Return the summary, the table of objects and the sections of a cut as HTML."""
    verdict = "The certificates have no errors." if cut.is_correct else "A certificate has an error."
    table = cut.objects._repr_html_()  # pyright: ignore[reportPrivateUsage]
    drawings = list(cut.drawings.values())
    pictures = "".join(drawing.to_svg() for drawing in drawings[:MOST_DRAWINGS])
    left_out = len(drawings) - MOST_DRAWINGS
    more = f"<p>and {left_out} more sections</p>" if left_out > 0 else ""
    return f"<p>{escape(repr(cut)[10:-1])}. {verdict}</p>{table}{pictures}{more}"
