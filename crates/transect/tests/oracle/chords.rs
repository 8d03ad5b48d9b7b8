//! Compares the chords of lines, rays and segments in convex bodies with an oracle: an independent, exact computation.
//! A body is given by functions that are linear along the line, and of which none is negative in the body. The oracle
//! tries every zero of every function as an end of the chord. The library instead takes the last zero at which the line
//! enters a half-space, and the first zero at which it leaves one.

use std::fmt::Debug;

use transect::{
    Aabb, Chord, ChordEnd, Line, LinePart, Parallelepiped, Plane, Ray, Region, Segment, Sphere,
    Triangle,
};

use crate::families::{Case, Family};
use crate::oracle::meets::line_of;
use crate::oracle::number::{Exact, dot, exact, is_near, minus, plus};
use crate::oracle::questions::{agree, any_width, plane};
use crate::random::Random;

/// A function a + t·b of the parameter t that is not negative in the body.
type Bound = [Exact; 2];

/// A parameter of the line as a fraction: numerator and positive denominator.
type Parameter = [Exact; 2];

/// A line, ray or segment: its origin, its direction and the bounds of its parameters.
struct Track<const D: usize> {
    part: LinePart<D>,
    origin: [Exact; D],
    direction: [Exact; D],
    own: Vec<Bound>,
}

fn number(value: f64) -> Exact {
    Exact::of(value)
}

/// Returns a line, ray or segment through the points of a case.
fn track<const D: usize>(case: &Case<D>, random: &mut Random) -> Option<Track<D>> {
    let line: Line<D> = line_of(case, random)?;
    let start = [number(0.0), number(1.0)];
    let (origin, direction) = (exact(&line.origin()), exact(&line.direction()));
    Some(match random.below(3) {
        0 => Track {
            part: LinePart::Line(line),
            origin,
            direction,
            own: Vec::new(),
        },
        1 => Track {
            part: LinePart::Ray(Ray::new(line.origin(), line.direction()).ok()?),
            origin,
            direction,
            own: vec![start],
        },
        _ => {
            let [from, to, _] = case.points;
            let end = [number(1.0), number(-1.0)];
            Track {
                part: LinePart::Segment(Segment::new(from, to).expect("finite points")),
                origin: exact(&from),
                direction: minus(&exact(&to), &exact(&from)),
                own: vec![start, end],
            }
        }
    })
}

impl<const D: usize> Track<D> {
    /// Returns the function n·(p − from) of a plane with the normal n, along the line.
    fn bound(&self, normal: &[Exact], from: &[Exact; D]) -> Bound {
        [
            dot(normal, &minus(&self.origin, from)),
            dot(normal, &self.direction),
        ]
    }
}

fn chord_of<Body: transect::Convex<D>, const D: usize>(
    part: &LinePart<D>,
    body: &Body,
) -> Chord<Body::Face> {
    body.chord_of(part)
}

fn negated([a, b]: &Bound) -> Bound {
    [-a, -b]
}

/// Returns the sign of the function a + t·b at a parameter t.
fn at([a, b]: &Bound, [numerator, denominator]: &Parameter) -> std::cmp::Ordering {
    (&(a * denominator) + &(b * numerator)).sign()
}

/// Returns the ends of the interval where no function is negative; an end is `None` if it is infinite.
fn interval(bounds: &[Bound]) -> Option<[Option<Parameter>; 2]> {
    let zero = |[a, b]: &Bound| -> Option<Parameter> {
        match b.sign() {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some([-a, b.clone()]),
            std::cmp::Ordering::Less => Some([a.clone(), -b]),
        }
    };
    let zeros: Vec<Parameter> = bounds.iter().filter_map(zero).collect();
    let holds = |t: &&Parameter| bounds.iter().all(|bound| at(bound, t).is_ge());
    let inside: Vec<&Parameter> = zeros.iter().filter(holds).collect();
    if zeros.is_empty() {
        let is_inside = bounds.iter().all(|[a, _]| a.sign().is_ge());
        return is_inside.then_some([None, None]);
    }
    let less = |a: &Parameter, b: &Parameter| (&(&a[0] * &b[1]) - &(&b[0] * &a[1])).sign().is_lt();
    let least = inside
        .iter()
        .copied()
        .reduce(|a, b| if less(b, a) { b } else { a })?;
    let most = inside
        .iter()
        .copied()
        .reduce(|a, b| if less(a, b) { b } else { a })?;
    let grows = |wanted: std::cmp::Ordering| bounds.iter().any(|[_, b]| b.sign() == wanted);
    Some([
        grows(std::cmp::Ordering::Greater).then(|| least.clone()),
        grows(std::cmp::Ordering::Less).then(|| most.clone()),
    ])
}

