"""The table of the objects of a cut, and its page for notebooks."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._transect import Cut

COLUMNS = ("name", "side", "section_area", "volume_front", "volume_back")
"""The columns that notebooks show."""

MOST = 50
"""The largest number of rows that notebooks show."""


class Objects(list[dict[str, Any]]):
    """The objects of a cut: one dict per object.

    Examples
    --------
    >>> import transect as tr
    >>> mesh = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> tr.Scene({"triangle": mesh}).cut("z = 1").objects[0]["side"]
    'back'
    """

    def to_pandas(self) -> Any:
        """Return the table as a `pandas.DataFrame`. Needs pandas."""
        pandas: Any = import_module("pandas")
        return pandas.DataFrame(list(self))

    def to_arrow(self) -> Any:
        """Return the table as a `pyarrow.Table`. Needs pyarrow."""
        arrow: Any = import_module("pyarrow")
        return arrow.Table.from_pylist(list(self))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in COLUMNS)
        rows = (
            "<tr>" + "".join(f"<td>{_cell(row.get(name))}</td>" for name in COLUMNS) + "</tr>" for row in self[:MOST]
        )
        more = f"<p>and {len(self) - MOST} more objects</p>" if len(self) > MOST else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{more}"


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else escape(str(value))


def cut_html(cut: Cut) -> str:
    """Return the summary, the table of objects and the section of a cut as HTML."""
    verdict = "The certificates have no errors." if cut.is_correct else "A certificate has an error."
    table = cut.objects._repr_html_()  # pyright: ignore[reportPrivateUsage]
    return f"<p>{escape(repr(cut)[10:-1])}. {verdict}</p>{table}{cut.drawing.to_svg()}"
