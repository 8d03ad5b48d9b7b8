//! Compares shapes other than segments, triangles and boxes with an oracle, an independent exact computation.

use transect::vector;
use transect::{
    Capsule, Cone, Cylinder, Ellipsoid, Extent, Hull, Parallelepiped, Plane, Segment, Shape,
    ShapeError, Sphere,
};

use crate::families::{Case, Family};
use crate::oracle::exact::sign;
use crate::oracle::number::{Exact, dot, exact, minus, plus};
use crate::oracle::questions::{agree, any_width, hull as hull_of, plane};
use crate::oracle::roots::extent_of_root;
use crate::random::Random;

/// Normals whose length is an integer. With them, round shapes can touch the plane exactly.
const WHOLE_2D: [[f64; 2]; 4] = [[3.0, 4.0], [-5.0, 12.0], [8.0, -15.0], [0.0, -1.0]];
const WHOLE_3D: [[f64; 3]; 6] = [
    [2.0, 3.0, 6.0],
    [1.0, -2.0, 2.0],
    [-4.0, 4.0, -7.0],
    [3.0, 0.0, -4.0],
    [0.0, 0.0, -3.0],
    [-2.0, 6.0, 9.0],
];

/// Returns a test case of the family. In a quarter of all cases, the length of the normal is an integer times a power
/// of two.
pub(crate) fn case<const D: usize>(family: Family, random: &mut Random) -> Case<D> {
    let mut case = any_width::<D>(family, random);
    if random.one_in(4) {
        let factor = random.power_of_two(-3, 3);
        let (flat, solid) = (random.pick(&WHOLE_2D), random.pick(&WHOLE_3D));
        case.normal =
            std::array::from_fn(|axis| factor * if D == 2 { flat[axis] } else { solid[axis] });
    }
    case
}

/// Returns a radius of any size. With this radius, a sphere around the test case's first point often touches the plane.
pub(crate) fn radius<const D: usize>(case: &Case<D>, random: &mut Random) -> f64 {
    let [center, other, _] = &case.points;
    let distance = (vector::dot(&case.normal, center) + case.offset) / vector::length(&case.normal);
    let radius = match random.below(5) {
        0 => 0.0,
        1 => random.integer(50),
        2 => other[0],
        3 => distance,
        _ => nudged(distance, random),
    };
    if radius.is_finite() {
        radius.abs()
    } else {
        1.0
    }
}

/// Returns `value`, or the next or second-next float above or below it.
fn nudged(mut value: f64, random: &mut Random) -> f64 {
    for _ in 0..random.below(3) {
        value = if random.one_in(2) {
            value.next_up()
        } else {
            value.next_down()
        };
    }
    value
}

/// Returns the test case's plane. In half of all cases, it is moved so that n·p + d is about ±`reach` at the center of
/// a shape. If n·p on the shape differs by up to `reach` from its value at the center, the shape then touches the
/// plane, up to rounding.
pub(crate) fn touching<const D: usize>(
    case: &Case<D>,
    center: &[f64; D],
    reach: f64,
    random: &mut Random,
) -> Plane<D> {
    let mut case = *case;
    if random.one_in(2) {
        let reach = random.pick(&[reach, -reach]);
        let offset = nudged(-vector::dot(&case.normal, center) + reach, random);
        if offset.is_finite() {
            case.offset = offset;
        }
    }
    plane(&case)
}

pub(crate) fn value<const D: usize>(plane: &Plane<D>, point: &[Exact; D]) -> Exact {
    &dot(&exact(&plane.normal()), point) + &Exact::of(plane.offset())
}

pub(crate) fn square(value: &Exact) -> Exact {
    value * value
}

/// Returns the exact numbers s and R of a sphere: the values of n·p + d at its backmost and frontmost points are s − √R
/// and s + √R.
pub(crate) fn of_sphere<const D: usize>(
    plane: &Plane<D>,
    center: &[f64; D],
    radius: f64,
) -> [Exact; 2] {
    let normal = exact(&plane.normal());
    let r = &square(&Exact::of(radius)) * &dot(&normal, &normal);
    [value(plane, &exact(center)), r]
}

/// Returns |a|²·s and |a|⁴·R for a disk with the axis a, where s ± √R are the values of n·p + d at its extreme points.
/// The factors |a|² and |a|⁴ avoid a division. The function uses Lagrange's identity: |n × a|² = |n|²·|a|² − (n·a)².
pub(crate) fn of_disk(
    plane: &Plane,
    center: &[f64; 3],
    axis: [&[f64; 3]; 2],
    radius: f64,
) -> [Exact; 2] {
    let normal = exact(&plane.normal());
    let axis = minus(&exact(axis[0]), &exact(axis[1]));
    let length = dot(&axis, &axis);
    let across = &(&dot(&normal, &normal) * &length) - &square(&dot(&normal, &axis));
    [
        &value(plane, &exact(center)) * &length,
        &(&square(&Exact::of(radius)) * &across) * &length,
    ]
}

