//! Chords of regions, boxes, parallelepipeds, and shapes with corners.

use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::determinant::{determinant, dot, numbers, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};

use crate::aabb::Aabb;
use crate::chord::half_spaces::{self, HalfSpaces};
use crate::chord::track::Track;
use crate::chord::{Chord, Convex, corners};
use crate::clip::LinePart;
use crate::hull::Hull;
use crate::parallelepiped::Parallelepiped;
use crate::polygon::ConvexPolygon;
use crate::polyhedron::ConvexPolyhedron;
use crate::region::{ConvexRegion, Region};
use crate::segment::Segment;
use crate::triangle::Triangle;

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
}

impl<const D: usize> Convex<D> for Aabb<D> {
    type Face = usize;

    fn chord_of(&self, line: &LinePart<D>) -> Chord {
        half_spaces::chord::<{ digits(1) }, { digits(2) }, D>(self, &Track::of(line))
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

by_corners!([f64; D], Segment<D>, Triangle<D>, ConvexPolygon<D>, Hull<D>);

impl Convex<3> for ConvexPolyhedron {
    type Face = Vec<usize>;

    fn chord_of(&self, line: &LinePart<3>) -> Chord<Vec<usize>> {
        let chord = corners::chord(self, &Track::of(line), |_| true);
        chord.map(|simplex| simplex.corners().to_vec())
    }
}
