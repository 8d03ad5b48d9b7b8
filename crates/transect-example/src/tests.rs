//! Tests of answers against values computed by hand.

use serde_json::{Value, json};

use crate::bounds::{MOST_CORNERS, MOST_CORNERS_OF_ONE, MOST_PAIRS, MOST_SHAPES};
use crate::{ExampleError, answer};

type Failure = Box<dyn std::error::Error>;

fn query(request: &Value) -> Result<Value, ExampleError> {
    answer(request.to_string().as_bytes())
}

fn in_space(plane: Value, shapes: Value) -> Result<Value, ExampleError> {
    query(&json!({"mode": "3d", "planes": [plane], "shapes": shapes}))
}

/// Returns the boxes of the example scene.
fn four_boxes() -> Value {
    json!([
        {"id": "a", "kind": "box", "min": [-2, -2, -2], "max": [-1, -1, -1]},
        {"id": "b", "kind": "box", "min": [2, 1, 2], "max": [4, 3, 4]},
        {"id": "c", "kind": "box", "min": [0, -1, 0], "max": [1, 0, 1]},
        {"id": "d", "kind": "box", "min": [-5, -5, -5], "max": [5, 5, 5]},
    ])
}

fn all<'a>(answer: &'a Value, key: &str) -> Vec<&'a Value> {
    let answers = answer["answers"].as_array().into_iter().flatten();
    answers.map(|answer| &answer[key]).collect()
}

/// Returns `true` if a value is close to the expected value, within a few rounding errors.
fn near(value: &Value, expected: f64) -> bool {
    let scale = expected.abs().max(1.0);
    value
        .as_f64()
        .is_some_and(|value| (value - expected).abs() <= 1e-12 * scale)
}

#[test]
fn two_of_the_four_boxes_meet_the_plane() -> Result<(), Failure> {
    let answer = in_space(json!({"normal": [0, 1, 0.5], "offset": 0}), four_boxes())?;
    assert_eq!(all(&answer, "side"), ["back", "front", "on", "on"]);
    assert_eq!(all(&answer, "id"), ["a", "b", "c", "d"]);
    assert_eq!(all(&answer, "text")[..2], ["behind", "in front"]);
    assert_eq!(
        all(&answer, "text")[2..],
        ["meets the plane", "meets the plane"]
    );
    assert_eq!(all(&answer, "touching"), [false; 4]);
    // The expected intervals are the least and the greatest y + z/2 over each box, divided by the length of the normal.
    let length = 1.25_f64.sqrt();
    let expected = [[-3.0, -1.5], [2.0, 5.0], [-1.0, 0.5], [-7.5, 7.5]];
    for (interval, expected) in all(&answer, "interval").into_iter().zip(expected) {
        assert!(near(&interval[0], expected[0] / length), "{interval}");
        assert!(near(&interval[1], expected[1] / length), "{interval}");
    }
    assert_eq!(answer["planes"][0]["text"], "y + 0.5z = 0");
    Ok(())
}

#[test]
fn the_same_plane_by_text_by_points_and_flipped() -> Result<(), Failure> {
    let points = json!([[0, 0, 0], [0, -0.5, 1], [1, 0, 0]]);
    for plane in [
        json!({"text": "2y + z = 0"}),
        json!({"through": points}),
        json!({"normal": [0, -1, -0.5], "flip": true}),
    ] {
        let answer = in_space(plane, four_boxes())?;
        assert_eq!(all(&answer, "side"), ["back", "front", "on", "on"]);
    }
    let flipped = in_space(json!({"through": points, "flip": true}), four_boxes())?;
    assert_eq!(all(&flipped, "side"), ["front", "back", "on", "on"]);
    Ok(())
}

#[test]
fn touching_and_meeting_are_distinguished_exactly() -> Result<(), Failure> {
    let boxed = |low: f64, high: f64| json!([{"id": "", "kind": "box", "min": [0, 0, low], "max": [1, 1, high]}]);
    let floor = json!({"text": "z = 1"});
    for (low, high, side, touching, text) in [
        (1.0, 2.0, "on", true, "touches the plane, from the front"),
        (1.0_f64.next_up(), 2.0, "front", false, "in front"),
        (1.0_f64.next_down(), 2.0, "on", false, "meets the plane"),
        (0.0, 1.0, "on", true, "touches the plane, from behind"),
        (0.0, 1.0_f64.next_down(), "back", false, "behind"),
        (1.0, 1.0, "on", true, "lies in the plane"),
    ] {
        let answer = in_space(floor.clone(), boxed(low, high))?;
        let found = &answer["answers"][0];
        assert_eq!(
            (&found["side"], &found["touching"]),
            (&json!(side), &json!(touching))
        );
        assert_eq!(found["text"], text);
    }
    Ok(())
}

