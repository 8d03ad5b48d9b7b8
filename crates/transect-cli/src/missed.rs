//! The notes of `transect cut` about planes that miss the model, and about regions that miss it or contain all of it.

use transect::{CuttingPlane, Overlap, Plane, Side};
use transect_mesh::Reach;
use transect_mesh::scene::{ObjectCut, SceneSections};
use transect_report::CutRequest;
use transect_report::numbers::{coordinate, measured};
use transect_report::plane_report::PlaneOfCut;
use transect_report::planes::CutKind;
use transect_report::request::{CutAnswer, SectionAnswer};
use transect_report::totals::Totals;
use transect_report::unit::Units;

use crate::notes::Notes;

/// Adds a note if the only plane misses the model, or if a region misses the model or contains all of it. For a division, adds a
/// note for each plane that has all objects on the same side, and for a grid if no plane cuts the model. Returns `true` if
/// nothing is cut: all planes miss the model.
pub(crate) fn note_missed(request: &CutRequest, answer: &CutAnswer, notes: &mut Notes) -> bool {
    let planes = &request.planes;
    let unit = answer.unit.as_deref();
    let objects = &answer.cut.objects;
    let reaches = |plane: usize| {
        let reaches = objects.iter();
        reaches.filter_map(move |object| object.reaches.get(plane))
    };
    match planes.kind {
        CutKind::Plane => {
            let plane = &answer.cut.planes[0];
            add(notes, missed(plane, &answer.totals, unit, reaches(0)))
        }
        CutKind::Grid => note_missed_grid(&answer.report.planes, &answer.totals, unit, notes),
        CutKind::Division => {
            let sides = (0..planes.planes.len()).map(|plane| side_of_all(reaches(plane)));
            note_missed_planes(request, sides, &answer.totals, unit, notes)
        }
        _ => add(notes, region_missed(request, objects, &answer.totals, unit)),
    }
}

/// Adds a note if there is one. Returns `true` if there is one.
fn add(notes: &mut Notes, note: Option<String>) -> bool {
    let is_note = note.is_some();
    note.into_iter().for_each(|note| notes.add(note));
    is_note
}

/// Adds the notes of [`note_missed`] for sections that were computed without parts, and returns its answer. Returns `None` for
/// a region of which no plane cuts an object: sections do not say whether the objects lie inside or outside.
pub(crate) fn note_missed_sections(
    request: &CutRequest,
    answer: &SectionAnswer,
    notes: &mut Notes,
) -> Option<bool> {
    let unit = answer.unit.as_deref();
    match (request.planes.kind, &*answer.sections) {
        (CutKind::Plane, [sections]) => {
            let note = missed(&sections.plane, &answer.totals, unit, reaches(sections));
            Some(add(notes, note))
        }
        (CutKind::Grid, _) => Some(note_missed_grid(
            &answer.planes,
            &answer.totals,
            unit,
            notes,
        )),
        (CutKind::Division, sections) => {
            let sides = sections.iter().map(|own| side_of_all(reaches(own)));
            let totals = &answer.totals;
            Some(note_missed_planes(request, sides, totals, unit, notes))
        }
        (kind, _) if kind.is_region() => {
            let is_cut = answer.planes.iter().any(|own| own.objects.cut > 0);
            is_cut.then_some(false)
        }
        _ => Some(false),
    }
}

fn reaches(sections: &SceneSections) -> impl Iterator<Item = &Reach> + Clone {
    let objects = sections.objects.iter();
    objects.filter_map(|object| object.reach.as_ref())
}

/// Adds a note if no plane of a grid cuts an object. Single planes get no note, because the ends of a grid are often those of
/// the model. Returns `true` if it adds a note.
fn note_missed_grid(
    planes: &[PlaneOfCut],
    totals: &Totals,
    unit: Option<&str>,
    notes: &mut Notes,
) -> bool {
    let is_missed = planes.iter().all(|plane| plane.objects.cut == 0);
    if is_missed {
        notes.add(format!(
            "no plane of the grid cuts the model: {}",
            ranges_along(totals, &[0, 1, 2], unit)
        ));
    }
    is_missed
}

