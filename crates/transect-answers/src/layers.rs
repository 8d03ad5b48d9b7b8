//! `POST layers` and `GET layers/…`: parallel sections in layers of equal thickness, and the files that
//! `transect slice --count` writes for them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};
use transect::Plane;
use transect::polygons::InsideRule;
use transect_io::{MemoryFiles, Outputs};
use transect_report::heights::HeightRule;
use transect_report::request::Folder;
use transect_report::slice::files::error::SliceFileError;
use transect_report::slice::labels::Direction;
use transect_report::slice::outputs::{SliceOutput, SliceSelection};
use transect_report::slice::request::{SliceOutputs, SliceRequest};
use transect_report::slice::watch::Unwatched;
use transect_report::{OnPlaneRule, SectionRule};

use crate::error::{AnswerError, Status};
use crate::export::{failed, numbers};
use crate::model::Model;
use crate::rules;

/// The greatest number of layers that a request may ask for.
const MOST: usize = 1000;

/// The files that can be downloaded.
const FILES: [SliceOutput; 6] = [
    SliceOutput::Sheet,
    SliceOutput::Contours,
    SliceOutput::Dxf,
    SliceOutput::GeoJson,
    SliceOutput::Table,
    SliceOutput::Report,
];

/// The body of the question `layers`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LayersRequest {
    /// The direction of heights, of any length.
    normal: [f64; 3],
    /// The number of layers.
    count: usize,
    #[serde(default)]
    on_plane: OnPlaneRule,
    #[serde(default, deserialize_with = "rules::inside")]
    inside: InsideRule,
    pub(crate) client: Option<String>,
    pub(crate) sequence: Option<u64>,
}

impl LayersRequest {
    /// Parses the query of an address: `?normal=x,y,z&count=N`, and `&on_plane=back` or `&inside=odd`.
    pub(crate) fn of_query(query: &HashMap<String, String>) -> Result<Self, AnswerError> {
        // The caller reads the parameter `model`.
        let known = ["normal", "count", "on_plane", "inside", "model"];
        if let Some(key) = query.keys().find(|key| !known.contains(&key.as_str())) {
            let error = AnswerError::bad(format!("unknown parameter {key:?}"));
            return Err(error.with_hint(format!("there are: {}", known.join(", "))));
        }
        let get = |key: &str| query.get(key).map(String::as_str).unwrap_or_default();
        let count = get("count")
            .parse()
            .map_err(|_| AnswerError::bad("count must be a whole number"))?;
        let SectionRule { on_plane, inside } = rules::of_query(query)?;
        Ok(Self {
            normal: numbers("normal", get("normal"))?,
            count,
            on_plane,
            inside,
            client: None,
            sequence: None,
        })
    }

    /// Returns the request with which `transect slice --normal … --count …` would slice the model.
    fn slice(&self, model: &Model) -> Result<SliceRequest, AnswerError> {
        if !(1..=MOST).contains(&self.count) {
            let message = format!(
                "count: {} is out of range; it must be from 1 to {MOST}",
                self.count
            );
            return Err(AnswerError::bad(message));
        }
        let direction = Direction::of(self.normal).ok_or_else(|| {
            AnswerError::new(
                Status::Impossible,
                "normal: the direction is zero, or a number is not finite",
            )
        })?;
        let rule = HeightRule::Count {
            count: self.count,
            from: None,
            to: None,
        };
        Ok(SliceRequest {
            rule: SectionRule {
                on_plane: self.on_plane,
                inside: self.inside,
            },
            unit: model.unit.clone(),
            ..SliceRequest::new(direction, rule)
        })
    }
}

/// Returns the layers of a request: the height, its text and the plane of each layer, and the names of the files.
pub(crate) fn layers(model: &Model, request: &LayersRequest) -> Result<Value, AnswerError> {
    let slice = request.slice(model)?;
    let task = slice.begin(&model.document)?;
    let layers = task.layers.iter().map(|at| {
        // Equations on the page have no spaces.
        let equation = |plane: Plane| json!({"text": plane.to_string().replace(' ', "")});
        json!({
            "height": at.height,
            "text": format!("{} = {}", slice.direction.name(), task.labels.drawn(at.height)),
            "plane": slice.direction.plane(at.height).map(equation),
        })
    });
    Ok(json!({"layers": layers.collect::<Vec<_>>(), "files": FILES.map(SliceOutput::name)}))
}

/// Returns a file that can be downloaded, and its media type. Returns an error with the names of all files if there is
/// no such file.
pub(crate) fn named(name: &str) -> Result<(SliceOutput, &'static str), AnswerError> {
    let Some(output) = FILES.into_iter().find(|output| output.name() == name) else {
        let error = AnswerError::new(Status::NotFound, "there is no such file");
        return Err(error.with_hint(format!(
            "there are: {}",
            FILES.map(SliceOutput::name).join(", ")
        )));
    };
    let media_type = match output {
        SliceOutput::Dxf => "image/vnd.dxf",
        SliceOutput::GeoJson => "application/geo+json",
        SliceOutput::Table => "text/csv; charset=utf-8",
        SliceOutput::Report => "application/json",
        _ => "image/svg+xml",
    };
    Ok((output, media_type))
}

/// Returns the bytes of a file. The report is what `--json` prints, so it lists no written files.
pub(crate) fn file(
    model: &Model,
    output: SliceOutput,
    request: &LayersRequest,
) -> Result<Vec<u8>, AnswerError> {
    let mut slice = request.slice(model)?;
    if output == SliceOutput::Report {
        let task = slice.begin(&model.document)?;
        let sliced = task.run(None, true, &Unwatched).map_err(of_slice)?;
        return Ok((sliced.report.to_json() + "\n").into_bytes());
    }
    slice.outputs = Some(SliceOutputs {
        folder: Folder {
            path: PathBuf::new(),
            replaces: false,
            inputs: Vec::new(),
        },
        files: SliceSelection::of_outputs(output.name(), &[output]),
    });
    let task = slice.begin(&model.document)?;
    let files = MemoryFiles::default();
    task.run(Some(Outputs::in_memory(&files)), false, &Unwatched)
        .map_err(of_slice)?;
    let file = files.take(Path::new(output.name()));
    file.ok_or_else(|| failed("no file was written"))
}

fn of_slice(error: SliceFileError) -> AnswerError {
    match error {
        SliceFileError::Task(error) => error.into(),
        other => failed(other),
    }
}
