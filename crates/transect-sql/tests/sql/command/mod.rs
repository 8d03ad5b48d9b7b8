//! The command on files: tables, outputs, errors, and nothing half-written.

mod bounds;
mod errors;
mod metadata;
mod places;
mod pruning;
mod pruning_of_conditions;
#[cfg(unix)]
mod signals;
mod statements;
mod text;

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, Float32Array, Float64Array, Int64Array, RecordBatch, StructArray,
};
use datafusion::arrow::datatypes::{DataType, Field};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::properties::{EnabledStatistics, WriterProperties};
use futures::{StreamExt, TryStreamExt};
use tempfile::TempDir;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_transect-sql"))
        .current_dir(folder)
        .args(arguments)
        .output();
    command.expect("the command can be run")
}

/// Runs the command and returns its standard output.
fn answer(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    assert_eq!(error, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("the answer is text")
}

/// Runs the command and returns its message. The exit status must be 2, and nothing on standard output.
fn failure(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Returns boxes of size 1 with the given least corners, like the column `bbox` of GeoParquet files in 3D.
fn boxes(least: &[[f32; 3]]) -> ArrayRef {
    let names = ["xmin", "xmax", "ymin", "ymax", "zmin", "zmax"];
    let columns = (0..6).map(|index| {
        let numbers = least
            .iter()
            .map(|corner| corner[index / 2] + (index % 2) as f32);
        Arc::new(Float32Array::from_iter_values(numbers)) as ArrayRef
    });
    let fields = names.map(|name| Field::new(name, DataType::Float32, true));
    Arc::new(StructArray::new(
        fields.to_vec().into(),
        columns.collect(),
        None,
    ))
}

fn write(path: &Path, columns: Vec<(&str, ArrayRef)>, rows_per_group: usize, rows_per_page: usize) {
    let statistics = EnabledStatistics::Page;
    write_with(path, columns, rows_per_group, rows_per_page, statistics);
}

fn write_with(
    path: &Path,
    columns: Vec<(&str, ArrayRef)>,
    rows_per_group: usize,
    rows_per_page: usize,
    statistics: EnabledStatistics,
) {
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns
            .into_iter()
            .map(|(name, column)| (name, column, true)),
    );
    let batch = batch.expect("the columns have the same length");
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(rows_per_group))
        .set_data_page_row_count_limit(rows_per_page)
        .set_write_batch_size(rows_per_page)
        .set_statistics_enabled(statistics)
        .build();
    let file = std::fs::File::create(path).expect("the file can be created");
    let mut writer =
        ArrowWriter::try_new(file, batch.schema(), Some(properties)).expect("a schema");
    writer.write(&batch).expect("the rows can be written");
    writer.close().expect("the file can be written");
}

/// Writes 1000 boxes along the diagonal of space.
fn diagonal(path: &Path) {
    let least: Vec<_> = (0..1000).map(|row| [row as f32; 3]).collect();
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..1000));
    write(path, vec![("id", ids), ("bbox", boxes(&least))], 100, 10);
}

const BY_SIDE: &str = "SELECT plane_side('x + y + z = 300', bbox) AS side, count(*) AS n FROM 'd.parquet' GROUP BY 1 \
    ORDER BY 1";

#[test]
fn a_parquet_file_is_asked() {
    let folder = folder();
    diagonal(&folder.path().join("d.parquet"));
    assert_eq!(
        answer(folder.path(), &["--csv", BY_SIDE]),
        "side,n\nback,99\nfront,899\non,2\n"
    );
    assert_eq!(
        answer(folder.path(), &["--json", BY_SIDE]),
        "{\"side\":\"back\",\"n\":99}\n{\"side\":\"front\",\"n\":899}\n{\"side\":\"on\",\"n\":2}\n"
    );
    let table = answer(folder.path(), &[BY_SIDE]);
    assert!(table.contains("| back  | 99  |"), "{table}");
    assert_eq!(
        answer(folder.path(), &["--memory", "64M", "--csv", BY_SIDE]),
        "side,n\nback,99\nfront,899\non,2\n"
    );
    let long = answer(
        folder.path(),
        &["SELECT a.id FROM 'd.parquet' AS a, 'd.parquet' AS b LIMIT 1001"],
    );
    assert!(
        long.ends_with(
            "The first 1000 of 1001 rows. --csv, --json and --parquet write all rows.\n"
        )
    );
}

