//! Comparison of the answers of two engines.

use transect::{Overlap, Side};

/// An answer to a question. Two answers are close if their numbers are equal up to a small tolerance, and if all other
/// values (sides, relations, flags) are equal.
pub(super) trait Answer {
    fn is_close(&self, other: &Self) -> bool;
}

impl Answer for bool {
    fn is_close(&self, other: &Self) -> bool {
        self == other
    }
}

impl Answer for Side {
    fn is_close(&self, other: &Self) -> bool {
        self == other
    }
}

impl Answer for Overlap {
    fn is_close(&self, other: &Self) -> bool {
        self == other
    }
}

impl Answer for f64 {
    fn is_close(&self, other: &Self) -> bool {
        self == other || (self - other).abs() <= 1e-6 * self.abs().max(other.abs()).max(1.0)
    }
}

impl<A: Answer, const N: usize> Answer for [A; N] {
    fn is_close(&self, other: &Self) -> bool {
        self.iter().zip(other).all(|(a, b)| a.is_close(b))
    }
}

impl<A: Answer> Answer for Option<A> {
    fn is_close(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => a.is_close(b),
            (None, None) => true,
            _ => false,
        }
    }
}

/// Corners of a polygon. Two engines may begin at different corners, so only the number of corners and their sum are
/// compared.
impl Answer for Vec<[f64; 3]> {
    fn is_close(&self, other: &Self) -> bool {
        let sum = |corners: &Self| {
            corners.iter().fold([0.0; 3], |sum: [f64; 3], corner| {
                core::array::from_fn(|axis| sum[axis] + corner[axis])
            })
        };
        self.len() == other.len() && sum(self).is_close(&sum(other))
    }
}
