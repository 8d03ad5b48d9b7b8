//! The relation of two planes. It is exact for normals of any length.

use transect_exact::determinant::minor;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::vector::{length, near_one};
use transect_exact::{Dyadic, Side};

use crate::plane::Plane;

/// The relation of one plane to another. It is exact, and scaling the equation of either plane does not change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The planes cross: in 3D in a line, in 2D in a point.
    Crossing,
    /// The planes have no point in common.
    Parallel {
        /// `true` if the normals have opposite directions.
        is_flipped: bool,
        /// The side on which the whole other plane lies. For a call `a.relation(&b)`, this is the side of `a` on which
        /// `b` lies.
        side: Side,
    },
    /// Both planes contain the same points.
    Same {
        /// `true` if the front of one plane is the back of the other.
        is_flipped: bool,
    },
}

impl<const D: usize> Plane<D> {
    /// Returns the relation of another plane to this plane.
    ///
    /// The signs of 2×2 minors of the coefficients decide the relation exactly. The scale of either equation does not
    /// matter, and no tolerance is used.
    ///
    /// ```
    /// use transect::{Plane, Relation, Side};
    /// let plane = Plane::new([2.0, 3.0, 6.0], -17.0)?;
    /// let thrice = Plane::new([6.0, 9.0, 18.0], -51.0)?;
    /// assert_eq!(plane.relation(&thrice), Relation::Same { is_flipped: false });
    /// let below = Plane::new([-2.0, -3.0, -6.0], 16.0)?;
    /// assert_eq!(plane.relation(&below), Relation::Parallel { is_flipped: true, side: Side::Back });
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[must_use]
    pub fn relation(&self, other: &Self) -> Relation {
        let (n, m) = (self.normal(), other.normal());
        let crosses = |first: usize| {
            (first + 1..D).any(|second| {
                sign::<{ digits(2) }>(&Minor([n[first], n[second], m[first], m[second]]))
                    != Side::On
            })
        };
        if (0..D).any(crosses) {
            return Relation::Crossing;
        }
        // The normals are parallel, so the normal of the other plane is zero on the same axes as the normal of this
        // plane.
        let axis = (0..D)
            .find(|&axis| n[axis] != 0.0)
            .expect("a normal is not zero");
        let is_flipped = (n[axis] < 0.0) != (m[axis] < 0.0);
        // Let n and d be the normal and the offset of this plane, m = λn and e those of the other plane, and k the
        // index `axis`. At the points p of the other plane, where m·p + e = 0, n·p + d = d − e/λ = (d·mₖ − e·nₖ)/mₖ.
        // The sign of this value is the side of the other plane.
        let rows = [self.offset(), other.offset(), n[axis], m[axis]];
        match sign::<{ digits(2) }>(&Minor(rows)) {
            Side::On => Relation::Same { is_flipped },
            side if m[axis] < 0.0 => Relation::Parallel {
                is_flipped,
                side: -side,
            },
            side => Relation::Parallel { is_flipped, side },
        }
    }

    /// Returns `true` if the other plane is parallel to this plane or is the same plane. The test is exact.
    #[must_use]
    pub fn is_parallel_to(&self, other: &Self) -> bool {
        self.relation(other) != Relation::Crossing
    }

    /// Returns `true` if both planes contain the same points. The test is exact.
    #[must_use]
    pub fn is_same_set(&self, other: &Self) -> bool {
        matches!(self.relation(other), Relation::Same { .. })
    }

    /// Returns `true` if both planes contain the same points and have the same front. The test is exact. The operator
    /// `==`, by contrast, compares the coefficients.
    ///
    /// ```
    /// use transect::Plane;
    /// let [a, b]: [Plane; 2] = ["x + 2y = 3".parse()?, "3 = x + 2y".parse()?];
    /// assert!(a.is_same_set(&b) && !a.is_same_oriented_set(&b));
    /// # Ok::<(), transect::EquationError>(())
    /// ```
    #[must_use]
    pub fn is_same_oriented_set(&self, other: &Self) -> bool {
        self.relation(other) == Relation::Same { is_flipped: false }
    }

    /// Returns the angle between the normals of two planes, from 0 to π, rounded. With u = 2⁻⁵³, the relative error is
    /// at most 16u, even near 0. Near π, the error is at most 16u·π.
    ///
    /// The angle is computed from its sine and cosine, which are multiples of |n × m| and n·m for the normals n and m.
    /// Both n × m and n·m are computed exactly before they are rounded.
    ///
    /// ```
    /// use transect::Plane;
    /// let (level, ramp) = (Plane::new([0.0, 1.0], 0.0)?, Plane::new([1e-300, -1.0], 5.0)?);
    /// assert_eq!(level.angle(&ramp), core::f64::consts::PI);
    /// assert_eq!(level.angle(&ramp.flipped()), 1e-300);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[must_use]
    pub fn angle(&self, other: &Self) -> f64 {
        let (n, m) = (self.normal(), other.normal());
        // The sine and the cosine are divided by the same power of two, so that neither overflows or underflows.
        let power = -(near_one(&n).1 + near_one(&m).1);
        let product = |rows: [f64; 4]| {
            Minor(rows)
                .evaluate::<Dyadic<{ digits(2) }>>()
                .to_f64_scaled(power)
        };
        let mut sines = [0.0; 3];
        for (index, (first, second)) in [(0, 1), (1, 2), (0, 2)].into_iter().enumerate() {
            if second < D {
                sines[index] = product([n[first], n[second], m[first], m[second]]);
            }
        }
        let cosine = Dyadic::<{ digits(2) }>::sum_of_products(n.into_iter().zip(m));
        libm::atan2(length(&sines), cosine.to_f64_scaled(power))
    }
}

/// The determinant of the rows (a, b) and (c, d), a polynomial of degree 2 with 2 terms.
struct Minor([f64; 4]);

impl Polynomial for Minor {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c, d] = self.0.map(N::of);
        minor(&a, &b, &c, &d)
    }
}
