//! The polynomials of a curve between two neighbouring knots. A curve holds the measures of a mesh at each height of a
//! plane; its knots are the heights of the vertices.

use transect_exact::arrays::Few as _;
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::near_one;

// For each knot, the curve stores the largest volume behind this knot or a lower height, also a maximum inside an
// interval, plus the rounding error of V, where the area changes from positive to negative. `height_of_volume` finds
// the first knot at which this is at least the given volume. In the interval below it, three steps of Halley's method
// solve the cubic equation if the area is nowhere negative there and they converge, and otherwise Newton's method with
// bisection, below or above the maximum. If no winding number is negative, V does not decrease. If V is constant over
// an interval of heights, the result is its lower end; for a volume that is greater, even by a rounding error, it is
// above the interval.

/// The polynomial of the section's area between two neighbouring knots, and the volume behind the lower knot. The
/// variable of the polynomial is the share of the interval: 0 at the lower knot, 1 at the upper knot.
///
/// An interval fills one cache line of 64 bytes, so a question about a volume reads one cache line of the list of
/// intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Interval {
    /// The height of the lower knot.
    pub(super) low: f64,
    /// The height of the upper knot.
    pub(super) high: f64,
    /// The coefficients of the area, from the constant to the square of the share.
    pub(super) area: [f64; 3],
    /// A bound on the error of the area.
    pub(super) area_error: f64,
    /// The volume behind the plane at the lower knot.
    pub(super) volume: f64,
    /// A bound on the error of `volume`.
    pub(super) volume_error: f64,
}

/// The first moments of an interval between two neighbouring knots, along the two directions of the plane and along the
/// normal, relative to the centre of the mesh's bounding box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FirstMoments {
    /// The coefficients of the first moments of the section, along the two directions of the plane, from the constant
    /// to the cube of the share.
    pub(super) section: [[f64; 4]; 2],
    /// A bound on the error of both first moments of the section.
    pub(super) section_error: f64,
    /// The first moment of the volume behind the plane at the lower knot.
    pub(super) behind: [f64; 3],
    /// A bound on the error of each coordinate of `behind`.
    pub(super) behind_error: f64,
}

impl Interval {
    /// Returns the difference of height between both knots.
    fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Returns the share of the interval below a height in the interval.
    fn share_at(&self, height: f64) -> f64 {
        (height - self.low) / self.width()
    }

    /// Returns the area of the section at a height.
    pub(super) fn area_at(&self, height: f64) -> f64 {
        self.area_at_share(self.share_at(height))
    }

    fn area_at_share(&self, share: f64) -> f64 {
        let [a, b, c] = self.area;
        a + share * (b + share * c)
    }

    /// Returns the mean area between the lower knot and the height at a share of the interval.
    fn mean_area_below(&self, share: f64) -> f64 {
        let [a, b, c] = self.area;
        a + share * (b / 2.0 + share * (c / 3.0))
    }

    /// Returns the integral of the area from the lower knot to a share, divided by the width of the interval.
    fn area_below(&self, share: f64) -> f64 {
        share * self.mean_area_below(share)
    }

    /// Returns the volume between the lower knot and a height of the interval.
    fn volume_below(&self, height: f64) -> f64 {
        (height - self.low) * self.mean_area_below(self.share_at(height))
    }

    /// Returns a bound on the error of the volume between the lower knot and any height of the interval.
    fn part_error(&self) -> f64 {
        self.width() * self.area_error + self.rounding_of_part()
    }

    /// Returns a bound on the rounding error of a volume in the interval, underflow included.
    fn rounding_of_part(&self) -> f64 {
        if self.area_error == 0.0 {
            return 0.0; // The area is zero, without an error.
        }
        let size: f64 = self.area.iter().map(|part| part.abs()).sum();
        self.width() * (20.0 * U * size + 8.0 * SMALLEST) + 8.0 * SMALLEST
    }

    /// Returns the volume behind the plane at a height, and a bound on its error.
    pub(super) fn volume_behind(&self, height: f64) -> (f64, f64) {
        if height == self.low {
            return (self.volume, self.volume_error);
        }
        let part = self.volume_below(height);
        let error = self.volume_error + (self.part_error() + U * self.volume.abs());
        (self.volume + part, error)
    }

    /// Returns the share at which the area changes from positive to negative, if there is such a share between 0 and 1.
    /// There the volume has a maximum. Only meshes with parts that are inside out have negative areas.
    fn peak(&self) -> Option<f64> {
        if self.has_no_negative_area() {
            return None;
        }
        // Scaled, so that squares neither overflow nor underflow.
        let ([a, b, c], _) = near_one(&self.area);
        let root = libm::sqrt(b * b - 4.0 * a * c);
        // Both quotients are the zero at which the area has the slope −root. The chosen one adds two numbers of the
        // same sign, so no digits cancel.
        let share = if b > 0.0 {
            -(b + root) / (2.0 * c)
        } else {
            2.0 * a / (root - b)
        };
        (root > 0.0 && 0.0 < share && share < 1.0).then_some(share)
    }

