//! The table: one line a figure.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::io::Write as _;

/// Writes lines to standard output, as they come.
pub(crate) struct Report {
    build: String,
    only: String,
}

/// What a table of figures is about.
pub(crate) struct Subject {
    /// What is asked.
    pub(crate) question: &'static str,
    /// Of which data.
    pub(crate) data: Cow<'static, str>,
    /// How many of them.
    pub(crate) count: usize,
}

impl Display for Subject {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}, {}", self.question, self.count, self.data)
    }
}

/// What an engine took, and how many of its answers were wrong.
pub(crate) struct Figure {
    pub(crate) engine: &'static str,
    pub(crate) nanoseconds: f64,
    pub(crate) wrong: Option<usize>,
}

/// The engine that only reads: the others' limit.
pub(crate) const READ: &str = "read loop";

impl Report {
    pub(crate) fn new(build: String, only: String) -> Self {
        println!("build,question,data,count,engine,nanoseconds,wrong answers");
        Self { build, only }
    }

    /// Whether somebody wants to know: `--only` names a part of "question, data".
    pub(crate) fn wants(&self, question: &str, data: &str) -> bool {
        format!("{question}, {data}").contains(&self.only)
    }

    pub(crate) fn write(&self, subject: &Subject, figures: &[Figure]) {
        let mut out = std::io::stdout().lock();
        for figure in figures {
            let wrong = figure
                .wrong
                .map(|wrong| wrong.to_string())
                .unwrap_or_default();
            let Subject {
                question,
                data,
                count,
            } = subject;
            // Nobody reads on: the figures are of no use to anybody.
            let _ = writeln!(
                out,
                "{},{question},{data},{count},{},{:.4},{wrong}",
                self.build, figure.engine, figure.nanoseconds,
            );
        }
    }
}
