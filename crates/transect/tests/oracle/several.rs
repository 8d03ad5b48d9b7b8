//! Compares results about several planes with an oracle, an independent exact computation: the relation of two planes,
//! and the intersections of two and of three planes. Also tests points that are kept as planes through them, not as
//! rounded coordinates.

use transect::{
    Line, MeetingPoint, Plane, PlaneError, Relation, Side, ThreePlanesMeeting, TwoLinesMeeting,
    TwoPlanesMeeting,
};

use crate::families::Family;
use crate::oracle::number::{Echelon, Exact, dot, exact, is_nearest};
use crate::oracle::questions::{agree, any_width, plane};
use crate::random::Random;

pub(crate) fn relation<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let planes = two_planes::<D>(family, random);
    let [one, other] = &planes;
    agree(one.relation(other), related(one, other), &planes)
}

pub(crate) fn two_lines(family: Family, random: &mut Random) -> Result<(), String> {
    let planes = two_planes::<2>(family, random);
    let [one, other] = &planes;
    match (one.meet(other), related(one, other)) {
        (TwoLinesMeeting::Point(point), Relation::Crossing) => {
            let solution = Echelon::of(rows(&planes), 2)
                .solution()
                .expect("they cross");
            agree(is_rounded(&point, &solution), true, &(point, planes))
        }
        (TwoLinesMeeting::Same { is_flipped }, truth) => {
            agree(Relation::Same { is_flipped }, truth, &planes)
        }
        (TwoLinesMeeting::Parallel { is_flipped, side }, truth) => {
            agree(Relation::Parallel { is_flipped, side }, truth, &planes)
        }
        (answer, truth) => Err(format!("{answer:?}, but {truth:?}: {planes:?}")),
    }
}

pub(crate) fn two_planes_in_space(family: Family, random: &mut Random) -> Result<(), String> {
    let planes = two_planes::<3>(family, random);
    let [one, other] = &planes;
    match (one.meet(other), related(one, other)) {
        (TwoPlanesMeeting::Line(line), Relation::Crossing) => {
            agree(is_common_line(&line, one, other), true, &(line, planes))
        }
        (TwoPlanesMeeting::Same { is_flipped }, truth) => {
            agree(Relation::Same { is_flipped }, truth, &planes)
        }
        (TwoPlanesMeeting::Parallel { is_flipped, side }, truth) => {
            agree(Relation::Parallel { is_flipped, side }, truth, &planes)
        }
        (answer, truth) => Err(format!("{answer:?}, but {truth:?}: {planes:?}")),
    }
}

pub(crate) fn three_planes(family: Family, random: &mut Random) -> Result<(), String> {
    let planes = planes::<3, 3>(family, random);
    let answer = Plane::meet_three(planes.each_ref());
    let all = Echelon::of(rows(&planes), 4);
    let normals = all.pivots.iter().filter(|&&pivot| pivot < 3).count();
    match (answer, normals, all.rank()) {
        (ThreePlanesMeeting::Point(point), 3, 3) => {
            let solution = all.solution().expect("rank 3");
            agree(is_rounded(&point, &solution), true, &(point, planes))
        }
        (ThreePlanesMeeting::Line(line), 2, 2) => {
            let [a, b, c] = &planes;
            let mut pairs = [[a, b], [a, c], [b, c]].into_iter();
            let pair = pairs.find(|[one, other]| related(one, other) == Relation::Crossing);
            let [one, other] = pair.expect("rank 2");
            agree(is_common_line(&line, one, other), true, &(line, planes))
        }
        (ThreePlanesMeeting::Plane, 1, 1) => Ok(()),
        (ThreePlanesMeeting::Nothing, normals, all) if normals < all => Ok(()),
        (answer, normals, all) => Err(format!(
            "{answer:?}, but ranks {normals}, {all}: {planes:?}"
        )),
    }
}

