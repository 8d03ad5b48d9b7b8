//! `--why GLOB`: explains the side of an object by the vertices that decide it.

use transect::scene::ObjectCut;
use transect::{Extent, Side};

use crate::screen::Screen;
use transect_report::numbers::{counted, measured};

/// The largest number of objects that are explained. Further objects are counted, as in "and 8 more".
pub(crate) const OBJECTS: usize = 10;

/// Returns the text of `--why`: one paragraph per object that explains its side.
pub(crate) fn why<'a>(mut objects: impl Iterator<Item = &'a ObjectCut>) -> String {
    let screen = Screen::stdout();
    let mut text: String = objects.by_ref().take(OBJECTS).map(paragraph).collect();
    let more = objects.count();
    if more > 0 {
        text += &format!(
            "\n… and {}; with -o, objects.csv lists all sides and distances\n",
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
            "\nwhy {} is in front\n  it has no triangles; such objects count as front\n",
            object.name
        );
    };
    let divided = object
        .details
        .as_ref()
        .is_some_and(|met| met.contact.divided());
    let (verdict, reason) = if divided {
        let between = "it has vertices on both sides, and the plane passes between its parts without touching them";
        ("is cut (divided)".into(), between.into())
    } else {
        reason(reach.extent, ["vertex", "vertices"], "cut")
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

/// Returns the text for a point: its coordinates, its exact side, and its rounded distance from the plane.
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

/// Returns two texts: the side of an object or row, and the reason for it. `one` and `several` are the nouns for the
/// points that decide, such as `corner` and `corners`. `on` is the wording for the side On: `cut` for objects, `on the
/// plane` for rows.
pub(crate) fn reason(extent: Extent, [one, several]: [&str; 2], on: &str) -> (String, String) {
    let touching = || format!("is {on} (touching)");
    let counts = format!("touching counts as {on}");
    match (extent.backmost, extent.frontmost) {
        (Side::Front, _) => (
            "is in front".into(),
            format!("its backmost {one} lies in front, so all of it lies in front"),
        ),
        (_, Side::Back) => (
            "is behind".into(),
            format!("its frontmost {one} lies behind, so all of it lies behind"),
        ),
        (Side::On, Side::On) => (
            touching(),
            format!("it is flat and lies on the plane; {counts}"),
        ),
        (Side::On, _) => (
            touching(),
            format!("it reaches the plane from the front but does not cross it; {counts}"),
        ),
        (_, Side::On) => (
            touching(),
            format!("it reaches the plane from behind but does not cross it; {counts}"),
        ),
        _ => (
            format!("is {on}"),
            format!("it has {several} on both sides of the plane"),
        ),
    }
}
