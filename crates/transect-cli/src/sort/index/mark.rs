//! What an index knows its table by.

use transect_io::TableKind;

use crate::sort::index::IndexFault;

const KINDS: [(TableKind, &str); 4] = [
    (TableKind::Boxes, "boxes"),
    (TableKind::FlatBoxes, "boxes in the plane"),
    (TableKind::Points, "points"),
    (TableKind::FlatPoints, "points in the plane"),
];

/// What a table is known by, whatever the file is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) bytes: u64,
    pub(crate) rows: u64,
    /// CRC-32 of all bytes.
    pub(crate) checksum: u32,
}

impl Mark {
    /// Refuses a table of another length: what is known of a file before it is read.
    pub(crate) fn check_bytes(&self, bytes: u64) -> Result<(), IndexFault> {
        differs("bytes", self.bytes, bytes)
    }

    /// Refuses a table that has more rows than these, or fewer.
    pub(crate) fn check_rows(&self, rows: u64) -> Result<(), IndexFault> {
        differs("rows", self.rows, rows)
    }

    /// Refuses a table with other bytes.
    pub(crate) fn check_checksum(&self, checksum: u32) -> Result<(), IndexFault> {
        if checksum == self.checksum {
            return Ok(());
        }
        Err(IndexFault::OtherTable("its checksum differs".into()))
    }
}

fn differs(what: &str, had: u64, has: u64) -> Result<(), IndexFault> {
    if had == has {
        return Ok(());
    }
    let told = format!("it had {had} {what}, and has {has}");
    Err(IndexFault::OtherTable(told))
}

/// The number that stands for a kind in a file.
pub(crate) fn number_of(kind: TableKind) -> u8 {
    let place = KINDS.iter().position(|(known, _)| *known == kind);
    place.map_or(u8::MAX, |place| place as u8)
}

/// Refuses a table of another kind than that of this number.
pub(crate) fn check_kind(number: u8, kind: TableKind) -> Result<(), IndexFault> {
    let name = |number: u8| KINDS.get(usize::from(number)).map(|(_, name)| *name);
    if number == number_of(kind) {
        return Ok(());
    }
    let [found, wanted] = [number, number_of(kind)].map(|it| name(it).unwrap_or("something else"));
    Err(IndexFault::OtherTable(format!(
        "it holds {found}, the table {wanted}"
    )))
}
