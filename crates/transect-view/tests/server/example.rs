//! Tests of the example scene, which does not need a model.

use serde_json::json;

use crate::client::{Running, options};

#[test]
fn the_four_boxes_are_classified() {
    let server = Running::new(&options(&[]));
    let aabb = |id: &str, min: [f64; 3], max: [f64; 3]| json!({"id": id, "kind": "box", "min": min, "max": max});
    let request = json!({
        "mode": "3d",
        "planes": [{"normal": [0.0, 1.0, 0.5], "offset": 0.0}],
        "shapes": [
            aabb("a", [-2.0, -2.0, -2.0], [-1.0, -1.0, -1.0]),
            aabb("b", [2.0, 1.0, 2.0], [4.0, 3.0, 4.0]),
            aabb("c", [0.0, -1.0, 0.0], [1.0, 0.0, 1.0]),
            aabb("d", [-5.0, -5.0, -5.0], [5.0, 5.0, 5.0]),
        ],
    });
    let result = server.post("/api/example", &request).json();
    let answers = result["answers"].as_array().expect("a list");
    let sides: Vec<&str> = answers
        .iter()
        .map(|answer| answer["side"].as_str().expect("a side"))
        .collect();
    assert_eq!(sides, ["back", "front", "on", "on"]);
    let error = server
        .post("/api/example", &json!({"mode": "4d"}))
        .error(400);
    assert_eq!(error["field"], "mode");
}
