//! The numbers of dimensions.

use crate::numbers::grouped;

/// The format of the numbers of a drawing. All numbers have the same number of decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    decimals: usize,
}

/// The largest number of decimals.
const MOST_DECIMALS: usize = 9;

impl Numbers {
    /// Returns the format for these lengths. The last decimal is at least a ten-thousandth of the greatest length.
    /// Zeros with which all numbers would end are left out.
    pub(super) fn of(lengths: &[f64]) -> Self {
        let greatest = lengths.iter().copied().fold(0.0, f64::max);
        let needed = 4.0 - greatest.log10().ceil();
        let most = needed.clamp(0.0, MOST_DECIMALS as f64) as usize;
        let own = |length: &f64| {
            let text = format!("{length:.most$}");
            let fraction = text.split_once('.').map_or("", |(_, fraction)| fraction);
            fraction.trim_end_matches('0').len()
        };
        Self {
            decimals: lengths.iter().map(own).max().unwrap_or(0),
        }
    }

    pub(super) fn text(self, length: f64) -> String {
        if length >= 1e9 {
            return format!("{length:.3e}");
        }
        grouped(&format!("{length:.*}", self.decimals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_decimals_as_they_need() {
        let text = |lengths: &[f64]| Numbers::of(lengths).text(lengths[0]);
        assert_eq!(text(&[50.617_000_2, 4.2]), "50.62");
        assert_eq!(text(&[9.6, 4.25]), "9.60");
        assert_eq!(text(&[50_617.0, 4.2]), "50,617");
        assert_eq!(text(&[12.0, 3.0]), "12");
        assert_eq!(text(&[0.012_34]), "0.01234");
        assert_eq!(text(&[0.0]), "0");
        assert_eq!(text(&[2e300]), "2.000e300");
    }
}
