//! Polygons and segments that are clipped again and again, compared with rational numbers.

use dashu_ratio::RBig;
use transect::region::ConvexRegion;
use transect::{
    Camera, ClipInChain, ClippedPolygon, ConvexPolygon, Extent, Plane, Region, Segment, ShapeSplit,
    Side,
};

use crate::random::Random;
use crate::run::cases;

fn rational(value: f64) -> RBig {
    RBig::try_from(value).expect("finite")
}

type Point<const D: usize> = [RBig; D];

/// The value n·p + d of a plane.
fn value<const D: usize>(plane: &Plane<D>, point: &Point<D>) -> RBig {
    let terms = plane.normal().into_iter().zip(point);
    terms.fold(rational(plane.offset()), |sum, (n, p)| {
        sum + rational(n) * p
    })
}

fn side(value: &RBig) -> Side {
    match value.cmp(&RBig::ZERO) {
        std::cmp::Ordering::Less => Side::Back,
        std::cmp::Ordering::Equal => Side::On,
        std::cmp::Ordering::Greater => Side::Front,
    }
}

/// The part of a polygon in front of a plane, with exact crossings; `None` if it has no area.
fn clipped<const D: usize>(polygon: &[Point<D>], plane: &Plane<D>) -> Option<Vec<Point<D>>> {
    let values: Vec<RBig> = polygon.iter().map(|point| value(plane, point)).collect();
    if values.iter().all(|value| *value <= RBig::ZERO) {
        let is_within = values.iter().all(|value| *value == RBig::ZERO);
        return is_within.then(|| polygon.to_vec());
    }
    let mut part = Vec::new();
    for (index, point) in polygon.iter().enumerate() {
        let next = (index + 1) % polygon.len();
        if values[index] >= RBig::ZERO {
            part.push(point.clone());
        }
        if side(&values[index]) != Side::On && side(&values[index]) == -side(&values[next]) {
            let t = values[index].clone() / (values[index].clone() - &values[next]);
            part.push(std::array::from_fn(|axis| {
                let step = polygon[next][axis].clone() - &point[axis];
                point[axis].clone() + t.clone() * step
            }));
        }
    }
    Some(part)
}

fn nearest<const D: usize>(points: &[Point<D>]) -> Vec<[f64; D]> {
    let float = |value: &RBig| value.to_f64().value();
    points
        .iter()
        .map(|point| std::array::from_fn(|axis| float(&point[axis])))
        .collect()
}

fn extent<const D: usize>(points: &[Point<D>], plane: &Plane<D>) -> Extent {
    let sides = points.iter().map(|point| side(&value(plane, point)));
    Extent {
        backmost: sides.clone().min().expect("corners"),
        frontmost: sides.max().expect("corners"),
    }
}

/// The corners of a convex polygon, counter-clockwise, with some corners on its edges.
fn polygon(random: &mut Random, reach: u64) -> Option<Vec<[f64; 2]>> {
    let mut points: Vec<[i32; 2]> = (0..12)
        .map(|_| [0, 1].map(|_| random.integer(reach) as i32))
        .collect();
    points.sort_unstable();
    points.dedup();
    let turn = |a: [i32; 2], b: [i32; 2], c: [i32; 2]| {
        let cross = |x: i32, y: i32, z: i32, w: i32| {
            i64::from(x) * i64::from(w) - i64::from(y) * i64::from(z)
        };
        cross(b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1])
    };
    let half = |points: &mut dyn Iterator<Item = [i32; 2]>| {
        let mut chain: Vec<[i32; 2]> = Vec::new();
        for point in points {
            while chain.len() > 1 && turn(chain[chain.len() - 2], chain[chain.len() - 1], point) < 0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut points.iter().copied());
    corners.extend(half(&mut points.iter().rev().copied()));
    let corners: Vec<[f64; 2]> = corners
        .into_iter()
        .map(|corner| corner.map(f64::from))
        .collect();
    ConvexPolygon::new(&corners).is_ok().then_some(corners)
}

