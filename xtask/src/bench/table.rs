//! The measured times as a table for people and as CSV for the record.

use std::fmt::Write as _;

use crate::bench::row::{COLUMNS, Row};

/// The name of the engine that only reads the data and does not classify it.
pub(crate) const READ: &str = "read loop";

/// Returns the ratio of the time of `row` to that of another engine with the same question, data and build. `is_it`
/// selects the other engine; if it selects several, the fastest counts.
fn times(rows: &[Row], row: &Row, is_it: impl Fn(&Row) -> bool) -> Option<f64> {
    let others = rows
        .iter()
        .filter(|other| other.is_beside(row) && is_it(other));
    let least = others.map(|other| other.nanoseconds).reduce(f64::min)?;
    Some(row.nanoseconds / least)
}

fn to_read(rows: &[Row], row: &Row) -> Option<f64> {
    times(rows, row, |other| other.engine == READ)
}

fn to_ours(rows: &[Row], row: &Row) -> Option<f64> {
    times(rows, row, Row::is_ours)
}

/// Returns the record as CSV: the measured values, and ratios computed from them.
pub(crate) fn csv(rows: &[Row]) -> String {
    let mut csv = COLUMNS.join(",") + ",times read loop,times the fastest of ours\n";
    for row in rows {
        let Row {
            build,
            question,
            data,
            count,
            engine,
            nanoseconds,
            wrong,
        } = row;
        let wrong = wrong.map(|wrong| wrong.to_string()).unwrap_or_default();
        let [read, ours] = [to_read(rows, row), to_ours(rows, row)]
            .map(|times| times.map(|times| format!("{times:.3}")).unwrap_or_default());
        let _ = writeln!(
            csv,
            "{build},{question},{data},{count},{engine},{nanoseconds:.4},{wrong},{read},{ours}"
        );
    }
    csv
}

/// Returns the times as text: a table per question and data, with a line per engine and a column per build.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut table = String::new();
    let mut last: Option<&Row> = None;
    let mut listed: Vec<&Row> = Vec::new();
    for row in rows {
        let is_same = |other: &&Row| other.is_asked_as(row) && other.engine == row.engine;
        if !listed.iter().any(is_same) {
            listed.push(row);
        }
    }
    let builds: Vec<&str> = rows.iter().fold(Vec::new(), |mut builds, row| {
        if !builds.contains(&row.build.as_str()) {
            builds.push(&row.build);
        }
        builds
    });
    for row in listed {
        if last.is_none_or(|last| !last.is_asked_as(row)) {
            let Row {
                question,
                data,
                count,
                ..
            } = row;
            let _ = write!(table, "\n{question}: {count}, {data}\n{:24}", "");
            for build in &builds {
                let _ = write!(table, "{build:>12} ns  × read  × ours");
            }
            table += "   wrong\n";
        }
        last = Some(row);
        let _ = write!(table, "  {:22}", row.engine);
        for build in &builds {
            let is_it = |other: &&Row| {
                other.is_asked_as(row) && other.engine == row.engine && other.build == *build
            };
            let Some(row) = rows.iter().find(is_it) else {
                let _ = write!(table, "{:31}", "");
                continue;
            };
            let _ = write!(table, "{:15.3}", row.nanoseconds);
            for times in [to_read(rows, row), to_ours(rows, row)] {
                let times = times.map(|times| format!("{times:.2}")).unwrap_or_default();
                let _ = write!(table, "{times:>8}");
            }
        }
        let wrong = row.wrong.map(|wrong| wrong.to_string()).unwrap_or_default();
        let _ = writeln!(table, "{wrong:>8}");
    }
    table
}
