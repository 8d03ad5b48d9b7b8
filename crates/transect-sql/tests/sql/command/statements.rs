//! Statements from arguments, from standard input, and at the prompt.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::command::{answer, failure, folder};

/// Runs a program with a text as standard input.
fn with_input(mut command: Command, folder: &Path, input: &str) -> Output {
    let mut process = command
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be run");
    let mut pipe = process.stdin.take().expect("a pipe");
    pipe.write_all(input.as_bytes()).expect("the input is read");
    drop(pipe);
    process.wait_with_output().expect("the program has ended")
}

#[test]
fn several_statements_are_answered_in_turn() {
    let folder = folder();
    assert_eq!(
        answer(folder.path(), &["--csv", "SELECT 1 AS a; SELECT 2 AS b;"]),
        "a\n1\nb\n2\n"
    );
    // All statements are parsed before the first one runs.
    failure(folder.path(), &["--csv", "SELECT 1 AS a; SELEC 2"]);
    let message = failure(
        folder.path(),
        &["--parquet", "x.parquet", "SELECT 1 AS a; SELECT 2 AS b"],
    );
    assert_eq!(
        message,
        "error: --parquet writes the answer of one statement, and there are 2\n"
    );
    for text in ["", " ; ", "/* nothing */"] {
        let message = failure(folder.path(), &[text]);
        assert!(
            message.starts_with("error: there is no statement\n"),
            "{message}"
        );
    }
}

#[test]
fn show_lists_tables_columns_and_functions() {
    let folder = folder();
    let path = folder.path();
    let one = |sql: &str| answer(path, &["--csv", sql]);
    assert_eq!(one("SHOW TABLES"), "table_name\n");
    std::fs::create_dir_all(path.join("tiles")).expect("a folder");
    std::fs::create_dir_all(path.join("empty")).expect("a folder");
    for name in [
        "p.csv",
        "it's.tsv",
        "notes.txt",
        ".hidden.csv",
        "tiles/a.csv",
        "empty/b.txt",
    ] {
        std::fs::write(path.join(name), "x,y\n1,2.5\n").expect("a file");
    }
    assert_eq!(one("SHOW TABLES"), "table_name\nit's.tsv\np.csv\ntiles/\n");
    assert_eq!(one("show tables like '%.csv'"), "table_name\np.csv\n");
    let columns = "column_name,data_type,is_nullable\nx,Int64,YES\ny,Float64,YES\n";
    assert_eq!(one("SHOW COLUMNS FROM 'p.csv'"), columns);
    assert_eq!(one("SHOW COLUMNS IN 'tiles/'"), columns);
    let functions = one("SHOW FUNCTIONS LIKE 'plane_s%'");
    assert!(
        functions.starts_with(
            "function_name,kind,call,description\nplane_side,scalar,\"plane_side(plane, shape)\","
        ),
        "{functions}"
    );
    assert_eq!(functions.lines().count(), 2, "{functions}");
    let functions = answer(path, &["--json", "SHOW FUNCTIONS"]);
    for name in ["abs", "plane_fit", "bounds", "row_number"] {
        assert!(
            functions.contains(&format!("{{\"function_name\":\"{name}\"")),
            "{name}"
        );
    }
    for (sql, message) in [
        (
            "SHOW COLUMNS FROM 'p.csv' LIKE 'x'",
            "SHOW COLUMNS needs a table and nothing else\n",
        ),
        (
            "SHOW COLUMNS FROM 'none.csv'",
            "none.csv: no such file or folder\n",
        ),
        (
            "SHOW TABLES FROM t",
            "SHOW TABLES lists the current folder only\n",
        ),
        (
            "SHOW FUNCTIONS WHERE a = 1",
            "SHOW FUNCTIONS takes LIKE and a pattern\n",
        ),
    ] {
        let found = failure(path, &[sql]);
        assert!(
            found.starts_with(&format!("error: {message}")),
            "{sql}: {found}"
        );
    }
}

