//! The outputs of a subcommand by their names, and the selection of those to write, as `--write` lists them.

use std::path::Path;

use transect_io::Format;

use crate::nearest::nearest;

/// The largest number of parts that a hint lists.
const LISTED: usize = 8;

/// A kind of output that has a name, such as the name of its file.
pub trait NamedOutput: Copy + Eq + 'static {
    /// The subcommand that writes the outputs, such as `transect slice`.
    const COMMAND: &'static str;

    /// All outputs, in the order in which reports list them.
    const ALL: &'static [Self];

    /// The outputs that are written if none are selected.
    const DEFAULT: &'static [Self];

    /// The names of groups of outputs, with the outputs of each group.
    const GROUPS: &'static [(&'static str, &'static [Self])];

    /// Returns the name of the output.
    fn output_name(self) -> &'static str;

    /// Returns the outputs of a name that is neither that of an output nor that of a group; `None` for an unknown name.
    ///
    /// # Errors
    /// Returns [`OutputError`] for a name that people take for that of an output.
    fn of_other_name(_name: &str) -> Result<Option<&'static [Self]>, OutputError> {
        Ok(None)
    }

    /// Returns the outputs of a group, or the output with this name, in any case. An extension such as `svg` stands for
    /// the only output that has it.
    ///
    /// # Errors
    /// Returns [`OutputError`] if the name is empty or unknown. Its hint lists the names.
    fn named(name: &str) -> Result<&'static [Self], OutputError> {
        let is_meant = |known: &str| known.eq_ignore_ascii_case(name);
        if let Some((_, outputs)) = Self::GROUPS.iter().find(|group| is_meant(group.0)) {
            return Ok(outputs);
        }
        let places = 0..Self::ALL.len();
        let named = places
            .clone()
            .find(|&place| is_meant(Self::ALL[place].output_name()));
        let mut of_extension = places.filter(|&place| {
            let extension = Path::new(Self::ALL[place].output_name()).extension();
            extension.is_some_and(|extension| extension.eq_ignore_ascii_case(name))
        });
        let only = of_extension
            .next()
            .filter(|_| of_extension.next().is_none());
        if let Some(place) = named.or(only) {
            return Ok(&Self::ALL[place..=place]);
        }
        Self::of_other_name(name)?.ok_or_else(|| Self::unknown(name))
    }

    /// Returns the error for a name that is empty or unknown.
    fn unknown(name: &str) -> OutputError {
        let names: Vec<&str> = Self::ALL
            .iter()
            .map(|output| output.output_name())
            .collect();
        let groups: Vec<&str> = Self::GROUPS.iter().map(|(name, _)| *name).collect();
        let listed = format!(
            "outputs: {}; groups: {}",
            names.join(", "),
            groups.join(", ")
        );
        if name.is_empty() {
            return OutputError::Empty { listed };
        }
        OutputError::Unknown {
            name: name.into(),
            command: Self::COMMAND,
            meant: nearest(name, names.into_iter().chain(groups)),
            listed,
        }
    }
}

/// The error of a list of outputs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// A name in the list belongs to no output and to no group.
    #[error("{name:?} is not an output of {command}")]
    Unknown {
        /// The unknown name.
        name: String,
        /// The subcommand, such as `transect slice`.
        command: &'static str,
        /// A similar name.
        meant: Option<&'static str>,
        /// The list of all names.
        listed: String,
    },
    /// The list has an empty name, or no name.
    #[error("the list has an empty name")]
    Empty {
        /// The list of all names.
        listed: String,
    },
    /// The name is that of a part that the cut does not have.
    #[error("{name:?} is not a part of this cut")]
    OtherPart {
        /// The name in the list.
        name: String,
        /// The names of the parts, or none if there are very many.
        parts: Vec<String>,
    },
    /// The name of a part has the extension of another format.
    #[error("{name}: the parts of this cut are written as {format}")]
    OtherFormat {
        /// The name in the list.
        name: String,
        /// The format of the parts.
        format: Format,
        /// The format in the name.
        named: Format,
    },
    /// The output shows measures against height, and the request has no direction or no heights.
    #[error("{name} shows measures against height, but no heights are given")]
    WithoutHeights {
        /// The name in the list.
        name: &'static str,
        /// The flags that the output needs.
        flags: &'static str,
    },
    /// The selected groups have only outputs that need a direction.
    #[error("the selected groups have no file without a direction")]
    WithoutDirection,
}

