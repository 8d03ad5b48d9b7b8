//! View frusta: from matrices and from cameras.

use std::str::FromStr;

use numpy::IntoPyArray;
use numpy::ndarray::Array2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::{Camera, ClipSpace, Frustum, MatrixOrder, NameError};

use crate::array::{records, vector};
use crate::errors::geometry;
use crate::plane::PyPlane;
use crate::region::{PyRegion, relation};

/// A view frustum: the region that a camera sees.
///
/// Parameters
/// ----------
/// matrix : array_like, shape (4, 4)
///     The matrix from world coordinates to clip coordinates, as numpy writes it: clip = matrix @ (x, y, z, 1).
/// clip_space : {"minus_one_to_one", "zero_to_one", "reversed_z"}, optional
///     The range of the depth in clip space: that of OpenGL, that of Vulkan, Metal, Direct3D and WebGPU, or the latter with
///     the near plane at 1 instead of 0. Hyphens may replace underscores.
/// order : {"row_major", "column_major"}, optional
///     `"column_major"` if the four lists are the columns of the matrix, as OpenGL and glm store it.
/// infinite_far : bool, optional
///     If true, there is no far plane, whatever the matrix contains.
///
/// Examples
/// --------
/// >>> import numpy as np, transect as tr
/// >>> frustum = tr.Frustum(np.eye(4))
/// >>> frustum.overlap(tr.Boxes([[0, 0, 0, 2, 2, 2], [2, 0, 0, 3, 1, 1]]))
/// array([ 0, -1], dtype=int8)
#[pyclass(module = "transect", name = "Frustum", frozen)]
pub(crate) struct PyFrustum(pub(crate) Frustum, Source);

/// The arguments that a frustum was made of, for pickles.
#[derive(Clone, Copy)]
enum Source {
    Matrix {
        lists: [[f64; 4]; 4],
        space: ClipSpace,
        order: MatrixOrder,
        infinite_far: bool,
    },
    Camera {
        directions: [[f64; 3]; 3],
        vertical_field_of_view_degrees: f64,
        aspect: f64,
        near: f64,
        far: Option<f64>,
        orthographic_height: Option<f64>,
    },
}

/// Returns the value that a word of an argument names.
fn word<T: FromStr<Err = NameError>>(argument: &str, text: &str) -> PyResult<T> {
    text.parse::<T>().map_err(|NameError { names, .. }| {
        PyValueError::new_err(format!(
            "{argument} must be one of {}, not {text:?}",
            names.join(", ")
        ))
    })
}

#[pymethods]
impl PyFrustum {
    #[new]
    #[pyo3(signature = (matrix, clip_space = "minus_one_to_one", *, order = "row_major", infinite_far = false))]
    fn new(
        matrix: &Bound<'_, PyAny>,
        clip_space: &str,
        order: &str,
        infinite_far: bool,
    ) -> PyResult<Self> {
        let space = word("clip_space", clip_space)?;
        let order = word("order", order)?;
        let lists: Vec<[f64; 4]> = records(matrix, "matrix")?;
        let lists: [[f64; 4]; 4] = lists.try_into().map_err(|lists: Vec<_>| {
            PyValueError::new_err(format!(
                "matrix: the shape is ({}, 4); it must be (4, 4)",
                lists.len()
            ))
        })?;
        let frustum = match (order, infinite_far) {
            (MatrixOrder::RowMajor, false) => Frustum::from_row_major(&lists, space),
            (MatrixOrder::RowMajor, true) => {
                Frustum::from_row_major_with_infinite_far(&lists, space)
            }
            (MatrixOrder::ColumnMajor, false) => Frustum::from_column_major(&lists, space),
            (MatrixOrder::ColumnMajor, true) => {
                Frustum::from_column_major_with_infinite_far(&lists, space)
            }
        };
        let source = Source::Matrix {
            lists,
            space,
            order,
            infinite_far,
        };
        frustum
            .map(|frustum| Self(frustum, source))
            .map_err(geometry)
    }