/// Compares a chord that the library computed with the functions that bound the body. `name` converts a face of the
/// chord to the index of its function. If `name` is `None`, the faces of the chord are not tested.
fn check<Face: Debug + Clone, const D: usize>(
    chord: &Chord<Face>,
    bounds: &[Bound],
    track: &Track<D>,
    name: Option<&dyn Fn(&Face) -> usize>,
    case: &impl Debug,
) -> Result<(), String> {
    let all = [bounds, &track.own].concat();
    let case = &(chord, track.part, case);
    if track.direction.iter().all(Exact::is_zero) {
        let is_inside = bounds.iter().all(|[a, _]| a.sign().is_ge());
        agree(chord.interval(), is_inside.then_some([0.0; 2]), case)?;
        return agree(chord.is_whole(), false, case);
    }
    let Some(truth) = interval(&all) else {
        return agree(chord.is_apart(), true, case);
    };
    let is_point = match &truth {
        [Some(a), Some(b)] => (&(&a[0] * &b[1]) - &(&b[0] * &a[1])).is_zero(),
        _ => false,
    };
    let ends = match chord.clone() {
        Chord::Point { t, faces } => {
            agree(is_point, true, case)?;
            faces.map(|face| (t, face, None))
        }
        Chord::Part {
            enter,
            leave,
            is_grazing,
        } => {
            agree(is_point, false, case)?;
            agree(enter.t <= leave.t, true, case)?;
            if name.is_some() {
                let is_zero = |[a, b]: &Bound| a.is_zero() && b.is_zero();
                agree(is_grazing, bounds.iter().any(is_zero), case)?;
            }
            [enter, leave].map(|ChordEnd { t, face, is_end }| (t, face, Some(is_end)))
        }
        _ => return Err(format!("{case:?}, but there are points in common")),
    };
    for (place, ((t, face, is_end), truth)) in ends.into_iter().zip(&truth).enumerate() {
        let Some(truth) = truth else {
            let infinite = [f64::NEG_INFINITY, f64::INFINITY][place];
            agree(
                (t, is_end, face.is_none()),
                (infinite, Some(true), true),
                case,
            )?;
            continue;
        };
        let [numerator, denominator] = truth;
        let bound = Exact::power_of_two(-45);
        agree(
            is_near(t, numerator, denominator, &numerator.abs(), &bound),
            true,
            case,
        )?;
        let toward = [std::cmp::Ordering::Greater, std::cmp::Ordering::Less][place];
        let ends_here = |bound: &Bound| bound[1].sign() == toward && at(bound, truth).is_eq();
        if let Some(is_end) = is_end {
            agree(is_end, track.own.iter().any(ends_here), case)?;
        }
        let own = [0.0, 1.0];
        for (bound, own) in track.own.iter().zip(own) {
            // If the chord ends at an end of the ray or segment, the library's t is exactly 0 or 1. Otherwise t is
            // neither 0 nor 1.
            agree(t == own, at(bound, truth).is_eq(), case)?;
        }
        let first = bounds.iter().position(ends_here);
        agree(face.is_some(), first.is_some(), case)?;
        if let Some(name) = name {
            agree(face.as_ref().map(name), first, case)?;
        }
    }
    Ok(())
}

pub(crate) fn region<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let Some(track) = track(&case, random) else {
        return Ok(());
    };
    let mut planes = vec![plane(&case)];
    for _ in 0..random.below(4_u64) {
        let other = any_width::<D>(family, random);
        let known = random.pick(&planes);
        let point = random.pick(&case.points);
        let through: f64 = -(0..D).map(|i| other.normal[i] * point[i]).sum::<f64>();
        let flipped = known.normal().map(|c| -c);
        planes.extend(match random.below(4) {
            0 => Plane::new(other.normal, other.offset),
            1 => Plane::new(flipped, (-known.offset()).next_up()),
            2 => Plane::new(flipped, -known.offset()),
            _ => Plane::new(other.normal, through),
        });
    }
    let bound = |plane: &Plane<D>| {
        let (normal, offset) = (exact(&plane.normal()), number(plane.offset()));
        let [a, b] = track.bound(&normal, &[0.0; D].map(number));
        [&a + &offset, b]
    };
    let bounds: Vec<Bound> = planes.iter().map(bound).collect();
    let chord = chord_of(&track.part, &Region::new(&planes));
    check(&chord, &bounds, &track, Some(&|face| *face), &planes)
}

