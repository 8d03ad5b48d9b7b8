//! Conditions on answers, as functions of their own: `plane_side_is('on', plane, shape)` is
//! `plane_side(plane, shape) = 'on'`, without a text per row. Statements do not name these functions; the rule in
//! `conditions.rs` writes them into plans.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{DataFusionError, Result, ScalarValue};
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};

use crate::answers::Answers;
use crate::call::{Call, Function, Types};
use crate::error::FunctionError;
use crate::functions::{
    overlaps, plane_side, region_overlap, region_overlap_conservative, slab_overlap,
};
use crate::words::{OVERLAPS, SIDES};

/// A function whose answer is one of three words.
#[derive(Debug)]
pub(crate) struct Question {
    /// The name of the condition.
    name: &'static str,
    pub(crate) function: &'static Function,
    /// The words, in the order of their indices.
    pub(crate) words: [&'static str; 3],
    answers: fn(&Call<'_>) -> Result<Answers, FunctionError>,
}

pub(crate) static QUESTIONS: [&Question; 4] = [
    &Question {
        name: "plane_side_is",
        function: &plane_side::FUNCTION,
        words: SIDES,
        answers: plane_side::answers,
    },
    &Question {
        name: "region_overlap_is",
        function: &region_overlap::FUNCTION,
        words: OVERLAPS,
        answers: |call| overlaps::answers(call, true),
    },
    &Question {
        name: "region_overlap_conservative_is",
        function: &region_overlap_conservative::FUNCTION,
        words: OVERLAPS,
        answers: |call| overlaps::answers(call, false),
    },
    &Question {
        name: "slab_overlap_is",
        function: &slab_overlap::FUNCTION,
        words: OVERLAPS,
        answers: slab_overlap::answers,
    },
];

/// The separator of words in the first argument of a condition.
const OR: &str = " or ";

impl Question {
    /// Returns the first argument of the condition that the answer is one of the selected words.
    pub(crate) fn literal(&self, selected: [bool; 3]) -> Expr {
        let words = self.words.iter().zip(selected);
        let words = words.filter_map(|(word, is_selected)| is_selected.then_some(*word));
        let words: Vec<&str> = words.collect();
        Expr::Literal(ScalarValue::from(words.join(OR)), None)
    }

    /// Returns the words that the first argument of a condition selects, or `None` if it is not such an argument.
    pub(crate) fn selected(&self, argument: &ScalarValue) -> Option<[bool; 3]> {
        let words: Vec<&str> = argument.try_as_str()??.split(OR).collect();
        Some(self.words.map(|word| words.contains(&word)))
    }
}

/// The condition that the answer of a function is among some words, as the engine calls it.
#[derive(Debug)]
pub(crate) struct Is {
    pub(crate) question: &'static Question,
    signature: Signature,
}

impl Is {
    pub(crate) fn new(question: &'static Question) -> Self {
        Self {
            question,
            signature: Signature::variadic_any(Volatility::Immutable),
        }
    }
}

impl PartialEq for Is {
    fn eq(&self, other: &Self) -> bool {
        self.question.name == other.question.name
    }
}

impl Eq for Is {}

impl Hash for Is {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.question.name.hash(state);
    }
}

fn without_words(name: &str) -> DataFusionError {
    DataFusionError::Plan(format!("{name}: argument 1: the words are missing"))
}

impl ScalarUDFImpl for Is {
    fn name(&self) -> &str {
        self.question.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Boolean)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let (Some((_, fields)), Some((_, constants))) = (
            args.arg_fields.split_first(),
            args.scalar_arguments.split_first(),
        ) else {
            return Err(without_words(self.name()));
        };
        let types = fields.iter().map(|field| field.data_type()).collect();
        let function = self.question.function;
        (function.check)(&Types::new(function.page.name, types, constants))?;
        Ok(Arc::new(Field::new(self.name(), DataType::Boolean, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let selected = match args.args.first() {
            Some(ColumnarValue::Scalar(words)) => self.question.selected(words),
            _ => None,
        };
        let selected = selected.ok_or_else(|| without_words(self.name()))?;
        let call = Call::new(
            self.question.function.page.name,
            &args.args[1..],
            args.number_rows,
            &DataType::Boolean,
        );
        let results = (self.question.answers)(&call)?.are_among(selected);
        call.value(Arc::new(results))
    }
}
