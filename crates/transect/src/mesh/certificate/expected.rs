//! The exact cut of the input: the side of each triangle, and the crossed edges.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::cutter::Cutter;
use crate::mesh::indexed::Mesh;
use crate::predicates::crossing::crossing;
use crate::predicates::orient::orient2d;
use crate::shadow::Shadow;
use crate::side::Side;

/// Edges with their balance. The key has the lesser id first.
/// The value counts the edges in the direction of the key, minus the edges in the opposite direction.
pub(super) type Edges = HashMap<[u32; 2], i32>;

/// The value that marks a missing id.
pub(super) const NONE: u32 = u32::MAX;

/// The input, cut without rounding.
///
/// Nodes are numbered: first the vertices of the input by their ids, then the crossings of edges.
pub(super) struct Expected<'a> {
    pub(super) input: &'a Mesh,
    /// The side of each vertex.
    pub(super) sides: Vec<Side>,
    /// For each crossed edge, its end strictly in front and its end strictly behind.
    pub(super) edges: Vec<[u32; 2]>,
    /// The crossings, with each coordinate rounded to the nearest float. They serve to look up vertices.
    pub(super) crossings: Vec<[f64; 3]>,
    /// The crossed triangles, ascending.
    pub(super) crossed: Vec<Crossed>,
    /// The triangles in the plane, ascending.
    pub(super) flat: Vec<Flat>,
    /// The triangles that lie on one side and have an edge in the plane.
    edges_on: Vec<u32>,
    ids: HashMap<[u32; 2], u32>,
}

/// A crossed triangle, with the crossing of each edge from corner to corner; `NONE` for an edge that is not crossed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossed {
    triangle: u32,
    nodes: [u32; 3],
}

/// A triangle in the plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flat {
    pub(super) triangle: u32,
    /// The half whose material the triangle bounds. A triangle without area bounds no material.
    /// Such a triangle belongs to the half in which it occurs; if it occurs in neither half, it may belong to either.
    pub(super) half: Option<Side>,
    /// `Some(true)` if the half contains the triangle, and `None` if this is not known yet.
    pub(super) is_there: Option<bool>,
}

/// A polygon of at most four nodes.
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
    /// The triangle lies on one side. Corners may lie in the plane.
    Whole(Side),
    /// The triangle has corners on both sides.
    Crossed,
    /// The triangle lies in the plane.
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
            let corners = triangle.map(|v| expected.sides[v as usize]);
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
                        triangle.map(|v| shadow.project(&input.positions()[v as usize]));
                    // The material lies opposite to the outward normal.
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
        core::array::from_fn(|corner| {
            let ends = [triangle[corner], triangle[(corner + 1) % 3]];
            let edge = match ends.map(|v| self.sides[v as usize]) {
                [Side::Front, Side::Back] => ends,
                [Side::Back, Side::Front] => [ends[1], ends[0]],
                _ => return NONE,
            };
            let next = self.nodes() as u32;
            let node = *self.ids.entry(edge).or_insert(next);
            if node == next {
                let [a, b] = edge.map(|v| self.input.positions()[v as usize]);
                self.edges.push(edge);
                self.crossings.push(crossing(cutter, &a, &b));
            }
            node
        })
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.sides.len() + self.crossings.len()
    }

    /// Returns the number of a node's crossing, or `None` if the node is a vertex.
    pub(super) fn crossing(&self, node: u32) -> Option<usize> {
        (node as usize).checked_sub(self.sides.len())
    }

    /// Returns the ends of a crossed edge: the end strictly in front, then the end strictly behind.
    pub(super) fn ends(&self, crossing: usize) -> [&[f64; 3]; 2] {
        self.edges[crossing].map(|end| &self.input.positions()[end as usize])
    }

    /// Returns the position of a node: exact for a vertex, rounded to floats for a crossing.
    pub(super) fn position(&self, node: u32) -> [f64; 3] {
        match self.crossing(node) {
            Some(crossing) => self.crossings[crossing],
            None => self.input.positions()[node as usize],
        }
    }

    /// Returns `true` if a node lies in the plane.
    pub(super) fn is_on(&self, node: u32) -> bool {
        self.sides
            .get(node as usize)
            .is_none_or(|&side| side == Side::On)
    }

    /// Returns the position of a triangle of the input relative to the plane.
    pub(super) fn lie(&self, triangle: &[u32; 3]) -> Lie {
        lie(triangle.map(|v| self.sides[v as usize]))
    }

    /// Returns the part of a crossed triangle on the closed side `keep`, in the triangle's direction.
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

    /// Returns the boundary, within the plane, of the geometry on the closed side `keep`.
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

    /// Counts how often crossed triangles meet the plane in the same edge in opposite directions.
    /// Such edges cancel in [`Expected::rim`].
    /// In an open mesh, a loop may use one direction of the edge, and an open polyline the other direction.
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

/// Adds a directed edge to the counts.
pub(super) fn count(edges: &mut Edges, from: u32, to: u32, times: i32) {
    match from.cmp(&to) {
        core::cmp::Ordering::Less => *edges.entry([from, to]).or_default() += times,
        core::cmp::Ordering::Greater => *edges.entry([to, from]).or_default() -= times,
        core::cmp::Ordering::Equal => {}
    }
}

fn lie(corners: [Side; 3]) -> Lie {
    let has = |side| corners.contains(&side);
    match (has(Side::Front), has(Side::Back)) {
        (true, true) => Lie::Crossed,
        (true, false) => Lie::Whole(Side::Front),
        (false, true) => Lie::Whole(Side::Back),
        (false, false) => Lie::Flat,
    }
}
