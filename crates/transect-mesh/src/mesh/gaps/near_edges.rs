//! Open edges that are divided at near vertices, so that the pieces cancel the edges on the other side of a gap.

use alloc::vec::Vec;

use core::cmp::Ordering;

use hashbrown::{HashMap, HashSet};
use transect_exact::unit::U;

use crate::mesh::gaps::chain::Chain;
use crate::mesh::gaps::clusters::OpenVertices;
use crate::mesh::gaps::distance::{compare_along, compare_distances, is_near_line};
use crate::mesh::gaps::divisions::{Divisions, Edge};

/// Returns the divisions of open edges at vertices of other open edges that are at most `limit` away from them.
///
/// The foot of a vertex lies inside the edge, the vertex is the end of an edge that a new edge cancels, and all new edges are
/// shorter than the divided one. So a sequence of such divisions ends.
pub(super) fn near_edges(
    positions: &[[f64; 3]],
    chain: &Chain,
    vertices: &OpenVertices,
    limit: f64,
) -> Divisions {
    let mut left: HashMap<Edge, i64> = chain.edges.iter().copied().collect();
    let mut next: HashMap<u32, Vec<u32>> = HashMap::new();
    for &([from, to], times) in &chain.edges {
        let [from, to] = if times > 0 { [from, to] } else { [to, from] };
        next.entry(from).or_default().push(to);
    }
    let rank: HashMap<u32, u32> = vertices.ids.iter().copied().zip(0..).collect();
    // The order of the positions, so that the result does not depend on the order of the vertices.
    let mut edges: Vec<Edge> = chain.edges.iter().map(|(edge, _)| *edge).collect();
    edges.sort_unstable_by_key(|edge| {
        let [a, b] = edge.map(|vertex| rank[&vertex]);
        [a.min(b), a.max(b)]
    });
    let mut divisions = Divisions::default();
    for edge in edges {
        let times = left[&edge];
        if times == 0 {
            continue;
        }
        let [from, to] = if times > 0 { edge } else { [edge[1], edge[0]] };
        let side = Side {
            positions,
            vertices,
            ends: [from, to],
        };
        let points = side.points(&next, &left, limit);
        if points.is_empty() {
            continue;
        }
        let all: Vec<u32> = core::iter::once(from)
            .chain(points.iter().copied())
            .chain([to])
            .collect();
        for pair in all.windows(2) {
            // The divided edge is used once; its pieces run from the first to the second.
            let ordered = [pair[0].min(pair[1]), pair[0].max(pair[1])];
            let step = if pair[0] < pair[1] {
                times.abs()
            } else {
                -times.abs()
            };
            *left.entry(ordered).or_default() += step;
        }
        left.insert(edge, 0);
        let mut points = points;
        if from > to {
            points.reverse();
        }
        divisions.insert(edge, points);
    }
    divisions
}

/// An open edge, in its direction.
struct Side<'s> {
    positions: &'s [[f64; 3]],
    vertices: &'s OpenVertices,
    ends: [u32; 2],
}

impl Side<'_> {
    fn place(&self, vertex: u32) -> &[f64; 3] {
        &self.positions[vertex as usize]
    }

    fn line(&self) -> [&[f64; 3]; 2] {
        self.ends.map(|vertex| self.place(vertex))
    }

    /// Returns the points at which the edge is divided, along the edge. The list is empty if it is not divided.
    fn points(
        &self,
        next: &HashMap<u32, Vec<u32>>,
        left: &HashMap<Edge, i64>,
        limit: f64,
    ) -> Vec<u32> {
        let near = self.near(limit);
        if near.is_empty() {
            return near;
        }
        let [from, to] = self.ends;
        let along: Vec<u32> = core::iter::once(from).chain(near).chain([to]).collect();
        let place: HashMap<u32, usize> = along.iter().copied().zip(0..).collect();
        // The edges that run back along this edge, from a later point to an earlier one: [earlier, later].
        let mut back: Vec<[usize; 2]> = Vec::new();
        for (&later, &own) in &place {
            for &earlier in next.get(&later).map_or(&[][..], Vec::as_slice) {
                let edge = [later.min(earlier), later.max(earlier)];
                let times = left.get(&edge).copied().unwrap_or(0);
                let runs_back = if later < earlier {
                    times > 0
                } else {
                    times < 0
                };
                if let Some(&other) = place.get(&earlier)
                    && other < own
                    && runs_back
                {
                    back.push([other, own]);
                }
            }
        }
        back.sort_unstable_by_key(|&[earlier, later]| (later, core::cmp::Reverse(earlier)));
        let mut points: Vec<usize> = Vec::new();
        let mut end = 0;
        for [earlier, later] in back {
            if earlier >= end {
                points.extend([earlier, later]);
                end = later;
            }
        }
        points.dedup();
        points.retain(|&point| point > 0 && point + 1 < along.len());
        let points: Vec<u32> = points.into_iter().map(|point| along[point]).collect();
        let ends = core::iter::once(from).chain(points.iter().copied());
        let ends: Vec<u32> = ends.chain([to]).collect();
        let is_shorter = |pair: &[u32]| {
            let pair = [self.place(pair[0]), self.place(pair[1])];
            compare_distances(pair, self.line()) == Ordering::Less
        };
        if ends.windows(2).all(is_shorter) {
            points
        } else {
            Vec::new()
        }
    }

    /// Returns the vertices whose feet lie strictly inside the edge, at most `limit` away from it, along the edge. Of vertices
    /// with one foot, the first in lexicographic order comes first.
    fn near(&self, limit: f64) -> Vec<u32> {
        let line = self.line();
        let [a, b] = line;
        let mut sites: HashSet<u32> = HashSet::new();
        let is_near = |min: &[f64; 3], max: &[f64; 3]| may_meet(line, min, max, limit);
        self.vertices.sites.each_near(is_near, |site| {
            let point = &self.vertices.sites.points[site as usize];
            if compare_along(line, a, point).is_lt()
                && compare_along(line, point, b).is_lt()
                && is_near_line(line, point, limit)
            {
                sites.insert(site);
            }
        });
        let mut sites: Vec<u32> = sites.into_iter().collect();
        sites.sort_unstable_by(|&one, &other| {
            let [p, q] = self.vertices.sites.ends([one, other]);
            compare_along(line, p, q).then(one.cmp(&other))
        });
        let ids = sites
            .into_iter()
            .map(|site| self.vertices.ids[site as usize]);
        ids.collect()
    }
}

/// Returns `false` only if no point of a box is at most `limit` away from an edge.
fn may_meet([a, b]: [&[f64; 3]; 2], min: &[f64; 3], max: &[f64; 3], limit: f64) -> bool {
    let (mut least, mut most) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        // This covers the rounding errors of the bounds and of the parameters.
        let sizes = a[axis].abs() + b[axis].abs() + min[axis].abs() + max[axis].abs() + limit;
        let reach = limit + 16.0 * U * sizes;
        let (low, high) = (min[axis] - reach, max[axis] + reach);
        let direction = b[axis] - a[axis];
        if direction == 0.0 {
            if a[axis] < low || a[axis] > high {
                return false;
            }
            continue;
        }
        let [one, other] = [low, high].map(|end| (end - a[axis]) / direction);
        least = least.max(one.min(other));
        most = most.min(one.max(other));
    }
    least <= most
}
