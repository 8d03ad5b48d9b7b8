//! `transect-sql order`: writes a table in the order of a Hilbert curve, so that planes and regions exclude whole row
//! groups.

use datafusion::arrow::array::Array;
use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::common::{Column, ScalarValue, TableReference};
use datafusion::logical_expr::{AggregateUDF, Expr, ScalarUDF, lit};
use datafusion::prelude::{DataFrame, SessionContext};

use crate::aggregate::Udaf;
use crate::aggregates::bounds;
use crate::call::Scalar;
use crate::command::arguments::Order;
use crate::command::engine::Engine;
use crate::command::failure::Failure;
use crate::command::metadata::Kept;
use crate::command::output::{Output, check_target};
use crate::command::rows;
use crate::functions::hilbert;
use crate::shape::ShapeType;

/// Sorts the table of the arguments and writes it.
pub(super) async fn run(
    context: &SessionContext,
    order: &Order,
    engine: &Engine,
) -> Result<(), Failure> {
    check_target(&order.output, order.force)?;
    let rows = context.table(table(order)).await?;
    let shape = shape(rows.schema().as_arrow(), order)?;
    let bounds = bounds_of(&rows, &shape).await?;
    let position = ScalarUDF::new_from_impl(Scalar::new(&hilbert::FUNCTION));
    let arguments = [vec![lit(bounds)], shape].concat();
    let sorted = rows.sort(vec![position.call(arguments).sort(true, false)])?;
    let kept = Kept::of(&sorted, context).await?;
    rows::write(sorted, engine, |schema| {
        Output::parquet(&order.output, schema, order.rows, kept)
    })
    .await
}

/// Returns the name of the table for the engine.
pub(super) fn table(order: &Order) -> TableReference {
    TableReference::bare(order.input.as_str())
}

/// Returns the columns of the shape: those of `--by`, or the only struct column that is a shape.
fn shape(schema: &Schema, order: &Order) -> Result<Vec<Expr>, Failure> {
    let wrong = |reason: &str| Failure::new(format!("{}: {reason}", order.input));
    let column = |name: &String| Expr::Column(Column::from_name(name));
    if !order.by.is_empty() {
        let types = order.by.iter().map(|name| {
            let field = schema.field_with_name(name);
            let field = field.map_err(|_| wrong(&format!("there is no column {name}")))?;
            Ok(field.data_type())
        });
        let types = types.collect::<Result<Vec<&DataType>, Failure>>()?;
        ShapeType::of(&types).map_err(|(index, invalid)| {
            wrong(&format!("column {}: {}", order.by[index], invalid.reason))
        })?;
        return Ok(order.by.iter().map(column).collect());
    }
    let shapes = schema.fields().iter().filter(|field| {
        field.data_type().is_nested() && ShapeType::of(&[field.data_type()]).is_ok()
    });
    let names: Vec<_> = shapes.map(|field| field.name()).collect();
    match names[..] {
        [name] => Ok(vec![column(name)]),
        [] => Err(wrong(
            "no column is a shape\nhint: name the columns of a point or a box, such as --by x,y,z",
        )),
        _ => {
            let names = names.iter().map(|name| name.as_str()).collect::<Vec<_>>();
            Err(wrong(&format!(
                "several columns are shapes: {}\nhint: choose one with --by",
                names.join(", ")
            )))
        }
    }
}

/// Returns the smallest box that contains all shapes of the table.
async fn bounds_of(rows: &DataFrame, shape: &[Expr]) -> Result<ScalarValue, Failure> {
    let bounds = AggregateUDF::new_from_impl(Udaf::new(&bounds::AGGREGATE));
    let bounds = bounds.call(shape.to_vec()).alias("bounds");
    let batches = rows
        .clone()
        .aggregate(vec![], vec![bounds])?
        .collect()
        .await?;
    let column = batches
        .iter()
        .map(|batch| batch.column(0))
        .find(|column| !column.is_empty());
    match column {
        Some(column) => Ok(ScalarValue::try_from_array(column, 0)?),
        None => Ok(ScalarValue::Null),
    }
}
