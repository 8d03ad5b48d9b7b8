//! All questions, by their paths: which one a request asks, and its answer.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use transect::CuttingPlane;
use transect::polygons::InsideRule;
use transect_report::SectionRule;
use transect_report::slice::outputs::SliceOutput;

use crate::certificate::{CertificateRequest, certificate};
use crate::counts::sort;
use crate::curve::{CurveRequest, curve};
use crate::error::{AnswerError, Status};
use crate::export::{self, Export};
use crate::layers::{self, LayersRequest, layers};
use crate::model::Model;
use crate::overtaken::Overtaken;
use crate::plane_request::{PlaneRequest, plane_json};
use crate::region::{RegionRequest, region};
use crate::section::{SectionRequest, section};
use crate::snap::{SnapRequest, snap};
use crate::why::{WhyRequest, why};

const BINARY: &str = "application/octet-stream";
const JSON: &str = "application/json";

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The parameters of the question are in its path and its query.
    Get,
    /// The parameters of the question are the body, as JSON.
    Post,
}

/// A question that the page asks. docs/viewer.md lists them.
#[derive(Debug)]
pub struct Question(Kind);

#[derive(Debug)]
enum Kind {
    Manifest,
    Positions,
    Indices,
    ObjectIds,
    Plane(PlaneOnly),
    Section(SectionRequest),
    Certificate(CertificateRequest),
    Sort(PlaneOnly),
    Region(RegionRequest),
    Snap(SnapRequest),
    Why(WhyRequest),
    Curve(CurveRequest),
    Layers(LayersRequest),
    LayersFile(SliceOutput, &'static str, LayersRequest),
    Export(Export, CuttingPlane, SectionRule),
    Example(Vec<u8>),
}

/// The body of a question that contains only a plane, the name of the client and a sequence number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaneOnly {
    plane: PlaneRequest,
    client: Option<String>,
    sequence: Option<u64>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The media type of the bytes.
    pub media_type: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
    /// `true` if the answer is a file to save.
    pub is_file: bool,
}

/// The place of a question in the series of a client: a newer question of the same client and kind replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series<'q> {
    /// The kind of the question.
    pub kind: &'static str,
    /// The name of the client.
    pub client: &'q str,
    /// The number of the question.
    pub sequence: u64,
}

impl Question {
    /// Returns the question that a request asks. `path` has no `api/` in front.
    ///
    /// # Errors
    /// Returns an [`AnswerError`] if there is no such question, or if its parameters are not valid.
    pub fn of(
        method: Method,
        path: &str,
        query: &HashMap<String, String>,
        body: Vec<u8>,
    ) -> Result<Self, AnswerError> {
        let kind = match method {
            Method::Get => Self::at(path, query)?,
            Method::Post => posted(path).map(|parse| parse(body)).transpose()?,
        };
        kind.map(Self).ok_or_else(|| Self::unanswered(path))
    }

    /// Returns the error of a request that asks no question: its path has another method, or there is no such path.
    #[must_use]
    pub fn unanswered(path: &str) -> AnswerError {
        if posted(path).is_some() || buffer(path).is_some() || file(path).is_some() {
            AnswerError::other_method()
        } else {
            AnswerError::unknown()
        }
    }

    /// Returns the question at an address, if there is one.
    fn at(path: &str, query: &HashMap<String, String>) -> Result<Option<Kind>, AnswerError> {
        Ok(match file(path) {
            Some((Folder::Layers, name)) => {
                let (output, media_type) = layers::named(name)?;
                let request = LayersRequest::of_query(query)?;
                Some(Kind::LayersFile(output, media_type, request))
            }
            Some((Folder::Export, name)) => {
                let file = Export::named(name)?;
                let (plane, rule) = export::question(query)?;
                Some(Kind::Export(file, plane, rule))
            }
            None => buffer(path),
        })
    }

    /// Returns the question for the list of objects and other data of the model.
    #[must_use]
    pub fn manifest() -> Self {
        Self(Kind::Manifest)
    }

    /// Returns the question for the coordinates of all vertices, for drawing.
    #[must_use]
    pub fn positions() -> Self {
        Self(Kind::Positions)
    }

    /// Returns the question for the corners of all triangles, for drawing.
    #[must_use]
    pub fn indices() -> Self {
        Self(Kind::Indices)
    }

    /// Returns the question for a section with caps.
    #[must_use]
    pub fn section(plane: &CuttingPlane, rule: SectionRule) -> Self {
        let request = SectionRequest::whole(PlaneRequest::of(plane), rule);
        Self(Kind::Section(request))
    }

    /// Returns the question for a certificate.
    #[must_use]
    pub fn certificate(plane: &CuttingPlane, rule: SectionRule) -> Self {
        let request = CertificateRequest::of(PlaneRequest::of(plane), rule);
        Self(Kind::Certificate(request))
    }

    /// Returns the question for the areas of the sections at `samples` heights along a normal.
    #[must_use]
    pub fn curve(normal: [f64; 3], samples: usize, inside: InsideRule) -> Self {
        Self(Kind::Curve(CurveRequest::of(normal, samples, inside)))
    }

    /// Returns `false` if the question is about no model.
    #[must_use]
    pub fn needs_model(&self) -> bool {
        !matches!(self.0, Kind::Plane(_) | Kind::Example(_))
    }

