//! Tests planes that are kept as a point and a normal, not as rounded coefficients. The results are compared with an
//! oracle, an independent exact computation.

use transect::{Aabb, Extent, PlaneAt, Segment, Side, Triangle};

use crate::families::Family;
use crate::oracle::number::{Exact, exact, is_near};
use crate::oracle::questions::{agree, any_width};
use crate::oracle::several::planes_and_solution;
use crate::random::Random;

/// A plane by a point and a normal, and three points, some of them on the plane or near it.
pub(super) struct Numbers<const D: usize> {
    pub(super) point: [f64; D],
    pub(super) normal: [f64; D],
    pub(super) others: [[f64; D]; 3],
}

pub(super) fn numbers<const D: usize>(family: Family, random: &mut Random) -> Numbers<D> {
    let case = any_width::<D>(family, random);
    let [point, ..] = case.points;
    let normal = case.normal;
    let [further, ..] = any_width::<D>(family, random).points;
    let [_, mut second, third] = case.points;
    if random.one_in(2) {
        // A step along the plane, rounded.
        let step = random.pick(&[1.0, -2.0, 0.3]);
        second = point;
        second[0] -= step * normal[1];
        second[1] += step * normal[0];
    }
    let mut others = [second, third, further];
    if random.one_in(4) {
        others[0] = point;
        let axis = random.below(D as u64) as usize;
        others[0][axis] = others[0][axis].next_up();
    }
    for other in &mut others {
        if !other.iter().all(|coordinate| coordinate.is_finite()) {
            *other = point;
        }
    }
    Numbers {
        point,
        normal,
        others,
    }
}

/// Returns the exact n·(p − p₀).
pub(super) fn value<const D: usize>(numbers: &Numbers<D>, point: &[f64; D]) -> Exact {
    let [normal, point, from] = [&numbers.normal, point, &numbers.point].map(exact);
    let steps = point.iter().zip(&from).map(|(p, q)| p - q);
    let terms = normal.iter().zip(steps);
    terms.fold(Exact::zero(), |sum, (n, step)| &sum + &(n * &step))
}

/// Compares the sides of points, segments, triangles and boxes, relative to a plane that is kept as a point and a
/// normal, with the oracle.
pub(crate) fn sides<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let numbers = numbers::<D>(family, random);
    let Numbers {
        point,
        normal,
        others,
    } = numbers;
    let kept = PlaneAt::new(point, normal).map_err(|error| error.to_string())?;
    let about = (point, normal, others);
    agree((kept.point(), kept.normal()), (point, normal), &about)?;
    agree(kept.side(&point), Side::On, &about)?;
    let side = |point: &[f64; D]| value(&numbers, point).side();
    let sides = others.map(|point| side(&point));
    agree(others.map(|point| kept.side(&point)), sides, &about)?;
    let flipped = kept.flipped();
    agree(
        others.map(|point| flipped.side(&point)),
        sides.map(|side| -side),
        &about,
    )?;
    let hull = |sides: &[Side]| Extent {
        backmost: *sides.iter().min().expect("a shape has points"),
        frontmost: *sides.iter().max().expect("a shape has points"),
    };
    let [a, b, _] = others;
    let segment = Segment::new(a, b).expect("finite points");
    agree(kept.extent(&segment), hull(&sides[..2]), &about)?;
    let triangle = Triangle::new(others).expect("finite points");
    agree(kept.extent(&triangle), hull(&sides), &about)?;
    let corner = |chosen: usize| -> [f64; D] {
        std::array::from_fn(|axis| [a, b][chosen >> axis & 1][axis])
    };
    let aabb = Aabb::from_corners(a, b).map_err(|error| error.to_string())?;
    let all: Vec<Side> = (0..1 << D).map(|chosen| side(&corner(chosen))).collect();
    agree(kept.extent(&aabb), hull(&all), &about)
}

/// Checks that the value of a plane at a point has a relative error of at most 2⁻⁵⁰. The plane is kept as a point and a
/// normal. Its float coefficients may be a multiple of the exact ones, so the exact value is scaled by the same factor.
pub(crate) fn values<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let numbers = numbers::<D>(family, random);
    let kept = PlaneAt::new(numbers.point, numbers.normal).map_err(|error| error.to_string())?;
    let [point, ..] = numbers.others;
    let about = (numbers.point, numbers.normal, point);
    let truth = value(&numbers, &point);
    let answer = kept.value(&point);
    let is_right = answer == 0.0 || Side::from(answer.total_cmp(&0.0)) == truth.side();
    agree(is_right, true, &(answer, about))?;
    let coefficients = kept.plane().normal();
    let axis = (0..D).max_by(|&i, &j| coefficients[i].abs().total_cmp(&coefficients[j].abs()));
    let axis = axis.expect("axes");
    let numerator = &truth * &Exact::of(coefficients[axis]);
    let denominator = Exact::of(numbers.normal[axis]);
    let bound = &Exact::power_of_two(-50) + &Exact::power_of_two(-52);
    let is_near = is_near(answer, &numerator, &denominator, &numerator.abs(), &bound);
    agree(is_near, true, &(answer, about))?;
    let distance = kept.signed_distance(&point);
    let is_right = distance == 0.0 || Side::from(distance.total_cmp(&0.0)) == truth.side();
    agree(is_right, true, &(distance, about))?;
    agree(
        kept.flipped().value(&point).to_bits(),
        (0.0 - answer).to_bits(),
        &about,
    )
}

