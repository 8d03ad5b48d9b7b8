//! Pairs of convex shapes: overlap, and the least translation that separates them.

use bevy_math::Vec3A;
use bevy_shape::{Aabb3d as BevyAabb, IntersectsVolume as _};
use glam::{DVec2, DVec3};
use parry3d::bounding_volume::{Aabb as ParryAabb, BoundingVolume as _};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{contact, intersection_test};
use parry3d::shape::{ConvexPolyhedron, Cuboid, Triangle as ParryTriangle};
use transect::{
    Aabb, ConvexPolygon, Hull, Parallelepiped, Polytope, Separation, Triangle, overlap, separation,
};

use crate::questions::single::data::{Data, Raw};
use crate::questions::single::plain::vector;
use crate::questions::single::{BEVY, OURS, PARRY, PLAIN, Session, calls};
use crate::random::Random;

pub(super) fn ask(session: &Session<'_>) {
    for data in Data::ALL {
        boxes(session, data);
        turned_boxes(session, data);
        triangles(session, data);
        hulls(session, data);
        polygons(session, data);
    }
}

/// Returns a translation after which the second of two shapes only touches the first one, up to rounding. If the shapes
/// do not overlap, the translation is zero.
fn touching<const D: usize>(one: &impl Polytope<D>, other: &impl Polytope<D>) -> [f64; D] {
    separation(one, other).translation().unwrap_or([0.0; D])
}

/// Returns the vector between the centres of two shapes. The vector is so short that about half of the pairs overlap.
fn apart(raw: &Raw) -> [f64; 3] {
    core::array::from_fn(|axis| 1.5 * (raw.sizes[1][axis] - raw.sizes[2][axis]))
}

fn aabb([min, max]: [[f64; 3]; 2]) -> Aabb {
    Aabb::new(min, max).expect("a box")
}

fn narrow(point: [f64; 3]) -> Vector {
    Vector::from_array(point.map(|number| number as f32))
}

fn boxes(session: &Session<'_>, data: Data) {
    let pair = move |raw: &Raw| {
        let [min, max] = data.corners(raw);
        let [apart, size] = [apart(raw), raw.sizes[1]];
        let start: [f64; 3] = core::array::from_fn(|axis| min[axis] + apart[axis]);
        let end = core::array::from_fn(|axis| start[axis] + size[axis]);
        let pair = [[min, max], [start, end]];
        if data != Data::NearTies {
            return pair;
        }
        let moved = touching(&aabb(pair[0]), &aabb(pair[1]));
        let shift = |corner: [f64; 3]| core::array::from_fn(|axis| corner[axis] + moved[axis]);
        [pair[0], pair[1].map(shift)]
    };
    session.ask(
        "overlap: two boxes",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                move |raw: &Raw| pair(raw).map(aabb),
                |[a, b]: &[Aabb; 2]| overlap(a, b),
            ),
            calls(
                PLAIN,
                move |raw: &Raw| pair(raw).map(|corners| corners.map(|corner| vector(&corner))),
                |[[a, b], [c, d]]: &[[DVec3; 2]; 2]| a.cmple(*d).all() && c.cmple(*b).all(),
            ),
            calls(
                PARRY,
                move |raw: &Raw| {
                    pair(raw).map(|[min, max]| ParryAabb::new(narrow(min), narrow(max)))
                },
                |[a, b]: &[ParryAabb; 2]| a.intersects(b),
            ),
            calls(
                BEVY,
                move |raw: &Raw| {
                    pair(raw).map(|corners| {
                        let [min, max] =
                            corners.map(|point| Vec3A::from_array(point.map(|c| c as f32)));
                        BevyAabb::from_min_max(min, max)
                    })
                },
                |[a, b]: &[BevyAabb; 2]| a.intersects(b),
            ),
        ],
    );
}

/// A box and an oriented box. The box is given by its half-sizes. The oriented box is given by its half-axes and by the
/// vector `between` from the centre of the box to its own centre.
#[derive(Clone, Copy)]
struct Pair {
    half: DVec3,
    between: DVec3,
    half_axes: [DVec3; 3],
}

