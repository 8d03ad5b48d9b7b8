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
use crate::command::interrupt::{End, until_signal};
use crate::command::session::Session;
use crate::signals::{self, Signal};

const WELCOME: &str =
    "A statement ends with a semicolon. .help explains more, .quit or Ctrl-D ends.";

const HELP: &str = "A statement ends with a semicolon, and may have several lines. A table is a file, a folder or a pattern in
single quotes:

  SELECT plane_side('z = 1.2', box), count(*) FROM 'boxes.parquet' GROUP BY 1;
  DESCRIBE 'boxes.parquet';
  SHOW TABLES;
  EXPLAIN SELECT * FROM 'tiles/*.parquet' WHERE plane_side('x + y = 9', box) = 'on';

Tab completes names of functions, and names of files after a quote. The arrow keys show statements from before.
Ctrl-C clears the line, or stops the statement that runs.

  .functions   the functions for planes and regions; SHOW FUNCTIONS lists all, with their documentation
  .help        this text
  .quit        the end, as Ctrl-D";

type LineEditor = Editor<Statement, DefaultHistory>;

/// Reads statements and runs them until the end of the input, or until a signal other than Ctrl-C.
pub(super) async fn run(session: &Session<'_>, query: &Query, engine: &Engine) -> End {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .build();
    let mut editor = match LineEditor::with_config(config) {
        Ok(editor) => editor,
        Err(error) => return failed(&error),
    };
    editor.set_helper(Some(Statement::new()));
    let history = history_file();
    if let Some(file) = &history {
        // There is no history before the first statement.
        let _ = editor.load_history(file);
    }
    eprintln!("{WELCOME}");
    loop {
        let line = match line(editor).await {
            Ok((back, line)) => {
                editor = back;
                line
            }
            Err(end) => return end,
        };
        let line = match line {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return End::Done,
            Err(error) => return failed(&error),
        };
        let text = line.trim();
        match text {
            "" => continue,
            ".quit" | ".exit" => return End::Done,
            ".help" => println!("{HELP}"),
            ".functions" => println!("{}", function_names().join("\n")),
            _ if text.starts_with('.') => {
                eprintln!("error: {text} is unknown\nhint: .help lists what there is")
            }
            _ => match until_signal(engine, session.run(text, query)).await {
                End::Done => {}
                End::Failed(failure) => eprintln!("error: {failure}"),
                End::Stopped(Signal::Interrupt) => eprintln!("interrupted"),
                #[cfg(unix)]
                end @ End::Stopped(Signal::Terminate | Signal::HangUp) => return end,
            },
        }
        // A history that cannot be kept is not worth an error.
        let _ = editor.add_history_entry(text);
        if let Some(file) = &history {
            let _ = kept(file).and_then(|()| editor.save_history(file).map_err(io::Error::other));
        }
    }
}

/// Reads a line in a thread of its own, so that signals are heard meanwhile. The thread of a line that a signal has ended
/// lives until the process ends.
async fn line(mut editor: LineEditor) -> Result<(LineEditor, rustyline::Result<String>), End> {
    let line = tokio::task::spawn_blocking(move || {
        let line = editor.readline("transect> ");
        (editor, line)
    });
    let mut line = std::pin::pin!(line);
    loop {
        return tokio::select! {
            result = &mut line => result.map_err(|error| failed(&ReadlineError::Io(error.into()))),
            signal = signals::end() => match signal {
                // The editor hears Ctrl-C as a key. This is one of another process.
                Ok(Signal::Interrupt) => continue,
                #[cfg(unix)]
                Ok(signal @ (Signal::Terminate | Signal::HangUp)) => Err(End::Stopped(signal)),
                Err(error) => Err(failed(&ReadlineError::Io(error))),
            },
        };
    }
}

fn failed(error: &ReadlineError) -> End {
    End::Failed(Failure::new(format!("the terminal: {error}")))
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

/// A statement while its lines are written.
struct Statement {
    files: FilenameCompleter,
    functions: Vec<&'static str>,
}

impl Statement {
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

impl Validator for Statement {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_complete(context.input()) {
            ValidationResult::Valid(None)
        } else {
            ValidationResult::Incomplete
        })
    }
}

impl Completer for Statement {
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

impl Hinter for Statement {
    type Hint = String;
}

impl Highlighter for Statement {}

impl Helper for Statement {}

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
