//! The files that a cut by several planes can write, and the selection of the files to write.

use transect_io::Format;

use crate::output_selection::{NamedOutput, OutputError, Selection};

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
    const ALL: &'static [Self] = &Self::ALL;
    const DEFAULT: &'static [Self] = &Self::DEFAULT;
    const GROUPS: &'static [(&'static str, &'static [Self])] = &Self::GROUPS;

    fn output_name(self) -> &'static str {
        self.name()
    }

    fn of_other_name(name: &str) -> Result<Option<&'static [Self]>, OutputError> {
        match ["halves", "front", "back", "inside", "outside"].contains(&name) {
            true => Err(OutputError::NotOfSeveralPlanes { name: name.into() }),
            false => Ok(None),
        }
    }
}

/// The selection of the files that a cut by several planes writes.
///
/// ```
/// use transect_report::region::outputs::{RegionOutput, RegionSelection};
/// let selection = RegionSelection::of(["section.svg", "parts"])?;
/// assert!(selection.contains(RegionOutput::Parts) && !selection.contains(RegionOutput::Report));
/// # Ok::<(), transect_report::output_selection::OutputError>(())
/// ```
pub type RegionSelection = Selection<RegionOutput>;

impl RegionSelection {
    /// Returns the names of the files that the selected outputs may write, for planes and parts of these names.
    #[must_use]
    pub fn files(&self, planes: &[&str], parts: &[String], format: Format) -> Vec<String> {
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
        self.outputs().flat_map(files).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output_selection::tests::assert_named;

    #[test]
    fn each_output_and_each_group_has_a_name() {
        assert_named::<RegionOutput>();
        let error = RegionSelection::of(["halves"]).expect_err("not of regions");
        assert!(error.hint().starts_with("parts names"));
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
