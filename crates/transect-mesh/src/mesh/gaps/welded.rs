//! Welding: near vertices on open edges become one vertex, if the user gives a distance.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use hashbrown::HashMap;
use transect_exact::arrays::Few as _;

use crate::mesh::gaps::chain::Chain;
use crate::mesh::gaps::clusters::{OpenVertices, WeldChain};
use crate::mesh::gaps::distance::{distance_rounded_up, is_turned};
use crate::mesh::gaps::divisions::Divisions;
use crate::mesh::gaps::junctions::junctions;
use crate::mesh::gaps::near_edges::near_edges;
use crate::mesh::indexed::{Mesh, RawMesh};
use crate::mesh::merge::retain;
use crate::mesh::triple::is_distinct;
use crate::mesh::weld::compact;

/// The distance of a weld: a finite number greater than 0, in the units of the coordinates.
///
/// ```
/// use transect_mesh::WeldDistance;
/// let distance: WeldDistance = "1e-6".parse()?;
/// assert_eq!(distance.get(), 1e-6);
/// assert!(WeldDistance::new(0.0).is_none() && "wide".parse::<WeldDistance>().is_err());
/// # Ok::<(), transect_mesh::WeldDistanceError>(())
/// ```
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", try_from = "f64", into = "f64")
)]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct WeldDistance(f64);

/// The error for a text that is not a [`WeldDistance`]. It holds the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeldDistanceError(pub String);

impl fmt::Display for WeldDistanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a finite number greater than 0", self.0)
    }
}

impl Error for WeldDistanceError {}

impl WeldDistance {
    /// Returns the distance, or `None` for a number that is not finite or not greater than 0.
    #[must_use]
    pub fn new(distance: f64) -> Option<Self> {
        (distance > 0.0 && distance.is_finite()).then_some(Self(distance))
    }

    /// Returns the distance as a number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for WeldDistance {
    type Error = WeldDistanceError;

    fn try_from(distance: f64) -> Result<Self, Self::Error> {
        Self::new(distance).ok_or_else(|| WeldDistanceError(distance.to_string()))
    }
}

impl From<WeldDistance> for f64 {
    fn from(distance: WeldDistance) -> Self {
        distance.0
    }
}

impl FromStr for WeldDistance {
    type Err = WeldDistanceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let distance = text.trim().parse().ok().and_then(Self::new);
        distance.ok_or_else(|| WeldDistanceError(text.to_string()))
    }
}

impl fmt::Display for WeldDistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:e}", self.0)
    }
}

/// A mesh whose gaps were closed, and the changes that this needed. See [`Mesh::with_divided_edges`] and [`Mesh::welded`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Welded {
    /// The mesh.
    pub mesh: Mesh,
    /// The changes that were made.
    pub changes: WeldChanges,
}

/// The changes that dividing and welding made to a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WeldChanges {
    /// The number of open edges before.
    pub open_edges_before: usize,
    /// The number of open edges after.
    pub open_edges: usize,
    /// The number of edges that were divided at vertices that lie exactly on them. This moves nothing.
    pub divided_edges: usize,
    /// The number of vertices that were moved onto another vertex.
    pub merged_vertices: usize,
    /// The largest distance by which a vertex was moved, rounded up.
    pub largest_move: f64,
    /// The number of edges that were divided at a near vertex, and so bent to it.
    pub bent_edges: usize,
    /// The number of triangles that vanished: they lost a corner, or had no area and were divided away.
    pub vanished: usize,
    /// The number of triangles that were turned by more than 90°.
    pub turned: usize,
    /// The chains of near vertices that stay open, because some of their vertices are farther apart than the distance.
    pub chains: Vec<WeldChain>,
}

impl WeldChanges {
    /// Returns `true` if the mesh is as it was.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.divided_edges == 0 && self.merged_vertices == 0 && self.bent_edges == 0
    }
}

impl Mesh {
    /// Returns this mesh with open edges divided at the vertices that lie exactly on them, where the edges on both sides then
    /// cancel (T-junctions). Returns `None` if there are no such vertices.
    ///
    /// Nothing moves, and no comparison has a tolerance: the result is the same surface. The ids of the vertices may change.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh};
    /// // A vertex lies in the middle of an edge of the first triangle.
    /// let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [2.0, 3.0, 0.0], [2.0, 0.0, 0.0], [2.0, -3.0, 0.0]];
    /// let triangles = vec![[0, 1, 2], [3, 0, 4], [1, 3, 4]];
    /// let mesh = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// assert_eq!(mesh.boundary().open_edges(), 7);
    /// let divided = mesh.with_divided_edges().expect("a T-junction");
    /// assert_eq!((divided.mesh.triangles().len(), divided.mesh.boundary().open_edges()), (4, 4));
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn with_divided_edges(&self) -> Option<Welded> {
        let boundary = self.boundary();
        if boundary.is_closed() {
            return None;
        }
        let chain = Chain::of(boundary);
        let divisions = junctions(&self.positions, &chain);
        if divisions.is_empty() {
            return None;
        }
        let mut work = Work::new(self.clone().into_raw(), chain);
        work.changes.divided_edges = divisions.len();
        work.apply(&divisions);
        Some(work.finish())
    }

