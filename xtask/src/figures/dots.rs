//! A chart of times beside each other: one line per question, and one dot per engine. Beside each line stands the time of
//! the fastest other engine, as a multiple of ours.

use crate::sheet::{Anchor, GREY, INK, RED, Sheet};

const PALE: &str = "#d5dde4";
const WIDTH: f64 = 430.0;
const TOP: f64 = 84.0;
const STEP: f64 = 26.0;

/// The time of an engine for a question.
pub(super) struct Time {
    pub(super) question: String,
    pub(super) engine: String,
    pub(super) seconds: f64,
    /// `false` if the answer of the engine differs from ours.
    pub(super) is_right: bool,
}

/// The chart.
pub(super) struct Dots<'a> {
    pub(super) title: &'a str,
    /// Our engine, whose dots are red and above the others.
    pub(super) ours: &'a str,
    /// The other engines, with their colours. Later ones are drawn over earlier ones.
    pub(super) others: &'a [(&'a str, &'a str)],
    /// The space for the questions.
    pub(super) left: f64,
    /// The words under the axis.
    pub(super) words: &'a str,
    pub(super) times: Vec<Time>,
}

impl Dots<'_> {
    fn engines(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        self.others.iter().copied().chain([(self.ours, RED)])
    }

    /// Returns the questions, in the order of their first times.
    fn questions(&self) -> Vec<&str> {
        let mut questions: Vec<&str> = Vec::new();
        for time in &self.times {
            if !questions.contains(&time.question.as_str()) {
                questions.push(&time.question);
            }
        }
        questions
    }

    fn of(&self, question: &str, engine: &str) -> Option<&Time> {
        let mut own = self.times.iter().filter(|time| time.engine == engine);
        own.find(|time| time.question == question)
    }

    /// Returns the chart as SVG, or `None` if there are no times.
    pub(super) fn svg(&self) -> Option<String> {
        let times = || self.times.iter().map(|time| time.seconds);
        let (least, most) = (times().reduce(f64::min)?, times().reduce(f64::max)?);
        let (low, high) = (least.log10().floor(), most.log10().ceil());
        let x = |time: f64| self.left + WIDTH * (time.log10() - low) / (high - low);
        let questions = self.questions();
        let bottom = TOP + STEP * questions.len() as f64;
        let mut sheet = Sheet::new(self.left + WIDTH + 220.0, bottom + 64.0, self.title);
        sheet.heading([20.0, 28.0], Anchor::Start, self.title);
        self.legend(&mut sheet);
        for power in low as i32..=high as i32 {
            let across = x(10.0_f64.powi(power));
            sheet.line([across, TOP - 8.0], [across, bottom], PALE, 1.0, "");
            let (unit, power) = match power {
                0.. => ("s", power),
                -3.. => ("ms", power + 3),
                -6.. => ("µs", power + 6),
                _ => ("ns", power + 9),
            };
            let words = format!("{} {unit}", 10.0_f64.powi(power));
            sheet.words([across, bottom + 18.0], Anchor::Middle, 12.0, GREY, &words);
        }
        let under = [self.left, bottom + 42.0];
        sheet.words(under, Anchor::Start, 12.0, GREY, self.words);
        for (place, question) in questions.iter().enumerate() {
            let y = TOP + STEP * (place as f64 + 0.5);
            let at = [self.left - 14.0, y + 4.0];
            sheet.words(at, Anchor::End, 12.0, INK, question);
            let all = || {
                self.engines()
                    .filter_map(|(engine, _)| self.of(question, engine))
            };
            let ends = [
                all().fold(f64::INFINITY, |least, time| least.min(time.seconds)),
                all().fold(0.0, |most: f64, time| most.max(time.seconds)),
            ];
            sheet.line([x(ends[0]), y], [x(ends[1]), y], PALE, 2.0, "");
            for (engine, color) in self.engines() {
                if let Some(time) = self.of(question, engine) {
                    dot(&mut sheet, [x(time.seconds), y], color, time.is_right);
                }
            }
            let right = all().filter(|time| time.engine != self.ours && time.is_right);
            let fastest = right.map(|time| time.seconds).reduce(f64::min);
            if let (Some(ours), Some(other)) = (self.of(question, self.ours), fastest) {
                let words = format!("{:.1} ×", other / ours.seconds);
                let at = [self.left + WIDTH + 24.0, y + 4.0];
                sheet.words(at, Anchor::Start, 12.0, INK, &words);
            }
        }
        Some(sheet.svg())
    }

    /// Draws the names of the engines beside their dots, and the meaning of a cross.
    fn legend(&self, sheet: &mut Sheet) {
        let mut at = 20.0;
        let has_time = |engine| self.times.iter().any(|time| time.engine == engine);
        for (engine, color) in self.engines().rev().filter(|(engine, _)| has_time(*engine)) {
            sheet.dot([at + 5.0, 50.0], color);
            sheet.words([at + 16.0, 54.0], Anchor::Start, 12.0, INK, engine);
            at += 40.0 + 6.4 * engine.len() as f64;
        }
        dot(sheet, [at + 5.0, 50.0], PALE, false);
        sheet.words(
            [at + 16.0, 54.0],
            Anchor::Start,
            12.0,
            INK,
            "another answer",
        );
    }
}

/// Draws the dot of an engine: with a cross over it if its answer is not ours.
fn dot(sheet: &mut Sheet, [x, y]: [f64; 2], color: &str, is_right: bool) {
    sheet.dot([x, y], color);
    if !is_right {
        sheet.line([x - 6.0, y - 6.0], [x + 6.0, y + 6.0], INK, 1.4, "");
        sheet.line([x - 6.0, y + 6.0], [x + 6.0, y - 6.0], INK, 1.4, "");
    }
}
