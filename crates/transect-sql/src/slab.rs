//! Slabs: the points between two planes that are parallel to a plane.
//!
//! A slab has the points whose signed distance t from the plane satisfies lower ≤ t < upper. So slabs that share a bound
//! have no point in common, and slabs without gaps contain each point once. A point is at the distance t if a ball of
//! radius |t| around it touches the plane, and the side of a ball is exact.

use transect::{CuttingPlane, Overlap, Side, Sphere};

use crate::shape::Shape;

/// A bound of a slab.
#[derive(Clone, Copy, Debug)]
struct Bound {
    distance: f64,
    /// Rounded distances below the first number are below the bound, and those above the second one above it.
    certain: [f64; 2],
}

impl Bound {
    fn new(distance: f64) -> Self {
        // A rounded distance has a relative error below 2⁻⁵⁰, and its sign is exact. The margin is eight times as large,
        // and large enough for distances that are not normal floats.
        let margin = match distance {
            0.0 => 0.0,
            _ => distance.abs() * 2.0_f64.powi(-47) + 1e-290,
        };
        Self {
            distance,
            certain: [distance - margin, distance + margin],
        }
    }

    /// Returns the side of a point that has a rounded distance from the plane. `point` is called if this does not decide.
    fn side<const D: usize>(
        self,
        plane: &CuttingPlane<D>,
        rounded: f64,
        point: impl FnOnce() -> [f64; D],
    ) -> Side {
        if rounded < self.certain[0] || self.distance == f64::INFINITY {
            return Side::Back;
        }
        if rounded > self.certain[1] || self.distance == f64::NEG_INFINITY {
            return Side::Front;
        }
        let point = point();
        let Ok(ball) = Sphere::new(point, self.distance.abs()) else {
            // The radius is finite, so a coordinate is not, and the rounded distance is infinite. It has decided.
            return Side::On;
        };
        let extent = plane.extent(&ball);
        if self.distance > 0.0 {
            extent.backmost
        } else {
            extent.frontmost
        }
    }
}

/// A slab along a plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slab<const D: usize> {
    pub(crate) plane: CuttingPlane<D>,
    lower: Bound,
    upper: Bound,
}

impl<const D: usize> Slab<D> {
    /// Returns a slab, or `None` if a bound is NaN or the lower bound is above the upper one.
    pub(crate) fn new(plane: CuttingPlane<D>, lower: f64, upper: f64) -> Option<Self> {
        (lower <= upper).then(|| Self {
            plane,
            lower: Bound::new(lower),
            upper: Bound::new(upper),
        })
    }

    /// Returns the relation of a shape to the slab from the rounded distances of its backmost and frontmost points.
    /// `ends` returns these points. The shape is bounded by planes that are parallel to the slab.
    pub(crate) fn overlap(&self, rounded: [f64; 2], ends: impl Fn() -> [[f64; D]; 2]) -> Overlap {
        if self.lower.distance == self.upper.distance {
            // The slab is empty, also at the ends of the range of distances.
            return Overlap::Outside;
        }
        let side = |bound: Bound, end: usize| bound.side(&self.plane, rounded[end], || ends()[end]);
        let is_outside = side(self.lower, 1) == Side::Back || side(self.upper, 0) != Side::Back;
        if is_outside {
            return Overlap::Outside;
        }
        let is_inside = side(self.lower, 0) != Side::Back && side(self.upper, 1) == Side::Back;
        if is_inside {
            Overlap::Inside
        } else {
            Overlap::Meets
        }
    }

    /// Returns the relation of a point or a box to the slab, or `None` for a sphere.
    pub(crate) fn overlap_of(&self, shape: &Shape<D>) -> Option<Overlap> {
        if let Shape::Sphere(_) = shape {
            return None;
        }
        let interval = shape.interval(&self.plane);
        let rounded = [interval.backmost, interval.frontmost];
        Some(self.overlap(rounded, || ends(&self.plane, shape)))
    }
}

