//! Transect's own engines for single calls, with exact answers.

use transect::{Aabb, Overlap, Plane, Region, Side};

use crate::ask::{Ask, Bounds, Frustum, Point, aabb, seen, widened};

/// Transect's engine for points and boxes that are stored in f64.
pub(crate) struct Double;

/// Transect's engine for points and boxes that are stored in f32.
pub(crate) struct Single;

impl Ask<Point> for Double {
    const NAME: &'static str = "transect";
    type Question = Plane;
    type Thing = [f64; 3];
    fn query(plane: &Plane) -> Plane {
        *plane
    }
    fn thing(point: &Point) -> [f64; 3] {
        widened(point)
    }
    #[inline]
    fn side(plane: &Plane, point: &[f64; 3]) -> Side {
        plane.side(point)
    }
}

impl Ask<Point> for Single {
    const NAME: &'static str = "transect of f32";
    type Question = Plane;
    type Thing = Point;
    fn query(plane: &Plane) -> Plane {
        *plane
    }
    fn thing(point: &Point) -> Point {
        *point
    }
    #[inline]
    fn side(plane: &Plane, point: &Point) -> Side {
        plane.form().side_of_single(point)
    }
}

impl Ask<Bounds> for Double {
    const NAME: &'static str = "transect";
    type Question = Plane;
    type Thing = Aabb;
    fn query(plane: &Plane) -> Plane {
        *plane
    }
    fn thing(bounds: &Bounds) -> Aabb {
        aabb(bounds)
    }
    #[inline]
    fn side(plane: &Plane, aabb: &Aabb) -> Side {
        plane.side(aabb)
    }
}

/// Transect has no box type in f32. So each question converts the box to f64, and the constructor of the box checks it.
impl Ask<Bounds> for Single {
    const NAME: &'static str = "transect of f32";
    type Question = Plane;
    type Thing = Bounds;
    fn query(plane: &Plane) -> Plane {
        *plane
    }
    fn thing(bounds: &Bounds) -> Bounds {
        *bounds
    }
    #[inline]
    fn side(plane: &Plane, bounds: &Bounds) -> Side {
        plane.side(&aabb(bounds))
    }
}

impl Ask<Bounds, Frustum> for Double {
    const NAME: &'static str = "transect";
    type Question = Frustum;
    type Thing = Aabb;
    fn query(frustum: &Frustum) -> Frustum {
        *frustum
    }
    fn thing(bounds: &Bounds) -> Aabb {
        aabb(bounds)
    }
    #[inline]
    fn side(frustum: &Frustum, aabb: &Aabb) -> Side {
        seen(Region::new(frustum).overlap_conservative(aabb) != Overlap::Outside)
    }
    /// An answer is right if it agrees with the exact answer on whether the box is visible. By transect's convention, a
    /// box that only touches the frustum meets it.
    fn is_right(answer: Side, exact: Side) -> bool {
        (answer == Side::Back) == (exact == Side::Back)
    }
}
