//! Sections of meshes.

use std::borrow::Cow;
use std::sync::Arc;

use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::polygons::InsideRule;
use transect::{Plane, Side};
use transect_draw::Drawing;
use transect_mesh::{Section, Sections};
use transect_report::drawing::drawing_of_mesh;
use transect_report::{OnPlaneRule, SectionRule};

use crate::array::array_of;
use crate::drawing::PyDrawing;
use crate::pickles::{Pickle, SectionPickle};
use crate::plane::PyPlane;
use crate::types::make;

/// The section of a mesh by a plane: the outlines of the material in the plane.
///
/// Seen from the front, loops run counter-clockwise around material and clockwise around holes. A notebook shows the
/// section as a picture.
///
/// Examples
/// --------
/// >>> import transect as tr
/// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
/// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
/// >>> section = mesh.section("z = 3")
/// >>> section.area, len(section.loops)
/// (4.5, 1)
/// >>> section.__geo_interface__["type"]
/// 'MultiPolygon'
#[pyclass(module = "transect", name = "Section", frozen)]
pub(crate) struct PySection {
    sections: Arc<Sections>,
    plane: Plane,
    rule: SectionRule,
}

impl PySection {
    pub(crate) const fn new(sections: Arc<Sections>, plane: Plane, rule: SectionRule) -> Self {
        Self {
            sections,
            plane,
            rule,
        }
    }

    /// Returns the section that a pickle holds.
    pub(crate) fn of(pickle: SectionPickle<'_>) -> Self {
        let rule = SectionRule {
            on_plane: match pickle.on_plane {
                Side::Back => OnPlaneRule::Back,
                Side::Front | Side::On => OnPlaneRule::Front,
            },
            inside: if pickle.is_odd {
                InsideRule::Odd
            } else {
                InsideRule::Nonzero
            },
        };
        Self::new(Arc::new(pickle.sections.into_owned()), pickle.plane, rule)
    }

    pub(crate) fn pickle(&self) -> SectionPickle<'_> {
        SectionPickle {
            sections: Cow::Borrowed(&self.sections),
            plane: self.plane,
            on_plane: self.rule.on_plane.side(),
            is_odd: self.rule.inside == InsideRule::Odd,
        }
    }

    fn section(&self) -> &Section {
        self.rule.limit(&self.sections)
    }
}

/// Returns the rules that a caller names: that for points on the plane, and that for points inside.
pub(crate) fn rule(on_plane: &str, inside: &str) -> PyResult<SectionRule> {
    let on_plane = on_plane.parse::<OnPlaneRule>();
    Ok(SectionRule {
        on_plane: on_plane.map_err(|error| PyValueError::new_err(error.to_string()))?,
        inside: inside_rule(inside)?,
    })
}

/// Returns the rule for points inside that a caller names.
pub(crate) fn inside_rule(name: &str) -> PyResult<InsideRule> {
    let rule = name.parse::<InsideRule>();
    rule.map_err(|error| PyValueError::new_err(error.to_string()))
}

type Polygon<'py> = (Bound<'py, PyArray2<f64>>, Vec<Bound<'py, PyArray2<f64>>>);

#[pymethods]
impl PySection {
    /// The area of the points inside by the rule `inside`, rounded.
    #[getter]
    fn area(&self) -> f64 {
        self.section().inside(self.rule.inside).section.area()
    }

    /// The sum of the signed areas of all loops, rounded. It counts each body as often as it winds around a point.
    #[getter]
    fn signed_area(&self) -> f64 {
        self.section().area()
    }

    /// The length of the boundary of the points inside, rounded.
    #[getter]
    fn perimeter(&self) -> f64 {
        self.section().inside(self.rule.inside).section.perimeter()
    }

