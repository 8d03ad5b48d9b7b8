//! The matching of the pieces (objects of the parts) of a group with its objects. Names and their order do not decide:
//! a cut object leaves the groups of its tree, so it may come earlier or later in the file than in the input. A piece
//! belongs to an object if it lies where this object must lie in the part: if their bounding boxes agree up to rounding.
//! If several pieces do, the certificate decides between them.

use std::collections::HashSet;

use transect::Aabb;
use transect_mesh::Mesh;

use crate::user_error::UserError;
use crate::verify::object::Object;

/// The pieces of all parts, matched with the objects of a group.
pub(super) struct Matching<'s> {
    parts: Vec<PartMatching<'s>>,
}

/// An object of a group: its tree path, its mesh in world coordinates, and the bounding box of what it must have in each part.
pub(super) struct Member<'s> {
    pub(super) path: &'s [&'s str],
    pub(super) world: &'s Mesh,
    pub(super) bounds: Vec<Option<Aabb>>,
}

impl<'s> Matching<'s> {
    /// Returns the matching in which no piece belongs to an object. `pieces` are the pieces of each part, each with its index
    /// in the part.
    pub(super) fn new(
        members: &[Member<'s>],
        pieces: &[Vec<(usize, &'s Object<'s>)>],
        tolerance: f64,
    ) -> Result<Self, UserError> {
        let parts = pieces.iter().enumerate().map(|(part, pieces)| {
            let wanted = members.iter().map(|member| Wanted {
                path: member.path,
                bounds: member.bounds[part],
                slack: tolerance + rounding(member.world),
                piece: None,
                is_settled: false,
            });
            PartMatching::new(wanted.collect(), pieces)
        });
        let parts = parts.collect::<Result<_, _>>()?;
        Ok(Self { parts })
    }

    /// Returns the pieces that an object may have, one list per part with the most likely piece first: the free pieces that lie
    /// where the object must lie in the part.
    pub(super) fn candidates(&self, object: usize) -> Vec<Vec<usize>> {
        let parts = self.parts.iter();
        parts.map(|part| part.candidates(object)).collect()
    }

    /// Gives pieces to an object whose certificate with these pieces has no errors.
    pub(super) fn settle(&mut self, object: usize, pieces: &[Option<usize>]) {
        for (part, piece) in self.parts.iter_mut().zip(pieces) {
            part.settle(object, *piece);
        }
    }

    /// Gives the remaining pieces to objects, so that the certificates cover all pieces.
    pub(super) fn give_rest(&mut self) {
        for part in &mut self.parts {
            part.give_rest();
        }
    }

    /// Returns the piece of each part that an object has.
    pub(super) fn pieces_of(&self, object: usize) -> Vec<Option<usize>> {
        let parts = self.parts.iter();
        parts.map(|part| part.objects[object].piece).collect()
    }
}

/// The pieces of one part, matched with the objects of a group.
struct PartMatching<'s> {
    objects: Vec<Wanted<'s>>,
    /// The pieces, in the order of the least x of their bounding boxes.
    pieces: Vec<Found<'s>>,
    /// The indices of the pieces that an object has.
    taken: HashSet<usize>,
}

/// An object of the input, and the place where it must lie in the part.
struct Wanted<'s> {
    path: &'s [&'s str],
    /// The bounding box of what the object must have in the part; `None` if it has nothing there.
    bounds: Option<Aabb>,
    /// The largest distance by which rounding and the tolerance can move a side of the bounding box.
    slack: f64,
    piece: Option<usize>,
    /// `true` if the certificate of the object has no errors.
    is_settled: bool,
}

/// A piece of a part, and the place where it lies.
struct Found<'s> {
    /// The index of the piece in the part.
    index: usize,
    /// The path of the piece, if it is the path of an object of the group. `None` for a piece without a parent, because a
    /// cut object loses its parents.
    path: Option<&'s [&'s str]>,
    bounds: Aabb,
}

impl<'s> PartMatching<'s> {
    fn new(
        objects: Vec<Wanted<'s>>,
        pieces: &[(usize, &'s Object<'s>)],
    ) -> Result<Self, UserError> {
        let paths: HashSet<&[&str]> = objects.iter().map(|object| object.path).collect();
        let mut found = Vec::new();
        for &(index, piece) in pieces {
            let world = piece.in_world()?;
            found.extend(world.bounds().map(|&bounds| Found {
                index,
                path: Some(&*piece.path).filter(|path| path.len() > 1 && paths.contains(path)),
                bounds,
            }));
        }
        found.sort_by(|a, b| a.bounds.min()[0].total_cmp(&b.bounds.min()[0]));
        Ok(Self {
            objects,
            pieces: found,
            taken: HashSet::new(),
        })
    }

