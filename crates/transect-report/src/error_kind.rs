//! The kinds of errors, by which programs distinguish them.

use std::fmt::{Display, Formatter};
use std::io;

use transect_io::{ReadError, ReadErrorKind, WriteError};

/// The kind of an error. The text of an error is for people and may change; programs compare kinds, or their names.
///
/// ```
/// use transect_report::ErrorKind;
/// let error = transect_io::read(&["missing.stl".into()]).expect_err("no such file");
/// assert_eq!(ErrorKind::of_reading(&error), ErrorKind::MissingFile);
/// assert_eq!(ErrorKind::MissingFile.name(), "missing_file");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An argument is not valid, or contradicts another argument or the model.
    #[default]
    Argument,
    /// An input file does not exist.
    MissingFile,
    /// An input file cannot be read, or its content is not valid.
    InputFile,
    /// The model lacks what the request needs, such as triangles, closed objects or floors.
    Model,
    /// A number, the model or the answer is too large.
    TooLarge,
    /// A file to write exists already.
    OutputExists,
    /// A file cannot be written.
    Output,
    /// A mistake of this program.
    Internal,
}

impl ErrorKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Argument,
        Self::MissingFile,
        Self::InputFile,
        Self::Model,
        Self::TooLarge,
        Self::OutputExists,
        Self::Output,
        Self::Internal,
    ];

    /// Returns the name, such as `missing_file`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Argument => "argument",
            Self::MissingFile => "missing_file",
            Self::InputFile => "input_file",
            Self::Model => "model",
            Self::TooLarge => "too_large",
            Self::OutputExists => "output_exists",
            Self::Output => "output",
            Self::Internal => "internal",
        }
    }

    /// Returns `true` if the error is about a file.
    #[must_use]
    pub const fn is_about_a_file(self) -> bool {
        matches!(
            self,
            Self::MissingFile | Self::InputFile | Self::OutputExists | Self::Output
        )
    }

    /// Returns the kind of an error of reading a file.
    #[must_use]
    pub fn of_reading(error: &ReadError) -> Self {
        match &error.kind {
            ReadErrorKind::Io(reason) if reason.kind() == io::ErrorKind::NotFound => {
                Self::MissingFile
            }
            _ => Self::InputFile,
        }
    }

    /// Returns the kind of an error of writing a file.
    #[must_use]
    pub fn of_writing(error: &WriteError) -> Self {
        match error {
            WriteError::Exists { .. } => Self::OutputExists,
            WriteError::IsAnInput { .. }
            | WriteError::NotAFolder { .. }
            | WriteError::IsAFolder { .. }
            | WriteError::Name { .. } => Self::Argument,
            WriteError::DoesNotFit { .. } => Self::TooLarge,
            _ => Self::Output,
        }
    }
}

/// Writes the name.
impl Display for ErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use super::*;
    use crate::user_error::UserError;

    #[test]
    fn names_differ() {
        let names: BTreeSet<&str> = ErrorKind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), ErrorKind::ALL.len());
    }

    #[test]
    fn errors_of_files_have_kinds() {
        let path = PathBuf::from("part.stl");
        let read = |kind: ReadErrorKind| {
            let error = ReadError {
                path: path.clone(),
                place: None,
                kind,
            };
            UserError::from(error).kind
        };
        let failed = |kind: io::ErrorKind| io::Error::from(kind);
        assert_eq!(
            read(failed(io::ErrorKind::NotFound).into()),
            ErrorKind::MissingFile
        );
        assert_eq!(
            read(failed(io::ErrorKind::PermissionDenied).into()),
            ErrorKind::InputFile
        );
        assert_eq!(read(ReadErrorKind::Empty), ErrorKind::InputFile);
        let write = |error: WriteError| ErrorKind::of_writing(&error);
        assert_eq!(
            write(WriteError::Exists { path: path.clone() }),
            ErrorKind::OutputExists
        );
        assert_eq!(
            write(failed(io::ErrorKind::StorageFull).into()),
            ErrorKind::Output
        );
        assert_eq!(write(WriteError::NotAFolder { path }), ErrorKind::Argument);
    }
}
