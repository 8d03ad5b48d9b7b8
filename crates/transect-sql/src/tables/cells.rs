//! The cells of columns of text: which of them are numbers, and which are NULL.
//!
//! A cell is a number if it is one without the blanks around it, as in the tables of `transect classify`.

use std::sync::Arc;

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::catalog::TableProvider;
use datafusion::error::Result;
use datafusion::execution::SessionState;
use datafusion::functions::string::expr_fn::btrim;
use datafusion::logical_expr::{Expr, cast, in_list, lit, when};
use datafusion::physical_plan::execute_stream;
use futures::StreamExt;

use crate::tables::files::Files;
use crate::tables::listing::listing;
use crate::tables::location::Location;

/// The blanks around a number: the ones of ASCII.
const BLANKS: &str = " \t\n\x0C\r";

/// The cells of a column.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    /// `true` if there is a cell with blanks only.
    pub(crate) has_blank: bool,
    has_number: bool,
    all_integers: bool,
    all_numbers: bool,
}

impl Cells {
    const NONE: Self = Self {
        has_blank: false,
        has_number: false,
        all_integers: true,
        all_numbers: true,
    };

    /// Adds a cell that is not empty.
    fn add(&mut self, cell: &str, nulls: &[String]) {
        let cell = cell.trim_ascii();
        if cell.is_empty() {
            self.has_blank = true;
            return;
        }
        if nulls.iter().any(|null| null == cell) || !self.all_numbers {
            return;
        }
        let is_integer = cell.parse::<i64>().is_ok();
        let number = cell.parse::<f64>().ok();
        // A long row of digits, such as an identifier, is not rounded.
        let digits = cell.strip_prefix(['-', '+']).unwrap_or(cell);
        let is_too_long = !is_integer && digits.bytes().all(|byte| byte.is_ascii_digit());
        self.has_number |= number.is_some();
        self.all_integers &= is_integer;
        // NaN and infinity have words; a number that is too large is text.
        let is_too_large =
            number.is_some_and(f64::is_infinite) && cell.bytes().any(|byte| byte.is_ascii_digit());
        self.all_numbers &= number.is_some() && !is_too_long && !is_too_large;
    }

    /// Returns the type of a column whose cells are numbers.
    pub(crate) fn number_type(&self) -> Option<DataType> {
        match (self.has_number, self.all_integers, self.all_numbers) {
            (true, true, true) => Some(DataType::Int64),
            (true, false, true) => Some(DataType::Float64),
            _ => None,
        }
    }
}

/// Reads the first rows of a file of text, or all rows, and returns what the cells of each column are.
pub(crate) async fn survey(
    location: &Location,
    files: &Files,
    schema: &Schema,
    rows: Option<usize>,
    state: &SessionState,
) -> Result<Vec<Cells>> {
    let fields = schema.fields().iter();
    let fields = fields.map(|field| field.as_ref().clone().with_data_type(DataType::Utf8));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let format = files.format.reader(&files.nulls);
    let mut cells = vec![Cells::NONE; schema.fields().len()];
    let table = listing(std::slice::from_ref(location), format, schema)?;
    let plan = table.scan(state, None, &[], rows).await?;
    let mut batches = execute_stream(plan, state.task_ctx())?;
    let mut left = rows.unwrap_or(usize::MAX);
    while let Some(batch) = batches.next().await {
        let batch = batch?;
        let batch = batch.slice(0, left.min(batch.num_rows()));
        left -= batch.num_rows();
        for (column, cells) in batch.columns().iter().zip(&mut cells) {
            for cell in column.as_string::<i32>().iter().flatten() {
                cells.add(cell, &files.nulls);
            }
        }
        if left == 0 {
            break;
        }
    }
    Ok(cells)
}

/// Returns the values of a column of text, converted to a type. Cells that are one of `nulls` are NULL, and so are cells
/// with blanks only, unless the type is text.
pub(crate) fn converted(column: Expr, data_type: &DataType, nulls: &[String]) -> Expr {
    let trimmed = btrim(vec![column.clone(), lit(BLANKS)]);
    let mut words: Vec<Expr> = nulls.iter().map(lit).collect();
    let value = match data_type {
        DataType::Utf8 => column,
        _ => {
            words.push(lit(""));
            trimmed.clone()
        }
    };
    let is_null = in_list(trimmed, words, false);
    let value = when(!is_null, value).end();
    match (value, data_type) {
        (Ok(value), DataType::Utf8) => value,
        (Ok(value), _) => cast(value, data_type.clone()),
        // The builder fails without a condition, and there is one.
        (Err(_), _) => lit(datafusion::common::ScalarValue::Null),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_of(cells: &[&str]) -> Option<DataType> {
        let mut all = Cells::NONE;
        for cell in cells {
            all.add(cell, &["NA".to_owned()]);
        }
        all.number_type()
    }

    #[test]
    fn cells_with_blanks_are_numbers() {
        assert_eq!(
            type_of(&[" 1", "2 ", "\t-3", "+4", "NA", "  "]),
            Some(DataType::Int64)
        );
        assert_eq!(
            type_of(&[" 1", "2.5 ", "1e3", ".5"]),
            Some(DataType::Float64)
        );
        assert_eq!(type_of(&["nan", "1", "-inf"]), Some(DataType::Float64));
        for text in ["x", "1 000", "0x10", "1,5", "1e999", "12345678901234567890"] {
            assert_eq!(type_of(&["1", text]), None, "{text}");
        }
        // A table may have no number in a column but NaN and infinities. The engine takes other columns of such words for
        // numbers, too.
        for word in ["nan", "NAN", "inf", "-Infinity", "+inf"] {
            assert_eq!(type_of(&["", word]), Some(DataType::Float64), "{word}");
        }
        assert_eq!(type_of(&["NA", " "]), None);
        assert_eq!(type_of(&[]), None);
    }
}
