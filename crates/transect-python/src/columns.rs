//! Columns of numbers: those of an array with two dimensions, by their places, or those of a table, by their names.

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyTuple};
use transect_arrow::Fields;

use crate::array::{
    columns_of_array, floats, is_plain, records_of, shape_text, table, with_precision,
};
use crate::names::{Wanted, choose, has_all, has_any};

/// The columns of points.
pub(crate) const POINTS: Wanted = Wanted {
    argument: "points",
    names: &["x", "y", "z"],
    in_2d: &["x", "y"],
};

/// The columns of boxes: the least coordinates, then the greatest ones.
pub(crate) const BOXES: Wanted = Wanted {
    argument: "boxes",
    names: &["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"],
    in_2d: &["xmin", "ymin", "xmax", "ymax"],
};

/// Columns of floats, with NaN where a value is masked or null.
#[derive(Default)]
pub(crate) struct Columns<'py> {
    pub(crate) columns: Vec<Bound<'py, PyUntypedArray>>,
    /// The array with two dimensions that has these columns, if there is one.
    pub(crate) records: Option<Bound<'py, PyUntypedArray>>,
    /// The names of the columns, if they were taken by their names.
    pub(crate) names: Option<Vec<String>>,
    /// `true` if a value is masked or null.
    pub(crate) has_nulls: bool,
    /// `true` if the coordinates on the third axis are zeros that the caller did not give.
    pub(crate) is_in_2d: bool,
}

impl<'py> Columns<'py> {
    /// Returns the wanted columns of an object. A table (a frame, a mapping, Arrow data or an array with named fields) has
    /// them by their names, and any other object as the columns of an array, by their places.
    pub(crate) fn of(object: &Bound<'py, PyAny>, wanted: Wanted) -> PyResult<Self> {
        match Self::named(object, wanted)? {
            Some(columns) => Ok(columns),
            None => Self::of_array(
                table(object, &wanted.widths(), wanted.argument)?,
                is_masked(object)?,
            )?
            .complete(wanted),
        }
    }

    /// Returns the columns of an array with two dimensions.
    pub(crate) fn of_array(array: Bound<'py, PyUntypedArray>, has_nulls: bool) -> PyResult<Self> {
        Ok(Self {
            columns: columns_of_array(&array)?,
            records: Some(array),
            has_nulls,
            ..Self::default()
        })
    }

