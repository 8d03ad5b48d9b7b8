//! The shapes of conditions, as columns, and the boxes that contain them.

use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::expr::ScalarFunction;
use transect::Aabb;

use crate::shape::{Kind, ShapeType};
use crate::tables::pruning::bounds::{Chunk, Values};
use crate::tables::pruning::operand::{Number, number, text};

/// The numbers of shapes, which are columns and constants.
#[derive(Debug)]
pub(super) struct ShapeColumns {
    kind: Kind,
    /// The numbers of a shape, in the order of their names.
    numbers: Vec<Number>,
}

/// The ranges of the numbers of shapes in a part of a file.
#[derive(Debug)]
pub(super) enum Ranges {
    /// The least and the greatest value of each number.
    Known(Vec<[f64; 2]>),
    /// No row is a shape, so all answers are NULL.
    NoShape,
    Unknown,
}

impl ShapeColumns {
    /// Returns the shapes of arguments, if all numbers are columns or constants.
    pub(super) fn of(arguments: &[Expr], schema: &Schema) -> Option<Self> {
        let (kind, numbers) = shape_of(arguments, schema)?;
        Some(Self { kind, numbers })
    }

    /// Returns `true` if the shapes are in 2D.
    pub(super) fn is_2d(&self) -> bool {
        let shape = ShapeType {
            kind: self.kind,
            dimension: 2,
        };
        shape.names().len() == self.numbers.len()
    }

    /// Returns the columns of the numbers.
    pub(super) fn columns(&self) -> Vec<&[String]> {
        let columns = self.numbers.iter().filter_map(|number| match number {
            Number::Column(path) => Some(&path[..]),
            Number::Constant(_) => None,
        });
        columns.collect()
    }

    /// Returns the ranges of the numbers in a part of a file.
    pub(super) fn ranges(&self, chunk: &Chunk<'_>) -> Ranges {
        let mut ranges = Vec::with_capacity(self.numbers.len());
        for number in &self.numbers {
            let values = match number {
                Number::Column(path) => chunk.values(path),
                Number::Constant(number) => Values::Between(*number, *number),
            };
            match values {
                Values::Between(min, max) => ranges.push([min, max]),
                // A shape without a number is NULL.
                Values::AllNull => return Ranges::NoShape,
                Values::Unknown => return Ranges::Unknown,
            }
        }
        Ranges::Known(ranges)
    }

    /// Returns a box that contains all shapes whose numbers lie in the ranges, or `None` if the ranges do not have one.
    pub(super) fn bounds<const D: usize>(&self, ranges: &[[f64; 2]]) -> Option<Aabb<D>> {
        let min = |from: usize| std::array::from_fn(|axis| ranges[from + axis][0]);
        let max = |from: usize| std::array::from_fn(|axis| ranges[from + axis][1]);
        match self.kind {
            // An infinite number of a point or of a sphere is an error, which must not be passed over.
            Kind::Point | Kind::Sphere if ranges.as_flattened().iter().any(|n| n.is_infinite()) => {
                None
            }
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
