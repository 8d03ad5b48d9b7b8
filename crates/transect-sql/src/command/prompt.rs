//! The prompt: reads statements from a terminal, line by line.

use std::io;
use std::path::PathBuf;

use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::tokenizer::{Token, Tokenizer};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::command::arguments::Query;
use crate::command::engine::Engine;
use crate::command::failure::Failure;
use crate::command::interrupt::{End, until_interrupt};
use crate::command::session::Session;

const WELCOME: &str =
    "A statement ends with a semicolon. .help explains more, .quit or Ctrl-D ends.";

const HELP: &str = "A statement ends with a semicolon, and may have several lines. A table is a file, a folder or a pattern in
single quotes:

  SELECT plane_side('z = 1.2', box), count(*) FROM 'boxes.parquet' GROUP BY 1;
  DESCRIBE 'boxes.parquet';
  EXPLAIN SELECT * FROM 'tiles/*.parquet' WHERE plane_side('x + y = 9', box) = 'on';

Tab completes names of functions, and names of files after a quote. The arrow keys show statements from before.
Ctrl-C clears the line, or stops the statement that runs.

  .functions   the functions for planes and regions
  .help        this text
  .quit        the end, as Ctrl-D";

/// Reads statements and runs them until the end of the input.
pub(super) async fn run(
    session: &Session<'_>,
    query: &Query,
    engine: &Engine,
) -> Result<(), Failure> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .build();
    let mut editor =
        Editor::<Lines, DefaultHistory>::with_config(config).map_err(|error| failed(&error))?;
    editor.set_helper(Some(Lines::new()));
    let history = history_file();
    if let Some(file) = &history {
        // There is no history before the first statement.
        let _ = editor.load_history(file);
    }
    eprintln!("{WELCOME}");
    loop {
        let line = tokio::task::block_in_place(|| editor.readline("transect> "));
        let line = match line {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(failed(&error)),
        };
        let text = line.trim();
        match text {
            "" => continue,
            ".quit" | ".exit" => return Ok(()),
            ".help" => println!("{HELP}"),
            ".functions" => println!("{}", function_names().join("\n")),
            _ if text.starts_with('.') => {
                eprintln!("error: {text} is unknown\nhint: .help lists what there is")
            }
            _ => match until_interrupt(engine, session.run(text, query)).await {
                End::Done => {}
                End::Failed(failure) => eprintln!("error: {failure}"),
                End::Interrupted => eprintln!("interrupted"),
            },
        }
        // A history that cannot be kept is not worth an error.
        let _ = editor.add_history_entry(text);
        if let Some(file) = &history {
            let _ = kept(file).and_then(|()| editor.save_history(file).map_err(io::Error::other));
        }
    }
}

fn failed(error: &ReadlineError) -> Failure {
    Failure::new(format!("the terminal: {error}"))
}

/// Returns the file of statements from before: `transect-sql/history` in the user's folder for states of programs.
fn history_file() -> Option<PathBuf> {
    let states = match std::env::var_os("XDG_STATE_HOME") {
        Some(folder) if !folder.is_empty() => PathBuf::from(folder),
        _ => std::env::home_dir()?.join(".local/state"),
    };
    Some(states.join("transect-sql/history"))
}

/// Makes the folder of the history.
fn kept(file: &std::path::Path) -> io::Result<()> {
    match file.parent() {
        Some(folder) => std::fs::create_dir_all(folder),
        None => Ok(()),
    }
}

/// Returns the names of the functions of this crate, in alphabetical order.
fn function_names() -> Vec<&'static str> {
    let mut names: Vec<_> = crate::registry::names().collect();
    names.sort_unstable();
    names
}

/// The lines of a statement while they are written.
struct Lines {
    files: FilenameCompleter,
    functions: Vec<&'static str>,
}

impl Lines {
    fn new() -> Self {
        Self {
            files: FilenameCompleter::new(),
            functions: function_names(),
        }
    }
}

/// Returns `true` if a text is a whole input: a command with a dot, or statements that end with a semicolon.
fn is_complete(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.starts_with('.') {
        return true;
    }
    // An open quote or comment is an error of the tokenizer.
    let Ok(tokens) = Tokenizer::new(&GenericDialect {}, text).tokenize() else {
        return false;
    };
    let mut tokens = tokens.iter().rev();
    let last = tokens.find(|token| !matches!(token, Token::Whitespace(_)));
    last.is_none_or(|token| *token == Token::SemiColon)
}

impl Validator for Lines {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match is_complete(context.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

impl Completer for Lines {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..position];
        if before.matches('\'').count() % 2 == 1 {
            return self.files.complete_path(line, position);
        }
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let start = before.trim_end_matches(is_name).len();
        let word = before[start..].to_ascii_lowercase();
        let names = self
            .functions
            .iter()
            .filter(|name| !word.is_empty() && name.starts_with(&word));
        let pairs = names.map(|name| Pair {
            display: (*name).to_owned(),
            replacement: format!("{name}("),
        });
        Ok((start, pairs.collect()))
    }
}

impl Hinter for Lines {
    type Hint = String;
}

impl Highlighter for Lines {}

impl Helper for Lines {}

#[cfg(test)]
mod tests {
    use super::is_complete;

    #[test]
    fn a_statement_ends_with_a_semicolon() {
        for text in [
            "SELECT 1;",
            "SELECT 1; -- one",
            "SELECT 1;\nSELECT 2;  ",
            ".help",
            " ",
            "-- nothing",
            "SELECT ';';",
        ] {
            assert!(is_complete(text), "{text}");
        }
        for text in [
            "SELECT 1",
            "SELECT ';'",
            "SELECT ';",
            "SELECT 1 -- ;",
            "SELECT 1 /* ;",
            "SELECT \"a;",
        ] {
            assert!(!is_complete(text), "{text}");
        }
    }
}
