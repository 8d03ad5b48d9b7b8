//! `plane_fit`: the plane that fits points best.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray, Float64Array, StructArray};
use datafusion::arrow::datatypes::{DataType, Field, Fields, Float64Type};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::Accumulator;
use transect::{FitError, Plane};

use crate::aggregate::{Aggregate, Argument};
use crate::error::FunctionError;
use crate::page::Page;
use crate::planes;
use crate::shape::{Kind, Shape};

pub(crate) static AGGREGATE: Aggregate = Aggregate {
    page: Page {
        name: "plane_fit",
        calls: &["plane_fit(point)", "plane_fit(x, y, z)"],
        summary: "Aggregate: returns the plane with the least sum of squared distances from the points, measured \
            perpendicular to the plane; in 2D the line. Its normal has length one. The field root_mean_square is the \
            root of the mean squared distance, and largest_distance the largest distance. All values are rounded. They \
            do not depend on the order of the rows. The function keeps the points of every group in memory.",
        result: "a struct of `DOUBLE` with the fields a, b, c, in 3D d, root_mean_square and largest_distance; it can be \
            used as a plane",
        null: "The points do not determine a plane: there are fewer than three (in 2D two), or they all lie on one line \
            (in 2D, they are equal). Rows whose point is NULL or has a NaN are ignored.",
        errors: "A coordinate is infinite; the shape is not a point; the floats cannot represent the plane.",
        example: "SELECT plane_fit(x, y, z)['c'] AS c, plane_fit(x, y, z)['d'] AS d FROM (VALUES (0, 0, 1), (4, 0, 1), \
            (0, 4, 1), (4, 4, 1)) AS points(x, y, z)",
        answer: "
+-----+------+
| c   | d    |
+-----+------+
| 1.0 | -1.0 |
+-----+------+
",
    },
    check: |shape| {
        if shape.kind == Kind::Point {
            Ok(DataType::Struct(fields(shape.dimension)))
        } else {
            Err(format!("a {shape} is not a point"))
        }
    },
    state: |_| {
        let item = Field::new_list_field(DataType::Float64, true);
        vec![("points", DataType::List(Arc::new(item)))]
    },
    start: |argument| match argument.shape.dimension {
        2 => Box::new(Points::<2>::new(argument)),
        _ => Box::new(Points::<3>::new(argument)),
    },
};

fn fields(dimension: usize) -> Fields {
    let measures = ["root_mean_square", "largest_distance"];
    let measures = measures.map(|name| Arc::new(Field::new(name, DataType::Float64, true)));
    planes::fields(dimension)
        .iter()
        .cloned()
        .chain(measures)
        .collect()
}

/// The points of a group.
#[derive(Debug)]
struct Points<const D: usize> {
    argument: Argument,
    points: Vec<[f64; D]>,
}

impl<const D: usize> Points<D> {
    fn new(argument: Argument) -> Self {
        Self {
            argument,
            points: Vec::new(),
        }
    }
}

impl<const D: usize> Accumulator for Points<D> {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let shapes = self.argument.read::<D>(values)?;
        self.points
            .extend((0..shapes.rows).filter_map(|row| match shapes.get(row) {
                Some(Shape::Point(point)) => Some(point),
                _ => None,
            }));
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        // In a fixed order, so that rounding does not depend on the order in which threads deliver their points.
        self.points.sort_unstable_by(|a, b| {
            let pairs = a.iter().zip(b);
            let orders = pairs.map(|(a, b)| a.total_cmp(b));
            orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        });
        let fields = fields(D);
        let fit = match Plane::best_fit(&self.points) {
            Ok(fit) => fit,
            Err(FitError::TooFew { .. } | FitError::Dependent) => {
                let null = StructArray::new_null(fields, 1);
                return Ok(ScalarValue::Struct(Arc::new(null)));
            }
            Err(error) => {
                return Err(FunctionError {
                    function: self.argument.function,
                    argument: None,
                    row: None,
                    reason: error.to_string(),
                }
                .into());
            }
        };
        let measures = [fit.root_mean_square, fit.largest_distance];
        let numbers = planes::coefficients(&fit.plane).chain(measures);
        let columns = numbers.map(|number| Arc::new(Float64Array::from(vec![number])) as ArrayRef);
        let result = StructArray::try_new(fields, columns.collect(), None)?;
        Ok(ScalarValue::Struct(Arc::new(result)))
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.points.capacity() * size_of::<[f64; D]>()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let numbers = self.points.as_flattened().to_vec();
        let numbers: ArrayRef = Arc::new(Float64Array::from(numbers));
        let list = datafusion::common::utils::SingleRowListArrayBuilder::new(numbers);
        Ok(vec![ScalarValue::List(Arc::new(list.build_list_array()))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for points in states[0].as_list::<i32>().iter().flatten() {
            let numbers = points.as_primitive::<Float64Type>();
            let (points, _) = numbers.values().as_chunks::<D>();
            self.points.extend_from_slice(points);
        }
        Ok(())
    }
}