/// Clips a polygon by a chain of planes and compares each part with the exact one.
fn check<const D: usize>(corners: &[[f64; D]], planes: &[Plane<D>]) -> usize {
    let mut part = ConvexPolygon::new(corners).expect("valid").to_clipped();
    let mut exact: Vec<Point<D>> = corners.iter().map(|corner| corner.map(rational)).collect();
    for (steps, plane) in planes.iter().enumerate() {
        assert_eq!(
            part.extent(plane),
            extent(&exact, plane),
            "{corners:?} {planes:?}"
        );
        if let ShapeSplit::Halves {
            front,
            back,
            section,
        } = plane.split(&part)
        {
            let turned = plane.flipped();
            assert_eq!(turned.clip(&part), Some(back.clone()));
            assert_eq!(
                Some(nearest(&clipped(&exact, &turned).expect("valid"))),
                Some(back.corners())
            );
            let shared = |part: &ClippedPolygon<D>| {
                section.len() == 2 && section.iter().all(|point| part.corners().contains(point))
            };
            assert!(shared(&front) && shared(&back), "{corners:?} {planes:?}");
            assert_eq!(
                front.extent(plane),
                Extent {
                    backmost: Side::On,
                    frontmost: Side::Front
                }
            );
        }
        let Some(next) = Region::new(&[*plane]).clip(&part) else {
            assert_eq!(clipped(&exact, plane), None, "{corners:?} {planes:?}");
            return steps;
        };
        part = next;
        exact = clipped(&exact, plane).expect("the part has an area");
        assert_eq!(part.corners(), nearest(&exact), "{corners:?} {planes:?}");
        let [backmost, frontmost] = part.extremes(plane);
        let values = exact.iter().map(|point| value(plane, point));
        let (least, most) = (
            values.clone().min().expect("valid"),
            values.max().expect("valid"),
        );
        let rounded = |wanted: &RBig| {
            let found = exact.iter().filter(|point| value(plane, point) == *wanted);
            nearest(&found.cloned().collect::<Vec<_>>())
        };
        assert!(rounded(&least).contains(&backmost) && rounded(&most).contains(&frontmost));
    }
    // Each plane again, in another order: nothing is left to clip.
    for plane in planes.iter().rev() {
        let again = Region::new(std::slice::from_ref(plane)).clip(&part);
        assert_eq!(again.as_ref(), Some(&part), "{corners:?} {planes:?}");
    }
    planes.len()
}

/// Checks a chain of up to six random planes. Returns the number of planes that left a part, and 1 if all did.
fn check_random<const D: usize>(
    random: &mut Random,
    corners: &[[f64; D]],
    reach: u64,
    shift: f64,
) -> [usize; 2] {
    let planes = (0..6).filter_map(|_| {
        let normal: [f64; D] = std::array::from_fn(|_| random.integer(4));
        Plane::new(normal, random.integer(reach) + shift).ok()
    });
    let planes: Vec<Plane<D>> = planes.collect();
    let done = check(corners, &planes);
    [done, usize::from(done == planes.len())]
}

#[test]
fn chains_in_2d_are_those_of_rational_numbers() {
    let mut random = Random::new(1);
    let (mut steps, mut whole) = (0, 0);
    for case in 0..cases(5_000) {
        let Some(corners) = polygon(&mut random, if case % 2 == 0 { 4 } else { 50 }) else {
            continue;
        };
        let shift = if case % 3 == 0 { 0.1 } else { 4.0 };
        let [done, is_whole] = check_random(&mut random, &corners, 9, shift);
        steps += done;
        whole += is_whole;
    }
    assert!(
        steps > cases(10_000) && whole > cases(300),
        "{steps} {whole}"
    );
}

#[test]
fn chains_in_3d_are_those_of_rational_numbers() {
    let mut random = Random::new(2);
    let (mut steps, mut whole) = (0, 0);
    for case in 0..cases(2_500) {
        let Some(flat) = polygon(&mut random, 5) else {
            continue;
        };
        let mut vector = || [0, 1, 2].map(|_| random.integer(3));
        let [origin, u, v] = [vector(), vector(), vector()];
        let corners: Vec<[f64; 3]> = flat
            .iter()
            .map(|[x, y]| std::array::from_fn(|axis| origin[axis] + x * u[axis] + y * v[axis]))
            .collect();
        if ConvexPolygon::new(&corners).is_err() {
            continue;
        }
        let shift = if case % 3 == 0 { 0.1 } else { 9.0 };
        let [done, is_whole] = check_random(&mut random, &corners, 15, shift);
        steps += done;
        whole += is_whole;
    }
    assert!(
        steps > cases(5_000) && whole > cases(200),
        "{steps} {whole}"
    );
}

