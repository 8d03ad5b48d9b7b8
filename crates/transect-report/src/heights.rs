//! The heights of layers: from a step, a count or a list, within the range of a model.

use crate::error_kind::ErrorKind;
use crate::numbers::{coordinate, grouped};
use crate::user_error::UserError;
use transect::decimal::Decimal;

/// The largest number of layers that a step or a count may give.
pub const MOST_LAYERS: usize = 100_000;

/// The rule that gives the heights of layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeightRule {
    /// The heights `from`, `from + step`, `from + 2·step` and so on, up to `to`. Without `from`, the heights are
    /// multiples of the step and begin at the bottom of the model. Without `to`, they end at the top of the model.
    Step {
        /// The distance between two heights; positive.
        step: Decimal,
        /// The lowest height.
        from: Option<Decimal>,
        /// The upper limit of the heights.
        to: Option<Decimal>,
    },
    /// This number of layers of equal thickness between `from` and `to`. The bottom of the model replaces a missing
    /// `from`, and its top a missing `to`.
    Count {
        /// The number of layers; positive.
        count: usize,
        /// The bottom of the lowest layer.
        from: Option<Decimal>,
        /// The top of the highest layer.
        to: Option<Decimal>,
    },
    /// These heights.
    At(Vec<Decimal>),
}

/// The place in a layer of some thickness where its section is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLayer {
    /// The lower face of the layer.
    Bottom,
    /// The plane halfway between the lower and the upper face.
    Middle,
    /// The upper face of the layer.
    Top,
}

impl AtLayer {
    /// The planes of a layer and their names.
    pub const NAMES: [(&'static str, Self); 3] = [
        (Self::Bottom.name(), Self::Bottom),
        (Self::Middle.name(), Self::Middle),
        (Self::Top.name(), Self::Top),
    ];

    /// Returns the name of the plane.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bottom => "bottom",
            Self::Middle => "middle",
            Self::Top => "top",
        }
    }
}

/// A layer: the height of its section, and the heights of its lower and its upper face if it has a thickness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerHeight {
    /// The height of the section.
    pub height: f64,
    /// The heights of the lower and of the upper face; `None` for a plane without thickness.
    pub faces: Option<[f64; 2]>,
}

impl HeightRule {
    /// Returns the layers in ascending order. `range` is the least and the greatest height of the model.
    ///
    /// With `at`, each layer has a thickness, and `at` is the place in the layer where its section is taken. The layers
    /// of a step then lie between its heights. Without `at`, a step gives planes at its heights, and the sections of a
    /// count are taken in the middle of its layers.
    ///
    /// Heights of a step are computed in decimals and rounded once. Heights of a count are computed in floats.
    ///
    /// ```
    /// use transect_report::heights::{AtLayer, HeightRule};
    /// let rule = HeightRule::Step { step: "0.1".parse()?, from: None, to: None };
    /// let heights = |at| rule.layers([0.05, 0.35], at).map(|layers| layers.iter().map(|l| l.height).collect::<Vec<_>>());
    /// assert_eq!(heights(None)?, [0.1, 0.2, 0.3]);
    /// assert_eq!(heights(Some(AtLayer::Middle))?, [0.05, 0.15, 0.25, 0.35]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if a step gives no layers, if a step or a count gives more than [`MOST_LAYERS`] layers, or
    /// if `from` is above `to` (for a count, also if both are equal). Also returns it if a number is beyond the range
    /// of floats or has too many digits, or if `at` is given for a list of heights.
    pub fn layers(
        &self,
        range: [f64; 2],
        at: Option<AtLayer>,
    ) -> Result<Vec<LayerHeight>, UserError> {
        match self {
            Self::Step { step, from, to } => steps(*step, *from, *to, range, at),
            Self::Count { count, from, to } => {
                let [low, high] = [from.map(finite).transpose()?, to.map(finite).transpose()?];
                let [low, high] = [low.unwrap_or(range[0]), high.unwrap_or(range[1])];
                self.check_ends(low, high)?;
                check_count(*count as f64)?;
                Ok(equal_layers(
                    *count,
                    low,
                    high,
                    at.unwrap_or(AtLayer::Middle),
                ))
            }
            Self::At(heights) if at.is_none() => {
                let heights: Result<Vec<f64>, _> = heights.iter().copied().map(finite).collect();
                let mut heights = heights?;
                heights.sort_by(f64::total_cmp);
                heights.dedup();
                Ok(heights.into_iter().map(plane).collect())
            }
            Self::At(_) => Err(UserError::with_hint(
                "--at-layer: the heights of --heights are planes without thickness",
                "give layers with --step or --count, or leave --at-layer out",
            )),
        }
    }

