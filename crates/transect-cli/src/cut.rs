//! `transect cut`: reads, classifies, cuts, certifies, draws, writes and reports.

use std::time::Instant;

use transect::scene::{Scene, Stage};
use transect_io::{Document, Outputs};
use transect_report::request::{CutAnswer, CutTask};

use crate::command::CutCommand;
use crate::error::CommandError;
use crate::files::Files;
use crate::input::{Input, Meshes};
use crate::missed::{note_missed, note_missed_sections};
use crate::notes::Notes;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::start::Start;
use crate::status::Status;
use crate::steps::{self, Times};
use crate::summary::{section_summary, summary};
use crate::view;
use crate::why::why;

/// Runs `transect cut`.
pub(crate) fn run(command: CutCommand) -> Result<Status, CommandError> {
    let folder = command.request.outputs.as_ref();
    let start = Start::of(folder.map(|outputs| &outputs.folder), command.display)?;
    let meshes = Input::to_cut(&command.models, &command.for_table)?;
    let mut notes = Notes::default();
    let outcome = answer(&command, start, meshes, &mut notes);
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    notes.print(command.display.quiet);
    let status = outcome?.print(command.display, command.is_strict)?;
    if command.opens_viewer {
        return view::open_cut(command.models, command.request);
    }
    Ok(status)
}

/// Returns the result of the cut. Writes the selected files.
fn answer(
    command: &CutCommand,
    start: Start,
    meshes: Meshes,
    notes: &mut Notes,
) -> Result<Outcome, CommandError> {
    let request = &command.request;
    let Start {
        mut outputs,
        progress,
    } = start;
    if let Some(note) = &command.in_vain {
        notes.add(note);
    }
    let document = meshes.read(&progress)?;
    notes.not_carried(&document);
    if let Some(outputs) = &mut outputs {
        outputs.protect(document.files());
        outputs.check(&request.files(&document))?;
    }
    let counting = Instant::now();
    let task = request.begin(&document)?;
    let explained = command
        .why
        .nodes(&document.scene, |node| task.wanted()[node])?;
    if let [plane] = &*request.planes.planes {
        notes.near_misses(&document.scene, &plane.plane, task.wanted());
    }
    steps::counted_all(task.totals(), counting, &progress);
    progress.begin("cutting");
    let run = Run {
        command,
        progress: &progress,
        explained,
    };
    let outcome = match command.needs_only_sections() {
        true => run.sections(task, &document, outputs, notes)?,
        false => run.whole(&task, document, outputs, notes)?,
    };
    progress.log_end();
    Ok(outcome)
}

/// The command and its progress, after the input files are read.
struct Run<'a> {
    command: &'a CutCommand,
    progress: &'a Progress,
    /// For each node, `true` if `--why` names it.
    explained: Vec<bool>,
}

impl Run<'_> {
    /// Cuts the objects, and writes the selected files.
    fn whole(
        &self,
        task: &CutTask<'_>,
        mut document: Document,
        outputs: Option<Outputs>,
        notes: &mut Notes,
    ) -> Result<Outcome, CommandError> {
        let request = &self.command.request;
        let mut times = Times::start();
        let objects = task.totals().objects;
        let mut answer = task.cut(&document, |stage| self.count(&mut times, stage, objects))?;
        times.log(&answer.report, self.progress);
        note_missed(request, &answer, notes);
        if let (Some(outputs), Some(selected)) = (outputs, &request.outputs) {
            let files = Files {
                request,
                selected,
                progress: self.progress,
            };
            // The parts hold all that is written of the scene.
            document.scene = Scene::default();
            files.write(outputs, &document, &mut answer, notes)?;
        }
        Ok(self.outcome(answer))
    }

    fn outcome(&self, answer: CutAnswer) -> Outcome {
        let command = self.command;
        let mut table = summary(&command.request, &answer, &Screen::stdout());
        if !command.why.is_all() {
            table += &why(&answer, &self.explained);
        }
        let report = answer.report;
        let wrong = report.objects_with_errors();
        let owned = |names: Vec<&str>| names.into_iter().map(String::from).collect::<Vec<_>>();
        Outcome {
            json: command.display.json.then(|| report.to_json()),
            table,
            open: owned(report.open_objects()),
            wrong: (!wrong.is_empty()).then(|| {
                let noun = transect_report::checks::noun(&report);
                (owned(wrong), noun)
            }),
            written: report.written,
        }
    }

    /// Computes the sections without parts, and writes the selected files.
    fn sections(
        &self,
        task: CutTask<'_>,
        document: &Document,
        outputs: Option<Outputs>,
        notes: &mut Notes,
    ) -> Result<Outcome, CommandError> {
        let request = &self.command.request;
        let mut times = Times::start();
        let objects = task.totals().objects;
        let answer = task.sections(document, |stage| self.count(&mut times, stage, objects))?;
        times.log_sections(&answer.planes, self.progress);
        note_missed_sections(request, &answer, notes);
        let written = match (outputs, &request.outputs) {
            (Some(outputs), Some(selected)) => {
                let files = Files {
                    request,
                    selected,
                    progress: self.progress,
                };
                files.write_sections(outputs, document, &answer, notes)?
            }
            _ => Vec::new(),
        };
        let objects = answer.sections.first().into_iter();
        let objects = objects.flat_map(|sections| &sections.objects);
        let open = objects.filter(|object| !object.is_closed);
        Ok(Outcome {
            table: section_summary(request, &answer, &written, &Screen::stdout()),
            open: open.map(|object| object.name.clone()).collect(),
            written,
            ..Outcome::default()
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
