//! Errors name the file, the row, the value, and names that exist.

use std::path::Path;

use crate::command::{answer, failure, folder};

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a file");
}

/// A table of text with lines that are not rows: a comment, empty lines, and a cell with a line end.
const TEXT: &str = "# scan\nx;y;name\n1;2;\"one\n two\"\n\n3;4;7\n5;4;tall\n";

#[test]
fn rows_are_named() {
    let folder = folder();
    write(folder.path(), "p.csv", TEXT);
    let table = "read_csv('p.csv', delim = ';', comment = '#')";
    let parquet = ["--parquet", "p.parquet", &format!("SELECT * FROM {table}")];
    answer(folder.path(), &parquet);
    for (expression, row, reason) in [
        (
            "plane(x - 3, 0, 0, 1)['a']",
            2,
            "plane: the normal is zero; a plane needs a direction",
        ),
        (
            "CAST(replace(name, 'one', '1') AS INT)",
            1,
            "Cannot cast string '1  two' to value of Int32 type",
        ),
        ("x / (y - 4)", 2, "Divide by zero error"),
        (
            "plane_side(CASE WHEN x > 3 THEN name ELSE 'z = 1' END, x, y, 0)",
            3,
            "plane_side: argument 1: \"tall\" is not a plane: ",
        ),
    ] {
        let line = [3, 6, 7][row - 1];
        for (table, place) in [
            (table, format!("p.csv, line {line} (row {row})")),
            ("'p.parquet'", format!("p.parquet, row {row}")),
        ] {
            for sql in [
                format!("SELECT {expression} AS n FROM {table}"),
                format!("SELECT count(*) FROM {table} WHERE {expression} IS NULL"),
                format!(
                    "WITH t AS (SELECT x AS a, * FROM {table}) SELECT max({expression}) FROM t GROUP BY a"
                ),
                format!("SELECT x FROM {table} ORDER BY {expression}"),
                format!(
                    "SELECT count(*) FROM (SELECT {expression} AS n FROM {table}) WHERE n IS NULL UNION ALL SELECT 1"
                ),
            ] {
                let message = failure(folder.path(), &["--csv", &sql]);
                assert!(
                    message
                        .replace('\n', " ")
                        .starts_with(&format!("error: {place}: {reason}")),
                    "{sql}\n{message}"
                );
                assert!(message.contains("\nhint: in this row, "), "{message}");
            }
        }
    }
    // Rows that conditions leave out are not the reason.
    let sql = format!("SELECT CAST(name AS INT) FROM {table} WHERE x > 1");
    let message = failure(folder.path(), &[&sql]);
    assert_eq!(
        message,
        "error: p.csv, line 7 (row 3): Cannot cast string 'tall' to value of Int32 type\nhint: in this row, name = tall\n"
    );
}

#[test]
fn cells_of_another_type_are_named() {
    let folder = folder();
    let rows: String = (0..1200)
        .map(|row| format!("{row}.5,{row},2026-01-02,true\r\n"))
        .collect();
    let head = "x,n,day,ok\r\n";
    for (last, reason) in [
        (
            "a lot,1,2026-01-02,true",
            "column x: \"a lot\" is not a number",
        ),
        (
            "1,one,2026-01-02,true",
            "column n: \"one\" is not an integer",
        ),
    ] {
        write(
            folder.path(),
            "p.csv",
            &format!("{head}{rows}\r\n{last}\r\n{rows}"),
        );
        for arguments in [
            &["SELECT max(x), max(n), max(day), count(ok) FROM 'p.csv'"][..],
            &["order", "p.csv", "o.parquet", "--by", "x,n"],
        ] {
            let message = failure(folder.path(), arguments);
            assert_eq!(
                message,
                format!("error: p.csv, line 1203 (row 1201), {reason}\n")
            );
        }
    }
    // Columns that a statement does not read are not the reason.
    assert_eq!(
        answer(folder.path(), &["--csv", "SELECT min(x) AS n FROM 'p.csv'"]),
        "n\n0.5\n"
    );
    // The file of several is named, and the word for NULL is not a reason.
    std::fs::create_dir(folder.path().join("t")).expect("a folder");
    write(
        folder.path(),
        "t/a.csv",
        &format!("x\n{}NA\n", "1\n".repeat(1200)),
    );
    write(
        folder.path(),
        "t/b.csv",
        &format!("x\n{}NA\nnone\n", "1\n".repeat(1200)),
    );
    let message = failure(
        folder.path(),
        &["SELECT sum(x) FROM read_csv('t', nullstr = 'NA')"],
    );
    assert_eq!(
        message,
        "error: t/b.csv, line 1203 (row 1202), column x: \"none\" is not an integer\n"
    );
}

