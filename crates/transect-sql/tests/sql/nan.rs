//! NaN, −0, infinities and NULL in files: the answers are those of the same rows in memory, whatever a file states about
//! its columns.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Float32Array, Float64Array, Int64Array, RecordBatch};
use datafusion::arrow::csv;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::metadata::SortingColumn;
use datafusion::parquet::file::properties::{EnabledStatistics, WriterProperties};
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};

use crate::session::session;

/// The number of random tables: 4, or 200 with `TRANSECT_LONG=1`.
fn tables() -> u64 {
    if std::env::var_os("TRANSECT_LONG").is_some_and(|value| value == "1") {
        200
    } else {
        4
    }
}

struct Random(u64);

impl Random {
    /// Returns a number below `count`.
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    /// Returns a column of small integers, with `specials` and NULL here and there. Some columns have one number only.
    /// The first number is never special.
    fn column(&mut self, rows: usize, specials: &[f64]) -> Vec<Option<f64>> {
        let constant = (self.below(2) == 0).then(|| self.below(7) as f64 - 3.0);
        let rate = [3, 6, 20][self.below(3) as usize];
        let numbers = (0..rows).map(|row| {
            if row > 0 && self.below(rate) == 0 {
                let special = self.below(specials.len() as u64 + 1) as usize;
                return specials.get(special).copied();
            }
            Some(constant.unwrap_or_else(|| self.below(7) as f64 - 3.0))
        });
        numbers.collect()
    }

    /// Returns a table with the columns id, i, x, y, z and f. Coordinates are finite or NaN, and f may be infinite. There
    /// is no −0 in z: the first rows of the engine's sorts with −0 and 0 depend on its batches. CSV does
    /// not tell the sign of NaN, so only tables that are not for CSV have a NaN with the sign bit.
    fn table(&mut self, rows: usize, for_csv: bool) -> RecordBatch {
        let signed = if for_csv { f64::NAN } else { -f64::NAN };
        let double = |numbers| Arc::new(Float64Array::from_iter(numbers)) as ArrayRef;
        let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..rows as i64));
        let integers = self.column(rows, &[0.0]);
        let integers = integers
            .iter()
            .map(|number| number.map(|number| number as i64));
        let integers: ArrayRef = Arc::new(Int64Array::from_iter(integers));
        let coordinates = [f64::NAN, signed, 0.0, -0.0];
        let [x, y] = [0; 2].map(|_| double(self.column(rows, &coordinates)));
        let z = double(self.column(rows, &coordinates[..2]));
        let all = [f64::NAN, signed, -0.0, f64::INFINITY, f64::NEG_INFINITY];
        let single = self.column(rows, &all);
        let single = single
            .iter()
            .map(|number| number.map(|number| number as f32));
        let single: ArrayRef = Arc::new(Float32Array::from_iter(single));
        let columns = [
            ("id", ids),
            ("i", integers),
            ("x", x),
            ("y", y),
            ("z", z),
            ("f", single),
        ];
        let columns = columns.map(|(name, column)| (name, column, true));
        RecordBatch::try_from_iter_with_nullable(columns).expect("columns of equal length")
    }
}

/// Returns the properties of a file: with bounds per page, per row group or without, with and without dictionaries, bloom
/// filters, and the claim that the rows are sorted by id.
fn properties(random: &mut Random) -> WriterProperties {
    use EnabledStatistics::{Chunk, None, Page};
    let sorted = SortingColumn {
        column_idx: 0,
        descending: false,
        nulls_first: false,
    };
    WriterProperties::builder()
        .set_statistics_enabled([Page, Page, Chunk, None][random.below(4) as usize])
        .set_dictionary_enabled(random.below(2) == 0)
        .set_bloom_filter_enabled(random.below(2) == 0)
        .set_sorting_columns((random.below(2) == 0).then(|| vec![sorted]))
        .set_max_row_group_row_count(Some([5, 17, 1000][random.below(3) as usize]))
        .set_data_page_row_count_limit(4)
        .set_write_batch_size(4)
        .build()
}

fn write(path: &Path, table: &RecordBatch, properties: WriterProperties) {
    let file = std::fs::File::create(path).expect("a file");
    let writer = ArrowWriter::try_new(file, table.schema(), Some(properties));
    let mut writer = writer.expect("a schema");
    writer.write(table).expect("the rows can be written");
    writer.close().expect("the file can be written");
}

