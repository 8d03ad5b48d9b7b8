//! Themes: the colours, hatches and line weights of a drawing, as data (docs/themes.md). The built-in themes are files
//! of the same format.

mod entries;
mod error;
mod look;
mod parse;

use std::str::FromStr;
use std::sync::OnceLock;

pub use crate::theme::error::{ThemeError, ThemeErrorKind};
pub use crate::theme::look::Theme;
pub(crate) use crate::theme::look::{ContourColors, PageColors};

impl FromStr for Theme {
    type Err = ThemeError;

    fn from_str(text: &str) -> Result<Self, ThemeError> {
        parse::theme(text)
    }
}

impl Theme {
    /// The names of the built-in themes.
    pub const NAMES: [&'static str; 2] = ["light", "dark"];

    /// Returns the theme with dark lines on white paper.
    #[must_use]
    pub fn light() -> Self {
        static LIGHT: OnceLock<Theme> = OnceLock::new();
        built_in(&LIGHT, include_str!("../themes/light.toml"))
    }

    /// Returns the theme with light lines on a dark page.
    #[must_use]
    pub fn dark() -> Self {
        static DARK: OnceLock<Theme> = OnceLock::new();
        built_in(&DARK, include_str!("../themes/dark.toml"))
    }

    /// Returns the built-in theme of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "light" => Some(Self::light()),
            "dark" => Some(Self::dark()),
            _ => None,
        }
    }
}

fn built_in(cell: &OnceLock<Theme>, text: &str) -> Theme {
    let theme = cell.get_or_init(|| parse::whole(text).expect("built-in themes are valid"));
    theme.clone()
}
