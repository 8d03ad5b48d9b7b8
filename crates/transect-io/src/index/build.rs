//! Writing an index while the rows of its table are read.

use std::io::{Error, Result, Write};

use crate::boxes::TableKind;
use crate::index::columns::Columns;
use crate::index::mark::{TableMark, number_of};
use crate::index::{FOOT, HEAD, MAGIC, PART, PART_HEAD, VERSION};

/// Writes an index of a table row by row. At most 2¹⁸ rows are kept in memory.
///
/// ```
/// use std::io::Cursor;
/// use transect_io::{Index, IndexBuilder, TableKind, TableMark};
/// let mut file = Vec::new();
/// let mut builder = IndexBuilder::begin(TableKind::Boxes, &mut file)?;
/// builder.push([[0.0; 3], [1.0; 3]])?;
/// let mark = TableMark { bytes: 44, rows: 1, checksum: 7 };
/// builder.finish(&mark, Some([[0.0; 3], [1.0; 3]]))?;
/// let mut index: Index<_, 3> = Index::read(Cursor::new(file), TableKind::Boxes)?;
/// assert_eq!(index.mark(), mark);
/// assert_eq!(index.next_tree()?.map(|tree| tree.len()), Some(1));
/// assert!(index.next_tree()?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct IndexBuilder<W, const D: usize> {
    file: W,
    head: Vec<u8>,
    /// The rows of the next part of the index (2¹⁸ rows, or the rest of the table). They are written when the part is
    /// complete.
    columns: Columns<D>,
}

impl<W: Write, const D: usize> IndexBuilder<W, D> {
    /// Begins an index of a table of this kind.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn begin(kind: TableKind, mut file: W) -> Result<Self> {
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

    /// Adds the next row, given as the least and the greatest corner of its box.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if the box is invalid: a coordinate is NaN, or a least
    /// coordinate is above the greatest.
    pub fn push(&mut self, corners: [[f64; D]; 2]) -> Result<()> {
        self.columns.push(corners);
        if self.columns.len() == PART {
            self.write_part()?;
        }
        Ok(())
    }

    /// Completes the index with the identification of the table and the bounding box of all rows.
    ///
    /// # Errors
    /// Returns the errors of [`IndexBuilder::push`].
    pub fn finish(mut self, mark: &TableMark, bounds: Option<[[f64; D]; 2]>) -> Result<()> {
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
