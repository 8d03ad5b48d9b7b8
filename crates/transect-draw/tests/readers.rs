//! Readers for sections, built on independent libraries: the `dxf`, `geojson`, `wkb` and `wkt` crates.

use dxf::entities::EntityType;
use geo_traits::{
    CoordTrait, GeometryCollectionTrait, GeometryTrait, GeometryType, LineStringTrait,
    MultiLineStringTrait, MultiPolygonTrait, PolygonTrait,
};
use geojson::{Feature, FeatureCollection, GeometryValue};
use wkt::Wkt;

/// A closed or open polyline of a DXF file.
pub(crate) struct Polyline {
    pub(crate) layer: String,
    pub(crate) is_closed: bool,
    pub(crate) points: Vec<[f64; 2]>,
}

/// The content of a GeoJSON feature or of a line of WKT. Rings are stored as read: the last point repeats the first.
#[derive(Default)]
pub(crate) struct Shape {
    pub(crate) name: String,
    pub(crate) polygons: Vec<Vec<Vec<[f64; 2]>>>,
    pub(crate) lines: Vec<Vec<[f64; 2]>>,
}

impl Shape {
    /// Returns the total area of the polygons without their holes.
    pub(crate) fn area(&self) -> f64 {
        self.polygons
            .iter()
            .flatten()
            .fold(0.0, |sum, ring| sum + area(ring))
    }

    /// Asserts that rings are closed, outer rings counter-clockwise and holes clockwise.
    pub(crate) fn assert_rings(&self) {
        for polygon in &self.polygons {
            for (place, ring) in polygon.iter().enumerate() {
                assert!(ring.len() >= 4, "{}", self.name);
                assert_eq!(ring.first(), ring.last(), "{}", self.name);
                let signed = area(ring);
                assert!(
                    if place == 0 {
                        signed >= 0.0
                    } else {
                        signed <= 0.0
                    },
                    "ring {place} of {} has the area {signed}",
                    self.name
                );
            }
        }
    }
}

/// Returns the signed area of a ring. The first point may be repeated at the end.
pub(crate) fn area(ring: &[[f64; 2]]) -> f64 {
    let [x, y] = ring[0];
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).fold(0.0, |sum, (a, b)| {
        sum + ((a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y)) / 2.0
    })
}

pub(crate) fn assert_near(one: f64, other: f64, what: &str) {
    let difference = (one - other).abs();
    assert!(
        difference <= 1e-9 * one.abs().max(other.abs()),
        "{what}: {one} and {other}"
    );
}

pub(crate) fn dxf_drawing(text: &[u8]) -> dxf::Drawing {
    let mut bytes = text;
    dxf::Drawing::load(&mut bytes).expect("DXF")
}

pub(crate) fn polylines(drawing: &dxf::Drawing) -> Vec<Polyline> {
    let entities = drawing.entities();
    entities
        .filter_map(|entity| match &entity.specific {
            EntityType::LwPolyline(polyline) => Some(Polyline {
                layer: entity.common.layer.clone(),
                is_closed: polyline.flags & 1 == 1,
                points: polyline.vertices.iter().map(|v| [v.x, v.y]).collect(),
            }),
            // The names and areas of rooms. The reader skips hatches, which it does not know.
            EntityType::Text(_) => None,
            other => panic!("{other:?} is no polyline"),
        })
        .collect()
}

pub(crate) fn features(text: &str) -> (FeatureCollection, Vec<Shape>) {
    let collection: FeatureCollection = text.parse().expect("GeoJSON");
    let shapes = collection.features.iter().map(shape).collect();
    (collection, shapes)
}

/// Returns one shape per object: the lines of an object with polygons are a feature of their own, after that of the
/// polygons.
pub(crate) fn objects(features: Vec<Shape>) -> Vec<Shape> {
    let mut objects: Vec<Shape> = Vec::new();
    for shape in features {
        match objects.last_mut() {
            Some(last)
                if last.name == shape.name
                    && !last.polygons.is_empty()
                    && last.lines.is_empty()
                    && shape.polygons.is_empty()
                    && !shape.lines.is_empty() =>
            {
                last.lines = shape.lines;
            }
            _ => objects.push(shape),
        }
    }
    objects
}

