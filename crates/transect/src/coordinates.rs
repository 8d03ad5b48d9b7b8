//! Points, vectors and matrices as callers hold them: arrays, tuples, and types of other libraries.

use alloc::borrow::Cow;

/// A point or a vector of D numbers: an array, a tuple, or a type of another library.
///
/// ```
/// use transect::interop::RoundedFrom;
/// use transect::{Aabb, Plane, Side};
/// let aabb = Aabb::new((0.0, 0.0, 0.0), [1.0_f32, 1.0, 0.1])?;
/// // 0.1 in f32 is greater than 0.1 in f64, so the point is in front.
/// assert_eq!(Plane::new([0.0, 0.0, 1.0], -0.1)?.side(&aabb.max()), Side::Front);
/// assert_eq!(<[f32; 3]>::rounded_from(aabb.max()), [1.0, 1.0, 0.1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a point or vector of this dimension",
    label = "this type does not implement `transect::interop::Coordinates`",
    note = "arrays and tuples of `f32` or `f64` are points; for types of other libraries, enable the feature that has their name and version, such as `glam_0_33`, `nalgebra_0_35` or `mint_0_5`"
)]
pub trait Coordinates<const D: usize>: Copy {
    /// Returns the coordinates as `f64`; the conversion from `f32` is exact.
    #[must_use]
    fn coordinates(self) -> [f64; D];

    /// Returns the coordinates of many points. Points that are arrays of `f64` are not copied.
    #[must_use]
    fn all(points: &[Self]) -> Cow<'_, [[f64; D]]> {
        points.iter().map(|&point| point.coordinates()).collect()
    }
}

impl<const D: usize, T: Coordinates<D>> Coordinates<D> for &T {
    fn coordinates(self) -> [f64; D] {
        (*self).coordinates()
    }
}

/// A type of points or vectors that can be computed from `f64` coordinates.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be computed from coordinates of this dimension",
    label = "this type does not implement `transect::interop::RoundedFrom`",
    note = "arrays and tuples of `f32` or `f64` can; for types of other libraries, enable the feature that has their name and version, such as `glam_0_33`, `nalgebra_0_35` or `mint_0_5`"
)]
pub trait RoundedFrom<const D: usize>: Coordinates<D> {
    /// Returns the value of this type that is nearest to the coordinates. The conversion is exact for `f64`. For `f32`
    /// it rounds, and beyond the range of `f32` it gives zero or infinity. Rounding may change the side of a point near
    /// a plane.
    #[must_use]
    fn rounded_from(coordinates: [f64; D]) -> Self;
}

/// The columns of a 4×4 matrix: an array of columns, or a type of another library. OpenGL, glm, three.js, glam and Bevy
/// store matrices in this order.
///
/// ```
/// use transect::{ClipSpace, Frustum};
/// // A perspective projection in f32, as engines keep it.
/// let columns = [[1.0_f32, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, -1.5, -1.0], [0.0, 0.0, -1.5, 0.0]];
/// let frustum = Frustum::from_column_major(&columns, ClipSpace::ZeroToOne)?;
/// assert!(frustum.contains(&[0.0_f32, 0.0, -1.0]));
/// # Ok::<(), transect::FrustumError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a 4×4 matrix",
    label = "this type does not implement `transect::interop::Matrix4`",
    note = "matrices are four columns `[[f64; 4]; 4]` or `[[f32; 4]; 4]`; for `Mat4` of glam, enable the feature that has its version, such as `glam_0_33`; `mint_0_5` adds its matrices"
)]
pub trait Matrix4: Copy {
    /// Returns the columns as `f64`; the conversion from `f32` is exact.
    #[must_use]
    fn columns(self) -> [[f64; 4]; 4];
}

impl<T: Matrix4> Matrix4 for &T {
    fn columns(self) -> [[f64; 4]; 4] {
        (*self).columns()
    }
}

impl Matrix4 for [[f64; 4]; 4] {
    fn columns(self) -> [[f64; 4]; 4] {
        self
    }
}

impl Matrix4 for [[f32; 4]; 4] {
    fn columns(self) -> [[f64; 4]; 4] {
        self.map(Coordinates::coordinates)
    }
}
