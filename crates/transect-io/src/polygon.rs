//! Polygons into triangles.

use transect::vector::{cross, dot, sub};

/// Beyond this many corners a polygon is not examined: the search for a fan is quadratic.
const MOST_EXAMINED: usize = 256;

/// How many points an ear is compared with, for each corner of the polygon. Real polygons need a few
/// dozen; the bound keeps the time for hostile files in proportion to their size.
const MOST_TESTS: usize = 256;

/// Cuts a polygon of `count` corners into triangles, as triples of corner numbers.
///
/// They are a fan from the first corner that sees the whole polygon: for convex polygons the first of
/// all. If no corner does, ears are cut off one after another. Where that fails too (a polygon that
/// crosses itself, or one of more than 256 corners), what remains becomes a fan whose triangles
/// overlap; their boundary, vector area and volume are still the polygon's.
pub(crate) fn triangles<F: Fn(usize) -> [f64; 3]>(
    count: usize,
    corner: F,
) -> impl Iterator<Item = [usize; 3]> + use<F> {
    let mut start = 0;
    let mut cut = Vec::new();
    if (4..=MOST_EXAMINED).contains(&count) {
        let corners: Vec<[f64; 3]> = (0..count).map(corner).collect();
        let area = area(&corners);
        match fan_start(&corners, &area) {
            Some(found) => start = found,
            None => cut = ears(&corners, &area),
        }
    }
    let fan = if cut.is_empty() { 2..count } else { 2..2 };
    let fan = fan.map(move |k| [start, (start + k - 1) % count, (start + k) % count]);
    cut.into_iter().chain(fan)
}

/// Twice the vector area.
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

/// The first corner whose fan has no triangle turned against the area, and none without area.
fn fan_start(corners: &[[f64; 3]], area: &[f64; 3]) -> Option<usize> {
    let count = corners.len();
    (0..count).find(|&start| {
        let apex = &corners[start];
        (2..count).all(|k| {
            let from = sub(&corners[(start + k - 1) % count], apex);
            let to = sub(&corners[(start + k) % count], apex);
            dot(&cross(&from, &to), area) > 0.0
        })
    })
}

/// Cuts off ears: corners that turn the polygon's way, and whose triangle holds no other corner. (G.
/// H. Meisters, Polygons have ears, 1975.) Seen along the axis nearest to the area.
fn ears(corners: &[[f64; 3]], area: &[f64; 3]) -> Vec<[usize; 3]> {
    let along = (0..3).fold(0, |best, axis| {
        if area[axis].abs() > area[best].abs() {
            axis
        } else {
            best
        }
    });
    let (right, up) = if area[along] >= 0.0 {
        ((along + 1) % 3, (along + 2) % 3)
    } else {
        ((along + 2) % 3, (along + 1) % 3)
    };
    let flat: Vec<[f64; 2]> = corners.iter().map(|p| [p[right], p[up]]).collect();
    let turn = |[a, b, c]: [usize; 3]| {
        let [from, to] = [b, c].map(|k| [flat[k][0] - flat[a][0], flat[k][1] - flat[a][1]]);
        from[0] * to[1] - from[1] * to[0]
    };

    let mut tests = MOST_TESTS * corners.len();
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut cut = Vec::with_capacity(corners.len() - 2);
    let mut next = 0;
    while left.len() > 3 {
        let count = left.len();
        let around = |k: usize| {
            [
                left[(k + count - 1) % count],
                left[k],
                left[(k + 1) % count],
            ]
        };
        let ear = (next..next + count).map(|k| k % count).find(|&k| {
            let [a, b, c] = around(k);
            if turn([a, b, c]) <= 0.0 {
                return false;
            }
            tests = tests.saturating_sub(count);
            let outside = |&p: &usize| {
                [a, b, c].iter().any(|&own| flat[own] == flat[p])
                    || turn([a, b, p]) < 0.0
                    || turn([b, c, p]) < 0.0
                    || turn([c, a, p]) < 0.0
            };
            tests > 0 && left.iter().all(outside)
        });
        let Some(ear) = ear else {
            break;
        };
        cut.push(around(ear));
        left.remove(ear);
        next = ear;
    }
    cut.extend((2..left.len()).map(|k| [left[0], left[k - 1], left[k]]));
    cut
}

/// Makes room for `more` entries without doubling: hostile files may hold a triangle in two bytes,
/// and memory is promised to stay within a multiple of the size of the file.
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 4).max(4));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The triangles of a flat polygon, and twice their areas, on whichever plane it stands.
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
    fn convex_polygons_fan_from_the_first_corner() {
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
        // No corner sees all teeth.
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
