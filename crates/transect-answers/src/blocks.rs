//! Response bodies that hold JSON, followed by blocks of numbers, which a browser reads as typed arrays. The JSON
//! together with its length in front, and each block, are padded to a multiple of eight bytes. Numbers are
//! little-endian.

use serde_json::{Value, json};

/// The multiple to which the JSON and the blocks are padded, in bytes.
const STEP: usize = 8;

/// Named blocks of numbers, one after the other in a buffer.
#[derive(Default)]
pub(crate) struct Blocks {
    names: Vec<Value>,
    bytes: Vec<u8>,
}

impl Blocks {
    pub(crate) fn push_f64(&mut self, name: &str, values: &[f64]) {
        self.push(name, "f64", values.iter().map(|value| value.to_le_bytes()));
    }

    pub(crate) fn push_f32(&mut self, name: &str, values: &[f32]) {
        self.push(name, "f32", values.iter().map(|value| value.to_le_bytes()));
    }

    pub(crate) fn push_u32(&mut self, name: &str, values: &[u32]) {
        self.push(name, "u32", values.iter().map(|value| value.to_le_bytes()));
    }

    fn push<const N: usize>(
        &mut self,
        name: &str,
        kind: &str,
        values: impl ExactSizeIterator<Item = [u8; N]>,
    ) {
        let count = values.len();
        self.names
            .push(json!({"name": name, "type": kind, "count": count}));
        self.bytes.reserve(N * count + STEP);
        for value in values {
            self.bytes.extend_from_slice(&value);
        }
        self.bytes
            .resize(self.bytes.len().next_multiple_of(STEP), 0);
    }

    /// Returns the body of the response: the length of the JSON, the JSON with a list of the blocks added, and the
    /// blocks.
    pub(crate) fn with_json(self, mut answer: Value) -> Vec<u8> {
        answer["blocks"] = Value::Array(self.names);
        let mut text = answer.to_string();
        while !(4 + text.len()).is_multiple_of(STEP) {
            text.push(' ');
        }
        let length = (text.len() as u32).to_le_bytes();
        [&length[..], text.as_bytes(), &self.bytes].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_begin_at_multiples_of_eight() {
        let mut blocks = Blocks::default();
        blocks.push_u32("three", &[1, 2, 3]);
        blocks.push_f64("one", &[0.5]);
        let body = blocks.with_json(json!({"a": 1}));
        let length = u32::from_le_bytes(body[..4].try_into().expect("four bytes")) as usize;
        assert_eq!((4 + length) % 8, 0);
        let answer: Value = serde_json::from_slice(&body[4..4 + length]).expect("JSON");
        assert_eq!(
            answer["blocks"][0],
            json!({"name": "three", "type": "u32", "count": 3})
        );
        let numbers = &body[4 + length..];
        assert_eq!(numbers.len(), 16 + 8);
        assert_eq!(numbers[..4], 1_u32.to_le_bytes());
        assert_eq!(numbers[16..], 0.5_f64.to_le_bytes());
    }
}
