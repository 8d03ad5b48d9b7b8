//! `--color`: when to use colours.

use std::ffi::OsString;

use clap::ValueEnum;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// What was typed, as far as it can be told before the arguments are understood.
    pub(crate) fn typed(arguments: &[OsString]) -> Self {
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
                Self::from_str(value, false).ok()
            });
        values.next_back().unwrap_or(Self::Auto)
    }

    /// From now on all streams keep to it.
    pub(crate) fn apply(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

impl From<Color> for clap::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}
