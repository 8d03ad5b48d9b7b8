//! Tests boxes with infinite bounds. For planes and shapes with small integers, a bound of ±2⁶⁰ has the same effect as
//! an infinite bound. So a box with bounds of ±2⁶⁰ gives the expected result.

use transect::region::{ConvexRegion, Decision};
use transect::{
    Aabb, ClipSpace, Extent, Frustum, Hull, Interval, Moving, Overlap, Passage, Plane, PlaneAt,
    PlaneThrough, Polytope, Region, Separation, Side, Triangle, overlap, separation,
};

use crate::random::Random;

const FAR: f64 = (1_u64 << 60) as f64;

/// Returns a box with random infinite bounds, and the same box with bounds of ±2⁶⁰ instead.
fn boxes<const D: usize>(random: &mut Random) -> [Aabb<D>; 2] {
    let mut bounds = [[[0.0; D]; 2]; 2];
    let [[min, max], [near_min, near_max]] = &mut bounds;
    for axis in 0..D {
        min[axis] = random.integer(4);
        max[axis] = min[axis] + random.below(4_u64) as f64;
        (near_min[axis], near_max[axis]) = (min[axis], max[axis]);
        if random.one_in(2) {
            (min[axis], near_min[axis]) = (f64::NEG_INFINITY, -FAR);
        }
        if random.one_in(2) {
            (max[axis], near_max[axis]) = (f64::INFINITY, FAR);
        }
    }
    bounds.map(|[min, max]| Aabb::new(min, max).expect("a box"))
}

fn point<const D: usize>(random: &mut Random) -> [f64; D] {
    std::array::from_fn(|_| random.integer(5))
}

fn plane<const D: usize>(random: &mut Random) -> Plane<D> {
    loop {
        let normal = std::array::from_fn(|_| random.integer(2));
        if let Ok(plane) = Plane::new(normal, random.integer(9)) {
            return plane;
        }
    }
}

fn extents_follow_the_definition<const D: usize>() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let ([aabb, large], plane) = (boxes::<D>(&mut random), plane::<D>(&mut random));
        assert_eq!(
            plane.extent(&aabb),
            plane.extent(&large),
            "{plane:?}, {aabb:?}"
        );
        let Interval {
            backmost,
            frontmost,
        } = plane.interval(&aabb);
        assert_eq!(
            backmost.is_infinite(),
            plane.interval(&large).backmost < -1e9
        );
        assert_eq!(
            frontmost.is_infinite(),
            plane.interval(&large).frontmost > 1e9
        );
        let points = std::array::from_fn(|_| point(&mut random));
        if let Ok(kept) = PlaneAt::new(point(&mut random), point(&mut random)) {
            assert_eq!(
                kept.extent(&aabb),
                kept.extent(&large),
                "{kept:?}, {aabb:?}"
            );
        }
        if let Ok(kept) = PlaneThrough::new(points) {
            assert_eq!(
                kept.extent(&aabb),
                kept.extent(&large),
                "{points:?}, {aabb:?}"
            );
        }
    }
}

#[test]
fn extents_of_unbounded_boxes() {
    extents_follow_the_definition::<2>();
    extents_follow_the_definition::<3>();
}

