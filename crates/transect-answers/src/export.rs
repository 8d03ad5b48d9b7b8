//! `GET export/…`: the files of `transect cut -o`, byte for byte.

use std::collections::HashMap;
use std::fmt::Display;

use transect::CuttingPlane;
use transect_io::{Document, Format, MemoryFiles, Outputs};
use transect_mesh::scene::Scene;
use transect_report::CutRequest;
use transect_report::SectionRule;
use transect_report::drawing::drawing;
use transect_report::objects;
use transect_report::request::CutAnswer;

use crate::error::{AnswerError, Status};
use crate::model::Model;
use crate::plane_request::{PlaneRequest, PointAndNormal};
use crate::rules;
use crate::whole_cut::{answer, request};

/// An output file of the cut that can be downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Export {
    Svg,
    Dxf,
    Front,
    Back,
    Objects,
    Report,
}

impl Export {
    const NAMES: [(&str, Self); 6] = [
        ("section.svg", Self::Svg),
        ("section.dxf", Self::Dxf),
        ("front.glb", Self::Front),
        ("back.glb", Self::Back),
        ("objects.csv", Self::Objects),
        ("report.json", Self::Report),
    ];

    /// Returns the file with this name, or an error with the names of all files.
    pub(crate) fn named(name: &str) -> Result<Self, AnswerError> {
        let found = Self::NAMES.into_iter().find(|(known, _)| *known == name);
        let Some((_, export)) = found else {
            let names = Self::NAMES.map(|(name, _)| name).join(", ");
            let error = AnswerError::new(Status::NotFound, "there is no such file");
            return Err(error.with_hint(format!("there are: {names}")));
        };
        Ok(export)
    }

    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Dxf => "image/vnd.dxf",
            Self::Front | Self::Back => "model/gltf-binary",
            Self::Objects => "text/csv; charset=utf-8",
            Self::Report => "application/json",
        }
    }

    /// Returns the format of the half in this file, or `None` if the file does not hold a half. The cut is certified
    /// for coordinates as this format stores them.
    fn format(self) -> Option<Format> {
        matches!(self, Self::Front | Self::Back).then_some(Format::Glb)
    }
}

/// Parses the plane in the query of an address: `?plane=z=1.2`, `?through=` with nine numbers, `?at=` with
/// the six numbers of a point and a normal, or `?normal=x,y,z&offset=d`. `&flip=1` flips the plane; `&on_plane=back`
/// selects the limit of the section as the plane is approached from the front, and `&inside=odd` the points inside.
pub(crate) fn question(
    query: &HashMap<String, String>,
) -> Result<(CuttingPlane, SectionRule), AnswerError> {
    // The caller reads the parameter `model`.
    let known = [
        "plane", "through", "at", "normal", "offset", "flip", "on_plane", "inside", "model",
    ];
    if let Some(key) = query.keys().find(|key| !known.contains(&key.as_str())) {
        let error = AnswerError::bad(format!("unknown parameter {key:?}"));
        return Err(error.with_hint(format!("there are: {}", known.join(", "))));
    }
    let get = |key: &str| query.get(key).map(String::as_str);
    let request = PlaneRequest {
        text: get("plane").map(String::from),
        through: match get("through") {
            Some(text) => {
                let numbers: [f64; 9] = numbers("through", text)?;
                let rows = numbers.as_chunks::<3>().0;
                Some([rows[0], rows[1], rows[2]])
            }
            None => None,
        },
        at: match get("at") {
            Some(text) => {
                let [x, y, z, a, b, c]: [f64; 6] = numbers("at", text)?;
                let (point, normal) = ([x, y, z], [a, b, c]);
                Some(PointAndNormal { point, normal })
            }
            None => None,
        },
        normal: match get("normal") {
            Some(text) => Some(numbers("normal", text)?),
            None => None,
        },
        offset: match get("offset") {
            Some(text) => Some(numbers::<1>("offset", text)?[0]),
            None => None,
        },
        flip: get("flip").is_some_and(|flip| !matches!(flip, "" | "0" | "false")),
    };
    Ok((request.plane()?, rules::of_query(query)?))
}

/// Parses `N` numbers with commas between them. `key` is the name of the parameter.
pub(crate) fn numbers<const N: usize>(key: &str, text: &str) -> Result<[f64; N], AnswerError> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    numbers
        .ok_or_else(|| AnswerError::bad(format!("{key} must be {N} numbers, separated by commas")))
}

/// Returns the bytes of the requested file.
pub(crate) fn export(
    model: &Model,
    export: Export,
    question: &CuttingPlane,
    rule: SectionRule,
) -> Result<Vec<u8>, AnswerError> {
    let request = CutRequest {
        format: export.format(),
        ..request(model, *question, rule)
    };
    let mut answer = answer(model, &request)?;
    let mut bytes = Vec::new();
    match export {
        Export::Svg => bytes = drawing(&request, &answer, 0).to_svg().into_bytes(),
        Export::Dxf => drawing(&request, &answer, 0)
            .write_dxf(&mut bytes)
            .map_err(failed)?,
        Export::Objects => {
            objects::write(&answer.cut, &answer.report, &mut bytes).map_err(failed)?
        }
        Export::Report => bytes = (answer.report.to_json() + "\n").into_bytes(),
        Export::Front => bytes = half(model, &mut answer, "front")?,
        Export::Back => bytes = half(model, &mut answer, "back")?,
    }
    Ok(bytes)
}

/// Returns the error for a file of the cut that could not be written.
pub(crate) fn failed(error: impl Display) -> AnswerError {
    AnswerError::new(Status::Internal, error.to_string())
}

/// Returns the bytes of a GLB file with a half of the model.
fn half(model: &Model, answer: &mut CutAnswer, stem: &str) -> Result<Vec<u8>, AnswerError> {
    let mut parts = answer.cut.parts.iter_mut().zip(&answer.part_names);
    let part = parts.find(|(_, name)| *name == stem);
    let scene = part.map_or(Scene::default(), |(part, _)| {
        std::mem::take(&mut part.scene)
    });
    if scene.objects().next().is_none() {
        let error = AnswerError::new(Status::NotFound, format!("the {stem} half is empty"));
        return Err(error.with_hint("an empty half has no file"));
    }
    let document = Document {
        scene,
        sources: model.document.sources.clone(),
        textures: model.document.textures.clone(),
        up: model.document.up,
        ..Document::default()
    };
    let files = MemoryFiles::default();
    let mut outputs = Outputs::in_memory(&files);
    transect_io::write(&document, Format::Glb, &mut outputs, stem).map_err(failed)?;
    written(outputs, &files)
}

/// Commits outputs in memory, and returns the bytes of the first file.
fn written(outputs: Outputs, files: &MemoryFiles) -> Result<Vec<u8>, AnswerError> {
    let names = outputs.commit().map_err(failed)?;
    let file = names.first().and_then(|name| files.take(name));
    file.ok_or_else(|| failed("no file was written"))
}
