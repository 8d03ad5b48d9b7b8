//! Bytes are read as a table of boxes, or a typed error is returned. The `csv` crate must read the same cells.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use transect_io::BoxTable;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut table) = BoxTable::new(Path::new("fuzzed.csv"), bytes) else {
        return;
    };
    let mut theirs = csv::Reader::from_reader(bytes);
    let mut record = csv::ByteRecord::new();
    while let Ok(Some(row)) = table.next_row() {
        assert!(theirs.read_byte_record(&mut record).expect("a record"));
        assert!(
            record
                .iter()
                .enumerate()
                .all(|(index, cell)| *row.cell(index) == *cell)
        );
    }
});
