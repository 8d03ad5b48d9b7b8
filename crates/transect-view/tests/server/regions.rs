//! Tests of regions, given as planes or as a camera. The server classifies the bounding boxes of the objects twice:
//! conservatively and exactly.

use serde_json::{Value, json};
use transect::{Aabb, Overlap, Plane, Region};

use crate::client::showing;

fn letters(overlaps: impl Iterator<Item = Overlap>) -> String {
    let letter = |overlap| match overlap {
        Overlap::Inside => 'i',
        Overlap::Meets => 'm',
        Overlap::Outside => 'o',
    };
    overlaps.map(letter).collect()
}

#[test]
fn regions_keep_what_they_meet() {
    let server = showing(&["office.glb"]);
    let scene = server.get("/api/scene").json();
    let boxes: Vec<Aabb> = scene["objects"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|object| {
            let corner = |key: &str| -> [f64; 3] {
                serde_json::from_value(object["bounds"][key].clone()).expect("a point")
            };
            Aabb::new(corner("min"), corner("max")).expect("a box")
        })
        .collect();
    let middle: [f64; 3] = serde_json::from_value(scene["origin"].clone()).expect("a point");
    let [x, y, z] = middle;
    // The region is a slanted tent around the middle of the model. Some boxes lie outside, beyond one of its edges. A
    // conservative test checks one plane at a time, so it reports that these boxes meet the tent.
    let texts = [
        format!("x-y={}", x - y - 1.0),
        format!("-x+y={}", y - x - 1.0),
        format!("x+y+z={}", x + y + z - 2.0),
        format!("-x-y-z={}", -x - y - z - 2.0),
        format!("z={}", z - 1.0),
        format!("-z={}", -z - 1.0),
    ];
    let planes: Vec<Plane> = texts
        .iter()
        .map(|text| text.parse().expect("a plane"))
        .collect();
    let region = Region::new(&planes);
    let request: Vec<Value> = texts.iter().map(|text| json!({"text": text})).collect();
    let answer = server
        .post("/api/region", &json!({"planes": request}))
        .json();
    assert_eq!(
        answer["exact"],
        letters(boxes.iter().map(|aabb| region.overlap(aabb)))
    );
    let conservative = letters(boxes.iter().map(|aabb| region.overlap_conservative(aabb)));
    assert_eq!(answer["conservative"], conservative);
    assert!(
        answer["exact"] != answer["conservative"],
        "the two counts differ for this region"
    );
    for kind in ["conservative", "exact"] {
        let counts = &answer["counts"][kind];
        let sum: u64 = ["inside", "meets", "outside"]
            .iter()
            .map(|key| counts[*key].as_u64().expect("a count"))
            .sum();
        assert_eq!(sum, 1083);
    }
    let corners = answer["corners"].as_array().expect("a list");
    assert_eq!(
        (corners.len(), answer["edges"].as_array().map(Vec::len)),
        (8, Some(12))
    );
    assert_eq!(
        (&answer["empty"], &answer["rays"]),
        (&json!(false), &json!([]))
    );
}

#[test]
fn cameras_are_those_of_the_command() {
    let server = showing(&["office.glb"]);
    let camera = json!({
        "position": [0.0, 0.0, 1.7], "target": [10.0, 10.0, 1.7], "up": [0, 0, 1],
        "vertical_field_of_view_degrees": 60, "aspect": 1.5, "near": 0.1, "far": 50,
    });
    let answer = server
        .post("/api/region", &json!({"camera": camera}))
        .json();
    assert_eq!(answer["corners"].as_array().map(Vec::len), Some(8));
    assert!(
        answer["counts"]["exact"]["outside"].as_u64()
            >= answer["counts"]["conservative"]["outside"].as_u64()
    );
    let mut endless = camera.clone();
    endless["far"] = json!(null);
    let answer = server
        .post("/api/region", &json!({"camera": endless}))
        .json();
    assert_eq!(answer["rays"].as_array().map(Vec::len), Some(4));
    let mut misspelt = camera.clone();
    misspelt["apsect"] = json!(1);
    let error = server
        .post("/api/region", &json!({"camera": misspelt}))
        .error(400);
    assert!(
        error["hint"]
            .as_str()
            .is_some_and(|hint| hint.contains("\"aspect\" meant")),
        "{error}"
    );
}

#[test]
fn regions_are_bounded_and_may_be_empty() {
    let server = showing(&["small/stair.obj"]);
    let planes = |count: usize| json!({"planes": vec![json!({"text": "z=0"}); count]});
    server.post("/api/region", &planes(32)).fine();
    server.post("/api/region", &planes(33)).error(400);
    server.post("/api/region", &planes(0)).error(400);
    server.post("/api/region", &json!({})).error(400);
    let nowhere = json!({"planes": [{"text": "z=1e6"}, {"text": "-z=1e6"}]});
    let answer = server.post("/api/region", &nowhere).json();
    assert_eq!(answer["empty"], true);
    assert_eq!(
        answer["counts"]["exact"]["outside"].as_u64(),
        Some(answer["exact"].as_str().map_or(0, str::len) as u64)
    );
    let typed = server
        .post("/api/region", &json!({"planes": [{"text": "z=q"}]}))
        .error(400);
    assert_eq!(typed["at"], 3);
}