#[test]
fn folders_patterns_and_csv_are_tables() {
    let folder = folder();
    let tiles = folder.path().join("tiles");
    std::fs::create_dir(&tiles).expect("a folder");
    diagonal(&tiles.join("a.parquet"));
    diagonal(&tiles.join("b [1].parquet"));
    std::fs::write(tiles.join("_SUCCESS"), "").expect("a file");
    let count = |table: &str| {
        answer(
            folder.path(),
            &["--csv", &format!("SELECT count(*) AS n FROM '{table}'")],
        )
    };
    for table in ["tiles", "tiles/", "tiles/*.parquet", "*/?*.parquet"] {
        assert_eq!(count(table), "n\n2000\n", "{table}");
    }
    assert_eq!(count("tiles/b [1].parquet"), "n\n1000\n");
    std::fs::write(folder.path().join("p.csv"), "x,y,z\n0,0,1\n0,0,3\n,0,0\n").expect("a file");
    std::fs::write(folder.path().join("p.tsv"), "x\ty\tz\n0\t0\t2\n").expect("a file");
    let sql = "SELECT plane_side('z = 2', x, y, z) AS side FROM 'p.csv'";
    assert_eq!(
        answer(folder.path(), &["--csv", sql]),
        "side\nback\nfront\n\"\"\n"
    );
    let sql = sql.replace("p.csv", "p.tsv");
    assert_eq!(answer(folder.path(), &["--csv", &sql]), "side\non\n");
}

#[test]
fn compressed_csv_is_a_table() {
    let folder = folder();
    let rows: String = (0..5000)
        .map(|row| format!("{row},{}\n", row % 7))
        .collect();
    let text = format!("x,height\n{rows}");
    let count = "SELECT count(*) AS n, sum(height) AS s FROM";
    for (extension, compression) in [
        ("gz", FileCompressionType::GZIP),
        ("bz2", FileCompressionType::BZIP2),
        ("xz", FileCompressionType::XZ),
        ("zst", FileCompressionType::ZSTD),
    ] {
        let name = format!("p.csv.{extension}");
        let bytes = compressed(compression, &text);
        assert!(bytes.len() < text.len() / 2, "{name}");
        std::fs::write(folder.path().join(&name), &bytes).expect("a file");
        assert_eq!(
            answer(folder.path(), &["--csv", &format!("{count} '{name}'")]),
            "n,s\n5000,14995\n",
            "{name}"
        );
        std::fs::write(folder.path().join(&name), &bytes[..bytes.len() / 2]).expect("a file");
        let message = failure(folder.path(), &[&format!("{count} '{name}'")]);
        assert!(
            message.starts_with(&format!("error: {name}: ")),
            "{message}"
        );
        std::fs::write(folder.path().join(&name), &text).expect("a file");
        let message = failure(folder.path(), &[&format!("{count} '{name}'")]);
        assert!(
            message.starts_with(&format!("error: {name}: ")),
            "{message}"
        );
    }
    std::fs::write(folder.path().join("p.csv"), &text).expect("a file");
    let message = failure(folder.path(), &[&format!("{count} '.'")]);
    assert!(message.contains("have different formats"), "{message}");
}

/// Returns a text as the bytes of a compressed file.
fn compressed(compression: FileCompressionType, text: &str) -> Vec<u8> {
    let text = text.to_owned();
    let whole = futures::stream::once(async move { Ok(text.into()) }).boxed();
    let parts = compression.convert_to_compress_stream(whole);
    let parts = parts.expect("a stream").try_collect::<Vec<_>>();
    let parts = futures::executor::block_on(parts).expect("the text can be compressed");
    parts.concat()
}

