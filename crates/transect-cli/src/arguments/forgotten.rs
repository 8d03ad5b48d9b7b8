//! The error for a missing subcommand: `transect office.glb --plane z=1`.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::arguments::Arguments;
use transect_report::user_error::EXTENSIONS;

use crate::error::CommandError;

/// Returns an error with a hint if a model is given in place of a subcommand.
pub(crate) fn forgotten(error: &clap::Error, arguments: &[OsString]) -> Option<CommandError> {
    let kinds = [
        ErrorKind::InvalidSubcommand,
        ErrorKind::UnknownArgument,
        ErrorKind::MissingSubcommand,
    ];
    let mut given = arguments.get(1..)?.iter();
    let is_model = |argument: &OsString| {
        let path = Path::new(argument);
        let extension = path.extension().and_then(|extension| extension.to_str());
        let known = extension.is_some_and(|it| EXTENSIONS.contains(&it.to_lowercase().as_str()));
        known || path.is_file()
    };
    let command = Arguments::command();
    let mut names = command.get_subcommands().map(clap::Command::get_name);
    let first = given.clone().next();
    let named = first.is_some_and(|first| first == "help" || names.any(|name| first == name));
    let model = given.find(|argument| is_model(argument))?;
    if named || !kinds.contains(&error.kind()) {
        return None;
    }
    let text = |argument: &OsString| quoted(&argument.to_string_lossy());
    let asks_for_a_plane = arguments.iter().any(|argument| {
        let argument = argument.to_string_lossy();
        ["--plane", "--point", "--normal"]
            .iter()
            .any(|flag| argument.starts_with(flag))
    });
    let hint = if asks_for_a_plane {
        let all: Vec<String> = arguments[1..].iter().map(text).collect();
        format!("run transect cut {}", all.join(" "))
    } else {
        let model = text(model);
        format!(
            "transect info {model} shows its contents; transect cut {model} --plane z=0 cuts it"
        )
    };
    Some(CommandError::with_hint(
        "a model is given, but no subcommand",
        hint,
    ))
}

/// Returns an argument, quoted for a shell where necessary.
fn quoted(argument: &str) -> String {
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
