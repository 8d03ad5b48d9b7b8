//! Draws a record of measured times as a chart. The chart shows the query times of trees by the number of boxes and by
//! the share of boxes that the plane cuts. It also shows the time to find the sides of boxes from one plane, for each
//! engine (library or loop).

use crate::bench::row::Row;
use crate::bench::table::READ;
use crate::sheet::{Anchor, BLUE, GREY, INK, RED, Sheet};

const OCHRE: &str = "#b06a00";
const PALE: &str = "#d5dde4";

const GROWTH: &str = "growth: boxes that a plane cuts";
const SHARES: &str = "shares: boxes that a plane cuts";
const SIDES: &str = "sides of boxes";

/// The engines whose lines are drawn: name, color, width and dashes.
const LINES: [(&str, &str, f64, &str); 5] = [
    ("transect tree", RED, 2.6, ""),
    ("transect flat", RED, 1.6, "6 4"),
    ("parry3d", BLUE, 1.8, ""),
    ("obvhs", GREY, 1.8, ""),
    ("bvh", OCHRE, 1.8, ""),
];

/// Returns the chart as SVG, or `None` if the record has no rows for it.
pub(crate) fn chart(rows: &[Row]) -> Option<String> {
    let of = |question: &'static str| {
        let is_it = move |row: &&Row| row.question == question && row.build == "default";
        rows.iter().filter(is_it).collect::<Vec<&Row>>()
    };
    let (growth, shares) = (of(GROWTH), of(SHARES));
    if growth.is_empty() || shares.is_empty() {
        return None;
    }
    let mut sheet = Sheet::new(900.0, 800.0, "transect beside its peers");
    lines(
        &mut sheet,
        [70.0, 40.0],
        ["Which boxes does the plane cut?", "by the number of boxes"],
        &points(&growth, |row| Some(row.count as f64)),
        true,
    );
    lines(
        &mut sheet,
        [530.0, 40.0],
        ["Of 1,000,000 boxes", "by the share that is cut"],
        &points(&shares, |row| row.data.strip_suffix(" % cut")?.parse().ok()),
        false,
    );
    legend(&mut sheet, [70.0, 440.0], &growth);
    bars(&mut sheet, [70.0, 490.0], rows);
    Some(sheet.svg())
}

type Line = (usize, Vec<[f64; 2]>);

/// Returns the points of each engine's line in a panel. `across` gives the horizontal value of a row; the vertical
/// value is the time in microseconds.
fn points(rows: &[&Row], across: impl Fn(&Row) -> Option<f64>) -> Vec<Line> {
    let line = |(place, (engine, ..)): (usize, &(&str, &str, f64, &str))| {
        let its = rows.iter().filter(|row| row.engine == *engine);
        let point = |row: &&Row| Some([across(row)?, row.nanoseconds * row.count as f64 / 1e3]);
        let mut points: Vec<[f64; 2]> = its.filter_map(point).collect();
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        (place, points)
    };
    let lines = LINES.iter().enumerate().map(line);
    lines.filter(|(_, points)| !points.is_empty()).collect()
}

/// The width and height of a panel of the chart.
const PANEL: [f64; 2] = [330.0, 320.0];

