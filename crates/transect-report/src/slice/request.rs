//! A request to slice files, the layers that it gives, and their drawings.

use transect::mesh::{Mesh, Sections};
use transect::scene::{Encoding, Scene, SceneIndex};
use transect::{Frame, Plane, Side};
use transect_draw::{ContourLine, Crs, Drawing, Item, Theme, class_of};
use transect_io::{CommonLayerEncoding, Document};

use crate::file_name::file_name;
use crate::heights::{AtLayer, HeightRule, LayerHeight};
use crate::numbers::counted;
use crate::on_plane::OnPlaneRule;
use crate::report::SourceReport;
use crate::request::Folder;
use crate::selection::ObjectSelection;
use crate::slice::labels::{Direction, Labels};
use crate::slice::layer_report::LayerReport;
use crate::slice::outputs::SliceSelection;
use crate::slice::section_lines::lines;
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

/// The selected objects in world coordinates, and the heights of the layers.
pub struct SliceTask<'r> {
    request: &'r SliceRequest,
    index: SceneIndex,
    objects: Vec<SlicedObject>,
    /// The layers in ascending order.
    pub layers: Vec<LayerHeight>,
    /// The layers with a thickness, for machines. If the request names no place in a layer, the sections of a step are
    /// taken in the middle of the layers between its planes. Heights of a list have no thickness.
    pub solid_layers: Vec<LayerHeight>,
    /// The texts of the heights.
    pub labels: Labels,
    /// The least and the greatest height of the selected objects.
    pub range: [f64; 2],
    /// The totals of the selected objects.
    pub totals: Totals,
    /// The unit of all coordinates, if there is one.
    pub unit: Option<String>,
    /// The input files.
    pub source: Vec<SourceReport>,
    /// The drawing of a layer without items and without a plane.
    head: Drawing,
}

/// An object to slice.
struct SlicedObject {
    name: String,
    color: Option<[f64; 4]>,
    is_closed: bool,
    /// The volume and the centroid of the whole object.
    whole: (f64, Option<[f64; 3]>),
}