    /// Returns the frustum of a camera.
    ///
    /// Parameters
    /// ----------
    /// position, forward, up : array_like, shape (3,)
    ///     The eye, the viewing direction, and a direction that points upwards in the picture.
    /// vertical_field_of_view_degrees : float, optional
    ///     The angle between the bottom and the top of the view, in degrees.
    /// aspect : float, optional
    ///     The width of the picture divided by its height.
    /// near : float, optional
    ///     The distance of the near plane.
    /// far : float or None, optional
    ///     The distance of the far plane; `None` for a view to infinity.
    /// orthographic_height : float or None, optional
    ///     The height of the picture of an orthographic camera, whose lines of sight are parallel and whose near plane may lie
    ///     behind the eye; `None` for a perspective camera.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> frustum = tr.Frustum.camera([0, 0, 0], forward=[0, 0, -1], up=[0, 1, 0], near=1, far=10)
    /// >>> frustum.overlap([0, 0, -10])
    /// <Overlap.INSIDE: 1>
    #[staticmethod]
    #[pyo3(signature = (position, forward, up, *, vertical_field_of_view_degrees = 90.0, aspect = 1.0, near = 1.0, far = None, orthographic_height = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of Python")]
    fn camera(
        position: &Bound<'_, PyAny>,
        forward: &Bound<'_, PyAny>,
        up: &Bound<'_, PyAny>,
        vertical_field_of_view_degrees: f64,
        aspect: f64,
        near: f64,
        far: Option<f64>,
        orthographic_height: Option<f64>,
    ) -> PyResult<Self> {
        let directions = [
            vector(position, "position")?,
            vector(forward, "forward")?,
            vector(up, "up")?,
        ];
        let [position, forward, up] = directions;
        let camera = Camera::looking(position, forward, up);
        let camera = camera
            .with_vertical_field_of_view(vertical_field_of_view_degrees.to_radians())
            .with_aspect(aspect)
            .with_near(near)
            .with_far(far)
            .with_orthographic_height(orthographic_height);
        let source = Source::Camera {
            directions,
            vertical_field_of_view_degrees,
            aspect,
            near,
            far,
            orthographic_height,
        };
        camera
            .frustum()
            .map(|frustum| Self(frustum, source))
            .map_err(geometry)
    }

    /// The planes, whose fronts are inside.
    #[getter]
    fn planes(&self) -> Vec<PyPlane> {
        self.0.planes().iter().copied().map(PyPlane).collect()
    }

    /// The frustum as a region.
    #[getter]
    fn region(&self) -> PyRegion {
        PyRegion(self.0.planes().to_vec())
    }

    /// The eight corners as an array with the shape (8, 3), rounded; `None` without a far plane.
    #[getter]
    fn corners<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let corners = self.0.corners()?;
        let corners: Array2<f64> = corners.to_vec().into();
        Some(corners.into_pyarray(py).into_any())
    }

    /// Returns the exact relation of one shape, or of each row of a batch: −1 outside, 0 partly inside, 1 inside.
    ///
    /// Examples
    /// --------
    /// >>> import numpy as np, transect as tr
    /// >>> tr.Frustum(np.eye(4)).overlap([[0, 0, 1], [0, 0, 2]])
    /// array([ 1, -1], dtype=int8)
    #[pyo3(signature = (shapes, *, nan = "error"))]
    fn overlap<'py>(&self, shapes: &Bound<'py, PyAny>, nan: &str) -> PyResult<Bound<'py, PyAny>> {
        relation(self.0.planes(), shapes, nan, true)
    }

    /// Returns the relation judged by one plane at a time, as renderers cull.
    ///
    /// Examples
    /// --------
    /// >>> import numpy as np, transect as tr
    /// >>> tr.Frustum(np.eye(4)).overlap_conservative([[0, 0, 1], [0, 0, 2]])
    /// array([ 1, -1], dtype=int8)
    #[pyo3(signature = (shapes, *, nan = "error"))]
    fn overlap_conservative<'py>(
        &self,
        shapes: &Bound<'py, PyAny>,
        nan: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        relation(self.0.planes(), shapes, nan, false)
    }

    fn __repr__(&self) -> String {
        let planes = self.0.planes().len();
        format!("<transect.Frustum: {planes} planes>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        match slf.get().1 {
            Source::Matrix {
                lists,
                space,
                order,
                infinite_far,
            } => {
                let matrix = py.import("transect._pickles")?.getattr("matrix")?;
                let arguments = (lists, space.name(), order.name(), infinite_far);
                (matrix, arguments).into_pyobject(py)
            }
            Source::Camera {
                directions: [position, forward, up],
                vertical_field_of_view_degrees,
                aspect,
                near,
                far,
                orthographic_height,
            } => {
                let camera = py.import("transect._pickles")?.getattr("camera")?;
                let view = (
                    vertical_field_of_view_degrees,
                    aspect,
                    near,
                    far,
                    orthographic_height,
                );
                (camera, (position, forward, up, view)).into_pyobject(py)
            }
        }
    }
}
