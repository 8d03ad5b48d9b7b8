//! A sweep over the layers of several meshes, from the lowest height to the highest.

use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::heights::Heights;
use crate::mesh::layers::object::Object;
use crate::mesh::section::Sections;
use crate::plane::Plane;
use crate::threads::both;

/// One layer of several meshes.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) height: f64,
    pub(crate) plane: Plane,
    /// The sections of the meshes, each with the index of its mesh.
    pub(crate) objects: Vec<(usize, Sections)>,
}

/// An iterator over layers. For each mesh it stores the active triangles: those that the next layer may meet.
#[derive(Clone, Debug)]
pub(crate) struct Sweep<'m> {
    heights: Heights,
    objects: Vec<Object<'m>>,
    /// `true` if a layer also lists the empty sections of meshes that its plane does not meet.
    all: bool,
    /// The index of the first layer that is not computed yet.
    next: usize,
    /// Layers that are computed, but not returned yet.
    ready: VecDeque<Layer>,
}

/// The task to compute the section of one mesh in one layer.
struct Task<'o> {
    layer: usize,
    object: usize,
    mesh: &'o Object<'o>,
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

    /// Computes the next layers: one layer on a single thread, otherwise two layers per thread.
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
                        mesh: object,
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

/// Returns the sections of all tasks, in their order. `first` is the layer of the first plane. The two halves of the
/// list are computed in parallel.
fn sections_of(tasks: &[Task<'_>], planes: &[Plane], first: usize) -> Vec<Sections> {
    if let [task] = tasks {
        let plane = &planes[task.layer - first];
        return vec![task.mesh.sections(task.layer, plane, &task.triangles)];
    }
    let (left, right) = tasks.split_at(tasks.len() / 2);
    if left.is_empty() {
        return Vec::new();
    }
    let triangles = tasks.iter().map(|task| task.triangles.len()).sum();
    let (mut found, others) = both(
        triangles,
        || sections_of(left, planes, first),
        || sections_of(right, planes, first),
    );
    found.extend(others);
    found
}
