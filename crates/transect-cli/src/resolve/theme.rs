//! Resolves `--theme`, the theme of the drawings.

use std::fs;
use std::io::ErrorKind;

use transect_draw::Theme;

use crate::error::CommandError;

/// The largest size of a theme file, in bytes. A larger file is not a theme.
const LARGEST: usize = 1_000_000;

/// Returns the theme of `--theme`: a built-in theme of that name, or else the theme in the file at that path. Without
/// the flag, returns the light theme.
pub(super) fn theme(argument: Option<&str>) -> Result<Theme, CommandError> {
    let Some(name) = argument else {
        return Ok(Theme::light());
    };
    if let Some(theme) = Theme::named(name) {
        return Ok(theme);
    }
    let names = Theme::NAMES.join(", ");
    let hint = format!("--theme takes {names}, or the path of a theme file (docs/themes.md)");
    let bytes = fs::read(name).map_err(|error| match error.kind() {
        ErrorKind::NotFound => CommandError::with_hint(
            format!("--theme {name}: no such theme, and no such file"),
            &hint,
        ),
        _ => CommandError::with_hint(format!("{name}: {error}"), &hint),
    })?;
    if bytes.len() > LARGEST {
        let error = format!(
            "{name}: {} bytes; a theme file has at most {LARGEST}",
            bytes.len()
        );
        return Err(CommandError::with_hint(error, &hint));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        CommandError::with_hint(format!("{name}, byte {at}: not UTF-8 text"), &hint)
    })?;
    text.parse().map_err(|error| {
        let hint = "docs/themes.md lists the keys and their values; nothing was written";
        CommandError::with_hint(format!("{name}, {error}"), hint)
    })
}