/// Returns the backmost and the frontmost corner of a box.
pub(crate) fn ends<const D: usize>(plane: &CuttingPlane<D>, shape: &Shape<D>) -> [[f64; D]; 2] {
    match shape {
        Shape::Point(point) => [*point; 2],
        Shape::Box(aabb) => plane.backmost_and_frontmost(aabb),
        Shape::Sphere(sphere) => [sphere.center(); 2],
    }
}

#[cfg(test)]
mod tests {
    use transect::Aabb;

    use super::*;

    /// Points one float below, at and above multiples of a step, along planes whose normals have the lengths 1, 7 and √3.
    #[test]
    fn slabs_contain_each_point_once() {
        for plane in ["z = 0", "2x + 3y + 6z = 7", "x + y + z = 0.1", "z = -1e-3"] {
            let plane: CuttingPlane = plane.parse().expect("a plane");
            let bounds: Vec<f64> = (-20..=20).map(|index| f64::from(index) * 0.1).collect();
            let slabs = bounds
                .windows(2)
                .map(|pair| Slab::new(plane, pair[0], pair[1]));
            let slabs: Vec<_> = slabs.collect::<Option<_>>().expect("slabs");
            for bound in &bounds[1..40] {
                for z in [bound.next_down(), *bound, bound.next_up(), bound + 1e-9] {
                    let point = Shape::Point([z / 3.0, z / 7.0, z]);
                    let inside = slabs
                        .iter()
                        .filter(|slab| slab.overlap_of(&point) == Some(Overlap::Inside));
                    let distance = point.interval(&plane).backmost;
                    let count = usize::from(distance.abs() < 1.99);
                    assert!(inside.count() >= count, "{plane:?} {point:?}");
                    let meets = slabs
                        .iter()
                        .filter(|slab| slab.overlap_of(&point) != Some(Overlap::Outside));
                    assert!(meets.count() <= 1, "{plane:?} {point:?}");
                }
            }
        }
    }

    /// The distance is 0.1 in decimals; the floats next to it are on different sides.
    #[test]
    fn bounds_are_exact() {
        let plane: CuttingPlane = "z = 0".parse().expect("a plane");
        let slab = Slab::new(plane, 0.1, 0.2).expect("a slab");
        let overlap = |z: f64| {
            slab.overlap_of(&Shape::Point([5.0, 6.0, z]))
                .expect("a point")
        };
        assert_eq!(overlap(0.1), Overlap::Inside);
        assert_eq!(overlap(0.1_f64.next_down()), Overlap::Outside);
        assert_eq!(overlap(0.2_f64.next_down()), Overlap::Inside);
        assert_eq!(overlap(0.2), Overlap::Outside);
        // The normal has the length 7, and the point (2, 3, 6) the distance 7.
        let plane: CuttingPlane = "2x + 3y + 6z = 0".parse().expect("a plane");
        let point = Shape::Point([2.0, 3.0, 6.0]);
        let slab = |lower, upper| {
            Slab::new(plane, lower, upper)
                .expect("a slab")
                .overlap_of(&point)
        };
        assert_eq!(slab(7.0, 8.0), Some(Overlap::Inside));
        assert_eq!(slab(6.0, 7.0), Some(Overlap::Outside));
        assert_eq!(slab(7.0_f64.next_up(), 8.0), Some(Overlap::Outside));
        assert_eq!(slab(6.0, 7.0_f64.next_up()), Some(Overlap::Inside));
        assert_eq!(
            slab(f64::NEG_INFINITY, f64::INFINITY),
            Some(Overlap::Inside)
        );
        assert_eq!(slab(7.0, 7.0), Some(Overlap::Outside));
        let around = Aabb::new([0.0; 3], [9.0; 3]).expect("a box");
        for bound in [7.0, 0.0, f64::INFINITY, f64::NEG_INFINITY] {
            let slab = Slab::new(plane, bound, bound).expect("a slab");
            let of_box = slab.overlap_of(&Shape::Box(around));
            assert_eq!(of_box, Some(Overlap::Outside), "{bound}");
        }
        assert!(Slab::new(plane, 1.0, 0.0).is_none());
        assert!(Slab::new(plane, f64::NAN, 0.0).is_none());
    }
}
