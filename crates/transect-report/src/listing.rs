//! Lists of names in sentences.

use crate::numbers::grouped;

/// The largest number of names that a sentence lists. Further names are counted, as in "and 8 more".
pub const NAMED: usize = 3;

/// Returns the first few names of a list, and the count of the other names.
#[must_use]
pub fn names(names: &[impl AsRef<str>]) -> String {
    let first = names.iter().take(NAMED).map(AsRef::as_ref);
    let first = first.collect::<Vec<&str>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first} and {} more", grouped(more)),
    }
}
