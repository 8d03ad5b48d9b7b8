//! Regions: the points in front of all planes of a list. A region is an array of planes, without a handle.

use transect::{Overlap, Region};

use crate::caller::Caller;
use crate::plane::{Plane, constant, read_planes};
use crate::shape::{Aabb, OrientedBox, Sphere, ToShape, read_shape};
use crate::status::{Failure, Status};

/// The relation of a shape to a region. Sets are closed: a shape that touches from outside meets the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum RegionOverlap {
    /// The shape has no point in the region.
    Outside = 0,
    /// The shape has points inside and points outside.
    Meets = 1,
    /// The whole shape is in the region.
    Inside = 2,
}

/// The question about shapes near the edges of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Precision {
    /// The exact relation.
    Exact = 0,
    /// Each plane for itself, as renderers cull: outside only if the shape is behind one plane. Faster; some shapes
    /// that are outside count as meeting the region.
    Conservative = 1,
}

impl RegionOverlap {
    pub(crate) fn of(overlap: Overlap) -> Self {
        match overlap {
            Overlap::Outside => Self::Outside,
            Overlap::Meets => Self::Meets,
            Overlap::Inside => Self::Inside,
        }
    }
}

/// Returns `true` for the exact question.
pub(crate) fn is_exact(precision: i32) -> Result<bool, Failure> {
    Ok(constant("precision", precision, 0..2)? == 0)
}

fn overlap_of<T: ToShape>(
    caller: Caller<'_>,
    (planes, plane_count): (*const Plane, usize),
    precision: i32,
    (parameter, shape): (&'static str, *const T),
    overlap: *mut RegionOverlap,
) -> Status {
    caller.answer(|caller| {
        let planes = read_planes(caller, planes, plane_count)?;
        let shape = read_shape(caller, parameter, shape)?;
        let is_exact = is_exact(precision)?;
        let place = caller.out("overlap", overlap)?;
        let region = Region::new(&planes);
        place.set(RegionOverlap::of(if is_exact {
            region.overlap(&shape)
        } else {
            region.overlap_conservative(&shape)
        }));
        Ok(())
    })
}

/// Decides whether a point is in a region, exactly; borders count. A region without planes is all of space.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_contains(
    planes: *const Plane,
    plane_count: usize,
    point: *const f64,
    contains: *mut bool,
) -> Status {
    let point = point.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let planes = read_planes(caller, planes, plane_count)?;
        let point = read_shape(caller, "point", point)?;
        let place = caller.out("contains", contains)?;
        place.set(Region::new(&planes).contains(&point));
        Ok(())
    })
}

/// Finds the relation of a box to a region. `precision` is one of `transect_precision`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_box(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    aabb: *const Aabb,
    overlap: *mut RegionOverlap,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    overlap_of(
        caller,
        (planes, plane_count),
        precision,
        ("aabb", aabb),
        overlap,
    )
}

/// Finds the relation of a sphere to a region. `precision` is one of `transect_precision`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_sphere(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    sphere: *const Sphere,
    overlap: *mut RegionOverlap,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    let region = (planes, plane_count);
    overlap_of(caller, region, precision, ("sphere", sphere), overlap)
}

/// Finds the relation of an oriented box to a region. `precision` is one of `transect_precision`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_oriented_box(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    oriented_box: *const OrientedBox,
    overlap: *mut RegionOverlap,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    overlap_of(
        caller,
        (planes, plane_count),
        precision,
        ("oriented_box", oriented_box),
        overlap,
    )
}
