//! The page of the book about C: its fifteen questions are those of the three programs that answer them.
//!
//! `BOOK=write cargo test --test page` writes them into the page.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The heading after which the page has the questions.
const HEADING: &str = "## Fifteen questions, in C, C++ and Rust\n";

/// The markers of the parts of a program: the plane, the questions, and the test of four boxes.
fn markers() -> Vec<String> {
    let questions = (1..=15).map(|number| format!("{number}. "));
    let others = ["The normal may have any length", "The test of four boxes"].map(str::to_owned);
    let [first, last] = others;
    std::iter::once(first)
        .chain(questions)
        .chain([last])
        .collect()
}

/// A part of a program: the comment at its beginning, and its code.
struct Part {
    comment: String,
    code: String,
}

/// Returns the part of a program that begins with a comment, up to the comment of the next part or the end of the
/// function.
fn part(program: &str, marker: &str, next: Option<&String>) -> Part {
    let is_comment = |line: &str, marker: &str| {
        let text = line
            .strip_prefix("    // ")
            .or_else(|| line.strip_prefix("    /* "));
        text.is_some_and(|text| text.starts_with(marker))
    };
    let mut lines = program
        .lines()
        .skip_while(|line| !is_comment(line, marker))
        .peekable();
    let mut comment = String::new();
    while let Some(line) = lines.next_if(|line| line.trim_start().starts_with(['/', '*'])) {
        let line = line
            .trim()
            .trim_start_matches("//")
            .trim_start_matches("/*");
        comment += " ";
        comment += line.trim_end_matches("*/").trim();
    }
    let mut code = String::new();
    for line in lines {
        let is_next = next.is_some_and(|next| is_comment(line, next));
        if is_next
            || line.starts_with('}')
            || line.contains("puts(")
            || line.contains("Ok(())") && next.is_none()
        {
            break;
        }
        code += line.strip_prefix("    ").unwrap_or(line);
        code += "\n";
    }
    let comment = comment.trim().to_owned();
    assert!(!comment.is_empty() && !code.trim().is_empty(), "{marker}");
    Part {
        comment,
        code: code.trim().to_owned(),
    }
}

fn questions(root: &Path) -> String {
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a program");
    let programs = [
        ("c", read("crates/transect-c/examples/questions.c")),
        ("cpp", read("crates/transect-c/examples/questions.cpp")),
        (
            "rust,ignore",
            read("crates/transect/examples/questions_about_planes.rs"),
        ),
    ];
    let markers = markers();
    let mut text = String::new();
    for (index, marker) in markers.iter().enumerate() {
        for (place, (language, program)) in programs.iter().enumerate() {
            let Part { comment, code } = part(program, marker, markers.get(index + 1));
            if place == 0 {
                writeln!(text, "\n{comment}").expect("a string");
            }
            write!(text, "\n```{language}\n{code}\n```\n").expect("a string");
        }
    }
    text
}

#[test]
fn the_page_has_the_questions_of_the_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("docs/c.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (before, after) = page
        .split_once(HEADING)
        .expect("the heading of the questions");
    let (introduction, _) = after
        .split_once("\nThe normal may have")
        .unwrap_or((after.trim_end(), ""));
    let introduction = introduction.trim_end();
    let expected = format!("{before}{HEADING}{introduction}\n{}", questions(&root));
    if env::var_os("BOOK").is_some_and(|value| value == "write") {
        fs::write(&path, &expected).expect("the page can be written");
        return;
    }
    assert!(
        page == expected,
        "the page differs: BOOK=write cargo test --test page"
    );
    assert_eq!(expected.matches("\n```rust,ignore\n").count(), 17);
}
