//! The section as GeoJSON (RFC 7946). Unlike in the RFC, coordinates are not longitudes and latitudes.

use std::io::{self, Write};

use serde::Serialize;

use crate::drawing::{Drawing, Item};
use crate::rings::Points;

/// The description of the section in the file, as a foreign member (RFC 7946, section 6.1).
#[derive(Serialize)]
struct About<'a> {
    note: &'static str,
    source: &'a str,
    plane: &'a str,
    unit: Option<&'a str>,
    axes: &'a [String; 2],
    frame: Option<Frame>,
}

/// The frame of the coordinates: the point (a, b) of the drawing is at origin + a u + b v in space.
#[derive(Serialize)]
struct Frame {
    origin: [f64; 3],
    u: [f64; 3],
    v: [f64; 3],
}

#[derive(Serialize)]
struct Feature<'a> {
    r#type: &'static str,
    id: usize,
    properties: Properties<'a>,
    geometry: Option<Geometry>,
}

#[derive(Serialize)]
struct Properties<'a> {
    name: &'a str,
    class: &'a str,
    index: usize,
    area: f64,
    open: bool,
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum Geometry {
    MultiPolygon {
        coordinates: Vec<Vec<Points>>,
    },
    MultiLineString {
        coordinates: Vec<Points>,
    },
    #[serde(rename = "GeometryCollection")]
    Collection {
        geometries: Vec<Geometry>,
    },
}

impl Drawing {
    /// Writes the section as a GeoJSON `FeatureCollection`: one feature per object, one line per feature, with the
    /// properties `name`, `class`, `index`, `area` and `open`.
    ///
    /// The geometry is a `MultiPolygon`, with outer rings counter-clockwise and holes clockwise. Open chains turn it
    /// into a `GeometryCollection` with a `MultiLineString`. Without polygons and lines it is null. Polygons of one
    /// object touch or overlap where its bodies do; they are not united. Coordinates are those of the plane, with all
    /// of their digits, and **not** longitudes and latitudes. The member `section` states this, with the plane, the
    /// unit and the frame.
    ///
    /// ```
    /// use transect_draw::Drawing;
    /// let mut json = Vec::new();
    /// Drawing { plane: "z = 1.2".into(), ..Drawing::default() }.write_geojson(&mut json)?;
    /// let json: serde_json::Value = serde_json::from_slice(&json)?;
    /// assert_eq!(json["section"]["plane"], "z = 1.2");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn write_geojson(&self, writer: &mut impl Write) -> io::Result<()> {
        let about = About {
            note: "coordinates in the plane of the section, not longitudes and latitudes",
            source: &self.title,
            plane: &self.plane,
            unit: self.unit.as_deref(),
            axes: &self.axes,
            frame: self.frame.map(|frame| {
                // Adding zero removes negative zeros, as for the points.
                let [origin, u, v] = frame.map(|direction| direction.map(|value| value + 0.0));
                Frame { origin, u, v }
            }),
        };
        writer.write_all(b"{\"type\":\"FeatureCollection\",\n\"section\":")?;
        serde_json::to_writer(&mut *writer, &about)?;
        writer.write_all(b",\n\"features\":[")?;
        for (index, item) in self.items.iter().enumerate() {
            writer.write_all(if index > 0 { b",\n" } else { b"\n" })?;
            serde_json::to_writer(&mut *writer, &feature(item))?;
        }
        writer.write_all(b"\n]}\n")
    }
}

fn feature(item: &Item) -> Feature<'_> {
    Feature {
        r#type: "Feature",
        id: item.index,
        properties: Properties {
            name: &item.name,
            class: item.class(),
            index: item.index,
            area: item.area,
            open: !item.chains.is_empty(),
        },
        geometry: geometry(item),
    }
}

fn geometry(item: &Item) -> Option<Geometry> {
    let areas = Some(item.rings()).filter(|polygons| !polygons.is_empty());
    let areas = areas.map(|coordinates| Geometry::MultiPolygon { coordinates });
    let lines = Some(item.lines()).filter(|lines| !lines.is_empty());
    let lines = lines.map(|coordinates| Geometry::MultiLineString { coordinates });
    match (areas, lines) {
        (Some(areas), Some(lines)) => Some(Geometry::Collection {
            geometries: vec![areas, lines],
        }),
        (areas, lines) => areas.or(lines),
    }
}
