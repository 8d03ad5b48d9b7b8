//! The files of `transect slice -o DIR`. They are written layer by layer, and either all of them appear or none.

pub mod error;
mod maps;
mod masks;
mod plans;
mod solid;

use std::io::Write;
use std::path::PathBuf;

use crate::numbers::{counted, measured};
use crate::slice::outputs::{SliceOutput, layer_file};
use crate::slice::report::SliceReport;
use crate::slice::request::SliceOutputs;
use crate::slice::surface::UpperSurface;
use crate::slice::table;
use crate::slice::task::{Layer, SliceTask};
use crate::slice::watch::SliceWatch;
use crate::unit::Units;
use crate::user_error::UserError;
use transect_draw::{ContourDrawing, ContourLine, Item, LayerSheet};
use transect_io::{OutputFile, Outputs};

use crate::slice::files::error::SliceFileError;
use crate::slice::files::maps::Maps;
use crate::slice::files::masks::Masks;
use crate::slice::files::plans::Plans;
use crate::slice::files::solid::CommonLayers;

/// The outputs that need the sections of each layer as a drawing.
const DRAWN: [SliceOutput; 5] = [
    SliceOutput::Layers,
    SliceOutput::Sheet,
    SliceOutput::Dxf,
    SliceOutput::GeoJson,
    SliceOutput::Wkb,
];

/// The selected files, to which layers are added one after another.
pub(super) struct LayerFiles<'a> {
    task: &'a SliceTask<'a>,
    selected: &'a SliceOutputs,
    watch: &'a dyn SliceWatch,
    outputs: Outputs,
    sheet: Option<LayerSheet>,
    contours: Option<ContourDrawing>,
    maps: Maps,
    surface: Option<UpperSurface>,
    common_layers: Option<CommonLayers>,
    masks: Option<Masks>,
    plans: Option<Plans<'a>>,
    /// The number of layers added so far.
    added: usize,
}

impl<'a> LayerFiles<'a> {
    /// Begins the files to which each layer is added.
    pub(super) fn begin(
        task: &'a SliceTask<'a>,
        mut outputs: Outputs,
        selected: &'a SliceOutputs,
        watch: &'a dyn SliceWatch,
    ) -> Result<Self, SliceFileError> {
        let files = &selected.files;
        let needs_lines = files.contains_any(&[SliceOutput::Contours, SliceOutput::ContourLines]);
        watch.begin("looking for terrain");
        let surface = needs_lines.then(|| task.upper_surface()).flatten();
        let contours = files.contains(SliceOutput::Contours).then(|| {
            let mut contours =
                ContourDrawing::new(task.head().clone(), contour_title(task, surface.is_some()));
            if let Some(surface) = &surface {
                contours.shade(surface.triangles());
            }
            contours
        });
        let maps = Maps::begin(task, files, &mut outputs)?;
        let common_layers = if files.contains(SliceOutput::CommonLayers) {
            Some(CommonLayers::begin(task, &mut outputs, watch)?)
        } else {
            None
        };
        let masks = if files.contains_any(&[SliceOutput::Masks, SliceOutput::MaskArchive]) {
            Some(Masks::begin(task, files, &mut outputs)?)
        } else {
            None
        };
        Ok(Self {
            sheet: files.contains(SliceOutput::Sheet).then(|| sheet(task)),
            task,
            selected,
            watch,
            outputs,
            contours,
            maps,
            surface,
            common_layers,
            masks,
            plans: Plans::begin(task.request()),
            added: 0,
        })
    }

    /// Adds a layer to all selected files but `layers.cli` and the masks, which [`Self::add_solid`] fills.
    pub(super) fn add(&mut self, layer: &Layer) -> Result<(), SliceFileError> {
        let (task, index) = (self.task, self.added);
        self.added += 1;
        let files = &self.selected.files;
        if files.contains_any(&DRAWN) || self.plans.is_some() {
            let drawing = task.drawing(layer);
            self.maps.add(layer.at.height, &drawing)?;
            if files.contains(SliceOutput::Layers) && !Plans::has_layers(task.request()) {
                let mut file = self.outputs.open(&layer_file(index, task.layers.len()))?;
                put(&mut file, drawing.to_svg().as_bytes())?;
                file.finish()?;
            }
            if let Some(sheet) = self
                .sheet
                .as_mut()
                .filter(|_| index.is_multiple_of(every(task.layers.len())))
            {
                let area: f64 = drawing.items.iter().map(|item| item.area).sum();
                let note = format!("{}{}", measured(area), Units::of(task.unit.as_deref()).area);
                sheet.add(&drawing, &height(task, layer), &note);
            }
            if let Some(plans) = &mut self.plans {
                plans.add(drawing);
            }
        }
        if files.contains_any(&[SliceOutput::Contours, SliceOutput::ContourLines]) {
            let lines: Vec<ContourLine> = match &self.surface {
                Some(surface) => surface.lines(&layer.plane),
                None => task.lines(layer),
            };
            if let Some(contours) = &mut self.contours {
                contours.add(
                    &task.labels.drawn(layer.at.height),
                    is_heavy(task, index),
                    &lines,
                );
            }
            self.maps.add_lines(layer.at.height, lines, task.head())?;
        }
        Ok(())
    }

    /// Returns `true` if `layers.cli` or masks are selected. These files need layers with a thickness.
    pub(super) fn needs_solid_layers(&self) -> bool {
        self.common_layers.is_some() || self.masks.is_some()
    }

