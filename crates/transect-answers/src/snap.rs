//! `POST snap`: the plane of a face, stored as three points.

use serde::Deserialize;
use serde_json::{Value, json};
use transect::{PlaneError, PlaneThrough};

use crate::error::{AnswerError, Status};
use crate::model::Model;
use crate::plane_request::plane_json;

/// The body of the question `snap`: the triangle whose plane is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SnapRequest {
    /// The index of the object to which the triangle belongs, according to the client. If the index is given, it is
    /// checked.
    object: Option<usize>,
    /// The index of the triangle among those of all objects.
    triangle: usize,
}

/// Returns the plane through a triangle. The world coordinates of its corners lie exactly on the plane.
pub(crate) fn snap(model: &Model, request: &SnapRequest) -> Result<Value, AnswerError> {
    if request.triangle >= model.triangles {
        let message = format!(
            "triangle {} does not exist; there are {} triangles",
            request.triangle, model.triangles
        );
        return Err(AnswerError::bad(message));
    }
    let after = |object: &crate::model::Object| object.triangle_start <= request.triangle;
    let index = model.objects.partition_point(after) - 1;
    let object = &model.objects[index];
    if request.object.is_some_and(|wanted| wanted != index) {
        let message = format!("triangle {} belongs to object {index}", request.triangle);
        return Err(AnswerError::bad(message));
    }
    let points = object
        .mesh()
        .corners(request.triangle - object.triangle_start);
    let plane = PlaneThrough::new(points).map_err(|error| match error {
        PlaneError::Dependent => AnswerError::new(
            Status::Impossible,
            "this face has no area: its corners lie on one line and do not define a plane",
        )
        .with_hint("choose another face"),
        _ => AnswerError::plane(error),
    })?;
    Ok(json!({
        "plane": plane_json(&plane.into()),
        "through": plane.points(),
        "object": index,
    }))
}
