//! `transect slice`: reads, slices, draws, writes and reports.

mod summary;

use std::cell::RefCell;
use std::time::Instant;

use transect::Plane;
use transect_io::{Document, Outputs};
use transect_report::heights::LayerHeight;
use transect_report::numbers::{coordinate, counted, grouped, measured};
use transect_report::slice::labels::Direction;
use transect_report::slice::report::SliceReport;
use transect_report::slice::request::SliceRequest;
use transect_report::slice::run::Sliced;
use transect_report::slice::task::SliceTask;
use transect_report::slice::watch::SliceWatch;
use transect_report::unit::Units;

use crate::command::SliceCommand;
use crate::error::CommandError;
use crate::input::Input;
use crate::job::{Desk, Job, ModelCommand};
use crate::notes::Notes;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::slice::summary::summary;
use crate::steps;

impl ModelCommand for SliceCommand {
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
        let meshes = Input::meshes(&self.models, "sections")?;
        let work = |document: Document, desk: Desk<'_>| outcome(self, document, desk);
        self.job().read(meshes, desk, work)
    }

    fn be_one_of_many(&mut self) {
        self.display.json = true;
        self.in_vain = None;
    }
}

/// The names of the columns of [`row`].
pub(crate) const COLUMNS: [&str; 5] = ["objects", "open", "layers", "largest area", "bad layers"];

/// Returns the row of `--each`: the numbers of objects and layers, the area of the largest section, and the number of layers
/// that are blank or have open outlines.
fn row(report: &SliceReport, bad_layers: usize, unit: Option<&str>) -> Vec<String> {
    let areas = report.layers.iter().map(|layer| layer.area);
    let largest = areas.reduce(f64::max).map_or("-".to_string(), |area| {
        format!("{}{}", measured(area), Units::of(unit).area)
    });
    let objects = &report.objects;
    let [total, open, layers, bad] =
        [objects.total, objects.open, report.layers.len(), bad_layers].map(grouped);
    [total, open, layers, largest, bad].into()
}

fn outcome(
    command: &SliceCommand,
    document: Document,
    desk: Desk<'_>,
) -> Result<Outcome, CommandError> {
    let Desk {
        outputs,
        progress,
        notes,
    } = desk;
    let request = &request(command, &document, progress, notes)?;
    progress.begin("placing");
    let counting = Instant::now();
    let task = request.begin(&document)?;
    steps::counted_all(&task.totals, counting, progress);
    if let (Some(outputs), Some(selected)) = (&outputs, &request.outputs) {
        outputs.check(
            &selected
                .files
                .files(task.layers.len(), task.solid_layers.len()),
        )?;
    }
    // The document is no longer needed, because the task has its own copy of the objects, in world coordinates.
    drop(document);
    notes.unknown_classes(&request.hidden, task.names());
    note_missed(request.direction, &task, notes);
    notes.closing(&task.changes());
    if command.weld.is_none() {
        notes.cracks(task.world(), &task.open_objects());
    }
    notes.bodies(task.world(), &task.met_objects());
    if request.snaps {
        notes.add(task.moved.note());
    }
    if let Some(note) = task.left_out() {
        notes.add(note);
    }
    let with_volumes = command.display.json || !command.display.quiet;
    let Sliced {
        report, defects, ..
    } = slice(with_volumes, &task, outputs, progress, notes)?;
    let unknown = task.unknown_volumes();
    if unknown > 0 {
        notes.add(format!(
            "the volume of {} is not known, because bodies cross or touch, and it is not part of volumes behind planes",
            counted(unknown, "object")
        ));
    }
    let table = summary(&task, &report, &Screen::stdout());
    let bad_layers = defects.open.layers + defects.blank.layers;
    Ok(Outcome {
        json: command.display.json.then(|| report.to_json()),
        table,
        row: row(&report, bad_layers, task.unit.as_deref()),
        open: task.open().map(String::from).collect(),
        written: report.written,
        bad_layers,
        is_sparse: sparse(&task, notes),
        ..Outcome::default()
    })
}

