//! Tests small functions that other libraries also have (shadows, oblique near planes and the like), over many small
//! integers.

use transect::{
    Aabb, Camera, ClipSpace, ConvexPolygon, ConvexRegion, Frustum, FrustumSide, Parallelepiped,
    Plane, Side, Transform,
};

use crate::oracle::exact;
use crate::random::Random;

type Steps = Result<(), Box<dyn std::error::Error>>;

/// Returns planes with small integer coefficients.
fn planes() -> impl Iterator<Item = Plane> {
    (0..7 * 7 * 7 * 5).filter_map(|index| {
        let [a, b, c] = [1, 7, 49].map(|step| f64::from(index / step % 7 - 3));
        Plane::new([a, b, c], f64::from(index / 343 - 2)).ok()
    })
}

fn near(a: &[f64; 3], b: &[f64; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-13)
}

#[test]
fn constants_are_planes() {
    const FLOOR: Plane = match Plane::constant([0.0, 0.0, 2.0], -1.0) {
        Ok(plane) => plane,
        Err(_) => panic!("not a plane"),
    };
    assert_eq!(Plane::new([0.0, 0.0, 2.0], -1.0), Ok(FLOOR));
    for (axis, plane) in [Plane::X, Plane::Y, Plane::Z].into_iter().enumerate() {
        let mut point = [0.0; 3];
        assert_eq!(plane.side(&point), Side::On);
        point[axis] = 5e-324;
        assert!(plane.side(&point).is_front() && plane.flipped().side(&point).is_back());
    }
    assert_eq!(format!("{:?}", Plane::X), "Plane(x = 0)");
}

#[test]
fn formats_obey_the_precision() -> Steps {
    let plane: Plane = "2x + 3.14159y - 1 = 0".parse()?;
    assert_eq!(format!("{plane}"), "2x + 3.14159y - 1 = 0");
    assert_eq!(format!("{plane:.2}"), "2.00x + 3.14y - 1.00 = 0");
    assert_eq!(format!("{plane:?}"), "Plane(2x + 3.14159y - 1 = 0)");
    assert_eq!(format!("{:.1}", "z = 1.25".parse::<Plane>()?), "z = 1.2");
    assert_eq!(
        format!("{:.1}", "z = 1.25e30".parse::<Plane>()?),
        "z = 1.2e30"
    );
    Ok(())
}

#[test]
fn mirror_maps_mirror_points_and_are_their_own_inverse() {
    for plane in planes() {
        let map = Transform::mirror(&plane);
        let point = [1.0, -2.0, 3.0];
        let image = map.apply(&point);
        assert!(near(&image, &plane.mirror(&point)), "{plane}");
        assert!(near(&map.apply(&image), &point), "{plane}");
        assert!(map.determinant() < 0.0);
    }
}

#[test]
fn shadows_lie_on_the_plane_and_on_the_ray_from_the_light() {
    for plane in planes() {
        for light in [[4.0, 5.0, 7.0, 1.0], [1.0, 2.0, -3.0, 0.0]] {
            let [x, y, z, w] = light;
            let normal = plane.normal();
            let direction = normal[0] * x + normal[1] * y + normal[2] * z;
            let is_on = direction + plane.offset() * w == 0.0;
            let Some(matrix) = plane.shadow_matrix(light) else {
                assert!(is_on, "{plane} {light:?}");
                continue;
            };
            assert!(!is_on);
            let point = [1.0, 1.0, 2.0];
            let image: [f64; 4] = core::array::from_fn(|row| {
                (0..3)
                    .map(|column| matrix[column][row] * point[column])
                    .sum::<f64>()
                    + matrix[3][row]
            });
            if image[3].abs() < 1e-12 {
                continue; // the ray of light is parallel to the plane
            }
            let shadow = [0, 1, 2].map(|axis| image[axis] / image[3]);
            let size = 1.0 + shadow.iter().fold(0.0_f64, |most, c| most.max(c.abs()));
            assert!(
                plane.signed_distance(&shadow).abs() < 1e-12 * size,
                "{plane} {light:?}"
            );
            // The shadow lies on the ray of light through the point: the cross product of this ray and the vector from
            // the point to its shadow is zero.
            let ray: [f64; 3] = if w == 0.0 {
                [x, y, z]
            } else {
                [x - 1.0, y - 1.0, z - 2.0]
            };
            let way = [0, 1, 2].map(|axis| shadow[axis] - point[axis]);
            for (i, j) in [(0, 1), (1, 2), (2, 0)] {
                assert!(
                    (ray[i] * way[j] - ray[j] * way[i]).abs() < 1e-10 * size,
                    "{plane}"
                );
            }
        }
    }
}

