//! Columns of shapes in the caller's memory: one array per coordinate, or records with a stride.

use transect::batch::{
    AabbColumns, Batch, ParallelepipedColumns, PointColumns, Scalar, SphereColumns, level_of_cpu,
};
use transect::dispatch;

use crate::caller::{Caller, Plain};
use crate::status::Failure;

/// A number of a column: `float` or `double`.
pub(crate) trait Float: Plain + Scalar {
    /// Returns `true` for ∞ and −∞.
    fn is_boundless(self) -> bool;
}

impl Float for f32 {
    #[inline(always)]
    fn is_boundless(self) -> bool {
        self.abs() == Self::INFINITY
    }
}

impl Float for f64 {
    #[inline(always)]
    fn is_boundless(self) -> bool {
        self.abs() == Self::INFINITY
    }
}

/// Columns of points. Number i of a column is at `column[i * stride]`: the stride is 1 for one array per coordinate,
/// and 3 for packed records of x, y and z, where `y` is `x + 1` and `z` is `x + 2`. A row with a NaN is null; an
/// infinite number is an error.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Points<T> {
    /// The first coordinates.
    pub x: *const T,
    /// The second coordinates.
    pub y: *const T,
    /// The third coordinates.
    pub z: *const T,
    /// The number of points.
    pub count: usize,
    /// The distance of successive numbers of a column, in numbers: 1 or more.
    pub stride: usize,
}

/// Columns of axis-aligned boxes. Number i of a column is at `column[i * stride]`: the stride is 1 for one array per
/// bound, and 6 for packed records of three least and three greatest coordinates. A row with a NaN, or with a least
/// coordinate above the greatest one, is null.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Boxes<T> {
    /// The least coordinates on each axis.
    pub min: [*const T; 3],
    /// The greatest coordinates on each axis.
    pub max: [*const T; 3],
    /// The number of boxes.
    pub count: usize,
    /// The distance of successive numbers of a column, in numbers: 1 or more.
    pub stride: usize,
}

/// Columns of spheres. Number i of a column is at `column[i * stride]`. A row with a NaN or a negative radius is null;
/// an infinite number is an error.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Spheres<T> {
    /// The coordinates of the centers on each axis.
    pub center: [*const T; 3],
    /// The radii.
    pub radius: *const T,
    /// The number of spheres.
    pub count: usize,
    /// The distance of successive numbers of a column, in numbers: 1 or more.
    pub stride: usize,
}

/// Columns of oriented boxes. Number i of a column is at `column[i * stride]`. A row with a NaN is null;
/// an infinite number is an error.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OrientedBoxes<T> {
    /// The coordinates of the centers on each axis.
    pub center: [*const T; 3],
    /// The three half axes, each with its coordinates.
    pub half_axes: [[*const T; 3]; 3],
    /// The number of oriented boxes.
    pub count: usize,
    /// The distance of successive numbers of a column, in numbers: 1 or more.
    pub stride: usize,
}

macro_rules! plain_columns {
    ($($columns:ident),*) => {$(
        // SAFETY: the record has pointers and counts, which are checked before they are used.
        unsafe impl<T: Plain> Plain for $columns<T> {}
    )*};
}

plain_columns!(Points, Boxes, Spheres, OrientedBoxes);

/// A record of columns that stands for a batch of the library. `N` is the number of columns.
pub(crate) trait Columns<T: Float, const N: usize>: Plain {
    /// `true` if numbers must not be infinite.
    const IS_FINITE: bool = true;

    type Batch<'b>: Batch<3>;

    /// The columns, the number of rows, and the stride.
    fn columns(&self) -> ([*const T; N], usize, usize);

    /// Returns the batch of some columns.
    fn batch<'b>(columns: [&'b [T]; N]) -> Self::Batch<'b>;
}

impl<T: Float> Columns<T, 3> for Points<T> {
    type Batch<'b> = PointColumns<'b, T>;

    fn columns(&self) -> ([*const T; 3], usize, usize) {
        ([self.x, self.y, self.z], self.count, self.stride)
    }

    fn batch<'b>(columns: [&'b [T]; 3]) -> PointColumns<'b, T> {
        PointColumns::new(columns)
    }
}

impl<T: Float> Columns<T, 6> for Boxes<T> {
    const IS_FINITE: bool = false;

    type Batch<'b> = AabbColumns<'b, T>;

    fn columns(&self) -> ([*const T; 6], usize, usize) {
        let ([a, b, c], [d, e, f]) = (self.min, self.max);
        ([a, b, c, d, e, f], self.count, self.stride)
    }

    fn batch<'b>([a, b, c, d, e, f]: [&'b [T]; 6]) -> AabbColumns<'b, T> {
        AabbColumns::new([a, b, c], [d, e, f])
    }
}

impl<T: Float> Columns<T, 4> for Spheres<T> {
    type Batch<'b> = SphereColumns<'b, T>;

    fn columns(&self) -> ([*const T; 4], usize, usize) {
        let [x, y, z] = self.center;
        ([x, y, z, self.radius], self.count, self.stride)
    }

