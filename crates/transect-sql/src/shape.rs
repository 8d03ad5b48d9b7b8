//! Shapes in SQL: points, boxes and spheres, as a struct column or as columns of numbers.

use std::array;
use std::fmt;

use datafusion::arrow::array::{
    Array, ArrayRef, ArrowPrimitiveType, AsArray, PrimitiveArray, new_null_array,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Fields};
use transect::batch::{AabbColumns, PointColumns, Scalar, SphereColumns};
use transect::{Aabb, CuttingPlane, Extent, Interval, Overlap, Region, Side, Sphere};

use crate::error::Invalid;
use crate::numbers::{Numbers, check_field, is_number};

/// The kind of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Point,
    Box,
    Sphere,
}

/// The kind and the dimension of the shapes of an argument, which its type determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShapeType {
    pub(crate) kind: Kind,
    pub(crate) dimension: usize,
}

/// The forms that arguments for a shape can have, for messages.
const FORMS: &str = "a shape is a struct with the fields x, y and in 3D z (a point), xmin, ymin, xmax, ymax and in 3D \
    zmin, zmax (a box), or x, y, in 3D z, and radius (a sphere); or it is 2 or 3 numbers (a point), or 4 or 6 numbers \
    (a box: first the least coordinates)";

impl fmt::Display for ShapeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Point => "point",
            Kind::Box => "box",
            Kind::Sphere => "sphere",
        };
        write!(f, "{kind} in {}D", self.dimension)
    }
}

impl ShapeType {
    /// Returns the type of the shapes in arguments with the given types. `None` stands for a literal NULL, which is a
    /// shape of any type.
    ///
    /// # Errors
    /// Returns the index of the wrong argument among `types`, and what is wrong.
    pub(crate) fn of(types: &[&DataType]) -> Result<Option<Self>, (usize, Invalid)> {
        match types {
            [DataType::Null] => Ok(None),
            [DataType::Struct(fields)] => {
                let shape = Self::of_fields(fields);
                shape.map(Some).map_err(|invalid| (0, invalid))
            }
            [] => Err((
                0,
                Invalid::argument(format!("the shape is missing; {FORMS}")),
            )),
            _ => {
                let wrong = types.iter().position(|data_type| !is_number(data_type));
                if let Some(wrong) = wrong {
                    let reason = format!("the type is {}; {FORMS}", types[wrong]);
                    return Err((wrong, Invalid::argument(reason)));
                }
                let (kind, dimension) = match types.len() {
                    2 => (Kind::Point, 2),
                    3 => (Kind::Point, 3),
                    4 => (Kind::Box, 2),
                    6 => (Kind::Box, 3),
                    count => {
                        let reason = format!("{count} numbers are not a shape; {FORMS}");
                        return Err((0, Invalid::argument(reason)));
                    }
                };
                Ok(Some(Self { kind, dimension }))
            }
        }
    }

    fn of_fields(fields: &Fields) -> Result<Self, Invalid> {
        let has = |name: &str| fields.find(name).is_some();
        let kind = if has("xmin") || has("xmax") {
            Kind::Box
        } else if has("radius") {
            Kind::Sphere
        } else {
            Kind::Point
        };
        let is_3d = match kind {
            Kind::Box => has("zmin") || has("zmax"),
            Kind::Point | Kind::Sphere => has("z"),
        };
        let shape = Self {
            kind,
            dimension: if is_3d { 3 } else { 2 },
        };
        for name in shape.names() {
            check_field(fields, name, FORMS)?;
        }
        Ok(shape)
    }

    /// Returns the names of the numbers of a shape, in the order in which the library takes them.
    pub(crate) fn names(self) -> &'static [&'static str] {
        match (self.kind, self.dimension) {
            (Kind::Point, 2) => &["x", "y"],
            (Kind::Point, _) => &["x", "y", "z"],
            (Kind::Box, 2) => &["xmin", "ymin", "xmax", "ymax"],
            (Kind::Box, _) => &["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"],
            (Kind::Sphere, 2) => &["x", "y", "radius"],
            (Kind::Sphere, _) => &["x", "y", "z", "radius"],
        }
    }
}