    /// Returns the range that layers of a step must cover: that of the model, without `place` at an end that neither `from` nor
    /// `to` gives. `place` is one unit in the last place of the coordinates. So a corner that rounding moved by no more than this
    /// makes no layer of its own. This decides how many layers there are, and never a side.
    ///
    /// ```
    /// use transect_report::heights::{AtLayer, HeightRule};
    /// let rule = HeightRule::Step { step: "0.2".parse()?, from: None, to: None };
    /// let (range, place) = ([0.0, f64::from(0.6_f32)], 2.0_f64.powi(-24));
    /// let layers = |range| rule.layers(range, Some(AtLayer::Middle)).map(|layers| layers.len());
    /// assert_eq!((layers(range)?, layers(rule.covered(range, place))?), (4, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn covered(&self, [low, high]: [f64; 2], place: f64) -> [f64; 2] {
        let Self::Step { from, to, .. } = self else {
            return [low, high];
        };
        let covered = [
            if from.is_none() { low + place } else { low },
            if to.is_none() { high - place } else { high },
        ];
        // A thinner model has layers as it is.
        if covered[0] < covered[1] {
            covered
        } else {
            [low, high]
        }
    }

    /// Checks that the lower end of a range is below the upper end.
    fn check_ends(&self, low: f64, high: f64) -> Result<(), UserError> {
        if low < high {
            return Ok(());
        }
        Err(UserError::with_hint(
            format!("--from {low} is not below --to {high}"),
            "without --from and --to, the range of the model is used",
        ))
    }
}

/// Returns the distance from a number to the next larger one in magnitude, as the number type of a file has them: f32 if
/// `is_single` is `true`, otherwise f64.
#[must_use]
pub fn last_place(largest: f64, is_single: bool) -> f64 {
    let largest = largest.abs();
    if is_single {
        f64::from((largest as f32).next_up()) - f64::from(largest as f32)
    } else {
        largest.next_up() - largest
    }
}

/// Returns the value of a number, or an error if it is beyond the range of floats.
fn finite(number: Decimal) -> Result<f64, UserError> {
    let beyond = || {
        let message = "a height is beyond the range of 64-bit floats";
        UserError::new(message).of_kind(ErrorKind::TooLarge)
    };
    number.to_f64().ok_or_else(beyond)
}

fn plane(height: f64) -> LayerHeight {
    LayerHeight {
        height,
        faces: None,
    }
}

fn check_count(count: f64) -> Result<(), UserError> {
    if count <= MOST_LAYERS as f64 {
        return Ok(());
    }
    let most = grouped(MOST_LAYERS);
    let count = if count < 1e15 {
        grouped(count as usize)
    } else {
        format!("{count:.0e}")
    };
    Err(UserError::with_hint(
        format!("{count} layers are too many; the limit is {most}"),
        "use a greater --step, or a part of the model with --from and --to",
    )
    .of_kind(ErrorKind::TooLarge))
}

