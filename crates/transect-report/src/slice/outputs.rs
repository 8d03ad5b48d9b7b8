//! The files that `transect slice` can write, and the selection of the files to write.

use transect_draw::mask_name;

use crate::output_selection::{NamedOutput, Selection};

/// A file, or a folder of files, that `transect slice` can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SliceOutput {
    /// One SVG drawing per layer, in the folder `layers`.
    Layers,
    /// All layers side by side, `sheet.svg`.
    Sheet,
    /// All layers as contour lines on one page, `contours.svg`.
    Contours,
    /// The drawings of all layers on paper, one page per sheet: `plans.pdf`.
    PlansPdf,
    /// The drawings of all layers side by side for CAD: `plans.dxf`.
    PlansDxf,
    /// The contour lines as GeoJSON, `contours.geojson`.
    ContourLines,
    /// The sections of all layers as DXF, one DXF layer per height: `layers.dxf`.
    Dxf,
    /// The sections of all layers as GeoJSON polygons with their heights: `layers.geojson`.
    GeoJson,
    /// The sections of all layers as well-known binary with a third coordinate: `layers.wkb`.
    Wkb,
    /// The layers for machines that build parts, in the Common Layer Interface: `layers.cli`.
    CommonLayers,
    /// One black-and-white picture per layer for resin printers, in the folder `masks`.
    Masks,
    /// The pictures of [`SliceOutput::Masks`] in one file, `masks.zip`.
    MaskArchive,
    /// The table of layers, `layers.csv`.
    Table,
    /// The report as JSON, `layers.json`.
    Report,
}

impl SliceOutput {
    /// All outputs, in the order in which reports list them.
    pub const ALL: [Self; 14] = [
        Self::Layers,
        Self::Sheet,
        Self::Contours,
        Self::PlansPdf,
        Self::PlansDxf,
        Self::ContourLines,
        Self::Dxf,
        Self::GeoJson,
        Self::Wkb,
        Self::CommonLayers,
        Self::Masks,
        Self::MaskArchive,
        Self::Table,
        Self::Report,
    ];

    /// The outputs that are written if none are selected: two drawings, the table and the report, each of all layers.
    pub const DEFAULT: [Self; 4] = [Self::Sheet, Self::Contours, Self::Table, Self::Report];

    /// The outputs that are written for storeys if `--write` is not given.
    pub const STOREYS: [Self; 5] = [
        Self::Layers,
        Self::PlansPdf,
        Self::PlansDxf,
        Self::Table,
        Self::Report,
    ];

    /// The outputs that are drawn on the paper of `--paper`.
    pub const ON_PAPER: [Self; 2] = [Self::Layers, Self::PlansPdf];

    /// The outputs that show dimensions.
    pub const DIMENSIONED: [Self; 3] = [Self::Layers, Self::PlansPdf, Self::PlansDxf];

    /// The names of groups of outputs, with the outputs of each group. No group contains the masks, because masks need
    /// the size of a pixel. No group contains `plans.pdf` and `plans.dxf`, which are for few layers.
    pub const GROUPS: [(&str, &[Self]); 3] = [
        (
            "drawings",
            &[Self::Layers, Self::Sheet, Self::Contours, Self::Dxf],
        ),
        (
            "data",
            &[
                Self::ContourLines,
                Self::GeoJson,
                Self::Wkb,
                Self::Table,
                Self::Report,
            ],
        ),
        (
            "all",
            &[
                Self::Layers,
                Self::Sheet,
                Self::Contours,
                Self::ContourLines,
                Self::Dxf,
                Self::GeoJson,
                Self::Wkb,
                Self::CommonLayers,
                Self::Table,
                Self::Report,
            ],
        ),
    ];

    /// Returns the name of the file or of the folder.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Layers => "layers",
            Self::Sheet => "sheet.svg",
            Self::Contours => "contours.svg",
            Self::PlansPdf => "plans.pdf",
            Self::PlansDxf => "plans.dxf",
            Self::ContourLines => "contours.geojson",
            Self::Dxf => "layers.dxf",
            Self::GeoJson => "layers.geojson",
            Self::Wkb => "layers.wkb",
            Self::CommonLayers => "layers.cli",
            Self::Masks => "masks",
            Self::MaskArchive => "masks.zip",
            Self::Table => "layers.csv",
            Self::Report => "layers.json",
        }
    }

    /// Returns the names of the files of this output, for a number of layers. A file in a folder has the name of the
    /// folder and a slash before its own name.
    #[must_use]
    pub fn files(self, layers: usize) -> Vec<String> {
        match self {
            Self::Layers => (0..layers).map(|index| layer_file(index, layers)).collect(),
            Self::Masks => {
                let name = |index| format!("{}/{}", self.name(), mask_name(index, layers));
                (0..layers).map(name).collect()
            }
            _ => vec![self.name().into()],
        }
    }
}

/// Returns the name of the drawing of a layer, such as `layers/layer-007.svg` for the index 6 of 100 layers. The number
/// in the name is counted from 1. It has as many digits as the number of layers, so the names sort in the order of
/// layers.
#[must_use]
pub fn layer_file(index: usize, layers: usize) -> String {
    let digits = layers.to_string().len();
    format!("layers/layer-{:0digits$}.svg", index + 1)
}

/// The selection of the files that `transect slice` writes.
///
/// ```
/// use transect_report::slice::outputs::{SliceOutput, SliceSelection};
/// let selection = SliceSelection::of(["sheet.svg", "data"])?;
/// assert!(selection.contains(SliceOutput::Sheet) && selection.contains(SliceOutput::Table));
/// assert!(!selection.contains(SliceOutput::Layers));
/// # Ok::<(), transect_report::output_selection::OutputError>(())
/// ```
pub type SliceSelection = Selection<SliceOutput>;

impl SliceSelection {
    /// Returns [`SliceOutput::STOREYS`] as a selection.
    #[must_use]
    pub fn of_storeys() -> Self {
        Self::of_outputs("storeys", &SliceOutput::STOREYS)
    }

    /// Returns the names of the files of the selected outputs, for [`transect_io::Outputs::check`]. `layers` is the
    /// number of layers. `solid_layers` is the number of layers that masks show, which may differ from `layers`.
    #[must_use]
    pub fn files(&self, layers: usize, solid_layers: usize) -> Vec<String> {
        let layers = |output| match output {
            SliceOutput::Masks => solid_layers,
            _ => layers,
        };
        self.outputs()
            .flat_map(|output| output.files(layers(output)))
            .collect()
    }
}

impl NamedOutput for SliceOutput {
    const COMMAND: &'static str = "transect slice";
    const ALL: &'static [Self] = &Self::ALL;
    const DEFAULT: &'static [Self] = &Self::DEFAULT;
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
        assert_named::<SliceOutput>();
        let error = SliceSelection::of(["sheet.sgv"]).expect_err("a slip");
        assert!(
            error
                .hint()
                .starts_with("is sheet.svg meant? outputs: layers, ")
        );
    }

    #[test]
    fn files_of_layers_sort_by_their_names() {
        assert_eq!(layer_file(0, 9), "layers/layer-1.svg");
        assert_eq!(layer_file(6, 100), "layers/layer-007.svg");
        let all = SliceSelection::of(["layers", "layers.csv"]).expect("names");
        assert_eq!(
            all.files(2, 9),
            ["layers/layer-1.svg", "layers/layer-2.svg", "layers.csv"]
        );
    }
}
