//! An exact test for a direction w with w·v > 0 for every vector v of a list. Strict separation of convex sets reduces
//! to this test.
//!
//! The directions w with w·v > 0 for every v form an open cone. Its cross-section is a convex polygon. Each edge of the
//! polygon belongs to a vector v that bounds the cone; each further v may cut a part away. The corner between the edges
//! of two vectors a and b is the direction a × b. The side of v on which this corner lies is the sign of the
//! determinant det(a, b, v), so no corner is ever computed. By the theorem of Gordan (1873), no such w exists exactly
//! if the origin is in the convex hull of the vectors.

use alloc::vec::Vec;

use transect_exact::arrays::Few as _;
use transect_exact::determinant::{cross, determinant};
use transect_exact::number::Number;
use transect_exact::polynomial::{Bounded, Polynomial, difficult_sign};
use transect_exact::{Dyadic, Side, vector};

/// A list of vectors whose components are polynomials of floats. In 2D, the third component is zero.
pub(crate) trait Vectors {
    fn count(&self) -> usize;
    fn vector<N: Number>(&self, index: usize) -> [N; 3];

    /// Returns a vector as floats with error bounds. This method is called for each corner of the cone, so
    /// implementations should store the vector.
    fn bounded(&self, index: usize) -> [Bounded; 3] {
        self.vector(index)
    }
}

/// An open orthant, one of the eight octants of space. The search for a direction w with w·v > 0 for every vector v
/// starts with the cone of all directions in an orthant. Each vector v may cut a part of this cone away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Orthant {
    pub(crate) is_negative: [bool; 3],
}

impl Orthant {
    /// The orthant in which all coordinates are positive.
    pub(crate) const POSITIVE: Self = Self {
        is_negative: [false; 3],
    };

    /// Returns all orthants of space. For 2D vectors, the first four are enough.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..8_u8).map(|bits| Self {
            is_negative: [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0],
        })
    }
}

/// An edge of a cone's cross-section: an axis that bounds the cone's orthant, or one of the vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Axis { axis: usize, is_negative: bool },
    Vector(usize),
}

/// Returns `true` if an orthant contains a direction w with w·v > 0 for every vector v. `DIGITS` must be
/// [`digits(3 * k)`](transect_exact::polynomial::digits), where k is the degree of the vectors' components.
pub(crate) fn holds_common_direction<const DIGITS: usize>(
    orthant: Orthant,
    vectors: &impl Vectors,
) -> bool {
    bounds::<DIGITS>(orthant, vectors).is_some()
}

/// Returns a rounded direction from the middle of the cone of all w with w·v > 0 for every vector v. The result is the
/// sum of the directions of the cone's corners in each orthant for which `is_allowed` returns `true`. If the cone is
/// narrower than floats resolve, the result may lie outside the cone.
pub(crate) fn middle_direction<const DIGITS: usize>(
    vectors: &impl Vectors,
    is_allowed: impl Fn(&Orthant) -> bool,
) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for orthant in Orthant::all().filter(is_allowed) {
        let edges = bounds::<DIGITS>(orthant, vectors).unwrap_or_default();
        for (index, edge) in edges.iter().enumerate() {
            let next = edges[(index + 1) % edges.len()];
            let [a, b] = [*edge, next].each(|edge| edge.direction(|index| vectors.vector(index)));
            sum = vector::add(&sum, &rounded_direction::<DIGITS>(&cross(&a, &b)));
        }
    }
    sum
}

/// Returns the unit vector in the direction of a vector, each coordinate rounded, or zero for a zero vector.
pub(crate) fn rounded_direction<const DIGITS: usize>(vector: &[Dyadic<DIGITS>; 3]) -> [f64; 3] {
    let exponent = vector.iter().filter_map(Dyadic::exponent).max();
    let exponent = exponent.unwrap_or(0);
    let rounded = vector.each_ref().each(|c| c.to_f64_scaled(-exponent));
    vector::unit(&rounded)
}

/// Returns the edges of the cone of all directions w in an orthant with w·v > 0 for every vector v. Returns `None` if
/// there is no such w.
fn bounds<const DIGITS: usize>(orthant: Orthant, vectors: &impl Vectors) -> Option<Vec<Edge>> {
    let axis = |axis: usize| Edge::Axis {
        axis,
        is_negative: orthant.is_negative[axis],
    };
    // The edges are listed counter-clockwise, as seen from within the cone. Let a and b be the vectors of an edge and
    // the next edge. Then a × b is the direction of the corner between these edges, and not its negative.
    let turns_over = orthant.is_negative.iter().filter(|&&is| is).count() % 2 == 1;
    let mut edges = if turns_over {
        Vec::from([axis(0), axis(2), axis(1)])
    } else {
        Vec::from([axis(0), axis(1), axis(2)])
    };
    let mut sides = Vec::new();
    for index in 0..vectors.count() {
        sides.clear();
        sides.extend((0..edges.len()).map(|corner| {
            let next = edges[(corner + 1) % edges.len()];
            side_of_corner::<DIGITS>(vectors, [edges[corner], next, Edge::Vector(index)])
        }));
        if !sides.contains(&Side::Front) {
            return None;
        }
        if sides.contains(&Side::Back) {
            cut(&mut edges, &sides, Edge::Vector(index));
        }
    }
    Some(edges)
}