/// One shape.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape<const D: usize> {
    Point([f64; D]),
    Box(Aabb<D>),
    Sphere(Sphere<D>),
}

impl<const D: usize> Shape<D> {
    pub(crate) fn side(&self, plane: &CuttingPlane<D>) -> Side {
        match self {
            Self::Point(point) => plane.side(point),
            Self::Box(aabb) => plane.side(aabb),
            Self::Sphere(sphere) => plane.side(sphere),
        }
    }

    pub(crate) fn extent(&self, plane: &CuttingPlane<D>) -> Extent {
        match self {
            Self::Point(point) => plane.extent(point),
            Self::Box(aabb) => plane.extent(aabb),
            Self::Sphere(sphere) => plane.extent(sphere),
        }
    }

    pub(crate) fn interval(&self, plane: &CuttingPlane<D>) -> Interval {
        match self {
            Self::Point(point) => plane.interval(point),
            Self::Box(aabb) => plane.interval(aabb),
            Self::Sphere(sphere) => plane.interval(sphere),
        }
    }

    pub(crate) fn overlap(&self, region: Region<'_, D>) -> Overlap {
        match self {
            Self::Point(point) => region.overlap(point),
            Self::Box(aabb) => region.overlap(aabb),
            Self::Sphere(sphere) => region.overlap_sphere(sphere),
        }
    }

    pub(crate) fn overlap_conservative(&self, region: Region<'_, D>) -> Overlap {
        match self {
            Self::Point(point) => region.overlap_conservative(point),
            Self::Box(aabb) => region.overlap_conservative(aabb),
            Self::Sphere(sphere) => region.overlap_conservative(sphere),
        }
    }
}

/// The shapes of a batch of rows, as columns.
#[derive(Clone, Debug)]
pub(crate) struct Shapes<const D: usize> {
    pub(crate) kind: Kind,
    pub(crate) numbers: Numbers,
    /// The rows with NULL. Rows that are not shapes for another reason, such as NaN, are not among them.
    pub(crate) nulls: Option<NullBuffer>,
    pub(crate) rows: usize,
}

impl<const D: usize> Shapes<D> {
    /// Reads the shapes of `arrays`, which are one struct array or several arrays of numbers. `shape` is their type, or
    /// `None` for a literal NULL.
    ///
    /// # Errors
    /// Returns an error if a number of a point or of a sphere is infinite, or if f64 cannot represent an integer.
    pub(crate) fn read(
        arrays: &[ArrayRef],
        shape: Option<ShapeType>,
        rows: usize,
    ) -> Result<Self, Invalid> {
        Self::read_unchecked(arrays, shape, rows)?.finite()
    }

    /// Reads the shapes of `arrays`, as [`read`](Self::read) does, without the test for infinite numbers.
    pub(crate) fn read_unchecked(
        arrays: &[ArrayRef],
        shape: Option<ShapeType>,
        rows: usize,
    ) -> Result<Self, Invalid> {
        let shape = shape.unwrap_or(ShapeType {
            kind: Kind::Point,
            dimension: D,
        });
        let names = shape.names();
        let (columns, outer) = match arrays {
            [array] if array.data_type().is_null() => {
                let null = new_null_array(&DataType::Float64, rows);
                (vec![null; names.len()], None)
            }
            [array] => {
                let array = array.as_struct();
                let columns = names.iter().map(|name| {
                    let column = array.column_by_name(name).cloned();
                    column.ok_or_else(|| Invalid::argument(format!("the field {name} is missing")))
                });
                let columns = columns.collect::<Result<Vec<_>, _>>()?;
                (columns, array.nulls().cloned())
            }
            arrays => (arrays.to_vec(), None),
        };
        let numbers = Numbers::of(&columns, names)?;
        let nulls = NullBuffer::union(outer.as_ref(), numbers.nulls().as_ref());
        Ok(Self {
            kind: shape.kind,
            numbers,
            nulls,
            rows,
        })
    }

