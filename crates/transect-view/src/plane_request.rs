//! The plane of a request: an equation, three points, or a normal and an offset.

use serde::Deserialize;
use serde_json::{Value, json};
use transect::{Aabb, Extent, Plane, PlaneThrough};

use crate::error::Refusal;

/// A plane as it stands in a request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaneRequest {
    pub(crate) text: Option<String>,
    pub(crate) through: Option<[[f64; 3]; 3]>,
    pub(crate) normal: Option<[f64; 3]>,
    pub(crate) offset: Option<f64>,
    #[serde(default)]
    pub(crate) flip: bool,
}

/// A plane to ask by.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asked {
    /// Coefficients.
    Plane(Plane),
    /// Three points, which lie on it exactly.
    Through(PlaneThrough),
}

/// Does the same with either: what cuts is a type of its own.
macro_rules! with_cutter {
    ($asked:expr, $cutter:ident => $answer:expr) => {
        match $asked {
            $crate::plane_request::Asked::Plane($cutter) => $answer,
            $crate::plane_request::Asked::Through($cutter) => $answer,
        }
    };
}
pub(crate) use with_cutter;

impl PlaneRequest {
    /// The plane.
    pub(crate) fn plane(&self) -> Result<Asked, Refusal> {
        let asked = match (&self.text, self.through, self.normal, self.offset) {
            (Some(text), None, None, None) => {
                let plane: Result<Plane, _> = text.parse();
                Asked::Plane(plane.map_err(|error| Refusal::equation(text, &error))?)
            }
            (None, Some(points), None, None) => {
                Asked::Through(PlaneThrough::new(points).map_err(Refusal::plane)?)
            }
            (None, None, Some(normal), Some(offset)) => {
                Asked::Plane(Plane::new(normal, offset).map_err(Refusal::plane)?)
            }
            _ => {
                let refusal = Refusal::bad("the plane is not given in one of the three ways");
                return Err(refusal.with_help(
                    "{\"text\": \"z=1.2\"}, {\"through\": [[0,0,0], [1,0,0], [0,1,0]]}, or {\"normal\": \
                     [0,0,1], \"offset\": -1.2}",
                ));
            }
        };
        Ok(if self.flip { asked.flipped() } else { asked })
    }
}

impl Asked {
    /// Front and back exchanged.
    pub(crate) fn flipped(&self) -> Self {
        match self {
            Self::Plane(plane) => Self::Plane(plane.flipped()),
            Self::Through(plane) => Self::Through(plane.flipped()),
        }
    }

    /// The exact sides of a box's backmost and frontmost corner.
    pub(crate) fn extent(&self, aabb: &Aabb) -> Extent {
        match self {
            Self::Plane(plane) => plane.extent(aabb),
            Self::Through(plane) => plane.extent(aabb),
        }
    }

    /// The coefficients, for measuring.
    pub(crate) fn coefficients(&self) -> &Plane {
        match self {
            Self::Plane(plane) => plane,
            Self::Through(plane) => plane.plane(),
        }
    }

    /// The points that it is kept as.
    pub(crate) fn points(&self) -> Option<[[f64; 3]; 3]> {
        match self {
            Self::Plane(_) => None,
            Self::Through(plane) => Some(plane.points()),
        }
    }

    /// All that the page shows of it. The unit normal and the distance are rounded.
    pub(crate) fn info(&self) -> Value {
        let plane = self.coefficients();
        let unit = plane.normalized();
        let unit = unit.as_ref().unwrap_or(plane);
        json!({
            "normal": plane.normal(),
            "offset": plane.offset(),
            "text": plane.to_string(),
            "through": self.points(),
            "unit_normal": unit.normal(),
            "distance_from_origin": 0.0 - unit.offset(),
        })
    }
}
