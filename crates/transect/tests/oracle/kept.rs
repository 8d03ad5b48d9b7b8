//! Tests planes that are kept as the points through which they pass, not as rounded coefficients. The results are
//! compared with an oracle, an independent exact computation.

use std::cmp::Ordering;

use transect::{Aabb, Extent, PlaneError, PlaneThrough, Segment, Side, Triangle};

use crate::families::Family;
use crate::oracle::number::{Echelon, Exact, exact, is_near};
use crate::oracle::questions::{agree, any_width, points_for_plane};
use crate::oracle::several::planes_and_solution;
use crate::random::Random;

/// Compares the sides of points, segments, triangles and boxes, relative to a plane that is kept as its points, with
/// the oracle.
pub(crate) fn sides<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let points = points_for_plane(&case, random);
    let kept = match PlaneThrough::new(points) {
        Ok(kept) => kept,
        Err(error) => {
            let is_dependent = normal(&points).iter().all(Exact::is_zero);
            return agree(
                (error, true),
                (PlaneError::Dependent, is_dependent),
                &points,
            );
        }
    };
    let others = any_width::<D>(family, random).points;
    let corners = [0, 1, 2].map(|index| near(&points, others[index], random));
    let [a, b, _] = corners;
    let sides = corners.map(|point| side(&points, &point));
    let hull = |sides: &[Side]| Extent {
        backmost: *sides.iter().min().expect("a shape has points"),
        frontmost: *sides.iter().max().expect("a shape has points"),
    };
    agree(
        corners.map(|point| kept.side(&point)),
        sides,
        &(points, corners),
    )?;
    agree(
        points.map(|point| kept.side(&point)),
        [Side::On; D],
        &points,
    )?;
    agree(
        kept.extent(&Segment::new(a, b).expect("finite points")),
        hull(&sides[..2]),
        &(points, corners),
    )?;
    agree(
        kept.extent(&Triangle::new(corners).expect("finite points")),
        hull(&sides),
        &(points, corners),
    )?;
    if random.one_in(4) {
        let corner = |chosen: usize| -> [f64; D] {
            std::array::from_fn(|axis| [a, b][chosen >> axis & 1][axis])
        };
        let aabb = Aabb::from_corners(a, b).map_err(|error| error.to_string())?;
        let all: Vec<Side> = (0..1 << D)
            .map(|chosen| side(&points, &corner(chosen)))
            .collect();
        agree(kept.extent(&aabb), hull(&all), &(points, a, b))?;
    }
    let mut turned = points;
    turned.rotate_left(1);
    if D == 3 && random.one_in(2) {
        turned.swap(0, 1);
    }
    let is_even = D == 3
        && (0..3).any(|turn| {
            let mut rotated = points;
            rotated.rotate_left(turn);
            rotated == turned
        });
    let other = PlaneThrough::new(turned).map_err(|error| error.to_string())?;
    let other = if is_even { other } else { other.flipped() };
    agree(other.side(&a), sides[0], &(points, turned, a))?;
    agree(
        other.value(&a).to_bits(),
        kept.value(&a).to_bits(),
        &(points, turned, a),
    )
}

/// Checks that the value of a plane at a point has a relative error of at most 2⁻⁵⁰. The plane is kept as the points
/// through which it passes. Its float coefficients may be a multiple of the exact ones, so the exact value is scaled by
/// the same factor.
pub(crate) fn values<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let points = points_for_plane(&case, random);
    let Ok(kept) = PlaneThrough::new(points) else {
        return Ok(());
    };
    let others = any_width::<D>(family, random).points;
    let point = near(&points, others[0], random);
    let answer = kept.value(&point);
    let truth = side(&points, &point);
    let right = answer == 0.0 || Side::from(answer.total_cmp(&0.0)) == truth;
    agree(right, true, &(answer, points, point))?;
    // Without rounding, the library's value divided by its largest coefficient would equal the exact determinant
    // divided by the exact coefficient on the same axis. The allowed relative error is 2⁻⁵⁰ + 2⁻⁵².
    let coefficients = kept.plane().normal();
    let normal = normal(&points);
    let axis = (0..D).max_by(|&i, &j| coefficients[i].abs().total_cmp(&coefficients[j].abs()));
    let axis = axis.expect("axes");
    let determinant = (0..D).fold(Exact::of(0.0), |sum, axis| {
        let step = &Exact::of(point[axis]) - &Exact::of(points[0][axis]);
        &sum + &(&normal[axis] * &step)
    });
    let numerator = &determinant * &Exact::of(coefficients[axis]);
    let bound = &Exact::power_of_two(-50) + &Exact::power_of_two(-52);
    let near = is_near(answer, &numerator, &normal[axis], &numerator.abs(), &bound);
    agree(near, true, &(answer, points, point))
}

