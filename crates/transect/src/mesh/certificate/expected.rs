//! The exact cut of the input mesh: the side of each vertex, the crossed edges, and the pieces into which the plane
//! divides triangles.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::{Few as _, array};
use crate::cutter::Cutter;
use crate::mesh::indexed::Mesh;
use crate::predicates::crossing::crossing;
use crate::predicates::orient::orient2d;
use crate::shadow::Shadow;
use crate::side::Side;

/// Undirected edges with counts. The key is a pair of ids with the lesser id first. The value is the number of edges in
/// the direction of the key, minus the number of edges in the opposite direction.
pub(super) type Edges = HashMap<[u32; 2], i32>;

/// The value that marks a missing id: of a crossing, node or vertex.
pub(super) const NONE: u32 = u32::MAX;

/// The input mesh, cut by the plane without rounding.
///
/// A node is a vertex of the input or the crossing of an edge with the plane. The nodes' ids are the vertex ids, and
/// after them the ids of the crossings.
pub(super) struct Expected<'a> {
    pub(super) input: &'a Mesh,
    /// The side of each vertex of the input.
    pub(super) sides: Vec<Side>,
    /// For each crossed edge, its end strictly in front and its end strictly behind.
    pub(super) edges: Vec<[u32; 2]>,
    /// The position of each crossing, with each coordinate rounded to the nearest float. A half is searched for a
    /// vertex at this position.
    pub(super) crossings: Vec<[f64; 3]>,
    /// The triangles of the input that the plane crosses, in ascending order of their indices.
    pub(super) crossed: Vec<Crossed>,
    /// The triangles of the input that lie in the plane, in ascending order of their indices.
    pub(super) flat: Vec<Flat>,
    /// The indices of the input's triangles that lie on one side of the plane and have an edge in the plane.
    edges_on: Vec<u32>,
    ids: HashMap<[u32; 2], u32>,
}

/// A triangle that the plane crosses, and for each edge from corner to corner its crossing; `NONE` for an edge that is
/// not crossed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossed {
    pub(super) triangle: u32,
    nodes: [u32; 3],
}

/// A triangle of the input that lies in the plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flat {
    pub(super) triangle: u32,
    /// The half whose material the triangle bounds. A triangle without area bounds no material; it belongs to the half
    /// in which it occurs, or to the half behind if it occurs in neither. `None` until this is decided.
    pub(super) half: Option<Side>,
    /// `Some(true)` if the half contains the triangle, `Some(false)` if it does not, and `None` if this is not known
    /// yet.
    pub(super) is_there: Option<bool>,
}

/// The piece of a triangle on one side of the plane: a polygon of at most four nodes (vertices, and crossings of
/// edges).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Piece {
    nodes: [u32; 4],
    count: usize,
}

impl Piece {
    fn push(&mut self, node: u32) {
        self.nodes[self.count] = node;
        self.count += 1;
    }

    pub(super) fn nodes(&self) -> &[u32] {
        &self.nodes[..self.count]
    }
}

/// The position of a triangle relative to the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lie {
    /// The triangle lies on one side of the plane. Up to two of its corners may lie in the plane.
    Whole(Side),
    /// The triangle has corners strictly on both sides of the plane.
    Crossed,
    /// All corners of the triangle lie in the plane.
    Flat,
}

impl<'a> Expected<'a> {
    pub(super) fn of(input: &'a Mesh, cutter: &impl Cutter) -> Self {
        let mut sides = vec![Side::On; input.positions().len()];
        cutter.sides_of_points(input.positions(), input.single_precision, &mut sides);
        let mut expected = Self {
            input,
            sides,
            edges: Vec::new(),
            crossings: Vec::new(),
            crossed: Vec::new(),
            flat: Vec::new(),
            edges_on: Vec::new(),
            ids: HashMap::new(),
        };
        let shadow = Shadow::of(&cutter.measuring_plane().normal());
        for (index, triangle) in input.triangles().iter().enumerate() {
            let corners = triangle.each(|v| expected.sides[v as usize]);
            match lie(corners) {
                Lie::Whole(_) => {
                    if corners.iter().filter(|&&side| side == Side::On).count() == 2 {
                        expected.edges_on.push(index as u32);
                    }
                }
                Lie::Crossed => {
                    let nodes = expected.cross(triangle, cutter);
                    expected.crossed.push(Crossed {
                        triangle: index as u32,
                        nodes,
                    });
                }
                Lie::Flat => {
                    let [a, b, c] =
                        triangle.each(|v| shadow.project(&input.positions()[v as usize]));
                    // Triangles face outwards. So a triangle in the plane belongs to the half on the side that the
                    // triangle does not face.
                    let facing = orient2d(&a, &b, &c);
                    expected.flat.push(Flat {
                        triangle: index as u32,
                        half: (facing != Side::On).then_some(-facing),
                        is_there: None,
                    });
                }
            }
        }
        expected
    }

    fn cross(&mut self, triangle: &[u32; 3], cutter: &impl Cutter) -> [u32; 3] {
        array(|corner| {
            let ends = [triangle[corner], triangle[(corner + 1) % 3]];
            let edge = match ends.each(|v| self.sides[v as usize]) {
                [Side::Front, Side::Back] => ends,
                [Side::Back, Side::Front] => [ends[1], ends[0]],
                _ => return NONE,
            };
            let next = self.nodes() as u32;
            let node = *self.ids.entry(edge).or_insert(next);
            if node == next {
                let [a, b] = edge.each(|v| self.input.positions()[v as usize]);
                self.edges.push(edge);
                self.crossings.push(crossing(cutter, &a, &b));
            }
            node
        })
    }

