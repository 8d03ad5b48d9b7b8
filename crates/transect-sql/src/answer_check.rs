//! The rule of the analyzer that refuses constants that are not an answer, such as `plane_side(plane, shape) = 'above'`.
//!
//! Such a comparison is valid SQL and holds for no row, so a wrong word would be an answer that nobody asked for.

use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{Column, Result, plan_err};
use datafusion::config::ConfigOptions;
use datafusion::logical_expr::expr::{Case, InList, ScalarFunction};
use datafusion::logical_expr::{BinaryExpr, Expr, LogicalPlan, Operator};
use datafusion::optimizer::AnalyzerRule;

use crate::answer_is::QUESTIONS;
use crate::call::Scalar;
use crate::functions::plane_extent;
use crate::words::SIDES;

/// The rule. It follows columns of subqueries to the calls that they name, and changes nothing.
#[derive(Debug)]
pub(crate) struct AnswerCheck;

impl AnswerCheck {
    pub(crate) const NAME: &'static str = "transect_answers";
}

impl AnalyzerRule for AnswerCheck {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.apply_with_subqueries(|step| {
            step.apply_expressions(|expression| {
                expression.apply(|part| {
                    check(part, step)?;
                    Ok(TreeNodeRecursion::Continue)
                })
            })
        })?;
        Ok(plan)
    }

    fn name(&self) -> &str {
        Self::NAME
    }
}

/// The function of an expression, and the words that it answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answers {
    function: &'static str,
    words: [&'static str; 3],
}

/// Returns an error if an expression compares an answer with another constant text than its words.
fn check(expression: &Expr, step: &LogicalPlan) -> Result<()> {
    use Operator::{Eq, IsDistinctFrom, IsNotDistinctFrom, NotEq};
    match expression {
        Expr::BinaryExpr(BinaryExpr {
            left,
            op: Eq | NotEq | IsDistinctFrom | IsNotDistinctFrom,
            right,
        }) => {
            compared(left, [&**right], step)?;
            compared(right, [&**left], step)
        }
        Expr::InList(InList { expr, list, .. }) => compared(expr, list, step),
        Expr::Case(Case {
            expr: Some(expr),
            when_then_expr,
            ..
        }) => compared(expr, when_then_expr.iter().map(|(when, _)| &**when), step),
        _ => Ok(()),
    }
}

/// Returns an error if an expression is an answer, and one of the constants that it is compared with is not.
fn compared<'e>(
    expression: &Expr,
    constants: impl IntoIterator<Item = &'e Expr>,
    step: &LogicalPlan,
) -> Result<()> {
    let texts = constants.into_iter().filter_map(text).collect::<Vec<_>>();
    if texts.is_empty() {
        return Ok(());
    }
    let Some(Answers { function, words }) = answers(expression, step) else {
        return Ok(());
    };
    let [one, two, three] = words;
    match texts.into_iter().find(|text| !words.contains(text)) {
        Some(text) => plan_err!(
            "{function} is never '{text}'\nhint: its answers are '{one}', '{two}' and '{three}'"
        ),
        None => Ok(()),
    }
}

fn text(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Literal(value, _) => value.try_as_str().flatten(),
        Expr::Cast(cast) => text(&cast.expr),
        _ => None,
    }
}

/// Returns the answers that an expression of a step has, or `None` if it is not an answer of a function.
fn answers(expression: &Expr, step: &LogicalPlan) -> Option<Answers> {
    let (expression, step) = definition(expression, step)?;
    let Expr::ScalarFunction(ScalarFunction { func, args }) = expression else {
        return None;
    };
    if func.name() == "get_field" {
        let (call, _) = definition(args.first()?, step)?;
        let function = name_of(call)?;
        return (function == plane_extent::FUNCTION.page.name).then_some(Answers {
            function,
            words: SIDES,
        });
    }
    let function = name_of(expression)?;
    let mut questions = QUESTIONS.into_iter();
    let question = questions.find(|question| question.function.page.name == function)?;
    Some(Answers {
        function,
        words: question.words,
    })
}

/// Returns the name of the function of this crate that an expression calls.
fn name_of(expression: &Expr) -> Option<&'static str> {
    let Expr::ScalarFunction(ScalarFunction { func, .. }) = expression else {
        return None;
    };
    Some(func.inner().downcast_ref::<Scalar>()?.function.page.name)
}

/// Returns the expression whose values an expression of a step has, and the step of that expression. Columns are followed
/// to the subqueries that compute them.
fn definition<'p>(
    expression: &'p Expr,
    step: &'p LogicalPlan,
) -> Option<(&'p Expr, &'p LogicalPlan)> {
    match expression {
        Expr::Alias(alias) => definition(&alias.expr, step),
        Expr::Cast(cast) => definition(&cast.expr, step),
        Expr::Column(column) => of_inputs(step, column),
        other => Some((other, step)),
    }
}

fn of_inputs<'p>(step: &'p LogicalPlan, column: &Column) -> Option<(&'p Expr, &'p LogicalPlan)> {
    let mut inputs = step.inputs().into_iter();
    inputs.find_map(|input| of_column(input, column))
}

/// Returns the definition of a column of the rows of a step.
fn of_column<'p>(step: &'p LogicalPlan, column: &Column) -> Option<(&'p Expr, &'p LogicalPlan)> {
    let index = step.schema().index_of_column(column).ok()?;
    let same = |input: &LogicalPlan| Column::from(input.schema().qualified_field(index));
    match step {
        LogicalPlan::Projection(projection) => definition(projection.expr.get(index)?, step),
        LogicalPlan::Aggregate(aggregate) => definition(aggregate.group_expr.get(index)?, step),
        LogicalPlan::SubqueryAlias(alias) => of_column(&alias.input, &same(&alias.input)),
        LogicalPlan::Union(union) => {
            let inputs = union.inputs.iter();
            let parts = inputs.map(|input| of_column(input, &same(input)));
            let parts = parts.collect::<Option<Vec<_>>>()?;
            let (first, others) = parts.split_first()?;
            let expected = answers(first.0, first.1)?;
            let is_same = |&(part, step): &(_, _)| answers(part, step) == Some(expected);
            others.iter().all(is_same).then_some(*first)
        }
        LogicalPlan::Filter(_)
        | LogicalPlan::Sort(_)
        | LogicalPlan::Limit(_)
        | LogicalPlan::Distinct(_)
        | LogicalPlan::Join(_)
        | LogicalPlan::Window(_)
        | LogicalPlan::Repartition(_) => of_inputs(step, column),
        _ => None,
    }
}
