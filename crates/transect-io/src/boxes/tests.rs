//! Tests of valid and invalid tables of boxes, and of the places in their errors.

use std::path::Path;

use super::*;
use crate::error::{Place, ReadError, ReadErrorKind};
use crate::table_error::TableError;

const HEAD: &str = "xmin,ymin,zmin,xmax,ymax,zmax\n";

/// Returns the least and the greatest corner of each box of a table.
fn read(bytes: &[u8]) -> Result<Vec<[[f64; 3]; 2]>, ReadError> {
    let mut table = BoxTable::new(Path::new("t.csv"), bytes)?;
    let mut boxes = Vec::new();
    while let Some(row) = table.next_row()? {
        boxes.push([row.shape.min(), row.shape.max()]);
    }
    Ok(boxes)
}

fn message(text: impl AsRef<[u8]>) -> String {
    read(text.as_ref()).expect_err("an error").to_string()
}

#[test]
fn columns_stand_in_any_order_among_others() {
    let text = "zmax,id,xmin,ymin,zmin,name,xmax,ymax\n6,a,1,2,3,\"b, \"\"c\"\"\n d\",4,5\n";
    let mut table = BoxTable::new(Path::new("t.csv"), text.as_bytes()).expect("a header");
    let name = table.column("name").expect("one").expect("a column");
    assert_eq!(table.column("Name").expect("none"), None);
    let row = table.next_row().expect("a row").expect("one");
    assert_eq!(row.shape.min(), [1.0, 2.0, 3.0]);
    assert_eq!(row.shape.max(), [4.0, 5.0, 6.0]);
    assert_eq!(*row.cell(name), *b"b, \"c\"\n d");
    assert_eq!(row.raw(), b"6,a,1,2,3,\"b, \"\"c\"\"\n d\",4,5");
    assert_eq!(*row.cell(99), *b"");
    assert!(table.next_row().expect("the end").is_none());
    assert_eq!((table.rows(), table.bytes()), (1, text.len() as u64));
}

/// For a table with the row shape `()`, cells may hold any text. Only the number of cells per row is checked.
#[test]
fn rows_pass_through_unread() {
    let text = "a,b\n1,\"x,\ny\"\n,nan\n1\n";
    let mut table: Table<_, ()> =
        Table::new(Path::new("t.csv"), text.as_bytes()).expect("a header");
    for raw in ["1,\"x,\ny\"", ",nan"] {
        let row = table.next_row().expect("a row").expect("one");
        assert_eq!(row.raw(), raw.as_bytes());
    }
    let error = table.next_row().expect_err("an error").to_string();
    assert!(error.contains("has 1 cells, the header has 2"), "{error}");
}

#[test]
fn what_is_passed_over() {
    let plain = format!("{HEAD}0,0,0,1,1,1\n2,2,2,3,3,3\n");
    let expected = read(plain.as_bytes()).expect("two boxes");
    assert_eq!(expected, [[[0.0; 3], [1.0; 3]], [[2.0; 3], [3.0; 3]]]);
    let same = [
        format!("\u{feff}{plain}"),
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\n\n\r\n"),
        plain.trim_end().to_string(),
        plain.replace("0,0,0", " 0,\t0 ,\"0\""),
        plain.replace("xmin", "\"xmin\""),
        plain.replace(",ymin,", ", ymin\t,"),
        plain.replace("2,2,2", "+2.0,2e0,.2E1"),
    ];
    for text in same {
        assert_eq!(
            read(text.as_bytes()).expect("two boxes"),
            expected,
            "{text}"
        );
    }
    assert!(read(HEAD.as_bytes()).expect("no rows").is_empty());
    assert!(
        read(HEAD.trim_end().as_bytes())
            .expect("no rows")
            .is_empty()
    );
}

/// Coordinates are read as the nearest f64. Cells of columns without coordinates may contain any bytes.
#[test]
fn numbers_are_exact_and_other_cells_are_bytes() {
    let text =
        b"n,xmin,ymin,zmin,xmax,ymax,zmax\n\xff\xfe,0.1,-0.0,5e-324,1e308,0,9007199254740993\n";
    let mut table = BoxTable::new(Path::new("t.csv"), text.as_slice()).expect("a header");
    let row = table.next_row().expect("a row").expect("one");
    assert_eq!(row.shape.min(), [0.1, -0.0, f64::from_bits(1)]);
    assert_eq!(row.shape.max(), [1e308, 0.0, 9_007_199_254_740_992.0]);
    assert_eq!(*row.cell(0), *b"\xff\xfe");
}

