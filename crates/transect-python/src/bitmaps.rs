//! Bitmaps of answers, one bit per row, and their conversions to numpy arrays.

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use transect::batch::set_rows;

use crate::array::written;
use crate::errors::geometry;
use crate::table::{Answers, Question, Table};

/// The bits of eight rows as eight bytes: byte i is 1 if bit i is set.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[bits] |= ((bits as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    table
};

/// Three bitmaps: of the rows between (on, or meets), of the rows at the top (front, or inside), and of the null rows.
/// The remaining rows are at the bottom: back, or outside.
pub(crate) struct Bitmaps {
    pub(crate) between: Vec<u64>,
    pub(crate) top: Vec<u64>,
    pub(crate) null: Vec<u64>,
    rows: usize,
}

impl Bitmaps {
    /// Asks a question whose answers are bitmaps.
    pub(crate) fn of(py: Python<'_>, table: &Table, question: Question<'_>) -> PyResult<Self> {
        let words = || vec![0; table.rows.div_ceil(64)];
        let mut bitmaps = Self {
            between: words(),
            top: words(),
            null: words(),
            rows: table.rows,
        };
        let answers = [&mut bitmaps.between, &mut bitmaps.top, &mut bitmaps.null];
        table.ask(py, question, Answers::Words(answers.map(Vec::as_mut_slice)))?;
        Ok(bitmaps)
    }

    /// Returns the numbers of rows at the bottom, between, at the top, and null.
    pub(crate) fn counts(&self) -> [usize; 4] {
        let [between, top, null] = [&self.between, &self.top, &self.null].map(|words| {
            let ones = words.iter().map(|word| word.count_ones() as usize);
            ones.sum::<usize>()
        });
        [self.rows - between - top - null, between, top, null]
    }

    /// Writes one byte per row: −1 at the bottom, 0 between and for null rows, 1 at the top.
    fn write_bytes(&self, bytes: &mut [i8]) {
        let spread = |row: usize| {
            let (word, shift) = (row / 64, row % 64);
            let top = self.top[word] >> shift & 0xff;
            let bottom = !(self.between[word] | self.top[word] | self.null[word]) >> shift & 0xff;
            let bytes = SPREAD[top as usize] | (SPREAD[bottom as usize] * 0xff);
            bytes.to_le_bytes().map(|byte| byte as i8)
        };
        let (eights, rest) = bytes.as_chunks_mut();
        for (index, eight) in eights.iter_mut().enumerate() {
            *eight = spread(8 * index);
        }
        if !rest.is_empty() {
            rest.copy_from_slice(&spread(8 * eights.len())[..rest.len()]);
        }
    }

    /// Returns one int8 per row. With `nan="error"`, a null row is an error; with `nan="null"`, the result is a masked
    /// array whose mask marks the null rows.
    pub(crate) fn into_numbers<'py>(
        self,
        py: Python<'py>,
        nan: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let first_null = set_rows(&self.null).next();
        let numbers = || {
            written(py, self.rows, |bytes| {
                self.write_bytes(bytes);
                Ok(())
            })
        };
        match (nan, first_null) {
            ("error", Some(row)) => Err(geometry(format!(
                "row {row} is null: a NaN, a box without points, or a negative radius; nan=\"null\" masks such rows"
            ))),
            ("error", None) => Ok(numbers()?.into_any()),
            ("null", _) => {
                let mask = self.bools(&self.null).into_pyarray(py);
                py.import("numpy.ma")?
                    .call_method1("MaskedArray", (numbers()?, mask))
            }
            _ => Err(PyValueError::new_err(format!(
                "nan must be \"error\" or \"null\", not {nan:?}"
            ))),
        }
    }

    fn bools(&self, words: &[u64]) -> Vec<bool> {
        let bits = (0..self.rows).map(|row| words[row / 64] >> (row % 64) & 1 == 1);
        bits.collect()
    }

    /// Returns the bitmaps in Arrow's layout, as arrays of bytes: between, top and null.
    pub(crate) fn into_packed(self, py: Python<'_>) -> [Bound<'_, PyArray1<u8>>; 3] {
        let length = self.rows.div_ceil(8);
        [self.between, self.top, self.null].map(|words| {
            let bytes = words.iter().flat_map(|word| word.to_le_bytes());
            bytes.take(length).collect::<Vec<u8>>().into_pyarray(py)
        })
    }
}
