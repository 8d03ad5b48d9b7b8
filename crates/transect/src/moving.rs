//! Shapes in motion: the times at which they touch and leave a plane.

use transect_exact::determinant::{dot, numbers};
use transect_exact::linear::LinearForm;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::quotient::ceiling;
use transect_exact::rounded::rounded;
use transect_exact::vector::{is_finite, length, near_one};
use transect_exact::wide::Wide;
use transect_exact::{Side, compensated};

use crate::coordinates::Coordinates;
use crate::plane::Plane;
use crate::predicates::ends::{PairReach, exact_end_of_ball};
use crate::shape::{Shape, ShapeError, finite};

/// A shape that moves with a constant velocity, without rotation. At the time t, it is displaced by t·velocity.
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

/// The times from 0 on at which a moving shape touches and leaves a plane. The choice of the variant is exact.
///
/// For points, spheres, capsules, and shapes with corners other than parallelepipeds, a time is the first float at
/// which the shape's backmost or frontmost point has reached the plane. At the next lower float, this point has
/// certainly not reached the plane. A time beyond the range of floats is infinite. If an [`Aabb`](crate::Aabb) is
/// unbounded, an end at infinity never reaches the plane, and its time is infinite, too. For parallelepipeds and for
/// other shapes, a time has a relative error below 2⁻⁴⁵. This bound does not hold if the time, or the distance from
/// which it is computed, leaves the range of normal floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passage {
    /// The shape reaches the plane, and leaves it on the other side.
    Through {
        /// The time of the shape's first contact with the plane, greater than 0.
        touches: f64,
        /// The time of the shape's last contact with the plane, not before `touches`.
        leaves: f64,
        /// The side on which the shape is before it touches the plane.
        from: Side,
    },
    /// The shape touches the plane at the time 0, and leaves it later.
    Leaving {
        /// The time of the shape's last contact with the plane. It is exactly 0 if the shape touches the plane only at
        /// the time 0.
        leaves: f64,
        /// The side on which the shape is after it left the plane.
        toward: Side,
    },
    /// The shape touches the plane at all times, because it moves along the plane or does not move.
    Along,
    /// The shape does not touch the plane at any time.
    Never {
        /// The side of the plane on which the shape stays.
        side: Side,
        /// `true` if the shape keeps its distance from the plane; `false` if it moves away.
        is_parallel: bool,
    },
}

impl<S: Shape<D>, const D: usize> Moving<S, D> {
    /// Returns a shape that moves with a velocity, which may be zero.
    ///
    /// # Errors
    /// Returns [`ShapeError::NotFinite`] if a component of the velocity is NaN or infinite.
    pub fn new(shape: S, velocity: impl Coordinates<D>) -> Result<Self, ShapeError> {
        let velocity = velocity.coordinates();
        finite("velocity", None, &velocity)?;
        Ok(Self { shape, velocity })
    }

    /// Returns the shape at the time 0.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the velocity, the displacement per unit of time.
    #[must_use]
    pub fn velocity(&self) -> [f64; D] {
        self.velocity
    }
}

