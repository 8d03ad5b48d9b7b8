//! `POST /api/snap`: the plane of a face, kept as its three points.

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use transect::{PlaneError, PlaneThrough};

use crate::error::RequestError;
use crate::model::Model;
use crate::plane_request::plane_told;

/// Which face is meant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SnapRequest {
    /// The object, to make sure that both speak of the same triangle.
    object: Option<usize>,
    /// Its number among those of all objects.
    triangle: usize,
}

/// The plane through a triangle: its points as they stand in the world lie on it exactly.
pub(crate) fn snap(model: &Model, request: &SnapRequest) -> Result<Value, RequestError> {
    if request.triangle >= model.triangles {
        let message = format!(
            "triangle {}: there are {}",
            request.triangle, model.triangles
        );
        return Err(RequestError::bad(message));
    }
    let after = |object: &crate::model::Object| object.triangle_start <= request.triangle;
    let index = model.objects.partition_point(after) - 1;
    let object = &model.objects[index];
    if request.object.is_some_and(|wanted| wanted != index) {
        let message = format!("triangle {} belongs to object {index}", request.triangle);
        return Err(RequestError::bad(message));
    }
    let points = object
        .mesh()
        .corners(request.triangle - object.triangle_start);
    let plane = PlaneThrough::new(points).map_err(|error| match error {
        PlaneError::Dependent => RequestError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "this face has no area: its corners lie on one line, and no one plane goes through it",
        )
        .with_hint("choose a face beside it"),
        _ => RequestError::plane(error),
    })?;
    Ok(json!({
        "plane": plane_told(&plane.into()),
        "through": plane.points(),
        "object": index,
    }))
}
