//! Matching of the triangles of the parts with whole triangles of the input.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use transect_exact::arrays::Few as _;

use crate::mesh::certificate::exact::{Exact, NONE};
use crate::mesh::indexed::Mesh;
use crate::mesh::triple::least_first;
use crate::mesh::weld::{Key, key};

/// The triangles that are left after whole triangles were matched.
pub(super) struct Whole {
    /// The triangles of the input that no part has as a whole.
    pub(super) lacking: Vec<u32>,
    /// For each part, its triangles other than whole triangles of the input.
    pub(super) others: Vec<Vec<u32>>,
}

impl Whole {
    /// Walks along the triangles of the input and those of each part in parallel. If both have the same order, nearly all whole
    /// triangles are found. The others are looked up. If `are_labels_right`, triangles that are labelled as cut faces are not whole
    /// triangles; otherwise, others are preferred. `divided` are triangles of the input that are not searched.
    pub(super) fn of(exact: &Exact<'_>, are_labels_right: bool, divided: &HashSet<u32>) -> Self {
        let mut walks: Vec<Walk> = exact
            .parts
            .iter()
            .map(|part| Walk::new(part.mesh(), are_labels_right))
            .collect();
        let mut lacking = Vec::new();
        let mut passed = 0;
        let home_of = |triangle: u32| match exact.homes[triangle as usize] {
            home if home != NONE && !divided.contains(&triangle) => Some(home as usize),
            _ => None,
        };
        for triangle in 0..exact.homes.len() as u32 {
            let home = home_of(triangle);
            let is_found = home.is_some_and(|home| walks[home].find(exact, home, triangle, passed));
            passed += usize::from(home.is_none());
            if !is_found {
                lacking.push(triangle);
            }
        }
        lacking.retain(|&triangle| {
            home_of(triangle).is_none_or(|home| !walks[home].look_up(exact, home, triangle))
        });
        let others = walks.iter().map(|walk| {
            let marks = walk.is_found.iter().zip(0..);
            marks
                .filter(|(found, _)| !**found)
                .map(|(_, index)| index)
                .collect()
        });
        Self {
            lacking,
            others: others.collect(),
        }
    }
}

/// A triangle is searched for among at least this many next triangles of a part.
const AHEAD: usize = 3;

/// The number of pieces that a divided triangle mostly has at most.
const PIECES: usize = 6;

/// So many triangles are compared in vain at most, for each triangle of a part, before the rest is looked up.
const IN_VAIN: usize = 4;

/// A walk along the triangles of a part.
struct Walk {
    is_found: Vec<bool>,
    /// For each vertex of the part, a vertex of the input at the same position, or [`NONE`] if none is known yet.
    vertices: Vec<u32>,
    next: usize,
    /// The number of triangles of the input without a home before the last one that was found.
    divided: usize,
    /// The number of triangles that were compared in vain. If it is large, the part has another order, and all other triangles are
    /// looked up.
    in_vain: usize,
    /// The triangles that are not found, by their corners.
    table: Option<HashMap<[Key; 3], Vec<u32>>>,
    are_labels_right: bool,
}

impl Walk {
    fn new(mesh: &Mesh, are_labels_right: bool) -> Self {
        Self {
            is_found: vec![false; mesh.triangles().len()],
            vertices: vec![NONE; mesh.positions().len()],
            next: 0,
            divided: 0,
            in_vain: 0,
            table: None,
            are_labels_right,
        }
    }

    fn find(&mut self, exact: &Exact<'_>, part: usize, triangle: u32, divided: usize) -> bool {
        let own = &exact.parts[part];
        let (input, mesh) = (exact.input, own.mesh());
        let corners = input.triangles()[triangle as usize];
        if self.in_vain > IN_VAIN * mesh.triangles().len() {
            return false;
        }
        let ahead = AHEAD + PIECES * (divided - self.divided);
        let end = mesh.triangles().len().min(self.next + ahead);
        let mut is_same = |place: usize| {
            let vertices = mesh.triangles()[place];
            let equal = corners.iter().zip(&vertices).all(|(&node, &vertex)| {
                let known = self.vertices[vertex as usize];
                known == node || {
                    let there = own.written.place(&input.positions()[node as usize]);
                    there == mesh.positions()[vertex as usize]
                }
            });
            if equal {
                for (&node, &vertex) in corners.iter().zip(&vertices) {
                    self.vertices[vertex as usize] = node;
                }
            }
            equal && own.face(place as u32).is_none()
        };
        let Some(place) = (self.next..end).find(|&place| is_same(place)) else {
            self.in_vain += end - self.next;
            return false;
        };
        self.is_found[place] = true;
        (self.next, self.divided) = (place + 1, divided);
        true
    }

    fn look_up(&mut self, exact: &Exact<'_>, part: usize, triangle: u32) -> bool {
        let own = &exact.parts[part];
        let mesh = own.mesh();
        let is_found = &mut self.is_found;
        let table = self.table.get_or_insert_with(|| {
            let mut table: HashMap<[Key; 3], Vec<u32>> = HashMap::new();
            let free = is_found.iter().zip(0..).filter(|(found, _)| !**found);
            let free = free.map(|(_, index)| index);
            let (surface, faces): (Vec<u32>, Vec<u32>) =
                free.partition(|&index| own.face(index).is_none());
            // The last one of a list is taken first.
            let faces = faces.into_iter().filter(|_| !self.are_labels_right);
            for index in faces.chain(surface) {
                let corners = mesh.corners(index as usize);
                let corners = least_first(corners.each_ref().each(key));
                table.entry(corners).or_default().push(index);
            }
            table
        });
        let corners = exact.input.corners(triangle as usize);
        let corners = corners
            .each_ref()
            .each(|corner| key(&own.written.place(corner)));
        let found = table.get_mut(&least_first(corners)).and_then(Vec::pop);
        if let Some(index) = found {
            is_found[index as usize] = true;
        }
        found.is_some()
    }
}
