//! The whole cut, as in `transect cut`: halves, certificate, report.

use transect::CuttingPlane;
use transect_report::request::CutAnswer;
use transect_report::{CutRequest, OnPlaneRule as Limit};

use crate::error::RequestError;
use crate::model::Model;

/// Returns the request of `transect cut` for a model and a plane.
pub(crate) fn request(model: &Model, plane: CuttingPlane, limit: Limit) -> CutRequest {
    CutRequest {
        on_plane: limit,
        unit: model.unit.clone(),
        ..CutRequest::new(plane)
    }
}

/// Returns the answer to a request from [`request`]: the result of the whole cut.
pub(crate) fn answer(model: &Model, request: &CutRequest) -> Result<CutAnswer, RequestError> {
    let document = &model.document;
    Ok(request.begin(document)?.cut(document, |_| {})?)
}
