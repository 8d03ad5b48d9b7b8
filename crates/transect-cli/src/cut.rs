//! `transect cut`: reads, classifies, cuts, certifies, draws, writes and reports.

use std::time::Instant;

use transect_io::{Document, Outputs};
use transect_mesh::WeldChanges;
use transect_mesh::scene::{MetPlane, Scene, Stage};
use transect_report::bodies::may_count_again;
use transect_report::listing::names as listed;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::outputs::{CutOutput, OutputSelection};
use transect_report::plane_report::PlaneOfCut;
use transect_report::request::{CutAnswer, CutOutputs, CutTask};
use transect_report::totals::Totals;
use transect_report::unit::Units;

use crate::command::CutCommand;
use crate::error::CommandError;
use crate::files::Files;
use crate::input::Input;
use crate::job::{self, Desk, Job, ModelCommand};
use crate::missed::{note_missed, note_missed_sections};
use crate::notes::Notes;
use crate::one_pass::{OnePassFile, StreamedPart};
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::status::Status;
use crate::steps::{self, Times};
use crate::summary::{section_summary, summary};
use crate::view;
use crate::why::why;

/// Runs `transect cut`, and opens the viewer if `--view` is given.
pub(crate) fn run(command: CutCommand) -> Result<Status, CommandError> {
    let status = job::run(&command)?;
    if command.opens_viewer {
        let models = command.models.paths().to_vec();
        return view::open_cut(models, command.request, command.weld, command.up);
    }
    Ok(status)
}

impl ModelCommand for CutCommand {
    fn job(&self) -> Job<'_> {
        let folder = self.request.outputs.as_ref();
        Job {
            folder: folder.map(|outputs| &outputs.folder),
            weld: self.weld,
            conversion: self.conversion.as_ref(),
            display: self.display,
            is_strict: self.is_strict,
            in_vain: self.in_vain.as_deref(),
        }
    }

    fn outcome(&self, desk: Desk<'_>) -> Result<Outcome, CommandError> {
        if let Some(pass) = OnePassFile::of_cut(self, desk.notes)? {
            return one_pass(self, pass, desk);
        }
        let meshes = Input::to_cut(&self.models, &self.for_table)?;
        let work = |document: Document, desk: Desk<'_>| outcome(self, document, desk);
        self.job().read(meshes, desk, work)
    }

    fn be_one_of_many(&mut self) {
        // Sections alone have no report, and the parts would be computed for it.
        if !self.needs_only_sections() {
            self.display.json = true;
        }
        self.in_vain = None;
    }
}

/// The names of the columns of [`row`].
pub(crate) const COLUMNS: [&str; 5] = ["objects", "cut", "open", "area", "certificate"];

/// Returns the row of `--each`: the numbers of objects, the area of the section or of the cut faces in all planes, and the
/// verdict of the certificate. `cut` is the number of cut objects, if it is known, `open` that of open ones, and `wrong` that
/// of objects in whose parts the certificate found errors; `None` without parts.
fn row(
    totals: &Totals,
    planes: &[PlaneOfCut],
    cut: Option<usize>,
    open: usize,
    wrong: Option<usize>,
    unit: Option<&str>,
) -> Vec<String> {
    let area = |plane: &PlaneOfCut| {
        plane
            .section
            .as_ref()
            .map(|own| own.area)
            .or(plane.cap_area)
    };
    let area = match planes {
        [plane] => area(plane),
        planes => planes
            .iter()
            .map(|plane| plane.cap_area.or(area(plane)))
            .sum(),
    };
    let area = area.map(|area| format!("{}{}", measured(area), Units::of(unit).area));
    let certificate = match wrong {
        None => "-".to_string(),
        Some(0) => "correct".to_string(),
        Some(wrong) => format!("{} wrong", grouped(wrong)),
    };
    let [objects, open] = [totals.objects, open].map(grouped);
    let cut = cut.map_or("-".to_string(), grouped);
    [objects, cut, open, area.unwrap_or("-".into()), certificate].into()
}

/// Returns the result of the cut. Writes the selected files.
fn outcome(
    command: &CutCommand,
    mut document: Document,
    desk: Desk<'_>,
) -> Result<Outcome, CommandError> {
    if command.drops_normals {
        document.drop_normals();
    }
    let Desk {
        outputs,
        progress,
        notes,
    } = desk;
    let mut command = command.with_axes(&document, notes)?;
    command.snap(&document, notes)?;
    let command = &command;
    let request = &command.request;
    if let Some(outputs) = &outputs {
        outputs.check(&request.files(&document))?;
    }
    // Formats with a unit and an axis that points up get them on output.
    if let Some(unit) = &request.unit {
        document.state_unit(unit);
    }
    document.up = Some(request.pictures.up.axis());
    let counting = Instant::now();
    let task = request.begin(&document)?;
    let explained = command
        .why
        .nodes(&document.scene, |node| task.wanted()[node])?;
    if let [plane] = &*request.planes.planes {
        notes.near_misses(&document.scene, &plane.plane, task.wanted());
    }
    steps::counted_all(task.totals(), counting, progress);
    progress.begin("cutting");
    let run = Run {
        command,
        progress,
        explained,
    };
    if command.needs_only_sections() {
        run.sections(&task, &document, outputs, notes)
    } else {
        run.whole(&task, document, outputs, notes)
    }
}