/// Returns s and R of an ellipsoid with the half-axes aⱼ. The values of n·p + d at its extreme points are s ± √R, with
/// R = nᵀ·(Σ aⱼ·aⱼᵀ)·n.
pub(crate) fn of_ellipsoid<const D: usize>(
    plane: &Plane<D>,
    center: &[f64; D],
    half_axes: &[[f64; D]; D],
) -> [Exact; 2] {
    let (normal, axes) = (exact(&plane.normal()), half_axes.map(|axis| exact(&axis)));
    let image: [Exact; D] = std::array::from_fn(|row| {
        let entry = |column: usize| {
            axes.iter().fold(Exact::zero(), |sum, axis| {
                &sum + &(&axis[row] * &axis[column])
            })
        };
        (0..D).fold(Exact::zero(), |sum, column| {
            &sum + &(&entry(column) * &normal[column])
        })
    });
    [value(plane, &exact(center)), dot(&normal, &image)]
}

fn extent([s, r]: [Exact; 2]) -> Extent {
    extent_of_root(&s, &r)
}

pub(crate) fn sphere<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = case::<D>(family, random);
    let (center, radius) = (case.points[0], radius(&case, random));
    let plane = touching(
        &case,
        &center,
        radius * vector::length(&case.normal),
        random,
    );
    let sphere = Sphere::new(center, radius).map_err(|error| error.to_string())?;
    let truth = extent(of_sphere(&plane, &center, radius));
    agree(plane.extent(&sphere), truth, &(plane, sphere))
}

pub(crate) fn capsule<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = case::<D>(family, random);
    let ([start, end, _], radius) = (case.points, radius(&case, random));
    let touched = random.pick(&[start, end]);
    let plane = touching(
        &case,
        &touched,
        radius * vector::length(&case.normal),
        random,
    );
    let capsule = Capsule::new(start, end, radius).map_err(|error| error.to_string())?;
    let truth =
        extent(of_sphere(&plane, &start, radius)).join(extent(of_sphere(&plane, &end, radius)));
    agree(plane.extent(&capsule), truth, &(plane, capsule))
}

/// Returns D vectors as half-axes. Some of them may be equal, zero, or parallel to a coordinate axis.
pub(crate) fn half_axes<const D: usize>(family: Family, random: &mut Random) -> [[f64; D]; D] {
    let points = any_width::<D>(family, random).points;
    let mut half_axes: [[f64; D]; D] = std::array::from_fn(|index| points[index]);
    match random.below(6) {
        0 => half_axes[0] = half_axes[1],
        1 => half_axes[1] = [0.0; D],
        2 => {
            let size = half_axes[0][0];
            half_axes[0] = [0.0; D];
            half_axes[0][D - 1] = size;
        }
        _ => {}
    }
    half_axes
}

/// Returns the exact extent of a parallelepiped, from all of its 2ᴰ corners.
fn of_corners<const D: usize>(
    plane: &Plane<D>,
    center: &[f64; D],
    half_axes: &[[f64; D]; D],
) -> Extent {
    let corner = |place: usize| {
        let mut corner = exact(center);
        for (axis, half_axis) in half_axes.iter().enumerate() {
            corner = match place >> axis & 1 {
                0 => minus(&corner, &exact(half_axis)),
                _ => plus(&corner, &exact(half_axis)),
            };
        }
        Extent::of_point(value(plane, &corner).side())
    };
    (0..1 << D)
        .map(corner)
        .reduce(Extent::join)
        .expect("corners")
}

pub(crate) fn parallelepiped<const D: usize>(
    family: Family,
    random: &mut Random,
) -> Result<(), String> {
    let case = case::<D>(family, random);
    let (center, half_axes) = (case.points[0], half_axes::<D>(family, random));
    let along = half_axes.map(|half_axis| vector::dot(&case.normal, &half_axis).abs());
    let plane = touching(&case, &center, along.iter().sum(), random);
    let shape = Parallelepiped::new(center, half_axes).map_err(|error| error.to_string())?;
    let truth = of_corners(&plane, &center, &half_axes);
    agree(plane.extent(&shape), truth, &(plane, shape))
}

pub(crate) fn centered_box<const D: usize>(
    family: Family,
    random: &mut Random,
) -> Result<(), String> {
    let case = case::<D>(family, random);
    let (center, half_sizes) = (case.points[0], case.points[1].map(f64::abs));
    let reach = (0..D).map(|axis| half_sizes[axis] * case.normal[axis].abs());
    let plane = touching(&case, &center, reach.sum(), random);
    let shape = Parallelepiped::from_center(center, half_sizes).map_err(|e| e.to_string())?;
    let half_axes = std::array::from_fn(|axis| {
        std::array::from_fn(|other| if axis == other { half_sizes[axis] } else { 0.0 })
    });
    let truth = of_corners(&plane, &center, &half_axes);
    agree(plane.extent(&shape), truth, &(plane, shape))
}

