//! Measures of a closed mesh against the height of a plane.

use crate::caller::{Caller, free, give};
use crate::mesh::Mesh;
use crate::status::{Failure, Status};
use transect_mesh::CurveError;

/// The area of the section and the volume behind the plane, for every height along a direction. Any function may use
/// it in several threads at once.
pub struct Curve(transect_mesh::Curve);

/// The range of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct CurveRange {
    /// The lowest height of a vertex.
    pub lowest: f64,
    /// The highest height of a vertex.
    pub highest: f64,
    /// The volume of the whole mesh.
    pub volume: f64,
}

/// The measures at one height, with bounds on their errors.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct CurvePoint {
    /// The limit of the section's area as the plane is approached from behind.
    pub area: f64,
    /// The limit of the section's area as the plane is approached from the front.
    pub area_from_front: f64,
    /// A bound on the error of both areas.
    pub area_error: f64,
    /// The volume behind the plane.
    pub volume: f64,
    /// A bound on the error of the volume.
    pub volume_error: f64,
    /// The centroid of the volume behind the plane, if `has_centroid`.
    pub centroid: [f64; 3],
    /// A bound on the error of each coordinate of the centroid.
    pub centroid_error: f64,
    /// `true` if the volume is larger than its error, so that there is a centroid.
    pub has_centroid: bool,
}

/// Computes the curve of a closed mesh along a direction. Free it with `transect_curve_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_curve(
    mesh: *const Mesh,
    direction: *const f64,
    curve: *mut *mut Curve,
) -> Status {
    let direction = direction.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        let direction = caller.read("direction", direction)?;
        let place = caller.out("curve", curve)?;
        let curve = mesh.curve(direction).map_err(|error| match error {
            CurveError::Direction { .. } => Failure::invalid("direction", error),
            _ => Failure::mesh(error),
        })?;
        place.set(give(Curve(curve)));
        Ok(())
    })
}

/// Finds the range of heights of a curve, and the volume of the mesh. A mesh without triangles has no range, which is
/// an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_curve_range(
    curve: *const Curve,
    range: *mut CurveRange,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = &caller.handle("curve", curve)?.0;
        let place = caller.out("range", range)?;
        let Some([lowest, highest]) = own.range() else {
            return Err(Failure::mesh("the mesh has no triangles"));
        };
        place.set(CurveRange {
            lowest,
            highest,
            volume: own.volume(),
        });
        Ok(())
    })
}

/// Finds the measures at a height.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_curve_at(
    curve: *const Curve,
    height: f64,
    point: *mut CurvePoint,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = &caller.handle("curve", curve)?.0;
        let place = caller.out("point", point)?;
        if height.is_nan() {
            return Err(Failure::invalid("height", "NaN is not a number"));
        }
        let at = own.at(height);
        place.set(CurvePoint {
            area: at.area,
            area_from_front: at.area_from_front,
            area_error: at.area_error,
            volume: at.volume,
            volume_error: at.volume_error,
            centroid: at.centroid.unwrap_or_default(),
            centroid_error: at.centroid_error,
            has_centroid: at.centroid.is_some(),
        });
        Ok(())
    })
}

/// Finds the lowest height at which the volume behind the plane is at least a volume, rounded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_curve_height_of_volume(
    curve: *const Curve,
    volume: f64,
    height: *mut f64,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = &caller.handle("curve", curve)?.0;
        let place = caller.out("height", height)?;
        let Some(height) = own.height_of_volume(volume) else {
            return Err(Failure::invalid(
                "volume",
                format_args!("{volume} is not from 0 to the largest volume behind a plane"),
            ));
        };
        place.set(height);
        Ok(())
    })
}

/// Frees a curve. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_curve_free(curve: *mut Curve) {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    unsafe { free(curve) }
}
