//! The search for the row that is the reason why a statement has failed.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::util::display::array_value_to_string;
use datafusion::catalog::TableProvider;
use datafusion::common::DFSchema;
use datafusion::common::cast::as_boolean_array;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::logical_expr::{Expr, ident};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::execute_stream;
use futures::StreamExt;

use crate::error::FunctionError;
use crate::message::message;
use crate::tables::cells::converted;
use crate::tables::format::Format;
use crate::tables::lines::line_of_row;
use crate::tables::location::Location;
use crate::tables::table::FileTable;

/// The largest number of values of a row in a message, and the number of letters of each.
const SHOWN: [usize; 2] = [6, 40];

/// A step of a statement on the rows of a table, as an expression of the columns of the table.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Later steps see only the rows for which the condition holds.
    Condition(Expr),
    Value(Expr),
}

impl Step {
    fn expression(&self) -> &Expr {
        match self {
            Self::Condition(expression) | Self::Value(expression) => expression,
        }
    }
}

/// Reads the files of a table, row by row if need be. Returns a message with the first row for which a step fails, or of
/// which a value of text cannot be converted. `columns` are the columns that the statement reads.
pub(crate) async fn find(
    table: &FileTable,
    columns: &[String],
    steps: &[Step],
    state: &SessionState,
) -> Option<String> {
    let schema = table.schema();
    let places: Vec<usize> = (0..schema.fields().len())
        .filter(|place| columns.contains(schema.field(*place).name()))
        .collect();
    if places.is_empty() {
        return None;
    }
    let schema = Arc::new(schema.project(&places).ok()?);
    let checks = Checks::new(table, schema, steps, state)?;
    for location in &table.files.locations {
        let found = find_in(table, location, &places, &checks, state).await;
        // A file that cannot be read is another failure.
        if let Some(message) = found.ok()? {
            return Some(message);
        }
    }
    None
}

async fn find_in(
    table: &FileTable,
    location: &Location,
    places: &[usize],
    checks: &Checks<'_>,
    state: &SessionState,
) -> Result<Option<String>> {
    let table = table.only(location)?.as_text()?;
    let projection = places.to_vec();
    let plan = table.scan(state, Some(&projection), &[], None).await?;
    let mut batches = execute_stream(plan, state.task_ctx())?;
    let mut before = 0;
    while let Some(batch) = batches.next().await {
        let batch = batch?;
        if checks.run(&batch).is_err() {
            // The rows before `end` are without failure, and one before `start` is not.
            let (mut end, mut start) = (0, batch.num_rows());
            while end + 1 < start {
                let middle = usize::midpoint(end, start);
                match checks.run(&batch.slice(end, middle - end)) {
                    Ok(()) => end = middle,
                    Err(_) => start = middle,
                }
            }
            let Err(reason) = checks.run(&batch.slice(end, 1)) else {
                return Ok(None);
            };
            let row = before + end as u64 + 1;
            let line = line_of_row(location, table.files.format, row, state).await?;
            let place = match line {
                Some(line) => format!("line {line} (row {row})"),
                None => format!("row {row}"),
            };
            return Ok(Some(format!("{location}, {place}{reason}")));
        }
        before += batch.num_rows() as u64;
    }
    Ok(None)
}

/// The conversions of the cells of text, and the steps, as the engine computes them.
struct Checks<'s> {
    /// The columns after the conversions.
    schema: SchemaRef,
    conversions: Vec<Option<Arc<dyn PhysicalExpr>>>,
    steps: Vec<(&'s Step, Arc<dyn PhysicalExpr>)>,
}

impl<'s> Checks<'s> {
    fn new(
        table: &FileTable,
        schema: SchemaRef,
        steps: &'s [Step],
        state: &SessionState,
    ) -> Option<Self> {
        let is_text = matches!(table.files.format, Format::Csv { .. });
        let text = schema.fields().iter();
        let text = text.map(|field| Field::new(field.name(), DataType::Utf8, true));
        let text = DFSchema::try_from(Schema::new(text.collect::<Vec<_>>())).ok()?;
        let conversions = schema.fields().iter().map(|field| {
            let name = field.name();
            if !is_text || table.is_of_place(name) || field.data_type().is_null() {
                return Some(None);
            }
            let value = converted(ident(name), field.data_type(), &table.files.nulls);
            let value = state.create_physical_expr(value, &text);
            Some(Some(value.ok()?))
        });
        let conversions = conversions.collect::<Option<Vec<_>>>()?;
        let columns = DFSchema::try_from(Arc::clone(&schema)).ok()?;
        let steps = steps.iter().map_while(|step| {
            let expression = step.expression().clone();
            // The rows after a condition that is not known here are not known either.
            Some((step, state.create_physical_expr(expression, &columns).ok()?))
        });
        Some(Self {
            steps: steps.collect(),
            conversions,
            schema,
        })
    }

