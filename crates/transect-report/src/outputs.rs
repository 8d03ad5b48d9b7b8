//! The files that a cut can write, and the selection of the files to write.

use std::path::Path;

use transect_io::Format;

use crate::nearest::nearest;

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

/// The formats of halves. In a file name such as `front.stl`, the extension is that of one of these formats.
const FORMATS: [Format; 4] = [Format::Stl, Format::Obj, Format::Ply, Format::Glb];

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

/// The selection of the files that a cut writes: the names of files and groups, as given.
///
/// ```
/// use transect_report::outputs::{CutOutput, OutputSelection};
/// let selection = OutputSelection::of(["section.svg", "halves"])?;
/// assert!(selection.contains(CutOutput::Svg) && selection.contains(CutOutput::Back));
/// assert!(!selection.contains(CutOutput::Preview));
/// # Ok::<(), transect_report::outputs::OutputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputSelection(Vec<Chosen>);

/// A name of a file or a group in a selection, with the outputs that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chosen {
    name: String,
    outputs: &'static [CutOutput],
    /// The format in the name of a half, such as `stl` in `front.stl`; `None` if the name has no extension.
    format: Option<Format>,
}

/// The default selects the outputs of the group `all`.
impl Default for OutputSelection {
    fn default() -> Self {
        Self(vec![Chosen {
            name: "all".into(),
            outputs: &CutOutput::USUAL,
            format: None,
        }])
    }
}

/// The error of a list of outputs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// A name in the list belongs to no output and to no group.
    #[error("{name:?} is not an output of a cut")]
    Unknown {
        /// The unknown name.
        name: String,
    },
    /// The list has an empty name.
    #[error("the list has an empty name")]
    Empty,
    /// The name of a half has the extension of another format.
    #[error("{name}: the halves of this cut are written as {format}")]
    OtherFormat {
        /// The name in the list.
        name: String,
        /// The format of the halves.
        format: Format,
        /// The format in the name.
        named: Format,
    },
    /// The name stands only for outputs that a table of boxes does not have, because such a table has no section and no
    /// halves.
    #[error("{name}: a table of boxes has no such output")]
    NotOfTables {
        /// The name in the list.
        name: String,
    },
}

impl OutputError {
    /// Returns the hint: a similar name if there is one, and the names that are accepted.
    #[must_use]
    pub fn hint(&self) -> String {
        let groups = CutOutput::GROUPS.map(|(name, _)| name);
        let names = CutOutput::ALL.map(CutOutput::name);
        match self {
            Self::Unknown { name } => {
                let known = names.into_iter().chain(groups);
                let meant = nearest(name, known).map(|name| format!("is {name} meant? "));
                format!("{}{}", meant.unwrap_or_default(), listed())
            }
            Self::Empty => listed(),
            Self::OtherFormat { name, named, .. } => {
                let (stem, _) = name.split_once('.').unwrap_or((name, ""));
                format!("add --format {named}, or write {stem} without an extension")
            }
            Self::NotOfTables { .. } => format!(
                "boxes are only classified; outputs: {}, {}; groups: data, all",
                CutOutput::Objects.name(),
                CutOutput::Report.name()
            ),
        }
    }
}

/// Returns the names of all outputs and groups.
fn listed() -> String {
    let names = CutOutput::ALL.map(CutOutput::name).join(", ");
    let groups = CutOutput::GROUPS.map(|(name, _)| name).join(", ");
    format!("outputs: {names}; groups: {groups}")
}