impl Pair {
    /// Returns the depth by which the boxes overlap along an axis, times the length of the axis vector. The result is
    /// negative if the axis separates the boxes.
    #[inline]
    fn depth(&self, axis: DVec3) -> f64 {
        let turned: f64 = self
            .half_axes
            .iter()
            .map(|half_axis| axis.dot(*half_axis).abs())
            .sum();
        self.half.dot(axis.abs()) + turned - self.between.dot(axis).abs()
    }

    /// Returns fifteen axes. If the boxes do not overlap, at least one of these axes separates them.
    #[inline]
    fn axes(&self) -> impl Iterator<Item = DVec3> {
        let own = [DVec3::X, DVec3::Y, DVec3::Z];
        let edges = own
            .into_iter()
            .flat_map(|edge| self.half_axes.map(|axis| edge.cross(axis)));
        own.into_iter().chain(self.half_axes).chain(edges)
    }

    #[inline]
    fn overlaps(&self) -> bool {
        self.axes().all(|axis| self.depth(axis) >= 0.0)
    }

    #[inline]
    fn least_depth(&self) -> Option<f64> {
        let mut least = f64::INFINITY;
        for axis in self.axes() {
            let depth = self.depth(axis);
            if depth < 0.0 {
                return None;
            }
            let length = axis.length();
            if length > 0.0 {
                least = least.min(depth / length);
            }
        }
        Some(least)
    }
}

/// Two boxes for parry: the poses and the half-sizes.
type Cuboids = (Pose, Cuboid, Pose, Cuboid);

/// Returns a box with these corners, and the oriented box of a pair.
fn exact_pair(corners: [[f64; 3]; 2], pair: &Pair) -> (Aabb, Parallelepiped) {
    let [min, max] = corners.map(|corner| vector(&corner));
    let center = ((min + max) * 0.5 + pair.between).to_array();
    let turned = Parallelepiped::new(center, pair.half_axes.map(|axis| axis.to_array()));
    (aabb(corners), turned.expect("a parallelepiped"))
}

fn turned_boxes(session: &Session<'_>, data: Data) {
    let pair = move |raw: &Raw| {
        let corners = data.corners(raw);
        let [min, max] = corners.map(|corner| vector(&corner));
        let (_, half_axes) = data.turned(raw);
        let half_axes = half_axes.map(|axis| vector(&axis) * 0.5);
        let mut pair = Pair {
            half: (max - min) * 0.5,
            between: vector(&apart(raw)),
            half_axes,
        };
        if data == Data::NearTies {
            let (aabb, turned) = exact_pair(corners, &pair);
            pair.between += vector(&touching(&aabb, &turned));
        }
        (corners, pair)
    };
    let ours = move |raw: &Raw| {
        let (corners, pair) = pair(raw);
        exact_pair(corners, &pair)
    };
    let plain = move |raw: &Raw| pair(raw).1;
    let parry = move |raw: &Raw| -> Cuboids {
        let pair = pair(raw).1;
        // The rotation that turns the x, y and z axes into the directions (1, 2, 2), (2, 1, −2) and (−2, 2, −1).
        let third = (1.0_f32 / 3.0).sqrt();
        let rotation = Rotation::from_xyzw(-third, -third, 0.0, third);
        let sizes = pair.half_axes.map(|axis| axis.length());
        (
            Pose::IDENTITY,
            Cuboid::new(narrow(pair.half.to_array())),
            Pose::from_parts(narrow(pair.between.to_array()), rotation),
            Cuboid::new(narrow(sizes)),
        )
    };
    session.ask(
        "overlap: box and oriented box",
        data,
        |random| data.raw(random),
        vec![
            calls(OURS, ours, |(aabb, turned): &(Aabb, Parallelepiped)| {
                overlap(aabb, turned)
            }),
            calls(PLAIN, plain, |pair: &Pair| pair.overlaps()),
            calls(PARRY, parry, |(at, a, to, b): &Cuboids| {
                intersection_test(at, a, to, b).is_ok_and(|test| test.intersecting)
            }),
        ],
    );
    session.ask(
        "overlap: depth of a box and an oriented box",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                ours,
                |(aabb, turned): &(Aabb, Parallelepiped)| match separation(aabb, turned) {
                    Separation::Overlapping { depth, .. } => Some(depth),
                    Separation::Apart { .. } => None,
                },
            ),
            calls(PLAIN, plain, |pair: &Pair| pair.least_depth()),
            calls(PARRY, parry, |(at, a, to, b): &Cuboids| {
                let contact = contact(at, a, to, b, 0.0).ok().flatten()?;
                Some(f64::from(-contact.dist))
            }),
        ],
    );
}

