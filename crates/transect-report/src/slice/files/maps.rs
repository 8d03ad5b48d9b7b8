//! The files for maps, databases and CAD: `contours.geojson`, `layers.geojson`, `layers.wkb` and `layers.dxf`. Each
//! file has the outlines of all layers.

use std::io;

use crate::error_kind::ErrorKind;
use crate::slice::outputs::{SliceOutput, SliceSelection};
use crate::slice::task::SliceTask;
use crate::user_error::UserError;
use transect_draw::{
    ContourLine, Drawing, DxfLayers, DxfLayersHeader, GeoJsonLayers, Item, LayerGeometry, WkbLayers,
};
use transect_io::{OutputFile, Outputs};

use crate::slice::files::error::SliceFileError;

/// The selected files, to which layers are added one after another.
pub(super) struct Maps {
    contours: Option<GeoJsonLayers<OutputFile>>,
    geojson: Option<GeoJsonLayers<OutputFile>>,
    wkb: Option<WkbLayers<OutputFile>>,
    dxf: Option<DxfLayers<OutputFile>>,
}

impl Maps {
    /// Begins the selected files.
    pub(super) fn begin(
        task: &SliceTask<'_>,
        files: &SliceSelection,
        outputs: &mut Outputs,
    ) -> Result<Self, SliceFileError> {
        let mut open = |output: SliceOutput| -> Result<Option<OutputFile>, SliceFileError> {
            let is_selected = files.contains(output);
            Ok(is_selected
                .then(|| outputs.open(output.name()))
                .transpose()?)
        };
        let contours = open(SliceOutput::ContourLines)?;
        let geojson = open(SliceOutput::GeoJson)?;
        let wkb = open(SliceOutput::Wkb)?
            .map(|file| WkbLayers::new(file, task.layers.len(), task.head().crs));
        let dxf = open(SliceOutput::Dxf)?.map(|file| DxfLayers::new(file, dxf_header(task)));
        Ok(Self {
            contours: contours.map(|file| GeoJsonLayers::new(file, LayerGeometry::Contours)),
            geojson: geojson.map(|file| GeoJsonLayers::new(file, LayerGeometry::Polygons)),
            wkb: wkb.transpose().map_err(failure(SliceOutput::Wkb))?,
            dxf: dxf.transpose().map_err(failure(SliceOutput::Dxf))?,
        })
    }

    /// Writes the contour lines of a height to `contours.geojson`, if it is selected.
    pub(super) fn add_lines(
        &mut self,
        height: f64,
        lines: Vec<ContourLine>,
        head: &Drawing,
    ) -> Result<(), SliceFileError> {
        let Some(file) = &mut self.contours else {
            return Ok(());
        };
        let (closed, open): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.is_closed);
        let points = |lines: Vec<ContourLine>| lines.into_iter().map(|line| line.points).collect();
        let item = Item {
            name: head.title.clone(),
            loops: points(closed),
            chains: points(open),
            ..Item::default()
        };
        let drawing = Drawing {
            items: vec![item],
            ..head.clone()
        };
        file.add(height, &drawing)
            .map_err(failure(SliceOutput::ContourLines))
    }

    /// Writes the sections of a layer to each selected file but `contours.geojson`.
    pub(super) fn add(&mut self, height: f64, drawing: &Drawing) -> Result<(), SliceFileError> {
        if let Some(file) = &mut self.geojson {
            file.add(height, drawing)
                .map_err(failure(SliceOutput::GeoJson))?;
        }
        if let Some(file) = &mut self.wkb {
            file.add(height, drawing)
                .map_err(failure(SliceOutput::Wkb))?;
        }
        if let Some(file) = &mut self.dxf {
            file.add(height, drawing)
                .map_err(failure(SliceOutput::Dxf))?;
        }
        Ok(())
    }

    /// Ends all files.
    pub(super) fn finish(&mut self) -> Result<(), SliceFileError> {
        if let Some(file) = self.contours.take() {
            file.finish().map_err(failure(SliceOutput::ContourLines))?;
        }
        if let Some(file) = self.geojson.take() {
            file.finish().map_err(failure(SliceOutput::GeoJson))?;
        }
        if let Some(file) = self.wkb.take() {
            file.finish().map_err(failure(SliceOutput::Wkb))?;
        }
        if let Some(file) = self.dxf.take() {
            file.finish().map_err(failure(SliceOutput::Dxf))?;
        }
        Ok(())
    }
}

fn dxf_header(task: &SliceTask<'_>) -> DxfLayersHeader {
    let heights: Vec<f64> = task.layers.iter().map(|layer| layer.height).collect();
    let [min, max] = task.head().window.unwrap_or_default();
    let low = heights.first().copied().unwrap_or_default();
    let high = heights.last().copied().unwrap_or_default();
    DxfLayersHeader {
        unit: task.unit.clone(),
        bounds: [[min[0], min[1], low], [max[0], max[1], high]],
        heights,
    }
}

/// Returns a function that converts an error of writing `output` to an error that names the file.
fn failure(output: SliceOutput) -> impl Fn(io::Error) -> SliceFileError {
    move |error| {
        let message = format!("{}: {error}", output.name());
        let error = UserError::with_hint(message, "nothing was written");
        error.of_kind(ErrorKind::Output).into()
    }
}