#[test]
fn a_parquet_file_is_written_or_not() {
    let folder = folder();
    diagonal(&folder.path().join("d.parquet"));
    let sql = "SELECT * FROM 'd.parquet' WHERE plane_side('x + y + z = 300', bbox) = 'on'";
    assert_eq!(answer(folder.path(), &["--parquet", "on.parquet", sql]), "");
    assert_eq!(
        answer(
            folder.path(),
            &["--csv", "SELECT id FROM 'on.parquet' ORDER BY id"]
        ),
        "id\n99\n100\n"
    );
    // The last row is an error, and the file of before stays.
    let wrong = "SELECT plane(id - 999, 0, 0, 1) FROM 'd.parquet'";
    let message = failure(
        folder.path(),
        &["--parquet", "on.parquet", "--force", wrong],
    );
    assert!(
        message.starts_with("error: d.parquet, row 1000: plane: the normal is zero"),
        "{message}"
    );
    assert_eq!(
        answer(
            folder.path(),
            &["--csv", "SELECT count(*) AS n FROM 'on.parquet'"]
        ),
        "n\n2\n"
    );
    // A file is replaced only with --force.
    let order = ["order", "d.parquet", "on.parquet"];
    for refused in [&["--parquet", "on.parquet", "SELECT 1 AS n"][..], &order] {
        assert_eq!(
            failure(folder.path(), refused),
            "error: on.parquet exists already\nhint: pass --force to replace it\n"
        );
        answer(folder.path(), &[refused, &["--force"]].concat());
    }
    let count = "SELECT count(*) AS n FROM 'on.parquet'";
    assert_eq!(answer(folder.path(), &["--csv", count]), "n\n1000\n");
    failure(folder.path(), &["--csv", wrong]);
    failure(folder.path(), &["--parquet", "missing/on.parquet", sql]);
    let names = std::fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["d.parquet", "on.parquet"]);
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = folder();
    let path = folder.path();
    diagonal(&path.join("d.parquet"));
    let count = |table: &str| failure(path, &[&format!("SELECT count(*) FROM '{table}'")]);
    assert!(
        count("none.parquet").starts_with("error: none.parquet: no such file or folder\nhint: ")
    );
    assert!(
        count("none*.parquet").starts_with("error: none*.parquet: there is no CSV or Parquet file")
    );
    std::fs::write(path.join("a.txt"), "x\n").expect("a file");
    assert!(count("a.txt").starts_with("error: a.txt: the format is unknown\nhint: "));
    // A file that ends too early.
    let bytes = std::fs::read(path.join("d.parquet")).expect("the file");
    std::fs::write(path.join("t.parquet"), &bytes[..bytes.len() / 2]).expect("a file");
    let message = count("t.parquet");
    assert!(message.starts_with("error: t.parquet: "), "{message}");
    std::fs::write(path.join("e.parquet"), "").expect("a file");
    assert!(count("e.parquet").starts_with("error: e.parquet: "));
    std::fs::write(path.join("e.csv"), "").expect("a file");
    assert!(count("e.csv").starts_with("error: e.csv: there are no columns"));
    // Damaged pages behind a sound footer.
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 3;
    damaged[4..middle].fill(0xff);
    std::fs::write(path.join("x.parquet"), damaged).expect("a file");
    let message = failure(path, &["SELECT sum(id) FROM 'x.parquet'"]);
    assert!(
        message.starts_with("error: x.parquet: column id: "),
        "{message}"
    );
}

#[test]
fn values_that_cannot_be_read_are_named() {
    let folder = folder();
    let path = folder.path();
    let rows: String = (0..2000).map(|row| format!("{row},{row}\n")).collect();
    std::fs::write(path.join("p.csv"), format!("x,height\n{rows}7,tall\n")).expect("a file");
    let message = failure(path, &["SELECT sum(height) FROM 'p.csv'"]);
    assert!(
        message.starts_with(
            "error: p.csv, line 2002 (row 2001), column height: \"tall\" is not an integer\n"
        ),
        "{message}"
    );
    assert!(message.contains("tall"), "{message}");
}

/// The types of CSV columns are found from the first 1000 lines, and from all lines where these do not suffice.
#[test]
fn late_values_of_csv_are_not_lost() {
    let folder = folder();
    let path = folder.path();
    let mut rows = String::new();
    for row in 0..1005 {
        rows += &format!("{row},,2026-01-01,2026-01-01T00:00:00,{row},true\n");
    }
    let head = "id,late,day,time,number,truth\n";
    let last = "1005,7,2026-01-01T10:00:00,2026-01-01T00:00:00.5,1.5,false\n";
    std::fs::write(path.join("p.csv"), format!("{head}{rows}{last}")).expect("a file");
    let one = |sql: &str| answer(path, &["--csv", sql]);
    assert_eq!(
        one("SELECT count(late) AS n, sum(late) AS s FROM 'p.csv'"),
        "n,s\n1,7\n"
    );
    assert_eq!(
        one("SELECT day, time FROM 'p.csv' WHERE id = 1005"),
        "day,time\n2026-01-01T10:00:00,2026-01-01T00:00:00.5\n"
    );
    assert_eq!(one("SELECT sum(number) AS s FROM 'p.csv'"), "s\n504511.5\n");
    assert_eq!(
        one(
            "SELECT number FROM 'p.csv' WHERE plane_side('x = 1004', number, 0, 0) = 'on'; \
            SELECT max(number) AS m FROM 'p.csv'"
        ),
        "number\n1004.0\nm\n1004.0\n"
    );
    let order = ["order", "p.csv", "o.parquet", "--by", "number,id"];
    assert_eq!(answer(path, &order), "");
    assert_eq!(
        one("SELECT sum(number) AS s FROM 'o.parquet'"),
        "s\n504511.5\n"
    );
    // A column without a value stays one.
    std::fs::write(path.join("e.csv"), format!("{head}{rows}")).expect("a file");
    assert_eq!(one("SELECT count(late) AS n FROM 'e.csv'"), "n\n0\n");
    // A text among numbers is named.
    let text = format!("{head}{rows}1005,,2026-01-01,2026-01-01T00:00:00,tall,true\n");
    std::fs::write(path.join("t.csv"), text).expect("a file");
    let message = failure(path, &["SELECT sum(number) FROM 't.csv'"]);
    assert!(
        message.starts_with(
            "error: t.csv, line 1007 (row 1006), column number: \"tall\" is not an integer\n"
        ),
        "{message}"
    );
    assert!(message.contains("tall"), "{message}");
}