/// Draws a panel of lines, one line per engine. The vertical axis is logarithmic; so is the horizontal axis if
/// `is_growth`.
fn lines(sheet: &mut Sheet, at: [f64; 2], words: [&str; 2], lines: &[Line], is_growth: bool) {
    let [left, top] = at;
    let [width, height] = PANEL;
    sheet.heading([left, top - 14.0], Anchor::Start, words[0]);
    let all = || lines.iter().flat_map(|(_, points)| points);
    let [low, high] = [
        all().map(|point| point[1]).fold(f64::INFINITY, f64::min),
        all().map(|point| point[1]).fold(0.0, f64::max),
    ];
    let [low, high] = [low.log10().floor(), high.log10().ceil()];
    let last = all().map(|point| point[0]).fold(0.0, f64::max);
    let first = all().map(|point| point[0]).fold(f64::INFINITY, f64::min);
    let x = |value: f64| {
        left + width
            * if is_growth {
                (value / first).log10() / (last / first).log10()
            } else {
                value / last.max(60.0)
            }
    };
    let y = |value: f64| top + height - height * (value.log10() - low) / (high - low);
    for power in low as i32..=high as i32 {
        let value = 10.0_f64.powi(power);
        sheet.line([left, y(value)], [left + width, y(value)], PALE, 1.0, "");
        sheet.words(
            [left - 8.0, y(value) + 4.0],
            Anchor::End,
            12.0,
            GREY,
            &duration(power),
        );
    }
    let bottom = top + height;
    let ticks: Vec<(f64, String)> = match is_growth {
        true => (3..8)
            .map(|power| (10.0_f64.powi(power), thousands(power)))
            .collect(),
        false => (0..=6)
            .map(|tens| (f64::from(10 * tens), format!("{} %", 10 * tens)))
            .collect(),
    };
    for (value, name) in ticks {
        if value > 1.001 * last.max(60.0) {
            continue;
        }
        sheet.line([x(value), bottom], [x(value), bottom + 5.0], GREY, 1.0, "");
        sheet.words([x(value), bottom + 20.0], Anchor::Middle, 12.0, GREY, &name);
    }
    sheet.line([left, bottom], [left + width, bottom], INK, 1.2, "");
    sheet.words(
        [left + width / 2.0, bottom + 40.0],
        Anchor::Middle,
        13.0,
        INK,
        words[1],
    );
    for (place, points) in lines.iter().rev() {
        let (_, color, thick, dashes) = LINES[*place];
        let places: Vec<[f64; 2]> = points.iter().map(|[a, b]| [x(*a), y(*b)]).collect();
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

/// Returns the label of a count of 10^power boxes.
fn thousands(power: i32) -> String {
    match power {
        3..6 => format!("{},000", 10_i32.pow((power - 3).unsigned_abs())),
        _ => format!("{} M", 10_i32.pow((power - 6).unsigned_abs())),
    }
}

fn legend(sheet: &mut Sheet, [mut x, y]: [f64; 2], rows: &[&Row]) {
    for (engine, color, thick, dashes) in LINES {
        if rows.iter().all(|row| row.engine != engine) {
            continue;
        }
        sheet.line([x, y - 4.0], [x + 26.0, y - 4.0], color, thick, dashes);
        sheet.words([x + 33.0, y], Anchor::Start, 13.0, INK, engine);
        x += 50.0 + 7.0 * engine.len() as f64;
    }
}

/// Draws bars: the time per box to find the sides from one plane, for each engine and build.
fn bars(sheet: &mut Sheet, [left, top]: [f64; 2], rows: &[Row]) {
    const COUNT: u64 = 100_000;
    let is_it = |row: &&Row| row.question == SIDES && row.data == "random" && row.count == COUNT;
    let rows: Vec<&Row> = rows.iter().filter(is_it).collect();
    let most = rows.iter().map(|row| row.nanoseconds).fold(0.0, f64::max);
    if most == 0.0 {
        return;
    }
    sheet.heading(
        [left, top],
        Anchor::Start,
        "On which side is each box? Nanoseconds a box, 100,000 in random order",
    );
    sheet.words(
        [left, top + 20.0],
        Anchor::Start,
        13.0,
        GREY,
        "dark: a default build, light: a build for this CPU",
    );
    let mut engines: Vec<&str> = Vec::new();
    for row in &rows {
        if !engines.contains(&row.engine.as_str()) {
            engines.push(&row.engine);
        }
    }
    let (first, width) = (left + 150.0, 560.0);
    let step = (255.0 / engines.len() as f64).min(34.0);
    for (place, engine) in engines.iter().enumerate() {
        let y = top + 38.0 + step * place as f64;
        sheet.words(
            [first - 10.0, y + step * 0.5],
            Anchor::End,
            13.0,
            INK,
            engine,
        );
        let color = match *engine {
            READ => INK,
            engine if engine.starts_with("transect") => RED,
            _ => BLUE,
        };
        let its = rows.iter().filter(|row| row.engine == *engine);
        for row in its {
            let (below, opacity) = match row.build.as_str() {
                "native" => (0.43, 0.45),
                _ => (0.0, 1.0),
            };
            let long = width * row.nanoseconds / most;
            let at = [first, y + step * below];
            sheet.bar(at, [long.max(1.0), step * 0.36], color, opacity);
            let words = format!("{:.2}", row.nanoseconds);
            let at = [first + long + 6.0, at[1] + step * 0.31];
            sheet.words(at, Anchor::Start, 11.0, GREY, &words);
        }
    }
}
