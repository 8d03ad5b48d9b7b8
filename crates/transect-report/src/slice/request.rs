//! A request to slice files, the layers that it gives, and their drawings.

use std::sync::OnceLock;

use transect::Frame;
use transect::mesh::Mesh;
use transect::scene::{Encoding, Scene};
use transect_draw::{Crs, Drawing, Theme, class_of};
use transect_io::{CommonLayerEncoding, Document};

use crate::file_name::file_name;
use crate::heights::{AtLayer, HeightRule};
use crate::on_plane::OnPlaneRule;
use crate::report::SourceReport;
use crate::request::Folder;
use crate::selection::ObjectSelection;
use crate::slice::labels::{Direction, Labels};
use crate::slice::outputs::SliceSelection;
use crate::slice::task::{SliceTask, SlicedObject, meshes, placed};
use crate::totals::Totals;
use crate::unit::unit_of;
use crate::user_error::UserError;

/// A request to slice: the direction, the heights, the objects, and the properties of the outputs.
#[derive(Clone, Debug)]
pub struct SliceRequest {
    /// The direction in which heights are measured.
    pub direction: Direction,
    /// The rule that gives the heights.
    pub heights: HeightRule,
    /// The place in a layer where its section is taken; `None` for planes without thickness.
    pub at_layer: Option<AtLayer>,
    /// The rule for points on a plane. It selects one of the two one-sided limits of each section.
    pub on_plane: OnPlaneRule,
    /// The objects to slice.
    pub selection: ObjectSelection,
    /// The unit of the coordinates. `None` means the unit that the files have.
    pub unit: Option<String>,
    /// The coordinate reference system of x and y, for maps.
    pub crs: Option<Crs>,
    /// The colours, hatches and lines of drawings.
    pub theme: Theme,
    /// The classes of objects that are not drawn.
    pub hidden: Vec<String>,
    /// The rule for hill shading and for contours of terrain alone.
    pub terrain: TerrainRule,
    /// The encoding of `layers.cli`, and its unit in millimetres.
    pub common_layers: (CommonLayerEncoding, f64),
    /// The raster of masks.
    pub masks: MaskRequest,
    /// The folder to write to and the files to write, if files are written.
    pub outputs: Option<SliceOutputs>,
}

/// The raster of masks for resin printers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MaskRequest {
    /// The size of a pixel, in the unit of the model. Masks need it.
    pub pixel: Option<f64>,
    /// The least and the greatest coordinates of the raster; `None` means those of the drawn objects.
    pub window: Option<[[f64; 2]; 2]>,
    /// `true` if left and right are exchanged, and `true` if top and bottom are exchanged.
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

/// The outputs of slicing: a folder, and the files to write into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceOutputs {
    /// The folder to write to.
    pub folder: Folder,
    /// The files to write.
    pub files: SliceSelection,
}

impl SliceRequest {
    /// Places the selected objects in the world and computes the heights.
    ///
    /// ```
    /// use transect_report::slice::labels::Direction;
    /// use transect_report::slice::request::SliceRequest;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("wedge.obj");
    /// # std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")?;
    /// let document = transect_io::read(&[path])?;
    /// let request = SliceRequest::new(Direction::Axis(2), transect_report::heights::HeightRule::At(vec!["0.5".parse()?]));
    /// let task = request.begin(&document)?;
    /// let layer = task.layers_at(&task.layers)?.next().expect("a layer");
    /// assert_eq!(task.report(&layer, false).area, 0.125);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if the patterns match no object, there are no triangles, coordinates are too large, or the
    /// heights are not valid.
    pub fn begin(&self, document: &Document) -> Result<SliceTask<'_>, UserError> {
        let unit = unit_of(document, self.unit.as_deref())?;
        let wanted = self.selection.nodes(&document.scene, |_| true)?;
        let totals = Totals::of(&document.scene, &wanted, Encoding::Double)?;
        let (world, objects) = placed(&document.scene, &wanted)?;
        let range = self.range(meshes(&world));
        let layers = self.heights.layers(range, self.at_layer)?;
        let solid = match (&self.heights, self.at_layer) {
            (HeightRule::At(_), _) | (_, Some(_)) => None,
            _ => self.heights.layers(range, Some(AtLayer::Middle)).ok(),
        };
        let solid_layers = solid.unwrap_or_else(|| layers.clone());
        let labels = Labels::of(layers.iter().map(|layer| layer.height));
        let sources = document.sources.iter();
        let source: Vec<_> = sources
            .map(|source| SourceReport::of(source, unit.as_deref()))
            .collect();
        let head = self.head(&source, unit.clone(), &world, &objects);
        Ok(SliceTask {
            request: self,
            world,
            objects,
            curves: OnceLock::new(),
            layers,
            solid_layers,
            labels,
            range,
            totals,
            unit,
            source,
            head,
        })
    }

    /// Returns a request to slice all objects, with default properties and without outputs.
    #[must_use]
    pub fn new(direction: Direction, heights: HeightRule) -> Self {
        Self {
            direction,
            heights,
            at_layer: None,
            on_plane: OnPlaneRule::Front,
            selection: ObjectSelection::default(),
            unit: None,
            crs: None,
            theme: Theme::light(),
            hidden: Vec::new(),
            terrain: TerrainRule::Automatic,
            common_layers: (CommonLayerEncoding::Binary, 0.001),
            masks: MaskRequest::default(),
            outputs: None,
        }
    }

    /// Returns the frame of a plane across the direction. The two coordinates of a point do not depend on the height.
    pub(crate) fn frame(&self) -> Option<Frame> {
        Some(Frame::of(&self.direction.plane(0.0)?))
    }

    /// Returns the least and the greatest height of all vertices.
    fn range<'m>(&self, meshes: impl Iterator<Item = &'m Mesh>) -> [f64; 2] {
        let points = meshes.flat_map(Mesh::positions);
        points.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], point| {
            let height = self.direction.height(point);
            [low.min(height), high.max(height)]
        })
    }

    /// Returns the drawing of a layer without items and without a plane. Its window contains all drawn objects.
    fn head(
        &self,
        source: &[SourceReport],
        unit: Option<String>,
        world: &Scene,
        objects: &[SlicedObject],
    ) -> Drawing {
        let files: Vec<String> = source
            .iter()
            .map(|source| file_name(&source.path))
            .collect();
        let frame = self.frame();
        let drawn = objects.iter().zip(meshes(world));
        let drawn = drawn.filter(|(object, _)| !self.hides(&object.name));
        let mut window: Option<[[f64; 2]; 2]> = None;
        for point in drawn.flat_map(|(_, mesh)| mesh.positions()) {
            let Some([u, v]) = frame.map(|frame| frame.to_2d(point)) else {
                continue;
            };
            let [low, high] = window.unwrap_or([[u, v]; 2]);
            window = Some([
                [low[0].min(u), low[1].min(v)],
                [high[0].max(u), high[1].max(v)],
            ]);
        }
        Drawing {
            title: files.join(", "),
            unit,
            axes: frame.map_or_else(Default::default, |frame| frame.names().map(String::from)),
            crs: self.crs,
            window,
            hidden_classes: self.hidden.clone(),
            theme: self.theme.clone(),
            ..Drawing::default()
        }
    }

    pub(crate) fn hides(&self, name: &str) -> bool {
        self.hidden.iter().any(|hidden| hidden == class_of(name))
    }
}