/// Planes through corners that rounding has moved: nearly every sign is nearly zero.
#[test]
fn planes_through_rounded_corners_are_told_apart() {
    let mut random = Random::new(5);
    let mut close = 0;
    for case in 0..cases(3_000) {
        let Some(corners) = polygon(&mut random, 6) else {
            continue;
        };
        let (scale, shift) = random.pick(&[(1.0, 0.0), (0.1, 0.0), (0.1, 1e6), (1e-3, -1e9)]);
        let corners: Vec<[f64; 2]> = corners
            .iter()
            .map(|corner| corner.map(|c| c * scale + shift))
            .collect();
        let Ok(given) = ConvexPolygon::new(&corners) else {
            continue;
        };
        let mut part = given.to_clipped();
        let mut exact: Vec<Point<2>> = corners.iter().map(|corner| corner.map(rational)).collect();
        for step in 0..6 {
            let rounded = part.corners();
            let [mut one, other] = [0, 1].map(|_| rounded[random.below(rounded.len())]);
            if step % 2 == 0 {
                let next = rounded[random.below(rounded.len())];
                one = [0, 1].map(|axis| (one[axis] + next[axis]) / 2.0);
            }
            let Ok(plane) = Plane::through([one, other]) else {
                continue;
            };
            let wanted = extent(&exact, &plane);
            assert_eq!(
                part.extent(&plane),
                wanted,
                "case {case}: {corners:?} {plane}"
            );
            for point in &exact {
                let value = value(&plane, point).to_f64().value().abs();
                close += usize::from(value > 0.0 && value < 1e-15 * scale * scale);
            }
            let (next, left) = (Region::new(&[plane]).clip(&part), clipped(&exact, &plane));
            assert_eq!(
                next.is_some(),
                left.is_some(),
                "case {case}: {corners:?} {plane}"
            );
            let Some((next, left)) = next.zip(left) else {
                break;
            };
            assert_eq!(
                next.corners(),
                nearest(&left),
                "case {case}: {corners:?} {plane}"
            );
            (part, exact) = (next, left);
        }
    }
    assert!(close > cases(1_000), "{close}");
}

#[test]
fn numbers_of_any_size_do_not_matter() {
    for scale in [1e-300, 1e-150, 1e150, 1e300] {
        let corners = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0]]
            .map(|corner: [f64; 2]| corner.map(|c| c * scale));
        let planes = [[3.0, 1.0, -4.0], [-1.0, 2.0, 1.0], [1.0, -3.0, 4.0]];
        let planes = planes.map(|[a, b, d]| Plane::new([a, b], d * scale).expect("valid"));
        check(&corners, &planes);
    }
}

/// A doorway in f32, whose corners are hardly ever in one plane, as a camera sees it.
fn doorway(random: &mut Random) -> Option<([f64; 3], ConvexPolygon<3>, ConvexRegion)> {
    let mut signed = |by: f64| random.unit() * by;
    let eye = [signed(5.0), signed(5.0), signed(5.0)];
    let forward = [signed(1.0), signed(1.0), signed(1.0)];
    let camera = Camera::looking(eye, forward, [0.0, 1.0, 0.0]).with_near(0.1);
    let frustum = camera
        .with_far(Some(50.0))
        .with_aspect(1.78)
        .frustum()
        .ok()?;
    let center = [signed(8.0), signed(3.0), signed(8.0)];
    let (sin, cos) = signed(3.2).sin_cos();
    let lean = [signed(0.5), signed(0.5)];
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]: [f64; 2]| {
        [
            center[0] + cos * x + lean[0] * y,
            center[1] + y,
            center[2] + sin * x + lean[1] * y,
        ]
        .map(|c| c as f32)
    });
    let polygon = ConvexPolygon::new(corners).ok()?;
    Some((eye, polygon, ConvexRegion::new(frustum.planes())))
}

