//! The mutations, read from `xtask/mutations.toml`.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use serde::Deserialize;

/// A mistake, and the tests that are to see it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mutation {
    pub(crate) id: String,
    /// The file, from the root of the repository.
    pub(crate) file: String,
    /// Text of the file that occurs exactly once. «…» holds the code that is replaced; without these marks, all of it is.
    find: String,
    /// The code that stands there instead.
    pub(crate) replace: String,
    /// The mistake in words.
    pub(crate) why: String,
    /// The test binaries to run, in this order, each with the names of tests that it is narrowed to, if any.
    pub(crate) tests: Vec<String>,
    /// The proof that no answer changes.
    pub(crate) equivalent: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    mutation: Vec<Mutation>,
}

/// All mutations of a file.
pub(crate) fn all_of(path: &Path) -> io::Result<Vec<Mutation>> {
    let text = std::fs::read_to_string(path)?;
    let list: List = toml::from_str(&text).map_err(io::Error::other)?;
    let mut known = HashSet::new();
    for mutation in &list.mutation {
        if !known.insert(&mutation.id) {
            return Err(mutation.error("its id is taken"));
        }
        if mutation.tests.is_empty() || mutation.why.is_empty() {
            return Err(mutation.error("it needs `tests` and a `why`"));
        }
    }
    Ok(list.mutation)
}

impl Mutation {
    /// The bytes of the replaced code in the text of its file.
    pub(crate) fn place_in(&self, source: &str) -> io::Result<std::ops::Range<usize>> {
        let find = self.find.trim_matches('\n');
        let (before, marked, after) = match find.split_once('«') {
            None => ("", find, ""),
            Some((before, rest)) => {
                let parts = rest.split_once('»');
                let (marked, after) = parts.ok_or_else(|| self.error("« stands without »"))?;
                (before, marked, after)
            }
        };
        let whole = [before, marked, after].concat();
        let mut places = source.match_indices(&whole);
        match (places.next(), places.next()) {
            (Some((start, _)), None) => {
                let start = start + before.len();
                Ok(start..start + marked.len())
            }
            (None, _) => Err(self.error("its text no longer occurs")),
            (Some(_), Some(_)) => Err(self.error("its text occurs more than once")),
        }
    }

    pub(crate) fn error(&self, what: &str) -> io::Error {
        io::Error::other(format!("mutation {} of {}: {what}", self.id, self.file))
    }
}