/// Returns statements about a table, whose answers have one order of rows.
fn statements(random: &mut Random, table: &str) -> Vec<String> {
    let mut c = || random.below(7) as i64 - 3;
    let mut conditions = Vec::new();
    for sign in [">", ">=", "<", "<=", "=", "<>"] {
        conditions.push(format!("x {sign} {}", c()));
        conditions.push(format!("f {sign} {}", c()));
    }
    for word in ["back", "on", "front"] {
        for sign in ["=", "<>"] {
            conditions.push(format!(
                "plane_side('x + y + z = {}', x, y, z) {sign} '{word}'",
                c()
            ));
        }
    }
    conditions.extend([
        format!("x BETWEEN {} AND {}", c().min(0), c().max(0)),
        format!(
            "x BETWEEN {} AND {} AND y < {}",
            c().min(0),
            c().max(0),
            c()
        ),
        format!("f BETWEEN {} AND {}", c(), c()),
        format!("x > {} AND x < {}", c(), c()),
        format!("x >= {} AND x <= {} OR i = {}", c(), c(), c()),
        format!("x = 0 OR x = {}", c()),
        format!("NOT (x > {})", c()),
        format!("NOT (x BETWEEN {} AND {})", c(), c()),
        format!("x IN ({}, {})", c(), c()),
        format!("x NOT IN ({}, {})", c(), c()),
        format!("x > {} OR i = {}", c(), c()),
        format!("x > {} AND i > {}", c(), c()),
        format!("i > {}", c()),
        format!("x IS DISTINCT FROM {}", c()),
        format!(
            "x > {}.5 AND plane_side('x + y + z = 0', x, y, z) <> 'front'",
            c().max(0)
        ),
        format!("x * 2 > {}", c()),
        format!("x < y AND f >= {}", c()),
        "x IS NULL".to_owned(),
        "x IS NOT NULL AND f IS NULL".to_owned(),
        "isnan(x)".to_owned(),
        "x = 'NaN'".to_owned(),
        "x <> x".to_owned(),
        "x >= 'NaN'".to_owned(),
        "f = 'inf' OR f < '-inf'".to_owned(),
    ]);
    let conditions = conditions.into_iter();
    let filtered = conditions
        .flat_map(|condition| {
            [
                format!("SELECT id FROM {table} WHERE {condition} ORDER BY id"),
                format!(
                    "SELECT count(*) AS n FROM (SELECT id FROM {table} WHERE {condition} LIMIT 7)"
                ),
            ]
        })
        .collect::<Vec<_>>();
    let others = [
        "SELECT * FROM {t} ORDER BY id",
        "SELECT count(*) AS n, count(x) AS x, count(i) AS i, min(i) AS j, max(i) AS k FROM {t}",
        "SELECT min(x) AS a, max(x) AS b, min(f) AS c, max(f) AS d, count(DISTINCT x) AS e FROM {t}",
        "SELECT plane_side('x + y + z = 0', x, y, z) AS side, count(*) AS n FROM {t} GROUP BY 1 ORDER BY 1",
        "SELECT x, count(*) AS n FROM {t} GROUP BY x ORDER BY x",
        "SELECT id, z FROM {t} ORDER BY z, id LIMIT 5",
        "SELECT id, z FROM {t} ORDER BY z DESC, id LIMIT 5",
        "SELECT id, f FROM {t} ORDER BY f + 0 DESC NULLS LAST, id LIMIT 5",
        "SELECT a.id AS a, b.id AS b FROM {t} AS a JOIN {t} AS b ON a.x = b.y ORDER BY 1, 2 LIMIT 50",
        "SELECT a.id AS a, b.id AS b FROM {t} AS a JOIN {t} AS b ON a.i = b.i AND a.x > b.y ORDER BY 1, 2 LIMIT 50",
        "SELECT max(a.x) AS m FROM {t} AS a WHERE a.f >= (SELECT min(f) FROM {t} WHERE i = 1)",
    ];
    let others = others.iter().map(|sql| sql.replace("{t}", table));
    filtered.into_iter().chain(others).collect()
}

/// Returns the answers of statements as CSV, one after another.
async fn answers(context: &SessionContext, statements: &[String]) -> Vec<String> {
    let mut answers = Vec::new();
    for sql in statements {
        let rows = context.sql(sql).await;
        let rows = rows.unwrap_or_else(|error| panic!("{sql}\n{error}"));
        let schema = Arc::new(rows.schema().as_arrow().clone());
        let batches = rows.collect().await;
        let batches = batches.unwrap_or_else(|error| panic!("{sql}\n{error}"));
        let mut text = Vec::new();
        let mut writer = csv::Writer::new(&mut text);
        writer
            .write(&RecordBatch::new_empty(schema))
            .expect("a header");
        for batch in batches {
            writer.write(&batch).expect("rows");
        }
        drop(writer);
        answers.push(String::from_utf8(text).expect("CSV is text"));
    }
    answers
}

/// Returns the answers of the command to statements.
fn of_command(folder: &Path, statements: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_transect-sql"))
        .current_dir(folder)
        .args(["--csv", &statements.join(";\n")])
        .output()
        .expect("the command can be run");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    String::from_utf8(output.stdout).expect("the answer is text")
}

