//! The reason of a failed statement, in the text that executors send. They send their errors in the form of `{:?}`, such as
//! `… failed: DataFusionError(Shared(Execution("the reason")))`.

/// The reason for which a cluster has not run a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub(crate) message: String,
    /// `true` if the contents of a file may be the reason.
    pub(crate) is_about_data: bool,
}

impl From<String> for Reason {
    fn from(message: String) -> Self {
        Self {
            message,
            is_about_data: false,
        }
    }
}

/// Returns the reason in the text of a job that has failed.
pub(super) fn of(text: &str) -> Reason {
    let text = text.trim();
    if text == "Cancelled" {
        return Reason::from(
            "the statement was cancelled, or the scheduler was stopped".to_owned(),
        );
    }
    let mut message = innermost(text);
    if text.contains("ResourcesExhausted(") {
        message = format!(
            "the memory of an executor does not suffice: {message}\nhint: give executors more with --memory"
        );
    }
    let kinds = ["ArrowError(", "ParquetError(", "ObjectStore(", "IoError("];
    Reason {
        message,
        is_about_data: kinds.iter().any(|kind| text.contains(kind)),
    }
}

/// Returns the text in quotes of an error, or the whole text if it has no quotes.
fn innermost(text: &str) -> String {
    let quoted = text.split_once('"').and_then(|(_, rest)| unquoted(rest));
    quoted.unwrap_or_else(|| text.to_owned())
}

/// Returns the text before the next quotation mark, without escapes.
fn unquoted(quoted: &str) -> Option<String> {
    let mut text = String::new();
    let mut letters = quoted.chars();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' => text.push('\r'),
                'u' => {
                    let rest = letters.as_str().strip_prefix('{')?;
                    let (number, rest) = rest.split_once('}')?;
                    text.push(char::from_u32(u32::from_str_radix(number, 16).ok()?)?);
                    letters = rest.chars();
                }
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::FunctionError;

    #[test]
    fn functions_have_the_messages_of_one_process() {
        let error = FunctionError {
            function: "plane",
            argument: Some(0),
            row: Some(2),
            reason: "\"z\" is not a plane:\n\u{7f} \\ é".to_owned(),
        };
        let text = format!(
            "Job failed due to stage 1 failed: DataFusionError(Shared(External({error:?})))\n"
        );
        assert_eq!(of(&text), Reason::from(error.to_string()));
    }

    #[test]
    fn other_errors_have_their_reason() {
        let message = |text| of(text).message;
        assert_eq!(message("Failed: DataFusionError(Execution(\"a\"))"), "a");
        assert_eq!(
            message("all executors are lost\n"),
            "all executors are lost"
        );
        let without_end = "an end that is \"missing";
        assert_eq!(message(without_end), without_end);
        assert!(message("DataFusionError(ResourcesExhausted(\"too much\"))").contains("--memory"));
        assert!(of("DataFusionError(ParquetError(General(\"bad\")))").is_about_data);
    }
}
