//! Batches of shapes in numpy columns: a block of rows at a time is passed to the library, without a copy if the
//! columns are contiguous, and otherwise as a copy that fits into the cache.

use numpy::ndarray::{ArrayView1, Axis, Slice};
use numpy::{
    Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::join;
use transect::batch::{
    AabbColumns, AabbRows, Batch, ColumnError, Masks, ParallelepipedColumns, PointColumns,
    PointRows, RegionMasks, Scalar, SphereColumns,
};
use transect::{Plane, Region};

use crate::array::{is_single, with_precision};
use crate::columns::Columns;
use crate::errors::geometry;
use crate::pool;

/// The number of rows that are classified at a time. It is a multiple of 64, the rows of one word of a bitmap, and small
/// enough for copied rows to stay in the cache.
const BLOCK: usize = 8192;

/// The number of rows that are copied into contiguous columns at a time: columns of points then fit into the
/// first-level cache.
const COPIED: usize = 1024;

/// The number of rows from which on the GIL is released.
pub(crate) const RELEASE: usize = 1024;

/// The kind of the shapes in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Columns x, y, z.
    Points,
    /// Columns of the least and of the greatest coordinates.
    Boxes,
    /// Columns of the centres and of the radii.
    Spheres,
    /// Columns of the centres and of three half-axis vectors.
    Parallelepipeds,
}

impl Kind {
    const fn width(self) -> usize {
        match self {
            Self::Points => 3,
            Self::Boxes => 6,
            Self::Spheres => 4,
            Self::Parallelepipeds => 12,
        }
    }

    /// Returns the name and the axis of a column, for error messages.
    fn column(self, index: usize) -> (&'static str, Option<usize>) {
        let axis = Some(index % 3);
        match (self, index / 3) {
            (Self::Points, _) => ("coordinate", axis),
            (Self::Boxes, 0) => ("min", axis),
            (Self::Boxes, _) => ("max", axis),
            (Self::Spheres, 1) => ("radius", None),
            (_, 0) => ("center", axis),
            _ => ("half-axis", axis),
        }
    }
}

/// Shapes in numpy columns of float32 or float64, all of the same type.
pub(crate) struct Table {
    kind: Kind,
    columns: Vec<Py<PyUntypedArray>>,
    /// The array of all columns, if its rows are contiguous.
    records: Option<Py<PyUntypedArray>>,
    pub(crate) is_single: bool,
    pub(crate) rows: usize,
    /// The names of the columns, if they were taken by their names.
    names: Option<Vec<String>>,
    /// `true` if the coordinates on the third axis are zeros that the caller did not give.
    is_in_2d: bool,
}

