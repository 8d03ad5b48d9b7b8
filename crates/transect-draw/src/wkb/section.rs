//! One section as well-known binary.

use std::io::{self, Write};

use crate::features::Features;
use crate::wkb::form::Form;

impl Features<'_> {
    /// Writes the section as one little-endian WKB `GEOMETRYCOLLECTION`, with one member per object. The n-th member is
    /// the geometry in the n-th line of [`Features::write_wkt`], with bit-identical coordinates.
    ///
    /// WKB cannot hold names, so a member is identified only by its place: the n-th member is the n-th object. With
    /// [`Drawing::crs`](crate::Drawing::crs), the collection is extended WKB, with the EPSG code after its type.
    ///
    /// ```
    /// use transect_draw::{Drawing, Item};
    /// let triangle = Item {
    ///     loops: vec![vec![[0.0, 0.0], [4.0, 0.0], [0.0, 0.3]]],
    ///     polygons: vec![(0, vec![])],
    ///     ..Item::default()
    /// };
    /// let mut wkb = Vec::new();
    /// let drawing = Drawing { items: vec![triangle], ..Drawing::default() };
    /// drawing.features().write_wkb(&mut wkb)?;
    /// // A collection of one: a multipolygon of one polygon of one ring of four points.
    /// assert_eq!(wkb[..9], [1, 7, 0, 0, 0, 1, 0, 0, 0]);
    /// assert_eq!(wkb.len(), 9 + 9 + 9 + 4 + 4 * 16);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of the writer, and an error if a count exceeds the 32 bits of WKB.
    pub fn write_wkb(&self, writer: &mut impl Write) -> io::Result<()> {
        let items = &self.drawing.items;
        let form = Form {
            crs: self.drawing.crs,
            height: None,
        };
        form.begin(writer, items.len())?;
        self.objects()
            .try_for_each(|(item, areas)| form.object(writer, &areas.polygons, &self.lines(item)))
    }
}
