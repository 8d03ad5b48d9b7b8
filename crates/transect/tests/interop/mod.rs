//! Tests conversions of types of other libraries, one feature per library: `cargo test --all-features --test tests
//! interop::`.

mod door;
#[cfg(feature = "glam_0_33")]
#[path = "../../examples/questions_about_planes.rs"]
mod questions_about_planes;
#[cfg(feature = "serde_1")]
mod serde;
#[cfg(any(
    feature = "glam_0_30",
    feature = "glam_0_32",
    feature = "glam_0_33",
    feature = "glam_0_34",
    feature = "nalgebra_0_34",
    feature = "nalgebra_0_35",
    feature = "mint_0_5"
))]
mod vectors;

use transect::interop::{Coordinates, RoundedFrom};
use transect::{Aabb, Capsule, Interval, Plane, Segment, Sphere, Triangle};

/// The result of a test whose steps may fail.
type Steps = Result<(), Box<dyn std::error::Error>>;

#[test]
fn arrays_and_tuples() -> Steps {
    assert_eq!([0.1_f32, 2.0].coordinates(), [f64::from(0.1_f32), 2.0]);
    assert_eq!((1.0, 2.0, 3.0).coordinates(), [1.0, 2.0, 3.0]);
    assert_eq!(
        <(f32, f32)>::rounded_from([0.1, 1e300]),
        (0.1, f32::INFINITY)
    );
    // A number half-way between two f32 values rounds to the even one; a number too small for f32 rounds to zero.
    let half_way = 1.0 + f64::from(f32::EPSILON) / 2.0;
    assert_eq!(<[f32; 2]>::rounded_from([half_way, 1e-60]), [1.0, 0.0]);

    let aabb = Aabb::new([0.0, 1.0], [2.0, 3.0])?;
    assert_eq!(<[[f64; 2]; 2]>::from(aabb), [[0.0, 1.0], [2.0, 3.0]]);
    assert_eq!(Aabb::try_from([[0.0, 1.0], [2.0, 3.0]])?, aabb);
    assert!(Aabb::try_from([[0.0, 1.0], [2.0, 0.5]]).is_err());
    let ends = [[0.0; 3], [1.0; 3]];
    assert_eq!(<[[f64; 3]; 2]>::from(Segment::try_from(ends)?), ends);
    let corners = [[0.0; 3], [1.0; 3], [2.0; 3]];
    assert_eq!(<[[f64; 3]; 3]>::from(Triangle::try_from(corners)?), corners);
    assert_eq!(
        <[f64; 4]>::from(Sphere::try_from([1.0, 2.0, 3.0, 4.0])?),
        [1.0, 2.0, 3.0, 4.0]
    );
    assert_eq!(
        <[f64; 3]>::from(Sphere::try_from([1.0, 2.0, 4.0])?),
        [1.0, 2.0, 4.0]
    );
    assert!(Sphere::<2>::try_from([1.0, 2.0, -4.0]).is_err());
    let capsule = Capsule::try_from([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])?;
    assert_eq!(
        (capsule.ends(), capsule.radius()),
        ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 7.0)
    );
    assert_eq!(
        <[f64; 7]>::from(capsule),
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
    );
    Ok(())
}

#[test]
fn bytes_of_arrays() -> Steps {
    let plane = Plane::new([1.0, 2.0, 3.0], 4.0)?;
    let array = <[f64; 4]>::from(plane);
    let expected: Vec<u8> = [1.0_f64, 2.0, 3.0, 4.0]
        .into_iter()
        .flat_map(f64::to_ne_bytes)
        .collect();
    assert_eq!(bytemuck::bytes_of(&array), expected);
    let boxes = [Aabb::new([0.0; 3], [1.0; 3])?; 2].map(<[[f64; 3]; 2]>::from);
    assert_eq!(bytemuck::cast_slice::<_, u8>(&boxes).len(), 96);
    let single = <[f32; 4]>::rounded_from(array);
    assert_eq!(bytemuck::bytes_of(&single)[..4], 1.0_f32.to_ne_bytes());
    assert_eq!(
        <[f64; 2]>::from(Interval {
            backmost: -1.0,
            frontmost: 2.0
        }),
        [-1.0, 2.0]
    );
    Ok(())
}

