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
fn statements_without_an_answer_have_hints() {
    let folder = folder();
    for (sql, message) in [
        (
            "SHOW TABLES",
            "SHOW TABLES is not supported\nhint: a table is a file, ",
        ),
        (
            "SHOW COLUMNS FROM t",
            "SHOW COLUMNS is not supported\nhint: DESCRIBE ",
        ),
        (
            "SHOW FUNCTIONS",
            "SHOW FUNCTIONS is not supported\nhint: at the prompt, .functions ",
        ),
        (
            "SHOW ALL",
            "SHOW is not supported\nhint: there are no settings in SQL; ",
        ),
        (
            "SET a.b = 1",
            "SET is not supported\nhint: there are no settings in SQL; ",
        ),
        (
            "PREPARE p AS SELECT 1",
            "PREPARE is not supported\nhint: write the values ",
        ),
        (
            "SELECT 1; EXECUTE p(1)",
            "PREPARE is not supported\nhint: write the values ",
        ),
    ] {
        let found = failure(folder.path(), &[sql]);
        assert!(
            found.starts_with(&format!("error: {message}")),
            "{sql}: {found}"
        );
    }
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
    let lines =
        "SELECT 40 + 2\nAS answer;\nSELECT * FROM 'none.csv';\n.unknown\n.functions\n.quit\n";
    let output = with_input(command(), folder.path(), lines);
    let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    assert!(output.status.success(), "{text}");
    for part in [
        "A statement ends with a semicolon.",
        "answer\n42\n",
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
