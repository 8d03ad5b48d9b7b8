//! The outputs of a subcommand by their names, as `--write` lists them.

use crate::nearest::nearest;
use crate::user_error::UserError;

/// A kind of output that has a name, such as the name of its file.
pub trait NamedOutput: Copy + PartialEq + 'static {
    /// The subcommand that writes the outputs, such as `transect slice`.
    const COMMAND: &'static str;

    /// All outputs, in the order in which reports list them.
    fn all() -> &'static [Self];

    /// The names of groups of outputs, with the outputs of each group.
    fn groups() -> &'static [(&'static str, &'static [Self])];

    /// Returns the name of the output.
    fn output_name(self) -> &'static str;

    /// Returns the outputs of a group, or the single output with this name.
    ///
    /// # Errors
    /// Returns [`UserError`] if the name is empty or unknown. Its hint lists the names.
    fn named(name: &str) -> Result<&'static [Self], UserError> {
        let name = name.trim();
        if let Some((_, outputs)) = Self::groups().iter().find(|group| group.0 == name) {
            return Ok(outputs);
        }
        let all = Self::all();
        let found = all.iter().position(|output| output.output_name() == name);
        match found {
            Some(place) => Ok(&all[place..=place]),
            None => Err(Self::unknown(name)),
        }
    }

    /// Returns the error for a name that is empty or unknown.
    fn unknown(name: &str) -> UserError {
        let names: Vec<&str> = Self::all().iter().map(|o| o.output_name()).collect();
        let groups: Vec<&str> = Self::groups().iter().map(|(name, _)| *name).collect();
        let listed = format!(
            "outputs: {}; groups: {}",
            names.join(", "),
            groups.join(", ")
        );
        if name.is_empty() {
            return UserError::with_hint("--write: the list has an empty name", listed);
        }
        let meant = nearest(name, names.into_iter().chain(groups));
        let meant = meant.map_or(String::new(), |meant| format!("is {meant} meant? "));
        UserError::with_hint(
            format!("--write: {name:?} is not an output of {}", Self::COMMAND),
            format!("{meant}{listed}"),
        )
    }
}
