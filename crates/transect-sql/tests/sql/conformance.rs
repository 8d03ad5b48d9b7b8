//! The facts of conformance/ that have a function, asked through SQL.

use std::collections::BTreeMap;

use crate::session::{cells, error, session};
use serde_json::Value;

/// Returns the facts of a file.
fn facts(file: &str) -> Vec<Value> {
    let path = format!(
        "{}/../../conformance/{file}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let facts = text.lines().map(serde_json::from_str);
    facts.collect::<Result<_, _>>().expect("facts are JSON")
}

/// Returns a number in SQL.
fn number(value: &Value) -> String {
    let number = value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is not a number"));
    format!("{number:?}")
}

fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("{value} is not a list"))
}

fn numbers(value: &Value) -> Vec<String> {
    list(value).iter().map(number).collect()
}

/// Returns a struct in SQL.
fn fields(names: &[&str], numbers: &[String]) -> String {
    assert_eq!(names.len(), numbers.len(), "{names:?} {numbers:?}");
    let pairs = names
        .iter()
        .zip(numbers)
        .map(|(name, number)| format!("'{name}', {number}"));
    format!("named_struct({})", pairs.collect::<Vec<_>>().join(", "))
}

fn point(value: &Value) -> String {
    let numbers = numbers(value);
    fields(&["x", "y", "z"][..numbers.len()], &numbers)
}

fn aabb(min: &Value, max: &Value) -> String {
    let (min, max) = (numbers(min), numbers(max));
    let names: &[&str] = match min.len() {
        2 => &["xmin", "ymin", "xmax", "ymax"],
        _ => &["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"],
    };
    fields(names, &[min, max].concat())
}

fn sphere(center: &Value, radius: &Value) -> String {
    let center = numbers(center);
    let names: &[&str] = match center.len() {
        2 => &["x", "y", "radius"],
        _ => &["x", "y", "z", "radius"],
    };
    fields(names, &[center, vec![number(radius)]].concat())
}

/// Returns a plane in SQL: a text, coefficients, points, or a point and a normal.
fn plane(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{text}'"),
        Value::Array(_) => format!("plane({})", numbers(value).join(", ")),
        _ if value["at"].is_object() => {
            let [point, normal] = ["point", "normal"].map(|key| point(&value["at"][key]));
            format!("plane_at({point}, {normal})")
        }
        _ => {
            let points: Vec<_> = list(&value["through"]).iter().map(point).collect();
            format!("plane_through({})", points.join(", "))
        }
    }
}

fn region(planes: &Value) -> String {
    let planes: Vec<_> = list(planes).iter().map(plane).collect();
    format!("region({})", planes.join(", "))
}

fn frustum(fact: &Value) -> String {
    let rows = list(&fact["matrix"]).iter().map(|row| match row {
        Value::Array(_) => numbers(row).join(", "),
        _ => number(row),
    });
    let rows: Vec<_> = rows.collect();
    let word = |name: &str, default: &str| fact[name].as_str().unwrap_or(default).to_owned();
    let infinite = fact["infinite_far"].as_bool().unwrap_or(false);
    format!(
        "frustum([{}], '{}', '{}', {infinite})",
        rows.join(", "),
        word("clip_space", "minus_one_to_one"),
        word("order", "row_major"),
    )
}

/// Returns the shape of a fact, or `None` if SQL does not have shapes of its kind.
fn shape(fact: &Value) -> Option<String> {
    let has = |key: &str| fact.get(key).is_some();
    if has("shape") && fact["shape"] != "sphere" {
        return None;
    }
    if has("center") && has("radius") {
        Some(sphere(&fact["center"], &fact["radius"]))
    } else if has("min") {
        Some(aabb(&fact["min"], &fact["max"]))
    } else if has("point") {
        Some(point(&fact["point"]))
    } else {
        None
    }
}

/// Returns the number that a fact writes as a number or as a fraction.
fn fraction(value: &Value) -> f64 {
    match value {
        Value::String(text) => {
            let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
            let [top, bottom] = [top, bottom].map(|part| part.parse::<f64>().expect("an integer"));
            top / bottom
        }
        other => other.as_f64().expect("a number"),
    }
}

