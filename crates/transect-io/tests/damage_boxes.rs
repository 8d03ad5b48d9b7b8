//! Tests of the reader of tables with damaged and malicious files: no panic, limited memory, typed errors.
//!
//! All checks are in one test, because the test measures the memory of the whole process.

mod support;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use peak_alloc::PeakAlloc;
use support::{Random, Seed, damaged};
use transect_io::{BoxTable, ReadError, ReadErrorKind};

/// The memory limit of the reader; it does not depend on the length of the file.
const MOST_MEMORY: usize = 64 << 20;

fn rows(reader: impl BufRead) -> Result<u64, ReadError> {
    let mut table = BoxTable::new(Path::new("hostile.csv"), reader)?;
    while let Some(row) = table.next_row()? {
        let (min, max) = (row.shape.min(), row.shape.max());
        assert!((0..3).all(|axis| min[axis] <= max[axis]));
        assert!(!row.raw().is_empty());
    }
    Ok(table.rows())
}

/// Reads all rows, and checks that the memory stays within its limit.
fn survived(memory: &PeakAlloc, reader: impl BufRead) -> Result<u64, ReadError> {
    memory.reset_peak_usage();
    let before = memory.current_usage();
    let outcome = rows(reader);
    let taken = memory.peak_usage().saturating_sub(before);
    assert!(taken < MOST_MEMORY, "{taken} bytes");
    outcome
}

/// Returns a reader of `start` and then `times` copies of `piece`.
fn endless(start: &'static str, piece: &'static [u8], times: u64) -> impl BufRead {
    let cycle = Cycle { piece, at: 0 };
    let length = times * piece.len() as u64;
    BufReader::new(start.as_bytes().chain(cycle.take(length)))
}

/// A reader that returns the bytes of a piece again and again.
struct Cycle {
    piece: &'static [u8],
    at: usize,
}

impl Read for Cycle {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        for byte in &mut *buffer {
            *byte = self.piece[self.at];
            self.at = (self.at + 1) % self.piece.len();
        }
        Ok(buffer.len())
    }
}

#[test]
fn tables_survive_damage() {
    let memory = &support::MEMORY;
    let seed = Seed {
        name: "boxes.csv",
        bytes: b"id,name,xmin,ymin,zmin,xmax,ymax,zmax\n\
            0,\"Wall, \"\"a\"\"\",0,0,0,4,0.3,2.5\n1,Door/b,1,-0.1,0,2,0.4,2.1\r\n\
            2,\"two\nlines\",-1e3,0.125,0,7,8,9\n"
            .to_vec(),
        words: &[
            "xmin", "zmax", "name", "\"", "\"\"", ",", "\n", "\r", "\r\n", "1_000", "0x1",
        ],
    };
    assert_eq!(survived(memory, seed.bytes.as_slice()).expect("a table"), 3);
    let mut random = Random(1);
    let (mut read, mut errors) = (0, 0);
    for _ in 0..30_000 {
        let bytes = damaged(&seed, &mut random);
        match survived(memory, bytes.as_slice()) {
            Ok(_) => read += 1,
            Err(error) => {
                assert!(error.to_string().starts_with("hostile.csv"), "{error}");
                if let ReadErrorKind::Table(error) = &error.kind {
                    assert!(!error.hint().is_empty());
                }
                errors += 1;
            }
        }
    }
    assert!(read > 1000 && errors > 1000, "{read} and {errors}");

    const HEAD: &str = "xmin,ymin,zmin,xmax,ymax,zmax\n";
    let rows = survived(memory, endless(HEAD, b"0,0,0,1,1,1\n", 3_000_000));
    assert_eq!(rows.expect("a table"), 3_000_000);
    // Each piece of text is repeated for 200 megabytes, without ever ending a record (row) of the table.
    let pieces: [(&str, &[u8]); 5] = [
        ("", b"x"),
        ("", b","),
        (HEAD, b","),
        (HEAD, b"\""),
        ("xmin,ymin,zmin,xmax,ymax,zmax\n\"", b"0,0,0,1,1,1\n"),
    ];
    for (start, piece) in pieces {
        let error = survived(
            memory,
            endless(start, piece, 200_000_000 / piece.len() as u64),
        );
        let error = error.expect_err("no record ends").to_string();
        assert!(
            error.ends_with("the record is longer than 4194304 bytes"),
            "{error}"
        );
    }
    // The file consists of millions of empty lines.
    let error = survived(memory, endless("", b"\r\n", 20_000_000)).expect_err("nothing there");
    assert!(matches!(error.kind, ReadErrorKind::Empty), "{error}");
}
