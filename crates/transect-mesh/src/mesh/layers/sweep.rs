//! A sweep over the layers of several meshes, from the lowest height to the highest.

use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use transect::Plane;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::heights::Heights;
use crate::mesh::layers::object::{Object, State};
use crate::mesh::section::Sections;
use crate::threads::both;

/// One layer of several meshes.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) height: f64,
    pub(crate) plane: Plane,
    /// The sections of the meshes, each with the index of its mesh.
    pub(crate) objects: Vec<(usize, Sections)>,
}

/// An iterator over layers. For each thread and each mesh, it stores the edges that the current layer crosses.
#[derive(Clone, Debug)]
pub(crate) struct Sweep<'m> {
    heights: Heights,
    objects: Vec<Object<'m>>,
    /// For each thread, the states of all objects.
    states: Vec<Vec<State>>,
    /// `true` if a layer also lists the empty sections of meshes that its plane does not meet.
    all: bool,
    /// The index of the first layer that is not computed yet.
    next: usize,
    /// Layers that are computed, but not returned yet.
    ready: VecDeque<Layer>,
}

/// The number of successive layers that a thread computes together.
const TOGETHER: usize = 4;

/// The largest number of threads. Every thread follows all edges, also those that only layers of other threads cross.
/// So this part of the work does not become faster with more threads.
#[cfg(feature = "rayon")]
const THREADS: usize = 8;

/// The task to compute successive layers of one mesh.
struct Task<'o, 'm> {
    object: &'o Object<'m>,
    state: &'o mut State,
    layers: &'o [(usize, f64, Plane)],
    /// `true` if the sections of layers that do not meet the mesh are computed, too.
    all: bool,
    /// For each layer, the sections, or `None` if they are left out.
    found: Vec<Option<Sections>>,
}

impl<'m> Sweep<'m> {
    pub(crate) fn new(
        heights: Heights,
        meshes: impl Iterator<Item = Cow<'m, Mesh>>,
        all: bool,
    ) -> Self {
        let objects: Vec<Object<'m>> = meshes.map(|mesh| Object::new(mesh, &heights)).collect();
        let states = || {
            objects
                .iter()
                .map(|object| object.state(&heights))
                .collect()
        };
        Self {
            states: (0..threads()).map(|_| states()).collect(),
            heights,
            objects,
            all,
            next: 0,
            ready: VecDeque::new(),
        }
    }

    /// Computes the next layers: on a single thread one layer, otherwise a few for each thread.
    fn compute(&mut self) {
        let ascending = self.heights.ascending();
        let threads = self.states.len();
        // On one thread, each layer is returned as soon as it is computed.
        let together = if threads == 1 { 1 } else { TOGETHER };
        let end = ascending.len().min(self.next + threads * together);
        let layers: Vec<(usize, f64, Plane)> = (self.next..end)
            .map(|layer| {
                (
                    layer,
                    ascending[layer],
                    self.heights.plane(ascending[layer]),
                )
            })
            .collect();
        self.next = end;
        let mut tasks = Vec::new();
        for (layers, states) in layers.chunks(together).zip(&mut self.states) {
            for (object, state) in self.objects.iter().zip(states) {
                tasks.push(Task {
                    object,
                    state,
                    layers,
                    all: self.all,
                    found: Vec::new(),
                });
            }
        }
        run(&mut tasks);
        let first = self.ready.len();
        self.ready
            .extend(layers.iter().map(|&(_, height, plane)| Layer {
                height,
                plane,
                objects: Vec::new(),
            }));
        for (place, task) in tasks.into_iter().enumerate() {
            // The tasks are ordered by layers first, then by objects.
            let (part, object) = (place / self.objects.len(), place % self.objects.len());
            for (place, sections) in task.found.into_iter().enumerate() {
                let layer = &mut self.ready[first + part * together + place];
                layer
                    .objects
                    .extend(sections.map(|sections| (object, sections)));
            }
        }
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

/// Returns the number of threads that compute layers.
fn threads() -> usize {
    #[cfg(feature = "rayon")]
    let count = rayon::current_num_threads().clamp(1, THREADS);
    #[cfg(not(feature = "rayon"))]
    let count = 1;
    count
}

/// Runs all tasks. The two halves of the list are computed in parallel.
fn run(tasks: &mut [Task<'_, '_>]) {
    if let [task] = tasks {
        task.run();
    } else if !tasks.is_empty() {
        let triangles = tasks.iter().map(|task| task.object.triangles()).sum();
        let (left, right) = tasks.split_at_mut(tasks.len() / 2);
        both(triangles, || run(left), || run(right));
    }
}

impl Task<'_, '_> {
    fn run(&mut self) {
        for &(layer, height, ref plane) in self.layers {
            let is_wanted = self.all || self.object.is_met(layer);
            let found = is_wanted.then(|| self.object.sections(self.state, layer, height, plane));
            self.found.push(found);
        }
    }
}
