//! Planes.

use numpy::IntoPyArray;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::{Extent, Interval, Plane, Ransac, Relation, Shape};

use crate::array::{vector, written};
use crate::bitmaps::Bitmaps;
use crate::columns::present_points;
use crate::errors::geometry;
use crate::shapes::{Shapes, Single};
use crate::table::{Answers, Kind, Question, Table};
use crate::types::{make, side};
use crate::work::long;

/// A plane: all points p with n·p + d = 0. Its front is where n·p + d is positive.
///
/// The normal may have any length and is not normalised. All sides are exact for the given floats; no tolerance is used
/// anywhere. A shape that touches the plane is on it.
///
/// Parameters
/// ----------
/// plane : str or array_like
///     An equation such as ``"2x + 3y + 6z = 17"``, the four coefficients (a, b, c, d), or the normal.
/// offset : float, optional
///     The number d, if the first argument is the normal.
/// point, normal : array_like, shape (3,), optional
///     A point in the plane and the normal, instead of the other arguments.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> plane = tr.Plane("2x + 3y + 6z = 17")
/// >>> plane
/// transect.Plane('2x + 3y + 6z - 17 = 0')
/// >>> plane.side([-2, 7, 0])
/// <Side.ON: 0>
/// >>> tr.Plane([2, 3, 6], -17) == plane
/// True
#[pyclass(module = "transect", name = "Plane", frozen, eq)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PyPlane(pub(crate) Plane);

/// Returns the plane of a `transect.Plane`, of an equation or of four coefficients.
pub(crate) fn plane_of(object: &Bound<'_, PyAny>) -> PyResult<Plane> {
    if let Ok(plane) = object.cast::<PyPlane>() {
        return Ok(plane.get().0);
    }
    if let Ok(text) = object.extract::<String>() {
        return text.parse().map_err(geometry);
    }
    let coefficients: [f64; 4] = vector(object, "plane").map_err(|_| {
        PyTypeError::new_err(
            "a plane is a transect.Plane, an equation such as \"z = 1.2\", or four coefficients",
        )
    })?;
    Plane::try_from(coefficients).map_err(geometry)
}

/// Returns the planes of a list.
pub(crate) fn planes_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<Plane>> {
    object.try_iter()?.map(|plane| plane_of(&plane?)).collect()
}

fn extent_of(plane: &Plane, shape: Single<'_>) -> Extent {
    match shape {
        Single::Aabb(aabb) => plane.extent(aabb),
        Single::Sphere(sphere) => plane.extent(sphere),
        Single::Parallelepiped(oriented) => plane.extent(oriented),
        Single::Hull(hull) => plane.extent(hull),
    }
}

fn interval_of(plane: &Plane, shape: Single<'_>) -> Interval {
    match shape {
        Single::Aabb(aabb) => aabb.interval(plane),
        Single::Sphere(sphere) => sphere.interval(plane),
        Single::Parallelepiped(oriented) => oriented.interval(plane),
        Single::Hull(hull) => hull.interval(plane),
    }
}

fn distances<'py>(py: Python<'py>, table: &Table, plane: &Plane) -> PyResult<Bound<'py, PyAny>> {
    let distances = written(py, table.rows, |places| {
        let answers = Answers::Numbers(vec![places]);
        table.ask(py, Question::Distances(plane), answers)
    })?;
    Ok(distances.into_any())
}

#[pymethods]
impl PyPlane {
    /// The plane x = 0.
    #[classattr]
    const X: Self = Self(Plane::X);
    /// The plane y = 0.
    #[classattr]
    const Y: Self = Self(Plane::Y);
    /// The plane z = 0.
    #[classattr]
    const Z: Self = Self(Plane::Z);

    #[new]
    #[pyo3(signature = (plane = None, offset = None, *, point = None, normal = None))]
    fn new(
        plane: Option<&Bound<'_, PyAny>>,
        offset: Option<f64>,
        point: Option<&Bound<'_, PyAny>>,
        normal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let plane = match (plane, offset, point, normal) {
            (Some(plane), None, None, None) => return plane_of(plane).map(Self),
            (Some(normal), Some(offset), None, None) => {
                Plane::new(vector::<3>(normal, "normal")?, offset)
            }
            (None, None, Some(point), Some(normal)) => {
                Plane::from_point_and_normal(vector(point, "point")?, vector(normal, "normal")?)
            }
            _ => {
                return Err(PyTypeError::new_err(
                    "a plane is given as an equation, as a normal and an offset, or as point=… and normal=…",
                ));
            }
        };
        plane.map(Self).map_err(geometry)
    }

