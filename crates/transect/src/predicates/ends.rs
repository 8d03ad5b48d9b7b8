//! The values n·p + d at the backmost and the frontmost point of a round shape, as floats with an error bound. They
//! decide most sides and distances before longer computations are tried (docs/exactness.md, "Round shapes").

use transect_exact::arrays::Few as _;
use transect_exact::compensated::ORDINARY;
use transect_exact::determinant::{dot, numbers};
use transect_exact::double_double::DoubleDouble;
use transect_exact::error_free::{two_product, two_sum};
use transect_exact::linear::LinearForm;
use transect_exact::number::Number;
use transect_exact::unit::U;
use transect_exact::{Side, compensated};

use crate::side::{Extent, Interval};

/// The reach of a round shape in floats: the difference between n·p at the frontmost point and at the center of a ball,
/// a disk or an ellipsoid.
#[derive(Clone, Copy)]
pub(crate) struct FloatReach {
    reach: f64,
    /// A bound on the error of the reach. Errors from underflow are at most 2η, with η = 2⁻¹⁰⁷⁴, and are not included.
    error: f64,
}

impl FloatReach {
    /// Returns the reach r·|n| of a ball with the radius r, if |n|² does not underflow.
    ///
    /// With u = 2⁻⁵³, the relative error of |n|² is at most 3u. The root halves this error and adds u: 2.5u for |n|.
    /// The product adds another u: 3.5u.
    #[inline]
    pub(crate) fn of_ball<const D: usize>(normal: &[f64; D], radius: f64) -> Option<Self> {
        let squared = squared_length(normal);
        let reach = radius * libm::sqrt(squared);
        (squared > LEAST_SQUARE).then_some(Self {
            reach,
            error: 4.0 * U * reach,
        })
    }

    /// Returns a lower and an upper bound on the reach, for this normal and for normals whose coefficients have relative
    /// errors of at most 2⁻⁵³. Returns `None` if the reach is not an ordinary number.
    pub(crate) fn enclosure(&self) -> Option<[f64; 2]> {
        // The error of a ball's reach is at most 4u times the reach. Rounding the normal and the bounds adds 3u.
        let margin = 2.0 * self.error + LEAST_REACH;
        let is_ordinary = (0.0..1.0 / LEAST_REACH).contains(&self.reach);
        is_ordinary.then_some([self.reach - margin, self.reach + margin])
    }

    // Disk: each coordinate of a is a rounded difference of two floats, which changes n × a by at most u|n||a|. A
    // coordinate nⱼaₖ − nₖaⱼ rounds by at most 2u(|nⱼaₖ| + |nₖaⱼ|). By Cauchy's inequality, this sum of two magnitudes
    // is ≤ √((|n|² − nᵢ²)(|a|² − aᵢ²)), and the squares of the three sums add up to at most 2|n|²|a|². So n × a changes
    // by at most (1 + 2√2)u|n||a| < 4u|n||a|, and ρ by at most 4u·r|n|. The relative errors are ≤ 3u and 5u for the
    // squared lengths, 9u for the quotient, 5.5u for the root, and 6.5u for the product. In all, Δρ < 11u·r|n|. Where
    // squares underflow, |n × a| changes by at most 2⁻⁵³⁵, which is below 10⁻⁴u|n||a|.

