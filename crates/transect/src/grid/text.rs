//! Families of planes as text: an expression, its range, and the number of cells or their width.

use crate::decimal::Decimal;
use crate::grid::error::FamilyError;
use crate::grid::heights::{Heights, Rule};

/// A part of a text, and the number of characters before it.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t str,
    before: usize,
}

impl<'t> Part<'t> {
    /// Returns the parts before and after the first `separator`.
    fn split(self, separator: &str) -> Option<[Self; 2]> {
        let (left, right) = self.text.split_once(separator)?;
        let before = self.before + left.chars().count() + separator.chars().count();
        Some([
            Part { text: left, ..self },
            Part {
                text: right,
                before,
            },
        ])
    }

    /// Returns the part without whitespace around it.
    fn trimmed(self) -> Self {
        let kept = self.text.trim_start();
        let left_out = self.text.chars().count() - kept.chars().count();
        Part {
            text: kept.trim_end(),
            before: self.before + left_out,
        }
    }

    /// Returns the position of the first character.
    fn at(self) -> usize {
        self.before + 1
    }

    /// Returns the position after the last character.
    fn end(self) -> usize {
        self.at() + self.text.chars().count()
    }
}

/// Returns the expression of a family of planes and its heights. The expression begins at the first character.
pub(super) fn parse(text: &str) -> Result<(&str, Heights), FamilyError> {
    let whole = Part { text, before: 0 };
    let [expression, rest] = whole
        .split("=")
        .ok_or(FamilyError::NoEquals { at: whole.end() })?;
    let (range, rule) = match (rest.split("/"), rest.split("step")) {
        (Some([range, count]), _) => (range, CellRule::Count(count.trimmed())),
        (None, Some([range, width])) => (range, CellRule::Width(width.trimmed())),
        (None, None) => (rest, CellRule::Missing),
    };
    let [from, to] = range.split("..").ok_or(FamilyError::NoRange {
        at: rest.trimmed().at(),
    })?;
    let [from, to] = [decimal(from)?, decimal(to)?];
    let at = range.trimmed().at();
    let float = |number: Decimal| number.to_f64().ok_or(FamilyError::OutOfRange { at });
    let ends = [float(from)?, float(to)?];
    if ends[0] >= ends[1] {
        return Err(FamilyError::NotAscending { at });
    }
    if !(ends[1] - ends[0]).is_finite() {
        return Err(FamilyError::OutOfRange { at });
    }
    let heights = match rule {
        CellRule::Missing => return Err(FamilyError::NoCells { at: whole.end() }),
        CellRule::Count(part) => Heights {
            count: planes_of_count(part)?,
            rule: Rule::Cells {
                from: ends[0],
                to: ends[1],
            },
        },
        CellRule::Width(part) => planes_of_width(part, from, to)?,
    };
    Ok((expression.text, heights))
}

/// The text after the range.
enum CellRule<'t> {
    Missing,
    Count(Part<'t>),
    Width(Part<'t>),
}

fn decimal(part: Part<'_>) -> Result<Decimal, FamilyError> {
    let part = part.trimmed();
    part.text.parse().map_err(|error| FamilyError::NotANumber {
        at: part.at(),
        text: part.text.into(),
        error,
    })
}

/// Returns the number of planes for a number of cells.
fn planes_of_count(part: Part<'_>) -> Result<u64, FamilyError> {
    // The numbers of all planes and cells are numbers of 64 bits with a sign, too.
    let cells = part.text.parse::<i64>().ok().filter(|&cells| cells > 0);
    let planes = cells.and_then(|cells| cells.checked_add(1));
    let planes = planes.and_then(|planes| u64::try_from(planes).ok());
    planes.ok_or_else(|| FamilyError::NotACount {
        at: part.at(),
        text: part.text.into(),
    })
}

/// Returns the heights for a width of cells.
fn planes_of_width(part: Part<'_>, from: Decimal, to: Decimal) -> Result<Heights, FamilyError> {
    let step: Option<Decimal> = part.text.parse().ok();
    let step = step.filter(|step| step.is_positive());
    let step = step.ok_or_else(|| FamilyError::NotAWidth {
        at: part.at(),
        text: part.text.into(),
    })?;
    let too_long = FamilyError::TooManyDigits { at: part.at() };
    let steps = from.steps_to(to, step).ok_or(too_long.clone())?;
    let last = from.plus_multiple(steps, step).ok_or(too_long.clone())?;
    last.to_f64().ok_or(too_long.clone())?;
    let count = u64::try_from(steps)
        .ok()
        .and_then(|steps| steps.checked_add(1));
    Ok(Heights {
        count: count.ok_or(too_long)?,
        rule: Rule::Step { from, step },
    })
}
