//! The identification of the table that an index belongs to.

use crate::boxes::TableKind;
use crate::index::IndexError;

const KINDS: [(TableKind, &str); 4] = [
    (TableKind::Boxes, "boxes"),
    (TableKind::FlatBoxes, "boxes in the plane"),
    (TableKind::Points, "points"),
    (TableKind::FlatPoints, "points in the plane"),
];

/// The identification of a table by its size, its number of rows and its checksum, independent of the file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableMark {
    /// The size of the table in bytes.
    pub bytes: u64,
    /// The number of rows of the table.
    pub rows: u64,
    /// The CRC-32 checksum of all bytes of the table.
    pub checksum: u32,
}

impl TableMark {
    /// Checks that a table has the size in this identification. The size is known before the table is read.
    ///
    /// # Errors
    /// Returns [`IndexError::OtherTable`] if the size differs.
    pub fn check_bytes(&self, bytes: u64) -> Result<(), IndexError> {
        differs("bytes", self.bytes, bytes)
    }

    /// Checks that a table has the number of rows in this identification.
    ///
    /// # Errors
    /// Returns [`IndexError::OtherTable`] if the number differs.
    pub fn check_rows(&self, rows: u64) -> Result<(), IndexError> {
        differs("rows", self.rows, rows)
    }

    /// Checks that a table has the checksum in this identification.
    ///
    /// # Errors
    /// Returns [`IndexError::OtherTable`] if the checksum differs.
    pub fn check_checksum(&self, checksum: u32) -> Result<(), IndexError> {
        if checksum == self.checksum {
            return Ok(());
        }
        Err(IndexError::OtherTable("its checksum differs".into()))
    }
}

fn differs(what: &str, had: u64, has: u64) -> Result<(), IndexError> {
    if had == has {
        return Ok(());
    }
    let answer = format!("it had {had} {what} and now has {has}");
    Err(IndexError::OtherTable(answer))
}

/// Returns the number by which index files denote a kind of table.
pub(crate) fn number_of(kind: TableKind) -> u8 {
    let place = KINDS.iter().position(|(known, _)| *known == kind);
    place.map_or(u8::MAX, |place| place as u8)
}

/// Returns an error if `number`, which an index contains, does not denote this kind of table.
pub(crate) fn check_kind(number: u8, kind: TableKind) -> Result<(), IndexError> {
    let name = |number: u8| KINDS.get(usize::from(number)).map(|(_, name)| *name);
    if number == number_of(kind) {
        return Ok(());
    }
    let [found, wanted] = [number, number_of(kind)].map(|it| name(it).unwrap_or("something else"));
    Err(IndexError::OtherTable(format!(
        "the index holds {found}, the table holds {wanted}"
    )))
}
