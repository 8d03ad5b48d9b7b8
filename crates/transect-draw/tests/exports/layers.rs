//! Tests of layers as DXF, GeoJSON and WKB, which independent libraries read.

use dxf::entities::EntityType;
use geo_traits::{
    CoordTrait, GeometryCollectionTrait, GeometryTrait, GeometryType, LineStringTrait,
    MultiLineStringTrait, MultiPolygonTrait, PolygonTrait,
};
use geojson::GeometryValue;
use transect_draw::{
    Drawing, DxfLayers, DxfLayersHeader, GeoJsonLayers, Item, LayerGeometry, WkbLayers,
};

use super::{THIRD, geojson, rectangle, reversed, storey};
use crate::readers::{dxf_drawing, features};

const HEIGHTS: [f64; 3] = [-0.5, 0.1, 1e21];

/// Returns the drawing of a layer: a ring and an open chain, which differ from layer to layer.
fn layer(index: usize) -> Drawing {
    let size = 2.0 + index as f64;
    let ring = Item {
        name: "Ring/r".into(),
        index: 4,
        loops: vec![
            rectangle(0.0, 0.0, size + THIRD, size),
            reversed(rectangle(0.5, 0.5, 1.0, 1.0)),
        ],
        polygons: vec![(0, vec![1])],
        area: (size + THIRD) * size - 0.25,
        ..Item::default()
    };
    let rail = Item {
        name: "Rail".into(),
        index: 9,
        chains: vec![vec![[-1.0, 0.0], [-1.0, 0.0], [-2.0, THIRD]]],
        ..Item::default()
    };
    Drawing {
        title: "ring.stl".into(),
        unit: Some("mm".into()),
        frame: Some([[0.0, 0.0, HEIGHTS[index]], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
        items: vec![ring, rail],
        ..Drawing::default()
    }
}

fn dxf_header() -> DxfLayersHeader {
    DxfLayersHeader {
        unit: Some("mm".into()),
        bounds: [[-2.0, 0.0, -0.5], [4.0 + THIRD, 4.0, 1e21]],
        heights: HEIGHTS.to_vec(),
    }
}

#[test]
fn dxf_has_a_layer_and_an_elevation_per_height() {
    let mut file = Vec::new();
    let mut layers = DxfLayers::new(&mut file, dxf_header()).expect("memory does not fail");
    for (index, height) in HEIGHTS.into_iter().enumerate() {
        layers.add(height, &layer(index)).expect("the next height");
    }
    layers.finish().expect("all layers");
    let read = dxf_drawing(&file);
    let names = ["height -0.5", "height 0.1", "height 1000000000000000000000"];
    let mut layers: Vec<&str> = read.layers().map(|layer| layer.name.as_str()).collect();
    layers.sort_unstable();
    assert_eq!(layers, ["0", names[0], names[1], names[2]]);
    assert_eq!(read.header.maximum_drawing_extents.z, 1e21);
    let mut entities = read.entities();
    for (index, height) in HEIGHTS.into_iter().enumerate() {
        for item in layer(index).items {
            let loops = item.loops.into_iter().map(|points| (points, true));
            let chains = item.chains.into_iter().map(|points| (points, false));
            for (points, is_closed) in loops.chain(chains) {
                let entity = entities.next().expect("a polyline");
                assert_eq!(entity.common.layer, names[index]);
                assert_eq!(entity.common.elevation, height);
                let EntityType::LwPolyline(line) = &entity.specific else {
                    panic!("not a polyline");
                };
                assert_eq!(line.flags & 1 == 1, is_closed);
                let read: Vec<[f64; 2]> = line.vertices.iter().map(|v| [v.x, v.y]).collect();
                assert_eq!(read, points, "every digit is kept");
            }
        }
    }
    assert!(entities.next().is_none());
}

#[test]
fn layers_that_differ_from_the_header_are_errors() {
    let mut file = Vec::new();
    let mut layers = DxfLayers::new(&mut file, dxf_header()).expect("memory does not fail");
    assert!(
        layers.add(0.1, &layer(1)).is_err(),
        "the height −0.5 comes first"
    );
    let mut layers = DxfLayers::new(&mut file, dxf_header()).expect("memory does not fail");
    layers.add(-0.5, &layer(0)).expect("the first height");
    let error = layers.finish().expect_err("two layers are missing");
    assert_eq!(error.to_string(), "2 layers of the DXF file are missing");

    let mut layers = WkbLayers::new(&mut file, 1, None).expect("memory does not fail");
    layers.add(0.0, &layer(0)).expect("one layer");
    assert!(
        layers.add(1.0, &layer(1)).is_err(),
        "the file has one layer"
    );
    let layers = WkbLayers::new(&mut file, 1, None).expect("memory does not fail");
    assert!(layers.finish().is_err(), "no layer was added");
    let mut layers = GeoJsonLayers::new(&mut file, LayerGeometry::Polygons);
    assert!(
        layers.add(f64::NAN, &layer(0)).is_err(),
        "NaN is not a height"
    );
}

fn geojson_layers(geometry: LayerGeometry, drawings: &[(f64, Drawing)]) -> String {
    let mut file = Vec::new();
    let mut layers = GeoJsonLayers::new(&mut file, geometry);
    for (height, drawing) in drawings {
        layers.add(*height, drawing).expect("a finite height");
    }
    layers.finish().expect("memory does not fail");
    String::from_utf8(file).expect("UTF-8")
}

#[test]
fn geojson_has_the_polygons_of_each_layer_with_their_height() {
    let drawings: Vec<(f64, Drawing)> =
        (0..3).map(|index| (HEIGHTS[index], layer(index))).collect();
    let text = geojson_layers(LayerGeometry::Polygons, &drawings);
    let (collection, shapes) = features(&text);
    assert_eq!(shapes.len(), 6);
    shapes.iter().for_each(|shape| shape.assert_rings());
    let mut read = collection.features.iter();
    for (height, drawing) in &drawings {
        let alone = geojson(drawing);
        let (alone, _) = features(&alone);
        for expected in alone.features {
            let feature = read.next().expect("a feature");
            assert_eq!(feature.id, None, "an object has several features");
            assert_eq!(feature.geometry, expected.geometry);
            let height_read = feature
                .property("height")
                .and_then(|height| height.as_f64());
            assert_eq!(height_read, Some(*height));
            for (name, value) in expected.properties.expect("properties") {
                assert_eq!(feature.property(&name), Some(&value), "{name}");
            }
        }
    }
    let json: serde_json::Value = text.parse().expect("JSON");
    assert_eq!(json["layers"]["source"], "ring.stl");
    assert_eq!(json["layers"]["first_height"], -0.5);
    assert_eq!(json["layers"]["frame"]["origin"][2], -0.5);
    let empty = geojson_layers(LayerGeometry::Polygons, &[]);
    assert!(features(&empty).1.is_empty());
}

#[test]
fn contours_are_lines_with_an_elevation() {
    let mut map = layer(0);
    map.crs = Some("EPSG:25832".parse().expect("a code"));
    let text = geojson_layers(LayerGeometry::Contours, &[(500.0, map), (600.0, layer(1))]);
    let collection: geojson::FeatureCollection = text.parse().expect("GeoJSON");
    let lines: Vec<_> = collection
        .features
        .iter()
        .map(|feature| {
            let geometry = feature.geometry.as_ref().expect("a line");
            let GeometryValue::LineString { coordinates } = &geometry.value else {
                panic!("not a line");
            };
            let points: Vec<[f64; 2]> = coordinates.iter().map(|p| [p[0], p[1]]).collect();
            let number = |name| feature.property(name).and_then(|value| value.as_f64());
            let closed = feature.property("closed").and_then(|value| value.as_bool());
            (number("elevation"), number("index"), closed, points)
        })
        .collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0].0, Some(500.0));
    assert_eq!(lines[5].0, Some(600.0));
    let mut outline = layer(0).items[0].loops[0].clone();
    outline.push(outline[0]);
    assert_eq!(lines[0], (Some(500.0), Some(4.0), Some(true), outline));
    let chain = vec![[-1.0, 0.0], [-2.0, THIRD]];
    assert_eq!(lines[2], (Some(500.0), Some(9.0), Some(false), chain));
    assert!(text.contains("urn:ogc:def:crs:EPSG::25832"));
}