/// Makes the tests of one version of `glam`.
#[cfg(any(
    feature = "glam_0_30",
    feature = "glam_0_32",
    feature = "glam_0_33",
    feature = "glam_0_34"
))]
macro_rules! glam {
    ($library:ident) => {
        use transect::{ClipSpace, Frustum, Side, Transform, TransformError};
        use $library::{
            Affine3A, DAffine3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat4, Quat, Vec2, Vec3, Vec3A,
            Vec4,
        };
        door::space::<Vec3>()?;
        door::space::<DVec3>()?;
        door::same_type::<Vec3>()?;
        door::same_type::<Vec3A>()?;
        door::flat::<Vec2>()?;
        vectors::points(Vec3::new(0.0, 0.0, 0.1), DVec3::new(0.0, 0.0, 0.1))?;
        vectors::points(Vec3A::new(0.0, 0.0, 0.1), DVec3::new(0.0, 0.0, 0.1))?;
        vectors::through(DVec3::new(7.0, 8.0, 0.1))?;
        vectors::flat(Vec2::new(3.0, 4.0), Vec3::new(3.0, 4.0, -25.0))?;
        vectors::flat(DVec2::new(3.0, 4.0), DVec3::new(3.0, 4.0, -25.0))?;
        vectors::plane(Vec4::new(2.0, 3.0, 6.0, -17.0))?;
        vectors::plane(DVec4::new(2.0, 3.0, 6.0, -17.0))?;
        let plane = Plane::new([0.1, 0.2, 0.3], 0.4)?;
        assert_eq!(DVec4::from(plane), DVec4::new(0.1, 0.2, 0.3, 0.4));
        assert_eq!(
            Vec4::rounded_from(plane.into()),
            Vec4::new(0.1, 0.2, 0.3, 0.4)
        );
        assert_eq!(
            Vec3A::rounded_from([0.1, 1.0, 2.0]),
            Vec3A::new(0.1, 1.0, 2.0)
        );

        // Values of `glam` can be passed to the library as a normal, as points by reference and by value, as matrices,
        // as affine maps and as rotations.
        let floor = Plane::new(Vec3::Z, -0.5)?;
        let point = Vec3::new(1.0, 2.0, 0.75);
        assert_eq!(floor.side(&point), Side::Front);
        assert_eq!(
            (floor.value(&point), floor.signed_distance(&point)),
            (0.25, 0.25)
        );
        assert_eq!(floor.project(&point), Vec3::new(1.0, 2.0, 0.5));
        let camera = Mat4::from_cols_array_2d(&[
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, -1.5, -1.0],
            [0.0, 0.0, -1.5, 0.0],
        ]);
        let frustum = Frustum::from_column_major(&camera, ClipSpace::ZeroToOne)?;
        assert!(frustum.contains(&Vec3::new(0.0, 0.0, -1.0)));
        assert!(!frustum.contains(&DVec3::new(0.0, 0.0, -0.999)));
        assert_eq!(
            frustum,
            Frustum::from_column_major(&camera.to_cols_array_2d(), ClipSpace::ZeroToOne)?
        );
        let projection = Transform::try_from(camera);
        let row = [0.0, 0.0, -1.0, 0.0];
        assert_eq!(projection, Err(TransformError::NotAffine { row }));
        let shift = Vec3::new(0.1, 2.0, 3.0);
        let moved = Transform::try_from(Mat4::from_translation(shift))?;
        assert_eq!(moved.apply(&[0.0; 3]), [f64::from(0.1_f32), 2.0, 3.0]);
        assert_eq!(moved, Affine3A::from_translation(shift).into());
        let shift = DVec3::new(0.1, 2.0, 3.0);
        let moved = Transform::try_from(DMat4::from_translation(shift))?;
        assert_eq!(moved.apply(&[0.0; 3]), [0.1, 2.0, 3.0]);
        assert_eq!(moved, DAffine3::from_translation(shift).into());
        let half_turn = [
            Quat::from_xyzw(0.0, 0.0, 1.0, 0.0).into(),
            DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0).into(),
        ];
        assert_eq!(
            half_turn.map(|map: Transform| map.apply(&[1.0, 2.0, 3.0])),
            [[-1.0, -2.0, 3.0]; 2]
        );
    };
}