    /// Returns this mesh with gaps of at most `distance` closed. Open edges are first divided as by
    /// [`Mesh::with_divided_edges`].
    ///
    /// Only vertices on open edges move, each onto another one that is at most `distance` away. Vertices that short links
    /// connect are merged if all of them are within `distance` of each other; other chains stay and are listed. Then open edges
    /// are divided at near vertices, where the pieces cancel edges on the other side of the gap. So no gap that is wider is
    /// closed, the order of vertices and triangles does not matter, and a second weld changes nothing. Attributes of corners
    /// stay as they are.
    ///
    /// ```
    /// use transect_mesh::{Mesh, RawMesh, WeldDistance};
    /// // Two triangles with a crack between them.
    /// let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1e-9, 0.0], [1e-9, 1.0, 0.0], [1.0, 1.0, 0.0]];
    /// let mesh = Mesh::new(RawMesh { positions, triangles: vec![[0, 1, 2], [3, 5, 4]], ..RawMesh::default() })?;
    /// let welded = mesh.welded("1e-8".parse()?);
    /// assert_eq!((welded.changes.merged_vertices, welded.changes.open_edges), (2, 4));
    /// assert!(welded.mesh.welded("1e-8".parse()?).changes.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn welded(&self, distance: WeldDistance) -> Welded {
        let mut work = Work::new(self.clone().into_raw(), Chain::of(self.boundary()));
        loop {
            // All three steps run in each round: `|` evaluates both sides, unlike `||`.
            let is_changed = work.divide() | work.merge(distance.0) | work.bend(distance.0);
            if !is_changed {
                return work.finish();
            }
        }
    }
}

/// A mesh during a weld, and its open edges.
struct Work {
    raw: RawMesh,
    chain: Chain,
    changes: WeldChanges,
}

impl Work {
    fn new(raw: RawMesh, chain: Chain) -> Self {
        let changes = WeldChanges {
            open_edges_before: chain.open_edges(),
            ..WeldChanges::default()
        };
        Self {
            raw,
            chain,
            changes,
        }
    }

    /// Divides edges at the vertices that lie exactly on them. Returns `true` if there are any.
    fn divide(&mut self) -> bool {
        let divisions = junctions(&self.raw.positions, &self.chain);
        if divisions.is_empty() {
            return false;
        }
        self.changes.divided_edges += divisions.len();
        self.apply(&divisions);
        true
    }

    /// Divides edges of the mesh and of its chain.
    fn apply(&mut self, divisions: &Divisions) {
        self.changes.vanished += divisions.apply(&mut self.raw);
        self.chain = self.chain.divided(divisions);
    }

    /// Merges the clusters of near vertices until no cluster is left. Returns `true` if there are any.
    fn merge(&mut self, limit: f64) -> bool {
        let mut merges: HashMap<u32, u32> = HashMap::new();
        loop {
            let open = OpenVertices::of(&self.raw.positions, &self.chain);
            let (clusters, chains) = open.clusters(limit);
            if clusters.is_empty() {
                self.changes.chains = chains.iter().map(|chain| open.chain(chain)).collect();
                break;
            }
            let now = open.merges(&clusters);
            let image = |vertex: u32| now.get(&vertex).copied().unwrap_or(vertex);
            self.chain = self.chain.mapped(image);
            // A vertex is merged once only.
            merges.extend(now);
        }
        if merges.is_empty() {
            return false;
        }
        self.move_vertices(&merges);
        true
    }

    /// Moves vertices onto others. Triangles that lose a corner vanish.
    fn move_vertices(&mut self, merges: &HashMap<u32, u32>) {
        let positions = &self.raw.positions;
        let at = |vertex: u32| &positions[vertex as usize];
        for (&from, &to) in merges {
            let distance = distance_rounded_up([at(from), at(to)]);
            self.changes.largest_move = self.changes.largest_move.max(distance);
        }
        self.changes.merged_vertices += merges.len();
        let mut image: Vec<u32> = (0..positions.len() as u32).collect();
        for (&from, &to) in merges {
            image[from as usize] = to;
        }
        let mut keep = alloc::vec![true; self.raw.triangles.len()];
        for (triangle, keep) in self.raw.triangles.iter_mut().zip(&mut keep) {
            let moved = triangle.each(|vertex| image[vertex as usize]);
            if moved == *triangle {
                continue;
            }
            // A triangle that used a vertex twice in the input stays.
            *keep = is_distinct(&moved) || !is_distinct(triangle);
            let is_turned = is_turned(triangle.each(at), moved.each(at));
            self.changes.turned += usize::from(*keep && is_turned);
            self.changes.vanished += usize::from(!*keep);
            *triangle = moved;
        }
        retain(&mut self.raw.triangles, &keep);
        retain(&mut self.raw.attributes.corners, &keep);
        retain(&mut self.raw.parts, &keep);
    }

    /// Divides open edges at near vertices. Returns `true` if there are any.
    fn bend(&mut self, limit: f64) -> bool {
        let open = OpenVertices::of(&self.raw.positions, &self.chain);
        let divisions = near_edges(&self.raw.positions, &self.chain, &open, limit);
        if divisions.is_empty() {
            return false;
        }
        self.changes.bent_edges += divisions.len();
        self.apply(&divisions);
        true
    }

    fn finish(self) -> Welded {
        let (mut raw, mut changes) = (self.raw, self.changes);
        compact(&mut raw.positions, &mut raw.triangles);
        changes.open_edges = self.chain.open_edges();
        Welded {
            mesh: Mesh::from_welded(raw.positions, raw.triangles, raw.attributes, raw.parts),
            changes,
        }
    }
}
