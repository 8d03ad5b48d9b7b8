//! Polygons into triangles.

use transect::vector::{cross, dot, sub};

/// Beyond this many corners a polygon is not examined: the search is quadratic.
const MOST_EXAMINED: usize = 256;

/// Cuts a polygon of `count` corners into a fan of triangles, as triples of corner numbers.
///
/// The fan starts at the first corner from which all triangles are turned the same way as the whole
/// polygon (its vector area); every convex polygon has one, and so has every one that some corner
/// sees all of. If there is none, or the polygon has more than 256 corners, the fan starts at the first
/// corner: its triangles overlap, but their boundary, vector area and volume are still the polygon's.
pub(crate) fn fan<F: Fn(usize) -> [f64; 3]>(
    count: usize,
    corner: F,
) -> impl Iterator<Item = [usize; 3]> + use<F> {
    let start = if (4..=MOST_EXAMINED).contains(&count) {
        let corners: Vec<[f64; 3]> = (0..count).map(corner).collect();
        best_start(&corners)
    } else {
        0
    };
    (2..count).map(move |k| [start, (start + k - 1) % count, (start + k) % count])
}

fn best_start(corners: &[[f64; 3]]) -> usize {
    let count = corners.len();
    let normal_at = |start: usize, k: usize| {
        let apex = &corners[start];
        cross(
            &sub(&corners[(start + k - 1) % count], apex),
            &sub(&corners[(start + k) % count], apex),
        )
    };
    let mut area = [0.0; 3];
    for k in 2..count {
        let normal = normal_at(0, k);
        for axis in 0..3 {
            area[axis] += normal[axis];
        }
    }
    (0..count)
        .find(|&start| (2..count).all(|k| dot(&normal_at(start, k), &area) >= 0.0))
        .unwrap_or(0)
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

    fn flat(points: &[[f64; 2]]) -> Vec<[f64; 3]> {
        points.iter().map(|&[x, y]| [x, y, 5.0]).collect()
    }

    fn triangles(corners: &[[f64; 3]]) -> Vec<[usize; 3]> {
        fan(corners.len(), |k| corners[k]).collect()
    }

    #[test]
    fn convex_polygons_fan_from_the_first_corner() {
        let square = flat(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        assert_eq!(triangles(&square), [[0, 1, 2], [0, 2, 3]]);
        assert!(triangles(&square[..2]).is_empty());
    }

    #[test]
    fn a_dart_fans_from_its_notch() {
        let dart = flat(&[[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]]);
        assert_eq!(triangles(&dart)[0][0], 0);
        let turned = flat(&[[4.0, 0.0], [1.0, 1.0], [0.0, 4.0], [0.0, 0.0]]);
        assert_eq!(triangles(&turned), [[1, 2, 3], [1, 3, 0]]);
    }
}
