//! The functions in SQL: their description, and a call with its arguments.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
    Volatility,
};
use transect::CuttingPlane;

use crate::error::{FunctionError, Invalid};
use crate::page::Page;
use crate::planes::{self, PlaneType};
use crate::shape::{ShapeType, Shapes};

/// A function in SQL.
#[derive(Debug)]
pub(crate) struct Function {
    /// The documentation. Its name is that of the function in SQL.
    pub(crate) page: Page,
    /// Checks the types and the constant arguments of a call, and returns the type of the result.
    pub(crate) check: fn(&Types<'_>) -> Result<DataType, FunctionError>,
    /// Computes the results of a batch.
    pub(crate) run: fn(&Call<'_>) -> Result<ArrayRef, FunctionError>,
}

/// The types of the arguments of a call, before it runs.
#[derive(Debug)]
pub(crate) struct Types<'a> {
    pub(crate) function: &'static str,
    pub(crate) types: Vec<&'a DataType>,
    constants: &'a [Option<&'a ScalarValue>],
}

impl<'a> Types<'a> {
    /// Returns the types of the arguments of a function. `constants` are the values of those that are literals.
    pub(crate) fn new(
        function: &'static str,
        types: Vec<&'a DataType>,
        constants: &'a [Option<&'a ScalarValue>],
    ) -> Self {
        Self {
            function,
            types,
            constants,
        }
    }

    /// Returns the value of an argument that is a constant and not NULL.
    pub(crate) fn constant(&self, argument: usize) -> Option<&ScalarValue> {
        let constant = self.constants.get(argument).copied().flatten()?;
        (!constant.is_null()).then_some(constant)
    }

    /// Returns the error for an argument.
    pub(crate) fn wrong(&self, argument: usize, reason: impl std::fmt::Display) -> FunctionError {
        Invalid::argument(reason).of(self.function, argument)
    }

    /// Returns an error if the number of arguments is not in the range.
    pub(crate) fn expect_count(
        &self,
        counts: std::ops::RangeInclusive<usize>,
        what: &str,
    ) -> Result<(), FunctionError> {
        if counts.contains(&self.types.len()) {
            return Ok(());
        }
        Err(self.count_error(what))
    }

    /// Returns the error for a wrong number of arguments.
    pub(crate) fn count_error(&self, what: &str) -> FunctionError {
        FunctionError {
            function: self.function,
            argument: None,
            row: None,
            reason: format!("there are {} arguments; {what}", self.types.len()),
        }
    }

    /// Checks that the first argument is a plane and the others are a shape of the same dimension. Returns the type of
    /// the shape.
    pub(crate) fn plane_and_shape(&self) -> Result<Option<ShapeType>, FunctionError> {
        self.expect_count(2..=7, "the arguments are a plane and a shape")?;
        let plane = PlaneType::of(self.types[0]);
        let plane = plane.map_err(|invalid| invalid.of(self.function, 0))?;
        let shape = self.shape(1)?;
        let dimension = shape.map(|shape| shape.dimension).or(plane.dimension());
        let dimension = dimension.unwrap_or(3);
        self.same_dimension(plane.dimension(), shape)?;
        self.constant_plane(0, dimension)?;
        Ok(shape)
    }

    /// Returns the type of the shape in the arguments from `first` on.
    pub(crate) fn shape(&self, first: usize) -> Result<Option<ShapeType>, FunctionError> {
        let shape = ShapeType::of(&self.types[first.min(self.types.len())..]);
        shape.map_err(|(argument, invalid)| invalid.of(self.function, first + argument))
    }

    /// Returns an error if the first argument has another dimension than the shape.
    pub(crate) fn same_dimension(
        &self,
        dimension: Option<usize>,
        shape: Option<ShapeType>,
    ) -> Result<(), FunctionError> {
        match (dimension, shape) {
            (Some(dimension), Some(shape)) if dimension != shape.dimension => Err(self.wrong(
                0,
                format!("a plane in {dimension}D does not have a side for a {shape}"),
            )),
            _ => Ok(()),
        }
    }

    /// Returns an error if an argument is a constant text that is not a plane.
    pub(crate) fn constant_plane(
        &self,
        argument: usize,
        dimension: usize,
    ) -> Result<(), FunctionError> {
        let Some(constant) = self.constant(argument) else {
            return Ok(());
        };
        let wrong = |reason: String| self.wrong(argument, reason);
        let array = constant
            .to_array()
            .map_err(|error| wrong(error.to_string()))?;
        let checked = if dimension == 2 {
            planes::read::<2>(&array).map(drop)
        } else {
            planes::read::<3>(&array).map(drop)
        };
        checked.map_err(|invalid| wrong(invalid.reason))
    }
}

