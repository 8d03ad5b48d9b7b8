//! Conditions on sides, overlaps and columns, read from the filters of a statement.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::{BinaryExpr, Expr, Operator};
use transect::{Aabb, Plane, Region};

use crate::conditions::call_of;
use crate::planes;
use crate::regions;
use crate::shape::{Kind, ShapeType};
use crate::tables::pruning::bounds::{Chunk, Values};
use crate::tables::pruning::comparison::{Comparison, Kind as ValueKind};
use crate::tables::pruning::operand::{Number, number, text};
use crate::words::{overlap_key, side_key};

/// A condition, as far as it is about planes, regions and floating-point columns.
#[derive(Debug)]
pub(crate) enum Condition {
    /// A condition about something else; it may hold for any row.
    Unknown,
    Test(Test),
    Comparison(Comparison),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// The test of a shape against a constant plane or region: its answer is one of some words.
#[derive(Debug)]
pub(crate) struct Test {
    question: Question,
    /// The answers that satisfy the condition, in the order of the words.
    answers: [bool; 3],
    kind: Kind,
    /// The numbers of the shape, in the order of its names.
    numbers: Vec<Number>,
}

#[derive(Debug)]
enum Question {
    Side2(Plane<2>),
    Side3(Plane<3>),
    Overlap2 {
        planes: Vec<Plane<2>>,
        is_exact: bool,
    },
    Overlap3 {
        planes: Vec<Plane<3>>,
        is_exact: bool,
    },
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
                _ => Comparison::of(filter, schema).map_or(Self::Unknown, Self::Comparison),
            },
            // The rule of the optimizer has written all conditions on answers in this form.
            call => Test::of(call, schema).map_or(Self::Unknown, Self::Test),
        }
    }

    /// Returns `true` if the condition can exclude parts of files.
    pub(crate) fn is_known(&self) -> bool {
        !self.may_hold_in(None)
    }

    /// Returns the columns of all tests and comparisons.
    pub(crate) fn columns(&self) -> Vec<&[String]> {
        match self {
            Self::Unknown => Vec::new(),
            Self::Test(test) => {
                let columns = test.numbers.iter().filter_map(|number| match number {
                    Number::Column(path) => Some(&path[..]),
                    Number::Constant(_) => None,
                });
                columns.collect()
            }
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
            let mut kinds = ValueKind::ALL.into_iter();
            kinds.any(|kind| self.may_hold_if(chunk, Some((column, kind))))
        });
        by_column && self.may_hold_if(chunk, None)
    }

    /// Returns the same as [`may_hold_in`](Self::may_hold_in), for the rows in which a column has a value of a kind.
    fn may_hold_if(
        &self,
        chunk: Option<&Chunk<'_>>,
        known: Option<(&[String], ValueKind)>,
    ) -> bool {
        let part_may_hold = |part: &Self| part.may_hold_if(chunk, known);
        match self {
            Self::Unknown => true,
            Self::Test(test) => chunk.is_some_and(|chunk| test.may_hold(chunk)),
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
            Self::Unknown | Self::Test(_) => {}
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

impl Test {
    /// Returns the test of a condition on the answer for a constant plane or region.
    fn of(call: &Expr, schema: &Schema) -> Option<Self> {
        let (question, answers, arguments) = call_of(call)?;
        let (first, shape) = arguments.split_first()?;
        let (kind, numbers) = shape_of(shape, schema)?;
        let first = constant(first)?;
        let is_2d =
            names(kind, 2).len() == numbers.len() && (kind != Kind::Point || numbers.len() == 2);
        let question = match (question.function.page.name, is_2d) {
            ("plane_side", true) => Question::Side2(plane(&first)?),
            ("plane_side", false) => Question::Side3(plane(&first)?),
            (name, _) => {
                let is_exact = name == "region_overlap";
                if is_2d {
                    let planes = region(&first)?;
                    Question::Overlap2 { planes, is_exact }
                } else {
                    let planes = region(&first)?;
                    Question::Overlap3 { planes, is_exact }
                }
            }
        };
        Some(Self {
            question,
            answers,
            kind,
            numbers,
        })
    }

    fn may_hold(&self, chunk: &Chunk<'_>) -> bool {
        let values = self.numbers.iter().map(|number| match number {
            Number::Column(path) => chunk.values(path),
            Number::Constant(number) => Values::Between(*number, *number),
        });
        let mut ranges = Vec::with_capacity(self.numbers.len());
        for values in values {
            match values {
                Values::Between(min, max) => ranges.push([min, max]),
                // A shape without a number is NULL, and NULL satisfies no condition.
                Values::AllNull => return false,
                Values::Unknown => return true,
            }
        }
        let key = match &self.question {
            Question::Side2(plane) => bounds::<2>(self.kind, &ranges).map(|aabb| {
                let side = plane.side(&aabb);
                (!side.is_on()).then_some(side_key(side))
            }),
            Question::Side3(plane) => bounds::<3>(self.kind, &ranges).map(|aabb| {
                let side = plane.side(&aabb);
                (!side.is_on()).then_some(side_key(side))
            }),
            Question::Overlap2 { planes, is_exact } => bounds::<2>(self.kind, &ranges)
                .map(|aabb| decided(Region::new(planes), &aabb, *is_exact)),
            Question::Overlap3 { planes, is_exact } => bounds::<3>(self.kind, &ranges)
                .map(|aabb| decided(Region::new(planes), &aabb, *is_exact)),
        };
        match key.flatten() {
            // All shapes have this answer.
            Some(key) => self.answers[key],
            None => true,
        }
    }
}

/// Returns the relation that all shapes in a box have to a region, or `None` if they may differ.
fn decided<const D: usize>(region: Region<'_, D>, aabb: &Aabb<D>, is_exact: bool) -> Option<usize> {
    // Shapes in a box that is outside by a single plane are outside by the same plane. Shapes in a box that is outside
    // for another reason are outside, but not always by a single plane.
    let overlap = if is_exact {
        region.overlap(aabb)
    } else {
        region.overlap_conservative(aabb)
    };
    (overlap != transect::Overlap::Meets).then_some(overlap_key(overlap))
}

/// Returns a box that contains all shapes whose numbers lie in the ranges, or `None` if the ranges do not have one.
fn bounds<const D: usize>(kind: Kind, ranges: &[[f64; 2]]) -> Option<Aabb<D>> {
    let min = |from: usize| std::array::from_fn(|axis| ranges[from + axis][0]);
    let max = |from: usize| std::array::from_fn(|axis| ranges[from + axis][1]);
    match kind {
        // An infinite number of a point or of a sphere is an error, which must not be passed over.
        Kind::Point | Kind::Sphere if ranges.as_flattened().iter().any(|n| n.is_infinite()) => None,
        Kind::Point => Aabb::new(min(0), max(0)).ok(),
        Kind::Box => Aabb::new(min(0), max(D)).ok(),
        Kind::Sphere => {
            let radius = ranges[D][1].max(0.0);
            let (min, max): ([f64; D], [f64; D]) = (min(0), max(0));
            let min = min.map(|coordinate| (coordinate - radius).next_down());
            let max = max.map(|coordinate| (coordinate + radius).next_up());
            Aabb::new(min, max).ok()
        }
    }
}

fn names(kind: Kind, dimension: usize) -> &'static [&'static str] {
    ShapeType { kind, dimension }.names()
}

fn constant(expression: &Expr) -> Option<ArrayRef> {
    match expression {
        Expr::Literal(value, _) if !value.is_null() => value.to_array().ok(),
        _ => None,
    }
}

fn plane<const D: usize>(array: &ArrayRef) -> Option<Plane<D>> {
    planes::read(array).ok()?.into_iter().next()?
}

fn region<const D: usize>(array: &ArrayRef) -> Option<Vec<Plane<D>>> {
    regions::read(array).ok()?.into_iter().next()?
}

/// Returns the kind of a shape and its numbers, if all numbers are columns or constants.
fn shape_of(arguments: &[Expr], schema: &Schema) -> Option<(Kind, Vec<Number>)> {
    match arguments {
        [Expr::Column(column)] => {
            let field = schema.field_with_name(&column.name).ok()?;
            let shape = ShapeType::of(&[field.data_type()]).ok()??;
            let numbers = shape
                .names()
                .iter()
                .map(|name| Number::Column(vec![column.name.clone(), (*name).to_owned()]));
            Some((shape.kind, numbers.collect()))
        }
        [Expr::ScalarFunction(ScalarFunction { func, args })] if func.name() == "named_struct" => {
            let (pairs, _) = args.as_chunks::<2>();
            let named = pairs
                .iter()
                .map(|[name, value]| Some((text(name)?, number(value)?)));
            let mut named = named.collect::<Option<Vec<_>>>()?;
            let fields = named
                .iter()
                .map(|(name, _)| Field::new(name, DataType::Float64, true));
            let shape = ShapeType::of(&[&DataType::Struct(fields.collect())]).ok()??;
            let numbers = shape.names().iter().map(|name| {
                let index = named.iter().position(|(known, _)| known == name)?;
                Some(named.swap_remove(index).1)
            });
            Some((shape.kind, numbers.collect::<Option<Vec<_>>>()?))
        }
        numbers => {
            let types = vec![&DataType::Float64; numbers.len()];
            let shape = ShapeType::of(&types).ok()??;
            let numbers = numbers.iter().map(number).collect::<Option<Vec<_>>>()?;
            Some((shape.kind, numbers))
        }
    }
}
