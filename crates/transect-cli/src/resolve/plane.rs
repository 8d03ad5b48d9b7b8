//! The plane that was asked for.

use transect::{Aabb, EquationError, Extent, Plane, PlaneError, PlaneThrough};

use crate::failure::Failure;
use crate::plane_arguments::PlaneArguments;
pub(crate) use transect_report::equation::{marked, meant};

/// What to cut with.
pub(crate) enum Asked {
    /// Coefficients.
    Plane(Plane),
    /// Three points.
    Through(PlaneThrough),
}

impl Asked {
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

    /// The points that the plane is kept as.
    pub(crate) fn points(&self) -> Option<[[f64; 3]; 3]> {
        match self {
            Self::Plane(_) => None,
            Self::Through(plane) => Some(plane.points()),
        }
    }
}

/// The plane of `--plane`, of `--point` and `--normal`, or of `--through`.
pub(crate) fn plane(arguments: &PlaneArguments) -> Result<Asked, Failure> {
    if arguments.through.is_empty() {
        equation(arguments).map(Asked::Plane)
    } else {
        through(&arguments.through).map(Asked::Through)
    }
}

/// The plane of `--plane` alone.
pub(crate) fn of_text(text: &str) -> Result<Asked, Failure> {
    let plane = text.parse().map_err(|error| pointed_at(text, &error))?;
    Ok(Asked::Plane(plane))
}

/// The plane kept as the points of `--through`.
pub(crate) fn through(texts: &[String]) -> Result<PlaneThrough, Failure> {
    let points: Result<Vec<[f64; 3]>, Failure> = texts
        .iter()
        .map(|text| vector("--through", Some(text)))
        .collect();
    let points: [[f64; 3]; 3] = points?.try_into().map_err(|points: Vec<_>| {
        Failure::with_hint(
            format!(
                "--through is given {}, not three times",
                match points.len() {
                    1 => "once".into(),
                    2 => "twice".into(),
                    count => format!("{count} times"),
                }
            ),
            "a plane goes through three points: --through 0,0,0 --through 1,0,0 --through 0,1,0",
        )
    })?;
    PlaneThrough::new(points).map_err(|error| match error {
        PlaneError::Dependent => Failure::with_hint(
            format!("--through: {error}"),
            "this is exact for the numbers as typed; choose a third point beside the line",
        ),
        _ => Failure::new(format!("--through: {error}")),
    })
}

fn equation(arguments: &PlaneArguments) -> Result<Plane, Failure> {
    if let Some(text) = &arguments.plane {
        return text.parse().map_err(|error| pointed_at(text, &error));
    }
    let point = vector("--point", arguments.point.as_deref())?;
    let normal = vector("--normal", arguments.normal.as_deref())?;
    Plane::from_point_and_normal(point, normal).map_err(|error| match error {
        PlaneError::ZeroNormal => Failure::with_hint(
            format!("--normal: {error}"),
            "it is the direction in which the front lies, such as 0,0,1",
        ),
        _ => Failure::new(format!("--point, --normal: {error}")),
    })
}

/// What is wrong with the equation of `--plane`, and which one is meant.
pub(crate) fn pointed_at(text: &str, error: &EquationError) -> Failure {
    let message = marked("--plane", text, error);
    match meant(text) {
        Some(plane) => Failure::with_hint(message, format!("is --plane {plane} meant?")),
        None => Failure::new(message),
    }
}

/// Three numbers with commas, or spaces, between.
fn vector(flag: &str, text: Option<&str>) -> Result<[f64; 3], Failure> {
    let text = text.unwrap_or_default();
    let words: Vec<&str> = if text.contains(',') {
        text.split(',').map(str::trim).collect()
    } else {
        text.split_whitespace().collect()
    };
    let numbers: Result<Vec<f64>, _> = words.into_iter().map(str::parse).collect();
    numbers
        .ok()
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| {
            Failure::with_hint(
                format!("{flag} {text:?} is not three numbers"),
                format!("put commas between them: {flag} 0,0,1.2"),
            )
        })
}
