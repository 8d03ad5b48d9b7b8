//! `transect cut` by several planes: reads, cuts, certifies, draws, writes and reports. The planes either bound a
//! region, or divide the model into one part per combination of sides (a division).

mod files;
mod preview;
mod summary;

use std::time::Instant;

use transect::Overlap;
use transect::scene::Stage;
use transect_io::{Document, Outputs};
use transect_report::checks::names;
use transect_report::numbers::{coordinate, counted};
use transect_report::region::planes::RegionKind;
use transect_report::region::request::{RegionAnswer, RegionTask};

use crate::command::RegionCommand;
use crate::error::{CommandError, warn};
use crate::input::{Input, Meshes};
use crate::notes::Notes;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::region::files::RegionFiles;
use crate::region::summary::summary;
use crate::screen::Screen;
use crate::start::Start;
use crate::status::Status;
use crate::steps::{self, Times};

/// Runs `transect cut` by several planes.
pub(crate) fn run(command: &RegionCommand) -> Result<Status, CommandError> {
    let folder = command.request.outputs.as_ref();
    let start = Start::of(folder.map(|outputs| &outputs.folder), command.display)?;
    let meshes = Input::to_cut(&command.models, &command.for_table)?;
    let mut notes = Notes::default();
    let outcome = answer(command, start, meshes, &mut notes);
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    notes.print(command.display.quiet);
    let (outcome, with_errors) = outcome?;
    let status = outcome.print(command.display, command.is_strict)?;
    if with_errors.is_empty() {
        return Ok(status);
    }
    let with_errors: Vec<&str> = with_errors.iter().map(String::as_str).collect();
    warn(&format!(
        "error: the certificate found errors in the parts of {}: {}",
        counted(with_errors.len(), "object"),
        names(&with_errors)
    ));
    warn("  hint: this is an error of transect, not of the file; please report it with the file");
    Ok(Status::FAILED)
}

/// Returns the result of the cut, and the names of the objects with errors. Writes the selected files.
fn answer(
    command: &RegionCommand,
    start: Start,
    meshes: Meshes,
    notes: &mut Notes,
) -> Result<(Outcome, Vec<String>), CommandError> {
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
    if let (Some(outputs), Some(selected)) = (&mut outputs, &request.outputs) {
        outputs.protect(document.files());
        outputs.check(&request.files(&selected.files, request.format(&document)))?;
    }
    let counting = Instant::now();
    let task = request.begin(&document)?;
    steps::counted_all(&task.totals, counting, &progress);
    let mut answer = cut(&task, &document, &progress)?;
    note_missed(command, &task, &answer, notes);
    write(
        command,
        &task,
        &document,
        outputs,
        &progress,
        &mut answer,
        notes,
    )?;
    progress.log_end();
    let table = summary(command, &task, &answer, &Screen::stdout());
    let report = answer.report;
    let with_errors = report.objects_with_errors().into_iter();
    let with_errors = with_errors.map(String::from).collect();
    let outcome = Outcome {
        json: command.display.json.then(|| report.to_json()),
        table,
        open: report.certificate.objects_open,
        written: report.written,
    };
    Ok((outcome, with_errors))
}

/// Cuts all objects.
fn cut(
    task: &RegionTask<'_>,
    document: &Document,
    progress: &Progress,
) -> Result<RegionAnswer, CommandError> {
    progress.begin("cutting");
    let objects = task.totals.objects;
    let mut times = Times::start();
    let answer = task.cut(document, |stage| {
        times.add(stage);
        if let Stage::Done(done) = stage {
            progress.count(done, objects);
        }
    })?;
    times.log_parts(objects, answer.report.objects.cut, progress);
    Ok(answer)
}

fn write(
    command: &RegionCommand,
    task: &RegionTask<'_>,
    document: &Document,
    outputs: Option<Outputs>,
    progress: &Progress,
    answer: &mut RegionAnswer,
    notes: &mut Notes,
) -> Result<(), CommandError> {
    let (Some(outputs), Some(selected)) = (outputs, &command.request.outputs) else {
        return Ok(());
    };
    let files = RegionFiles {
        request: &command.request,
        selected,
        task,
        document,
        progress,
    };
    files.write(outputs, answer, notes)
}

/// Adds a note if the region misses the model or contains all of it. For a division, adds a note for each plane that
/// has all objects on the same side.
fn note_missed(
    command: &RegionCommand,
    task: &RegionTask<'_>,
    answer: &RegionAnswer,
    notes: &mut Notes,
) {
    let planes = &command.request.planes;
    let Some(bounds) = task.totals.bounds else {
        return;
    };
    let range = |axis: usize| {
        let [low, high] = [bounds.min()[axis], bounds.max()[axis]];
        let [low, high] = [low, high].map(|end| coordinate(end, high - low));
        format!("{} runs from {low} to {high}", ["x", "y", "z"][axis])
    };
    // For a plane perpendicular to an axis, the note has the model's range on this axis. For other planes, it has all
    // three ranges.
    let ranges = |plane: &transect::Plane| {
        let normal = plane.normal();
        let axes: Vec<usize> = (0..3).filter(|&axis| normal[axis] != 0.0).collect();
        let axes = if axes.len() == 1 { axes } else { vec![0, 1, 2] };
        axes.into_iter().map(range).collect::<Vec<_>>().join(", ")
    };
    let objects = &answer.scene.objects;
    // The ends of a grid are often those of the model.
    if planes.kind == RegionKind::Grid {
        return;
    }
    if planes.kind.is_division() {
        for (index, plane) in planes.planes.iter().enumerate() {
            if answer.report.planes[index].objects > 0 {
                continue;
            }
            let mut sides = objects.iter().filter_map(|object| object.sides.get(index));
            let first = sides.next();
            if first.is_some() && sides.all(|side| Some(side) == first) {
                notes.add(format!(
                    "the plane {} misses the model: {}",
                    plane.text,
                    ranges(plane.plane.plane())
                ));
            }
        }
        return;
    }
    let mut relations = objects.iter().filter_map(|object| object.relation);
    let Some(first) = relations.next() else {
        return;
    };
    if first == Overlap::Meets || relations.any(|other| other != first) {
        return;
    }
    if first == Overlap::Inside {
        notes.add("the whole model lies inside the region, so nothing is cut");
        return;
    }
    let behind = planes.planes.iter().enumerate().find(|(index, _)| {
        let mut sides = objects.iter().filter_map(|object| object.sides.get(*index));
        sides.all(|&side| side == transect::Side::Back)
    });
    notes.add(match behind {
        Some((_, plane)) => format!(
            "the region misses the model, which lies behind the plane {} ({}): {}",
            plane.name,
            plane.plane.plane(),
            ranges(plane.plane.plane())
        ),
        None => format!(
            "no object has a part with thickness inside the region; {}",
            (0..3).map(range).collect::<Vec<_>>().join(", ")
        ),
    });
}