fn shape(feature: &Feature) -> Shape {
    let name = feature
        .property("name")
        .and_then(|name| name.as_str())
        .expect("a name");
    let mut shape = Shape {
        name: name.into(),
        ..Shape::default()
    };
    if let Some(geometry) = &feature.geometry {
        add_geojson(&geometry.value, &mut shape);
    }
    shape
}

fn add_geojson(geometry: &GeometryValue, shape: &mut Shape) {
    let points =
        |line: &Vec<geojson::Position>| line.iter().map(|p| [p[0], p[1]]).collect::<Vec<_>>();
    match geometry {
        GeometryValue::MultiPolygon { coordinates } => {
            let polygons = coordinates.iter();
            shape
                .polygons
                .extend(polygons.map(|rings| rings.iter().map(points).collect()));
        }
        GeometryValue::MultiLineString { coordinates } => {
            shape.lines.extend(coordinates.iter().map(points));
        }
        GeometryValue::GeometryCollection { geometries } => {
            geometries
                .iter()
                .for_each(|geometry| add_geojson(&geometry.value, shape));
        }
        other => panic!("{other:?}"),
    }
}

/// Returns the shape of each line of a WKT table. Names stay escaped.
pub(crate) fn wkt_shapes(text: &str) -> Vec<Shape> {
    let lines = text.lines();
    lines
        .map(|line| {
            let (name, geometry) = line.split_once('\t').expect("two columns");
            let mut shape = Shape {
                name: name.into(),
                ..Shape::default()
            };
            add_wkt(&geometry.parse().expect("WKT"), &mut shape);
            shape
        })
        .collect()
}

fn add_wkt(geometry: &Wkt<f64>, shape: &mut Shape) {
    let points = |line: &wkt::types::LineString<f64>| {
        let coords = line.coords().iter();
        coords.map(|c| [c.x, c.y]).collect::<Vec<_>>()
    };
    match geometry {
        Wkt::MultiPolygon(multi) => {
            let polygons = multi.polygons().iter();
            shape
                .polygons
                .extend(polygons.map(|polygon| polygon.rings().iter().map(points).collect()));
        }
        Wkt::MultiLineString(multi) => {
            shape.lines.extend(multi.line_strings().iter().map(points));
        }
        Wkt::GeometryCollection(collection) => {
            for geometry in collection.geometries() {
                add_wkt(geometry, shape);
            }
        }
        other => panic!("{other:?}"),
    }
}

/// Returns the shape of each member of a WKB collection, which has no names.
pub(crate) fn wkb_shapes(bytes: &[u8]) -> Vec<Shape> {
    let collection = wkb::reader::read_wkb(bytes).expect("WKB");
    let GeometryType::GeometryCollection(collection) = collection.as_type() else {
        panic!("no collection");
    };
    let members = collection.geometries();
    members
        .map(|geometry| {
            let mut shape = Shape::default();
            add_wkb(&geometry, &mut shape);
            shape
        })
        .collect()
}

fn add_wkb(geometry: &impl GeometryTrait<T = f64>, shape: &mut Shape) {
    match geometry.as_type() {
        GeometryType::MultiPolygon(multi) => {
            let polygons = multi.polygons().map(|polygon| {
                let rings = polygon.exterior().into_iter().chain(polygon.interiors());
                rings.map(|ring| coordinates(&ring)).collect()
            });
            shape.polygons.extend(polygons);
        }
        GeometryType::MultiLineString(multi) => {
            let lines = multi.line_strings().map(|line| coordinates(&line));
            shape.lines.extend(lines);
        }
        GeometryType::GeometryCollection(collection) => {
            for geometry in collection.geometries() {
                add_wkb(&geometry, shape);
            }
        }
        _ => panic!("neither polygons nor lines"),
    }
}

fn coordinates(line: &impl LineStringTrait<T = f64>) -> Vec<[f64; 2]> {
    line.coords().map(|coord| [coord.x(), coord.y()]).collect()
}
