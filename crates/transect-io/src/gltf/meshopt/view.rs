//! A compressed view, and its decoding.

use serde::Deserialize;

use crate::gltf::json::Whole;
use crate::gltf::meshopt::bytes::Damage;
use crate::gltf::meshopt::filters::{self, Filter};
use crate::gltf::meshopt::{attributes, indices};

/// The names of the extensions. Both have the same form.
pub(in crate::gltf) const MESHOPT: [&str; 2] =
    ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// A compressed view, as the JSON has it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::gltf) struct Compressed {
    pub(in crate::gltf) buffer: Whole,
    #[serde(default)]
    pub(in crate::gltf) byte_offset: Whole,
    pub(in crate::gltf) byte_length: Whole,
    pub(in crate::gltf) byte_stride: Whole,
    pub(in crate::gltf) count: Whole,
    mode: Mode,
    #[serde(default)]
    filter: Filter,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Mode {
    Attributes,
    Triangles,
    Indices,
}

impl Compressed {
    /// Returns the size of the decoded bytes.
    pub(in crate::gltf) fn size(&self) -> usize {
        self.count.size().saturating_mul(self.byte_stride.size())
    }

    /// Returns the decoded bytes.
    pub(in crate::gltf) fn decode(&self, bytes: &[u8]) -> Result<Vec<u8>, Damage> {
        let (count, stride) = (self.count.size(), self.byte_stride.size());
        let is_row = stride.is_multiple_of(4) && (4..=256).contains(&stride);
        match self.mode {
            Mode::Attributes if is_row => {
                let mut rows = attributes::decode(bytes, count, stride)?;
                filters::apply(self.filter, &mut rows, stride)?;
                Ok(rows)
            }
            Mode::Attributes => Err("the byteStride is not a multiple of 4 from 4 to 256"),
            _ if self.filter != Filter::None => Err("indices have a filter"),
            _ if stride != 2 && stride != 4 => Err("the byteStride of indices is neither 2 nor 4"),
            Mode::Triangles => indices::triangles(bytes, count, stride),
            Mode::Indices => indices::sequence(bytes, count, stride),
        }
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde_json::{Value, json};

    use super::*;

    /// Views that the encoder of meshoptimizer 1.3 wrote, and the bytes that its decoder reads.
    fn cases() -> Vec<Value> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models/meshopt.json");
        let text = std::fs::read_to_string(path).expect("the cases");
        serde_json::from_str(&text).expect("a list")
    }

    fn bytes(case: &Value, key: &str) -> Vec<u8> {
        let text = case[key].as_str().expect("base64");
        STANDARD.decode(text).expect("base64")
    }

    fn compressed(case: &Value) -> Compressed {
        let view = json!({
            "buffer": 0, "byteLength": 0, "byteStride": case["stride"], "count": case["count"],
            "mode": case["mode"], "filter": case["filter"],
        });
        serde_json::from_value(view).expect("a view")
    }

    #[test]
    fn views_are_decoded_as_their_encoder_decodes_them() {
        let cases = cases();
        assert_eq!(cases.len(), 15);
        for case in cases {
            let found = compressed(&case).decode(&bytes(&case, "encoded"));
            let found = found.unwrap_or_else(|damage| panic!("{}: {damage}", case["name"]));
            let expected = bytes(&case, "decoded");
            assert_eq!(found.len(), expected.len());
            // Filters round to integers, and other programs compute in f32 before.
            let width = match (case["filter"].as_str(), case["stride"].as_u64()) {
                (Some("OCTAHEDRAL" | "COLOR"), Some(4)) => 1,
                (Some("OCTAHEDRAL" | "COLOR" | "QUATERNION"), _) => 2,
                _ => 0,
            };
            let whole = |bytes: &[u8]| match bytes {
                [one] => i32::from(*one),
                bytes => i32::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            };
            if width == 0 {
                assert!(found == expected, "{}", case["name"]);
                continue;
            }
            for (own, other) in found.chunks(width).zip(expected.chunks(width)) {
                let off = (whole(own) - whole(other)).rem_euclid(256_i32.pow(width as u32));
                assert!(
                    off <= 1 || off >= 256_i32.pow(width as u32) - 1,
                    "{}",
                    case["name"]
                );
            }
        }
    }

    #[test]
    fn damage_is_an_error_or_other_bytes_of_the_same_number() {
        for case in cases() {
            let (view, whole) = (compressed(&case), bytes(&case, "encoded"));
            for length in 0..whole.len() {
                assert!(view.decode(&whole[..length]).is_err(), "{}", case["name"]);
            }
            for place in 0..whole.len() {
                for change in [1, 16, 255] {
                    let mut damaged = whole.clone();
                    damaged[place] ^= change;
                    if let Ok(decoded) = view.decode(&damaged) {
                        assert_eq!(decoded.len(), view.size());
                    }
                }
            }
        }
    }
}