    /// Returns the reach r·|n × a|/|a| of a disk with the radius r that is perpendicular to the axis a between two
    /// points, if the lengths of n and a are far from the ends of the range of floats.
    ///
    /// With u = 2⁻⁵³, the roundings of the axis and of the products change n × a by at most 4u·|n||a|. The squared
    /// lengths, their quotient, its root and the product add a relative error of at most 6.5u. The sum is below
    /// 11u·r·|n|, and |n| is at most |n₀| + |n₁| + |n₂|.
    #[inline]
    pub(crate) fn of_disk(
        form: &LinearForm<3>,
        [start, end]: [&[f64; 3]; 2],
        radius: f64,
    ) -> Option<Self> {
        let n = form.normal();
        let axis = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
        let across = [
            n[1] * axis[2] - n[2] * axis[1],
            n[2] * axis[0] - n[0] * axis[2],
            n[0] * axis[1] - n[1] * axis[0],
        ];
        let squared = squared_length(&axis);
        let reach = radius * libm::sqrt(squared_length(&across) / squared);
        let error = 12.0 * U * ((n[0].abs() + n[1].abs()) + n[2].abs()) * radius;
        let is_accurate = form.is_moderate()
            && (LEAST_SQUARE_OF_AXIS..1.0 / LEAST_SQUARE_OF_AXIS).contains(&squared)
            && error < 1e200;
        is_accurate.then_some(Self { reach, error })
    }

    // Ellipsoid: n·aⱼ has an error ≤ 3u·Σᵢ|nᵢaⱼᵢ|. The root of the sum of the squares of these errors is at most their
    // sum. The sum of the squares and the root add a relative error of 2.5u. Where squares underflow, ρ̂ changes by at
    // most 2⁻⁵³⁵.

    /// Returns the reach √Σ(n·aⱼ)² of an ellipsoid with the half-axes aⱼ, if the squares neither underflow nor
    /// overflow.
    ///
    /// Let T be the sum of the magnitudes of all products nᵢ·aⱼᵢ, and u = 2⁻⁵³. The error of a dot product n·aⱼ is at
    /// most 3u times the part of T that belongs to it. The sum of the squares and the root add at most 2.5u·T.
    #[inline]
    pub(crate) fn of_half_axes<const D: usize>(
        normal: &[f64; D],
        half_axes: &[[f64; D]; D],
    ) -> Option<Self> {
        let [mut squared, mut magnitude] = [0.0; 2];
        for half_axis in half_axes {
            let (first, second) = (normal[0] * half_axis[0], normal[1] * half_axis[1]);
            let third = if D == 3 {
                normal[2] * half_axis[2]
            } else {
                0.0
            };
            let along = (first + second) + third;
            squared += along * along;
            magnitude += (first.abs() + second.abs()) + third.abs();
        }
        (1e-140..1e140).contains(&magnitude).then_some(Self {
            reach: libm::sqrt(squared),
            error: 6.0 * U * magnitude,
        })
    }
}

/// A number much larger than the errors from underflow of a reach.
const LEAST_REACH: f64 = 1e-290;

/// If the square of a length is at least this number, its relative error from underflow is negligible.
const LEAST_SQUARE: f64 = 1e-280;

/// If the square of the length of an axis a is between this number and its reciprocal, and if n is moderate
/// ([`LinearForm::is_moderate`]), then |n × a|² does not overflow, and underflow changes |n × a| by much less than the
/// rounding errors do.
const LEAST_SQUARE_OF_AXIS: f64 = 1e-160;

/// Returns the sum of the squares of the coordinates.
#[inline]
fn squared_length<const D: usize>(vector: &[f64; D]) -> f64 {
    let squared = vector[0] * vector[0] + vector[1] * vector[1];
    if D == 3 {
        squared + vector[2] * vector[2]
    } else {
        squared
    }
}

/// The values n·p + d at the backmost and at the frontmost point of a shape in floats, and a bound on the error of each
/// value. The rounding of the last operation, which cannot change a sign, is not included in the bound.
#[derive(Clone, Copy)]
pub(crate) struct FloatEnds {
    values: [f64; 2],
    error: f64,
}

impl FloatEnds {
    /// Returns the values of a round shape with this center and reach.
    #[inline]
    pub(crate) fn of_center<const D: usize>(
        form: &LinearForm<D>,
        center: &[f64; D],
        reach: FloatReach,
    ) -> Self {
        let (value, error) = form.sum_and_bound(center);
        Self {
            values: [value - reach.reach, value + reach.reach],
            error: error + reach.error,
        }
    }

