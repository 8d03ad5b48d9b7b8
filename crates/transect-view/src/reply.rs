//! Bodies as they are sent: compressed where that is asked for, and never kept by anybody.

use std::convert::Infallible;
use std::io::Write;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// What is not worth compressing, in bytes.
const SMALL: usize = 4096;

/// Whether a client takes gzip. A weight of zero means that it does not.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let lines = headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|line| line.to_str().ok());
    let mut words = lines.flat_map(|line| line.split(','));
    words.any(|word| {
        let (name, rest) = word.split_once(';').unwrap_or((word, ""));
        let rest = rest.trim().strip_prefix("q=").unwrap_or("1");
        name.trim().eq_ignore_ascii_case("gzip") && rest.parse().unwrap_or(1.0_f32) > 0.0
    })
}

/// Whether a buffer of the model is compressed: for a client that takes it, unless it says `?plain`, as one does that is
/// near: there compressing takes longer than sending.
pub(crate) struct Gzip(pub(crate) bool);

impl<S: Sync> FromRequestParts<S> for Gzip {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let is_near = parts.uri.query() == Some("plain");
        Ok(Self(takes_gzip(&parts.headers) && !is_near))
    }
}

/// Bytes as they are sent, and whether they are compressed.
pub(crate) struct Packed {
    bytes: Vec<u8>,
    gzip: bool,
}

/// Compresses, at the fastest level, for a client that takes it.
pub(crate) fn packed(bytes: Vec<u8>, gzip: bool) -> Packed {
    if !gzip || bytes.len() < SMALL {
        return Packed { bytes, gzip: false };
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::fast());
    let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish());
    match packed {
        Ok(packed) => Packed {
            bytes: packed,
            gzip: true,
        },
        // Memory takes all that is written to it.
        Err(_) => Packed { bytes, gzip: false },
    }
}

/// A response of a media type.
pub(crate) fn reply(media_type: &'static str, packed: Packed) -> Response {
    let mut response = Response::new(Body::from(packed.bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if packed.gzip {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}
