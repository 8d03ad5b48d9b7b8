//! The aggregate functions in SQL: their description, as the engine needs it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::Result;
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{
    Accumulator, AggregateUDFImpl, Documentation, Signature, Volatility, utils::format_state_name,
};

use crate::error::FunctionError;
use crate::page::Page;
use crate::shape::{ShapeType, Shapes};

/// An aggregate function in SQL over shapes.
#[derive(Debug)]
pub(crate) struct Aggregate {
    /// The documentation. Its name is that of the function in SQL.
    pub(crate) page: Page,
    /// Checks the type of the shapes, and returns the type of the result.
    pub(crate) check: fn(ShapeType) -> Result<DataType, String>,
    /// Returns the names and types of the partial results that the engine passes between threads.
    pub(crate) state: fn(ShapeType) -> Vec<(&'static str, DataType)>,
    /// Returns a new accumulator.
    pub(crate) start: fn(Argument) -> Box<dyn Accumulator>,
}

/// The argument of an aggregate function: shapes of one type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument {
    pub(crate) function: &'static str,
    pub(crate) shape: ShapeType,
}

impl Argument {
    /// Reads the shapes of a batch.
    pub(crate) fn read<const D: usize>(
        &self,
        arrays: &[ArrayRef],
    ) -> Result<Shapes<D>, FunctionError> {
        let rows = arrays.first().map_or(0, |array| array.len());
        let shapes = Shapes::read(arrays, Some(self.shape), rows);
        shapes.map_err(|invalid| invalid.of(self.function, 0))
    }
}

/// An aggregate function, as the engine calls it. Two are equal if their names are.
#[derive(Debug)]
pub(crate) struct Udaf {
    aggregate: &'static Aggregate,
    signature: Signature,
    documentation: Documentation,
}

impl Udaf {
    pub(crate) fn new(aggregate: &'static Aggregate) -> Self {
        Self {
            aggregate,
            signature: Signature::variadic_any(Volatility::Immutable),
            documentation: aggregate.page.documentation(),
        }
    }

    fn argument<'a>(
        &self,
        types: impl IntoIterator<Item = &'a DataType>,
    ) -> Result<Argument, FunctionError> {
        let function = self.aggregate.page.name;
        let types: Vec<_> = types.into_iter().collect();
        let shape = ShapeType::of(&types);
        let shape = shape.map_err(|(argument, invalid)| invalid.of(function, argument))?;
        let shape = shape.ok_or_else(|| FunctionError {
            function,
            argument: Some(0),
            row: None,
            reason: "a literal NULL has no type; a column of shapes is needed".to_owned(),
        })?;
        Ok(Argument { function, shape })
    }
}

impl PartialEq for Udaf {
    fn eq(&self, other: &Self) -> bool {
        self.aggregate.page.name == other.aggregate.page.name
    }
}

impl Eq for Udaf {}

impl Hash for Udaf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.aggregate.page.name.hash(state);
    }
}

impl AggregateUDFImpl for Udaf {
    fn name(&self) -> &str {
        self.aggregate.page.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        let Argument { function, shape } = self.argument(types)?;
        let result = (self.aggregate.check)(shape).map_err(|reason| FunctionError {
            function,
            argument: Some(0),
            row: None,
            reason,
        });
        Ok(result?)
    }

    fn accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        let argument = self.argument(args.expr_fields.iter().map(|field| field.data_type()))?;
        if args.is_distinct {
            return Err(FunctionError {
                function: argument.function,
                argument: None,
                row: None,
                reason: "DISTINCT is not supported".to_owned(),
            }
            .into());
        }
        Ok((self.aggregate.start)(argument))
    }

    fn state_fields(&self, args: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        let argument = self.argument(args.input_fields.iter().map(|field| field.data_type()))?;
        let fields = (self.aggregate.state)(argument.shape).into_iter();
        let fields = fields.map(|(name, data_type)| {
            Arc::new(Field::new(
                format_state_name(args.name, name),
                data_type,
                true,
            ))
        });
        Ok(fields.collect())
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }
}