impl OutputError {
    /// Returns the hint: a similar name if there is one, and the names that are accepted.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Unknown {
                meant: Some(meant),
                listed,
                ..
            } => format!("is {meant} meant? {listed}"),
            Self::Unknown { listed, .. } | Self::Empty { listed } => listed.clone(),
            Self::OtherPart { parts, .. } if parts.len() <= LISTED => {
                format!("parts stands for all of them: {}", parts.join(", "))
            }
            Self::OtherPart { parts, .. } => format!(
                "parts stands for all of them, such as {}",
                parts[..LISTED].join(", ")
            ),
            Self::OtherFormat { name, named, .. } => {
                let (stem, _) = name.split_once('.').unwrap_or((name, ""));
                format!("add --format {named}, or write {stem} without an extension")
            }
            Self::WithoutHeights { name, flags } => format!("add {flags}, or leave {name} out"),
            Self::WithoutDirection => "add --axis z, or leave --write out".into(),
        }
    }
}

/// The selection of the files that a subcommand writes.
///
/// ```
/// use transect_report::outputs::{CutOutput, OutputSelection};
/// let selection = OutputSelection::of(["SVG", "halves"])?;
/// assert!(selection.contains(CutOutput::Svg) && selection.contains_part("back"));
/// assert!(!selection.contains(CutOutput::Preview));
/// # Ok::<(), transect_report::output_selection::OutputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection<O>(pub(crate) Vec<Chosen<O>>);

/// A name in a selection, with the outputs that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen<O> {
    pub(crate) name: String,
    pub(crate) outputs: Vec<O>,
}

/// The default selects [`NamedOutput::DEFAULT`].
impl<O: NamedOutput> Default for Selection<O> {
    fn default() -> Self {
        Self::of_outputs("all", O::DEFAULT)
    }
}

impl<O: NamedOutput> Selection<O> {
    /// Parses names of files and groups.
    ///
    /// # Errors
    /// Returns [`OutputError`] for the first name that is empty or unknown, and for an empty list.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, OutputError> {
        let chosen = names.into_iter().map(|name| {
            let name = name.trim();
            let outputs = O::named(name)?.to_vec();
            Ok(Chosen {
                name: name.into(),
                outputs,
            })
        });
        let chosen: Vec<_> = chosen.collect::<Result<_, _>>()?;
        if chosen.is_empty() {
            Err(O::unknown(""))
        } else {
            Ok(Self(chosen))
        }
    }

    /// Returns the selection of some outputs by one name.
    #[must_use]
    pub fn of_outputs(name: &str, outputs: &[O]) -> Self {
        Self(vec![Chosen {
            name: name.into(),
            outputs: outputs.to_vec(),
        }])
    }

    /// Returns the selection with an output added.
    #[must_use]
    pub fn with(mut self, output: O) -> Self {
        let added = Self::of_outputs(output.output_name(), &[output]);
        self.0.extend(added.0);
        self
    }

    /// Returns the selection with an output taken out.
    #[must_use]
    pub fn without(&self, output: O) -> Self {
        let left = self.0.iter().map(|chosen| Chosen {
            name: chosen.name.clone(),
            outputs: chosen
                .outputs
                .iter()
                .copied()
                .filter(|own| *own != output)
                .collect(),
        });
        Self(left.collect())
    }

    /// Returns `true` if the output is selected.
    #[must_use]
    pub fn contains(&self, output: O) -> bool {
        self.0.iter().any(|chosen| chosen.outputs.contains(&output))
    }

    /// Returns `true` if a name of the selection is that of this group.
    #[must_use]
    pub fn contains_group(&self, group: &str) -> bool {
        let mut names = self.0.iter().map(|chosen| &chosen.name);
        names.any(|name| name.eq_ignore_ascii_case(group))
    }

    /// Returns `true` if one of these outputs is selected.
    #[must_use]
    pub fn contains_any(&self, outputs: &[O]) -> bool {
        outputs.iter().any(|&output| self.contains(output))
    }

    /// Returns the selected outputs, in the order in which reports list them.
    pub fn outputs(&self) -> impl Iterator<Item = O> {
        let all = O::ALL.iter().copied();
        all.filter(|&output| self.contains(output))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Asserts that each output and each group has a name that selects it and nothing else.
    pub(crate) fn assert_named<O: NamedOutput + std::fmt::Debug>() {
        for &output in O::ALL {
            let name = output.output_name();
            for name in [name.into(), name.to_uppercase(), format!(" {name} ")] {
                let alone = Selection::<O>::of([&*name]).expect("a name");
                assert!(alone.outputs().eq([output]), "{name}");
            }
        }
        for (name, outputs) in O::GROUPS {
            let group = Selection::<O>::of([*name]).expect("a group");
            let selected: Vec<O> = group.outputs().collect();
            assert!(
                selected.iter().all(|output| outputs.contains(output)),
                "{name}"
            );
            assert_eq!(selected.len(), outputs.len(), "{name}");
        }
        for empty in [&[][..], &[""], &[" "]] {
            let error = Selection::<O>::of(empty.iter().copied()).expect_err("no name");
            assert!(matches!(&error, OutputError::Empty { .. }));
            assert!(error.hint().starts_with("outputs: "));
        }
    }
}
