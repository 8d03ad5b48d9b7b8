//! The endpoints of the viewer (docs/viewer.md). All but four are questions of `transect-answers`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::Router;
use axum::extract::{Path, Query, Request, State as Shared};
use axum::http::header::CONTENT_DISPOSITION;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware;
use axum::response::Response;
use axum::routing::{any, get, post};
use serde_json::{Value, json};
use transect_answers::{AnswerError, Method, Overtaken, Question};

use crate::bounds;
use crate::error::RequestError;
use crate::invitation;
use crate::loading;
use crate::reply::{Gzip, packed, reply};
use crate::shown::{self, Shown};
use crate::state::State;
use crate::work::Lane;

type Server = Shared<Arc<State>>;

/// The header with the time that the computation of an answer took.
const TIMING: HeaderName = HeaderName::from_static("server-timing");

/// Returns the routes whose paths begin with `/api`.
pub(crate) fn routes(shared: &Arc<State>) -> Router<Arc<State>> {
    Router::new()
        .route("/state", get(state))
        .route("/reload", post(reload))
        .route("/invite", post(invite))
        .route("/{*path}", any(ask))
        .fallback(unknown)
        .method_not_allowed_fallback(other_method)
        .layer(middleware::from_fn_with_state(
            Arc::clone(shared),
            shown::tie,
        ))
}

async fn unknown() -> RequestError {
    AnswerError::unknown().into()
}

async fn other_method() -> RequestError {
    AnswerError::other_method().into()
}

async fn state(Shared(state): Server) -> Json<Value> {
    Json(state.to_json())
}

/// Answers a question. Unless it is immediate, it first waits until a thread is free.
async fn ask(
    Shared(state): Server,
    shown: Result<Shown, RequestError>,
    Path(path): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    Gzip(gzip): Gzip,
    request: Request,
) -> Result<Response, RequestError> {
    let (method, body) = match *request.method() {
        axum::http::Method::GET | axum::http::Method::HEAD => (Method::Get, Vec::new()),
        axum::http::Method::POST => (Method::Post, bounds::body(request).await?),
        _ => return Err(Question::unanswered(&path).into()),
    };
    let question = Question::of(method, &path, &query, body)?;
    let model = if question.needs_model() {
        Some(shown?.0)
    } else {
        None
    };
    let ticket = state.latest.ticket(question.series())?;
    let lane = if question.is_slow() {
        Lane::Slow
    } else {
        Lane::Quick
    };
    let is_immediate = question.is_immediate();
    let own = ticket.clone();
    let job = move || {
        let start = Instant::now();
        let is_overtaken = || own.is_overtaken();
        let answer = question.answer(model.as_deref(), &Overtaken::by(&is_overtaken))?;
        let seconds = start.elapsed().as_secs_f64();
        Ok::<_, RequestError>((
            seconds,
            answer.media_type,
            answer.is_file,
            packed(answer.bytes, gzip),
        ))
    };
    let (seconds, media_type, is_file, bytes) = if is_immediate {
        job()?
    } else {
        state.work.run(lane, &ticket, job).await?
    };
    let mut response = reply(media_type, bytes);
    let headers = response.headers_mut();
    if is_file {
        // The name of the saved file is that of the link, which knows the model and the plane, or else the end of the
        // address.
        headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
    }
    if let Ok(timing) = HeaderValue::from_str(&format!("answer;dur={:.3}", 1000.0 * seconds)) {
        headers.insert(TIMING, timing);
    }
    Ok(response)
}

/// Reads the files of the model again, in the background.
async fn reload(Shared(state): Server, request: Request) -> Result<Json<Value>, RequestError> {
    bounds::body(request).await?;
    if state.begin_again() {
        tokio::spawn(loading::run(Arc::clone(&state)));
    }
    Ok(Json(state.to_json()))
}

/// Returns a code that opens the page in another browser, once.
async fn invite(Shared(state): Server, request: Request) -> Result<Json<Value>, RequestError> {
    bounds::body(request).await?;
    let code = state.invitations.invite(Instant::now()).map_err(|error| {
        let message = format!("the system provides no random bytes: {error}");
        RequestError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    })?;
    Ok(Json(
        json!({"code": code, "seconds": invitation::VALID.as_secs()}),
    ))
}
