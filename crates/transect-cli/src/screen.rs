//! The colours and the width of an output stream.

use std::io::IsTerminal;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use textwrap::{Options, WordSeparator, WordSplitter};

// The text styles of outputs. Only the words that state a result are coloured.

pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const NOTE: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const HINT: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const FRONT: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const ON: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const BACK: Style = AnsiColor::Magenta.on_default().bold();

/// The least width, in columns, to which text is wrapped. On narrower terminals the lines are longer than the screen.
const NARROWEST: usize = 12;

/// The properties of an output stream.
pub(crate) struct Screen {
    color: bool,
    /// The width in columns. If the stream is not a terminal, it is `None`, and lines are not wrapped.
    width: Option<usize>,
}

impl Screen {
    pub(crate) fn stdout() -> Self {
        Self::of(&std::io::stdout())
    }

    pub(crate) fn stderr() -> Self {
        Self::of(&std::io::stderr())
    }

    fn of(stream: &(impl RawStream + IsTerminal)) -> Self {
        let size = IsTerminal::is_terminal(stream)
            .then(terminal_size::terminal_size)
            .flatten();
        Self {
            color: AutoStream::choice(stream) != ColorChoice::Never,
            width: size.map(|(width, _)| usize::from(width.0)),
        }
    }

    /// Returns the text in a style, if the screen has colours.
    pub(crate) fn paint(&self, style: Style, text: &str) -> String {
        if self.color {
            format!("{style}{text}{style:#}")
        } else {
            text.to_string()
        }
    }

    /// Returns the lines of a text, wrapped to the width of the screen less `taken` columns.
    pub(crate) fn lines(&self, text: &str, taken: usize) -> Vec<String> {
        let Some(width) = self.width else {
            return text.split('\n').map(String::from).collect();
        };
        let options = Options::new(width.saturating_sub(taken).max(NARROWEST))
            .word_separator(WordSeparator::AsciiSpace)
            // Text is not broken at hyphens, because a number such as 2.4e-5 must stay on one line.
            .word_splitter(WordSplitter::NoHyphenation);
        let lines = textwrap::wrap(text, options).into_iter();
        lines.map(|line| line.into_owned()).collect()
    }

    /// Returns a wrapped text in which all lines but the first are indented by `indent` spaces.
    pub(crate) fn hanging(&self, text: &str, indent: usize) -> String {
        self.lines(text, indent).join(&format!("\n{:indent$}", ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NARROW: Screen = Screen {
        color: true,
        width: Some(24),
    };
    const PIPE: Screen = Screen {
        color: false,
        width: None,
    };

    #[test]
    fn pipes_get_the_text_as_it_is() {
        let text = "one  two\nthree ".repeat(20);
        assert_eq!(PIPE.hanging(&text, 0), text);
        assert_eq!(PIPE.paint(BAD, &text), text);
    }

    #[test]
    fn terminals_get_lines_that_fit() {
        let text = format!(
            "{} 2.4e-5, IfcRailing/27dLDsxMX8Sv5rKurGZyKu",
            NARROW.paint(BAD, "FAULT")
        );
        let lines = NARROW.lines(&text, 4);
        assert_eq!(
            lines,
            [
                "\u{1b}[1m\u{1b}[31mFAULT\u{1b}[0m 2.4e-5,",
                "IfcRailing/27dLDsxMX",
                "8Sv5rKurGZyKu"
            ]
        );
        assert_eq!(
            NARROW.hanging("a b", 22),
            "a b",
            "never narrower than a word"
        );
    }
}
