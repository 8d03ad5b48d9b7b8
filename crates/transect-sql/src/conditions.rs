//! The rule of the optimizer that writes conditions on answers as functions of their own.
//!
//! `plane_side(plane, shape) = 'on'` becomes `plane_side_is('on', plane, shape)`. The same holds for `<>`, `IN`, `NOT`, and
//! for relations to regions. The condition is the same, but the engine neither writes a text per row nor compares texts.
//! Row groups and pages are pruned by these functions, too.

use std::sync::Arc;

use datafusion::logical_expr::expr::{InList, ScalarFunction};
use datafusion::logical_expr::{BinaryExpr, Expr, Operator, ScalarUDF};

use crate::answer_is::{Is, QUESTIONS, Question};
use crate::call::Scalar;
use crate::rewriting::{StepRule, with_parts};

/// The functions that the rule writes.
pub(crate) struct Conditions {
    functions: Vec<Arc<ScalarUDF>>,
}

impl Conditions {
    pub(crate) fn new() -> Self {
        let functions = QUESTIONS.map(|question| ScalarUDF::new_from_impl(Is::new(question)));
        Self {
            functions: functions.map(Arc::new).to_vec(),
        }
    }

    /// Returns the functions that the rule writes.
    pub(crate) fn functions(&self) -> &[Arc<ScalarUDF>] {
        &self.functions
    }

    /// Returns the rule.
    pub(crate) fn rule(self) -> StepRule {
        StepRule::new("transect_conditions", move |plan| {
            with_parts(plan, |part| self.condition(part))
        })
    }

    /// Returns an expression as one of the functions, or `None` if it is not a condition on answers.
    fn condition(&self, expression: &Expr) -> Option<Expr> {
        match expression {
            Expr::BinaryExpr(BinaryExpr { left, op, right }) => {
                let is_equal = match op {
                    Operator::Eq => true,
                    Operator::NotEq => false,
                    _ => return None,
                };
                let condition = self.on_answer(left, &[right], is_equal);
                condition.or_else(|| self.on_answer(right, &[left], is_equal))
            }
            Expr::InList(InList {
                expr,
                list,
                negated,
            }) => self.on_answer(expr, &list.iter().collect::<Vec<_>>(), !negated),
            Expr::Not(inner) => {
                let (question, selected, arguments) = call_of(inner)?;
                self.call(
                    question,
                    selected.map(|is_selected| !is_selected),
                    arguments,
                )
            }
            _ => None,
        }
    }

    /// Returns the condition that a call gives one of some words, or none of them.
    fn on_answer(&self, call: &Expr, words: &[&Expr], is_equal: bool) -> Option<Expr> {
        let Expr::ScalarFunction(ScalarFunction { func, args }) = without_casts(call) else {
            return None;
        };
        let function = func.inner().downcast_ref::<Scalar>()?.function;
        let mut questions = QUESTIONS.into_iter();
        let question =
            questions.find(|question| question.function.page.name == function.page.name)?;
        let mut selected = [!is_equal; 3];
        for word in words {
            let Expr::Literal(word, _) = without_casts(word) else {
                return None;
            };
            let word = word.try_as_str()??;
            if let Some(index) = question.words.iter().position(|known| *known == word) {
                selected[index] = is_equal;
            }
        }
        self.call(question, selected, args)
    }

    fn call(
        &self,
        question: &'static Question,
        selected: [bool; 3],
        arguments: &[Expr],
    ) -> Option<Expr> {
        let mut functions = self.functions.iter();
        let function = functions.find(|function| {
            let is = function.inner().downcast_ref::<Is>();
            is.is_some_and(|is| std::ptr::eq(is.question, question))
        })?;
        let arguments = [vec![question.literal(selected)], arguments.to_vec()].concat();
        Some(Expr::ScalarFunction(ScalarFunction::new_udf(
            Arc::clone(function),
            arguments,
        )))
    }
}

/// Returns the question of a condition that the rule has written, the selected words, and the arguments of the question.
pub(crate) fn call_of(expression: &Expr) -> Option<(&'static Question, [bool; 3], &[Expr])> {
    let Expr::ScalarFunction(ScalarFunction { func, args }) = expression else {
        return None;
    };
    let question = func.inner().downcast_ref::<Is>()?.question;
    let (Expr::Literal(words, _), arguments) = args.split_first()? else {
        return None;
    };
    Some((question, question.selected(words)?, arguments))
}

fn without_casts(expression: &Expr) -> &Expr {
    match expression {
        Expr::Cast(cast) => without_casts(&cast.expr),
        Expr::Alias(alias) => without_casts(&alias.expr),
        other => other,
    }
}
