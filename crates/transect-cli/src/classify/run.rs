//! A run of `transect classify`: it reads the table, classifies its rows, and writes the outputs and the report.

use std::io::Write;

use transect::Aabb;
use transect_io::{Outputs, TableKind};
use transect_report::request::Folder;

use crate::classify::command::ClassifyCommand;
use crate::classify::index::IndexFile;
use crate::classify::not_a_table::not_a_table;
use crate::classify::question::Question;
use crate::classify::report::{ClassifyReport, IndexReport};
use crate::classify::summary::summary;
use crate::classify::task::{Beside, REPORT, SIDES, Task};
use crate::error::{CommandError, warn};
use crate::input::AnyTable;
use crate::interrupt;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::status::Status;
use crate::stdout::print_beside;
use crate::table::rows::failure;
use crate::table::shape::TableShape;

/// Runs `transect classify`.
pub(crate) fn run(command: &ClassifyCommand) -> Result<Status, CommandError> {
    let folder = command.outputs.as_ref();
    let outputs = folder.map(Folder::open).transpose()?;
    if let Some(outputs) = &outputs {
        outputs.check(&[SIDES, REPORT])?;
    }
    let beside = match &command.index {
        Some(path) => Some(Beside::of(path, folder.map(|folder| &*folder.path))?),
        None => None,
    };
    let progress = Progress::new(command.display);
    let cancellers = outputs.iter().chain(beside.iter().map(|it| &it.outputs));
    interrupt::listen(
        cancellers.map(Outputs::canceller).collect(),
        progress.line(),
    );
    progress.begin("reading");
    let table = AnyTable::open(&command.table)?;
    if let Some(kind) = table.other {
        return Err(not_a_table(&table.path, kind, &command.query));
    }
    let task = Task {
        command,
        outputs,
        beside,
        progress,
    };
    let outcome = match table.kind {
        TableKind::Boxes => task.classify::<Aabb<3>, 3>(table),
        TableKind::FlatBoxes => task.classify::<Aabb<2>, 2>(table),
        TableKind::Points => task.classify::<[f64; 3], 3>(table),
        TableKind::FlatPoints => task.classify::<[f64; 2], 2>(table),
    };
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    let (report, notes, reasons) = outcome?;
    let display = command.display;
    if !display.quiet {
        notes.iter().for_each(|note| warn(&format!("note: {note}")));
        if command.forces_in_vain {
            warn(match command.index {
                Some(_) => "note: --force does nothing without -o DIR: an index is never replaced",
                None => "note: --force does nothing without -o DIR: nothing is written",
            });
        }
    }
    if display.json {
        print_beside(&(report.to_json() + "\n"), &report.written)?;
    } else if !display.quiet {
        let table = summary(&report, &Screen::stdout()) + &reasons;
        print_beside(&table, &report.written)?;
    }
    Ok(Status::SUCCESS)
}

/// The result of a run: the report, the notes, and the paragraphs of `--why`.
type Outcome = (ClassifyReport, Vec<String>, String);

impl Task<'_> {
    /// Classifies all rows of the table, and writes the outputs.
    fn classify<S: TableShape<D>, const D: usize>(
        mut self,
        opened: AnyTable,
    ) -> Result<Outcome, CommandError> {
        let question: Question<D> = self.command.query.question()?;
        let mut report = ClassifyReport::nothing::<S, D>(&question);
        let index = match &self.command.index {
            Some(path) => {
                let index = IndexFile::open(path, opened.kind)?;
                report.index = Some(IndexReport {
                    path: path.display().to_string(),
                    built: index.is_none(),
                });
                index
            }
            None => None,
        };
        let reasons = match index {
            Some(index) => {
                self.answer_from(index, opened, &question, &mut report)?;
                String::new()
            }
            None => self.answer_row_by_row::<S, D>(opened, &question, &mut report)?,
        };
        self.finish(&mut report)?;
        Ok((report, question.notes(), reasons))
    }

    /// Writes the report, and gives all files their final names. A new index gets its name first: it is valid without
    /// the other files.
    fn finish(self, report: &mut ClassifyReport) -> Result<(), CommandError> {
        if let Some(folder) = &self.command.outputs {
            report.written = folder.places(&[SIDES, REPORT]);
        }
        let built = report.index.iter().filter(|index| index.built);
        report.written.extend(built.map(|index| index.path.clone()));
        let mut outputs = self.outputs;
        if let Some(outputs) = &mut outputs {
            let file = outputs.create(REPORT)?;
            writeln!(file, "{}", report.to_json()).map_err(|error| failure(REPORT, &error))?;
        }
        if let Some(beside) = self.beside {
            beside.outputs.commit()?;
        }
        if let Some(outputs) = outputs {
            outputs.commit()?;
        }
        self.progress.log_end();
        Ok(())
    }
}
