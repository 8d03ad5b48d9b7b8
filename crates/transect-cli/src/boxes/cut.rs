//! `transect cut boxes.csv`: reports the side of each box of a table.

use std::io::Write;

use transect::{Extent, Side};
use transect_report::CutRequest;
use transect_report::outputs::CutOutput;
use transect_report::request::CutOutputs;

use crate::boxes::report::BoxReport;
use crate::boxes::rows::{Reading, failure, name_column, side_column, write_row};
use crate::boxes::summary::summary;
use crate::boxes::why::{Reasons, paragraph};
use crate::command::CutCommand;
use crate::error::{CommandError, warn};
use crate::input::Table;
use crate::screen::Screen;
use crate::start::Start;
use crate::status::Status;
use crate::stdout::print_beside;

const OBJECTS: &str = CutOutput::Objects.name();
const REPORT: &str = CutOutput::Report.name();

/// Runs `transect cut` on a table of boxes.
pub(crate) fn cut(
    command: &CutCommand,
    start: Start,
    mut table: Table,
) -> Result<Status, CommandError> {
    refuse_flag_for_meshes(command.for_meshes)?;
    let names = names(&command.request)?;
    if let Some(outputs) = &start.outputs {
        outputs.check(&names)?;
    }
    let outcome = classify(command, start, &mut table, &names);
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    let (report, reasons) = outcome?;
    if command.forces_in_vain && !command.display.quiet {
        warn("note: --force does nothing without -o DIR: nothing is written");
    }
    if command.display.json {
        print_beside(&(report.to_json() + "\n"), &report.written)?;
    } else if !command.display.quiet {
        let table = summary(&report, &Screen::stdout()) + &reasons;
        print_beside(&table, &report.written)?;
    }
    Ok(Status::SUCCESS)
}

/// Returns the names of the files that `-o` writes for a table: `objects.csv`, `report.json`, or both.
fn names(request: &CutRequest) -> Result<Vec<&'static str>, CommandError> {
    let Some(CutOutputs { files, .. }) = &request.outputs else {
        return Ok(Vec::new());
    };
    files.check_table()?;
    let names = [CutOutput::Objects, CutOutput::Report].into_iter();
    let names = names.filter(|&output| files.contains(output));
    Ok(names.map(CutOutput::name).collect())
}

/// Returns an error if `flag` is not `None`. `flag` is a flag on the command line that applies only to meshes.
fn refuse_flag_for_meshes(flag: Option<&str>) -> Result<(), CommandError> {
    match flag {
        Some(flag) => Err(CommandError::with_hint(
            format!("{flag} is for meshes, but the input is a table of boxes"),
            "boxes are only classified, so they have no section and no halves; leave the flag out",
        )),
        None => Ok(()),
    }
}

/// Reads the table once and classifies each row. With `-o`, each row is written as soon as it is classified.
fn classify(
    command: &CutCommand,
    start: Start,
    table: &mut Table,
    names: &[&str],
) -> Result<(BoxReport, String), CommandError> {
    let Start {
        mut outputs,
        progress,
    } = start;
    let CutRequest {
        plane,
        selection,
        unit,
        ..
    } = &command.request;
    let query = &command.why;
    let name = name_column(table, &[selection, query])?;
    let mut report = BoxReport::nothing(plane, unit.as_deref());
    let mut reasons = Reasons::default();
    let mut objects = match &mut outputs {
        Some(outputs) if names.contains(&OBJECTS) => Some(outputs.create(OBJECTS)?),
        _ => None,
    };
    let failed = |error| failure(OBJECTS, &error);
    if let Some(file) = &mut objects {
        write_row(file, table.header(), &side_column(table.names())).map_err(failed)?;
    }
    let reading = Reading {
        only: selection,
        name,
        noun: "box",
        bytes: None,
        progress: &progress,
    };
    reading.each_row(table, |row| {
        let extent = plane.extent(&row.shape);
        report.add(&row.shape, extent);
        reasons.add(query, row.name.as_deref(), |name| {
            paragraph(name, plane.plane(), &row.shape, extent)
        });
        match &mut objects {
            Some(file) => write_row(file, row.raw, side(extent)).map_err(failed),
            None => Ok(()),
        }
    })?;
    report.read(table);
    let reasons = reasons.text(query, "box")?;
    if let (Some(mut outputs), Some(CutOutputs { folder, .. })) =
        (outputs, &command.request.outputs)
    {
        report.written = folder.places(names);
        if names.contains(&REPORT) {
            let file = outputs.create(REPORT)?;
            writeln!(file, "{}", report.to_json()).map_err(|error| failure(REPORT, &error))?;
        }
        outputs.commit()?;
    }
    Ok((report, reasons))
}

/// Returns the word for the side of a box with this extent: `front`, `on` or `back`.
fn side(extent: Extent) -> &'static str {
    match extent.side() {
        Side::Front => "front",
        Side::On => "on",
        Side::Back => "back",
    }
}