#[test]
fn doorways_are_clipped_again_and_again() {
    let mut random = Random::new(3);
    let (mut seen, mut uneven) = (0, 0);
    for _ in 0..cases(30_000) {
        let Some((eye, polygon, frustum)) = doorway(&mut random) else {
            continue;
        };
        let Some(one) = frustum.region().clip(&polygon) else {
            continue;
        };
        seen += 1;
        assert_eq!(
            frustum.region().clip(&one).as_ref(),
            Some(&one),
            "{eye:?} {polygon:?}"
        );
        let corners = one.corners();
        // The visible region through the doorway.
        let center = corners.iter().fold([0.0; 3], |sum, corner| {
            std::array::from_fn(|axis| sum[axis] + corner[axis] / corners.len() as f64)
        });
        let sides: Vec<Plane> = (0..corners.len())
            .filter_map(|index| {
                Plane::through([eye, corners[index], corners[(index + 1) % corners.len()]]).ok()
            })
            .map(|plane| {
                if plane.side(&center) == Side::Back {
                    plane.flipped()
                } else {
                    plane
                }
            })
            .collect();
        let portal = Region::new(&sides);
        for shape in [one.clone(), polygon.to_clipped()] {
            // A sliver of rounding may be left over, or nothing.
            let Some(two) = portal.clip(&shape) else {
                continue;
            };
            assert_eq!(
                portal.clip(&two).as_ref(),
                Some(&two),
                "{eye:?} {polygon:?}"
            );
            for plane in &sides {
                assert_ne!(two.extent(plane).backmost, Side::Back);
                assert!(
                    two.corners()
                        .iter()
                        .all(|corner| plane.signed_distance(corner) > -1e-5)
                );
            }
        }
        let [a, b, c, d] = [0, 1, 2, 3].map(|corner| polygon.corners()[corner]);
        uneven += usize::from(transect_exact::orient3d(&a, &b, &c, &d) != Side::On);
        // The whole polygon is that in one plane: each corner is moved by no more than f32 rounds.
        for (moved, given) in polygon.to_clipped().corners().iter().zip(polygon.corners()) {
            assert!(
                (0..3).all(|axis| (moved[axis] - given[axis]).abs() < 1e-5),
                "{moved:?} {given:?}"
            );
        }
    }
    assert!(
        seen > cases(5_000) && uneven > cases(1_000),
        "{seen} {uneven}"
    );
}

#[test]
fn segments_are_clipped_like_polygons() {
    let mut random = Random::new(4);
    let (mut cut, mut lost) = (0, 0);
    for _ in 0..cases(20_000) {
        let mut point = || [0, 1, 2].map(|_| random.integer(5));
        let ends = [point(), point()];
        if ends[0] == ends[1] {
            continue;
        }
        let planes: Vec<Plane> = (0..4)
            .filter_map(|_| Plane::new(point(), 2.0 * point()[0] + 5.0).ok())
            .collect();
        let mut part = Segment::new(ends[0], ends[1]).expect("valid").to_clipped();
        let mut exact = ends.map(|end| end.map(rational)).to_vec();
        for plane in &planes {
            assert_eq!(
                part.extent(plane),
                extent(&exact, plane),
                "{ends:?} {planes:?}"
            );
            let values = [0, 1].map(|end| value(plane, &exact[end]));
            let signs = values.each_ref().map(side);
            let has_length = signs.contains(&Side::Front) || signs == [Side::On; 2];
            let next = Region::new(&[*plane]).clip(&part);
            assert_eq!(next.is_some(), has_length, "{ends:?} {planes:?}");
            let Some(next) = next else {
                lost += 1;
                break;
            };
            part = next;
            if let Some(behind) = signs.iter().position(|&sign| sign == Side::Back) {
                let t = values[0].clone() / (values[0].clone() - &values[1]);
                exact[behind] = std::array::from_fn(|axis| {
                    exact[0][axis].clone() + t.clone() * (exact[1][axis].clone() - &exact[0][axis])
                });
                cut += 1;
            }
            for (found, right) in part.ends().iter().zip(nearest(&exact)) {
                let near = |axis: usize| (found[axis] - right[axis]).abs() <= 1e-15 * 5.0;
                assert!((0..3).all(near), "{found:?} {right:?} {ends:?} {planes:?}");
            }
            assert_eq!(plane.clip(&part).is_some(), signs != [Side::On; 2]);
        }
    }
    assert!(cut > cases(3_000) && lost > cases(1_000), "{cut} {lost}");
}
