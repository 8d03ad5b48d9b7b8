//! The cut of the model, computed as by `transect cut`: halves, certificate and report.

use transect::CuttingPlane;
use transect_report::request::CutAnswer;
use transect_report::{CutRequest, SectionRule};

use crate::error::AnswerError;
use crate::model::Model;

/// Returns the request with which `transect cut` would cut this model by this plane.
pub(crate) fn request(model: &Model, plane: CuttingPlane, rule: SectionRule) -> CutRequest {
    CutRequest {
        rule,
        unit: model.unit.clone(),
        ..CutRequest::new(plane)
    }
}

/// Carries out a request that [`request`] returned. Returns the cut with its report.
pub(crate) fn answer(model: &Model, request: &CutRequest) -> Result<CutAnswer, AnswerError> {
    let document = &model.document;
    Ok(request.begin(document)?.cut(document, |_| {})?)
}
