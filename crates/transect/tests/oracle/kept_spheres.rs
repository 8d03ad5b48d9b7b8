//! Spheres relative to planes that are kept in the form in which they were given. Sides and signed distances are compared
//! with an oracle, which computes with integer square roots.

use transect::{CuttingPlane, Extent, Interval, PlaneAt, PlaneThrough, Side, Sphere};

use crate::families::Family;
use crate::oracle::at::{numbers, value};
use crate::oracle::kept::{near, normal};
use crate::oracle::number::{Exact, dot, exact};
use crate::oracle::questions::{agree, any_width, points_for_plane};
use crate::oracle::roots::{extent_of_root, root_distance};
use crate::random::{Random, power_of_two};

/// Asks about a sphere and a plane that is kept as its points.
pub(crate) fn through<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let points = points_for_plane(&case, random);
    let Ok(kept) = PlaneThrough::new(points) else {
        return Ok(());
    };
    let center = near(&points, any_width::<D>(family, random).points[0], random);
    let normal = normal(&points);
    let s = (0..D).fold(Exact::zero(), |sum, axis| {
        let step = &Exact::of(center[axis]) - &Exact::of(points[0][axis]);
        &sum + &(&normal[axis] * &step)
    });
    check(&kept.into(), &center, [&s, &dot(&normal, &normal)], random)
}

/// Asks about a sphere and a plane that is kept as a point and a normal.
pub(crate) fn at<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let numbers = numbers::<D>(family, random);
    let kept = PlaneAt::new(numbers.point, numbers.normal).map_err(|error| error.to_string())?;
    let [center, ..] = numbers.others;
    let normal = exact(&numbers.normal);
    let s = value(&numbers, &center);
    check(&kept.into(), &center, [&s, &dot(&normal, &normal)], random)
}

/// Compares a sphere of a random radius, which often touches the plane, with the oracle. `s` is n·c + d for the center c,
/// and `squared` is |n|².
fn check<const D: usize>(
    plane: &CuttingPlane<D>,
    center: &[f64; D],
    [s, squared]: [&Exact; 2],
    random: &mut Random,
) -> Result<(), String> {
    let mut radius = match random.below(4) {
        0 => 0.0,
        1 => random.integer(50).abs(),
        _ => plane.signed_distance(center).abs(),
    };
    if random.one_in(3) {
        radius = if random.one_in(2) {
            radius.next_up()
        } else {
            radius.next_down()
        };
    }
    if !radius.is_finite() || radius < 0.0 {
        radius = 1.0;
    }
    let sphere = Sphere::new(*center, radius).map_err(|error| error.to_string())?;
    let about = (plane, sphere);
    let r = Exact::of(radius);
    let r = &(&r * &r) * squared;
    let truth = extent_of_root(s, &r);
    agree(plane.extent(&sphere), truth, &about)?;
    agree(plane.side(&sphere), truth.side(), &about)?;
    let flipped = plane.flipped();
    agree(flipped.extent(&sphere), -truth, &about)?;
    let Interval {
        backmost,
        frontmost,
    } = plane.interval(&sphere);
    let one = Exact::of(1.0);
    let ends = [
        (
            backmost,
            -root_distance(&-s, &r, &one, squared),
            truth.backmost,
        ),
        (
            frontmost,
            root_distance(s, &r, &one, squared),
            truth.frontmost,
        ),
    ];
    for (answer, truth, side) in ends {
        let bound = truth.abs() * power_of_two(-46) + f64::from_bits(1);
        let beyond = answer.signum() == truth.signum() && answer.abs().min(truth.abs()) > 1.79e308;
        let is_near = (answer - truth).abs() <= bound || beyond || answer == truth;
        agree(is_near, true, &(answer, truth, about))?;
        let has_sign = answer == 0.0 || Side::from(answer.total_cmp(&0.0)) == side;
        agree(has_sign, true, &(answer, side, about))?;
    }
    // A sphere without a radius is a point.
    if radius == 0.0 {
        let side = plane.side(center);
        agree(
            truth,
            Extent {
                backmost: side,
                frontmost: side,
            },
            &about,
        )?;
    }
    Ok(())
}
