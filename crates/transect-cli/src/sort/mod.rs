//! `transect sort`: how the rows of a table, boxes or points, lie to a plane or a region (docs/sort.md).

mod arguments;
mod camera;
mod planes;
mod question;
mod report;
mod shape;
mod summary;
mod why;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use transect::Aabb;
use transect_io::{Outputs, ReadError, Reason, Table, TableFault, TableKind};

pub(crate) use arguments::SortArguments;

use crate::boxes::rows::{Reading, name_column, side_column, write_row};
use crate::boxes::why::Reasons;
use crate::failure::{Failure, warn};
use crate::input::AnyTable;
use crate::interrupt;
use crate::progress::{Progress, Talk};
use crate::screen::Screen;
use crate::selection::Selection;
use crate::sort::question::{Asked, Question};
use crate::sort::report::SortReport;
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
    let is_forced_in_vain = outputs.is_none() && arguments.force;
    let progress = Progress::new(Talk::of(arguments.quiet, arguments.verbose));
    interrupt::listen(outputs.as_ref().map(Outputs::canceller), progress.line());
    progress.begin("reading");
    let table = AnyTable::open(&arguments.table)?;
    let task = Task {
        arguments,
        asked: &asked,
        outputs,
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
            warn("note: --force does nothing without -o DIR: nothing is written");
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
    progress: Progress,
}

/// The report, notes, and the paragraphs of `--why`.
type Told = (SortReport, Vec<String>, String);

impl Task<'_> {
    /// Goes through the table once; with outputs, writes each row as soon as it is told.
    fn sort<S: Sorted<D>, const D: usize>(mut self, opened: AnyTable) -> Result<Told, Failure> {
        let question: Question<D> = self.asked.question()?;
        let mesh = opened.mesh;
        let mut table: Table<_, S> =
            Table::new(&opened.path, opened.reader).map_err(|error| {
                match (&error.reason, mesh) {
                    (Reason::Table(TableFault::MissingColumns { .. }), Some(format)) => {
                        is_a_mesh(&error, format)
                    }
                    _ => Failure::from(error),
                }
            })?;
        let all = Selection::of("--only", &[])?;
        let asked = Selection::of("--why", &self.arguments.why)?;
        let name = name_column(&table, &[&asked])?;
        let mut report = SortReport::nothing::<S, D>(&question);
        let mut reasons = Reasons::default();
        let mut sides = match &mut self.outputs {
            Some(outputs) => Some(outputs.create(SIDES)?),
            None => None,
        };
        let failed = |error| failure(SIDES, &error);
        if let Some(file) = &mut sides {
            write_row(file, table.header(), &side_column(table.names())).map_err(failed)?;
        }
        let reading = Reading {
            only: &all,
            name,
            noun: S::NOUN,
            bytes: opened.bytes,
            progress: &self.progress,
        };
        let mut hull: Option<[[f64; D]; 2]> = None;
        reading.each_row(&mut table, |row| {
            let answer = question.answer(&row.shape);
            report.rows.add(answer);
            let [min, max] = row.shape.ends();
            hull = Some(hull.map_or([min, max], |[least, greatest]| {
                core::array::from_fn(|end| {
                    core::array::from_fn(|axis| match end {
                        0 => least[axis].min(min[axis]),
                        _ => greatest[axis].max(max[axis]),
                    })
                })
            }));
            reasons.add(&asked, row.name.as_deref(), |name| {
                why::paragraph(name, &question, &row.shape, answer)
            });
            match &mut sides {
                Some(file) if self.arguments.wants(answer.word()) => {
                    report.rows_written += 1;
                    write_row(file, row.raw, answer.word().name()).map_err(failed)
                }
                _ => Ok(()),
            }
        })?;
        report.read(&table, hull, self.arguments.unit.as_deref());
        let reasons = reasons.text(&asked, S::NOUN)?;
        if let Some(mut outputs) = self.outputs {
            let folder = self.arguments.output.as_deref().unwrap_or(Path::new("."));
            let written = [SIDES, REPORT].map(|name| folder.join(name).display().to_string());
            report.written = written.to_vec();
            let file = outputs.create(REPORT)?;
            writeln!(file, "{}", report.to_json()).map_err(|error| failure(REPORT, &error))?;
            outputs.commit()?;
        }
        self.progress.tell_all_done();
        Ok((report, question.notes(), reasons))
    }
}

/// A model where a table belongs.
fn is_a_mesh(error: &ReadError, format: transect_io::Format) -> Failure {
    let path = error.path.display();
    Failure::with_hint(
        format!("{path} is a model ({format}), not a table of boxes or points"),
        format!("transect cut {path} tells the sides of its objects, and writes them as a table"),
    )
}

fn failure(name: &str, error: &std::io::Error) -> Failure {
    Failure::with_hint(
        format!("{name}: {error}"),
        "nothing was written; -o names the folder to write into",
    )
}
