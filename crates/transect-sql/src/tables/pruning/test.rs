//! Tests of shapes against planes and regions.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::Schema;
use datafusion::logical_expr::Expr;
use transect::{Aabb, CuttingPlane, Plane, Region};

use crate::conditions::call_of;
use crate::functions::slab_overlap;
use crate::regions;
use crate::shape::Shape;
use crate::slab::Slab;
use crate::tables::pruning::bounds::Chunk;
use crate::tables::pruning::operand::{Number, constant, number, plane};
use crate::tables::pruning::shape_columns::{Ranges, ShapeColumns};
use crate::words::{overlap_key, side_key};

/// The test of a shape against a constant plane or region: its answer is one of some words.
#[derive(Debug)]
pub(super) struct Test {
    question: Question,
    /// The answers that satisfy the condition, in the order of the words.
    answers: [bool; 3],
    pub(super) shape: ShapeColumns,
}

#[derive(Debug)]
enum Question {
    Side2(CuttingPlane<2>),
    Side3(CuttingPlane<3>),
    Slab2(Slab<2>),
    Slab3(Slab<3>),
    Overlap2 {
        planes: Vec<Plane<2>>,
        is_exact: bool,
    },
    Overlap3 {
        planes: Vec<Plane<3>>,
        is_exact: bool,
    },
}

impl Test {
    /// Returns the test of a condition on the answer for a constant plane or region.
    pub(super) fn of(call: &Expr, schema: &Schema) -> Option<Self> {
        let (question, answers, arguments) = call_of(call)?;
        let name = question.function.page.name;
        let is_slab = name == slab_overlap::FUNCTION.page.name;
        let (first, shape) = arguments.split_first()?;
        let (bounds, shape) =
            shape.split_at_checked(if is_slab { slab_overlap::SHAPE - 1 } else { 0 })?;
        let shape = ShapeColumns::of(shape, schema)?;
        let first = constant(first)?;
        let question = match (name, shape.is_2d()) {
            (_, true) if is_slab => Question::Slab2(slab(&first, bounds)?),
            (_, false) if is_slab => Question::Slab3(slab(&first, bounds)?),
            ("plane_side", true) => Question::Side2(plane(&first)?),
            ("plane_side", false) => Question::Side3(plane(&first)?),
            (name, _) => {
                let is_exact = name == "region_overlap";
                if shape.is_2d() {
                    let planes = region(&first)?;
                    Question::Overlap2 { planes, is_exact }
                } else {
                    let planes = region(&first)?;
                    Question::Overlap3 { planes, is_exact }
                }
            }
        };
        Some(Self {
            question,
            answers,
            shape,
        })
    }

    /// Returns `false` only if the condition holds for no row of a part of a file.
    pub(super) fn may_hold(&self, chunk: &Chunk<'_>) -> bool {
        let ranges = match self.shape.ranges(chunk) {
            Ranges::Known(ranges) => ranges,
            Ranges::NoShape => return false,
            Ranges::Unknown => return true,
        };
        let key = match &self.question {
            Question::Side2(plane) => self.shape.bounds::<2>(&ranges).map(|aabb| {
                let side = plane.side(&aabb);
                (!side.is_on()).then_some(side_key(side))
            }),
            Question::Side3(plane) => self.shape.bounds::<3>(&ranges).map(|aabb| {
                let side = plane.side(&aabb);
                (!side.is_on()).then_some(side_key(side))
            }),
            Question::Slab2(slab) => self
                .shape
                .bounds::<2>(&ranges)
                .map(|aabb| within(slab, aabb)),
            Question::Slab3(slab) => self
                .shape
                .bounds::<3>(&ranges)
                .map(|aabb| within(slab, aabb)),
            Question::Overlap2 { planes, is_exact } => self
                .shape
                .bounds::<2>(&ranges)
                .map(|aabb| decided(Region::new(planes), &aabb, *is_exact)),
            Question::Overlap3 { planes, is_exact } => self
                .shape
                .bounds::<3>(&ranges)
                .map(|aabb| decided(Region::new(planes), &aabb, *is_exact)),
        };
        match key.flatten() {
            // All shapes have this answer.
            Some(key) => self.answers[key],
            None => true,
        }
    }
}

/// Returns the relation that all shapes in a box have to a region, or `None` if they may differ.
fn decided<const D: usize>(region: Region<'_, D>, aabb: &Aabb<D>, is_exact: bool) -> Option<usize> {
    // Shapes in a box that is outside by a single plane are outside by the same plane. Shapes in a box that is outside
    // for another reason are outside, but not always by a single plane.
    let overlap = if is_exact {
        region.overlap(aabb)
    } else {
        region.overlap_conservative(aabb)
    };
    (overlap != transect::Overlap::Meets).then_some(overlap_key(overlap))
}

/// Returns the relation that all shapes in a box have to a slab, or `None` if they may differ.
fn within<const D: usize>(slab: &Slab<D>, aabb: Aabb<D>) -> Option<usize> {
    let overlap = slab.overlap_of(&Shape::Box(aabb))?;
    (overlap != transect::Overlap::Meets).then_some(overlap_key(overlap))
}

fn slab<const D: usize>(first: &ArrayRef, bounds: &[Expr]) -> Option<Slab<D>> {
    let [Number::Constant(lower), Number::Constant(upper)] =
        [number(bounds.first()?)?, number(bounds.get(1)?)?]
    else {
        return None;
    };
    Slab::new(plane(first)?, lower, upper)
}

fn region<const D: usize>(array: &ArrayRef) -> Option<Vec<Plane<D>>> {
    regions::read(array).ok()?.into_iter().next()?
}
