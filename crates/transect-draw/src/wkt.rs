//! The section as well-known text: OGC 06-103r4, section 7.

use std::fmt::Write;

use crate::drawing::{Drawing, Item};
use crate::rings::Points;

impl Drawing {
    /// Writes the section as a table of two columns, with one line per object: its name, a tab and its `MULTIPOLYGON`
    /// as well-known text.
    ///
    /// With open chains, the geometry is a `GEOMETRYCOLLECTION` with a `MULTILINESTRING`. An object without a section
    /// is a `MULTIPOLYGON EMPTY`. In names, a tab, a line feed, a carriage return and a backslash are written `\t`,
    /// `\n`, `\r` and `\\`, as `COPY` of PostgreSQL reads them. Coordinates are the shortest text of the same `f64`.
    ///
    /// ```
    /// use transect_draw::{Drawing, Item};
    /// let triangle = Item {
    ///     name: "Wall/a".into(),
    ///     loops: vec![vec![[0.0, 0.0], [4.0, 0.0], [0.0, 0.3]]],
    ///     polygons: vec![(0, vec![])],
    ///     ..Item::default()
    /// };
    /// let mut wkt = Vec::new();
    /// Drawing { items: vec![triangle], ..Drawing::default() }.write_wkt(&mut wkt)?;
    /// assert_eq!(wkt, b"Wall/a\tMULTIPOLYGON(((0 0,4 0,0 0.3,0 0)))\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn write_wkt(&self, writer: &mut impl std::io::Write) -> std::io::Result<()> {
        for item in &self.items {
            writeln!(writer, "{}\t{}", cell(&item.name), geometry(item))?;
        }
        Ok(())
    }
}

fn geometry(item: &Item) -> String {
    let polygons = item.rings();
    let areas = if polygons.is_empty() {
        "MULTIPOLYGON EMPTY".to_string()
    } else {
        let polygon = |rings: &Vec<Points>| parenthesised(rings, |ring| line(ring));
        format!("MULTIPOLYGON{}", parenthesised(&polygons, polygon))
    };
    let lines = item.lines();
    if lines.is_empty() {
        return areas;
    }
    let lines = parenthesised(&lines, |points| line(points));
    format!("GEOMETRYCOLLECTION({areas},MULTILINESTRING{lines})")
}

fn parenthesised<T>(parts: &[T], text: impl Fn(&T) -> String) -> String {
    let parts: Vec<String> = parts.iter().map(text).collect();
    format!("({})", parts.join(","))
}

fn line(points: &[[f64; 2]]) -> String {
    let mut text = String::from("(");
    for (index, [x, y]) in points.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        // Writing to a string does not fail.
        let _ = write!(text, "{comma}{} {}", number(*x), number(*y));
    }
    text + ")"
}

/// Returns the shortest text of the number, with an exponent if that makes it much shorter.
fn number(value: f64) -> String {
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or(text.clone(), String::from)
}

/// Returns a name, escaped for a cell of the table.
fn cell(name: &str) -> String {
    name.replace('\\', "\\\\")
        .replace('\t', "\\t")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}
