//! Overlap and separation of two shapes.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use transect::{Polytope, Separation};

use crate::shapes::Single;
use crate::types::make;

/// Calls a generic function of the library with the two shapes, each of its own type.
macro_rules! with_both {
    ($a:expr, $b:expr, $function:path) => {
        match $a {
            Single::Aabb(a) => with_second!(a, $b, $function),
            Single::Parallelepiped(a) => with_second!(a, $b, $function),
            Single::Hull(a) => with_second!(a, $b, $function),
            Single::Sphere(_) => Err(spheres()),
        }
    };
}

macro_rules! with_second {
    ($a:expr, $b:expr, $function:path) => {
        match $b {
            Single::Aabb(b) => Ok($function($a, b)),
            Single::Parallelepiped(b) => Ok($function($a, b)),
            Single::Hull(b) => Ok($function($a, b)),
            Single::Sphere(_) => Err(spheres()),
        }
    };
}

fn spheres() -> PyErr {
    PyTypeError::new_err(
        "overlap and separation need shapes with corners: Box, Parallelepiped or Hull",
    )
}

fn single<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Single<'a>> {
    Single::of(object).ok_or_else(spheres)
}

/// Returns `True` if two shapes have a common point. This is exact; shapes that touch overlap.
///
/// Parameters
/// ----------
/// a, b : Box, Parallelepiped or Hull
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> tr.overlap(tr.Box([0, 0, 0], [1, 1, 1]), tr.Hull([[1, 1, 1], [2, 2, 2]]))
/// True
#[pyfunction]
pub(crate) fn overlap(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    with_both!(single(a)?, single(b)?, transect::overlap)
}

fn separated<A: Polytope<3>, B: Polytope<3>>(a: &A, b: &B) -> Separation {
    transect::separation(a, b)
}

/// Returns how two shapes are separated, or how deep they overlap.
///
/// Parameters
/// ----------
/// a, b : Box, Parallelepiped or Hull
///
/// Returns
/// -------
/// Separation
///     `overlaps` is exact. `axis` is a separating direction, or the direction of the least translation that parts the
///     shapes; `depth` is the length of this translation, rounded.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> tr.separation(tr.Box([0, 0, 0], [2, 2, 2]), tr.Box([1.5, 0, 0], [4, 2, 2])).depth
/// 0.5
#[pyfunction]
pub(crate) fn separation<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    type Axis = Option<(f64, f64, f64)>;
    let found: Separation = with_both!(single(a)?, single(b)?, separated)?;
    let (overlaps, axis, depth): (bool, Axis, Option<f64>) = match found {
        Separation::Apart { axis } => (false, axis.map(Into::into), None),
        Separation::Overlapping { depth, axis } => (true, Some(axis.into()), Some(depth)),
    };
    make(a.py(), "Separation", (overlaps, axis, depth))
}
