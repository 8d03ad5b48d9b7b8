//! Response bodies, which may be compressed if the client accepts it.

use std::convert::Infallible;
use std::io::Write;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The size of a body, in bytes, below which it is not compressed.
const SMALL: usize = 4096;

/// Returns `true` if a client accepts gzip. A weight of zero, as in `gzip;q=0`, means that the client does not accept
/// it.
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

/// The header by which a nearby client asks for answers that are not compressed, because compressing takes longer than
/// sending.
const PLAIN: HeaderName = HeaderName::from_static("transect-plain");

/// `true` if an answer is to be compressed: the client accepts gzip, and does not ask for plain answers.
pub(crate) struct Gzip(pub(crate) bool);

impl<S: Sync> FromRequestParts<S> for Gzip {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let is_plain = parts.headers.contains_key(PLAIN);
        Ok(Self(takes_gzip(&parts.headers) && !is_plain))
    }
}

/// The bytes of a response body. `gzip` is `true` if they are compressed.
pub(crate) struct Packed {
    bytes: Vec<u8>,
    gzip: bool,
}

/// Compresses the bytes at the fastest level if `compresses` is `true`.
pub(crate) fn packed(bytes: Vec<u8>, compresses: bool) -> Packed {
    if !compresses || bytes.len() < SMALL {
        return Packed { bytes, gzip: false };
    }
    match gzip(&bytes, Compression::fast()) {
        Ok(packed) => Packed {
            bytes: packed,
            gzip: true,
        },
        // This case does not occur, because writing to memory does not fail.
        Err(_) => Packed { bytes, gzip: false },
    }
}

/// Returns the bytes in compressed form.
pub(crate) fn gzip(bytes: &[u8], level: Compression) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 2), level);
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Returns a response with a body and its media type.
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
