//! Compares overlaps of boxes and parallelepipeds with brute force in integers. Many of these shapes touch each other,
//! are flat, or are only a segment or a point.

use transect::{Aabb, Parallelepiped, overlap, separation};

use crate::run::cases;
use crate::sat::{Random, holds_origin};

fn slanted<const D: usize>(random: &mut Random, size: i64) -> Parallelepiped<D> {
    let mut vector = |size| -> [f64; D] {
        let point = random.point(size);
        std::array::from_fn(|axis| point[axis] as f64)
    };
    let center = vector(3 * size);
    let mut half_axes = std::array::from_fn(|_| vector(size));
    match random.below(8) {
        // Half of the parallelepipeds are degenerate: flat, a segment, a point, or with two parallel half-axes.
        0 => half_axes[D - 1] = [0.0; D],
        1 => half_axes[1..].fill([0.0; D]),
        2 => half_axes = [[0.0; D]; D],
        3 => half_axes[1] = half_axes[0].map(|c| -2.0 * c),
        _ => {}
    }
    Parallelepiped::new(center, half_axes).expect("finite numbers")
}

fn integers<const D: usize>(corners: impl Iterator<Item = [f64; D]>) -> Vec<[i64; 3]> {
    let integers =
        |corner: [f64; D]| std::array::from_fn(|axis| corner.get(axis).map_or(0, |&c| c as i64));
    let mut corners: Vec<[i64; 3]> = corners.map(integers).collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}

fn truth(p: &[[i64; 3]], q: &[[i64; 3]]) -> bool {
    let minus = |p: &[i64; 3], q: &[i64; 3]| std::array::from_fn(|axis| p[axis] - q[axis]);
    let mut differences: Vec<[i64; 3]> = p
        .iter()
        .flat_map(|p| q.iter().map(move |q| minus(p, q)))
        .collect();
    differences.sort_unstable();
    differences.dedup();
    holds_origin(&differences)
}

fn agree<const D: usize>(cases: u32) {
    let mut random = Random(17);
    let mut counts = [0_u32; 2];
    for _ in 0..cases {
        let size = [1, 2, 4][random.below(3) as usize];
        let [a, b]: [Parallelepiped<D>; 2] = [(); 2].map(|()| slanted(&mut random, size));
        let [p, q] = [&a, &b].map(|shape| integers(shape.corners()));
        let expected = truth(&p, &q);
        assert_eq!(
            [overlap(&a, &b), overlap(&b, &a)],
            [expected; 2],
            "{a:?} {b:?}"
        );
        assert_eq!(separation(&a, &b).is_overlap(), expected, "{a:?} {b:?}");
        // The bounds of the first shape as a box.
        let aabb = Aabb::of_points(&a.corners().collect::<Vec<_>>()).expect("a box");
        let with_box = truth(&integers(aabb.corners()), &q);
        assert_eq!(
            [overlap(&aabb, &b), overlap(&b, &aabb)],
            [with_box; 2],
            "{aabb:?} {b:?}"
        );
        assert_eq!(separation(&aabb, &b).is_overlap(), with_box);
        counts[usize::from(expected)] += 1;
    }
    assert!(counts.iter().all(|&count| count > cases / 10), "{counts:?}");
}

#[test]
fn parallelepipeds_in_the_plane() {
    agree::<2>(cases(12_000));
}

#[test]
fn parallelepipeds_in_space() {
    agree::<3>(cases(4_000));
}
