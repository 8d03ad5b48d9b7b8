//! Counts of what is left behind.

use std::collections::BTreeMap;
use std::path::Path;

use crate::document::Note;

/// How often each thing was found that the scene cannot hold.
#[derive(Debug, Default)]
pub(super) struct Tally {
    counts: BTreeMap<(String, String), u64>,
    sentences: Vec<String>,
}

impl Tally {
    /// Counts one thing more; `after` follows the noun: "3 primitives" + " of points".
    pub(super) fn count(&mut self, noun: &str, after: &str) {
        self.add(noun, after, 1);
    }

    /// Counts several things more.
    pub(super) fn add(&mut self, noun: &str, after: &str, count: usize) {
        if count > 0 {
            *self
                .counts
                .entry((noun.to_owned(), after.to_owned()))
                .or_default() += count as u64;
        }
    }

    /// Says something that is not counted.
    pub(super) fn say(&mut self, sentence: String) {
        self.sentences.push(sentence);
    }

    /// The notes, counted ones first.
    pub(super) fn into_notes(self, path: &Path) -> Vec<Note> {
        self.counts
            .into_iter()
            .map(|((noun, after), count)| {
                let plural = if count == 1 { "" } else { "s" };
                format!("{count} {noun}{plural}{after}")
            })
            .chain(self.sentences)
            .map(|what| Note {
                path: path.to_owned(),
                what,
            })
            .collect()
    }
}
