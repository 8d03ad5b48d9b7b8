//! The files that `transect measure` can write, and the selection of the files to write.

use crate::output_selection::{Chosen, NamedOutput, OutputError, Selection};

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
/// let all = MeasureSelection::of_available(["all"], available)?;
/// assert_eq!(all.names(), ["objects.csv", "measure.json"]);
/// assert!(MeasureSelection::of_available(["curve.svg"], available).is_err());
/// # Ok::<(), transect_report::output_selection::OutputError>(())
/// ```
pub type MeasureSelection = Selection<MeasureOutput>;

impl MeasureSelection {
    /// Returns all outputs that can be written for a request with these optional parts.
    #[must_use]
    pub fn all(available: Available) -> Self {
        let mut all = Self::default();
        all.retain(available);
        all
    }

    /// Parses names of files and groups. Outputs of a group that the request cannot have are left out.
    ///
    /// # Errors
    /// Returns [`OutputError`] for the first name that is empty or unknown, and for the first file that the request
    /// cannot have.
    pub fn of_available<'a>(
        names: impl IntoIterator<Item = &'a str>,
        available: Available,
    ) -> Result<Self, OutputError> {
        let mut chosen = Self::of(names)?;
        for Chosen { name, outputs } in &chosen.0 {
            let mut groups = MeasureOutput::GROUPS.into_iter();
            let is_group = groups.any(|group| group.0.eq_ignore_ascii_case(name));
            if let (false, &[output]) = (is_group, &outputs[..])
                && let Some(flags) = output.missing(available)
            {
                let name = output.name();
                return Err(OutputError::WithoutHeights { name, flags });
            }
        }
        chosen.retain(available);
        if chosen.contains_any(&MeasureOutput::ALL) {
            Ok(chosen)
        } else {
            Err(OutputError::WithoutDirection)
        }
    }

    /// Leaves out the outputs that a request cannot have.
    fn retain(&mut self, available: Available) {
        for chosen in &mut self.0 {
            let outputs = &mut chosen.outputs;
            outputs.retain(|output| output.missing(available).is_none());
        }
    }

    /// Returns the names of the selected files.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.outputs().map(MeasureOutput::name).collect()
    }
}

impl NamedOutput for MeasureOutput {
    const COMMAND: &'static str = "transect measure";
    const ALL: &'static [Self] = &Self::ALL;
    const DEFAULT: &'static [Self] = &Self::ALL;
    const GROUPS: &'static [(&'static str, &'static [Self])] = &Self::GROUPS;

    fn output_name(self) -> &'static str {
        self.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output_selection::tests::assert_named;

    #[test]
    fn each_output_and_each_group_has_a_name() {
        assert_named::<MeasureOutput>();
        let error = MeasureSelection::of(["curve.sgv"]).expect_err("a slip");
        assert!(error.hint().starts_with("is curve.svg meant? "));
    }

    #[test]
    fn outputs_that_a_request_cannot_have_are_errors_or_left_out() {
        let [nothing, direction] = [false, true].map(|direction| Available {
            direction,
            heights: false,
        });
        let of = |name, available| MeasureSelection::of_available([name], available);
        let names = |selection: MeasureSelection| selection.names();
        assert_eq!(
            of("all", nothing).map(names),
            Ok(vec!["objects.csv", "measure.json"])
        );
        assert_eq!(
            of("data", direction).map(names),
            Ok(vec!["objects.csv", "measure.json"])
        );
        assert_eq!(of("drawings", direction).map(names), Ok(vec!["curve.svg"]));
        assert_eq!(of("drawings", nothing), Err(OutputError::WithoutDirection));
        for (name, available, flags) in [
            ("svg", nothing, "--axis z"),
            ("Heights.csv", direction, "--axis z --step 1"),
        ] {
            let error = of(name, available).expect_err("no heights");
            assert!(
                matches!(error, OutputError::WithoutHeights { flags: own, .. } if own == flags)
            );
        }
        assert_eq!(MeasureSelection::all(direction).names().len(), 3);
    }
}