    /// Returns the values of a point, which are equal.
    #[inline]
    pub(crate) fn of_point<const D: usize>(form: &LinearForm<D>, point: &[f64; D]) -> Self {
        let (value, error) = form.sum_and_bound(point);
        Self {
            values: [value; 2],
            error,
        }
    }

    /// Returns the values of the convex hull of two shapes.
    #[inline]
    pub(crate) fn join(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.values, other.values);
        // Each of these two choices compiles to a single instruction, unlike `min` and `max`, which treat NaN
        // separately. If a value is NaN, the error is not finite.
        Self {
            values: [if a < c { a } else { c }, if b > d { b } else { d }],
            error: self.error + other.error,
        }
    }

    /// Returns the sides of both points, if the bound leaves only one side for each.
    #[inline]
    pub(crate) fn extent(&self) -> Option<Extent> {
        let [backmost, frontmost] = self.values;
        let is_certain = (backmost.abs() > self.error)
            & (frontmost.abs() > self.error)
            & (self.error < f64::INFINITY);
        is_certain.then(|| Extent {
            backmost: Side::of_nonzero(backmost),
            frontmost: Side::of_nonzero(frontmost),
        })
    }

    /// Returns the signed distances of both points, if their relative errors are below 2⁻⁴⁶.
    ///
    /// With u = 2⁻⁵³, the error bound may be at most 112u times each value. The rounding of the last operation of a
    /// value adds u, the length 2.5u and the division u. The sum is below 117u, and 2⁻⁴⁶ is 128u.
    #[inline]
    fn interval<const D: usize>(&self, normal: &[f64; D]) -> Option<Interval> {
        let [backmost, frontmost] = self.values;
        let squared = squared_length(normal);
        let least = self.error * (1.0 / (112.0 * U));
        let is_accurate = (backmost.abs() >= least)
            & (frontmost.abs() >= least)
            & (LEAST_VALUE..1.0 / LEAST_VALUE).contains(&least)
            & (LEAST_SQUARE..1.0 / LEAST_SQUARE).contains(&squared);
        let length = libm::sqrt(squared);
        is_accurate.then(|| Interval {
            backmost: backmost / length,
            frontmost: frontmost / length,
        })
    }
}

/// Returns the extent of a shape from the values at its ends if they decide, and otherwise the result of `difficult`.
#[inline]
pub(crate) fn extent_by_ends(
    ends: Option<FloatEnds>,
    difficult: impl FnOnce() -> Extent,
) -> Extent {
    ends.and_then(|ends| ends.extent())
        .unwrap_or_else(difficult)
}

/// Returns the signed distances of a shape's ends to the plane. They are computed from the values n·p + d of the ends if
/// these values are accurate enough. Otherwise, the result is that of `difficult`.
#[inline]
pub(crate) fn interval_by_ends<const D: usize>(
    ends: Option<FloatEnds>,
    normal: &[f64; D],
    difficult: impl FnOnce() -> Interval,
) -> Interval {
    ends.and_then(|ends| ends.interval(normal))
        .unwrap_or_else(difficult)
}

/// If a value n·p + d is at least this large, its quotient with a length from 10⁻¹⁴⁰ to 10¹⁴⁰ is a normal float.
const LEAST_VALUE: f64 = 1e-150;

/// The reach r·|n| of a ball as the sum of two floats.
#[derive(Clone, Copy)]
pub(crate) struct PairReach {
    high: f64,
    low: f64,
}

