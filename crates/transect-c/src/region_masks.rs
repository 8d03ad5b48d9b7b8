//! Columns of shapes and their relations to a region, as bitmaps.

use transect::Region;
use transect::batch::{Batch as _, RegionMasks};

use crate::caller::{Caller, Plain};
use crate::columns::{Boxes, Columns, Float, OrientedBoxes, Points, Rows, Spheres};
use crate::plane::{Plane, read_planes};
use crate::region::is_exact;
use crate::status::Status;

/// The numbers of rows with each relation to a region. Their sum is the number of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct RegionCounts {
    /// Rows outside of the region.
    pub outside: usize,
    /// Rows with points inside and points outside.
    pub meets: usize,
    /// Rows wholly in the region.
    pub inside: usize,
    /// Rows that are null, without a relation.
    pub null: usize,
}

/// Bitmaps of relations, in the order of bits of `transect_side_bitmaps`. A row with a bit in none of the bitmaps is
/// outside of the region.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct RegionBitmaps {
    /// Rows with points inside and points outside.
    pub meets: *mut u64,
    /// Rows wholly in the region.
    pub inside: *mut u64,
    /// Rows that are null; a null pointer if they are not wanted.
    pub null: *mut u64,
}

// SAFETY: the record has pointers, which are checked before they are used.
unsafe impl Plain for RegionBitmaps {}

fn masks<T: Float, C: Columns<T, N>, const N: usize>(
    caller: Caller<'_>,
    (planes, plane_count, precision): (*const Plane, usize, i32),
    (parameter, columns): (&'static str, *const C),
    bitmaps: *const RegionBitmaps,
    counts: *mut RegionCounts,
) -> Status {
    caller.answer(|caller| {
        let planes = read_planes(caller, planes, plane_count)?;
        let is_exact = is_exact(precision)?;
        let rows = Rows::read(caller, parameter, columns)?;
        let bitmaps = caller.read("bitmaps", bitmaps)?;
        let words = rows.count.div_ceil(64);
        let meets = caller.slice_mut("bitmaps.meets", bitmaps.meets, words)?;
        let inside = caller.slice_mut("bitmaps.inside", bitmaps.inside, words)?;
        let mut null = caller.slice_mut_if_any("bitmaps.null", bitmaps.null, words)?;
        let place = caller.out_if_any("counts", counts)?;
        let region = Region::new(&planes);
        let mut sum = RegionCounts::default();
        rows.chunks::<C>(parameter, |first, columns| {
            let words = first / 64..first / 64 + columns[0].len().div_ceil(64);
            let masks = RegionMasks {
                meets: &mut meets[words.clone()],
                inside: &mut inside[words.clone()],
                null: null.as_deref_mut().map(|null| &mut null[words]),
            };
            let batch = C::batch(columns);
            let found = if is_exact {
                batch.overlap(&region, masks)
            } else {
                batch.overlap_conservative(&region, masks)
            };
            sum.outside += found.outside;
            sum.meets += found.meets;
            sum.inside += found.inside;
            sum.null += found.null;
            Ok(())
        })?;
        if let Some(place) = place {
            place.set(sum);
        }
        Ok(())
    })
}

/// Finds the relations of points to a region. `precision` is one of `transect_precision`; `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_points_f32(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    points: *const Points<f32>,
    bitmaps: *const RegionBitmaps,
    counts: *mut RegionCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    let region = (planes, plane_count, precision);
    masks(caller, region, ("points", points), bitmaps, counts)
}

/// Finds the relations of points to a region. `precision` is one of `transect_precision`; `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_points_f64(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    points: *const Points<f64>,
    bitmaps: *const RegionBitmaps,
    counts: *mut RegionCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    let region = (planes, plane_count, precision);
    masks(caller, region, ("points", points), bitmaps, counts)
}

/// Finds the relations of boxes to a region. `precision` is one of `transect_precision`; `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_boxes_f32(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    boxes: *const Boxes<f32>,
    bitmaps: *const RegionBitmaps,
    counts: *mut RegionCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    let region = (planes, plane_count, precision);
    masks(caller, region, ("boxes", boxes), bitmaps, counts)
}

/// Finds the relations of boxes to a region. `precision` is one of `transect_precision`; `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_boxes_f64(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    boxes: *const Boxes<f64>,
    bitmaps: *const RegionBitmaps,
    counts: *mut RegionCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    let region = (planes, plane_count, precision);
    masks(caller, region, ("boxes", boxes), bitmaps, counts)
}

/// Finds the relations of spheres to a region. `precision` is one of `transect_precision`; `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_spheres_f32(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    spheres: *const Spheres<f32>,
    bitmaps: *const RegionBitmaps,
    counts: *mut RegionCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    let region = (planes, plane_count, precision);
    masks(caller, region, ("spheres", spheres), bitmaps, counts)
}

/// Finds the relations of spheres to a region. `precision` is one of `transect_precision`; `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_spheres_f64(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    spheres: *const Spheres<f64>,
    bitmaps: *const RegionBitmaps,
    counts: *mut RegionCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    let region = (planes, plane_count, precision);
    masks(caller, region, ("spheres", spheres), bitmaps, counts)
}

/// Finds the relations of oriented boxes to a region. `precision` is one of `transect_precision`; `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_oriented_boxes_f32(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    boxes: *const OrientedBoxes<f32>,
    bitmaps: *const RegionBitmaps,
    counts: *mut RegionCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    let region = (planes, plane_count, precision);
    masks(caller, region, ("boxes", boxes), bitmaps, counts)
}

/// Finds the relations of oriented boxes to a region. `precision` is one of `transect_precision`; `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_region_overlap_oriented_boxes_f64(
    planes: *const Plane,
    plane_count: usize,
    precision: i32,
    boxes: *const OrientedBoxes<f64>,
    bitmaps: *const RegionBitmaps,
    counts: *mut RegionCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    let region = (planes, plane_count, precision);
    masks(caller, region, ("boxes", boxes), bitmaps, counts)
}
