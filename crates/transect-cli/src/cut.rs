//! `transect cut`: reads, classifies, cuts, certifies, draws, writes and reports.

use std::process::ExitCode;
use std::time::Instant;

use transect::scene::{Scene, Stage};
use transect_report::Report;
use transect_report::checks::names;
use transect_report::numbers::counted;
use transect_report::request::CutAnswer;

use crate::boxes;
use crate::command::CutCommand;
use crate::error::{CommandError, warn};
use crate::files::{self, Files};
use crate::input::{Input, Meshes};
use crate::missed::missed;
use crate::notes::Notes;
use crate::screen::Screen;
use crate::start::Start;
use crate::stdout::print;
use crate::steps::{self, Times};
use crate::summary::summary;
use crate::view;
use crate::why::why;

/// Runs `transect cut`.
pub(crate) fn run(command: CutCommand) -> Result<ExitCode, CommandError> {
    let start = Start::of(command.request.outputs.as_ref(), command.display)?;
    match Input::of(&command.models)? {
        Input::Table(table) => boxes::cut(&command, start, *table),
        Input::Meshes(meshes) => cut(command, start, meshes),
    }
}

fn cut(command: CutCommand, start: Start, meshes: Meshes) -> Result<ExitCode, CommandError> {
    let display = command.display;
    let mut notes = Notes::default();
    let outcome = answer(&command, start, meshes, &mut notes);
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    notes.print(display.quiet);
    let (answer, reasons) = outcome?;
    if display.json {
        print(&(answer.report.to_json() + "\n"))?;
    } else if !display.quiet {
        print(&(summary(&answer, &Screen::stdout()) + &reasons))?;
    }
    let status = status(&answer.report, command.is_strict);
    if command.opens_viewer {
        drop(answer);
        return view::open_cut(command.models, command.request);
    }
    Ok(status)
}

/// Returns the result of the cut, and the text of `--why`.
fn answer(
    command: &CutCommand,
    start: Start,
    meshes: Meshes,
    notes: &mut Notes,
) -> Result<(CutAnswer, String), CommandError> {
    let request = &command.request;
    let Start {
        mut outputs,
        progress,
    } = start;
    if command.forces_in_vain || command.draws_in_vain {
        notes.add(
            "--force, --hide and --theme do nothing without -o DIR: nothing is written or drawn",
        );
    }
    let mut document = meshes.read(&progress)?;
    notes.not_carried(&document);
    if let Some(outputs) = &mut outputs {
        outputs.protect(
            document
                .sources
                .iter()
                .flat_map(|source| source.references.clone()),
        );
        outputs.check(&files::names(request.format(&document)))?;
    }
    let counting = Instant::now();
    let task = request.begin(&document)?;
    let explained = command
        .why
        .nodes(&document.scene, |node| task.wanted()[node])?;
    notes.near_misses(&document.scene, &request.plane, task.wanted());
    steps::counted_all(task.totals(), counting, &progress);

    progress.begin("cutting");
    let mut times = Times::start();
    let objects = task.totals().objects;
    let mut answer = task.cut(&document, |stage| {
        times.add(stage);
        if let Stage::Done(done) = stage {
            progress.count(done, objects);
        }
    })?;
    times.log(&answer.cut, &progress);
    if let Some(note) = missed(&answer) {
        notes.add(note);
    }
    let reasons = if command.why.is_all() {
        String::new()
    } else {
        let objects = answer.cut.objects.iter();
        why(objects.filter(|object| explained[object.node]))
    };
    if let (Some(outputs), Some(folder)) = (outputs, &request.outputs) {
        document.scene = Scene::default();
        let files = Files {
            request,
            folder,
            progress: &progress,
        };
        files.write(outputs, document, &mut answer, notes)?;
    }
    progress.log_end();
    Ok((answer, reasons))
}

/// Returns the exit status of the cut, and prints the reason for it on stderr.
fn status(report: &Report, is_strict: bool) -> ExitCode {
    let with_errors = report.objects_with_errors();
    if !with_errors.is_empty() {
        warn(&format!(
            "error: the certificate found errors in the halves of {}: {}",
            counted(with_errors.len(), "object"),
            names(&with_errors)
        ));
        warn(
            "  hint: this is an error of transect, not of the file; please report it with the file",
        );
        return ExitCode::from(1);
    }
    let open = report.objects_list.iter().filter(|object| !object.closed);
    let open: Vec<&str> = open.map(|object| object.name.as_str()).collect();
    if is_strict && !open.is_empty() {
        let verb = if open.len() == 1 { "is" } else { "are" };
        let open_objects = counted(open.len(), "object");
        warn(&format!(
            "error: {open_objects} {verb} open (--strict): {}",
            names(&open)
        ));
        return ExitCode::from(1);
    }
    ExitCode::SUCCESS
}
