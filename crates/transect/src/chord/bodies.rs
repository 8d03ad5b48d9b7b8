//! Chords of regions, boxes, parallelepipeds, and shapes with corners.

use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::arrays::array;
use transect_exact::determinant::{determinant, dot, numbers, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::unit::U;

use crate::aabb::Aabb;
use crate::chord::crossing::{Crossing, Parameter, Span};
use crate::chord::half_spaces::{self, HalfSpaces};
use crate::chord::track::Track;
use crate::chord::{Chord, Convex, Course, corners};
use crate::clip::LinePart;
use crate::hull::Hull;
use crate::parallelepiped::Parallelepiped;
use crate::polygon::ConvexPolygon;
use crate::polyhedron::ConvexPolyhedron;
use crate::region::{ConvexRegion, Region};
use crate::segment::Segment;

impl<const D: usize> HalfSpaces<D> for Region<'_, D> {
    fn count(&self) -> usize {
        self.planes().len()
    }

    fn value<N: Number>(&self, index: usize, point: &[N; D]) -> N {
        self.planes()[index].form().evaluate(point)
    }

    fn growth<N: Number>(&self, index: usize, vector: &[N; D]) -> N {
        dot(&numbers(&self.planes()[index].normal()), vector)
    }
}

impl<const D: usize> Convex<D> for Region<'_, D> {
    type Face = usize;

    #[inline]
    fn chord_of(&self, line: &LinePart<D>) -> Chord {
        half_spaces::chord::<{ digits(2) }, { digits(4) }, D>(self, &Track::of(line))
    }
}

impl<const D: usize> Convex<D> for ConvexRegion<D> {
    type Face = usize;

    fn chord_of(&self, line: &LinePart<D>) -> Chord {
        self.region().chord_of(line)
    }
}

impl<const D: usize> HalfSpaces<D> for Aabb<D> {
    fn count(&self) -> usize {
        2 * D
    }

    fn is_bound(&self, index: usize) -> bool {
        [self.min(), self.max()][index % 2][index / 2].is_finite()
    }

    fn value<N: Number>(&self, index: usize, point: &[N; D]) -> N {
        let (axis, coordinate) = (index / 2, &point[index / 2]);
        if index.is_multiple_of(2) {
            coordinate.minus(&N::of(self.min()[axis]))
        } else {
            N::of(self.max()[axis]).minus(coordinate)
        }
    }

    fn growth<N: Number>(&self, index: usize, vector: &[N; D]) -> N {
        let component = vector[index / 2].clone();
        if index.is_multiple_of(2) {
            component
        } else {
            N::of(0.0).minus(&component)
        }
    }

    /// The difference of two floats is rounded once, and it is zero only if it is exactly zero. So the quotient of two
    /// differences has a relative error of three roundings.
    #[inline]
    fn crossing(&self, index: usize, track: &Track<D>) -> Option<Crossing> {
        let (axis, is_upper) = (index / 2, index % 2 == 1);
        let bound = if is_upper {
            self.max()[axis]
        } else {
            self.min()[axis]
        };
        let (step, growth) = (
            bound - track.course.origin[axis],
            track.course.direction[axis],
        );
        if growth == 0.0 {
            let inward = if is_upper { step } else { 0.0 - step };
            let side = inward.partial_cmp(&0.0)?;
            return Some(Crossing::Parallel(Side::from(side)));
        }
        if !growth.is_finite() {
            return None;
        }
        let at = Parameter::new(step / growth, 0.0)?;
        Some(if (growth > 0.0) == is_upper {
            Crossing::Leave(at)
        } else {
            Crossing::Enter(at)
        })
    }
}

impl<const D: usize> Convex<D> for Aabb<D> {
    type Face = usize;

    #[inline]
    fn chord_of(&self, line: &LinePart<D>) -> Chord {
        half_spaces::chord::<{ digits(1) }, { digits(2) }, D>(self, &Track::of(line))
    }

    /// The line is between the bounds of an axis from one quotient to another. Each quotient has a relative error below
    /// 8u. Quotients that are NaN or infinite are ignored by `min` and `max`, or bound nothing.
    #[inline]
    fn is_certainly_missed_by(&self, course: &Course<D>) -> bool {
        let (min, max) = (self.min(), self.max());
        let mut span = Span::of(course);
        for axis in 0..D {
            let inverse = 1.0 / course.direction[axis];
            let [one, other] =
                [min, max].map(|bound| (bound[axis] - course.origin[axis]) * inverse);
            span.cut(one, other, inverse);
        }
        span.is_empty()
    }
}