fn steps(
    step: Decimal,
    from: Option<Decimal>,
    to: Option<Decimal>,
    range: [f64; 2],
    at: Option<AtLayer>,
) -> Result<Vec<LayerHeight>, UserError> {
    let start = from.unwrap_or(Decimal::ZERO);
    let too_long = || UserError::new("--step, --from: the heights have too many digits");
    let height = |count: i64| finite(start.plus_multiple(count, step).ok_or_else(too_long)?);
    let middle = |count: i64| {
        let half = step.half().ok_or_else(too_long)?;
        let doubled = count.checked_mul(2).and_then(|count| count.checked_add(1));
        finite(
            doubled
                .and_then(|count| start.plus_multiple(count, half))
                .ok_or_else(too_long)?,
        )
    };
    let [low, size] = [finite(start)?, finite(step)?];
    let high = to.map(finite).transpose()?.unwrap_or(range[1]);
    if to.is_some() && from.is_some() && low > high {
        return Err(UserError::with_hint(
            format!("--from {low} is above --to {high}"),
            "without --from and --to, the range of the model is used",
        ));
    }
    let least = if from.is_some() { low } else { range[0] };
    // A range as long as n steps holds at least n − 1 heights. The exact number is checked at the end.
    check_count((high - least) / size - 1.0)?;
    // Quotients of heights and the step are rounded, so the first and the last height are found by comparing heights.
    let first = if from.is_some() {
        0
    } else {
        first_from(
            ((range[0] - low) / size).floor() as i64 - 1,
            range[0],
            &height,
        )?
    };
    let mut layers = Vec::new();
    match at {
        None => {
            for count in first.. {
                let height = height(count)?;
                if height > high {
                    break;
                }
                layers.push(plane(height));
            }
        }
        Some(at) => {
            // Without `--from`, the lowest layer begins at or below the lowest point of the model.
            let begins_below = from.is_none() && height(first)? > range[0];
            for count in (if begins_below { first - 1 } else { first }).. {
                let faces = [height(count)?, height(count + 1)?];
                // With `--to`, no layer reaches above that height. Otherwise, the last layer reaches the top of the
                // model.
                let is_beyond = if to.is_some() {
                    faces[1] > high
                } else {
                    faces[0] >= high
                };
                if is_beyond {
                    break;
                }
                layers.push(LayerHeight {
                    height: match at {
                        AtLayer::Bottom => faces[0],
                        AtLayer::Middle => middle(count)?,
                        AtLayer::Top => faces[1],
                    },
                    faces: Some(faces),
                });
            }
        }
    }
    if layers.is_empty() {
        let [low, high] = range.map(|end| coordinate(end, range[1] - range[0]));
        return Err(UserError::with_hint(
            "there are no layers: no height of --step lies in the range",
            format!(
                "the model runs from {low} to {high}; use a smaller --step, or other --from and --to"
            ),
        ));
    }
    check_count(layers.len() as f64)?;
    Ok(layers)
}

/// Returns the least number of steps that is at least `start` and leads to a height of at least `low`.
fn first_from(
    start: i64,
    low: f64,
    height: &impl Fn(i64) -> Result<f64, UserError>,
) -> Result<i64, UserError> {
    let mut count = start;
    while height(count)? < low {
        count += 1;
    }
    Ok(count)
}

