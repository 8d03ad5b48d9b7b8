//! Shapes in motion: the times at which they touch and leave a plane.

use crate::plane::Plane;
use crate::predicates::determinant::{dot, numbers};
use crate::predicates::linear::LinearForm;
use crate::predicates::polynomial::{Number, Polynomial, digits, rounded, sign};
use crate::predicates::wide::Wide;
use crate::shape::{Shape, ShapeError, finite};
use crate::side::Side;
use crate::vector::{length, near_one};

/// A shape that moves with a constant velocity, without rotation. At the time t, it has moved by
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

/// The times at which a moving shape touches and leaves a plane, beginning at the time 0. The variant is exact.
///
/// For points, shapes with corners, spheres and capsules, a time is the first float at which an end of the shape has
/// reached the plane: at the float before, it exactly has not. A time beyond the range of floats is infinite. For
/// other shapes, and for parallelepipeds, a time has a relative error below 2⁻⁴⁵, unless the time or the distance from
/// which it is computed leaves the range of normal floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passage {
    /// The shape reaches the plane, and leaves it on the other side.
    Through {
        /// The time of the first contact: greater than 0.
        touches: f64,
        /// The time of the last contact: not before `touches`.
        leaves: f64,
        /// The side from which the shape comes.
        from: Side,
    },
    /// The shape touches the plane at the start, and leaves it.
    Leaving {
        /// The time of the last contact: 0 exactly if the shape touches only at the start.
        leaves: f64,
        /// The side to which the shape goes.
        toward: Side,
    },
    /// The shape touches the plane at all times: it moves along the plane, or not at all.
    Along,
    /// The shape never touches the plane.
    Never {
        /// The side on which the shape stays.
        side: Side,
        /// `true` if the shape keeps its distance; `false` if it moves away.
        is_parallel: bool,
    },
}

impl<S: Shape<D>, const D: usize> Moving<S, D> {
    /// Returns a shape with a velocity, which may be zero.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`].
    pub fn new(shape: S, velocity: [f64; D]) -> Result<Self, ShapeError> {
        finite("velocity", None, &velocity)?;
        Ok(Self { shape, velocity })
    }

    /// Returns the shape at the time 0.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the velocity: the displacement per unit of time.
    #[must_use]
    pub fn velocity(&self) -> [f64; D] {
        self.velocity
    }
}

impl<const D: usize> Plane<D> {
    /// Returns the times at which a moving shape first touches this plane and leaves it. The shape's
    /// [`Extent`](crate::Extent) and the sign of n·velocity decide the variant, exactly.
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
        // `first` is the end of the shape that reaches the plane first, `last` the end that reaches it last.
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
        // A time that is not 0 must not be rounded to 0.
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

/// The polynomial n·v, of degree 2 and with D terms.
struct Growth<'a, const D: usize>(&'a Plane<D>, &'a [f64; D]);

impl<const D: usize> Polynomial for Growth<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        dot(&numbers::<N, D>(&self.0.normal()), &numbers(self.1))
    }
}

/// The end of a shape (backmost or frontmost) that reaches the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Backmost,
    Frontmost,
}

/// A moving ball.
struct Arrival<'a, const D: usize> {
    plane: &'a Plane<D>,
    velocity: &'a [f64; D],
    center: [f64; D],
    radius: f64,
    end: End,
}

impl<const D: usize> Arrival<'_, D> {
    /// Returns the side of the ball's backmost or frontmost point at a time, exactly: the sign of s ± r·|n| with
    /// s = n·(c + t·v) + d, as in `predicates/radial.rs`. The polynomials have degree 3, and r²·n² − s² has degree 6.
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

/// The polynomial n·c + d + t·(n·v): the value at the ball's center c at the time t.
struct Center<'a, 'b, const D: usize>(&'b Arrival<'a, D>, f64);

impl<const D: usize> Polynomial for Center<'_, '_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(arrival, time) = self;
        let growth = Growth(arrival.plane, arrival.velocity).evaluate::<N>();
        let start: N = arrival.plane.form().evaluate(&numbers(&arrival.center));
        start.plus(&growth.times(&N::of(*time)))
    }
}

/// The polynomial r²·n² − s², where s is the value of the plane at the ball's center.
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

/// Returns the first float, from 0 on, for which `is_before` is `false`, searching from a guess near it. `is_before`
/// must be `true` for 0. The result is infinite if `is_before` is `true` for all floats.
fn first_not_before(guess: f64, is_before: impl Fn(f64) -> bool) -> f64 {
    // Non-negative floats have the same order as their bits, so the search runs over the bits.
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