#[test]
fn every_kind_of_shape_has_its_side_and_its_interval() -> Result<(), Failure> {
    let shapes = json!([
        {"id": "sphere", "kind": "sphere", "center": [5, 5, 2], "radius": 2},
        {"id": "parallelepiped", "kind": "parallelepiped", "center": [0, 0, 7], "half_axes": [[3, 0, 4], [-4, 0, 3], [0, 1, 0]]},
        {"id": "triangle", "kind": "triangle", "corners": [[0, 0, 1], [1, 0, 2], [0, 1, 3]]},
        {"id": "segment", "kind": "segment", "ends": [[0, 0, -1], [0, 0, 3]]},
        {"id": "line", "kind": "line", "origin": [1, 2, 3], "direction": [0, 0, -2]},
        {"id": "line beside", "kind": "line", "origin": [1, 2, 3], "direction": [1, 0, 0]},
        {"id": "line within", "kind": "line", "origin": [1, 2, 0], "direction": [1, 0, 0]},
        {"id": "ray", "kind": "ray", "origin": [1, 2, 3], "direction": [1, 0, -1]},
        {"id": "ray away", "kind": "ray", "origin": [1, 2, 3], "direction": [0, 0, 1]},
        {"id": "ray beside", "kind": "ray", "origin": [0, 0, -3], "direction": [0, 1, 0]},
        {"id": "point", "kind": "point", "point": [4, 4, -4]},
    ]);
    let answer = in_space(json!({"text": "z = 0"}), shapes)?;
    let expected = [
        ("sphere", "on", json!([0.0, 4.0]), true),
        ("parallelepiped", "on", json!([0.0, 14.0]), true),
        ("triangle", "front", json!([1.0, 3.0]), false),
        ("segment", "on", json!([-1.0, 3.0]), false),
        ("line", "on", json!([null, null]), false),
        ("line beside", "front", json!([3.0, 3.0]), false),
        ("line within", "on", json!([0.0, 0.0]), true),
        ("ray", "on", json!([null, 3.0]), false),
        ("ray away", "front", json!([3.0, null]), false),
        ("ray beside", "back", json!([-3.0, -3.0]), false),
        ("point", "back", json!([-4.0, -4.0]), false),
    ];
    assert_eq!(all(&answer, "id").len(), expected.len());
    for (index, (id, side, interval, touching)) in expected.into_iter().enumerate() {
        let found = &answer["answers"][index];
        assert_eq!(found["id"], id);
        assert_eq!(found["side"], side, "{id}");
        assert_eq!(found["interval"], interval, "{id}");
        assert_eq!(found["touching"], touching, "{id}");
    }
    let meeting = |index: usize| &answer["answers"][index]["meeting"];
    assert_eq!(
        *meeting(3),
        json!({"kind": "point", "point": [0.0, 0.0, 0.0], "t": 0.25})
    );
    assert_eq!(
        *meeting(4),
        json!({"kind": "point", "point": [1.0, 2.0, 0.0], "t": 1.5})
    );
    assert_eq!(
        *meeting(5),
        json!({"kind": "apart", "side": "front", "parallel": true})
    );
    assert_eq!(*meeting(6), json!({"kind": "within"}));
    assert_eq!(
        *meeting(7),
        json!({"kind": "point", "point": [4.0, 2.0, 0.0], "t": 3.0})
    );
    assert_eq!(
        *meeting(8),
        json!({"kind": "apart", "side": "front", "parallel": false})
    );
    assert_eq!(
        *meeting(9),
        json!({"kind": "apart", "side": "back", "parallel": true})
    );
    Ok(())
}

