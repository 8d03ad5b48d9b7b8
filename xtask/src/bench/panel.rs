//! A panel of a chart: times on a logarithmic vertical axis, against a count or a share.

use crate::sheet::{Anchor, GREY, INK, Sheet};

const PALE: &str = "#d5dde4";

/// The width and height of a panel.
const SIZE: [f64; 2] = [330.0, 320.0];

/// The horizontal axis of a panel.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Across {
    /// A count, on a logarithmic axis that begins with the least count.
    Counts,
    /// A share in percent, on a linear axis from 0 to at least 60.
    Percent,
}

/// A panel of a chart. Points have a count or a share, and a time in microseconds.
pub(crate) struct Panel {
    at: [f64; 2],
    across: Across,
    /// The range of the horizontal axis.
    counts: [f64; 2],
    /// The range of the vertical axis, as powers of ten.
    powers: [f64; 2],
}

impl Panel {
    /// Returns a panel at a position of the sheet. Its axes reach over all points.
    pub(crate) fn new(at: [f64; 2], across: Across, points: &[[f64; 2]]) -> Self {
        let least = |axis: usize| points.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
        let most = |axis: usize| points.iter().map(|p| p[axis]).fold(0.0, f64::max);
        let counts = match across {
            Across::Counts => [least(0), most(0)],
            Across::Percent => [0.0, most(0).max(60.0)],
        };
        Self {
            at,
            across,
            counts,
            powers: [least(1).log10().floor(), most(1).log10().ceil()],
        }
    }

    fn x(&self, value: f64) -> f64 {
        let [first, last] = self.counts;
        self.at[0]
            + SIZE[0]
                * match self.across {
                    Across::Counts => (value / first).log10() / (last / first).log10(),
                    Across::Percent => value / last,
                }
    }

    fn y(&self, value: f64) -> f64 {
        let [low, high] = self.powers;
        self.at[1] + SIZE[1] - SIZE[1] * (value.log10() - low) / (high - low)
    }

    /// Returns the position of a point on the sheet.
    pub(crate) fn place(&self, point: [f64; 2]) -> [f64; 2] {
        [self.x(point[0]), self.y(point[1])]
    }

    /// Draws the axes and their labels. `words` are the heading of the panel and the label of the horizontal axis.
    pub(crate) fn axes(&self, sheet: &mut Sheet, words: [&str; 2]) {
        let [left, top] = self.at;
        let [width, height] = SIZE;
        sheet.heading([left, top - 14.0], Anchor::Start, words[0]);
        let [low, high] = self.powers.map(|power| power as i32);
        for power in low..=high {
            let y = self.y(10.0_f64.powi(power));
            sheet.line([left, y], [left + width, y], PALE, 1.0, "");
            let label = duration(power);
            sheet.words([left - 8.0, y + 4.0], Anchor::End, 12.0, GREY, &label);
        }
        let bottom = top + height;
        for (value, name) in self.ticks() {
            let x = self.x(value);
            sheet.line([x, bottom], [x, bottom + 5.0], GREY, 1.0, "");
            sheet.words([x, bottom + 20.0], Anchor::Middle, 12.0, GREY, &name);
        }
        sheet.line([left, bottom], [left + width, bottom], INK, 1.2, "");
        sheet.words(
            [left + width / 2.0, bottom + 40.0],
            Anchor::Middle,
            13.0,
            INK,
            words[1],
        );
    }

    /// Returns the values that the horizontal axis labels, with their labels.
    fn ticks(&self) -> Vec<(f64, String)> {
        let [first, last] = self.counts;
        let ticks: Vec<(f64, String)> = match self.across {
            Across::Counts => (1..8)
                .map(|power| (10.0_f64.powi(power), count(power)))
                .collect(),
            Across::Percent => (0..=6)
                .map(|tens| (f64::from(10 * tens), format!("{} %", 10 * tens)))
                .collect(),
        };
        let is_shown =
            |(value, _): &(f64, String)| *value >= 0.999 * first && *value <= 1.003 * last;
        ticks.into_iter().filter(is_shown).collect()
    }

    pub(crate) fn curve(
        &self,
        sheet: &mut Sheet,
        points: &[[f64; 2]],
        color: &str,
        thick: f64,
        dashes: &str,
    ) {
        let places: Vec<[f64; 2]> = points.iter().map(|point| self.place(*point)).collect();
        sheet.curve(&places, color, thick, dashes);
    }
}

/// Returns the label of a time of 10^power microseconds.
fn duration(power: i32) -> String {
    match power {
        ..=-4 => String::new(),
        -3..0 => format!("{} ns", 10_i32.pow((power + 3).unsigned_abs())),
        0..3 => format!("{} µs", 10_i32.pow(power.unsigned_abs())),
        3..6 => format!("{} ms", 10_i32.pow((power - 3).unsigned_abs())),
        6.. => format!("{} s", 10_i32.pow((power - 6).unsigned_abs())),
    }
}

/// Returns the label of a count of 10^power.
fn count(power: i32) -> String {
    match power {
        ..3 => format!("{}", 10_i32.pow(power.unsigned_abs())),
        3..6 => format!("{},000", 10_i32.pow((power - 3).unsigned_abs())),
        _ => format!("{} M", 10_i32.pow((power - 6).unsigned_abs())),
    }
}
