//! The documentation of the functions, and the page of the book made from it.

/// The documentation of a function.
#[derive(Debug)]
pub(crate) struct Page {
    /// The name of the function in SQL.
    pub(crate) name: &'static str,
    /// The calls with the names of their arguments.
    pub(crate) calls: &'static [&'static str],
    /// The meaning of the result.
    pub(crate) summary: &'static str,
    /// The type of the result.
    pub(crate) result: &'static str,
    /// The rows whose result is NULL.
    pub(crate) null: &'static str,
    /// The inputs that are errors.
    pub(crate) errors: &'static str,
    /// A statement that can be run.
    pub(crate) example: &'static str,
    /// The output of the command for the example.
    pub(crate) answer: &'static str,
}

impl Page {
    /// Adds the documentation to a page of Markdown.
    fn write(&self, page: &mut String) {
        *page += &format!(
            "\n## {}\n\n```sql\n{}\n```\n\n",
            self.name,
            self.calls.join("\n")
        );
        *page += &wrapped(self.summary);
        *page += "\n";
        *page += &wrapped(&format!("* Result: {}.", self.result));
        *page += &wrapped(&format!("* NULL: {}", self.null));
        *page += &wrapped(&format!("* Errors: {}", self.errors));
        let answer = self.answer.trim_matches('\n');
        *page += &format!(
            "\n```sql\n{}\n```\n\n```text\n{answer}\n```\n",
            self.example
        );
    }
}

/// Returns the text in lines of at most 120 letters. If it begins with `* `, the other lines are indented.
fn wrapped(text: &str) -> String {
    let indent = if text.starts_with("* ") { "  " } else { "" };
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > 120 {
            lines += "\n";
            lines += indent;
            length = indent.len();
        } else if length > 0 {
            lines += " ";
            length += 1;
        }
        lines += word;
        length += letters;
    }
    lines + "\n"
}

const INTRODUCTION: &str = "# SQL functions

<!-- This page is generated from the source files of the functions in crates/transect-sql/src. -->

These are the functions that the command [`transect-sql`](sql.md) adds to SQL.

**Planes.** A plane is a text, such as `'z = 1.2'`, or a struct of its coefficients, as the function `plane` returns it.
The front of the plane `ax + by + cz + d = 0` is where `ax + by + cz + d` is positive. In 2D the struct has the fields
a, b and c.

**Shapes.** A shape is a struct column, or several columns of numbers:

| shape | fields of the struct | columns |
|---|---|---|
| point | x, y and in 3D z | 2 or 3, in this order |
| box | xmin, ymin, xmax, ymax and in 3D zmin, zmax | 4 (xmin, ymin, xmax, ymax) or 6 (xmin, ymin, zmin, xmax, ymax, zmax) |
| sphere, in 2D circle | x, y, in 3D z, and radius | |

The order of the fields does not matter, and other fields are ignored. These are the structs of GeoArrow points and
boxes, and of the column `bbox` of GeoParquet files. Coordinates are numbers of any type. Columns of `FLOAT` or `DOUBLE`
are read in place; other numbers are converted to `DOUBLE` first. Integers beyond 2^53 are an error.

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
    for function in crate::FUNCTIONS {
        function.page.write(&mut page);
    }
    for aggregate in crate::AGGREGATES {
        aggregate.page.write(&mut page);
    }
    page
}

/// Returns the example of each function: its name, the statement, and what the command prints for the statement.
#[must_use]
pub fn examples() -> Vec<[&'static str; 3]> {
    let functions = crate::FUNCTIONS.iter().map(|function| &function.page);
    let aggregates = crate::AGGREGATES.iter().map(|aggregate| &aggregate.page);
    let pages = functions.chain(aggregates);
    pages
        .map(|page| [page.name, page.example, page.answer.trim_matches('\n')])
        .collect()
}