#[test]
fn a_ray_that_starts_on_the_plane_touches_it() -> Result<(), Failure> {
    let rays = json!([
        {"id": "up", "kind": "ray", "origin": [0, 0, 0], "direction": [0, 0, 1]},
        {"id": "down", "kind": "ray", "origin": [0, 0, 0], "direction": [0, 0, -1]},
    ]);
    let answer = in_space(json!({"text": "z = 0"}), rays)?;
    assert_eq!(all(&answer, "touching"), [true, true]);
    assert_eq!(all(&answer, "text")[0], "touches the plane, from the front");
    assert_eq!(all(&answer, "text")[1], "touches the plane, from behind");
    assert_eq!(answer["answers"][0]["interval"], json!([0.0, null]));
    assert_eq!(answer["answers"][1]["interval"], json!([null, 0.0]));
    Ok(())
}

#[test]
fn sections_are_outlines() -> Result<(), Failure> {
    let answer = in_space(json!({"text": "z = 0"}), four_boxes())?;
    let count = |index: usize| answer["answers"][index]["section"].as_array().map(Vec::len);
    assert_eq!(
        [count(0), count(1), count(2), count(3)],
        [None, None, Some(4), Some(4)]
    );
    let standing = json!([
        {"id": "edge", "kind": "triangle", "corners": [[0, 0, 0], [1, 0, 0], [0, 0, 2]]},
        {"id": "through", "kind": "triangle", "corners": [[0, 0, -1], [4, 0, 1], [0, 0, 1]]},
        {"id": "corner", "kind": "box", "min": [0, 0, 0], "max": [1, 1, 1]},
    ]);
    let sections = in_space(json!({"text": "z = 0"}), standing.clone())?;
    let section = |index: usize| &sections["answers"][index]["section"];
    assert_eq!(*section(0), json!([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]));
    assert_eq!(section(1).as_array().map(Vec::len), Some(2));
    let corner = in_space(json!({"text": "x + y + z = 3"}), standing)?;
    assert_eq!(corner["answers"][2]["section"], json!([[1.0, 1.0, 1.0]]));
    let middles = in_space(json!({"text": "x + y + z = 0"}), four_boxes())?;
    assert_eq!(
        middles["answers"][3]["section"].as_array().map(Vec::len),
        Some(6)
    );
    Ok(())
}

#[test]
fn planes_and_what_they_have_in_common() -> Result<(), Failure> {
    let meet = |planes: Value| query(&json!({"mode": "3d", "planes": planes}));
    let [x, y, z] = ["x = 1", "y = 2", "z = 3"].map(|text| json!({"text": text}));
    let three = meet(json!([x, y, z]))?;
    assert_eq!(three["meeting_of_three"]["kind"], "point");
    assert_eq!(three["meeting_of_three"]["point"], json!([1.0, 2.0, 3.0]));
    assert_eq!(three["meetings"].as_array().map(Vec::len), Some(3));
    assert_eq!(three["meetings"][1]["planes"], json!([0, 2]));
    assert_eq!(three["meetings"][0]["kind"], "line");
    assert_eq!(three["meetings"][0]["origin"], json!([1.0, 2.0, 0.0]));
    assert_eq!(three["meetings"][0]["direction"], json!([0.0, 0.0, 1.0]));

    let two = meet(json!([x, {"text": "2x = 2"}]))?;
    assert_eq!(two["meetings"][0]["kind"], "same");
    assert_eq!(two["meetings"][0]["flipped"], false);
    assert_eq!(two["meeting_of_three"], Value::Null);
    let parallel = meet(json!([x, {"text": "-x = 2"}]))?;
    assert_eq!(parallel["meetings"][0]["kind"], "parallel");
    assert_eq!(parallel["meetings"][0]["flipped"], true);
    assert_eq!(parallel["meetings"][0]["side"], "back");

    let line = meet(json!([x, y, {"text": "x + y = 3"}]))?;
    assert_eq!(line["meeting_of_three"]["kind"], "line");
    let nothing = meet(json!([x, y, {"text": "x + y = 4"}]))?;
    assert_eq!(nothing["meeting_of_three"]["kind"], "nothing");
    let same = meet(json!([x, x, {"text": "3x = 3"}]))?;
    assert_eq!(same["meeting_of_three"]["kind"], "plane");
    Ok(())
}

