//! Reads the keys of one fact (a JSON object). A missing key or a value of the wrong type is a typed error.

use serde_json::{Map, Value};
use transect::{Aabb, Extent, Plane, PlaneAt, PlaneThrough, Segment, Side, Triangle};

use crate::fact_error::{Checked, FactError};
use crate::fraction::{fraction, fraction_not_below};

/// A plane that a fact keeps in the form in which it was given.
pub(crate) enum Kept<const D: usize> {
    Points(PlaneThrough<D>),
    PointAndNormal(PlaneAt<D>),
}

/// A fact: the JSON object of one line, or an object within it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact<'a>(pub(crate) &'a Map<String, Value>);

impl<'a> Fact<'a> {
    pub(crate) fn of(key: &'static str, value: &'a Value) -> Result<Self, FactError> {
        let object = value.as_object();
        Ok(Self(object.ok_or_else(|| {
            FactError::wrong(key, value, "an object")
        })?))
    }

    pub(crate) fn has(self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    pub(crate) fn get(self, key: &str) -> Option<&'a Value> {
        self.0.get(key)
    }

    pub(crate) fn need(self, key: &'static str) -> Result<&'a Value, FactError> {
        self.get(key).ok_or(FactError::Missing { key })
    }

    pub(crate) fn within(self, key: &'static str) -> Result<Self, FactError> {
        Fact::of(key, self.need(key)?)
    }

    /// Returns an error if the object has a key that is not in `known`. A misspelt key would otherwise be ignored.
    pub(crate) fn only(self, place: &str, known: &[&str]) -> Checked {
        match self.0.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(FactError::UnknownKey {
                key: key.clone(),
                place: place.into(),
                known: known.join(", "),
            }),
        }
    }

    /// Returns the dimension of the fact, 2 or 3: that of its first point, or else of its first plane that is given by
    /// numbers. If the fact has neither, the result is 3.
    pub(crate) fn dimension(self) -> Result<usize, FactError> {
        let length = |value: &Value| value.as_array().map(Vec::len);
        let points = ["point", "min", "center", "apex", "origin"];
        let lists = ["ends", "corners", "points"];
        let points = points.iter().map(|key| (*key, self.get(key), 0));
        let lists = lists
            .iter()
            .map(|key| (*key, self.get(key).and_then(|list| list.get(0)), 0));
        let planes = self.get("planes").and_then(|list| list.get(0));
        let found = points
            .chain(lists)
            .chain([("planes", planes, 1)])
            .find_map(|(key, value, more)| Some((key, length(value?)?, more)));
        match found {
            None => Ok(3),
            Some((_, length, more)) if length == 2 + more || length == 3 + more => {
                Ok(length - more)
            }
            Some((key, length, more)) => Err(FactError::Wrong {
                key,
                found: format!("of {length} numbers"),
                expected: format!("of {} (2D) or {} (3D)", 2 + more, 3 + more),
            }),
        }
    }