pub(crate) fn ellipsoid<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = case::<D>(family, random);
    let (center, half_axes) = (case.points[0], half_axes::<D>(family, random));
    let along = half_axes.map(|half_axis| vector::dot(&case.normal, &half_axis));
    let plane = touching(&case, &center, vector::length(&along), random);
    let shape = Ellipsoid::new(center, half_axes).map_err(|error| error.to_string())?;
    let truth = extent(of_ellipsoid(&plane, &center, &half_axes));
    agree(plane.extent(&shape), truth, &(plane, shape))
}

/// Returns the rounded reach of a disk: the largest difference between n·p at the rim and n·p at the center.
fn reach_of_disk(normal: &[f64; 3], axis: [&[f64; 3]; 2], radius: f64) -> f64 {
    let axis = vector::sub(axis[1], axis[0]);
    radius * vector::length(&vector::cross(normal, &axis)) / vector::length(&axis)
}

pub(crate) fn cylinder(family: Family, random: &mut Random) -> Result<(), String> {
    let case = case::<3>(family, random);
    let ([start, end, _], radius) = (axis_ends(&case, random), radius(&case, random));
    let touched = random.pick(&[start, end]);
    let reach = reach_of_disk(&case.normal, [&start, &end], radius);
    let plane = touching(&case, &touched, reach, random);
    let cylinder = match Cylinder::new(start, end, radius) {
        Ok(cylinder) => cylinder,
        Err(error) => return agree((error, start), (ShapeError::NoAxis, end), &case),
    };
    let truth = extent(of_disk(&plane, &start, [&start, &end], radius)).join(extent(of_disk(
        &plane,
        &end,
        [&start, &end],
        radius,
    )));
    agree(plane.extent(&cylinder), truth, &(plane, cylinder))
}

pub(crate) fn cone(family: Family, random: &mut Random) -> Result<(), String> {
    let case = case::<3>(family, random);
    let ([apex, base, _], radius) = (axis_ends(&case, random), radius(&case, random));
    let reach = reach_of_disk(&case.normal, [&apex, &base], radius);
    let plane = touching(&case, &base, reach, random);
    let cone = match Cone::new(apex, base, radius) {
        Ok(cone) => cone,
        Err(error) => return agree((error, apex), (ShapeError::NoAxis, base), &case),
    };
    let truth = extent(of_disk(&plane, &base, [&apex, &base], radius))
        .join(Extent::of_point(value(&plane, &exact(&apex)).side()));
    agree(plane.extent(&cone), truth, &(plane, cone))
}

/// Returns the points of a test case, of which the first two are the ends of a shape's axis. The axis is often parallel
/// to the z axis or to the plane's normal.
fn axis_ends(case: &Case<3>, random: &mut Random) -> [[f64; 3]; 3] {
    let mut points = case.points;
    let step = match random.below(4) {
        0 => [0.0, 0.0, points[1][2]],
        1 => case.normal,
        _ => return points,
    };
    let end = vector::add(&points[0], &step);
    if end.iter().all(|coordinate| coordinate.is_finite()) {
        points[1] = end;
    }
    points
}

pub(crate) fn hull<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = case::<D>(family, random);
    let mut points = case.points.to_vec();
    points.extend(any_width::<D>(family, random).points);
    points.truncate(1 + random.below(6) as usize);
    let hull = Hull::new(points.clone()).map_err(|error| error.to_string())?;
    agree(
        plane(&case).extent(&hull),
        hull_of(&case, points),
        &(case, hull),
    )
}

/// Checks the extreme points of a list of points. For each extreme point p and all points q of the list, the sign of
/// n·(q − p) must be right.
pub(crate) fn extremes_of_points<const D: usize>(
    family: Family,
    random: &mut Random,
) -> Result<(), String> {
    let case = case::<D>(family, random);
    let [a, b, c] = case.points;
    let hull = Hull::new([a, b, c, a, vector::scale(&b, 0.5)]).map_err(|e| e.to_string())?;
    let extremes = hull.extremes(&plane(&case));
    let along = |from: &[f64; D], to: &[f64; D]| {
        let terms = |point: &[f64; D], sign: f64| -> Vec<(f64, f64)> {
            (0..D)
                .map(|axis| (sign * case.normal[axis], point[axis]))
                .collect()
        };
        sign(&[terms(to, 1.0), terms(from, -1.0)].concat())
    };
    let [backmost, frontmost] = &extremes;
    let points = hull.points();
    let right = points.contains(backmost)
        && points.contains(frontmost)
        && points.iter().all(|point| along(backmost, point).is_ge())
        && points.iter().all(|point| along(point, frontmost).is_ge());
    agree(right, true, &(case, extremes))?;
    let segment = Segment::new(a, b)
        .expect("finite points")
        .extremes(&plane(&case));
    agree(
        along(&segment[0], &segment[1]).is_ge(),
        true,
        &(case, segment),
    )
}
