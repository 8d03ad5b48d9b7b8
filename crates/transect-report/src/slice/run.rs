//! Computes all layers of a task, and writes the files that its request selects.

use std::path::PathBuf;

use transect_io::Outputs;

use crate::slice::defects::LayerDefects;
use crate::slice::files::LayerFiles;
use crate::slice::files::error::SliceFileError;
use crate::slice::outputs::SliceOutput;
use crate::slice::report::SliceReport;
use crate::slice::task::SliceTask;
use crate::slice::watch::SliceWatch;

/// The result of slicing.
pub struct Sliced {
    /// The report.
    pub report: SliceReport,
    /// The paths of the files.
    pub places: Vec<PathBuf>,
    /// The defects of the layers: of those that masks show, if masks are written.
    pub defects: LayerDefects,
}

impl SliceTask<'_> {
    /// Computes the layers in ascending order and adds them to the report. Writes the selected files of the request into
    /// `outputs`: all files or none. The report has the volumes behind
    /// the planes if `with_volumes` is `true`, or if a file needs them.
    ///
    /// # Errors
    /// Returns a [`SliceFileError`] if the layers cannot be computed, or a file cannot be written.
    pub fn run(
        &self,
        outputs: Option<Outputs>,
        with_volumes: bool,
        watch: &dyn SliceWatch,
    ) -> Result<Sliced, SliceFileError> {
        let mut defects = LayerDefects::default();
        let mut report = SliceReport::of(self);
        let selected = self.request().outputs.as_ref();
        let mut files = match (outputs, selected) {
            (Some(outputs), Some(selected)) => {
                Some(LayerFiles::begin(self, outputs, selected, watch)?)
            }
            _ => None,
        };
        let tables = [SliceOutput::Table, SliceOutput::Report];
        let writes_tables = selected.is_some_and(|selected| selected.files.contains_any(&tables));
        watch.begin("slicing");
        for (done, layer) in self.layers_at(&self.layers)?.enumerate() {
            watch.count(done, self.layers.len());
            defects.add(self, done + 1, &layer);
            report
                .layers
                .push(self.report(&layer, with_volumes || writes_tables));
            if let Some(files) = &mut files {
                files.add(&layer)?;
                if self.solid_layers == self.layers {
                    files.add_solid(&layer)?;
                }
            }
        }
        if let Some(files) = files.as_mut().filter(|files| files.needs_solid_layers())
            && self.solid_layers != self.layers
        {
            watch.begin("slicing in the middle of layers");
            // The masks are made of these layers.
            defects = LayerDefects::default();
            for (done, layer) in self.layers_at(&self.solid_layers)?.enumerate() {
                watch.count(done, self.solid_layers.len());
                defects.add(self, done + 1, &layer);
                files.add_solid(&layer)?;
            }
        }
        watch.sliced();
        let places = files.map_or(Ok(Vec::new()), |files| files.finish(&mut report))?;
        for note in defects.notes(self) {
            watch.note(note);
        }
        Ok(Sliced {
            report,
            places,
            defects,
        })
    }
}
