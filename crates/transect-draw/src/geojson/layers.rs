//! Layers as GeoJSON: polygons with a height, or contour lines with an elevation.

use std::io::{self, Write};

use serde::Serialize;

use crate::corners::CollinearPoints;
use crate::drawing::{Drawing, Item};
use crate::geojson::feature::{Frame, begin, features, note};
use crate::rings::Points;

/// The geometry of layers in GeoJSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LayerGeometry {
    /// The features of each object and layer, with the object's section as valid polygons. They are like those of
    /// [`Features::write_geojson`](crate::Features::write_geojson), but with the property `height` and without `id`.
    #[default]
    Polygons,
    /// Contour lines: one `LineString` per loop and per open chain, with the property `elevation`. The property
    /// `closed` is true for loops. The first point of a loop is repeated at the end.
    Contours,
}

/// Writes layers as a GeoJSON `FeatureCollection`, one after another.
///
/// Coordinates are those of the planes, with all of their digits. The member `layers` states the source, the unit, and
/// the frame of the first layer: its origin and the directions of its two axes in space. The frames of the other layers
/// have the same directions, and their origins are shifted along the normal to the heights of these layers. The
/// coordinate reference system is that of the first drawing.
///
/// ```
/// use transect_draw::{Drawing, GeoJsonLayers, Item, LayerGeometry};
/// let ridge = Item {
///     name: "terrain".into(),
///     chains: vec![vec![[0.0, 1.0], [2.0, 1.5]]],
///     ..Item::default()
/// };
/// let drawing = Drawing { items: vec![ridge], ..Drawing::default() };
/// let mut file = Vec::new();
/// let mut layers = GeoJsonLayers::new(&mut file, LayerGeometry::Contours);
/// layers.add(500.0, &drawing)?;
/// layers.finish()?;
/// let json: serde_json::Value = serde_json::from_slice(&file)?;
/// assert_eq!(json["features"][0]["properties"]["elevation"], 500.0);
/// assert_eq!(json["features"][0]["geometry"]["type"], "LineString");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct GeoJsonLayers<W: Write> {
    writer: W,
    geometry: LayerGeometry,
    /// `true` after the beginning of the collection is written.
    begun: bool,
    /// `true` after the first feature is written.
    has_features: bool,
}

/// The description of the layers in the file, as a foreign member (RFC 7946, section 6.1).
#[derive(Serialize)]
struct About<'a> {
    note: &'static str,
    source: &'a str,
    unit: Option<&'a str>,
    axes: &'a [String; 2],
    first_height: Option<f64>,
    frame: Option<Frame>,
}

#[derive(Serialize)]
struct Contour<'a> {
    r#type: &'static str,
    properties: ContourProperties<'a>,
    geometry: Line,
}

#[derive(Serialize)]
struct ContourProperties<'a> {
    name: &'a str,
    class: &'a str,
    index: usize,
    elevation: f64,
    closed: bool,
}

#[derive(Serialize)]
struct Line {
    r#type: &'static str,
    coordinates: Points,
}

impl<W: Write> GeoJsonLayers<W> {
    /// Creates a writer of a file, without layers so far.
    pub fn new(writer: W, geometry: LayerGeometry) -> Self {
        Self {
            writer,
            geometry,
            begun: false,
            has_features: false,
        }
    }

    /// Writes the features of a layer.
    ///
    /// # Errors
    /// Returns an error if the height is not finite. Also returns the errors of the writer.
    pub fn add(&mut self, height: f64, drawing: &Drawing) -> io::Result<()> {
        if !height.is_finite() {
            let message = format!("{height} is not a height");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        // Adding zero turns −0 into 0.
        let height = height + 0.0;
        self.begin(drawing, Some(height))?;
        match self.geometry {
            LayerGeometry::Polygons => {
                let all = drawing.features();
                all.objects()
                    .flat_map(|(item, areas)| features(item, areas, all.lines(item), Some(height)))
                    .try_for_each(|feature| self.write(&feature))
            }
            LayerGeometry::Contours => drawing
                .items
                .iter()
                .try_for_each(|item| self.contours(item, drawing.collinear, height)),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn finish(mut self) -> io::Result<()> {
        self.begin(&Drawing::default(), None)?;
        self.writer.write_all(b"\n]}\n")?;
        self.writer.flush()
    }

    /// Writes the beginning of the collection, unless it was written before.
    fn begin(&mut self, drawing: &Drawing, first_height: Option<f64>) -> io::Result<()> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        begin(&mut self.writer, drawing.crs)?;
        self.writer.write_all(b"\"layers\":")?;
        let about = About {
            note: note(drawing.crs),
            source: &drawing.title,
            unit: drawing.unit.as_deref(),
            axes: &drawing.axes,
            first_height,
            frame: Frame::of(drawing),
        };
        serde_json::to_writer(&mut self.writer, &about)?;
        self.writer.write_all(b",\n\"features\":[")
    }

    fn contours(
        &mut self,
        item: &Item,
        collinear: CollinearPoints,
        elevation: f64,
    ) -> io::Result<()> {
        item.contours(collinear)
            .try_for_each(|(coordinates, closed)| {
                self.write(&Contour {
                    r#type: "Feature",
                    properties: ContourProperties {
                        name: &item.name,
                        class: item.class(),
                        index: item.index,
                        elevation,
                        closed,
                    },
                    geometry: Line {
                        r#type: "LineString",
                        coordinates,
                    },
                })
            })
    }

    fn write(&mut self, feature: &impl Serialize) -> io::Result<()> {
        let separator = if self.has_features { ",\n" } else { "\n" };
        self.has_features = true;
        self.writer.write_all(separator.as_bytes())?;
        serde_json::to_writer(&mut self.writer, feature)?;
        Ok(())
    }
}
