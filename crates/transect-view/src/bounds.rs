//! Limits on the size of a request and on its transfer time.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use http_body_util::{BodyExt, LengthLimitError, Limited};

use crate::error::RequestError;

/// The largest size of a request's body, in bytes.
pub(crate) const LARGEST_BODY: usize = 1 << 20;
/// The longest time that the transfer of a request's body may take.
const BODY_TIME: Duration = Duration::from_secs(15);
/// The longest time for the head of a request, and the longest idle time of a connection.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(30);
/// The greatest number of open connections on which a request was let in.
pub(crate) const CONNECTIONS: usize = 256;
/// The greatest number of open connections on which no request was let in yet.
pub(crate) const STRANGERS: usize = 32;
/// The longest time that a connection stays open before a request on it is let in.
pub(crate) const STRANGER_TIME: Duration = Duration::from_secs(2);

/// Reads the whole body of a request.
pub(crate) async fn body(request: Request) -> Result<Vec<u8>, RequestError> {
    let limited: Limited<Body> = Limited::new(request.into_body(), LARGEST_BODY);
    let collected = tokio::time::timeout(BODY_TIME, limited.collect()).await;
    let Ok(collected) = collected else {
        let message = format!(
            "the request took longer than {} s to arrive",
            BODY_TIME.as_secs()
        );
        return Err(RequestError::new(StatusCode::REQUEST_TIMEOUT, message));
    };
    match collected {
        Ok(body) => Ok(body.to_bytes().to_vec()),
        Err(error) if error.is::<LengthLimitError>() => Err(RequestError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the request has more than {LARGEST_BODY} bytes"),
        )),
        Err(_) => Err(RequestError::bad("the request ended early")),
    }
}
