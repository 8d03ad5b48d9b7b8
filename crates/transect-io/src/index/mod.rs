//! Trees over the rows of a table, kept in a file.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---:|---|
//! | 8 | `transidx` |
//! | 4 | the version, 1 |
//! | 1, 3 | what the rows are (0 boxes, 1 flat boxes, 2 points, 3 flat points), zeros |
//! | | parts, one behind the other |
//! | 8, 8 | bytes and rows of the table |
//! | 24, 24 | the least and the greatest corner of all rows, zeros in place of z in the plane |
//! | 4 | CRC-32 of the table |
//! | 4 | CRC-32 of the first 16 bytes of the file and the 68 before |
//!
//! A part is the tree of the next 2¹⁸ rows, fewer in the last: 8 bytes with the length of the tree, 4 with the
//! bytes of one of its numbers, 4 with the CRC-32 of these, and the tree as `Bvh::write_to` writes it. Its
//! ids are rows, counted from the first of the part; points are boxes without extent. Parts are built and
//! asked one at a time: memory does not grow with the table.

mod build;
mod columns;
mod error;
mod mark;
mod read;
mod tree;

pub use build::IndexBuilder;
pub use error::IndexError;
pub use mark::TableMark;
pub use read::Index;
pub use tree::IndexTree;

const MAGIC: [u8; 8] = *b"transidx";
const VERSION: u32 = 1;
/// How long the beginning of the file is, the beginning of a part, and what stands behind the parts.
const HEAD: usize = 16;
const PART_HEAD: usize = 16;
const FOOT: usize = 72;
/// Rows of a part.
const PART: usize = 1 << 18;
