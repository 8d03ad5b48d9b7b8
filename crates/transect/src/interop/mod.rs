//! Conversions from and to types of other libraries.
//!
//! | feature | support |
//! |---|---|
//! | `glam_0_34` | `Vec2` `Vec3` `Vec3A` `Vec4` `DVec2` `DVec3` `DVec4` |
//! | `nalgebra_0_35` | `Point<_, D>` `SVector<_, D>` of `f32` and `f64` |
//! | `mint_0_5` | `Point2` `Point3` `Vector2` `Vector3` `Vector4` of `f32` and `f64` |
//! | `serde_1` | shapes and results in any format of serde, checked as by their constructors |
//! | `approx_0_5` | comparison of numbers within a tolerance, for tests of measured values |
//!
//! Points of these libraries can be used directly: `plane.side(&Vec3::new(0.0, 0.0, 1.0))`. `f32` is widened, which is
//! exact. All other functions take arrays. [`Coordinates::coordinates`] converts to an array.
//! [`Coordinates::rounded_from`] converts back to the other library's type, and rounds if that type holds `f32`.
//!
//! A vector with one component more than the dimension converts to the plane (n, d) by `TryFrom`. A plane converts to
//! such a vector of `f64` by `From`.
//!
//! # The fields of `serde_1`
//!
//! Names and order of the fields are stable. Unknown fields, NaN, inverted boxes, and all other values that a
//! constructor rejects are errors. Points are lists of D numbers.
//!
//! | type | fields |
//! |---|---|
//! | `Plane` | `normal` `offset` |
//! | `PlaneThrough` | `points` |
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
//!
//! # Bytes
//!
//! Types with a layout guarantee for `bytemuck` need `unsafe` code, and this crate has none. The arrays that planes and
//! shapes convert to by `From` already have this guarantee: `bytemuck::bytes_of(&<[f64; 4]>::from(plane))`.
//! [`Coordinates::rounded_from`] converts them to `[f32; 4]` for a graphics card.

/// Implements [`Coordinates`] for types that convert to arrays and back.
macro_rules! coordinates {
    ($($type:ty: [$number:ty; $count:literal];)*) => {$(
        /// Converts `f32` to `f64` exactly; the conversion back rounds to the nearest `f32`.
        impl $crate::interop::Coordinates<$count> for $type {
            fn coordinates(self) -> [f64; $count] {
                <[$number; $count]>::from(self).coordinates()
            }
            fn rounded_from(coordinates: [f64; $count]) -> Self {
                <[$number; $count]>::rounded_from(coordinates).into()
            }
        }
    )*};
}

/// Implements the shape traits for point types of other libraries, with coordinates converted exactly to `f64`.
#[cfg(any(feature = "glam_0_34", feature = "mint_0_5", feature = "nalgebra_0_35"))]
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

        /// Classifies the point against a plane that is stored as its points.
        impl<$($generics)*> $crate::plane_through::ExtentThrough<$dimension> for $type {
            fn extent_through(
                &self,
                plane: &$crate::plane_through::PlaneThrough<$dimension>,
            ) -> $crate::side::Extent {
                self.coordinates().extent_through(plane)
            }
        }
    )*};
}

/// Implements conversions between planes and vectors (n, d). These conversions are exact, so planes convert only to
/// vectors of `f64`.
#[cfg(any(feature = "glam_0_34", feature = "mint_0_5", feature = "nalgebra_0_35"))]
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

#[cfg(feature = "approx_0_5")]
mod approx_0_5;
mod arrays;
#[cfg(feature = "glam_0_34")]
mod glam_0_34;
#[cfg(feature = "mint_0_5")]
mod mint_0_5;
#[cfg(feature = "nalgebra_0_35")]
mod nalgebra_0_35;
#[cfg(feature = "serde_1")]
mod serde_1;

/// A point or a vector of D numbers: an array, a tuple, or a type of another library.
///
/// ```
/// use transect::interop::Coordinates;
/// use transect::{Aabb, Plane, Side};
/// let aabb = Aabb::new((0.0, 0.0, 0.0).coordinates(), [1.0_f32, 1.0, 0.1].coordinates())?;
/// // 0.1 in f32 is greater than 0.1 in f64, so the point is in front.
/// assert_eq!(Plane::new([0.0, 0.0, 1.0], -0.1)?.side(&aabb.max()), Side::Front);
/// assert_eq!(<[f32; 3]>::rounded_from(aabb.max()), [1.0, 1.0, 0.1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Coordinates<const D: usize>: Copy {
    /// Returns the coordinates as `f64`; the conversion from `f32` is exact.
    #[must_use]
    fn coordinates(self) -> [f64; D];

    /// Returns the value of this type that is nearest to the coordinates. The conversion is exact for `f64`. For `f32`
    /// it rounds, and beyond the range of `f32` it gives zero or infinity. Rounding may change the side of a point near
    /// a plane.
    #[must_use]
    fn rounded_from(coordinates: [f64; D]) -> Self;
}
