//! The gaps of an open mesh: cracks, holes, faces that occur twice and faces that are turned over.

use alloc::vec::Vec;
use core::cmp::Ordering;

use hashbrown::{HashMap, HashSet};
use transect::Aabb;

use crate::mesh::gaps::chain::Chain;
use crate::mesh::gaps::closing::{Closing, Event};
use crate::mesh::gaps::clusters::OpenVertices;
use crate::mesh::gaps::distance::{compare_distances, distance_rounded_up};
use crate::mesh::gaps::sites::Groups;
use crate::mesh::gaps::welded::WeldDistance;
use crate::mesh::indexed::Mesh;

/// The reason why edges are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GapKind {
    /// The edges on both sides of the gap are joined by moving vertices onto each other, and no edge is contracted to a point.
    Crack,
    /// Other gaps: a part of the surface is missing.
    Hole,
    /// A triangle, or a face of several triangles, occurs several times.
    DoubledFace,
    /// Triangles face the other way than their neighbours: their common edges run twice in one direction.
    TurnedFace,
}

impl GapKind {
    /// Returns the name of the kind: `crack`, `hole`, `doubled_face` or `turned_face`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crack => "crack",
            Self::Hole => "hole",
            Self::DoubledFace => "doubled_face",
            Self::TurnedFace => "turned_face",
        }
    }
}

/// A group of open edges with one reason.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Gap {
    /// The reason.
    pub kind: GapKind,
    /// The number of open edges.
    pub open_edges: usize,
    /// For a crack, the largest distance between vertices that are joined, rounded up; otherwise the diagonal of the bounding
    /// box.
    pub size: f64,
    /// The bounding box of the edges.
    pub bounds: Aabb,
}

/// The gaps of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Gaps {
    /// The number of edges that are divided at vertices that lie exactly on them ([`Mesh::with_divided_edges`]).
    pub divided_edges: usize,
    /// The number of edges that are open after this division.
    pub open_edges: usize,
    /// The gaps, those with most open edges first.
    pub gaps: Vec<Gap>,
    /// A distance for [`Mesh::welded`] that closes all cracks, and the number of edges that are then still open. `None` if there
    /// are no cracks, or if no such distance was found.
    pub closing: Option<(WeldDistance, usize)>,
}

impl Mesh {
    /// Returns the gaps of this mesh: its open edges, grouped by the reason why they are open. A closed mesh has none.
    ///
    /// A weld of growing distance joins or contracts each open edge at some distance, which the minimum spanning tree of the
    /// vertices gives. A gap none of whose edges is contracted is a crack. A distance that closes the cracks is only named if
    /// the weld really does.
    ///
    /// ```
    /// use transect_mesh::{GapKind, Mesh, RawMesh};
    /// let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let three_faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3]];
    /// let gaps = Mesh::new(RawMesh { positions, triangles: three_faces, ..RawMesh::default() })?.gaps();
    /// assert_eq!((gaps.gaps[0].kind, gaps.gaps[0].open_edges), (GapKind::Hole, 3));
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn gaps(&self) -> Gaps {
        let divided = self.with_divided_edges();
        let divided_edges = divided.as_ref().map_or(0, |own| own.changes.divided_edges);
        let mesh = divided.as_ref().map_or(self, |own| &own.mesh);
        let chain = Chain::of(mesh.boundary());
        if chain.edges.is_empty() {
            return Gaps {
                divided_edges,
                ..Gaps::default()
            };
        }
        let mut finder = Finder {
            mesh,
            left: chain.edges.iter().copied().collect(),
            gaps: Vec::new(),
        };
        finder.doubled_faces();
        finder.turned_faces();
        let closing = finder.cracks_and_holes();
        // This order is total, so it does not depend on the order of vertices and triangles.
        finder.gaps.sort_by(|one, other| {
            let ends = |gap: &Gap| [gap.bounds.min(), gap.bounds.max()];
            let by_place = ends(one).partial_cmp(&ends(other));
            let by_count = other.open_edges.cmp(&one.open_edges);
            by_count
                .then(by_place.unwrap_or(Ordering::Equal))
                .then(one.kind.cmp(&other.kind))
                .then(one.size.total_cmp(&other.size))
        });
        Gaps {
            divided_edges,
            open_edges: chain.open_edges(),
            gaps: finder.gaps,
            closing,
        }
    }
}

/// The search for gaps: the open edges that belong to none so far, each with its number in its direction.
pub(super) struct Finder<'m> {
    pub(super) mesh: &'m Mesh,
    pub(super) left: HashMap<[u32; 2], i64>,
    gaps: Vec<Gap>,
}

