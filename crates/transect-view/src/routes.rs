//! All routes: the page, the endpoints, and the access check before them.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{Request, State as Shared};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};

use crate::api;
use crate::bounds::CONNECTIONS;
use crate::error::RequestError;
use crate::guard::values;
use crate::page::Page;
use crate::reply::{packed, reply, takes_gzip};
use crate::state::State;
use crate::visitors::Visitor;

/// The content security policy of the page: it loads nothing from other servers, sends them no requests, and cannot be
/// embedded in other pages.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; \
                      worker-src 'self' blob:; connect-src 'self' blob: data:; object-src 'none'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Forbids pages of other origins to load answers, even without reading them.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// Separates the page from pages of other origins that open it.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Returns the router of the whole server.
pub(crate) fn routes(state: Arc<State>, page: Page) -> Router {
    let page = Arc::new(page);
    let files = move |request: Request| {
        let page = Arc::clone(&page);
        async move { file(&page, &request) }
    };
    Router::new()
        .nest("/api", api::routes(&state))
        .fallback(files)
        .layer(middleware::from_fn_with_state(Arc::clone(&state), door))
        .with_state(state)
}

/// Checks the access of a request, and adds security headers to the response.
async fn door(Shared(state): Shared<Arc<State>>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let is_first = request.uri().path() == "/" && request.method() == Method::GET;
    let door = &state.door;
    let mut response = if let Err(reason) = door.check_origin(request.headers()) {
        refused(reason, is_api)
    } else if is_first && is_invited(&state, request.uri()) {
        let cookie = format!(
            "{}={}; HttpOnly; SameSite=Strict; Path=/",
            door.token.cookie_name(),
            door.token.text()
        );
        (
            StatusCode::SEE_OTHER,
            [(LOCATION, "/".to_string()), (SET_COOKIE, cookie)],
        )
            .into_response()
    } else if let Err(reason) = door.check(request.headers()) {
        refused(reason, is_api)
    } else if is_crowded(&request) {
        let message = format!("{CONNECTIONS} connections are open already");
        let error = RequestError::new(StatusCode::SERVICE_UNAVAILABLE, message);
        error
            .with_hint("close other pages of the viewer")
            .into_response()
    } else {
        next.run(request).await
    };
    let said = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (RESOURCE_POLICY, "same-origin"),
        (OPENER_POLICY, "same-origin"),
    ];
    for (name, value) in said {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns `true` if the URL of a request contains the token, or a code that has not been used.
fn is_invited(state: &State, uri: &Uri) -> bool {
    let accept = |code| state.invitations.accept(code, Instant::now());
    state.door.has_token(uri) || values(uri, "code=").take(1).any(accept)
}

/// Records that the connection of a request was let in. Returns `true` if there are too many such connections.
fn is_crowded(request: &Request) -> bool {
    let visitor = request.extensions().get::<Arc<Visitor>>();
    visitor.is_some_and(|visitor| !visitor.welcome())
}

fn refused(reason: &str, is_api: bool) -> Response {
    if is_api {
        return RequestError::new(StatusCode::FORBIDDEN, reason).into_response();
    }
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>transect: access denied</title>\
         <p>{reason}.</p></html>"
    );
    (StatusCode::FORBIDDEN, Html(page)).into_response()
}

/// Returns a file of the page.
fn file(page: &Page, request: &Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return RequestError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "the files of the page support GET only",
        )
        .into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    match page.file(path) {
        Some(file) => {
            let is_text = file.media_type.contains("charset") || file.media_type.contains("json");
            let gzip = is_text && takes_gzip(request.headers());
            reply(file.media_type, packed(file.bytes.into_owned(), gzip))
        }
        None => RequestError::new(StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}
