//! Compares overlaps of hulls with many corners with an oracle, an independent exact computation in big integers. The
//! depth of an overlap is the distance of the origin from the nearest face of the hull of all differences of corners.
//! Each face is in a plane through three of the differences, and no difference is in front of this plane.

use transect::{Hull, Polytope, Segment, Separation, overlap, separation};

use crate::families::Family;
use crate::oracle::number::{Exact, dot, exact, minus};
use crate::oracle::overlaps::{cross, holds_origin, is_zero};
use crate::oracle::questions::{agree, any_width};
use crate::random::Random;

/// The usual number of corners of the hull: the least for which floats find the depth, because one shape must have more
/// than eight corners.
const CORNERS: usize = 9;

/// A face of the hull of differences: its outward normal, and the height of its corners along the normal.
struct Face {
    normal: Vec<Exact>,
    height: Exact,
}

/// Returns the faces of the hull of points. Returns an empty list if all points are in one plane. A face with more than
/// three corners occurs several times.
fn faces(points: &[[Exact; 3]]) -> Vec<Face> {
    let (mut faces, mut is_flat) = (Vec::new(), true);
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            for c in &points[j + 1..] {
                let normal = cross(&minus(b, a), &minus(c, a));
                if is_zero(&normal) {
                    continue;
                }
                let height = dot(&normal, a);
                let (mut is_above, mut is_below) = (false, false);
                for point in points {
                    match (&dot(&normal, point) - &height).sign() {
                        std::cmp::Ordering::Greater => is_above = true,
                        std::cmp::Ordering::Less => is_below = true,
                        std::cmp::Ordering::Equal => {}
                    }
                    if is_above && is_below {
                        break;
                    }
                }
                is_flat &= !is_above && !is_below;
                if is_above != is_below {
                    let turned = |number: &Exact| if is_above { -number } else { number.clone() };
                    faces.push(Face {
                        normal: normal.iter().map(turned).collect(),
                        height: turned(&height),
                    });
                }
            }
        }
    }
    if is_flat { Vec::new() } else { faces }
}

/// Returns an error if `depth` is not near the least distance of the origin from one of the faces: if its relative
/// error exceeds 2⁻³⁸ and its error exceeds the smallest positive float.
fn check_depth(depth: f64, faces: &[Face], case: &impl std::fmt::Debug) -> Result<(), String> {
    let squared = |face: &Face| (&face.height * &face.height, dot(&face.normal, &face.normal));
    let least = faces.iter().map(squared).reduce(|a, b| {
        if (&a.0 * &b.1).at_most(&(&b.0 * &a.1)) {
            a
        } else {
            b
        }
    });
    let Some((height, size)) = least else {
        return agree(depth, 0.0, case);
    };
    if height.is_zero() {
        return agree(depth, 0.0, case);
    }
    let relative = Exact::power_of_two(-38);
    let smallest = Exact::power_of_two(-1074);
    let largest = Exact::of(f64::MAX);
    let exact_depth = if depth.is_finite() {
        Exact::of(depth)
    } else {
        largest.clone()
    };
    let error = &(&exact_depth * &relative) + &smallest;
    let [low, high] = [&exact_depth - &error, &exact_depth + &error];
    let is_above = low.sign().is_lt() || (&(&low * &low) * &size).at_most(&height);
    let is_below = depth.is_infinite() || height.at_most(&(&(&high * &high) * &size));
    agree((is_above, is_below), (true, true), &(depth, case))
}

fn ask(
    a: &impl Polytope<3>,
    b: &impl Polytope<3>,
    [p, q]: [&[[f64; 3]]; 2],
    has_witness: bool,
) -> Result<(), String> {
    let case = &(p, q);
    let [exact_p, exact_q] = [p, q].map(|points| points.iter().map(exact).collect::<Vec<_>>());
    let differences: Vec<[Exact; 3]> = exact_p
        .iter()
        .flat_map(|p| exact_q.iter().map(move |q| minus(p, q)))
        .collect();
    let faces = faces(&differences);
    let truth = if faces.is_empty() {
        let vectors: Vec<Vec<Exact>> = differences.iter().map(|v| v.to_vec()).collect();
        holds_origin(&vectors)
    } else {
        faces.iter().all(|face| face.height.sign().is_ge())
    };
    agree([overlap(a, b), overlap(b, a)], [truth; 2], case)?;
    if !has_witness {
        return Ok(());
    }
    match separation(a, b) {
        Separation::Apart { axis } => {
            agree(truth, false, case)?;
            let Some(axis) = axis.as_ref().map(exact) else {
                return Ok(());
            };
            let separates = differences.iter().all(|v| dot(&axis, v).sign().is_lt());
            agree(separates, true, &(axis, case))
        }
        Separation::Overlapping { depth, axis } => {
            agree(truth, true, case)?;
            check_depth(depth, &faces, case)?;
            let length: f64 = axis.iter().map(|c| c * c).sum();
            agree((length - 1.0).abs() < 1e-15, true, &(axis, case))?;
            if depth.is_infinite() {
                return Ok(());
            }
            // Along the axis, the shapes overlap by the depth, up to the errors of the axis and of the depth.
            let axis = exact(&axis);
            let size = differences
                .iter()
                .flatten()
                .fold(Exact::zero(), |sum, c| &sum + &c.abs());
            let error = &(&Exact::of(depth) * &Exact::power_of_two(-38))
                + &(&size * &Exact::power_of_two(-47));
            let most = &(&Exact::of(depth) + &error) + &Exact::power_of_two(-1073);
            let is_along = differences.iter().all(|v| dot(&axis, v).at_most(&most));
            agree(is_along, true, &(depth, axis, case))
        }
    }
}

/// A hull of nine or five corners, and a point or a segment. The point, or an end of the segment, is often on the
/// surface of the hull or near it.
pub(crate) fn of_hull(family: Family, random: &mut Random) -> Result<(), String> {
    // These families have numbers outside the range of the error bounds, so that nine corners take milliseconds.
    let is_extreme = matches!(
        family,
        Family::Subnormal | Family::Overflow | Family::AnyBits
    );
    let count = if is_extreme && !random.one_in(32) {
        5
    } else {
        CORNERS
    };
    let has_witness = !is_extreme || random.one_in(8);
    let mut corners = Vec::new();
    while corners.len() < count {
        corners.extend(any_width::<3>(family, random).points);
    }
    corners.truncate(count);
    let [mut p, q, _] = any_width::<3>(family, random).points;
    let [a, b, c] = [0; 3].map(|_: u8| corners[random.below(count)]);
    let middle = |a: [f64; 3], b: [f64; 3]| std::array::from_fn(|i| 0.5 * a[i] + 0.5 * b[i]);
    match random.below(8) {
        0 => p = a,
        1 => p = middle(a, b),
        2 => p = middle(middle(a, b), c),
        3 => p = middle(middle(a, b), middle(c, corners[random.below(count)])),
        4 => p = middle(middle(a, b), middle(c, p)),
        _ => {}
    }
    let hull = Hull::new(&corners[..]).expect("finite points");
    // A segment doubles the number of differences, and takes ten times as long.
    if count == CORNERS && random.one_in(32) {
        let segment = Segment::new(p, q).expect("finite points");
        return ask(&segment, &hull, [&[p, q], &corners], has_witness);
    }
    ask(&hull, &p, [&corners, &[p]], has_witness)
}