/// Compares the side of a point from a further plane, which often passes through the point, with the oracle. The point
/// is kept as planes through it, not as coordinates.
pub(crate) fn meeting_point<const D: usize>(
    family: Family,
    random: &mut Random,
) -> Result<(), String> {
    let planes = planes::<D, D>(family, random);
    let solution = Echelon::of(rows(&planes), D).solution();
    let point = match MeetingPoint::new(planes) {
        Ok(point) => point,
        Err(error) => {
            return agree(
                (error, true),
                (PlaneError::NoSinglePoint, solution.is_none()),
                &planes,
            );
        }
    };
    let Some(solution) = solution else {
        return Err(format!("no single point: {planes:?}"));
    };
    let further = if random.one_in(2) {
        combination(&planes[0], &planes[1], random)
    } else {
        plane(&any_width::<D>(family, random))
    };
    // `value` is the value n·p + d of the further plane at the point p. It is multiplied by the product of the
    // denominators of the coordinates of p.
    let mut value = Exact::of(further.offset());
    let mut is_turned = false;
    for (_, denominator) in &solution {
        value = &value * denominator;
        is_turned ^= denominator.sign().is_lt();
    }
    for axis in 0..D {
        let mut term = Exact::of(further.normal()[axis]);
        for (other, (numerator, denominator)) in solution.iter().enumerate() {
            term = &term
                * if other == axis {
                    numerator
                } else {
                    denominator
                };
        }
        value = &value + &term;
    }
    let truth = Side::from(value.sign());
    let truth = if is_turned { -truth } else { truth };
    agree(further.side(&point), truth, &(planes, further))?;
    let distance = further.interval(&point).frontmost;
    let right = distance == 0.0 || Side::from(distance.total_cmp(&0.0)) == truth;
    agree(right, true, &(distance, planes, further))
}

/// The exact coordinates of a point, as numerators and denominators.
pub(crate) type Solution = Vec<(Exact, Exact)>;

pub(crate) fn planes_and_solution<const D: usize>(
    family: Family,
    random: &mut Random,
) -> Option<(MeetingPoint<D>, Solution)> {
    let planes = planes::<D, D>(family, random);
    let solution = Echelon::of(rows(&planes), D).solution()?;
    Some((MeetingPoint::new(planes).ok()?, solution))
}

fn two_planes<const D: usize>(family: Family, random: &mut Random) -> [Plane<D>; 2] {
    planes::<D, 2>(family, random)
}

/// Returns N planes of a family. Some of them are multiples of the first plane. Others are combinations a·p + b·q of
/// the first plane p and the previous plane q.
fn planes<const D: usize, const N: usize>(family: Family, random: &mut Random) -> [Plane<D>; N] {
    let mut planes = [0; N].map(|_| plane(&any_width::<D>(family, random)));
    for index in 1..N {
        match random.below(4) {
            0 => planes[index] = multiple(&planes[0], random),
            1 => planes[index] = combination(&planes[0], &planes[index - 1], random),
            _ => {}
        }
    }
    if random.one_in(2) {
        planes.reverse();
    }
    planes
}

/// Returns a plane whose coefficients are multiplied by a factor, often without rounding. Sometimes the plane is moved
/// afterwards.
fn multiple<const D: usize>(plane: &Plane<D>, random: &mut Random) -> Plane<D> {
    let factor = random.pick(&[1.0, -1.0, 2.0, -0.5, 3.0, -5.0, 0.1]);
    let mut offset = plane.offset() * factor;
    match random.below(4) {
        0 => offset = offset.next_up(),
        1 => offset = -offset,
        _ => {}
    }
    Plane::new(plane.normal().map(|c| c * factor), offset).unwrap_or(*plane)
}

/// Returns a·(first plane) + b·(second plane), for small random integers a and b. Without rounding, this plane contains
/// all common points of the two planes.
fn combination<const D: usize>(one: &Plane<D>, other: &Plane<D>, random: &mut Random) -> Plane<D> {
    let [a, b] = [0; 2].map(|_| random.integer(3));
    let (n, m) = (one.normal(), other.normal());
    let normal = std::array::from_fn(|axis| a * n[axis] + b * m[axis]);
    let mut offset = a * one.offset() + b * other.offset();
    if random.one_in(4) {
        offset = offset.next_down();
    }
    Plane::new(normal, offset).unwrap_or(*one)
}

