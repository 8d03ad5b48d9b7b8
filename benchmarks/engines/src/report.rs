//! The output table: one line per measurement.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::io::Write as _;

/// Writes the lines of the output table to standard output, each as soon as it is measured.
pub(crate) struct Report {
    build: String,
    only: String,
}

/// The question and the data of a table of measurements.
pub(crate) struct Subject {
    /// The question that the engines answer, such as the sides of boxes.
    pub(crate) question: &'static str,
    /// The name of the data that the engines get, such as "random".
    pub(crate) data: Cow<'static, str>,
    /// The number of items (points or boxes) in the data.
    pub(crate) count: usize,
}

impl Display for Subject {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}, {}", self.question, self.count, self.data)
    }
}

/// The measured time of an engine, and the number of its wrong answers.
pub(crate) struct Figure {
    pub(crate) engine: &'static str,
    pub(crate) nanoseconds: f64,
    pub(crate) wrong: Option<usize>,
}

/// The name of the engine that only reads the data. Its time is the lower limit for the other engines.
pub(crate) const READ: &str = "read loop";

impl Report {
    pub(crate) fn new(build: String, only: String) -> Self {
        println!("build,question,data,count,engine,nanoseconds,wrong answers");
        Self { build, only }
    }

    /// Returns `true` if this question and data are to be measured: the text "question, data" contains the value of
    /// `--only`.
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
            // If the program that reads the output has closed the pipe, the line is dropped.
            let _ = writeln!(
                out,
                "{},{question},{data},{count},{},{:.4},{wrong}",
                self.build, figure.engine, figure.nanoseconds,
            );
        }
    }
}
