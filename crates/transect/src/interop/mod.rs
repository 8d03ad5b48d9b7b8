//! Conversions from and to types of other libraries.
//!
//! | feature | support |
//! |---|---|
//! | `glam_0_30` (Bevy 0.18), `glam_0_32` (Bevy 0.19), `glam_0_33` (Bevy 0.20), `glam_0_34` | `Vec2` `Vec3` `Vec3A` `Vec4` `Mat4` `Affine3A` `Quat`, and the same types of `f64` |
//! | `nalgebra_0_34`, `nalgebra_0_35` | `Point<_, D>` `SVector<_, D>` of `f32` and `f64` |
//! | `mint_0_5` | `Point2` `Point3` `Vector2` `Vector3` `Vector4` `ColumnMatrix4` `RowMatrix4` of `f32` and `f64` |
//! | `serde_1` | shapes and results in any format of serde; reading makes the same checks as the constructors |
//! | `approx_0_5` | comparison of numbers within a tolerance, for tests of measured values |
//!
//! Points and vectors of these libraries go in everywhere, beside arrays and tuples of `f32` and `f64`:
//! `plane.side(&Vec3::new(0.0, 0.0, 1.0))`, `Aabb::new(Vec3::ZERO, Vec3::ONE)`, `Plane::through([Vec3::X, Vec3::Y,
//! Vec3::Z])`. Their `f32` coordinates are converted to `f64`, which is exact. Fields and long lists (columns of
//! batches, the positions of a mesh) hold numbers; [`Coordinates::coordinates`] and [`Coordinates::all`] convert points
//! to arrays.
//!
//! Functions that return one point for one point return it in the type of the given point: projections, mirror images,
//! images under a transform, and the nearest point of a box. If this type holds `f32`, the point is rounded to it; give
//! `point.coordinates()` to get `f64`. Other functions return arrays of `f64`, and [`RoundedFrom::rounded_from`]
//! converts them.
//!
//! A vector (n, d) of D + 1 numbers converts to the plane n·p + d = 0 by `TryFrom`. A plane converts to such a vector
//! of `f64` by `From`.
//!
//! # The fields of `serde_1`
//!
//! With `serde_1`, the names of the fields and their order are stable. Reading rejects unknown fields, NaN, boxes with
//! a lower bound above the upper bound, and all other values that a constructor rejects. Points are lists of D numbers.
//!
//! | type | fields |
//! |---|---|
//! | `Plane` | `normal` `offset` |
//! | `PlaneThrough` | `points` |
//! | `PlaneAt` | `point`, `normal` |
//! | `MeetingPoint`, `ConvexRegion` | `planes` |
//! | `Line`, `Ray` | `origin` `direction` |
//! | `Segment` | `ends` |
//! | `Triangle`, `ConvexPolygon` | `corners` |
//! | `Hull` | `points` |
//! | `Aabb` | `min` `max` |
//! | `Sphere` | `center` `radius` |
//! | `Capsule`, `Cylinder` | `ends` `radius` |
//! | `Cone` | `apex` `base` `radius` |
//! | `Ellipsoid`, `Parallelepiped` | `center` `half_axes` |
//! | `Extent`, `Interval` | `backmost` `frontmost` |
//! | `Side` | `"back"` `"on"` `"front"` |
//! | `Overlap` | `"outside"` `"meets"` `"inside"` |
//! | `Camera` | `position` `forward` `up` `vertical_field_of_view` `orthographic_height` `aspect` `near` `far` |
//! | `Frustum` | `planes` `sides` |
//! | `Transform` | `columns` |
//! | `Contact` | `depth` `deepest` |
//! | `Closest` | `signed_distance` `point` |
//! | `Fit` | `plane` `centroid` `root_mean_square` `largest_distance` `spreads` |
//! | `SimplePolygon` | `corners` |
//! | `ConvexPolyhedron` | `vertices` `faces` |
//! | `Frame` | `origin` `u` `v` `names` |
//! | `…Meeting` enums, `Relation`, `Separation` | the variant with its fields: `{"point":{"t":0.5,…}}`, `"within"` |
//!
//! # Bytes
//!
//! The traits of `bytemuck` for types with a guaranteed layout need `unsafe` code, and this crate has none. But planes
//! and shapes convert by `From` to arrays, whose layout is guaranteed: `bytemuck::bytes_of(&<[f64; 4]>::from(plane))`.
//! [`RoundedFrom::rounded_from`] converts these arrays to `[f32; 4]` for a graphics card.