pub(crate) fn rows<const D: usize>(planes: &[Plane<D>]) -> Vec<Vec<Exact>> {
    let row = |plane: &Plane<D>| {
        let mut row = exact(&plane.normal()).to_vec();
        row.push(Exact::of(plane.offset()));
        row
    };
    planes.iter().map(row).collect()
}

/// Returns the relation of two planes. They cross if their normals are independent (rank 2). They are the same if their
/// coefficients (n, d) and (m, e) are multiples of each other (rank 1). Otherwise they are parallel, and the side is
/// that of the point −e·m/|m|², which is on the plane (m, e).
fn related<const D: usize>(one: &Plane<D>, other: &Plane<D>) -> Relation {
    let all = Echelon::of(rows(&[*one, *other]), D + 1);
    if all.pivots.iter().filter(|&&pivot| pivot < D).count() == 2 {
        return Relation::Crossing;
    }
    let (n, m) = (exact(&one.normal()), exact(&other.normal()));
    let along = dot(&n, &m);
    let is_flipped = along.sign().is_lt();
    if all.rank() == 1 {
        return Relation::Same { is_flipped };
    }
    let value = &(&Exact::of(one.offset()) * &dot(&m, &m)) - &(&Exact::of(other.offset()) * &along);
    Relation::Parallel {
        is_flipped,
        side: Side::from(value.sign()),
    }
}

/// Returns `true` if each coordinate is the float nearest to the exact one.
pub(crate) fn is_rounded<const D: usize>(point: &[f64; D], solution: &[(Exact, Exact)]) -> bool {
    let mut pairs = point.iter().zip(solution);
    pairs.all(|(&answer, (above, below))| is_nearest(answer, above, below))
}

/// Returns `true` if the line is the intersection of two planes (n, d) and (m, e). The line's direction must be
/// perpendicular to both normals. The line's origin must be its point nearest to (0, 0, 0). This point p solves n·p =
/// −d, m·p = −e and (n × m)·p = 0.
fn is_common_line(line: &Line, one: &Plane, other: &Plane) -> bool {
    let (n, m) = (exact(&one.normal()), exact(&other.normal()));
    let across: Vec<Exact> = (0..3)
        .map(|axis| {
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            &(&n[next] * &m[last]) - &(&n[last] * &m[next])
        })
        .collect();
    let mut system = rows(&[*one, *other]);
    let mut third = across.clone();
    third.push(Exact::of(0.0));
    system.push(third);
    let solution = Echelon::of(system, 3).solution().expect("they cross");
    // Coordinates beyond the range of floats are clamped to this range.
    let is_clamped = |coordinate: f64, above: &Exact, below: &Exact| {
        coordinate.abs() == f64::MAX && is_nearest(f64::INFINITY.copysign(coordinate), above, below)
    };
    let is_origin = line
        .origin()
        .iter()
        .zip(&solution)
        .all(|(&c, (above, below))| is_nearest(c, above, below) || is_clamped(c, above, below));
    // The direction is a positive multiple of the cross product, with each coordinate rounded once.
    let largest = (0..3).max_by(|&i, &j| {
        line.direction()[i]
            .abs()
            .total_cmp(&line.direction()[j].abs())
    });
    let largest = largest.expect("three axes");
    let direction = exact(&line.direction());
    let tiny = Exact::power_of_two(-1074);
    let is_along = (0..3).all(|axis| {
        let difference =
            &(&direction[axis] * &across[largest]) - &(&direction[largest] * &across[axis]);
        let slack = &(&(&direction[largest] * &across[axis]).abs() * &Exact::power_of_two(-51))
            + &(&tiny * &across[largest].abs());
        difference.abs().at_most(&slack)
    });
    // A direction far from the ends of the range of floats is not scaled.
    let size = across[largest].abs();
    let is_ordinary =
        Exact::power_of_two(-490).at_most(&size) && size.at_most(&Exact::power_of_two(490));
    let one = Exact::of(1.0);
    let are_nearest = (0..3).all(|axis| is_nearest(line.direction()[axis], &across[axis], &one));
    is_along
        && direction[largest].sign() == across[largest].sign()
        && is_origin
        && (!is_ordinary || are_nearest)
}
