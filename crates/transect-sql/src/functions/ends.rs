//! The answers for the two ends of a shape along the normal of a plane, as a struct.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, StructArray};
use datafusion::arrow::datatypes::{DataType, Field, Fields};

fn fields(of: &DataType) -> Fields {
    ["backmost", "frontmost"]
        .map(|name| Field::new(name, of.clone(), true))
        .into_iter()
        .collect()
}

/// Returns the type of a struct with an answer of the given type for each end.
pub(crate) fn data_type(of: &DataType) -> DataType {
    DataType::Struct(fields(of))
}

/// Returns the answers as an array of structs. A row is NULL if its backmost answer is.
pub(crate) fn array(backmost: ArrayRef, frontmost: ArrayRef) -> ArrayRef {
    let nulls = backmost.nulls().cloned();
    let fields = fields(backmost.data_type());
    Arc::new(StructArray::new(fields, vec![backmost, frontmost], nulls))
}