/// Returns the request, with the axis that points up and the map and the north arrow that depend on it. With
/// `--storeys`, this searches for storeys, and the layers are their plans.
fn request(
    command: &SliceCommand,
    document: &Document,
    progress: &Progress,
    notes: &mut Notes,
) -> Result<SliceRequest, CommandError> {
    let mut request = command.request.clone();
    match command.storeys {
        Some(search) => {
            progress.begin("looking for storeys");
            let storeys = search.find(document, &request.selection, request.unit.as_deref())?;
            request = request.of_storeys(storeys)?;
        }
        None if request.outputs.is_some() => request.up = command.axes.up(document, notes)?,
        None => return Ok(request),
    }
    let planes: Vec<Plane> = request.direction.plane(0.0).into_iter().collect();
    request.crs = command.axes.map(&planes, request.up)?;
    if let Some(paper) = &mut request.paper {
        paper.north = command.axes.arrow(&planes, request.up)?;
    }
    Ok(request)
}

/// Passes the progress of slicing to the progress line and the log, and keeps the notes.
struct Watch<'p> {
    progress: &'p Progress,
    notes: RefCell<Notes>,
    since: Instant,
    /// The text of the log when all layers are computed.
    sliced: String,
}

impl SliceWatch for Watch<'_> {
    fn begin(&self, step: &str) {
        self.progress.begin(step);
    }

    fn count(&self, done: usize, total: usize) {
        self.progress.count(done, total);
    }

    fn sliced(&self) {
        self.progress.log(Some(self.since.elapsed()), &self.sliced);
    }

    fn note(&self, note: String) {
        self.notes.borrow_mut().add(note);
    }
}

/// Computes the layers and writes the selected files.
fn slice(
    with_volumes: bool,
    task: &SliceTask<'_>,
    outputs: Option<Outputs>,
    progress: &Progress,
    notes: &mut Notes,
) -> Result<Sliced, CommandError> {
    let watch = Watch {
        progress,
        notes: RefCell::default(),
        since: Instant::now(),
        sliced: format!(
            "sliced {} by {}",
            counted(task.totals.objects, "object"),
            counted(task.layers.len(), "plane")
        ),
    };
    let outcome = task.run(outputs, with_volumes, &watch);
    notes.append(watch.notes.into_inner());
    let sliced = outcome?;
    if !sliced.places.is_empty() {
        steps::written(&sliced.places, progress);
    }
    Ok(sliced)
}

/// Returns `true` if the floors of the storeys cover little of the building, and adds a note.
fn sparse(task: &SliceTask<'_>, notes: &mut Notes) -> bool {
    let unit = Units::of(task.unit.as_deref()).area;
    let storeys = task.request().storeys.as_ref();
    let Some(note) = storeys.and_then(|storeys| storeys.sparse(&unit)) else {
        return false;
    };
    notes.add(note);
    notes.hint("--axis names the axis that points up, and --heights gives heights");
    true
}

/// Adds a note if planes lie below or above the model.
fn note_missed(direction: Direction, task: &SliceTask<'_>, notes: &mut Notes) {
    let [low, high] = task.range;
    let misses = |layer: &&LayerHeight| layer.height < low || layer.height > high;
    let missed: Vec<String> = task
        .layers
        .iter()
        .filter(misses)
        .map(|layer| task.labels.text(layer.height))
        .collect();
    let Some(first) = missed.first() else {
        return;
    };
    let name = direction.name();
    let (which, verb) = match missed.len() {
        1 => (format!("the plane {name} = {first}"), "misses"),
        count => (
            format!("{} from {name} = {first} on", counted(count, "plane")),
            "miss",
        ),
    };
    let [low, high] = [low, high].map(|end| coordinate(end, high - low));
    notes.add(format!(
        "{which} {verb} the model: {name} runs from {low} to {high}"
    ));
}
