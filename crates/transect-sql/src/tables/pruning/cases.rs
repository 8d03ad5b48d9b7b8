//! Conditions on the answers of one call, such as `CASE plane_side(plane, shape) WHEN 'on' THEN …` and comparisons of the
//! fields of `plane_extent`.
//!
//! There are few answers, so the condition is computed for each of them. A part of a file is excluded if its box leaves
//! only answers for which the condition does not hold.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode, TreeNodeRecursion};
use datafusion::common::{DFSchema, ScalarValue};
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::expr::{Case, ScalarFunction};
use datafusion::logical_expr::simplify::SimplifyContext;
use datafusion::optimizer::simplify_expressions::ExprSimplifier;
use transect::{CuttingPlane, Extent, Side};

use crate::call::Scalar;
use crate::conditions::call_of;
use crate::functions::{ends, plane_extent, plane_side};
use crate::tables::pruning::bounds::Chunk;
use crate::tables::pruning::operand::{constant, plane};
use crate::tables::pruning::shape_columns::{Ranges, ShapeColumns};
use crate::words::{SIDES, side_key};

/// All extents: the backmost point is not in front of the frontmost one.
const EXTENTS: [[Side; 2]; 6] = [
    [Side::Back, Side::Back],
    [Side::Back, Side::On],
    [Side::Back, Side::Front],
    [Side::On, Side::On],
    [Side::On, Side::Front],
    [Side::Front, Side::Front],
];

/// A condition on the extents of shapes along a constant plane.
#[derive(Debug)]
pub(super) struct Cases {
    plane: AnyPlane,
    pub(super) shape: ShapeColumns,
    /// `true` for the extents for which the condition may hold, in the order of [`EXTENTS`].
    holds: [bool; 6],
}

#[derive(Debug)]
enum AnyPlane {
    In2(CuttingPlane<2>),
    In3(CuttingPlane<3>),
}

impl Cases {
    /// Returns the cases of a condition, or `None` if it is not about the answers of one call, or if it may hold for NULL.
    pub(super) fn of(condition: &Expr, schema: &Schema) -> Option<Self> {
        let mut arguments: Option<Vec<Expr>> = None;
        let mut is_one = true;
        condition
            .apply(|part| {
                if let Some((_, own)) = call(part) {
                    is_one &= arguments.get_or_insert_with(|| own.to_vec())[..] == *own;
                    return Ok(TreeNodeRecursion::Jump);
                }
                Ok(TreeNodeRecursion::Continue)
            })
            .ok()?;
        let arguments = arguments.filter(|_| is_one)?;
        let (first, shape) = arguments.split_first()?;
        let shape = ShapeColumns::of(shape, schema)?;
        let first = constant(first)?;
        let plane = if shape.is_2d() {
            AnyPlane::In2(plane(&first)?)
        } else {
            AnyPlane::In3(plane(&first)?)
        };
        let schema = DFSchema::try_from(schema.clone()).ok()?;
        if may_hold(condition, None, &schema)? {
            return None;
        }
        let mut holds = [true; 6];
        for (holds, extent) in holds.iter_mut().zip(EXTENTS) {
            *holds = may_hold(condition, Some(extent), &schema)?;
        }
        Some(Self {
            plane,
            shape,
            holds,
        })
    }

    /// Returns `true` if there is an extent for which the condition does not hold.
    pub(super) fn is_known(&self) -> bool {
        self.holds.contains(&false)
    }

    /// Returns `false` only if the condition holds for no row of a part of a file.
    pub(super) fn may_hold(&self, chunk: &Chunk<'_>) -> bool {
        let ranges = match self.shape.ranges(chunk) {
            Ranges::Known(ranges) => ranges,
            Ranges::NoShape => return false,
            Ranges::Unknown => return true,
        };
        let extent = match &self.plane {
            AnyPlane::In2(plane) => self.shape.bounds(&ranges).map(|aabb| plane.extent(&aabb)),
            AnyPlane::In3(plane) => self.shape.bounds(&ranges).map(|aabb| plane.extent(&aabb)),
        };
        let Some(Extent {
            backmost,
            frontmost,
        }) = extent
        else {
            return true;
        };
        // The shapes of the part lie between the backmost and the frontmost point of its box.
        let all = [backmost, frontmost].map(side_key);
        EXTENTS.iter().zip(self.holds).any(|(extent, holds)| {
            let [back, front] = extent.map(side_key);
            holds && all[0] <= back && front <= all[1]
        })
    }
}