/// Checks the side of a point that is kept as the planes that meet in it, relative to a plane that is kept as a point and
/// a normal.
pub(crate) fn meeting_points<const D: usize>(
    family: Family,
    random: &mut Random,
) -> Result<(), String> {
    let Some((meeting, solution)) = planes_and_solution::<D>(family, random) else {
        return Ok(());
    };
    let mut numbers = numbers::<D>(family, random);
    let rounded = meeting.rounded();
    if random.one_in(2) && rounded.iter().all(|c| c.is_finite()) {
        numbers.point = rounded;
    }
    let kept = PlaneAt::new(numbers.point, numbers.normal).map_err(|error| error.to_string())?;
    // Each coordinate is a quotient. The sum n·(p − p₀) is multiplied by the product of all denominators.
    let mut sum = Exact::zero();
    for (axis, (numerator, denominator)) in solution.iter().enumerate() {
        let step = numerator - &(denominator * &Exact::of(numbers.point[axis]));
        let mut term = &step * &Exact::of(numbers.normal[axis]);
        for (other, (_, denominator)) in solution.iter().enumerate() {
            if other != axis {
                term = &term * denominator;
            }
        }
        sum = &sum + &term;
    }
    let is_turned = solution
        .iter()
        .filter(|(_, denominator)| denominator.sign().is_lt())
        .count()
        % 2
        == 1;
    let truth = if is_turned { -sum.side() } else { sum.side() };
    agree(
        kept.side(&meeting),
        truth,
        &(numbers.point, numbers.normal, meeting),
    )
}

/// The point of a plane in UTM coordinates lies on the plane for every normal, and its neighbors do not.
#[test]
fn points_in_utm_coordinates_lie_on_their_planes() -> Result<(), transect::PlaneError> {
    let mut random = Random::new(44);
    let mut off = 0;
    for _ in 0..1000 {
        let normal: [f64; 3] = std::array::from_fn(|_| random.unit());
        let point = [
            691_000.0 + 1000.0 * random.unit(),
            5_334_000.0 + 1000.0 * random.unit(),
            500.0 + 100.0 * random.unit(),
        ];
        let kept = PlaneAt::new(point, normal)?;
        assert_eq!(kept.side(&point), Side::On);
        assert_eq!(
            (kept.value(&point), kept.signed_distance(&point)),
            (0.0, 0.0)
        );
        for axis in 0..3 {
            let mut next = point;
            next[axis] = next[axis].next_up();
            assert_eq!(kept.side(&next), Side::from(normal[axis].total_cmp(&0.0)));
            assert_eq!(kept.flipped().side(&next), -kept.side(&next));
        }
        off += usize::from(kept.plane().side(&point) != Side::On);
    }
    assert!(off > 900, "{off} points lie off their rounded planes");
    Ok(())
}

/// Offsets that overflow or underflow, and offsets that floats cannot represent.
#[test]
fn signs_are_exact_at_the_ends_of_the_range() -> Result<(), Box<dyn std::error::Error>> {
    let sizes = [
        f64::MAX,
        1.7e308,
        1e300,
        1e160,
        1.0,
        0.1,
        1e-160,
        1e-300,
        1e-310,
        5e-324,
    ];
    let mut random = Random::new(45);
    let mut scaled = 0;
    for size in sizes {
        for step in sizes {
            for _ in 0..20 {
                let part = |random: &mut Random| random.pick(&[1.0, -1.0, 0.7, -0.3, 0.0, 1e-9]);
                let mut normal: [f64; 3] = std::array::from_fn(|_| size * part(&mut random));
                let point: [f64; 3] = std::array::from_fn(|_| step * part(&mut random));
                if normal == [0.0; 3] {
                    normal[0] = size;
                }
                let kept = PlaneAt::new(point, normal)?;
                scaled += usize::from(kept.plane().normal() != normal);
                assert!(kept.plane().offset().is_finite());
                assert_eq!(kept.side(&point), Side::On, "{kept:?}");
                let numbers = Numbers {
                    point,
                    normal,
                    others: [point; 3],
                };
                for axis in 0..3 {
                    for other in [point[axis].next_up(), point[axis].next_down(), -point[axis]] {
                        let mut next = point;
                        next[axis] = other;
                        if !other.is_finite() {
                            continue;
                        }
                        let truth = value(&numbers, &next).side();
                        assert_eq!(kept.side(&next), truth, "{kept:?}, {next:?}");
                        let distance = kept.signed_distance(&next);
                        assert!(distance == 0.0 || (distance > 0.0) == (truth == Side::Front));
                    }
                }
            }
        }
    }
    assert!(scaled > 100, "{scaled}");
    Ok(())
}

/// Planes across an axis are their coefficients, with a normal of length one if the offset would be rounded.
#[test]
fn planes_across_an_axis_are_not_rounded() -> Result<(), transect::PlaneError> {
    let level = PlaneAt::new([7.0, -8.0, 0.3], [0.0, 0.0, -0.1])?;
    assert_eq!(
        level.plane().normal_and_distance(),
        ([0.0, 0.0, -1.0], -0.3)
    );
    assert_eq!(level.side(&[1e300, 5.0, 0.3]), Side::On);
    let double = PlaneAt::new([7.0, -8.0, 0.3], [0.0, 0.0, 2.0])?;
    assert_eq!(double.plane().normal_and_distance(), ([0.0, 0.0, 2.0], 0.6));
    let far = PlaneAt::new([0.0, 1e300], [0.0, 1e300])?;
    assert_eq!(far.plane().normal_and_distance(), ([0.0, 1.0], 1e300));
    Ok(())
}
