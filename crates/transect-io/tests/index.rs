//! Tests of index files of tables: a written index is read again, and damage is an error.

use std::io::Cursor;

use transect::Aabb;
use transect_io::{Index, IndexBuilder, IndexError, IndexTree, TableKind, TableMark};

/// The number of rows in a full part of an index; each part is a tree of its own. A table with one more row needs two
/// parts.
const PART: usize = 1 << 18;

type Row = [[f64; 2]; 2];

/// Returns `count` adjacent boxes of width `step`. With the step 0.1, the coordinates are not f32 values.
fn rows(count: usize, step: f64) -> Vec<Row> {
    let row = |place: usize| {
        let low = place as f64 * step;
        [[low, 0.0], [low + step, 1.0]]
    };
    (0..count).map(row).collect()
}

fn mark(rows: &[Row]) -> TableMark {
    TableMark {
        bytes: 1000,
        rows: rows.len() as u64,
        checksum: 0x1234_5678,
    }
}

fn written(rows: &[Row]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut builder = IndexBuilder::begin(TableKind::FlatBoxes, &mut file).expect("memory");
    for &row in rows {
        builder.push(row).expect("memory");
    }
    let bounds = rows.first().zip(rows.last());
    let bounds = bounds.map(|(first, last)| [first[0], last[1]]);
    builder.finish(&mark(rows), bounds).expect("memory");
    file
}

/// An index that was read to its end, and the trees that it contained.
type Whole<'a> = (Index<Cursor<&'a [u8]>, 2>, Vec<IndexTree<2>>);

fn read(bytes: &[u8]) -> Result<Whole<'_>, IndexError> {
    let mut index = Index::read(Cursor::new(bytes), TableKind::FlatBoxes)?;
    let mut trees = Vec::new();
    while let Some(tree) = index.next_tree()? {
        trees.push(tree);
    }
    Ok((index, trees))
}

/// Returns the boxes in the trees, in the order of the table's rows.
fn boxes(trees: &[IndexTree<2>]) -> Vec<Row> {
    let mut all = Vec::new();
    for tree in trees {
        let mut part: Vec<(u32, Aabb<2>)> = match tree {
            IndexTree::Single(tree) => tree.boxes().collect(),
            IndexTree::Double(tree) => tree.boxes().collect(),
        };
        part.sort_by_key(|(id, _)| *id);
        all.extend(part.iter().map(|(_, aabb)| [aabb.min(), aabb.max()]));
    }
    all
}

#[test]
fn what_is_written_is_read_again() {
    for (count, parts) in [(0, 0), (1, 1), (100, 1), (PART, 1), (PART + 1, 2)] {
        for step in [0.25, 0.1] {
            let rows = rows(count, step);
            let bytes = written(&rows);
            let (index, trees) = read(&bytes).expect("what was written");
            assert_eq!(index.mark(), mark(&rows));
            let around = [rows.first(), rows.last()];
            assert_eq!(index.bounds().map(|it| it[0]), around[0].map(|row| row[0]));
            assert_eq!(index.bounds().map(|it| it[1]), around[1].map(|row| row[1]));
            assert_eq!(trees.len(), parts);
            assert!(boxes(&trees) == rows, "{count} rows, {step} apart");
            let is_single = |tree: &IndexTree<2>| matches!(tree, IndexTree::Single(_));
            assert_eq!(trees.iter().all(is_single), count == 0 || step == 0.25);
        }
    }
}

#[test]
fn every_byte_that_is_changed_is_noticed() {
    let whole = written(&rows(20, 0.1));
    assert!(read(&whole).is_ok());
    for place in 0..whole.len() {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << bit;
            assert!(read(&bytes).is_err(), "bit {bit} of byte {place}");
        }
        assert!(read(&whole[..place]).is_err(), "the first {place} bytes");
        let mut bytes = whole.clone();
        bytes.insert(place, 0);
        assert!(read(&bytes).is_err(), "a byte more at {place}");
    }
}

#[test]
fn lengths_that_are_lies_cost_nothing() {
    let mut bytes = written(&rows(20, 0.1));
    bytes[16..24].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    let checksum = crc32fast::hash(&bytes[16..28]).to_le_bytes();
    bytes[28..32].copy_from_slice(&checksum);
    match read(&bytes).map(|_| ()) {
        Err(IndexError::Damaged { from: 16, to: 32 }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_index_of_something_else_says_of_what() {
    let bytes = written(&rows(3, 1.0));
    let other = Index::<_, 3>::read(Cursor::new(&bytes), TableKind::Boxes);
    let said = other.expect_err("it is flat").to_string();
    assert!(
        said.ends_with("the index holds boxes in the plane, the table holds boxes"),
        "{said}"
    );
    let mark = mark(&rows(3, 1.0));
    let said = mark.check_rows(4).expect_err("it has 3").to_string();
    assert!(said.ends_with("it had 3 rows and now has 4"), "{said}");
    assert!(mark.check_bytes(1000).is_ok() && mark.check_checksum(0).is_err());
}
