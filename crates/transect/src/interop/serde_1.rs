//! `serde` 1: values are written field by field, and read through the constructors of their types, which check them.

use alloc::vec::Vec;

use serde_1::de::Error;
use serde_1::{Deserialize, Deserializer, Serialize, Serializer};
use transect_exact::Side;

use crate::aabb::Aabb;
use crate::capsule::Capsule;
use crate::cone::Cone;
use crate::cylinder::Cylinder;
use crate::ellipsoid::Ellipsoid;
use crate::hull::Hull;
use crate::line::Line;
use crate::meeting_point::MeetingPoint;
use crate::parallelepiped::Parallelepiped;
use crate::plane::{Plane, PlaneError};
use crate::plane_at::PlaneAt;
use crate::plane_through::PlaneThrough;
use crate::polygon::ConvexPolygon;
use crate::ray::Ray;
use crate::region::{ConvexRegion, Overlap};
use crate::segment::Segment;
use crate::side::{Extent, Interval};
use crate::sphere::Sphere;
use crate::triangle::Triangle;

/// Implements serialization for a type. The arguments are its fields, each with a type and a getter, and an expression
/// that constructs a value from the fields. `P` is the type of points.
macro_rules! checked {
    ($what:literal $name:ident<$($dimension:literal),*> $fields:tt $build:expr) => {
        $(checked!(@ $what $name<$dimension>, $dimension, $fields $build);)*
    };
    ($what:literal $name:ident $fields:tt $build:expr) => {
        checked!(@ $what $name, 3, $fields $build);
    };
    (
        @ $what:literal $type:ty, $dimension:literal,
        { $($field:ident: $kind:ty [$($get:tt)*]),* } $build:expr
    ) => {
        const _: () = {
            type P = [f64; $dimension];
            const _: P = [0.0; $dimension]; // uses `P`, so that the compiler does not warn if no field is a point

            #[derive(Serialize, Deserialize)]
            #[serde(crate = "serde_1", expecting = $what, deny_unknown_fields)]
            struct Record {
                $($field: $kind,)*
            }

            #[doc = concat!("The fields of ", $what, ".")]
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    Record { $($field: self.$($get)*.into(),)* }.serialize(serializer)
                }
            }

            #[doc = concat!("The fields of ", $what, ", checked as by its constructor.")]
            impl<'de> Deserialize<'de> for $type {
                fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
                    let Record { $($field),* } = Record::deserialize(deserializer)?;
                    $build.map_err(R::Error::custom)
                }
            }
        };
    };
}

checked!(
    "a plane" Plane<2, 3> { normal: P [normal()], offset: f64 [offset()] }
    Self::new(normal, offset)
);
checked!("a plane through points" PlaneThrough<2> { points: [P; 2] [points()] } Self::new(points));
checked!("a plane through points" PlaneThrough<3> { points: [P; 3] [points()] } Self::new(points));
checked!(
    "a plane at a point" PlaneAt<2, 3> { point: P [point()], normal: P [normal()] }
    Self::new(point, normal)
);
checked!(
    "a point where planes meet" MeetingPoint<2> { planes: [Plane<2>; 2] [planes()] }
    Self::new(planes)
);
checked!(
    "a point where planes meet" MeetingPoint<3> { planes: [Plane<3>; 3] [planes()] }
    Self::new(planes)
);
checked!(
    "a region" ConvexRegion<2> { planes: Vec<Plane<2>> [planes()] }
    Ok::<_, PlaneError>(Self::new(planes))
);
checked!(
    "a region" ConvexRegion<3> { planes: Vec<Plane<3>> [planes()] }
    Ok::<_, PlaneError>(Self::new(planes))
);
checked!(
    "a line" Line<2, 3> { origin: P [origin()], direction: P [direction()] }
    Self::new(origin, direction)
);
checked!(
    "a ray" Ray<2, 3> { origin: P [origin()], direction: P [direction()] }
    Self::new(origin, direction)
);
checked!(
    "a segment" Segment<2, 3> { ends: [P; 2] [ends] }
    Self::new(ends[0], ends[1])
);
checked!(
    "a triangle" Triangle<2, 3> { corners: [P; 3] [corners] }
    Self::new(corners)
);
checked!("a convex polygon" ConvexPolygon<2, 3> { corners: Vec<P> [corners()] } Self::new(corners));
checked!("a hull" Hull<2, 3> { points: Vec<P> [points()] } Self::new(points));
checked!("a box" Aabb<2, 3> { min: P [min()], max: P [max()] } Self::new(min, max));
checked!(
    "a sphere" Sphere<2, 3> { center: P [center()], radius: f64 [radius()] }
    Self::new(center, radius)
);
checked!(
    "a capsule" Capsule<2, 3> { ends: [P; 2] [ends()], radius: f64 [radius()] }
    Self::new(ends[0], ends[1], radius)
);
checked!(
    "a cylinder" Cylinder { ends: [P; 2] [ends()], radius: f64 [radius()] }
    Self::new(ends[0], ends[1], radius)
);
checked!(
    "a cone" Cone { apex: P [apex()], base: P [base()], radius: f64 [radius()] }
    Self::new(apex, base, radius)
);
checked!(
    "an ellipsoid" Ellipsoid<2> { center: P [center()], half_axes: [P; 2] [half_axes()] }
    Self::new(center, half_axes)
);
checked!(
    "an ellipsoid" Ellipsoid<3> { center: P [center()], half_axes: [P; 3] [half_axes()] }
    Self::new(center, half_axes)
);
checked!(
    "a parallelepiped" Parallelepiped<2> { center: P [center()], half_axes: [P; 2] [half_axes()] }
    Self::new(center, half_axes)
);
checked!(
    "a parallelepiped" Parallelepiped<3> { center: P [center()], half_axes: [P; 3] [half_axes()] }
    Self::new(center, half_axes)
);
checked!("an extent" Extent { backmost: Side [backmost], frontmost: Side [frontmost] } {
    if backmost <= frontmost {
        Ok(Self { backmost, frontmost })
    } else {
        Err("the frontmost point lies behind the backmost one")
    }
});
checked!("an interval" Interval { backmost: f64 [backmost], frontmost: f64 [frontmost] } {
    // This comparison is also false for NaN. Infinite distances are valid, because distances beyond the range of floats
    // round to infinity.
    if backmost <= frontmost {
        Ok(Self { backmost, frontmost })
    } else {
        Err("the backmost distance is greater than the frontmost one, or one of them is not a number")
    }
});

/// Implements serialization of an enum whose values are written as the names of their variants.
macro_rules! named {
    ($type:ident: $($name:ident),*) => {
        const _: () = {
            #[derive(Serialize, Deserialize)]
            #[serde(crate = "serde_1", rename_all = "snake_case")]
            enum Name {
                $($name,)*
            }

            /// Writes the name of the variant, in lower case.
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let name = match self {
                        $(Self::$name => Name::$name,)*
                    };
                    name.serialize(serializer)
                }
            }

            /// Reads the name of the variant, in lower case.
            impl<'de> Deserialize<'de> for $type {
                fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
                    Ok(match Name::deserialize(deserializer)? {
                        $(Name::$name => Self::$name,)*
                    })
                }
            }
        };
    };
}

named!(Overlap: Outside, Meets, Inside);

// The module `results` is declared last, so that it sees the macros above.
mod results;
