//! `transect sort`: how the rows of a table, boxes or points, lie to a plane or a region (docs/sort.md).

mod answers;
mod arguments;
mod camera;
mod index;
mod indexed;
mod planes;
mod question;
mod report;
mod shape;
mod streamed;
mod summary;
mod summed;
mod why;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use transect::Aabb;
use transect_io::{Outputs, TableKind};

pub(crate) use arguments::SortArguments;

use crate::failure::{Failure, warn};
use crate::input::AnyTable;
use crate::interrupt;
use crate::progress::{Progress, Talk};
use crate::screen::Screen;
use crate::sort::index::IndexFile;
use crate::sort::question::{Asked, Question};
use crate::sort::report::{IndexReport, SortReport};
use crate::sort::shape::Sorted;
use crate::sort::summary::summary;
use crate::stdout::print;

const SIDES: &str = "sides.csv";
const REPORT: &str = "report.json";

/// Runs the subcommand.
pub(crate) fn run(arguments: &SortArguments) -> Result<ExitCode, Failure> {
    let asked = Asked::of(arguments)?;
    arguments.check_words(asked.kind())?;
    let outputs = match &arguments.output {
        Some(folder) => Some(Outputs::new(folder, arguments.force)?),
        None => None,
    };
    if let Some(outputs) = &outputs {
        outputs.check(&[SIDES, REPORT])?;
    }
    let beside = match &arguments.index {
        Some(path) => Some(Beside::of(path, arguments.output.as_deref())?),
        None => None,
    };
    let is_forced_in_vain = outputs.is_none() && arguments.force;
    let progress = Progress::new(Talk::of(arguments.quiet, arguments.verbose));
    let cancellers = outputs.iter().chain(beside.iter().map(|it| &it.outputs));
    interrupt::listen(
        cancellers.map(Outputs::canceller).collect(),
        progress.line(),
    );
    progress.begin("reading");
    let table = AnyTable::open(&arguments.table)?;
    let task = Task {
        arguments,
        asked: &asked,
        outputs,
        beside,
        progress,
    };
    let outcome = match table.kind {
        TableKind::Boxes => task.sort::<Aabb<3>, 3>(table),
        TableKind::FlatBoxes => task.sort::<Aabb<2>, 2>(table),
        TableKind::Points => task.sort::<[f64; 3], 3>(table),
        TableKind::FlatPoints => task.sort::<[f64; 2], 2>(table),
    };
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    let (report, notes, reasons) = outcome?;
    if !arguments.quiet {
        notes.iter().for_each(|note| warn(&format!("note: {note}")));
        if is_forced_in_vain {
            warn(match arguments.index {
                Some(_) => "note: --force does nothing without -o DIR: an index is never replaced",
                None => "note: --force does nothing without -o DIR: nothing is written",
            });
        }
    }
    if arguments.json {
        print(&(report.to_json() + "\n"))?;
    } else if !arguments.quiet {
        print(&(summary(&report, &Screen::stdout()) + &reasons))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is to be done with the table.
struct Task<'a> {
    arguments: &'a SortArguments,
    asked: &'a Asked,
    outputs: Option<Outputs>,
    beside: Option<Beside>,
    progress: Progress,
}

/// Where an index is written, if it is not there.
struct Beside {
    outputs: Outputs,
    name: String,
}

impl Beside {
    fn of(path: &Path, output: Option<&Path>) -> Result<Self, Failure> {
        let is_taken = |name: &&str| output.is_some_and(|folder| folder.join(name) == path);
        if let Some(name) = [SIDES, REPORT].iter().find(|name| is_taken(name)) {
            return Err(Failure::with_hint(
                format!(
                    "--index: {} is where {name} is to be written",
                    path.display()
                ),
                "name another file for the index",
            ));
        }
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            return Err(Failure::with_hint(
                format!("--index: {} is no name of a file", path.display()),
                "name a file, such as boxes.idx; it is built if it is not there",
            ));
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        Ok(Self {
            outputs: Outputs::new(folder, false)?,
            name: name.into(),
        })
    }
}

/// The report, notes, and the paragraphs of `--why`.
type Told = (SortReport, Vec<String>, String);

impl Task<'_> {
    /// Answers for all rows, and writes what is to be written.
    fn sort<S: Sorted<D>, const D: usize>(mut self, opened: AnyTable) -> Result<Told, Failure> {
        let question: Question<D> = self.asked.question()?;
        let mut report = SortReport::nothing::<S, D>(&question);
        let index = match &self.arguments.index {
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

    /// Writes the report, and moves all files to their places: an index, which is right by itself, first.
    fn finish(self, report: &mut SortReport) -> Result<(), Failure> {
        if self.outputs.is_some() {
            let folder = self.arguments.output.as_deref().unwrap_or(Path::new("."));
            let written = [SIDES, REPORT].map(|name| folder.join(name).display().to_string());
            report.written = written.to_vec();
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
        self.progress.tell_all_done();
        Ok(())
    }
}

fn failure(name: &str, error: &std::io::Error) -> Failure {
    Failure::with_hint(
        format!("{name}: {error}"),
        "nothing was written; -o names the folder to write into",
    )
}

fn index_failure(path: Option<&Path>, error: &std::io::Error) -> Failure {
    let path = path.unwrap_or(Path::new("--index")).display();
    Failure::with_hint(
        format!("{path}: {error}"),
        "nothing was written; --index names the file to write",
    )
}
