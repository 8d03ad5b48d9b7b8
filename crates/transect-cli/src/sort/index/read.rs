//! Reading an index, a part at a time. Nothing is trusted: what is not as it was written is an error.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use transect_io::{ReadError, Reason, TableKind};

use crate::failure::Failure;
use crate::sort::index::mark::{Mark, check_kind};
use crate::sort::index::{FOOT, HEAD, IndexFault, MAGIC, PART, PART_HEAD, Tree, VERSION};

/// An index, up to its next part.
pub(crate) struct Index<const D: usize> {
    pub(crate) path: PathBuf,
    pub(crate) mark: Mark,
    /// The box around all rows.
    pub(crate) bounds: Option<[[f64; D]; 2]>,
    file: File,
    /// Where the next part begins, and where the last one ends.
    at: u64,
    end: u64,
    /// How many rows are in the parts to come.
    rows_left: u64,
}

impl<const D: usize> Index<D> {
    /// The index in a file, if there is one, and if it is one of a table of this kind.
    pub(crate) fn open(path: &Path, kind: TableKind) -> Result<Option<Self>, Failure> {
        let failed = |error| Failure::from(failure(path, error));
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let fault = |fault: IndexFault| fault.of(path);
        let found = file.metadata().map_err(failed)?;
        let length = found.len();
        let mut head = [0; HEAD];
        if !found.is_file() || length < HEAD as u64 {
            return Err(fault(IndexFault::NotAnIndex));
        }
        file.read_exact(&mut head).map_err(failed)?;
        if head[..8] != MAGIC {
            return Err(fault(IndexFault::NotAnIndex));
        }
        let version = u32::from_le_bytes(part(&head, 8));
        if version != VERSION {
            return Err(fault(IndexFault::Version(version)));
        }
        let damaged = |from, to| fault(IndexFault::Damaged { from, to });
        let Some(end) = length
            .checked_sub(FOOT as u64)
            .filter(|end| *end >= HEAD as u64)
        else {
            return Err(damaged(HEAD as u64, length));
        };
        let mut foot = [0; FOOT];
        file.seek(SeekFrom::Start(end)).map_err(failed)?;
        file.read_exact(&mut foot).map_err(failed)?;
        let (content, checksum) = foot.split_at(FOOT - 4);
        if crc32fast::hash(&[&head[..], content].concat()).to_le_bytes() != checksum {
            return Err(damaged(end, length));
        }
        check_kind(head[12], kind).map_err(fault)?;
        file.seek(SeekFrom::Start(HEAD as u64)).map_err(failed)?;
        let corner = |start: usize| {
            core::array::from_fn(|axis| f64::from_le_bytes(part(&foot, start + 8 * axis)))
        };
        let rows = u64::from_le_bytes(part(&foot, 8));
        Ok(Some(Self {
            path: path.to_path_buf(),
            mark: Mark {
                bytes: u64::from_le_bytes(part(&foot, 0)),
                rows,
                checksum: u32::from_le_bytes(part(&foot, 64)),
            },
            bounds: (rows > 0).then(|| [corner(16), corner(40)]),
            file,
            at: HEAD as u64,
            end,
            rows_left: rows,
        }))
    }

    /// The tree of the next rows; none if there are no more.
    pub(crate) fn next_tree(&mut self) -> Result<Option<Tree<D>>, Failure> {
        if self.at == self.end {
            return match self.rows_left {
                0 => Ok(None),
                _ => Err(self.fault(IndexFault::Rows)),
            };
        }
        let mut head = [0; PART_HEAD];
        self.read(self.at, &mut head)?;
        let length = u64::from_le_bytes(part(&head, 0));
        let start = self.at + PART_HEAD as u64;
        let is_whole = crc32fast::hash(&head[..12]).to_le_bytes() == head[12..];
        if !is_whole || length > self.end - start {
            let (from, to) = (self.at, start);
            return Err(self.fault(IndexFault::Damaged { from, to }));
        }
        // No more than the file has.
        let mut bytes = vec![0; length as usize];
        self.read(start, &mut bytes)?;
        let tree = Tree::of_bytes(u32::from_le_bytes(part(&head, 8)), &bytes);
        let at = start;
        let tree = tree.map_err(|fault| self.fault(IndexFault::Tree { at, fault }))?;
        let rows = tree.as_ref().and_then(Tree::rows);
        let is_full = |rows: &usize| *rows == PART || *rows as u64 == self.rows_left;
        let rows = rows.filter(|rows| is_full(rows) && (1..=PART).contains(rows));
        let Some(left) = rows.and_then(|rows| self.rows_left.checked_sub(rows as u64)) else {
            return Err(self.fault(IndexFault::Rows));
        };
        self.rows_left = left;
        self.at = start + length;
        Ok(tree)
    }

    /// Says a fault of this file.
    pub(crate) fn fault(&self, fault: IndexFault) -> Failure {
        fault.of(&self.path)
    }

    /// Reads bytes that stand before the end of the parts.
    fn read(&mut self, at: u64, bytes: &mut [u8]) -> Result<(), Failure> {
        let to = at + bytes.len() as u64;
        if to > self.end {
            let (from, to) = (at, self.end);
            return Err(self.fault(IndexFault::Damaged { from, to }));
        }
        let read = self.file.read_exact(bytes);
        read.map_err(|error| failure(&self.path, error).into())
    }
}

fn failure(path: &Path, error: std::io::Error) -> ReadError {
    ReadError {
        path: path.to_path_buf(),
        place: None,
        reason: Reason::Io(error),
    }
}

/// Some of the bytes.
fn part<const N: usize>(bytes: &[u8], start: usize) -> [u8; N] {
    core::array::from_fn(|place| bytes[start + place])
}