    /// Computes all steps for some rows. Returns the end of a message if one fails.
    fn run(&self, batch: &RecordBatch) -> std::result::Result<(), String> {
        let mut columns: Vec<ArrayRef> = Vec::new();
        for (index, conversion) in self.conversions.iter().enumerate() {
            let column = batch.column(index);
            let Some(conversion) = conversion else {
                columns.push(Arc::clone(column));
                continue;
            };
            let text = batch.columns().iter().zip(self.schema.fields());
            let text = text.map(|(column, field)| match column.data_type() {
                DataType::Utf8 => (field.name(), Arc::clone(column)),
                // Columns of places are not used in conversions.
                _ => (field.name(), as_nulls(column.len())),
            });
            let text = RecordBatch::try_from_iter_with_nullable(text.map(|(n, c)| (n, c, true)));
            let value = text
                .map_err(DataFusionError::from)
                .and_then(|text| conversion.evaluate(&text)?.into_array(text.num_rows()));
            let name = self.schema.field(index).name();
            columns.push(value.map_err(|_| {
                let cell = column.as_string::<i32>();
                let cell = if cell.is_empty() { "" } else { cell.value(0) };
                let kind = kind_of(self.schema.field(index).data_type());
                format!(", column {name}: {:?} is not {kind}", shortened(cell))
            })?);
        }
        let wrong = |error: DataFusionError| format!(": {}", message(&error));
        let rows = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        let mut rows = rows.map_err(|error| wrong(error.into()))?;
        for (step, expression) in &self.steps {
            let value = expression
                .evaluate(&rows)
                .and_then(|value| value.into_array(rows.num_rows()));
            let value = value
                .map_err(|error| format!(": {}{}", without_row(&error), values(&rows, step)))?;
            if let Step::Condition(_) = step
                && let Ok(holds) = as_boolean_array(&value)
            {
                let kept = datafusion::arrow::compute::filter_record_batch(&rows, holds);
                rows = kept.map_err(|error| wrong(error.into()))?;
            }
        }
        Ok(())
    }
}

fn as_nulls(rows: usize) -> ArrayRef {
    datafusion::arrow::array::new_null_array(&DataType::Utf8, rows)
}

/// Returns the message of an error, without the number of a row in a batch.
fn without_row(error: &DataFusionError) -> String {
    if let DataFusionError::External(inner) = error.find_root()
        && let Some(error) = inner.downcast_ref::<FunctionError>()
    {
        let error = FunctionError {
            row: None,
            ..error.clone()
        };
        return error.to_string();
    }
    let message = message(error);
    let prefixes = ["Cast error: ", "Parser error: "];
    let known = prefixes
        .iter()
        .find_map(|prefix| message.strip_prefix(prefix));
    known.unwrap_or(&message).to_owned()
}

/// Returns the values of a row that a step uses, in parentheses.
fn values(rows: &RecordBatch, step: &Step) -> String {
    let mut names: Vec<_> = step.expression().column_refs().into_iter().collect();
    names.sort();
    let shown = names.iter().take(SHOWN[0]).filter_map(|column| {
        let values = rows.column_by_name(&column.name)?;
        if values.is_empty() {
            return None;
        }
        let value = if values.is_null(0) {
            "NULL".to_owned()
        } else {
            array_value_to_string(values, 0).ok()?
        };
        Some(format!("{} = {}", column.name, shortened(&value)))
    });
    let shown: Vec<_> = shown.collect();
    if shown.is_empty() {
        String::new()
    } else {
        format!("\nhint: in this row, {}", shown.join(", "))
    }
}

fn shortened(text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    match text.char_indices().nth(SHOWN[1]) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Returns the name of the values of a type.
fn kind_of(data_type: &DataType) -> String {
    match data_type {
        DataType::Int64 => "an integer".to_owned(),
        DataType::Float64 => "a number".to_owned(),
        DataType::Boolean => "true or false".to_owned(),
        DataType::Date32 => "a date".to_owned(),
        DataType::Timestamp(..) => "a time".to_owned(),
        other => format!("a value of the type {other}"),
    }
}
