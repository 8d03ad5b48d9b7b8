//! The matching of the parts (objects of the halves) of a group with its objects. Names and their order do not decide:
//! a cut object leaves the groups of its tree, so it may come earlier or later in the file than in the input. A part
//! belongs to an object if it lies where the half of this object must lie: if their bounding boxes agree up to rounding.
//! If several parts do, the certificate decides between them.

use std::collections::HashSet;

use transect::{Aabb, Cutter, Side};
use transect_mesh::Mesh;

use crate::user_error::UserError;
use crate::verify::object::Object;

/// The parts of both halves, matched with the objects of a group.
pub(super) struct Matching<'s> {
    halves: [HalfMatching<'s>; 2],
}

/// The parts of an object in the front half and in the back half, as indices in these halves.
pub(super) type Parts = [Option<usize>; 2];

impl<'s> Matching<'s> {
    /// Returns the matching in which no part belongs to an object. `objects` are the objects of a group, each with its
    /// mesh in world coordinates; `parts` are the parts of both halves, each with its index in the half.
    pub(super) fn new(
        objects: &[(&'s Object<'s>, &Mesh)],
        parts: [&[(usize, &'s Object<'s>)]; 2],
        plane: &impl Cutter,
        tolerance: f64,
    ) -> Result<Self, UserError> {
        let mut wanted = [Vec::new(), Vec::new()];
        for (object, world) in objects {
            let slack = tolerance + rounding(world);
            for (wanted, bounds) in wanted.iter_mut().zip(bounds_of_halves(world, plane)) {
                wanted.push(Wanted {
                    path: &object.path,
                    bounds,
                    slack,
                    part: None,
                    is_settled: false,
                });
            }
        }
        let [front, back] = wanted;
        Ok(Self {
            halves: [
                HalfMatching::new(front, parts[0])?,
                HalfMatching::new(back, parts[1])?,
            ],
        })
    }

    /// Returns the parts that an object may have, the most likely ones first: all pairs of a free part of the front
    /// half and a free part of the back half that lie where the halves of the object must lie.
    pub(super) fn candidates(&self, object: usize) -> Vec<Parts> {
        let [fronts, backs] = self.halves.each_ref().map(|half| half.candidates(object));
        let pairs = fronts
            .iter()
            .flat_map(|&front| backs.iter().map(move |&back| [front, back]));
        pairs.collect()
    }

    /// Gives parts to an object whose certificate with these parts has no errors.
    pub(super) fn settle(&mut self, object: usize, parts: Parts) {
        for (half, part) in self.halves.iter_mut().zip(parts) {
            half.settle(object, part);
        }
    }

    /// Gives the remaining parts to objects, so that the certificates cover all parts.
    pub(super) fn give_rest(&mut self) {
        for half in &mut self.halves {
            half.give_rest();
        }
    }

    /// Returns the parts that an object has.
    pub(super) fn parts_of(&self, object: usize) -> Parts {
        self.halves.each_ref().map(|half| half.objects[object].part)
    }
}

/// The parts of one half, matched with the objects of a group.
struct HalfMatching<'s> {
    objects: Vec<Wanted<'s>>,
    /// The parts, in the order of the least x of their bounding boxes.
    parts: Vec<Found<'s>>,
    /// The indices of the parts that an object has.
    taken: HashSet<usize>,
}

/// An object of the input, and the place where its half must lie.
struct Wanted<'s> {
    path: &'s [&'s str],
    /// The bounding box of the half of the object; `None` if the object has nothing on this side.
    bounds: Option<Aabb>,
    /// The largest distance by which rounding and the tolerance can move a side of the bounding box.
    slack: f64,
    part: Option<usize>,
    /// `true` if the certificate of the object has no errors.
    is_settled: bool,
}

/// A part of a half, and the place where it lies.
struct Found<'s> {
    /// The index of the part in the half.
    index: usize,
    /// The path of the part, if it is the path of an object of the group. `None` for a part without a parent, because a
    /// cut object loses its parents.
    path: Option<&'s [&'s str]>,
    bounds: Aabb,
}

impl<'s> HalfMatching<'s> {
    fn new(objects: Vec<Wanted<'s>>, parts: &[(usize, &'s Object<'s>)]) -> Result<Self, UserError> {
        let paths: HashSet<&[&str]> = objects.iter().map(|object| object.path).collect();
        let mut found = Vec::new();
        for &(index, part) in parts {
            let world = part.in_world()?;
            found.extend(world.bounds().map(|&bounds| Found {
                index,
                path: Some(&*part.path).filter(|path| path.len() > 1 && paths.contains(path)),
                bounds,
            }));
        }
        found.sort_by(|a, b| a.bounds.min()[0].total_cmp(&b.bounds.min()[0]));
        Ok(Self {
            objects,
            parts: found,
            taken: HashSet::new(),
        })
    }

