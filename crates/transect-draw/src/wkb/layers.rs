//! Layers as well-known binary (WKB). The third coordinate of each point is the height.

use std::io::{self, Write};

use crate::crs::Crs;
use crate::drawing::Drawing;
use crate::wkb::form::{COLLECTION, Form};

/// Writes layers as one little-endian WKB `GEOMETRYCOLLECTION Z`, one after another.
///
/// The n-th member is the n-th layer: a `GEOMETRYCOLLECTION Z` with one member per object, as
/// [`Features::write_wkb`](crate::Features::write_wkb) writes it. The first two coordinates of a point are those of the
/// plane, and the third is the height of the layer.
///
/// ```
/// use transect_draw::{Drawing, Item, WkbLayers};
/// let triangle = Item {
///     loops: vec![vec![[0.0, 0.0], [4.0, 0.0], [0.0, 0.3]]],
///     polygons: vec![(0, vec![])],
///     ..Item::default()
/// };
/// let drawing = Drawing { items: vec![triangle], ..Drawing::default() };
/// let mut file = Vec::new();
/// let mut layers = WkbLayers::new(&mut file, 1, None)?;
/// layers.add(1.2, &drawing)?;
/// layers.finish()?;
/// // A collection (type 7 + 1000) of one layer; a collection of one object; four points of three coordinates.
/// assert_eq!(file[..9], [1, 0xEF, 3, 0, 0, 1, 0, 0, 0]);
/// assert_eq!(file.len(), 9 + 9 + 9 + 9 + 4 + 4 * 24);
/// assert_eq!(file[file.len() - 8..], 1.2_f64.to_le_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WkbLayers<W: Write> {
    writer: W,
    crs: Option<Crs>,
    /// The number of layers that are still to be added.
    missing: usize,
}

impl<W: Write> WkbLayers<W> {
    /// Writes the beginning of a file with this number of layers. With a coordinate reference system, the file is
    /// extended WKB, with the EPSG code after the type of the collection.
    ///
    /// # Errors
    /// Returns the errors of the writer, and an error if the number of layers exceeds the 32 bits of WKB.
    pub fn new(mut writer: W, layers: usize, crs: Option<Crs>) -> io::Result<Self> {
        let height = Some(0.0);
        Form { crs, height }.begin(&mut writer, layers)?;
        Ok(Self {
            writer,
            crs,
            missing: layers,
        })
    }

    /// Writes a layer.
    ///
    /// # Errors
    /// Returns an error if all layers were added, or if a count exceeds the 32 bits of WKB. Also returns the errors of
    /// the writer.
    pub fn add(&mut self, height: f64, drawing: &Drawing) -> io::Result<()> {
        let Some(missing) = self.missing.checked_sub(1) else {
            let message = "the WKB file has all of its layers already";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        };
        self.missing = missing;
        let form = Form {
            crs: self.crs,
            // Adding zero turns −0 into 0.
            height: Some(height + 0.0),
        };
        form.head(&mut self.writer, COLLECTION, drawing.items.len())?;
        let features = drawing.features();
        features.objects().try_for_each(|(item, areas)| {
            form.object(&mut self.writer, &areas.polygons, &features.lines(item))
        })
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Returns an error if a layer was not added. Also returns the errors of the writer.
    pub fn finish(mut self) -> io::Result<()> {
        if self.missing > 0 {
            let message = format!("{} layers of the WKB file are missing", self.missing);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        self.writer.flush()
    }
}