    /// Returns the plane through three points. They are seen counter-clockwise from the front.
    ///
    /// The coefficients may be rounded.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Plane.through([1, 0, 0], [0, 1, 0], [0, 0, 1])
    /// transect.Plane('x + y + z - 1 = 0')
    #[staticmethod]
    fn through(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, c: &Bound<'_, PyAny>) -> PyResult<Self> {
        let points = [vector(a, "a")?, vector(b, "b")?, vector(c, "c")?];
        Plane::through(points).map(Self).map_err(geometry)
    }

    /// Returns the plane that fits points best, by total least squares.
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (n, 3), or a table
    ///     Rows that are masked or null are left out.
    ///
    /// Returns
    /// -------
    /// Fit
    ///     The plane, the centroid, the root of the mean squared distance, the largest distance and the spreads.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Plane.best_fit([[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]]).plane
    /// transect.Plane('z = 1')
    #[staticmethod]
    fn best_fit<'py>(points: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = points.py();
        let points = present_points(points)?.points;
        let fit = long(py, None, move |_| Plane::best_fit(&points))?.map_err(geometry)?;
        make(
            py,
            "Fit",
            (
                Self(fit.plane),
                <(f64, f64, f64)>::from(fit.centroid),
                fit.root_mean_square,
                fit.largest_distance,
                <(f64, f64, f64)>::from(fit.spreads),
            ),
        )
    }

    /// Returns a plane that fits many of the points within a threshold; outliers have no influence (RANSAC).
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (n, 3), or a table
    ///     Rows that are masked or null are left out; they are not inliers.
    /// threshold : float
    ///     The largest distance of an inlier.
    /// seed : int, optional
    ///     The seed of the random samples. Equal seeds give equal results on every platform.
    /// min_inliers : int, optional
    ///     The least number of inliers of a plane.
    ///
    /// Returns
    /// -------
    /// RobustFit
    ///     The plane, a bool array of the inliers, their number, the root of their mean squared distance, and the number
    ///     of samples.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> points = [[x, y, 0] for x in range(4) for y in range(4)] + [[1, 2, 9]]
    /// >>> fit = tr.Plane.robust_fit(points, threshold=0.1)
    /// >>> fit.inlier_count, bool(fit.inliers[-1])
    /// (16, False)
    #[staticmethod]
    #[pyo3(signature = (points, threshold, *, seed = 0, min_inliers = 4))]
    fn robust_fit<'py>(
        points: &Bound<'py, PyAny>,
        threshold: f64,
        seed: u64,
        min_inliers: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = points.py();
        let mut present = present_points(points)?;
        let points = std::mem::take(&mut present.points);
        let options = Ransac::new(threshold)
            .with_seed(seed)
            .with_min_inliers(min_inliers);
        let fit = long(py, None, move |_| Plane::robust_fit(&points, &options))?;
        let fit = fit.map_err(geometry)?;
        let inliers = present.spread(fit.inliers).into_pyarray(py);
        make(
            py,
            "RobustFit",
            (
                Self(fit.plane),
                inliers,
                fit.inlier_count,
                fit.root_mean_square,
                fit.iterations,
            ),
        )
    }

    /// The normal, as given.
    #[getter]
    fn normal(&self) -> (f64, f64, f64) {
        self.0.normal().into()
    }

    /// The number d in n·p + d = 0.
    #[getter]
    fn offset(&self) -> f64 {
        self.0.offset()
    }

    /// Returns the same plane with front and back exchanged. This is exact.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Plane("z = 1").flipped()
    /// transect.Plane('-z + 1 = 0')
    fn flipped(&self) -> Self {
        Self(self.0.flipped())
    }

    /// Returns the plane moved towards its front by a distance. The offset is rounded.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Plane("z = 1").moved(0.5)
    /// transect.Plane('z = 1.5')
    fn moved(&self, distance: f64) -> PyResult<Self> {
        self.0.moved(distance).map(Self).map_err(geometry)
    }

    /// Returns the plane with a normal of length one. The coefficients are rounded.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Plane("3x + 4y = 10").normalized().normal
    /// (0.6, 0.8, 0.0)
    fn normalized(&self) -> PyResult<Self> {
        self.0.normalized().map(Self).map_err(geometry)
    }

    /// Returns the exact relation to another plane: ``"crossing"``, ``"parallel"`` or ``"same"``.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Plane("z = 1").relation(tr.Plane("2z = 2"))
    /// 'same'
    fn relation(&self, other: &Self) -> &'static str {
        match self.0.relation(&other.0) {
            Relation::Crossing => "crossing",
            Relation::Parallel { .. } => "parallel",
            Relation::Same { .. } => "same",
        }
    }

    /// Returns the exact side of one shape, or of each row of a batch.
    ///
    /// Parameters
    /// ----------
    /// shapes : array_like, Points, Boxes, Spheres, Parallelepipeds, Box, Sphere, Parallelepiped or Hull
    ///     An array with the shape (n, 3), or a table with the columns x, y and z, holds points; an array with the shape
    ///     (3,) is a single point.
    /// nan : {"error", "null"}, optional
    ///     A null row is an error, or it is masked in the result.
    ///
    /// Returns
    /// -------
    /// Side, or ndarray of int8
    ///     −1 behind the plane, 0 on the plane, 1 in front. With ``nan="null"``, a masked array.
    ///
    /// Raises
    /// ------
    /// GeometryError
    ///     If a row is null, or if a number of a shape other than a box is infinite. The message names the row.
    ///
    /// Examples
    /// --------
    /// >>> import numpy as np, transect as tr
    /// >>> plane = tr.Plane("x + y + z = 0.3")
    /// >>> plane.side([0.1, 0.1, 0.1])  # the sum of these three floats is greater than the float 0.3
    /// <Side.FRONT: 1>
    /// >>> plane.side(np.array([[0, 0, 0], [1, 0, 0]]))
    /// array([-1,  1], dtype=int8)
    #[pyo3(signature = (shapes, *, nan = "error"))]
    fn side<'py>(&self, shapes: &Bound<'py, PyAny>, nan: &str) -> PyResult<Bound<'py, PyAny>> {
        let py = shapes.py();
        let of_table =
            |table: &Table| Bitmaps::of(py, table, Question::Sides(&self.0))?.into_numbers(py, nan);
        match Shapes::asked_of(shapes, &[self.0])? {
            Shapes::Table(table) => of_table(table),
            Shapes::Array(table) => of_table(&table),
            Shapes::Point(point) => side(py, self.0.side(&point)),
            Shapes::Single(shape) => side(py, extent_of(&self.0, shape).side()),
        }
    }

    /// Returns the exact sides of a batch as bitmaps in Arrow's layout: bit i % 8 of byte i // 8 belongs to row i.
    ///
    /// Returns
    /// -------
    /// SideMasks
    ///     Arrays of uint8: `on`, `front` and `null`. A row with no bit set is behind the plane.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> masks = tr.Plane("z = 1").masks(tr.Points([[0, 0, 0], [0, 0, 1], [0, 0, 2]]))
    /// >>> int(masks.on[0]), int(masks.front[0])
    /// (2, 4)
    fn masks<'py>(&self, shapes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = shapes.py();
        let masks = |table: &Table| {
            let bitmaps = Bitmaps::of(py, table, Question::Sides(&self.0))?;
            make(py, "SideMasks", <(_, _, _)>::from(bitmaps.into_packed(py)))
        };
        with_table(shapes, masks)
    }

    /// Returns the numbers of rows behind the plane, on it, in front of it, and null.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Plane("z = 1").side_counts([[0, 0, 0], [0, 0, 1], [0, 0, 2]])
    /// SideCounts(back=1, on=1, front=1, null=0)
    fn side_counts<'py>(&self, shapes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = shapes.py();
        let counts = |table: &Table| {
            let bitmaps = Bitmaps::of(py, table, Question::Sides(&self.0))?;
            make(py, "SideCounts", <(_, _, _, _)>::from(bitmaps.counts()))
        };
        with_table(shapes, counts)
    }

    /// Returns the exact sides of the backmost and the frontmost point of one shape.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Plane("z = 1").extent(tr.Box([0, 0, 0], [1, 1, 1]))
    /// Extent(backmost=<Side.BACK: -1>, frontmost=<Side.ON: 0>)
    fn extent<'py>(&self, shape: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = shape.py();
        let extent = match Shapes::asked_of(shape, &[self.0])? {
            Shapes::Point(point) => self.0.extent(&point),
            Shapes::Single(shape) => extent_of(&self.0, shape),
            Shapes::Table(_) | Shapes::Array(_) => {
                return Err(PyTypeError::new_err("extent needs one shape, not a batch"));
            }
        };
        let [backmost, frontmost] = [extent.backmost, extent.frontmost].map(|end| side(py, end));
        make(py, "Extent", (backmost?, frontmost?))
    }

    /// Returns the signed distance of one point, or of each point of a batch: positive in front, rounded.
    ///
    /// A point with a NaN in a batch gets NaN.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> plane = tr.Plane("3x + 4y = 5")
    /// >>> plane.signed_distance([4, 2, 0])
    /// 3.0
    /// >>> plane.signed_distance([[4, 2, 0], [-1, 1.5, 0]])
    /// array([ 3. , -0.4])
    fn signed_distance<'py>(&self, points: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = points.py();
        match Shapes::asked_of(points, &[self.0])? {
            Shapes::Point(point) => {
                Ok(self.0.signed_distance(&point).into_pyobject(py)?.into_any())
            }
            Shapes::Array(table) => distances(py, &table, &self.0),
            Shapes::Table(table) if table.kind() == Kind::Points => distances(py, table, &self.0),
            _ => Err(PyTypeError::new_err(
                "signed distances are those of points; transect.Plane.interval has those of other shapes",
            )),
        }
    }

    /// Returns the signed distances of the backmost and the frontmost point of one shape, or of each box of a batch.
    ///
    /// A null box gets NaN.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> tr.Plane("z = 1").interval(tr.Sphere([0, 0, 0], 2))
    /// Interval(backmost=-3.0, frontmost=1.0)
    fn interval<'py>(&self, shapes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = shapes.py();
        match Shapes::asked_of(shapes, &[self.0])? {
            Shapes::Point(point) => {
                let distance = self.0.signed_distance(&point);
                make(py, "Interval", (distance, distance))
            }
            Shapes::Single(shape) => {
                let interval = interval_of(&self.0, shape);
                make(py, "Interval", (interval.backmost, interval.frontmost))
            }
            Shapes::Table(table) if table.kind() == Kind::Boxes => {
                let mut frontmost = None;
                let backmost = written(py, table.rows, |backmost| {
                    frontmost = Some(written(py, table.rows, |frontmost| {
                        let answers = Answers::Numbers(vec![backmost, frontmost]);
                        table.ask(py, Question::Distances(&self.0), answers)
                    })?);
                    Ok(())
                })?;
                make(py, "Interval", (backmost, frontmost))
            }
            _ => Err(PyTypeError::new_err(
                "intervals are those of one shape or of transect.Boxes",
            )),
        }
    }

    fn __neg__(&self) -> Self {
        self.flipped()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("transect.Plane('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        for number in <[f64; 4]>::from(self.0) {
            // −0 equals 0, so both have one hash.
            (number + 0.0).to_bits().hash(&mut hasher);
        }
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let own = slf.get();
        (slf.get_type(), (own.normal(), own.offset())).into_pyobject(slf.py())
    }
}

/// Calls `ask` with a batch, or with an array of points as a batch.
pub(crate) fn with_table<'py, R>(
    shapes: &Bound<'py, PyAny>,
    ask: impl FnOnce(&Table) -> PyResult<R>,
) -> PyResult<R> {
    match Shapes::of(shapes)? {
        Shapes::Table(table) => ask(table),
        Shapes::Array(table) => ask(&table),
        Shapes::Point(_) | Shapes::Single(_) => Err(PyTypeError::new_err(
            "this needs a batch: an array of points, Points, Boxes, Spheres or Parallelepipeds",
        )),
    }
}
