//! `bounds`: the smallest box that contains all shapes.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, Float64Array, StructArray};
use datafusion::arrow::datatypes::{DataType, Field, Fields, Float64Type};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::Accumulator;

use crate::aggregate::{Aggregate, Argument};
use crate::page::Page;
use crate::shape::{Kind, Shape, ShapeType};

pub(crate) static AGGREGATE: Aggregate = Aggregate {
    page: Page {
        name: "bounds",
        calls: &["bounds(shape)"],
        summary: "Aggregate: returns the smallest box that contains all shapes. For points and boxes, its bounds are exact. \
            For spheres, each bound is rounded outward to a float. The shape may be given as columns of numbers.",
        result: "a struct of `DOUBLE` with the fields xmin, ymin, xmax, ymax and in 3D zmin, zmax; it can be used as a box",
        null: "The group has no shapes. Rows that are NULL or not a shape are ignored.",
        errors: "A coordinate of a point or of a sphere is infinite.",
        example: "SELECT bounds(x, y) AS box FROM (VALUES (1, 5), (3, 2)) AS points(x, y)",
        answer: "
+----------------------------------------------+
| box                                          |
+----------------------------------------------+
| {xmin: 1.0, ymin: 2.0, xmax: 3.0, ymax: 5.0} |
+----------------------------------------------+
",
    },
    check: |shape| Ok(DataType::Struct(fields(shape.dimension))),
    state: |shape| {
        let names = names(shape.dimension).iter();
        names.map(|name| (*name, DataType::Float64)).collect()
    },
    start: |argument| match argument.shape.dimension {
        2 => Box::new(Bounds::<2>::new(argument)),
        _ => Box::new(Bounds::<3>::new(argument)),
    },
};

fn names(dimension: usize) -> &'static [&'static str] {
    let kind = Kind::Box;
    ShapeType { kind, dimension }.names()
}

fn fields(dimension: usize) -> Fields {
    let names = names(dimension).iter();
    names
        .map(|name| Field::new(*name, DataType::Float64, true))
        .collect()
}

/// The bounds of the shapes of a group: the least and the greatest corner, or `None` without a shape.
#[derive(Debug)]
struct Bounds<const D: usize> {
    argument: Argument,
    corners: Option<[[f64; D]; 2]>,
}

impl<const D: usize> Bounds<D> {
    fn new(argument: Argument) -> Self {
        Self {
            argument,
            corners: None,
        }
    }

    fn add(&mut self, [min, max]: [[f64; D]; 2]) {
        let [least, greatest] = self.corners.get_or_insert([min, max]);
        for axis in 0..D {
            least[axis] = least[axis].min(min[axis]);
            greatest[axis] = greatest[axis].max(max[axis]);
        }
    }

    fn numbers(&self) -> Option<&[f64]> {
        self.corners.as_ref().map(|corners| corners.as_flattened())
    }
}

/// Returns the corners of the smallest box of floats that contains the shape.
fn corners<const D: usize>(shape: &Shape<D>) -> [[f64; D]; 2] {
    match shape {
        Shape::Point(point) => [*point; 2],
        Shape::Box(aabb) => [aabb.min(), aabb.max()],
        Shape::Sphere(sphere) => {
            let radius = sphere.radius();
            let max = sphere.center().map(|center| sum_rounded_up(center, radius));
            let min = sphere
                .center()
                .map(|center| -sum_rounded_up(-center, radius));
            [min, max]
        }
    }
}

/// Returns the least float that is not less than the exact sum of two finite floats.
fn sum_rounded_up(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if sum.is_infinite() {
        // Rounding up a sum below the range of floats gives the least float.
        return sum.max(f64::MIN);
    }
    // The error of the rounded sum, which is exact (Knuth).
    let part = sum - a;
    let error = (a - (sum - part)) + (b - part);
    if error > 0.0 { sum.next_up() } else { sum }
}

impl<const D: usize> Accumulator for Bounds<D> {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let shapes = self.argument.read::<D>(values)?;
        for shape in (0..shapes.rows).filter_map(|row| shapes.get(row)) {
            self.add(corners(&shape));
        }
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let fields = fields(D);
        let Some(numbers) = self.numbers() else {
            let null = StructArray::new_null(fields, 1);
            return Ok(ScalarValue::Struct(Arc::new(null)));
        };
        let columns = numbers
            .iter()
            .map(|number| Arc::new(Float64Array::from(vec![*number])) as ArrayRef);
        let result = StructArray::try_new(fields, columns.collect(), None)?;
        Ok(ScalarValue::Struct(Arc::new(result)))
    }

    fn size(&self) -> usize {
        size_of_val(self)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let numbers = self.numbers();
        let state = (0..2 * D).map(|index| ScalarValue::Float64(numbers.map(|all| all[index])));
        Ok(state.collect())
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let columns: Vec<_> = states
            .iter()
            .map(|state| state.as_primitive::<Float64Type>())
            .collect();
        for row in 0..states[0].len() {
            if columns[0].is_valid(row) {
                let corner =
                    |from: usize| std::array::from_fn(|axis| columns[from + axis].value(row));
                self.add([corner(0), corner(D)]);
            }
        }
        Ok(())
    }
}
