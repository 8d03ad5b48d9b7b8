//! `--why GLOB` for boxes: which corners decide, in words.

use transect::{Aabb, Extent, Plane, Shape, Side};

use crate::failure::Failure;
use crate::numbers::grouped;
use crate::selection::Selection;
use crate::why::{OBJECTS, place};

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
    let (verdict, reason) = reason(extent);
    format!(
        "\nwhy {name} {verdict}\n  backmost corner   {}\n  frontmost corner  {}\n  {reason}\n",
        place(&backmost, extent.backmost, distances.backmost),
        place(&frontmost, extent.frontmost, distances.frontmost),
    )
}

/// The verdict, and why.
fn reason(extent: Extent) -> (&'static str, &'static str) {
    match (extent.backmost, extent.frontmost) {
        (Side::Front, _) => (
            "is in front",
            "even its backmost corner lies in front, and so does all of it",
        ),
        (_, Side::Back) => (
            "is behind",
            "even its frontmost corner lies behind, and so does all of it",
        ),
        (Side::On, Side::On) => (
            "is cut (touching)",
            "all of it lies on the plane: it is flat, and touching counts as met",
        ),
        (Side::On, _) => (
            "is cut (touching)",
            "it reaches the plane from the front and not beyond; touching counts as met",
        ),
        (_, Side::On) => (
            "is cut (touching)",
            "it reaches the plane from behind and not beyond; touching counts as met",
        ),
        _ => ("is cut", "it has corners on both sides of the plane"),
    }
}
