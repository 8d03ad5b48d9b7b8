//! One family of parallel planes of a grid, as `--grid` gives it.

use transect::Plane;
use transect::grid::{PlaneFamily, axis, counts_to_front};

use crate::equation::marked_at;
use crate::error_kind::ErrorKind;
use crate::heights::MOST_LAYERS;
use crate::user_error::UserError;

/// A family of parallel planes.
#[derive(Clone, Debug)]
pub(super) struct GridLine {
    /// The text, for messages.
    text: String,
    family: PlaneFamily,
}

/// The hint of all errors about the form of a family.
const FORM: &str = "write an expression, its range, and the number of cells or their width: --grid x=0..40/4, --grid 'z=0..3 step 0.5'";

impl GridLine {
    /// Parses `EXPR=A..B/N` or `EXPR=A..B step S`.
    pub(super) fn parse(text: &str) -> Result<Self, UserError> {
        let family = text.parse::<PlaneFamily>().map_err(|error| {
            let message = marked_at("--grid", text, &error, error.place());
            UserError::with_hint(message, FORM)
        })?;
        Ok(Self {
            text: text.into(),
            family,
        })
    }

    /// Returns the name of the family in the names of its planes: that of the axis to which the planes are perpendicular, or
    /// the expression, without characters that file names cannot have.
    pub(super) fn name(&self) -> String {
        if let Some(axis) = axis(&self.family.plane(0)) {
            return ["x", "y", "z"][axis].into();
        }
        let kept = self.family.expression().chars();
        kept.filter(|own| own.is_ascii_alphanumeric() || "+-.".contains(*own))
            .collect()
    }

    /// Returns the planes, each with its equation, in the order in which the cells between them are numbered: plane i
    /// separates the cells i - 1 and i.
    pub(super) fn planes(&self) -> Result<Vec<(String, Plane)>, UserError> {
        let family = &self.family;
        if family.plane_count() > MOST_LAYERS as u64 + 1 {
            let message = format!("--grid {:?}: there are too many cells", self.text);
            return Err(UserError::new(message).of_kind(ErrorKind::TooLarge));
        }
        let plane = |index| {
            let equation = format!("{} = {}", family.expression(), family.height(index));
            (equation, family.plane(index))
        };
        let mut planes: Vec<_> = (0..family.plane_count()).map(plane).collect();
        if !counts_to_front(&family.plane(0)) {
            planes.reverse();
        }
        Ok(planes)
    }
}
