//! `transect measure`: reads, measures, writes and reports.

mod files;
mod summary;

use std::time::Instant;

use transect_io::Document;
use transect_report::checks::names as named;
use transect_report::measure::report::{MeasureReport, ObjectMeasures};
use transect_report::measure::request::Measured;
use transect_report::numbers::counted;

use crate::command::MeasureCommand;
use crate::error::CommandError;
use crate::input::{Input, Meshes};
use crate::measure::files::write;
use crate::measure::summary::summary;
use crate::notes::Notes;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::start::Start;
use crate::status::Status;
use crate::steps;

/// Runs `transect measure`.
pub(crate) fn run(command: &MeasureCommand) -> Result<Status, CommandError> {
    let folder = command.request.outputs.as_ref();
    let start = Start::of(folder.map(|outputs| &outputs.folder), command.display)?;
    let meshes = Input::meshes(&command.models, "surface to measure")?;
    let mut notes = Notes::default();
    let outcome = answer(command, start, meshes, &mut notes);
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    notes.print(command.display.quiet);
    outcome?.print(command.display, command.is_strict)
}

fn answer(
    command: &MeasureCommand,
    start: Start,
    meshes: Meshes,
    notes: &mut Notes,
) -> Result<Outcome, CommandError> {
    let Start {
        mut outputs,
        progress,
    } = start;
    if let Some(flag) = command.in_vain {
        notes.add(format!(
            "{flag} does nothing without -o DIR: nothing is written or drawn"
        ));
    }
    let document = meshes.read(&progress)?;
    notes.not_carried(&document);
    if let (Some(outputs), Some(selected)) = (&mut outputs, &command.request.outputs) {
        outputs.protect(document.files());
        outputs.check(&selected.files.names())?;
    }
    let mut measured = measure(command, &document, &progress)?;
    note_objects(&measured.report, notes);
    if let (Some(outputs), Some(selected)) = (outputs, &command.request.outputs) {
        write(
            &command.request,
            selected,
            outputs,
            &mut measured,
            &progress,
        )?;
    }
    progress.log_end();
    let table = summary(command, &measured, &Screen::stdout());
    let report = measured.report;
    Ok(Outcome {
        json: command.display.json.then(|| report.to_json()),
        table,
        open: names(&report, |object| !object.closed),
        written: report.written,
        ..Outcome::default()
    })
}

/// Measures all objects.
fn measure(
    command: &MeasureCommand,
    document: &Document,
    progress: &Progress,
) -> Result<Measured, CommandError> {
    progress.begin("placing");
    let counting = Instant::now();
    let mut task = command.request.begin(document)?;
    steps::counted_all(&task.totals, counting, progress);
    progress.begin("measuring");
    let measuring = Instant::now();
    let count = task.count();
    for index in 0..count {
        progress.count(index, count);
        task.measure(index)?;
    }
    let measured = task.finish()?;
    progress.log(
        Some(measuring.elapsed()),
        &format!("measured {}", counted(count, "object")),
    );
    Ok(measured)
}

/// Returns the names of the objects of which something holds.
fn names(report: &MeasureReport, holds: fn(&ObjectMeasures) -> bool) -> Vec<String> {
    let objects = report.objects_list.iter().filter(|object| holds(object));
    objects.map(|object| object.name.clone()).collect()
}

/// Adds notes about open objects, and about objects that are inside out.
fn note_objects(report: &MeasureReport, notes: &mut Notes) {
    let open = names(report, |object| !object.closed);
    if !open.is_empty() {
        let verb = if open.len() == 1 { "is" } else { "are" };
        notes.add(format!(
            "{} {verb} open and not part of the totals: {}",
            counted(open.len(), "object"),
            named(&open)
        ));
    }
    let inverted = names(report, |object| {
        object.measures.volume.is_some_and(|volume| volume < 0.0)
    });
    if !inverted.is_empty() {
        let verb = if inverted.len() == 1 { "has" } else { "have" };
        notes.add(format!(
            "{} {verb} a negative volume, because the faces point inward: {}",
            counted(inverted.len(), "object"),
            named(&inverted)
        ));
    }
}
