//! The rules that choose floors among the levels of a building. A level is a height with the total area of the level
//! faces there.

use transect_mesh::Mesh;

use crate::storeys::evidence::evidence_of;
use crate::storeys::levels::{Level, Levels, largest, merged};
use crate::storeys::storey::{Evidence, OtherLevel, Reason};

/// The lengths of the rules, in the unit of the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths {
    /// 0.1 mm: the corners of a level face have at most this difference in height.
    level: f64,
    /// 10 mm: levels that are at most this far apart are one level.
    rounding: f64,
    /// 0.1 m: objects whose lowest point is at most this far from a floor stand on the floor.
    finish: f64,
    /// 0.6 m: a level that is nearer than this to a larger level belongs to the larger level.
    step: f64,
    /// 1.8 m: the least headroom above a floor.
    headroom: f64,
}

/// The smallest area of a floor, as a fraction of the area of the largest floor.
const LEAST_FLOOR: f64 = 0.1;

/// The smallest area of the undersides of walls and columns on a floor, as a fraction of the largest such area.
const LEAST_WALLS: f64 = 0.25;

/// A floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Floor {
    pub(super) level: Level,
    pub(super) evidence: Evidence,
}

/// The floors along an up axis, in ascending order, and the levels that are not floors.
#[derive(Clone, Debug, Default)]
pub(super) struct Floors {
    pub(super) list: Vec<Floor>,
    pub(super) others: Vec<OtherLevel>,
    /// The support for this up axis: the number of rooms, or of walls and columns, that stand on the floors. If the
    /// evidence is faces, it is the total area of the floors.
    pub(super) support: f64,
}

impl Lengths {
    /// Returns the lengths in a unit that has this many millimetres.
    pub(crate) fn of(millimetres: f64) -> Self {
        let [level, rounding, finish, step, headroom] =
            [0.1, 10.0, 100.0, 600.0, 1800.0].map(|length| length / millimetres);
        Self {
            level,
            rounding,
            finish,
            step,
            headroom,
        }
    }

    /// Returns the distance from a floor below which an object stands on the floor.
    pub(super) fn finish(&self) -> f64 {
        self.finish
    }

    /// Returns the least headroom above a floor.
    pub(crate) fn headroom(&self) -> f64 {
        self.headroom
    }

    /// Returns the distance from a floor below which objects count as on the floor when the storey gets its name.
    pub(super) fn step(&self) -> f64 {
        self.step
    }
}

/// Returns the kind of faces that show the floors of a building with objects of these names: rooms if there are any,
/// otherwise walls and columns if there are any.
pub(super) fn kind<'m>(names: impl Iterator<Item = &'m str>) -> Evidence {
    let kinds: Vec<Evidence> = names.filter_map(evidence_of).collect();
    let preferred = [Evidence::Rooms, Evidence::Walls].into_iter();
    let mut preferred = preferred.filter(|kind| kinds.contains(kind));
    preferred.next().unwrap_or(Evidence::Faces)
}

/// Returns the floors of a building along an up axis. `kind` is the kind of faces that show them, and `top` is the
/// greatest height of the building.
///
/// Rooms and walls show floors by their undersides. If rooms show the floors, a level of walls with headroom above the
/// highest of these floors is a roof, and is added.
pub(super) fn floors(
    objects: &[(&str, &Mesh)],
    kind: Evidence,
    axis: usize,
    top: f64,
    lengths: &Lengths,
) -> Floors {
    let new = || Levels::new(axis, lengths.level);
    let (mut rooms, mut walls, mut faces) = (new(), new(), new());
    for &(name, mesh) in objects {
        match evidence_of(name) {
            Some(Evidence::Rooms) => rooms.add(mesh, middle(mesh, axis)),
            Some(Evidence::Walls) => walls.add(mesh, middle(mesh, axis)),
            Some(Evidence::Faces) => faces.add(mesh, f64::INFINITY),
            None => {}
        }
    }
    let [rooms, walls] =
        [&rooms, &walls].map(|levels| merged(&levels.down(lengths.rounding), lengths.step));
    let mut found = Floors::default();
    match kind {
        Evidence::Rooms => found.take(&rooms, LEAST_FLOOR, kind),
        Evidence::Walls => found.take(&walls, LEAST_WALLS, kind),
        Evidence::Faces => found.take_faces(&faces, top, lengths),
    }
    found.support = match kind {
        Evidence::Faces => found.list.iter().map(|floor| floor.level.area).sum(),
        _ => {
            let own = objects
                .iter()
                .filter(|(name, _)| evidence_of(name) == Some(kind));
            own.filter(|(_, mesh)| found.carry(mesh, axis, lengths.finish))
                .count() as f64
        }
    };
    if kind == Evidence::Rooms {
        found.take_roof(&walls, lengths);
    }
    found
}

/// Returns the height of the middle of a mesh. Level faces that face down are its underside if they are below this
/// height; above it, they are the lintels of openings.
fn middle(mesh: &Mesh, axis: usize) -> f64 {
    let bounds = mesh.bounds();
    bounds.map_or(f64::NEG_INFINITY, |bounds| {
        // The sum of both ends may overflow.
        bounds.min()[axis] / 2.0 + bounds.max()[axis] / 2.0
    })
}

impl Floors {
    /// Adds a floor for each level with at least `least` times the area of the largest level. The other levels are not
    /// floors.
    fn take(&mut self, levels: &[Level], least: f64, evidence: Evidence) {
        let least = least * largest(levels);
        for &level in levels {
            if level.area >= least {
                self.list.push(Floor { level, evidence });
            } else {
                self.refuse(level, Reason::Small);
            }
        }
    }

    /// Returns `true` if the lowest point of a mesh is on a floor, up to a tolerance.
    pub(super) fn carry(&self, mesh: &Mesh, axis: usize, tolerance: f64) -> bool {
        let low = mesh.bounds().map(|bounds| bounds.min()[axis]);
        let mut floors = self.list.iter();
        low.is_some_and(|low| floors.any(|floor| (floor.level.height - low).abs() <= tolerance))
    }

    fn refuse(&mut self, level: Level, reason: Reason) {
        let Level { height, area } = level;
        self.others.push(OtherLevel {
            height,
            area,
            reason,
        });
    }

    /// Adds the levels of walls that have the headroom above the highest floor, and enough area.
    fn take_roof(&mut self, walls: &[Level], lengths: &Lengths) {
        let Some(floor) = self.list.last() else {
            return;
        };
        let lowest = floor.level.height + lengths.headroom;
        let least = LEAST_WALLS * largest(walls);
        let above = walls.iter().filter(|level| level.height >= lowest);
        self.list.extend(
            above
                .filter(|level| level.area >= least)
                .map(|&level| Floor {
                    level,
                    evidence: Evidence::Walls,
                }),
        );
    }

    /// Adds the levels that face up, have headroom, and are below the top of the building.
    fn take_faces(&mut self, faces: &Levels, top: f64, lengths: &Lengths) {
        let down = faces.down(lengths.rounding);
        let mut free = Vec::new();
        for level in faces.up(lengths.rounding) {
            let ceiling = level.height - lengths.rounding..level.height + lengths.headroom;
            let above = down.iter().filter(|down| ceiling.contains(&down.height));
            let covered: f64 = above.map(|down| down.area).sum();
            if top - level.height <= lengths.rounding {
                self.refuse(level, Reason::Bare);
            } else if covered >= level.area / 2.0 {
                self.refuse(level, Reason::Low);
            } else {
                free.push(level);
            }
        }
        self.take(&merged(&free, lengths.step), LEAST_FLOOR, Evidence::Faces);
    }
}
