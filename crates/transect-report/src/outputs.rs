//! The files that a cut can write, and the selection of the files to write.

use std::path::Path;

use transect_io::Format;

use crate::output_selection::{Chosen, NamedOutput, OutputError, Selection};

/// A file that a cut can write. The file name of a half has the extension of its format. A half in OBJ format has a
/// second file, its material library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CutOutput {
    /// The section as an SVG drawing, `section.svg`.
    Svg,
    /// The section as a PNG picture, `section.png`.
    Png,
    /// The section on paper as PDF, `section.pdf`.
    Pdf,
    /// The section as DXF, `section.dxf`.
    Dxf,
    /// The section as GeoJSON, `section.geojson`.
    GeoJson,
    /// The section as well-known text, `section.wkt`.
    Wkt,
    /// The section as well-known binary, `section.wkb`.
    Wkb,
    /// The picture of the cut scene in 3D, `preview.png`.
    Preview,
    /// The half in front of the plane.
    Front,
    /// The half behind the plane.
    Back,
    /// The table of objects, `objects.csv`.
    Objects,
    /// The report as a web page, `report.html`.
    Page,
    /// The report as JSON, `report.json`.
    Report,
}

impl CutOutput {
    /// All outputs, in the order in which reports list them.
    pub const ALL: [Self; 13] = [
        Self::Svg,
        Self::Png,
        Self::Pdf,
        Self::Dxf,
        Self::GeoJson,
        Self::Wkt,
        Self::Wkb,
        Self::Preview,
        Self::Front,
        Self::Back,
        Self::Objects,
        Self::Page,
        Self::Report,
    ];

    /// The outputs that a cut writes if none is named: all except `section.pdf`.
    pub const USUAL: [Self; 12] = [
        Self::Svg,
        Self::Png,
        Self::Dxf,
        Self::GeoJson,
        Self::Wkt,
        Self::Wkb,
        Self::Preview,
        Self::Front,
        Self::Back,
        Self::Objects,
        Self::Page,
        Self::Report,
    ];

    /// The outputs that show the section and nothing else.
    pub const SECTION: [Self; 7] = [
        Self::Svg,
        Self::Png,
        Self::Pdf,
        Self::Dxf,
        Self::GeoJson,
        Self::Wkt,
        Self::Wkb,
    ];

    /// The names of groups of outputs, with the outputs of each group.
    pub const GROUPS: [(&str, &[Self]); 5] = [
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
        ("halves", &[Self::Front, Self::Back]),
        ("preview", &[Self::Preview]),
        ("all", &Self::USUAL),
    ];

    /// Returns the name of the file; for a half, the name without its extension.
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
            Self::Front => "front",
            Self::Back => "back",
            Self::Objects => "objects.csv",
            Self::Page => "report.html",
            Self::Report => "report.json",
        }
    }

    /// Returns the names of the files of this output.
    #[must_use]
    pub fn files(self, format: Format) -> Vec<String> {
        match self {
            Self::Front | Self::Back => transect_io::file_names(format, self.name()),
            _ => vec![self.name().into()],
        }
    }

    /// Returns the output that the file at a path belongs to, judged by the file's name.
    ///
    /// ```
    /// use transect_report::outputs::CutOutput;
    /// assert_eq!(CutOutput::of_file("out/front.mtl".as_ref()), Some(CutOutput::Front));
    /// assert_eq!(CutOutput::of_file("notes.txt".as_ref()), None);
    /// ```
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        let (name, stem) = (path.file_name()?, path.file_stem()?);
        Self::ALL
            .into_iter()
            .find(|output| name == output.name() || stem == output.name())
    }
}

impl NamedOutput for CutOutput {
    const COMMAND: &'static str = "a cut";
    const ALL: &'static [Self] = &Self::ALL;
    const DEFAULT: &'static [Self] = &Self::USUAL;
    const GROUPS: &'static [(&'static str, &'static [Self])] = &Self::GROUPS;

    fn output_name(self) -> &'static str {
        self.name()
    }

    /// A half is named with or without its extension.
    fn of_other_name(name: &str) -> Result<Option<&'static [Self]>, OutputError> {
        let named = half_with_format(name).map(|(half, _)| half);
        named.map(|half| Self::named(half.name())).transpose()
    }
}

