//! The files that a cut can write, and the selection of the files to write.

use transect_io::Format;

use crate::output_selection::{Chosen, NamedOutput, OutputError, Selection};
use crate::planes::CutPlanes;

/// A file, or several files of one kind, that a cut can write. With several planes, there is one file of the section per plane
/// that cuts an object, such as `section-x-min.svg`. A part in OBJ format has a second file, its material library.
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
    /// The parts as meshes, such as `front.glb` and `back.glb`.
    Parts,
    /// The table of objects, `objects.csv`.
    Objects,
    /// The report as a web page, `report.html`.
    Page,
    /// The report as JSON, `report.json`.
    Report,
}

impl CutOutput {
    /// All outputs, in the order in which reports list them.
    pub const ALL: [Self; 12] = [
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
        Self::Page,
        Self::Report,
    ];

    /// The outputs of the group `all`, which a cut by one plane writes if none is named: all except `section.pdf`.
    pub const USUAL: [Self; 11] = [
        Self::Svg,
        Self::Png,
        Self::Dxf,
        Self::GeoJson,
        Self::Wkt,
        Self::Wkb,
        Self::Preview,
        Self::Parts,
        Self::Objects,
        Self::Page,
        Self::Report,
    ];

    /// The outputs that a cut by several planes writes if none is named.
    const OF_SEVERAL: [Self; 6] = [
        Self::Svg,
        Self::Preview,
        Self::Parts,
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

    /// The names of groups of outputs, with the outputs of each group. The name of a part stands for the parts, of which only
    /// this one is written.
    pub const GROUPS: [(&str, &[Self]); 9] = [
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
        ("halves", &[Self::Parts]),
        ("front", &[Self::Parts]),
        ("back", &[Self::Parts]),
        ("inside", &[Self::Parts]),
        ("outside", &[Self::Parts]),
        ("preview", &[Self::Preview]),
        ("all", &Self::USUAL),
    ];

    /// Returns the name of the output: that of its file with one plane, or `parts`.
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
            Self::Page => "report.html",
            Self::Report => "report.json",
        }
    }

    /// Returns the name of the file that shows the section in a plane: `section.svg` with one plane, and otherwise a name with
    /// that of the plane, such as `section-x-min.svg`.
    ///
    /// ```
    /// use transect_report::outputs::CutOutput;
    /// use transect_report::planes::CutPlanes;
    /// let slab = CutPlanes::of_slab("z=1..2")?;
    /// assert_eq!(CutOutput::GeoJson.section_file(&slab, 0), "section-z-min.geojson");
    /// # Ok::<(), transect_report::UserError>(())
    /// ```
    #[must_use]
    pub fn section_file(self, planes: &CutPlanes, plane: usize) -> String {
        if !planes.are_several() {
            self.name().into()
        } else {
            let name = &planes.planes[plane].name;
            self.name().replacen('.', &format!("-{name}."), 1)
        }
    }

    /// Returns `true` if the output has one file per plane, which shows the section.
    #[must_use]
    pub fn is_section(self) -> bool {
        Self::SECTION.contains(&self)
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

    /// A part is named with or without its extension.
    fn of_other_name(name: &str) -> Result<Option<&'static [Self]>, OutputError> {
        let (stem, extension) = name.split_once('.').unwrap_or((name, "glb"));
        let is_part = looks_like_a_part(stem) && format_of(extension).is_some();
        Ok(is_part.then_some(&[Self::Parts]))
    }
}

/// Returns `true` for a name such as `front`, `front-back`, `inside` or `x2-y1`, which a part of some cut has.
fn looks_like_a_part(name: &str) -> bool {
    let is_place = |word: &str| {
        let digits = word.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        digits.len() < word.len() && digits.parse::<usize>().is_ok()
    };
    let is_word = |word: &str| {
        let words = ["front", "back", "inside", "outside"];
        words.iter().any(|own| own.eq_ignore_ascii_case(word)) || is_place(word)
    };
    name.split('-').all(is_word)
}

fn format_of(extension: &str) -> Option<Format> {
    let mut formats = Format::ALL.into_iter();
    formats.find(|format| format.extension().eq_ignore_ascii_case(extension))
}

/// The selection of the files that a cut writes.
pub type OutputSelection = Selection<CutOutput>;

impl OutputSelection {
    /// Returns the files that a cut writes if none is named: with several planes, fewer files per plane.
    #[must_use]
    pub fn usual(planes: &CutPlanes) -> Self {
        if !planes.are_several() {
            Self::default()
        } else {
            Self::of_outputs("all", &CutOutput::OF_SEVERAL)
        }
    }

    /// Returns `true` if all selected outputs show the section only. They need no part and no certificate.
    ///
    /// ```
    /// use transect_report::outputs::OutputSelection;
    /// assert!(OutputSelection::of(["drawings", "section.wkt"])?.is_section_only());
    /// assert!(!OutputSelection::of(["section.svg", "preview"])?.is_section_only());
    /// # Ok::<(), transect_report::output_selection::OutputError>(())
    /// ```
    #[must_use]
    pub fn is_section_only(&self) -> bool {
        self.outputs().all(CutOutput::is_section)
    }