#[tokio::test]
async fn facts_hold_through_sql() {
    let context = session();
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for fact in ["side", "shape", "cull", "batch", "construction", "meet"]
        .into_iter()
        .flat_map(facts)
    {
        let op = fact["op"].as_str().expect("each fact has an operation");
        let Some((sql, expected)) = question(op, &fact) else {
            continue;
        };
        *asked.entry(op.to_owned()).or_default() += 1;
        let answer = match &expected {
            Expected::Error(_) => vec![vec![error(&context, &sql).await]],
            _ => cells(&context, &sql).await,
        };
        if !expected.is(&answer) {
            wrong.push(format!("{fact}\n{sql}\n{answer:?} instead of {expected:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} facts do not hold:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    for (op, least) in LEAST {
        let count = asked.get(op).copied().unwrap_or(0);
        assert!(count >= least, "{op}: only {count} facts were asked");
    }
}

/// The least number of facts of each operation that must be asked.
const LEAST: [(&str, usize); 13] = [
    ("aabb_extent", 105),
    ("batch_overlap", 3),
    ("batch_sides", 5),
    ("best_fit", 5),
    ("frustum_planes", 10),
    ("frustum_point", 22),
    ("interval", 10),
    ("kept_extent", 15),
    ("plane_text", 30),
    ("plane_through", 14),
    ("point_side", 94),
    ("region_overlap", 126),
    ("sphere_extent", 62),
];

#[derive(Debug)]
enum Expected {
    /// These words, in one row or in several rows.
    Words(Vec<String>),
    /// These numbers within a relative error of 2⁻⁴⁶, and exactly where they are zero.
    Numbers(Vec<f64>),
    /// These numbers exactly.
    Exactly(Vec<f64>),
    /// The plane of best fit, up to the sign of its normal, and two measures, within 10⁻¹².
    Fit { dimension: usize, numbers: Vec<f64> },
    /// A part of the message.
    Error(String),
}

impl Expected {
    fn is(&self, answer: &[Vec<String>]) -> bool {
        let answer = answer.concat();
        let received = || -> Option<Vec<f64>> {
            let numbers = answer.iter().map(|cell| cell.parse().ok());
            numbers.collect()
        };
        match self {
            Self::Words(words) => *words == answer,
            Self::Error(part) => answer.concat().contains(part),
            Self::Exactly(expected) => received().is_some_and(|received| received == *expected),
            Self::Fit {
                dimension,
                numbers: expected,
            } => received().is_some_and(|received| {
                let dot: f64 = received
                    .iter()
                    .zip(expected)
                    .take(*dimension)
                    .map(|(a, b)| a * b)
                    .sum();
                received.len() == expected.len()
                    && received
                        .iter()
                        .zip(expected)
                        .enumerate()
                        .all(|(index, (a, b))| {
                            let sign = if index <= *dimension {
                                dot.signum()
                            } else {
                                1.0
                            };
                            (a * sign - b).abs() <= 1e-12
                        })
            }),
            Self::Numbers(expected) => received().is_some_and(|received| {
                received.len() == expected.len()
                    && received.iter().zip(expected).all(|(received, expected)| {
                        (received - expected).abs() <= expected.abs() * 2.0_f64.powi(-46)
                    })
            }),
        }
    }
}

fn words(value: &Value) -> Expected {
    let words = list(value)
        .iter()
        .map(|word| word.as_str().expect("a word").to_owned());
    Expected::Words(words.collect())
}

fn question(op: &str, fact: &Value) -> Option<(String, Expected)> {
    let side_of = |plane: String, shape: String| {
        let mut answers = vec![format!("plane_side({plane}, {shape})")];
        let mut expected = vec![fact["side"].as_str().unwrap_or_default().to_owned()];
        if let Some(extent) = fact["extent"].as_array() {
            for (end, side) in ["backmost", "frontmost"].iter().zip(extent) {
                answers.push(format!("plane_extent({plane}, {shape})['{end}']"));
                expected.push(side.as_str().expect("a side").to_owned());
            }
        }
        (
            format!("SELECT {}", answers.join(", ")),
            Expected::Words(expected),
        )
    };
    let side = |shape: String| side_of(plane(&fact["plane"]), shape);
    if fact.get("error").is_some()
        && !matches!(
            op,
            "best_fit" | "plane_text" | "plane_through" | "frustum_planes"
        )
    {
        return None;
    }
    match op {
        "point_side" => Some(side(point(&fact["point"]))),
        "aabb_extent" if fact.get("min").is_some() => Some(side(aabb(&fact["min"], &fact["max"]))),
        "aabb_extent" => {
            let corners = list(&fact["corners"]);
            let pairs = corners[0].as_array()?.iter().zip(corners[1].as_array()?);
            let pairs =
                pairs.map(|(a, b)| (a.as_f64().expect("a number"), b.as_f64().expect("a number")));
            let (min, max): (Vec<f64>, Vec<f64>) = pairs.map(|(a, b)| (a.min(b), a.max(b))).unzip();
            Some(side(aabb(&min.into(), &max.into())))
        }
        "kept_extent" if fact["at"].is_object() => Some(side_of(plane(fact), shape(fact)?)),
        "sphere_extent" => Some(side(sphere(&fact["center"], &fact["radius"]))),
        "interval" => {
            let shape = shape(fact)?;
            let plane = plane(&fact["plane"]);
            let interval = list(&fact["interval"]).iter().map(fraction).collect();
            let ends = ["backmost", "frontmost"];
            let ends = ends.map(|end| format!("plane_interval({plane}, {shape})['{end}']"));
            Some((
                format!("SELECT {}", ends.join(", ")),
                Expected::Numbers(interval),
            ))
        }
        "plane_text" => {
            let dimension = fact["dimension"].as_u64().unwrap_or(3);
            let text = fact["text"].as_str()?.replace('\'', "''");
            let fields = &["a", "b", "c", "d"][..=usize::try_from(dimension).ok()?];
            let fields = fields
                .iter()
                .map(|name| format!("plane('{text}', {dimension})['{name}']"));
            let sql = format!("SELECT {}", fields.collect::<Vec<_>>().join(", "));
            Some((sql, plane_or_error(fact)))
        }
        "plane_through" => {
            let points: Vec<_> = list(&fact["points"]).iter().map(point).collect();
            let fields = ["a", "b", "c", "d"][..=points.len()].iter();
            let points = points.join(", ");
            let fields = fields.map(|name| format!("plane_through({points})['{name}']"));
            let sql = format!("SELECT {}", fields.collect::<Vec<_>>().join(", "));
            Some((sql, plane_or_error(fact)))
        }
        "best_fit" => {
            let points = list(&fact["points"]);
            let names = &["a", "b", "c", "d"][..=list(&points[0]).len()];
            let measures = ["root_mean_square", "largest_distance"].into_iter();
            let has_error = fact.get("error").is_some();
            let measures = measures.filter(|name| has_error || fact.get(name).is_some());
            let measures: Vec<_> = measures.collect();
            let fields = names
                .iter()
                .chain(&measures)
                .map(|name| format!("fit['{name}']"));
            let fields = fields.collect::<Vec<_>>().join(", ");
            let rows: Vec<_> = points.iter().map(point).collect();
            let sql = format!(
                "SELECT {fields} FROM (SELECT plane_fit(p) AS fit FROM (VALUES ({})) AS t(p))",
                rows.join("), (")
            );
            if has_error {
                let nulls = vec![String::new(); names.len() + measures.len()];
                return Some((sql, Expected::Words(nulls)));
            }
            let plane = match &fact["plane"] {
                Value::String(text) => {
                    let plane = text.parse::<transect::Plane>().expect("a plane");
                    <[f64; 4]>::from(plane).to_vec()
                }
                coefficients => list(coefficients).iter().map(fraction).collect(),
            };
            let normal = plane[..plane.len() - 1].iter();
            let length = normal.map(|number| number * number).sum::<f64>().sqrt();
            let plane = plane.iter().map(|number| number / length);
            let measures = measures.iter().map(|name| fraction(&fact[name]));
            let expected = plane.chain(measures).collect();
            Some((
                sql,
                Expected::Fit {
                    dimension: names.len() - 1,
                    numbers: expected,
                },
            ))
        }
        "region_overlap" => {
            if list(&fact["planes"]).is_empty() {
                return None;
            }
            let (region, shape) = (region(&fact["planes"]), shape(fact)?);
            let mut answers = vec![format!("region_overlap({region}, {shape})")];
            let mut expected = vec![fact["overlap"].as_str()?.to_owned()];
            if let Some(word) = fact["plane_by_plane"].as_str() {
                answers.push(format!("region_overlap_conservative({region}, {shape})"));
                expected.push(word.to_owned());
            }
            Some((
                format!("SELECT {}", answers.join(", ")),
                Expected::Words(expected),
            ))
        }
        "frustum_point" => {
            let sql = format!(
                "SELECT region_overlap({}, {})",
                frustum(fact),
                point(&fact["point"])
            );
            let word = if fact["inside"] == true {
                "inside"
            } else {
                "outside"
            };
            Some((sql, Expected::Words(vec![word.to_owned()])))
        }
        "frustum_planes" => {
            if fact.get("error").is_some() {
                let sql = format!("SELECT {}", frustum(fact));
                return Some((
                    sql,
                    Expected::Error("frustum: argument 1, row 1 of the batch: ".to_owned()),
                ));
            }
            let planes = fact["planes"].as_object()?;
            let order = ["left", "right", "bottom", "top", "near", "far"];
            let present = order.iter().filter_map(|side| planes.get(*side));
            let mut cells = Vec::new();
            let mut expected = Vec::new();
            for (index, plane) in present.enumerate() {
                for (field, value) in ["a", "b", "c", "d"].iter().zip(list(plane)) {
                    cells.push(format!("{}[{}]['{field}']", frustum(fact), index + 1));
                    expected.push(fraction(value));
                }
            }
            Some((
                format!("SELECT {}", cells.join(", ")),
                Expected::Exactly(expected),
            ))
        }
        "batch_sides" => {
            let plane = plane(&fact["plane"]);
            let rows = batch(fact)?;
            let sql = format!("SELECT plane_side({plane}, shape) FROM (VALUES {rows}) AS t(shape)");
            Some((sql, words(&fact["sides"])))
        }
        "batch_overlap" => {
            let region = region(&fact["planes"]);
            let rows = batch(fact)?;
            let sql =
                format!("SELECT region_overlap({region}, shape) FROM (VALUES {rows}) AS t(shape)");
            Some((sql, words(&fact["overlaps"])))
        }
        _ => None,
    }
}

/// Returns the shapes of a batch as rows.
fn batch(fact: &Value) -> Option<String> {
    let rows: Vec<String> = if let Some(points) = fact["points"].as_array() {
        points.iter().map(point).collect()
    } else if let Some(boxes) = fact["boxes"].as_array() {
        boxes
            .iter()
            .map(|corners| aabb(&corners[0], &corners[1]))
            .collect()
    } else {
        let spheres = fact["spheres"].as_array()?;
        spheres
            .iter()
            .map(|parts| sphere(&parts[0], &parts[1]))
            .collect()
    };
    Some(format!("({})", rows.join("), (")))
}

fn plane_or_error(fact: &Value) -> Expected {
    match fact["error"].as_str() {
        Some("dependent") => Expected::Error("plane_through: row 1 of the batch: ".to_owned()),
        Some("zero_normal" | "not_finite" | "overflow") => Expected::Error("plane".to_owned()),
        Some(message) => Expected::Error(message.to_owned()),
        None => Expected::Exactly(list(&fact["plane"]).iter().map(fraction).collect()),
    }
}