/// The quantity that is computed for every shape.
#[derive(Clone, Copy)]
pub(crate) enum Question<'q> {
    /// The sides of a plane.
    Sides(&'q Plane),
    /// The relation to a region; exact, or judged by one plane at a time.
    Overlap(&'q [Plane], bool),
    /// The signed distances of points, or of the backmost and the frontmost corners of boxes.
    Distances(&'q Plane),
    /// The planes behind which part of the shape lies.
    PlaneMasks(&'q [Plane]),
}

impl<'q> Question<'q> {
    fn planes(self) -> &'q [Plane] {
        match self {
            Self::Sides(plane) | Self::Distances(plane) => std::slice::from_ref(plane),
            Self::Overlap(planes, _) | Self::PlaneMasks(planes) => planes,
        }
    }
}

/// The place for the answers of some rows.
pub(crate) enum Answers<'a> {
    /// Bitmaps: on, front and null; or meets, inside and null.
    Words([&'a mut [u64]; 3]),
    /// One number per row and column.
    Numbers(Vec<&'a mut [f64]>),
    /// One mask per row.
    Masks(&'a mut [u32]),
}

impl<'a> Answers<'a> {
    /// Divides the place: the first part has `rows` rows, a multiple of 64.
    fn split(self, rows: usize) -> (Self, Self) {
        match self {
            Self::Words([a, b, null]) => {
                let words = rows / 64;
                let (a, other_a) = a.split_at_mut(words);
                let (b, other_b) = b.split_at_mut(words);
                let (null, other_null) = null.split_at_mut(words);
                (
                    Self::Words([a, b, null]),
                    Self::Words([other_a, other_b, other_null]),
                )
            }
            Self::Numbers(columns) => {
                let parts = columns.into_iter().map(|column| column.split_at_mut(rows));
                let (first, rest) = parts.unzip();
                (Self::Numbers(first), Self::Numbers(rest))
            }
            Self::Masks(masks) => {
                let (first, rest) = masks.split_at_mut(rows);
                (Self::Masks(first), Self::Masks(rest))
            }
        }
    }
}

/// Returns an error if a plane depends on z, so that shapes in 2D have no answer.
pub(crate) fn expect_in_2d(planes: &[Plane]) -> PyResult<()> {
    let mut planes = planes.iter();
    match planes.find(|plane| plane.normal()[2] != 0.0) {
        Some(plane) => Err(geometry(format!(
            "the shapes are in 2D, and the plane {plane} depends on z: give coordinates on the axis z, too"
        ))),
        None => Ok(()),
    }
}

impl Table {
    /// Creates a table from columns. All columns get the larger of their precisions.
    pub(crate) fn new(kind: Kind, columns: Columns<'_>) -> PyResult<Self> {
        let Columns {
            columns,
            records,
            names,
            is_in_2d,
            ..
        } = columns;
        let rows = columns.first().map_or(0, |column| column.shape()[0]);
        if let Some(other) = columns.iter().find(|column| column.shape()[0] != rows) {
            return Err(PyValueError::new_err(format!(
                "columns of one table have one length: there are {rows} and {} rows",
                other.shape()[0]
            )));
        }
        let single = columns.iter().all(is_single);
        // Views keep their shape and type if the caller changes those of the array.
        let viewed = |array: Bound<'_, PyUntypedArray>| -> PyResult<Py<PyUntypedArray>> {
            let view = array.call_method0("view")?;
            Ok(view.cast_into::<PyUntypedArray>()?.unbind())
        };
        let columns = columns
            .into_iter()
            .map(|column| viewed(with_precision(column, single)?));
        let is_record = |array: &&Bound<'_, PyUntypedArray>| {
            array.is_c_contiguous() && array.ndim() == 2 && array.shape()[1] == kind.width()
        };
        Ok(Self {
            kind,
            columns: columns.collect::<PyResult<_>>()?,
            records: records
                .filter(|array| is_record(&array))
                .map(viewed)
                .transpose()?,
            is_single: single,
            rows,
            names,
            is_in_2d,
        })
    }

    /// Returns an error if the shapes are in 2D.
    pub(crate) fn expect_3d(&self, what: &str) -> PyResult<()> {
        if self.is_in_2d {
            Err(PyTypeError::new_err(format!(
                "the shapes are in 2D, and {what} is in 3D: give coordinates on the axis z, too"
            )))
        } else {
            Ok(())
        }
    }

    /// Returns the columns as numpy arrays.
    pub(crate) fn columns<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyUntypedArray>> {
        let columns = self.columns.iter();
        columns.map(|column| column.bind(py).clone()).collect()
    }

    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the name of the columns' dtype.
    pub(crate) fn dtype_name(&self) -> &'static str {
        if self.is_single { "float32" } else { "float64" }
    }

    /// Returns the `repr` of the columns as an object of a class.
    pub(crate) fn text(&self, class: &str) -> String {
        let names = self.names.as_ref().map_or_else(String::new, |names| {
            format!(", from the columns {}", names.join(", "))
        });
        format!(
            "<transect.{class}: {} rows of {}{}{names}>",
            self.rows,
            self.dtype_name(),
            if self.is_in_2d { " in 2D" } else { "" }
        )
    }

    /// Returns a copy of the columns that the caller gave as one array with the shape (rows, columns).
    pub(crate) fn stacked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numpy = py.import("numpy")?;
        let mut columns = self.columns(py);
        if self.is_in_2d {
            let mut axes = [0, 1, 2].into_iter().cycle();
            columns.retain(|_| axes.next() != Some(2));
        }
        numpy.call_method1("stack", (columns, 1))
    }

    /// Answers a question about every row.
    pub(crate) fn ask(
        &self,
        py: Python<'_>,
        question: Question<'_>,
        answers: Answers<'_>,
    ) -> PyResult<()> {
        if self.is_in_2d {
            expect_in_2d(question.planes())?;
        }
        if self.is_single {
            self.ask_in::<f32>(py, question, answers)
        } else {
            self.ask_in::<f64>(py, question, answers)
        }
    }

    fn ask_in<T: Scalar + Element>(
        &self,
        py: Python<'_>,
        question: Question<'_>,
        answers: Answers<'_>,
    ) -> PyResult<()> {
        self.with::<T, _>(py, |rows| rows.all(question, answers).map_err(geometry))
    }

    /// Calls `work` with the rows, without the GIL if there are many rows.
    pub(crate) fn with<T: Scalar + Element, R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Rows<'_, T>) -> R + Send,
    ) -> R {
        let columns = self.columns(py);
        let columns: Vec<PyReadonlyArray1<'_, T>> = columns
            .iter()
            .map(|column| {
                let column = column.cast::<PyArray1<T>>();
                column.expect("the table has one type").readonly()
            })
            .collect();
        let records = self.records.as_ref().map(|records| {
            let records = records.bind(py).cast::<numpy::PyArray2<T>>();
            records.expect("the table has one type").readonly()
        });
        let rows = Rows {
            kind: self.kind,
            columns: columns.iter().map(|column| column.as_array()).collect(),
            records: records.as_ref().and_then(|records| records.as_slice().ok()),
            rows: self.rows,
        };
        if self.rows < RELEASE {
            work(&rows)
        } else {
            py.detach(|| work(&rows))
        }
    }
}

