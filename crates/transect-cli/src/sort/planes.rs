//! `--region FILE`: planes as text, one per line.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use transect::{EquationError, Plane};

use crate::error::CommandError;
use crate::input::unreadable;
use transect_report::equation::{marked, meant};

/// The largest size of the text file of `--region` or `--frustum`, in bytes.
const MOST_BYTES: u64 = 4 << 20;
/// The character that begins a comment in a file of `--region`.
const COMMENT: char = '#';

/// A file of planes (`--region`). Each equation is a valid plane in 3D.
pub(crate) struct PlaneFile {
    pub(crate) path: PathBuf,
    /// The equations of the planes, each with its line number in the file.
    lines: Vec<(usize, String)>,
}

/// Reads the text file of `--region` or `--frustum`. A file of more than 4 MiB is an error.
pub(crate) fn text(path: &Path) -> Result<String, CommandError> {
    let io = |error| unreadable(path, error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(io)?;
    file.take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(io)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(CommandError::with_hint(
            format!("{}: the file is longer than 4 MiB", path.display()),
            "--region and --frustum take a file that describes one region; is this the table?",
        ));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    String::from_utf8(bytes.to_vec()).map_err(|error| {
        let before = &bytes[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        CommandError::with_hint(
            format!("{}, line {line}: the text is not UTF-8", path.display()),
            "save the file as UTF-8",
        )
    })
}

impl PlaneFile {
    pub(crate) fn read(path: &Path) -> Result<Self, CommandError> {
        let text = text(path)?;
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let equation = line.split(COMMENT).next().unwrap_or_default().trim();
            if !equation.is_empty() {
                lines.push((index + 1, equation.to_string()));
            }
        }
        let file = Self {
            path: path.to_path_buf(),
            lines,
        };
        if file.lines.is_empty() {
            return Err(CommandError::with_hint(
                format!("{}: no line holds a plane", path.display()),
                "write one equation per line, such as z=1.2; the front, where the left side is \
                 greater, is inside",
            ));
        }
        // Whether the table is 2D or 3D is not known yet. An equation that is invalid as a plane in 3D is also invalid
        // as a line in 2D.
        file.planes::<3>()?;
        Ok(file)
    }

    pub(crate) fn planes<const D: usize>(&self) -> Result<Vec<Plane<D>>, CommandError> {
        let parsed = |(number, text): &(usize, String)| {
            text.parse::<Plane<D>>()
                .map_err(|error| self.failure(*number, text, &error))
        };
        self.lines.iter().map(parsed).collect()
    }

    /// Returns the name of each plane: its line number in the file, such as `line 3`.
    pub(crate) fn names(&self) -> Vec<String> {
        let lines = self.lines.iter();
        lines.map(|(number, _)| format!("line {number}")).collect()
    }

    /// Returns the text of each plane for messages: its equation as in the file, with its line number.
    pub(crate) fn said(&self) -> Vec<String> {
        let lines = self.lines.iter();
        lines
            .map(|(number, text)| format!("{text} (line {number})"))
            .collect()
    }

    fn failure(&self, number: usize, text: &str, error: &EquationError) -> CommandError {
        let place = format!("{}, line {number}", self.path.display());
        let message = marked(&place, text, error);
        let hint = if text.parse::<Plane>().is_ok() {
            "the table has no z columns, so it is two-dimensional".to_string()
        } else if let Some(plane) = greater_side_first(text) {
            format!("is {plane} meant? the front, where the left side is greater, is inside")
        } else if let Some(plane) = meant(text) {
            format!("is {plane} meant?")
        } else {
            format!(
                "each line is one equation, such as z=1.2 or 2x+3y=17; {COMMENT} begins a comment"
            )
        };
        CommandError::with_hint(message, hint)
    }
}

/// Returns an equation for an inequality such as x ≤ 1, so that the front of its plane is the set where the inequality
/// holds. Returns `None` for other texts.
fn greater_side_first(text: &str) -> Option<String> {
    let signs = [(">=", true), ("<=", false), (">", true), ("<", false)];
    let signs = [("≥", true), ("≤", false)].into_iter().chain(signs);
    let mut found = signs.filter_map(|(sign, is_greater)| {
        let (left, right) = text.split_once(sign)?;
        let [left, right] = [left.trim(), right.trim()];
        let equation = if is_greater {
            format!("{left}={right}")
        } else {
            format!("{right}={left}")
        };
        equation.parse::<Plane>().is_ok().then_some(equation)
    });
    found.next()
}

#[cfg(test)]
mod tests {
    use super::greater_side_first;

    #[test]
    fn inequalities_keep_their_direction() {
        for (text, expected) in [
            ("z >= 1.2", Some("z=1.2")),
            ("z<1.2", Some("1.2=z")),
            ("x + y ≤ 3", Some("3=x + y")),
            ("z => 1", None),
            ("0 <= z <= 1", None),
        ] {
            assert_eq!(greater_side_first(text).as_deref(), expected, "{text}");
        }
    }
}
