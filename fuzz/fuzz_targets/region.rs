//! The exact overlap of a shape with a region agrees with the conservative overlap (which may report `Meets` for a
//! shape outside the region), with the overlaps of the shape's parts and with separating axes. The corners of a region
//! lie in the region.
#![no_main]
use libfuzzer_sys::fuzz_target;
use transect::region::{ConvexRegion, Decision, Overlap};
use transect::{
    Aabb, MeetingPoint, Plane, Polytope, Region, Segment, Side, Sphere, Triangle, overlap,
};

mod numbers;
use numbers::Numbers;

/// Checks the properties that the overlap of every shape has, and returns the exact overlap.
fn checked_overlap<const D: usize>(region: &Region<'_, D>, shape: &impl Polytope<D>) -> Overlap {
    let exact = region.overlap(shape);
    let conservative = region.overlap_conservative(shape);
    assert!(exact == conservative || (exact, conservative) == (Overlap::Outside, Overlap::Meets));
    assert!(exact == Overlap::Outside || !region.is_empty());
    let decision = region.decide(shape);
    assert_eq!(decision.overlap(), exact);
    if let Decision::Outside { planes } = decision {
        let deciding: Vec<_> = planes.iter().map(|&index| region.planes()[index]).collect();
        assert_eq!(Region::new(&deciding).overlap(shape), Overlap::Outside);
    }
    exact
}

fn ball<const D: usize>(region: &Region<'_, D>, center: &[f64; D], radius: f64) -> Overlap {
    region.overlap_sphere(&Sphere::new(*center, radius).expect("finite"))
}

fn check<const D: usize>(numbers: &mut Numbers<'_>) -> Option<()> {
    let [p, q, r] = numbers.points::<D, 3>()?;
    let radius = numbers.number()?.abs();
    let mut planes = Vec::new();
    while let (Some(plane), 0..6) = (numbers.plane::<D>(), planes.len()) {
        planes.push(plane);
    }
    let region = Region::new(&planes);
    assert_eq!(region.contradiction().is_some(), region.is_empty());

    let holds = [p, q, r].map(|point| region.contains(&point));
    for (point, holds) in [p, q, r].iter().zip(holds) {
        let expected = if holds {
            Overlap::Inside
        } else {
            Overlap::Outside
        };
        assert_eq!(checked_overlap(&region, point), expected);
        assert_eq!(ball(&region, point, 0.0), expected);
        let ball = ball(&region, point, radius);
        assert!(ball != Overlap::Outside || !holds);
        assert!(ball != Overlap::Inside || holds);
    }
    let segment = checked_overlap(&region, &Segment::new(p, q).expect("finite points"));
    let triangle = checked_overlap(&region, &Triangle::new([p, q, r]).expect("finite points"));
    let aabb = checked_overlap(&region, &Aabb::from_corners(p, q).expect("finite"));
    assert_eq!(segment == Overlap::Inside, holds[0] && holds[1]);
    assert_eq!(
        triangle == Overlap::Inside,
        holds[0] && holds[1] && holds[2]
    );
    // The segment is part of the triangle and of the box. So if the segment is not outside the region, neither the
    // triangle nor the box is outside.
    assert!(
        segment == Overlap::Outside || (triangle != Overlap::Outside && aabb != Overlap::Outside)
    );

    let boundary = region.boundary();
    assert!(boundary.vertices.is_empty() || !region.is_empty());
    for vertex in &boundary.vertices {
        let through: Vec<&Plane<D>> = vertex.planes.iter().map(|&index| &planes[index]).collect();
        let Some(corner) = corner(&through) else {
            panic!("no point: {vertex:?}")
        };
        for (index, plane) in planes.iter().enumerate() {
            let side = plane.side(&corner);
            assert!(side != Side::Back && (side == Side::On) == vertex.planes.contains(&index));
        }
    }
    if D == 3 && region.is_bounded() && boundary.faces.len() > 1 {
        let [vertices, edges] = [boundary.vertices.len(), boundary.edges.len()];
        assert_eq!(vertices + boundary.faces.len(), edges + 2);
    }
    Some(())
}

/// Tries all choices of D planes. Returns the common point of the first D planes that have a single common point.
fn corner<const D: usize>(planes: &[&Plane<D>]) -> Option<MeetingPoint<D>> {
    let count = planes.len();
    let mut choices = (0..count.pow(D as u32)).map(|choice| {
        core::array::from_fn(|axis| *planes[choice / count.pow(axis as u32) % count])
    });
    choices.find_map(|chosen| MeetingPoint::new(chosen).ok())
}

fn check_axes<const D: usize>(numbers: &mut Numbers<'_>) -> Option<()> {
    let [a, b, c, d, e] = numbers.points::<D, 5>()?;
    let first = Aabb::from_corners(a, b).expect("finite");
    let second = Aabb::from_corners(c, d).expect("finite");
    let triangle = Triangle::new([c, d, e]).expect("finite points");
    let region = ConvexRegion::from(first);
    let boxes = (0..D).all(|axis| {
        first.min()[axis] <= second.max()[axis] && second.min()[axis] <= first.max()[axis]
    });
    assert_eq!(overlap(&first, &second), boxes);
    assert_eq!(overlap(&second, &first), boxes);
    assert_eq!(region.region().overlap(&second) != Overlap::Outside, boxes);
    let triangles = overlap(&first, &triangle);
    assert_eq!(overlap(&triangle, &first), triangles);
    assert_eq!(
        region.region().overlap(&triangle) != Overlap::Outside,
        triangles
    );
    assert_eq!(overlap(&first, &e), first.contains(&e));
    assert_eq!(
        overlap(&Segment::new(a, b).expect("finite points"), &triangle),
        overlap(&triangle, &Segment::new(b, a).expect("finite points"))
    );
    if let Ok(hull) = ConvexRegion::hull_of(&[a, b, c, d, e]) {
        assert!(
            [a, b, c, d, e]
                .iter()
                .all(|point| hull.region().contains(point))
        );
    }
    Some(())
}

fuzz_target!(|bytes: &[u8]| {
    let numbers = &mut Numbers(bytes);
    match numbers.byte().map(|byte| byte % 4) {
        Some(0) => check::<2>(numbers),
        Some(1) => check::<3>(numbers),
        Some(2) => check_axes::<2>(numbers),
        _ => check_axes::<3>(numbers),
    };
});
