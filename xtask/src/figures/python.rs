//! The chart of the Python package beside other packages: one line per question, one dot per package. Its data are the
//! newest record of `crates/transect-python/benchmarks/compare.py`.

use std::io;
use std::path::Path;

use crate::figures::newest::newest;
use crate::sheet::{Anchor, BLUE, GREY, INK, RED, Sheet};

const OCHRE: &str = "#b06a00";
const GREEN: &str = "#2c7a3f";
const PALE: &str = "#d5dde4";

/// The packages, with their colours. Later ones are drawn over earlier ones.
const ENGINES: [(&str, &str); 5] = [
    ("trimesh", GREEN),
    ("meshlib", OCHRE),
    ("manifold3d", BLUE),
    ("numpy", GREY),
    (OURS, RED),
];

const OURS: &str = "transect";

/// The beginning of the rows that tell whether the answers of a package are those of transect.
const AGREES: &str = ": agrees with transect";

const LEFT: f64 = 250.0;
const WIDTH: f64 = 430.0;
const TOP: f64 = 84.0;
const STEP: f64 = 26.0;

/// A row of the record. The column "wall" has a time, or the answer to a question that is not about time.
struct Row {
    question: String,
    threads: String,
    engine: String,
    wall: String,
    cpu: String,
}

/// Returns the rows of a record.
fn rows(path: &Path) -> io::Result<Vec<Row>> {
    let mut reader = csv::Reader::from_path(path).map_err(io::Error::other)?;
    let row = |record: csv::StringRecord| {
        let field = |index: usize| record.get(index).unwrap_or_default().to_owned();
        Row {
            question: field(0),
            threads: field(1),
            engine: field(2),
            wall: field(3),
            cpu: field(4),
        }
    };
    let rows = reader.records().map(|record| record.map(row));
    rows.collect::<Result<_, _>>().map_err(io::Error::other)
}

/// Returns the chart as SVG, or `None` if there is no record.
pub(super) fn chart(root: &Path) -> io::Result<Option<String>> {
    let Some(path) = newest(root, "python-")? else {
        return Ok(None);
    };
    let rows = rows(&path)?;
    // The time of the processor on one thread, in milliseconds.
    let time = |row: &Row| (row.threads == "1").then(|| row.cpu.parse::<f64>().ok())?;
    let mut questions: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| time(row).is_some()) {
        if !questions.contains(&row.question.as_str()) {
            questions.push(&row.question);
        }
    }
    let times = || rows.iter().filter_map(time);
    let (Some(least), Some(most)) = (times().reduce(f64::min), times().reduce(f64::max)) else {
        return Ok(None);
    };
    let (low, high) = (least.log10().floor(), most.log10().ceil());
    let x = |time: f64| LEFT + WIDTH * (time.log10() - low) / (high - low);
    let bottom = TOP + STEP * questions.len() as f64;
    let title = "The Python package beside others";
    let mut sheet = Sheet::new(900.0, bottom + 64.0, title);
    sheet.heading([20.0, 28.0], Anchor::Start, title);
    legend(&mut sheet);
    for power in low as i32..=high as i32 {
        let across = x(10.0_f64.powi(power));
        sheet.line([across, TOP - 8.0], [across, bottom], PALE, 1.0, "");
        let words = match power {
            3.. => format!("{} s", 10.0_f64.powi(power - 3)),
            0.. => format!("{} ms", 10.0_f64.powi(power)),
            _ => format!("{} µs", 10.0_f64.powi(power + 3)),
        };
        sheet.words([across, bottom + 18.0], Anchor::Middle, 12.0, GREY, &words);
    }
    let words = "one thread, time of the CPU; beside: the fastest other package, times transect";
    sheet.words([LEFT, bottom + 42.0], Anchor::Start, 12.0, GREY, words);
    for (place, question) in questions.iter().enumerate() {
        let y = TOP + STEP * (place as f64 + 0.5);
        sheet.words([LEFT - 14.0, y + 4.0], Anchor::End, 12.0, INK, question);
        let of = |engine: &str| {
            let mut own = rows.iter().filter(|row| row.engine == engine);
            own.find(|row| row.question == *question).and_then(time)
        };
        let all = || ENGINES.iter().filter_map(|(engine, _)| of(engine));
        let ends = [
            all().fold(f64::INFINITY, f64::min),
            all().fold(0.0, f64::max),
        ];
        sheet.line([x(ends[0]), y], [x(ends[1]), y], PALE, 2.0, "");
        for (engine, color) in ENGINES {
            if let Some(time) = of(engine) {
                dot(
                    &mut sheet,
                    [x(time), y],
                    color,
                    is_right(&rows, question, engine),
                );
            }
        }
        let right = ENGINES
            .iter()
            .filter(|(engine, _)| *engine != OURS && is_right(&rows, question, engine));
        let fastest = right.filter_map(|(engine, _)| of(engine)).reduce(f64::min);
        if let (Some(ours), Some(other)) = (of(OURS), fastest) {
            let words = format!("{:.1} ×", other / ours);
            let at = [LEFT + WIDTH + 24.0, y + 4.0];
            sheet.words(at, Anchor::Start, 12.0, INK, &words);
        }
    }
    Ok(Some(sheet.svg()))
}

/// Returns `true` unless the record says that the answers of a package differ from those of transect.
fn is_right(rows: &[Row], question: &str, engine: &str) -> bool {
    let about = format!("{question}{AGREES}");
    let mut own = rows
        .iter()
        .filter(|row| row.engine == engine && row.question.starts_with(&about));
    own.all(|row| row.wall == "True")
}

/// Draws the dot of a package: with a cross over it if its answer is not that of transect.
fn dot(sheet: &mut Sheet, [x, y]: [f64; 2], color: &str, is_right: bool) {
    sheet.dot([x, y], color);
    if !is_right {
        sheet.line([x - 6.0, y - 6.0], [x + 6.0, y + 6.0], INK, 1.4, "");
        sheet.line([x - 6.0, y + 6.0], [x + 6.0, y - 6.0], INK, 1.4, "");
    }
}

/// Draws the names of the packages beside their dots, and the meaning of a cross.
fn legend(sheet: &mut Sheet) {
    let mut at = 20.0;
    for (engine, color) in ENGINES.iter().rev() {
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
