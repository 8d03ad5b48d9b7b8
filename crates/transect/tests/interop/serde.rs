//! Tests of `serde`: fields are written by name, and values are read through the constructors.

use super::*;
use serde_1::Serialize;
use serde_1::de::DeserializeOwned;
use std::fmt::Debug;
use transect::region::{ConvexRegion, Overlap};
use transect::{
    Cone, ConvexPolygon, Cylinder, Ellipsoid, Extent, Hull, Line, MeetingPoint, Parallelepiped,
    PlaneThrough, Ray, Side,
};

/// Returns the text of a value, after checking that the text reads back as the same value.
fn text<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    value: T,
) -> Result<String, serde_json::Error> {
    let text = serde_json::to_string(&value)?;
    assert_eq!(serde_json::from_str::<T>(&text)?, value);
    Ok(text)
}

fn refusal<T: DeserializeOwned>(text: &str) -> String {
    let error = serde_json::from_str::<T>(text).err();
    error.map_or_else(|| format!("{text} was taken"), |error| error.to_string())
}

#[test]
fn names_of_fields_are_kept() -> Steps {
    let plane = Plane::new([2.0, 3.0, 6.0], -17.0)?;
    assert_eq!(text(plane)?, r#"{"normal":[2.0,3.0,6.0],"offset":-17.0}"#);
    assert_eq!(
        text(Plane::new([0.1, 1e-320], 1e300)?)?,
        r#"{"normal":[0.1,1e-320],"offset":1e+300}"#
    );
    let points = [[0.0, 0.0], [1.0, 0.0]];
    assert_eq!(
        text(PlaneThrough::new(points)?)?,
        r#"{"points":[[0.0,0.0],[1.0,0.0]]}"#
    );
    let [x, y] = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([0.0, 1.0], 0.0)?];
    let planes =
        r#"{"planes":[{"normal":[1.0,0.0],"offset":0.0},{"normal":[0.0,1.0],"offset":0.0}]}"#;
    assert_eq!(text(MeetingPoint::new([x, y])?)?, planes);
    assert_eq!(text(ConvexRegion::new([x, y]))?, planes);
    let line = r#"{"origin":[0.0,1.0],"direction":[1.0,2.0]}"#;
    assert_eq!(text(Line::new([0.0, 1.0], [1.0, 2.0])?)?, line);
    assert_eq!(text(Ray::new([0.0, 1.0], [1.0, 2.0])?)?, line);
    assert_eq!(
        text(Segment::try_from(points)?)?,
        r#"{"ends":[[0.0,0.0],[1.0,0.0]]}"#
    );
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    assert_eq!(
        text(Triangle::try_from(corners)?)?,
        r#"{"corners":[[0.0,0.0],[1.0,0.0],[0.0,1.0]]}"#
    );
    assert_eq!(
        text(ConvexPolygon::new(corners)?)?,
        r#"{"corners":[[0.0,0.0],[1.0,0.0],[0.0,1.0]]}"#
    );
    assert_eq!(
        text(Hull::new(corners)?)?,
        r#"{"points":[[0.0,0.0],[1.0,0.0],[0.0,1.0]]}"#
    );
    assert_eq!(
        text(Aabb::new([0.0; 2], [1.0; 2])?)?,
        r#"{"min":[0.0,0.0],"max":[1.0,1.0]}"#
    );
    assert_eq!(
        text(Sphere::new([1.0; 2], 2.0)?)?,
        r#"{"center":[1.0,1.0],"radius":2.0}"#
    );
    let [start, end] = [[0.0; 3], [0.0, 0.0, 1.0]];
    let ends = r#"{"ends":[[0.0,0.0,0.0],[0.0,0.0,1.0]],"radius":2.0}"#;
    assert_eq!(text(Capsule::new(start, end, 2.0)?)?, ends);
    assert_eq!(text(Cylinder::new(start, end, 2.0)?)?, ends);
    assert_eq!(
        text(Cone::new(start, end, 2.0)?)?,
        r#"{"apex":[0.0,0.0,0.0],"base":[0.0,0.0,1.0],"radius":2.0}"#
    );
    let half_axes = r#"{"center":[1.0,1.0],"half_axes":[[0.0,0.0],[1.0,0.0]]}"#;
    assert_eq!(text(Ellipsoid::new([1.0; 2], points)?)?, half_axes);
    assert_eq!(text(Parallelepiped::new([1.0; 2], points)?)?, half_axes);
    Ok(())
}

