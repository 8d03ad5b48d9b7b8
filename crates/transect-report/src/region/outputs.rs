//! The files that a cut by several planes can write, and the selection of the files to write.

use transect_io::Format;

use crate::named_output::NamedOutput;
use crate::user_error::UserError;

/// A file, or several files of one kind, that a cut by several planes can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RegionOutput {
    /// One SVG drawing per plane that cuts an object, such as `section-x-min.svg`.
    Svg,
    /// One PNG picture per plane that cuts an object.
    Png,
    /// One PDF document per plane that cuts an object, with the section on paper.
    Pdf,
    /// One DXF file per plane that cuts an object.
    Dxf,
    /// One GeoJSON file per plane that cuts an object.
    GeoJson,
    /// One file of well-known text per plane that cuts an object.
    Wkt,
    /// One file of well-known binary per plane that cuts an object.
    Wkb,
    /// The picture of the parts in 3D, `preview.png`.
    Preview,
    /// The parts as meshes, such as `inside.stl`.
    Parts,
    /// The table of objects, `objects.csv`.
    Objects,
    /// The report as JSON, `report.json`.
    Report,
}

impl RegionOutput {
    /// All outputs, in the order in which reports list them.
    pub const ALL: [Self; 11] = [
        Self::Svg,
        Self::Png,
        Self::Pdf,
        Self::Dxf,
        Self::GeoJson,
        Self::Wkt,
        Self::Wkb,
        Self::Preview,
        Self::Parts,
        Self::Objects,
        Self::Report,
    ];

    /// The outputs of the group `all`: all outputs except `section.pdf`.
    pub const USUAL: [Self; 10] = [
        Self::Svg,
        Self::Png,
        Self::Dxf,
        Self::GeoJson,
        Self::Wkt,
        Self::Wkb,
        Self::Preview,
        Self::Parts,
        Self::Objects,
        Self::Report,
    ];

    /// The outputs that are written if none are selected.
    pub const DEFAULT: [Self; 5] = [
        Self::Svg,
        Self::Preview,
        Self::Parts,
        Self::Objects,
        Self::Report,
    ];

    /// The outputs with one file per plane, which shows the section in this plane.
    pub const SECTIONS: [Self; 7] = [
        Self::Svg,
        Self::Png,
        Self::Pdf,
        Self::Dxf,
        Self::GeoJson,
        Self::Wkt,
        Self::Wkb,
    ];

    /// The names of groups of outputs, with the outputs of each group.
    pub const GROUPS: [(&str, &[Self]); 4] = [
        ("drawings", &[Self::Svg, Self::Png, Self::Dxf]),
        (
            "data",
            &[
                Self::GeoJson,
                Self::Wkt,
                Self::Wkb,
                Self::Objects,
                Self::Report,
            ],
        ),
        ("preview", &[Self::Preview]),
        ("all", &Self::USUAL),
    ];

    /// Returns the name of the output: of its file, or of its files without the name of a plane or a part.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Svg => "section.svg",
            Self::Png => "section.png",
            Self::Pdf => "section.pdf",
            Self::Dxf => "section.dxf",
            Self::GeoJson => "section.geojson",
            Self::Wkt => "section.wkt",
            Self::Wkb => "section.wkb",
            Self::Preview => "preview.png",
            Self::Parts => "parts",
            Self::Objects => "objects.csv",
            Self::Report => "report.json",
        }
    }

    /// Returns the name of the file that shows the section of a plane, such as `section-x-min.svg`.
    ///
    /// ```
    /// use transect_report::region::outputs::RegionOutput;
    /// assert_eq!(RegionOutput::GeoJson.section_file("x-min"), "section-x-min.geojson");
    /// ```
    #[must_use]
    pub fn section_file(self, plane: &str) -> String {
        self.name().replacen('.', &format!("-{plane}."), 1)
    }
}

