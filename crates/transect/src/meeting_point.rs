//! Points kept as the planes that meet there: exact sides, without a rounding in between.

use crate::plane::{Plane, PlaneError};
use crate::plane_through::PlaneThrough;
use crate::predicates::determinant::{determinant, determinant4, numbers};
use crate::predicates::dyadic::Dyadic;
use crate::predicates::polynomial::{Number, Polynomial, digits, divide, quotient, sign};
use crate::shape::Shape;
use crate::side::{Extent, Interval, Side};
use crate::vector::{length, near_one};

/// The point in which D planes meet, kept as these planes: three in space, two in 2D.
///
/// Its coordinates are quotients of determinants, and mostly no floats; its side of a further plane is
/// the sign of two determinants, by Cramer's rule, and exact.
///
/// ```
/// use transect::{MeetingPoint, Plane, Side};
/// // At (1/3, 2/3): no float is either.
/// let point = MeetingPoint::new([Plane::new([3.0, 0.0], -1.0)?, Plane::new([0.0, 3.0], -2.0)?])?;
/// assert_eq!(Plane::new([1.0, 1.0], -1.0)?.side(&point), Side::On);
/// assert_eq!(Plane::new([2.0, -1.0], 1e-300)?.side(&point), Side::Front);
/// # Ok::<(), transect::PlaneError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeetingPoint<const D: usize = 3> {
    planes: [Plane<D>; D],
    /// The sign of the determinant of the normals.
    turn: Side,
}

impl<const D: usize> MeetingPoint<D> {
    /// The point that D planes have in common.
    ///
    /// # Errors
    /// [`PlaneError::NoSinglePoint`] if their normals are linearly dependent; exact.
    pub fn new(planes: [Plane<D>; D]) -> Result<Self, PlaneError> {
        match sign::<{ digits(3) }>(&Normals(&planes)) {
            Side::On => Err(PlaneError::NoSinglePoint),
            turn => Ok(Self { planes, turn }),
        }
    }

    /// The planes that meet there.
    #[must_use]
    pub fn planes(&self) -> [Plane<D>; D] {
        self.planes
    }

    /// The coordinates: each within 4·2⁻⁵³ of the true one, relatively; infinite beyond the floats.
    #[must_use]
    pub fn rounded(&self) -> [f64; D] {
        core::array::from_fn(|axis| {
            let planes = &self.planes;
            quotient::<{ digits(3) }>(&Cramer { planes, axis }, &Normals(planes))
        })
    }

    /// The side of a plane kept as its points, exactly. Degree 6.
    pub(crate) fn side_through(&self, plane: &PlaneThrough<D>) -> Side {
        let form = plane.exact_form();
        let side = sign::<{ digits(6) }>(&Against {
            planes: &self.planes,
            form: &form,
        });
        if self.turn == Side::Back { -side } else { side }
    }

    fn against<'a>(&'a self, plane: &'a Plane<D>) -> Against<'a, D, Plane<D>> {
        Against {
            planes: &self.planes,
            form: plane,
        }
    }
}

impl<const D: usize> Shape<D> for MeetingPoint<D> {
    /// Degree D + 1.
    fn extent(&self, plane: &Plane<D>) -> Extent {
        let side = sign::<{ digits(4) }>(&self.against(plane));
        Extent::of_point(if self.turn == Side::Back { -side } else { side })
    }

    fn interval(&self, plane: &Plane<D>) -> Interval {
        let (normal, exponent) = near_one(&plane.normal());
        let value: Dyadic<{ digits(4) }> = self.against(plane).evaluate();
        let below: Dyadic<{ digits(3) }> = Normals(&self.planes).evaluate();
        let distance = divide(&value, &below, -exponent) / length(&normal);
        Interval {
            backmost: distance,
            frontmost: distance,
        }
    }

    fn extremes(&self, _plane: &Plane<D>) -> [[f64; D]; 2] {
        [self.rounded(); 2]
    }
}

/// What has D coefficients and a constant that are polynomials of floats.
pub(crate) trait Form<const D: usize> {
    fn coefficients<N: Number>(&self) -> ([N; D], N);
}

impl<const D: usize> Form<D> for Plane<D> {
    fn coefficients<N: Number>(&self) -> ([N; D], N) {
        (numbers(&self.normal()), N::of(self.offset()))
    }
}

/// The determinant of D normals. Degree D.
struct Normals<'a, const D: usize>(&'a [Plane<D>; D]);

impl<const D: usize> Polynomial for Normals<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let rows = self.0.each_ref().map(|plane| numbers(&plane.normal()));
        determinant(rows.each_ref())
    }
}

/// The determinant of D normals with −d in place of one coordinate. Degree D.
struct Cramer<'a, const D: usize> {
    planes: &'a [Plane<D>; D],
    axis: usize,
}

impl<const D: usize> Polynomial for Cramer<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let rows = self.planes.each_ref().map(|plane| {
            let mut row = numbers::<N, D>(&plane.normal());
            row[self.axis] = N::of(-plane.offset());
            row
        });
        determinant(rows.each_ref())
    }
}

/// The determinant of all coefficients of D planes and of one more form: its value at their common
/// point times the determinant of the normals. (Adding the columns of the normals, times the coordinates
/// of the point, to the last one leaves zeros there but for the value.)
struct Against<'a, const D: usize, F> {
    planes: &'a [Plane<D>; D],
    form: &'a F,
}

impl<const D: usize, F: Form<D>> Polynomial for Against<'_, D, F> {
    fn evaluate<N: Number>(&self) -> N {
        let rows: [([N; D], N); 4] = core::array::from_fn(|row| match self.planes.get(row) {
            Some(plane) => plane.coefficients(),
            None => self.form.coefficients(),
        });
        if D == 2 {
            let rows: [[N; 3]; 3] = core::array::from_fn(|row| {
                let (normal, offset) = &rows[row];
                [normal[0].clone(), normal[1].clone(), offset.clone()]
            });
            return determinant(rows.each_ref());
        }
        let rows = rows.map(|(normal, offset)| {
            [
                normal[0].clone(),
                normal[1].clone(),
                normal[D - 1].clone(),
                offset,
            ]
        });
        determinant4(rows.each_ref())
    }
}