impl OutputSelection {
    /// Parses names of files and groups. A half is named with or without its extension.
    ///
    /// # Errors
    /// Returns [`OutputError`] for the first name that is empty or unknown, and for an empty list.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, OutputError> {
        let chosen: Vec<Chosen> = names.into_iter().map(chosen).collect::<Result<_, _>>()?;
        if chosen.is_empty() {
            return Err(OutputError::Empty);
        }
        Ok(Self(chosen))
    }

    /// Returns the selection with `section.pdf` added.
    #[must_use]
    pub fn with_pdf(mut self) -> Self {
        self.0.push(Chosen {
            name: CutOutput::Pdf.name().into(),
            outputs: &[CutOutput::Pdf],
            format: None,
        });
        self
    }

    /// Returns `true` if the output is selected.
    #[must_use]
    pub fn contains(&self, output: CutOutput) -> bool {
        self.0.iter().any(|chosen| chosen.outputs.contains(&output))
    }

    /// Returns `true` if one of these outputs is selected.
    #[must_use]
    pub fn contains_any(&self, outputs: &[CutOutput]) -> bool {
        outputs.iter().any(|&output| self.contains(output))
    }

    /// Returns `true` if all selected outputs show the section only. They need no half, no cap and no certificate.
    ///
    /// ```
    /// use transect_report::outputs::OutputSelection;
    /// assert!(OutputSelection::of(["drawings", "section.wkt"])?.is_section_only());
    /// assert!(!OutputSelection::of(["section.svg", "preview"])?.is_section_only());
    /// # Ok::<(), transect_report::outputs::OutputError>(())
    /// ```
    #[must_use]
    pub fn is_section_only(&self) -> bool {
        let outputs = self.0.iter().flat_map(|chosen| chosen.outputs);
        outputs
            .into_iter()
            .all(|output| CutOutput::SECTION.contains(output))
    }

    /// Returns the names of the files that the selected outputs may write, for [`transect_io::Outputs::check`].
    #[must_use]
    pub fn files(&self, format: Format) -> Vec<String> {
        let outputs = CutOutput::ALL.into_iter();
        let outputs = outputs.filter(|&output| self.contains(output));
        outputs.flat_map(|output| output.files(format)).collect()
    }

    /// Checks the extensions in the names of selected halves. Each of them must be the extension of the format of the
    /// halves.
    ///
    /// # Errors
    /// Returns [`OutputError::OtherFormat`] for the first half whose name has the extension of another format.
    pub fn check_format(&self, format: Format) -> Result<(), OutputError> {
        let other = |chosen: &&Chosen| chosen.format.is_some_and(|named| named != format);
        match self.0.iter().find(other) {
            Some(Chosen {
                name,
                format: Some(named),
                ..
            }) => Err(OutputError::OtherFormat {
                name: name.clone(),
                format,
                named: *named,
            }),
            _ => Ok(()),
        }
    }

    /// Checks that each selected name stands for at least one output that a table of boxes has: [`CutOutput::Objects`]
    /// or [`CutOutput::Report`].
    ///
    /// # Errors
    /// Returns [`OutputError::NotOfTables`] for the first name that stands for neither the table of objects nor the
    /// report.
    pub fn check_table(&self) -> Result<(), OutputError> {
        let of_tables = [CutOutput::Objects, CutOutput::Report];
        let has_none = |chosen: &&Chosen| {
            !chosen
                .outputs
                .iter()
                .any(|output| of_tables.contains(output))
        };
        match self.0.iter().find(has_none) {
            Some(Chosen { name, .. }) => Err(OutputError::NotOfTables { name: name.clone() }),
            None => Ok(()),
        }
    }
}

/// Parses the name of a file or of a group.
fn chosen(name: &str) -> Result<Chosen, OutputError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(OutputError::Empty);
    }
    let group = CutOutput::GROUPS.into_iter().find(|group| group.0 == name);
    let all: &'static [CutOutput] = &CutOutput::ALL;
    let output = |wanted: &str| {
        let found = all.iter().position(|output| output.name() == wanted)?;
        Some(&all[found..=found])
    };
    let half = || {
        let (stem, extension) = name.split_once('.')?;
        let mut formats = FORMATS.into_iter();
        let format = formats.find(|format| format.extension() == extension)?;
        let is_half = ["front", "back"].contains(&stem);
        Some((output(stem).filter(|_| is_half)?, Some(format)))
    };
    let found = group
        .map(|(_, outputs)| outputs)
        .or_else(|| output(name))
        .map(|outputs| (outputs, None))
        .or_else(half);
    match found {
        Some((outputs, format)) => Ok(Chosen {
            name: name.into(),
            outputs,
            format,
        }),
        None => Err(OutputError::Unknown { name: name.into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_output_and_each_group_has_a_name() {
        for output in CutOutput::ALL {
            let alone = OutputSelection::of([output.name()]).expect("a name");
            for other in CutOutput::ALL {
                assert_eq!(alone.contains(other), other == output);
            }
        }
        for (name, outputs) in CutOutput::GROUPS {
            let group = OutputSelection::of([name]).expect("a group");
            let selected = CutOutput::ALL.into_iter().filter(|&o| group.contains(o));
            assert_eq!(selected.collect::<Vec<_>>(), outputs, "{name}");
        }
        assert_eq!(OutputSelection::of(["all"]), Ok(OutputSelection::default()));
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
        assert_eq!(OutputSelection::of([""]), Err(OutputError::Empty));
        assert_eq!(OutputSelection::of([]), Err(OutputError::Empty));
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
        for stranger in ["front.svg", "section.stl", "report.glb"] {
            assert!(OutputSelection::of([stranger]).is_err(), "{stranger}");
        }
    }
}
