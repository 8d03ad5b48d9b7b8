//! Building an index while the rows come.

use std::io::{Error, Result, Write};

use transect_io::TableKind;

use crate::sort::index::columns::Columns;
use crate::sort::index::mark::{Mark, number_of};
use crate::sort::index::{FOOT, HEAD, MAGIC, PART, PART_HEAD, VERSION};

/// An index that is being written.
pub(crate) struct Builder<W, const D: usize> {
    file: W,
    head: Vec<u8>,
    /// The rows of the part that is not written yet.
    columns: Columns<D>,
}

impl<W: Write, const D: usize> Builder<W, D> {
    pub(crate) fn begin(kind: TableKind, mut file: W) -> Result<Self> {
        let mut head = Vec::with_capacity(HEAD + FOOT);
        head.extend_from_slice(&MAGIC);
        head.extend_from_slice(&VERSION.to_le_bytes());
        head.extend_from_slice(&[number_of(kind), 0, 0, 0]);
        file.write_all(&head)?;
        Ok(Self {
            file,
            head,
            columns: Columns::new(),
        })
    }

    /// The next row: its least and its greatest corner.
    pub(crate) fn push(&mut self, corners: [[f64; D]; 2]) -> Result<()> {
        self.columns.push(corners);
        if self.columns.len() == PART {
            self.write_part()?;
        }
        Ok(())
    }

    /// Ends the file, once it is known what the table is known by, and the box around all rows.
    pub(crate) fn finish(mut self, mark: &Mark, bounds: Option<[[f64; D]; 2]>) -> Result<()> {
        if self.columns.len() > 0 {
            self.write_part()?;
        }
        let mut foot = Vec::with_capacity(FOOT);
        foot.extend_from_slice(&mark.bytes.to_le_bytes());
        foot.extend_from_slice(&mark.rows.to_le_bytes());
        for corner in bounds.unwrap_or([[0.0; D]; 2]) {
            for axis in 0..3 {
                let number = corner.get(axis).copied().unwrap_or(0.0);
                foot.extend_from_slice(&number.to_le_bytes());
            }
        }
        foot.extend_from_slice(&mark.checksum.to_le_bytes());
        self.head.extend_from_slice(&foot);
        foot.extend_from_slice(&crc32fast::hash(&self.head).to_le_bytes());
        self.file.write_all(&foot)?;
        self.file.flush()
    }

    fn write_part(&mut self) -> Result<()> {
        let columns = std::mem::replace(&mut self.columns, Columns::new());
        let tree = columns.tree().map_err(Error::other)?;
        let bytes = tree.to_bytes();
        let mut head = Vec::with_capacity(PART_HEAD);
        head.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        head.extend_from_slice(&tree.width().to_le_bytes());
        head.extend_from_slice(&crc32fast::hash(&head).to_le_bytes());
        self.file.write_all(&head)?;
        self.file.write_all(&bytes)
    }
}
