//! `--why GLOB` for boxes: which corners decide, in words.

use transect::{Aabb, Extent, Plane, Shape};

use crate::failure::Failure;
use crate::numbers::grouped;
use crate::selection::Selection;
use crate::why::{OBJECTS, place, reason};

/// The paragraphs of the first boxes that are asked for, and how many more there are.
pub(crate) struct Reasons<'a> {
    plane: &'a Plane,
    text: String,
    boxes: usize,
    /// The first name that is not asked for.
    passed: Option<String>,
}

impl<'a> Reasons<'a> {
    pub(crate) fn new(plane: &'a Plane) -> Self {
        Self {
            plane,
            text: String::new(),
            boxes: 0,
            passed: None,
        }
    }

    /// Explains a box.
    pub(crate) fn add(&mut self, name: &str, bounds: &Aabb, extent: Extent) {
        self.boxes += 1;
        if self.boxes <= OBJECTS {
            self.text += &paragraph(name, self.plane, bounds, extent);
        }
    }

    /// Passes over a box that is not asked for.
    pub(crate) fn pass(&mut self, name: &str) {
        self.passed.get_or_insert_with(|| name.to_string());
    }

    /// All paragraphs; if something was asked for and there are boxes, at least one is explained.
    pub(crate) fn text(self, asked: &Selection) -> Result<String, Failure> {
        if let (0, Some(passed)) = (self.boxes, &self.passed) {
            return Err(asked.matches_nothing("row", std::iter::once(passed.as_str())));
        }
        Ok(match self.boxes.saturating_sub(OBJECTS) {
            0 => self.text,
            1 => self.text + "\n… and 1 more box\n",
            more => format!("{}\n… and {} more boxes\n", self.text, grouped(more)),
        })
    }
}

fn paragraph(name: &str, plane: &Plane, bounds: &Aabb, extent: Extent) -> String {
    // A cell may hold anything; a name is one line here.
    let name = name.replace(char::is_control, " ");
    let [backmost, frontmost] = bounds.backmost_and_frontmost(&plane.normal());
    let distances = bounds.interval(plane);
    let (verdict, reason) = reason(extent, ["corner", "corners"]);
    format!(
        "\nwhy {name} {verdict}\n  backmost corner   {}\n  frontmost corner  {}\n  {reason}\n",
        place(&backmost, extent.backmost, distances.backmost),
        place(&frontmost, extent.frontmost, distances.frontmost),
    )
}
