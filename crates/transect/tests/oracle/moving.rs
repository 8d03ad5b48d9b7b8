//! Compares moving shapes with an oracle, an independent exact computation: how they pass through a plane, and the
//! times at which they touch it and leave it. A time t of touching is right if the exactly moved shape has not yet
//! touched the plane at the float before t, but has touched it at the float after t. The times of parallelepipeds have
//! a larger error, so their tests use times a little farther from t.

use transect::{
    Aabb, Capsule, Hull, Moving, Parallelepiped, Passage, Segment, Shape, Side, Sphere, Triangle,
};

use crate::families::{Case, Family};
use crate::oracle::number::{Exact, dot, exact, value};
use crate::oracle::questions::{agree, any_width, plane};
use crate::random::Random;

/// The allowed relative error of times of parallelepipeds is two to this power.
const TIME: i64 = -45;

/// The exact values n·p + d of a shape's corners p, relative to the plane with the normal n and the offset d. A round
/// shape is the hull of balls with the same radius. Its values are those at the centers of the balls.
struct Body {
    values: Vec<Exact>,
    radius: Option<Exact>,
    normal_squared: Exact,
    /// `true` if a computed time must be one of the two floats around the exact time. Otherwise it may have a larger
    /// error.
    is_exact: bool,
}

impl Body {
    /// Returns the sides of the shape's backmost and frontmost points after a motion that adds `growth` to all values
    /// n·p + d.
    fn extent(&self, growth: &Exact) -> [Side; 2] {
        let moved = self.values.iter().map(|value| value + growth);
        match &self.radius {
            None => {
                let sides: Vec<Side> = moved.map(|value| Side::from(value.sign())).collect();
                [
                    *sides.iter().min().expect("corners"),
                    *sides.iter().max().expect("corners"),
                ]
            }
            // For a ball, the sides are the signs of s − r·|n| and s + r·|n|, where s is the value of its center. They
            // are found by comparing s² with (r·|n|)².
            Some(radius) => {
                let reach = &(radius * radius) * &self.normal_squared;
                let balls = moved.map(|center| {
                    let excess = Side::from((&reach - &(&center * &center)).sign());
                    match Side::from(center.sign()) {
                        Side::Back => [Side::Back, excess],
                        Side::Front => [-excess, Side::Front],
                        Side::On => [-excess, excess],
                    }
                });
                let join = |a: [Side; 2], b: [Side; 2]| [a[0].min(b[0]), a[1].max(b[1])];
                balls.reduce(join).expect("a center")
            }
        }
    }
}

fn check<const D: usize>(
    case: &Case<D>,
    velocity: [f64; D],
    shape: impl Shape<D> + std::fmt::Debug + Clone,
    body: &Body,
) -> Result<(), String> {
    let speed = dot(&exact(&case.normal), &exact(&velocity));
    let toward = Side::from(speed.sign());
    let still = &Exact::of(0.0);
    let start = body.extent(still);
    let moving = Moving::new(shape.clone(), velocity).map_err(|error| error.to_string())?;
    let place = (case, velocity, &shape);
    let interval = plane(case).interval(&shape);
    let is_on = start[0] != Side::Front && start[1] != Side::Back;
    // `is_before` tests whether the shape has not yet touched the plane, or, for the time of leaving, not yet left it.
    // A time is right if `is_before` holds a little before the time, but not a little after it.
    let bracket = |time: f64, is_before: &dyn Fn([Side; 2]) -> bool| {
        if body.is_exact {
            let at = |time: f64| is_before(body.extent(&(&Exact::of(time) * &speed)));
            return if time.is_finite() {
                at(time.next_down()) && (time == f64::MAX || !at(time.next_up()))
            } else {
                at(f64::MAX)
            };
        }
        // For times and distances outside the range from 1e-290 to 1e290, the library guarantees no error bound.
        let is_in_range = |value: f64| value == 0.0 || (1e-290..1e290).contains(&value.abs());
        if ![time, interval.backmost, interval.frontmost]
            .into_iter()
            .all(is_in_range)
        {
            return true;
        }
        let at = |factor: &Exact| body.extent(&(&(&Exact::of(time) * factor) * &speed));
        let (one, slack) = (Exact::power_of_two(0), Exact::power_of_two(TIME));
        is_before(at(&(&one - &slack))) && !is_before(at(&(&one + &slack)))
    };
    let not_yet_touched = |[backmost, frontmost]: [Side; 2]| match toward {
        Side::Front => frontmost == Side::Back,
        _ => backmost == Side::Front,
    };
    let not_yet_left = |[backmost, frontmost]: [Side; 2]| match toward {
        Side::Front => backmost != Side::Front,
        _ => frontmost != Side::Back,
    };
    match plane(case).passage(&moving) {
        Passage::Along => agree((is_on, toward), (true, Side::On), &place),
        Passage::Never { side, is_parallel } => {
            agree(start, [side; 2], &place)?;
            agree(is_parallel, toward == Side::On, &place)?;
            agree(is_parallel || toward == side, true, &place)
        }
        Passage::Leaving {
            leaves,
            toward: answer,
        } => {
            agree((is_on, answer), (true, toward), &place)?;
            let last = if toward == Side::Front {
                start[0]
            } else {
                start[1]
            };
            agree(leaves == 0.0, last == Side::On, &(leaves, &place))?;
            agree(
                leaves == 0.0 || bracket(leaves, &not_yet_left),
                true,
                &(leaves, &place),
            )
        }
        Passage::Through {
            touches,
            leaves,
            from,
        } => {
            agree(start, [from; 2], &place)?;
            agree(from, -toward, &place)?;
            agree(0.0 < touches && touches <= leaves, true, &place)?;
            agree(bracket(touches, &not_yet_touched), true, &(touches, &place))?;
            agree(bracket(leaves, &not_yet_left), true, &(leaves, &place))
        }
    }
}

