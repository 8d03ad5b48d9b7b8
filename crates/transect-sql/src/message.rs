//! The messages of the engine's errors, without its prefixes.

use datafusion::arrow::error::ArrowError;
use datafusion::error::DataFusionError;

/// Returns the message of an error, without the steps in which the engine met it.
pub(crate) fn message(error: &DataFusionError) -> String {
    match error {
        DataFusionError::Context(_, inner) | DataFusionError::Diagnostic(_, inner) => {
            message(inner)
        }
        DataFusionError::Shared(inner) => message(inner),
        DataFusionError::Collection(errors) => match errors.first() {
            Some(first) => message(first),
            None => error.strip_backtrace(),
        },
        DataFusionError::External(inner) => match inner.downcast_ref::<DataFusionError>() {
            Some(inner) => message(inner),
            None => inner.to_string(),
        },
        DataFusionError::ArrowError(inner, _) => match &**inner {
            ArrowError::ExternalError(inner) => match inner.downcast_ref::<DataFusionError>() {
                Some(inner) => message(inner),
                None => inner.to_string(),
            },
            other => other.to_string(),
        },
        DataFusionError::ParquetError(inner) => inner.to_string(),
        DataFusionError::SQL(inner, _) => inner.to_string(),
        DataFusionError::Plan(text)
        | DataFusionError::Execution(text)
        | DataFusionError::Configuration(text) => text.clone(),
        DataFusionError::ResourcesExhausted(text) => {
            format!("the memory does not suffice: {text}\nhint: allow more with --memory")
        }
        other => other.strip_backtrace(),
    }
}