/// Returns the half and the format of a name such as `front.stl`.
fn half_with_format(name: &str) -> Option<(CutOutput, Format)> {
    let (stem, extension) = name.split_once('.')?;
    let mut halves = [CutOutput::Front, CutOutput::Back].into_iter();
    let half = halves.find(|half| half.name().eq_ignore_ascii_case(stem))?;
    let mut formats = Format::ALL.into_iter();
    let format = formats.find(|format| format.extension().eq_ignore_ascii_case(extension))?;
    Some((half, format))
}

/// The selection of the files that a cut writes.
pub type OutputSelection = Selection<CutOutput>;

impl OutputSelection {
    /// Returns `true` if all selected outputs show the section only. They need no half, no cap and no certificate.
    ///
    /// ```
    /// use transect_report::outputs::OutputSelection;
    /// assert!(OutputSelection::of(["drawings", "section.wkt"])?.is_section_only());
    /// assert!(!OutputSelection::of(["section.svg", "preview"])?.is_section_only());
    /// # Ok::<(), transect_report::output_selection::OutputError>(())
    /// ```
    #[must_use]
    pub fn is_section_only(&self) -> bool {
        self.outputs()
            .all(|output| CutOutput::SECTION.contains(&output))
    }

    /// Returns the names of the files that the selected outputs may write, for [`transect_io::Outputs::check`].
    #[must_use]
    pub fn files(&self, format: Format) -> Vec<String> {
        self.outputs()
            .flat_map(|output| output.files(format))
            .collect()
    }

    /// Checks the extensions in the names of selected halves. Each of them must be the extension of the format of the
    /// halves.
    ///
    /// # Errors
    /// Returns [`OutputError::OtherFormat`] for the first half whose name has the extension of another format.
    pub fn check_format(&self, format: Format) -> Result<(), OutputError> {
        for Chosen { name, .. } in &self.0 {
            if let Some((_, named)) = half_with_format(name)
                && named != format
            {
                return Err(OutputError::OtherFormat {
                    name: name.clone(),
                    format,
                    named,
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output_selection::tests::assert_named;

    #[test]
    fn each_output_and_each_group_has_a_name() {
        assert_named::<CutOutput>();
        assert_eq!(OutputSelection::of(["all"]), Ok(OutputSelection::default()));
    }

    #[test]
    fn an_extension_stands_for_the_only_output_that_has_it() {
        for (extension, output) in [
            ("svg", CutOutput::Svg),
            ("DXF", CutOutput::Dxf),
            ("csv", CutOutput::Objects),
            ("json", CutOutput::Report),
        ] {
            let selection = OutputSelection::of([extension]).expect("an extension");
            assert!(selection.outputs().eq([output]), "{extension}");
        }
        // section.png and preview.png.
        assert!(OutputSelection::of(["png"]).is_err());
    }

    #[test]
    fn unknown_names_get_a_suggestion_and_the_list() {
        let error = OutputSelection::of(["section.sgv"]).expect_err("a slip");
        assert_eq!(
            error.to_string(),
            "\"section.sgv\" is not an output of a cut"
        );
        let hint = error.hint();
        assert!(hint.starts_with("is section.svg meant? outputs: section.svg, "));
        assert!(hint.ends_with("groups: drawings, data, halves, preview, all"));
        let stranger = OutputSelection::of(["qqq"]).expect_err("a stranger");
        assert!(stranger.hint().starts_with("outputs: "));
    }

    #[test]
    fn halves_have_the_extension_of_their_format() {
        let selection = OutputSelection::of(["front.stl"]).expect("a half");
        assert!(selection.contains(CutOutput::Front) && !selection.contains(CutOutput::Back));
        assert_eq!(selection.files(Format::Stl), ["front.stl"]);
        assert_eq!(selection.check_format(Format::Stl), Ok(()));
        let error = selection.check_format(Format::Obj).expect_err("other");
        assert_eq!(
            error.hint(),
            "add --format stl, or write front without an extension"
        );
        for stranger in ["front.svg", "section.stl", "report.glb", "front.", ".stl"] {
            assert!(OutputSelection::of([stranger]).is_err(), "{stranger}");
        }
    }
}