/// Returns the result of a cut in one pass over the file. Writes the selected files.
fn one_pass(
    command: &CutCommand,
    pass: OnePassFile,
    desk: Desk<'_>,
) -> Result<Outcome, CommandError> {
    let Desk {
        mut outputs,
        progress,
        notes,
    } = desk;
    notes.extend(command.in_vain.as_deref());
    let mut command = command.clone();
    pass.leave_out_preview(&mut command.request, notes);
    if let Some(outputs) = &mut outputs {
        outputs.protect(pass.path().iter().cloned());
        outputs.check(&command.request.files(&pass.head()))?;
    }
    // What is wrong with the question is said before the file is read.
    let command = &command.with_axes(&pass.head(), notes)?;
    let request = &command.request;
    let mut passed = pass.run(request, outputs.as_mut(), progress)?;
    notes.not_carried(&passed.document);
    if let Some(unit) = &request.unit {
        passed.document.state_unit(unit);
    }
    let task = request.begin_band(&passed.document, &passed.rest)?;
    steps::counted_all(task.totals(), Instant::now(), progress);
    progress.begin("cutting");
    let run = Run {
        command,
        progress,
        explained: Vec::new(),
    };
    let mut times = Times::start();
    let mut answer = task.cut(&passed.document, |stage| run.count(&mut times, stage, 1))?;
    times.log(&answer.report, progress);
    let is_missed = note_missed(request, &answer, notes);
    let halves = passed.halves;
    let streamed = if is_missed && command.writes_usual {
        halves.discard(outputs.as_mut())?
    } else {
        halves.finish(&answer, &passed.document, outputs.as_mut())?
    };
    run.write(
        outputs,
        passed.document,
        &mut answer,
        Some(streamed),
        is_missed,
        notes,
    )?;
    Ok(Outcome {
        is_missed,
        ..run.outcome(answer)
    })
}

/// Returns the outputs of a cut that cuts nothing, if none are named: the reports and the table.
fn undrawn(outputs: &CutOutputs) -> CutOutputs {
    let kept = [CutOutput::Objects, CutOutput::Page, CutOutput::Report];
    CutOutputs {
        files: OutputSelection::of_outputs("all", &kept),
        ..outputs.clone()
    }
}

/// Adds a note if the folder has files that an earlier cut wrote and this cut does not replace. `names` are the files
/// of a cut that meets the model.
fn note_older(names: &[String], selected: &CutOutputs, notes: &mut Notes) {
    let folder = &selected.folder.path;
    let is_older = |name: &&str| {
        let is_written = selected.files.outputs().any(|own| own.name() == *name);
        !is_written && folder.join(name).exists()
    };
    let older: Vec<&str> = names.iter().map(String::as_str).filter(is_older).collect();
    match older.as_slice() {
        [] => {}
        [only] => notes.add(format!(
            "{} is from an earlier cut",
            folder.join(only).display()
        )),
        _ => notes.add(format!(
            "{} in {} are from an earlier cut: {}",
            counted(older.len(), "file"),
            folder.display(),
            listed(&older)
        )),
    }
}

/// Adds notes about gaps that were closed, and about those of cut objects that a weld closes. Each object has its node,
/// its name, what was changed, and whether it is cut.
fn note_gaps<'o>(
    scene: &Scene,
    objects: impl Iterator<Item = (usize, &'o str, &'o WeldChanges, bool)> + Clone,
    notes: &mut Notes,
) {
    let changes = objects.clone().map(|(_, name, changes, _)| (name, changes));
    notes.closing(&changes.collect::<Vec<_>>());
    let open = objects.filter(|(.., changes, is_cut)| *is_cut && changes.open_edges > 0);
    notes.cracks(scene, &open.map(|(node, ..)| node).collect::<Vec<_>>());
}

