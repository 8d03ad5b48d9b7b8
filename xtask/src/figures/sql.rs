//! The chart of the functions of SQL beside arithmetic. Its data are the newest record of
//! `crates/transect-sql/benchmarks/compare.py`.

use std::io;
use std::path::Path;

use serde::Deserialize;

use crate::figures::dots::{Dots, Time};
use crate::figures::newest::newest;
use crate::sheet::{BLUE, GREY};

const OCHRE: &str = "#b06a00";

/// A row of the record.
#[derive(Deserialize)]
struct Row {
    part: String,
    question: String,
    rows: f64,
    threads: u32,
    engine: String,
    #[serde(rename = "wall ms")]
    wall: Option<f64>,
    /// Absent where only a part of the process is measured.
    #[serde(rename = "CPU ms")]
    cpu: Option<f64>,
    answer: String,
}

/// Returns the chart as SVG, or `None` if there is no record.
pub(super) fn chart(root: &Path) -> io::Result<Option<String>> {
    let Some(path) = newest(root, "sql-")? else {
        return Ok(None);
    };
    let mut reader = csv::Reader::from_path(path).map_err(io::Error::other)?;
    let mut times = Vec::new();
    for row in reader.deserialize::<Row>() {
        let row = row.map_err(io::Error::other)?;
        let part = match row.part.as_str() {
            "engine" => "in the engine",
            "files" => "with the file",
            "order" => "ordered file",
            _ => continue,
        };
        if let (1, Some(milliseconds)) = (row.threads, row.cpu.or(row.wall)) {
            times.push(Time {
                question: format!("{part}: {}", row.question),
                engine: row.engine,
                seconds: milliseconds / 1e3 / row.rows,
                is_right: !row.answer.starts_with("DIFFERENT"),
            });
        }
    }
    let dots = Dots {
        title: "Functions of SQL beside arithmetic",
        ours: "transect-sql, function",
        others: &[
            ("DuckDB, arithmetic, random order", GREY),
            ("DuckDB, arithmetic", BLUE),
            ("transect-sql, arithmetic", OCHRE),
        ],
        left: 460.0,
        words: "per row; one thread; beside: the fastest other engine, times the function",
        times,
    };
    Ok(dots.svg())
}
