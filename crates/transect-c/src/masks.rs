//! Columns of shapes on the sides of a plane, as bitmaps.

use transect::batch::{Batch as _, Masks, PointColumns};

use crate::caller::{Caller, Plain};
use crate::columns::{Boxes, Columns, Float, OrientedBoxes, Points, Rows, Spheres};
use crate::plane::{Plane, read_plane};
use crate::status::{Failure, Status};

/// The numbers of rows on each side of a plane. Their sum is the number of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct SideCounts {
    /// Rows strictly behind the plane.
    pub back: usize,
    /// Rows on the plane.
    pub on: usize,
    /// Rows strictly in front of the plane.
    pub front: usize,
    /// Rows that are null, on no side.
    pub null: usize,
}

/// Bitmaps of sides: bit i % 64 of word i / 64 belongs to row i, so each bitmap has (count + 63) / 64 words. Bits
/// after the last row are 0. A row with a bit in none of the bitmaps is strictly behind the plane.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SideBitmaps {
    /// Rows on the plane.
    pub on: *mut u64,
    /// Rows strictly in front of the plane.
    pub front: *mut u64,
    /// Rows that are null; a null pointer if they are not wanted.
    pub null: *mut u64,
}

// SAFETY: the record has pointers, which are checked before they are used.
unsafe impl Plain for SideBitmaps {}

fn masks<T: Float, C: Columns<T, N>, const N: usize>(
    caller: Caller<'_>,
    plane: *const Plane,
    (parameter, columns): (&'static str, *const C),
    bitmaps: *const SideBitmaps,
    counts: *mut SideCounts,
) -> Status {
    caller.answer(|caller| {
        let plane = read_plane(caller, "plane", plane)?;
        let rows = Rows::read(caller, parameter, columns)?;
        let bitmaps = caller.read("bitmaps", bitmaps)?;
        let words = rows.count.div_ceil(64);
        let on = caller.slice_mut("bitmaps.on", bitmaps.on, words)?;
        let front = caller.slice_mut("bitmaps.front", bitmaps.front, words)?;
        let mut null = caller.slice_mut_if_any("bitmaps.null", bitmaps.null, words)?;
        let place = caller.out_if_any("counts", counts)?;
        let mut sum = SideCounts::default();
        rows.chunks::<C>(parameter, |first, columns| {
            let words = first / 64..first / 64 + columns[0].len().div_ceil(64);
            let found = C::batch(columns).masks(
                &plane,
                Masks {
                    on: &mut on[words.clone()],
                    front: &mut front[words.clone()],
                    null: null.as_deref_mut().map(|null| &mut null[words]),
                },
            );
            sum.back += found.back;
            sum.on += found.on;
            sum.front += found.front;
            sum.null += found.null;
            Ok(())
        })?;
        if let Some(place) = place {
            place.set(sum);
        }
        Ok(())
    })
}

fn distances<T: Float>(
    caller: Caller<'_>,
    plane: *const Plane,
    points: *const Points<T>,
    distances: *mut f64,
) -> Status {
    caller.answer(|caller| {
        let plane = read_plane(caller, "plane", plane)?;
        let rows = Rows::read(caller, "points", points)?;
        let distances = caller.slice_mut("distances", distances, rows.count)?;
        // Nothing is written on failure, so the points are checked first.
        rows.chunks::<Points<T>>("points", |first, columns| {
            let is_finite = |row: usize| {
                let mut numbers = columns.iter().map(|column| column[row].to_f64());
                numbers.all(f64::is_finite)
            };
            match (0..columns[0].len()).find(|&row| !is_finite(row)) {
                None => Ok(()),
                Some(row) => Err(Failure::invalid(
                    "points",
                    format_args!("row {} is not finite", first + row),
                )),
            }
        })?;
        rows.checked_chunks(|first, columns| {
            let places = &mut distances[first..first + columns[0].len()];
            PointColumns::new(columns)
                .try_signed_distances(&plane, places)
                .map_err(|error| Failure::invalid("points", error))
        })
    })
}

/// Finds the sides of points, exactly. `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_sides_of_points_f32(
    plane: *const Plane,
    points: *const Points<f32>,
    bitmaps: *const SideBitmaps,
    counts: *mut SideCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    masks(caller, plane, ("points", points), bitmaps, counts)
}

/// Finds the sides of points, exactly. `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_sides_of_points_f64(
    plane: *const Plane,
    points: *const Points<f64>,
    bitmaps: *const SideBitmaps,
    counts: *mut SideCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    masks(caller, plane, ("points", points), bitmaps, counts)
}

/// Finds the sides of boxes, exactly. `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_sides_of_boxes_f32(
    plane: *const Plane,
    boxes: *const Boxes<f32>,
    bitmaps: *const SideBitmaps,
    counts: *mut SideCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    masks(caller, plane, ("boxes", boxes), bitmaps, counts)
}

/// Finds the sides of boxes, exactly. `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_sides_of_boxes_f64(
    plane: *const Plane,
    boxes: *const Boxes<f64>,
    bitmaps: *const SideBitmaps,
    counts: *mut SideCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    masks(caller, plane, ("boxes", boxes), bitmaps, counts)
}

/// Finds the sides of spheres, exactly. `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_sides_of_spheres_f32(
    plane: *const Plane,
    spheres: *const Spheres<f32>,
    bitmaps: *const SideBitmaps,
    counts: *mut SideCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    masks(caller, plane, ("spheres", spheres), bitmaps, counts)
}

/// Finds the sides of spheres, exactly. `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_sides_of_spheres_f64(
    plane: *const Plane,
    spheres: *const Spheres<f64>,
    bitmaps: *const SideBitmaps,
    counts: *mut SideCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    masks(caller, plane, ("spheres", spheres), bitmaps, counts)
}

/// Finds the sides of oriented boxes, exactly. `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_sides_of_oriented_boxes_f32(
    plane: *const Plane,
    boxes: *const OrientedBoxes<f32>,
    bitmaps: *const SideBitmaps,
    counts: *mut SideCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    masks(caller, plane, ("boxes", boxes), bitmaps, counts)
}

/// Finds the sides of oriented boxes, exactly. `counts` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_sides_of_oriented_boxes_f64(
    plane: *const Plane,
    boxes: *const OrientedBoxes<f64>,
    bitmaps: *const SideBitmaps,
    counts: *mut SideCounts,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    masks(caller, plane, ("boxes", boxes), bitmaps, counts)
}

/// Measures the signed distances of points, rounded: one number per point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_signed_distances_f32(
    plane: *const Plane,
    points: *const Points<f32>,
    distances: *mut f64,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    self::distances(unsafe { Caller::of_call() }, plane, points, distances)
}

/// Measures the signed distances of points, rounded: one number per point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_signed_distances_f64(
    plane: *const Plane,
    points: *const Points<f64>,
    distances: *mut f64,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    self::distances(unsafe { Caller::of_call() }, plane, points, distances)
}