    /// Adds a layer of [`SliceTask::solid_layers`] to `layers.cli` and the masks, if they are selected.
    pub(super) fn add_solid(&mut self, layer: &Layer) -> Result<(), SliceFileError> {
        if !self.needs_solid_layers() {
            return Ok(());
        }
        let drawing = self.task.drawing(layer);
        let is_drawn = |item: &&Item| {
            !drawing
                .hidden_classes
                .iter()
                .any(|class| class == item.class())
        };
        let items: Vec<&Item> = drawing.items.iter().filter(is_drawn).collect();
        if let Some(file) = &mut self.common_layers {
            file.add(layer, &items)?;
        }
        if let Some(masks) = &mut self.masks {
            masks.add(&items, &mut self.outputs)?;
        }
        Ok(())
    }

    /// Writes the files that need all layers, and moves all files to their final names. Lists the files in `report`,
    /// and returns their paths.
    pub(super) fn finish(
        mut self,
        report: &mut SliceReport,
    ) -> Result<Vec<PathBuf>, SliceFileError> {
        self.maps.finish()?;
        if let Some(file) = self.common_layers.take() {
            file.finish(self.watch)?;
        }
        if let Some(masks) = self.masks.take() {
            masks.finish()?;
        }
        if let Some(plans) = self.plans.take() {
            let watch = self.watch;
            let note = |text| watch.note(text);
            plans.finish(note, |name, bytes| self.write_named(name, bytes))?;
        }
        if let Some(sheet) = self.sheet.take() {
            self.write(SliceOutput::Sheet, sheet.finish().as_bytes())?;
        }
        if let Some(contours) = self.contours.take() {
            self.write(SliceOutput::Contours, contours.finish().as_bytes())?;
        }
        if self.selected.files.contains(SliceOutput::Table) {
            let mut text = Vec::new();
            table::write(&report.layers, &mut text).map_err(UserError::new)?;
            self.write(SliceOutput::Table, &text)?;
        }
        let mut places = self.outputs.targets();
        if self.selected.files.contains(SliceOutput::Report) {
            // The report lists itself, so its path is added before it is written.
            places.push(self.selected.folder.path.join(SliceOutput::Report.name()));
        }
        report.written = places
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        if self.selected.files.contains(SliceOutput::Report) {
            self.write(SliceOutput::Report, (report.to_json() + "\n").as_bytes())?;
        }
        self.watch.begin("moving");
        Ok(self.outputs.commit()?)
    }

    fn write(&mut self, output: SliceOutput, bytes: &[u8]) -> Result<(), SliceFileError> {
        self.write_named(output.name(), bytes)
    }

    fn write_named(&mut self, name: &str, bytes: &[u8]) -> Result<(), SliceFileError> {
        self.watch.begin(&format!("writing {name}"));
        let mut file = self.outputs.open(name)?;
        put(&mut file, bytes)?;
        Ok(file.finish()?)
    }
}

fn put(file: &mut OutputFile, bytes: &[u8]) -> Result<(), SliceFileError> {
    file.write_all(bytes)
        .map_err(|error| file.failure(error).into())
}

/// Returns the number n such that the sheet shows every n-th layer.
fn every(layers: usize) -> usize {
    layers.div_ceil(LayerSheet::MOST).max(1)
}

fn height(task: &SliceTask<'_>, layer: &Layer) -> String {
    format!(
        "{} = {}",
        task.direction().name(),
        task.labels.drawn(layer.at.height)
    )
}

fn sheet(task: &SliceTask<'_>) -> LayerSheet {
    let every = every(task.layers.len());
    let shown = task.layers.len().div_ceil(every);
    let which = match every {
        1 => counted(shown, "layer"),
        _ => format!(
            "{shown} of {}, one in {every}",
            counted(task.layers.len(), "layer")
        ),
    };
    let subtitle = format!("{which}  ·  {}  ·  {}", heights(task), unit(task));
    LayerSheet::new(task.head().clone(), subtitle, shown)
}

fn contour_title(task: &SliceTask<'_>, is_terrain: bool) -> String {
    let noun = if is_terrain { "contour" } else { "height" };
    let lines = counted(task.layers.len(), noun);
    format!("{lines}  ·  {}  ·  {}", heights(task), unit(task))
}

/// Returns the text about the heights: their range, and the step between them if there is one.
fn heights(task: &SliceTask<'_>) -> String {
    let ends = [task.layers.first(), task.layers.last()];
    let [Some(first), Some(last)] =
        ends.map(|end| end.map(|layer| task.labels.drawn(layer.height)))
    else {
        return String::new();
    };
    let name = task.direction().name();
    if task.layers.len() == 1 {
        return format!("{name} = {first}");
    }
    let step = task.step().map_or(String::new(), |step| {
        format!(", every {step}{}", Units::of(task.unit.as_deref()).length)
    });
    format!("{name} = {first} to {last}{step}")
}

fn unit(task: &SliceTask<'_>) -> String {
    format!("unit: {}", task.unit.as_deref().unwrap_or("file units"))
}

/// Returns `true` if the lines of a layer are heavier and labelled. With a step, these are the layers whose height is
/// about a multiple of five steps. Otherwise, every fifth layer has such lines. If there are at most five layers, all
/// of them have such lines.
fn is_heavy(task: &SliceTask<'_>, index: usize) -> bool {
    if task.layers.len() <= ContourDrawing::HEAVIER {
        return true;
    }
    (task.first_multiple() + index as i64).rem_euclid(ContourDrawing::HEAVIER as i64) == 0
}
