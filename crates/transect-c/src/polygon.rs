//! Convex polygons in 2D: overlap, and the axis that separates them.

use transect::{ConvexPolygon, Separation, overlap, separation};

use crate::caller::Caller;
use crate::plane::read_point;
use crate::status::{Failure, Status};

fn read_polygon(
    caller: &mut Caller<'_>,
    parameter: &'static str,
    corners: *const [f64; 2],
    count: usize,
) -> Result<ConvexPolygon<2>, Failure> {
    let corners = caller.slice(parameter, corners, count)?;
    ConvexPolygon::new(corners.iter().copied()).map_err(|error| Failure::invalid(parameter, error))
}

/// Decides whether two convex polygons have a common point, exactly; touching counts. Corners are pairs of numbers,
/// in order around the polygon. If the polygons are apart and `axis` is not null, it gets a vector that points from
/// the first polygon to the second, along which they are apart; zeros if no float vector separates them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_polygons_overlap(
    a: *const f64,
    a_count: usize,
    b: *const f64,
    b_count: usize,
    overlap: *mut bool,
    axis: *mut f64,
) -> Status {
    let a = a.cast::<[f64; 2]>();
    let b = b.cast::<[f64; 2]>();
    let axis = axis.cast::<[f64; 2]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let a = read_polygon(caller, "a", a, a_count)?;
        let b = read_polygon(caller, "b", b, b_count)?;
        let place = caller.out("overlap", overlap)?;
        let axis = caller.out_if_any("axis", axis)?;
        let (is_overlap, separating) = match separation(&a, &b) {
            Separation::Apart { axis } => (false, axis.unwrap_or_default()),
            Separation::Overlapping { .. } => (true, [0.0; 2]),
        };
        place.set(is_overlap);
        if let Some(axis) = axis {
            axis.set(separating);
        }
        Ok(())
    })
}

/// Decides whether a convex polygon contains a point, exactly; its border counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_polygon_contains(
    corners: *const f64,
    count: usize,
    point: *const f64,
    contains: *mut bool,
) -> Status {
    let corners = corners.cast::<[f64; 2]>();
    let point = point.cast::<[f64; 2]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let polygon = read_polygon(caller, "corners", corners, count)?;
        let point = read_point(caller, "point", point)?;
        let place = caller.out("contains", contains)?;
        place.set(overlap(&polygon, &point));
        Ok(())
    })
}