impl NamedOutput for RegionOutput {
    const COMMAND: &'static str = "a cut by several planes";

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

/// The selection of the files that a cut by several planes writes.
///
/// ```
/// use transect_report::region::outputs::{RegionOutput, RegionSelection};
/// let selection = RegionSelection::of(["section.svg", "parts"])?;
/// assert!(selection.contains(RegionOutput::Parts) && !selection.contains(RegionOutput::Report));
/// # Ok::<(), transect_report::UserError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionSelection(Vec<RegionOutput>);

/// The default selects [`RegionOutput::DEFAULT`].
impl Default for RegionSelection {
    fn default() -> Self {
        Self(RegionOutput::DEFAULT.to_vec())
    }
}

impl RegionSelection {
    /// Parses names of outputs and groups.
    ///
    /// # Errors
    /// Returns [`UserError`] for the first name that is empty or unknown.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, UserError> {
        let mut chosen = Vec::new();
        for name in names {
            if ["halves", "front", "back", "inside", "outside"].contains(&name.trim()) {
                return Err(UserError::with_hint(
                    format!(
                        "--write: {:?} is not an output of a cut by several planes",
                        name.trim()
                    ),
                    "parts names the meshes of the parts; --keep selects inside or outside",
                ));
            }
            chosen.extend(RegionOutput::named(name)?);
        }
        Ok(Self(chosen))
    }

    /// Returns the selection with `section.pdf`.
    #[must_use]
    pub fn with_pdf(mut self) -> Self {
        if !self.contains(RegionOutput::Pdf) {
            self.0.push(RegionOutput::Pdf);
        }
        self
    }

    /// Returns `true` if the output is selected.
    #[must_use]
    pub fn contains(&self, output: RegionOutput) -> bool {
        self.0.contains(&output)
    }

    /// Returns `true` if one of these outputs is selected.
    #[must_use]
    pub fn contains_any(&self, outputs: &[RegionOutput]) -> bool {
        outputs.iter().any(|&output| self.contains(output))
    }

    /// Returns the names of the files that the selected outputs may write, for planes and parts of these names.
    #[must_use]
    pub fn files(&self, planes: &[&str], parts: &[String], format: Format) -> Vec<String> {
        let selected = RegionOutput::ALL.into_iter();
        let selected = selected.filter(|&output| self.contains(output));
        let files = |output: RegionOutput| -> Vec<String> {
            match output {
                RegionOutput::Parts => {
                    let parts = parts.iter();
                    parts
                        .flat_map(|part| transect_io::file_names(format, part))
                        .collect()
                }
                output if RegionOutput::SECTIONS.contains(&output) => {
                    let planes = planes.iter();
                    planes.map(|plane| output.section_file(plane)).collect()
                }
                output => vec![output.name().into()],
            }
        };
        selected.flat_map(files).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_output_and_each_group_has_a_name() {
        for output in RegionOutput::ALL {
            let alone = RegionSelection::of([output.name()]).expect("a name");
            for other in RegionOutput::ALL {
                assert_eq!(alone.contains(other), other == output);
            }
        }
        for (name, outputs) in RegionOutput::GROUPS {
            let group = RegionSelection::of([name]).expect("a group");
            let selected = RegionOutput::ALL.into_iter().filter(|&o| group.contains(o));
            assert_eq!(selected.collect::<Vec<_>>(), outputs, "{name}");
        }
        let error = RegionSelection::of(["halves"]).expect_err("not of regions");
        assert!(
            error
                .hint
                .is_some_and(|hint| hint.starts_with("parts names"))
        );
    }

    #[test]
    fn files_are_named_by_their_planes_and_parts() {
        let selection =
            RegionSelection::of(["section.svg", "parts", "report.json"]).expect("names");
        assert_eq!(
            selection.files(&["z-min", "z-max"], &["inside".into()], Format::Obj),
            [
                "section-z-min.svg",
                "section-z-max.svg",
                "inside.obj",
                "inside.mtl",
                "report.json"
            ]
        );
    }
}
