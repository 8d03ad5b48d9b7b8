//! `transect cut boxes.csv`: reports the side of each box of a table.

use std::io::Write;
use std::process::ExitCode;

use transect::{Extent, Side};
use transect_report::CutRequest;

use crate::boxes::report::BoxReport;
use crate::boxes::rows::{Reading, failure, name_column, side_column, write_row};
use crate::boxes::summary::summary;
use crate::boxes::why::{Reasons, paragraph};
use crate::command::CutCommand;
use crate::error::{CommandError, warn};
use crate::input::Table;
use crate::screen::Screen;
use crate::start::Start;
use crate::stdout::print;

const OBJECTS: &str = "objects.csv";
const REPORT: &str = "report.json";

/// Runs `transect cut` on a table of boxes.
pub(crate) fn cut(
    command: &CutCommand,
    start: Start,
    mut table: Table,
) -> Result<ExitCode, CommandError> {
    refuse_flag_for_meshes(command.for_meshes)?;
    if let Some(outputs) = &start.outputs {
        outputs.check(&[OBJECTS, REPORT])?;
    }
    let outcome = classify(command, start, &mut table);
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    let (report, reasons) = outcome?;
    if command.forces_in_vain && !command.display.quiet {
        warn("note: --force does nothing without -o DIR: nothing is written");
    }
    if command.display.json {
        print(&(report.to_json() + "\n"))?;
    } else if !command.display.quiet {
        print(&(summary(&report, &Screen::stdout()) + &reasons))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns an error if `flag`, a given flag that applies only to meshes, is not `None`.
fn refuse_flag_for_meshes(flag: Option<&str>) -> Result<(), CommandError> {
    match flag {
        Some(flag) => Err(CommandError::with_hint(
            format!("{flag} is for meshes, but the input is a table of boxes"),
            "boxes are only classified, so they have no section and no halves; leave the flag out",
        )),
        None => Ok(()),
    }
}

/// Reads the table once and classifies each row. Each row is written at once if there are outputs.
fn classify(
    command: &CutCommand,
    start: Start,
    table: &mut Table,
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
    let asked = &command.why;
    let name = name_column(table, &[selection, asked])?;
    let mut report = BoxReport::nothing(plane, unit.as_deref());
    let mut reasons = Reasons::default();
    let mut objects = match &mut outputs {
        Some(outputs) => Some(outputs.create(OBJECTS)?),
        None => None,
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
        reasons.add(asked, row.name.as_deref(), |name| {
            paragraph(name, plane.plane(), &row.shape, extent)
        });
        match &mut objects {
            Some(file) => write_row(file, row.raw, side(extent)).map_err(failed),
            None => Ok(()),
        }
    })?;
    report.read(table);
    let reasons = reasons.text(asked, "box")?;
    if let (Some(mut outputs), Some(folder)) = (outputs, &command.request.outputs) {
        report.written = folder.places(&[OBJECTS, REPORT]);
        let file = outputs.create(REPORT)?;
        writeln!(file, "{}", report.to_json()).map_err(|error| failure(REPORT, &error))?;
        outputs.commit()?;
    }
    Ok((report, reasons))
}

/// Returns the word for the side of a box: `front`, `cut` or `back`.
fn side(extent: Extent) -> &'static str {
    match extent.side() {
        Side::Front => "front",
        Side::On => "on",
        Side::Back => "back",
    }
}
