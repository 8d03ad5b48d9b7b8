//! Single shapes: boxes, spheres and oriented boxes as records.

use crate::caller::{Caller, Plain};
use crate::plane::check_point;
use crate::status::{Failure, Status};

/// An axis-aligned box: the points p with min ≤ p ≤ max on each axis. Bounds may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Aabb {
    /// The least coordinates.
    pub min: [f64; 3],
    /// The greatest coordinates.
    pub max: [f64; 3],
}

/// A sphere with its interior.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Sphere {
    /// The center.
    pub center: [f64; 3],
    /// The radius, 0 or more.
    pub radius: f64,
}

/// An oriented box: the points center + u·a + v·b + w·c, where u, v and w are between −1 and 1, and a, b and c are
/// the half axes. They need not be perpendicular, so this is any parallelepiped.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct OrientedBox {
    /// The center.
    pub center: [f64; 3],
    /// The three half axes: vectors from the center to the middle of a face.
    pub half_axes: [[f64; 3]; 3],
}

// SAFETY: the record has numbers only.
unsafe impl Plain for Aabb {}
// SAFETY: the record has numbers only.
unsafe impl Plain for Sphere {}
// SAFETY: the record has numbers only.
unsafe impl Plain for OrientedBox {}

/// A record or an array that stands for a shape of the library.
pub(crate) trait ToShape: Plain {
    type Shape: transect::Shape<3> + transect::region::RegionShape<3>;

    fn to_shape(self, parameter: &str) -> Result<Self::Shape, Failure>;
}

impl ToShape for [f64; 3] {
    type Shape = Self;

    fn to_shape(self, parameter: &str) -> Result<Self, Failure> {
        check_point(parameter, &self)?;
        Ok(self)
    }
}

impl ToShape for Aabb {
    type Shape = transect::Aabb;

    fn to_shape(self, parameter: &str) -> Result<transect::Aabb, Failure> {
        transect::Aabb::new(self.min, self.max).map_err(|error| Failure::invalid(parameter, error))
    }
}

impl ToShape for Sphere {
    type Shape = transect::Sphere;

    fn to_shape(self, parameter: &str) -> Result<transect::Sphere, Failure> {
        transect::Sphere::new(self.center, self.radius)
            .map_err(|error| Failure::invalid(parameter, error))
    }
}

impl ToShape for OrientedBox {
    type Shape = transect::Parallelepiped;

    fn to_shape(self, parameter: &str) -> Result<transect::Parallelepiped, Failure> {
        transect::Parallelepiped::new(self.center, self.half_axes)
            .map_err(|error| Failure::invalid(parameter, error))
    }
}

/// Returns the shape that a pointer stands for.
pub(crate) fn read_shape<T: ToShape>(
    caller: &Caller<'_>,
    parameter: &'static str,
    shape: *const T,
) -> Result<T::Shape, Failure> {
    caller.read(parameter, shape)?.to_shape(parameter)
}

impl Aabb {
    pub(crate) fn of(aabb: &transect::Aabb) -> Self {
        Self {
            min: aabb.min(),
            max: aabb.max(),
        }
    }
}

/// Makes the box of two opposite corners, which come in any order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_box_from_corners(
    a: *const f64,
    b: *const f64,
    aabb: *mut Aabb,
) -> Status {
    let a = a.cast::<[f64; 3]>();
    let b = b.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let [a, b] = [caller.read("a", a)?, caller.read("b", b)?];
        let place = caller.out("aabb", aabb)?;
        let aabb = transect::Aabb::from_corners(a, b)
            .map_err(|error| Failure::invalid("corners", error))?;
        place.set(Aabb::of(&aabb));
        Ok(())
    })
}

/// Makes the box with a center and half sizes, which are 0 or more. Its bounds, center ∓ half
/// sizes, are rounded to the nearest floats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_box_from_center(
    center: *const f64,
    half_sizes: *const f64,
    aabb: *mut Aabb,
) -> Status {
    let center = center.cast::<[f64; 3]>();
    let half_sizes = half_sizes.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let center = caller.read("center", center)?;
        let half_sizes = caller.read("half_sizes", half_sizes)?;
        let place = caller.out("aabb", aabb)?;
        let aabb = transect::Aabb::from_center(center, half_sizes)
            .map_err(|error| Failure::invalid("aabb", error))?;
        place.set(Aabb::of(&aabb));
        Ok(())
    })
}

/// Finds the corners of a box that are farthest back and farthest front along a normal (n-vertex and p-vertex).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_box_extreme_corners(
    aabb: *const Aabb,
    normal: *const f64,
    backmost: *mut f64,
    frontmost: *mut f64,
) -> Status {
    let normal = normal.cast::<[f64; 3]>();
    let backmost = backmost.cast::<[f64; 3]>();
    let frontmost = frontmost.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let aabb = read_shape(caller, "aabb", aabb)?;
        let normal = crate::plane::read_point(caller, "normal", normal)?;
        let places = [
            caller.out("backmost", backmost)?,
            caller.out("frontmost", frontmost)?,
        ];
        let corners = aabb.backmost_and_frontmost(&normal);
        for (place, corner) in places.into_iter().zip(corners) {
            place.set(corner);
        }
        Ok(())
    })
}
