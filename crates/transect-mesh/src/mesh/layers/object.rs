//! One mesh in the sweep over layers (sections at many heights, from the lowest to the highest), and its sections. Each
//! layer has two levels, which stand for planes just below and just above its plane (see [`Ranks`]).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use transect::Plane;
use transect_exact::arrays::Few as _;

use crate::mesh::indexed::Mesh;
use crate::mesh::layers::active::Active;
use crate::mesh::layers::candidates::{Candidates, Met};
use crate::mesh::layers::heights::Heights;
use crate::mesh::layers::plan::Plan;
use crate::mesh::layers::ranks::{Ranks, rank_of_layer};
use crate::mesh::layers::touching::{Node, node_walks};
use crate::mesh::layers::walk::{Walk, walks};
use crate::mesh::section::{Section, Sections, sections};
use crate::mesh::trace::Trace;

/// A mesh, and the order in which layers begin to cross its edges and triangles.
#[derive(Clone, Debug)]
pub(super) struct Object<'m> {
    mesh: Cow<'m, Mesh>,
    ranks: Ranks,
    /// The least and the greatest rank of the vertices.
    range: [u32; 2],
    plan: Plan,
    /// The triangles that each layer may meet. `None` if no layer has to be computed like a single section.
    candidates: Option<Candidates>,
    /// `true` if loops are found for the flips of the layers' planes: the front is then below the plane.
    is_flipped: bool,
}

/// The state of a sweep over the layers of one mesh.
#[derive(Clone, Debug)]
pub(super) struct State {
    active: Active,
    met: Met,
}

impl<'m> Object<'m> {
    pub(super) fn new(mesh: Cow<'m, Mesh>, heights: &Heights) -> Self {
        let ranks = Ranks::new(&mesh, heights);
        let extremes = ranks.of_vertices().iter();
        let range = extremes.fold([u32::MAX, 0], |[least, greatest], &rank| {
            [least.min(rank), greatest.max(rank)]
        });
        let plan = Plan::new(&mesh, &ranks);
        let is_special = plan.is_open() || plan.has_irregular_levels();
        let candidates = is_special.then(|| Candidates::new(&mesh, &ranks));
        // Loops are found for the canonical plane: the plane or its flip, whichever has a normal whose first nonzero
        // coefficient is positive.
        let leading = heights.direction().into_iter().find(|&c| c != 0.0);
        Self {
            mesh,
            ranks,
            range,
            plan,
            candidates,
            is_flipped: leading.is_some_and(|c| c < 0.0),
        }
    }

    /// Returns the state of a sweep before the first layer.
    pub(super) fn state(&self, heights: &Heights) -> State {
        State {
            active: Active::new(&self.plan, heights.direction()),
            met: Met::default(),
        }
    }

    /// Returns the number of triangles.
    pub(super) fn triangles(&self) -> usize {
        self.mesh.triangles.len()
    }

    /// Returns the sections by the plane of a layer. Successive calls with the same state need ascending layers.
    pub(super) fn sections(
        &self,
        state: &mut State,
        layer: usize,
        height: f64,
        plane: &Plane,
    ) -> Sections {
        let [below, above] = [2 * layer, 2 * layer + 1];
        let is_regular = ![below, above]
            .iter()
            .any(|&level| self.plan.is_irregular(level));
        let found = if !is_regular {
            None
        } else if self.ranks.is_touched(layer) {
            [below, above]
                .each(|level| self.touching_section(state, level, height, plane))
                .into_iter()
                .collect::<Option<Vec<Section>>>()
                .map(|sections| sections.try_into().expect("two levels"))
                .map(|[on_front, on_back]: [Section; 2]| Sections::new(on_front, Some(on_back)))
        } else {
            Some(Sections::new(
                self.section(state, above, height, plane),
                None,
            ))
        };
        found.unwrap_or_else(|| {
            let candidates = self.candidates.as_ref().expect("an open or irregular mesh");
            let triangles = state.met.advance(candidates, layer);
            sections(&Trace::of_triangles(&self.mesh, plane, &triangles), plane)
        })
    }

    /// Returns the plane or its flip, whichever has a normal whose first nonzero coefficient is positive.
    fn canonical(&self, plane: &Plane) -> Plane {
        if self.is_flipped {
            plane.flipped()
        } else {
            *plane
        }
    }

    /// Moves a sweep up to a level, and computes the crossings of the level's edges with the plane of its layer.
    fn advance(&self, state: &mut State, level: usize, height: f64) {
        let active = &mut state.active;
        active.advance(level, &self.mesh, &self.ranks, &self.plan, self.is_flipped);
        active.lines.cross(height, self.plan.used(level));
    }

    /// Returns the section by the plane of a layer that contains no vertex.
    fn section(&self, state: &mut State, level: usize, height: f64, plane: &Plane) -> Section {
        self.advance(state, level, height);
        let active = &state.active;
        let walks = walks(active, self.plan.used(level), self.plan.is_open());
        let point = |&slot: &u32| active.point(slot, &self.mesh, plane);
        let points = |walk: &Walk| -> Vec<[f64; 3]> {
            let [first, second] = walk.parts().map(|part| &walks.slots[part]);
            let mut points = Vec::with_capacity(first.len() + second.len());
            points.extend(first.iter().map(point));
            points.extend(second.iter().map(point));
            points
        };
        let [closed, open] =
            [&walks.closed, &walks.open].each(|walks| walks.iter().map(points).collect());
        Section::of_walks(plane, &self.canonical(plane), closed, open)
    }

    /// Returns one of the two one-sided limits of the section of a layer whose plane contains vertices: from just below
    /// the plane or from just above it, as `level` says. Returns `None` if the section has to be computed like a single
    /// section.
    fn touching_section(
        &self,
        state: &mut State,
        level: usize,
        height: f64,
        plane: &Plane,
    ) -> Option<Section> {
        self.advance(state, level, height);
        let active = &state.active;
        let walks = node_walks(active, &self.mesh, &self.ranks, &self.plan)?;
        let point = |node: &Node| match *node {
            Node::Vertex(vertex) => self.mesh.positions[vertex as usize],
            Node::Slot(slot) => active.point(slot, &self.mesh, plane),
        };
        let points = |nodes: &Vec<Node>| nodes.iter().map(point).collect::<Vec<[f64; 3]>>();
        let [closed, open] =
            [&walks.closed, &walks.open].each(|walks| walks.iter().map(points).collect());
        Some(Section::of_walks(
            plane,
            &self.canonical(plane),
            closed,
            open,
        ))
    }

    /// Returns `true` if the plane of a layer meets the mesh: some vertex lies on it, or vertices lie on both sides.
    pub(super) fn is_met(&self, layer: usize) -> bool {
        let [least, greatest] = self.range;
        (least..=greatest).contains(&rank_of_layer(layer))
    }
}
