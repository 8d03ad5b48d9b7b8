//! The axis that points up, and the flags whose meaning depends on it. It may depend on the model, so that these flags
//! are checked when the model is read.

use transect::Plane;
use transect_draw::{Crs, Up};
use transect_io::Document;
use transect_report::up::up_of;
use transect_report::upright::{plan_axes, upright};

use crate::error::CommandError;
use crate::notes::Notes;

/// The flags `--up`, `--crs` and `--north`, as they were given.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Axes {
    /// The axis that points up. `None` means that of the model.
    pub(crate) up: Option<Up>,
    pub(crate) crs: Option<Crs>,
    /// The direction of north in the model, in degrees clockwise from the vertical axis of a plan, seen from above.
    pub(crate) north: Option<f64>,
}

impl Axes {
    /// Returns the axis that points up. Adds a note if the model decides otherwise than its format.
    pub(crate) fn up(&self, document: &Document, notes: &mut Notes) -> Result<Up, CommandError> {
        if let Some(up) = self.up {
            return Ok(up);
        }
        let axis = up_of(document)?;
        if let Some(reason) = axis.reason {
            notes.add(reason);
        }
        Ok(axis.up)
    }

    /// Returns the coordinate reference system. It is an error if a section is not a map: the plan of a model in which
    /// `up` points up.
    pub(crate) fn map(&self, planes: &[Plane], up: Up) -> Result<Option<Crs>, CommandError> {
        let axes = |plane: &Plane| upright(plane, up).names();
        let other = planes.iter().find(|plane| axes(plane) != plan_axes(up));
        let (Some(_), Some(plane)) = (self.crs, other) else {
            return Ok(self.crs);
        };
        let (axes, [east, north]) = (axes(plane), plan_axes(up));
        Err(CommandError::with_hint(
            format!(
                "--crs: the coordinates of the section are {} and {}, not {east} and {north}: the plane is {plane}, and \
                 {} points up",
                axes[0],
                axes[1],
                up.name(),
            ),
            level(up, "leave --crs out"),
        ))
    }

    /// Returns the direction of north in the drawings by several planes, in degrees clockwise from the vertical axis of
    /// the drawings. It must be the same in all of them; without planes, it is `None`.
    pub(crate) fn arrow(&self, planes: &[Plane], up: Up) -> Result<Option<f64>, CommandError> {
        let Some(angle) = self.north else {
            return Ok(None);
        };
        let mut directions = planes.iter().map(|plane| arrow(angle, plane, up));
        let Some(first) = directions.next().transpose()? else {
            return Ok(None);
        };
        for (direction, plane) in directions.zip(&planes[1..]) {
            if direction? != first {
                return Err(CommandError::with_hint(
                    format!(
                        "--north: the section by the plane {plane} is seen from another side than that by {}",
                        planes[0]
                    ),
                    "give all planes the same front, such as z=1.2; or leave --north out",
                ));
            }
        }
        Ok(Some(first))
    }
}

/// Returns the direction of north in the drawing by a plane.
fn arrow(angle: f64, plane: &Plane, up: Up) -> Result<f64, CommandError> {
    let names = upright(plane, up).names();
    if names == plan_axes(up) {
        return Ok(angle);
    }
    let level_plane = [Plane::X, Plane::Y, Plane::Z][up.axis()];
    if names == upright(&level_plane.flipped(), up).names() {
        // This section is seen from below, so clockwise is the other direction.
        return Ok(-angle);
    }
    Err(CommandError::with_hint(
        format!(
            "--north: the plane {plane} is not level: {} points up",
            up.name()
        ),
        level(up, "leave --north out"),
    ))
}

/// Returns the hint to give a level plane, or another axis that points up.
fn level(up: Up, otherwise: &str) -> String {
    format!(
        "give a level plane with its front above, such as {}=1.2, or another axis with --up; or {otherwise}",
        up.name()
    )
}