/// The half-sizes of a box and the corners of a triangle, relative to the centre of the box.
type Corners = (DVec3, [DVec3; 3]);

#[inline]
fn meets((half, corners): &Corners) -> bool {
    let [a, b, c] = *corners;
    let overlaps = |axis: DVec3| {
        let values = corners.map(|corner| corner.dot(axis));
        let low = values[0].min(values[1]).min(values[2]);
        let high = values[0].max(values[1]).max(values[2]);
        let reach = half.dot(axis.abs());
        low <= reach && high >= -reach
    };
    let own = [DVec3::X, DVec3::Y, DVec3::Z];
    own.into_iter().all(overlaps)
        && overlaps((b - a).cross(c - a))
        && own.into_iter().all(|axis| {
            [b - a, c - b, a - c]
                .into_iter()
                .all(|edge| overlaps(axis.cross(edge)))
        })
}

fn box_and_triangle((half, corners): Corners) -> (Aabb, Triangle) {
    let corners = corners.map(|corner| corner.to_array());
    (
        aabb([(-half).to_array(), half.to_array()]),
        Triangle::new(corners).expect("a triangle"),
    )
}

fn triangles(session: &Session<'_>, data: Data) {
    let numbers = move |raw: &Raw| -> Corners {
        let [min, max] = data.corners(raw).map(|corner| vector(&corner));
        let near = vector(&apart(raw));
        let corners = raw.points.map(|point| near + vector(&point) * 0.25);
        let half = (max - min) * 0.5;
        if data != Data::NearTies {
            return (half, corners);
        }
        let (aabb, triangle) = box_and_triangle((half, corners));
        let moved = vector(&touching(&aabb, &triangle));
        (half, corners.map(|corner| corner + moved))
    };
    session.ask(
        "overlap: box and triangle",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                move |raw: &Raw| box_and_triangle(numbers(raw)),
                |(aabb, triangle): &(Aabb, Triangle)| overlap(aabb, triangle),
            ),
            calls(PLAIN, numbers, meets),
            calls(
                PARRY,
                move |raw: &Raw| {
                    let (half, corners) = numbers(raw);
                    let [a, b, c] = corners.map(|corner| narrow(corner.to_array()));
                    (
                        Cuboid::new(narrow(half.to_array())),
                        ParryTriangle::new(a, b, c),
                    )
                },
                |(cuboid, triangle): &(Cuboid, ParryTriangle)| {
                    let here = Pose::IDENTITY;
                    intersection_test(&here, cuboid, &here, triangle)
                        .is_ok_and(|test| test.intersecting)
                },
            ),
        ],
    );
}

/// The number of points of a hull.
const POINTS: usize = 20;

type Clouds = [[[f64; 3]; POINTS]; 2];

