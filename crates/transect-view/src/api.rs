//! The endpoints of the viewer (docs/viewer.md).

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::Router;
use axum::extract::{Path, Query, Request, State as Shared};
use axum::http::header::CONTENT_DISPOSITION;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::bounds;
use crate::certificate::{CertificateRequest, certificate};
use crate::counts::sort;
use crate::curve::{CurveRequest, curve};
use crate::error::RequestError;
use crate::export::{self, Export};
use crate::invitation;
use crate::latest::Ticket;
use crate::layers::{self, LayersRequest, layers};
use crate::loading;
use crate::model::Model;
use crate::plane_request::{PlaneRequest, plane_json};
use crate::region::{RegionRequest, region};
use crate::reply::{Gzip, Packed, packed, reply, takes_gzip};
use crate::section::{SectionRequest, section};
use crate::shown::{self, Shown};
use crate::snap::{SnapRequest, snap};
use crate::state::State;
use crate::why::{WhyRequest, why};
use crate::work::Lane;

type Server = Shared<Arc<State>>;

const BINARY: &str = "application/octet-stream";

/// Returns the routes whose paths begin with `/api`.
pub(crate) fn routes(shared: &Arc<State>) -> Router<Arc<State>> {
    Router::new()
        .route("/state", get(state))
        .route("/scene", get(manifest))
        .route("/scene/positions", get(positions))
        .route("/scene/indices", get(indices))
        .route("/scene/objects", get(object_ids))
        .route("/plane", post(plane))
        .route("/section", post(post_section))
        .route("/certificate", post(post_certificate))
        .route("/sort", post(post_sort))
        .route("/region", post(post_region))
        .route("/snap", post(post_snap))
        .route("/why", post(post_why))
        .route("/curve", post(post_curve))
        .route("/layers", post(post_layers))
        .route("/layers/{name}", get(get_layers))
        .route("/export/{name}", get(get_export))
        .route("/example", post(post_example))
        .route("/reload", post(post_reload))
        .route("/invite", post(post_invite))
        .fallback(unknown)
        .method_not_allowed_fallback(other_method)
        .layer(middleware::from_fn_with_state(
            Arc::clone(shared),
            shown::tie,
        ))
}

async fn unknown() -> RequestError {
    RequestError::new(StatusCode::NOT_FOUND, "there is no such endpoint")
        .with_hint("docs/viewer.md lists the endpoints")
}

async fn other_method() -> RequestError {
    let error = RequestError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this endpoint does not support this method",
    );
    error.with_hint("docs/viewer.md lists the method of each endpoint")
}

async fn state(Shared(state): Server) -> Json<Value> {
    Json(state.to_json())
}

/// The body of a request that contains only a plane, the name of the client and a sequence number.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaneOnly {
    plane: PlaneRequest,
    client: Option<String>,
    sequence: Option<u64>,
}

async fn plane(request: Request) -> Result<Json<Value>, RequestError> {
    let question: PlaneOnly = bounds::json(request).await?;
    Ok(Json(json!({"plane": plane_json(&question.plane.plane()?)})))
}

/// Sends one buffer of the model, such as its positions. First waits until a thread is free for this request.
async fn buffer(
    state: &State,
    Shown(model): Shown,
    Gzip(gzip): Gzip,
    media_type: &'static str,
    make: impl FnOnce(&Model) -> Vec<u8> + Send + 'static,
) -> Result<Response, RequestError> {
    let job = move || Ok(packed(make(&model), gzip));
    let bytes = state.work.run(Lane::Quick, &Ticket::default(), job).await?;
    Ok(reply(media_type, bytes))
}

async fn manifest(
    Shared(state): Server,
    shown: Shown,
    gzip: Gzip,
) -> Result<Response, RequestError> {
    let make = |model: &Model| model.manifest().to_string().into_bytes();
    buffer(&state, shown, gzip, "application/json", make).await
}

async fn positions(
    Shared(state): Server,
    shown: Shown,
    gzip: Gzip,
) -> Result<Response, RequestError> {
    buffer(&state, shown, gzip, BINARY, Model::positions).await
}

async fn indices(
    Shared(state): Server,
    shown: Shown,
    gzip: Gzip,
) -> Result<Response, RequestError> {
    buffer(&state, shown, gzip, BINARY, Model::indices).await
}

async fn object_ids(
    Shared(state): Server,
    shown: Shown,
    gzip: Gzip,
) -> Result<Response, RequestError> {
    buffer(&state, shown, gzip, BINARY, Model::object_ids).await
}

async fn post_section(
    Shared(state): Server,
    shown: Result<Shown, RequestError>,
    request: Request,
) -> Result<Response, RequestError> {
    let question: SectionRequest = bounds::json(request).await?;
    let Shown(model) = shown?;
    let ticket = state
        .latest
        .ticket("section", question.client.as_deref(), question.sequence)?;
    let own = ticket.clone();
    let job = move || Ok(packed(section(&model, &question, &own)?, false));
    let bytes = state.work.run(Lane::Quick, &ticket, job).await?;
    Ok(reply(BINARY, bytes))
}

async fn post_certificate(
    Shared(state): Server,
    shown: Result<Shown, RequestError>,
    request: Request,
) -> Result<Json<Value>, RequestError> {
    let question: CertificateRequest = bounds::json(request).await?;
    // The plane is checked before the request waits, so an invalid plane is reported immediately.
    question.plane.plane()?;
    let Shown(model) = shown?;
    let ticket =
        state
            .latest
            .ticket("certificate", question.client.as_deref(), question.sequence)?;
    let own = ticket.clone();
    let job = move || certificate(&model, &question, &own);
    state.work.run(Lane::Slow, &ticket, job).await.map(Json)
}