#[test]
fn the_box_without_bounds_meets_every_plane() -> Result<(), Box<dyn std::error::Error>> {
    let all = Aabb::new([f64::NEG_INFINITY; 3], [f64::INFINITY; 3])?;
    assert_eq!(
        (all.center(), all.half_sizes()),
        ([0.0; 3], [f64::INFINITY; 3])
    );
    for normal in [[0.0, 0.0, 5e-324], [1e300, -1e300, 0.0], [f64::MAX; 3]] {
        let plane = Plane::new(normal, f64::MAX)?;
        let expected = Extent {
            backmost: Side::Back,
            frontmost: Side::Front,
        };
        assert_eq!(plane.extent(&all), expected);
    }
    assert!(all.contains(&[f64::MAX, 0.0, -1.0]));
    assert!(ConvexRegion::from(all).planes().is_empty());
    let column = Aabb::new([1.0, f64::NEG_INFINITY, 1.0], [2.0, f64::INFINITY, 2.0])?;
    assert_eq!(
        "x = 1".parse::<Plane>()?.extent(&column),
        Extent {
            backmost: Side::On,
            frontmost: Side::Front
        }
    );
    assert_eq!(ConvexRegion::from(column).planes().len(), 4);
    let identity =
        std::array::from_fn(|row| std::array::from_fn(|column| f64::from(u8::from(row == column))));
    let frustum = Frustum::from_row_major(&identity, ClipSpace::ZeroToOne)?;
    assert_eq!(frustum.region().overlap(&all), Overlap::Meets);
    assert_eq!(frustum.region().overlap_conservative(&all), Overlap::Meets);
    assert_eq!(Region::<3>::new(&[]).overlap(&all), Overlap::Inside);
    assert_eq!(frustum.region().overlap(&column), Overlap::Meets);
    Ok(())
}