/// Cuts the polygon that is the cone's cross-section by a new edge. Of the old edges, only those remain that have a
/// corner strictly in front of the new edge. The remaining edges are consecutive, and the new edge joins the last of
/// them to the first. Corner i lies between edge i and edge i + 1, and `sides[i]` is the side of the new edge on which
/// this corner lies.
fn cut(edges: &mut Vec<Edge>, sides: &[Side], edge: Edge) {
    let count = edges.len();
    let is_front = |corner: usize| sides[corner % count] == Side::Front;
    let first = (0..count)
        .find(|&corner| is_front(corner) && !is_front(corner + count - 1))
        .unwrap_or(0);
    edges.rotate_left(first);
    let corners = (first..first + count)
        .take_while(|&corner| is_front(corner))
        .count();
    edges.truncate(corners + 1);
    edges.push(edge);
}

/// Returns the sign of det(a, b, v) for the vectors a, b and v of three edges.
fn side_of_corner<const DIGITS: usize>(vectors: &impl Vectors, edges: [Edge; 3]) -> Side {
    let rows = edges.each(|edge| edge.direction(|index| vectors.bounded(index)));
    determinant(rows.each_ref())
        .sign()
        .unwrap_or_else(|| difficult_sign::<DIGITS>(&Corner { vectors, edges }))
}

/// The determinant det(a, b, v) for the vectors a, b and v of three edges. Its degree is three times that of the
/// vectors.
struct Corner<'a, V> {
    vectors: &'a V,
    edges: [Edge; 3],
}

impl<V: Vectors> Polynomial for Corner<'_, V> {
    fn evaluate<N: Number>(&self) -> N {
        let vector = |index| self.vectors.vector(index);
        let rows = self.edges.each(|edge| edge.direction(vector));
        determinant(rows.each_ref())
    }
}

impl Edge {
    fn direction<N: Number>(self, vector: impl Fn(usize) -> [N; 3]) -> [N; 3] {
        match self {
            Self::Axis { axis, is_negative } => {
                let mut unit = [0.0; 3];
                unit[axis] = if is_negative { -1.0 } else { 1.0 };
                unit.each(N::of)
            }
            Self::Vector(index) => vector(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use transect_exact::determinant::numbers;
    use transect_exact::polynomial::digits;

    struct Plain(Vec<[f64; 3]>);

    impl Vectors for Plain {
        fn count(&self) -> usize {
            self.0.len()
        }
        fn vector<N: Number>(&self, index: usize) -> [N; 3] {
            numbers(&self.0[index])
        }
    }

    fn has_common_direction(vectors: &Plain) -> bool {
        Orthant::all().any(|orthant| holds_common_direction::<{ digits(3) }>(orthant, vectors))
    }

    /// Returns `true` if the origin is in the convex hull of small integer vectors. By Carathéodory's theorem, the
    /// origin is then in the hull of at most four of the vectors. So all sets of up to four vectors are tried, in
    /// integers.
    fn holds_origin(vectors: &[[i64; 3]]) -> bool {
        let dot = |a: &[i64; 3], b: &[i64; 3]| (0..3).map(|i| a[i] * b[i]).sum::<i64>();
        let cross = |a: &[i64; 3], b: &[i64; 3]| {
            [0, 1, 2].map(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
        };
        let det = |a: &[i64; 3], b: &[i64; 3], c: &[i64; 3]| dot(&cross(a, b), c);
        let n = vectors.len();
        for i in 0..n {
            let a = &vectors[i];
            if *a == [0; 3] {
                return true;
            }
            for j in i + 1..n {
                let b = &vectors[j];
                if cross(a, b) == [0; 3] && dot(a, b) < 0 {
                    return true;
                }
                for k in j + 1..n {
                    let c = &vectors[k];
                    if det(a, b, c) == 0 {
                        // The three vectors are in one plane. They surround the origin if the rotations from each
                        // vector to the next have the same sense and are less than half a turn.
                        let (ab, bc, ca) = (cross(a, b), cross(b, c), cross(c, a));
                        if dot(&ab, &bc) > 0 && dot(&bc, &ca) > 0 && dot(&ca, &ab) > 0 {
                            return true;
                        }
                        continue;
                    }
                    for d in &vectors[k + 1..] {
                        let weights = [det(b, c, d), -det(a, c, d), det(a, b, d), -det(a, b, c)];
                        if weights.iter().all(|&w| w > 0) || weights.iter().all(|&w| w < 0) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    #[test]
    fn common_directions_are_those_of_gordan() {
        let mut state = 1_u64;
        let mut below = |bound: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % bound
        };
        let mut counts = [0, 0];
        for _ in 0..40_000 {
            let (count, size) = (1 + below(7), [1, 2, 5][below(3) as usize]);
            let flat = below(4) == 0;
            let integers: Vec<[i64; 3]> = (0..count)
                .map(|_| {
                    let mut vector = [0; 3].map(|_: i64| below(2 * size + 1) as i64 - size as i64);
                    if flat {
                        vector[2] = 0;
                    }
                    vector
                })
                .collect();
            let plain = Plain(integers.iter().map(|v| v.map(|c| c as f64)).collect());
            let answer = has_common_direction(&plain);
            assert_eq!(answer, !holds_origin(&integers), "{integers:?}");
            counts[usize::from(answer)] += 1;
        }
        assert!(counts[0] > 5_000 && counts[1] > 5_000, "{counts:?}");
    }

    #[test]
    fn a_common_direction_may_be_narrower_than_any_float_tells() {
        let tiny = f64::from_bits(1);
        let opposite = |gap: f64| Plain(vec![[1.0, gap, 0.0], [-1.0, gap, 0.0], [0.0, -1.0, tiny]]);
        assert!(has_common_direction(&opposite(tiny)));
        let mut closed = opposite(0.0);
        closed.0[0][2] = 0.0;
        assert!(!has_common_direction(&closed));
    }
}
