//! Reading an index, one part at a time. Every length and checksum is checked.

use std::io::{Read, Seek, SeekFrom};

use crate::boxes::TableKind;
use crate::index::error::IndexError;
use crate::index::mark::{TableMark, check_kind};
use crate::index::tree::IndexTree;
use crate::index::{FOOT, HEAD, MAGIC, PART, PART_HEAD, VERSION};

/// A reader of an index ([`IndexBuilder`](crate::IndexBuilder) has an example).
#[derive(Debug)]
pub struct Index<R, const D: usize> {
    mark: TableMark,
    bounds: Option<[[f64; D]; 2]>,
    file: R,
    /// The position in the file of the next part. The next field, `end`, is the position after the last part.
    at: u64,
    end: u64,
    /// The number of rows in the parts that are not read yet.
    rows_left: u64,
}

impl<R: Read + Seek, const D: usize> Index<R, D> {
    /// Opens the index in a file, which must belong to a table of this kind. The trees are read later, one by one.
    ///
    /// # Errors
    /// Can return every error of [`IndexError`] except [`IndexError::Tree`] and [`IndexError::Rows`].
    pub fn read(mut file: R, kind: TableKind) -> Result<Self, IndexError> {
        let length = file.seek(SeekFrom::End(0))?;
        if length < HEAD as u64 {
            return Err(IndexError::NotAnIndex);
        }
        let mut head = [0; HEAD];
        file.rewind()?;
        file.read_exact(&mut head)?;
        if head[..8] != MAGIC {
            return Err(IndexError::NotAnIndex);
        }
        let version = u32::from_le_bytes(part(&head, 8));
        if version != VERSION {
            return Err(IndexError::Version(version));
        }
        let Some(end) = length
            .checked_sub(FOOT as u64)
            .filter(|end| *end >= HEAD as u64)
        else {
            let (from, to) = (HEAD as u64, length);
            return Err(IndexError::Damaged { from, to });
        };
        let mut foot = [0; FOOT];
        file.seek(SeekFrom::Start(end))?;
        file.read_exact(&mut foot)?;
        let (content, checksum) = foot.split_at(FOOT - 4);
        if crc32fast::hash(&[&head[..], content].concat()).to_le_bytes() != checksum {
            let (from, to) = (end, length);
            return Err(IndexError::Damaged { from, to });
        }
        check_kind(head[12], kind)?;
        file.seek(SeekFrom::Start(HEAD as u64))?;
        let corner = |start: usize| {
            core::array::from_fn(|axis| f64::from_le_bytes(part(&foot, start + 8 * axis)))
        };
        let rows = u64::from_le_bytes(part(&foot, 8));
        Ok(Self {
            mark: TableMark {
                bytes: u64::from_le_bytes(part(&foot, 0)),
                rows,
                checksum: u32::from_le_bytes(part(&foot, 64)),
            },
            bounds: (rows > 0).then(|| [corner(16), corner(40)]),
            file,
            at: HEAD as u64,
            end,
            rows_left: rows,
        })
    }

    /// Returns the identification of the table.
    #[must_use]
    pub fn mark(&self) -> TableMark {
        self.mark
    }

    /// Returns the least and the greatest corner of the bounding box of all rows, or `None` if there are no rows.
    #[must_use]
    pub fn bounds(&self) -> Option<[[f64; D]; 2]> {
        self.bounds
    }

    /// Reads the next tree; `None` after the last tree. Each tree continues with the rows of the table after those of
    /// the previous tree, with one id per row.
    ///
    /// # Errors
    /// Returns [`IndexError`] if the index is damaged or cannot be read.
    pub fn next_tree(&mut self) -> Result<Option<IndexTree<D>>, IndexError> {
        if self.at == self.end {
            return match self.rows_left {
                0 => Ok(None),
                _ => Err(IndexError::Rows),
            };
        }
        let mut head = [0; PART_HEAD];
        self.read_part(self.at, &mut head)?;
        let length = u64::from_le_bytes(part(&head, 0));
        let start = self.at + PART_HEAD as u64;
        let is_whole = crc32fast::hash(&head[..12]).to_le_bytes() == head[12..];
        if !is_whole || length > self.end - start {
            let (from, to) = (self.at, start);
            return Err(IndexError::Damaged { from, to });
        }
        // The cast is safe: the length is at most the number of bytes left in the file.
        let mut bytes = vec![0; length as usize];
        self.read_part(start, &mut bytes)?;
        let tree = IndexTree::of_bytes(u32::from_le_bytes(part(&head, 8)), &bytes);
        let tree = tree.map_err(|error| IndexError::Tree { at: start, error })?;
        let rows = tree.as_ref().and_then(IndexTree::rows);
        let is_full = |rows: &usize| *rows == PART || *rows as u64 == self.rows_left;
        let rows = rows.filter(|rows| is_full(rows) && (1..=PART).contains(rows));
        let Some(left) = rows.and_then(|rows| self.rows_left.checked_sub(rows as u64)) else {
            return Err(IndexError::Rows);
        };
        self.rows_left = left;
        self.at = start + length;
        Ok(tree)
    }

    /// Reads the bytes from position `at` on. It is an error if they extend beyond the last part.
    fn read_part(&mut self, at: u64, bytes: &mut [u8]) -> Result<(), IndexError> {
        let to = at + bytes.len() as u64;
        if to > self.end {
            let (from, to) = (at, self.end);
            return Err(IndexError::Damaged { from, to });
        }
        Ok(self.file.read_exact(bytes)?)
    }
}

/// Returns the `N` bytes of `bytes` from `start` on.
fn part<const N: usize>(bytes: &[u8], start: usize) -> [u8; N] {
    core::array::from_fn(|place| bytes[start + place])
}
