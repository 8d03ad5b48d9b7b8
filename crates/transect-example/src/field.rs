//! A JSON value of a request, with the path of its field.

use serde_json::Value;

use crate::error::ExampleError;

/// A JSON value of the request, with the path of its field, such as `shapes[2].radius`. Error messages name the path.
pub(super) struct Field<'a> {
    path: String,
    value: &'a Value,
}

impl<'a> Field<'a> {
    /// Returns the whole request as a value. Its path is empty.
    pub(super) fn of(value: &'a Value) -> Self {
        Self {
            path: String::new(),
            value,
        }
    }

    /// Returns the path of the field `key` in this value, such as `shapes[2].radius`.
    pub(super) fn path(&self, key: &str) -> String {
        if self.path.is_empty() {
            return key.into();
        }
        format!("{}.{key}", self.path)
    }

    /// Returns the error that the numbers of this field do not form a valid shape or plane.
    pub(super) fn refused(&self, reason: &str) -> ExampleError {
        ExampleError::Geometry {
            field: self.path.clone(),
            reason: reason.into(),
        }
    }

    /// Returns the error that the text of this field is not an equation of a plane.
    pub(super) fn no_equation(&self, error: &transect::EquationError) -> ExampleError {
        ExampleError::Equation {
            field: self.path.clone(),
            reason: error.to_string(),
            at: error.place(),
        }
    }

    fn wrong(&self, expected: impl Into<String>) -> ExampleError {
        let field = match self.path.as_str() {
            "" => "the request".into(),
            path => path.into(),
        };
        ExampleError::Wrong {
            field,
            found: shown(self.value),
            expected: expected.into(),
        }
    }

    /// Checks that this value is a JSON object, and that `known` contains all its keys.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), ExampleError> {
        let Some(object) = self.value.as_object() else {
            return Err(self.wrong("an object"));
        };
        match object.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(ExampleError::Unknown {
                field: self.path(key),
                known: known.join(", "),
            }),
            None => Ok(()),
        }
    }

    /// Returns the value of the field `key`; `None` if it is missing or null.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Field {
            path: self.path(key),
            value,
        })
    }

    /// Returns the value of the field `key`. A missing field is an error.
    pub(super) fn need(&self, key: &str) -> Result<Self, ExampleError> {
        self.get(key).ok_or_else(|| ExampleError::Missing {
            field: self.path(key),
        })
    }

    /// Returns `true` if this value is the string `text`.
    pub(super) fn is(&self, text: &str) -> bool {
        self.value.as_str() == Some(text)
    }

    /// Returns the length of the list that this value holds, or 0 if the value is not a list.
    pub(super) fn count(&self) -> usize {
        self.value.as_array().map_or(0, Vec::len)
    }

    pub(super) fn text(&self) -> Result<&'a str, ExampleError> {
        self.value.as_str().ok_or_else(|| self.wrong("a text"))
    }

    /// Returns the string that this value holds. A value that is not one of `words` is an error.
    pub(super) fn word(&self, words: &[&str]) -> Result<&'a str, ExampleError> {
        let word = self.value.as_str().filter(|word| words.contains(word));
        word.ok_or_else(|| self.wrong(format!("one of {}", words.join(", "))))
    }

    pub(super) fn truth(&self) -> Result<bool, ExampleError> {
        self.value
            .as_bool()
            .ok_or_else(|| self.wrong("true or false"))
    }

    /// Returns the number that this value holds. A value that is not a finite number is an error.
    pub(super) fn number(&self) -> Result<f64, ExampleError> {
        let number = self.value.as_f64().filter(|number| number.is_finite());
        number.ok_or_else(|| self.wrong("a finite number"))
    }

    /// Returns the entries of the list that this value holds. A list with more than `most` entries is an error.
    pub(super) fn list(&self, most: usize) -> Result<Vec<Self>, ExampleError> {
        let Some(entries) = self.value.as_array() else {
            return Err(self.wrong("a list"));
        };
        if entries.len() > most {
            return Err(ExampleError::TooMany {
                field: self.path.clone(),
                count: entries.len(),
                most,
            });
        }
        let fields = entries.iter().enumerate().map(|(place, value)| Field {
            path: format!("{}[{place}]", self.path),
            value,
        });
        Ok(fields.collect())
    }

    fn exactly<const N: usize>(&self, of: &str) -> Result<[Self; N], ExampleError> {
        let wrong = || self.wrong(format!("a list of {N} {of}"));
        if self.count() != N {
            return Err(wrong());
        }
        self.list(N)?.try_into().map_err(|_| wrong())
    }

    /// Returns the two entries of a list of length two.
    pub(super) fn two(&self) -> Result<[Self; 2], ExampleError> {
        self.exactly("ids")
    }

    pub(super) fn point<const D: usize>(&self) -> Result<[f64; D], ExampleError> {
        numbers(self.exactly::<D>("numbers")?)
    }

    pub(super) fn points<const D: usize, const N: usize>(
        &self,
    ) -> Result<[[f64; D]; N], ExampleError> {
        let mut points = [[0.0; D]; N];
        for (point, field) in points.iter_mut().zip(self.exactly::<N>("points")?) {
            *point = field.point()?;
        }
        Ok(points)
    }

    pub(super) fn all_points<const D: usize>(
        &self,
        most: usize,
    ) -> Result<Vec<[f64; D]>, ExampleError> {
        self.list(most)?.iter().map(Field::point).collect()
    }
}

fn numbers<const D: usize>(fields: [Field<'_>; D]) -> Result<[f64; D], ExampleError> {
    let mut numbers = [0.0; D];
    for (number, field) in numbers.iter_mut().zip(fields) {
        *number = field.number()?;
    }
    Ok(numbers)
}

/// Returns the text of a value for a message; long values are shortened.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(entries) => format!("a list of {}", entries.len()),
        Value::Object(_) => "an object".into(),
        Value::String(text) if text.chars().count() > 40 => "a long text".into(),
        value => value.to_string(),
    }
}
