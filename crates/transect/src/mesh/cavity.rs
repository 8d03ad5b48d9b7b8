//! Repairs a triangle that is turned over: removes the triangle and its neighbors, and fills the hole by ear clipping.

use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};

use crate::ear_clip::ear_clip;
use crate::mesh::triple::edges_of;

/// The number of triangles after which a neighborhood stops growing. The neighborhood of a triangle that is turned over
/// usually has a few dozen.
const MOST_TRIANGLES: usize = 4096;

/// Replaces the triangle `start` and its neighbors by other triangles with the same boundary, if `is_wrong` is false
/// for all new triangles. After each failure, the neighborhood grows by one layer of neighbors. Returns `false`, and
/// changes nothing, if the neighborhood exceeds [`MOST_TRIANGLES`] triangles or cannot grow any more without a success.
///
/// `at_edge` maps each directed edge to the index of its triangle.
pub(super) fn refill(
    points: &[[f64; 2]],
    triangles: &mut [[u32; 3]],
    at_edge: &mut HashMap<[u32; 2], usize>,
    start: usize,
    is_wrong: impl Fn(&[u32; 3]) -> bool,
) -> bool {
    let mut inside: HashSet<usize> = [start].into_iter().collect();
    let mut cavity = alloc::vec![start];
    let mut layer = 0..1;
    while !layer.is_empty() && cavity.len() <= MOST_TRIANGLES {
        for place in layer.clone() {
            for [from, to] in edges_of(&triangles[cavity[place]]) {
                if let Some(&neighbor) = at_edge.get(&[to, from])
                    && inside.insert(neighbor)
                {
                    cavity.push(neighbor);
                }
            }
        }
        layer = layer.end..cavity.len();
        let Some(ring) = ring(cavity.iter().map(|&index| triangles[index])) else {
            continue;
        };
        let filled = ear_clip(points, ring, MOST_TRIANGLES * MOST_TRIANGLES);
        if filled.len() == cavity.len() && !filled.iter().any(&is_wrong) {
            for &index in &cavity {
                for edge in edges_of(&triangles[index]) {
                    at_edge.remove(&edge);
                }
            }
            for (&index, triangle) in cavity.iter().zip(filled) {
                triangles[index] = triangle;
                at_edge.extend(edges_of(&triangle).map(|edge| (edge, index)));
            }
            return true;
        }
    }
    false
}

/// Returns the nodes along the boundary of some triangles, in order. Returns `None` if the boundary is not a single
/// closed ring that passes each node once.
fn ring(triangles: impl Iterator<Item = [u32; 3]>) -> Option<Vec<u32>> {
    let edges: Vec<[u32; 2]> = triangles.flat_map(|triangle| edges_of(&triangle)).collect();
    let all: HashSet<[u32; 2]> = edges.iter().copied().collect();
    if all.len() < edges.len() {
        return None;
    }
    let mut next: HashMap<u32, u32> = HashMap::new();
    let mut ring = Vec::new();
    for [from, to] in edges {
        if all.contains(&[to, from]) {
            continue;
        }
        ring.push(from); // the nodes of the boundary, not yet in order
        if next.insert(from, to).is_some() {
            return None;
        }
    }
    let count = ring.len();
    ring.truncate(1);
    while let Some(&to) = next.get(ring.last()?) {
        if to == ring[0] {
            break;
        }
        if ring.len() == count {
            return None;
        }
        ring.push(to);
    }
    (ring.len() == count).then_some(ring)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predicates::orient::orient2d;
    use crate::side::Side;

    #[test]
    fn a_ring_is_one_closed_list_of_edges() {
        let quadrilateral = [[0, 1, 2], [0, 2, 3]];
        let found = ring(quadrilateral.into_iter()).expect("one ring");
        assert_eq!(found.len(), 4);
        let at = found.iter().position(|&node| node == 0).expect("node 0");
        let turned: Vec<u32> = (0..4).map(|step| found[(at + step) % 4]).collect();
        assert_eq!(turned, [0, 1, 2, 3]);
        assert_eq!(ring([[0, 1, 2], [0, 3, 4]].into_iter()), None); // node 0 twice
        assert_eq!(ring([[0, 1, 2], [3, 4, 5]].into_iter()), None); // two rings
        assert_eq!(ring([[0, 1, 2], [0, 1, 2]].into_iter()), None); // the same edges twice
    }

    #[test]
    fn the_neighborhood_grows_until_no_triangle_is_turned_over() {
        // A polygon in the shape of a comb, with the spine below. Its triangles are a fan around node 0; some triangles
        // of the fan are turned over.
        let points = [
            [0.0, 0.0],
            [6.0, 0.0],
            [6.0, 4.0],
            [5.0, 1.0],
            [4.0, 4.0],
            [3.0, 1.0],
            [2.0, 4.0],
            [1.0, 1.0],
            [0.0, 4.0],
        ];
        let mut triangles: Vec<[u32; 3]> = (1..8).map(|node| [0, node, node + 1]).collect();
        let mut at_edge: HashMap<[u32; 2], usize> = triangles
            .iter()
            .enumerate()
            .flat_map(|(index, triangle)| edges_of(triangle).map(|edge| (edge, index)))
            .collect();
        let is_wrong = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|node| points[node as usize]);
            orient2d(&a, &b, &c) == Side::Back
        };
        let before = ring(triangles.iter().copied());
        assert!(triangles.iter().any(is_wrong));
        while let Some(wrong) = triangles.iter().position(is_wrong) {
            let is_refilled = refill(&points, &mut triangles, &mut at_edge, wrong, is_wrong);
            assert!(is_refilled && !is_wrong(&triangles[wrong]));
        }
        let after = ring(triangles.iter().copied());
        assert_eq!(after.map(|r| r.len()), before.map(|r| r.len()));
    }
}
