//! A note for a plane that misses the model.

use transect::Side;
use transect_report::numbers::{coordinate, measured};
use transect_report::request::CutAnswer;
use transect_report::unit::Units;

/// Returns a note with the range of the model along the normal, if the plane meets no object and all of them lie on one
/// side of it. The range is in coordinates for an axis-aligned plane, otherwise in distances from the plane.
pub(crate) fn missed(answer: &CutAnswer) -> Option<String> {
    let objects = answer.cut.objects.iter();
    let reaches = objects.filter_map(|object| Some((object.side, object.reach.as_ref()?)));
    let mut sides = reaches.clone().map(|(side, _)| side);
    let side = sides.next()?;
    if side == Side::On || sides.any(|other| other != side) {
        return None;
    }
    let normal = answer.cut.plane.normal();
    let axes = (0..3).filter(|&axis| normal[axis] != 0.0);
    let bounds = answer.totals.bounds?;
    if let ([axis], None) = (&*axes.collect::<Vec<_>>(), answer.cut.through) {
        let [low, high] = [bounds.min()[*axis], bounds.max()[*axis]];
        let [low, high] = [low, high].map(|end| coordinate(end, high - low));
        let (name, text) = (["x", "y", "z"][*axis], &answer.report.plane.text);
        return Some(format!(
            "the plane {text} misses the model: {name} runs from {low} to {high}"
        ));
    }
    let intervals = reaches.map(|(_, reach)| reach.interval);
    let ends = intervals.fold(
        [f64::INFINITY, f64::NEG_INFINITY],
        |[low, high], interval| [low.min(interval.backmost), high.max(interval.frontmost)],
    );
    let (place, [near, far]) = match side {
        Side::Front => ("in front of", ends),
        _ => ("behind", [-ends[1], -ends[0]]),
    };
    let unit = Units::of(answer.unit.as_deref()).length;
    let [near, far] = [near, far].map(measured);
    Some(format!(
        "the plane misses the model, which lies from {near} to {far}{unit} {place} it"
    ))
}
