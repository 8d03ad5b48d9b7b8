//! The small types of answers that are written in Python: enums and named tuples of `transect._types`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::{Overlap, Side};

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("transect._types")?.getattr(name)
}

/// Creates a value of a type of `transect._types` from its fields in order.
pub(crate) fn make<'py>(
    py: Python<'py>,
    name: &str,
    fields: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    class(py, name)?.call1(fields.into_pyobject(py)?)
}

pub(crate) fn side(py: Python<'_>, side: Side) -> PyResult<Bound<'_, PyAny>> {
    make(py, "Side", (side as i8,))
}

/// Returns the number of a relation to a region, as in the enum `Overlap` of the package.
pub(crate) const fn overlap_number(overlap: Overlap) -> i8 {
    match overlap {
        Overlap::Outside => -1,
        Overlap::Meets => 0,
        Overlap::Inside => 1,
    }
}

pub(crate) fn overlap(py: Python<'_>, overlap: Overlap) -> PyResult<Bound<'_, PyAny>> {
    make(py, "Overlap", (overlap_number(overlap),))
}
