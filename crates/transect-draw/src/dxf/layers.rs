//! Layers as DXF: one DXF layer per height.

use std::io::{self, Write};

use crate::corners::corners;
use crate::drawing::Drawing;
use crate::dxf::names::Names;
use crate::dxf::tags::{LayerEntry, OBJECTS, Tags, header};

/// A handle (object identifier in DXF) above those of all entities. The header needs such a handle, and is written
/// before the number of entities is known.
const SEED: usize = 0x4000_0000;

/// The part of a DXF file that is written before the first layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DxfLayersHeader {
    /// The unit of length, such as `m`.
    pub unit: Option<String>,
    /// The least and the greatest coordinates of all layers: two coordinates in the plane, and the height.
    pub bounds: [[f64; 3]; 2],
    /// The heights of the layers.
    pub heights: Vec<f64>,
}

/// Writes layers as DXF (AutoCAD 2000, ASCII), one after another.
///
/// Each height has a DXF layer, named `height 1.2` for the height 1.2. Each loop is a closed polyline on this layer,
/// and each open chain is an open polyline. The elevation of a polyline is the height. Its two coordinates per point
/// are those in the plane, with all of their digits. A point that lies exactly on the straight line between its two
/// neighbours is left out.
///
/// ```
/// use transect_draw::{Drawing, DxfLayers, DxfLayersHeader, Item};
/// let square = Item {
///     loops: vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]],
///     ..Item::default()
/// };
/// let drawing = Drawing { items: vec![square], ..Drawing::default() };
/// let mut file = Vec::new();
/// let mut layers = DxfLayers::new(&mut file, DxfLayersHeader {
///     bounds: [[0.0, 0.0, 1.2], [1.0, 1.0, 1.2]],
///     heights: vec![1.2],
///     ..DxfLayersHeader::default()
/// })?;
/// layers.add(1.2, &drawing)?;
/// layers.finish()?;
/// // Group 38 is the elevation.
/// assert!(String::from_utf8_lossy(&file).contains("\nheight 1.2\n100\nAcDbPolyline\n90\n4\n70\n1\n38\n1.2\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct DxfLayers<W: Write> {
    writer: W,
    /// The heights of the layers not yet added, in reverse order, each with the name of its DXF layer.
    coming: Vec<(f64, String)>,
    next_handle: usize,
}

impl<W: Write> DxfLayers<W> {
    /// Writes the header and the tables.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn new(mut writer: W, file: DxfLayersHeader) -> io::Result<Self> {
        let mut names = Names::new();
        let names = file.heights.iter().map(|height| {
            // Adding zero turns −0 into 0.
            let height = height + 0.0;
            (height, names.free(&format!("height {height}"), ""))
        });
        let mut coming: Vec<(f64, String)> = names.collect();
        let mut tags = Tags::new();
        let layers = coming.iter().map(|(_, name)| LayerEntry::plain(name));
        tags.tables(&file.bounds, layers);
        tags.lines("0=SECTION|2=ENTITIES");
        header(file.unit.as_deref(), &file.bounds, SEED).write_to(&mut writer)?;
        tags.write_to(&mut writer)?;
        coming.reverse();
        Ok(Self {
            writer,
            coming,
            next_handle: tags.next_handle,
        })
    }

    /// Writes the polylines of the next layer.
    ///
    /// # Errors
    /// Returns an error if the height is not that of the next layer in the header, or if the file has more than about a
    /// billion polylines. Also returns the errors of the writer.
    pub fn add(&mut self, height: f64, drawing: &Drawing) -> io::Result<()> {
        let next = self.coming.pop();
        let Some((height, name)) = next.filter(|(next, _)| *next == height) else {
            let message = format!("{height} is not the next height in the header of the DXF file");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        };
        let mut tags = Tags::new();
        tags.next_handle = self.next_handle;
        for item in &drawing.items {
            for points in &item.loops {
                let points: Vec<_> = corners(points, true, drawing.collinear).collect();
                tags.polyline(&name, &points, true, Some(height));
            }
            for chain in &item.chains {
                let points: Vec<_> = corners(chain, false, drawing.collinear).collect();
                tags.polyline(&name, &points, false, Some(height));
            }
        }
        if tags.next_handle > SEED {
            return Err(io::Error::other("too many polylines for one DXF file"));
        }
        self.next_handle = tags.next_handle;
        tags.write_to(&mut self.writer)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Returns an error if a layer of the header was not added. Also returns the errors of the writer.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.coming.is_empty() {
            let message = format!("{} layers of the DXF file are missing", self.coming.len());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let mut tags = Tags::new();
        tags.lines("0=ENDSEC");
        tags.lines(OBJECTS);
        tags.write_to(&mut self.writer)?;
        self.writer.flush()
    }
}