/// Implements [`Coordinates`] for types that convert to arrays and back.
macro_rules! coordinates {
    ($($type:ty: [$number:ty; $count:literal];)*) => {$(
        /// Converts the coordinates to `f64` exactly.
        impl $crate::coordinates::Coordinates<$count> for $type {
            fn coordinates(self) -> [f64; $count] {
                <[$number; $count]>::from(self).coordinates()
            }
        }

        /// Rounds each coordinate to the nearest number of the vector's type, `f32` or `f64`.
        impl $crate::coordinates::RoundedFrom<$count> for $type {
            fn rounded_from(coordinates: [f64; $count]) -> Self {
                <[$number; $count]>::rounded_from(coordinates).into()
            }
        }
    )*};
}

/// Implements the shape traits for point types of other libraries. Coordinates are converted exactly to `f64`.
macro_rules! points {
    ($([$($generics:tt)*] $type:ty: $dimension:tt;)*) => {$(
        /// The shape that consists of this one point.
        impl<$($generics)*> $crate::shape::Shape<$dimension> for $type {
            fn extent(&self, plane: &$crate::plane::Plane<$dimension>) -> $crate::side::Extent {
                self.coordinates().extent(plane)
            }
            fn interval(&self, plane: &$crate::plane::Plane<$dimension>) -> $crate::side::Interval {
                self.coordinates().interval(plane)
            }
            fn extremes(&self, plane: &$crate::plane::Plane<$dimension>) -> [[f64; $dimension]; 2] {
                self.coordinates().extremes(plane)
            }
            fn extreme_balls(
                &self,
                plane: &$crate::plane::Plane<$dimension>,
            ) -> Option<([[f64; $dimension]; 2], f64)> {
                self.coordinates().extreme_balls(plane)
            }
        }

        /// The shape whose only corner is this point.
        impl<$($generics)*> $crate::polytope::Polytope<$dimension> for $type {
            fn corner_count(&self) -> usize {
                1
            }
            fn corner(&self, _index: usize) -> $crate::polytope::VectorSum<$dimension> {
                $crate::polytope::VectorSum::of(self.coordinates())
            }
        }

        /// The extent of this point relative to a plane that is kept in the form in which it was given.
        impl<$($generics)*> $crate::kept_plane::ExtentThrough<$dimension> for $type {
            fn extent_through(
                &self,
                plane: &impl $crate::kept_plane::KeptPlane<$dimension>,
            ) -> $crate::side::Extent {
                self.coordinates().extent_through(plane)
            }
        }
    )*};
}

/// Implements conversions between planes and vectors (n, d). These conversions are exact, so a plane converts only to a
/// vector of `f64`.
#[cfg(any(
    feature = "glam_0_30",
    feature = "glam_0_32",
    feature = "glam_0_33",
    feature = "glam_0_34",
    feature = "mint_0_5",
    feature = "nalgebra_0_34",
    feature = "nalgebra_0_35"
))]
macro_rules! planes {
    ($([$dimension:literal] $single:ty, $double:ty;)*) => {$(
        planes!(@read $dimension $single);
        planes!(@read $dimension $double);

        /// Converts the plane n·p + d = 0 to the vector (n, d), exactly.
        impl From<$crate::plane::Plane<$dimension>> for $double {
            fn from(plane: $crate::plane::Plane<$dimension>) -> Self {
                Self::rounded_from(plane.into())
            }
        }
    )*};
    (@read $dimension:literal $type:ty) => {
        /// Converts the vector (n, d) to the plane `n·p + d = 0`.
        impl TryFrom<$type> for $crate::plane::Plane<$dimension> {
            type Error = $crate::plane::PlaneError;
            fn try_from(vector: $type) -> Result<Self, $crate::plane::PlaneError> {
                Self::try_from(vector.coordinates())
            }
        }
    };
}

