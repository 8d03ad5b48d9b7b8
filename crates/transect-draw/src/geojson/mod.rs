//! The section as GeoJSON (RFC 7946). Unlike in the RFC, coordinates are not longitudes and latitudes.

mod layers;

use std::io::{self, Write};

use serde::Serialize;

use crate::crs::Crs;
use crate::drawing::{Drawing, Item};
use crate::features::Features;
use crate::polygons::{Polygons, Union};
use crate::rings::{Points, Rings};

pub use layers::{GeoJsonLayers, LayerGeometry};

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

/// The frame of the coordinates. The point with the coordinates (a, b) in the drawing is at origin + a·u + b·v in
/// space.
#[derive(Serialize)]
struct Frame {
    origin: [f64; 3],
    u: [f64; 3],
    v: [f64; 3],
}

#[derive(Serialize)]
struct Feature<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    properties: Properties<'a>,
    geometry: Option<Geometry<'a>>,
}

#[derive(Serialize)]
struct Properties<'a> {
    name: &'a str,
    class: &'a str,
    index: usize,
    /// The height of the layer; `None` if the file holds a single section.
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<f64>,
    area: f64,
    open: bool,
    united: bool,
    united_area: Option<f64>,
    displacement: Option<f64>,
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum Geometry<'a> {
    MultiPolygon {
        coordinates: &'a [Rings],
    },
    MultiLineString {
        coordinates: Vec<Points>,
    },
    #[serde(rename = "GeometryCollection")]
    Collection {
        geometries: Vec<Geometry<'a>>,
    },
}

impl Features<'_> {
    /// Writes the section as a GeoJSON `FeatureCollection`: one feature per object, one line per feature, with the
    /// properties `name`, `class`, `index`, `area`, `open`, `united`, `united_area` and `displacement`.
    ///
    /// The geometry is a `MultiPolygon`, with outer rings counter-clockwise and holes clockwise. Open chains are a
    /// `MultiLineString`. An object with polygons and open chains has a `GeometryCollection`; the geometry of an object
    /// without polygons and chains is null. Coordinates are those of the plane, with all of their digits, and **not**
    /// longitudes and latitudes. The member `section` states this, with the plane, the unit and the frame. With
    /// [`Drawing::crs`](crate::Drawing::crs), the member `crs` of the GeoJSON specification of 2008 names the
    /// coordinate reference system; RFC 7946 dropped it, but map software reads it.
    ///
    /// Every geometry is valid in the sense of OGC 06-103r4. If the bodies of an object overlap or share edges, the
    /// polygons are the union of the bodies. Then `united` is true, `area` is still the sum of the areas of the bodies,
    /// and `united_area` is the area of the polygons. `displacement` is the largest distance of a written vertex from
    /// [`Item::loops`]. It is zero unless loops cross.
    ///
    /// ```
    /// use transect_draw::Drawing;
    /// let mut json = Vec::new();
    /// let drawing = Drawing { plane: "z = 1.2".into(), ..Drawing::default() };
    /// drawing.features().write_geojson(&mut json)?;
    /// let json: serde_json::Value = serde_json::from_slice(&json)?;
    /// assert_eq!(json["section"]["plane"], "z = 1.2");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn write_geojson(&self, writer: &mut impl Write) -> io::Result<()> {
        let drawing = self.drawing;
        let about = About {
            note: note(drawing.crs),
            source: &drawing.title,
            plane: &drawing.plane,
            unit: drawing.unit.as_deref(),
            axes: &drawing.axes,
            frame: Frame::of(drawing),
        };
        begin(writer, drawing.crs)?;
        writer.write_all(b"\"section\":")?;
        serde_json::to_writer(&mut *writer, &about)?;
        writer.write_all(b",\n\"features\":[")?;
        for (index, (item, areas)) in self.objects().enumerate() {
            writer.write_all(if index > 0 { b",\n" } else { b"\n" })?;
            serde_json::to_writer(&mut *writer, &feature(item, areas, None))?;
        }
        writer.write_all(b"\n]}\n")
    }
}

impl Frame {
    fn of(drawing: &Drawing) -> Option<Self> {
        let frame = drawing.frame?;
        // Adding zero turns −0 into 0. The function `plain` does the same for the points of the geometry.
        let [origin, u, v] = frame.map(|direction| direction.map(|value| value + 0.0));
        Some(Self { origin, u, v })
    }
}

fn note(crs: Option<Crs>) -> &'static str {
    match crs {
        Some(_) => "coordinates in the plane of the section",
        None => "coordinates in the plane of the section, not longitudes and latitudes",
    }
}

/// Writes the beginning of a collection, and the name of the coordinate reference system.
fn begin(writer: &mut impl Write, crs: Option<Crs>) -> io::Result<()> {
    writer.write_all(b"{\"type\":\"FeatureCollection\",\n")?;
    if let Some(crs) = crs {
        let name = crs.urn();
        write!(
            writer,
            r#""crs":{{"type":"name","properties":{{"name":"{name}"}}}},"#
        )?;
        writer.write_all(b"\n")?;
    }
    Ok(())
}

/// Returns the feature of an object. `height` is the height of its layer, or `None` in a file of one section.
fn feature<'a>(item: &'a Item, areas: &'a Polygons, height: Option<f64>) -> Feature<'a> {
    let union = areas.union;
    Feature {
        r#type: "Feature",
        // An object has one feature per layer, so its index identifies it only in a file of one section.
        id: height.is_none().then_some(item.index),
        properties: Properties {
            name: &item.name,
            class: item.class(),
            index: item.index,
            height,
            area: item.area,
            open: !item.chains.is_empty(),
            united: union.is_some(),
            united_area: union.map(|Union { area, .. }| area),
            displacement: union.map(|Union { displacement, .. }| displacement),
        },
        geometry: geometry(&areas.polygons, item.lines()),
    }
}

fn geometry(polygons: &[Rings], lines: Vec<Points>) -> Option<Geometry<'_>> {
    let areas = Some(polygons).filter(|polygons| !polygons.is_empty());
    let areas = areas.map(|coordinates| Geometry::MultiPolygon { coordinates });
    let lines = Some(lines).filter(|lines| !lines.is_empty());
    let lines = lines.map(|coordinates| Geometry::MultiLineString { coordinates });
    match (areas, lines) {
        (Some(areas), Some(lines)) => Some(Geometry::Collection {
            geometries: vec![areas, lines],
        }),
        (areas, lines) => areas.or(lines),
    }
}