    /// Returns the wanted columns of a table by their names, or `None` for an object without names.
    pub(crate) fn named(object: &Bound<'py, PyAny>, wanted: Wanted) -> PyResult<Option<Self>> {
        if let Ok(array) = object.cast::<PyUntypedArray>() {
            return match array.dtype().names() {
                Some(names) => Self::chosen(&names, wanted, |index, what| {
                    column_of(&array.get_item(&names[index])?, what)
                })
                .map(Some),
                None => Ok(None),
            };
        }
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            return Ok(None);
        }
        let has = |names: &[&str]| -> PyResult<bool> {
            names
                .iter()
                .try_fold(true, |has, name| Ok(has && object.hasattr(*name)?))
        };
        let is_frame = has(&["iloc", "columns", "convert_dtypes"])?;
        if has(&["sindex", "geometry"])? && !(is_frame && has_all(&labels(object)?.1, wanted)) {
            return Self::of_geometries(object, wanted).map(Some);
        }
        if is_frame {
            return Self::of_pandas(object, wanted);
        }
        if let Some(fields) = Fields::of(object)? {
            return Self::of_arrow(&fields, object.py(), wanted).map(Some);
        }
        if let Ok(mapping) = object.cast::<PyMapping>() {
            // Keys of other types name no coordinates.
            let keys = mapping.keys()?.try_iter()?.collect::<PyResult<Vec<_>>>()?;
            let names: Vec<String> = keys.iter().filter_map(|key| key.extract().ok()).collect();
            return Self::chosen(&names, wanted, |index, what| {
                column_of(&mapping.get_item(&names[index])?, what)
            })
            .map(Some);
        }
        Ok(None)
    }

    /// Chooses columns by their names. `column` returns a column by its index, and `true` if it has nulls. Its second
    /// argument names the column in messages.
    fn chosen(
        names: &[String],
        wanted: Wanted,
        column: impl Fn(usize, &str) -> PyResult<(Bound<'py, PyAny>, bool)>,
    ) -> PyResult<Self> {
        let mut chosen = Self {
            names: Some(Vec::new()),
            ..Self::default()
        };
        for place in choose(names, wanted)? {
            let name = &names[place];
            let what = format!("{}: the column {name}", wanted.argument);
            chosen.add(column(place, &what)?, &what)?;
            chosen.names.get_or_insert_default().push(name.clone());
        }
        chosen.complete(wanted)
    }

    /// Adds zeros for the third axis of columns in 2D. A plane that does not depend on z has the same answers for them.
    pub(crate) fn complete(mut self, wanted: Wanted) -> PyResult<Self> {
        let first = match self.columns.first() {
            Some(first) if self.columns.len() < wanted.names.len() => first,
            _ => return Ok(self),
        };
        let numpy = first.py().import("numpy")?;
        let zero = numpy.call_method1("zeros", (1, first.dtype()))?;
        // One zero in memory for all rows.
        let zeros = numpy.call_method1("broadcast_to", (zero, first.shape()))?;
        let zeros = zeros.cast_into::<PyUntypedArray>()?;
        for (place, name) in wanted.names.iter().enumerate() {
            if !wanted.in_2d.contains(name) {
                self.columns.insert(place, zeros.clone());
            }
        }
        self.records = None;
        self.is_in_2d = true;
        Ok(self)
    }

    /// Adds a column of numbers, with `true` if it has nulls.
    fn add(&mut self, (column, has_nulls): (Bound<'py, PyAny>, bool), what: &str) -> PyResult<()> {
        let column = floats(&column, what)?;
        if column.ndim() != 1 {
            return Err(PyValueError::new_err(format!(
                "{what}: the shape is {}; it must be (n,)",
                shape_text(&column)
            )));
        }
        self.columns.push(column);
        self.has_nulls |= has_nulls;
        Ok(())
    }

    /// Returns the columns of a frame of pandas. A frame whose columns have numbers instead of names has no names.
    fn of_pandas(frame: &Bound<'py, PyAny>, wanted: Wanted) -> PyResult<Option<Self>> {
        let (labels, names) = labels(frame)?;
        let is_number = |label: &Bound<'py, PyAny>| label.extract::<f64>().is_ok();
        if labels.is_empty() || !labels.iter().all(is_number) {
            return Self::chosen(&names, wanted, |index, what| {
                column_of(&frame.get_item(&labels[index])?, what)
            })
            .map(Some);
        }
        if !wanted.widths().contains(&labels.len()) {
            return Ok(None);
        }
        let mut columns = Self::default();
        for (label, name) in labels.iter().zip(names) {
            let what = format!("{}: the column {name}", wanted.argument);
            columns.add(column_of(&frame.get_item(label)?, &what)?, &what)?;
        }
        columns.complete(wanted).map(Some)
    }

    /// Returns the columns of Arrow data: those of the table itself, or those of its only column that has them.
    fn of_arrow(fields: &Fields, py: Python<'py>, wanted: Wanted) -> PyResult<Self> {
        let names = fields.names();
        let take = |fields: &Fields| {
            Self::chosen(&fields.names(), wanted, |index, _| fields.column(py, index))
        };
        // A table that has some of the coordinates itself lacks the others; they are not those of another column.
        if has_any(&names, wanted) {
            return take(fields);
        }
        let mut nested = fields.nested();
        nested.retain(|(_, fields)| has_all(&fields.names(), wanted));
        match nested.as_slice() {
            [] => take(fields),
            [(outer, fields)] => {
                let mut columns = take(fields)?;
                for name in columns.names.iter_mut().flatten() {
                    *name = format!("{outer}.{name}");
                }
                Ok(columns)
            }
            many => {
                let names: Vec<&str> = many.iter().map(|(name, _)| name.as_str()).collect();
                Err(PyValueError::new_err(format!(
                    "{}: each of the columns {} has {}; select one",
                    wanted.argument,
                    names.join(", "),
                    wanted.names.join(", ")
                )))
            }
        }
    }

    /// Returns the coordinates of the points of geopandas, which are in 2D if none of them has z. A missing or empty point
    /// is null.
    fn of_geometries(series: &Bound<'py, PyAny>, wanted: Wanted) -> PyResult<Self> {
        let py = series.py();
        let series = series.getattr("geometry")?;
        let shapely = py.import("shapely")?;
        let missing = series.call_method0("isna")?;
        let missing = missing
            .call_method1("__or__", (series.getattr("is_empty")?,))?
            .call_method0("to_numpy")?;
        let there = missing.call_method0("__invert__")?;
        let points = series.call_method0("to_numpy")?.get_item(&there)?;
        let others = shapely
            .call_method1("get_type_id", (&points,))?
            .call_method0("any")?;
        if wanted.names != POINTS.names || others.is_truthy()? {
            return Err(PyValueError::new_err(format!(
                "{}: the geometries are not points; frame.bounds has the boxes of geometries in 2D",
                wanted.argument
            )));
        }
        let has_z = shapely.call_method1("has_z", (&points,))?;
        let is_in_3d = has_z.call_method0("all")?.is_truthy()?;
        if !is_in_3d && (wanted.in_2d.is_empty() || has_z.call_method0("any")?.is_truthy()?) {
            return Err(PyValueError::new_err(format!(
                "{}: a point has no z; shapely.force_3d adds one",
                wanted.argument
            )));
        }
        let width = if is_in_3d { 3 } else { 2 };
        let numpy = py.import("numpy")?;
        let rows = missing.len()?;
        let all = numpy.call_method1("full", ((rows, width), f64::NAN))?;
        let with_z = PyDict::new(py);
        with_z.set_item("include_z", is_in_3d)?;
        all.set_item(
            there,
            shapely.call_method("get_coordinates", (points,), Some(&with_z))?,
        )?;
        let has_nulls = missing.call_method0("any")?.is_truthy()?;
        Self::of_array(all.cast_into::<PyUntypedArray>()?, has_nulls)?.complete(wanted)
    }

    /// Appends other columns.
    pub(crate) fn join(&mut self, other: Self) {
        self.columns.extend(other.columns);
        self.records = None;
        self.names = self
            .names
            .take()
            .zip(other.names)
            .map(|(mut names, others)| {
                names.extend(others);
                names
            });
        self.has_nulls |= other.has_nulls;
    }

    /// Appends a column without a name.
    pub(crate) fn push(&mut self, columns: impl IntoIterator<Item = Bound<'py, PyUntypedArray>>) {
        self.columns.extend(columns);
        self.records = None;
    }

    /// Returns the columns as rows of f64.
    pub(crate) fn rows<const N: usize>(self) -> PyResult<Vec<[f64; N]>> {
        if let Some(records) = self.records {
            return records_of(with_precision(records, false)?);
        }
        let Some(first) = self.columns.first() else {
            return Ok(Vec::new());
        };
        let stacked = first
            .py()
            .import("numpy")?
            .call_method1("stack", (&self.columns, 1))?;
        records_of(with_precision(stacked.cast_into()?, false)?)
    }
}

/// The rows of a table of points that are neither masked nor null.
pub(crate) struct PresentPoints {
    pub(crate) points: Vec<[f64; 3]>,
    /// The rows of the points in the table, if others are left out.
    rows: Option<Vec<usize>>,
    count: usize,
}

impl PresentPoints {
    /// Returns one value per row of the table: those of the points, and `false` for rows that are left out.
    pub(crate) fn spread(self, values: Vec<bool>) -> Vec<bool> {
        let Some(rows) = self.rows else {
            return values;
        };
        let mut all = vec![false; self.count];
        for (row, value) in rows.into_iter().zip(values) {
            all[row] = value;
        }
        all
    }
}

/// Returns points as records, for fits and hulls. Rows with a masked or null coordinate are left out.
pub(crate) fn present_points(object: &Bound<'_, PyAny>) -> PyResult<PresentPoints> {
    let columns = Columns::of(object, POINTS.in_3d())?;
    let has_nulls = columns.has_nulls;
    let mut points = columns.rows::<3>()?;
    let count = points.len();
    let is_there = |point: &[f64; 3]| !point.iter().any(|number| number.is_nan());
    let rows = has_nulls.then(|| {
        let rows = (0..count).filter(|&row| is_there(&points[row])).collect();
        points.retain(is_there);
        rows
    });
    Ok(PresentPoints {
        points,
        rows,
        count,
    })
}

/// Returns the labels of the columns of a frame of pandas, and the same as text.
fn labels<'py>(frame: &Bound<'py, PyAny>) -> PyResult<(Vec<Bound<'py, PyAny>>, Vec<String>)> {
    let labels = frame
        .getattr("columns")?
        .try_iter()?
        .collect::<PyResult<Vec<_>>>()?;
    let names = labels.iter().map(|label| Ok(label.str()?.to_string()));
    let names = names.collect::<PyResult<_>>()?;
    Ok((labels, names))
}

