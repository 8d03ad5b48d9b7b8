//! Planes in SQL: a text, or a struct of the coefficients a, b, c and d (in 2D a, b and c).

use std::array;
use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, Float64Array, StructArray, new_null_array,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use transect::Plane;

use crate::error::Invalid;
use crate::numbers::{check_field, doubles};

/// The names of the coefficients, in 3D all four, and in 2D the first three.
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// The forms that an argument for a plane can have, for messages.
const FORMS: &str = "a plane is a text, such as 'z = 1.2', or a struct with the fields a, b, c and in 3D d, as the \
    function plane returns it";

/// The types of an argument for planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaneType {
    /// A text has the dimension of the shape.
    Text,
    /// Coefficients of planes of this dimension.
    Coefficients { dimension: usize },
    /// A literal NULL.
    Null,
}

impl PlaneType {
    pub(crate) fn of(data_type: &DataType) -> Result<Self, Invalid> {
        match data_type {
            DataType::Null => Ok(Self::Null),
            data_type if data_type.is_string() => Ok(Self::Text),
            DataType::Struct(fields) => {
                let dimension = if fields.find("d").is_some() { 3 } else { 2 };
                for name in &NAMES[..=dimension] {
                    check_field(fields, name, FORMS)?;
                }
                Ok(Self::Coefficients { dimension })
            }
            other => Err(Invalid::argument(format!("the type is {other}; {FORMS}"))),
        }
    }

    /// Returns the dimension of the planes, or `None` if the type does not determine the dimension.
    pub(crate) fn dimension(self) -> Option<usize> {
        match self {
            Self::Coefficients { dimension } => Some(dimension),
            Self::Text | Self::Null => None,
        }
    }
}

/// Returns the fields of the struct for planes of a dimension.
pub(crate) fn fields(dimension: usize) -> Fields {
    let names = NAMES[..=dimension].iter();
    names
        .map(|name| Field::new(*name, DataType::Float64, true))
        .collect()
}

/// Returns the coefficients of a plane, the offset last.
pub(crate) fn coefficients<const D: usize>(plane: &Plane<D>) -> impl Iterator<Item = f64> {
    plane.normal().into_iter().chain([plane.offset()])
}

/// Returns planes as a struct array. `None` becomes NULL.
pub(crate) fn to_array<const D: usize>(planes: &[Option<Plane<D>>]) -> StructArray {
    let columns = (0..=D).map(|index| {
        let column = planes.iter().map(|plane| {
            let plane = plane.as_ref()?;
            coefficients(plane).nth(index)
        });
        Arc::new(Float64Array::from_iter(column)) as ArrayRef
    });
    let nulls = NullBuffer::from_iter(planes.iter().map(Option::is_some));
    StructArray::new(fields(D), columns.collect(), Some(nulls))
}

/// Returns the plane of a text.
pub(crate) fn parsed<const D: usize>(text: &str) -> Result<Plane<D>, Invalid> {
    let plane = text.parse();
    plane.map_err(|error| Invalid::argument(format!("\"{text}\" is not a plane: {error}")))
}

/// Reads the planes of an array. NULL, or a NULL among the coefficients, becomes `None`.
///
/// # Errors
/// Returns an error if a text is not a plane, or if a row of coefficients is not the plane of a normal other than zero.
pub(crate) fn read<const D: usize>(array: &ArrayRef) -> Result<Vec<Option<Plane<D>>>, Invalid> {
    match PlaneType::of(array.data_type())? {
        PlaneType::Null => Ok(vec![None; array.len()]),
        PlaneType::Text => {
            let texts = cast(array, &DataType::Utf8View).map_err(Invalid::argument)?;
            let texts = texts.as_string_view().iter().enumerate();
            let planes = texts.map(|(row, text)| {
                let Some(text) = text else { return Ok(None) };
                let plane = parsed(text);
                plane
                    .map(Some)
                    .map_err(|invalid| Invalid::row(row, invalid.reason))
            });
            planes.collect()
        }
        PlaneType::Coefficients { dimension } if dimension == D => {
            let array = array.as_struct();
            let columns = NAMES[..=D].iter().map(|name| {
                let missing = new_null_array(&DataType::Float64, array.len());
                doubles(array.column_by_name(name).unwrap_or(&missing), name)
            });
            let columns = columns.collect::<Result<Vec<_>, _>>()?;
            from_columns(&columns, array.nulls(), array.len())
        }
        PlaneType::Coefficients { dimension } => Err(Invalid::argument(format!(
            "the plane is in {dimension}D, and a plane in {D}D is needed"
        ))),
    }
}

/// Returns the planes of columns of coefficients. A NULL among the coefficients becomes `None`.
pub(crate) fn from_columns<const D: usize>(
    columns: &[Float64Array],
    nulls: Option<&NullBuffer>,
    rows: usize,
) -> Result<Vec<Option<Plane<D>>>, Invalid> {
    let planes = (0..rows).map(|row| {
        let is_null = nulls.is_some_and(|nulls| nulls.is_null(row))
            || columns.iter().any(|column| column.is_null(row));
        if is_null {
            return Ok(None);
        }
        let normal: [f64; D] = array::from_fn(|axis| columns[axis].value(row));
        let plane = Plane::new(normal, columns[D].value(row));
        plane.map(Some).map_err(|error| Invalid::row(row, error))
    });
    planes.collect()
}
