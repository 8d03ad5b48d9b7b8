//! `--why GLOB` for boxes: which corners decide, in words.

use transect::{Aabb, Extent, Plane, Shape};

use crate::error::CommandError;
use crate::why::{OBJECTS, place, reason};
use transect_report::numbers::counted;
use transect_report::selection::ObjectSelection;

/// The paragraphs of the first rows that are asked for, and how many more there are.
#[derive(Default)]
pub(crate) struct Reasons {
    text: String,
    rows: usize,
    /// The first name that is not asked for.
    passed: Option<String>,
}

impl Reasons {
    /// Explains a row, if it is asked for.
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
            // A cell may hold anything; a name is one line here.
            self.text += &paragraph(&name.replace(char::is_control, " "));
        }
    }

    /// All paragraphs; if something was asked for and there are rows, at least one is explained.
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

/// Why a box lies where it does: the two corners that decide.
pub(crate) fn paragraph<const D: usize>(
    name: &str,
    plane: &Plane<D>,
    bounds: &Aabb<D>,
    extent: Extent,
) -> String {
    let [backmost, frontmost] = bounds.backmost_and_frontmost(&plane.normal());
    let distances = bounds.interval(plane);
    let (verdict, reason) = reason(extent, ["corner", "corners"], "is on the plane");
    format!(
        "\nwhy {name} {verdict}\n  backmost corner   {}\n  frontmost corner  {}\n  {reason}\n",
        place(&backmost, extent.backmost, distances.backmost),
        place(&frontmost, extent.frontmost, distances.frontmost),
    )
}
