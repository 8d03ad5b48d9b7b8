//! Reads the mutations from `xtask/mutations.toml`.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use serde::Deserialize;

/// A deliberate mistake, and the tests that should detect it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mutation {
    pub(crate) id: String,
    /// The source file that contains the mistake, relative to the root of the repository.
    pub(crate) file: String,
    /// A text that occurs exactly once in the source file.
    /// The code between « and » is replaced; without these marks, the whole text is replaced.
    find: String,
    /// The mistaken code that replaces the correct code.
    pub(crate) replace: String,
    /// A sentence that says what the mistaken code does wrong.
    pub(crate) why: String,
    /// The test programs to run, in this order. After the name of a program, the entry may list the tests to run in it.
    pub(crate) tests: Vec<String>,
    /// A proof that the mutation changes no result, so that no test can detect it; `None` if a test should detect the
    /// mutation.
    pub(crate) equivalent: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    mutation: Vec<Mutation>,
}

/// Reads all mutations from a file in the format of `xtask/mutations.toml`.
pub(crate) fn all_of(path: &Path) -> io::Result<Vec<Mutation>> {
    let text = std::fs::read_to_string(path)?;
    let list: List = toml::from_str(&text).map_err(io::Error::other)?;
    let mut known = HashSet::new();
    for mutation in &list.mutation {
        if !known.insert(&mutation.id) {
            return Err(mutation.error("duplicate id"));
        }
        if mutation.tests.is_empty() || mutation.why.is_empty() {
            return Err(mutation.error("`tests` and `why` must not be empty"));
        }
    }
    Ok(list.mutation)
}

impl Mutation {
    /// Returns the range of bytes, in the text of the file, that the mutation replaces.
    pub(crate) fn place_in(&self, source: &str) -> io::Result<std::ops::Range<usize>> {
        let find = self.find.trim_matches('\n');
        let (before, marked, after) = match find.split_once('«') {
            None => ("", find, ""),
            Some((before, rest)) => {
                let parts = rest.split_once('»');
                let (marked, after) = parts.ok_or_else(|| self.error("« without »"))?;
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
            (None, _) => Err(self.error("the text of `find` does not occur")),
            (Some(_), Some(_)) => Err(self.error("the text of `find` occurs more than once")),
        }
    }

    pub(crate) fn error(&self, what: &str) -> io::Error {
        io::Error::other(format!("mutation {} of {}: {what}", self.id, self.file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutations::home::Home;

    /// The mutations are rarely run. This test finds those whose code or whose tests no longer exist.
    #[test]
    fn mutations_name_code_and_tests_that_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for mutation in all_of(&root.join("xtask/mutations.toml")).expect("the list is valid") {
            let source = std::fs::read_to_string(root.join(&mutation.file));
            let source = source.unwrap_or_else(|error| panic!("{}: {error}", mutation.file));
            if let Err(error) = mutation.place_in(&source) {
                panic!("{error}");
            }
            for run in &mutation.tests {
                let name = run.split(' ').next().expect("a name");
                let home = Home::of(&root, name);
                assert!(
                    home.is_some(),
                    "{}: no tests are called {name}",
                    mutation.id
                );
            }
        }
    }
}
