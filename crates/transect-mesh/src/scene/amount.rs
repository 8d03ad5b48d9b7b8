//! The counts, the area and the volume of a piece of an object.

use transect_exact::Side;

use crate::mesh::indexed::Mesh;
use crate::mesh::{PartSummary, Rest};

/// The counts, the area and the volume of a piece of an object: the piece in one part of a cut.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Amount {
    /// The number of triangles, including cut faces.
    pub triangles: usize,
    /// The number of vertices, including those of cut faces. After one pass, those of the band only
    /// ([`Scene::cut_band`](crate::scene::Scene::cut_band)).
    pub vertices: usize,
    /// The area of the triangles, including cut faces.
    pub area: f64,
    /// The enclosed volume. It is zero for an empty piece, and `None` if the object is open.
    pub volume: Option<f64>,
    /// The number of directed edges of the piece without a matching reverse edge, after edges were divided at the
    /// vertices that lie exactly on them. After one pass, edges were not divided, and if there are too many open edges
    /// to list, it is [`EdgeSum::UNCOUNTED`](crate::EdgeSum::UNCOUNTED).
    pub open_edges: usize,
}

impl Amount {
    pub(super) fn nothing(is_closed: bool) -> Self {
        Self {
            volume: is_closed.then_some(0.0),
            ..Self::default()
        }
    }

    /// Returns the amount of an object that is not cut. `open_edges` is the number of its open edges after edges were divided
    /// at the vertices that lie exactly on them.
    pub(super) fn whole(mesh: &Mesh, open_edges: usize) -> Self {
        let moments = mesh.moments(&mesh.middle());
        Self {
            triangles: mesh.triangles().len(),
            vertices: mesh.positions().len(),
            area: moments.area,
            volume: (open_edges == 0).then_some(moments.volume),
            open_edges,
        }
    }

    /// Returns the amount of a mesh that lies on one side of the plane and was read in one pass.
    pub(super) fn rest(rest: &Rest, side: Side, band: &Mesh) -> Self {
        let part = rest.part(side, band);
        Self {
            triangles: part.triangles,
            vertices: 0,
            area: part.area,
            volume: rest.is_closed().then_some(part.volume),
            open_edges: part.open_edge_count(),
        }
    }

    /// Returns the amount of a part of an object. `is_closed` is `true` if the object is closed.
    pub(super) fn of_part(part: &PartSummary, is_closed: bool) -> Self {
        Self {
            triangles: part.triangles,
            vertices: part.vertices,
            area: part.area,
            volume: is_closed.then_some(part.volume),
            open_edges: part.open_edges,
        }
    }
}