fn regions_follow_the_definition<const D: usize>() {
    let mut random = Random::new(2);
    let mut seen = [0; 3];
    for _ in 0..3_000 {
        let [aabb, large] = boxes::<D>(&mut random);
        let planes: Vec<_> = (0..random.below(6_usize))
            .map(|_| plane::<D>(&mut random))
            .collect();
        let region = Region::new(&planes);
        let expected = region.overlap(&large);
        assert_eq!(region.overlap(&aabb), expected, "{planes:?}, {aabb:?}");
        assert_eq!(
            region.overlap_conservative(&aabb),
            region.overlap_conservative(&large)
        );
        assert_eq!(
            region.plane_behind_which(&aabb),
            region.plane_behind_which(&large)
        );
        let decision = region.decide(&aabb);
        assert_eq!(decision.overlap(), expected);
        seen[expected as usize] += 1;
        if let Decision::Outside { planes: named } = decision {
            let enough = |left_out: Option<usize>| {
                let kept = named.iter().filter(|&&plane| Some(plane) != left_out);
                let kept: Vec<_> = kept.map(|&plane| planes[plane]).collect();
                Region::new(&kept).overlap(&large) == Overlap::Outside
            };
            assert!(enough(None) && named.iter().all(|&plane| !enough(Some(plane))));
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn regions_and_unbounded_boxes() {
    regions_follow_the_definition::<2>();
    regions_follow_the_definition::<3>();
}

fn separations_follow_the_definition<const D: usize>() {
    let mut random = Random::new(3);
    for case in 0..4_000 {
        let [aabb, large] = boxes::<D>(&mut random);
        let [other, other_large] = boxes::<D>(&mut random);
        let triangle =
            Triangle::new(std::array::from_fn(|_| point::<D>(&mut random))).expect("finite points");
        let hull =
            Hull::new((0..4).map(|_| point::<D>(&mut random)).collect::<Vec<_>>()).expect("points");
        let shapes: [[Box<dyn Polytope<D>>; 2]; 3] = [
            [Box::new(other), Box::new(other_large)],
            [Box::new(triangle), Box::new(triangle)],
            [Box::new(hull.clone()), Box::new(hull)],
        ];
        for [shape, bounded] in &shapes {
            let is_overlap = overlap(&large, bounded);
            assert_eq!(overlap(&aabb, shape), is_overlap, "{case}: {aabb:?}");
            assert_eq!(overlap(shape, &aabb), is_overlap);
            let expected = separation(&large, bounded);
            match (separation(&aabb, shape), expected) {
                (Separation::Apart { axis: Some(axis) }, Separation::Apart { .. }) => {
                    let across = Plane::new(axis, 0.0).expect("an axis");
                    let corners = |shape: &dyn Polytope<D>| -> Vec<[f64; D]> {
                        let corners = (0..shape.corner_count()).map(|index| shape.corner(index));
                        corners.map(|corner| corner.terms[0]).collect()
                    };
                    for p in corners(&aabb) {
                        for q in corners(shape) {
                            let step = std::array::from_fn(|axis| q[axis] - p[axis]);
                            assert_eq!(across.side(&step), Side::Front, "{case}: {axis:?}");
                        }
                    }
                    // Along the separating axis, neither shape extends to infinity toward the other shape.
                    assert!(across.interval(&aabb).frontmost.is_finite());
                    assert!(across.interval(shape).backmost.is_finite());
                }
                (
                    Separation::Overlapping { depth, .. },
                    Separation::Overlapping { depth: other, .. },
                ) => {
                    if depth.is_infinite() {
                        assert!(other > 1e9, "{case}: {other}");
                    } else {
                        let bound = 2.0_f64.powi(-37) * other;
                        assert!(
                            (depth - other).abs() <= bound,
                            "{case}: {depth}, {other}, {aabb:?}"
                        );
                    }
                }
                (found, expected) => panic!("{case}: {found:?} instead of {expected:?}"),
            }
        }
    }
}

#[test]
fn overlaps_and_separations_of_unbounded_boxes() {
    separations_follow_the_definition::<2>();
    separations_follow_the_definition::<3>();
    let all = Aabb::new([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]).expect("a box");
    let found = separation(&all, &[1.0, 2.0]);
    assert_eq!(
        found,
        Separation::Overlapping {
            depth: f64::INFINITY,
            axis: [0.0; 2]
        }
    );
    assert_eq!(found.translation(), None);
}

#[test]
fn closest_points_of_unbounded_boxes() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random::new(4);
    for _ in 0..20_000 {
        let [aabb, _] = boxes::<3>(&mut random);
        let plane = plane::<3>(&mut random);
        let Interval {
            backmost,
            frontmost,
        } = plane.interval(&aabb);
        if backmost.is_finite() && frontmost.is_finite() {
            continue;
        }
        let closest = plane.closest(&aabb);
        assert!(
            aabb.contains(&closest.point),
            "{plane:?}, {aabb:?}, {closest:?}"
        );
        match plane.side(&aabb) {
            // The nonzero coefficients of the normal are ±1 and ±2. Divisions by them are exact, so the coordinates of
            // the closest point are exact, too.
            Side::On => assert_eq!(
                (plane.side(&closest.point), closest.signed_distance),
                (Side::On, 0.0)
            ),
            side => assert_eq!(plane.side(&closest.point), side),
        }
    }
    let below = Aabb::new([0.0, 0.0, f64::NEG_INFINITY], [1.0; 3])?;
    let floor: Plane = "z = 0".parse()?;
    let contact = floor.contact(&below).ok_or("a contact")?;
    assert_eq!(
        (contact.depth, contact.deepest),
        (f64::INFINITY, [0.0, 0.0, f64::NEG_INFINITY])
    );
    Ok(())
}

#[test]
fn passages_of_unbounded_boxes() -> Result<(), Box<dyn std::error::Error>> {
    let above = Aabb::new(
        [f64::NEG_INFINITY, f64::NEG_INFINITY, 2.0],
        [f64::INFINITY; 3],
    )?;
    let floor: Plane = "z = 0".parse()?;
    let passage =
        |velocity| Ok::<_, transect::ShapeError>(floor.passage(&Moving::new(above, velocity)?));
    let through = Passage::Through {
        touches: 2.0,
        leaves: f64::INFINITY,
        from: Side::Front,
    };
    assert_eq!(passage([0.0, 0.0, -1.0])?, through);
    assert_eq!(
        passage([7.0, 0.0, 0.0])?,
        Passage::Never {
            side: Side::Front,
            is_parallel: true
        }
    );
    let wall: Plane = "x = 0".parse()?;
    let along = wall.passage(&Moving::new(above, [1.0, 0.0, 0.0])?);
    assert_eq!(
        along,
        Passage::Leaving {
            leaves: f64::INFINITY,
            toward: Side::Front
        }
    );
    Ok(())
}
