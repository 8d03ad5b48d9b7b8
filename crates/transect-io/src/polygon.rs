//! Triangulation of polygons.

use transect::triangulate_with;

/// Splits a polygon of `count` corners into triangles, as triples of corner indices, by [`triangulate_with`]. Their boundary
/// and their vector area are those of the polygon. For a flat polygon, they also contribute the right volume to the mesh.
pub(crate) fn triangles<F: Fn(usize) -> [f64; 3]>(
    count: usize,
    corner: F,
) -> impl Iterator<Item = [usize; 3]> + use<F> {
    let mut cut = Vec::new();
    if count > 3 {
        cut = triangulate_with(count as u32, |k| corner(k as usize));
    }
    let is_triangle = (count == 3).then_some([0, 1, 2]);
    let cut = cut
        .into_iter()
        .map(|triangle| triangle.map(|corner| corner as usize));
    is_triangle.into_iter().chain(cut)
}

/// Reserves space for `more` entries without doubling the capacity. A malicious file can declare a triangle in two
/// bytes, and memory must stay within a fixed multiple of the file size.
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 4).max(4));
    }
}

#[cfg(test)]
mod tests {
    use transect::vector::{cross, sub};

    use super::*;

    /// Returns twice the vector area of a polygon, as a vector.
    fn area(corners: &[[f64; 3]]) -> [f64; 3] {
        let mut area = [0.0; 3];
        for pair in corners.windows(2).skip(1) {
            let normal = cross(&sub(&pair[0], &corners[0]), &sub(&pair[1], &corners[0]));
            for axis in 0..3 {
                area[axis] += normal[axis];
            }
        }
        area
    }

    /// Returns the triangles of a flat polygon, and twice their areas. Asserts that the triangles are the same when the
    /// polygon lies in each of the three coordinate planes.
    fn cut(points: &[[f64; 2]]) -> Vec<([usize; 3], f64)> {
        let mut all = Vec::new();
        for axis in 0..3 {
            let corners: Vec<[f64; 3]> = points
                .iter()
                .map(|&[x, y]| {
                    let mut corner = [5.0; 3];
                    corner[(axis + 1) % 3] = x;
                    corner[(axis + 2) % 3] = y;
                    corner
                })
                .collect();
            let found: Vec<_> = triangles(corners.len(), |k| corners[k])
                .map(|triangle| (triangle, area(&triangle.map(|k| corners[k]))[axis]))
                .collect();
            let turned: Vec<[f64; 3]> = corners.iter().copied().rev().collect();
            assert_eq!(triangles(turned.len(), |k| turned[k]).count(), found.len());
            assert!(all.is_empty() || all == found);
            all = found;
        }
        all
    }

    fn only(points: &[[f64; 2]]) -> Vec<[usize; 3]> {
        cut(points)
            .into_iter()
            .map(|(triangle, _)| triangle)
            .collect()
    }

    #[test]
    fn squares_fan_from_the_first_corner() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        assert_eq!(only(&square), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(only(&square[..3]), [[0, 1, 2]]);
        assert!(only(&square[..2]).is_empty());
        assert!(only(&[]).is_empty());
    }

    #[test]
    fn a_dart_fans_from_its_notch() {
        let dart = [[4.0, 0.0], [1.0, 1.0], [0.0, 4.0], [0.0, 0.0]];
        assert_eq!(only(&dart), [[1, 2, 3], [1, 3, 0]]);
    }

    #[test]
    fn a_corner_on_an_edge_makes_no_flat_triangle() {
        let square = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
        assert!(cut(&square).iter().all(|&(_, area)| area > 0.0));
    }

    #[test]
    fn a_comb_loses_its_ears() {
        // No corner of this comb-shaped polygon sees all of its teeth, so a fan of triangles at one corner would leave
        // the polygon.
        let mut comb = vec![[8.0, 5.0], [0.0, 5.0]];
        for tooth in 0..4 {
            let x = 2.0 * f64::from(tooth);
            comb.extend([[x, 0.0], [x + 1.0, 4.0]]);
        }
        comb.push([8.0, 0.0]);
        let cut = cut(&comb);
        assert_eq!(cut.len(), comb.len() - 2);
        assert!(cut.iter().all(|&(_, area)| area > 0.0), "{cut:?}");
        let sum: f64 = cut.iter().map(|&(_, area)| area).sum();
        assert_eq!(sum, 2.0 * (8.0 + 4.0 * 4.0));
    }

    #[test]
    fn any_polygon_keeps_its_boundary() {
        let crossed = [
            [0.0, 0.0],
            [2.0, 2.0],
            [2.0, 0.0],
            [0.0, 1.0],
            [0.0, 0.0],
            [3.0, 3.0],
        ];
        let mut edges: Vec<[usize; 2]> = Vec::new();
        for [a, b, c] in only(&crossed) {
            for edge in [[a, b], [b, c], [c, a]] {
                match edges.iter().position(|&[from, to]| [to, from] == edge) {
                    Some(reverse) => {
                        edges.remove(reverse);
                    }
                    None => edges.push(edge),
                }
            }
        }
        edges.sort_unstable();
        assert_eq!(edges, [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]);
    }
}
