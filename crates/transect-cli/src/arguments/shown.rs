//! `--view` of `transect cut`: a direction for preview.png, or the viewer.

use std::ffi::{OsStr, OsString};
use std::str::FromStr;

use transect_draw::{View, ViewError};

/// The value of `--view` that opens the viewer. A `--view` without a value means the same.
pub(crate) const VIEWER: &str = "viewer";

/// The value of `transect cut --view`: what the command shows after the cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shown {
    /// Open the viewer after the cut.
    Viewer,
    /// The view direction of preview.png.
    Picture(View),
}

impl Default for Shown {
    fn default() -> Self {
        Self::Picture(View::default())
    }
}

impl FromStr for Shown {
    type Err = ViewError;

    fn from_str(text: &str) -> Result<Self, ViewError> {
        match text {
            VIEWER => Ok(Self::Viewer),
            _ => text.parse().map(Self::Picture),
        }
    }
}

impl Shown {
    /// Returns the view direction of preview.png.
    pub(crate) fn picture(self) -> View {
        match self {
            Self::Viewer => View::default(),
            Self::Picture(view) => view,
        }
    }
}

/// Returns the command line as typed, but with `--view=viewer` in place of a `--view` that another flag follows.
///
/// Otherwise clap would read the flag after `--view` as its value, because values may begin with a hyphen, such as
/// -30,20.
pub(crate) fn spelled_out(typed: Vec<OsString>) -> Vec<OsString> {
    let is_flag = |next: &OsStr| {
        let text = next.to_string_lossy();
        text.starts_with('-') && text.parse::<View>().is_err()
    };
    let alone = |place: usize| typed.get(place + 1).is_some_and(|next| is_flag(next));
    let spelled = |(place, word): (usize, &OsString)| match word.to_str() {
        Some("--view") if alone(place) => format!("--view={VIEWER}").into(),
        _ => word.clone(),
    };
    typed.iter().enumerate().map(spelled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_without_a_value_is_spelled_out() {
        let spelled = |typed: &[&str]| {
            let typed = typed.iter().map(OsString::from).collect();
            let spelled = spelled_out(typed);
            spelled
                .iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(spelled(&["--view", "--json"]), ["--view=viewer", "--json"]);
        assert_eq!(
            spelled(&["--view", "-o", "out"]),
            ["--view=viewer", "-o", "out"]
        );
        for kept in [["--view", "-30,20"], ["--view", "iso"], ["a.stl", "--view"]] {
            assert_eq!(spelled(&kept), kept);
        }
    }
}
