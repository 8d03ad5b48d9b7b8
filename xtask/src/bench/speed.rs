//! Draws the times of single calls: one chart per family of questions, with one line per question.
//!
//! The name of a question begins with its family: "meet: ray" belongs to the family "meet". The time axis is
//! logarithmic.

use crate::bench::row::Row;
use crate::bench::targets::largest_ratio;
use crate::sheet::{Anchor, BLUE, GREY, INK, RED, Sheet};

const OURS: &str = "transect";
const PLAIN: &str = "plain f64";
const PARRY: &str = "parry3d";
const ORDINARY: &str = "ordinary";

const OCHRE: &str = "#b06a00";
const GREEN: &str = "#2c7a3f";
const PALE: &str = "#d5dde4";

/// The families of questions: the prefix of the questions' names, the file name of the chart, and its title.
const FAMILIES: [(&str, &str, &str); 6] = [
    ("side: ", "speed-side.svg", "The side of a shape"),
    (
        "measure: ",
        "speed-measure.svg",
        "Values, distances and projections",
    ),
    (
        "meet: ",
        "speed-meet.svg",
        "Intersections, times of contact and parts",
    ),
    ("region: ", "speed-region.svg", "Frusta and regions"),
    ("overlap: ", "speed-overlap.svg", "Pairs of convex shapes"),
    (
        "fit: ",
        "speed-fit.svg",
        "Fits and volumes, per point or triangle",
    ),
];

/// The kinds of dots: the engine, the data, the colour, and the words in the legend.
const DOTS: [(&str, &str, &str, &str); 5] = [
    (OURS, "near-ties", OCHRE, "near-ties"),
    (OURS, "contacts", GREEN, "contacts"),
    (PARRY, ORDINARY, BLUE, "parry3d (f32), ordinary"),
    (PLAIN, ORDINARY, GREY, "plain f64, ordinary"),
    (OURS, ORDINARY, RED, "transect, ordinary"),
];

const LEFT: f64 = 300.0;
const WIDTH: f64 = 430.0;
const TOP: f64 = 84.0;
const STEP: f64 = 26.0;

/// Returns the file name and the chart of each family.
pub(crate) fn charts(rows: &[Row], targets: &str) -> [(&'static str, Option<String>); 6] {
    FAMILIES.map(|(family, name, title)| (name, chart(rows, targets, [family, title])))
}

/// Returns the chart of a family as SVG, or `None` if there are no rows of this family.
fn chart(rows: &[Row], targets: &str, [family, title]: [&str; 2]) -> Option<String> {
    let mut questions: Vec<&str> = Vec::new();
    let is_drawn = |row: &&Row| row.question.starts_with(family) && row.build == "default";
    let rows: Vec<&Row> = rows.iter().filter(is_drawn).collect();
    for row in rows
        .iter()
        .filter(|row| row.engine == OURS && row.data == ORDINARY)
    {
        if !questions.contains(&row.question.as_str()) {
            questions.push(&row.question);
        }
    }
    let times = || rows.iter().map(|row| row.nanoseconds);
    let low = times().reduce(f64::min)?.log10().floor();
    let high = times().reduce(f64::max)?.log10().ceil();
    let x = |time: f64| LEFT + WIDTH * (time.log10() - low) / (high - low);
    let bottom = TOP + STEP * questions.len() as f64;
    let mut sheet = Sheet::new(940.0, bottom + 64.0, title);
    sheet.heading([20.0, 28.0], Anchor::Start, title);
    let mut at = 20.0;
    for (engine, data, color, words) in DOTS.iter().rev() {
        let is_shown = |row: &&Row| row.engine == *engine && row.data == *data;
        if !rows.iter().any(is_shown) {
            continue;
        }
        sheet.dot([at + 5.0, 50.0], color);
        sheet.words([at + 16.0, 54.0], Anchor::Start, 12.0, INK, words);
        at += 40.0 + 6.4 * words.len() as f64;
    }
    for power in low as i32..=high as i32 {
        let across = x(10.0_f64.powi(power));
        sheet.line([across, TOP - 8.0], [across, bottom], PALE, 1.0, "");
        let words = duration(power);
        sheet.words([across, bottom + 18.0], Anchor::Middle, 12.0, GREY, &words);
    }
    let words = "one call, one thread, default build; beside: times plain f64 (target)";
    sheet.words([LEFT, bottom + 42.0], Anchor::Start, 12.0, GREY, words);
    for (place, question) in questions.iter().enumerate() {
        let y = TOP + STEP * (place as f64 + 0.5);
        let name = question.strip_prefix(family).unwrap_or(question);
        sheet.words([LEFT - 14.0, y + 4.0], Anchor::End, 12.0, INK, name);
        let time = |engine: &str, data: &str| {
            let is_it =
                |row: &&&Row| row.question == *question && row.engine == engine && row.data == data;
            rows.iter().find(is_it).map(|row| row.nanoseconds)
        };
        let all = || {
            DOTS.iter()
                .filter_map(|(engine, data, ..)| time(engine, data))
        };
        let [first, last] = [
            all().fold(f64::INFINITY, f64::min),
            all().fold(0.0, f64::max),
        ];
        sheet.line([x(first), y], [x(last), y], PALE, 2.0, "");
        for (engine, data, color, _) in DOTS {
            if let Some(time) = time(engine, data) {
                sheet.dot([x(time), y], color);
            }
        }
        let (Some(ours), Some(plain)) = (time(OURS, ORDINARY), time(PLAIN, ORDINARY)) else {
            continue;
        };
        let ratio = ours / plain;
        let (words, color) = match largest_ratio(targets, question, ORDINARY, PLAIN) {
            Some(most) if ratio > most => (format!("{ratio:.1} × ({most}): missed"), RED),
            Some(most) => (format!("{ratio:.1} × ({most})"), INK),
            None => (format!("{ratio:.1} ×"), INK),
        };
        sheet.words(
            [LEFT + WIDTH + 24.0, y + 4.0],
            Anchor::Start,
            12.0,
            color,
            &words,
        );
    }
    Some(sheet.svg())
}

/// Returns the label of a time of 10^power nanoseconds.
fn duration(power: i32) -> String {
    match power {
        ..0 => format!("{} ns", 10.0_f64.powi(power)),
        0..3 => format!("{} ns", 10_i32.pow(power.unsigned_abs())),
        3..6 => format!("{} µs", 10_i32.pow((power - 3).unsigned_abs())),
        6.. => format!("{} ms", 10_i32.pow((power - 6).unsigned_abs())),
    }
}
