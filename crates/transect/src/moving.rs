//! Shapes in motion: when a plane is touched, and when it is left.

use crate::plane::Plane;
use crate::predicates::determinant::{dot, numbers};
use crate::predicates::linear::LinearForm;
use crate::predicates::polynomial::{Number, Polynomial, digits, rounded};
use crate::predicates::wide::Wide;
use crate::shape::{Shape, ShapeError, finite};
use crate::side::Side;
use crate::vector::{length, near_one};

/// A shape that moves with a constant velocity, without turning: at the time t it is where it was, plus
/// t·velocity.
///
/// ```
/// use transect::{Moving, Passage, Plane, Side, Sphere};
/// let floor = Plane::new([0.0, 0.0, 2.0], 0.0)?;
/// let falling = Moving::new(Sphere::new([0.0, 0.0, 5.0], 1.0)?, [3.0, 0.0, -2.0])?;
/// let expected = Passage::Through { touches: 2.0, leaves: 3.0, from: Side::Front };
/// assert_eq!(floor.passage(&falling), expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving<S, const D: usize = 3> {
    shape: S,
    velocity: [f64; D],
}

/// When a moving shape touches a plane, from the time 0 on. Which of these it is, is exact.
///
/// Times have a relative error below 2⁻⁴⁵, unless they or the distances that they come from leave the range
/// of normal floats; beyond it they are infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passage {
    /// It comes to the plane, and leaves it on the other side.
    Through {
        /// When it first touches: greater than 0.
        touches: f64,
        /// When it last touches: never earlier.
        leaves: f64,
        /// The side that it comes from.
        from: Side,
    },
    /// It touches the plane from the start.
    Leaving {
        /// When it last touches: 0 exactly if it only touches at the start.
        leaves: f64,
        /// The side that it goes to.
        toward: Side,
    },
    /// It touches the plane from the start and for ever: it moves along it, or not at all.
    Along,
    /// It never touches the plane.
    Never {
        /// The side on which it stays.
        side: Side,
        /// Whether it keeps its distance; otherwise it moves away.
        is_parallel: bool,
    },
}

impl<S: Shape<D>, const D: usize> Moving<S, D> {
    /// A shape with a velocity, which may be zero.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`].
    pub fn new(shape: S, velocity: [f64; D]) -> Result<Self, ShapeError> {
        finite("velocity", None, &velocity)?;
        Ok(Self { shape, velocity })
    }

    /// The shape, where it is at the time 0.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// How far it moves in a unit of time.
    #[must_use]
    pub fn velocity(&self) -> [f64; D] {
        self.velocity
    }
}

impl<const D: usize> Plane<D> {
    /// When a moving shape first touches this plane, and when it leaves it: decided by the shape's
    /// [`Extent`](crate::Extent) and the sign of n·velocity, exactly.
    ///
    /// ```
    /// use transect::{Moving, Passage, Plane, Side};
    /// let floor = Plane::new([0.0, 0.0, 1.0], 0.0)?;
    /// let passage = |height, velocity| Moving::new([0.0, 0.0, height], velocity).map(|m| floor.passage(&m));
    /// let never = Passage::Never { side: Side::Front, is_parallel: true };
    /// assert_eq!(passage(1e-300, [9.0, 0.0, 0.0])?, never);
    /// assert_eq!(passage(0.0, [0.0, 0.0, -1.0])?, Passage::Leaving { leaves: 0.0, toward: Side::Back });
    /// assert_eq!(passage(0.0, [9.0, 0.0, 0.0])?, Passage::Along);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn passage<S: Shape<D>>(&self, moving: &Moving<S, D>) -> Passage {
        let extent = moving.shape.extent(self);
        let toward = LinearForm::new(self.normal(), 0.0).side(&moving.velocity);
        match (extent.side(), toward) {
            (Side::On, Side::On) => return Passage::Along,
            (Side::On, _) => {}
            (side, Side::On) => {
                return Passage::Never {
                    side,
                    is_parallel: true,
                };
            }
            (side, toward) if side == toward => {
                return Passage::Never {
                    side,
                    is_parallel: false,
                };
            }
            _ => {}
        }
        let interval = moving.shape.interval(self);
        // The end that comes first, and the one that comes last.
        let (first, last, last_side) = match toward {
            Side::Front => (interval.frontmost, interval.backmost, extent.backmost),
            _ => (interval.backmost, interval.frontmost, extent.frontmost),
        };
        let growth = rounded::<{ digits(2) }>(&Growth(self, &moving.velocity));
        let time = |distance: f64| {
            let (normal, exponent) = near_one(&self.normal());
            let size = Wide::new(length(&normal), exponent);
            let distance = distance.clamp(f64::MIN, f64::MAX);
            let time = Wide::of(distance).abs().times(size).over(growth.abs());
            time.to_f64()
        };
        // A time that is not 0 stays so.
        let later = |distance: f64| time(distance).max(f64::from_bits(1));
        let leaves = if last_side == Side::On {
            0.0
        } else {
            later(last)
        };
        if extent.side() == Side::On {
            return Passage::Leaving { leaves, toward };
        }
        let touches = later(first);
        Passage::Through {
            touches,
            leaves: leaves.max(touches),
            from: -toward,
        }
    }
}

/// n·v. Degree 2, D terms.
struct Growth<'a, const D: usize>(&'a Plane<D>, &'a [f64; D]);

impl<const D: usize> Polynomial for Growth<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        dot(&numbers::<N, D>(&self.0.normal()), &numbers(self.1))
    }
}