    /// Returns `true` if the answer takes so little time that it need not wait for a thread.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        matches!(self.0, Kind::Plane(_) | Kind::Snap(_))
    }

    /// Returns `true` if the answer may take much memory and up to several seconds.
    #[must_use]
    pub fn is_slow(&self) -> bool {
        matches!(
            self.0,
            Kind::Certificate(_)
                | Kind::Curve(_)
                | Kind::Layers(_)
                | Kind::LayersFile(..)
                | Kind::Export(..)
        )
    }

    /// Returns the place of the question in the series of its client; `None` if no newer question replaces it.
    #[must_use]
    pub fn series(&self) -> Option<Series<'_>> {
        let (kind, client, sequence) = match &self.0 {
            Kind::Section(it) => ("section", &it.client, it.sequence),
            Kind::Certificate(it) => ("certificate", &it.client, it.sequence),
            Kind::Sort(it) => ("sort", &it.client, it.sequence),
            Kind::Curve(it) => ("curve", &it.client, it.sequence),
            Kind::Layers(it) => ("layers", &it.client, it.sequence),
            _ => return None,
        };
        Some(Series {
            kind,
            client: client.as_deref()?,
            sequence: sequence?,
        })
    }

    /// Returns the answer about a model. Questions that [need no model](Self::needs_model) take `None`.
    ///
    /// # Errors
    /// Returns an [`AnswerError`] if the question has no answer, if it needs a model and has none, or if a newer question
    /// has replaced it.
    pub fn answer(
        &self,
        model: Option<&Model>,
        overtaken: &Overtaken<'_>,
    ) -> Result<Answer, AnswerError> {
        let model =
            || model.ok_or_else(|| AnswerError::new(Status::NoModel, "the question needs a model"));
        Ok(match &self.0 {
            Kind::Plane(it) => json!({"plane": plane_json(&it.plane.plane()?)}).into(),
            Kind::Example(body) => match transect_example::answer(body) {
                Ok(answer) => answer.into(),
                Err(error) => return Err(AnswerError::example(&error)),
            },
            Kind::Manifest => model()?.manifest().into(),
            Kind::Positions => Answer::binary(model()?.positions()),
            Kind::Indices => Answer::binary(model()?.indices()),
            Kind::ObjectIds => Answer::binary(model()?.object_ids()),
            Kind::Section(it) => Answer::binary(section(model()?, it, overtaken)?),
            Kind::Certificate(it) => certificate(model()?, it, overtaken)?.into(),
            Kind::Sort(it) => sort(model()?, &it.plane.plane()?, overtaken)?.into(),
            Kind::Region(it) => region(model()?, it)?.into(),
            Kind::Snap(it) => snap(model()?, it)?.into(),
            Kind::Why(it) => why(model()?, it)?.into(),
            Kind::Curve(it) => curve(model()?, it, overtaken)?.into(),
            Kind::Layers(it) => layers(model()?, it)?.into(),
            Kind::LayersFile(output, media_type, it) => {
                Answer::file(media_type, layers::file(model()?, *output, it)?)
            }
            Kind::Export(file, plane, rule) => Answer::file(
                file.media_type(),
                export::export(model()?, *file, plane, *rule)?,
            ),
        })
    }
}

/// Returns the question for a part of the scene.
fn buffer(path: &str) -> Option<Kind> {
    Some(match path {
        "scene" => Kind::Manifest,
        "scene/positions" => Kind::Positions,
        "scene/indices" => Kind::Indices,
        "scene/objects" => Kind::ObjectIds,
        _ => return None,
    })
}

/// A folder of files that can be saved.
enum Folder {
    Layers,
    Export,
}

/// Returns the folder and the name of a file that can be saved. There may be no file of this name.
fn file(path: &str) -> Option<(Folder, &str)> {
    let (folder, name) = path.split_once('/')?;
    let folder = match folder {
        "layers" => Folder::Layers,
        "export" => Folder::Export,
        _ => return None,
    };
    (!name.contains('/')).then_some((folder, name))
}

/// Parses the body of a question.
type Parse = fn(Vec<u8>) -> Result<Kind, AnswerError>;

/// Returns the parser of a posted question, if there is one with this path.
fn posted(path: &str) -> Option<Parse> {
    Some(match path {
        "plane" => |body| json_of(&body).map(Kind::Plane),
        "section" => |body| json_of(&body).map(Kind::Section),
        "certificate" => |body| {
            let request: CertificateRequest = json_of(&body)?;
            // The plane is checked before the question waits, so an invalid plane is reported immediately.
            request.plane.plane()?;
            Ok(Kind::Certificate(request))
        },
        "sort" => |body| json_of(&body).map(Kind::Sort),
        "region" => |body| json_of(&body).map(Kind::Region),
        "snap" => |body| json_of(&body).map(Kind::Snap),
        "why" => |body| json_of(&body).map(Kind::Why),
        "curve" => |body| json_of(&body).map(Kind::Curve),
        "layers" => |body| json_of(&body).map(Kind::Layers),
        "example" => |body| Ok(Kind::Example(body)),
        _ => return None,
    })
}

/// Parses the body of a question as JSON.
fn json_of<T: DeserializeOwned>(body: &[u8]) -> Result<T, AnswerError> {
    serde_json::from_slice(body).map_err(|error| AnswerError {
        at: Some(error.column()).filter(|&column| column > 0),
        ..AnswerError::bad(format!("the request is not valid: {error}"))
    })
}

impl Answer {
    fn binary(bytes: Vec<u8>) -> Self {
        Self {
            media_type: BINARY,
            bytes,
            is_file: false,
        }
    }

    fn file(media_type: &'static str, bytes: Vec<u8>) -> Self {
        Self {
            media_type,
            bytes,
            is_file: true,
        }
    }
}

impl From<Value> for Answer {
    fn from(value: Value) -> Self {
        Self {
            media_type: JSON,
            bytes: value.to_string().into_bytes(),
            is_file: false,
        }
    }
}
