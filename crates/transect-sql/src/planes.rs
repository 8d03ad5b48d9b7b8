//! Planes in SQL: a text, a struct of the coefficients a, b, c and d (in 2D a, b and c), or a struct of a point and a
//! normal.

use std::array;
use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, Float64Array, StructArray, new_null_array,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use transect::{CuttingPlane, Plane, PlaneAt, PlaneError};

use crate::error::Invalid;
use crate::numbers::{check_field, doubles};
use crate::shape::{Kind, Shape, ShapeType, Shapes};

/// The names of the coefficients, in 3D all four, and in 2D the first three.
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// The names of the fields of a plane that is kept as a point and a normal.
const POINT_AND_NORMAL: [&str; 2] = ["point", "normal"];

/// The forms that an argument for a plane can have, for messages.
const FORMS: &str = "a plane is a text, such as 'z = 1.2', or a struct with the fields a, b, c and in 3D d, as the \
    function plane returns it, or point and normal, as the function plane_at returns it";

/// The message about planes that cannot bound a region.
pub(crate) const NO_COEFFICIENTS: &str = "the plane is kept as a point and a normal; regions are made of planes by their \
    coefficients, as the function plane returns them";

/// The types of an argument for planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaneType {
    /// A text has the dimension of the shape.
    Text,
    /// Coefficients of planes of this dimension.
    Coefficients { dimension: usize },
    /// Points and normals of planes of this dimension.
    PointAndNormal { dimension: usize },
    /// A literal NULL.
    Null,
}

impl PlaneType {
    pub(crate) fn of(data_type: &DataType) -> Result<Self, Invalid> {
        match data_type {
            DataType::Null => Ok(Self::Null),
            data_type if data_type.is_string() => Ok(Self::Text),
            DataType::Struct(fields)
                if POINT_AND_NORMAL
                    .iter()
                    .any(|name| fields.find(name).is_some()) =>
            {
                let dimensions = POINT_AND_NORMAL.map(|name| vector_dimension(fields, name));
                let [point, normal] = dimensions;
                let (point, normal) = (point?, normal?);
                if point != normal {
                    let reason = format!("the point is in {point}D and the normal in {normal}D");
                    return Err(Invalid::argument(reason));
                }
                Ok(Self::PointAndNormal { dimension: point })
            }
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
            Self::Coefficients { dimension } | Self::PointAndNormal { dimension } => {
                Some(dimension)
            }
            Self::Text | Self::Null => None,
        }
    }
}

/// Returns the dimension of a field that is a point or a vector: a struct with the fields x, y and in 3D z.
fn vector_dimension(fields: &Fields, name: &str) -> Result<usize, Invalid> {
    let Some((_, field)) = fields.find(name) else {
        return Err(Invalid::argument(format!(
            "the field {name} is missing; {FORMS}"
        )));
    };
    let shape = ShapeType::of(&[field.data_type()]);
    match shape.map_err(|(_, invalid)| invalid)? {
        Some(shape) if shape.kind == Kind::Point => Ok(shape.dimension),
        _ => Err(Invalid::argument(format!(
            "the field {name} has the type {}; it is a struct with the fields x, y and in 3D z",
            field.data_type()
        ))),
    }
}

/// Returns the type of a point or a vector.
const fn vector(dimension: usize) -> ShapeType {
    ShapeType {
        kind: Kind::Point,
        dimension,
    }
}

fn vector_fields(dimension: usize) -> Fields {
    let names = vector(dimension).names().iter();
    names
        .map(|name| Field::new(*name, DataType::Float64, true))
        .collect()
}

/// Returns the fields of the struct for planes of a dimension that are kept as a point and a normal.
pub(crate) fn fields_at(dimension: usize) -> Fields {
    let vector = DataType::Struct(vector_fields(dimension));
    let fields = POINT_AND_NORMAL.map(|name| Field::new(name, vector.clone(), true));
    fields.into_iter().collect()
}