impl PairReach {
    /// Returns the reach of a ball, or NaN if the numbers are too large or too small.
    ///
    /// With u = 2⁻⁵³, the error is at most 56u²·r·|n|, and the low part is at most 4.5u·r·|n|:
    ///
    /// * |n| is nearly h + l. Here h is the rounded root of the leading float of the sum |n|², and l = (|n|² − h²)/2h.
    ///   These are the first two terms of the power series of the root around h². The compensated sum |n|², with an
    ///   error of at most 40u²·|n|², differs from h² by at most 7u·h². The next term of the series, (7u)²·h/8, is at
    ///   most 7u²·h. The rounding of l is at most 14u²·h, and the error of |n|² contributes at most 20u²·h.
    /// * The product of r and h + l adds at most 8u²·r·|n|.
    #[inline]
    pub(crate) fn of_ball<const D: usize>(normal: &[f64; D], radius: f64) -> Self {
        if radius == 0.0 {
            return Self {
                high: 0.0,
                low: 0.0,
            };
        }
        let squared = compensated::dot(normal, normal);
        let root = libm::sqrt(squared.high);
        let (square, tail) = two_product(root, root);
        let low = ((squared.high - square) - tail + squared.low) / (2.0 * root);
        let (high, tail) = two_product(radius, root);
        if ORDINARY.contains(&squared.magnitude) && high < ORDINARY.end {
            let low = tail + radius * low;
            Self { high, low }
        } else {
            Self {
                high: f64::NAN,
                low: f64::NAN,
            }
        }
    }

    /// Returns n·c + d plus `sign`, which is 1 or −1, times this reach, for the center c. If no error bound is known,
    /// the bound is infinite or NaN.
    ///
    /// Let T be the sum of the magnitudes of the terms of n·c + d, and ρ this reach. The compensated sum n·c + d has an
    /// error of at most 40u²·T and a low part of at most 5u·T, with u = 2⁻⁵³. The low parts add up to at most 6u·(T +
    /// 2ρ) in magnitude, and their two additions have errors of at most 12u²·(T + ρ). With the error of the reach, all
    /// errors are at most 80u²·(T + ρ).
    #[inline]
    pub(crate) fn beside<const D: usize>(
        self,
        form: &LinearForm<D>,
        center: &[f64; D],
        sign: f64,
    ) -> DoubleDouble {
        let value = compensated::dot(form.normal(), center).plus(form.constant());
        let (sum, rest) = two_sum(value.high, sign * self.high);
        let (high, low) = two_sum(sum, (value.low + sign * self.low) + rest);
        let error = if ORDINARY.contains(&value.magnitude) {
            88.0 * U * (U * (value.magnitude + self.high))
        } else {
            f64::INFINITY
        };
        DoubleDouble { high, low, error }
    }
}

/// Returns the signed distances of the backmost and the frontmost point of a ball, if their relative errors are below
/// 2⁻⁴⁶. This function takes more time than [`FloatEnds::interval`], but gives a result for more balls.
#[inline(never)]
pub(crate) fn interval_of_ball<const D: usize>(
    form: &LinearForm<D>,
    center: &[f64; D],
    radius: f64,
) -> Option<Interval> {
    let reach = PairReach::of_ball(form.normal(), radius);
    let [backmost, frontmost] = [-1.0, 1.0].each(|sign| reach.beside(form, center, sign));
    let ends = FloatEnds {
        values: [backmost.high, frontmost.high],
        error: backmost.error,
    };
    ends.interval(form.normal())
}

/// Returns n·c + d plus `sign`, which is 1 or −1, times r·|n|, without rounding. Returns `None` if |n| is not a float
/// (except for r = 0), or if a step rounds.
#[cold]
#[inline(never)]
pub(crate) fn exact_end_of_ball<const D: usize>(
    form: &LinearForm<D>,
    center: &[f64; D],
    radius: f64,
    sign: f64,
) -> Option<DoubleDouble> {
    let normal = numbers::<DoubleDouble, D>(form.normal());
    let squared = dot(&normal, &normal);
    let root = DoubleDouble::of(libm::sqrt(squared.high));
    let difference = root.times(&root).minus(&squared);
    if radius != 0.0 && difference.sign() != Some(Side::On) {
        return None;
    }
    let value: DoubleDouble = form.evaluate(&numbers(center));
    let end = value.plus(&root.times(&DoubleDouble::of(sign * radius)));
    end.is_single_float().then_some(end)
}
