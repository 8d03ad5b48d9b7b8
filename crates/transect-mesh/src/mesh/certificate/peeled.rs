//! Triangles that are too many, found from the edges that are too many.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::certificate::piece_boundary::Boundary;

/// Takes away triangles at edges that are too many, as long as there are any. Returns `true` for each triangle that was taken
/// away. Triangles are given by the numbers of the positions of their corners. Of several triangles at an edge, those that are
/// preferred come first, and then those that have most edges that are too many.
pub(super) fn peeled(triangles: &[[u32; 3]], surplus: &Boundary, preferred: &[bool]) -> Vec<bool> {
    let edges_of = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]];
    let mut at: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
    for (index, &own) in triangles.iter().enumerate() {
        for edge in edges_of(own) {
            at.entry(edge).or_default().push(index);
        }
    }
    let mut left: HashMap<[u32; 2], i32> = surplus.edges().iter().copied().collect();
    let times = |left: &HashMap<[u32; 2], i32>, [from, to]: [u32; 2]| {
        if from < to {
            left.get(&[from, to]).copied().unwrap_or(0)
        } else {
            -left.get(&[to, from]).copied().unwrap_or(0)
        }
    };
    let mut open: Vec<[u32; 2]> = left.keys().flat_map(|&[a, b]| [[b, a], [a, b]]).collect();
    // The order of a hash map differs from run to run, and the answer must not.
    open.sort_unstable();
    let mut is_taken = vec![false; triangles.len()];
    while let Some(edge) = open.pop() {
        if times(&left, edge) <= 0 {
            continue;
        }
        let there = at.get(&edge).into_iter().flatten().copied();
        let free = there.filter(|&index| !is_taken[index]);
        let best = free.max_by_key(|&index| {
            let edges = edges_of(triangles[index]).into_iter();
            let many = edges.filter(|&edge| times(&left, edge) > 0).count();
            (preferred[index], many)
        });
        let Some(best) = best else {
            continue;
        };
        is_taken[best] = true;
        for [from, to] in edges_of(triangles[best]) {
            let (ends, way) = if from < to {
                ([from, to], -1)
            } else {
                ([to, from], 1)
            };
            *left.entry(ends).or_default() += way;
            open.extend([[to, from], [from, to]]);
        }
    }
    is_taken
}
