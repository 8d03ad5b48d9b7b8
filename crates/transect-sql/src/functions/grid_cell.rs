//! `grid_cell`: the name of the cell of a grid that contains a point.

use std::fmt::Write;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, StringViewBuilder};
use datafusion::arrow::datatypes::DataType;

use crate::call::{Call, Function, Types};
use crate::error::FunctionError;
use crate::grid;
use crate::page::Page;
use crate::shape::Kind;

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "grid_cell",
        calls: &[
            "grid_cell(family, …, point)",
            "grid_cell(family, …, x, y, z)",
        ],
        summary: "Returns the name of the cell that contains the point, in a grid of parallel planes. Each family of planes is \
            a text as of `transect cut --grid`: an expression, its range, and the number of cells in the range, such as \
            `'x=0..40/4'`, or their width, such as `'z=0..3 step 0.5'`. The ends of the range are planes, too. The name has \
            the numbers of planes before the point, such as `x2-z1`: `x0` is before the range. Along an axis, planes are \
            counted in its direction; other families are named a, b and so on, and are counted toward the front. A point on \
            a plane is in the cell in front of it, where the expression is greater. So each point is in one cell. The cell is \
            exact.",
        result: "a text, such as `x2-z1`",
        null: "A family or the point is NULL, or a coordinate is NaN.",
        errors: "A text is not a family of planes (the message has the position of the wrong character); two families have the \
            same direction; a coordinate is infinite; the shape is not a point.",
        example: "SELECT grid_cell('x=0..40/4', 'z=0..3 step 0.5', x, 0, z) AS cell, count(*) AS points FROM (VALUES (9.5, \
            0.25), (10.0, 0.25), (19.5, 0.0), (-1.0, 3.0)) AS t(x, z) GROUP BY cell ORDER BY cell",
        answer: "
+-------+--------+
| cell  | points |
+-------+--------+
| x0-z7 | 1      |
| x1-z1 | 1      |
| x2-z1 | 2      |
+-------+--------+
",
    },
    check,
    run,
};

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    match grid::check(types)? {
        (argument, Some(shape)) if shape.kind != Kind::Point => Err(types.wrong(
            argument,
            format!("a {shape} can have points in several cells; use grid_cells"),
        )),
        _ => Ok(DataType::Utf8View),
    }
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    match grid::dimension(call)? {
        2 => names::<2>(call),
        _ => names::<3>(call),
    }
}

fn names<const D: usize>(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    let mut names = StringViewBuilder::with_capacity(call.rows);
    let mut name = String::new();
    let mut is_written = Ok(());
    grid::for_each_row::<D>(call, |row| {
        let Some((grid, point)) = row else {
            names.append_null();
            return;
        };
        name.clear();
        for (family, [cell, _]) in grid.names.iter().zip(grid.cells(&point)) {
            let dash = if name.is_empty() { "" } else { "-" };
            is_written = is_written.and(write!(name, "{dash}{family}{cell}"));
        }
        names.append_value(&name);
    })?;
    is_written.map_err(|error| call.wrong(0, error))?;
    Ok(Arc::new(names.finish()))
}
