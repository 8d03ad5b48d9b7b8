//! The page of the functions is the one made from their documentation, and its examples have the answers that it shows.

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::SessionContext;

#[test]
fn the_page_is_made_from_the_functions() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sql-functions.md");
    let made = transect_sql::functions_page();
    if std::env::var_os("TRANSECT_WRITE_PAGES").is_some() {
        std::fs::write(path, &made).expect("the page can be written");
    }
    let page = std::fs::read_to_string(path).expect("the page exists");
    assert!(
        page == made,
        "docs/sql-functions.md is stale; write it with TRANSECT_WRITE_PAGES=1 cargo test --test sql page::"
    );
}

#[tokio::test]
async fn each_example_has_its_answer() {
    let context = SessionContext::new();
    transect_sql::register_all(&context);
    let mut wrong = Vec::new();
    for [name, sql, expected] in transect_sql::examples() {
        let rows = async { context.sql(sql).await?.collect().await }.await;
        let answer = match rows {
            Ok(rows) => pretty_format_batches(&rows)
                .expect("the answer can be printed")
                .to_string(),
            Err(error) => error.to_string(),
        };
        if answer != expected {
            wrong.push(format!("{name}: {sql}\n{answer}\ninstead of\n{expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The statements on sample files in docs/sql.md have the answers below them, and that of the README has rows.
#[test]
fn statements_on_sample_files_have_their_answers() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let run = |sql: &str| {
        let command = std::process::Command::new(env!("CARGO_BIN_EXE_transect-sql"))
            .current_dir(root)
            .arg(sql)
            .output()
            .expect("the command can be run");
        let error = String::from_utf8_lossy(&command.stderr);
        assert!(command.status.success(), "{sql}: {error}");
        String::from_utf8(command.stdout).expect("the answer is text")
    };
    let path = root.join("docs/sql.md");
    let page = std::fs::read_to_string(&path).expect("the page exists");
    let mut new = String::new();
    let mut lines = page.lines().peekable();
    let mut count = 0;
    while let Some(line) = lines.next() {
        new += &format!("{line}\n");
        let command = line.strip_prefix("$ transect-sql \"");
        if let Some(sql) = command.and_then(|rest| rest.strip_suffix('"')) {
            while lines.next_if(|line| *line != "```").is_some() {}
            new += &run(sql);
            count += 1;
        }
    }
    assert_eq!(count, 2);
    if std::env::var_os("TRANSECT_WRITE_PAGES").is_some() {
        std::fs::write(&path, &new).expect("the page can be written");
    }
    let page = std::fs::read_to_string(path).expect("the page exists");
    assert!(
        page == new,
        "docs/sql.md is stale; write it with TRANSECT_WRITE_PAGES=1 cargo test --test sql page::"
    );
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README exists");
    let (_, rest) = readme.split_once("`transect-sql \"").expect("a statement");
    let (sql, _) = rest.split_once("\"`").expect("its end");
    assert!(run(sql).contains("| on    | 519 "), "{sql}");
}

/// The examples of the table "What goes in" of docs/sql.md have the answers that stand beside them.
#[tokio::test]
async fn what_goes_in_is_what_the_page_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sql.md");
    let page = std::fs::read_to_string(path).expect("the page exists");
    let section = page.split("## What goes in").nth(1).expect("the section");
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    let context = SessionContext::new();
    transect_sql::register_all(&context);
    let mut count = 0;
    for row in rows.take_while(|row| !row.starts_with("| file ")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, _, example, expected] = cells[..] else {
            panic!("{row}");
        };
        let sql = format!("SELECT {} AS answer", example.trim_matches('`'));
        let answer = async { context.sql(&sql).await?.collect().await }.await;
        let answer = match answer {
            Ok(rows) => {
                let text = pretty_format_batches(&rows).expect("the answer can be printed");
                let line = text.to_string().lines().nth(3).expect("a row").to_owned();
                match line.trim_matches('|').trim() {
                    "" => "NULL".to_owned(),
                    word => format!("`{word}`"),
                }
            }
            Err(error) => format!("error: {error}"),
        };
        match expected.strip_prefix("error: ") {
            Some(part) => assert!(
                answer.starts_with("error: ") && answer.contains(part),
                "{sql}: {answer}"
            ),
            None => assert_eq!(answer, expected, "{sql}"),
        }
        count += 1;
    }
    assert!(count > 20, "{count}");
}
