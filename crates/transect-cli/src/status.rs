//! The exit status of the command.

use std::process::ExitCode;

/// The exit status: 0 is success, 1 a failed check, 2 an error, and 101 an internal error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(u8);

impl Status {
    pub(crate) const SUCCESS: Self = Self(0);
    /// A check failed.
    pub(crate) const FAILED: Self = Self(1);
    /// An error ended the command early.
    pub(crate) const ERROR: Self = Self(2);
    /// A defect of transect ended the command.
    pub(crate) const DEFECT: Self = Self(101);

    /// Returns the number that the shell sees.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.0)
    }
}