#[test]
fn settings_last_until_the_end() {
    let folder = folder();
    let size = "SHOW datafusion.execution.batch_size";
    let text = format!(
        "SET datafusion.execution.batch_size = 7; {size}; RESET datafusion.execution.batch_size; {size}"
    );
    let line = |size: u32| format!("name,value\ndatafusion.execution.batch_size,{size}\n");
    assert_eq!(
        answer(folder.path(), &["--csv", &text]),
        format!("{}{}", line(7), line(8192))
    );
    assert_eq!(
        answer(folder.path(), &["SET datafusion.execution.batch_size = 7"]),
        ""
    );
    failure(folder.path(), &["SET no.setting = 1"]);
    failure(
        folder.path(),
        &[
            "--parquet",
            "x.parquet",
            "SET datafusion.execution.batch_size = 7",
        ],
    );
    for sql in ["BEGIN", "CREATE TABLE t AS SELECT 1", "USE x", "SET"] {
        failure(folder.path(), &[sql]);
    }
}

#[test]
fn prepared_statements_run_with_their_values() {
    let folder = folder();
    let path = folder.path();
    std::fs::write(path.join("p.csv"), "x,y\n1,2\n3,4\n").expect("a file");
    let prepare =
        "PREPARE p(TEXT, DOUBLE) AS SELECT x, plane_side($1, x, y) AS s FROM 'p.csv' WHERE x > $2;";
    let sql = format!("{prepare} EXECUTE p('x = 3', 1); EXECUTE p('y = 2', 0)");
    assert_eq!(
        answer(path, &["--csv", &sql]),
        "x,s\n3,on\nx,s\n1,on\n3,front\n"
    );
    assert_eq!(answer(path, &[prepare]), "");
    // A second one of the same name takes the place of the first one.
    assert_eq!(
        answer(
            path,
            &[
                "--csv",
                "PREPARE p AS SELECT 1 AS a; PREPARE p AS SELECT 2 AS b; EXECUTE p"
            ]
        ),
        "b\n2\n"
    );
    // The types of a table are found again, as in other statements.
    let rows: String = (0..1200).map(|row| format!("{row}\n")).collect();
    std::fs::write(path.join("late.csv"), format!("x\n{rows}0.5\n")).expect("a file");
    let sql = "PREPARE p AS SELECT sum(x) AS s FROM 'late.csv'; EXECUTE p; EXECUTE p";
    assert_eq!(answer(path, &["--csv", sql]), "s\n719400.5\n".repeat(2));
    for (sql, message) in [
        ("EXECUTE none", "there is no prepared statement none\n"),
        (
            "DEALLOCATE none",
            "Prepared statement 'none' does not exist",
        ),
        (
            "PREPARE p AS SELECT 1; DEALLOCATE p; EXECUTE p",
            "there is no prepared statement p\n",
        ),
        (
            "PREPARE p(INT) AS SELECT $1; EXECUTE p",
            "Prepared statement 'p' expects 1 parameters",
        ),
        (
            "PREPARE p AS SELECT x FROM 'p.csv' TABLESAMPLE (1 ROWS)",
            "TABLESAMPLE is not supported\n",
        ),
        ("PREPARE p AS INSERT INTO 'p.csv' SELECT 1, 2", ""),
        (
            "PREPARE p(TEXT) AS SELECT plane_side($1, x, y) FROM 'p.csv'; EXECUTE p('x = ')",
            "plane_side: argument 1: \"x = \" is not a plane",
        ),
    ] {
        let found = failure(path, &[sql]);
        assert!(
            found.starts_with(&format!("error: {message}")),
            "{sql}: {found}"
        );
    }
    assert_eq!(
        std::fs::read_to_string(path.join("p.csv")).expect("the file"),
        "x,y\n1,2\n3,4\n"
    );
}

