//! A sweep over the layers of several meshes, from the lowest height to the highest.

use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::heights::Heights;
use crate::mesh::layers::ranks::{Ranks, rank_of_layer};
use crate::mesh::section::{Sections, sections};
use crate::mesh::trace::Trace;
use crate::plane::Plane;
use crate::side::Side;
use crate::threads::both;

/// One layer of several meshes.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) height: f64,
    pub(crate) plane: Plane,
    /// The sections of the meshes, each with the index of its mesh.
    pub(crate) objects: Vec<(usize, Sections)>,
}

/// An iterator over layers. It stores for each mesh the triangles that the next layer may meet, the active triangles.
#[derive(Clone, Debug)]
pub(crate) struct Sweep<'m> {
    heights: Heights,
    objects: Vec<Object<'m>>,
    /// `true` if a layer also has the sections of meshes that it does not meet.
    all: bool,
    /// The index of the first layer that is not computed yet.
    next: usize,
    /// Layers that are computed, but not returned yet.
    ready: VecDeque<Layer>,
}

/// A mesh, and its triangles in the order of the layers that first meet them.
#[derive(Clone, Debug)]
struct Object<'m> {
    mesh: Cow<'m, Mesh>,
    ranks: Ranks,
    /// The least and the greatest rank of the vertices.
    range: [u32; 2],
    /// The triangles that may meet a layer, ordered by the first such layer.
    entering: Vec<u32>,
    /// For each layer, the index in `entering` behind the last triangle of this layer.
    ends: Vec<u32>,
    /// The active triangles, each with its greatest rank.
    active: Vec<[u32; 2]>,
}

/// The work on one mesh in one layer.
struct Task<'o> {
    layer: usize,
    object: usize,
    mesh: &'o Mesh,
    /// The triangles that the layer may meet.
    triangles: Vec<u32>,
}

impl<'m> Sweep<'m> {
    pub(crate) fn new(
        heights: Heights,
        meshes: impl Iterator<Item = Cow<'m, Mesh>>,
        all: bool,
    ) -> Self {
        let objects = meshes.map(|mesh| Object::new(mesh, &heights)).collect();
        Self {
            heights,
            objects,
            all,
            next: 0,
            ready: VecDeque::new(),
        }
    }

    /// Computes the next layers: one layer, or two for each thread.
    fn compute(&mut self) {
        let ascending = self.heights.ascending();
        let layers = self.next..ascending.len().min(self.next + at_once());
        self.next = layers.end;
        let mut tasks = Vec::new();
        let mut active: Vec<Vec<Vec<u32>>> = Vec::new();
        for object in &mut self.objects {
            active.push(layers.clone().map(|layer| object.advance(layer)).collect());
        }
        let planes: Vec<Plane> = ascending[layers.clone()]
            .iter()
            .map(|&height| self.heights.plane(height))
            .collect();
        for (index, lists) in active.into_iter().enumerate() {
            let object = &self.objects[index];
            for (place, triangles) in lists.into_iter().enumerate() {
                let layer = layers.start + place;
                if self.all || object.is_met(layer, &planes[place]) {
                    tasks.push(Task {
                        layer,
                        object: index,
                        mesh: &object.mesh,
                        triangles,
                    });
                }
            }
        }
        let found = sections_of(&tasks, &planes, layers.start);
        let mut ready: Vec<Layer> = layers
            .clone()
            .zip(planes.iter())
            .map(|(layer, &plane)| Layer {
                height: ascending[layer],
                plane,
                objects: Vec::new(),
            })
            .collect();
        for (task, sections) in tasks.iter().zip(found) {
            let layer = &mut ready[task.layer - layers.start];
            layer.objects.push((task.object, sections));
        }
        self.ready.extend(ready);
    }
}

impl Iterator for Sweep<'_> {
    type Item = Layer;

    fn next(&mut self) -> Option<Layer> {
        if self.ready.is_empty() && self.next < self.heights.ascending().len() {
            self.compute();
        }
        self.ready.pop_front()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.ready.len() + self.heights.ascending().len() - self.next;
        (left, Some(left))
    }
}