    /// Returns the largest volume behind a plane inside the interval, if it is not at one of the knots. The rounding
    /// error of [`Self::volume_behind`] is added, so that none of its results is greater.
    pub(super) fn volume_at_peak(&self) -> Option<f64> {
        let part = self.width() * self.area_below(self.peak()?);
        Some(self.volume + part + (self.rounding_of_part() + U * self.volume.abs()))
    }

    /// Returns the lowest height of the interval at which the volume behind the plane is at least `volume`. The caller
    /// has checked that the interval reaches this volume.
    pub(super) fn height_of(&self, volume: f64) -> f64 {
        let share = self.share_of((volume - self.volume) / self.width());
        (self.low + share * self.width()).clamp(self.low, self.high)
    }

    /// Returns the lowest share at which [`Self::area_below`] is at least `missing`.
    fn share_of(&self, missing: f64) -> f64 {
        let (share, step) = self.three_steps(missing);
        let is_found = 0.0 < share && share < 1.0 && step.abs() <= 2.0 * U * share;
        if is_found && self.has_no_negative_area() {
            return share;
        }
        self.bracketed_share(missing)
    }

    /// Returns `true` if the coefficients of the area in Bernstein's basis are not negative. Then the area is not
    /// negative in the interval, and the volume does not decrease.
    fn has_no_negative_area(&self) -> bool {
        let [a, b, c] = self.area;
        a >= 0.0 && a + b / 2.0 >= 0.0 && a + b + c >= 0.0
    }

    /// Returns the share after three steps of Halley's method, and the next step of Newton's method. In most intervals,
    /// the area changes little, so three steps suffice. They have no branches, so the processor overlaps the cache
    /// misses of successive calls.
    fn three_steps(&self, missing: f64) -> (f64, f64) {
        let [_, b, c] = self.area;
        // For a constant area, the first guess is the result.
        let mut share = missing / self.area_below(1.0);
        for _ in 0..3 {
            let value = self.area_below(share) - missing;
            let slope = self.area_at_share(share);
            let bend = b + 2.0 * c * share;
            share -= value * slope / (slope * slope - 0.5 * value * bend);
        }
        let value = self.area_below(share) - missing;
        (share, value / self.area_at_share(share))
    }

    /// Returns the lowest share at which [`Self::area_below`] is at least `missing`, by bisection and Newton's method.
    fn bracketed_share(&self, missing: f64) -> f64 {
        // The integral of the area is `missing` for at most one share below the peak, and at most one above it.
        let peak = self.peak().unwrap_or(1.0);
        let (mut low, mut high) =
            if self.area_below(peak) >= missing || self.area_below(1.0) < missing {
                (0.0, peak)
            } else {
                (peak, 1.0)
            };
        let mut share = low.midpoint(high);
        let mut widest = high - low;
        // Every second step at least halves the bracket. So the loop ends: after about 2,200 steps, no float would be
        // left between the ends.
        loop {
            let value = self.area_below(share) - missing;
            if value >= 0.0 {
                high = share;
            } else {
                low = share;
            }
            let next = share - value / self.area_at_share(share);
            if (next - share).abs() <= 2.0 * U * share || high - low <= U * high {
                return share;
            }
            let is_half = high - low <= 0.5 * widest;
            share = if is_half && low < next && next < high {
                next
            } else {
                low.midpoint(high)
            };
            if share <= low || high <= share {
                return high;
            }
            widest = high - low;
        }
    }
}

impl FirstMoments {
    /// Returns the first moment of the volume behind the plane at a height, and a bound on the error of each
    /// coordinate. `middle` is the height of the centre of the mesh's bounding box. `reach` is the largest distance of
    /// a knot from `middle`.
    pub(super) fn behind(
        &self,
        interval: &Interval,
        height: f64,
        middle: f64,
        reach: f64,
    ) -> ([f64; 3], f64) {
        if height == interval.low {
            return (self.behind, self.behind_error);
        }
        let (share, width) = (interval.share_at(height), interval.width());
        let step = height - interval.low;
        let plane = self.section.each(|[a, b, c, d]| {
            step * (a + share * (b / 2.0 + share * (c / 3.0 + share * d / 4.0)))
        });
        // The integral of the area times the height above the lower knot.
        let [a, b, c] = interval.area;
        let above = step * (step * (a / 2.0 + share * (b / 3.0 + share * c / 4.0)));
        let along = (interval.low - middle) * interval.volume_below(height) + above;
        let size: f64 = self.behind.iter().map(|part| part.abs()).sum();
        let part_error =
            width * self.section_error + 6.0 * reach * interval.part_error() + 16.0 * SMALLEST;
        (
            [
                self.behind[0] + plane[0],
                self.behind[1] + plane[1],
                self.behind[2] + along,
            ],
            self.behind_error + part_error + 2.0 * U * size,
        )
    }
}