/// Implements the conversions of vectors, matrices and rotations for a version of `glam`.
#[cfg(any(
    feature = "glam_0_30",
    feature = "glam_0_32",
    feature = "glam_0_33",
    feature = "glam_0_34"
))]
macro_rules! glam {
    ($library:ident) => {
        use $library::{
            Affine3A, DAffine3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat4, Quat, Vec2, Vec3, Vec3A, Vec4,
        };

        use $crate::coordinates::{Coordinates, Matrix4, RoundedFrom};
        use $crate::transform::{Transform, TransformError};

        coordinates! {
            Vec2: [f32; 2];
            Vec3: [f32; 3];
            Vec3A: [f32; 3];
            Vec4: [f32; 4];
            DVec2: [f64; 2];
            DVec3: [f64; 3];
            DVec4: [f64; 4];
        }

        points! {
            [] Vec2: 2;
            [] DVec2: 2;
            [] Vec3: 3;
            [] Vec3A: 3;
            [] DVec3: 3;
        }

        planes! {
            [2] Vec3, DVec3;
            [3] Vec4, DVec4;
        }

        glam!(@matrix Mat4, DMat4);
        glam!(@affine [Affine3A, matrix3, Quat, Mat4], [DAffine3, matrix3, DQuat, DMat4]);
    };
    (@matrix $($matrix:ident),*) => {$(
        impl Matrix4 for $matrix {
            fn columns(self) -> [[f64; 4]; 4] {
                self.to_cols_array_2d().columns()
            }
        }

        /// Converts a matrix with the bottom row 0, 0, 0, 1 to an affine map, exactly.
        impl TryFrom<$matrix> for Transform {
            type Error = TransformError;
            fn try_from(matrix: $matrix) -> Result<Self, TransformError> {
                Self::from_matrix(&matrix)
            }
        }
    )*};
    (@affine $([$affine:ident, $linear:ident, $quaternion:ident, $matrix:ident]),*) => {$(
        /// Converts an affine map of `glam` to a [`Transform`], exactly.
        impl From<$affine> for Transform {
            fn from(map: $affine) -> Self {
                let [x, y, z] = map.$linear.to_cols_array_2d().map(Coordinates::coordinates);
                Self { columns: [x, y, z, map.translation.coordinates()] }
            }
        }

        /// Converts a rotation to the map that `glam` computes for it, with the rounding of `glam`.
        impl From<$quaternion> for Transform {
            fn from(rotation: $quaternion) -> Self {
                $affine::from_quat(rotation).into()
            }
        }
    )*};
}

/// Implements the conversions of points and vectors for a version of `nalgebra`.
#[cfg(any(feature = "nalgebra_0_34", feature = "nalgebra_0_35"))]
macro_rules! nalgebra {
    ($library:ident) => {
        use $library::{Point, SVector, Vector3, Vector4};

        use $crate::coordinates::{Coordinates, RoundedFrom};

        nalgebra!(@arrays Point: f32, Point: f64, SVector: f32, SVector: f64);

        points! {
            [const D: usize] Point<f32, D>: D;
            [const D: usize] Point<f64, D>: D;
        }

        planes! {
            [2] Vector3<f32>, Vector3<f64>;
            [3] Vector4<f32>, Vector4<f64>;
        }
    };
    (@arrays $($type:ident: $number:ty),*) => {$(
        /// Converts the coordinates to `f64` exactly.
        impl<const D: usize> Coordinates<D> for $type<$number, D> {
            fn coordinates(self) -> [f64; D] {
                <[$number; D]>::from(self).coordinates()
            }
        }

        /// Rounds each coordinate to the nearest number of the vector's type, `f32` or `f64`.
        impl<const D: usize> RoundedFrom<D> for $type<$number, D> {
            fn rounded_from(coordinates: [f64; D]) -> Self {
                <[$number; D]>::rounded_from(coordinates).into()
            }
        }
    )*};
}

#[cfg(feature = "approx_0_5")]
mod approx_0_5;
mod arrays;
#[cfg(feature = "glam_0_30")]
mod glam_0_30;
#[cfg(feature = "glam_0_32")]
mod glam_0_32;
#[cfg(feature = "glam_0_33")]
mod glam_0_33;
#[cfg(feature = "glam_0_34")]
mod glam_0_34;
#[cfg(feature = "mint_0_5")]
mod mint_0_5;
#[cfg(feature = "nalgebra_0_34")]
mod nalgebra_0_34;
#[cfg(feature = "nalgebra_0_35")]
mod nalgebra_0_35;
#[cfg(feature = "serde_1")]
mod serde_1;

pub use crate::coordinates::{Coordinates, Matrix4, RoundedFrom};
