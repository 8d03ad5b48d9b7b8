//! Index files: they contain search trees over the rows of a table of boxes or points.
//!
//! All numbers in the file are little-endian.
//!
//! | bytes | content |
//! |---:|---|
//! | 8 | `transidx` |
//! | 4 | the version, 1 |
//! | 1 + 3 | one byte for the kind of the rows (0 boxes, 1 flat boxes, 2 points, 3 flat points), three zero bytes |
//! | | the parts of the index, each with the search tree of up to 2¹⁸ rows |
//! | 8 + 8 | the size of the table in bytes, then the number of its rows |
//! | 24 + 24 | the least corner, then the greatest corner of the bounding box of all rows; in the plane, z is zero |
//! | 4 | CRC-32 of the table |
//! | 4 | one CRC-32 of the first 16 bytes of the file and the 68 bytes before this checksum |
//!
//! A part holds the search tree of 2¹⁸ successive rows, or of fewer rows in the last part. It consists of 8 bytes with
//! the length of the tree in bytes, 4 bytes with the size of a coordinate in bytes, 4 bytes with the CRC-32 of these 12
//! bytes, and the tree as `Bvh::write_to` writes it. The ids of a tree are row indices, counted from the first row of
//! the part. Points are boxes without extent. Parts are built and read one at a time, so memory does not grow with the
//! table.

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
/// The lengths in bytes of the data before the parts (`HEAD`), of the data in a part before its tree (`PART_HEAD`), and
/// of the data after the parts (`FOOT`).
const HEAD: usize = 16;
const PART_HEAD: usize = 16;
const FOOT: usize = 72;
/// The number of rows in each part of an index; the last part may have fewer.
const PART: usize = 1 << 18;