#[test]
fn names_of_files_need_quotes_and_models_are_no_tables() {
    let folder = folder();
    write(folder.path(), "scan.csv", "x,y\n1,2\n");
    write(folder.path(), "part.stl", "solid part\nendsolid part\n");
    for (sql, hint) in [
        (
            "SELECT * FROM scan.csv",
            "put the name of a file in single quotes: 'scan.csv'",
        ),
        (
            "SELECT * FROM ./scan.csv",
            "put the name of a file in single quotes: './scan.csv'",
        ),
        (
            "SELECT * FROM 'part.stl'",
            "transect cut part.stl --plane z=0 -o DIR writes a table of its objects, DIR/objects.csv",
        ),
    ] {
        let message = failure(folder.path(), &[sql]);
        assert!(
            message.ends_with(&format!("\nhint: {hint}\n")),
            "{sql}: {message}"
        );
    }
}

#[test]
fn names_that_exist_are_suggested() {
    let folder = folder();
    write(folder.path(), "scan.csv", "x,y,Height,name\n1,2,3,a\n");
    let boxes = "SELECT named_struct('xmin', x, 'xmax', x) AS bbox FROM 'scan.csv'";
    answer(folder.path(), &["--parquet", "boxes.parquet", boxes]);
    for (sql, message) in [
        (
            "SELECT nam FROM 'scan.csv'",
            "there is no column nam\nhint: the most similar column is name; the columns are x, y, \"Height\", name",
        ),
        (
            "SELECT height FROM 'scan.csv'",
            "there is no column height\nhint: the most similar column is \"Height\"; the columns are ",
        ),
        (
            "SELECT s.nam FROM 'scan.csv' AS s",
            "there is no column s.nam\nhint: the most similar column is s.name; the columns are s.x, ",
        ),
        (
            "SELECT color FROM 'scan.csv'",
            "there is no column color\nhint: the columns are x, y, \"Height\", name",
        ),
        (
            "SELECT plane_sides('x = 1', x, y) FROM 'scan.csv'",
            "there is no function plane_sides\nhint: the most similar function is plane_side; SHOW FUNCTIONS ",
        ),
        (
            "SELECT unknwon(1)",
            "there is no function unknwon\nhint: SHOW FUNCTIONS lists all",
        ),
        (
            "SELECT sum(name) FROM 'scan.csv'",
            "sum(Utf8): the function does not take these types\nhint: ",
        ),
        (
            "SELECT bbox['xmi'] FROM 'boxes.parquet'",
            "there is no field xmi\nhint: the most similar field is xmin; the fields of structs are xmin, xmax",
        ),
        (
            "SELECT * FROM scan",
            "the table scan does not exist\nhint: a table is a file, a folder or a pattern in single quotes",
        ),
        (
            "SELECT * FROM 'scann.csv'",
            "scann.csv: no such file or folder\nhint: the most similar name is scan.csv",
        ),
    ] {
        let found = failure(folder.path(), &[sql]);
        assert!(
            found.starts_with(&format!("error: {message}")),
            "{sql}\n{found}"
        );
    }
}
