//! Conditions on sides, overlaps, distances and columns, read from the filters of a statement.

use datafusion::arrow::datatypes::Schema;
use datafusion::logical_expr::{BinaryExpr, Expr, Operator};

use crate::tables::pruning::bounds::Chunk;
use crate::tables::pruning::cases::Cases;
use crate::tables::pruning::comparison::{Comparison, Kind};
use crate::tables::pruning::distance::Distance;
use crate::tables::pruning::test::Test;

/// A condition, as far as it is about planes, regions and floating-point columns.
#[derive(Debug)]
pub(crate) enum Condition {
    /// A condition about something else; it may hold for any row.
    Unknown,
    Test(Test),
    Comparison(Comparison),
    Distance(Distance),
    Cases(Cases),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Condition {
    /// Returns the condition that all filters hold.
    pub(crate) fn of_all(filters: &[Expr], schema: &Schema) -> Self {
        Self::All(
            filters
                .iter()
                .map(|filter| Self::of(filter, schema))
                .collect(),
        )
    }

    fn of(filter: &Expr, schema: &Schema) -> Self {
        match filter {
            Expr::BinaryExpr(BinaryExpr { left, op, right }) => match op {
                Operator::And => Self::All(vec![Self::of(left, schema), Self::of(right, schema)]),
                Operator::Or => Self::Any(vec![Self::of(left, schema), Self::of(right, schema)]),
                _ => {
                    let comparison = Comparison::of(filter, schema).map(Self::Comparison);
                    let distance = || Distance::of(filter, schema).map(Self::Distance);
                    let known = comparison.or_else(distance);
                    known.unwrap_or_else(|| Self::of_cases(filter, schema))
                }
            },
            // The rule of the optimizer has written conditions on answers in this form.
            call => match Test::of(call, schema) {
                Some(test) => Self::Test(test),
                None => Self::of_cases(filter, schema),
            },
        }
    }

    fn of_cases(filter: &Expr, schema: &Schema) -> Self {
        let cases = Cases::of(filter, schema).filter(Cases::is_known);
        cases.map_or(Self::Unknown, Self::Cases)
    }

    /// Returns `true` if the condition can exclude parts of files.
    pub(crate) fn is_known(&self) -> bool {
        !self.may_hold_in(None)
    }

    /// Returns the columns of all tests and comparisons.
    pub(crate) fn columns(&self) -> Vec<&[String]> {
        match self {
            Self::Unknown => Vec::new(),
            Self::Test(test) => test.shape.columns(),
            Self::Distance(distance) => distance.shape.columns(),
            Self::Cases(cases) => cases.shape.columns(),
            Self::Comparison(comparison) => vec![&comparison.column],
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::columns).collect(),
        }
    }

    /// Returns `false` only if the condition holds for no row of a part of a file.
    pub(crate) fn may_hold(&self, chunk: &Chunk<'_>) -> bool {
        self.may_hold_in(Some(chunk))
    }

    /// Returns `false` only if the condition holds for no row of a part of a file. Without a part, the answer is `false` if
    /// there may be a part for which it is.
    fn may_hold_in(&self, chunk: Option<&Chunk<'_>>) -> bool {
        let mut columns = Vec::new();
        self.collect_compared(&mut columns);
        // In each row, each of these columns has a value of some kind.
        let by_column = columns.into_iter().all(|column| {
            let mut kinds = Kind::ALL.into_iter();
            kinds.any(|kind| self.may_hold_if(chunk, Some((column, kind))))
        });
        by_column && self.may_hold_if(chunk, None)
    }

    /// Returns the same as [`may_hold_in`](Self::may_hold_in), for the rows in which a column has a value of a kind.
    fn may_hold_if(&self, chunk: Option<&Chunk<'_>>, known: Option<(&[String], Kind)>) -> bool {
        let part_may_hold = |part: &Self| part.may_hold_if(chunk, known);
        match self {
            Self::Unknown => true,
            Self::Test(test) => chunk.is_some_and(|chunk| test.may_hold(chunk)),
            Self::Distance(distance) => chunk.is_some_and(|chunk| distance.may_hold(chunk)),
            Self::Cases(cases) => chunk.is_some_and(|chunk| cases.may_hold(chunk)),
            Self::Comparison(comparison) => {
                let known = known.filter(|(column, _)| *column == comparison.column);
                comparison.may_hold(chunk, known.map(|(_, kind)| kind))
            }
            Self::All(parts) => parts.iter().all(part_may_hold),
            Self::Any(parts) => parts.iter().any(part_may_hold),
        }
    }

    /// Collects the columns of all comparisons, each once.
    fn collect_compared<'c>(&'c self, columns: &mut Vec<&'c [String]>) {
        match self {
            Self::Unknown | Self::Test(_) | Self::Distance(_) | Self::Cases(_) => {}
            Self::Comparison(comparison) => {
                if !columns.contains(&&comparison.column[..]) {
                    columns.push(&comparison.column);
                }
            }
            Self::All(parts) | Self::Any(parts) => {
                for part in parts {
                    part.collect_compared(columns);
                }
            }
        }
    }
}
