//! `slab_overlap`: the exact relation of a point or a box to the points between two parallel planes.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use transect::{CuttingPlane, Overlap, Plane};

use crate::answers::Answers;
use crate::call::{Call, Function, Types, Values};
use crate::error::{FunctionError, Invalid};
use crate::functions::signed_distance::of_plane;
use crate::numbers::{Numbers, doubles, is_number};
use crate::page::Page;
use crate::planes::PlaneType;
use crate::shape::{Kind, Shapes, boxes};
use crate::slab::{Slab, ends};
use crate::words::{OVERLAPS, overlap_key};

pub(crate) static FUNCTION: Function = Function {
    page: Page {
        name: "slab_overlap",
        calls: &[
            "slab_overlap(plane, lower, upper, shape)",
            "slab_overlap(plane, lower, upper, x, y, z)",
        ],
        summary: "Returns the relation of a point or a box to a slab: the points whose signed distance t from the plane \
            satisfies lower ≤ t < upper. The relation is `inside` if all points of the shape are in the slab, `outside` \
            if none is, and `meets` otherwise. It is exact. A slab contains its lower bound and not its upper one, so a \
            point is inside exactly one of the slabs 0 to 1, 1 to 2 and so on. A bound may be infinite.",
        result: "a text: `outside`, `meets` or `inside`",
        null: "The plane, a bound or the shape is NULL, or the row is not a shape.",
        errors: "The same as those of plane_side; the shape is a sphere; a bound is NaN; the lower bound is above the \
            upper one.",
        example: "SELECT z, slab_overlap('z = 0', 1, 2, 0, 0, z) AS overlap FROM (VALUES (0.9), (1.0), (2.0)) AS heights(z)",
        answer: "
+-----+---------+
| z   | overlap |
+-----+---------+
| 0.9 | outside |
| 1.0 | inside  |
| 2.0 | outside |
+-----+---------+
",
    },
    check,
    run,
};

/// The index of the first argument of the shape.
pub(crate) const SHAPE: usize = 3;

fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.expect_count(
        4..=9,
        "the arguments are a plane, a lower and an upper bound, and a shape",
    )?;
    let plane = PlaneType::of(types.types[0]);
    let plane = plane.map_err(|invalid| invalid.of(types.function, 0))?;
    for argument in [1, 2] {
        if !is_number(types.types[argument]) {
            let reason = format!("the type is {}; a bound is a number", types.types[argument]);
            return Err(types.wrong(argument, reason));
        }
    }
    let shape = types.shape(SHAPE)?;
    if shape.is_some_and(|shape| shape.kind == Kind::Sphere) {
        return Err(types.wrong(SHAPE, "the shape is a sphere; a point or a box is needed"));
    }
    types.same_dimension(plane.dimension(), shape)?;
    let dimension = shape.map(|shape| shape.dimension).or(plane.dimension());
    types.constant_plane(0, dimension.unwrap_or(3))?;
    Ok(DataType::Utf8View)
}

fn run(call: &Call<'_>) -> Result<ArrayRef, FunctionError> {
    answers(call)?.texts(call.function, OVERLAPS)
}

/// Computes the relations of a batch.
pub(crate) fn answers(call: &Call<'_>) -> Result<Answers, FunctionError> {
    match call.dimension_at(SHAPE, |plane| PlaneType::of(plane).ok()?.dimension())? {
        2 => overlaps::<2>(call),
        _ => overlaps::<3>(call),
    }
}

fn overlaps<const D: usize>(call: &Call<'_>) -> Result<Answers, FunctionError> {
    let planes = call.planes::<D>(0)?;
    let bounds = [1, 2].map(|argument| call.values(argument, numbers));
    let [lower, upper] = bounds;
    let (lower, upper) = (lower?, upper?);
    if let (
        Values::Constant(Some(plane)),
        Values::Constant(Some(lower)),
        Values::Constant(Some(upper)),
    ) = (&planes, &lower, &upper)
    {
        let slab = slab(call, *plane, *lower, *upper, None)?;
        if let CuttingPlane::Coefficients(plane) = plane {
            return of_slab(call, &slab, plane);
        }
    }
    let shapes = call.shapes::<D>(SHAPE)?;
    let keys = (0..call.rows).map(|row| {
        let (Some(plane), Some(lower), Some(upper)) =
            (planes.get(row), lower.get(row), upper.get(row))
        else {
            return Ok(None);
        };
        let slab = slab(call, *plane, *lower, *upper, Some(row))?;
        let overlap = shapes.get(row).and_then(|shape| slab.overlap_of(&shape));
        Ok(overlap.map(overlap_key))
    });
    let keys = keys.collect::<Result<Vec<_>, FunctionError>>()?;
    Ok(Answers::of_keys(call.rows, keys.into_iter()))
}

/// Reads the numbers of a bound.
fn numbers(array: &ArrayRef) -> Result<Vec<Option<f64>>, Invalid> {
    Ok(doubles(array, "bound")?.iter().collect())
}

fn slab<const D: usize>(
    call: &Call<'_>,
    plane: CuttingPlane<D>,
    lower: f64,
    upper: f64,
    row: Option<usize>,
) -> Result<Slab<D>, FunctionError> {
    Slab::new(plane, lower, upper).ok_or_else(|| FunctionError {
        function: call.function,
        argument: None,
        row,
        reason: format!("the lower bound {lower} and the upper bound {upper} are not a slab"),
    })
}

/// Computes the relations of all shapes to one slab along a plane by coefficients, from columns of rounded distances.
fn of_slab<const D: usize>(
    call: &Call<'_>,
    slab: &Slab<D>,
    plane: &Plane<D>,
) -> Result<Answers, FunctionError> {
    let shapes = call.shapes::<D>(SHAPE)?;
    let mut answers = Answers::new(shapes.rows, shapes.nulls.clone());
    let mut back = vec![0.0; shapes.rows];
    let mut front = Vec::new();
    match (shapes.kind, &shapes.numbers) {
        (Kind::Point, numbers) => {
            of_plane(plane, numbers, &mut back).map_err(|error| call.wrong(SHAPE, error))?
        }
        (_, Numbers::F32(columns)) => {
            front = vec![0.0; shapes.rows];
            boxes::<_, D>(columns).intervals(plane, &mut back, &mut front);
        }
        (_, Numbers::F64(columns)) => {
            front = vec![0.0; shapes.rows];
            boxes::<_, D>(columns).intervals(plane, &mut back, &mut front);
        }
    }
    let front = if front.is_empty() { &back } else { &front };
    fill(&mut answers, slab, [&back, front], &shapes);
    Ok(answers)
}

fn fill<const D: usize>(
    answers: &mut Answers,
    slab: &Slab<D>,
    rounded: [&[f64]; 2],
    shapes: &Shapes<D>,
) {
    let mut masks = answers.region_masks();
    for row in 0..shapes.rows {
        let rounded = [rounded[0][row], rounded[1][row]];
        let bit = 1 << (row % 64);
        if rounded[0].is_nan() || rounded[1].is_nan() {
            if let Some(null) = &mut masks.null {
                null[row / 64] |= bit;
            }
            continue;
        }
        let points = || match shapes.get(row) {
            Some(shape) => ends(&slab.plane, &shape),
            // A null row, whose answer is NULL.
            None => [[0.0; D]; 2],
        };
        match slab.overlap(rounded, points) {
            Overlap::Outside => {}
            Overlap::Inside => masks.inside[row / 64] |= bit,
            _ => masks.meets[row / 64] |= bit,
        }
    }
}
