//! The class of triangle meshes. Its methods stand in `mesh_methods.rs`, because their results hold meshes, too.

use std::ops::Deref;
use std::sync::Arc;

use pyo3::prelude::*;
use transect_mesh::{Division, Mesh, RegionCut, Split};

/// A triangle mesh, closed or open.
///
/// Vertices at exactly equal positions become one vertex. Nothing else is repaired: open edges, duplicate faces and
/// faces that cross are kept, and certificates report them.
///
/// Parameters
/// ----------
/// vertices : array_like, shape (n, 3)
/// faces : array_like of int, shape (m, 3)
///     Three indices of vertices per triangle, counter-clockwise as seen from outside.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> mesh.is_closed, mesh.volume
/// (True, 36.0)
/// >>> split = mesh.split("z = 3")
/// >>> split.front.volume, split.back.volume
/// (4.5, 31.5)
#[pyclass(module = "transect", name = "Mesh", frozen)]
#[derive(Clone)]
pub(crate) struct PyMesh(pub(crate) SharedMesh);

/// A mesh that several objects share: a mesh of its own, or part of the result of a cut.
#[derive(Clone)]
pub(crate) enum SharedMesh {
    Whole(Arc<Mesh>),
    Front(Arc<Split>),
    Back(Arc<Split>),
    Inside(Arc<RegionCut>),
    Outside(Arc<RegionCut>),
    Part(Arc<Division>, usize),
}

impl SharedMesh {
    pub(crate) fn new(mesh: Mesh) -> Self {
        Self::Whole(Arc::new(mesh))
    }
}

impl Deref for SharedMesh {
    type Target = Mesh;

    fn deref(&self) -> &Mesh {
        match self {
            Self::Whole(mesh) => mesh,
            Self::Front(split) => &split.front,
            Self::Back(split) => &split.back,
            Self::Inside(cut) => &cut.inside.mesh,
            Self::Outside(cut) => &cut.outside.mesh,
            Self::Part(division, index) => &division.parts[*index].part.mesh,
        }
    }
}
