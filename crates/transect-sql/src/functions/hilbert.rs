//! `hilbert`: the position of a shape along a Hilbert curve.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, UInt64Array};
use datafusion::arrow::datatypes::DataType;
use transect::Aabb;

use crate::call::{Call, Function, Types};
use crate::error::FunctionError;
use crate::page::Page;
use crate::shape::{Kind, Shape, ShapeType, Shapes};

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "hilbert",
        calls: &["hilbert(bounds, shape)"],
        summary: "Returns the position of the shape's center along a Hilbert curve through the box `bounds`. Shapes with \
            neighboring positions are near each other in space. So a table in this order has row groups with small \
            boxes, of which planes and regions exclude many. The command `transect-sql order` writes such tables. \
            Centers outside the box are moved to its border. The shape may be given as columns of numbers.",
        result: "`BIGINT UNSIGNED`",
        null: "The box or the shape is NULL, or the row is not a shape.",
        errors: "`bounds` is not a box, or has another dimension than the shape; a coordinate of a point or of a sphere \
            is infinite.",
        example: "SELECT x, y, hilbert(named_struct('xmin', 0, 'ymin', 0, 'xmax', 1, 'ymax', 1), x, y) AS position FROM \
            (VALUES (0, 0), (0, 1), (1, 1), (1, 0)) AS corners(x, y) ORDER BY position",
        answer: "
+---+---+---------------------+
| x | y | position            |
+---+---+---------------------+
| 0 | 0 | 0                   |
| 0 | 1 | 1537228672809129301 |
| 1 | 1 | 3074457345618258602 |
| 1 | 0 | 4611686018427387903 |
+---+---+---------------------+
",
    },
    check,
    run,
};

fn bounds_type(data_type: &DataType) -> Result<Option<ShapeType>, String> {
    match ShapeType::of(&[data_type]) {
        Ok(Some(shape)) if shape.kind != Kind::Box => Err(format!("a {shape} is not a box")),
        Ok(shape) => Ok(shape),
        Err((_, invalid)) => Err(invalid.reason),
    }
}

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.expect_count(2..=7, "the arguments are a box and a shape")?;
    let bounds = bounds_type(types.types[0]).map_err(|reason| types.wrong(0, reason))?;
    if let (Some(bounds), Some(shape)) = (bounds, types.shape(1)?)
        && bounds.dimension != shape.dimension
    {
        return Err(types.wrong(
            0,
            format!("the bounds are a {bounds}, and the shape a {shape}"),
        ));
    }
    Ok(DataType::UInt64)
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let dimension = call.dimension(|bounds| Some(bounds_type(bounds).ok()??.dimension))?;
    match dimension {
        2 => positions::<2>(call, 31),
        _ => positions::<3>(call, 21),
    }
}

fn positions<const D: usize>(call: &Call<'_>, bits: u32) -> Result<ArrayRef, FunctionError> {
    let shapes = call.shapes::<D>(1)?;
    let boxes = call.values(0, |array| {
        let shape = ShapeType::of(&[array.data_type()]).map_err(|(_, invalid)| invalid)?;
        let boxes = Shapes::<D>::read(&[Arc::clone(array)], shape, array.len())?;
        let boxes = (0..boxes.rows).map(|row| match boxes.get(row) {
            Some(Shape::Box(aabb)) => Some(aabb),
            _ => None,
        });
        Ok(boxes.collect())
    })?;
    let positions = (0..call.rows).map(|row| {
        let bounds = boxes.get(row).as_ref()?;
        let center = match shapes.get(row)? {
            Shape::Point(point) => point,
            Shape::Box(aabb) => aabb.center(),
            Shape::Sphere(sphere) => sphere.center(),
        };
        Some(position(cell(bounds, &center, bits), bits))
    });
    Ok(Arc::new(UInt64Array::from_iter(positions)))
}

/// Returns the cell of a point in a grid over a box with 2^`bits` cells per axis.
fn cell<const D: usize>(bounds: &Aabb<D>, point: &[f64; D], bits: u32) -> [u32; D] {
    let (min, max) = (bounds.min(), bounds.max());
    std::array::from_fn(|axis| {
        // Halves do not overflow.
        let size = max[axis] / 2.0 - min[axis] / 2.0;
        let part = (point[axis] / 2.0 - min[axis] / 2.0) / size;
        // The conversion saturates: a NaN and numbers below zero become zero.
        ((part * f64::from(1_u32 << bits)) as u32).min((1 << bits) - 1)
    })
}

/// Returns the position of a cell along the Hilbert curve. (J. Skilling, *Programming the Hilbert curve*, 2004.)
fn position<const D: usize>(mut cell: [u32; D], bits: u32) -> u64 {
    let levels = (1..bits).rev().map(|level| 1_u32 << level);
    for level in levels.clone() {
        let below = level - 1;
        for axis in 0..D {
            if cell[axis] & level != 0 {
                cell[0] ^= below;
            } else {
                let exchanged = (cell[0] ^ cell[axis]) & below;
                cell[0] ^= exchanged;
                cell[axis] ^= exchanged;
            }
        }
    }
    for axis in 1..D {
        cell[axis] ^= cell[axis - 1];
    }
    let flipped = levels
        .filter(|level| cell[D - 1] & level != 0)
        .fold(0, |flipped, level| flipped ^ (level - 1));
    let mut position = 0;
    for bit in (0..bits).rev() {
        for index in cell {
            position = position << 1 | u64::from((index ^ flipped) >> bit & 1);
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use super::position;

    /// Returns the cells of a grid in the order of their positions.
    fn in_order<const D: usize>(bits: u32) -> Vec<[u32; D]> {
        let mask = (1 << bits) - 1;
        let cells = (0..1_u32 << (bits * D as u32))
            .map(|index| std::array::from_fn(|axis| index >> (bits * axis as u32) & mask));
        let mut cells: Vec<[u32; D]> = cells.collect();
        cells.sort_by_key(|cell| position(*cell, bits));
        cells
    }

    fn steps<const D: usize>(bits: u32) {
        for (index, pair) in in_order::<D>(bits).windows(2).enumerate() {
            let distance: u32 = (0..D)
                .map(|axis| pair[0][axis].abs_diff(pair[1][axis]))
                .sum();
            assert_eq!(distance, 1, "{pair:?}");
            assert_eq!(position(pair[0], bits), index as u64);
        }
    }

    #[test]
    fn successive_cells_are_neighbors() {
        for bits in 1..=5 {
            steps::<2>(bits);
            steps::<3>(bits);
        }
    }
}