/// Adds a note for each plane that has all objects on the same side. `sides` are the sides of the planes on which all objects
/// lie. Returns `true` if all planes have a note.
fn note_missed_planes(
    request: &CutRequest,
    sides: impl Iterator<Item = Option<Side>>,
    totals: &Totals,
    unit: Option<&str>,
    notes: &mut Notes,
) -> bool {
    let mut all = true;
    for (plane, side) in request.planes.planes.iter().zip(sides) {
        let is_missed = side.is_some_and(|side| side != Side::On);
        all &= is_missed;
        if is_missed {
            notes.add(format!(
                "the plane {} misses the model: {}{}",
                plane.text,
                ranges(totals, plane.plane.plane(), unit),
                likely_cause(totals, plane.plane.plane(), unit).unwrap_or_default()
            ));
        }
    }
    all
}

/// Returns the side of a plane on which all objects lie.
fn side_of_all<'a>(reaches: impl Iterator<Item = &'a Reach>) -> Option<Side> {
    let mut sides = reaches.map(|reach| reach.extent.side());
    let first = sides.next()?;
    sides.all(|side| side == first).then_some(first)
}

/// If the plane meets no object and all objects lie on one side of it, returns a note with the range of the model along
/// the normal. If the plane is perpendicular to an axis and not given by `--through`, the range is in coordinates;
/// otherwise it is in distances from the plane.
fn missed<'a>(
    plane: &CuttingPlane,
    totals: &Totals,
    unit: Option<&str>,
    reaches: impl Iterator<Item = &'a Reach> + Clone,
) -> Option<String> {
    let side = side_of_all(reaches.clone()).filter(|&side| side != Side::On)?;
    let given_by_points = plane.points().is_some();
    let plane = plane.plane();
    totals.bounds?;
    if axis_of(plane).is_some() && !given_by_points {
        let ranges = ranges(totals, plane, unit);
        let cause = likely_cause(totals, plane, unit).unwrap_or_default();
        return Some(format!(
            "the plane {plane} misses the model: {ranges}{cause}"
        ));
    }
    let intervals = reaches.map(|reach| reach.interval);
    let ends = intervals.fold(
        [f64::INFINITY, f64::NEG_INFINITY],
        |[low, high], interval| [low.min(interval.backmost), high.max(interval.frontmost)],
    );
    let (place, [near, far]) = match side {
        Side::Front => ("in front of", ends),
        _ => ("behind", [-ends[1], -ends[0]]),
    };
    let unit = Units::of(unit).length;
    let [near, far] = [near, far].map(measured);
    Some(format!(
        "the plane misses the model, which lies from {near} to {far}{unit} {place} it"
    ))
}

/// Returns a note if the region misses the model or contains all of it.
fn region_missed(
    request: &CutRequest,
    objects: &[ObjectCut],
    totals: &Totals,
    unit: Option<&str>,
) -> Option<String> {
    let mut relations = objects.iter().filter_map(|object| object.relation);
    let first = relations.next()?;
    if first == Overlap::Meets || relations.any(|other| other != first) {
        return None;
    }
    if first == Overlap::Inside {
        return Some("the whole model lies inside the region, so nothing is cut".into());
    }
    let behind = request.planes.planes.iter().enumerate();
    let mut behind = behind.filter(|(index, _)| {
        let reaches = objects.iter();
        let reaches = reaches.filter_map(|object| object.reaches.get(*index));
        side_of_all(reaches) == Some(Side::Back)
    });
    Some(match behind.next() {
        Some((_, plane)) => format!(
            "the region misses the model, which lies behind the plane {} ({}): {}",
            plane.name,
            plane.plane.plane(),
            ranges(totals, plane.plane.plane(), unit)
        ),
        None => format!(
            "no object has a part with thickness inside the region; {}",
            ranges_along(totals, &[0, 1, 2], unit)
        ),
    })
}