#[test]
fn answers_go_by_name() -> Steps {
    assert_eq!(
        text([Side::Back, Side::On, Side::Front])?,
        r#"["back","on","front"]"#
    );
    let overlaps = [Overlap::Outside, Overlap::Meets, Overlap::Inside];
    assert_eq!(text(overlaps)?, r#"["outside","meets","inside"]"#);
    let extent = Extent {
        backmost: Side::On,
        frontmost: Side::Front,
    };
    assert_eq!(text(extent)?, r#"{"backmost":"on","frontmost":"front"}"#);
    let interval = Interval {
        backmost: -1.5,
        frontmost: 2.0,
    };
    assert_eq!(text(interval)?, r#"{"backmost":-1.5,"frontmost":2.0}"#);
    let error = refusal::<Extent>(r#"{"backmost":"front","frontmost":"on"}"#);
    assert!(error.contains("behind"), "{error}");
    let error = refusal::<Interval>(r#"{"backmost":2,"frontmost":1}"#);
    assert!(error.contains("greater"), "{error}");
    let error = refusal::<Side>(r#""behind""#);
    assert!(error.contains("unknown variant `behind`"), "{error}");
    Ok(())
}

#[test]
fn what_a_constructor_refuses_is_refused() {
    for (error, expected) in [
        (
            refusal::<Plane>(r#"{"normal":[0,0,-0.0],"offset":1}"#),
            "the normal is zero",
        ),
        (
            refusal::<Plane>(r#"{"normal":[0,0],"offset":1}"#),
            "invalid length 2",
        ),
        (
            refusal::<Plane>(r#"{"normal":[0,0,1]}"#),
            "missing field `offset`",
        ),
        (
            refusal::<Plane>(r#"{"normal":[0,0,1],"offset":1,"color":2}"#),
            "unknown field `color`",
        ),
        (refusal::<Plane>("3"), "expected a plane"),
        (
            refusal::<PlaneThrough>(r#"{"points":[[0,0,0],[1,1,1],[2,2,2]]}"#),
            "on one line",
        ),
        (
            refusal::<Aabb<2>>(r#"{"min":[0,2],"max":[1,1]}"#),
            "min y is 2, greater than max y, 1",
        ),
        (
            refusal::<Sphere<2>>(r#"{"center":[0,2],"radius":-1}"#),
            "the radius is -1",
        ),
        (
            refusal::<Capsule<2>>(r#"{"ends":[[0,0],[0,0]],"radius":-1}"#),
            "the radius is -1",
        ),
        (
            refusal::<Cylinder>(r#"{"ends":[[0,0,0],[0,0,0]],"radius":1}"#),
            "same point",
        ),
        (
            refusal::<Cone>(r#"{"apex":[0,0,0],"base":[0,0,0],"radius":1}"#),
            "same point",
        ),
        (
            refusal::<ConvexPolygon<2>>(r#"{"corners":[[0,0],[0,1],[1,0]]}"#),
            "turns right",
        ),
        (
            refusal::<Hull<2>>(r#"{"points":[]}"#),
            "0 points are too few",
        ),
        (
            refusal::<Line<2>>(r#"{"origin":[0,0],"direction":[0,0]}"#),
            "direction is zero",
        ),
        (
            refusal::<MeetingPoint<2>>(
                r#"{"planes":[{"normal":[1,0],"offset":0},{"normal":[2,0],"offset":1}]}"#,
            ),
            "no single point",
        ),
    ] {
        assert!(error.contains(expected), "{error}");
    }
}

/// Reading NaN or an infinite number must be an error. JSON has no such numbers, but other formats have them.
#[test]
fn numbers_that_are_not_finite_are_refused() {
    use serde_1::de::IntoDeserializer;
    use serde_1::de::value::{Error, MapDeserializer, SeqDeserializer};

    /// A deserializer over values in memory: a number, or a list of values.
    #[derive(Clone)]
    enum Value {
        Number(f64),
        List(Vec<Value>),
    }
    impl<'de> IntoDeserializer<'de, Error> for Value {
        type Deserializer = Self;
        fn into_deserializer(self) -> Self {
            self
        }
    }
    impl<'de> serde_1::Deserializer<'de> for Value {
        type Error = Error;
        fn deserialize_any<V: serde_1::de::Visitor<'de>>(
            self,
            visitor: V,
        ) -> Result<V::Value, Error> {
            match self {
                Self::Number(number) => visitor.visit_f64(number),
                Self::List(list) => visitor.visit_seq(SeqDeserializer::new(list.into_iter())),
            }
        }
        serde_1::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
            unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }
    fn error_of<T: DeserializeOwned>(fields: &[(&'static str, Value)]) -> Option<String> {
        let map = MapDeserializer::new(fields.iter().cloned());
        T::deserialize(map)
            .err()
            .map(|error: Error| error.to_string())
    }
    let point = |x| Value::List(vec![Value::Number(x), Value::Number(0.0)]);
    let points = |x| Value::List(vec![point(0.0), point(x), point(2.0)]);
    let two = |x| Value::List(vec![point(0.0), point(x)]);
    for bad in [f64::NAN, f64::INFINITY] {
        let number = || Value::Number(bad);
        for error in [
            error_of::<Plane<2>>(&[("normal", point(1.0)), ("offset", number())]),
            error_of::<Plane<2>>(&[("normal", point(bad)), ("offset", Value::Number(0.0))]),
            error_of::<Sphere<2>>(&[("center", point(0.0)), ("radius", number())]),
            error_of::<Segment<2>>(&[("ends", two(bad))]),
            error_of::<Triangle<2>>(&[("corners", points(bad))]),
            error_of::<Hull<2>>(&[("points", points(bad))]),
            error_of::<Ellipsoid<2>>(&[("center", point(0.0)), ("half_axes", two(bad))]),
            error_of::<Parallelepiped<2>>(&[("center", point(bad)), ("half_axes", two(0.0))]),
            error_of::<Ray<2>>(&[("origin", point(bad)), ("direction", point(1.0))]),
        ] {
            let error = error.expect("an error");
            assert!(error.contains("finite number"), "{error}");
        }
    }
    // Boxes may have infinite bounds.
    let aabb = |max| error_of::<Aabb<2>>(&[("min", point(0.0)), ("max", point(max))]);
    let error = aabb(f64::NAN).expect("an error");
    assert!(error.contains("finite number"), "{error}");
    assert_eq!(aabb(f64::INFINITY), None);
    let nan = [
        ("backmost", Value::Number(f64::NAN)),
        ("frontmost", Value::Number(1.0)),
    ];
    assert!(error_of::<Interval>(&nan).is_some());
    let sound = [
        ("backmost", Value::Number(f64::NEG_INFINITY)),
        ("frontmost", Value::Number(1.0)),
    ];
    assert!(error_of::<Interval>(&sound).is_none());
}

#[test]
fn results_cameras_and_maps_are_kept() -> Steps {
    use transect::{
        Aabb, Camera, Plane, SegmentMeeting, SimplePolygon, Sphere, Transform, separation,
    };
    let floor = Plane::Z;
    let segment = Segment::new([0.0, 0.0, 3.0], [4.0, 0.0, -1.0])?;
    let meeting = floor.meet(&segment);
    assert_eq!(
        text(meeting)?,
        r#"{"point":{"t":0.75,"point":[3.0,0.0,0.0],"ends":["front","back"]}}"#
    );
    assert_eq!(text(SegmentMeeting::<3>::Within)?, r#""within""#);
    text(floor.meet(&Line::new([0.0, 1.0, 2.0], [1.0, 0.0, -1.0])?))?;
    text(floor.meet(&Ray::new([0.0, 1.0, 2.0], [1.0, 0.0, 0.0])?))?;
    text(floor.meet(&Plane::X))?;
    text(Plane::new([1.0, 0.0], 0.0)?.meet(&Plane::new([0.0, 1.0], 0.0)?))?;
    text(Plane::meet_three([&Plane::X, &Plane::Y, &floor]))?;
    assert_eq!(text(floor.relation(&Plane::X))?, r#""crossing""#);
    let (a, b) = (
        Aabb::new([0.0; 2], [2.0; 2])?,
        Aabb::new([1.5, 0.0], [3.0, 1.0])?,
    );
    text(separation(&a, &b))?;
    text(separation(&a, &Aabb::new([3.0; 2], [4.0; 2])?))?;
    let sphere = Sphere::new([0.0, 0.0, 0.5], 1.0)?;
    assert_eq!(
        text(floor.contact(&sphere).ok_or("a contact")?)?,
        r#"{"depth":0.5,"deepest":[0.0,0.0,-0.5]}"#
    );
    text(floor.closest(&sphere))?;
    text(Plane::best_fit(&[
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [0.0, 1.0, 1.0],
    ])?)?;
    assert_eq!(
        text(Transform::IDENTITY)?,
        r#"{"columns":[[1.0,0.0,0.0],[0.0,1.0,0.0],[0.0,0.0,1.0],[0.0,0.0,0.0]]}"#
    );
    let camera = Camera::looking([0.0; 3], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]);
    text(camera)?;
    text(camera.with_far(Some(10.0)).frustum()?)?;
    text(camera.frustum()?)?;
    let l_shape = [
        [0.0, 0.0],
        [2.0, 0.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 2.0],
        [0.0, 2.0],
    ];
    text(SimplePolygon::new(l_shape)?)?;
    let corners: Vec<[f64; 3]> = Aabb::new([0.0; 3], [1.0; 3])?.corners().collect();
    text(transect::ConvexPolyhedron::hull_of(&corners)?)?;
    Ok(())
}

#[test]
fn wrong_results_cameras_and_maps_are_refused() {
    use transect::{
        Camera, ConvexPolyhedron, Frustum, LineMeeting, SegmentMeeting, SimplePolygon, Transform,
    };
    for (refusal, part) in [
        (
            refusal::<LineMeeting>(r#"{"apart":{"side":"on"}}"#),
            "the line leads to the front or to the back",
        ),
        (
            refusal::<SegmentMeeting>(
                r#"{"point":{"t":0.5,"point":[0,0,0],"ends":["front","front"]}}"#,
            ),
            "the ends of the segment are not on these sides",
        ),
        (
            refusal::<Transform>(r#"{"columns":[]}"#),
            "invalid length 0",
        ),
        (
            refusal::<Camera>(
                r#"{"position":[0,0,0],"forward":[0,0,1],"up":[0,0,2],"vertical_field_of_view":1,
                    "aspect":1,"near":1,"far":null}"#,
            ),
            "parallel",
        ),
        (
            refusal::<Frustum>(r#"{"planes":[{"normal":[1,0,0],"offset":0}],"sides":[]}"#),
            "1 planes and 0 sides",
        ),
        (
            refusal::<SimplePolygon>(r#"{"corners":[[0,0],[1,1]]}"#),
            "too few",
        ),
        (
            refusal::<ConvexPolyhedron>(
                r#"{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"faces":[[0,1,2]]}"#,
            ),
            "the faces do not form a closed surface",
        ),
        (
            refusal::<ConvexPolyhedron>(r#"{"vertices":[[0,0,0]],"faces":[[0,1,2]]}"#),
            "a face refers to a vertex that does not exist",
        ),
    ] {
        assert!(refusal.contains(part), "{refusal}");
    }
}

#[test]
fn frames_are_kept() -> Steps {
    let frame = serde_json::to_string(&transect::Frame::of(&"z = 1".parse()?))?;
    assert_eq!(
        frame,
        r#"{"origin":[0.0,0.0,1.0],"u":[1.0,0.0,0.0],"v":[0.0,1.0,0.0],"names":["x","y"]}"#
    );
    let renamed = frame.replace(r#""x""#, r#""w""#);
    assert!(refusal::<transect::Frame>(&renamed).contains("the directions have other names"));
    Ok(())
}
