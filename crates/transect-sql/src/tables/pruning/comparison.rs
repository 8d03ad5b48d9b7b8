//! Comparisons of floating-point columns with constants.
//!
//! Bounds leave NaN out, and the engine orders NaN after all numbers, or before them if its sign is negative. So a part of
//! a file is excluded only if neither the numbers between its bounds nor the two kinds of NaN satisfy a condition. One
//! comparison such as `x > 5` excludes nothing, but `x > 5 AND x < 6` does.

use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::logical_expr::{BinaryExpr, Expr, Operator};

use crate::tables::pruning::bounds::{Chunk, Values};
use crate::tables::pruning::operand::{Number, number};

/// A comparison of a column with a number other than NaN.
#[derive(Debug)]
pub(super) struct Comparison {
    /// The column, by the path of its names.
    pub(super) column: Vec<String>,
    sign: Sign,
    constant: f64,
}

/// The sign of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Less,
    LessOrEqual,
    Equal,
    GreaterOrEqual,
    Greater,
}

/// The kinds of values of a column that are not NULL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Nan,
    NegativeNan,
}

impl Kind {
    pub(super) const ALL: [Self; 3] = [Self::Number, Self::Nan, Self::NegativeNan];
}

impl Comparison {
    /// Returns the comparison of an expression, or `None` if it is not a floating-point column and a constant.
    pub(super) fn of(expression: &Expr, schema: &Schema) -> Option<Self> {
        let (left, sign, right) = Sign::of(expression)?;
        let (column, sign, constant) = match (number(left)?, number(right)?) {
            (Number::Column(column), Number::Constant(constant)) => (column, sign, constant),
            (Number::Constant(constant), Number::Column(column)) => {
                (column, sign.turned(), constant)
            }
            _ => return None,
        };
        let is_float = is_float(&column, schema);
        (is_float && !constant.is_nan()).then_some(Self {
            column,
            sign,
            constant,
        })
    }

    /// Returns `false` only if no value of a part of a file satisfies the comparison. If `kind` is given, values of the
    /// column have this kind. Without a part of a file, the answer is that for a part without numbers.
    pub(super) fn may_hold(&self, chunk: Option<&Chunk<'_>>, kind: Option<Kind>) -> bool {
        match kind {
            Some(Kind::Number) => self.may_hold_for_numbers(chunk),
            Some(Kind::Nan) => matches!(self.sign, Sign::Greater | Sign::GreaterOrEqual),
            Some(Kind::NegativeNan) => matches!(self.sign, Sign::Less | Sign::LessOrEqual),
            None => Kind::ALL
                .iter()
                .any(|kind| self.may_hold(chunk, Some(*kind))),
        }
    }

    fn may_hold_for_numbers(&self, chunk: Option<&Chunk<'_>>) -> bool {
        let Some(chunk) = chunk else {
            return false;
        };
        let (min, max) = match chunk.values(&self.column) {
            Values::Between(min, max) => (min, max),
            Values::AllNull => return false,
            Values::Unknown => return true,
        };
        self.sign.may_hold(min, max, self.constant)
    }
}

impl Sign {
    /// Returns the sides of a comparison and its sign.
    pub(super) fn of(expression: &Expr) -> Option<(&Expr, Self, &Expr)> {
        let Expr::BinaryExpr(BinaryExpr { left, op, right }) = expression else {
            return None;
        };
        let sign = match op {
            Operator::Lt => Self::Less,
            Operator::LtEq => Self::LessOrEqual,
            Operator::Eq => Self::Equal,
            Operator::GtEq => Self::GreaterOrEqual,
            Operator::Gt => Self::Greater,
            _ => return None,
        };
        Some((left, sign, right))
    }

    /// Returns `false` only if no number between the bounds satisfies the comparison with a constant.
    pub(super) fn may_hold(self, min: f64, max: f64, constant: f64) -> bool {
        // A bound of 0 stands for −0, too, which some comparisons place before 0.
        let is_zero = |bound: f64| bound == 0.0 && constant == 0.0;
        match self {
            Self::Less => min < constant || is_zero(min),
            Self::LessOrEqual => min <= constant,
            Self::Equal => min <= constant && constant <= max,
            Self::GreaterOrEqual => max >= constant,
            Self::Greater => max > constant || is_zero(max),
        }
    }

    /// Returns the sign with the sides exchanged.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Equal => Self::Equal,
            Self::GreaterOrEqual => Self::LessOrEqual,
            Self::Greater => Self::Less,
        }
    }
}

/// Returns `true` if the column at a path is one of floating-point numbers.
fn is_float(path: &[String], schema: &Schema) -> bool {
    let Some((first, fields)) = path.split_first() else {
        return false;
    };
    let first = schema.field_with_name(first).ok();
    let field = fields
        .iter()
        .fold(first.map(|field| field.data_type()), |parent, name| {
            let DataType::Struct(fields) = parent? else {
                return None;
            };
            Some(fields.find(name)?.1.data_type())
        });
    matches!(field, Some(DataType::Float32 | DataType::Float64))
}
