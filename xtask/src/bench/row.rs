//! One row of a record of measured times.

use std::io;

/// The measured time of an engine (a library or a loop) per item, such as a box, for data of `count` items, and the
/// number of its wrong answers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) build: String,
    pub(crate) question: String,
    pub(crate) data: String,
    pub(crate) count: u64,
    pub(crate) engine: String,
    pub(crate) nanoseconds: f64,
    pub(crate) wrong: Option<u64>,
}

impl Row {
    /// Returns `true` if both rows measure the same question (such as "sides of boxes") for the same data, in the same
    /// build.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        self.build == other.build && self.is_asked_as(other)
    }

    /// Returns `true` if both rows measure the same question (such as "sides of boxes") for the same data.
    pub(crate) fn is_asked_as(&self, other: &Self) -> bool {
        self.question == other.question && self.data == other.data && self.count == other.count
    }

    pub(crate) fn is_ours(&self) -> bool {
        self.engine.starts_with("transect")
    }
}

/// The names of the columns that the engines print. The further columns of a record are computed from these columns.
pub(crate) const COLUMNS: [&str; 7] = [
    "build",
    "question",
    "data",
    "count",
    "engine",
    "nanoseconds",
    "wrong answers",
];

/// Parses the rows of a table that an engine prints, or of a record. No cell contains a comma.
pub(crate) fn rows(csv: &str) -> io::Result<Vec<Row>> {
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    if names.len() < COLUMNS.len() || names[..COLUMNS.len()] != COLUMNS {
        return Err(io::Error::other("not a record of `cargo xtask bench`"));
    }
    lines.map(row).collect()
}

fn row(line: &str) -> io::Result<Row> {
    let wrong = || io::Error::other(format!("not a row of a record: {line}"));
    let cells: Vec<&str> = line.split(',').collect();
    let [
        build,
        question,
        data,
        count,
        engine,
        nanoseconds,
        mistakes,
        ..,
    ] = cells[..]
    else {
        return Err(wrong());
    };
    Ok(Row {
        build: build.into(),
        question: question.into(),
        data: data.into(),
        count: count.parse().map_err(|_| wrong())?,
        engine: engine.into(),
        nanoseconds: nanoseconds.parse().map_err(|_| wrong())?,
        wrong: match mistakes {
            "" => None,
            mistakes => Some(mistakes.parse().map_err(|_| wrong())?),
        },
    })
}