#[test]
fn cells_that_are_not_numbers() {
    let cases = [
        ("", "the cell is empty"),
        ("  ", "the cell is empty"),
        ("\"\"", "the cell is empty"),
        ("nan", "\"nan\" is not a finite 64-bit number"),
        ("-inf", "\"-inf\" is not a finite 64-bit number"),
        ("1e999", "\"1e999\" is not a finite 64-bit number"),
        ("0x10", "\"0x10\" is not a number"),
        ("1_000", "\"1_000\" is not a number"),
        ("\"1,5\"", "\"1,5\" is not a number"),
        ("1 000", "\"1 000\" is not a number"),
        ("five", "\"five\" is not a number"),
    ];
    for (cell, reason) in cases {
        let text = format!("id,{HEAD}a,0,0,0,9,9,9\nb,0,{cell},0,9,9,9\n");
        let expected = format!("t.csv, line 3 (row 2), column ymin: {reason}");
        assert_eq!(message(&text), expected, "{cell:?}");
    }
    let bytes = [HEAD.as_bytes(), b"0,0,\xff,1,1,1\n"].concat();
    assert_eq!(
        message(bytes),
        "t.csv, line 2 (row 1), column zmin: \"\u{fffd}\" is not a number"
    );
}

#[test]
fn rows_that_are_not_boxes() {
    assert_eq!(
        message(format!("{HEAD}0,0,5,1,1,4.5\n")),
        "t.csv, line 2 (row 1), column zmin: zmin is 5, greater than zmax, 4.5"
    );
    assert_eq!(
        message(format!("{HEAD}0,0,0,1,1,1\n0,0,0,1,1\n")),
        "t.csv, line 3 (row 2): the row has 5 cells, the header has 6"
    );
    assert_eq!(
        message(format!("{HEAD}0,0,0,1,5,1,1\n")),
        "t.csv, line 2 (row 1): the row has 7 cells, the header has 6"
    );
}

/// Errors give the line number that an editor shows: line ends inside cells and empty lines are counted, and CRLF
/// counts as one line end.
#[test]
fn lines_are_counted_as_editors_do() {
    for end in ["\n", "\r\n"] {
        let text = format!("n,{HEAD}\"a\nb\nc\",0,0,0,1,1,1\n\nd,0,0,0,1,1,x\n").replace('\n', end);
        let error = read(text.as_bytes()).expect_err("an error");
        let place = Place::Row {
            line: 6,
            row: 2,
            column: Some("zmax"),
        };
        assert_eq!(error.place, Some(place), "{end:?}");
    }
}

#[test]
fn headers_that_are_not_those_of_boxes() {
    assert_eq!(
        message("id,xmin,ymin,minZ,xmax,ymax\n"),
        "t.csv, line 1: the header has no columns zmin, zmax; the most similar name is \"minZ\""
    );
    assert_eq!(
        message("XMIN,ymin,zmin,xmax,ymax,zmax\n"),
        "t.csv, line 1: the header has no column xmin; the most similar name is \"XMIN\""
    );
    assert_eq!(
        message("a,b\n1,2\n"),
        "t.csv, line 1: the header has no columns xmin, ymin, zmin, xmax, ymax, zmax"
    );
    assert_eq!(
        message("xmin,ymin,zmin,xmax,ymax,zmax,ymin\n"),
        "t.csv, line 1: the header names the column ymin more than once"
    );
    for (separator, name) in [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")] {
        assert_eq!(
            message(HEAD.replace(',', separator)),
            format!("t.csv, line 1: the cells are separated by {name}, not by commas")
        );
    }
    let utf16: Vec<u8> = "\u{feff}xmin,ymin"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(message(utf16), "t.csv, line 1: the text is UTF-16");
    assert_eq!(message(""), "t.csv: the file is empty");
    assert_eq!(message("\n\r\n"), "t.csv: the file is empty");
    let table = BoxTable::new(
        Path::new("t.csv"),
        b"name,xmin,ymin,zmin,xmax,ymax,zmax,name".as_slice(),
    );
    let twice = table.expect("a header").column("name").expect_err("two");
    assert!(matches!(
        twice.kind,
        ReadErrorKind::Table(TableError::DuplicateColumn { .. })
    ));
}

/// Misplaced or missing quotes, and carriage returns without a line feed, are errors; nothing is repaired.
#[test]
fn quotes_and_line_ends_that_are_astray() {
    let cases = [
        ("a\"b", "line 3: a quote is not allowed here"),
        ("\"a\"b", "line 3: a quote is not allowed here"),
        (" \"a\"", "line 3: a quote is not allowed here"),
        (
            "a\rb",
            "line 3: a carriage return is not followed by a line feed",
        ),
        (
            "\"a",
            "line 3: a quoted cell is not closed before the end of the file",
        ),
    ];
    for (cell, reason) in cases {
        let text = format!("n,{HEAD}z,0,0,0,1,1,1\n{cell},0,0,0,1,1,1\ny,0,0,0,1,1,1\n");
        assert_eq!(message(&text), format!("t.csv, {reason}"), "{cell:?}");
    }
    let old = format!("{HEAD}0,0,0,1,1,1\n").replace('\n', "\r");
    assert_eq!(
        message(old),
        "t.csv, line 1: a carriage return is not followed by a line feed"
    );
}

