//! Tests of DXF, GeoJSON, WKT and WKB files, which independent libraries read: structure, areas, names, unusual
//! sections. Also tests files of several layers, and masks.

mod layers;
mod masks;

use dxf::enums::Units;
use transect_draw::{CollinearPoints, Drawing, Item};

use crate::readers::{
    area, assert_near, dxf_drawing, features, objects, polylines, wkb_shapes, wkt_shapes,
};

/// A number without a short decimal form. Coordinates with this value show whether a file keeps all digits.
const THIRD: f64 = 1.0 / 3.0;

fn rectangle(left: f64, low: f64, right: f64, high: f64) -> Vec<[f64; 2]> {
    vec![[left, low], [right, low], [right, high], [left, high]]
}

fn reversed(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.reverse();
    points
}

/// Returns a drawing of a storey with three objects: a slab, a wall, and a railing that is not closed. The slab is far
/// from the origin. The slab has two holes, and an island in one of the holes.
fn storey() -> Drawing {
    let far = 4.5e6;
    let slab = Item {
        name: "IfcSlab/s".into(),
        index: 7,
        loops: vec![
            rectangle(far, 0.0, far + 10.0, 6.0 + THIRD),
            reversed(rectangle(far + 1.0, 1.0, far + 3.0, 2.0 + THIRD)),
            reversed(rectangle(far + 5.0, 1.0, far + 9.0, 5.0)),
            rectangle(far + 6.0, 2.0, far + 7.0, 3.0),
        ],
        polygons: vec![(0, vec![1, 2]), (3, vec![])],
        area: 10.0 * (6.0 + THIRD) - 2.0 * (1.0 + THIRD) - 16.0 + 1.0,
        ..Item::default()
    };
    let wall = Item {
        name: "IfcWall/w".into(),
        index: 9,
        loops: vec![rectangle(-0.0, -THIRD, 1e-7, 1e-7)],
        polygons: vec![(0, vec![])],
        area: 1e-7 * (1e-7 + THIRD),
        ..Item::default()
    };
    let railing = Item {
        name: "IfcRailing/r".into(),
        index: 11,
        chains: vec![vec![[0.0, 0.0], [1.0, THIRD], [2.0, 0.0]]],
        ..Item::default()
    };
    Drawing {
        title: "storey.glb".into(),
        plane: "z = 1.2".into(),
        unit: Some("m".into()),
        frame: Some([[0.0, 0.0, 1.2], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
        items: vec![slab, wall, railing],
        ..Drawing::default()
    }
}

fn dxf(drawing: &Drawing) -> dxf::Drawing {
    let mut bytes = Vec::new();
    drawing.write_dxf(&mut bytes).expect("memory does not fail");
    dxf_drawing(&bytes)
}

fn geojson(drawing: &Drawing) -> String {
    let mut bytes = Vec::new();
    drawing
        .features()
        .write_geojson(&mut bytes)
        .expect("memory does not fail");
    String::from_utf8(bytes).expect("UTF-8")
}

fn wkb(drawing: &Drawing) -> Vec<u8> {
    let mut bytes = Vec::new();
    drawing
        .features()
        .write_wkb(&mut bytes)
        .expect("memory does not fail");
    bytes
}

fn wkt(drawing: &Drawing) -> String {
    let mut bytes = Vec::new();
    drawing
        .features()
        .write_wkt(&mut bytes)
        .expect("memory does not fail");
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn dxf_has_each_loop_on_the_layer_of_its_class() {
    let storey = storey();
    let read = dxf(&storey);
    assert_eq!(read.header.default_drawing_units, Units::Meters);
    let mut layers: Vec<&str> = read.layers().map(|layer| layer.name.as_str()).collect();
    layers.sort_unstable();
    assert_eq!(
        layers,
        [
            "0",
            "IfcRailing",
            "IfcRailing-open",
            "IfcSlab",
            "IfcSlab-hatch",
            "IfcWall",
            "IfcWall-hatch"
        ]
    );
    let lines = polylines(&read);
    let given = storey.items.iter().flat_map(|item| {
        let loops = item.loops.iter().map(move |points| (item, points, true));
        loops.chain(item.chains.iter().map(move |points| (item, points, false)))
    });
    let given: Vec<_> = given.collect();
    assert_eq!(lines.len(), given.len());
    for (line, (item, points, is_closed)) in lines.iter().zip(given) {
        assert_eq!(line.points, *points, "every digit is kept");
        assert_eq!(line.is_closed, is_closed);
        let ending = if is_closed { "" } else { "-open" };
        assert_eq!(line.layer, format!("{}{ending}", item.class()));
    }
    for item in &storey.items {
        let own = lines.iter().filter(|line| line.layer == item.class());
        let sum = own.fold(0.0, |sum, line| sum + area(&line.points));
        assert_near(sum, item.area, &item.name);
    }
}

#[test]
fn dxf_layers_have_the_colours_and_line_weights_of_their_classes() {
    let read = dxf(&storey());
    let text = {
        let mut bytes = Vec::new();
        storey()
            .write_dxf(&mut bytes)
            .expect("memory does not fail");
        String::from_utf8(bytes).expect("ASCII")
    };
    let color = |name: &str| {
        let mut layers = read.layers();
        let layer = layers.find(|layer| layer.name == name).expect("a layer");
        layer.color.index()
    };
    // Walls and slabs have nearly black outlines in the light theme, and railings have violet ones.
    assert_eq!(color("IfcWall"), Some(7));
    assert_eq!(color("IfcSlab"), Some(7));
    assert!((190..=219).contains(&color("IfcRailing").expect("a colour")));
    assert_eq!(color("IfcRailing-open"), Some(1));
    // Code 370 is the line weight. A wall has outlines of 1 px, which are 0.25 mm.
    assert!(
        text.contains("\nIfcWall\n70\n0\n62\n7\n6\nContinuous\n370\n25\n"),
        "{text}"
    );
}

/// Returns the text of the DXF file. Each byte is one character.
fn dxf_text(drawing: &Drawing) -> String {
    let mut file = Vec::new();
    drawing.write_dxf(&mut file).expect("written");
    file.into_iter().map(char::from).collect()
}

/// Returns the entities of one kind in the DXF file, each as its pairs of a group code and a value.
fn entities(drawing: &Drawing, kind: &str) -> Vec<Vec<(String, String)>> {
    let text = dxf_text(drawing);
    let lines: Vec<&str> = text.lines().collect();
    let pairs = lines
        .chunks_exact(2)
        .map(|pair| (pair[0].to_owned(), pair[1].to_owned()));
    let mut found: Vec<Vec<(String, String)>> = Vec::new();
    let mut inside = false;
    for (code, value) in pairs {
        if code == "0" {
            inside = value == kind;
            if inside {
                found.push(Vec::new());
            }
        } else if inside && let Some(entity) = found.last_mut() {
            entity.push((code, value));
        }
    }
    found
}

fn value<'e>(entity: &'e [(String, String)], code: &str) -> Option<&'e str> {
    let pair = entity.iter().find(|(own, _)| own == code);
    pair.map(|(_, value)| &**value)
}

#[test]
fn dxf_has_hatches_texts_and_the_height_of_the_plane() {
    let room = Item {
        name: "IfcSpace/Kitchen".into(),
        index: 1,
        loops: vec![rectangle(1.0, 1.0, 9.0, 7.0)],
        polygons: vec![(0, vec![])],
        area: 48.0,
        ..Item::default()
    };
    let wall = Item {
        name: "IfcWall/w".into(),
        index: 2,
        loops: vec![
            rectangle(0.0, 0.0, 10.0, 8.0),
            reversed(rectangle(1.0, 1.0, 9.0, 7.0)),
        ],
        polygons: vec![(0, vec![1])],
        area: 32.0,
        ..Item::default()
    };
    let drawing = Drawing {
        unit: Some("m".into()),
        frame: Some([[0.0, 0.0, 1.5], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
        items: vec![room, wall],
        ..Drawing::default()
    };
    let hatches = entities(&drawing, "HATCH");
    assert_eq!(hatches.len(), 1, "rooms have no hatch");
    assert_eq!(value(&hatches[0], "8"), Some("IfcWall-hatch"));
    assert_eq!(value(&hatches[0], "91"), Some("2"));
    assert_eq!(value(&hatches[0], "53"), Some("45.0"));
    assert_eq!(value(&hatches[0], "30"), Some("1.5"));
    let texts = entities(&drawing, "TEXT");
    let words: Vec<_> = texts.iter().filter_map(|text| value(text, "1")).collect();
    assert_eq!(words, ["Kitchen", "48.0 m²"]);
    for text in &texts {
        assert_eq!(
            (value(text, "8"), value(text, "31")),
            (Some("labels"), Some("1.5"))
        );
        let at =
            ["11", "21"].map(|code| value(text, code).and_then(|text| text.parse::<f64>().ok()));
        assert!(at[0].is_some_and(|x| (x - 5.0).abs() < 0.1), "{at:?}");
        assert!(at[1].is_some_and(|y| (y - 4.0).abs() < 0.5), "{at:?}");
    }
    for line in entities(&drawing, "LWPOLYLINE") {
        assert_eq!(value(&line, "38"), Some("1.5"));
    }
}

/// FreeCAD skips the entity after a hatch without seed points. LibreCAD draws only patterns that it knows by name.
#[test]
fn dxf_hatches_follow_the_outlines_and_have_seeds_and_known_patterns() {
    let wall = |name: &str, left: f64| Item {
        name: name.into(),
        loops: vec![
            rectangle(left, 0.0, left + 10.0, 8.0),
            reversed(rectangle(left + 1.0, 1.0, left + 9.0, 7.0)),
        ],
        polygons: vec![(0, vec![1])],
        ..Item::default()
    };
    let drawing = Drawing {
        items: vec![wall("IfcWall/w", 0.0), wall("IfcSlab/s", 20.0)],
        ..Drawing::default()
    };
    let text = dxf_text(&drawing);
    let last_outline = text.rfind("\nLWPOLYLINE\n").expect("outlines");
    assert!(last_outline < text.find("\nHATCH\n").expect("hatches"));
    for (hatch, left) in entities(&drawing, "HATCH").iter().zip([0.0, 20.0]) {
        let name = value(hatch, "2").expect("a name");
        assert!(["ANSI31", "PLASTIC", "SAND"].contains(&name), "{name}");
        let seeds = hatch
            .iter()
            .position(|(code, _)| code == "98")
            .expect("seeds");
        let [count, x, y] =
            [0, 1, 2].map(|place| hatch[seeds + place].1.parse().expect("a number"));
        assert_eq!((count, hatch.len()), (1.0, seeds + 3));
        assert!(x > left && x < left + 10.0 && y > 0.0 && y < 8.0, "{x} {y}");
        // In LibreCAD, the lines of the pattern ANSI31 are √2 apart, at 45 degrees, before it is scaled and turned.
        if name == "ANSI31" {
            let number = |code| value(hatch, code).and_then(|text| text.parse::<f64>().ok());
            let [scale, turn, angle] =
                ["41", "52", "53"].map(|code| number(code).expect("a number"));
            let [x, y] = ["45", "46"].map(|code| number(code).expect("a number"));
            assert_near(
                2.0_f64.sqrt() * scale,
                x.hypot(y),
                "the distance of the lines",
            );
            assert_eq!((turn + 45.0).rem_euclid(360.0), angle);
        }
    }
}

/// The file declares the code page ANSI_1252. Characters of other code pages are escaped.
#[test]
fn dxf_texts_are_in_the_declared_code_page() {
    let room = Item {
        name: "IfcSpace/Küche ő".into(),
        loops: vec![rectangle(1.0, 1.0, 9.0, 7.0)],
        polygons: vec![(0, vec![])],
        area: 48.0,
        ..Item::default()
    };
    let wall = Item {
        name: "Wände/w".into(),
        loops: vec![rectangle(0.0, 0.0, 10.0, 8.0)],
        ..Item::default()
    };
    let drawing = Drawing {
        unit: Some("m".into()),
        items: vec![room, wall],
        ..Drawing::default()
    };
    let mut bytes = Vec::new();
    drawing.write_dxf(&mut bytes).expect("written");
    let has = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    assert!(has(b"$DWGCODEPAGE\n3\nANSI_1252\n"));
    assert!(has(b"\n1\n48.0 m\xb2\n"));
    assert!(has(b"\n1\nK\xfcche \\U+0151\n"));
    assert!(has(b"\n8\nW\xe4nde\n"));
}

/// The extent of the file includes its dimensions, which are outside the outlines.
#[test]
fn dxf_extents_include_the_dimensions() {
    let drawing = Drawing {
        unit: Some("m".into()),
        items: vec![Item {
            name: "IfcWall/w".into(),
            loops: vec![rectangle(0.0, 0.0, 10.0, 8.0)],
            ..Item::default()
        }],
        has_dimensions: true,
        ..Drawing::default()
    };
    let text = dxf_text(&drawing);
    let corner = |name: &str| -> [f64; 2] {
        let (_, rest) = text.split_once(name).expect("the variable");
        let values: Vec<&str> = rest.lines().collect();
        [values[2], values[4]].map(|value| value.parse().expect("a number"))
    };
    let [low, high] = ["$EXTMIN", "$EXTMAX"].map(corner);
    for line in entities(&drawing, "LINE") {
        for [x, y] in [["10", "20"], ["11", "21"]] {
            let at = [x, y].map(|code| value(&line, code).expect("a coordinate"));
            let at = at.map(|value| value.parse::<f64>().expect("a number"));
            for axis in [0, 1] {
                assert!(low[axis] <= at[axis] && at[axis] <= high[axis], "{at:?}");
            }
        }
    }
    assert!(low[0] < -0.1 && low[1] < -0.1, "{low:?}");
}

/// A plane cuts the diagonals of a wall in the middle of its straight edges. These points are in no drawing.
#[test]
fn points_on_straight_edges_are_left_out() {
    let mut wall = rectangle(0.0, 0.0, 6.0, THIRD);
    wall.insert(1, [2.0, 0.0]);
    wall.insert(2, [3.0, 0.0]);
    wall.insert(5, [3.0, THIRD]);
    let drawing = Drawing {
        items: vec![Item {
            name: "IfcWall/w".into(),
            loops: vec![wall.clone()],
            polygons: vec![(0, vec![])],
            chains: vec![vec![[0.0, 9.0], [1.0, 9.0], [2.0, 9.0], [2.0, 8.0]]],
            ..Item::default()
        }],
        ..Drawing::default()
    };
    let corners = rectangle(0.0, 0.0, 6.0, THIRD);
    let chain = [[0.0, 9.0], [2.0, 9.0], [2.0, 8.0]];
    let lines = polylines(&dxf(&drawing));
    assert_eq!(lines[0].points, corners);
    assert_eq!(lines[1].points, chain);
    assert_eq!(value(&entities(&drawing, "HATCH")[0], "93"), Some("4"));
    let (_, shapes) = features(&geojson(&drawing));
    let [from_wkt] = &wkt_shapes(&wkt(&drawing))[..] else {
        panic!("one object");
    };
    let [from_wkb] = &wkb_shapes(&wkb(&drawing))[..] else {
        panic!("one object");
    };
    for polygons in [&shapes[0].polygons, &from_wkt.polygons, &from_wkb.polygons] {
        assert_eq!(polygons[0][0][..4], corners);
        assert_eq!(polygons[0][0].len(), 5);
    }
    for lines in [&shapes[1].lines, &from_wkt.lines, &from_wkb.lines] {
        assert_eq!(lines[..], [chain.to_vec()]);
    }
    let drawing = Drawing {
        collinear: CollinearPoints::Kept,
        ..drawing
    };
    let lines = polylines(&dxf(&drawing));
    assert_eq!(lines[0].points, wall);
    assert_eq!(lines[1].points.len(), 4);
    let (_, shapes) = features(&geojson(&drawing));
    let [from_wkt] = &wkt_shapes(&wkt(&drawing))[..] else {
        panic!("one object");
    };
    let [from_wkb] = &wkb_shapes(&wkb(&drawing))[..] else {
        panic!("one object");
    };
    for polygons in [&shapes[0].polygons, &from_wkt.polygons, &from_wkb.polygons] {
        assert_eq!(polygons[0][0].len(), wall.len() + 1);
    }
    for lines in [&shapes[1].lines, &from_wkt.lines, &from_wkb.lines] {
        assert_eq!(lines[0].len(), 4);
    }
    // A turned wall: rounded to the page, the point inside the edge would no longer lie on it.
    let turned = |[x, y]: [f64; 2]| [3.0 * x - y, x + 3.0 * y];
    let ring = [[0.0, 0.0], [1.0, 0.0], [7.0, 0.0], [7.0, 1.0], [0.0, 1.0]].map(turned);
    let svg = Drawing {
        items: vec![Item {
            loops: vec![ring.to_vec()],
            ..Item::default()
        }],
        ..Drawing::default()
    }
    .to_svg();
    let (_, path) = svg.split_once("data-name").expect("an object");
    let (_, path) = path.split_once(" d=\"").expect("a path");
    let (path, _) = path.split_once('"').expect("a path");
    // M, then three lines: `l` and three pairs of numbers.
    let numbers = path
        .split(['M', 'l', 'z', ' '])
        .filter(|part| !part.is_empty());
    let count: usize = numbers
        .map(|part| part.trim_start_matches('-').split('-').count())
        .sum();
    assert_eq!(count, 8, "{path}");
}

#[test]
fn dxf_knows_units() {
    let units = [
        (Some("m"), Units::Meters),
        (Some("mm"), Units::Millimeters),
        (Some("cm"), Units::Centimeters),
        (Some("km"), Units::Kilometers),
        (Some("in"), Units::Inches),
        (Some("ft"), Units::Feet),
        (Some("µm"), Units::Microns),
        (Some("μm"), Units::Microns),
        (Some("cubit"), Units::Unitless),
        (None, Units::Unitless),
    ];
    for (unit, expected) in units {
        let drawing = Drawing {
            unit: unit.map(String::from),
            ..Drawing::default()
        };
        assert_eq!(dxf(&drawing).header.default_drawing_units, expected);
    }
}

#[test]
fn dxf_layers_have_names_of_their_own() {
    let names = [
        "0",
        "Wall",
        "WALL",
        "a:b",
        "a*b",
        "Wände",
        "WÄNDE",
        "楼板",
        "🏠",
        "",
        "line\nfeed",
        "two words",
        "Defpoints",
        &"long".repeat(100),
        &"longer".repeat(100),
        &"long".repeat(101),
    ];
    let items = names.iter().enumerate().map(|(index, name)| Item {
        name: format!("{name}/x"),
        index,
        loops: vec![rectangle(0.0, 0.0, 1.0, 1.0)],
        chains: vec![vec![[0.0, 0.0], [1.0, 1.0]]],
        ..Item::default()
    });
    let read = dxf(&Drawing {
        items: items.collect(),
        ..Drawing::default()
    });
    let layers: Vec<&str> = read.layers().map(|layer| layer.name.as_str()).collect();
    let mut folded: Vec<String> = layers.iter().map(|name| name.to_lowercase()).collect();
    folded.sort();
    folded.dedup();
    assert_eq!(folded.len(), 2 * names.len() + 1, "{layers:?}");
    let reserved = ['<', '>', '/', '"', ':', ';', '?', '*', '|', ',', '=', '`'];
    for layer in &layers {
        assert!(!layer.contains(reserved) && layer.len() <= 255, "{layer}");
    }
    for name in [
        "WALL",
        "Wall_2",
        "a_b",
        "Wände_2",
        "楼板",
        "_",
        "unnamed",
        "line_feed",
    ] {
        assert!(layers.contains(&name), "{name}: {layers:?}");
    }
    let lines = polylines(&read);
    assert_eq!(lines.len(), 2 * names.len());
    for line in &lines {
        assert!(layers.contains(&line.layer.as_str()), "{}", line.layer);
    }
}

#[test]
fn geojson_has_polygons_with_holes() {
    let storey = storey();
    let (collection, shapes) = features(&geojson(&storey));
    let about = &collection.foreign_members.as_ref().expect("members")["section"];
    assert_eq!(about["plane"], "z = 1.2");
    assert_eq!(about["unit"], "m");
    assert_eq!(about["frame"]["origin"], serde_json::json!([0.0, 0.0, 1.2]));
    assert_eq!(about["frame"]["v"], serde_json::json!([0.0, 1.0, 0.0]));
    for ((item, shape), feature) in storey.items.iter().zip(&shapes).zip(&collection.features) {
        shape.assert_rings();
        assert_eq!(shape.name, item.name);
        assert_near(shape.area(), item.area, &item.name);
        let property = |name: &str| feature.property(name).cloned();
        assert_eq!(property("index"), Some(item.index.into()));
        assert_eq!(property("class"), Some(item.class().into()));
        assert_eq!(property("area"), Some(item.area.into()));
        assert_eq!(property("open"), Some((!item.chains.is_empty()).into()));
        assert_eq!(shape.lines, item.chains);
    }
    let rings: Vec<usize> = shapes[0].polygons.iter().map(Vec::len).collect();
    assert_eq!(rings, [3, 1]);
    assert_eq!(
        shapes[0].polygons[0][1][..4],
        storey.items[0].loops[1],
        "every digit is kept"
    );
}

#[test]
fn wkt_says_the_same_as_geojson() {
    let storey = storey();
    let (_, features) = features(&geojson(&storey));
    let shapes = wkt_shapes(&wkt(&storey));
    assert_eq!(shapes.len(), features.len());
    for (shape, feature) in shapes.iter().zip(&features) {
        assert_eq!(shape.name, feature.name);
        assert_eq!(shape.polygons, feature.polygons);
        assert_eq!(shape.lines, feature.lines);
    }
}

/// The only object of this drawing has a clockwise outer loop, a loop of only two points, and an open chain beside its
/// closed loops.
#[test]
fn odd_objects() {
    let item = Item {
        name: "Odd/o".into(),
        loops: vec![
            reversed(rectangle(0.0, 0.0, 4.0, 4.0)),
            rectangle(1.0, 1.0, 2.0, 2.0),
            vec![[7.0, 7.0], [8.0, 8.0]],
        ],
        polygons: vec![(0, vec![1]), (2, vec![])],
        chains: vec![vec![[5.0, 5.0], [6.0, 6.0]]],
        area: -15.0,
        ..Item::default()
    };
    let drawing = Drawing {
        items: vec![item],
        ..Drawing::default()
    };
    let (_, from_json) = features(&geojson(&drawing));
    for shape in [&objects(from_json)[0], &wkt_shapes(&wkt(&drawing))[0]] {
        shape.assert_rings();
        assert_near(shape.area(), 15.0, "inside out");
        let flat = vec![[7.0, 7.0], [8.0, 8.0], [7.0, 7.0]];
        assert_eq!(shape.lines, [flat, vec![[5.0, 5.0], [6.0, 6.0]]]);
    }
}

/// Map software draws no collection of areas and lines, so these are features of their own. The area of an object is
/// written once.
#[test]
fn areas_and_lines_are_features_of_their_own() {
    let drawing = Drawing {
        items: vec![Item {
            name: "Duct/d".into(),
            index: 4,
            loops: vec![rectangle(0.0, 0.0, 2.0, 2.0)],
            polygons: vec![(0, vec![])],
            chains: vec![vec![[5.0, 5.0], [6.0, 6.0]]],
            area: 4.0,
            ..Item::default()
        }],
        ..Drawing::default()
    };
    let text = geojson(&drawing);
    let (collection, shapes) = features(&text);
    assert_eq!(shapes.len(), 2);
    assert_eq!((shapes[0].polygons.len(), shapes[0].lines.len()), (1, 0));
    assert_eq!((shapes[1].polygons.len(), shapes[1].lines.len()), (0, 1));
    let ids: Vec<bool> = collection
        .features
        .iter()
        .map(|own| own.id.is_some())
        .collect();
    assert_eq!(ids, [true, false]);
    for (feature, area) in collection.features.iter().zip([4.0, 0.0]) {
        let property = |name: &str| feature.property(name).cloned();
        assert_eq!(property("index"), Some(4.into()));
        assert_eq!(property("area"), Some(area.into()));
        assert_eq!(property("open"), Some(true.into()));
        // Readers make a column of text from a property that is null in the first feature.
        assert_eq!(property("signed_area"), None);
        assert_eq!(property("displacement"), None);
    }
    assert!(!text.contains("GeometryCollection"));
}

#[test]
fn hostile_names() {
    let names = [
        "a\tb\nc\rd\\e",
        "\"}],\"x\":[{",
        "MULTIPOLYGON EMPTY",
        "\u{0}\u{7f}\u{2028}🏠",
        "0\nSECTION\n2\nENTITIES",
    ];
    let items = names.iter().map(|name| Item {
        name: (*name).into(),
        loops: vec![rectangle(0.0, 0.0, 1.0, 1.0)],
        polygons: vec![(0, vec![])],
        ..Item::default()
    });
    let drawing = Drawing {
        title: "\"\n".into(),
        items: items.collect(),
        ..Drawing::default()
    };
    let (_, shapes) = features(&geojson(&drawing));
    let read: Vec<&str> = shapes.iter().map(|shape| shape.name.as_str()).collect();
    assert_eq!(read, names);
    let table = wkt(&drawing);
    let shapes = wkt_shapes(&table);
    assert_eq!(shapes.len(), names.len());
    assert_eq!(shapes[0].name, r"a\tb\nc\rd\\e");
    assert!(shapes.iter().all(|shape| shape.polygons.len() == 1));
    assert_eq!(polylines(&dxf(&drawing)).len(), names.len());
}

#[test]
fn nothing_cut_is_a_valid_file() {
    let nothing = Drawing::default();
    assert_eq!(polylines(&dxf(&nothing)).len(), 0);
    let (collection, _) = features(&geojson(&nothing));
    assert_eq!(collection.features.len(), 0);
    assert_eq!(wkt(&nothing), "");
    let touched = Drawing {
        items: vec![Item {
            name: "touched".into(),
            ..Item::default()
        }],
        ..Drawing::default()
    };
    let (collection, _) = features(&geojson(&touched));
    assert_eq!(collection.features[0].geometry, None);
    assert_eq!(wkt(&touched), "touched\tMULTIPOLYGON EMPTY\n");
    assert_eq!(polylines(&dxf(&touched)).len(), 0);
}

/// Each WKB member has the same coordinates, bit for bit, as its WKT line.
#[test]
fn wkb_says_the_same_as_wkt() {
    let nothing = Drawing::default();
    let touched = Item {
        name: "touched".into(),
        ..Item::default()
    };
    let mut mixed = storey();
    mixed.items.insert(1, touched);
    mixed.items[0].chains = vec![vec![[0.5, THIRD], [1e-300, -4.5e6]]];
    for drawing in [nothing, storey(), mixed] {
        let from_wkb = wkb_shapes(&wkb(&drawing));
        let from_wkt = wkt_shapes(&wkt(&drawing));
        assert_eq!(from_wkb.len(), drawing.items.len());
        for ((one, other), item) in from_wkb.iter().zip(&from_wkt).zip(&drawing.items) {
            one.assert_rings();
            assert_eq!(one.polygons, other.polygons, "{}", item.name);
            assert_eq!(one.lines, other.lines, "{}", item.name);
            assert_near(one.area(), item.area, &item.name);
        }
    }
    // The file of an empty drawing is nine bytes: the byte order, the type of a collection, and zero as the number of
    // members.
    assert_eq!(wkb(&Drawing::default()), [1, 7, 0, 0, 0, 0, 0, 0, 0]);
}
