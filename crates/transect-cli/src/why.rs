//! `--why GLOB`: which vertices decide where an object lies, in words.

use transect::Side;
use transect::mesh::Reach;
use transect::scene::ObjectCut;

use crate::numbers::{counted, measured};
use crate::screen::Screen;

/// How many objects are explained before it says "and 8 more".
pub(crate) const OBJECTS: usize = 10;

/// Why objects lie where they do: a paragraph each.
pub(crate) fn why<'a>(mut objects: impl Iterator<Item = &'a ObjectCut>) -> String {
    let screen = Screen::stdout();
    let mut text: String = objects.by_ref().take(OBJECTS).map(paragraph).collect();
    let more = objects.count();
    if more > 0 {
        text += &format!(
            "\n… and {}; with -o, objects.csv tells all sides and distances\n",
            counted(more, "more object")
        );
    }
    let lines = text
        .split('\n')
        .map(|line| screen.hanging(line, line.len() - line.trim_start().len()));
    lines.collect::<Vec<String>>().join("\n")
}

fn paragraph(object: &ObjectCut) -> String {
    let Some(reach) = &object.reach else {
        return format!(
            "\nwhy {} is in front\n  it has no triangles: the plane meets nothing of it\n",
            object.name
        );
    };
    let divided = object.cut.as_ref().is_some_and(|met| met.contact.divided());
    let (verdict, reason) = reason(reach, divided);
    format!(
        "\nwhy {} {verdict}\n  backmost vertex   {}\n  frontmost vertex  {}\n  {reason}\n",
        object.name,
        place(
            &reach.backmost,
            reach.extent.backmost,
            reach.interval.backmost
        ),
        place(
            &reach.frontmost,
            reach.extent.frontmost,
            reach.interval.frontmost
        ),
    )
}

/// Where a point lies, exactly, and how far off, rounded.
pub(crate) fn place([x, y, z]: &[f64; 3], side: Side, distance: f64) -> String {
    let place = match side {
        Side::Back => "lies behind the plane",
        Side::On => "lies on the plane, exactly",
        Side::Front => "lies in front of the plane",
    };
    let off = match side {
        Side::On => String::new(),
        _ => format!(", {} away", measured(distance.abs())),
    };
    format!("({x}, {y}, {z}) {place}{off}")
}

/// The verdict, and why.
fn reason(reach: &Reach, divided: bool) -> (&'static str, &'static str) {
    match (reach.extent.backmost, reach.extent.frontmost) {
        (Side::Front, _) => (
            "is in front",
            "even its backmost vertex lies in front, and so does all of it",
        ),
        (_, Side::Back) => (
            "is behind",
            "even its frontmost vertex lies behind, and so does all of it",
        ),
        (Side::On, Side::On) => (
            "is cut (touching)",
            "all its vertices lie on the plane: it is flat, and touching counts as met",
        ),
        (Side::On, _) => (
            "is cut (touching)",
            "it reaches the plane from the front and not beyond; touching counts as met",
        ),
        (_, Side::On) => (
            "is cut (touching)",
            "it reaches the plane from behind and not beyond; touching counts as met",
        ),
        _ if divided => (
            "is cut (divided)",
            "it has vertices on both sides, though the plane passes between its parts and meets none",
        ),
        _ => ("is cut", "it has vertices on both sides of the plane"),
    }
}
