//! The chart of the Python package beside other packages. Its data are the newest record of
//! `crates/transect-python/benchmarks/compare.py`.

use std::io;
use std::path::Path;

use crate::figures::dots::{Dots, Time};
use crate::figures::newest::newest;
use crate::sheet::{BLUE, GREY};

const OCHRE: &str = "#b06a00";
const GREEN: &str = "#2c7a3f";

/// The beginning of the rows that tell whether the answers of a package are those of transect.
const AGREES: &str = ": agrees with transect";

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
    let times = rows.iter().filter_map(|row| {
        let milliseconds: f64 = (row.threads == "1").then(|| row.cpu.parse().ok())??;
        Some(Time {
            question: row.question.clone(),
            engine: row.engine.clone(),
            seconds: milliseconds / 1e3,
            is_right: is_right(&rows, &row.question, &row.engine),
        })
    });
    let dots = Dots {
        title: "The Python package beside others",
        ours: "transect",
        others: &[
            ("trimesh", GREEN),
            ("meshlib", OCHRE),
            ("manifold3d", BLUE),
            ("numpy", GREY),
        ],
        left: 250.0,
        words: "one thread, time of the CPU; beside: the fastest other package, times transect",
        times: times.collect(),
    };
    Ok(dots.svg())
}

/// Returns `true` unless the record says that the answers of a package differ from those of transect.
fn is_right(rows: &[Row], question: &str, engine: &str) -> bool {
    let about = format!("{question}{AGREES}");
    let mut own = rows
        .iter()
        .filter(|row| row.engine == engine && row.question.starts_with(&about));
    own.all(|row| row.wall == "True")
}