    /// Returns `true` if the part of this name is selected.
    #[must_use]
    pub fn contains_part(&self, part: &str) -> bool {
        let parts = self.0.iter();
        let mut parts = parts.filter(|chosen| chosen.outputs.contains(&CutOutput::Parts));
        parts.any(|chosen| part_of(chosen).is_none_or(|own| own.eq_ignore_ascii_case(part)))
    }

    /// Returns the names of parts that are selected one by one.
    pub fn named_parts(&self) -> impl Iterator<Item = String> {
        let parts = self.0.iter().filter_map(part_of);
        parts.map(str::to_ascii_lowercase)
    }

    /// Returns the names of the files that the selected outputs may write, for [`transect_io::Outputs::check`]. `parts` are the
    /// names of the parts that may be written.
    #[must_use]
    pub fn files(&self, planes: &CutPlanes, parts: &[String], format: Format) -> Vec<String> {
        let files = |output: CutOutput| -> Vec<String> {
            match output {
                CutOutput::Parts => {
                    let parts = parts.iter().filter(|part| self.contains_part(part));
                    let files = parts.map(|part| transect_io::file_names(format, part));
                    files.flatten().collect()
                }
                output if output.is_section() => (0..planes.planes.len())
                    .map(|plane| output.section_file(planes, plane))
                    .collect(),
                output => vec![output.name().into()],
            }
        };
        self.outputs().flat_map(files).collect()
    }

    /// Checks the names of selected parts: the cut has parts of these names, and an extension is that of the format of the
    /// parts.
    ///
    /// # Errors
    /// Returns [`OutputError::OtherPart`] for the first part that the cut does not have, and [`OutputError::OtherFormat`] for
    /// the first part whose name has the extension of another format.
    pub fn check(&self, planes: &CutPlanes, format: Format) -> Result<(), OutputError> {
        let parts = planes.part_names();
        for chosen in &self.0 {
            let Some(own) = part_of(chosen) else {
                let is_halves = chosen.name.eq_ignore_ascii_case("halves");
                if is_halves && planes.are_several() {
                    return Err(OutputError::OtherPart {
                        name: chosen.name.clone(),
                        parts,
                    });
                }
                continue;
            };
            let is_known = |part: &String| part.eq_ignore_ascii_case(own);
            if !parts.is_empty() && !parts.iter().any(is_known) {
                return Err(OutputError::OtherPart {
                    name: chosen.name.clone(),
                    parts,
                });
            }
            let named = chosen.name.split_once('.');
            let named = named.and_then(|(_, extension)| format_of(extension));
            if let Some(named) = named.filter(|named| *named != format) {
                return Err(OutputError::OtherFormat {
                    name: chosen.name.clone(),
                    format,
                    named,
                });
            }
        }
        Ok(())
    }
}

/// Returns the name of the part that a name in a selection stands for, without an extension.
fn part_of(chosen: &Chosen<CutOutput>) -> Option<&str> {
    let (stem, _) = chosen.name.split_once('.').unwrap_or((&chosen.name, ""));
    looks_like_a_part(stem).then_some(stem)
}

#[cfg(test)]
mod tests {
    use transect::CuttingPlane;

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
        assert!(hint.ends_with(
            "groups: drawings, data, halves, front, back, inside, outside, preview, all"
        ));
        let stranger = OutputSelection::of(["qqq"]).expect_err("a stranger");
        assert!(stranger.hint().starts_with("outputs: "));
    }

    #[test]
    fn parts_have_the_extension_of_their_format() {
        let plane: CuttingPlane = "z = 1".parse().expect("a plane");
        let planes = CutPlanes::from(plane);
        let selection = OutputSelection::of(["front.stl"]).expect("a half");
        assert!(selection.contains_part("front") && !selection.contains_part("back"));
        let files = selection.files(&planes, &planes.part_names(), Format::Stl);
        assert_eq!(files, ["front.stl"]);
        assert_eq!(selection.check(&planes, Format::Stl), Ok(()));
        let error = selection.check(&planes, Format::Obj).expect_err("other");
        assert_eq!(
            error.hint(),
            "add --format stl, or write front without an extension"
        );
        for stranger in ["front.svg", "section.stl", "report.glb", "front.", ".stl"] {
            assert!(OutputSelection::of([stranger]).is_err(), "{stranger}");
        }
    }

    #[test]
    fn files_are_named_by_their_planes_and_parts() {
        let slab = CutPlanes::of_slab("z=1..2").expect("a slab");
        let selection = OutputSelection::of(["section.svg", "Inside", "report.json"]);
        let selection = selection.expect("names");
        assert_eq!(selection.check(&slab, Format::Obj), Ok(()));
        assert_eq!(
            selection.files(&slab, &slab.part_names(), Format::Obj),
            [
                "section-z-min.svg",
                "section-z-max.svg",
                "inside.obj",
                "inside.mtl",
                "report.json"
            ]
        );
        for (other, parts) in [
            ("halves", "inside, outside"),
            ("front-back", "inside, outside"),
        ] {
            let selection = OutputSelection::of([other]).expect("a name");
            let error = selection.check(&slab, Format::Obj).expect_err("no part");
            assert!(error.hint().contains(parts), "{}", error.hint());
        }
    }
}