/// A call of a function with the values of its arguments.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) function: &'static str,
    pub(crate) arguments: &'a [ColumnarValue],
    /// The number of rows of the result.
    pub(crate) rows: usize,
    /// The type of the result.
    pub(crate) result: &'a DataType,
}

/// The values of an argument: the same for all rows, or one per row.
#[derive(Clone, Debug)]
pub(crate) enum Values<T> {
    Constant(T),
    PerRow(Vec<T>),
}

impl<T> Values<T> {
    /// Returns the value of a row.
    pub(crate) fn get(&self, row: usize) -> &T {
        match self {
            Self::Constant(value) => value,
            Self::PerRow(values) => &values[row],
        }
    }
}

impl<'a> Call<'a> {
    /// Returns the call of a function for a batch of `rows` rows. If all arguments are constants, it has one row.
    pub(crate) fn new(
        function: &'static str,
        arguments: &'a [ColumnarValue],
        rows: usize,
        result: &'a DataType,
    ) -> Self {
        let is_constant = is_constant(arguments);
        Self {
            function,
            arguments,
            rows: if is_constant { 1 } else { rows },
            result,
        }
    }

    /// Returns the results of the call: one value if all arguments are constants.
    pub(crate) fn value(&self, results: ArrayRef) -> Result<ColumnarValue> {
        if is_constant(self.arguments) {
            let result = ScalarValue::try_from_array(&results, 0)?;
            return Ok(ColumnarValue::Scalar(result));
        }
        Ok(ColumnarValue::Array(results))
    }

    /// Returns the types of the arguments, without their values.
    pub(crate) fn data_types(&self) -> Vec<DataType> {
        self.arguments
            .iter()
            .map(ColumnarValue::data_type)
            .collect()
    }

    /// Returns the error for an argument.
    pub(crate) fn wrong(&self, argument: usize, reason: impl std::fmt::Display) -> FunctionError {
        Invalid::argument(reason).of(self.function, argument)
    }

    /// Returns an argument as an array with one element per row of the result.
    pub(crate) fn array(&self, argument: usize) -> Result<ArrayRef, FunctionError> {
        let array = self.arguments[argument].to_array(self.rows);
        array.map_err(|error| self.wrong(argument, error))
    }

    /// Returns the values of an argument, read by `read`. A constant is read once.
    pub(crate) fn values<T>(
        &self,
        argument: usize,
        read: impl Fn(&ArrayRef) -> Result<Vec<T>, Invalid>,
    ) -> Result<Values<T>, FunctionError> {
        match &self.arguments[argument] {
            ColumnarValue::Scalar(scalar) => {
                let array = scalar
                    .to_array()
                    .map_err(|error| self.wrong(argument, error))?;
                let values = read(&array).map_err(|invalid| {
                    Invalid::argument(invalid.reason).of(self.function, argument)
                })?;
                let value = values.into_iter().next();
                let value = value.ok_or_else(|| self.wrong(argument, "the value is missing"))?;
                Ok(Values::Constant(value))
            }
            ColumnarValue::Array(array) => {
                let values = read(array).map_err(|invalid| invalid.of(self.function, argument))?;
                Ok(Values::PerRow(values))
            }
        }
    }

    /// Returns the planes of an argument.
    pub(crate) fn planes<const D: usize>(
        &self,
        argument: usize,
    ) -> Result<Values<Option<CuttingPlane<D>>>, FunctionError> {
        // A constant text is the usual argument. Each batch parses it, so it does not become an array first.
        if let ColumnarValue::Scalar(scalar) = &self.arguments[argument]
            && let Some(Some(text)) = scalar.try_as_str()
        {
            let plane = planes::parsed(text).map_err(|invalid| invalid.of(self.function, argument));
            return Ok(Values::Constant(Some(plane?.into())));
        }
        self.values(argument, planes::read)
    }

