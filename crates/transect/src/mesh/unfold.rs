//! Removes folds of a triangulation by flipping edges. The crate `earcut` may leave triangles turned over where a
//! polygon passes a point twice.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::arrays::Few as _;
use crate::mesh::area::doubled_area;
use crate::mesh::cavity::refill;
use crate::mesh::triple::edges_of;
use crate::predicates::orient::orient2d;
use crate::side::Side;

/// Returns `true` if a triangle has the orientation `wrong`. The result is exact.
pub(super) fn is_folded(points: &[[f64; 2]], triangles: &[[u32; 3]], wrong: Side) -> bool {
    let mut triangles = triangles.iter();
    triangles.any(|triangle| orientation(points, triangle) == wrong)
}

/// Repairs triangles with the orientation `wrong`. Flips the edge between such a triangle and a neighbour, as long as
/// this leaves fewer triangles with that orientation, or equally many with a smaller area (Lawson, "Software for C¹
/// Surface Interpolation", 1977). If flips cannot remove a wrong triangle, the triangle and its neighbors are replaced
/// by other triangles, if possible. The boundary of the triangles stays the same.
pub(super) fn unfold(points: &[[f64; 2]], triangles: &mut [[u32; 3]], wrong: Side) {
    let is_wrong = |triangle: &[u32; 3]| orientation(points, triangle) == wrong;
    let indices = 0..triangles.len();
    let mut queue: Vec<usize> = indices.filter(|&i| is_wrong(&triangles[i])).collect();
    // Most triangulations have no fold. Then the edges need not be collected.
    if queue.is_empty() {
        return;
    }
    let mut at_edge = triangles_at_edges(triangles);
    let of_wrong = |pair: &[[u32; 3]; 2]| {
        let wrong = pair.iter().filter(|triangle| is_wrong(triangle));
        wrong.fold((0, 0.0), |(count, area), triangle| {
            let corners = triangle.each(|node| points[node as usize]);
            (count + 1, area + doubled_area(&corners).abs())
        })
    };
    // Each flip reduces the number or the area of the wrong triangles. But areas are rounded, so the number of flips is
    // bounded as well.
    let mut flips = 16 * queue.len() + 64;
    let mut stuck = Vec::new();
    while let Some(index) = queue.pop() {
        let triangle = triangles[index];
        if !is_wrong(&triangle) {
            continue;
        }
        let [a, b, c] = triangle;
        let better = [[a, b, c], [b, c, a], [c, a, b]]
            .into_iter()
            .find_map(|[u, v, w]| {
                let other = *at_edge.get(&[v, u])?;
                let x = triangles[other]
                    .into_iter()
                    .find(|&node| node != u && node != v)?;
                let flipped = [[w, u, x], [w, x, v]];
                let is_new =
                    x != w && !at_edge.contains_key(&[w, x]) && !at_edge.contains_key(&[x, w]);
                (is_new && of_wrong(&flipped) < of_wrong(&[triangle, triangles[other]]))
                    .then_some(([u, v], other, flipped))
            });
        if let Some(([u, v], other, flipped)) = better
            && flips > 0
        {
            flips -= 1;
            at_edge.remove(&[u, v]);
            at_edge.remove(&[v, u]);
            for (place, triangle) in [index, other].into_iter().zip(flipped) {
                triangles[place] = triangle;
                at_edge.extend(edges_of(&triangle).map(|edge| (edge, place)));
                queue.push(place);
            }
        } else {
            stuck.push(index);
        }
    }
    // Several folded triangles may have the same directed edge, but `at_edge` has one entry per edge. A flip may have
    // removed this entry, although another triangle still has the edge. So the entries are collected again.
    if stuck.iter().any(|&index| is_wrong(&triangles[index])) {
        at_edge = triangles_at_edges(triangles);
    }
    for index in stuck {
        if is_wrong(&triangles[index]) {
            refill(points, triangles, &mut at_edge, index, is_wrong);
        }
    }
}

fn triangles_at_edges(triangles: &[[u32; 3]]) -> HashMap<[u32; 2], usize> {
    let all = triangles.iter().enumerate();
    all.flat_map(|(index, triangle)| edges_of(triangle).map(|edge| (edge, index)))
        .collect()
}

fn orientation(points: &[[f64; 2]], triangle: &[u32; 3]) -> Side {
    let [a, b, c] = triangle.each(|node| points[node as usize]);
    orient2d(&a, &b, &c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fold_of_two_triangles_is_flipped_away() {
        // The quadrilateral 0, 1, 3, 2 has its reflex corner at 3. The triangles in `folded` divide the quadrilateral
        // along the diagonal from 1 to 2, which lies outside of the quadrilateral.
        let points = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0], [1.0, 1.0]];
        let mut triangles = [[0, 1, 3], [0, 3, 2]];
        let dart = [[0, 1], [1, 3], [3, 2], [2, 0]];
        let mut folded = [[0, 1, 2], [2, 1, 3]];
        assert!(!is_folded(&points, &triangles, Side::Back));
        unfold(&points, &mut triangles, Side::Back);
        assert_eq!(triangles, [[0, 1, 3], [0, 3, 2]]); // nothing is wrong, so nothing changes
        assert!(is_folded(&points, &folded, Side::Back));
        unfold(&points, &mut folded, Side::Back);
        assert!(!is_folded(&points, &folded, Side::Back));
        for edge in dart {
            let mut edges = folded.iter().flat_map(edges_of);
            assert!(edges.any(|other| other == edge), "{edge:?}");
        }
    }
}
