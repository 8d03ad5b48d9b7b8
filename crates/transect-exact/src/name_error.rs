//! The error for a text that is not the name of a value, such as a side.

/// The error for a text that is not the name of a value, such as a [`Side`](crate::Side). It lists the names.
///
/// ```
/// use transect_exact::Side;
/// let error = "cut".parse::<Side>().unwrap_err();
/// assert_eq!(error.names, &["back", "on", "front"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameError {
    /// The names of all values of the type.
    pub names: &'static [&'static str],
}

impl core::fmt::Display for NameError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Some((last, names)) = self.names.split_last() else {
            return f.write_str("there is no such name");
        };
        f.write_str("the name is not ")?;
        for (place, name) in names.iter().enumerate() {
            write!(f, "{}{name}", if place > 0 { ", " } else { "" })?;
        }
        write!(f, " or {last}")
    }
}

impl core::error::Error for NameError {}

impl NameError {
    /// Returns the value with this name. The names are in the order of the values.
    ///
    /// # Errors
    /// Returns an error with all names if no value has the name.
    pub fn find<T: Copy, const N: usize>(
        values: [T; N],
        names: &'static [&'static str; N],
        text: &str,
    ) -> Result<T, Self> {
        let place = names.iter().position(|name| *name == text);
        place.map(|place| values[place]).ok_or(Self { names })
    }

    /// Returns the value with this name, like [`NameError::find`]. Hyphens in the text stand for underscores.
    ///
    /// # Errors
    /// Returns an error with all names if no value has the name.
    pub fn find_with_hyphens<T: Copy, const N: usize>(
        values: [T; N],
        names: &'static [&'static str; N],
        text: &str,
    ) -> Result<T, Self> {
        let is_same = |name: &&str| {
            let text = text
                .bytes()
                .map(|byte| if byte == b'-' { b'_' } else { byte });
            name.bytes().eq(text)
        };
        let place = names.iter().position(is_same);
        place.map(|place| values[place]).ok_or(Self { names })
    }
}
