//! GeoJSON features: objects with their properties and their geometry.

use std::io::{self, Write};

use serde::Serialize;

use crate::crs::Crs;
use crate::drawing::{Drawing, Item};
use crate::polygons::Polygons;
use crate::rings::{Points, Rings};

/// The frame of the coordinates. The point with the coordinates (a, b) in the drawing is at origin + a·u + b·v in
/// space.
#[derive(Serialize)]
pub(super) struct Frame {
    origin: [f64; 3],
    u: [f64; 3],
    v: [f64; 3],
}

#[derive(Serialize)]
pub(super) struct Feature<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    properties: Properties<'a>,
    geometry: Option<Geometry<'a>>,
}

#[derive(Clone, Copy, Serialize)]
struct Properties<'a> {
    name: &'a str,
    class: &'a str,
    index: usize,
    /// The height of the layer; `None` if the file holds a single section.
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<f64>,
    area: f64,
    /// `None` if it equals `area`.
    #[serde(skip_serializing_if = "Option::is_none")]
    signed_area: Option<f64>,
    open: bool,
    united: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    displacement: Option<f64>,
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum Geometry<'a> {
    MultiPolygon { coordinates: &'a [Rings] },
    MultiLineString { coordinates: Vec<Points> },
}

impl Frame {
    pub(super) fn of(drawing: &Drawing) -> Option<Self> {
        let frame = drawing.frame?;
        // Adding zero turns −0 into 0. The function `plain` does the same for the points of the geometry.
        let [origin, u, v] = frame.map(|direction| direction.map(|value| value + 0.0));
        Some(Self { origin, u, v })
    }
}

pub(super) fn note(crs: Option<Crs>) -> &'static str {
    match crs {
        Some(_) => "coordinates in the plane of the section",
        None => "coordinates in the plane of the section, not longitudes and latitudes",
    }
}

/// Writes the beginning of a `FeatureCollection`, with the name of the coordinate reference system if there is one.
pub(super) fn begin(writer: &mut impl Write, crs: Option<Crs>) -> io::Result<()> {
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

/// Returns the features of an object: one with its polygons, and a further one with its lines if it has both, because
/// map software draws no collection of areas and lines. `height` is the height of the layer, or `None` in a file of one
/// section.
pub(super) fn features<'a>(
    item: &'a Item,
    areas: &'a Polygons,
    lines: Vec<Points>,
    height: Option<f64>,
) -> impl Iterator<Item = Feature<'a>> {
    let polygons = Some(&*areas.polygons).filter(|polygons| !polygons.is_empty());
    let polygons = polygons.map(|coordinates| Geometry::MultiPolygon { coordinates });
    let lines = Some(lines).filter(|lines| !lines.is_empty());
    let lines = lines.map(|coordinates| Geometry::MultiLineString { coordinates });
    let (first, second) = match polygons {
        Some(polygons) => (Some(polygons), lines),
        None => (lines, None),
    };
    let properties = Properties {
        name: &item.name,
        class: item.class(),
        index: item.index,
        height,
        area: item.area,
        signed_area: item.signed_area,
        open: !item.chains.is_empty(),
        united: areas.is_union,
        displacement: (areas.is_union || areas.displacement > 0.0).then_some(areas.displacement),
    };
    let lines = second.map(|lines| Feature {
        r#type: "Feature",
        // The feature with the polygons has the index of the object as its id. An id must be unique.
        id: None,
        properties: Properties {
            // The area is that of the other feature, so that areas of features can be added up.
            area: 0.0,
            signed_area: None,
            united: false,
            displacement: None,
            ..properties
        },
        geometry: Some(lines),
    });
    let object = Feature {
        r#type: "Feature",
        // In a file of layers, an object has one feature per layer, so its index would not be a unique id.
        id: height.is_none().then_some(item.index),
        properties,
        geometry: first,
    };
    [object].into_iter().chain(lines)
}