fn hulls(session: &Session<'_>, data: Data) {
    let clouds = move |random: &mut Random| -> Clouds {
        let between = apart(&data.raw(random)).map(|number| 2.0 * number);
        let clouds: Clouds = core::array::from_fn(|_| core::array::from_fn(|_| data.point(random)));
        let scale = if data == Data::Contacts { 2.0 } else { 0.25 };
        let [a, b] = clouds.map(|cloud| cloud.map(|point| point.map(|number| number * scale)));
        let moved = |by: [f64; 3]| {
            move |point: [f64; 3]| core::array::from_fn(|axis| point[axis] + by[axis])
        };
        let clouds = [a, b.map(moved(between))];
        if data != Data::NearTies {
            return clouds;
        }
        let [one, other] = exact_hulls(&clouds);
        [a, clouds[1].map(moved(touching(&one, &other)))]
    };
    let narrow_hulls = |clouds: &Clouds| {
        clouds.map(|cloud| {
            let points = cloud.map(narrow);
            ConvexPolyhedron::from_convex_hull(&points).expect("a solid hull")
        })
    };
    session.ask(
        "overlap: two hulls of 20 points",
        data,
        clouds,
        vec![
            calls(OURS, exact_hulls, |[a, b]: &[Hull; 2]| overlap(a, b)),
            calls(PARRY, narrow_hulls, |[a, b]: &[ConvexPolyhedron; 2]| {
                let here = Pose::IDENTITY;
                intersection_test(&here, a, &here, b).is_ok_and(|test| test.intersecting)
            }),
        ],
    );
    session.ask_about(
        "overlap: depth of two hulls of 20 points",
        data.name(),
        [HULLS, 1],
        clouds,
        vec![
            calls(OURS, exact_hulls, |[a, b]: &[Hull; 2]| {
                match separation(a, b) {
                    Separation::Overlapping { depth, .. } => Some(depth),
                    Separation::Apart { .. } => None,
                }
            }),
            calls(PARRY, narrow_hulls, |[a, b]: &[ConvexPolyhedron; 2]| {
                let here = Pose::IDENTITY;
                let contact = contact(&here, a, &here, b, 0.0).ok().flatten()?;
                Some(f64::from(-contact.dist))
            }),
        ],
    );
}

/// The number of pairs of hulls whose depth is measured. It is small because a call may take a hundred microseconds.
const HULLS: usize = 256;

fn exact_hulls(clouds: &Clouds) -> [Hull; 2] {
    clouds.map(|cloud| Hull::new(cloud).expect("a hull"))
}

type Hexagons = [[DVec2; 6]; 2];

fn exact_hexagons(hexagons: &Hexagons) -> [ConvexPolygon<2>; 2] {
    hexagons.map(|corners| {
        let corners = corners.map(|corner| corner.to_array());
        ConvexPolygon::new(corners).expect("a convex polygon")
    })
}

#[inline]
fn hexagons_overlap([a, b]: &Hexagons) -> bool {
    let range = |polygon: &[DVec2; 6], axis: DVec2| {
        polygon
            .iter()
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], corner| {
                let value = corner.dot(axis);
                [low.min(value), high.max(value)]
            })
    };
    [a, b].into_iter().all(|polygon| {
        (0..6).all(|index| {
            let axis = (polygon[(index + 1) % 6] - polygon[index]).perp();
            let [[a, b], [c, d]] = [range(a, axis), range(b, axis)];
            a <= d && c <= b
        })
    })
}

fn polygons(session: &Session<'_>, data: Data) {
    const HEXAGON: [[f64; 2]; 6] = [
        [2.0, 0.0],
        [1.0, 2.0],
        [-1.0, 2.0],
        [-2.0, 0.0],
        [-1.0, -2.0],
        [1.0, -2.0],
    ];
    let hexagons = move |raw: &Raw| -> Hexagons {
        let [x, y, _] = apart(raw).map(|number| 2.0 * number);
        let [a, b] = [([0.0; 2], raw.sizes[1][0]), ([x, y], raw.sizes[2][0])]
            .map(|([x, y], size)| HEXAGON.map(|[a, b]| DVec2::new(x + size * a, y + size * b)));
        if data != Data::NearTies {
            return [a, b];
        }
        let [one, other] = exact_hexagons(&[a, b]);
        let moved = DVec2::from_array(touching(&one, &other));
        [a, b.map(|corner| corner + moved)]
    };
    session.ask(
        "overlap: two hexagons in 2D",
        data,
        |random| data.raw(random),
        vec![
            calls(
                OURS,
                move |raw: &Raw| exact_hexagons(&hexagons(raw)),
                |[a, b]: &[ConvexPolygon<2>; 2]| overlap(a, b),
            ),
            calls(PLAIN, hexagons, hexagons_overlap),
        ],
    );
}