    /// Returns the dimension of the shape in the arguments from the second on. If the shape is a literal NULL, it is the
    /// dimension of the first argument, which `of_first` returns for its type.
    pub(crate) fn dimension(
        &self,
        of_first: impl Fn(&DataType) -> Option<usize>,
    ) -> Result<usize, FunctionError> {
        self.dimension_at(1, of_first)
    }

    /// Returns the same as [`dimension`](Self::dimension) for a shape in the arguments from `first` on.
    pub(crate) fn dimension_at(
        &self,
        first: usize,
        of_first: impl Fn(&DataType) -> Option<usize>,
    ) -> Result<usize, FunctionError> {
        let shape = self.shape_type(first)?.map(|shape| shape.dimension);
        let first = || of_first(&self.arguments[0].data_type());
        Ok(shape.or_else(first).unwrap_or(3))
    }

    /// Returns the dimension of a plane and a shape.
    pub(crate) fn dimension_of_plane_and_shape(&self) -> Result<usize, FunctionError> {
        self.dimension(|plane| PlaneType::of(plane).ok()?.dimension())
    }

    fn shape_type(&self, first: usize) -> Result<Option<ShapeType>, FunctionError> {
        let types = self.data_types();
        let types: Vec<&DataType> = types[first..].iter().collect();
        let shape = ShapeType::of(&types);
        shape.map_err(|(argument, invalid)| invalid.of(self.function, first + argument))
    }

    /// Returns the shapes in the arguments from `first` on. Infinite numbers of points and spheres are an error.
    pub(crate) fn shapes<const D: usize>(&self, first: usize) -> Result<Shapes<D>, FunctionError> {
        let shapes = self.unchecked_shapes(first)?.finite();
        shapes.map_err(|invalid| invalid.of(self.function, first))
    }

    /// Returns the shapes in the arguments from `first` on. Numbers of points and spheres may be infinite.
    pub(crate) fn unchecked_shapes<const D: usize>(
        &self,
        first: usize,
    ) -> Result<Shapes<D>, FunctionError> {
        let arrays = (first..self.arguments.len()).map(|argument| self.array(argument));
        let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
        let shapes = Shapes::read_unchecked(&arrays, self.shape_type(first)?, self.rows);
        shapes.map_err(|invalid| invalid.of(self.function, first))
    }
}

fn is_constant(arguments: &[ColumnarValue]) -> bool {
    arguments
        .iter()
        .all(|argument| matches!(argument, ColumnarValue::Scalar(_)))
}

/// A function, as the engine calls it. Two are equal if their names are.
#[derive(Debug)]
pub(crate) struct Scalar {
    pub(crate) function: &'static Function,
    signature: Signature,
    documentation: Documentation,
}

impl Scalar {
    pub(crate) fn new(function: &'static Function) -> Self {
        Self {
            function,
            signature: Signature::variadic_any(Volatility::Immutable),
            documentation: function.page.documentation(),
        }
    }
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Self) -> bool {
        self.function.page.name == other.function.page.name
    }
}

impl Eq for Scalar {}

impl Hash for Scalar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.page.name.hash(state);
    }
}

impl ScalarUDFImpl for Scalar {
    fn name(&self) -> &str {
        self.function.page.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        let types = Types::new(self.function.page.name, types.iter().collect(), &[]);
        Ok((self.function.check)(&types)?)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let types = args.arg_fields.iter().map(|field| field.data_type());
        let types = Types::new(
            self.function.page.name,
            types.collect(),
            args.scalar_arguments,
        );
        let data_type = (self.function.check)(&types)?;
        Ok(Arc::new(Field::new(self.name(), data_type, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let call = Call::new(
            self.function.page.name,
            &args.args,
            args.number_rows,
            args.return_field.data_type(),
        );
        call.value((self.function.run)(&call)?)
    }
}