#[test]
fn records_have_an_end() {
    let cell = "x".repeat(record::MOST_BYTES - 20);
    let long = format!("n,{HEAD}{cell},0,0,0,1,1,1\n");
    assert_eq!(read(long.as_bytes()).expect("one").len(), 1);
    let longer = format!("n,{HEAD}a,0,0,0,1,1,1\n{cell}{cell},0,0,0,1,1,1\n");
    assert_eq!(
        message(longer),
        "t.csv, line 3: the record is longer than 4194304 bytes"
    );
}

#[test]
fn tables_are_told_from_meshes() {
    let announced =
        |path: &str, start: &str| BoxTable::<&[u8]>::announced(Path::new(path), start.as_bytes());
    assert!(announced("-", HEAD));
    assert!(announced("a.obj", &format!("\u{feff}id,{HEAD}")));
    assert!(
        announced("a.dat", "id;xmin;rest\n"),
        "the reader reports the separator"
    );
    assert!(announced("a.CSV", "a,b\n"));
    assert!(!announced("a.dat", "a,b\n"));
    assert!(!announced("a.csv", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
    assert!(!announced("a.csv", "ply\nformat ascii 1.0\ncomment xmin\n"));
    assert!(!announced("a.csv", ""));
}

/// The `csv` crate reads the same records from every table that this reader accepts.
#[test]
fn the_csv_crate_reads_the_same() {
    let pieces: [&[u8]; 12] = [
        b"a", b"\"", b"\"\"", b",", b"\n", b"\r\n", b"\r", b" ", b"1", b"\xff", b",\"", b"\",",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut compared = 0;
    for _ in 0..40_000 {
        let mut bytes = Vec::new();
        for _ in 0..12 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            bytes.extend_from_slice(pieces[(state % 12) as usize]);
        }
        let mut records = record::Records::new(bytes.as_slice());
        let mut ours: Vec<Vec<Vec<u8>>> = Vec::new();
        let outcome = loop {
            match records.advance() {
                Ok(true) => ours.push(
                    (0..records.len())
                        .map(|cell| records.cell(cell).into_owned())
                        .collect(),
                ),
                Ok(false) => break true,
                Err(_) => break false,
            }
        };
        if !outcome {
            continue;
        }
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader
            .has_headers(false)
            .flexible(true)
            .from_reader(bytes.as_slice());
        let theirs: Vec<Vec<Vec<u8>>> = reader
            .byte_records()
            .map(|record| record.expect("bytes").iter().map(<[u8]>::to_vec).collect())
            .collect();
        assert_eq!(ours, theirs, "{:?}", String::from_utf8_lossy(&bytes));
        compared += 1;
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn points_and_the_plane_have_columns_of_their_own() {
    let point: Table<_, [f64; 3]> =
        Table::new(Path::new("p.csv"), b"z,x,y\n3,1,2\n".as_slice()).expect("a header");
    let mut point = point;
    assert_eq!(
        point.next_row().expect("a row").expect("one").shape,
        [1.0, 2.0, 3.0]
    );
    let flat: Result<Table<_, transect::Aabb<2>>, _> = Table::new(
        Path::new("f.csv"),
        b"ymax,xmin,ymin,xmax\n4,1,2,3\n0,1,2,3\n".as_slice(),
    );
    let mut flat = flat.expect("a header");
    let shape = flat.next_row().expect("a row").expect("one").shape;
    assert_eq!((shape.min(), shape.max()), ([1.0, 2.0], [3.0, 4.0]));
    let error = flat.next_row().expect_err("inverted").to_string();
    assert_eq!(
        error,
        "f.csv, line 3 (row 2), column ymin: ymin is 2, greater than ymax, 0"
    );
    let none: Result<Table<_, [f64; 2]>, _> = Table::new(Path::new("p.csv"), b"X,y\n".as_slice());
    assert_eq!(
        none.expect_err("no x").to_string(),
        "p.csv, line 1: the header has no column x; the most similar name is \"X\""
    );
}

#[test]
fn kinds_of_tables_are_told_by_their_header() {
    for (header, kind) in [
        ("id,xmin,ymin,zmin,xmax,ymax,zmax", TableKind::Boxes),
        ("x,y,z,xmin,ymin,zmin,xmax,ymax,zmax", TableKind::Boxes),
        ("xmin,ymin,zmin,xmax,ymax", TableKind::Boxes),
        ("xmin,ymin,xmax,ymax,z", TableKind::FlatBoxes),
        ("xmin,x,y,z", TableKind::Points),
        ("\u{feff}\"x\",\"y\",\"z\"\r\n1,2,3", TableKind::Points),
        ("x;y;z", TableKind::Points),
        ("x, y , z", TableKind::Points),
        ("X,Y,Z", TableKind::Points),
        ("x,zz", TableKind::Points),
        ("y,id,x", TableKind::FlatPoints),
        ("a,b", TableKind::Boxes),
        ("", TableKind::Boxes),
    ] {
        assert_eq!(TableKind::of(header.as_bytes()), kind, "{header}");
    }
}