async fn post_sort(
    Shared(state): Server,
    shown: Result<Shown, RequestError>,
    request: Request,
) -> Result<Json<Value>, RequestError> {
    let question: PlaneOnly = bounds::json(request).await?;
    let Shown(model) = shown?;
    let ticket = state
        .latest
        .ticket("sort", question.client.as_deref(), question.sequence)?;
    let own = ticket.clone();
    let job = move || sort(&model, &question.plane.plane()?, &own);
    state.work.run(Lane::Quick, &ticket, job).await.map(Json)
}

async fn post_region(
    Shared(state): Server,
    shown: Result<Shown, RequestError>,
    request: Request,
) -> Result<Json<Value>, RequestError> {
    let question: RegionRequest = bounds::json(request).await?;
    let Shown(model) = shown?;
    let job = move || region(&model, &question);
    let result = state.work.run(Lane::Quick, &Ticket::default(), job).await;
    result.map(Json)
}

async fn post_snap(
    shown: Result<Shown, RequestError>,
    request: Request,
) -> Result<Json<Value>, RequestError> {
    let question: SnapRequest = bounds::json(request).await?;
    let Shown(model) = shown?;
    snap(&model, &question).map(Json)
}

async fn post_why(
    Shared(state): Server,
    shown: Result<Shown, RequestError>,
    request: Request,
) -> Result<Json<Value>, RequestError> {
    let question: WhyRequest = bounds::json(request).await?;
    let Shown(model) = shown?;
    let job = move || why(&model, &question);
    let result = state.work.run(Lane::Quick, &Ticket::default(), job).await;
    result.map(Json)
}

async fn post_curve(
    Shared(state): Server,
    shown: Result<Shown, RequestError>,
    request: Request,
) -> Result<Json<Value>, RequestError> {
    let question: CurveRequest = bounds::json(request).await?;
    let Shown(model) = shown?;
    let ticket = state
        .latest
        .ticket("curve", question.client.as_deref(), question.sequence)?;
    let own = ticket.clone();
    let job = move || curve(&model, &question, &own);
    state.work.run(Lane::Slow, &ticket, job).await.map(Json)
}

async fn post_layers(
    Shared(state): Server,
    shown: Result<Shown, RequestError>,
    request: Request,
) -> Result<Json<Value>, RequestError> {
    let question: LayersRequest = bounds::json(request).await?;
    let Shown(model) = shown?;
    let ticket = state
        .latest
        .ticket("layers", question.client.as_deref(), question.sequence)?;
    let job = move || layers(&model, &question);
    state.work.run(Lane::Slow, &ticket, job).await.map(Json)
}

async fn get_layers(
    Shared(state): Server,
    shown: Result<Shown, RequestError>,
    Path(name): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, RequestError> {
    let (output, media_type) = layers::named(&name)?;
    let question = LayersRequest::of_query(&query)?;
    let Shown(model) = shown?;
    let gzip = takes_gzip(&headers);
    let job = move || Ok(packed(layers::file(&model, output, &question)?, gzip));
    let bytes = state.work.run(Lane::Slow, &Ticket::default(), job).await?;
    Ok(attachment(media_type, bytes))
}

/// Returns a response that browsers save as a file. Its name is that of the link, which knows the model and the plane, or
/// else the end of the address.
fn attachment(media_type: &'static str, bytes: Packed) -> Response {
    let mut response = reply(media_type, bytes);
    response
        .headers_mut()
        .insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
    response
}

async fn get_export(
    Shared(state): Server,
    shown: Result<Shown, RequestError>,
    Path(name): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, RequestError> {
    let Some((_, export)) = Export::NAMES.into_iter().find(|(known, _)| *known == name) else {
        let names = Export::NAMES.map(|(name, _)| name).join(", ");
        let error = RequestError::new(StatusCode::NOT_FOUND, "there is no such file");
        return Err(error.with_hint(format!("there are: {names}")));
    };
    let (question, rule) = export::question(&query)?;
    let Shown(model) = shown?;
    let gzip = takes_gzip(&headers);
    let job = move || {
        Ok(packed(
            export::export(&model, export, &question, rule)?,
            gzip,
        ))
    };
    let bytes = state.work.run(Lane::Slow, &Ticket::default(), job).await?;
    Ok(attachment(export.media_type(), bytes))
}

async fn post_example(Shared(state): Server, request: Request) -> Result<Response, RequestError> {
    let body = bounds::body(request).await?;
    let job = move || Ok(transect_example::answer(&body));
    let result = state.work.run(Lane::Quick, &Ticket::default(), job).await?;
    Ok(match result {
        Ok(answer) => Json(answer).into_response(),
        Err(error) => {
            let error = json!({ "error": error.to_json() });
            (StatusCode::BAD_REQUEST, Json(error)).into_response()
        }
    })
}

/// Reads the files of the model again, in the background.
async fn post_reload(Shared(state): Server, request: Request) -> Result<Json<Value>, RequestError> {
    bounds::body(request).await?;
    if state.begin_again() {
        tokio::spawn(loading::run(Arc::clone(&state)));
    }
    Ok(Json(state.to_json()))
}

/// Returns a code that opens the page in another browser, once.
async fn post_invite(Shared(state): Server, request: Request) -> Result<Json<Value>, RequestError> {
    bounds::body(request).await?;
    let code = state.invitations.invite(Instant::now()).map_err(|error| {
        let message = format!("the system provides no random bytes: {error}");
        RequestError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    })?;
    Ok(Json(
        json!({"code": code, "seconds": invitation::VALID.as_secs()}),
    ))
}
