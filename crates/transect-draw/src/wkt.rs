//! The section as well-known text: OGC 06-103r4, section 7.

use std::fmt::Write;

use crate::features::Features;
use crate::rings::{Points, Rings};

impl Features<'_> {
    /// Writes the section as a table of two columns, with one line per object: its name, a tab and its geometry as
    /// well-known text.
    ///
    /// The geometry is that of [`Features::write_geojson`]: a `MULTIPOLYGON`, a `MULTILINESTRING` for open chains, or a
    /// `GEOMETRYCOLLECTION` of both. An object without a section is a `MULTIPOLYGON EMPTY`. In names, a tab, a line
    /// feed, a carriage return and a backslash are written `\t`, `\n`, `\r` and `\\`, as `COPY` of PostgreSQL reads
    /// them. Coordinates are the shortest text of the same `f64`.
    ///
    /// With [`Drawing::crs`](crate::Drawing::crs), each geometry is extended well-known text, which begins with `SRID=`
    /// and the EPSG code.
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
    /// let drawing = Drawing { items: vec![triangle], ..Drawing::default() };
    /// drawing.features().write_wkt(&mut wkt)?;
    /// assert_eq!(wkt, b"Wall/a\tMULTIPOLYGON(((0 0,4 0,0 0.3,0 0)))\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn write_wkt(&self, writer: &mut impl std::io::Write) -> std::io::Result<()> {
        let srid = self
            .drawing
            .crs
            .map_or(String::new(), |crs| format!("SRID={};", crs.code()));
        for (item, areas) in self.objects() {
            writeln!(
                writer,
                "{}\t{srid}{}",
                cell(&item.name),
                geometry(&areas.polygons, &self.lines(item))
            )?;
        }
        Ok(())
    }
}

fn geometry(polygons: &[Rings], lines: &[Points]) -> String {
    let polygon = |rings: &Rings| parenthesised(rings, |ring| line(ring));
    let areas = format!("MULTIPOLYGON{}", parenthesised(polygons, polygon));
    let chains = format!(
        "MULTILINESTRING{}",
        parenthesised(lines, |points| line(points))
    );
    match (polygons.is_empty(), lines.is_empty()) {
        (true, true) => "MULTIPOLYGON EMPTY".into(),
        (false, true) => areas,
        (true, false) => chains,
        (false, false) => format!("GEOMETRYCOLLECTION({areas},{chains})"),
    }
}

fn parenthesised<T>(parts: &[T], text: impl Fn(&T) -> String) -> String {
    let parts: Vec<String> = parts.iter().map(text).collect();
    format!("({})", parts.join(","))
}

fn line(points: &[[f64; 2]]) -> String {
    let mut text = String::from("(");
    for (index, [x, y]) in points.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        // Writing to a string does not fail, so the result is ignored.
        let _ = write!(text, "{comma}{} {}", number(*x), number(*y));
    }
    text + ")"
}

/// Returns the shortest text that reads back as the same number. The text has an exponent if this makes it much
/// shorter.
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
