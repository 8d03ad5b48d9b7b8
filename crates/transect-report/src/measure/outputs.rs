//! The files that `transect measure` can write, and the selection of the files to write.

use crate::named_output::NamedOutput;
use crate::user_error::UserError;

/// A file that `transect measure` can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeasureOutput {
    /// The table of objects, `objects.csv`.
    Objects,
    /// The table of areas and volumes at the given heights, `heights.csv`.
    Heights,
    /// The chart of area and volume against height, `curve.svg`.
    Curve,
    /// The report as JSON, `measure.json`.
    Report,
}

/// The optional parts of a request without which some files cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Available {
    /// `true` if the request has a direction.
    pub direction: bool,
    /// `true` if the request has a rule for heights.
    pub heights: bool,
}

impl MeasureOutput {
    /// All outputs, in the order in which reports list them.
    pub const ALL: [Self; 4] = [Self::Objects, Self::Heights, Self::Curve, Self::Report];

    /// The names of groups of outputs, with the outputs of each group.
    pub const GROUPS: [(&str, &[Self]); 3] = [
        ("drawings", &[Self::Curve]),
        ("data", &[Self::Objects, Self::Heights, Self::Report]),
        ("all", &Self::ALL),
    ];

    /// Returns the name of the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Objects => "objects.csv",
            Self::Heights => "heights.csv",
            Self::Curve => "curve.svg",
            Self::Report => "measure.json",
        }
    }

    /// Returns the flags that the output needs and the request does not have.
    const fn missing(self, available: Available) -> Option<&'static str> {
        match self {
            Self::Heights if !available.heights => Some("--axis z --step 1"),
            Self::Curve if !available.direction => Some("--axis z"),
            _ => None,
        }
    }
}

/// The selection of the files that `transect measure` writes.
///
/// ```
/// use transect_report::measure::outputs::{Available, MeasureOutput, MeasureSelection};
/// // Without a direction, there is no chart and no table of heights.
/// let available = Available { direction: false, heights: false };
/// let all = MeasureSelection::of(["all"], available)?;
/// assert_eq!(all.names(), ["objects.csv", "measure.json"]);
/// assert!(MeasureSelection::of(["curve.svg"], available).is_err());
/// # Ok::<(), transect_report::UserError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasureSelection(Vec<MeasureOutput>);

impl MeasureSelection {
    /// Returns all outputs that can be written for a request with these optional parts.
    #[must_use]
    pub fn all(available: Available) -> Self {
        let outputs = MeasureOutput::ALL.into_iter();
        Self(
            outputs
                .filter(|output| output.missing(available).is_none())
                .collect(),
        )
    }

    /// Parses names of files and groups. Outputs of a group that the request cannot have are left out.
    ///
    /// # Errors
    /// Returns [`UserError`] for the first name that is empty or unknown, and for the first file that the request
    /// cannot have.
    pub fn of<'a>(
        names: impl IntoIterator<Item = &'a str>,
        available: Available,
    ) -> Result<Self, UserError> {
        let mut chosen = Vec::new();
        for name in names {
            let name = name.trim();
            let group = MeasureOutput::GROUPS
                .into_iter()
                .find(|group| group.0 == name);
            if let Some((_, outputs)) = group {
                let outputs = outputs.iter();
                chosen.extend(outputs.filter(|output| output.missing(available).is_none()));
                continue;
            }
            let output = MeasureOutput::ALL
                .iter()
                .find(|output| output.name() == name);
            let output = *output.ok_or_else(|| MeasureOutput::unknown(name))?;
            if let Some(flags) = output.missing(available) {
                return Err(UserError::with_hint(
                    format!(
                        "--write: {name} shows measures against height, but no heights are given"
                    ),
                    format!("add {flags}, or leave {name} out"),
                ));
            }
            chosen.push(output);
        }
        if chosen.is_empty() {
            return Err(UserError::with_hint(
                "--write: the selected groups have no file without a direction",
                "add --axis z, or leave --write out",
            ));
        }
        Ok(Self(chosen))
    }

    /// Returns `true` if the output is selected.
    #[must_use]
    pub fn contains(&self, output: MeasureOutput) -> bool {
        self.0.contains(&output)
    }

    /// Returns the names of the selected files.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let outputs = MeasureOutput::ALL.into_iter();
        outputs
            .filter(|&output| self.contains(output))
            .map(MeasureOutput::name)
            .collect()
    }
}

impl NamedOutput for MeasureOutput {
    const COMMAND: &'static str = "transect measure";

    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn groups() -> &'static [(&'static str, &'static [Self])] {
        &Self::GROUPS
    }

    fn output_name(self) -> &'static str {
        self.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_output_and_each_group_has_a_name() {
        let available = Available {
            direction: true,
            heights: true,
        };
        for output in MeasureOutput::ALL {
            let alone = MeasureSelection::of([output.name()], available).expect("a name");
            assert_eq!(alone.names(), [output.name()]);
        }
        for (name, outputs) in MeasureOutput::GROUPS {
            let group = MeasureSelection::of([name], available).expect("a group");
            assert_eq!(group.names().len(), outputs.len(), "{name}");
        }
        let error = MeasureSelection::of(["curve.sgv"], available).expect_err("a slip");
        assert!(
            error
                .hint
                .is_some_and(|hint| hint.starts_with("is curve.svg meant? "))
        );
    }
}
