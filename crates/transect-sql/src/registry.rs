//! All functions, and their registration in a session of the engine.

use std::sync::Arc;

use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use datafusion::prelude::SessionContext;

use crate::aggregate::{Aggregate, Udaf};
use crate::aggregates;
use crate::answer_check::AnswerCheck;
use crate::call::{Function, Scalar};
use crate::conditions::Conditions;
use crate::constants;
use crate::float_bounds::FloatBounds;
use crate::functions;
use crate::zeros;

/// The functions, in the order of the page.
pub(crate) static FUNCTIONS: [&Function; 16] = [
    &functions::plane::FUNCTION,
    &functions::plane_through::FUNCTION,
    &functions::plane_at::FUNCTION,
    &functions::plane_side::FUNCTION,
    &functions::plane_extent::FUNCTION,
    &functions::signed_distance::FUNCTION,
    &functions::plane_interval::FUNCTION,
    &functions::slab_overlap::FUNCTION,
    &functions::grid_cell::FUNCTION,
    &functions::grid_cells::FUNCTION,
    &functions::region::FUNCTION,
    &functions::box_region::FUNCTION,
    &functions::frustum::FUNCTION,
    &functions::region_overlap::FUNCTION,
    &functions::region_overlap_conservative::FUNCTION,
    &functions::hilbert::FUNCTION,
];

/// The aggregate functions, in the order of the page.
pub(crate) static AGGREGATES: [&Aggregate; 2] = [
    &aggregates::plane_fit::AGGREGATE,
    &aggregates::bounds::AGGREGATE,
];

/// Returns the names of all functions.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let functions = FUNCTIONS.iter().map(|function| function.page.name);
    functions.chain(AGGREGATES.iter().map(|aggregate| aggregate.page.name))
}

/// Returns the names of the functions that only plans have: the conditions on answers.
pub(crate) fn names_in_plans() -> Vec<String> {
    let conditions = Conditions::new();
    let functions = conditions.functions().iter();
    functions
        .map(|function| function.name().to_owned())
        .collect()
}

/// Registers all functions in a session of the engine. Functions of the same names are replaced.
///
/// A rule of the analyzer is added, too, which refuses comparisons with a text that is not an answer, such as
/// `plane_side(plane, shape) = 'above'`.
///
/// Four rules of the optimizer are added. One writes a table of one constant row as constants. One writes conditions such
/// as `plane_side(plane, shape) = 'on'` as functions of their own, which take less time. One adds −0 to lists with 0, which
/// the engine compares by bits. The fourth keeps NaN in plans: it forgets the bounds of floating-point columns, which
/// files state without NaN, and from which the engine would otherwise replace columns by constants and skip rows. It
/// reaches all scans of files in the physical plan. It does not reach table providers that use bounds while they make
/// their plan, the option `split_file_groups_by_statistics`, and rules of the physical optimizer that are added to the
/// session later. Prepared statements of the session are forgotten.
pub fn register_all(context: &SessionContext) {
    for function in FUNCTIONS {
        context.register_udf(ScalarUDF::new_from_impl(Scalar::new(function)));
    }
    for aggregate in AGGREGATES {
        context.register_udaf(AggregateUDF::new_from_impl(Udaf::new(aggregate)));
    }
    let conditions = Conditions::new();
    for function in conditions.functions() {
        context.register_udf(function.as_ref().clone());
    }
    for rule in [constants::rule(), conditions.rule(), zeros::rule()] {
        rule.add_to(context);
    }
    let session = context.state_ref();
    let mut session = session.write();
    *session = FloatBounds::added_to(&session);
    let mut rules = session.analyzer().rules.iter();
    if !rules.any(|rule| rule.name() == AnswerCheck::NAME) {
        session.add_analyzer_rule(Arc::new(AnswerCheck));
    }
}
