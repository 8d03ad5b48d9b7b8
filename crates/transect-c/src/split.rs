//! Meshes cut into two halves by a plane, and into two parts by a region.

use transect::Region;

use crate::caller::{Caller, Out};
use crate::certificate::Certificate;
use crate::mesh::Mesh;
use crate::plane::{Plane, read_plane, read_planes};
use crate::status::{Failure, Status};

/// The places of the results of a cut. The caller takes what it wants.
struct Places {
    parts: [Option<Out<*mut Mesh>>; 2],
    certificate: Option<Out<*mut Certificate>>,
}

impl Places {
    fn of(
        caller: &mut Caller<'_>,
        parts: [(&'static str, *mut *mut Mesh); 2],
        certificate: *mut *mut Certificate,
    ) -> Result<Self, Failure> {
        let [(first, one), (second, other)] = parts;
        let parts = [
            caller.out_if_any(first, one)?,
            caller.out_if_any(second, other)?,
        ];
        let certificate = caller.out_if_any("certificate", certificate)?;
        if let ([None, None], None) = (&parts, &certificate) {
            return Err(Failure::new(
                Status::NullPointer,
                format_args!("{first}, {second} and certificate are all null"),
            ));
        }
        Ok(Self { parts, certificate })
    }

    fn set(
        self,
        meshes: [transect_mesh::Mesh; 2],
        certificate: Option<transect_mesh::Certificate>,
    ) {
        for (place, mesh) in self.parts.into_iter().zip(meshes) {
            if let Some(place) = place {
                place.set(Mesh::give(mesh));
            }
        }
        if let (Some(place), Some(certificate)) = (self.certificate, certificate) {
            place.set(Certificate::give(certificate));
        }
    }
}

/// Cuts a mesh into the halves in front of a plane and behind it. The halves of a closed mesh are closed by caps. Any
/// of the three results may be null; the certificate takes time only if it is wanted. Free the halves with
/// `transect_mesh_free` and the certificate with `transect_certificate_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_split(
    mesh: *const Mesh,
    plane: *const Plane,
    front: *mut *mut Mesh,
    back: *mut *mut Mesh,
    certificate: *mut *mut Certificate,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        let plane = read_plane(caller, "plane", plane)?;
        let places = Places::of(caller, [("front", front), ("back", back)], certificate)?;
        let split = mesh.split(&plane);
        let is_wanted = places.certificate.is_some();
        let certificate = is_wanted.then(|| split.certificate(mesh, &plane));
        places.set([split.front, split.back], certificate);
        Ok(())
    })
}

/// Cuts a mesh into the part in a region, in front of all planes, and the rest. The parts of a closed mesh are
/// closed. Any of the three results may be null. Free the parts with `transect_mesh_free` and the certificate with
/// `transect_certificate_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_cut_by_region(
    mesh: *const Mesh,
    planes: *const Plane,
    plane_count: usize,
    inside: *mut *mut Mesh,
    outside: *mut *mut Mesh,
    certificate: *mut *mut Certificate,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        let planes = read_planes(caller, planes, plane_count)?;
        let parts = [("inside", inside), ("outside", outside)];
        let places = Places::of(caller, parts, certificate)?;
        let region = Region::new(&planes);
        let cut = mesh.cut_by_region(region);
        let is_wanted = places.certificate.is_some();
        let certificate = is_wanted.then(|| cut.certificate(mesh, region));
        places.set([cut.inside.mesh, cut.outside.mesh], certificate);
        Ok(())
    })
}