#[test]
fn schemas_that_differ_are_named() {
    let folder = folder();
    let path = folder.path();
    for name in ["p", "c", "w", "m"] {
        std::fs::create_dir(path.join(name)).expect("a folder");
    }
    let double: ArrayRef = Arc::new(Float64Array::from(vec![1.0]));
    let single: ArrayRef = Arc::new(Float32Array::from(vec![1.0]));
    write(
        &path.join("p/1.parquet"),
        vec![("h", Arc::clone(&double))],
        10,
        10,
    );
    write(&path.join("p/2.parquet"), vec![("h", single)], 10, 10);
    let message = failure(path, &["SELECT * FROM 'p'"]);
    assert_eq!(
        message,
        "error: p/2.parquet: column h has the type Float32, but Float64 in the files before it\n"
    );
    // A column that some files do not have is NULL there.
    write(
        &path.join("m/1.parquet"),
        vec![("h", Arc::clone(&double))],
        10,
        10,
    );
    write(
        &path.join("m/2.parquet"),
        vec![("h", Arc::clone(&double)), ("k", double)],
        10,
        10,
    );
    assert_eq!(
        answer(
            path,
            &["--csv", "SELECT h, k FROM 'm' ORDER BY k NULLS FIRST"]
        ),
        "h,k\n1.0,\n1.0,1.0\n"
    );
    std::fs::write(path.join("c/1.csv"), "x,y\n1,2\n").expect("a file");
    std::fs::write(path.join("c/2.csv"), "y,x\n1,2\n").expect("a file");
    let message = failure(path, &["SELECT * FROM 'c'"]);
    assert_eq!(message, "error: c/2.csv: column 1 is y, but x in c/1.csv\n");
    std::fs::write(path.join("w/1.csv"), "x\n1\n").expect("a file");
    std::fs::write(path.join("w/2.csv"), "x\n1.5\n").expect("a file");
    assert_eq!(
        answer(path, &["--csv", "SELECT sum(x) AS s FROM 'w'"]),
        "s\n2.5\n"
    );
}

#[test]
fn wrong_statements_have_messages_without_prefixes() {
    let folder = folder();
    let path = folder.path();
    diagonal(&path.join("d.parquet"));
    let message = failure(path, &["SELECT plane_side('z', bbox) FROM 'd.parquet'"]);
    assert!(
        message.starts_with("error: plane_side: argument 1: \"z\" is not a plane: "),
        "{message}"
    );
    let message = failure(path, &["SELECT height FROM 'd.parquet'"]);
    assert!(message.contains("height"), "{message}");
    let message = failure(path, &["--csv", "SELECT bbox FROM 'd.parquet'"]);
    assert!(
        message.starts_with("error: column bbox: CSV has no structs and no lists"),
        "{message}"
    );
    for sql in [
        "SELEC 1",
        "",
        "CREATE TABLE t AS SELECT 1",
        "COPY (SELECT 1) TO 'x.csv'",
    ] {
        failure(path, &[sql]);
    }
    assert!(!path.join("x.csv").exists());
    failure(path, &["--csv", "--json", "SELECT 1"]);
    failure(path, &["--memory", "1.5G", "SELECT 1"]);
    failure(path, &[]);
}

#[test]
fn a_sort_larger_than_the_memory_spills() {
    let folder = folder();
    let sql = "SELECT value, 'some text of a certain length to fill the memory ' || value AS text FROM range(0, 600000) \
        ORDER BY value * 7919 % 600011";
    let ample = answer(folder.path(), &["--csv", sql]);
    assert!(answer(folder.path(), &["--csv", "--memory", "48M", sql]) == ample);
    let message = failure(folder.path(), &["--memory", "10K", sql]);
    assert!(
        message.starts_with("error: the memory does not suffice: "),
        "{message}"
    );
}
