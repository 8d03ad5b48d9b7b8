//! Descriptions of the content that is lost in reading or writing glTF, with counts.

use std::collections::BTreeMap;
use std::mem;
use std::path::Path;

use crate::document::Note;
use crate::input::counted;

/// The content that is lost when a glTF file is read into a scene, or when a scene is written as GLB: counts of items,
/// and other descriptions.
#[derive(Debug, Default)]
pub(super) struct Tally {
    counts: BTreeMap<(String, String), u64>,
    sentences: Vec<String>,
    /// Descriptions of content that was read in another form.
    read: Vec<String>,
    /// The numbers of morph targets, skins and instances that were applied.
    pub(super) morphs: usize,
    pub(super) skins: usize,
    pub(super) instances: usize,
}

impl Tally {
    /// Counts one lost item. `noun` and `after` describe it: "primitive" and " of points" become "3 primitives of
    /// points" in the note.
    pub(super) fn count(&mut self, noun: &str, after: &str) {
        self.add(noun, after, 1);
    }

    /// Counts `count` lost items of the same kind.
    pub(super) fn add(&mut self, noun: &str, after: &str, count: usize) {
        if count > 0 {
            *self
                .counts
                .entry((noun.to_owned(), after.to_owned()))
                .or_default() += count as u64;
        }
    }

    /// Adds a description without a count.
    pub(super) fn say(&mut self, sentence: String) {
        self.sentences.push(sentence);
    }

    /// Adds a description of content that was read in another form.
    pub(super) fn report(&mut self, sentence: String) {
        self.read.push(sentence);
    }

    /// Returns all descriptions: first those with counts, then the others.
    pub(super) fn into_list(self) -> Vec<String> {
        let counted = |((noun, after), count): ((String, String), u64)| match count {
            1 => format!("1 {noun}{after}"),
            _ => format!("{count} {}{after}", plural(&noun)),
        };
        self.counts
            .into_iter()
            .map(counted)
            .chain(self.sentences)
            .collect()
    }

    /// Returns all descriptions as notes about the file at `path`.
    pub(super) fn into_notes(mut self, path: &Path) -> Vec<Note> {
        let note = |what| Note {
            path: path.to_owned(),
            what,
            is_left_out: true,
        };
        let applied = [
            (self.morphs, "morph target", "with default weights"),
            (self.skins, "skin", "in the rest pose"),
            (self.instances, "instance", "as separate objects"),
        ];
        let applied = applied.into_iter().filter(|(count, ..)| *count > 0);
        let applied =
            applied.map(|(count, noun, how)| format!("{} read {how}", counted(count, noun)));
        let read = applied.chain(mem::take(&mut self.read));
        let read: Vec<Note> = read
            .map(|what| Note {
                is_left_out: false,
                ..note(what)
            })
            .collect();
        let left_out = self.into_list().into_iter().map(note);
        read.into_iter().chain(left_out).collect()
    }
}

fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if noun.ends_with("sh") => format!("{noun}es"),
        None => format!("{noun}s"),
    }
}