    /// Returns the shapes with NaN in the place of infinite numbers of points and spheres in null rows.
    ///
    /// # Errors
    /// Returns an error if such a number is infinite in another row.
    pub(crate) fn finite(self) -> Result<Self, Invalid> {
        if self.kind == Kind::Box {
            return Ok(self);
        }
        let shape = ShapeType {
            kind: self.kind,
            dimension: D,
        };
        let numbers = self.numbers;
        let numbers = numbers.without_infinity(shape.names(), self.nulls.as_ref())?;
        Ok(Self { numbers, ..self })
    }

    /// Returns the shape of a row, or `None` if the row is NULL or not a shape.
    pub(crate) fn get(&self, row: usize) -> Option<Shape<D>> {
        if self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        let point = |from: usize| array::from_fn(|axis| self.numbers.get(from + axis, row));
        match self.kind {
            Kind::Point => {
                let point: [f64; D] = point(0);
                let is_point = point.iter().all(|coordinate| coordinate.is_finite());
                is_point.then_some(Shape::Point(point))
            }
            Kind::Box => Aabb::new(point(0), point(D)).ok().map(Shape::Box),
            Kind::Sphere => {
                let radius = self.numbers.get(D, row);
                Sphere::new(point(0), radius).ok().map(Shape::Sphere)
            }
        }
    }
}

fn slices<T: ArrowPrimitiveType, const D: usize>(
    columns: &[PrimitiveArray<T>],
    from: usize,
) -> [&[T::Native]; D] {
    array::from_fn(|axis| columns[from + axis].values().as_ref())
}

/// Returns the points of columns, without a copy.
pub(crate) fn points<T: ArrowPrimitiveType, const D: usize>(
    columns: &[PrimitiveArray<T>],
) -> PointColumns<'_, T::Native, D>
where
    T::Native: Scalar,
{
    PointColumns::new(slices(columns, 0))
}

/// Returns the boxes of columns, without a copy.
pub(crate) fn boxes<T: ArrowPrimitiveType, const D: usize>(
    columns: &[PrimitiveArray<T>],
) -> AabbColumns<'_, T::Native, D>
where
    T::Native: Scalar,
{
    AabbColumns::new(slices(columns, 0), slices(columns, D))
}

/// Returns the spheres of columns, without a copy.
pub(crate) fn spheres<T: ArrowPrimitiveType, const D: usize>(
    columns: &[PrimitiveArray<T>],
) -> SphereColumns<'_, T::Native, D>
where
    T::Native: Scalar,
{
    SphereColumns::new(slices(columns, 0), columns[D].values().as_ref())
}

/// Evaluates an expression with the shapes as a batch of the library. The type of the batch depends on the kind of the
/// shapes and on the type of their numbers.
macro_rules! with_batch {
    ($shapes:expr, $batch:ident => $result:expr) => {{
        use $crate::numbers::Numbers;
        use $crate::shape::{Kind, boxes, points, spheres};
        match (&$shapes.numbers, $shapes.kind) {
            (Numbers::F32(columns), Kind::Point) => {
                let $batch = points::<_, D>(columns);
                $result
            }
            (Numbers::F64(columns), Kind::Point) => {
                let $batch = points::<_, D>(columns);
                $result
            }
            (Numbers::F32(columns), Kind::Box) => {
                let $batch = boxes::<_, D>(columns);
                $result
            }
            (Numbers::F64(columns), Kind::Box) => {
                let $batch = boxes::<_, D>(columns);
                $result
            }
            (Numbers::F32(columns), Kind::Sphere) => {
                let $batch = spheres::<_, D>(columns);
                $result
            }
            (Numbers::F64(columns), Kind::Sphere) => {
                let $batch = spheres::<_, D>(columns);
                $result
            }
        }
    }};
}
pub(crate) use with_batch;
