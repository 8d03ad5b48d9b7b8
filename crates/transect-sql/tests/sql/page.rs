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
