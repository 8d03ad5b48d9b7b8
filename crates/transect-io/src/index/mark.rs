//! What an index knows its table by.

use crate::boxes::TableKind;
use crate::index::IndexError;

const KINDS: [(TableKind, &str); 4] = [
    (TableKind::Boxes, "boxes"),
    (TableKind::FlatBoxes, "boxes in the plane"),
    (TableKind::Points, "points"),
    (TableKind::FlatPoints, "points in the plane"),
];

/// What a table is known by, whatever the file is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableMark {
    /// How long it is.
    pub bytes: u64,
    /// How many rows it has.
    pub rows: u64,
    /// CRC-32 of all bytes.
    pub checksum: u32,
}

impl TableMark {
    /// Refuses a table of another length: what is known of a file before it is read.
    ///
    /// # Errors
    /// [`IndexError::OtherTable`].
    pub fn check_bytes(&self, bytes: u64) -> Result<(), IndexError> {
        differs("bytes", self.bytes, bytes)
    }

    /// Refuses a table that has more rows than these, or fewer.
    ///
    /// # Errors
    /// [`IndexError::OtherTable`].
    pub fn check_rows(&self, rows: u64) -> Result<(), IndexError> {
        differs("rows", self.rows, rows)
    }

    /// Refuses a table with other bytes.
    ///
    /// # Errors
    /// [`IndexError::OtherTable`].
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
    let told = format!("it had {had} {what}, and has {has}");
    Err(IndexError::OtherTable(told))
}

/// The number that stands for a kind in a file.
pub(crate) fn number_of(kind: TableKind) -> u8 {
    let place = KINDS.iter().position(|(known, _)| *known == kind);
    place.map_or(u8::MAX, |place| place as u8)
}

/// Refuses a table of another kind than that of this number.
pub(crate) fn check_kind(number: u8, kind: TableKind) -> Result<(), IndexError> {
    let name = |number: u8| KINDS.get(usize::from(number)).map(|(_, name)| *name);
    if number == number_of(kind) {
        return Ok(());
    }
    let [found, wanted] = [number, number_of(kind)].map(|it| name(it).unwrap_or("something else"));
    Err(IndexError::OtherTable(format!(
        "it holds {found}, the table {wanted}"
    )))
}
