//! Arguments as text for a shell.

/// Returns an argument, quoted for a shell where necessary.
pub(crate) fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=./,+:%@".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_string()
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_where_shells_need_it() {
        assert_eq!(quoted("--plane=z=1.2"), "--plane=z=1.2");
        assert_eq!(quoted("2x + 3y = 1"), "'2x + 3y = 1'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