/// Returns one column of a table as an object that [`floats`] reads, and `true` if it has nulls.
fn column_of<'py>(column: &Bound<'py, PyAny>, what: &str) -> PyResult<(Bound<'py, PyAny>, bool)> {
    if column.cast::<PyUntypedArray>().is_ok() {
        return Ok((column.clone(), is_masked(column)?));
    }
    if !(column.hasattr("isna")? && column.hasattr("to_numpy")?) {
        let of_arrow = transect_arrow::column(column, what)?;
        return Ok(of_arrow.unwrap_or_else(|| (column.clone(), false)));
    }
    // A series of pandas.
    let null = column.call_method0("isna")?;
    let dtype = column.getattr("dtype")?;
    let values = column.call_method0("to_numpy")?;
    if values.getattr("dtype")?.eq(&dtype)? || !null.call_method0("any")?.is_truthy()? {
        return Ok((values, false));
    }
    // Types of pandas that have a missing value: the others become a masked array of the same numbers.
    let there = column.call_method0("dropna")?.call_method0("to_numpy")?;
    let numpy = column.py().import("numpy")?;
    let null = null.call_method0("to_numpy")?;
    let numbers = numpy.call_method1("zeros", (null.len()?, there.getattr("dtype")?))?;
    numbers.set_item(null.call_method0("__invert__")?, there)?;
    let masked = numpy
        .getattr("ma")?
        .call_method1("masked_array", (numbers, null))?;
    Ok((masked, true))
}

/// Returns `true` if an object is a masked array with a masked value.
pub(crate) fn is_masked(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if is_plain(object) {
        return Ok(false);
    }
    let masked = object.py().import("numpy.ma")?;
    masked.call_method1("is_masked", (object,))?.is_truthy()
}
