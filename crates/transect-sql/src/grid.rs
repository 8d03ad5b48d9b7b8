//! Grids in SQL: families of parallel planes, each a text such as 'x=0..40/4', before the arguments of a shape.

use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use transect::Relation;
use transect::grid::{PlaneFamily, names};

use crate::call::{Call, Types, Values};
use crate::error::{FunctionError, Invalid};
use crate::shape::{Shape, ShapeType};

/// Families of parallel planes in different directions, with their names.
#[derive(Clone, Debug)]
pub(crate) struct Grid<const D: usize> {
    families: Vec<PlaneFamily<D>>,
    pub(crate) names: Vec<String>,
}

impl<const D: usize> Grid<D> {
    /// Returns the grid of families.
    ///
    /// # Errors
    /// Returns the index of a family that has the same direction as a family before it, and a message.
    fn new(families: Vec<PlaneFamily<D>>) -> Result<Self, (usize, Invalid)> {
        let firsts: Vec<_> = families.iter().map(|family| family.plane(0)).collect();
        for (index, plane) in firsts.iter().enumerate() {
            let mut others = firsts[..index].iter();
            let same = others.position(|other| plane.relation(other) != Relation::Crossing);
            if let Some(other) = same {
                let reason = format!(
                    "the planes have the same direction as those of argument {}; a grid has one family per direction",
                    other + 1
                );
                return Err((index, Invalid::argument(reason)));
            }
        }
        Ok(Self {
            names: names(&firsts),
            families,
        })
    }

    /// Returns the first and the last cell of a shape along each family.
    pub(crate) fn cells(&self, shape: &Shape<D>) -> impl Iterator<Item = [u64; 2]> {
        let families = self.families.iter();
        families.map(move |family| match shape {
            Shape::Point(point) => family.cells(point),
            Shape::Box(aabb) => family.cells(aabb),
            Shape::Sphere(sphere) => family.cells(sphere),
        })
    }
}

/// Returns the number of arguments that are families. The others are a shape.
pub(crate) fn family_count<'t>(types: impl IntoIterator<Item = &'t DataType>) -> usize {
    let mut types = types.into_iter();
    // The first argument is a family, which may be a literal NULL.
    types.next();
    1 + types.take_while(|data_type| data_type.is_string()).count()
}

/// Checks that the arguments are families of planes and a shape of the same dimension. Returns the number of the families, and
/// the type of the shape.
pub(crate) fn check(types: &Types<'_>) -> Result<(usize, Option<ShapeType>), FunctionError> {
    types.expect_count(
        2..=usize::MAX,
        "the arguments are families of planes, such as 'x=0..40/4', and a shape",
    )?;
    let first = types.types[0];
    if !(first.is_string() || first.is_null()) {
        let reason =
            format!("the type is {first}; a family of planes is a text, such as 'x=0..40/4'");
        return Err(types.wrong(0, reason));
    }
    let count = family_count(types.types.iter().copied());
    let shape = types.shape(count)?;
    match shape.map_or(3, |shape| shape.dimension) {
        2 => check_constants::<2>(types, count)?,
        _ => check_constants::<3>(types, count)?,
    }
    Ok((count, shape))
}

fn check_constants<const D: usize>(types: &Types<'_>, count: usize) -> Result<(), FunctionError> {
    let mut families = Vec::new();
    for argument in 0..count {
        let text = types.constant(argument).and_then(|text| text.try_as_str());
        if let Some(text) = text.flatten() {
            let family = parsed::<D>(text);
            families.push(family.map_err(|invalid| invalid.of(types.function, argument))?);
        }
    }
    // With families that are not constants, the arguments of the others are not known here.
    if families.len() == count {
        let grid = Grid::new(families);
        grid.map_err(|(argument, invalid)| invalid.of(types.function, argument))?;
    }
    Ok(())
}

fn parsed<const D: usize>(text: &str) -> Result<PlaneFamily<D>, Invalid> {
    let family = text.parse();
    family.map_err(|error| {
        Invalid::argument(format!("\"{text}\" is not a family of planes: {error}"))
    })
}

/// Reads the families of an array of texts. NULL becomes `None`.
fn read<const D: usize>(array: &ArrayRef) -> Result<Vec<Option<PlaneFamily<D>>>, Invalid> {
    if array.data_type().is_null() {
        return Ok(vec![None; array.len()]);
    }
    let texts = cast(array, &DataType::Utf8View).map_err(Invalid::argument)?;
    let texts = texts.as_string_view().iter().enumerate();
    let families = texts.map(|(row, text)| {
        let family = text.map(parsed).transpose();
        family.map_err(|invalid| Invalid::row(row, invalid.reason))
    });
    families.collect()
}

/// Returns the dimension of the shape after the families. A literal NULL has the dimension 3.
pub(crate) fn dimension(call: &Call<'_>) -> Result<usize, FunctionError> {
    let types = call.data_types();
    call.dimension_at(family_count(&types), |_| None)
}

/// Calls `each` for the rows, one after another, with the grid and the shape of the row. Both are `None` if the families or the
/// shape are NULL, or if the row is not a shape.
pub(crate) fn for_each_row<const D: usize>(
    call: &Call<'_>,
    mut each: impl FnMut(Option<(&Grid<D>, Shape<D>)>),
) -> Result<(), FunctionError> {
    let types = call.data_types();
    let count = family_count(&types);
    let shapes = call.shapes::<D>(count)?;
    let families = (0..count).map(|argument| call.values(argument, read::<D>));
    let families = families.collect::<Result<Vec<_>, _>>()?;
    let grid_of = |row: usize, own: Option<usize>| -> Result<Option<Grid<D>>, FunctionError> {
        let families = families.iter().map(|family| family.get(row).clone());
        let families = families.collect::<Option<Vec<_>>>();
        let grid = families.map(Grid::new).transpose();
        grid.map_err(|(argument, invalid)| {
            Invalid {
                row: own,
                ..invalid
            }
            .of(call.function, argument)
        })
    };
    let are_constant = families
        .iter()
        .all(|family| matches!(family, Values::Constant(_)));
    let mut grid = None;
    for row in 0..call.rows {
        let Some(shape) = shapes.get(row) else {
            each(None);
            continue;
        };
        if !are_constant || grid.is_none() {
            grid = Some(grid_of(row, (!are_constant).then_some(row))?);
        }
        each(match &grid {
            Some(Some(grid)) => Some((grid, shape)),
            _ => None,
        });
    }
    Ok(())
}
