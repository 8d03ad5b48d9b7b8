//! Resolves `--font`, the fonts for characters that the built-in font lacks.

use std::fs;
use std::path::PathBuf;

use transect_draw::Fonts;

use crate::error::CommandError;

/// The largest size of a font file, in bytes. A larger file is not a font.
const LARGEST: u64 = 200_000_000;

/// Reads the files of `--font`.
pub(super) fn fonts(paths: &[PathBuf]) -> Result<Fonts, CommandError> {
    let mut fonts = Fonts::default();
    for path in paths {
        let failed = |why: &dyn std::fmt::Display| {
            CommandError::with_hint(
                format!("--font {}: {why}", path.display()),
                "--font takes a TrueType or OpenType file (.ttf, .otf, .ttc, .otc); nothing was written",
            )
        };
        let size = fs::metadata(path).map_err(|error| failed(&error))?.len();
        if size > LARGEST {
            let why = format!("{size} bytes; a font file has at most {LARGEST}");
            return Err(failed(&why));
        }
        let file = fs::read(path).map_err(|error| failed(&error))?;
        fonts.add(file).map_err(|error| failed(&error))?;
    }
    Ok(fonts)
}