/// A parallelepiped with a volume. Let c be the center, and H the matrix whose rows are the half-axes hⱼ. The point p
/// with p = c + Σ tⱼ·hⱼ has tⱼ = det Hⱼ / det H, where Hⱼ is H with p − c as row j (Cramer's rule). So p is in the body
/// if for every j, neither |det H| + det Hⱼ nor |det H| − det Hⱼ is negative. These polynomials have degree D.
struct Solid<'a, const D: usize> {
    of: &'a Parallelepiped<D>,
    half_axes: [[f64; D]; D],
    turn: Side,
}

impl<const D: usize> Solid<'_, D> {
    /// Returns det Hⱼ, where Hⱼ is H with `vector` as row j (`axis`), times the sign of det H. So the result for the
    /// half-axis hⱼ itself is positive.
    fn along<N: Number>(&self, axis: usize, vector: &[N; D]) -> N {
        let mut rows: [[N; D]; D] = self.half_axes.each_ref().map(numbers);
        rows[axis] = vector.clone();
        self.positive(determinant(rows.each_ref()))
    }

    fn positive<N: Number>(&self, number: N) -> N {
        match self.turn {
            Side::Back => N::of(0.0).minus(&number),
            _ => number,
        }
    }
}

impl<const D: usize> HalfSpaces<D> for Solid<'_, D> {
    fn count(&self) -> usize {
        2 * D
    }

    fn value<N: Number>(&self, index: usize, point: &[N; D]) -> N {
        let center = numbers::<N, D>(&self.of.center());
        let relative = numbers_of(|axis| point[axis].minus(&center[axis]));
        let volume = self.positive(Volume(&self.half_axes).evaluate::<N>());
        let along = self.along(index / 2, &relative);
        if index.is_multiple_of(2) {
            volume.plus(&along)
        } else {
            volume.minus(&along)
        }
    }

    fn growth<N: Number>(&self, index: usize, vector: &[N; D]) -> N {
        let along = self.along(index / 2, vector);
        if index.is_multiple_of(2) {
            along
        } else {
            N::of(0.0).minus(&along)
        }
    }

    #[inline]
    fn crossing(&self, index: usize, track: &Track<D>) -> Option<Crossing> {
        let (center, direction) = (self.of.center(), track.course.direction);
        let relative: [f64; D] = array(|axis| track.course.origin[axis] - center[axis]);
        if !are_ordinary(&self.half_axes, &[relative, direction]) {
            return None;
        }
        let along = |vector: &[f64; D]| {
            let [value, error] = along_in_floats(&self.half_axes, index / 2, vector);
            // The faces at −hⱼ and at +hⱼ differ in the sign, and so do the two handednesses.
            let is_negative = (self.turn == Side::Back) != (index % 2 == 1);
            [if is_negative { 0.0 - value } else { value }, error]
        };
        let [volume, volume_error] =
            along_in_floats(&self.half_axes, index / 2, &self.half_axes[index / 2]);
        let [value, value_error] = along(&relative);
        let sum = volume.abs() + value;
        Crossing::new(
            [sum, volume_error + value_error + 2.0 * U * sum.abs()],
            along(&direction),
        )
    }
}

/// Returns kⱼ·p in floats, where kⱼ is the vector of cofactors of row j, and a bound on the error.
///
/// A cofactor in 3D is a difference of two products. Let its size be the sum of their magnitudes. Then the result has
/// an error below 12u times the sum of sizes times |pᵢ|, also if the coordinates of p have a rounding each.
#[inline]
fn along_in_floats<const D: usize>(rows: &[[f64; D]; D], j: usize, vector: &[f64; D]) -> [f64; 2] {
    let [h, g] = [rows[(j + 1) % D], rows[(j + 2) % D]];
    let [mut value, mut size] = [0.0; 2];
    for (axis, coordinate) in vector.iter().enumerate() {
        let (next, last) = ((axis + 1) % D, (axis + 2) % D);
        let [one, other] = match D {
            // The other row, turned by a right angle.
            2 if j == axis => [h[next], 0.0],
            2 => [0.0, h[next]],
            _ => [h[next] * g[last], h[last] * g[next]],
        };
        value += (one - other) * coordinate;
        size += (one.abs() + other.abs()) * coordinate.abs();
    }
    [value, 12.0 * U * size + LEAST_PRODUCT]
}

