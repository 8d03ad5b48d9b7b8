//! The chart that compares the difference of volumes in the certificate with the largest difference that rounding
//! explains.

use transect_report::sums::CertificateSums;

/// The difference of volumes as a point on a logarithmic scale. A fifth of the scale is a factor of 1,000.
pub(super) struct Gauge {
    /// The sum of the differences between the volumes of closed objects before and after the cut.
    pub(super) found: f64,
    /// The largest difference that rounding explains.
    pub(super) bound: f64,
    /// The place of the difference on the scale, in percent.
    pub(super) place: f64,
}

impl Gauge {
    /// The place of the bound on the scale, in percent.
    pub(super) const BOUND: f64 = 80.0;

    /// Returns the chart, or `None` if no difference is known, or if it and its bound are zero.
    pub(super) fn of(sums: &CertificateSums) -> Option<Self> {
        let (found, bound) = (sums.volume_residual?, sums.volume_bound?);
        if found == 0.0 && bound == 0.0 {
            return None;
        }
        let decades = (found / bound).log10();
        // A difference of zero is at the lower end of the scale, and one with a bound of zero at the upper end.
        let place = Self::BOUND + (decades * 20.0 / 3.0).clamp(-Self::BOUND, 20.0);
        Some(Self {
            found,
            bound,
            place: (place * 10.0).round() / 10.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_without_a_bound_is_at_the_upper_end() {
        let place = |found, bound| {
            let sums = CertificateSums {
                area_residual: 0.0,
                area_bound: 0.0,
                cap_area: 1.0,
                caps_verified: 1,
                caps_turned_over: 0,
                turned_over_area: 0.0,
                volume_residual: Some(found),
                volume_bound: Some(bound),
            };
            Gauge::of(&sums).map(|gauge| gauge.place)
        };
        assert_eq!(place(0.0, 0.0), None);
        assert_eq!(place(0.0, 1e-9), Some(0.0));
        assert_eq!(place(1e-9, 1e-9), Some(Gauge::BOUND));
        assert_eq!(place(1e-6, 1e-9), Some(100.0));
        assert_eq!(place(1e-9, 0.0), Some(100.0));
    }
}