    /// Returns the free pieces that lie where an object must lie in the part, the nearest first.
    fn candidates(&self, object: usize) -> Vec<usize> {
        let object = &self.objects[object];
        let mut near: Vec<(f64, usize)> = Vec::new();
        if let Some(bounds) = &object.bounds {
            let [least, most] = [-object.slack, object.slack].map(|slack| bounds.min()[0] + slack);
            let start = self
                .pieces
                .partition_point(|piece| piece.bounds.min()[0] < least);
            let pieces = self.pieces[start..].iter();
            let pieces = pieces.take_while(|piece| piece.bounds.min()[0] <= most);
            near.extend(
                pieces
                    .map(|piece| (distance(bounds, &piece.bounds), piece))
                    .filter(|&(distance, _)| distance <= object.slack)
                    .filter(|(_, piece)| !self.taken.contains(&piece.index))
                    .filter(|(_, piece)| piece.may_stand_at(object.path))
                    .map(|(distance, piece)| (distance, piece.index)),
            );
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.into_iter().map(|(_, index)| index).collect()
    }

    fn settle(&mut self, object: usize, piece: Option<usize>) {
        self.objects[object].is_settled = true;
        self.objects[object].piece = piece;
        self.taken.extend(piece);
    }

    /// Gives each free piece to an object without a piece. Objects with errors come before settled objects, then objects
    /// with the path of the piece before others, then near objects before far ones. Pieces that are near an object choose
    /// first.
    fn give_rest(&mut self) {
        let [mut settled, mut open] = [true, false].map(|is_settled| {
            let objects = self.objects.iter().enumerate();
            let objects = objects
                .filter(|(_, object)| object.piece.is_none() && object.is_settled == is_settled);
            let mut places: Vec<(f64, usize)> = objects
                .map(|(place, object)| (object.least_x(), place))
                .collect();
            places.sort_by(|a, b| a.0.total_cmp(&b.0));
            places
        });
        let free = self.pieces.iter();
        let free = free.filter(|piece| !self.taken.contains(&piece.index));
        let mut free: Vec<((bool, f64), &Found<'_>)> = free
            .map(|piece| match self.nearest(&open, piece) {
                Some(nearest) => (nearest.rank, piece),
                None => ((true, f64::INFINITY), piece),
            })
            .collect();
        free.sort_by(|(a, _), (b, _)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut given = Vec::new();
        for (_, piece) in free {
            let objects = if open.is_empty() {
                &mut settled
            } else {
                &mut open
            };
            if let Some(nearest) = self.nearest(objects, piece) {
                let (_, object) = objects.remove(nearest.at);
                given.push((object, piece.index));
            }
        }
        for (object, piece) in given {
            self.objects[object].piece = Some(piece);
        }
    }

    /// Returns the nearest object for a piece. `objects` has the least x and the place of each object, in ascending
    /// order of x. Objects with the path of the piece come before all others.
    fn nearest(&self, objects: &[(f64, usize)], piece: &Found<'_>) -> Option<Nearest> {
        let x = piece.bounds.min()[0];
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
                let rank = (!piece.may_stand_at(object.path), object.distance(piece));
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

/// The nearest object for a piece.
struct Nearest {
    /// The index of the object in the list that was searched.
    at: usize,
    /// `true` if the piece has the path of another object, then the distance between the bounding boxes.
    rank: (bool, f64),
}

impl Wanted<'_> {
    /// Returns the least x of the bounding box. It is infinite if the object has nothing in the part.
    fn least_x(&self) -> f64 {
        let bounds = self.bounds.as_ref();
        bounds.map_or(f64::INFINITY, |bounds| bounds.min()[0])
    }

    /// Returns the distance between the bounding boxes of a piece and of what this object must have in the part. It is infinite
    /// if the object has nothing there.
    fn distance(&self, piece: &Found<'_>) -> f64 {
        let bounds = self.bounds.as_ref();
        bounds.map_or(f64::INFINITY, |bounds| distance(bounds, &piece.bounds))
    }
}

impl Found<'_> {
    /// Returns `true` unless the piece has the path of another object.
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

/// Returns a bound on the change of a coordinate when a part is written to a file and read again. An f32 file rounds by
/// at most 2⁻²⁴ of the coordinate or of the origin; transforms in f64 add much less.
fn rounding(world: &Mesh) -> f64 {
    let corners = world.bounds().map(|bounds| [bounds.min(), bounds.max()]);
    let coordinates = corners.iter().flatten().flatten();
    let largest = coordinates.fold(0.0_f64, |most, c| most.max(c.abs()));
    largest * 2.0_f64.powi(-22) + f64::from(f32::MIN_POSITIVE)
}
