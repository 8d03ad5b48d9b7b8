"""Makes the objects again whose pickles do not call a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._transect import Frustum

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._transect import ClipSpace, MatrixOrder


def camera(
    position: ArrayLike, forward: ArrayLike, up: ArrayLike, view: tuple[float, float, float, float | None, float | None]
) -> Frustum:
    """Returns the frustum of a camera."""
    degrees, aspect, near, far, height = view
    return Frustum.camera(
        position,
        forward,
        up,
        vertical_field_of_view_degrees=degrees,
        aspect=aspect,
        near=near,
        far=far,
        orthographic_height=height,
    )


def matrix(lists: ArrayLike, clip_space: ClipSpace, order: MatrixOrder, infinite_far: bool) -> Frustum:
    """Returns the frustum of a matrix."""
    return Frustum(lists, clip_space, order=order, infinite_far=infinite_far)
