//! The files of `transect measure -o DIR`: either all of them are written, or none.

use std::io::Write;

use transect_io::Outputs;
use transect_report::measure::chart::chart;
use transect_report::measure::outputs::MeasureOutput;
use transect_report::measure::request::{MeasureOutputs, MeasureRequest, Measured};
use transect_report::measure::table::{write_heights, write_objects};

use crate::error::CommandError;
use crate::progress::Progress;
use crate::steps;

/// Writes the selected files, and lists them in the report.
pub(super) fn write(
    request: &MeasureRequest,
    selected: &MeasureOutputs,
    mut outputs: Outputs,
    measured: &mut Measured,
    progress: &Progress,
) -> Result<(), CommandError> {
    let names = selected.files.names();
    measured.report.written = selected.folder.places(&names);
    for output in MeasureOutput::ALL {
        if !selected.files.contains(output) {
            continue;
        }
        progress.begin(&format!("writing {}", output.name()));
        let bytes = contents(output, request, measured)?;
        let mut file = outputs.open(output.name())?;
        file.write_all(&bytes)
            .map_err(|error| CommandError::from(file.failure(error)))?;
        file.finish()?;
    }
    progress.begin("moving");
    let places = outputs.commit()?;
    steps::written(&places, progress);
    Ok(())
}

/// Returns the bytes of a file.
fn contents(
    output: MeasureOutput,
    request: &MeasureRequest,
    measured: &Measured,
) -> Result<Vec<u8>, CommandError> {
    let report = &measured.report;
    let mut bytes = Vec::new();
    match output {
        MeasureOutput::Objects => {
            write_objects(&report.objects_list, &mut bytes).map_err(CommandError::new)?;
        }
        MeasureOutput::Heights => {
            write_heights(&report.heights, &mut bytes).map_err(CommandError::new)?;
        }
        MeasureOutput::Curve => {
            // The selection contains curve.svg only if the request has a direction.
            if let (Some(direction), Some(curve)) = (request.direction, &measured.curve) {
                let chart = chart(request, direction, curve, report, measured.unit.as_deref());
                bytes = chart.to_svg().into_bytes();
            }
        }
        MeasureOutput::Report => bytes = (report.to_json() + "\n").into_bytes(),
    }
    Ok(bytes)
}