/// Returns the columns of a perspective projection with the near plane at z = −1 and the far plane at z = −9.
fn projection(space: ClipSpace) -> [[f64; 4]; 4] {
    let (near, far) = (1.0, 9.0);
    let [scale, offset] = match space {
        ClipSpace::MinusOneToOne => [(far + near) / (near - far), 2.0 * far * near / (near - far)],
        ClipSpace::ZeroToOne => [far / (near - far), far * near / (near - far)],
        ClipSpace::ReversedZ => [near / (far - near), far * near / (far - near)],
    };
    [
        [1.5, 0.0, 0.0, 0.0],
        [0.0, 2.0, 0.0, 0.0],
        [0.0, 0.0, scale, -1.0],
        [0.0, 0.0, offset, 0.0],
    ]
}

#[test]
fn an_oblique_projection_has_the_given_near_plane_and_the_same_sides() -> Steps {
    let water = Plane::new([0.25, 0.5, -1.0], -2.0)?;
    for space in [
        ClipSpace::MinusOneToOne,
        ClipSpace::ZeroToOne,
        ClipSpace::ReversedZ,
    ] {
        let columns = projection(space);
        let old = Frustum::from_column_major(&columns, space)?;
        let new = Frustum::from_column_major(&space.with_near_plane(&columns, &water)?, space)?;
        for side in [
            FrustumSide::Left,
            FrustumSide::Right,
            FrustumSide::Bottom,
            FrustumSide::Top,
        ] {
            assert_eq!(new.plane(side), old.plane(side), "{space:?}");
        }
        let near = new
            .plane(FrustumSide::Near)
            .expect("a near plane")
            .normalized()?;
        let expected = water.normalized()?;
        assert!(
            near_plane(&near, &expected),
            "{space:?}: {near} is not {expected}"
        );
        // The new frustum is the old one with the plane `water` as its near plane. It must contain every point of the
        // old frustum that is in front of `water`.
        for index in 0..9 * 9 * 33 {
            let z = -9.0 + f64::from(index / 81) / 4.0;
            let [x, y] = [index % 9, index / 9 % 9].map(|step| f64::from(step - 4) / 4.0 * -z);
            let point = [x / 1.5 * 0.999, y / 2.0 * 0.999, z * 0.999];
            if old.contains(&point) && water.signed_distance(&point) > 1e-9 {
                assert!(new.contains(&point), "{space:?} {point:?}");
            }
            if new.contains(&point) {
                assert!(water.signed_distance(&point) > -1e-9, "{space:?} {point:?}");
            }
        }
        let behind = Plane::new([0.0, 0.0, -1.0], 2.0)?;
        assert!(space.with_near_plane(&columns, &behind).is_err());
        let beyond = Plane::new([0.0, 0.0, -1.0], -10.0)?;
        assert!(space.with_near_plane(&columns, &beyond).is_err());
        assert!(space.with_near_plane(&[[0.0; 4]; 4], &water).is_err());
    }
    Ok(())
}

/// Each plane that crosses an orthographic frustum can be its near plane: the frustum in front of it keeps its depths.
#[test]
fn a_near_plane_of_an_orthographic_projection_keeps_all_points_in_front_of_it() -> Steps {
    let [x, y] = [[0.5, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]];
    let spaces = [
        (
            ClipSpace::ZeroToOne,
            [[0.0, 0.0, -0.25, 0.0], [0.0, 0.0, -0.25, 1.0]],
        ),
        (
            ClipSpace::MinusOneToOne,
            [[0.0, 0.0, -0.5, 0.0], [0.0, 0.0, -1.5, 1.0]],
        ),
        (
            ClipSpace::ReversedZ,
            [[0.0, 0.0, 0.25, 0.0], [0.0, 0.0, 1.25, 1.0]],
        ),
    ];
    for (space, [z, w]) in spaces {
        let columns = [x, y, z, w];
        let old = Frustum::from_column_major(&columns, space)?;
        let corners = old.corners().expect("a far plane");
        let (mut valid, mut refused) = (0, 0);
        for plane in planes() {
            let plane = Plane::new(plane.normal(), plane.offset() + 0.375 * plane.normal()[2])?;
            let is_in_front = corners
                .iter()
                .any(|corner| plane.side(corner) == Side::Front);
            let Ok(oblique) = space.with_near_plane(&columns, &plane) else {
                assert!(!is_in_front, "{space:?} {plane}");
                refused += 1;
                continue;
            };
            assert!(is_in_front, "{space:?} {plane}");
            valid += 1;
            for index in 0..5 * 5 * 9 {
                let steps = [index % 5, index / 5 % 5, index / 25];
                let [x, y, z] = steps.map(f64::from);
                let point = [x - 2.0, (y - 2.0) / 2.0, -z / 2.0];
                let depth: f64 = oblique
                    .iter()
                    .zip([point[0], point[1], point[2], 1.0])
                    .map(|(c, p)| c[2] * p)
                    .sum();
                let value = plane.value(&point);
                let (near, far) = match space {
                    ClipSpace::ZeroToOne => (0.0, 1.0),
                    ClipSpace::MinusOneToOne => (-1.0, 1.0),
                    ClipSpace::ReversedZ => (1.0, 0.0),
                };
                let share = (depth - near) / (far - near);
                if value == 0.0 {
                    assert!(share.abs() < 1e-12, "{space:?} {plane} {point:?}");
                }
                if value > 0.0 && old.contains(&point) {
                    assert!(
                        (-1e-12..1.0 + 1e-12).contains(&share),
                        "{space:?} {plane} {point:?} {share}"
                    );
                }
            }
        }
        assert!(valid > 1000 && refused > 10, "{valid} {refused}");
    }
    Ok(())
}