    pub(crate) fn text(self, key: &'static str) -> Result<&'a str, FactError> {
        let value = self.need(key)?;
        let text = value.as_str();
        text.ok_or_else(|| FactError::wrong(key, value, "a string"))
    }

    /// Returns the value of `key`, which must be one of `words`.
    pub(crate) fn word(self, key: &'static str, words: &[&str]) -> Result<&'a str, FactError> {
        let value = self.need(key)?;
        let word = value.as_str().filter(|word| words.contains(word));
        word.ok_or_else(|| FactError::wrong(key, value, format!("one of {}", words.join(", "))))
    }

    pub(crate) fn truth(self, key: &'static str) -> Result<bool, FactError> {
        let value = self.need(key)?;
        let truth = value.as_bool();
        truth.ok_or_else(|| FactError::wrong(key, value, "true or false"))
    }

    pub(crate) fn count(self, key: &'static str) -> Result<u64, FactError> {
        count(key, self.need(key)?)
    }

    pub(crate) fn number(self, key: &'static str) -> Result<f64, FactError> {
        number(key, self.need(key)?)
    }

    pub(crate) fn point<const D: usize>(self, key: &'static str) -> Result<[f64; D], FactError> {
        point(key, self.need(key)?)
    }

    pub(crate) fn points<const D: usize, const N: usize>(
        self,
        key: &'static str,
    ) -> Result<[[f64; D]; N], FactError> {
        points(key, self.need(key)?)
    }

    /// Returns the points of the list `key`, which may have any length.
    pub(crate) fn all_points<const D: usize>(
        self,
        key: &'static str,
    ) -> Result<Vec<[f64; D]>, FactError> {
        let values = list(key, self.need(key)?)?.iter();
        values.map(|value| point(key, value)).collect()
    }

    pub(crate) fn side(self, key: &'static str) -> Result<Side, FactError> {
        side(key, self.need(key)?)
    }

    pub(crate) fn sides(self, key: &'static str) -> Result<[Side; 2], FactError> {
        let [one, other] = several(key, self.need(key)?, "two sides")?;
        Ok([side(key, one)?, side(key, other)?])
    }

    pub(crate) fn extent(self) -> Result<Extent, FactError> {
        let [backmost, frontmost] = self.sides("extent")?;
        Ok(Extent {
            backmost,
            frontmost,
        })
    }

    pub(crate) fn plane<const D: usize>(self) -> Result<Plane<D>, FactError> {
        plane("plane", self.need("plane")?)
    }

    pub(crate) fn planes<const D: usize>(self) -> Result<Vec<Plane<D>>, FactError> {
        let values = list("planes", self.need("planes")?)?.iter();
        values.map(|value| plane("planes", value)).collect()
    }

    /// Returns the planes of the list `planes`, which must hold `N` planes.
    pub(crate) fn some_planes<const D: usize, const N: usize>(
        self,
    ) -> Result<[Plane<D>; N], FactError> {
        self.planes()?
            .try_into()
            .map_err(|planes: Vec<_>| FactError::Wrong {
                key: "planes",
                found: format!("of {} planes", planes.len()),
                expected: format!("of {N}"),
            })
    }

    /// Returns the plane that is kept in the form in which it was given, if the fact writes `plane` as
    /// `{"through": …}` or `{"at": …}`; otherwise `None`.
    pub(crate) fn kept_plane<const D: usize>(self) -> Result<Option<Kept<D>>, FactError> {
        let plane = self.need("plane")?;
        let kept = match (plane.get("through"), plane.get("at")) {
            (Some(through), _) => PlaneThrough::new(points("plane", through)?).map(Kept::Points),
            (None, Some(at)) => {
                let [point, normal] = point_and_normal("plane", at)?;
                PlaneAt::new(point, normal).map(Kept::PointAndNormal)
            }
            (None, None) => return Ok(None),
        };
        kept.map(Some)
            .map_err(|error| FactError::refused("plane", error))
    }

    /// Returns a box from `min` and `max`, or from two opposite `corners`.
    pub(crate) fn aabb<const D: usize>(self) -> Result<Aabb<D>, FactError> {
        if self.has("corners") {
            let [a, b] = self.points("corners")?;
            Aabb::from_corners(a, b).map_err(|error| FactError::refused("corners", error))
        } else {
            Aabb::new(self.point("min")?, self.point("max")?)
                .map_err(|error| FactError::refused("min", error))
        }
    }

    pub(crate) fn segment<const D: usize>(self) -> Result<Segment<D>, FactError> {
        let [start, end] = self.points("ends")?;
        Segment::new(start, end).map_err(|error| FactError::refused("ends", error))
    }

    pub(crate) fn triangle<const D: usize>(self) -> Result<Triangle<D>, FactError> {
        let corners = self.points("corners")?;
        Triangle::new(corners).map_err(|error| FactError::refused("corners", error))
    }
}

pub(crate) fn plane<const D: usize>(
    key: &'static str,
    value: &Value,
) -> Result<Plane<D>, FactError> {
    match value {
        Value::String(text) => text
            .parse()
            .map_err(|error: transect::EquationError| FactError::refused(key, error)),
        Value::Object(object) => {
            let through = object.get("through");
            let through = through.ok_or(FactError::Missing { key: "through" })?;
            Plane::through(points(key, through)?).map_err(|error| FactError::refused(key, error))
        }
        _ => {
            let numbers = list(key, value)?;
            if numbers.len() != D + 1 {
                let expected = format!("{} numbers, as points have {D}", D + 1);
                return Err(FactError::wrong(key, value, expected));
            }
            let normal = point(key, &Value::from(&numbers[..D]))?;
            Plane::new(normal, float(key, &numbers[D])?)
                .map_err(|error| FactError::refused(key, error))
        }
    }
}

pub(crate) fn points<const D: usize, const N: usize>(
    key: &'static str,
    value: &Value,
) -> Result<[[f64; D]; N], FactError> {
    let values = several::<N>(key, value, &format!("{N} points"))?;
    each(values, |value| point(key, value))
}

pub(crate) fn point<const D: usize>(
    key: &'static str,
    value: &Value,
) -> Result<[f64; D], FactError> {
    let values = several::<D>(key, value, &format!("{D} numbers"))?;
    each(values, |value| float(key, value))
}

/// Reads the point and the normal of `{"point": …, "normal": …}`.
pub(crate) fn point_and_normal<const D: usize>(
    key: &'static str,
    value: &Value,
) -> Result<[[f64; D]; 2], FactError> {
    let object = Fact::of(key, value)?;
    object.only(key, &["point", "normal"])?;
    Ok([object.point("point")?, object.point("normal")?])
}

/// Reads a point whose coordinates may be fractions.
pub(crate) fn coordinates<const D: usize>(
    key: &'static str,
    value: &Value,
) -> Result<[f64; D], FactError> {
    let values = several::<D>(key, value, &format!("{D} numbers"))?;
    each(values, |value| number(key, value))
}

/// Reads a list, which must hold `N` values.
pub(crate) fn several<'a, const N: usize>(
    key: &'static str,
    value: &'a Value,
    expected: &str,
) -> Result<[&'a Value; N], FactError> {
    let values: Vec<&Value> = list(key, value)?.iter().collect();
    values
        .try_into()
        .map_err(|_| FactError::wrong(key, value, expected))
}

/// Reads each of the `N` values with `read`. Returns the first error if there is one.
pub(crate) fn each<T: std::fmt::Debug, const N: usize>(
    values: [&Value; N],
    read: impl Fn(&Value) -> Result<T, FactError>,
) -> Result<[T; N], FactError> {
    let read: Result<Vec<T>, FactError> = values.into_iter().map(read).collect();
    Ok(read?.try_into().expect("as many as there are values"))
}

pub(crate) fn list<'a>(key: &'static str, value: &'a Value) -> Result<&'a [Value], FactError> {
    let values = value.as_array().map(Vec::as_slice);
    values.ok_or_else(|| FactError::wrong(key, value, "a list"))
}

pub(crate) fn side(key: &'static str, value: &Value) -> Result<Side, FactError> {
    match value.as_str() {
        Some("back") => Ok(Side::Back),
        Some("on") => Ok(Side::On),
        Some("front") => Ok(Side::Front),
        _ => Err(FactError::wrong(key, value, "one of back, on, front")),
    }
}

pub(crate) fn count(key: &'static str, value: &Value) -> Result<u64, FactError> {
    let count = value.as_u64();
    count.ok_or_else(|| FactError::wrong(key, value, "a count"))
}

/// Reads a JSON number as the nearest f64.
pub(crate) fn float(key: &'static str, value: &Value) -> Result<f64, FactError> {
    let float = value.as_f64().filter(|float| float.is_finite());
    float.ok_or_else(|| FactError::wrong(key, value, "a number"))
}

/// Returns the largest magnitude of the numbers in a JSON value, nested lists included.
pub(crate) fn largest(value: &Value) -> f64 {
    match value {
        Value::Array(values) => values.iter().map(largest).fold(0.0, f64::max),
        _ => value.as_f64().map_or(0.0, f64::abs),
    }
}

/// Reads a number, or a fraction such as `"7/2"`, as the nearest f64.
pub(crate) fn number(key: &'static str, value: &Value) -> Result<f64, FactError> {
    float_or(fraction, key, value)
}

/// Reads a number, or a fraction such as `"7/2"`, as the least f64 that is not less than the fraction.
pub(crate) fn not_below(key: &'static str, value: &Value) -> Result<f64, FactError> {
    float_or(fraction_not_below, key, value)
}

fn float_or(
    fraction: fn(&str) -> Option<f64>,
    key: &'static str,
    value: &Value,
) -> Result<f64, FactError> {
    let Some(text) = value.as_str() else {
        return float(key, value);
    };
    fraction(text).ok_or_else(|| {
        FactError::wrong(
            key,
            value,
            "a number or a fraction of integers such as \"7/2\"",
        )
    })
}