/// Checks the side of a point relative to a plane, where neither is stored as coordinates or coefficients. The point is
/// stored as the planes that meet in it, and the plane as points on it. The side must be exact.
pub(crate) fn meeting_points<const D: usize>(
    family: Family,
    random: &mut Random,
) -> Result<(), String> {
    let Some((point, solution)) = planes_and_solution::<D>(family, random) else {
        return Ok(());
    };
    let case = any_width::<D>(family, random);
    let mut points = points_for_plane(&case, random);
    let rounded = point.rounded();
    if random.one_in(2) && rounded.iter().all(|c| c.is_finite()) {
        points[0] = rounded;
    }
    let Ok(kept) = PlaneThrough::new(points) else {
        return Ok(());
    };
    // `row` is the last row (p, 1) of the determinant that decides the side of the point p. The row is multiplied by
    // the product of the denominators of p, so that its entries need no division.
    let mut row = Vec::new();
    let mut is_turned = false;
    for axis in 0..=D {
        let mut entry = Exact::of(1.0);
        for (other, (numerator, denominator)) in solution.iter().enumerate() {
            entry = &entry
                * if other == axis {
                    numerator
                } else {
                    denominator
                };
        }
        row.push(entry);
    }
    for (_, denominator) in &solution {
        is_turned ^= denominator.sign().is_lt();
    }
    let truth = homogeneous(&points, row);
    let truth = if is_turned { -truth } else { truth };
    agree(kept.side(&point), truth, &(points, point))
}

/// Returns a random point: one of the plane's own points, a point almost on the plane, or `other`.
pub(super) fn near<const D: usize>(
    points: &[[f64; D]; D],
    other: [f64; D],
    random: &mut Random,
) -> [f64; D] {
    let mut point = match random.below(4) {
        0 => random.pick(points),
        1 | 2 => {
            let weights = [0; D].map(|_: i32| random.pick(&[0.0, 0.5, 1.0, 2.0, -1.0, 0.3]));
            std::array::from_fn(|axis| {
                let steps = (1..D).map(|i| weights[i] * (points[i][axis] - points[0][axis]));
                points[0][axis] + steps.sum::<f64>()
            })
        }
        _ => other,
    };
    if random.one_in(4) {
        let axis = random.below(D as u64) as usize;
        point[axis] = point[axis].next_up();
    }
    if point.iter().all(|coordinate| coordinate.is_finite()) {
        point
    } else {
        other
    }
}

/// Returns the exact side of the point p from the plane through `points`. The side follows from the sign of a
/// determinant: its rows are (q, 1) for each point q of `points`, and the last row is (p, 1).
fn side<const D: usize>(points: &[[f64; D]; D], point: &[f64; D]) -> Side {
    let mut row = exact(point).to_vec();
    row.push(Exact::of(1.0));
    homogeneous(points, row)
}

fn homogeneous<const D: usize>(points: &[[f64; D]; D], row: Vec<Exact>) -> Side {
    let mut rows: Vec<Vec<Exact>> = points.iter().map(|point| exact(point).to_vec()).collect();
    rows.iter_mut().for_each(|row| row.push(Exact::of(1.0)));
    rows.push(row);
    let sign = Echelon::of(rows, D + 1).determinant();
    // For a point p in front of the plane, the determinant is positive in 2D, where the triangle (a, b, p) is
    // counter-clockwise. In 3D it is negative.
    Side::from(if D == 2 {
        sign
    } else {
        Ordering::reverse(sign)
    })
}

/// Returns the normal of the plane through points.
pub(super) fn normal<const D: usize>(points: &[[f64; D]; D]) -> Vec<Exact> {
    let [a, b, c] = [0, 1, D - 1].map(|index| exact(&points[index]));
    let minus =
        |p: &[Exact], q: &[Exact]| -> Vec<Exact> { p.iter().zip(q).map(|(p, q)| p - q).collect() };
    let (u, v) = (minus(&b, &a), minus(&c, &a));
    if D == 2 {
        return vec![-&u[1], u[0].clone()];
    }
    (0..3)
        .map(|axis| {
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            &(&u[next] * &v[last]) - &(&u[last] * &v[next])
        })
        .collect()
}
