//! `grid_cells`: the first and the last cell of a shape along each family of planes of a grid.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Int64Array, ListArray, StructArray};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field, Fields};

use crate::call::{Call, Function};
use crate::error::FunctionError;
use crate::grid;
use crate::page::Page;

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "grid_cells",
        calls: &[
            "grid_cells(family, …, shape)",
            "grid_cells(family, …, x, y, z)",
            "grid_cells(family, …, xmin, ymin, zmin, xmax, ymax, zmax)",
        ],
        summary: "Returns the numbers of the first and of the last cell that contain points of the shape, along each family of \
            planes of a grid. Families and numbers are those of grid_cell. For a point, both numbers are the same. Shapes \
            contain their borders, so a box that touches a plane from behind has points in the cell in front of it, too. \
            The numbers are exact.",
        result: "a list with one struct of `BIGINT` per family, with the fields first and last",
        null: "A family or the shape is NULL, or the row is not a shape.",
        errors: "A text is not a family of planes (the message has the position of the wrong character); two families have the \
            same direction; a coordinate of a point or of a sphere is infinite.",
        example: "SELECT grid_cells('x=0..40/4', 'z=0..3 step 0.5', 5, 0, 0.5, 20, 1, 0.75) AS cells",
        answer: "
+--------------------------------------------+
| cells                                      |
+--------------------------------------------+
| [{first: 1, last: 3}, {first: 2, last: 2}] |
+--------------------------------------------+
",
    },
    check: |types| {
        grid::check(types)?;
        Ok(DataType::List(Arc::new(item())))
    },
    run,
};

const ENDS: [&str; 2] = ["first", "last"];

fn fields() -> Fields {
    let fields = ENDS.map(|name| Field::new(name, DataType::Int64, true));
    fields.into_iter().collect()
}

fn item() -> Field {
    Field::new("item", DataType::Struct(fields()), true)
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    match grid::dimension(call)? {
        2 => cells::<2>(call),
        _ => cells::<3>(call),
    }
}

fn cells<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let mut lengths = Vec::with_capacity(call.rows);
    let mut ends = [Vec::new(), Vec::new()];
    let mut are_valid = Vec::with_capacity(call.rows);
    grid::for_each_row::<D>(call, |row| {
        let before = ends[0].len();
        if let Some((grid, shape)) = row {
            for cells in grid.cells(&shape) {
                for (ends, cell) in ends.iter_mut().zip(cells) {
                    // There are fewer planes than 2⁶³.
                    ends.push(cell.cast_signed());
                }
            }
        }
        lengths.push(ends[0].len() - before);
        are_valid.push(row.is_some());
    })?;
    let columns = ends.map(|ends| Arc::new(Int64Array::from(ends)) as ArrayRef);
    let structs = StructArray::new(fields(), columns.to_vec(), None);
    Ok(Arc::new(ListArray::new(
        Arc::new(item()),
        OffsetBuffer::from_lengths(lengths),
        Arc::new(structs),
        Some(NullBuffer::from(are_valid)),
    )))
}
