//! Compares overlaps of regions and shapes with brute force in integers. An intersection of half-spaces that is bounded
//! contains a point exactly if it contains a corner. A corner is a point where D of the planes meet.

use transect::region::Decision;
use transect::{Aabb, Overlap, Plane, Region, Triangle};

use crate::region::integers::{
    Half, Random, halves_of_box, has_point, many_halves, plane, random_halves,
};
use crate::run::cases;

fn truth(halves: &[Half], min: [i128; 3], max: [i128; 3]) -> Overlap {
    let inside = halves.iter().all(|(normal, offset)| {
        let least: i128 = (0..3)
            .map(|axis| {
                normal[axis]
                    * if normal[axis] > 0 {
                        min[axis]
                    } else {
                        max[axis]
                    }
            })
            .sum();
        least + offset >= 0
    });
    let all: Vec<Half> = halves
        .iter()
        .copied()
        .chain(halves_of_box(min, max))
        .collect();
    match (inside, has_point(&all)) {
        (true, _) => Overlap::Inside,
        (false, true) => Overlap::Meets,
        (false, false) => Overlap::Outside,
    }
}

/// Checks the planes that a decision lists as its reason. These planes alone must give the same result. For the result
/// "outside", the result must change if any of them is left out.
fn check_decision(decision: &Decision, halves: &[Half], shape: Vec<Half>, truth: Overlap) {
    let case = || format!("{decision:?} {halves:?} {shape:?}");
    assert_eq!(decision.overlap(), truth, "{}", case());
    let meets = |planes: &[usize]| {
        let chosen = planes.iter().map(|&index| halves[index]);
        has_point(&chosen.chain(shape.iter().copied()).collect::<Vec<_>>())
    };
    match decision {
        Decision::Outside { planes } => {
            assert!(!meets(planes), "{}", case());
            for left_out in planes {
                let rest: Vec<_> = planes.iter().copied().filter(|p| p != left_out).collect();
                assert!(meets(&rest), "{}", case());
            }
        }
        Decision::Meets { planes } => assert!(!planes.is_empty() && meets(planes), "{}", case()),
        Decision::Inside => {}
    }
}

fn check_box<const D: usize>(
    random: &mut Random,
    halves: &[Half],
    [min, max]: [[i128; 3]; 2],
) -> (Overlap, Overlap) {
    let scale = [1.0, 0.25, 3.0, 2_f64.powi(900), 2_f64.powi(-900)][random.below(5) as usize];
    let planes: Vec<Plane<D>> = halves.iter().map(|half| plane(half, scale)).collect();
    let corner = |ends: [i128; 3]| std::array::from_fn(|axis| ends[axis] as f64);
    let aabb = Aabb::<D>::new(corner(min), corner(max)).expect("a box");
    let region = Region::new(&planes);
    let truth = truth(halves, min, max);
    assert_eq!(region.overlap(&aabb), truth, "{halves:?} {aabb:?}");
    let decision = region.decide(&aabb);
    check_decision(&decision, halves, halves_of_box(min, max), truth);
    let conservative = region.overlap_conservative(&aabb);
    assert!(conservative == truth || conservative == Overlap::Meets);
    (truth, conservative)
}

fn boxes<const D: usize>(cases: u32, seed: u64) {
    let mut random = Random(seed);
    let mut counts = [0; 4];
    for _ in 0..cases {
        let halves = random_halves(&mut random, D);
        let mut min = [0; 3].map(|_: i128| random.integer(4));
        let mut max = min.map(|c| c + i128::from(random.below(4)));
        min[D..].fill(0);
        max[D..].fill(0);
        let (truth, conservative) = check_box::<D>(&mut random, &halves, [min, max]);
        counts[truth as usize] += 1;
        counts[3] += u32::from(conservative != truth);
    }
    let least = cases / 100;
    assert!(
        counts.iter().all(|&count| count > least),
        "too few of a kind: {counts:?}"
    );
}

/// Tests a box with many planes. If so many planes cut the box, the library takes a faster way: for each vertex of the
/// region, it tests only the planes through this vertex.
#[test]
fn boxes_and_many_planes() {
    let mut random = Random(4);
    let mut counts = [0; 3];
    for _ in 0..cases(1_500) {
        // Often all planes are parallel to the z axis. The region then has no vertices.
        let dimension = 3 - usize::from(random.below(4) == 0);
        let (halves, apex, inward) = many_halves(&mut random, dimension);
        let away = i128::from(random.below(3));
        let middle: [i128; 3] = std::array::from_fn(|axis| apex[axis] - away * inward[axis]);
        let reach = [(); 6].map(|()| i128::from(random.below(5)));
        let min = std::array::from_fn(|axis| middle[axis] - reach[axis]);
        let max = std::array::from_fn(|axis| middle[axis] + reach[axis + 3]);
        let (truth, conservative) = check_box::<3>(&mut random, &halves, [min, max]);
        counts[truth as usize] += 1;
        counts[2] += u32::from(conservative != truth);
    }
    assert!(counts.iter().all(|&count| count > cases(60)), "{counts:?}");
}

#[test]
fn boxes_in_space() {
    boxes::<3>(cases(100_000), 1);
}

#[test]
fn boxes_in_the_plane() {
    boxes::<2>(cases(100_000), 2);
}

/// Compares the overlap of a triangle and a region with brute force. The triangle has integer corners, and the
/// half-spaces of its edges are added to those of the region.
#[test]
fn triangles_in_the_plane() {
    let mut random = Random(3);
    for _ in 0..cases(50_000) {
        let halves = random_halves(&mut random, 2);
        let mut corners = [[0; 3]; 3].map(|corner: [i128; 3]| corner.map(|_| random.integer(5)));
        corners.iter_mut().for_each(|corner| corner[2] = 0);
        let [a, b, c] = corners;
        let turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if turn == 0 {
            continue;
        }
        let edges = (0..3).map(|index| {
            let (from, to) = (corners[index], corners[(index + 1) % 3]);
            let normal = [from[1] - to[1], to[0] - from[0], 0].map(|c| c * turn.signum());
            (normal, -(normal[0] * from[0] + normal[1] * from[1]))
        });
        let flat = [([0, 0, 1], 0), ([0, 0, -1], 0)];
        let all: Vec<Half> = halves.iter().copied().chain(edges).chain(flat).collect();
        let planes: Vec<Plane<2>> = halves.iter().map(|half| plane(half, 1.0)).collect();
        let triangle = Triangle::new(corners.map(|corner| [corner[0] as f64, corner[1] as f64]))
            .expect("finite points");
        let overlap = Region::new(&planes).overlap(&triangle);
        assert_eq!(
            overlap != Overlap::Outside,
            has_point(&all),
            "{halves:?} {corners:?}"
        );
    }
}
