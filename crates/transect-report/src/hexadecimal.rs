//! Bytes as text.

use std::fmt::Write;

/// Returns bytes in hexadecimal digits: two lower-case digits per byte.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a `String` does not fail, so the result is ignored.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
