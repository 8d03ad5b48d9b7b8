"""Makes the objects again whose pickles do not call a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._transect import Frustum

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def camera(
    position: ArrayLike, forward: ArrayLike, up: ArrayLike, view: tuple[float, float, float, float | None]
) -> Frustum:
    """Returns the frustum of a camera."""
    vertical_field_of_view, aspect, near, far = view
    return Frustum.camera(
        position, forward, up, vertical_field_of_view=vertical_field_of_view, aspect=aspect, near=near, far=far
    )
