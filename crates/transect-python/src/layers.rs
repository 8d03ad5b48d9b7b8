//! Layers: sections by many parallel planes, computed while the caller uses them.

use std::process;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use transect::Plane;
use transect::mesh::{LayersError, Mesh, MeshLayer};
use transect_report::OnPlaneRule;
use transect_report::decimal::Decimal;
use transect_report::heights::HeightRule;

use crate::array::{floats, shape_text, with_precision};
use crate::errors::geometry;
use crate::plane::PyPlane;
use crate::pool;
use crate::section::PySection;

use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};

/// The number of layers that are computed before the caller takes the first.
const AHEAD: usize = 64;

/// One layer: a height and its section.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> next(mesh.layers("z", heights=[3]))
/// <transect.Layer: height 3, area 4.5>
#[pyclass(module = "transect", frozen)]
pub(crate) struct Layer {
    /// The height.
    #[pyo3(get)]
    height: f64,
    plane: Plane,
    section: Py<PySection>,
}

#[pymethods]
impl Layer {
    /// The plane of the layer.
    #[getter]
    fn plane(&self) -> PyPlane {
        PyPlane(self.plane)
    }

    /// The section.
    #[getter]
    fn section(&self, py: Python<'_>) -> Py<PySection> {
        self.section.clone_ref(py)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.section.call_method0(py, "to_svg")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let area: f64 = self.section.getattr(py, "area")?.extract(py)?;
        Ok(format!(
            "<transect.Layer: height {}, area {area}>",
            self.height
        ))
    }
}

/// An iterator of layers in ascending order of height. `len()` is the number of layers that are left.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> len(mesh.layers("z", step=2))
/// 4
#[pyclass(module = "transect", frozen)]
pub(crate) struct Layers {
    state: Mutex<State>,
    rule: OnPlaneRule,
    process: u32,
}

struct State {
    /// The layers to come; `None` while a call waits for one.
    receiver: Option<Receiver<MeshLayer>>,
    left: usize,
}

impl Layers {
    /// Starts to compute layers on a thread of their own. The thread ends when the layers are no longer wanted.
    pub(crate) fn start(
        mesh: Arc<Mesh>,
        direction: [f64; 3],
        heights: Vec<f64>,
        rule: OnPlaneRule,
    ) -> PyResult<Self> {
        let (layers, receiver) = sync_channel(AHEAD);
        let (begun, outcome) = std::sync::mpsc::channel::<Result<usize, LayersError>>();
        thread::Builder::new()
            .name("transect".into())
            .spawn(move || {
                pool::run(move || match mesh.layers(direction, &heights) {
                    Ok(all) => {
                        let _ = begun.send(Ok(all.len()));
                        for layer in all {
                            // The receiver is gone when the caller needs no more layers.
                            if layers.send(layer).is_err() {
                                break;
                            }
                        }
                    }
                    Err(error) => {
                        let _ = begun.send(Err(error));
                    }
                });
            })?;
        let outcome = outcome.recv().map_err(|_| ended_early())?;
        Ok(Self {
            state: Mutex::new(State {
                receiver: Some(receiver),
                left: outcome.map_err(geometry)?,
            }),
            rule,
            process: process::id(),
        })
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn wait(
        &self,
        py: Python<'_>,
        mut receiver: Receiver<MeshLayer>,
    ) -> PyResult<Option<MeshLayer>> {
        loop {
            let received;
            // The receiver moves into the closure and back, because a reference to it must not change threads.
            (receiver, received) = py.detach(move || {
                let received = receiver.recv_timeout(Duration::from_millis(50));
                (receiver, received)
            });
            match received {
                Ok(layer) => {
                    let mut state = self.state();
                    state.receiver = Some(receiver);
                    state.left = state.left.saturating_sub(1);
                    return Ok(Some(layer));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        self.state().receiver = Some(receiver);
                        return Err(signal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let mut state = self.state();
                    if state.left > 0 {
                        return Err(ended_early());
                    }
                    state.receiver = Some(receiver);
                    return Ok(None);
                }
            }
        }
    }
}

fn ended_early() -> PyErr {
    PyRuntimeError::new_err(
        "the layers ended before the last: please report this as a defect of transect",
    )
}

#[pymethods]
impl Layers {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Layer>> {
        if process::id() != self.process {
            return Err(PyRuntimeError::new_err(
                "these layers belong to the process that was forked; call layers() again",
            ));
        }
        let receiver = self.state().receiver.take();
        let receiver = receiver.ok_or_else(|| {
            PyRuntimeError::new_err("another thread waits for a layer of this iterator")
        })?;
        let Some(layer) = self.wait(py, receiver)? else {
            return Ok(None);
        };
        Ok(Some(Layer {
            height: layer.height,
            plane: layer.plane,
            section: Py::new(
                py,
                PySection::new(layer.sections.into(), layer.plane, self.rule),
            )?,
        }))
    }

    fn __len__(&self) -> usize {
        self.state().left
    }

    fn __repr__(&self) -> String {
        format!("<transect.Layers: {} left>", self.state().left)
    }
}

/// Returns the heights that a caller gives, or those of planes at distances of a step within `bounds`.
pub(crate) fn heights_of(
    heights: Option<&Bound<'_, PyAny>>,
    step: Option<f64>,
    bounds: Option<[f64; 2]>,
) -> PyResult<Vec<f64>> {
    match (heights, step) {
        (Some(heights), None) => {
            let array = with_precision(floats(heights, "heights")?, false)?;
            if array.ndim() != 1 {
                return Err(PyTypeError::new_err(format!(
                    "heights: the shape is {}; it must be (n,)",
                    shape_text(&array)
                )));
            }
            let array = array.cast::<PyArray1<f64>>()?.readonly();
            Ok(array.as_array().to_vec())
        }
        (None, Some(step)) => {
            let step: Decimal = step.to_string().parse().map_err(geometry)?;
            if !step.is_positive() {
                return Err(geometry("the step must be positive"));
            }
            let Some(range) = bounds else {
                return Ok(Vec::new());
            };
            let rule = HeightRule::Step {
                step,
                from: None,
                to: None,
            };
            let layers = rule
                .layers(range, None)
                .map_err(|error| geometry(error.message))?;
            Ok(layers.into_iter().map(|layer| layer.height).collect())
        }
        _ => Err(PyTypeError::new_err(
            "layers need either heights=… or step=…",
        )),
    }
}
