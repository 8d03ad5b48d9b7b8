//! `--color`: when to use colours.

use std::ffi::OsString;

use clap::{ColorChoice, ValueEnum};

/// Returns the value of the last valid `--color`. It is read before the arguments are parsed, because errors in the
/// arguments are coloured, too.
pub(crate) fn color(arguments: &[OsString]) -> ColorChoice {
    let mut values = arguments
        .iter()
        .enumerate()
        .filter_map(|(index, argument)| {
            let argument = argument.to_str()?;
            let value = match argument.strip_prefix("--color") {
                Some("") => arguments.get(index + 1)?.to_str()?,
                Some(rest) => rest.strip_prefix('=')?,
                None => return None,
            };
            ValueEnum::from_str(value, false).ok()
        });
    values.next_back().unwrap_or_default()
}

/// Applies a `--color` choice to all later output on standard output and standard error.
pub(crate) fn apply(color: ColorChoice) {
    let choice = match color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}