pub(crate) fn passage<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let velocity = match random.below(4) {
        0 => case.points[2],
        1 => [0; D].map(|_| random.integer(3)),
        2 => [0; D].map(|_| random.unit()),
        _ => any_width::<D>(family, random).points[0],
    };
    let [a, b, _] = case.points;
    let (normal, offset) = (exact(&case.normal), Exact::of(case.offset));
    let at = |point: &[f64; D]| value(&normal, &offset, &exact(point));
    let of_corners = |corners: &[[f64; D]]| Body {
        values: corners.iter().map(at).collect(),
        radius: None,
        normal_squared: dot(&normal, &normal),
        is_exact: true,
    };
    match random.below(8) {
        0 => check(&case, velocity, a, &of_corners(&[a])),
        1 => check(
            &case,
            velocity,
            Segment::new(a, b).expect("finite points"),
            &of_corners(&[a, b]),
        ),
        2 => check(
            &case,
            velocity,
            Triangle::new(case.points).expect("finite points"),
            &of_corners(&case.points),
        ),
        3 => {
            let aabb = Aabb::from_corners(a, b).map_err(|error| error.to_string())?;
            let corners: Vec<_> = aabb.corners().collect();
            check(&case, velocity, aabb, &of_corners(&corners))
        }
        4 => {
            let hull = Hull::new(case.points).map_err(|error| error.to_string())?;
            check(&case, velocity, hull, &of_corners(&case.points))
        }
        5 => {
            let any = random.unit().abs();
            let radius = random.pick(&[0.0, 0.5, 1.0, 3.0, any, b[0].abs()]);
            let sphere = Sphere::new(a, radius).map_err(|error| error.to_string())?;
            let mut body = of_corners(&[a]);
            body.radius = Some(Exact::of(radius));
            check(&case, velocity, sphere, &body)
        }
        6 => {
            let any = random.unit().abs();
            let radius = random.pick(&[0.0, 1.0, any]);
            let capsule = Capsule::new(a, b, radius).map_err(|error| error.to_string())?;
            let mut body = of_corners(&[a, b]);
            body.radius = Some(Exact::of(radius));
            check(&case, velocity, capsule, &body)
        }
        _ => {
            let half_axes: [[f64; D]; D] = std::array::from_fn(|axis| case.points[(axis + 1) % 3]);
            let shape = Parallelepiped::new(a, half_axes).map_err(|error| error.to_string())?;
            let mut values = vec![at(&a)];
            for half_axis in &half_axes {
                let step = dot(&normal, &exact(half_axis));
                values = values
                    .iter()
                    .flat_map(|value| [value + &step, value - &step])
                    .collect();
            }
            let body = Body {
                values,
                radius: None,
                normal_squared: dot(&normal, &normal),
                is_exact: false,
            };
            check(&case, velocity, shape, &body)
        }
    }
}
