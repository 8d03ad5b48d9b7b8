//! One family of parallel planes of a grid, as `--grid` gives it.

use transect::Plane;

use crate::decimal::Decimal;
use crate::equation::marked;
use crate::heights::{HeightRule, MOST_LAYERS};
use crate::user_error::UserError;

/// A family of parallel planes.
#[derive(Clone, Debug)]
pub(super) struct GridLine {
    /// The text, for messages.
    text: String,
    /// The expression whose values are the heights, such as `x` or `x+y`.
    expression: String,
    from: Decimal,
    to: Decimal,
    rule: Rule,
}

/// The rule for the planes between the ends of the range.
#[derive(Clone, Copy, Debug)]
enum Rule {
    Count(usize),
    Step(Decimal),
}

/// The hint of all errors about the form of a family.
const FORM: &str = "write an expression, its range, and the number of cells or their width: --grid x=0..40/4, --grid 'z=0..3 step 0.5'";

impl GridLine {
    /// Parses `EXPR=A..B/N` or `EXPR=A..B step S`.
    pub(super) fn parse(text: &str) -> Result<Self, UserError> {
        let wrong = |what: &str| UserError::with_hint(format!("--grid {text:?}: {what}"), FORM);
        let (expression, range) = text
            .split_once('=')
            .ok_or_else(|| wrong("the = is missing"))?;
        let (range, rule) =
            match (range.split_once('/'), range.split_once("step")) {
                (Some((range, count)), _) => {
                    let count = count.trim().parse().ok().filter(|&count| count > 0);
                    let count = count
                        .ok_or_else(|| wrong("the number of cells is not a number above 0"))?;
                    (range, Rule::Count(count))
                }
                (None, Some((range, step))) => {
                    let step: Option<Decimal> = step.trim().parse().ok();
                    let step = step.filter(|step| step.is_positive());
                    (
                        range,
                        Rule::Step(step.ok_or_else(|| {
                            wrong("the width of the cells is not a number above 0")
                        })?),
                    )
                }
                (None, None) => return Err(wrong("the number of cells is missing")),
            };
        let (from, to) = range
            .split_once("..")
            .ok_or_else(|| wrong("the range is missing"))?;
        let number = |text: &str| -> Result<Decimal, UserError> {
            let text = text.trim();
            text.parse()
                .map_err(|error| wrong(&format!("{text:?}: {error}")))
        };
        Ok(Self {
            text: text.into(),
            expression: expression.trim().into(),
            from: number(from)?,
            to: number(to)?,
            rule,
        })
    }

    /// Returns the name of the family in the names of its planes: the expression, without characters that file names cannot
    /// have.
    pub(super) fn name(&self) -> String {
        let kept = self.expression.chars();
        kept.filter(|own| own.is_ascii_alphanumeric() || "+-.".contains(*own))
            .collect()
    }

    /// Returns the planes in ascending order, each with its equation. Each height is rounded once to a float.
    pub(super) fn planes(&self) -> Result<Vec<(String, Plane)>, UserError> {
        let text = &self.text;
        let beyond = || {
            UserError::new(format!(
                "--grid {text:?}: a number is beyond the range of 64-bit floats"
            ))
        };
        let [from, to] = [self.from, self.to].map(|end| end.to_f64().ok_or_else(beyond));
        let (from, to) = (from?, to?);
        if from >= to {
            return Err(UserError::with_hint(
                format!("--grid {text:?}: the range does not ascend"),
                FORM,
            ));
        }
        let heights: Vec<f64> = match self.rule {
            Rule::Count(count) if count <= MOST_LAYERS => {
                let width = to - from;
                let inner = (1..count).map(|place| from + width * (place as f64 / count as f64));
                let heights = std::iter::once(from).chain(inner);
                heights.chain([to]).collect()
            }
            Rule::Count(_) => {
                return Err(UserError::new(format!(
                    "--grid {text:?}: there are too many cells"
                )));
            }
            Rule::Step(step) => {
                let rule = HeightRule::Step {
                    step,
                    from: Some(self.from),
                    to: Some(self.to),
                };
                let layers = rule.layers([from, to], None)?;
                layers.into_iter().map(|layer| layer.height).collect()
            }
        };
        let plane = |height: f64| {
            let equation = format!("{} = {height}", self.expression);
            match equation.parse::<Plane>() {
                Ok(plane) => Ok((equation, plane)),
                Err(error) => Err(UserError::with_hint(
                    marked(&format!("--grid {text}"), &equation, &error),
                    FORM,
                )),
            }
        };
        heights.into_iter().map(plane).collect()
    }
}
