//! The text of `--why GLOB`: the paragraphs of the first few rows that it selects.

use crate::error::CommandError;
use crate::why::OBJECTS;
use transect_report::numbers::counted;
use transect_report::selection::ObjectSelection;

/// The text of `--why` for a table: a paragraph for each of the first few rows that `--why` selects, and the number of
/// all rows that it selects.
#[derive(Default)]
pub(crate) struct Reasons {
    text: String,
    rows: usize,
    /// The first row name that no pattern of `--why` matches. If no name of the table matches, the error message shows
    /// it.
    passed: Option<String>,
}

impl Reasons {
    /// Counts the row and adds its paragraph, if a pattern of `--why` matches its name.
    pub(crate) fn add(
        &mut self,
        request: &ObjectSelection,
        name: Option<&str>,
        paragraph: impl FnOnce(&str) -> String,
    ) {
        let Some(name) = name.filter(|_| !request.is_all()) else {
            return;
        };
        if !request.matches(name) {
            self.passed.get_or_insert_with(|| name.to_string());
            return;
        }
        self.rows += 1;
        if self.rows <= OBJECTS {
            // A name in a table may contain line breaks, but must be on one line in the paragraph.
            self.text += &paragraph(&name.replace(char::is_control, " "));
        }
    }

    /// Returns all paragraphs. If the table has rows but `--why` selects none of them, returns an error.
    pub(crate) fn text(
        self,
        request: &ObjectSelection,
        noun: &str,
    ) -> Result<String, CommandError> {
        if let (0, Some(passed)) = (self.rows, &self.passed) {
            let names = std::iter::once(passed.as_str());
            return Err(request.matches_nothing("row", names).into());
        }
        Ok(match self.rows.saturating_sub(OBJECTS) {
            0 => self.text,
            more => format!(
                "{}\n… and {}\n",
                self.text,
                counted(more, noun).replacen(' ', " more ", 1)
            ),
        })
    }
}
