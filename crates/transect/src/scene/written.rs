//! The parts of a mesh that several planes cut, as the output stores them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::mesh::RegionPart;
use crate::mesh::indexed::{Mesh, MeshError};
use crate::plane::Plane;
use crate::scene::cut::Amount;
use crate::scene::encoding::Encoding;
use crate::side::Side;

/// The parts of a mesh in the precision of the output.
pub(super) struct Written {
    /// The meshes of the parts. The triangles of each plane's cut face have a part number of their own.
    pub(super) meshes: Vec<Mesh>,
    /// The origin of the coordinates of these meshes.
    pub(super) origin: [f64; 3],
    /// The largest change of a coordinate by the rounding to the precision of the output.
    pub(super) largest_rounding: f64,
}

impl Written {
    /// Rounds the parts of `input` to the precision of the output. In the rounded meshes, the triangles of the cut face
    /// of plane i have the part number `first` + i.
    pub(super) fn of(
        input: &Mesh,
        parts: &[&RegionPart],
        first: usize,
        encoding: Encoding,
    ) -> Result<Self, MeshError> {
        let origin = match encoding {
            Encoding::LocalSingle => input.single_precision_origin(),
            Encoding::Double | Encoding::Single => [0.0; 3],
        };
        let mut largest_rounding = 0.0_f64;
        let mut meshes = Vec::with_capacity(parts.len());
        for part in parts {
            let mut mesh = part.with_faces_as_parts(first as u32);
            if encoding != Encoding::Double {
                let narrowed = mesh.into_narrowed(&origin)?;
                largest_rounding = largest_rounding.max(narrowed.largest_rounding);
                mesh = narrowed.mesh;
            }
            meshes.push(mesh);
        }
        Ok(Self {
            meshes,
            origin,
            largest_rounding,
        })
    }
}

/// Returns the counts, the area and the volume of a part. `is_closed` is `true` if the input is closed.
pub(super) fn amount(part: &Mesh, is_closed: bool) -> Amount {
    Amount {
        volume: is_closed.then(|| part.volume()),
        ..Amount::whole(part)
    }
}

/// Returns the side of a mesh relative to each plane. The list is empty for a mesh without triangles.
pub(super) fn sides(mesh: &Mesh, planes: &[Plane]) -> Vec<Side> {
    let reaches = planes.iter().filter_map(|plane| mesh.reach(plane));
    reaches.map(|reach| reach.extent.side()).collect()
}

/// Returns the names of the cut faces of planes: `plane 1`, `plane 2` and so on.
pub(super) fn face_names(planes: usize) -> impl Iterator<Item = String> {
    (1..=planes).map(|number| format!("plane {number}"))
}