/// The engine parses these clauses and does not heed them, so the answer would be that of another statement.
#[test]
fn clauses_without_effect_are_refused() {
    let folder = folder();
    std::fs::write(folder.path().join("p.csv"), "x,y\n1,2\n3,4\n").expect("a file");
    for (sql, clause) in [
        (
            "SELECT count(*) FROM 'p.csv' TABLESAMPLE BERNOULLI (1)",
            "TABLESAMPLE",
        ),
        (
            "SELECT count(*) FROM 'p.csv' AS t TABLESAMPLE (1 ROWS)",
            "TABLESAMPLE",
        ),
        (
            "SELECT count(*) FROM (SELECT x FROM 'p.csv') TABLESAMPLE (1 ROWS)",
            "TABLESAMPLE",
        ),
        (
            "SELECT 1 WHERE 1 IN (SELECT x FROM 'p.csv' TABLESAMPLE (10 PERCENT))",
            "TABLESAMPLE",
        ),
        (
            "WITH t AS (SELECT x FROM 'p.csv' TABLESAMPLE (1 ROWS)) SELECT x FROM t",
            "TABLESAMPLE",
        ),
        (
            "EXPLAIN SELECT x FROM 'p.csv' TABLESAMPLE (1 ROWS)",
            "TABLESAMPLE",
        ),
        ("SELECT 1; SELECT x FROM 'p.csv' PREWHERE x = 1", "PREWHERE"),
        ("SELECT x FROM 'p.csv' CONNECT BY x = 1", "CONNECT BY"),
        ("SELECT x FROM 'p.csv' PARTITION (p)", "PARTITION"),
        ("SELECT x FROM 'p.csv' WITH ORDINALITY", "WITH ORDINALITY"),
        (
            "SELECT x FROM 'p.csv' WITH (NOLOCK)",
            "WITH after the name of a table",
        ),
        ("SELECT x FROM 'p.csv' SETTINGS a = 1", "SETTINGS"),
        (
            "SELECT x FROM 'p.csv' FOR UPDATE",
            "FOR UPDATE and FOR SHARE",
        ),
    ] {
        let message = failure(folder.path(), &["--csv", sql]);
        let expected = format!("error: {clause} is not supported\n");
        assert!(message.starts_with(&expected), "{sql}\n{message}");
    }
    for sql in [
        "SELECT x AS n FROM 'p.csv' WHERE x = 1",
        "SELECT x AS n FROM 'p.csv' AS tablesample ORDER BY x LIMIT 1",
        "SELECT min(x) AS n FROM (SELECT x FROM 'p.csv') AS t",
    ] {
        assert_eq!(answer(folder.path(), &["--csv", sql]), "n\n1\n", "{sql}");
    }
}

#[test]
fn standard_input_is_a_script() {
    let folder = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect-sql"));
    command.arg("--csv");
    let output = with_input(
        command,
        folder.path(),
        "-- sides\nSELECT plane_side('z = 1', 0.0, 0.0, 2.0) AS side;\n\nSELECT 2 AS b;\n",
    );
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "side\nfront\nb\n2\n"
    );
    // The answers before an error stay, and the statements after it do not run.
    let mut command = Command::new(env!("CARGO_BIN_EXE_transect-sql"));
    command.arg("--csv");
    let script = "SELECT 1 AS a; SELECT * FROM 'none.parquet'; SELECT 3 AS c;";
    let output = with_input(command, folder.path(), script);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a\n1\n");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.starts_with("error: none.parquet: "), "{message}");
}

/// The prompt on a terminal, which the program `script` of Linux makes.
#[cfg(target_os = "linux")]
#[test]
fn the_prompt_answers_statements() {
    let folder = folder();
    let command = || {
        let mut command = Command::new("script");
        let prompt = format!("'{}' --csv", env!("CARGO_BIN_EXE_transect-sql"));
        command.args(["--quiet", "--return", "--command", &prompt, "/dev/null"]);
        command
            .env("XDG_STATE_HOME", folder.path())
            .env("TERM", "dumb");
        command
    };
    let lines = "SELECT 40 + 2\nAS answer;\nSELECT * FROM 'none.csv';\n.unknown\n.functions\nPREPARE p AS SELECT $1 AS kept;\n\
        SET datafusion.execution.batch_size = 7;\nEXECUTE p(43);\nSHOW datafusion.execution.batch_size;\n.quit\n";
    let output = with_input(command(), folder.path(), lines);
    let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    assert!(output.status.success(), "{text}");
    for part in [
        "A statement ends with a semicolon.",
        "answer\n42\n",
        "kept\n43\n",
        "datafusion.execution.batch_size,7\n",
        "error: none.csv: no such file or folder\n",
        "error: .unknown is unknown\nhint: .help lists what there is\n",
        "plane_fit\nplane_interval\nplane_side\n",
    ] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
    let history = folder.path().join("transect-sql/history");
    let history = std::fs::read_to_string(history).expect("the history");
    assert!(history.contains("SELECT 40 + 2"), "{history}");
    assert!(history.contains("none.csv"), "{history}");
    // Ctrl-D ends the prompt.
    let output = with_input(command(), folder.path(), "SELECT 1 AS one;\n\u{4}");
    let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    assert!(
        output.status.success() && text.contains("one\n1\n"),
        "{text}"
    );
}
