//! The table of mistakes in the book: each line runs as it is typed, and gets the message of the table.
//!
//! `BOOK=write` updates the messages.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::markdown::{root, text};

/// The page with the tables.
const PAGE: &str = "docs/mistakes.md";
/// The first cells of the head of such a table.
const HEAD: &str = "| typed | answer |";
/// The number of mistakes that the page has at least.
const MISTAKES: usize = 40;

/// Makes the files that the lines name.
fn prepare(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file can be written");
    };
    let asset = |name: &str| fs::read(root().join("assets").join(name)).expect("an asset");
    write("part.stl", &asset("cad_featuretype.stl"));
    write("models/part.stl", &asset("cad_featuretype.stl"));
    write("models/office.glb", &asset("office.glb"));
    write("part.stl.bz2", b"BZh9");
    write("half.stl", &asset("cad_featuretype.stl")[..1000]);
    write("nothing.obj", b"");
    write("house.ifc", b"ISO-10303-21;\n");
    write("part.step", b"ISO-10303-21;\n");
    write("scan.laz", b"LASF\0\0");
    write("boxes.parquet", b"PAR1\0\0PAR1");
    write("points.npy", b"\x93NUMPY\x01\0");
    write("points.csv", b"x,y,z\n1,2,3\n");
    write(
        "swapped.csv",
        b"xmin,ymin,zmin,xmax,ymax,zmax\n0,0,0,1,1,-1\n",
    );
    write("full/section.svg", b"<svg/>");
}

/// Returns a text whose characters do not mean anything in a table of Markdown.
fn escaped(text: &str) -> String {
    let text = text.replace('|', "\\|").replace('<', "&lt;");
    text.replace('*', "\\*")
}

/// Returns the answer to a line in one cell of a table: the messages on standard error, with `<br>` between them.
fn answer(folder: &Path, line: &str) -> String {
    let output = Command::new("sh")
        .args([
            "-c",
            &format!("transect() {{ \"$TRANSECT\" \"$@\"; }}; {line}"),
        ])
        .env("TRANSECT", env!("CARGO_BIN_EXE_transect"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("a shell runs");
    let said = String::from_utf8(output.stderr).expect("messages are UTF-8");
    let status = output.status.code().expect("the command ends by itself");
    // Usage errors of the parser end with the usage and a reference to the help.
    let said = said.split("\n\nUsage:").next().unwrap_or_default();
    let said = said.split("\n\nFor more information").next();
    let said = said.unwrap_or_default();
    let lines = said.lines().map(|line| match line.strip_prefix("    ") {
        // Places in equations have their mark below them.
        Some(quote) => format!("`{quote}`"),
        None => escaped(line.trim()),
    });
    let lines: Vec<String> = lines
        .filter(|line| !line.is_empty() && line != "``")
        .collect();
    let shown = lines.join("<br>");
    match status {
        2 => shown,
        status => format!("{shown}<br>status {status}"),
    }
}

#[test]
fn each_mistake_gets_the_message_of_the_table() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    prepare(folder.path());
    let page = root().join(PAGE);
    let old = text(&page);
    let mut is_table = false;
    let mut count = 0;
    let mut new = String::new();
    for line in old.lines() {
        is_table = line.starts_with(HEAD) || (is_table && line.starts_with('|'));
        let typed = line.strip_prefix("| `").filter(|_| is_table);
        new += &match typed.and_then(|rest| rest.split_once("` |")) {
            Some((typed, _)) => {
                count += 1;
                format!("| `{typed}` | {} |", answer(folder.path(), typed))
            }
            None => line.to_string(),
        };
        new += "\n";
    }
    assert!(count >= MISTAKES, "{count} mistakes");
    if std::env::var_os("BOOK").is_some_and(|value| value == "write") {
        fs::write(&page, &new).expect("the page can be written");
        return;
    }
    for (was, is) in old.lines().zip(new.lines()) {
        assert_eq!(
            was, is,
            "{PAGE}; if the command is right, BOOK=write updates the page"
        );
    }
}