/// More than what underflow can change in [`along_in_floats`], for [`are_ordinary`] numbers.
pub(super) const LEAST_PRODUCT: f64 = 1e-200;

/// Returns `true` if no number is so large that a product that has underflown could matter.
#[inline]
fn are_ordinary<const D: usize>(rows: &[[f64; D]; D], vectors: &[[f64; D]; 2]) -> bool {
    let all = rows.iter().chain(vectors).flatten();
    all.fold(0.0, |size: f64, number| size + number.abs()) < 1e80
}

/// The determinant of the half-axes, as a polynomial.
struct Volume<'a, const D: usize>(&'a [[f64; D]; D]);

impl<const D: usize> Polynomial for Volume<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let rows: [[N; D]; D] = self.0.each_ref().map(numbers);
        determinant(rows.each_ref())
    }
}

impl<const D: usize> Convex<D> for Parallelepiped<D> {
    type Face = usize;

    /// With m = o − c and the cofactors kⱼ of H, the line is in the body where |kⱼ·m + t·(kⱼ·v)| ≤ |det H| for every j.
    #[inline]
    fn is_certainly_missed_by(&self, course: &Course<D>) -> bool {
        let (center, rows) = (self.center(), self.half_axes());
        let relative: [f64; D] = array(|axis| course.origin[axis] - center[axis]);
        if !are_ordinary(&rows, &[relative, course.direction]) {
            return false;
        }
        let mut span = Span::of(course);
        let [volume, volume_error] = along_in_floats(&rows, 0, &rows[0]);
        for j in 0..D {
            let [value, value_error] = along_in_floats(&rows, j, &relative);
            let growth = along_in_floats(&rows, j, &course.direction);
            let error = volume_error + value_error + 4.0 * U * (volume.abs() + value.abs());
            let ends = [-volume.abs() - value, volume.abs() - value].map(|end| end / growth[0]);
            span.cut_between(ends, error, growth);
        }
        span.is_empty()
    }

    fn chord_of(&self, line: &LinePart<D>) -> Chord {
        let track = Track::of(line);
        let half_axes = self.half_axes();
        match sign::<{ digits(3) }>(&Volume(&half_axes)) {
            Side::On => {
                // A flat parallelepiped is the union of its faces: each of its points can be written as c + Σ tⱼ·hⱼ
                // with some |tⱼ| = 1.
                let chord = corners::chord(self, &track, |corners| face_of(corners, D).is_some());
                chord.map(|simplex| face_of(simplex.corners(), D).unwrap_or_default())
            }
            turn => {
                let solid = Solid {
                    of: self,
                    half_axes,
                    turn,
                };
                half_spaces::chord::<{ digits(3) }, { digits(6) }, D>(&solid, &track)
            }
        }
    }
}

/// Returns the first face of a parallelepiped that has all these corners; bit j of a corner's index is set if the
/// corner is at +hⱼ.
fn face_of(corners: &[usize], dimension: usize) -> Option<usize> {
    let (first, rest) = corners.split_first()?;
    let axis = (0..dimension).find(|axis| rest.iter().all(|c| (c ^ first) >> axis & 1 == 0))?;
    Some(2 * axis + (first >> axis & 1))
}

/// Implements [`Convex`] for shapes that are the convex hull of their corners.
macro_rules! by_corners {
    ($($shape:ty),*) => {$(
        impl<const D: usize> Convex<D> for $shape {
            type Face = Vec<usize>;

            fn chord_of(&self, line: &LinePart<D>) -> Chord<Vec<usize>> {
                let chord = corners::chord(self, &Track::of(line), |_| true);
                chord.map(|simplex| simplex.corners().to_vec())
            }
        }
    )*};
}

by_corners!([f64; D], Segment<D>, ConvexPolygon<D>, Hull<D>);

impl Convex<3> for ConvexPolyhedron {
    type Face = Vec<usize>;

    fn chord_of(&self, line: &LinePart<3>) -> Chord<Vec<usize>> {
        let chord = corners::chord(self, &Track::of(line), |_| true);
        chord.map(|simplex| simplex.corners().to_vec())
    }
}
