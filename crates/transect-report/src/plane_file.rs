//! A file of planes: equations as text, one per line.

use std::path::{Path, PathBuf};

use transect::{EquationError, Plane};

use crate::equation::{marked, meant};
use crate::user_error::UserError;

/// The character that begins a comment in a file of planes.
const COMMENT: char = '#';

/// A file of planes whose equations were checked: each is a valid plane in 3D. The file describes the region in front
/// of all its planes.
///
/// ```
/// use transect_report::plane_file::PlaneFile;
/// let file = PlaneFile::parse("planes.txt".as_ref(), "z = 1 # the floor\n3 = z\n")?;
/// assert_eq!(file.names(), ["line 1", "line 2"]);
/// assert_eq!(file.planes::<3>()?[1].normal(), [0.0, 0.0, -1.0]);
/// let error = PlaneFile::parse("planes.txt".as_ref(), "z = 1\nz = \n").err().expect("no number");
/// assert!(error.message.starts_with("planes.txt, line 2: "));
/// # Ok::<(), transect_report::UserError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlaneFile {
    /// The path of the file, for messages.
    pub path: PathBuf,
    /// The equations of the planes, each with its line number in the file.
    lines: Vec<(usize, String)>,
}

impl PlaneFile {
    /// Parses the text of a file of planes.
    ///
    /// # Errors
    /// Returns [`UserError`] with the line of the first equation that is not valid, and for a text without equations.
    pub fn parse(path: &Path, text: &str) -> Result<Self, UserError> {
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
            return Err(UserError::with_hint(
                format!("{}: no line holds a plane", path.display()),
                "write one equation per line, such as z=1.2; the front, where the left side is \
                 greater, is inside",
            ));
        }
        // The command `sort` uses the planes for tables of boxes in 2D or 3D, and which of them is not known yet. An
        // equation that is invalid as a plane in 3D is also invalid as a line in 2D.
        file.planes::<3>()?;
        Ok(file)
    }

    /// Returns the planes in 3D, or the lines in 2D.
    ///
    /// # Errors
    /// Returns [`UserError`] if an equation has a z, but `D` is 2.
    pub fn planes<const D: usize>(&self) -> Result<Vec<Plane<D>>, UserError> {
        let parsed = |(number, text): &(usize, String)| {
            text.parse::<Plane<D>>()
                .map_err(|error| self.failure(*number, text, &error))
        };
        self.lines.iter().map(parsed).collect()
    }

    /// Returns the line number and the equation of each plane.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().map(|(line, text)| (*line, &**text))
    }

    /// Returns the name of each plane: its line number in the file, such as `line 3`.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let lines = self.lines.iter();
        lines.map(|(number, _)| format!("line {number}")).collect()
    }

    /// Returns the text of each plane for messages: its equation as in the file, with its line number.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
        let lines = self.lines.iter();
        lines
            .map(|(number, text)| format!("{text} (line {number})"))
            .collect()
    }

    fn failure(&self, number: usize, text: &str, error: &EquationError) -> UserError {
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
        UserError::with_hint(message, hint)
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
