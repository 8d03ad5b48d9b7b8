//! Curves of area and volume against height.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect_draw::{CurveChart, CurveSample, Theme};
use transect_mesh::Curve;

use crate::errors::geometry;
use crate::mesh::{PyMesh, SharedMesh};
use crate::pickles::asked_again;
use crate::types::make;

/// The number of heights at which a picture of the curve samples it between its ends.
const SAMPLES: usize = 400;

/// The area of the section and the volume behind it, for every height. A notebook shows the curve as a picture.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> curve = mesh.curve("z")
/// >>> curve.range, curve.volume
/// ((0.0, 6.0), 36.0)
/// >>> curve.height_of_volume(31.5)
/// 3.0
#[pyclass(module = "transect", name = "Curve", frozen)]
pub(crate) struct PyCurve {
    mesh: SharedMesh,
    direction: [f64; 3],
    curve: Curve,
}

impl PyCurve {
    pub(crate) const fn new(mesh: SharedMesh, direction: [f64; 3], curve: Curve) -> Self {
        Self {
            mesh,
            direction,
            curve,
        }
    }
}

#[pymethods]
impl PyCurve {
    /// The least and the greatest height, or `None` for an empty mesh.
    #[getter]
    fn range(&self) -> Option<(f64, f64)> {
        self.curve.range().map(Into::into)
    }

    /// The heights of the vertices, as an array in ascending order.
    #[getter]
    fn knots<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.curve.knots().to_vec().into_pyarray(py)
    }

    /// The volume of the mesh.
    #[getter]
    fn volume(&self) -> f64 {
        self.curve.volume()
    }

    /// Returns the area and the volume at a height, with bounds of their errors.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> point = mesh.curve("z").at(3)
    /// >>> point.area, point.volume
    /// (4.5, 31.5)
    fn at<'py>(&self, py: Python<'py>, height: f64) -> PyResult<Bound<'py, PyAny>> {
        if height.is_nan() {
            return Err(geometry("the height is NaN, not a number"));
        }
        let point = self.curve.at(height);
        let centroid: Option<(f64, f64, f64)> = point.centroid.map(Into::into);
        let fields = (
            point.area,
            point.area_from_front,
            point.area_error,
            point.volume,
            point.volume_error,
            centroid,
            point.centroid_error,
        );
        make(py, "CurvePoint", fields)
    }

    /// Returns the height below which a volume lies, or `None` if the mesh has less volume.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.curve("z").height_of_volume(31.5)
    /// 3.0
    fn height_of_volume(&self, volume: f64) -> Option<f64> {
        self.curve.height_of_volume(volume)
    }

    /// Returns a chart of the curve as SVG.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.curve("z").to_svg()[:4]
    /// '<svg'
    fn to_svg(&self) -> String {
        let [lowest, highest] = self.curve.range().unwrap_or_default();
        let step = (highest - lowest) / SAMPLES as f64;
        let heights = (0..=SAMPLES).map(|index| match index {
            SAMPLES => highest,
            _ => lowest + step * index as f64,
        });
        let mut heights: Vec<f64> = heights.collect();
        // All knots of a small mesh are sampled, because the area jumps there.
        if self.curve.knots().len() <= SAMPLES {
            heights.extend(self.curve.knots());
            heights.sort_by(f64::total_cmp);
            heights.dedup();
        }
        let samples = heights.into_iter().map(|height| {
            let point = self.curve.at(height);
            CurveSample {
                height,
                areas: [point.area_from_front, point.area],
                volume: point.volume,
            }
        });
        let chart = CurveChart {
            title: "Area and volume against height".into(),
            subtitle: format!("volume {}", self.curve.volume()),
            height_name: "height".into(),
            unit: None,
            samples: samples.collect(),
            marks: Vec::new(),
            theme: Theme::light(),
        };
        chart.to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.to_svg()
    }

    fn __repr__(&self) -> String {
        let [lowest, highest] = self.curve.range().unwrap_or_default();
        format!(
            "<transect.Curve: heights {lowest} to {highest}, volume {}>",
            self.curve.volume()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        asked_again(py, PyMesh(self.mesh.clone()), "curve", self.direction, None)
    }
}