#[cfg(feature = "glam_0_30")]
#[test]
fn glam_0_30() -> Steps {
    glam!(glam_0_30);
    Ok(())
}

#[cfg(feature = "glam_0_32")]
#[test]
fn glam_0_32() -> Steps {
    glam!(glam_0_32);
    Ok(())
}

#[cfg(feature = "glam_0_33")]
#[test]
fn glam_0_33() -> Steps {
    glam!(glam_0_33);
    Ok(())
}

#[cfg(feature = "glam_0_34")]
#[test]
fn glam_0_34() -> Steps {
    glam!(glam_0_34);
    Ok(())
}

#[test]
fn single_precision_is_widened_exactly() -> Steps {
    use transect::{Aabb, Extent, Overlap, Side};
    let tenth = Plane::new([0.0, 0.0, 1.0], -0.1)?;
    // 0.1 in f32 is greater than 0.1 in f64.
    assert_eq!(tenth.side(&[0.0_f32, 0.0, 0.1]), Side::Front);
    assert_eq!(tenth.side(&[0.0, 0.0, 0.1]), Side::On);
    assert_eq!(
        tenth.extent(&[0.0_f32, 0.0, 0.1]),
        Extent::of_point(Side::Front)
    );
    let above = f64::from(0.1_f32) - 0.1;
    assert_eq!(tenth.value(&[0.0_f32, 0.0, 0.1]), above);
    assert_eq!(tenth.signed_distance(&[0.0_f32, 0.0, 0.1]), above);
    // A point comes back in its own type: 0.1 − (0.1_f32 − 0.1) is rounded to f32.
    assert_eq!(tenth.mirror(&[0.0_f32, 0.0, 0.1])[2], (0.1 - above) as f32);
    assert_eq!(
        tenth.mirror(&[0.0_f32, 0.0, 0.1].coordinates())[2],
        0.1 - above
    );
    let normal = [0.0_f32, 0.0, 0.1];
    assert_eq!(
        Plane::new(normal, 0.5)?.normal(),
        [0.0, 0.0, f64::from(0.1_f32)]
    );
    let aabb = Aabb::new([0.0; 3], [1.0, 1.0, 0.1])?;
    assert!(!aabb.contains(&[0.0_f32, 0.0, 0.1]) && aabb.contains(&[0.0, 0.0, 0.1]));
    let planes = [tenth.flipped()];
    let region = transect::Region::new(&planes);
    assert!(!region.contains(&[0.0_f32, 0.0, 0.1]) && region.contains(&[0.0, 0.0, 0.1]));
    assert_eq!(region.overlap(&[0.0_f32, 0.0, 0.1]), Overlap::Outside);
    Ok(())
}

/// Makes the tests of one version of `nalgebra`.
#[cfg(any(feature = "nalgebra_0_34", feature = "nalgebra_0_35"))]
macro_rules! nalgebra {
    ($library:ident) => {
        use $library::{Point2, Point3, Vector2, Vector3, Vector4};
        door::space::<Point3<f32>>()?;
        door::space::<Vector3<f64>>()?;
        door::same_type::<Point3<f32>>()?;
        door::flat::<Vector2<f32>>()?;
        vectors::points(
            Point3::new(0.0_f32, 0.0, 0.1),
            Point3::new(0.0_f64, 0.0, 0.1),
        )?;
        vectors::through(Point3::new(7.0, 8.0, 0.1))?;
        vectors::flat(Point2::new(3.0_f32, 4.0), Vector3::new(3.0_f32, 4.0, -25.0))?;
        vectors::flat(Point2::new(3.0_f64, 4.0), Vector3::new(3.0_f64, 4.0, -25.0))?;
        vectors::plane(Vector4::new(2.0_f32, 3.0, 6.0, -17.0))?;
        vectors::plane(Vector4::new(2.0_f64, 3.0, 6.0, -17.0))?;
        let plane = Plane::new([0.1, 0.2, 0.3], 0.4)?;
        assert_eq!(
            Vector4::<f64>::from(plane),
            Vector4::new(0.1, 0.2, 0.3, 0.4)
        );
        assert_eq!(
            Vector4::<f32>::rounded_from(plane.into()),
            Vector4::new(0.1, 0.2, 0.3, 0.4)
        );
    };
}

