//! One answer about what is inside: masks, polygons, contours for machines, tables and sections of random boxes and
//! spheres that overlap, lie in each other, occur twice or are inside out.

use std::fmt::Write as _;

use serde_json::Value;
use transect::polygons::InsideRule;
use transect_draw::{Drawing, MaskFrame};
use transect_io::{Document, read_bytes};
use transect_report::heights::HeightRule;
use transect_report::slice::labels::Direction;
use transect_report::slice::request::SliceRequest;
use transect_report::{CutRequest, SectionRule};

use crate::random::Random;
use crate::run::cases;

/// The size of a pixel. The centres of pixels are not on the faces of boxes, whose coordinates are integers.
const PIXEL: f64 = 0.5;

/// A surface: its vertices, and its outward triangles.
type Surface = (Vec<[f64; 3]>, Vec<[usize; 3]>);

fn cuboid([low, high]: [[f64; 3]; 2]) -> Surface {
    let corner = |bits: usize| {
        [0, 1, 2].map(|axis| {
            if bits >> axis & 1 == 0 {
                low[axis]
            } else {
                high[axis]
            }
        })
    };
    let triangles = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    ((0..8).map(corner).collect(), triangles.to_vec())
}

/// A sphere with a vertex at each pole and `count` rings of `count` vertices.
fn sphere(center: [f64; 3], radius: f64, count: usize) -> Surface {
    let mut points = vec![[0.0, 0.0, -1.0]];
    for ring in 1..=count {
        let height = (std::f64::consts::PI * ring as f64 / (count + 1) as f64).cos();
        let width = (1.0 - height * height).sqrt();
        points.extend((0..count).map(|own| {
            let (sin, cos) = (std::f64::consts::TAU * own as f64 / count as f64).sin_cos();
            [width * cos, width * sin, -height]
        }));
    }
    points.push([0.0, 0.0, 1.0]);
    let at = |ring: usize, own: usize| 1 + ring * count + own % count;
    let last = points.len() - 1;
    let mut triangles = Vec::new();
    for own in 0..count {
        triangles.push([0, at(0, own + 1), at(0, own)]);
        triangles.push([last, at(count - 1, own), at(count - 1, own + 1)]);
        for ring in 1..count {
            let [a, b] = [at(ring - 1, own), at(ring - 1, own + 1)];
            let [c, d] = [at(ring, own), at(ring, own + 1)];
            triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    let points = points
        .iter()
        .map(|point| [0, 1, 2].map(|axis| center[axis] + radius * point[axis]));
    (points.collect(), triangles)
}

/// Returns an object of random bodies, and `true` if all are boxes.
fn model(random: &mut Random) -> (Document, bool) {
    let has_spheres = random.below(3) == 0;
    let mut text = String::from("o bodies\n");
    let mut first = 1;
    let mut earlier: Vec<Surface> = Vec::new();
    for _ in 0..2 + random.below(4) {
        let surface = match random.below(6) {
            0 if !earlier.is_empty() => earlier[random.below(earlier.len())].clone(),
            1..3 if has_spheres => {
                let center = [0; 3].map(|_| 3.0 + 6.0 * random.share());
                sphere(center, 1.0 + 3.0 * random.share(), 5 + random.below(6))
            }
            _ => {
                let ends = [0; 3].map(|_| {
                    let [a, b] = [random.below(12), random.below(12)];
                    [a.min(b), a.max(b) + usize::from(a == b)].map(|end| end as f64)
                });
                cuboid([0, 1].map(|end| ends.map(|own| own[end])))
            }
        };
        let is_turned = random.below(4) == 0;
        for [x, y, z] in &surface.0 {
            let _ = writeln!(text, "v {x:?} {y:?} {z:?}");
        }
        for [a, b, c] in &surface.1 {
            let [b, c] = if is_turned { [c, b] } else { [b, c] };
            let _ = writeln!(text, "f {} {} {}", first + a, first + b, first + c);
        }
        first += surface.0.len();
        earlier.push(surface);
    }
    (
        read_bytes("bodies.obj".as_ref(), text.as_bytes()).expect("a model"),
        !has_spheres,
    )
}

/// Returns twice the area that a ring encloses.
fn doubled(ring: &[[f64; 2]]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter()
        .zip(next)
        .map(|([x, y], [u, v])| x * v - u * y)
        .sum()
}

/// Returns the area of all polygons of a GeoJSON file, and the sum of the features' property `area`.
fn areas_of(drawing: &Drawing) -> [f64; 2] {
    let mut text = Vec::new();
    drawing.features().write_geojson(&mut text).expect("memory");
    let json: Value = serde_json::from_slice(&text).expect("JSON");
    let number = |value: &Value| value.as_f64().expect("a number");
    let mut areas = [0.0; 2];
    for feature in json["features"].as_array().expect("features") {
        areas[1] += number(&feature["properties"]["area"]);
        if feature["geometry"]["type"] == "MultiPolygon" {
            let polygons = feature["geometry"]["coordinates"].as_array();
            for ring in polygons
                .into_iter()
                .flatten()
                .flat_map(|own| own.as_array())
                .flatten()
            {
                let points = ring.as_array().expect("a ring").iter();
                let points: Vec<[f64; 2]> = points
                    .map(|own| [0, 1].map(|axis| number(&own[axis])))
                    .collect();
                areas[0] += 0.5 * doubled(&points);
            }
        }
    }
    areas
}

/// Checks a model at one height, by one rule. Returns the area, the sum of the signed areas, and the perimeter.
fn check(document: &Document, height: f64, rule: InsideRule, is_exact: bool) -> [f64; 3] {
    let rule = SectionRule {
        inside: rule,
        ..SectionRule::default()
    };
    let heights = HeightRule::At(vec![height.to_string().parse().expect("a height")]);
    let request = SliceRequest {
        rule,
        ..SliceRequest::new(Direction::Axis(2), heights)
    };
    let task = request.begin(document).expect("heights");
    let layer = task
        .layers_at(&task.layers)
        .expect("layers")
        .next()
        .expect("a layer");
    let row = task.report(&layer, false);
    let drawing = task.drawing(&layer);

    let near = |one: f64, what: &str| {
        assert!(
            (one - row.area).abs() <= 1e-9 * (1.0 + row.perimeter),
            "{what}: {one} for {row:?}"
        );
    };
    let [polygons, properties] = areas_of(&drawing);
    near(polygons, "polygons");
    near(properties, "the property of polygons");
    let contours = drawing.items.iter().flat_map(|item| item.boundary());
    near(
        contours.map(|ring| 0.5 * doubled(ring)).sum(),
        "contours for machines",
    );
    // What is drawn and filled by the nonzero rule has the same points.
    let frame = MaskFrame::new([-1.0, -1.0], PIXEL, [30, 30]).expect("a raster");
    let pixels = |rings: &[Vec<[f64; 2]>]| frame.mask([rings]).expect("numbers").pixels_on();
    for item in &drawing.items {
        let on = pixels(item.boundary());
        let mask = on as f64 * PIXEL * PIXEL;
        if is_exact {
            near(mask, "the mask");
            assert_eq!(pixels(&item.loops), on, "the drawing");
        } else {
            let allowed = 2.0 * PIXEL * row.perimeter + 4.0 * PIXEL * PIXEL;
            assert!((mask - row.area).abs() <= allowed, "{mask} for {row:?}");
        }
    }

    let plane = format!("z = {height}").parse().expect("a plane");
    let request = CutRequest {
        rule,
        ..CutRequest::new(plane)
    };
    let task = request.begin(document).expect("a task");
    let answer = task.sections(document, |_| {}).expect("sections");
    let section = answer.planes[0].section.as_ref().expect("a section");
    assert_eq!(
        [
            section.area,
            section.area_other_limit,
            section.signed_area,
            section.perimeter
        ],
        [
            row.area,
            row.area_other_limit,
            row.signed_area,
            row.perimeter
        ],
        "the section of a cut"
    );
    [row.area, row.signed_area, row.perimeter]
}

#[test]
fn all_outputs_give_one_answer_about_what_is_inside() {
    let mut differ = 0;
    for seed in 0..cases(10_000_u32) {
        let mut random = Random(u64::from(seed) + 1);
        for _ in 0..8 {
            random.share();
        }
        let (document, is_exact) = model(&mut random);
        // Between vertices of boxes, whose sections have the corners of boxes and points in the middles of diagonals.
        let height = random.below(8) as f64 + 2.5;
        let [nonzero, odd] = [InsideRule::Nonzero, InsideRule::Odd]
            .map(|rule| check(&document, height, rule, is_exact));
        let rounding = 1e-9 * (1.0 + nonzero[2]);
        assert!(
            odd[0] <= nonzero[0] + rounding,
            "seed {seed}: {odd:?} for {nonzero:?}"
        );
        assert!(
            nonzero[0] >= -rounding && odd[0] >= -rounding,
            "seed {seed}"
        );
        assert_eq!(odd[1], nonzero[1], "seed {seed}: signed areas");
        differ += u32::from(nonzero[0] != nonzero[1] || odd[0] != nonzero[0]);
    }
    assert!(differ > cases(3_000), "{differ}");
}