/// An orthographic camera is a box in its own directions; numbers that need no rounding give its planes exactly.
#[test]
fn an_orthographic_camera_sees_a_box() -> Steps {
    let camera = Camera::looking([1.0, 2.0, 3.0], [0.0, 0.0, -2.0], [0.0, 3.0, 0.0]);
    let camera = camera
        .with_orthographic_height(Some(3.0))
        .with_aspect(2.0)
        .with_near(-1.0);
    let frustum = camera.with_far(Some(5.0)).frustum()?;
    let expected = Aabb::new([-2.0, 0.5, -2.0], [4.0, 3.5, 4.0])?;
    for index in 0..17 * 17 * 17 {
        let point =
            [index % 17, index / 17 % 17, index / 289].map(|step| f64::from(step - 6) / 2.0);
        assert_eq!(
            frustum.contains(&point),
            expected.contains(&point),
            "{point:?}"
        );
    }
    assert_eq!(camera.with_far(None).frustum()?.planes().len(), 5);
    for wrong in [
        camera.with_orthographic_height(Some(0.0)),
        camera.with_orthographic_height(Some(f64::NAN)),
        camera.with_orthographic_height(None),
        camera.with_near(f64::INFINITY),
        camera.with_far(Some(-1.0)),
    ] {
        assert!(wrong.frustum().is_err(), "{wrong:?}");
    }
    Ok(())
}

/// The box around an image contains the exact image of each corner, and no smaller box of floats does.
#[test]
fn a_box_around_an_image_is_the_smallest_one() -> Steps {
    let mut random = Random::new(7);
    for case in 0..2_000 {
        let mut number = || {
            let scale = random.pick(&[1.0, 0.1, 1e-3, 1e8]);
            random.integer(9) * scale
        };
        let map = Transform {
            columns: [
                [number(), number(), number()],
                [number(), number(), number()],
                [number(), number(), number()],
                [number(), number(), number()],
            ],
        };
        let aabb = Aabb::from_corners(
            [number(), number(), number()],
            [number(), number(), number()],
        )?;
        let image = aabb.transformed(&map)?;
        for axis in 0..3 {
            // The sign of (image of a corner) − bound.
            let signs = |bound: f64| {
                let corners = (0..8_usize).map(move |corner| {
                    let mut terms = vec![(map.columns[3][axis], 1.0), (bound, -1.0)];
                    for (column, side) in [corner & 1, corner >> 1 & 1, corner >> 2]
                        .into_iter()
                        .enumerate()
                    {
                        let coordinate = [aabb.min(), aabb.max()][side][column];
                        terms.push((map.columns[column][axis], coordinate));
                    }
                    exact::sign(&terms)
                });
                corners.collect::<Vec<_>>()
            };
            let (min, max) = (image.min()[axis], image.max()[axis]);
            assert!(
                signs(min).iter().all(|sign| sign.is_ge()),
                "case {case}: {map:?} {aabb:?}"
            );
            assert!(
                signs(max).iter().all(|sign| sign.is_le()),
                "case {case}: {map:?} {aabb:?}"
            );
            assert!(
                signs(min.next_up()).iter().any(|sign| sign.is_lt()),
                "case {case}: {map:?} {aabb:?}"
            );
            assert!(
                signs(max.next_down()).iter().any(|sign| sign.is_gt()),
                "case {case}: {map:?} {aabb:?}"
            );
        }
    }
    let all = Aabb::new(
        [f64::NEG_INFINITY, 0.0, 1.0],
        [f64::INFINITY, 1.0, f64::INFINITY],
    )?;
    let swapped = [[0.0, 1.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0; 3]];
    let image = all.transformed(&Transform { columns: swapped })?;
    let expected = Aabb::new(
        [0.0, f64::NEG_INFINITY, f64::NEG_INFINITY],
        [2.0, f64::INFINITY, -1.0],
    )?;
    assert_eq!(image, expected);
    let nan = Transform {
        columns: [[f64::NAN; 3]; 4],
    };
    assert!(all.transformed(&nan).is_err());
    Ok(())
}

