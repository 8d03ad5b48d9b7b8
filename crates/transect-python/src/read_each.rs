//! Many files, each read as a scene of its own, while the caller uses earlier ones.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use transect_io::{Document, ReadError};

use crate::scene::{PyScene, ReadOptions};
use crate::work::Running;

/// Reads files one by one, each as a scene of its own, while the caller uses earlier ones.
///
/// The files are read in their order, at most `jobs` at the same time and ahead of the caller. A file that cannot be
/// read does not end the iteration: its item has the exception.
///
/// Parameters
/// ----------
/// paths : Iterable[str or os.PathLike]
///     The files. Each path is taken when its file is about to be read, so a generator of millions of paths is
///     fine.
/// jobs : int, optional
///     The number of files that are read at the same time. Up to this many scenes wait in memory. The default is the
///     number of processors.
/// weld, unit, to_unit : optional
///     As for `transect.read`, for each file.
///
/// Returns
/// -------
/// Iterator[ReadFile]
///     One item per path, in the order of the paths.
///
/// Raises
/// ------
/// ValueError
///     If `jobs` is less than 1, or `weld` is not a finite number greater than 0.
/// GeometryError
///     If a unit is not known.
///
/// Examples
/// --------
/// >>> import pathlib, tempfile, transect as tr
/// >>> folder = pathlib.Path(tempfile.mkdtemp())
/// >>> text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
/// >>> _ = (folder / "a.obj").write_text(text), (folder / "b.obj").write_text(text[:-2] + "9\n")
/// >>> for file in tr.read_each(sorted(folder.iterdir())):
/// ...     print(file.path.name, "bad" if file.error else file.scene.names)
/// a.obj ['a']
/// b.obj bad
#[pyfunction]
#[pyo3(signature = (paths, *, jobs = None, weld = None, unit = None, to_unit = None))]
pub(crate) fn read_each(
    paths: &Bound<'_, PyAny>,
    jobs: Option<i64>,
    weld: Option<f64>,
    unit: Option<String>,
    to_unit: Option<String>,
) -> PyResult<ReadEach> {
    let jobs = match jobs {
        None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        Some(jobs) => usize::try_from(jobs)
            .ok()
            .filter(|jobs| *jobs > 0)
            .ok_or_else(|| PyValueError::new_err(format!("jobs is {jobs}, less than 1")))?,
    };
    Ok(ReadEach {
        queue: Mutex::new(Some(Queue {
            paths: Some(paths.try_iter()?.unbind()),
            begun: VecDeque::new(),
        })),
        options: ReadOptions::new(weld, unit, to_unit)?,
        jobs,
        process: process::id(),
    })
}

/// The iterator of `read_each`.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> tr.read_each(["part.stl"], jobs=2)
/// <transect.ReadEach: 2 at the same time>
#[pyclass(module = "transect", frozen)]
pub(crate) struct ReadEach {
    /// The files to come; `None` while a call waits for one.
    queue: Mutex<Option<Queue>>,
    options: ReadOptions,
    jobs: usize,
    process: u32,
}

/// The paths that are not taken yet, and the files that are being read or wait for the caller.
struct Queue {
    /// `None` after the last path, or after the paths raised an exception.
    paths: Option<Py<PyIterator>>,
    begun: VecDeque<Begun>,
}

/// A file that is being read, or an exception of the iterator of paths.
enum Begun {
    File(PathBuf, Running<Result<Document, ReadError>>),
    Failed(PyErr),
}

impl Queue {
    /// Takes paths and begins to read their files, until `jobs` files are begun.
    fn fill(&mut self, py: Python<'_>, jobs: usize) {
        while self.begun.len() < jobs
            && let Some(paths) = &self.paths
        {
            match paths.bind(py).clone().next().map(|path| begin(path?)) {
                Some(Ok(begun)) => self.begun.push_back(begun),
                // The caller gets the exception after the files before it.
                Some(Err(error)) => {
                    self.begun.push_back(Begun::Failed(error));
                    self.paths = None;
                }
                None => self.paths = None,
            }
        }
    }
}

fn begin(path: Bound<'_, PyAny>) -> PyResult<Begun> {
    start(path.extract()?)
}

fn start(path: PathBuf) -> PyResult<Begun> {
    let own = path.clone();
    let running = Running::start(move |_| transect_io::read(&[own]))?;
    Ok(Begun::File(path, running))
}

impl ReadEach {
    fn queue(&self) -> MutexGuard<'_, Option<Queue>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next file. The queue is not locked meanwhile, because the iterator of paths may run any code.
    fn next(&self, py: Python<'_>, queue: &mut Queue) -> PyResult<Option<ReadFile>> {
        queue.fill(py, self.jobs);
        let (path, running) = match queue.begun.pop_front() {
            None => return Ok(None),
            Some(Begun::Failed(error)) => return Err(error),
            Some(Begun::File(path, running)) => (path, running),
        };
        let document = match running.wait(py, None) {
            Ok(document) => document,
            Err(error) => {
                // The wait was interrupted. If the caller goes on, this file is the next one.
                queue.begun.push_front(start(path)?);
                return Err(error);
            }
        };
        // The next file is read while the caller uses this one.
        queue.fill(py, self.jobs);
        let content = match self.options.scene(document) {
            Ok(scene) => Ok(Py::new(py, scene)?),
            Err(error) => Err(error),
        };
        Ok(Some(ReadFile { path, content }))
    }
}

#[pymethods]
impl ReadEach {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<ReadFile>> {
        if process::id() != self.process {
            return Err(PyRuntimeError::new_err(
                "these files belong to the process that was forked; call read_each() again",
            ));
        }
        let queue = self.queue().take();
        let mut queue = queue.ok_or_else(|| {
            PyRuntimeError::new_err("another thread waits for a file of this iterator")
        })?;
        let next = self.next(py, &mut queue);
        *self.queue() = Some(queue);
        next
    }

    fn __repr__(&self) -> String {
        format!("<transect.ReadEach: {} at the same time>", self.jobs)
    }
}

/// A file of `read_each`: its path, and its scene or its error.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> file = next(tr.read_each(["missing.stl"]))
/// >>> file.path.name, type(file.error).__name__
/// ('missing.stl', 'FileError')
#[pyclass(module = "transect", frozen)]
pub(crate) struct ReadFile {
    path: PathBuf,
    content: Result<Py<PyScene>, PyErr>,
}

#[pymethods]
impl ReadFile {
    /// The path of the file, as it was given.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The scene of the file. If the file could not be read, this raises its `error`.
    #[getter]
    fn scene(&self, py: Python<'_>) -> PyResult<Py<PyScene>> {
        match &self.content {
            Ok(scene) => Ok(scene.clone_ref(py)),
            Err(error) => Err(error.clone_ref(py)),
        }
    }

    /// The exception that `transect.read` raises for this file: a `FileError` or a `GeometryError`. `None` if the file
    /// was read.
    #[getter]
    fn error(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let error = self.content.as_ref().err()?;
        Some(error.value(py).clone().into_any().unbind())
    }

    fn __repr__(&self) -> String {
        let content = match self.content {
            Ok(_) => "read",
            Err(_) => "error",
        };
        format!("<transect.ReadFile: {}, {content}>", self.path.display())
    }
}
