//! Writes `layers.cli`: the layers with their thickness, for machines that build a part layer by layer.

use crate::numbers::{counted, measured};
use crate::slice::outputs::SliceOutput;
use crate::slice::task::{Layer, SliceTask};
use crate::slice::watch::SliceWatch;
use transect::length_unit::LengthUnit;
use transect_draw::Item;
use transect_io::{CommonLayerHeader, CommonLayerWriter, Contour, OutputFile, Outputs};

use crate::slice::files::error::SliceFileError;

/// The writer of the file `layers.cli`.
pub(super) struct CommonLayers {
    writer: CommonLayerWriter<OutputFile>,
}

impl CommonLayers {
    /// Writes the header.
    pub(super) fn begin(
        task: &SliceTask<'_>,
        outputs: &mut Outputs,
        watch: &dyn SliceWatch,
    ) -> Result<Self, SliceFileError> {
        let layers = &task.solid_layers;
        let (encoding, resolution) = task.request().common_layers;
        let known: Option<LengthUnit> = task.unit.as_deref().and_then(|unit| unit.parse().ok());
        if known.is_none() {
            watch.note(format!(
                "{}: the unit of the model is not known, so lengths are taken as millimetres; --unit names it",
                SliceOutput::CommonLayers.name()
            ));
        }
        let window = task.head().window.unwrap_or_default();
        let heights = layers
            .iter()
            .flat_map(|layer| layer.faces.unwrap_or([layer.height; 2]));
        let [low, high] = heights
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], height| {
                [low.min(height), high.max(height)]
            });
        let base = layers
            .first()
            .and_then(|layer| layer.faces)
            .map(|[bottom, _]| bottom);
        let header = CommonLayerHeader {
            encoding,
            unit: resolution,
            millimeters: known.map_or(1.0, LengthUnit::millimetres),
            bounds: [
                [window[0][0], window[0][1], low],
                [window[1][0], window[1][1], high],
            ],
            layers: layers.len() + usize::from(base.is_some()),
            labels: task.names().map(String::from).collect(),
            date: None,
        };
        let file = outputs.open(SliceOutput::CommonLayers.name())?;
        let mut writer = CommonLayerWriter::new(file, header)?;
        if let Some(base) = base {
            // The format stores the height of the upper face of each layer. So the height of the lowest face is stored
            // as that of a layer without outlines.
            writer.add(base, [])?;
        }
        Ok(Self { writer })
    }

    /// Writes a layer.
    pub(super) fn add(&mut self, layer: &Layer, items: &[&Item]) -> Result<(), SliceFileError> {
        let contours = items.iter().flat_map(|item| {
            let outline = |points, closed| Contour {
                object: item.index,
                points,
                closed,
            };
            let loops = item
                .boundary()
                .iter()
                .map(move |points| outline(&**points, true));
            loops.chain(
                item.chains
                    .iter()
                    .map(move |points| outline(&**points, false)),
            )
        });
        let height = layer.at.faces.map_or(layer.at.height, |[_, top]| top);
        Ok(self.writer.add(height, contours)?)
    }

    /// Ends the file, and adds notes about the differences between the file and the layers.
    pub(super) fn finish(self, watch: &dyn SliceWatch) -> Result<(), SliceFileError> {
        let summary = self.writer.finish()?;
        let name = SliceOutput::CommonLayers.name();
        if summary.left_out > 0 {
            watch.note(format!(
                "{name} lacks {} smaller than its resolution; --cli-unit sets a finer one",
                counted(summary.left_out, "outline")
            ));
        }
        if summary.open_lines > 0 {
            watch.note(format!(
                "{name} holds {} of open objects: machines cannot fill them",
                counted(summary.open_lines, "open line")
            ));
        }
        if summary.largest_change > 0.0 {
            watch.note(format!(
                "{name} stores multiples of its unit: coordinates change by up to {} mm",
                measured(summary.largest_change)
            ));
        }
        Ok(())
    }
}