#[test]
fn lines_of_the_plane() -> Result<(), Failure> {
    let shapes = json!([
        {"id": "dented", "kind": "polygon", "corners": [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]},
        {"id": "disk", "kind": "sphere", "center": [0, 0], "radius": 5},
        {"id": "box", "kind": "box", "min": [0, 0], "max": [1, 1]},
    ]);
    let planes = json!([{"text": "3x + 4y = 25"}, {"text": "x = y"}]);
    let answer = query(&json!({"mode": "2d", "planes": planes, "shapes": shapes, "sequence": 7}))?;
    assert_eq!(all(&answer, "side"), ["back", "on", "back"]);
    assert_eq!(all(&answer, "touching"), [false, true, false]);
    assert_eq!(answer["answers"][0]["planes"][1]["side"], "on");
    assert_eq!(
        answer["answers"][0]["pieces"].as_array().map(Vec::len),
        Some(2)
    );
    assert_eq!(answer["meetings"][0]["kind"], "point");
    assert!(near(&answer["meetings"][0]["point"][0], 25.0 / 7.0));
    assert_eq!(answer["sequence"], 7.0);
    Ok(())
}

fn separated(a: Value, b: Value) -> Result<Value, ExampleError> {
    let polygon =
        |id: &str, corners: Value| json!({"id": id, "kind": "polygon", "corners": corners});
    let answer = query(&json!({
        "mode": "2d", "planes": [{"text": "x = 0"}],
        "shapes": [polygon("a", a), polygon("b", b)], "separate": [["a", "b"]],
    }))?;
    Ok(answer["separations"][0].clone())
}

fn square(x: f64, y: f64) -> Value {
    json!([[x, y], [x + 2.0, y], [x + 2.0, y + 2.0], [x, y + 2.0]])
}

