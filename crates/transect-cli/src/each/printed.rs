//! The lines that `--each` prints: a row or a line of JSON per file, the errors at the end, and the status.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::PathBuf;

use transect_report::numbers::{counted, grouped};

use crate::display::DisplayOptions;
use crate::each::answer::Problem;
use crate::each::arguments::ModelArguments;
use crate::each::run::{Done, Run};
use crate::each::table::Table;
use crate::error::{CommandError, warn};
use crate::progress::Line;
use crate::status::Status;
use crate::stdout::print_unless_closed;

/// The largest number of different hints at the end.
const HINTS: usize = 5;

/// The lines that were printed so far, and the errors.
pub(super) struct Printed {
    display: DisplayOptions,
    table: Table,
    line: Line,
    total: usize,
    /// `true` if standard output is a terminal, on which rows and the progress line share the screen.
    shares_screen: bool,
    /// `true` if the command has an effect beside its printed lines.
    writes: bool,
    has_record: bool,
    taken: usize,
    known: usize,
    with_notes: usize,
    failed: Vec<(String, Problem)>,
    is_defect: bool,
    /// The error that ended the run early.
    ended: Option<CommandError>,
}

impl Printed {
    pub(super) fn new<A: ModelArguments>(
        run: &Run<A>,
        display: DisplayOptions,
        line: Line,
        files: &[PathBuf],
    ) -> Self {
        Self {
            display,
            table: Table::new(run.arguments.columns(), files.iter()),
            line,
            total: files.len(),
            shares_screen: std::io::stdout().is_terminal(),
            has_record: run.shared.record.is_some(),
            writes: run.folder.is_some() || run.shared.record.is_some(),
            taken: 0,
            known: 0,
            with_notes: 0,
            failed: Vec::new(),
            is_defect: false,
            ended: None,
        }
    }

    /// Prints the names of the columns.
    pub(super) fn head(&self) -> Result<(), CommandError> {
        if self.display.json || self.display.quiet {
            Ok(())
        } else {
            self.print(&self.table.head()).map(drop)
        }
    }

    /// Prints the line of the next file. Breaks if the run ends early.
    pub(super) fn take(&mut self, done: Result<Done, CommandError>) -> ControlFlow<()> {
        let printed = done.and_then(|done| self.one(done));
        match printed {
            // Lines without a reader are not computed.
            Ok(is_read) if is_read || self.writes => ControlFlow::Continue(()),
            Ok(_) => ControlFlow::Break(()),
            Err(error) => {
                self.ended = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Prints the line of a file. Returns `false` if it has no reader.
    fn one(&mut self, done: Done) -> Result<bool, CommandError> {
        let Done {
            answer,
            took,
            is_known,
        } = done;
        let text = match self.display {
            DisplayOptions { json: true, .. } => answer.line(),
            DisplayOptions { quiet: true, .. } => String::new(),
            _ => self.table.row(&answer),
        };
        let is_read = self.print(&text)?;
        if self.display.verbose {
            let what = if is_known { "known" } else { "treated" };
            self.line
                .log(Some(took), &format!("{what} {}", answer.file));
        }
        self.taken += 1;
        self.known += usize::from(is_known);
        self.with_notes += usize::from(!answer.notes.is_empty());
        self.is_defect |= answer.status == Status::DEFECT.number();
        if let Some(problem) = answer.error {
            self.failed.push((answer.file, problem));
        }
        self.line.count(self.taken, self.total);
        Ok(is_read)
    }

    fn print(&self, text: &str) -> Result<bool, CommandError> {
        let printed = if self.shares_screen {
            self.line.aside(|| print_unless_closed(text))
        } else {
            print_unless_closed(text)
        };
        printed.map_err(|error| {
            if self.has_record {
                error.or_hint("the finished files are in the record; --resume continues")
            } else {
                error
            }
        })
    }

    /// Prints the totals and the errors, and returns the status.
    pub(super) fn end(self) -> Result<Status, CommandError> {
        let good = self.taken - self.failed.len();
        if !self.display.json && !self.display.quiet && self.ended.is_none() {
            let (good, failed) = (grouped(good), grouped(self.failed.len()));
            let total = counted(self.taken, "file");
            self.print(&format!(
                "{total}: {good} without an error, {failed} with an error\n"
            ))?;
        }
        if !self.display.quiet {
            self.notes();
        }
        if !self.failed.is_empty() {
            self.errors();
        }
        if let Some(error) = self.ended {
            let (done, total) = (grouped(self.taken), counted(self.total, "file"));
            warn(&format!("error: only {done} of {total} are done"));
            return Err(error);
        }
        Ok(match (self.is_defect, self.failed.is_empty()) {
            (true, _) => Status::DEFECT,
            (false, true) => Status::SUCCESS,
            (false, false) => Status::FAILED,
        })
    }

    fn notes(&self) {
        if self.known > 0 {
            let known = grouped(self.known);
            let total = counted(self.total, "file");
            warn(&format!(
                "note: the answers for {known} of {total} are from the record"
            ));
        }
        if self.with_notes > 0 && !self.display.json {
            let verb = if self.with_notes == 1 { "has" } else { "have" };
            let files = counted(self.with_notes, "file");
            warn(&format!(
                "note: {files} {verb} notes, which the lines of --json contain"
            ));
        }
    }

    /// Names the files with an error, with their reasons and then the hints.
    fn errors(&self) {
        let failed = counted(self.failed.len(), "file");
        let verb = if self.failed.len() == 1 {
            "has"
        } else {
            "have"
        };
        warn(&format!("error: {failed} {verb} an error"));
        for (file, problem) in &self.failed {
            let reason = problem.without_file(file).replace('\n', "\n    ");
            warn(&format!("    {file}: {reason}"));
        }
        let mut hints: Vec<&str> = Vec::new();
        let all = self
            .failed
            .iter()
            .filter_map(|(_, problem)| problem.hint.as_deref());
        for hint in all {
            if !hints.contains(&hint) && hints.len() < HINTS {
                hints.push(hint);
                warn(&format!("  hint: {hint}"));
            }
        }
    }
}