/// Returns the number of layers to compute together.
fn at_once() -> usize {
    #[cfg(feature = "rayon")]
    let count = match rayon::current_num_threads() {
        1 => 1,
        threads => 2 * threads,
    };
    #[cfg(not(feature = "rayon"))]
    let count = 1;
    count
}

/// Returns the sections of all tasks, in their order. Halves of the list are computed in parallel.
fn sections_of(tasks: &[Task<'_>], planes: &[Plane], first: usize) -> Vec<Sections> {
    if let [task] = tasks {
        let plane = &planes[task.layer - first];
        return vec![task.sections(plane)];
    }
    let (left, right) = tasks.split_at(tasks.len() / 2);
    if left.is_empty() {
        return Vec::new();
    }
    let (mut found, others) = both(
        || sections_of(left, planes, first),
        || sections_of(right, planes, first),
    );
    found.extend(others);
    found
}

impl Task<'_> {
    fn sections(&self, plane: &Plane) -> Sections {
        let mut triangles = self.triangles.clone();
        triangles.sort_unstable();
        sections(&Trace::of_triangles(self.mesh, plane, &triangles), plane)
    }
}

impl<'m> Object<'m> {
    fn new(mesh: Cow<'m, Mesh>, heights: &Heights) -> Self {
        let layers = heights.ascending().len();
        let ranks = Ranks::new(&mesh, heights);
        let extremes = ranks.of_vertices.iter();
        let range = extremes.fold([u32::MAX, 0], |[least, greatest], &rank| {
            [least.min(rank), greatest.max(rank)]
        });
        // The layer with index i has the rank 2i + 1. So the first layer that may meet a triangle with the least rank r
        // has the index r/2, rounded down. The triangle is not met if this layer lies above its greatest rank.
        let first_layer = |triangle: &[u32; 3]| {
            let [least, greatest] = ranks.range(triangle);
            let layer = least as usize / 2;
            (layer < layers && rank_of_layer(layer) <= greatest).then_some(layer)
        };
        // A counting sort by the first layer.
        let mut ends = vec![0_u32; layers];
        for layer in mesh.triangles.iter().filter_map(first_layer) {
            ends[layer] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += core::mem::replace(end, total);
        }
        let mut entering = vec![0; total as usize];
        for (index, triangle) in mesh.triangles.iter().enumerate() {
            if let Some(layer) = first_layer(triangle) {
                entering[ends[layer] as usize] = index as u32;
                ends[layer] += 1;
            }
        }
        Self {
            mesh,
            ranks,
            range,
            entering,
            ends,
            active: Vec::new(),
        }
    }

    /// Updates the active triangles to the layer with this index, and returns them. Layers must follow each other.
    fn advance(&mut self, layer: usize) -> Vec<u32> {
        let rank = rank_of_layer(layer);
        self.active.retain(|&[_, greatest]| greatest >= rank);
        let start = if layer == 0 { 0 } else { self.ends[layer - 1] };
        let entering = &self.entering[start as usize..self.ends[layer] as usize];
        self.active.extend(entering.iter().map(|&triangle| {
            let [_, greatest] = self.ranks.range(&self.mesh.triangles[triangle as usize]);
            [triangle, greatest]
        }));
        self.active.iter().map(|&[triangle, _]| triangle).collect()
    }

    /// Returns `true` if the plane of a layer meets the mesh: some vertex lies on it, or vertices lie on both sides.
    fn is_met(&self, layer: usize, plane: &Plane) -> bool {
        let rank = rank_of_layer(layer);
        let [least, greatest] = self.range;
        if rank < least || rank > greatest {
            return false;
        }
        if least < rank && rank < greatest {
            return true;
        }
        // Some of the lowest or of the highest vertices may lie on the plane, or next to it on either side.
        let on = |side: Side| {
            let ranks = self.ranks.of_vertices.iter().zip(&self.mesh.positions);
            ranks
                .filter(|(other, _)| **other == rank)
                .any(|(_, position)| plane.side(position) == side)
        };
        on(Side::On) || (least < rank || on(Side::Back)) && (rank < greatest || on(Side::Front))
    }
}