/// Returns the axis to which a plane is perpendicular.
fn axis_of(plane: &Plane) -> Option<usize> {
    let normal = plane.normal();
    let mut axes = (0..3).filter(|&axis| normal[axis] != 0.0);
    axes.next().filter(|_| axes.next().is_none())
}

/// Units of a model and of a plane that people confuse: the symbols of both, their names, and the factor from the second to
/// the first.
const CONFUSED: [([&str; 2], [&str; 2], f64); 6] = [
    (["m", "mm"], ["metres", "millimetres"], 0.001),
    (["mm", "m"], ["millimetres", "metres"], 1000.0),
    (["in", "mm"], ["inches", "millimetres"], 1.0 / 25.4),
    (["mm", "in"], ["millimetres", "inches"], 25.4),
    (["m", "cm"], ["metres", "centimetres"], 0.01),
    (["cm", "m"], ["centimetres", "metres"], 100.0),
];

/// A plane is far from a model if its height is this multiple of the largest coordinate of the model.
const FAR: f64 = 5.0;
/// The least share of the model below a height that is taken for the one that was meant.
const NEAR: f64 = 0.03;

/// Returns the likely cause for which a plane perpendicular to an axis misses the model, with the plane that was meant: another
/// axis points up in the file, or the height is in another unit.
fn likely_cause(totals: &Totals, plane: &Plane, unit: Option<&str>) -> Option<String> {
    let axis = axis_of(plane)?;
    let bounds = totals.bounds?;
    let height = -plane.offset() / plane.normal()[axis];
    let holds =
        |axis: usize, height: f64| bounds.min()[axis] < height && height < bounds.max()[axis];
    // The axes that may point up are y and z.
    let other = match axis {
        1 => 2,
        2 => 1,
        _ => axis,
    };
    let [low, high] = [bounds.min()[axis], bounds.max()[axis]];
    // A plane beside the model is in the unit of the model. A plane in another unit is far away, and in the right unit it is
    // not near the least coordinate.
    let is_far = height.abs() > FAR * low.abs().max(high.abs());
    let is_plausible = |factor: f64| {
        let height = height * factor;
        let share = (height - low) / (high - low);
        (is_far || factor > 1.0) && NEAR < share && share < 1.0
    };
    let name = ["x", "y", "z"];
    if other != axis && holds(other, height) {
        let [axis, other] = [axis, other].map(|axis| name[axis]);
        return Some(format!(
            "; if {other} points up in this file and not {axis}, {other}={height} is meant"
        ));
    }
    let mut confused = CONFUSED.iter().filter(|(symbols, ..)| match unit {
        Some(unit) => symbols[0] == unit,
        None => true,
    });
    let (_, [of_model, of_plane], factor) =
        confused.find(|(.., factor)| height != 0.0 && is_plausible(*factor))?;
    Some(format!(
        "; if the model is in {of_model} and the plane in {of_plane}, {}={} is meant",
        name[axis],
        measured(height * factor)
    ))
}

/// Returns the range of the model on the axis to which the plane is perpendicular; for other planes, on all three axes.
fn ranges(totals: &Totals, plane: &Plane, unit: Option<&str>) -> String {
    match axis_of(plane) {
        Some(axis) => ranges_along(totals, &[axis], unit),
        None => ranges_along(totals, &[0, 1, 2], unit),
    }
}

fn ranges_along(totals: &Totals, axes: &[usize], unit: Option<&str>) -> String {
    let Some(bounds) = totals.bounds else {
        return String::new();
    };
    let unit = Units::of(unit).length;
    let range = |&axis: &usize| {
        let [low, high] = [bounds.min()[axis], bounds.max()[axis]];
        let [low, high] = [low, high].map(|end| coordinate(end, high - low));
        format!("{} runs from {low} to {high}{unit}", ["x", "y", "z"][axis])
    };
    axes.iter().map(range).collect::<Vec<_>>().join(", ")
}
