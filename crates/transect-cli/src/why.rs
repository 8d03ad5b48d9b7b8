//! `--why GLOB`: which vertices decide where an object lies, in words.

use transect::scene::ObjectCut;
use transect::{Extent, Side};

use crate::screen::Screen;
use transect_report::numbers::{counted, measured};

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
    let divided = object
        .details
        .as_ref()
        .is_some_and(|met| met.contact.divided());
    let (verdict, reason) = if divided {
        let between = "it has vertices on both sides, though the plane passes between its parts and meets none";
        ("is cut (divided)".into(), between.into())
    } else {
        reason(reach.extent, ["vertex", "vertices"], "is cut")
    };
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
pub(crate) fn place<const D: usize>(point: &[f64; D], side: Side, distance: f64) -> String {
    let place = match side {
        Side::Back => "lies behind the plane",
        Side::On => "lies on the plane, exactly",
        Side::Front => "lies in front of the plane",
    };
    let off = match side {
        Side::On => String::new(),
        _ => format!(", {} away", measured(distance.abs())),
    };
    let point = point.map(|coordinate| coordinate.to_string()).join(", ");
    format!("({point}) {place}{off}")
}

/// The verdict, and the reason for it. The points that decide are called `one` or `several`; `on` is the verdict where
/// the plane meets the thing: objects are cut, rows are on the plane.
pub(crate) fn reason(extent: Extent, [one, several]: [&str; 2], on: &str) -> (String, String) {
    let touching = || format!("{on} (touching)");
    match (extent.backmost, extent.frontmost) {
        (Side::Front, _) => (
            "is in front".into(),
            format!("even its backmost {one} lies in front, and so does all of it"),
        ),
        (_, Side::Back) => (
            "is behind".into(),
            format!("even its frontmost {one} lies behind, and so does all of it"),
        ),
        (Side::On, Side::On) => (
            touching(),
            "all of it lies on the plane: it is flat, and touching counts as met".into(),
        ),
        (Side::On, _) => (
            touching(),
            "it reaches the plane from the front and not beyond; touching counts as met".into(),
        ),
        (_, Side::On) => (
            touching(),
            "it reaches the plane from behind and not beyond; touching counts as met".into(),
        ),
        _ => (
            on.into(),
            format!("it has {several} on both sides of the plane"),
        ),
    }
}
