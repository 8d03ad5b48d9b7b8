//! Ties each answer to its model and to its question. Each answer has the identity of its model in the header
//! `Transect-Model`, and repeats the header `Transect-Revision` of the request.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State as Shared};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use transect_answers::{AnswerError, Model, Phase};

use crate::error::RequestError;
use crate::guard::values;
use crate::state::State;

/// The header with the identity of a model. In a request it names the model that the request is about.
const MODEL: HeaderName = HeaderName::from_static("transect-model");
/// The header with the number that the client has given to its question.
const REVISION: HeaderName = HeaderName::from_static("transect-revision");

/// The model that a request is about: the model that was loaded when the request arrived.
pub(crate) struct Shown(pub(crate) Arc<Model>);

impl FromRequestParts<Arc<State>> for Shown {
    type Rejection = RequestError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<State>,
    ) -> Result<Self, RequestError> {
        let phase = parts.extensions.get::<Phase>().cloned();
        let phase = phase.unwrap_or_else(|| state.phase());
        Ok(Self(phase.model()?))
    }
}

/// Gives a request the loaded model, and its answer the identity of this model and the revision of the request. A
/// request about another model is rejected with status 412.
pub(crate) async fn tie(
    Shared(state): Shared<Arc<State>>,
    mut request: Request,
    next: Next,
) -> Response {
    let phase = state.phase();
    let own = match &phase {
        Phase::Ready(model) => HeaderValue::from_str(model.identity().text()).ok(),
        _ => None,
    };
    let revision = request.headers().get(REVISION).cloned();
    let wanted = wanted_model(&request);
    let is_other = own.is_some() && wanted.is_some() && wanted != own;
    let mut response = if revision.as_ref().is_some_and(|text| !is_number(text)) {
        RequestError::bad("Transect-Revision must be a whole number").into_response()
    } else if is_other {
        RequestError::from(AnswerError::other_model()).into_response()
    } else {
        request.extensions_mut().insert(phase);
        next.run(request).await
    };
    for (name, value) in [(MODEL, own), (REVISION, revision)] {
        if let Some(value) = value {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// Returns the identity that a request names, in a header or in its query as `model=…`. A link cannot send a header.
fn wanted_model(request: &Request) -> Option<HeaderValue> {
    let of_header = request.headers().get(MODEL).cloned();
    let of_query = || {
        let text = values(request.uri(), "model=").next()?;
        HeaderValue::from_str(text).ok()
    };
    of_header.or_else(of_query)
}

fn is_number(value: &HeaderValue) -> bool {
    value.to_str().is_ok_and(|text| text.parse::<u64>().is_ok())
}
