//! A value of a request, and the way to it.

use serde_json::Value;

use crate::error::ExampleError;

/// A value of the request, which knows its place: so each refusal names it.
pub(super) struct Field<'a> {
    path: String,
    value: &'a Value,
}

impl<'a> Field<'a> {
    /// The whole request.
    pub(super) fn of(value: &'a Value) -> Self {
        Self {
            path: String::new(),
            value,
        }
    }

    /// The path of a key of this value.
    pub(super) fn path(&self, key: &str) -> String {
        if self.path.is_empty() {
            return key.into();
        }
        format!("{}.{key}", self.path)
    }

    /// Refused, as the numbers are no such thing.
    pub(super) fn refused(&self, reason: &str) -> ExampleError {
        ExampleError::Geometry {
            field: self.path.clone(),
            reason: reason.into(),
        }
    }

    /// Refused, as the text is no equation.
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

    /// Nothing, if this is an object without other keys than these.
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

    /// The value of a key; null counts as none.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Field {
            path: self.path(key),
            value,
        })
    }

    /// The value of a key that must be there.
    pub(super) fn need(&self, key: &str) -> Result<Self, ExampleError> {
        self.get(key).ok_or_else(|| ExampleError::Missing {
            field: self.path(key),
        })
    }

    /// Whether this is that text.
    pub(super) fn is(&self, text: &str) -> bool {
        self.value.as_str() == Some(text)
    }

    /// How many entries this list has; none, if it is no list.
    pub(super) fn count(&self) -> usize {
        self.value.as_array().map_or(0, Vec::len)
    }

    pub(super) fn text(&self) -> Result<&'a str, ExampleError> {
        self.value.as_str().ok_or_else(|| self.wrong("a text"))
    }

    /// One of these words.
    pub(super) fn word(&self, words: &[&str]) -> Result<&'a str, ExampleError> {
        let word = self.value.as_str().filter(|word| words.contains(word));
        word.ok_or_else(|| self.wrong(format!("one of {}", words.join(", "))))
    }

    pub(super) fn truth(&self) -> Result<bool, ExampleError> {
        self.value
            .as_bool()
            .ok_or_else(|| self.wrong("true or false"))
    }

    /// A finite number.
    pub(super) fn number(&self) -> Result<f64, ExampleError> {
        let number = self.value.as_f64().filter(|number| number.is_finite());
        number.ok_or_else(|| self.wrong("a finite number"))
    }

    /// The entries of a list that may not have more.
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

    /// A list of two entries.
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

/// A value in a message: not all of a long one.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(entries) => format!("a list of {}", entries.len()),
        Value::Object(_) => "an object".into(),
        Value::String(text) if text.chars().count() > 40 => "a long text".into(),
        value => value.to_string(),
    }
}