#[tokio::test]
async fn answers_from_files_are_those_of_the_same_rows() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for seed in 0..tables() {
        let mut random = Random(seed);
        let for_csv = seed % 2 == 0;
        let table = random.table(60, for_csv);
        let context = session();
        context
            .register_batch("t", table.clone())
            .expect("the name is free");
        let asked = statements(&mut Random(seed), "t");
        let expected = answers(&context, &asked).await;
        let path = folder.path().join("t.parquet");
        write(&path, &table, properties(&mut random));
        // A program that embeds the engine. The scan decides conditions by itself, too.
        for pushdown in [false, true] {
            let mut config = SessionConfig::new();
            config.options_mut().execution.parquet.pushdown_filters = pushdown;
            let embedded = SessionContext::new_with_config(config);
            transect_sql::register_all(&embedded);
            let path = path.to_str().expect("text");
            let options = ParquetReadOptions::default();
            embedded
                .register_parquet("t", path, options)
                .await
                .expect("a table");
            let found = answers(&embedded, &asked).await;
            for ((sql, found), expected) in asked.iter().zip(found).zip(&expected) {
                assert_eq!(&found, expected, "table {seed}, pushdown {pushdown}: {sql}");
            }
        }
        let own = statements(&mut Random(seed), "'t.parquet'");
        compare(&of_command(folder.path(), &own), &expected, &own, seed);
        if for_csv {
            let file = std::fs::File::create(folder.path().join("t.csv")).expect("a file");
            csv::Writer::new(file).write(&table).expect("rows");
            let own = statements(&mut Random(seed), "'t.csv'");
            compare(&of_command(folder.path(), &own), &expected, &own, seed);
        }
    }
}

/// Asserts that the text of all answers is the expected one. The message names the first statement that differs.
fn compare(mut text: &str, expected: &[String], statements: &[String], seed: u64) {
    for (sql, expected) in statements.iter().zip(expected) {
        let rest = text.strip_prefix(expected.as_str());
        let end = text.len().min(expected.len() + 20);
        text = rest.unwrap_or_else(|| {
            panic!(
                "table {seed}: {sql}\nexpected\n{expected}\nfound\n{}",
                &text[..end]
            )
        });
    }
    assert_eq!(text, "");
}

/// −0 is in a list where 0 is, also in one that the engine writes in place of several equations.
#[tokio::test]
async fn minus_zero_is_in_lists_with_zero() {
    let context = session();
    let numbers = [Some(0.0), Some(-0.0), Some(1.0), Some(f64::NAN), None];
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..5));
    let doubles: ArrayRef = Arc::new(Float64Array::from_iter(numbers));
    let singles = numbers.map(|number| number.map(|number| number as f32));
    let singles: ArrayRef = Arc::new(Float32Array::from_iter(singles));
    let columns = [("id", ids), ("x", doubles), ("f", singles)];
    let table = RecordBatch::try_from_iter_with_nullable(columns.map(|(n, c)| (n, c, true)));
    let table = table.expect("columns of equal length");
    context
        .register_batch("t", table)
        .expect("the name is free");
    for column in ["x", "f", "x * abs(f)"] {
        for (condition, expected) in [
            ("{x} IN (0, 5, 6, 7, 8)", "id\n0\n1\n"),
            ("{x} IN (5, -0.0, 6, 7, 8)", "id\n0\n1\n"),
            ("{x} IN (0.0, 0.1)", "id\n0\n1\n"),
            (
                "{x} = 0 OR {x} = 5 OR {x} = 6 OR {x} = 7 OR {x} = 8",
                "id\n0\n1\n",
            ),
            ("{x} NOT IN (0, 5, 6, 7, 8)", "id\n2\n3\n"),
            ("{x} IN (1, 5, 6, 7, 8)", "id\n2\n"),
        ] {
            let condition = condition.replace("{x}", column);
            let sql = format!("SELECT id FROM t WHERE {condition} ORDER BY id");
            assert_eq!(answers(&context, &[sql]).await, [expected], "{condition}");
        }
    }
}

/// Tables that are written and sorted have the same numbers, NaN and NULL included.
#[tokio::test]
async fn written_tables_have_the_same_numbers() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let command = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_transect-sql"))
            .current_dir(folder.path())
            .args(arguments)
            .output()
            .expect("the command can be run");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).expect("the answer is text")
    };
    for seed in 0..tables() {
        let mut random = Random(seed);
        let table = random.table(40, false);
        write(
            &folder.path().join("t.parquet"),
            &table,
            properties(&mut random),
        );
        command(&[
            "--force",
            "--parquet",
            "p.parquet",
            "SELECT * FROM 't.parquet'",
        ]);
        command(&[
            "order",
            "--force",
            "t.parquet",
            "o.parquet",
            "--by",
            "x,y,z",
            "--rows",
            "8",
        ]);
        let context = session();
        context
            .register_batch("t", table)
            .expect("the name is free");
        // The bits of NaN are compared through its sign, which the order of the engine tells.
        let all = "SELECT *, x > 9 AS p, x < -9 AS q FROM {t} ORDER BY id";
        let expected = answers(&context, &[all.replace("{t}", "t")]).await;
        for written in ["'p.parquet'", "'o.parquet'"] {
            assert_eq!(
                command(&["--csv", &all.replace("{t}", written)]),
                expected[0],
                "{seed}, {written}"
            );
        }
    }
}
