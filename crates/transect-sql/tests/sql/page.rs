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
