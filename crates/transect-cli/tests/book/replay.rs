//! Runs the commands in the book, and compares their output with the pages.
//!
//! In a block marked `console`, a line that begins with `$ ` is a command. The lines after the command are its whole
//! output, stderr first. A line `…` matches any number of lines. A command must succeed, unless `echo $?`
//! follows it. Three programs can be called: `transect`, `cat` and `echo $?`. `cargo run --release --` means
//! `transect`, for readers who have not installed it. The commands of a page share a temporary folder. If commands
//! name files or folders of `assets`, these are copied into this folder; of a folder, the files in it.
//!
//! In a block marked `sh`, each `cargo run --release -- cut` is run and must succeed.
//!
//! `BOOK=write` updates the pages, except outputs with `…`. The crate trycmd is not used: it needs a folder of
//! inputs beside each page, and cannot use files of the project.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::markdown::{pages, root, text};

/// The words of a command line that run `transect` from its sources.
const FROM_SOURCE: [&str; 4] = ["cargo", "run", "--release", "--"];

/// The temporary folder of a page, and the exit status of its last command.
struct Session {
    folder: tempfile::TempDir,
    status: i32,
}

impl Session {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a scratch folder"),
            status: 0,
        }
    }

    /// Runs a command line and returns its output.
    fn run(&mut self, line: &str) -> String {
        let words = words(line);
        if words.starts_with(&FROM_SOURCE.map(String::from)) {
            return self.transect(&words[FROM_SOURCE.len()..]);
        }
        match words[0].as_str() {
            "transect" => self.transect(&words[1..]),
            "cat" => text(&self.fetched(&words[1])),
            "echo" if words[1] == "$?" => format!("{}\n", self.status),
            program => panic!("{program} is not a program of the book"),
        }
    }

    fn transect(&mut self, arguments: &[String]) -> String {
        for argument in arguments {
            if argument.starts_with("assets/") {
                self.fetched(argument);
            }
        }
        let output = Command::new(env!("CARGO_BIN_EXE_transect"))
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        self.status = output.status.code().expect("it ends by itself");
        let said = [output.stderr, output.stdout].concat();
        String::from_utf8(said).expect("output is UTF-8")
    }

    /// Returns the path of a file in the temporary folder. A file of `assets` is copied there first.
    fn fetched(&self, name: &str) -> std::path::PathBuf {
        let path = self.folder.path().join(name);
        let original = root().join(name);
        if name.starts_with("assets/") && original.is_dir() {
            for entry in fs::read_dir(&original).expect("a folder") {
                let file = entry.expect("an entry").file_name();
                let name = format!("{name}/{}", file.to_str().expect("UTF-8"));
                if root().join(&name).is_file() {
                    self.fetched(&name);
                }
            }
        }
        if name.starts_with("assets/") && original.is_file() && !path.exists() {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::copy(original, &path).expect("a copy");
        }
        path
    }
}

/// Splits a command line into words. Single quotes keep spaces.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.last_mut().expect("a word").push_str(part);
            continue;
        }
        let mut pieces = part.split(' ');
        words
            .last_mut()
            .expect("a word")
            .push_str(pieces.next().unwrap_or_default());
        words.extend(pieces.map(String::from));
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns `true` if the printed lines match the expected lines. An expected line `…` matches any number of printed
/// lines.
fn matches(expected: &[&str], said: &[&str]) -> bool {
    match expected.split_first() {
        None => said.is_empty(),
        Some((&"…", rest)) => (0..=said.len()).any(|skipped| matches(rest, &said[skipped..])),
        Some((line, rest)) => said.first() == Some(line) && matches(rest, &said[1..]),
    }
}

/// Returns the text of a page with the current output of its commands, and the number of these commands.
fn replayed(page: &Path) -> (String, usize) {
    let old = text(page);
    let mut lines = old.lines().peekable();
    let mut new = String::new();
    let mut session = Session::new();
    let mut count = 0;
    let (mut in_console, mut in_shell) = (false, false);
    while let Some(line) = lines.next() {
        new += line;
        new += "\n";
        if line.starts_with("```") {
            in_console = line == "```console";
            in_shell = line == "```sh";
        }
        if in_shell && line.starts_with("cargo run --release -- cut ") {
            let said = session.run(line);
            assert_eq!(session.status, 0, "{}: {line}\n{said}", page.display());
            count += 1;
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) else {
            continue;
        };
        let is_output = |line: &&str| !line.starts_with("$ ") && *line != "```";
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(is_output) {
            expected.push(line);
        }
        let said = session.run(command);
        let asks = |line: &&str| line.starts_with("$ echo $?");
        assert!(
            session.status == 0 || command == "echo $?" || lines.peek().is_some_and(asks),
            "{}: {command}\nended with {}\n{said}",
            page.display(),
            session.status
        );
        if matches(&expected, &said.lines().collect::<Vec<_>>()) {
            for line in expected {
                new += line;
                new += "\n";
            }
        } else {
            assert!(
                !expected.contains(&"…"),
                "{}: {command}\nnow says\n{said}",
                page.display()
            );
            new += &said;
        }
        count += 1;
    }
    (new, count)
}

#[test]
fn the_book_shows_what_the_command_says() {
    let write = std::env::var_os("BOOK").is_some_and(|value| value == "write");
    let mut commands = 0;
    for page in pages("docs").into_iter().chain([root().join("README.md")]) {
        let (new, count) = replayed(&page);
        commands += count;
        let old = text(&page);
        if write && new != old {
            fs::write(&page, &new).expect("the page can be written");
        } else if let Some((was, is)) = old.lines().zip(new.lines()).find(|(was, is)| was != is) {
            panic!(
                "{}:\n  the page:    {was}\n  the command: {is}\nIf the command is right: BOOK=write cargo test -p transect-cli --test book",
                page.display()
            );
        }
        assert!(
            write || new == old,
            "{}: lines are missing, or the last line has no line end",
            page.display()
        );
    }
    assert!(commands > 10, "{commands} commands");
}
