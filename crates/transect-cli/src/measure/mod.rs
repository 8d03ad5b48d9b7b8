//! `transect measure`: reads, measures, writes and reports.

mod files;
mod open;
mod rows;
mod summary;

use std::time::Instant;

use transect_io::Document;
use transect_report::listing::names as named;
use transect_report::measure::report::{MeasureReport, ObjectMeasures};
use transect_report::measure::request::Measured;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::unit::Units;

use crate::command::MeasureCommand;
use crate::error::CommandError;
use crate::input::Input;
use crate::job::{Desk, Job, ModelCommand};
use crate::measure::files::write;
use crate::measure::summary::summary;
use crate::notes::Notes;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::steps;

impl ModelCommand for MeasureCommand {
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
        let meshes = Input::meshes(&self.models, "surface to measure")?;
        let work = |document: Document, desk: Desk<'_>| outcome(self, &document, desk);
        self.job().read(meshes, desk, work)
    }

    fn be_one_of_many(&mut self) {
        self.display.json = true;
        self.in_vain = None;
    }
}

/// Returns the names of the columns of [`row`], with one for each volume of `--volume`.
pub(crate) fn columns(volumes: &[String]) -> Vec<String> {
    let columns = ["objects", "open", "volume", "area"].map(String::from);
    let heights = volumes.iter().map(|volume| format!("height of {volume}"));
    columns.into_iter().chain(heights).collect()
}

/// Returns the row of `--each`: the numbers of objects, their volume and area, and the heights of the asked volumes.
fn row(report: &MeasureReport, unit: Option<&str>) -> Vec<String> {
    let units = Units::of(unit);
    let with = |value: Option<f64>, unit: &str| {
        value.map_or("-".to_string(), |value| {
            format!("{}{unit}", measured(value))
        })
    };
    let total = report.total.as_ref();
    let heights = report.volumes.iter();
    let heights = heights.map(|own| with(Some(own.height), &units.length));
    let counts = [report.objects.total, report.objects.open].map(grouped);
    let measures = [
        with(total.and_then(|own| own.volume), &units.volume),
        with(total.map(|own| own.area), &units.area),
    ];
    counts.into_iter().chain(measures).chain(heights).collect()
}

fn outcome(
    command: &MeasureCommand,
    document: &Document,
    desk: Desk<'_>,
) -> Result<Outcome, CommandError> {
    let Desk {
        outputs,
        progress,
        notes,
    } = desk;
    if let (Some(outputs), Some(selected)) = (&outputs, &command.request.outputs) {
        outputs.check(&selected.files.names())?;
    }
    let mut measured = measure(command, document, progress)?;
    note_objects(&measured.report, notes);
    let changes = measured.changes.iter();
    let changes: Vec<_> = changes.map(|(name, changes)| (&**name, changes)).collect();
    notes.closing(&changes);
    let scene = &document.scene;
    let wanted = command.request.selection.nodes(scene, |_| true)?;
    let nodes = scene.objects().filter(|&node| wanted[node]);
    let open = nodes.zip(&measured.changes);
    let open = open.filter(|(_, (_, changes))| changes.open_edges > 0);
    notes.cracks(scene, &open.map(|(node, _)| node).collect::<Vec<_>>());
    if let (Some(outputs), Some(selected)) = (outputs, &command.request.outputs) {
        write(&command.request, selected, outputs, &mut measured, progress)?;
    }
    let table = summary(command, &measured, &Screen::stdout());
    let row = row(&measured.report, measured.unit.as_deref());
    let report = measured.report;
    Ok(Outcome {
        json: command.display.json.then(|| report.to_json()),
        table,
        row,
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
    let unknown = names(report, |object| {
        object.closed && object.measures.volume.is_none()
    });
    let unknown: Vec<&str> = unknown.iter().map(String::as_str).collect();
    notes.unknown_volumes(&unknown, "the totals");
    let inverted = names(report, |object| {
        object
            .measures
            .signed_volume
            .is_some_and(|volume| volume < 0.0)
    });
    if !inverted.is_empty() {
        let verb = if inverted.len() == 1 { "has" } else { "have" };
        notes.add(format!(
            "{} {verb} a negative signed volume, because the faces point inward: {}",
            counted(inverted.len(), "object"),
            named(&inverted)
        ));
    }
}
