//! Reads frustums from JSON that describes a camera or a projection matrix.

use std::fmt::{Formatter, Result as FormatResult};
use std::str::FromStr;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use transect::{Camera, Frustum, FrustumError, FrustumSide, MatrixOrder, NameError};

use crate::nearest::nearest;

const CAMERA: [&str; 9] = [
    "position",
    "target",
    "forward",
    "up",
    "vertical_field_of_view_degrees",
    "orthographic_height",
    "aspect",
    "near",
    "far",
];
const MATRIX: [&str; 4] = ["matrix", "order", "clip_space", "infinite_far"];

/// An error as two texts: the message, which is shown after the path of the file, and the hint.
type UserError = (String, String);

fn problem(problem: impl Into<String>, hint: impl Into<String>) -> UserError {
    (format!(": {}", problem.into()), hint.into())
}

/// Reads a frustum from a JSON object that describes a camera or a matrix (docs/classify.md).
///
/// # Errors
/// Returns an error of two texts: the message, which is shown after the path of the file, and the hint.
pub fn frustum(text: &str) -> Result<Frustum, UserError> {
    let entries: Entries = serde_json::from_str(text).map_err(|error| {
        let report = error.to_string();
        // The message of serde_json ends with the place, which is written before the reason here.
        let reason = report.split(" at line ").next().unwrap_or_default();
        let place = match (error.line(), error.column()) {
            (0, _) => String::new(),
            (line, column) => format!(", line {line}, column {column}"),
        };
        (
            format!("{place}: {reason}"),
            "write one JSON object that describes a camera or a matrix".into(),
        )
    })?;
    entries.check_keys()?;
    let frustum = if entries.get("matrix").is_some() {
        entries.of_matrix()
    } else {
        entries.of_camera()
    }?;
    if frustum.planes().is_empty() {
        return Err(problem(
            "\"matrix\" bounds nothing: its frustum is all of space",
            "check that the matrix is the projection times the view, in the order that \"order\" names",
        ));
    }
    Ok(frustum)
}

/// Returns the name of a side of a frustum.
#[must_use]
pub const fn side_name(side: FrustumSide) -> &'static str {
    match side {
        FrustumSide::Left => "left",
        FrustumSide::Right => "right",
        FrustumSide::Bottom => "bottom",
        FrustumSide::Top => "top",
        FrustumSide::Near => "near",
        FrustumSide::Far => "far",
    }
}

/// The entries of the JSON object, in the order of the file. Hyphens in keys are replaced by underscores. A key that
/// occurs twice is in the list twice, so that it can be reported.
struct Entries(Vec<(String, Value)>);