/// Returns planes that are kept as points and normals, as a struct array. `None` becomes NULL.
pub(crate) fn to_array_at<const D: usize>(planes: &[Option<PlaneAt<D>>]) -> StructArray {
    let nulls = NullBuffer::from_iter(planes.iter().map(Option::is_some));
    let vectors = |of: fn(&PlaneAt<D>) -> [f64; D]| {
        let columns = (0..D).map(|axis| {
            let column = planes.iter().map(|plane| Some(of(plane.as_ref()?)[axis]));
            Arc::new(Float64Array::from_iter(column)) as ArrayRef
        });
        let fields = vector_fields(D);
        Arc::new(StructArray::new(
            fields,
            columns.collect(),
            Some(nulls.clone()),
        )) as ArrayRef
    };
    let columns = vec![vectors(PlaneAt::point), vectors(PlaneAt::normal)];
    StructArray::new(fields_at(D), columns, Some(nulls.clone()))
}

/// Returns the planes of points and normals. A row without one of them becomes `None`.
///
/// # Errors
/// Returns an error if a normal is zero.
pub(crate) fn at<const D: usize>(
    points: &Shapes<D>,
    normals: &Shapes<D>,
) -> Result<Vec<Option<PlaneAt<D>>>, Invalid> {
    let planes = (0..points.rows).map(|row| {
        let (Some(Shape::Point(point)), Some(Shape::Point(normal))) =
            (points.get(row), normals.get(row))
        else {
            return Ok(None);
        };
        let plane = PlaneAt::new(point, normal);
        plane
            .map(Some)
            .map_err(|error: PlaneError| Invalid::row(row, error))
    });
    planes.collect()
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

/// Reads the planes of an array. NULL, or a NULL among the numbers, becomes `None`. A plane that is kept as a point and a
/// normal becomes one of coefficients if these are exact.
///
/// # Errors
/// Returns an error if a text is not a plane, or if a row of numbers is not the plane of a normal other than zero.
pub(crate) fn read<const D: usize>(
    array: &ArrayRef,
) -> Result<Vec<Option<CuttingPlane<D>>>, Invalid> {
    match PlaneType::of(array.data_type())? {
        PlaneType::PointAndNormal { dimension } if dimension == D => {
            let planes = read_at::<D>(array.as_struct())?;
            let planes = planes.into_iter().map(|plane| {
                let plane = plane?;
                Some(if plane.is_rounded() {
                    plane.into()
                } else {
                    (*plane.plane()).into()
                })
            });
            Ok(planes.collect())
        }
        _ => {
            let planes = read_coefficients(array)?.into_iter();
            Ok(planes.map(|plane| plane.map(CuttingPlane::from)).collect())
        }
    }
}

fn read_at<const D: usize>(array: &StructArray) -> Result<Vec<Option<PlaneAt<D>>>, Invalid> {
    let vectors = POINT_AND_NORMAL.map(|name| {
        let column = array.column_by_name(name).cloned();
        let column = column
            .ok_or_else(|| Invalid::argument(format!("the field {name} is missing; {FORMS}")))?;
        let mut vectors = Shapes::<D>::read_unchecked(&[column], Some(vector(D)), array.len())?;
        // Infinite numbers in null rows are not errors.
        vectors.nulls = NullBuffer::union(array.nulls(), vectors.nulls.as_ref());
        vectors.finite()
    });
    let [points, normals] = vectors;
    at(&points?, &normals?)
}

/// Reads the planes of an array of texts or coefficients. NULL, or a NULL among the coefficients, becomes `None`.
///
/// # Errors
/// Returns an error if a text is not a plane, or if a row of coefficients is not the plane of a normal other than zero.
pub(crate) fn read_coefficients<const D: usize>(
    array: &ArrayRef,
) -> Result<Vec<Option<Plane<D>>>, Invalid> {
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
        PlaneType::PointAndNormal { dimension } if dimension == D => {
            Err(Invalid::argument(NO_COEFFICIENTS))
        }
        PlaneType::Coefficients { dimension } | PlaneType::PointAndNormal { dimension } => {
            Err(Invalid::argument(format!(
                "the plane is in {dimension}D, and a plane in {D}D is needed"
            )))
        }
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