pub(crate) fn aabb<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let Some(track) = track(&case, random) else {
        return Ok(());
    };
    let other = any_width::<D>(family, random);
    let [a, b] = [random.pick(&case.points), random.pick(&other.points)];
    let aabb = Aabb::from_corners(a, b).expect("finite corners");
    let bound = |index: usize| {
        let mut normal = [0.0; D].map(number);
        normal[index / 2] = number([1.0, -1.0][index % 2]);
        track.bound(&normal, &exact(&[aabb.min(), aabb.max()][index % 2]))
    };
    let bounds: Vec<Bound> = (0..2 * D).map(bound).collect();
    let chord = chord_of(&track.part, &aabb);
    check(&chord, &bounds, &track, Some(&|face| *face), &aabb)
}

/// Returns the vector perpendicular to D − 1 vectors, as a generalised cross product.
fn perpendicular<const D: usize>(vectors: &[[Exact; D]]) -> Vec<Exact> {
    let minor =
        |a: &[Exact; D], b: &[Exact; D], i: usize, j: usize| &(&a[i] * &b[j]) - &(&a[j] * &b[i]);
    if D == 2 {
        let [a] = vectors else {
            unreachable!("one vector in 2D")
        };
        return vec![-&a[1], a[0].clone()];
    }
    let [a, b] = vectors else {
        unreachable!("two vectors in 3D")
    };
    vec![minor(a, b, 1, 2), minor(a, b, 2, 0), minor(a, b, 0, 1)]
}

pub(crate) fn parallelepiped<const D: usize>(
    family: Family,
    random: &mut Random,
) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let Some(track) = track(&case, random) else {
        return Ok(());
    };
    let other = any_width::<D>(family, random);
    let half_axes: [[f64; D]; D] = std::array::from_fn(|axis| match random.below(4) {
        0 => other.normal,
        1 => case.points[axis],
        _ => other.points[axis],
    });
    let center = random.pick(&case.points);
    let body = Parallelepiped::new(center, half_axes).expect("finite numbers");
    let axes = half_axes.each_ref().map(exact);
    let mut bounds = Vec::new();
    for axis in 0..D {
        let others: Vec<[Exact; D]> = (0..D)
            .filter(|&j| j != axis)
            .map(|j| axes[j].clone())
            .collect();
        let mut normal = perpendicular(&others);
        match dot(&normal, &axes[axis]).sign() {
            // Flat bodies, whose half-axes are linearly dependent, are skipped here. `tests/answers/chord.rs` tests
            // them on integer grids.
            std::cmp::Ordering::Equal => return Ok(()),
            std::cmp::Ordering::Less => normal = normal.iter().map(|c| -c).collect(),
            std::cmp::Ordering::Greater => {}
        }
        bounds.push(track.bound(&normal, &minus(&exact(&center), &axes[axis])));
        bounds.push(negated(
            &track.bound(&normal, &plus(&exact(&center), &axes[axis])),
        ));
    }
    let chord = chord_of(&track.part, &body);
    check(&chord, &bounds, &track, Some(&|face| *face), &body)
}

pub(crate) fn triangle<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let Some(track) = track(&case, random) else {
        return Ok(());
    };
    let other = any_width::<D>(family, random);
    let points = [case.points, other.points].concat();
    let corners: [[f64; D]; 3] = std::array::from_fn(|_| random.pick(&points));
    let body = Triangle::new(corners).expect("finite points");
    let [a, b, c] = corners.each_ref().map(exact);
    let (ab, ac) = (minus(&b, &a), minus(&c, &a));
    let edges = [
        (&a, minus(&b, &a)),
        (&b, minus(&c, &b)),
        (&c, minus(&a, &c)),
    ];
    let mut bounds = Vec::new();
    if D == 2 {
        let turn = dot(&perpendicular(std::slice::from_ref(&ab)), &ac).sign();
        if turn.is_eq() {
            return Ok(());
        }
        for (from, edge) in edges {
            let bound = track.bound(&perpendicular(&[edge]), from);
            bounds.push(if turn.is_gt() { bound } else { negated(&bound) });
        }
    } else {
        let normal = perpendicular(&[ab, ac]);
        if normal.iter().all(Exact::is_zero) {
            return Ok(());
        }
        let in_plane = track.bound(&normal, &a);
        bounds.extend([in_plane.clone(), negated(&in_plane)]);
        let normal: [Exact; D] = std::array::from_fn(|axis| normal[axis].clone());
        for (from, edge) in edges {
            bounds.push(track.bound(&perpendicular(&[normal.clone(), edge]), from));
        }
    }
    check(&chord_of(&track.part, &body), &bounds, &track, None, &body)
}

