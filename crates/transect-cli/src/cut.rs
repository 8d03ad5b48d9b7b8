//! `transect cut`: reads, classifies, cuts, certifies, draws, writes and reports.

use std::time::Instant;

use transect::scene::{Scene, Stage};
use transect_io::{Document, Outputs};
use transect_report::CutRequest;
use transect_report::request::CutTask;

use crate::answer::Answer;
use crate::command::CutCommand;
use crate::error::CommandError;
use crate::files::Files;
use crate::input::{Input, Meshes};
use crate::missed::{Aim, missed};
use crate::notes::Notes;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::start::Start;
use crate::status::Status;
use crate::stdout::print_beside;
use crate::steps::{self, Times};
use crate::view;
use crate::why::why;

/// Runs `transect cut`.
pub(crate) fn run(command: CutCommand) -> Result<Status, CommandError> {
    let folder = command.request.outputs.as_ref();
    let start = Start::of(folder.map(|outputs| &outputs.folder), command.display)?;
    let meshes = Input::to_cut(&command.models, &command.for_table)?;
    cut(command, start, meshes)
}

fn cut(command: CutCommand, start: Start, meshes: Meshes) -> Result<Status, CommandError> {
    let display = command.display;
    let mut notes = Notes::default();
    let outcome = answer(&command, start, meshes, &mut notes);
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    notes.print(display.quiet);
    let (answer, reasons) = outcome?;
    if let Some(json) = answer.json().filter(|_| display.json) {
        print_beside(&json, answer.written())?;
    } else if !display.quiet {
        let table = answer.table(&Screen::stdout()) + &reasons;
        print_beside(&table, answer.written())?;
    }
    let status = answer.status(command.is_strict);
    if command.opens_viewer {
        drop(answer);
        return view::open_cut(command.models, command.request);
    }
    Ok(status)
}

/// Returns the result of the cut, and the text of `--why`. Writes the selected files.
fn answer(
    command: &CutCommand,
    start: Start,
    meshes: Meshes,
    notes: &mut Notes,
) -> Result<(Answer, String), CommandError> {
    let request = &command.request;
    let Start {
        mut outputs,
        progress,
    } = start;
    if request.outputs.is_none() && (command.forces_in_vain || command.draws_in_vain) {
        notes.add(
            "--force, --hide and --theme do nothing without -o DIR: nothing is written or drawn",
        );
    } else if command.draws_in_vain {
        notes.add("--hide and --theme do nothing: --write names no picture and no report.html");
    }
    let document = meshes.read(&progress)?;
    notes.not_carried(&document);
    if let (Some(outputs), Some(selected)) = (&mut outputs, &request.outputs) {
        outputs.protect(document.files());
        outputs.check(&selected.files.files(request.format(&document)))?;
    }
    let counting = Instant::now();
    let task = request.begin(&document)?;
    let explained = command
        .why
        .nodes(&document.scene, |node| task.wanted()[node])?;
    notes.near_misses(&document.scene, &request.plane, task.wanted());
    steps::counted_all(task.totals(), counting, &progress);
    progress.begin("cutting");
    let run = Run {
        command,
        request,
        progress: &progress,
    };
    let answer = if command.needs_only_the_section() {
        (run.section(task, &document, outputs, notes)?, String::new())
    } else {
        run.whole(task, document, outputs, &explained, notes)?
    };
    progress.log_end();
    Ok(answer)
}

/// The command and its progress, after the input files are read.
struct Run<'a> {
    command: &'a CutCommand,
    request: &'a CutRequest,
    progress: &'a Progress,
}

impl Run<'_> {
    /// Cuts the objects, and writes the selected files. Returns the cut with its report, and the text of `--why`.
    fn whole(
        &self,
        task: CutTask<'_>,
        mut document: Document,
        outputs: Option<Outputs>,
        explained: &[bool],
        notes: &mut Notes,
    ) -> Result<(Answer, String), CommandError> {
        let mut times = Times::start();
        let objects = task.totals().objects;
        let mut answer = task.cut(&document, |stage| self.count(&mut times, stage, objects))?;
        times.log(&answer.report.objects, self.progress);
        let aim = Aim {
            plane: &answer.cut.plane,
            totals: &answer.totals,
            unit: answer.unit.as_deref(),
        };
        let sides = answer.cut.objects.iter();
        let sides = sides.map(|object| (object.side, object.reach.as_ref()));
        if let Some(note) = missed(&aim, sides) {
            notes.add(note);
        }
        let reasons = if self.command.why.is_all() {
            String::new()
        } else {
            let objects = answer.cut.objects.iter();
            why(objects.filter(|object| explained[object.node]))
        };
        if let (Some(outputs), Some(files)) = (outputs, self.files()) {
            document.scene = Scene::default();
            files.write(outputs, &document, &mut answer, notes)?;
        }
        Ok((Answer::Whole(Box::new(answer)), reasons))
    }

    /// Computes the section without halves, and writes the selected files. Returns the section and the paths of the
    /// files.
    fn section(
        &self,
        task: CutTask<'_>,
        document: &Document,
        outputs: Option<Outputs>,
        notes: &mut Notes,
    ) -> Result<Answer, CommandError> {
        let mut times = Times::start();
        let objects = task.totals().objects;
        let answer = task.section(document, |stage| self.count(&mut times, stage, objects))?;
        times.log_section(&answer.objects, self.progress);
        let aim = Aim {
            plane: &answer.cut.plane,
            totals: &answer.totals,
            unit: answer.unit.as_deref(),
        };
        let sides = answer.cut.objects.iter();
        let sides = sides.map(|object| (object.side, object.reach.as_ref()));
        if let Some(note) = missed(&aim, sides) {
            notes.add(note);
        }
        let written = match (outputs, self.files()) {
            (Some(outputs), Some(files)) => files.write_section(outputs, &answer, notes)?,
            _ => Vec::new(),
        };
        Ok(Answer::Section(Box::new(answer), written))
    }

    /// Returns the writer of the output files; `None` without `-o`.
    fn files(&self) -> Option<Files<'_>> {
        let outputs = self.request.outputs.as_ref()?;
        Some(Files {
            request: self.request,
            outputs,
            progress: self.progress,
        })
    }

    /// Records the time of a finished stage of the cut. In stages that count objects, updates the progress line.
    fn count(&self, times: &mut Times, stage: Stage, objects: usize) {
        times.add(stage);
        if let Stage::Done(done) = stage {
            self.progress.count(done, objects);
        }
    }
}
