//! The page of the book with all functions, made from their documentation.

use crate::registry::{AGGREGATES, FUNCTIONS};

const INTRODUCTION: &str = "# SQL functions

<!-- This page is generated from the source files of the functions in crates/transect-sql/src. -->

These are the functions that the command [`transect-sql`](sql.md) adds to SQL.

**Planes.** A plane is a text, such as `'z = 1.2'`, a struct of its coefficients, as the function `plane` returns it, or a
struct of a point and a normal, as the function `plane_at` returns it. The front of the plane `ax + by + cz + d = 0` is
where `ax + by + cz + d` is positive. In 2D the struct of coefficients has the fields a, b and c.

**Shapes.** A shape is a struct column, or several columns of numbers:

| shape | fields of the struct | columns |
|---|---|---|
| point | x, y and in 3D z | 2 or 3, in this order |
| box | xmin, ymin, xmax, ymax and in 3D zmin, zmax | 4 (xmin, ymin, xmax, ymax) or 6 (xmin, ymin, zmin, xmax, ymax, zmax) |
| sphere, in 2D circle | x, y, in 3D z, and radius | |

The order of the fields does not matter, and other fields are ignored. These are the structs of GeoArrow points and
boxes, and of the column `bbox` of GeoParquet files. Coordinates are numbers of any type. Columns of `FLOAT` or `DOUBLE`
are read in place. Other numbers are converted to `DOUBLE` first, and a number that no `DOUBLE` is equal to is an error,
such as the integer 2^53 + 1 or 0.1 as `DECIMAL`. `CAST(x AS DOUBLE)` takes the nearest one instead.

**Regions.** A region is a list of planes, as the functions `region` and `frustum` return it: the points that are in
front of or on every plane.

**NULL.** If an argument is NULL, or a number of a shape or of a plane, the result is NULL. The result is also NULL for
rows that are not a shape: a coordinate is NaN, a box has a min greater than its max, or a radius is negative. An
infinite coordinate of a point or of a sphere is an error. Boxes may be unbounded.

**Exactness.** Sides and overlaps have the sign of exact arithmetic on the numbers as given: see
[Exact signs](exactness.md). Distances are rounded.

**Errors** name the function, the argument, and the row within its batch, counted from 1.
";

/// Returns the page of the book with all functions, as Markdown.
#[must_use]
pub fn functions_page() -> String {
    let mut page = String::from(INTRODUCTION);
    for function in FUNCTIONS {
        function.page.write(&mut page);
    }
    for aggregate in AGGREGATES {
        aggregate.page.write(&mut page);
    }
    page
}

/// Returns the example of each function: its name, the statement, and what the command prints for the statement.
#[must_use]
pub fn examples() -> Vec<[&'static str; 3]> {
    let functions = FUNCTIONS.iter().map(|function| &function.page);
    let aggregates = AGGREGATES.iter().map(|aggregate| &aggregate.page);
    let pages = functions.chain(aggregates);
    pages
        .map(|page| [page.name, page.example, page.answer.trim_matches('\n')])
        .collect()
}