    /// Returns the centroid, the second moments and the principal axes of the points inside, or `None` without an area.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> moments = mesh.section("z = 3").moments()
    /// >>> moments.area, moments.centroid
    /// (4.5, (1.0, 1.0, 3.0))
    /// >>> moments.principal.axes[1][0] < 0 < moments.principal.axes[1][1]
    /// True
    fn moments<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let inside = self.section().inside(self.rule.inside);
        let Some(own) = inside.section.moments() else {
            return Ok(None);
        };
        type Vector = (f64, f64, f64);
        let axes = |axes: [[f64; 3]; 2]| -> (Vector, Vector) { axes.map(Vector::from).into() };
        let principal = own.principal.map(|found| {
            let moments: (f64, f64) = found.moments.into();
            make(py, "PrincipalAxes", (moments, axes(found.axes)))
        });
        let fields = (
            own.area,
            own.area_error,
            Vector::from(own.centroid),
            own.centroid_error,
            axes(own.axes),
            Vector::from(own.second),
            own.second_error,
            principal.transpose()?,
        );
        make(py, "SectionMoments", fields).map(Some)
    }

    /// The plane.
    #[getter]
    fn plane(&self) -> PyPlane {
        PyPlane(self.plane)
    }

    /// `True` if the section depends on `on_plane`, because faces or edges lie in the plane.
    #[getter]
    fn depends_on_limit(&self) -> bool {
        self.sections.differ()
    }

    /// The closed loops, as arrays with the shape (n, 3). The last point is joined to the first.
    #[getter]
    fn loops<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyArray2<f64>>>> {
        let loops = self.section().loops.iter();
        loops.map(|outline| array_of(py, &outline.points)).collect()
    }

    /// The closed loops in the plane's own coordinates, as arrays with the shape (n, 2).
    #[getter]
    fn loops_2d<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyArray2<f64>>>> {
        let loops = 0..self.section().loops.len();
        loops
            .map(|index| array_of(py, &self.section().loop_2d(index)))
            .collect()
    }

    /// The open lines, as arrays with the shape (n, 3). They start and end at open edges of the mesh.
    #[getter]
    fn open_chains<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyArray2<f64>>>> {
        let chains = self.section().open_chains.iter();
        chains.map(|chain| array_of(py, chain)).collect()
    }

    /// The polygons as pairs of an outer loop and a list of holes, in the plane's own coordinates.
    #[getter]
    fn polygons<'py>(&self, py: Python<'py>) -> PyResult<Vec<Polygon<'py>>> {
        let flat = |index: usize| array_of(py, &self.section().loop_2d(index));
        let polygons = self.section().polygons().into_iter();
        polygons
            .map(|(outer, holes)| {
                let holes = holes.into_iter().map(flat).collect::<PyResult<_>>();
                Ok((flat(outer)?, holes?))
            })
            .collect()
    }

    /// The frame of the plane as an array with the shape (3, 3): the origin, and the directions of the two coordinates.
    #[getter]
    fn frame<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let frame = &self.section().frame;
        array_of(py, &[frame.origin(), frame.u(), frame.v()])
    }

    /// The drawing of the section, which writes SVG, PNG, PDF, DXF, GeoJSON, WKT and WKB.
    #[getter]
    fn drawing(&self) -> PyDrawing {
        let name = "section";
        PyDrawing(drawing_of_mesh(
            name,
            &self.plane,
            &self.sections,
            self.rule,
        ))
    }

    /// The polygons as a GeoJSON geometry, which shapely, geopandas and others read.
    #[getter]
    fn __geo_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let interop = py.import("transect._interop")?;
        interop.call_method1("multi_polygon", (self.drawing().geojson_text()?,))
    }

    /// Returns a `shapely.MultiPolygon` of the section, in the plane's own coordinates. Needs shapely.
    fn to_shapely<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shapely = py.import("shapely.geometry")?;
        shapely.call_method1("shape", (self.__geo_interface__(py)?,))
    }

    /// Returns the drawing as SVG.
    ///
    /// Parameters
    /// ----------
    /// unit : str, optional
    ///     The unit of the coordinates, such as ``"mm"``.
    ///
    /// Examples
    /// --------
    /// >>> import transect as tr
    /// >>> mesh = tr.Mesh([[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]],
    /// ...                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    /// >>> mesh.section("z = 3").to_svg()[:4]
    /// '<svg'
    #[pyo3(signature = (*, unit = None))]
    fn to_svg(&self, unit: Option<String>) -> String {
        Drawing {
            unit,
            ..self.drawing().0
        }
        .to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.to_svg(None)
    }

    fn __repr__(&self) -> String {
        let loops = self.section().loops.len();
        let plural = if loops == 1 { "" } else { "s" };
        format!(
            "<transect.Section: {loops} loop{plural}, area {}>",
            self.area()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Pickle::Section(self.pickle()).reduced(py)
    }
}
