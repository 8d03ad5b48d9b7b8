//! The heights of a family of planes.

use crate::decimal::Decimal;

/// The heights of the planes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heights {
    /// The number of planes, at least 1.
    pub(super) count: u64,
    pub(super) rule: Rule,
}

/// The rule for the heights of the planes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    /// The range is divided into cells of equal width.
    Cells { from: f64, to: f64 },
    /// The heights are `from`, `from + step` and so on.
    Step { from: Decimal, step: Decimal },
}

impl Heights {
    /// Returns a height. Heights ascend with their indices.
    pub(super) fn get(&self, index: u64) -> f64 {
        match self.rule {
            Rule::Cells { from, .. } if index == 0 => from,
            Rule::Cells { to, .. } if index + 1 >= self.count => to,
            Rule::Cells { from, to } => {
                let cells = self.count - 1;
                from + (to - from) * (index as f64 / cells as f64)
            }
            Rule::Step { from, step } => {
                let index = i64::try_from(index).ok();
                let height = index.and_then(|index| from.plus_multiple(index, step));
                // The last height has been computed when the text was read, and it has the most digits.
                let height = height.and_then(Decimal::to_f64);
                height.unwrap_or(f64::INFINITY)
            }
        }
    }
}
