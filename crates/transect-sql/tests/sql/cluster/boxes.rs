//! Tables of random boxes in several Parquet files.

use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StructArray};
use datafusion::arrow::datatypes::{DataType, Field};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::properties::WriterProperties;

/// The number of files of a table.
pub(crate) const FILES: usize = 16;

/// The names of the numbers of a box, in the order of the columns of `transect classify`.
pub(crate) const NAMES: [&str; 6] = ["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"];

/// SplitMix64, a generator of random numbers with a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a multiple of 1/64 between 0 and `end`, which has few digits as text.
    fn below(&mut self, end: u64) -> f64 {
        (self.next() % (end * 64)) as f64 / 64.0
    }
}

/// Writes a table of boxes with the columns `id` and `bbox`. The boxes of file number k have their least x in
/// \[64 k, 64 (k + 1)), so planes exclude files.
pub(crate) fn write(folder: &Path, rows: usize, rows_per_group: usize) {
    std::fs::create_dir_all(folder).expect("a folder");
    let mut random = Random(24);
    for file in 0..FILES {
        let count = rows / FILES + usize::from(file < rows % FILES);
        let mut columns: [Vec<f64>; 6] = Default::default();
        for _ in 0..count {
            let least = [
                64.0 * file as f64 + random.below(64),
                random.below(1024),
                random.below(1024),
            ];
            for (axis, least) in least.into_iter().enumerate() {
                columns[axis].push(least);
                columns[3 + axis].push(least + random.below(8));
            }
        }
        let columns = columns.map(|numbers| Arc::new(Float64Array::from(numbers)) as ArrayRef);
        let fields = NAMES.map(|name| Field::new(name, DataType::Float64, false));
        let boxes = StructArray::new(fields.to_vec().into(), columns.to_vec(), None);
        let first = (file * rows) as i64;
        let ids = Int64Array::from_iter_values(first..first + count as i64);
        let columns: [(_, ArrayRef); 2] = [("id", Arc::new(ids)), ("bbox", Arc::new(boxes))];
        let batch = RecordBatch::try_from_iter(columns).expect("columns of the same length");
        let properties = WriterProperties::builder()
            .set_max_row_group_row_count(Some(rows_per_group))
            .build();
        let path = folder.join(format!("part-{file:02}.parquet"));
        let file = std::fs::File::create(path).expect("the file can be created");
        let mut writer =
            ArrowWriter::try_new(file, batch.schema(), Some(properties)).expect("a schema");
        writer.write(&batch).expect("the rows can be written");
        writer.close().expect("the file can be written");
    }
}

/// Writes a table with the columns `id`, `x` and `y`: x is 3 or NaN, and y is the number of the row. The bounds of x leave
/// NaN out.
pub(crate) fn write_with_nan(path: &Path) {
    let x = (0..64).map(|row| if row % 9 == 4 { f64::NAN } else { 3.0 });
    let columns: [(_, ArrayRef); 3] = [
        ("id", Arc::new(Int64Array::from_iter_values(0..64))),
        ("x", Arc::new(Float64Array::from_iter_values(x))),
        (
            "y",
            Arc::new(Float64Array::from_iter_values((0..64).map(f64::from))),
        ),
    ];
    let batch = RecordBatch::try_from_iter(columns).expect("columns of the same length");
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(8))
        .build();
    let file = std::fs::File::create(path).expect("the file can be created");
    let mut writer =
        ArrowWriter::try_new(file, batch.schema(), Some(properties)).expect("a schema");
    writer.write(&batch).expect("the rows can be written");
    writer.close().expect("the file can be written");
}

/// Writes CSV and Parquet files with a column `x` into folders of years. In the CSV files, there are blanks and a word for
/// NULL.
pub(crate) fn write_in_folders(folder: &Path) {
    for year in 2024..2027 {
        let place = folder.join(format!("year={year}"));
        std::fs::create_dir_all(&place).expect("a folder");
        let x = f64::from(year - 2024);
        std::fs::write(place.join("a.csv"), format!("x\n {x}.5\nNA\n  \n{x}\n")).expect("a file");
        let x: ArrayRef = Arc::new(Float64Array::from(vec![x, x + 0.5]));
        let batch = RecordBatch::try_from_iter([("x", x)]).expect("a column");
        let file = std::fs::File::create(place.join("a.parquet")).expect("a file");
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).expect("a schema");
        writer.write(&batch).expect("the rows can be written");
        writer.close().expect("the file can be written");
    }
}
