//! `POST certificate`: the output of `transect cut --json`. The checks of the certificate are also given as
//! sentences for the page, each with places (points of the model) to show.

use serde::Deserialize;
use serde_json::{Value, json};
use transect::CuttingPlane;
use transect::polygons::InsideRule;
use transect_mesh::scene::ObjectCut;
use transect_report::Report;
use transect_report::checks::{Check, Kind, check_of, checks, verdict};
use transect_report::numbers::counted;
use transect_report::request::CutAnswer;
use transect_report::unit::Units;
use transect_report::{OnPlaneRule, SectionRule};

use crate::error::AnswerError;
use crate::model::Model;
use crate::overtaken::Overtaken;
use crate::plane_request::PlaneRequest;
use crate::rules;
use crate::whole_cut;

/// The greatest number of places (points of the model) in one sentence.
const PLACES: usize = 200;

/// The body of the question `certificate`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CertificateRequest {
    pub(crate) plane: PlaneRequest,
    pub(crate) client: Option<String>,
    pub(crate) sequence: Option<u64>,
    #[serde(default)]
    on_plane: OnPlaneRule,
    #[serde(default, deserialize_with = "rules::inside")]
    inside: InsideRule,
}

impl CertificateRequest {
    /// Returns the request for a certificate that no newer request replaces.
    pub(crate) fn of(plane: PlaneRequest, rule: SectionRule) -> Self {
        Self {
            plane,
            client: None,
            sequence: None,
            on_plane: rule.on_plane,
            inside: rule.inside,
        }
    }
}

/// Returns the report of the cut by a plane, and the sentences about its certificate.
pub(crate) fn certificate(
    model: &Model,
    request: &CertificateRequest,
    overtaken: &Overtaken<'_>,
) -> Result<Value, AnswerError> {
    let plane = request.plane.plane()?;
    let rule = SectionRule {
        on_plane: request.on_plane,
        inside: request.inside,
    };
    let cut = whole_cut::request(model, plane, rule);
    let answer = whole_cut::answer(model, &cut)?;
    overtaken.check()?;
    let CutAnswer { cut, report, .. } = &answer;
    let objects = &cut.objects;
    let all = std::iter::once(verdict(report));
    let all: Vec<Check> = all
        .chain(checks(report, &Units::of(model.unit.as_deref())))
        .collect();
    let green = all.iter().all(|check| check.kind != Kind::Bad);
    let mut sentences: Vec<Value> = all
        .iter()
        .map(|check| {
            let places = match check.name {
                "on the plane" => on_plane(model, objects, &plane),
                "open objects" => middles(objects, |object| !object.is_closed),
                name => found(report, objects, name),
            };
            sentence(check, places)
        })
        .collect();
    sentences.extend(near_miss(model, &plane));
    Ok(json!({"report": report, "green": green, "sentences": sentences}))
}

/// Returns the JSON of a sentence on the page: a check of the certificate, with its places in the model.
fn sentence(check: &Check, places: Vec<Value>) -> Value {
    let name = match check.name {
        "" => String::new(),
        name => format!(" {name}"),
    };
    json!({
        "ok": check.kind != Kind::Bad,
        "kind": check.kind.class(),
        "title": format!("{}{name}", check.word),
        "text": check.text,
        "places": places,
    })
}

/// Returns the places of the findings that belong to the check `name`. The empty name means the overall verdict, to
/// which all errors belong. If a finding has no place, the middle of its object is used.
fn found(report: &Report, objects: &[ObjectCut], name: &str) -> Vec<Value> {
    let all = report.certificate.findings.iter();
    let wanted = all.filter(|found| match name {
        "" => found.is_error(),
        _ => check_of(found.kind) == name,
    });
    let place = |index: usize| middle(&objects[index]);
    wanted
        .filter_map(|found| {
            let point = found.place.or_else(|| place(found.index))?;
            Some(json!({"point": point, "object": found.index}))
        })
        .take(PLACES)
        .collect()
}

/// Returns the middle of an object's bounding box; `None` for an object without triangles.
fn middle(object: &ObjectCut) -> Option<[f64; 3]> {
    let bounds = object.bounds?;
    let [min, max] = [bounds.min(), bounds.max()];
    Some(core::array::from_fn(|axis| {
        0.5 * min[axis] + 0.5 * max[axis]
    }))
}

/// Returns the middle of each object for which `holds` is true, as a place.
fn middles(objects: &[ObjectCut], holds: impl Fn(&ObjectCut) -> bool) -> Vec<Value> {
    let found = objects
        .iter()
        .enumerate()
        .filter(|(_, object)| holds(object));
    found
        .filter_map(|(index, object)| Some(json!({"point": middle(object)?, "object": index})))
        .take(PLACES)
        .collect()
}

/// Returns one vertex on the plane for each object that has such a vertex.
fn on_plane(model: &Model, objects: &[ObjectCut], plane: &CuttingPlane) -> Vec<Value> {
    let has_some = |object: &ObjectCut| {
        let met = object.met_by(0);
        met.is_some_and(|met| met.contact.vertices[1] > 0)
    };
    let met = objects
        .iter()
        .enumerate()
        .filter(|(_, object)| has_some(object));
    met.filter_map(|(index, _)| {
        let mesh = model.objects[index].mesh();
        let on = mesh.on_plane(plane);
        let first = *on.vertices.first()?;
        Some(json!({"point": mesh.positions()[first as usize], "object": index}))
    })
    .take(PLACES)
    .collect()
}

/// Returns a note if the plane misses a vertex by at most one f32 step, the distance to the next f32. The note suggests
/// a plane exactly through the nearest such vertex.
fn near_miss(model: &Model, plane: &CuttingPlane) -> Option<Value> {
    let scene = &model.document.scene;
    let miss = scene.near_miss(plane, |_| true)?;
    let meant = miss.plane_through.map_or(String::new(), |plane| {
        let text = plane.to_string().replace(' ', "");
        format!(" The plane {text} passes exactly through the nearest.")
    });
    let lie = if miss.vertices == 1 { "lies" } else { "lie" };
    Some(json!({
        "ok": true,
        "kind": "note",
        "title": "Note: vertices within one step of the plane",
        "text": format!(
            "{} of {} {lie} within one 32-bit step of the plane, but not on it.{meant}",
            counted(miss.vertices, "vertex"),
            counted(miss.objects, "object"),
        ),
        "places": [{"point": miss.point, "object": null}],
    }))
}