/// Returns the points of the polygons or lines of each object, in one list per layer. A point has three coordinates.
fn wkb_layers(bytes: &[u8]) -> Vec<Vec<Vec<[f64; 3]>>> {
    let file = wkb::reader::read_wkb(bytes).expect("WKB");
    let GeometryType::GeometryCollection(file) = file.as_type() else {
        panic!("not a collection");
    };
    file.geometries().map(|layer| objects(&layer)).collect()
}

fn objects(layer: &impl GeometryTrait<T = f64>) -> Vec<Vec<[f64; 3]>> {
    let GeometryType::GeometryCollection(objects) = layer.as_type() else {
        panic!("not a collection");
    };
    objects.geometries().map(|object| points(&object)).collect()
}

fn points(geometry: &impl GeometryTrait<T = f64>) -> Vec<[f64; 3]> {
    fn line(line: &impl LineStringTrait<T = f64>) -> Vec<[f64; 3]> {
        let coordinates = line.coords();
        coordinates
            .map(|coord| [0, 1, 2].map(|axis| coord.nth(axis).expect("three coordinates")))
            .collect()
    }
    match geometry.as_type() {
        GeometryType::MultiPolygon(multi) => multi
            .polygons()
            .flat_map(|polygon| {
                let rings = polygon.exterior().into_iter().chain(polygon.interiors());
                rings.flat_map(|ring| line(&ring)).collect::<Vec<_>>()
            })
            .collect(),
        GeometryType::MultiLineString(multi) => {
            multi.line_strings().flat_map(|each| line(&each)).collect()
        }
        _ => panic!("neither polygons nor lines"),
    }
}

