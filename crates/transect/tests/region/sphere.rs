//! Compares overlaps of spheres and regions with brute force in rationals. The point of a region nearest to a center is
//! the center itself, or it is on a face, on an edge or at a vertex. So the test computes the nearest points on all
//! planes, lines and meeting points. The test keeps the points that are in the region, and takes the nearest of these
//! points.

use dashu_ratio::RBig;
use transect::region::Decision;
use transect::{Overlap, Plane, Region, Sphere};

use crate::region::integers::{Half, Random, determinant, many_halves, plane, random_halves};
use crate::run::cases;

fn dot(a: &[i128; 3], b: &[i128; 3]) -> i128 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

/// Returns the squared distance of the center from a region, as numerator and denominator. Returns `None` for an empty
/// region.
fn squared_distance(halves: &[Half], center: [i128; 3]) -> Option<(i128, i128)> {
    let count = halves.len();
    let mut least: Option<(i128, i128)> = None;
    for bits in (0..1_u32 << count).filter(|bits| bits.count_ones() <= 3) {
        let is_chosen = |i: &usize| bits >> i & 1 == 1;
        let chosen: Vec<&Half> = (0..count).filter(is_chosen).map(|i| &halves[i]).collect();
        // The point nearest to the center c on all chosen planes is c + Σ λᵢ·nᵢ, with the normals nᵢ of these planes.
        // The weights λ solve G·λ = −s, where G is the Gram matrix of the normals and s are the values of n·c + d.
        let mut gram = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let mut values = [0; 3];
        for (row, (normal, offset)) in chosen.iter().enumerate() {
            values[row] = -(dot(normal, &center) + offset);
            for (column, (other, _)) in chosen.iter().enumerate() {
                gram[row][column] = dot(normal, other);
            }
        }
        let divisor = determinant(gram);
        if divisor == 0 {
            continue;
        }
        let mut moved = [0; 3];
        for (row, (normal, _)) in chosen.iter().enumerate() {
            let mut replaced = gram;
            for (line, value) in replaced.iter_mut().zip(values) {
                line[row] = value;
            }
            let weight = determinant(replaced);
            moved = std::array::from_fn(|axis| moved[axis] + weight * normal[axis]);
        }
        // The nearest point on the chosen planes is center + moved / divisor. The divisor is positive.
        let is_inside = halves.iter().all(|(normal, offset)| {
            (dot(normal, &center) + offset) * divisor + dot(normal, &moved) >= 0
        });
        let distance = (dot(&moved, &moved), divisor * divisor);
        if is_inside && least.is_none_or(|least| distance.0 * least.1 < least.0 * distance.1) {
            least = Some(distance);
        }
    }
    least
}

fn rational(value: f64) -> RBig {
    RBig::try_from(value).expect("finite")
}

fn truth(halves: &[Half], center: [i128; 3], radius: f64) -> Overlap {
    let squared = rational(radius) * rational(radius);
    let is_behind_enough = |(normal, offset): &Half| {
        let value = dot(normal, &center) + offset;
        value >= 0 && RBig::from(value * value) >= &squared * RBig::from(dot(normal, normal))
    };
    match squared_distance(halves, center) {
        None => Overlap::Outside,
        Some(_) if halves.iter().all(is_behind_enough) => Overlap::Inside,
        Some((above, below)) if RBig::from(above) > squared * RBig::from(below) => Overlap::Outside,
        Some(_) => Overlap::Meets,
    }
}

/// Returns a radius that is often near the true distance of the center from the region. The floats next to the distance
/// are the hardest cases.
fn radius(random: &mut Random, halves: &[Half], center: [i128; 3]) -> f64 {
    let distance = squared_distance(halves, center)
        .map_or(2.0, |(above, below)| (above as f64 / below as f64).sqrt());
    match random.below(6) {
        0 => distance.next_down().max(0.0),
        1 => distance,
        2 => distance.next_up(),
        3 => random.below(12) as f64 / 2.0,
        4 => distance + random.below(4) as f64 / 3.0,
        _ => 0.0,
    }
}

fn check<const D: usize>(
    random: &mut Random,
    halves: &[Half],
    center: [i128; 3],
) -> (Overlap, Decision) {
    let radius = radius(random, halves, center);
    let scale = [1.0, 0.25, 3.0, 2_f64.powi(900), 2_f64.powi(-900)][random.below(5) as usize];
    let planes: Vec<Plane<D>> = halves.iter().map(|half| plane(half, scale)).collect();
    let region = Region::new(&planes);
    let float: [f64; D] = std::array::from_fn(|axis| center[axis] as f64);
    let truth = truth(halves, center, radius);
    let case = format!("{halves:?} {center:?} {radius:e}");
    assert_eq!(region.overlap_sphere(&ball(float, radius)), truth, "{case}");
    if radius == 0.0 {
        assert_eq!(region.contains(&float), truth == Overlap::Inside, "{case}");
        assert_eq!(region.overlap(&float), truth, "{case}");
    }
    let decision = region.decide_sphere(&ball(float, radius));
    assert_eq!(decision.overlap(), truth, "{case}");
    if let Decision::Outside { planes } = &decision {
        let is_outside = |left_out: Option<usize>| {
            let rest = planes.iter().filter(|&&index| Some(index) != left_out);
            let rest: Vec<Half> = rest.map(|&index| halves[index]).collect();
            self::truth(&rest, center, radius) == Overlap::Outside
        };
        assert!(is_outside(None), "{planes:?} {case}");
        assert!(
            !planes.iter().any(|&index| is_outside(Some(index))),
            "{planes:?} {case}"
        );
    }
    (truth, decision)
}