    /// Returns the free parts that lie where the half of an object must lie, the nearest first. If no part lies there,
    /// the only entry is `None`.
    fn candidates(&self, object: usize) -> Vec<Option<usize>> {
        let object = &self.objects[object];
        let mut near: Vec<(f64, usize)> = Vec::new();
        if let Some(bounds) = &object.bounds {
            let [least, most] = [-object.slack, object.slack].map(|slack| bounds.min()[0] + slack);
            let start = self
                .parts
                .partition_point(|part| part.bounds.min()[0] < least);
            let parts = self.parts[start..].iter();
            let parts = parts.take_while(|part| part.bounds.min()[0] <= most);
            near.extend(
                parts
                    .map(|part| (distance(bounds, &part.bounds), part))
                    .filter(|&(distance, _)| distance <= object.slack)
                    .filter(|(_, part)| !self.taken.contains(&part.index))
                    .filter(|(_, part)| part.may_stand_at(object.path))
                    .map(|(distance, part)| (distance, part.index)),
            );
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        match near.is_empty() {
            true => vec![None],
            false => near.into_iter().map(|(_, index)| Some(index)).collect(),
        }
    }

    fn settle(&mut self, object: usize, part: Option<usize>) {
        self.objects[object].is_settled = true;
        self.objects[object].part = part;
        self.taken.extend(part);
    }

    /// Gives each free part to an object without a part. Objects with errors come before settled objects, then objects
    /// with the path of the part before others, then near objects before far ones. Parts that are near an object choose
    /// first.
    fn give_rest(&mut self) {
        let [mut settled, mut open] = [true, false].map(|is_settled| {
            let objects = self.objects.iter().enumerate();
            let objects = objects
                .filter(|(_, object)| object.part.is_none() && object.is_settled == is_settled);
            let mut places: Vec<(f64, usize)> = objects
                .map(|(place, object)| (object.least_x(), place))
                .collect();
            places.sort_by(|a, b| a.0.total_cmp(&b.0));
            places
        });
        let free = self.parts.iter();
        let free = free.filter(|part| !self.taken.contains(&part.index));
        let mut free: Vec<((bool, f64), &Found<'_>)> = free
            .map(|part| match self.nearest(&open, part) {
                Some(nearest) => (nearest.rank, part),
                None => ((true, f64::INFINITY), part),
            })
            .collect();
        free.sort_by(|(a, _), (b, _)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut given = Vec::new();
        for (_, part) in free {
            let objects = match open.is_empty() {
                true => &mut settled,
                false => &mut open,
            };
            if let Some(nearest) = self.nearest(objects, part) {
                let (_, object) = objects.remove(nearest.at);
                given.push((object, part.index));
            }
        }
        for (object, part) in given {
            self.objects[object].part = Some(part);
        }
    }

    /// Returns the nearest object for a part. `objects` has the least x and the place of each object, in ascending
    /// order of x. Objects with the path of the part come before all others.
    fn nearest(&self, objects: &[(f64, usize)], part: &Found<'_>) -> Option<Nearest> {
        let x = part.bounds.min()[0];
        let middle = objects.partition_point(|&(least, _)| least < x);
        let mut best: Option<Nearest> = None;
        let mut search = |range: &mut dyn Iterator<Item = usize>| {
            for at in range {
                let (least, place) = objects[at];
                // The distance of boxes is at least that of their least x.
                if let Some(best) = &best
                    && best.rank <= (false, (least - x).abs())
                {
                    break;
                }
                let object = &self.objects[place];
                let rank = (!part.may_stand_at(object.path), object.distance(part));
                if best.as_ref().is_none_or(|best| rank < best.rank) {
                    best = Some(Nearest { at, rank });
                }
            }
        };
        search(&mut (0..middle).rev());
        search(&mut (middle..objects.len()));
        best
    }
}

/// The nearest object for a part.
struct Nearest {
    /// The index of the object in the list that was searched.
    at: usize,
    /// `true` if the part has the path of another object, then the distance between the bounding boxes.
    rank: (bool, f64),
}

impl Wanted<'_> {
    /// Returns the least x of the bounding box. It is infinite if the object has nothing on this side.
    fn least_x(&self) -> f64 {
        let bounds = self.bounds.as_ref();
        bounds.map_or(f64::INFINITY, |bounds| bounds.min()[0])
    }

    /// Returns the distance between the bounding boxes of a part and of the half of this object. It is infinite if the
    /// object has nothing on this side.
    fn distance(&self, part: &Found<'_>) -> f64 {
        let bounds = self.bounds.as_ref();
        bounds.map_or(f64::INFINITY, |bounds| distance(bounds, &part.bounds))
    }
}

impl Found<'_> {
    /// Returns `true` unless the part has the path of another object.
    fn may_stand_at(&self, path: &[&str]) -> bool {
        self.path.is_none_or(|own| own == path)
    }
}

/// Returns the largest distance between corresponding sides of two boxes.
fn distance(a: &Aabb, b: &Aabb) -> f64 {
    let ends = [(a.min(), b.min()), (a.max(), b.max())];
    let differences = ends.iter().flat_map(|(a, b)| a.iter().zip(b));
    differences.fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// Returns a bound on the change of a coordinate when a half is written to a file and read again. An f32 file rounds by
/// at most 2⁻²⁴ of the coordinate or of the origin; transforms in f64 add much less.
fn rounding(world: &Mesh) -> f64 {
    let corners = world.bounds().map(|bounds| [bounds.min(), bounds.max()]);
    let coordinates = corners.iter().flatten().flatten();
    let largest = coordinates.fold(0.0_f64, |most, c| most.max(c.abs()));
    largest * 2.0_f64.powi(-22) + f64::from(f32::MIN_POSITIVE)
}

/// Returns the bounding boxes of the front half and the back half of a mesh.
fn bounds_of_halves(world: &Mesh, plane: &impl Cutter) -> [Option<Aabb>; 2] {
    let own = |mesh: &Mesh| mesh.bounds().copied();
    match world.reach(plane).map(|reach| reach.extent.side()) {
        None => [None, None],
        Some(Side::Front) => [own(world), None],
        Some(Side::Back) => [None, own(world)],
        Some(Side::On) => {
            let split = world.split(plane);
            [own(&split.front), own(&split.back)]
        }
    }
}