/// A layer: its plane, and the sections of the objects that the plane meets.
pub struct Layer {
    /// The height of the section, and the faces of the layer.
    pub at: LayerHeight,
    /// The plane of the section.
    pub plane: Plane,
    /// The index of each object that the plane meets, among the selected objects, and its sections.
    pub sections: Vec<(usize, Sections)>,
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
    /// let layer = task.layer(task.layers[0])?;
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
        let scene = selected(&document.scene, &wanted);
        let index = SceneIndex::new(&scene)?;
        let objects: Vec<SlicedObject> = index
            .nodes()
            .iter()
            .zip(index.objects())
            .map(|(&node, placed)| SlicedObject::of(&scene, node, placed.mesh()))
            .collect();
        let range = self.range(&index);
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
        let head = self.head(&source, unit.clone(), &index, &objects);
        Ok(SliceTask {
            request: self,
            index,
            objects,
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
    fn range(&self, index: &SceneIndex) -> [f64; 2] {
        let meshes = index.objects().iter();
        let points = meshes.flat_map(|placed| placed.mesh().positions());
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
        index: &SceneIndex,
        objects: &[SlicedObject],
    ) -> Drawing {
        let files: Vec<String> = source
            .iter()
            .map(|source| file_name(&source.path))
            .collect();
        let frame = self.frame();
        let drawn = objects.iter().zip(index.objects());
        let drawn = drawn.filter(|(object, _)| !self.hides(&object.name));
        let mut window: Option<[[f64; 2]; 2]> = None;
        for point in drawn.flat_map(|(_, placed)| placed.mesh().positions()) {
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

/// Returns the scene without the meshes of nodes that are not wanted.
fn selected(scene: &Scene, wanted: &[bool]) -> Scene {
    let mut scene = scene.clone();
    for (node, wanted) in scene.nodes.iter_mut().zip(wanted) {
        if !wanted {
            node.mesh = None;
        }
    }
    scene
}

impl SlicedObject {
    fn of(scene: &Scene, node: usize, placed: &Mesh) -> Self {
        let mesh = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]);
        let material = mesh.and_then(|mesh| mesh.parts.first()?.material);
        Self {
            name: scene.nodes[node].name.clone(),
            color: material.and_then(|material| Some(scene.materials.get(material)?.color)),
            is_closed: placed.boundary().is_closed(),
            whole: (placed.volume(), placed.centroid()),
        }
    }
}

impl SliceTask<'_> {
    /// Returns a layer: the sections of all objects that its plane meets. They equal the sections of a single cut by
    /// this plane.
    ///
    /// # Errors
    /// Returns [`UserError`] if the plane has coefficients that are not finite.
    pub fn layer(&self, at: LayerHeight) -> Result<Layer, UserError> {
        let plane = self.request.direction.plane(at.height);
        let plane = plane
            .ok_or_else(|| UserError::new(format!("no plane has the height {}", at.height)))?;
        Ok(Layer {
            at,
            plane,
            sections: self.index.sections(&plane),
        })
    }

    /// Returns the drawing of a layer. All drawings of a task have the same window.
    #[must_use]
    pub fn drawing(&self, layer: &Layer) -> Drawing {
        let side = self.request.on_plane.side();
        let mut items = Vec::new();
        let mut frame = Frame::of(&layer.plane);
        for (index, sections) in &layer.sections {
            let section = sections.counting_on_as(side);
            let object = &self.objects[*index];
            frame = section.frame;
            let chains = section.open_chains.iter();
            items.push(Item {
                name: object.name.clone(),
                index: *index,
                color: object.color,
                loops: (0..section.loops.len())
                    .map(|place| section.loop_2d(place))
                    .collect(),
                polygons: section.polygons(),
                chains: chains
                    .map(|chain| chain.iter().map(|point| frame.to_2d(point)).collect())
                    .collect(),
                area: section.area(),
            });
        }
        Drawing {
            plane: match self.request.direction {
                Direction::Axis(_) => layer.plane.to_string(),
                Direction::Normal(_) => format!("height {}", self.labels.drawn(layer.at.height)),
            },
            counts: format!(
                "{} of {} cut",
                items.len(),
                counted(self.objects.len(), "object")
            ),
            frame: Some([frame.origin(), frame.u(), frame.v()]),
            items,
            ..self.head.clone()
        }
    }

    /// Returns the drawing of a layer without items and without a plane.
    #[must_use]
    pub fn head(&self) -> &Drawing {
        &self.head
    }

    /// Returns the row of a layer in the report. The volume takes longer than the other numbers, so it is computed only
    /// if `with_volume` is set.
    #[must_use]
    pub fn report(&self, layer: &Layer, with_volume: bool) -> LayerReport {
        let rule = self.request.on_plane;
        let limit = |rule: OnPlaneRule| {
            let sections = layer.sections.iter();
            sections.map(move |(_, sections)| sections.counting_on_as(rule.side()))
        };
        let (volume_behind, centroid_behind) = with_volume
            .then(|| self.behind(&layer.plane))
            .flatten()
            .unzip();
        LayerReport {
            height: layer.at.height,
            bottom: layer.at.faces.map(|[bottom, _]| bottom),
            top: layer.at.faces.map(|[_, top]| top),
            objects: layer.sections.len(),
            loops: limit(rule).map(|section| section.loops.len()).sum(),
            holes: limit(rule)
                .map(|section| section.loops.iter().filter(|own| own.is_hole).count())
                .sum(),
            open_chains: limit(rule).map(|section| section.open_chains.len()).sum(),
            area: limit(rule).fold(0.0, |sum, section| sum + section.area()),
            area_other_limit: limit(rule.other()).fold(0.0, |sum, section| sum + section.area()),
            perimeter: limit(rule).fold(0.0, |sum, section| sum + section.perimeter()),
            volume_behind,
            centroid_behind: centroid_behind.flatten(),
        }
    }

    /// Returns the volume and the centroid behind a plane, summed over the closed objects. Without closed objects,
    /// returns `None`.
    fn behind(&self, plane: &Plane) -> Option<(f64, Option<[f64; 3]>)> {
        let sides = self.index.sides(plane).into_iter();
        let parts = sides.zip(self.objects.iter().zip(self.index.objects()));
        let mut is_known = false;
        let (mut volume, mut moment) = (0.0, [0.0; 3]);
        for (side, (object, placed)) in parts.filter(|(_, (object, _))| object.is_closed) {
            is_known = true;
            let (own, centroid) = match side {
                Some(Side::Back) => object.whole,
                Some(Side::On) => {
                    let behind = placed.mesh().moments_behind(plane);
                    (behind.volume, behind.centroid)
                }
                _ => continue,
            };
            volume += own;
            let centroid = centroid.unwrap_or([0.0; 3]);
            moment = [0, 1, 2].map(|axis| moment[axis] + own * centroid[axis]);
        }
        let centroid = (volume > 0.0).then(|| moment.map(|part| part / volume));
        is_known.then_some((volume, centroid))
    }

    /// Returns the number of closed and of open objects.
    #[must_use]
    pub fn closed_and_open(&self) -> [usize; 2] {
        let closed = self
            .objects
            .iter()
            .filter(|object| object.is_closed)
            .count();
        [closed, self.objects.len() - closed]
    }

    /// Returns the loops and the open chains of the drawn objects of a layer, as contour lines.
    #[must_use]
    pub fn lines(&self, layer: &Layer) -> Vec<ContourLine> {
        let side = self.request.on_plane.side();
        let sections = layer.sections.iter();
        let drawn = sections.filter(|(index, _)| !self.request.hides(&self.objects[*index].name));
        drawn
            .flat_map(|(_, sections)| lines(sections.counting_on_as(side)))
            .collect()
    }

    /// Returns the direction in which heights are measured.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.request.direction
    }

    /// Returns the step between two heights as text, if the heights have a common step that was given.
    #[must_use]
    pub fn step(&self) -> Option<String> {
        match &self.request.heights {
            HeightRule::Step { step, .. } => step.to_f64().map(|step| step.to_string()),
            _ => None,
        }
    }

    /// Returns the integer k such that the first height is about k steps above zero; 0 without a step.
    #[must_use]
    pub fn first_multiple(&self) -> i64 {
        let step = match &self.request.heights {
            HeightRule::Step { step, .. } => step.to_f64(),
            _ => None,
        };
        let first = self
            .layers
            .first()
            .map(|layer| layer.faces.map_or(layer.height, |[bottom, _]| bottom));
        match (step, first) {
            (Some(step), Some(first)) => (first / step).round() as i64,
            _ => 0,
        }
    }

    /// Returns the names of the objects.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.objects.iter().map(|object| &*object.name)
    }

    /// Returns the meshes of the drawn objects in world coordinates.
    pub(crate) fn drawn_meshes(&self) -> impl Iterator<Item = &Mesh> {
        let drawn = self.objects.iter().zip(self.index.objects());
        let drawn = drawn.filter(|(object, _)| !self.request.hides(&object.name));
        drawn.map(|(_, placed)| placed.mesh())
    }

    /// Returns the request.
    #[must_use]
    pub fn request(&self) -> &SliceRequest {
        self.request
    }
}
