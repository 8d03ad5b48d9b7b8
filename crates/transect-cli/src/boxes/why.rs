//! `--why GLOB` for boxes: explains the side of a box by the corners that decide it.

use transect::{Aabb, Extent, Plane, Shape};

use crate::error::CommandError;
use crate::why::{OBJECTS, place, reason};
use transect_report::numbers::counted;
use transect_report::selection::ObjectSelection;

/// The paragraphs that explain the first few selected rows, and the number of all selected rows.
#[derive(Default)]
pub(crate) struct Reasons {
    text: String,
    rows: usize,
    /// The first name that is not selected, for the error message.
    passed: Option<String>,
}

impl Reasons {
    /// Counts a row and adds its paragraph, if the row is selected.
    pub(crate) fn add(
        &mut self,
        asked: &ObjectSelection,
        name: Option<&str>,
        paragraph: impl FnOnce(&str) -> String,
    ) {
        let Some(name) = name.filter(|_| !asked.is_all()) else {
            return;
        };
        if !asked.matches(name) {
            self.passed.get_or_insert_with(|| name.to_string());
            return;
        }
        self.rows += 1;
        if self.rows <= OBJECTS {
            // A cell may contain line breaks, but a name must stay on one line here.
            self.text += &paragraph(&name.replace(char::is_control, " "));
        }
    }

    /// Returns all paragraphs, or an error if a pattern matches no row of a table that has rows.
    pub(crate) fn text(self, asked: &ObjectSelection, noun: &str) -> Result<String, CommandError> {
        if let (0, Some(passed)) = (self.rows, &self.passed) {
            let names = std::iter::once(passed.as_str());
            return Err(asked.matches_nothing("row", names).into());
        }
        Ok(match self.rows.saturating_sub(OBJECTS) {
            0 => self.text,
            more => format!(
                "{}\n… and {}\n",
                self.text,
                counted(more, noun).replacen(' ', " more ", 1)
            ),
        })
    }
}

/// Returns the paragraph for a box: its side, and the two corners that decide it.
pub(crate) fn paragraph<const D: usize>(
    name: &str,
    plane: &Plane<D>,
    bounds: &Aabb<D>,
    extent: Extent,
) -> String {
    let [backmost, frontmost] = bounds.backmost_and_frontmost(&plane.normal());
    let distances = bounds.interval(plane);
    let (verdict, reason) = reason(extent, ["corner", "corners"], "on the plane");
    format!(
        "\nwhy {name} {verdict}\n  backmost corner   {}\n  frontmost corner  {}\n  {reason}\n",
        place(&backmost, extent.backmost, distances.backmost),
        place(&frontmost, extent.frontmost, distances.frontmost),
    )
}