/// The region of an oriented box has six planes, contains the box, and is hardly larger.
#[test]
fn the_region_of_an_oriented_box_has_its_faces() -> Steps {
    let mut random = Random::new(8);
    let mut solid = 0;
    for case in 0..2_000 {
        let mut vector = || [0, 1, 2].map(|_| random.integer(20) * 0.1);
        let turned = Parallelepiped::new(vector(), [vector(), vector(), vector()])?;
        let [u, v, w] = turned.half_axes();
        let Ok(region) = ConvexRegion::try_from(&turned) else {
            assert!(
                Plane::through([[0.0; 3], u, v]).is_err()
                    || Plane::through([[0.0; 3], v, w]).is_err()
                    || Plane::through([[0.0; 3], w, u]).is_err(),
                "case {case}"
            );
            continue;
        };
        solid += 1;
        assert_eq!(region.planes().len(), 6);
        for plane in region.planes() {
            assert_ne!(
                plane.extent(&turned).backmost,
                Side::Back,
                "case {case}: {turned:?} {plane}"
            );
            assert!(
                plane.interval(&turned).backmost < 1e-14,
                "case {case}: {turned:?} {plane}"
            );
        }
    }
    assert!(solid > 1_900);
    let camera = Camera::looking([0.0; 3], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]);
    let frustum = camera.with_far(Some(10.0)).frustum()?;
    assert_eq!(ConvexRegion::from(&frustum).planes(), frustum.planes());
    Ok(())
}

fn near_plane(a: &Plane, b: &Plane) -> bool {
    near(&a.normal(), &b.normal()) && (a.offset() - b.offset()).abs() < 1e-12
}

#[test]
fn boxes_grow_shrink_and_intersect() -> Steps {
    let corner = |index: i32| [index % 4, index / 4 % 4].map(f64::from);
    let boxes: Vec<Aabb<2>> = (0..16 * 16)
        .filter_map(|index| Aabb::new(corner(index), corner(index / 16)).ok())
        .collect();
    let grid: Vec<[f64; 2]> = (0..81)
        .map(|index| [index % 9, index / 9].map(|step| f64::from(step) / 2.0))
        .collect();
    for a in &boxes {
        assert_eq!(a.grow(0.5)?.grow(-0.5)?, *a);
        assert_eq!(a.size(), [0, 1].map(|axis| a.max()[axis] - a.min()[axis]));
        for b in &boxes {
            let common = a.intersection(b);
            for point in &grid {
                let in_both = a.contains(&point) && b.contains(&point);
                assert_eq!(
                    common.is_some_and(|common| common.contains(&point)),
                    in_both
                );
            }
        }
    }
    Ok(())
}

#[test]
fn a_polygon_faces_its_counter_clockwise_side() -> Steps {
    for plane in planes() {
        let frame = transect::Frame::of(&plane);
        let corners: Vec<[f64; 3]> = [[0.0, 0.0], [4.0, 0.0], [5.0, 3.0], [1.0, 4.0]]
            .iter()
            .map(|corner| frame.to_3d(corner))
            .collect();
        let own = ConvexPolygon::new(corners)?.plane()?;
        let front = [0, 1, 2].map(|axis| frame.origin()[axis] + plane.normal()[axis]);
        assert_eq!(own.side(&front), Side::Front, "{plane}");
    }
    Ok(())
}

#[test]
fn a_frustum_answers_as_its_region() -> Steps {
    let camera = Camera::looking([0.0; 3], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]);
    let frustum = camera.with_far(Some(10.0)).frustum()?;
    for index in 0..7 * 7 * 13 {
        let center = [index % 7 - 3, index / 7 % 7 - 3, -(index / 49)].map(f64::from);
        let aabb = Aabb::from_center(center, [0.5; 3])?;
        assert_eq!(frustum.overlap(&aabb), frustum.region().overlap(&aabb));
        assert_eq!(
            frustum.contains(&center),
            frustum.region().contains(&center)
        );
    }
    Ok(())
}
