//! Regions in SQL: lists of planes.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, ListArray};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field};
use transect::Plane;

use crate::error::Invalid;
use crate::planes::{self, PlaneType};

/// Returns the type of a region in a dimension.
pub(crate) fn data_type(dimension: usize) -> DataType {
    DataType::List(Arc::new(item(dimension)))
}

fn item(dimension: usize) -> Field {
    Field::new("item", DataType::Struct(planes::fields(dimension)), true)
}

/// Returns the element type of a type of lists, or `None` for other types.
fn element(data_type: &DataType) -> Option<&DataType> {
    match data_type {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::ListView(field)
        | DataType::LargeListView(field) => Some(field.data_type()),
        _ => None,
    }
}

/// Returns the dimension of the regions of a type, or `None` if the type does not determine the dimension.
pub(crate) fn dimension(data_type: &DataType) -> Result<Option<usize>, Invalid> {
    match element(data_type) {
        _ if data_type.is_null() => Ok(None),
        Some(element) => match PlaneType::of(element)? {
            PlaneType::PointAndNormal { .. } => Err(Invalid::argument(planes::NO_COEFFICIENTS)),
            plane => Ok(plane.dimension()),
        },
        None => Err(Invalid::argument(format!(
            "the type is {data_type}; a region is a list of planes, as the functions region and frustum return it"
        ))),
    }
}

/// Returns regions as a list array. `None` becomes NULL.
pub(crate) fn to_array<const D: usize>(regions: &[Option<Vec<Plane<D>>>]) -> ListArray {
    let lengths = regions
        .iter()
        .map(|region| region.as_ref().map_or(0, Vec::len));
    let offsets = OffsetBuffer::from_lengths(lengths);
    let planes: Vec<_> = regions
        .iter()
        .flatten()
        .flatten()
        .map(|plane| Some(*plane))
        .collect();
    let nulls = NullBuffer::from_iter(regions.iter().map(Option::is_some));
    let planes = Arc::new(planes::to_array(&planes));
    ListArray::new(Arc::new(item(D)), offsets, planes, Some(nulls))
}

/// Reads the regions of an array. NULL, or a NULL among the planes, becomes `None`.
///
/// # Errors
/// Returns an error if the array is not a list of planes, or if a plane is invalid.
pub(crate) fn read<const D: usize>(
    array: &ArrayRef,
) -> Result<Vec<Option<Vec<Plane<D>>>>, Invalid> {
    let Some(element) = element(array.data_type()) else {
        dimension(array.data_type())?;
        return Ok(vec![None; array.len()]);
    };
    let list = DataType::List(Arc::new(Field::new("item", element.clone(), true)));
    let array = cast(array, &list).map_err(Invalid::argument)?;
    let lists = array.as_list::<i32>();
    let regions = (0..lists.len()).map(|row| {
        if lists.is_null(row) {
            return Ok(None);
        }
        let planes = planes::read_coefficients::<D>(&lists.value(row)).map_err(|invalid| {
            let number = invalid
                .row
                .map_or(String::new(), |plane| format!("plane {}: ", plane + 1));
            Invalid::row(row, format!("{number}{}", invalid.reason))
        })?;
        Ok(planes.into_iter().collect::<Option<Vec<_>>>())
    });
    regions.collect()
}
