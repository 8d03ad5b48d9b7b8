//! Meshes divided by several planes into the parts of all cells.

use std::sync::Arc;

use crate::caller::{Caller, free, give};
use crate::certificate::Certificate;
use crate::mesh::{Mesh, Room};
use crate::plane::{Plane, read_planes};
use crate::side::Side;
use crate::status::{Failure, Status};

/// The parts of a mesh that was divided by several planes, ordered by their sides: front before back, the first plane
/// counts most. Any function may use it in several threads at once.
pub struct Parts(Vec<Part>);

/// A part, and its side of each plane.
struct Part {
    mesh: Arc<transect_mesh::Mesh>,
    sides: Vec<i8>,
}

/// Divides a mesh by several planes into the parts of all cells, and counts the parts that have triangles. The parts
/// of a closed mesh are closed. `certificate` may be null. Free the parts with `transect_parts_free` and the
/// certificate with `transect_certificate_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_divide(
    mesh: *const Mesh,
    planes: *const Plane,
    plane_count: usize,
    parts: *mut *mut Parts,
    part_count: *mut usize,
    certificate: *mut *mut Certificate,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        let planes = read_planes(caller, planes, plane_count)?;
        let place = caller.out("parts", parts)?;
        let count = caller.out("part_count", part_count)?;
        let certificate = caller.out_if_any("certificate", certificate)?;
        let division = mesh.divided_by(&planes);
        let verdict = certificate
            .is_some()
            .then(|| division.certificate(mesh, &planes));
        let parts = division.parts.into_iter().map(|own| Part {
            mesh: Arc::new(own.part.mesh),
            sides: own.sides.iter().map(|&side| side as i8).collect(),
        });
        let parts: Vec<Part> = parts.collect();
        count.set(parts.len());
        place.set(give(Parts(parts)));
        if let (Some(place), Some(verdict)) = (certificate, verdict) {
            place.set(Certificate::give(verdict));
        }
        Ok(())
    })
}

/// Returns a part as a mesh, and its side of each plane, −1 or 1. `sides` has room for one entry per plane, or is
/// null with the capacity 0. The mesh stays valid after the parts are freed. Free it with `transect_mesh_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_parts_get(
    parts: *const Parts,
    index: usize,
    mesh: *mut *mut Mesh,
    sides: *mut i8,
    side_capacity: usize,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let parts = &caller.handle("parts", parts)?.0;
        let Some(part) = parts.get(index) else {
            return Err(Failure::count(
                "index",
                format_args!("{index}, but there are {} parts", parts.len()),
            ));
        };
        let place = caller.out("mesh", mesh)?;
        Room::of(caller, ("sides", sides, side_capacity), part.sides.len())?.copy(&part.sides);
        place.set(give(Mesh(Arc::clone(&part.mesh))));
        Ok(())
    })
}

/// Frees parts. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_parts_free(parts: *mut Parts) {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    unsafe { free(parts) }
}

const _: () = {
    // The sides of parts are written as the numbers of this enum.
    assert!(transect::Side::Back as i8 as i32 == Side::Back as i32);
    assert!(transect::Side::Front as i8 as i32 == Side::Front as i32);
};
