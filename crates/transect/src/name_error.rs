//! The error for a text that is not the name of an answer.

/// The error for a text that is not the name of a [`Side`](crate::Side) or of an [`Overlap`](crate::Overlap).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameError {
    /// The names of all answers.
    pub names: [&'static str; 3],
}

impl core::fmt::Display for NameError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let [first, second, third] = self.names;
        write!(f, "the name is not {first}, {second} or {third}")
    }
}

impl core::error::Error for NameError {}

/// Returns the answer with this name.
pub(crate) fn named<T: Copy>(
    all: [T; 3],
    name: fn(T) -> &'static str,
    text: &str,
) -> Result<T, NameError> {
    let found = all.into_iter().find(|&answer| name(answer) == text);
    found.ok_or(NameError {
        names: all.map(name),
    })
}
