//! Columns from the places of files: folders such as `year=2026`, and names of files.

use std::path::Path;

use crate::command::{answer, failure, folder};

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// Writes four files in folders of years and months, as CSV and as Parquet.
fn scans(folder: &Path) {
    for (place, x) in [
        ("year=2025/month=01", 1),
        ("year=2025/month=02", 2),
        ("year=2026/month=01", 3),
        ("year=2026/month=__HIVE_DEFAULT_PARTITION__", 4),
    ] {
        write(
            folder,
            &format!("csv/{place}/a.csv"),
            &format!("x,y\n{x},0\n"),
        );
        let parquet = format!("parquet/{place}");
        std::fs::create_dir_all(folder.join(&parquet)).expect("a folder");
        let file = format!("{parquet}/a.parquet");
        let sql = format!("SELECT x, y FROM 'csv/{place}/a.csv'");
        answer(folder, &["--force", "--parquet", &file, &sql]);
    }
}

#[test]
fn folders_are_columns() {
    let folder = folder();
    scans(folder.path());
    for table in ["csv", "parquet", "csv/**/*.csv", "parquet/*/*/a.parquet"] {
        let one = |sql: &str| answer(folder.path(), &["--csv", &sql.replace("$", table)]);
        assert_eq!(
            one("SELECT * FROM '$' ORDER BY x"),
            "x,y,year,month\n1,0,2025,1\n2,0,2025,2\n3,0,2026,1\n4,0,2026,\n",
            "{table}"
        );
        assert_eq!(
            one("SELECT year, count(*) AS n FROM '$' WHERE x > 1 GROUP BY year ORDER BY year"),
            "year,n\n2025,1\n2026,2\n"
        );
        assert_eq!(
            one("SELECT month, x FROM '$' WHERE year = 2026 AND plane_side('x = 3', x, y) = 'on'"),
            "month,x\n1,3\n"
        );
        assert_eq!(
            one("SELECT count(*) AS n FROM '$' WHERE month = 1"),
            "n\n2\n"
        );
        assert_eq!(
            one("SELECT count(*) AS n FROM '$' WHERE month <> 1"),
            "n\n1\n"
        );
        assert_eq!(
            one("SELECT count(*) AS n FROM '$' WHERE month IS NULL"),
            "n\n1\n"
        );
        assert_eq!(
            one("SELECT count(*) AS n FROM '$' WHERE year = 1999"),
            "n\n0\n"
        );
        assert_eq!(one("SELECT x FROM '$' WHERE year = x + 2022"), "x\n4\n");
        assert_eq!(
            one("SELECT count(*) AS n FROM '$' WHERE year + month > 2026"),
            "n\n2\n"
        );
    }
    // Files of other folders are not read.
    let sql = "EXPLAIN SELECT * FROM 'parquet' WHERE year = 2026";
    let plan = answer(folder.path(), &[sql]);
    assert!(
        plan.contains("year=2026") && !plan.contains("year=2025"),
        "{plan}"
    );
}

#[test]
fn values_of_folders_are_integers_dates_or_text() {
    let folder = folder();
    for (place, x) in [
        ("day=2026-01-02/a%20b=1", 1),
        ("day=2026-01-03/a%20b=two%2F3", 2),
    ] {
        write(
            folder.path(),
            &format!("t/{place}/p.csv"),
            &format!("x\n{x}\n"),
        );
    }
    let sql = "SELECT x, day + INTERVAL '1 day' AS next, \"a b\" FROM 't' ORDER BY x";
    assert_eq!(
        answer(folder.path(), &["--csv", sql]),
        "x,next,a b\n1,2026-01-03,1\n2,2026-01-04,two/3\n"
    );
    // A column of the file is not replaced, and folders of some files only are no columns.
    write(folder.path(), "own/x=7/p.csv", "x\n1\n");
    assert_eq!(
        answer(folder.path(), &["--csv", "SELECT * FROM 'own'"]),
        "x\n1\n"
    );
    write(folder.path(), "some/k=7/p.csv", "x\n1\n");
    write(folder.path(), "some/p.csv", "x\n2\n");
    assert_eq!(
        answer(folder.path(), &["--csv", "SELECT * FROM 'some' ORDER BY x"]),
        "x\n1\n2\n"
    );
}

#[test]
fn names_of_files_are_an_option() {
    let folder = folder();
    scans(folder.path());
    for (function, format) in [("read_csv", "csv"), ("read_parquet", "parquet")] {
        let sql = format!(
            "SELECT filename, sum(x) AS x FROM {function}('{format}/year=2025', filename = true) \
            GROUP BY filename ORDER BY filename"
        );
        assert_eq!(
            answer(folder.path(), &["--csv", &sql]),
            format!(
                "filename,x\n{format}/year=2025/month=01/a.{format},1\n{format}/year=2025/month=02/a.{format},2\n"
            )
        );
        let sql = format!(
            "SELECT x FROM {function}('{format}', filename = true) WHERE filename LIKE '%2026%01%'"
        );
        assert_eq!(answer(folder.path(), &["--csv", &sql]), "x\n3\n");
        let sql = format!("SELECT filename FROM {function}('{format}', filename = false)");
        let message = failure(folder.path(), &[&sql]);
        assert!(message.contains("filename"), "{message}");
    }
    let sql = "SELECT year, count(y) AS y FROM read_csv('csv', nullstr = '0', filename = true) GROUP BY year ORDER BY year";
    assert_eq!(
        answer(folder.path(), &["--csv", sql]),
        "year,y\n2025,0\n2026,0\n"
    );
}

#[test]
fn a_table_in_folders_is_ordered() {
    let folder = folder();
    scans(folder.path());
    answer(
        folder.path(),
        &["order", "--force", "parquet", "o.parquet", "--by", "x,y"],
    );
    assert_eq!(
        answer(
            folder.path(),
            &[
                "--csv",
                "SELECT sum(x) AS x, sum(year) AS years FROM 'o.parquet'"
            ]
        ),
        "x,years\n10,8102\n"
    );
}