/// The borrowed rows of a table.
pub(crate) struct Rows<'a, T> {
    kind: Kind,
    columns: Vec<ArrayView1<'a, T>>,
    records: Option<&'a [T]>,
    rows: usize,
}

impl<T: Scalar + Element> Rows<'_, T> {
    pub(crate) const fn len(&self) -> usize {
        self.rows
    }

    fn all(&self, question: Question<'_>, answers: Answers<'_>) -> Result<(), String> {
        if self.rows <= BLOCK {
            return self.some(0, self.rows, question, answers);
        }
        pool::run(|| self.some(0, self.rows, question, answers))
    }

    /// Answers the question about the rows from `first` to `end`; halves of many rows are answered at the same time.
    fn some(
        &self,
        first: usize,
        end: usize,
        question: Question<'_>,
        answers: Answers<'_>,
    ) -> Result<(), String> {
        if end - first <= BLOCK {
            return self.block(first, end, question, answers);
        }
        let middle = first + (end - first).div_ceil(2).next_multiple_of(BLOCK);
        let (before, after) = answers.split(middle - first);
        let (a, b) = join(
            || self.some(first, middle, question, before),
            || self.some(middle, end, question, after),
        );
        a.and(b)
    }

    fn block(
        &self,
        first: usize,
        end: usize,
        question: Question<'_>,
        answers: Answers<'_>,
    ) -> Result<(), String> {
        if let (Kind::Boxes, Some(records)) = (self.kind, self.records)
            && !matches!(question, Question::Distances(_))
        {
            let (numbers, _) = records[6 * first..6 * end].as_chunks::<3>();
            let (rows, _) = numbers.as_chunks::<2>();
            return classify(&AabbRows::new(rows), question, answers);
        }
        if let (Kind::Points, Some(records), Question::Distances(plane)) =
            (self.kind, self.records, question)
        {
            let Answers::Numbers(mut numbers) = answers else {
                unreachable!("each question has its kind of answers")
            };
            let (records, _) = records[3 * first..3 * end].as_chunks::<3>();
            let written = PointRows::new(records).try_signed_distances(plane, numbers[0]);
            return written.map_err(|error| in_table(error, first));
        }
        let most = if self.is_contiguous() { BLOCK } else { COPIED };
        let mut room = Vec::new();
        let (mut first, mut answers) = (first, answers);
        while end - first > most {
            let part;
            (part, answers) = answers.split(most);
            let next = first + most;
            self.in_columns(first, next, &mut room, |columns| {
                self.answer(columns, first, question, part)
            })?;
            first = next;
        }
        self.in_columns(first, end, &mut room, |columns| {
            self.answer(columns, first, question, answers)
        })
    }

    /// Returns `true` if the numbers of each column follow each other in memory.
    fn is_contiguous(&self) -> bool {
        let mut columns = self.columns.iter();
        columns.all(|column| column.to_slice().is_some())
    }

    /// Passes the columns of some rows to `work`. Columns with gaps between their numbers are copied into `room`.
    pub(crate) fn in_columns<R>(
        &self,
        first: usize,
        end: usize,
        room: &mut Vec<T>,
        work: impl FnOnce(&[&[T]]) -> R,
    ) -> R {
        let contiguous = self.columns.iter().map(|column| column.to_slice());
        if let Some(columns) = contiguous.collect::<Option<Vec<_>>>() {
            let columns: Vec<&[T]> = columns.iter().map(|column| &column[first..end]).collect();
            return work(&columns);
        }
        let count = end - first;
        let width = self.columns.len();
        room.resize(count * width, T::ZERO);
        if let (Some(records), 3) = (self.records, width) {
            let (records, _) = records[3 * first..3 * end].as_chunks::<3>();
            let (x, rest) = room.split_at_mut(count);
            let (y, z) = rest.split_at_mut(count);
            for (record, ((x, y), z)) in records.iter().zip(x.iter_mut().zip(y).zip(z)) {
                [*x, *y, *z] = *record;
            }
        } else {
            for (to, column) in room.chunks_exact_mut(count.max(1)).zip(&self.columns) {
                let numbers = column.slice_axis(Axis(0), Slice::from(first..end));
                to.iter_mut()
                    .zip(&numbers)
                    .for_each(|(to, &number)| *to = number);
            }
        }
        let columns: Vec<&[T]> = match count {
            0 => vec![&[]; self.columns.len()],
            _ => room.chunks_exact(count).collect(),
        };
        work(&columns)
    }

    fn answer(
        &self,
        columns: &[&[T]],
        first: usize,
        question: Question<'_>,
        answers: Answers<'_>,
    ) -> Result<(), String> {
        let is_checked_later = matches!(
            (self.kind, question),
            (Kind::Points, Question::Distances(_)) | (Kind::Boxes, _)
        );
        if !is_checked_later {
            self.refuse_infinite(columns, first)?;
        }
        match (self.kind, columns) {
            (Kind::Points, &[x, y, z]) => {
                let points = PointColumns::new([x, y, z]);
                match (question, answers) {
                    (Question::Distances(plane), Answers::Numbers(mut numbers)) => {
                        let written = points.try_signed_distances(plane, numbers[0]);
                        written.map_err(|error| in_table(error, first))
                    }
                    (question, answers) => classify(&points, question, answers),
                }
            }
            (Kind::Boxes, &[x, y, z, to_x, to_y, to_z]) => {
                let boxes = AabbColumns::new([x, y, z], [to_x, to_y, to_z]);
                match (question, answers) {
                    (Question::Distances(plane), Answers::Numbers(mut numbers)) => {
                        let [backmost, frontmost] = &mut numbers[..] else {
                            unreachable!("boxes have two distances per row")
                        };
                        boxes.intervals(plane, backmost, frontmost);
                        Ok(())
                    }
                    (question, answers) => classify(&boxes, question, answers),
                }
            }
            (Kind::Spheres, &[x, y, z, radius]) => {
                classify(&SphereColumns::new([x, y, z], radius), question, answers)
            }
            (Kind::Parallelepipeds, &[x, y, z, ax, ay, az, bx, by, bz, cx, cy, cz]) => classify(
                &ParallelepipedColumns::new([x, y, z], [[ax, ay, az], [bx, by, bz], [cx, cy, cz]]),
                question,
                answers,
            ),
            _ => unreachable!("a table has the columns of its kind"),
        }
    }

    /// Returns an error for the first infinite number. The library has no answer for a row with such a number.
    fn refuse_infinite(&self, columns: &[&[T]], first: usize) -> Result<(), String> {
        for (index, column) in columns.iter().enumerate() {
            // `any` would stop early, and a loop that may stop is not vectorized.
            let is_infinite = column.iter().fold(false, |found, number| {
                found | (number.to_f64().abs() == f64::INFINITY)
            });
            if let Some(row) = is_infinite
                .then(|| {
                    column
                        .iter()
                        .position(|number| number.to_f64().is_infinite())
                })
                .flatten()
            {
                let (name, axis) = self.kind.column(index);
                let error = ColumnError {
                    index: row,
                    column: name,
                    axis,
                    value: column[row].to_f64(),
                };
                return Err(in_table(error, first));
            }
        }
        Ok(())
    }
}

/// Returns the message of an error in columns that begin with the row `first` of their table.
fn in_table(error: ColumnError, first: usize) -> String {
    let index = first + error.index;
    ColumnError { index, ..error }.to_string()
}

fn classify(
    shapes: &impl Batch<3>,
    question: Question<'_>,
    answers: Answers<'_>,
) -> Result<(), String> {
    match (question, answers) {
        (Question::Sides(plane), Answers::Words([on, front, null])) => {
            let null = Some(null);
            shapes.masks(plane, Masks { on, front, null });
        }
        (Question::Overlap(planes, is_exact), Answers::Words([meets, inside, null])) => {
            let region = Region::new(planes);
            let null = Some(null);
            let masks = RegionMasks {
                meets,
                inside,
                null,
            };
            if is_exact {
                shapes.overlap(&region, masks);
            } else {
                shapes.overlap_conservative(&region, masks);
            }
        }
        (Question::PlaneMasks(planes), Answers::Masks(masks)) => {
            shapes.plane_masks(planes, masks);
        }
        _ => unreachable!("each question has its kind of answers"),
    }
    Ok(())
}
