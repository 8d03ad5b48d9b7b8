//! Draws a record of measured times as a chart. The chart shows the query times of trees by the number of boxes and by
//! the share of boxes that the plane cuts. It also shows the time to find the sides of boxes from one plane, for each
//! engine (library or loop).

use crate::bench::panel::{Across, Panel};
use crate::bench::row::Row;
use crate::bench::table::READ;
use crate::sheet::{Anchor, BLUE, GREY, INK, RED, Sheet};

const OCHRE: &str = "#b06a00";

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

/// Draws a panel of lines, one line per engine. The vertical axis is logarithmic; so is the horizontal axis if
/// `is_growth`.
fn lines(sheet: &mut Sheet, at: [f64; 2], words: [&str; 2], lines: &[Line], is_growth: bool) {
    let all: Vec<[f64; 2]> = lines
        .iter()
        .flat_map(|(_, points)| points.clone())
        .collect();
    let across = if is_growth {
        Across::Counts
    } else {
        Across::Percent
    };
    let panel = Panel::new(at, across, &all);
    panel.axes(sheet, words);
    for (place, points) in lines.iter().rev() {
        let (_, color, thick, dashes) = LINES[*place];
        panel.curve(sheet, points, color, thick, dashes);
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
