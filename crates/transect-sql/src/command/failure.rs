//! The error that ends the command.

use datafusion::error::DataFusionError;

use crate::message::message;

/// The message of an error for people.
#[derive(Debug)]
pub(super) struct Failure {
    message: String,
    /// `true` if the contents of a file may be the reason. Then the file is searched for.
    pub(super) is_about_data: bool,
    /// `true` if a value of a row may be the reason. Then the row is searched for.
    pub(super) is_about_values: bool,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl Failure {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            is_about_data: false,
            is_about_values: false,
        }
    }
}

#[cfg(feature = "cluster")]
impl From<crate::cluster::Reason> for Failure {
    fn from(reason: crate::cluster::Reason) -> Self {
        Self {
            message: reason.message,
            is_about_data: reason.is_about_data,
            is_about_values: true,
        }
    }
}

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Self {
        let root = error.find_root();
        Self {
            message: message(&error),
            is_about_values: matches!(
                root,
                DataFusionError::ArrowError(..)
                    | DataFusionError::External(_)
                    | DataFusionError::Execution(_)
            ),
            is_about_data: matches!(
                root,
                DataFusionError::ArrowError(..)
                    | DataFusionError::ParquetError(_)
                    | DataFusionError::ObjectStore(_)
                    | DataFusionError::IoError(_)
            ),
        }
    }
}