fn spheres<const D: usize>(cases: u32, seed: u64) {
    let mut random = Random(seed);
    let mut counts = [0; 3];
    let mut deciding = [0; 4];
    for _ in 0..cases {
        let halves: Vec<Half> = random_halves(&mut random, D).into_iter().take(5).collect();
        let mut center = [0; 3].map(|_: i128| random.integer(9));
        center[D..].fill(0);
        let (truth, decision) = check::<D>(&mut random, &halves, center);
        counts[truth as usize] += 1;
        if let Decision::Outside { planes } = decision {
            deciding[planes.len() - 1] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > cases / 50), "{counts:?}");
    assert!(
        deciding[..D].iter().all(|&count| count > cases / 500),
        "{deciding:?}"
    );
}

/// Tests a sphere with many planes. If so many planes cut the sphere, the library takes a faster way: for each vertex
/// of the region, it tests only the planes through this vertex.
#[test]
fn spheres_and_many_planes() {
    let mut random = Random(23);
    let mut counts = [0; 3];
    let mut deciding = [0; 4];
    for _ in 0..cases(1_000) {
        // Often all planes are parallel to the z axis. The region then has no vertices.
        let dimension = 3 - usize::from(random.below(4) == 0);
        let (halves, apex, inward) = many_halves(&mut random, dimension);
        let away = i128::from(random.below(4));
        let aside = [0; 3].map(|_: i128| random.integer(1));
        let center = std::array::from_fn(|axis| apex[axis] - away * inward[axis] + aside[axis]);
        let (truth, decision) = check::<3>(&mut random, &halves, center);
        counts[truth as usize] += 1;
        if let Decision::Outside { planes } = decision {
            deciding[planes.len() - 1] += 1;
        }
    }
    assert!(
        counts[..2].iter().all(|&count| count > cases(50)),
        "{counts:?}"
    );
    assert!(
        deciding[..3].iter().all(|&count| count > cases(25)),
        "{deciding:?}"
    );
}

#[test]
fn spheres_in_space() {
    spheres::<3>(cases(30_000), 21);
}

#[test]
fn circles_in_the_plane() {
    spheres::<2>(cases(30_000), 22);
}

/// Spheres with integer centers and radii touch a region exactly: at a corner by 2² + 3² + 6² = 7², and at an edge by
/// 3² + 4² = 5².
#[test]
fn touching_a_corner_and_an_edge() {
    let planes = [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]
        .map(|normal| Plane::new(normal, 0.0).expect("a plane"));
    let region = Region::new(&planes);
    assert_eq!(
        region.overlap_sphere(&ball([2.0, 3.0, 6.0], 7.0)),
        Overlap::Meets
    );
    assert_eq!(
        region.overlap_sphere(&ball([2.0, 3.0, 6.0], 7.0_f64.next_down())),
        Overlap::Outside
    );
    assert_eq!(
        region.overlap_sphere(&ball([3.0, 4.0, -9.0], 5.0)),
        Overlap::Meets
    );
    assert_eq!(
        region.overlap_sphere(&ball([3.0, 4.0, -9.0], 5.0_f64.next_down())),
        Overlap::Outside
    );
    let outside = region.decide_sphere(&ball([2.0, 3.0, 6.0], 6.9));
    assert_eq!(
        outside,
        Decision::Outside {
            planes: vec![0, 1, 2]
        }
    );
}

/// Tests numbers at the ends of the range of floats. The library decides by the sign of a polynomial of degree 8 in the
/// input numbers, so its terms are as large as 1e300⁸ or as small as 5e-324⁸.
#[test]
fn huge_and_tiny_numbers() {
    for factor in [2_f64.powi(1000), 2_f64.powi(-1070)] {
        let planes = [
            [-factor, 0.0, 0.0],
            [0.0, -factor, 0.0],
            [0.0, 0.0, -factor],
        ]
        .map(|normal| Plane::new(normal, 0.0).expect("a plane"));
        let region = Region::new(&planes);
        let center = [2.0, 3.0, 6.0].map(|c| c * factor);
        assert_eq!(
            region.overlap_sphere(&ball(center, 7.0 * factor)),
            Overlap::Meets
        );
        let less = (7.0 * factor).next_down();
        assert_eq!(region.overlap_sphere(&ball(center, less)), Overlap::Outside);
    }
}

pub(crate) fn ball<const D: usize>(center: [f64; D], radius: f64) -> Sphere<D> {
    Sphere::new(center, radius).expect("a sphere")
}

/// The ball nearly reaches the corner (0, 0) of the region. The search for a common point moves the center to each plane
/// in turn, and slightly past it. It ends at a point at most 10⁻¹⁵ from the corner, because the last planes are
/// only slightly past the first ones.
#[test]
fn a_ball_that_nearly_reaches_a_corner() {
    let past = 1.0001 / f64::from(1 << 20);
    let planes = [
        Plane::new([1.0, 0.0], 3.0 * past),
        Plane::new([1.0, 0.0], 0.0),
        Plane::new([0.0, 1.0], 4.0 * past),
        Plane::new([0.0, 1.0], 0.0),
    ];
    let planes = planes.map(|plane| plane.expect("a plane"));
    let region = Region::new(&planes);
    let relation = |radius: f64| {
        let ball = Sphere::new([-3.0, -4.0], radius).expect("a radius");
        region.overlap_sphere(&ball)
    };
    assert_eq!(relation(5.0), Overlap::Meets);
    for power in 20..51 {
        let gap = 5.0 / (1_u64 << power) as f64;
        assert_eq!(relation(5.0 - gap), Overlap::Outside, "{gap}");
        assert_eq!(relation(5.0 + gap), Overlap::Meets, "{gap}");
    }
}
