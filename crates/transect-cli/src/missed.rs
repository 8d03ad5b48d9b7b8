//! The note of `transect cut` about a plane that misses the model.

use transect::mesh::Reach;
use transect::{CuttingPlane, Side};
use transect_report::numbers::{coordinate, measured};
use transect_report::totals::Totals;
use transect_report::unit::Units;

/// The data for the note about a plane that misses the model: the plane, the unit, and the totals of the model.
pub(crate) struct Aim<'a> {
    pub(crate) plane: &'a CuttingPlane,
    pub(crate) totals: &'a Totals,
    pub(crate) unit: Option<&'a str>,
}

/// If the plane meets no object and all objects lie on one side of it, returns a note with the range of the model along
/// the normal. If the plane is perpendicular to an axis and not given by `--through`, the range is in coordinates;
/// otherwise it is in distances from the plane.
///
/// `objects` gives the side of each object, and its range of distances from the plane.
pub(crate) fn missed<'a>(
    aim: &Aim<'_>,
    objects: impl Iterator<Item = (Option<Side>, Option<&'a Reach>)> + Clone,
) -> Option<String> {
    let reaches = objects.filter_map(|(side, reach)| Some((side?, reach?)));
    let mut sides = reaches.clone().map(|(side, _)| side);
    let side = sides.next()?;
    if side == Side::On || sides.any(|other| other != side) {
        return None;
    }
    let plane = aim.plane.plane();
    let normal = plane.normal();
    let axes = (0..3).filter(|&axis| normal[axis] != 0.0);
    let bounds = aim.totals.bounds?;
    if let ([axis], false) = (&*axes.collect::<Vec<_>>(), aim.plane.points().is_some()) {
        let [low, high] = [bounds.min()[*axis], bounds.max()[*axis]];
        let [low, high] = [low, high].map(|end| coordinate(end, high - low));
        let name = ["x", "y", "z"][*axis];
        return Some(format!(
            "the plane {plane} misses the model: {name} runs from {low} to {high}"
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
    let unit = Units::of(aim.unit).length;
    let [near, far] = [near, far].map(measured);
    Some(format!(
        "the plane misses the model, which lies from {near} to {far}{unit} {place} it"
    ))
}