    /// Returns the number of nodes: vertices of the input, and crossings of its edges with the plane.
    pub(super) fn nodes(&self) -> usize {
        self.sides.len() + self.crossings.len()
    }

    /// Returns the index of the crossing if the node is a crossing, or `None` if it is a vertex of the input.
    pub(super) fn crossing(&self, node: u32) -> Option<usize> {
        (node as usize).checked_sub(self.sides.len())
    }

    /// Returns the ends of a crossed edge: the end strictly in front, then the end strictly behind.
    pub(super) fn ends(&self, crossing: usize) -> [&[f64; 3]; 2] {
        self.edges[crossing].each(|end| &self.input.positions()[end as usize])
    }

    /// Returns the ends of a node's edge: the end behind the plane, then the end in front of it. For a vertex in the
    /// plane, both are this vertex.
    pub(super) fn behind_and_in_front(&self, node: u32) -> [u32; 2] {
        match self.crossing(node) {
            Some(crossing) => {
                let [front, back] = self.edges[crossing];
                [back, front]
            }
            None => [node; 2],
        }
    }

    /// Returns the position of a node. It is exact for a vertex of the input and rounded for the crossing of an edge.
    pub(super) fn position(&self, node: u32) -> [f64; 3] {
        match self.crossing(node) {
            Some(crossing) => self.crossings[crossing],
            None => self.input.positions()[node as usize],
        }
    }

    /// Returns `true` if a node (a vertex, or the crossing of an edge) lies in the plane.
    pub(super) fn is_on(&self, node: u32) -> bool {
        self.sides
            .get(node as usize)
            .is_none_or(|&side| side == Side::On)
    }

    /// Returns the position of a triangle of the input relative to the plane.
    pub(super) fn lie(&self, triangle: &[u32; 3]) -> Lie {
        lie(triangle.each(|v| self.sides[v as usize]))
    }

    /// Returns the part of a crossed triangle on the side `keep` or in the plane. Its corners have the same orientation
    /// as those of the triangle.
    pub(super) fn piece(&self, crossed: &Crossed, keep: Side) -> Piece {
        let corners = self.input.triangles()[crossed.triangle as usize];
        let mut piece = Piece::default();
        for (corner, node) in corners.into_iter().zip(crossed.nodes) {
            let side = self.sides[corner as usize];
            if side == keep || side == Side::On {
                piece.push(corner);
            }
            if node != NONE {
                piece.push(node);
            }
        }
        piece
    }

    /// Returns the open edges that the surface of the half on the side `keep` has in the plane, before caps are added.
    /// The surface includes the triangles in the plane that belong to this half.
    pub(super) fn rim(&self, keep: Side) -> Edges {
        let mut rim = Edges::new();
        let mut add = |polygon: &[u32]| {
            for (place, &from) in polygon.iter().enumerate() {
                let to = polygon[(place + 1) % polygon.len()];
                if self.is_on(from) && self.is_on(to) {
                    count(&mut rim, from, to, 1);
                }
            }
        };
        for crossed in &self.crossed {
            add(self.piece(crossed, keep).nodes());
        }
        let corners = |triangle: u32| &self.input.triangles()[triangle as usize];
        for &triangle in &self.edges_on {
            if self.lie(corners(triangle)) == Lie::Whole(keep) {
                add(corners(triangle));
            }
        }
        for flat in self.flat.iter().filter(|flat| flat.half == Some(keep)) {
            add(corners(flat.triangle));
        }
        rim
    }

    /// Returns, for each edge in the plane, the number of pairs of crossed triangles that run along it in opposite
    /// directions. The two directions of a pair cancel in [`Expected::rim`]. In an open mesh, one direction may belong
    /// to a loop, and the other to an open polyline.
    pub(super) fn passed_both_ways(&self) -> Edges {
        let mut ways: HashMap<[u32; 2], [i32; 2]> = HashMap::new();
        for crossed in &self.crossed {
            let piece = self.piece(crossed, Side::Front);
            let nodes = piece.nodes();
            for (place, &from) in nodes.iter().enumerate() {
                let to = nodes[(place + 1) % nodes.len()];
                if self.is_on(from) && self.is_on(to) && from != to {
                    let ways = ways.entry([from.min(to), from.max(to)]).or_default();
                    ways[usize::from(to < from)] += 1;
                }
            }
        }
        let both = ways.into_iter();
        both.map(|(ends, ways)| (ends, ways[0].min(ways[1])))
            .filter(|(_, times)| *times > 0)
            .collect()
    }
}

/// Adds `times` directed edges between two ids to the counts.
pub(super) fn count(edges: &mut Edges, from: u32, to: u32, times: i32) {
    match from.cmp(&to) {
        core::cmp::Ordering::Less => *edges.entry([from, to]).or_default() += times,
        core::cmp::Ordering::Greater => *edges.entry([to, from]).or_default() -= times,
        core::cmp::Ordering::Equal => {}
    }
}

fn lie(corners: [Side; 3]) -> Lie {
    let [a, b, c] = corners;
    let has = |side| a == side || b == side || c == side;
    match (has(Side::Front), has(Side::Back)) {
        (true, true) => Lie::Crossed,
        (true, false) => Lie::Whole(Side::Front),
        (false, true) => Lie::Whole(Side::Back),
        (false, false) => Lie::Flat,
    }
}