#[test]
fn polygons_apart_touching_and_overlapping() -> Result<(), Failure> {
    let apart = separated(square(0.0, 0.0), square(3.0, 1.0))?;
    assert_eq!(
        (&apart["overlap"], &apart["touching"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(apart["intervals"], json!([[0.0, 2.0], [3.0, 5.0]]));
    assert_eq!(apart["axis"], json!([1.0, 0.0]));
    let touching = separated(square(0.0, 0.0), square(2.0, 2.0))?;
    assert_eq!(
        (&touching["overlap"], &touching["touching"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(touching["depth"], 0.0);
    let beyond = separated(square(0.0, 0.0), square(2.0_f64.next_up(), 2.0))?;
    assert_eq!(beyond["overlap"], false);
    let overlapping = separated(square(0.0, 0.0), square(1.5, 0.5))?;
    assert_eq!(overlapping["translation"], json!([0.5, 0.0]));
    assert_eq!(
        (&overlapping["depth"], &overlapping["text"]),
        (&json!(0.5), &json!("overlapping"))
    );
    assert_eq!(overlapping["intervals"], json!([[0.0, 2.0], [1.5, 3.5]]));
    Ok(())
}

#[test]
fn polygons_with_dents() -> Result<(), Failure> {
    let angle = || json!([[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]);
    // The square is in the dent of the L-shaped polygon. The two shapes do not overlap, but no line separates them.
    let hooked = separated(angle(), square(1.5, 1.5))?;
    assert_eq!(
        (&hooked["overlap"], &hooked["axis"]),
        (&json!(false), &Value::Null)
    );
    let in_the_corner = separated(angle(), square(1.0, 1.0))?;
    assert_eq!(
        (&in_the_corner["overlap"], &in_the_corner["touching"]),
        (&json!(true), &json!(true))
    );
    let inside = separated(square(0.5, 0.5), angle())?;
    assert_eq!(
        (&inside["overlap"], &inside["touching"]),
        (&json!(true), &json!(false))
    );
    let far = separated(square(9.0, 0.0), angle())?;
    assert_eq!(far["axis"], json!([-1.0, 0.0]));
    assert_eq!(far["intervals"], json!([[-11.0, -9.0], [-4.0, 0.0]]));
    Ok(())
}

#[test]
fn boxes_of_space_are_separated_too() -> Result<(), Failure> {
    let mut request = json!({"mode": "3d", "planes": [{"text": "z = 0"}], "shapes": four_boxes()});
    request["separate"] = json!([["a", "b"], ["c", "d"]]);
    let answer = query(&request)?;
    assert_eq!(answer["separations"][0]["overlap"], false);
    assert_eq!(answer["separations"][1]["overlap"], true);
    assert_eq!(answer["separations"][1]["depth"], 5.0);
    Ok(())
}

/// Returns the message, the field and the position of the error that a request causes.
fn error_of(request: &str) -> (String, Option<String>, Option<usize>) {
    match answer(request.as_bytes()) {
        Ok(answer) => (format!("answered: {answer}"), None, None),
        Err(error) => (error.to_string(), error.field().map(Into::into), error.at()),
    }
}

#[test]
fn bad_requests_are_refused_by_field() {
    let with = |shape: &str| {
        format!(r#"{{"mode": "3d", "planes": [{{"text": "z=0"}}], "shapes": [{shape}]}}"#)
    };
    let planes = |plane: &str| format!(r#"{{"mode": "3d", "planes": {plane}}}"#);
    for (request, field, message) in [
        (
            planes("[]"),
            "planes",
            "planes: the list is empty; at least one plane is required",
        ),
        (
            planes(r#"[{"normal": [0, 0, 0]}]"#),
            "planes[0].normal",
            "planes[0].normal: the normal is zero; a plane needs a direction",
        ),
        (
            planes(r#"[{"normal": [0, 0]}]"#),
            "planes[0].normal",
            "planes[0].normal is a list of 2; it must be a list of 3 numbers",
        ),
        (
            planes(r#"[{"normal": [0, 0, "NaN"]}]"#),
            "planes[0].normal[2]",
            r#"planes[0].normal[2] is "NaN"; it must be a finite number"#,
        ),
        (
            planes(r#"[{"offset": 1}]"#),
            "planes[0].normal",
            "planes[0].normal is missing",
        ),
        (
            planes(r#"[{"through": [[0, 0, 0], [1, 1, 1], [2, 2, 2]]}]"#),
            "planes[0].through",
            "planes[0].through: the points lie on one line; a plane needs points that do not",
        ),
        (
            planes(r#"[{"text": "z=1", "colour": 3}]"#),
            "planes[0].colour",
            "planes[0].colour is unknown; valid here are text, through, flip, normal, offset",
        ),
        (
            planes("[1, 2, 3, 4]"),
            "planes",
            "planes has 4 entries; the limit is 3",
        ),
        (
            r#"{"mode": "4d"}"#.into(),
            "mode",
            r#"mode is "4d"; it must be one of 2d, 3d"#,
        ),
        ("[]".into(), "the request", ""),
        (
            with(r#"{"id": "a", "kind": "torus"}"#),
            "shapes[0].kind",
            r#"shapes[0].kind is "torus"; it must be one of box, parallelepiped, sphere, triangle, segment, line, ray, point"#,
        ),
        (
            with(r#"{"id": "a", "kind": "polygon", "corners": []}"#),
            "shapes[0].kind",
            "",
        ),
        (
            with(r#"{"kind": "point", "point": [0, 0, 0]}"#),
            "shapes[0].id",
            "shapes[0].id is missing",
        ),
        (
            with(r#"{"id": "a", "kind": "sphere", "center": [0, 0, 0], "radius": -1}"#),
            "shapes[0].radius",
            "shapes[0].radius: the radius is -1; it must be a finite number and not negative",
        ),
        (
            with(r#"{"id": "a", "kind": "box", "min": [0, 0, 1], "max": [1, 1, 0]}"#),
            "shapes[0]",
            "shapes[0]: min z is 1, greater than max z, 0",
        ),
        (
            with(r#"{"id": "a", "kind": "ray", "origin": [0, 0, 0], "direction": [0, 0, 0]}"#),
            "shapes[0].direction",
            "shapes[0].direction: the direction is zero; a line needs a direction, or two different points",
        ),
        (
            with(r#"{"id": "a", "kind": "point", "point": [0, null, 0]}"#),
            "shapes[0].point[1]",
            "shapes[0].point[1] is null; it must be a finite number",
        ),
        (
            with(
                r#"{"id": "a", "kind": "point", "point": [0, 0, 0]}, {"id": "a", "kind": "point", "point": [0, 0, 0]}"#,
            ),
            "shapes[1]",
            r#"shapes[1]: another shape has the same id "a""#,
        ),
    ] {
        let (found, found_field, _) = error_of(&request);
        assert_eq!(found_field.as_deref(), Some(field), "{request}: {found}");
        assert!(message.is_empty() || found == message, "{request}: {found}");
    }
}

#[test]
fn texts_are_refused_at_a_place() {
    let (message, field, at) = error_of(r#"{"mode": "3d", "planes": [{"text": "z = 1.2m"}]}"#);
    assert_eq!(
        (field.as_deref(), at),
        (Some("planes[0].text"), Some(8)),
        "{message}"
    );
    let (message, field, at) = error_of(r#"{"mode": "2d", "planes": [{"text": "z = 1"}]}"#);
    assert_eq!(
        (field.as_deref(), at),
        (Some("planes[0].text"), Some(1)),
        "{message}"
    );
    let (message, field, at) = error_of(r#"{"mode": "3d", "planes": [{"normal": [0, 0, 1e999]}]}"#);
    assert_eq!(field, None);
    assert!(
        at.is_some() && message.contains("number out of range"),
        "{message}"
    );
}

#[test]
fn invalid_polygons_are_rejected() {
    let with = |corners: &str| {
        format!(
            r#"{{"mode": "2d", "planes": [{{"text": "x=0"}}], "shapes": [{{"id": "p", "kind": "polygon", "corners": {corners}}}]}}"#
        )
    };
    for (corners, reason) in [
        (
            "[[0,0],[2,2],[2,0],[0,2]]",
            "the edges from corners 0 and 2 cross",
        ),
        ("[[0,0],[0,1],[1,0]]", "the corners go around clockwise"),
        ("[[0,0],[0,1]]", "2 corners are too few"),
    ] {
        let (message, field, _) = error_of(&with(corners));
        assert_eq!(field.as_deref(), Some("shapes[0].corners"), "{message}");
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn pairs_must_be_of_shapes_with_corners() {
    let with = |pairs: &str| {
        format!(
            r#"{{"mode": "3d", "planes": [{{"text": "z=0"}}], "separate": {pairs}, "shapes": [
            {{"id": "a", "kind": "point", "point": [0, 0, 0]}},
            {{"id": "s", "kind": "sphere", "center": [0, 0, 0], "radius": 1}}]}}"#
        )
    };
    for (pairs, field) in [
        (r#"[["a", "s"]]"#, "separate[0][1]"),
        (r#"[["b", "a"]]"#, "separate[0][0]"),
        (r#"[["a"]]"#, "separate[0]"),
    ] {
        let (message, found, _) = error_of(&with(pairs));
        assert_eq!(found.as_deref(), Some(field), "{message}");
    }
    let (message, _, _) = error_of(&with(&json!(vec![["a", "a"]; MOST_PAIRS + 1]).to_string()));
    assert_eq!(message, "separate has 17 entries; the limit is 16");
}

#[test]
fn requests_are_bounded() -> Result<(), Failure> {
    let shapes = |count: usize| {
        let shapes =
            (0..count).map(|id| json!({"id": id.to_string(), "kind": "point", "point": [0, 0, 0]}));
        in_space(json!({"text": "z = 0"}), shapes.collect())
    };
    assert_eq!(
        shapes(MOST_SHAPES)?["answers"].as_array().map(Vec::len),
        Some(MOST_SHAPES)
    );
    let refused = shapes(MOST_SHAPES + 1)
        .err()
        .ok_or("1001 shapes are answered")?;
    assert_eq!(
        refused.to_string(),
        "shapes has 1001 entries; the limit is 1000"
    );
    // The corners are on a parabola, so the polygon is convex and counter-clockwise.
    let polygon = |id: usize, corners: usize| {
        let corners: Vec<_> = (0..corners).map(|x| [x, x * x]).collect();
        json!({"id": id.to_string(), "kind": "polygon", "corners": corners})
    };
    let polygons = |polygons: Vec<Value>| {
        query(&json!({"mode": "2d", "planes": [{"text": "x = 0"}], "shapes": polygons}))
    };
    let message = |answer: Result<Value, ExampleError>| answer.err().map(|error| error.to_string());
    let long = message(polygons(vec![polygon(0, MOST_CORNERS_OF_ONE + 1)]));
    assert_eq!(
        long.as_deref(),
        Some("shapes[0].corners has 101 entries; the limit is 100")
    );
    let count = MOST_CORNERS / MOST_CORNERS_OF_ONE;
    let most: Vec<_> = (0..count)
        .map(|id| polygon(id, MOST_CORNERS_OF_ONE))
        .collect();
    assert_eq!(
        polygons(most.clone())?["answers"].as_array().map(Vec::len),
        Some(count)
    );
    let more = message(polygons([most, vec![polygon(count, 3)]].concat()));
    assert_eq!(
        more.as_deref(),
        Some("all polygons up to shapes[20].corners have 2003 corners; the limit is 2000")
    );
    Ok(())
}