impl<const D: usize> Plane<D> {
    /// Returns the times at which a moving shape first touches this plane and leaves it. The shape's
    /// [`Extent`](crate::Extent) and the sign of n·velocity decide the variant exactly.
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
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    #[doc(alias = "time_of_impact")]
    #[doc(alias = "toi")]
    #[doc(alias = "sweep")]
    #[doc(alias = "continuous collision")]
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
        let balls = moving.shape.extreme_balls(self);
        // `first` and `last` are the shape's backmost and frontmost points, in the order in which they reach the plane.
        let (first, last) = match toward {
            Side::Front => (End::Frontmost, End::Backmost),
            _ => (End::Backmost, End::Frontmost),
        };
        let last_side = match last {
            End::Backmost => extent.backmost,
            End::Frontmost => extent.frontmost,
        };
        let later = |end: End| {
            let Some((centers, radius)) = balls else {
                return self.rounded_time(moving, end);
            };
            let center = centers[end as usize];
            if !is_finite(&center) {
                // This end of an unbounded box is at infinity, and stays there.
                return f64::INFINITY;
            }
            let arrival = Arrival {
                plane: self,
                velocity: &moving.velocity,
                center,
                radius,
                end,
            };
            arrival.time().unwrap_or_else(|| {
                let guess = self.rounded_time(moving, end);
                first_not_before(guess, |time| arrival.side(time) == -toward)
            })
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

    // The time is a distance times |n| over |n·v|. Its relative error is 2⁻⁴⁶ for the distance, 2⁻⁴⁸ for n·v, and a few
    // u for the rest: in all below 2⁻⁴⁵.

    /// Returns the rounded time at which an end of a moving shape reaches the plane. A time that is greater than 0 is
    /// not rounded to 0.
    #[cold]
    #[inline(never)]
    fn rounded_time<S: Shape<D>>(&self, moving: &Moving<S, D>, end: End) -> f64 {
        let interval = moving.shape.interval(self);
        let distance = match end {
            End::Backmost => interval.backmost,
            End::Frontmost => interval.frontmost,
        };
        let growth = rounded::<{ digits(2) }>(&Growth(self, &moving.velocity));
        let (normal, exponent) = near_one(&self.normal());
        let size = Wide::new(length(&normal), exponent);
        let distance = distance.clamp(f64::MIN, f64::MAX);
        let time = Wide::of(distance).abs().times(size).over(growth.abs());
        time.to_f64().max(f64::from_bits(1))
    }
}

/// The polynomial n·v for a normal n and a velocity v, of degree 2 and with D terms.
struct Growth<'a, const D: usize>(&'a Plane<D>, &'a [f64; D]);

impl<const D: usize> Polynomial for Growth<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        dot(&numbers::<N, D>(&self.0.normal()), &numbers(self.1))
    }
}

/// The point of a shape that reaches the plane: its backmost or its frontmost point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Backmost,
    Frontmost,
}

/// A ball that moves with a constant velocity towards a plane.
struct Arrival<'a, const D: usize> {
    plane: &'a Plane<D>,
    velocity: &'a [f64; D],
    center: [f64; D],
    radius: f64,
    end: End,
}

impl<const D: usize> Arrival<'_, D> {
    /// Returns the first float that is not less than the exact time −(s ± r·|n|)/(n·v) of the arrival, if pairs of
    /// floats prove which float it is. Here s = n·c + d is the plane's value at the ball's center, and v the velocity.
    #[inline]
    fn time(&self) -> Option<f64> {
        let form = self.plane.form();
        let away = match self.end {
            End::Backmost => -1.0,
            End::Frontmost => 1.0,
        };
        let value = PairReach::of_ball(form.normal(), self.radius).beside(form, &self.center, away);
        let growth = compensated::dot(form.normal(), self.velocity);
        ceiling(&value.negated(), &growth.to_double_double()).or_else(|| {
            let value = exact_end_of_ball(form, &self.center, self.radius, away)?;
            ceiling(
                &value.negated(),
                &Growth(self.plane, self.velocity).evaluate(),
            )
        })
    }

    /// Returns the exact side of the ball's backmost or frontmost point at a time. The side is the sign of s ± r·|n|,
    /// computed as in `predicates/radial.rs`. Here r is the radius, and s = n·(c + t·v) + d is the plane's value at the
    /// ball's center at the time t. The polynomial s has degree 3, and r²·n² − s² has degree 6.
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

/// The polynomial n·c + d + t·(n·v), of degree 3: the plane's value at the ball's center at the time t.
struct Center<'a, 'b, const D: usize>(&'b Arrival<'a, D>, f64);

impl<const D: usize> Polynomial for Center<'_, '_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(arrival, time) = self;
        let growth = Growth(arrival.plane, arrival.velocity).evaluate::<N>();
        let start: N = arrival.plane.form().evaluate(&numbers(&arrival.center));
        start.plus(&growth.times(&N::of(*time)))
    }
}

/// The polynomial r²·n² − s², of degree 6, where s is the plane's value at the ball's center at the time t.
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

// The search begins at the rounded time, doubles its steps until it has passed the change, and bisects the last step.
// In all cases, the exact time lies between the returned float and the float before it.

/// Returns the first float, from 0 on, at which `is_before` is `false`. The search begins at `guess`, which should be
/// near the result. `is_before` must be `true` at 0. The result is infinite if `is_before` is `true` for all floats.
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
