//! `POST why`: the two vertices that decide the side of an object, and the sentence of `--why`.

use serde::Deserialize;
use serde_json::{Value, json};
use transect_report::why::{DecidingVertex, Why};

use crate::error::AnswerError;
use crate::model::Model;
use crate::plane_request::PlaneRequest;

/// The body of the question `why`: a plane and the index of an object.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyRequest {
    pub(crate) plane: PlaneRequest,
    object: usize,
}

/// Returns the side of an object in words, the reason, and the two vertices that decide the side.
pub(crate) fn why(model: &Model, request: &WhyRequest) -> Result<Value, AnswerError> {
    let plane = request.plane.plane()?;
    let object = model.objects.get(request.object).ok_or_else(|| {
        AnswerError::bad(format!(
            "object {} does not exist; there are {} objects, counted from 0",
            request.object,
            model.objects.len()
        ))
    })?;
    let mesh = object.mesh();
    let why = Why::of(mesh.reach(&plane).as_ref(), mesh.contact(&plane).divided());
    let vertices = why.vertices.iter().flatten().map(vertex);
    Ok(json!({
        "object": request.object,
        "name": object.name,
        "verdict": why.verdict,
        "reason": why.reason,
        "vertices": vertices.collect::<Vec<Value>>(),
    }))
}

fn vertex(vertex: &DecidingVertex) -> Value {
    json!({"point": vertex.point, "side": vertex.side.name(), "distance": vertex.distance, "text": vertex.text()})
}