    fn batch<'b>([x, y, z, radius]: [&'b [T]; 4]) -> SphereColumns<'b, T> {
        SphereColumns::new([x, y, z], radius)
    }
}

impl<T: Float> Columns<T, 12> for OrientedBoxes<T> {
    type Batch<'b> = ParallelepipedColumns<'b, T>;

    fn columns(&self) -> ([*const T; 12], usize, usize) {
        let [x, y, z] = self.center;
        let [[a, b, c], [d, e, f], [g, h, i]] = self.half_axes;
        (
            [x, y, z, a, b, c, d, e, f, g, h, i],
            self.count,
            self.stride,
        )
    }

    fn batch<'b>(
        [x, y, z, a, b, c, d, e, f, g, h, i]: [&'b [T]; 12],
    ) -> ParallelepipedColumns<'b, T> {
        ParallelepipedColumns::new([x, y, z], [[a, b, c], [d, e, f], [g, h, i]])
    }
}

/// Columns that were checked, as slices of the caller's memory.
pub(crate) struct Rows<'c, T, const N: usize> {
    columns: [&'c [T]; N],
    pub(crate) count: usize,
    stride: usize,
}

/// The number of rows that are copied at once if the stride is not 1. It is a multiple of the 64 rows of a word of
/// bits.
const CHUNK: usize = 1 << 12;

impl<'c, T: Float, const N: usize> Rows<'c, T, N> {
    pub(crate) fn read<C: Columns<T, N>>(
        caller: &mut Caller<'c>,
        parameter: &'static str,
        columns: *const C,
    ) -> Result<Self, Failure> {
        let (columns, count, stride) = caller.read(parameter, columns)?.columns();
        if stride == 0 {
            return Err(Failure::count(
                parameter,
                "the stride is 0; it is 1 for one array per column",
            ));
        }
        let length = match count.checked_sub(1) {
            None => Some(0),
            Some(last) => last
                .checked_mul(stride)
                .and_then(|numbers| numbers.checked_add(1)),
        };
        let Some(length) = length else {
            return Err(Failure::count(
                parameter,
                format_args!("{count} rows of {stride} numbers are more than memory can hold"),
            ));
        };
        let mut slices: [&[T]; N] = [&[]; N];
        for (slice, column) in slices.iter_mut().zip(columns) {
            *slice = caller.slice(parameter, column, length)?;
        }
        Ok(Self {
            columns: slices,
            count,
            stride,
        })
    }

    /// Calls `visit` with the first row and the columns of each chunk of rows. Columns without a stride are one
    /// chunk. An infinite number that must be finite is an error, before anything is visited.
    pub(crate) fn chunks<C: Columns<T, N>>(
        &self,
        parameter: &str,
        visit: impl FnMut(usize, [&[T]; N]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if C::IS_FINITE {
            self.check_bounded(parameter)?;
        }
        self.checked_chunks(visit)
    }

    /// Calls `visit` like [`Self::chunks`], for rows that were checked.
    pub(crate) fn checked_chunks(
        &self,
        mut visit: impl FnMut(usize, [&[T]; N]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.stride == 1 {
            return visit(0, self.columns);
        }
        let mut copies: [Vec<T>; N] = [const { Vec::new() }; N];
        for first in (0..self.count).step_by(CHUNK) {
            let rows = first..self.count.min(first + CHUNK);
            for (copy, column) in copies.iter_mut().zip(self.columns) {
                let numbers = column[rows.start * self.stride..].iter();
                copy.clear();
                copy.extend(numbers.step_by(self.stride).take(rows.len()));
            }
            visit(first, copies.each_ref().map(Vec::as_slice))?;
        }
        Ok(())
    }

    /// Checks that no number of a row is infinite.
    fn check_bounded(&self, parameter: &str) -> Result<(), Failure> {
        // Numbers between those of the rows are read, too, because that is faster; then a row must be found.
        let has_boundless =
            |column: &&[T]| dispatch!(level_of_cpu(), _simd => has_boundless(column));
        if !self.columns.iter().any(has_boundless) {
            return Ok(());
        }
        let is_boundless = |row: usize| {
            let mut columns = self.columns.iter();
            columns.any(|column| column[row * self.stride].is_boundless())
        };
        match (0..self.count).find(|&row| is_boundless(row)) {
            None => Ok(()),
            Some(row) => Err(Failure::invalid(
                parameter,
                format_args!("row {row} has an infinite number"),
            )),
        }
    }

    /// Calls `visit` with all columns, copied if they have a stride.
    pub(crate) fn whole<R>(&self, visit: impl FnOnce([&[T]; N]) -> R) -> R {
        if self.stride == 1 {
            return visit(self.columns);
        }
        let copies = self
            .columns
            .map(|column| -> Vec<T> { column.iter().step_by(self.stride).copied().collect() });
        visit(copies.each_ref().map(Vec::as_slice))
    }
}

/// Returns `true` if a number is infinite. Without an early return, the loop is compiled to vector instructions.
#[inline(always)]
fn has_boundless<T: Float>(column: &[T]) -> bool {
    let mut found = 0_u32;
    for number in column {
        found |= u32::from(number.is_boundless());
    }
    found != 0
}