#[cfg(feature = "nalgebra_0_34")]
#[test]
fn nalgebra_0_34() -> Steps {
    nalgebra!(nalgebra_0_34);
    Ok(())
}

#[cfg(feature = "nalgebra_0_35")]
#[test]
fn nalgebra_0_35() -> Steps {
    nalgebra!(nalgebra_0_35);
    Ok(())
}

#[cfg(feature = "mint_0_5")]
#[test]
fn mint() -> Steps {
    use mint_0_5::{ColumnMatrix4, Point2, Point3, RowMatrix4, Vector3, Vector4};
    use transect::{ClipSpace, Frustum};
    door::space::<Point3<f32>>()?;
    door::same_type::<Vector3<f32>>()?;
    door::flat::<Point2<f32>>()?;
    let columns = [
        [1.0_f32, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, -1.5, -1.0],
        [0.0, 0.0, -1.5, 0.0],
    ];
    let rows = [
        [1.0_f32, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, -1.5, -1.5],
        [0.0, 0.0, -1.0, 0.0],
    ];
    let frustum = Frustum::from_column_major(&columns, ClipSpace::ZeroToOne)?;
    assert_eq!(
        Frustum::from_column_major(&ColumnMatrix4::from(columns), ClipSpace::ZeroToOne)?,
        frustum
    );
    assert_eq!(
        Frustum::from_column_major(&RowMatrix4::from(rows), ClipSpace::ZeroToOne)?,
        frustum
    );
    vectors::points(
        Point3::from([0.0_f32, 0.0, 0.1]),
        Point3::from([0.0_f64, 0.0, 0.1]),
    )?;
    vectors::through(Point3::from([7.0, 8.0, 0.1]))?;
    vectors::flat(
        Point2::from([3.0_f32, 4.0]),
        Vector3::from([3.0_f32, 4.0, -25.0]),
    )?;
    vectors::flat(
        Point2::from([3.0_f64, 4.0]),
        Vector3::from([3.0_f64, 4.0, -25.0]),
    )?;
    vectors::plane(Vector4::from([2.0_f32, 3.0, 6.0, -17.0]))?;
    vectors::plane(Vector4::from([2.0_f64, 3.0, 6.0, -17.0]))?;
    let plane = Plane::new([0.1, 0.2, 0.3], 0.4)?;
    assert_eq!(
        Vector4::<f64>::from(plane),
        Vector4::from([0.1, 0.2, 0.3, 0.4])
    );
    Ok(())
}

#[cfg(feature = "approx_0_5")]
#[test]
fn approx() -> Steps {
    use approx_0_5::{abs_diff_eq, relative_eq, ulps_eq};
    use transect::Hull;
    let plane = Plane::new([0.0, 3.0, 4.0], 10.0)?;
    let unit = Plane::new([0.0, 0.6, 0.8], 2.0)?;
    assert!(ulps_eq!(plane.normalized()?, unit, max_ulps = 1));
    assert!(!relative_eq!(plane, unit));
    let [near, far] = [1e-9, 1e-3].map(|by| Plane::new([0.0, 0.6, 0.8], 2.0 + by));
    assert!(abs_diff_eq!(near?, unit, epsilon = 1e-8));
    assert!(!abs_diff_eq!(far?, unit, epsilon = 1e-8));
    let tilted = Plane::new([0.1, 0.6, 0.8], 2.0)?;
    assert!(!abs_diff_eq!(tilted, unit, epsilon = 1e-8));
    assert!(relative_eq!(
        Sphere::new([1e9, 0.0], 1.0)?,
        Sphere::new([1e9 + 1e-7, 0.0], 1.0)?
    ));
    // Two hulls are approximately equal only if they have the same number of points and each pair of points is close.
    // These hulls have one and two points.
    let [one, two] = [Hull::new([[0.0; 3]])?, Hull::new([[0.0; 3]; 2])?];
    assert!(abs_diff_eq!(one, one) && !abs_diff_eq!(one, two));
    Ok(())
}

/// Runs the program of `examples/`, which users copy, to its end. Its assertions must hold.
#[cfg(feature = "glam_0_33")]
#[test]
fn questions_about_planes_in_f32() {
    questions_about_planes::main().expect("the program runs to its end");
}