/// The questions whose answers are those of an extent.
#[derive(Clone, Copy, Debug)]
enum Answer {
    Side,
    Extent,
    /// The side is one of some words.
    IsSide([bool; 3]),
}

/// Returns the question of a call, and its arguments.
fn call(expression: &Expr) -> Option<(Answer, &[Expr])> {
    if let Some((question, selected, arguments)) = call_of(expression) {
        let is_side = question.function.page.name == plane_side::FUNCTION.page.name;
        return is_side.then_some((Answer::IsSide(selected), arguments));
    }
    let Expr::ScalarFunction(ScalarFunction { func, args }) = expression else {
        return None;
    };
    let name = func.inner().downcast_ref::<Scalar>()?.function.page.name;
    let answer = match name {
        _ if name == plane_side::FUNCTION.page.name => Answer::Side,
        _ if name == plane_extent::FUNCTION.page.name => Answer::Extent,
        _ => return None,
    };
    Some((answer, args))
}

/// Returns the answer for an extent; `None` is a row that is not a shape.
fn answer(answer: Answer, extent: Option<[Side; 2]>) -> Option<ScalarValue> {
    let side = extent.map(|extent| match extent {
        [Side::Front, _] => Side::Front,
        [_, Side::Back] => Side::Back,
        _ => Side::On,
    });
    let word = |side: Option<Side>| {
        ScalarValue::Utf8View(side.map(|side| SIDES[side_key(side)].to_owned()))
    };
    Some(match answer {
        Answer::Side => word(side),
        Answer::IsSide(selected) => ScalarValue::Boolean(side.map(|side| selected[side_key(side)])),
        Answer::Extent => {
            let Some(extent) = extent else {
                return ScalarValue::try_from(ends::data_type(&DataType::Utf8View)).ok();
            };
            let words = extent.map(|side| word(Some(side)).to_array());
            let [Ok(backmost), Ok(frontmost)] = words else {
                return None;
            };
            ScalarValue::try_from_array(&ends::array(backmost, frontmost), 0).ok()?
        }
    })
}

/// Returns `false` only if a condition does not hold for the answers of an extent, whatever the other columns are.
fn may_hold(condition: &Expr, extent: Option<[Side; 2]>, schema: &DFSchema) -> Option<bool> {
    let replaced = condition.clone().transform_down(|part| {
        let value = call(&part).and_then(|(question, _)| answer(question, extent));
        Ok(match value {
            Some(value) => {
                Transformed::new(Expr::Literal(value, None), true, TreeNodeRecursion::Jump)
            }
            None => Transformed::no(part),
        })
    });
    // The simplifier decides `CASE WHEN 'on' = 'back' THEN …`, and not `CASE 'on' WHEN 'back' THEN …`.
    let replaced = replaced.data().ok()?.transform_up(|part| {
        Ok(match part {
            Expr::Case(Case {
                expr: Some(base),
                when_then_expr,
                else_expr,
            }) => {
                let cases = when_then_expr.into_iter();
                let cases =
                    cases.map(|(when, then)| (Box::new(Expr::eq(*base.clone(), *when)), then));
                Transformed::yes(Expr::Case(Case::new(None, cases.collect(), else_expr)))
            }
            other => Transformed::no(other),
        })
    });
    let context = SimplifyContext::builder().with_schema(Arc::new(schema.clone()));
    let simplifier = ExprSimplifier::new(context.build());
    let simplified = simplifier.simplify(replaced.data().ok()?).ok()?;
    Some(match simplified {
        Expr::Literal(ScalarValue::Boolean(holds), _) => holds == Some(true),
        Expr::Literal(value, _) => !value.is_null(),
        _ => true,
    })
}