impl Finder<'_> {
    /// Returns how often an edge is open in this direction.
    pub(super) fn times(&self, from: u32, to: u32) -> i64 {
        let edge = [from.min(to), from.max(to)];
        let times = self.left.get(&edge).copied().unwrap_or(0);
        if from < to { times } else { -times }
    }

    pub(super) fn remove(&mut self, from: u32, to: u32, times: i64) {
        let edge = [from.min(to), from.max(to)];
        let step = if from < to { times } else { -times };
        if let Some(left) = self.left.get_mut(&edge) {
            *left -= step;
            if *left == 0 {
                self.left.remove(&edge);
            }
        }
    }

    pub(super) fn add(
        &mut self,
        kind: GapKind,
        open_edges: usize,
        vertices: &[u32],
        size: Option<f64>,
    ) {
        let positions = vertices
            .iter()
            .map(|&own| self.mesh.positions[own as usize]);
        let positions: Vec<[f64; 3]> = positions.collect();
        let Ok(bounds) = Aabb::of_points(&positions) else {
            return;
        };
        let (min, max) = (bounds.min(), bounds.max());
        self.gaps.push(Gap {
            kind,
            open_edges,
            size: size.unwrap_or_else(|| distance_rounded_up([&min, &max])),
            bounds,
        });
    }

    /// Finds groups of connected open edges that all run twice in one direction.
    fn turned_faces(&mut self) {
        for edges in self.connected() {
            if edges.iter().all(|edge| self.left[edge].abs() == 2) {
                let open = 2 * edges.len();
                let vertices: Vec<u32> = edges.iter().flatten().copied().collect();
                for edge in &edges {
                    self.left.remove(edge);
                }
                self.add(GapKind::TurnedFace, open, &vertices, None);
            }
        }
    }

    /// Returns the open edges, grouped by common vertices.
    fn connected(&self) -> Vec<Vec<[u32; 2]>> {
        let mut edges: Vec<[u32; 2]> = self.left.keys().copied().collect();
        // The order of a hash map differs from run to run.
        edges.sort_unstable();
        let mut first: HashMap<u32, u32> = HashMap::new();
        let mut groups = Groups::new(edges.len());
        for (edge, index) in edges.iter().zip(0..) {
            for &vertex in edge {
                let other = *first.entry(vertex).or_insert(index);
                groups.join([index, other]);
            }
        }
        groups.of(&edges)
    }

    /// Groups the other open edges into cracks and holes. Returns the distance that closes the cracks.
    fn cracks_and_holes(&mut self) -> Option<(WeldDistance, usize)> {
        let mut edges: Vec<([u32; 2], i64)> = self
            .left
            .iter()
            .map(|(&edge, &times)| (edge, times))
            .collect();
        edges.sort_unstable();
        let chain = Chain { edges };
        let open = OpenVertices::of(&self.mesh.positions, &chain);
        let links = open.sites.forest(None);
        let closing = Closing::of(&chain, &open, &links);
        let mut last: Option<usize> = None;
        let mut left = 0;
        for own in closing.groups() {
            let edges: HashSet<[u32; 2]> =
                own.iter().map(|&unit| closing.units[unit].edge).collect();
            let vertices: Vec<u32> = edges.iter().flatten().copied().collect();
            let mut joins = own.iter().map(|&unit| match closing.units[unit].event {
                Event::Joined(level) => Some(level),
                Event::Contracted(_) => None,
            });
            // One contracted edge makes the whole group a hole.
            let level = joins.try_fold(0, |most: usize, own| Some(most.max(own?)));
            match level {
                Some(level) => {
                    last = last.max(Some(level));
                    let size = distance_rounded_up(open.sites.ends(links[level]));
                    self.add(GapKind::Crack, own.len(), &vertices, Some(size));
                }
                None => {
                    left += own.len();
                    self.add(GapKind::Hole, own.len(), &vertices, None);
                }
            }
        }
        let faces = self.gaps.iter();
        let faces =
            faces.filter(|gap| matches!(gap.kind, GapKind::DoubledFace | GapKind::TurnedFace));
        left += faces.map(|gap| gap.open_edges).sum::<usize>();
        self.closing_distance(&open, &links, last?, left)
    }

    /// Returns a distance for which a weld leaves `left` edges open: the largest diameter of the groups of vertices that links
    /// up to the one with the index `last` connect.
    fn closing_distance(
        &self,
        open: &OpenVertices,
        links: &[[u32; 2]],
        last: usize,
        left: usize,
    ) -> Option<(WeldDistance, usize)> {
        let mut groups = Groups::new(open.ids.len());
        let is_short = |link: &&[u32; 2]| {
            let [one, other] = [**link, links[last]].map(|link| open.sites.ends(link));
            compare_distances(one, other).is_le()
        };
        for &link in links.iter().take_while(is_short) {
            groups.join(link);
        }
        let diameters = groups
            .several()
            .into_iter()
            .map(|group| open.diameter(&group));
        let diameter = diameters.fold(0.0_f64, f64::max);
        let distance = WeldDistance::new(diameter)?;
        let open_edges = self.mesh.welded(distance).changes.open_edges;
        (open_edges <= left).then_some((distance, open_edges))
    }
}
