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
/// note for each plane that has all objects on the same side, and for a grid if no plane cuts the model.
pub(crate) fn note_missed(request: &CutRequest, answer: &CutAnswer, notes: &mut Notes) {
    let planes = &request.planes;
    let objects = &answer.cut.objects;
    let reaches = |plane: usize| {
        let reaches = objects.iter();
        reaches.filter_map(move |object| object.reaches.get(plane))
    };
    match planes.kind {
        CutKind::Plane => {
            let plane = &answer.cut.planes[0];
            let unit = answer.unit.as_deref();
            let note = missed(plane, &answer.totals, unit, reaches(0));
            note.into_iter().for_each(|note| notes.add(note));
        }
        CutKind::Grid => note_missed_grid(&answer.report.planes, &answer.totals, notes),
        CutKind::Division => {
            let sides = (0..planes.planes.len()).map(|plane| side_of_all(reaches(plane)));
            note_missed_planes(request, sides, &answer.totals, notes);
        }
        _ => {
            let note = region_missed(request, objects, &answer.totals);
            note.into_iter().for_each(|note| notes.add(note));
        }
    }
}

/// Adds the notes of [`note_missed`] for sections that were computed without parts. Returns `false` for a region of which no
/// plane cuts an object: sections do not say whether the objects lie inside or outside.
pub(crate) fn note_missed_sections(
    request: &CutRequest,
    answer: &SectionAnswer,
    notes: &mut Notes,
) -> bool {
    match (request.planes.kind, &*answer.sections) {
        (CutKind::Plane, [sections]) => {
            let unit = answer.unit.as_deref();
            let note = missed(&sections.plane, &answer.totals, unit, reaches(sections));
            note.into_iter().for_each(|note| notes.add(note));
        }
        (CutKind::Grid, _) => note_missed_grid(&answer.planes, &answer.totals, notes),
        (CutKind::Division, sections) => {
            let sides = sections.iter().map(|own| side_of_all(reaches(own)));
            note_missed_planes(request, sides, &answer.totals, notes);
        }
        (kind, _) if kind.is_region() => {
            return answer.planes.iter().any(|own| own.objects.cut > 0);
        }
        _ => {}
    }
    true
}

fn reaches(sections: &SceneSections) -> impl Iterator<Item = &Reach> + Clone {
    let objects = sections.objects.iter();
    objects.filter_map(|object| object.reach.as_ref())
}

/// Adds a note if no plane of a grid cuts an object. Single planes get no note, because the ends of a grid are often those of
/// the model.
fn note_missed_grid(planes: &[PlaneOfCut], totals: &Totals, notes: &mut Notes) {
    if planes.iter().all(|plane| plane.objects.cut == 0) {
        notes.add(format!(
            "no plane of the grid cuts the model: {}",
            ranges_along(totals, &[0, 1, 2])
        ));
    }
}

/// Adds a note for each plane that has all objects on the same side. `sides` are the sides of the planes on which all objects
/// lie.
fn note_missed_planes(
    request: &CutRequest,
    sides: impl Iterator<Item = Option<Side>>,
    totals: &Totals,
    notes: &mut Notes,
) {
    for (plane, side) in request.planes.planes.iter().zip(sides) {
        if side.is_some_and(|side| side != Side::On) {
            notes.add(format!(
                "the plane {} misses the model: {}",
                plane.text,
                ranges(totals, plane.plane.plane())
            ));
        }
    }
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
        let ranges = ranges(totals, plane);
        return Some(format!("the plane {plane} misses the model: {ranges}"));
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
fn region_missed(request: &CutRequest, objects: &[ObjectCut], totals: &Totals) -> Option<String> {
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
            ranges(totals, plane.plane.plane())
        ),
        None => format!(
            "no object has a part with thickness inside the region; {}",
            ranges_along(totals, &[0, 1, 2])
        ),
    })
}

/// Returns the axis to which a plane is perpendicular.
fn axis_of(plane: &Plane) -> Option<usize> {
    let normal = plane.normal();
    let mut axes = (0..3).filter(|&axis| normal[axis] != 0.0);
    axes.next().filter(|_| axes.next().is_none())
}

/// Returns the range of the model on the axis to which the plane is perpendicular; for other planes, on all three axes.
fn ranges(totals: &Totals, plane: &Plane) -> String {
    match axis_of(plane) {
        Some(axis) => ranges_along(totals, &[axis]),
        None => ranges_along(totals, &[0, 1, 2]),
    }
}

fn ranges_along(totals: &Totals, axes: &[usize]) -> String {
    let Some(bounds) = totals.bounds else {
        return String::new();
    };
    let range = |&axis: &usize| {
        let [low, high] = [bounds.min()[axis], bounds.max()[axis]];
        let [low, high] = [low, high].map(|end| coordinate(end, high - low));
        format!("{} runs from {low} to {high}", ["x", "y", "z"][axis])
    };
    axes.iter().map(range).collect::<Vec<_>>().join(", ")
}
