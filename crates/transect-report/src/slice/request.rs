//! A request to slice files, and the task that begins with it.

use transect::Frame;
use transect_draw::{CollinearPoints, Crs, Fonts, Paper, Theme, Up, class_of};
use transect_io::CommonLayerEncoding;

use crate::heights::{AtLayer, HeightRule};
use crate::request::Folder;
use crate::section_rule::SectionRule;
use crate::selection::ObjectSelection;
use crate::slice::labels::Direction;
use crate::slice::outputs::SliceSelection;
use crate::storeys::storey::Storeys;
use crate::upright::upright;
use crate::user_error::UserError;
use transect::decimal::Decimal;

/// A request to slice: the direction, the heights, the objects, and the properties of the outputs.
#[derive(Clone, Debug)]
pub struct SliceRequest {
    /// The direction in which heights are measured.
    pub direction: Direction,
    /// The rule that gives the heights.
    pub heights: HeightRule,
    /// The place in a layer where its section is taken. With `None`, a step and a list give planes without thickness,
    /// and the sections of a count are in the middle of its layers.
    pub at_layer: Option<AtLayer>,
    /// `true` if heights move onto coordinates of vertices that are at most half a unit in the last place of the file
    /// away. Only heights along an axis move.
    pub snaps: bool,
    /// The rules by which sections are taken. That for points on a plane selects one of the two one-sided limits of
    /// each section: as the plane is approached from behind, or from the front.
    pub rule: SectionRule,
    /// The objects to slice.
    pub selection: ObjectSelection,
    /// The unit of the coordinates. `None` means the unit that the files name.
    pub unit: Option<String>,
    /// The axis that points up in the model. Drawings are turned accordingly.
    pub up: Up,
    /// The coordinate reference system of the coordinates in the layers, for maps.
    pub crs: Option<Crs>,
    /// The colours, hatches and lines of drawings.
    pub theme: Theme,
    /// The fonts of `plans.pdf` for characters that the built-in font lacks.
    pub fonts: Fonts,
    /// The treatment of collinear points in drawings and files of the layers.
    pub collinear: CollinearPoints,
    /// The classes of objects that are not drawn. The class of an object is the part of its name before a slash.
    pub hidden: Vec<String>,
    /// The rule that decides whether the model is drawn as terrain.
    pub terrain: TerrainRule,
    /// The encoding of `layers.cli`, and the length in millimetres of which its coordinates are multiples.
    pub common_layers: (CommonLayerEncoding, f64),
    /// The raster of the masks.
    pub masks: MaskRequest,
    /// The storeys, if the layers are the plans of storeys.
    pub storeys: Option<Storeys>,
    /// `true` if the drawings of layers have dimensions.
    pub has_dimensions: bool,
    /// The paper of the drawings of layers. `None` means a page for screens, and A4 for `plans.pdf`.
    pub paper: Option<Paper>,
    /// The folder to write to and the files to write, if files are written.
    pub outputs: Option<SliceOutputs>,
}

/// The raster of the masks: black-and-white pictures for resin printers, one per layer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MaskRequest {
    /// The size of a pixel, in the unit of the model. It is required if masks are written.
    pub pixel: Option<f64>,
    /// The least and the greatest corner of the raster. `None` means the bounding rectangle of the drawn objects.
    pub window: Option<[[f64; 2]; 2]>,
    /// Two flags: the first is `true` if left and right are exchanged, the second if top and bottom are exchanged.
    pub mirrored: [bool; 2],
}

/// The rule that decides whether a model is drawn as terrain: contours of its upper surface alone, with hill shading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TerrainRule {
    /// The shape of the model decides.
    #[default]
    Automatic,
    /// The model is drawn as terrain.
    Always,
    /// The model is not drawn as terrain.
    Never,
}

impl TerrainRule {
    /// The rules and their names.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("auto", Self::Automatic),
        ("always", Self::Always),
        ("never", Self::Never),
    ];
}

/// The outputs of slicing: a folder, and the files to write into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceOutputs {
    /// The folder to write to.
    pub folder: Folder,
    /// The files to write.
    pub files: SliceSelection,
}

impl SliceRequest {
    /// Returns a request to slice all objects, with default properties and without outputs.
    #[must_use]
    pub fn new(direction: Direction, heights: HeightRule) -> Self {
        Self {
            direction,
            heights,
            at_layer: None,
            snaps: false,
            rule: SectionRule::default(),
            selection: ObjectSelection::default(),
            unit: None,
            up: Up::default(),
            crs: None,
            theme: Theme::light(),
            fonts: Fonts::default(),
            collinear: CollinearPoints::LeftOut,
            hidden: Vec::new(),
            terrain: TerrainRule::Automatic,
            common_layers: (CommonLayerEncoding::Binary, 0.001),
            masks: MaskRequest::default(),
            storeys: None,
            has_dimensions: false,
            paper: None,
            outputs: None,
        }
    }

    /// Returns the request whose layers are the plans of these storeys.
    ///
    /// # Errors
    /// Returns [`UserError`] if the height of a plan has too many digits.
    pub fn of_storeys(self, storeys: Storeys) -> Result<Self, UserError> {
        let plans = storeys.list.iter();
        let heights: Result<Vec<Decimal>, _> = plans
            .map(|storey| storey.plan.to_string().parse())
            .collect();
        let heights = heights.map_err(|error| {
            UserError::with_hint(
                format!("--storeys: the height of a plan: {error}"),
                "give the heights with --heights",
            )
        })?;
        Ok(Self {
            direction: Direction::Axis(storeys.axis),
            up: storeys.up(),
            heights: HeightRule::At(heights),
            storeys: Some(storeys),
            ..self
        })
    }

    /// Returns the frame of a plane perpendicular to the direction. In the frames of planes at different heights, a
    /// point has the same two coordinates.
    pub(crate) fn frame(&self) -> Option<Frame> {
        Some(upright(&self.direction.plane(0.0)?, self.up))
    }

    pub(crate) fn hides(&self, name: &str) -> bool {
        self.hidden.iter().any(|hidden| hidden == class_of(name))
    }
}