fn equal_layers(count: usize, low: f64, high: f64, at: AtLayer) -> Vec<LayerHeight> {
    let part = |numerator: usize, denominator: usize| {
        let share = numerator as f64 / denominator as f64;
        if numerator == denominator {
            high
        } else {
            low + (high - low) * share
        }
    };
    let layer = |index: usize| {
        let faces = [part(index, count), part(index + 1, count)];
        LayerHeight {
            height: match at {
                AtLayer::Bottom => faces[0],
                AtLayer::Middle => part(2 * index + 1, 2 * count),
                AtLayer::Top => faces[1],
            },
            faces: Some(faces),
        }
    };
    (0..count).map(layer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(step: &str, from: Option<&str>, to: Option<&str>) -> HeightRule {
        let decimal = |text: &str| text.parse().expect("a number");
        HeightRule::Step {
            step: decimal(step),
            from: from.map(decimal),
            to: to.map(decimal),
        }
    }

    fn heights(rule: &HeightRule, range: [f64; 2], at: Option<AtLayer>) -> Vec<f64> {
        let layers = rule.layers(range, at).expect("layers");
        layers.iter().map(|layer| layer.height).collect()
    }

    #[test]
    fn planes_of_a_step_lie_in_the_range() {
        let every = step("10", None, None);
        assert_eq!(heights(&every, [415.0, 440.0], None), [420.0, 430.0, 440.0]);
        assert_eq!(heights(&every, [-25.0, -5.0], None), [-20.0, -10.0]);
        let given = step("0.1", Some("0.05"), Some("0.35"));
        assert_eq!(heights(&given, [-9.0, 9.0], None), [0.05, 0.15, 0.25, 0.35]);
        let error = every
            .layers([11.0, 19.0], None)
            .expect_err("no multiple of 10");
        assert!(
            error
                .hint
                .is_some_and(|hint| hint.contains("from 11.00 to 19.00"))
        );
    }

    #[test]
    fn layers_of_a_step_cover_the_model() {
        let every = step("0.2", None, None);
        let layers = every
            .layers([0.1, 0.9], Some(AtLayer::Middle))
            .expect("layers");
        let faces: Vec<[f64; 2]> = layers.iter().filter_map(|layer| layer.faces).collect();
        assert_eq!(
            faces,
            [[0.0, 0.2], [0.2, 0.4], [0.4, 0.6], [0.6, 0.8], [0.8, 1.0]]
        );
        assert_eq!(
            heights(&every, [0.1, 0.9], Some(AtLayer::Middle)),
            [0.1, 0.3, 0.5, 0.7, 0.9]
        );
        assert_eq!(
            heights(&every, [0.2, 0.6], Some(AtLayer::Bottom)),
            [0.2, 0.4]
        );
        assert_eq!(heights(&every, [0.2, 0.6], Some(AtLayer::Top)), [0.4, 0.6]);
        let given = step("0.2", Some("0"), Some("0.5"));
        assert_eq!(
            heights(&given, [-9.0, 9.0], Some(AtLayer::Bottom)),
            [0.0, 0.2]
        );
    }

    #[test]
    fn counts_divide_the_range() {
        let count = |count| HeightRule::Count {
            count,
            from: None,
            to: None,
        };
        assert_eq!(heights(&count(4), [0.0, 8.0], None), [1.0, 3.0, 5.0, 7.0]);
        assert_eq!(
            heights(&count(2), [0.0, 8.0], Some(AtLayer::Top)),
            [4.0, 8.0]
        );
        let list = HeightRule::At(
            ["2", "1", "2"]
                .map(|text| text.parse().expect("a number"))
                .to_vec(),
        );
        assert_eq!(heights(&list, [0.0, 8.0], None), [1.0, 2.0]);
        assert!(list.layers([0.0, 8.0], Some(AtLayer::Top)).is_err());
        // 0.2 + (0.9 − 0.2) is not 0.9 in floats.
        let last = heights(&count(7), [0.2, 0.9], Some(AtLayer::Top)).pop();
        assert_eq!(last, Some(0.9));
    }

    /// In floats, 2.1 / 0.3 is greater than 7.
    #[test]
    fn the_lowest_height_of_a_step_may_be_the_bottom() {
        let every = step("0.3", None, None);
        assert_eq!(heights(&every, [2.1, 2.8], None), [2.1, 2.4, 2.7]);
    }

    #[test]
    fn too_many_layers_are_an_error() {
        for rule in [
            step("1e-9", None, None),
            HeightRule::Count {
                count: 1 << 40,
                from: None,
                to: None,
            },
        ] {
            let error = rule.layers([0.0, 1.0], None).expect_err("too many");
            assert!(error.message.contains("the limit is 100,000"), "{error}");
        }
        assert!(
            step("1", Some("3"), Some("2"))
                .layers([0.0, 9.0], None)
                .is_err()
        );
    }

    #[test]
    fn the_limit_counts_heights_exactly() {
        let all = step("1", Some("0"), None);
        assert_eq!(heights(&all, [0.0, 99_999.0], None).len(), MOST_LAYERS);
        let error = all.layers([0.0, 1e5], None).expect_err("one too many");
        assert!(
            error.message.contains("100,001 layers are too many"),
            "{error}"
        );
        let within = step("1", None, None);
        assert_eq!(heights(&within, [0.5, 100_000.9], None).len(), MOST_LAYERS);
    }
}