#[test]
fn wkb_has_the_height_as_third_coordinate() {
    for crs in [None, Some("EPSG:25832".parse().expect("a code"))] {
        let mut file = Vec::new();
        let mut layers = WkbLayers::new(&mut file, 3, crs).expect("memory does not fail");
        for (index, height) in HEIGHTS.into_iter().enumerate() {
            layers.add(height, &layer(index)).expect("three layers");
        }
        layers.finish().expect("all layers");
        // The type of the collection with a third coordinate: the code of PostGIS with a CRS, otherwise that of the
        // standard.
        let kind: u32 = if crs.is_some() { 0xA000_0007 } else { 1007 };
        assert_eq!(file[1..5], kind.to_le_bytes());
        let read = wkb_layers(&file);
        assert_eq!(read.len(), 3);
        for (index, objects) in read.iter().enumerate() {
            assert_eq!(objects.len(), 2);
            for point in objects.iter().flatten() {
                assert_eq!(point[2], HEIGHTS[index]);
            }
            // Each of the two rings has four corners, and repeats its first point at the end.
            assert_eq!((objects[0].len(), objects[1].len()), (10, 2));
            let size = 2.0 + index as f64;
            let corner = [size + THIRD, size, HEIGHTS[index]];
            assert!(objects[0].contains(&corner));
        }
    }
}

#[test]
fn a_file_of_one_section_is_as_before() {
    // In the file of a single section, features have ids, and no property `height`.
    let text = geojson(&storey());
    assert!(!text.contains("height"));
    assert!(text.contains(r#""type":"Feature","id":7,"#));
}
