//! The Python module `transect`: converts arguments and results; all geometry is the library's.

mod aabb;
mod array;
mod attribute_layers;
mod bitmaps;
mod boxes;
mod bvh;
mod certificate;
mod check;
mod columns;
mod command;
mod curve;
mod cut;
mod cut_files;
mod cut_question;
mod cutting_plane;
mod division;
mod drawing;
mod errors;
mod faces;
mod frustum;
mod heights;
mod hull;
mod kept_plane;
mod layers;
mod mesh;
mod mesh_methods;
mod names;
mod parallelepiped;
mod parallelepipeds;
mod parts_certificate;
mod pickles;
mod plane;
mod plane_at;
mod plane_through;
mod points;
mod pool;
mod read_each;
mod region;
mod region_argument;
mod region_cut;
mod sat;
mod scene;
mod scene_layers;
mod scene_methods;
mod section;
mod shapes;
mod sphere;
mod spheres;
mod split;
mod stream;
mod table;
mod types;
mod unpickled;
mod work;

/// The compiled part of the package `transect`.
#[pyo3::pymodule]
mod _transect {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::aabb::AxisAlignedBox;
    #[pymodule_export]
    use crate::boxes::Boxes;
    #[pymodule_export]
    use crate::bvh::PyBvh;
    #[pymodule_export]
    use crate::check::check;
    #[pymodule_export]
    use crate::command::{has_page, page_file, run_command};
    #[pymodule_export]
    use crate::curve::PyCurve;
    #[pymodule_export]
    use crate::cut::PyCut;
    #[pymodule_export]
    use crate::division::Division;
    #[pymodule_export]
    use crate::drawing::PyDrawing;
    #[pymodule_export]
    use crate::errors::{FileError, GeometryError};
    #[pymodule_export]
    use crate::frustum::PyFrustum;
    #[pymodule_export]
    use crate::hull::ConvexHull;
    #[pymodule_export]
    use crate::layers::{Layer, Layers};
    #[pymodule_export]
    use crate::mesh::PyMesh;
    #[pymodule_export]
    use crate::parallelepiped::OrientedBox;
    #[pymodule_export]
    use crate::parallelepipeds::Parallelepipeds;
    #[pymodule_export]
    use crate::plane::PyPlane;
    #[pymodule_export]
    use crate::plane_at::PlaneAt;
    #[pymodule_export]
    use crate::plane_through::PlaneThrough;
    #[pymodule_export]
    use crate::points::Points;
    #[pymodule_export]
    use crate::read_each::{ReadEach, ReadFile, read_each};
    #[pymodule_export]
    use crate::region::PyRegion;
    #[pymodule_export]
    use crate::region_cut::RegionCut;
    #[pymodule_export]
    use crate::sat::{overlap, separation};
    #[pymodule_export]
    use crate::scene::{PyScene, read};
    #[pymodule_export]
    use crate::scene_layers::{SceneLayer, SceneLayers};
    #[pymodule_export]
    use crate::section::PySection;
    #[pymodule_export]
    use crate::sphere::Ball;
    #[pymodule_export]
    use crate::spheres::Spheres;
    #[pymodule_export]
    use crate::split::PySplit;
    #[pymodule_export]
    use crate::unpickled::unpickled;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::errors::add_kinds(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