/// Returns `true` if a section may count points several times or as negative.
fn counts_again(met: &MetPlane) -> bool {
    let sections = met.sections.as_ref();
    met.caps_cross || sections.is_some_and(|sections| !sections.on_front.winds_once())
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
        document: Document,
        outputs: Option<Outputs>,
        notes: &mut Notes,
    ) -> Result<Outcome, CommandError> {
        let request = &self.command.request;
        let mut times = Times::start();
        let objects = task.totals().objects;
        let mut answer = task.cut(&document, |stage| self.count(&mut times, stage, objects))?;
        times.log(&answer.report, self.progress);
        let objects = answer.cut.objects.iter();
        let objects =
            objects.map(|own| (own.node, &*own.name, &own.changes, own.details.is_some()));
        note_gaps(&document.scene, objects, notes);
        let objects = answer.cut.objects.iter();
        let again = objects.filter(|own| own.met.iter().any(counts_again));
        let again: Vec<usize> = again.map(|own| own.node).collect();
        notes.bodies(&document.scene, &again);
        notes.unknown_volumes(&answer.report.unknown_volumes(), "the volumes of the parts");
        let is_missed = note_missed(request, &answer, notes);
        self.write(outputs, document, &mut answer, None, is_missed, notes)?;
        Ok(Outcome {
            is_missed,
            ..self.outcome(answer)
        })
    }

    /// Writes the selected files. `streamed` are the halves that one pass has written already.
    fn write(
        &self,
        outputs: Option<Outputs>,
        mut document: Document,
        answer: &mut CutAnswer,
        streamed: Option<Vec<StreamedPart>>,
        is_missed: bool,
        notes: &mut Notes,
    ) -> Result<(), CommandError> {
        let request = &self.command.request;
        let selected = if is_missed && self.command.writes_usual {
            request.outputs.as_ref().map(undrawn)
        } else {
            request.outputs.clone()
        };
        let (Some(outputs), Some(selected)) = (outputs, &selected) else {
            return Ok(());
        };
        if is_missed && self.command.writes_usual {
            notes.add("there is nothing to draw; only the reports and the table are written");
            note_older(&request.files(&document), selected, notes);
        }
        let files = Files {
            request,
            selected,
            streamed,
            progress: self.progress,
        };
        // The parts hold all that is written of the scene.
        document.scene = Scene::default();
        files.write(outputs, &document, answer, notes)
    }

    fn outcome(&self, answer: CutAnswer) -> Outcome {
        let command = self.command;
        let mut table = summary(&command.request, &answer, &Screen::stdout());
        if !command.why.is_all() {
            table += &why(&command.request, &answer, &self.explained);
        }
        let report = answer.report;
        let wrong = report.objects_with_errors();
        let open = report.open_objects();
        let row = row(
            &answer.totals,
            &report.planes,
            Some(report.objects.cut),
            open.len(),
            Some(wrong.len()),
            answer.unit.as_deref(),
        );
        let owned = |names: Vec<&str>| names.into_iter().map(String::from).collect::<Vec<_>>();
        Outcome {
            json: command.display.json.then(|| report.to_json()),
            table,
            row,
            open: owned(open),
            wrong: (!wrong.is_empty()).then(|| {
                let noun = transect_report::checks::noun(&report);
                (owned(wrong), noun)
            }),
            written: report.written,
            ..Outcome::default()
        }
    }

    /// Computes the sections without parts, and writes the selected files.
    fn sections(
        &self,
        task: &CutTask<'_>,
        document: &Document,
        outputs: Option<Outputs>,
        notes: &mut Notes,
    ) -> Result<Outcome, CommandError> {
        let request = &self.command.request;
        let mut times = Times::start();
        let objects = task.totals().objects;
        let answer = task.sections(document, |stage| self.count(&mut times, stage, objects))?;
        times.log_sections(&answer.planes, self.progress);
        if let Some(first) = answer.sections.first() {
            let objects = first.objects.iter();
            let objects =
                objects.map(|own| (own.node, &*own.name, &own.changes, own.met.is_some()));
            note_gaps(&document.scene, objects, notes);
            let again = first.objects.iter().filter(|own| {
                let met = own.met.as_ref();
                met.is_some_and(|(sections, _)| may_count_again(&sections.on_front))
            });
            let again: Vec<usize> = again.map(|own| own.node).collect();
            notes.bodies(&document.scene, &again);
        }
        let is_missed = match note_missed_sections(request, &answer, notes) {
            Some(is_missed) => is_missed,
            // Nothing is cut, so this takes little time.
            None => note_missed(request, &task.cut(document, |_| ())?, notes),
        };
        let written = match (outputs, &request.outputs) {
            (Some(outputs), Some(selected)) => {
                let files = Files {
                    request,
                    selected,
                    streamed: None,
                    progress: self.progress,
                };
                files.write_sections(outputs, document, &answer, notes)?
            }
            _ => Vec::new(),
        };
        let objects = answer.sections.first().into_iter();
        let objects = objects.flat_map(|sections| &sections.objects);
        let open = objects.filter(|object| !object.is_closed);
        let open: Vec<String> = open.map(|object| object.name.clone()).collect();
        let cut = match &*answer.planes {
            [plane] => Some(plane.objects.cut),
            // Sections do not say which objects several planes cut.
            _ => None,
        };
        let row = row(
            &answer.totals,
            &answer.planes,
            cut,
            open.len(),
            None,
            answer.unit.as_deref(),
        );
        Ok(Outcome {
            table: section_summary(request, &answer, &written, &Screen::stdout()),
            row,
            open,
            written,
            is_missed,
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