pub(crate) fn sphere<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let Some(track) = track(&case, random) else {
        return Ok(());
    };
    let other = any_width::<D>(family, random);
    let center = random.pick(&[case.points[1], case.points[2], other.points[0]]);
    // The radius is the center's distance from a point of the case: along one axis, or the whole distance, up to
    // rounding. The line passes through points of the case, so the sphere often touches it or narrowly misses it.
    let from = random.pick(&case.points);
    let axis = random.below(D as u64) as usize;
    let distance = (0..D)
        .map(|i| (center[i] - from[i]).powi(2))
        .sum::<f64>()
        .sqrt();
    let radius = match random.below(3) {
        0 => (center[axis] - from[axis]).abs(),
        1 => distance,
        _ => other.offset.abs(),
    };
    let Ok(body) = Sphere::new(center, radius) else {
        return Ok(());
    };
    let chord = chord_of(&track.part, &body);
    let case = &(&chord, track.part, &body);
    let relative = minus(&track.origin, &exact(&center));
    let (a, b) = (
        dot(&track.direction, &track.direction),
        dot(&track.direction, &relative),
    );
    let radius = number(radius);
    let c = &dot(&relative, &relative) - &(&radius * &radius);
    // These closures return the sign of a·t² + 2·b·t + c, which is negative inside the sphere, and the sign of half
    // its derivative, a·t + b.
    let two_b = &b + &b;
    let value = |t: &Exact| (&(&(&a * t) * t) + &(&(&two_b * t) + &c)).sign();
    let slope = |t: &Exact| (&(&a * t) + &b).sign();
    if a.is_zero() {
        return agree(chord.is_apart(), c.sign().is_gt(), case);
    }
    let discriminant = (&(&b * &b) - &(&a * &c)).sign();
    // Returns `true` if a root is at least the number t. `root` is 0 for the least root and 1 for the greatest.
    let is_at_least = |root: usize, t: &Exact| match root {
        0 => value(t).is_ge() && slope(t).is_le(),
        _ => value(t).is_le() || slope(t).is_le(),
    };
    let is_at_most = |root: usize, t: &Exact| match root {
        0 => value(t).is_le() || slope(t).is_ge(),
        _ => value(t).is_ge() && slope(t).is_ge(),
    };
    let (zero, one) = (number(0.0), number(1.0));
    let starts = !track.own.is_empty();
    let stops = track.own.len() == 2;
    let is_apart =
        discriminant.is_lt() || starts && !is_at_least(1, &zero) || stops && !is_at_most(0, &one);
    agree(chord.is_apart(), is_apart, case)?;
    let is_single =
        discriminant.is_eq() || starts && is_at_most(1, &zero) || stops && is_at_least(0, &one);
    agree(
        matches!(chord, Chord::Point { .. }),
        is_single && !is_apart,
        case,
    )?;
    let Some(found) = chord.interval() else {
        return Ok(());
    };
    for (root, t) in found.into_iter().enumerate() {
        // If the chord ends at an end of the ray or segment, its parameter is exactly 0 or 1.
        let is_own_start = starts && is_at_most(0, &zero) && (root == 0 || is_at_most(1, &zero));
        let is_own_end = stops && is_at_least(1, &one) && (root == 1 || is_at_least(0, &one));
        if is_own_start || is_own_end {
            agree(t, if is_own_start { 0.0 } else { 1.0 }, case)?;
            continue;
        }
        if t.is_infinite() {
            continue;
        }
        let slack = &(&number(t).abs() * &Exact::power_of_two(-45)) + &Exact::power_of_two(-1074);
        let [low, high] = [&number(t) - &slack, &number(t) + &slack];
        agree(
            is_at_least(root, &low) && is_at_most(root, &high),
            true,
            case,
        )?;
    }
    Ok(())
}
