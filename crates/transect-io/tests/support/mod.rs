//! Damaged files for every reader: deterministic mutations of small files, and checks that hold for every input.

#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "each test file uses a part of this one"
)]

use std::path::Path;

use peak_alloc::PeakAlloc;
use transect_io::{Document, ReadError, read_bytes};

/// The allocator that measures the memory of the test process.
#[global_allocator]
pub(crate) static MEMORY: PeakAlloc = PeakAlloc;

/// Returns the memory that a reader may use in addition to the file: 64 MiB plus 20 times the file size.
fn most_memory(bytes: usize) -> usize {
    (64 << 20) + 20 * bytes
}

/// A small file to damage.
pub(crate) struct Seed {
    /// The file name. Its extension decides the format if the content does not.
    pub(crate) name: &'static str,
    /// The contents of the file.
    pub(crate) bytes: Vec<u8>,
    /// Words to insert into a damaged text file; empty for a binary file.
    pub(crate) words: &'static [&'static str],
}

/// The xorshift generator. It makes the same damage on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns the next random number. It is below `end`, or 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// Numbers as text that are difficult for the readers of text formats.
const NUMBERS: [&str; 16] = [
    "0",
    "-1",
    "1",
    "nan",
    "-inf",
    "1e999",
    "1e-999",
    "4294967295",
    "4294967296",
    "-9223372036854775808",
    "99999999999999999999999",
    "2147483648",
    "0x10",
    "1.5",
    "",
    "\u{fffd}",
];

/// Numbers as bytes that are difficult for the readers of binary formats, in either byte order.
const PATTERNS: [[u8; 4]; 8] = [
    [0xff; 4],
    [0xff, 0xff, 0xff, 0x7f],
    [0, 0, 0, 0x80],
    [0, 0, 0x80, 0x7f],
    [0, 0, 0xc0, 0x7f],
    [0; 4],
    [1, 0, 0, 0],
    [0, 0, 0, 1],
];

/// Returns the contents of the seed after one to four random changes.
pub(crate) fn damaged(seed: &Seed, random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.bytes.clone();
    for _ in 0..=random.below(4) {
        match random.below(if seed.words.is_empty() { 6 } else { 10 }) {
            0 => bytes.truncate(random.below(bytes.len())),
            1 | 2 if !bytes.is_empty() => {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
            3 if !bytes.is_empty() => {
                let at = random.below(bytes.len());
                bytes[at] = random.below(256) as u8;
            }
            4 if bytes.len() >= 4 => {
                let at = random.below(bytes.len() - 3);
                bytes[at..at + 4].copy_from_slice(&PATTERNS[random.below(PATTERNS.len())]);
            }
            5 => {
                let from = random.below(bytes.len());
                let to = from + random.below(bytes.len() - from + 1).min(40);
                if random.below(2) == 0 {
                    bytes.drain(from..to);
                } else {
                    let piece = bytes[from..to].to_vec();
                    let at = random.below(bytes.len());
                    bytes.splice(at..at, piece);
                }
            }
            _ => change_word(&mut bytes, seed.words, random),
        }
    }
    bytes
}

/// Replaces a random word of the file by one of `words` or by one of the difficult [`NUMBERS`].
fn change_word(bytes: &mut Vec<u8>, words: &[&str], random: &mut Random) {
    let start = random.below(bytes.len());
    let inside = |b: &u8| !b.is_ascii_whitespace() && !b"/,:\"{}[]".contains(b);
    let from = start + bytes[start..].iter().take_while(|b| !inside(b)).count();
    let to = from + bytes[from..].iter().take_while(|b| inside(b)).count();
    let word: &str = match random.below(3) {
        0 if !words.is_empty() => words[random.below(words.len())],
        _ => NUMBERS[random.below(NUMBERS.len())],
    };
    bytes.splice(from..to, word.bytes());
}

/// Reads a file, and checks that there is no panic and that the memory used stays within [`most_memory`]. If reading
/// fails, also checks that the error contains the file name.
pub(crate) fn survived(name: &str, bytes: &[u8]) -> Result<Document, ReadError> {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let result = read_bytes(Path::new(name), bytes);
    let taken = MEMORY.peak_usage().saturating_sub(before);
    assert!(
        taken <= most_memory(bytes.len()),
        "{name}: {taken} bytes of memory for {} bytes, {:?}",
        bytes.len(),
        result.as_ref().map(drop)
    );
    match &result {
        Ok(document) => check(document),
        Err(error) => {
            assert_eq!(error.path, Path::new(name));
            assert!(error.to_string().starts_with(name), "{error}");
        }
    }
    result
}

/// Checks the invariants of a scene.
fn check(document: &Document) {
    let scene = &document.scene;
    for (index, node) in scene.nodes.iter().enumerate() {
        assert!(node.parent.is_none_or(|parent| parent < index));
        assert!(node.mesh.is_none_or(|mesh| mesh < scene.meshes.len()));
    }
    for mesh in &scene.meshes {
        assert!(!mesh.parts.is_empty());
        for part in &mesh.parts {
            assert!(part.material.is_none_or(|m| m < scene.materials.len()));
        }
        for triangle in 0..mesh.mesh.triangles().len() {
            assert!((mesh.mesh.part(triangle) as usize) < mesh.parts.len());
            assert!(
                mesh.mesh
                    .corners(triangle)
                    .as_flattened()
                    .iter()
                    .all(|c| c.is_finite())
            );
        }
        mesh.mesh.boundary();
    }
    assert_eq!(document.sources.len(), 1);
}

/// Reads every seed and `count` damaged variants of each. Returns the number of variants that were still readable.
pub(crate) fn damage(seeds: &[Seed], count: usize) -> usize {
    let mut readable = 0;
    for (number, seed) in seeds.iter().enumerate() {
        let whole = survived(seed.name, &seed.bytes);
        assert!(
            whole.is_ok(),
            "{}: {}",
            seed.name,
            whole.err().map(|e| e.to_string()).unwrap_or_default()
        );
        for length in 0..seed.bytes.len().min(count / 4) {
            readable += usize::from(survived(seed.name, &seed.bytes[..length]).is_ok());
        }
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (number as u64 + 1));
        for _ in 0..count {
            readable += usize::from(survived(seed.name, &damaged(seed, &mut random)).is_ok());
        }
    }
    readable
}
