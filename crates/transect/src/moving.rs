//! Shapes in motion: when a plane is touched, and when it is left.

use crate::plane::Plane;
use crate::predicates::determinant::{dot, numbers};
use crate::predicates::linear::LinearForm;
use crate::predicates::polynomial::{Number, Polynomial, digits, rounded, sign};
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
/// Of points, shapes with corners, spheres and capsules, a time is the first float at which it has come: the
/// float before is too early, exactly; beyond all floats it is infinite. Of other shapes, and of parallelepipeds, it has a
/// relative error below 2⁻⁴⁵, unless it or the distance that it comes from leaves the range of normal floats.
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
        let balls = moving.shape.extreme_balls(self);
        // The end that comes first, and the one that comes last.
        let (first, last) = match toward {
            Side::Front => (End::Frontmost, End::Backmost),
            _ => (End::Backmost, End::Frontmost),
        };
        let last_side = match last {
            End::Backmost => extent.backmost,
            End::Frontmost => extent.frontmost,
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
        let later = |end: End| {
            let distance = match end {
                End::Backmost => interval.backmost,
                End::Frontmost => interval.frontmost,
            };
            let guess = time(distance).max(f64::from_bits(1));
            let Some((centers, radius)) = balls else {
                return guess;
            };
            let arrival = Arrival {
                plane: self,
                velocity: &moving.velocity,
                center: centers[end as usize],
                radius,
                end,
            };
            first_not_before(guess, |time| arrival.side(time) == -toward)
        };
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

/// Which point of a shape comes to the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Backmost,
    Frontmost,
}

/// A ball on its way.
struct Arrival<'a, const D: usize> {
    plane: &'a Plane<D>,
    velocity: &'a [f64; D],
    center: [f64; D],
    radius: f64,
    end: End,
}

impl<const D: usize> Arrival<'_, D> {
    /// The side of the ball's backmost or frontmost point at a time, exactly: of s ± r·|n| with s = n·(c + t·v) + d,
    /// as in `predicates/radial.rs`. Degree 3, and 6 for r²·n² − s².
    fn side(&self, time: f64) -> Side {
        let center = sign::<{ digits(3) }>(&Center(self, time));
        let excess = || sign::<{ digits(6) }>(&Excess(self, time));
        match (self.end, center) {
            (_, center) if self.radius == 0.0 => center,
            (End::Backmost, Side::Back) | (End::Frontmost, Side::Front) => center,
            (End::Backmost, _) => -excess(),
            (End::Frontmost, _) => excess(),
        }
    }
}

/// n·c + d + t·(n·v).
struct Center<'a, 'b, const D: usize>(&'b Arrival<'a, D>, f64);

impl<const D: usize> Polynomial for Center<'_, '_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(arrival, time) = self;
        let growth = Growth(arrival.plane, arrival.velocity).evaluate::<N>();
        let start: N = arrival.plane.form().evaluate(&numbers(&arrival.center));
        start.plus(&growth.times(&N::of(*time)))
    }
}

/// r²·n² − s².
struct Excess<'a, 'b, const D: usize>(&'b Arrival<'a, D>, f64);

impl<const D: usize> Polynomial for Excess<'_, '_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(arrival, time) = self;
        let center = Center(arrival, *time).evaluate::<N>();
        let (normal, radius) = (
            numbers::<N, D>(&arrival.plane.normal()),
            N::of(arrival.radius),
        );
        let reach = dot(&normal, &normal).times(&radius.times(&radius));
        reach.minus(&center.times(&center))
    }
}

/// The first float, from 0 on, of which `is_before` is not true, found from a guess that is near it. It is true of
/// 0; infinite if it is true of all floats.
fn first_not_before(guess: f64, is_before: impl Fn(f64) -> bool) -> f64 {
    // Floats that are not negative are ordered as their bits.
    let (zero, most) = (0, f64::MAX.to_bits());
    let is_before = |bits: u64| is_before(f64::from_bits(bits));
    let guess = guess.to_bits().min(most);
    let mut step = 1;
    let (mut before, mut after) = if is_before(guess) {
        let (mut before, mut after) = (guess, (guess + step).min(most));
        while is_before(after) {
            if after == most {
                return f64::INFINITY;
            }
            step *= 2;
            (before, after) = (after, (after + step).min(most));
        }
        (before, after)
    } else {
        let (mut before, mut after) = (guess.saturating_sub(step), guess);
        while before > zero && !is_before(before) {
            step *= 2;
            (before, after) = (before.saturating_sub(step), before);
        }
        (before, after)
    };
    while after - before > 1 {
        let middle = before + (after - before) / 2;
        if is_before(middle) {
            before = middle;
        } else {
            after = middle;
        }
    }
    f64::from_bits(after)
}