impl Entries {
    fn get(&self, key: &str) -> Option<&Value> {
        let found = self.0.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value)
    }

    fn need(&self, key: &'static str, keys: &[&str]) -> Result<&Value, UserError> {
        self.get(key).ok_or_else(|| {
            problem(
                format!("the key \"{key}\" is missing"),
                format!("the required keys are: {}", keys.join(", ")),
            )
        })
    }

    /// Returns an error for a key that is unknown, repeated, or valid only for the other kind of description (camera or
    /// matrix).
    fn check_keys(&self) -> Result<(), UserError> {
        let is_matrix = self.0.iter().any(|(key, _)| MATRIX.contains(&&**key));
        let (what, keys, others) = if is_matrix {
            ("matrix", &MATRIX[..], &CAMERA[..])
        } else {
            ("camera", &CAMERA[..], &MATRIX[..])
        };
        for (index, (key, _)) in self.0.iter().enumerate() {
            if self.0[..index].iter().any(|(before, _)| before == key) {
                return Err(problem(
                    format!("the key \"{key}\" occurs twice"),
                    "remove one of them",
                ));
            }
            if keys.contains(&&**key) {
                continue;
            }
            if others.contains(&&**key) {
                return Err(problem(
                    format!("\"{key}\" cannot be used with \"matrix\""),
                    "describe a camera or a matrix, not both",
                ));
            }
            let all = CAMERA.iter().chain(&MATRIX).copied();
            let meant = nearest(key, all);
            let meant = meant.map_or(String::new(), |meant| format!("is \"{meant}\" meant? "));
            return Err(problem(
                format!("unknown key {key:?} in a {what}"),
                format!("{meant}the keys of a {what} are: {}", keys.join(", ")),
            ));
        }
        Ok(())
    }

    fn of_camera(&self) -> Result<Frustum, UserError> {
        let needed = [
            "position",
            "target or forward",
            "up",
            "vertical_field_of_view_degrees or orthographic_height",
            "aspect",
            "near",
            "far (null: infinite)",
        ];
        let vector = |key| numbers::<3>(key, self.need(key, &needed)?);
        let number = |key| number(key, self.need(key, &needed)?);
        let position = vector("position")?;
        let forward = match (self.get("target"), self.get("forward")) {
            (Some(_), Some(_)) => {
                return Err(problem(
                    "\"target\" and \"forward\" are both given",
                    "remove one of them",
                ));
            }
            (None, None) => {
                return Err(problem(
                    "neither \"target\" nor \"forward\" is given",
                    format!("the required keys are: {}", needed.join(", ")),
                ));
            }
            (None, Some(_)) => vector("forward")?,
            (Some(_), None) => {
                let target = vector("target")?;
                if target == position {
                    return Err(problem(
                        "\"target\" equals \"position\", so the view has no direction",
                        "give \"target\" another point that the camera looks at, or use \"forward\"",
                    ));
                }
                core::array::from_fn(|axis| target[axis] - position[axis])
            }
        };
        let far = match self.need("far", &needed)? {
            Value::Null => None,
            far => Some(self::number("far", far)?),
        };
        let camera = Camera::looking(position, forward, vector("up")?);
        let camera = self
            .with_picture(camera, &needed)?
            .with_aspect(number("aspect")?)
            .with_near(number("near")?)
            .with_far(far);
        camera.frustum().map_err(|error| refused(&error))
    }

    /// Returns the camera with its field of view, or with the height of its picture.
    fn with_picture(&self, camera: Camera, needed: &[&str]) -> Result<Camera, UserError> {
        let degrees = "vertical_field_of_view_degrees";
        let height = "orthographic_height";
        match (self.get(degrees), self.get(height)) {
            (Some(_), Some(_)) => Err(problem(
                format!("\"{degrees}\" and \"{height}\" are both given"),
                "remove one of them: a perspective camera has an angle, an orthographic one a height",
            )),
            (None, Some(value)) => {
                let height = number(height, value)?;
                Ok(camera.with_orthographic_height(Some(height)))
            }
            _ => {
                let angle = number(degrees, self.need(degrees, needed)?)?;
                if !(angle > 0.0 && angle < 180.0) {
                    return Err(problem(
                        format!("\"{degrees}\" is {angle}"),
                        "use the angle between the bottom and the top plane: above 0 and below 180",
                    ));
                }
                Ok(camera.with_vertical_field_of_view(angle.to_radians()))
            }
        }
    }

    fn of_matrix(&self) -> Result<Frustum, UserError> {
        let needed = &MATRIX[..3];
        let value = self.need("matrix", needed)?;
        let wrong = || wrong("matrix", value, "four lists of four numbers");
        let lists = value.as_array().filter(|lists| lists.len() == 4);
        let mut matrix = [[0.0; 4]; 4];
        for (row, list) in matrix.iter_mut().zip(lists.ok_or_else(wrong)?) {
            *row = numbers::<4>("matrix", list).map_err(|_| wrong())?;
        }
        let order = word("order", self.need("order", needed)?)?;
        let space = word("clip_space", self.need("clip_space", needed)?)?;
        let infinite = match self.get("infinite_far") {
            None => false,
            Some(Value::Bool(infinite)) => *infinite,
            Some(other) => return Err(self::wrong("infinite_far", other, "true or false")),
        };
        let frustum = match (order, infinite) {
            (MatrixOrder::RowMajor, false) => Frustum::from_row_major(&matrix, space),
            (MatrixOrder::RowMajor, true) => {
                Frustum::from_row_major_with_infinite_far(&matrix, space)
            }
            (MatrixOrder::ColumnMajor, false) => Frustum::from_column_major(&matrix, space),
            (MatrixOrder::ColumnMajor, true) => {
                Frustum::from_column_major_with_infinite_far(&matrix, space)
            }
        };
        frustum.map_err(|error| refused(&error))
    }
}

/// Returns the message and the hint for a camera or a matrix that has no valid frustum.
fn refused(error: &FrustumError) -> UserError {
    let hint = match error {
        FrustumError::UpAlongForward => {
            "choose an \"up\" that does not point along the view, such as [0, 0, 1]"
        }
        FrustumError::OutOfRange { .. } => "correct the number",
        _ => {
            "check that the matrix is the projection times the view, in the order that \"order\" names"
        }
    };
    problem(error.to_string(), hint)
}

fn wrong(key: &str, found: &Value, expected: &str) -> UserError {
    const LONGEST: usize = 60;
    let text = found.to_string();
    let shown = match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    problem(
        format!("\"{key}\" is {shown}, not {expected}"),
        "see docs/classify.md for the keys and their values",
    )
}

fn number(key: &str, value: &Value) -> Result<f64, UserError> {
    value.as_f64().ok_or_else(|| wrong(key, value, "a number"))
}

fn numbers<const N: usize>(key: &str, value: &Value) -> Result<[f64; N], UserError> {
    let wrong = || {
        let count = ["no", "one", "two", "three", "four"].get(N);
        wrong(
            key,
            value,
            &format!("a list of {} numbers", count.unwrap_or(&"some")),
        )
    };
    let list = value.as_array().ok_or_else(wrong)?.iter();
    let numbers: Option<Vec<f64>> = list.map(Value::as_f64).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(wrong)
}

/// Returns the value that the word of the JSON entry `key` names.
fn word<T: FromStr<Err = NameError>>(key: &str, value: &Value) -> Result<T, UserError> {
    let Some(text) = value.as_str() else {
        return Err(wrong(key, value, "a word"));
    };
    text.parse::<T>().map_err(|NameError { names, .. }| {
        let (report, _) = wrong(key, value, "one of its values");
        let meant = nearest(&text.replace('-', "_"), names.iter().copied());
        let meant = meant.map_or(String::new(), |meant| format!("is \"{meant}\" meant? "));
        (report, format!("{meant}use one of: {}", names.join(", ")))
    })
}

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

/// A visitor that collects every entry of the object. A map would keep only the last entry of a repeated key.
struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Entries, M::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            let (key, value): (String, Value) = entry;
            entries.push((key.replace('-', "_"), value));
        }
        Ok(Entries(entries))
    }
}
