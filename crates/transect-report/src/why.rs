//! The reason for the side of an object: the two vertices that decide it, as `--why` and the viewer show them.

use transect::{Extent, Overlap, Side};
use transect_mesh::Reach;

use crate::listing;
use crate::numbers::measured;

/// The side of an object, and the reason for it.
pub struct Why {
    /// The side in words, such as `is in front`.
    pub verdict: String,
    /// The reason for the side, as a sentence without a full stop.
    pub reason: String,
    /// The backmost and the frontmost vertex; `None` for an object without triangles.
    pub vertices: Option<[DecidingVertex; 2]>,
}

/// A vertex that decides the side of an object.
pub struct DecidingVertex {
    /// The coordinates.
    pub point: [f64; 3],
    /// The exact side.
    pub side: Side,
    /// The signed distance from the plane, rounded.
    pub distance: f64,
}

impl DecidingVertex {
    /// Returns the coordinates, the side and the distance as text.
    #[must_use]
    pub fn text(&self) -> String {
        place(&self.point, self.side, self.distance)
    }
}

impl Why {
    /// Returns the reason for the side of an object. `reach` is the reach of its mesh; `None` for an object without
    /// triangles. `is_divided` is `true` if the object has parts on both sides, and the plane meets none of them.
    #[must_use]
    pub fn of(reach: Option<&Reach>, is_divided: bool) -> Self {
        let Some(reach) = reach else {
            return Self {
                verdict: "is in front".into(),
                reason: "it has no triangles; such objects count as front".into(),
                vertices: None,
            };
        };
        let (verdict, reason) = if is_divided {
            let between = "it has vertices on both sides, and the plane passes between its parts without touching them";
            ("is on the plane (divided)".into(), between.into())
        } else {
            reason(reach.extent, ["vertex", "vertices"])
        };
        let Reach {
            extent, interval, ..
        } = reach;
        let vertices = [
            (reach.backmost, extent.backmost, interval.backmost),
            (reach.frontmost, extent.frontmost, interval.frontmost),
        ];
        Self {
            verdict,
            reason,
            vertices: Some(vertices.map(|(point, side, distance)| DecidingVertex {
                point,
                side,
                distance,
            })),
        }
    }
}

/// Returns two texts: the relation of an object to a region, and the reason for it. `relation` is `None` for an object without
/// triangles. `reaches` are those of its mesh for each plane, and `names` the names of the planes.
#[must_use]
pub fn reason_in_region(
    relation: Option<Overlap>,
    reaches: &[Reach],
    names: &[&str],
) -> (String, String) {
    let planes = reaches.iter().map(|reach| reach.extent).zip(names);
    let behind = planes
        .clone()
        .filter(|(extent, _)| extent.backmost == Side::Back);
    let mut not_in_front = planes.filter(|(extent, _)| extent.frontmost != Side::Front);
    let (verdict, reason) = match relation {
        None => (
            "is inside the region",
            "it has no triangles; such objects count as inside".into(),
        ),
        Some(Overlap::Inside) => (
            "is inside the region",
            "it has no vertex behind a plane of the region".into(),
        ),
        Some(Overlap::Meets) => {
            let behind: Vec<&str> = behind.map(|(_, name)| *name).collect();
            let planes = match behind.len() {
                1 => "the plane",
                _ => "the planes",
            };
            let list = listing::names(&behind);
            let reason =
                format!("a part of it lies inside, and it has vertices behind {planes} {list}");
            ("meets the region", reason)
        }
        Some(Overlap::Outside) => {
            let reason = match not_in_front.next() {
                Some((extent, name)) if extent.frontmost == Side::Back => {
                    format!("all of it lies behind the plane {name}")
                }
                Some((_, name)) => format!("no vertex of it lies in front of the plane {name}"),
                // No single plane has all of the object behind it.
                None => "no part of it with thickness lies inside".into(),
            };
            ("is outside the region", reason)
        }
    };
    (verdict.into(), reason)
}

/// Returns the text for a point: its coordinates, its exact side, and its rounded distance from the plane.
#[must_use]
pub fn place<const D: usize>(point: &[f64; D], side: Side, distance: f64) -> String {
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
/// points that decide, such as `corner` and `corners`.
#[must_use]
pub fn reason(extent: Extent, [one, several]: [&str; 2]) -> (String, String) {
    let touching = || "is on the plane (touching)".to_string();
    let counts = "touching counts as on the plane";
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
            "is on the plane".into(),
            format!("it has {several} on both sides of the plane"),
        ),
    }
}
