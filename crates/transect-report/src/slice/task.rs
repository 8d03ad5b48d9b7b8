//! The work of slicing: the objects in world coordinates, their layers, and the drawing and the numbers of a layer.

use std::sync::OnceLock;

use transect::Plane;
use transect_draw::{ContourLine, Drawing, DrawnClasses, Item};
use transect_io::Document;
use transect_mesh::scene::{Encoding, Scene, SceneLayer};
use transect_mesh::{Curve, Mesh, Sections, WeldChanges};

use crate::drawing::item;
use crate::file_name::file_name;
use crate::heights::{AtLayer, HeightRule, LayerHeight, last_place};
use crate::numbers::objects_cut;
use crate::placed::{PlacedObject, meshes, placed};
use crate::report::SourceReport;
use crate::section_rule::SectionMeasures;
use crate::slice::labels::{Direction, Labels};
use crate::slice::layer_report::LayerReport;
use crate::slice::request::SliceRequest;
use crate::slice::section_lines::lines;
use crate::snap::{Moved, snap_layers};
use crate::storeys::storey::Storey;
use crate::totals::Totals;
use crate::unit::{Units, unit_of};
use crate::upright::upright;
use crate::user_error::UserError;

/// The selected objects in world coordinates, and the heights of the layers.
pub struct SliceTask<'r> {
    pub(super) request: &'r SliceRequest,
    /// The selected objects in world coordinates. The node and the mesh of an object have the same index as the object
    /// in `objects`.
    pub(super) world: Scene,
    pub(super) objects: Vec<PlacedObject>,
    /// The volumes behind planes, computed when they are first needed.
    pub(super) volumes: OnceLock<VolumesBehind>,
    /// The layers in ascending order.
    pub layers: Vec<LayerHeight>,
    /// The layers for `layers.cli` and the masks. They equal `layers`, unless the heights come from a step and the
    /// request names no place in a layer. In this case, `layers` are planes at the heights of the step, and the layers
    /// here lie between these heights, with their sections in the middle.
    pub solid_layers: Vec<LayerHeight>,
    /// The heights that moved onto vertices, if the request says so.
    pub moved: Moved,
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
    /// The properties that the drawings of all layers share, as a drawing without items and without a plane.
    pub(super) head: Drawing,
}

/// The volumes behind planes of closed objects.
pub(super) struct VolumesBehind {
    /// The volume and the centroid behind the plane, as functions of its height, for each closed object whose volume is
    /// known. `None` if there is no such object, or if coordinates are too large for volumes.
    curves: Option<Vec<Curve>>,
    /// The number of closed objects whose volume is not known.
    unknown: usize,
}

/// Returns the largest magnitude of a coordinate.
fn largest(world: &Scene) -> f64 {
    let bounds = meshes(world).filter_map(Mesh::bounds);
    let corners = bounds.flat_map(|bounds| [bounds.min(), bounds.max()]);
    corners.flatten().fold(0.0, |most, own| most.max(own.abs()))
}

/// A layer: its plane, and the sections of the objects that the plane meets.
pub struct Layer {
    /// The height of the section, and the heights of the layer's faces if it has a thickness.
    pub at: LayerHeight,
    /// The plane of the section.
    pub plane: Plane,
    /// For each object that the plane meets, its index among the selected objects, and its sections.
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
        self.check_thickness(range)?;
        let sources = &document.sources;
        let is_single = sources.iter().all(|source| source.single_precision);
        // Rounded coordinates may reach beyond a layer by their last digit, which is not worth another layer.
        let covered = self
            .heights
            .covered(range, last_place(largest(&world), is_single));
        let mut layers = match self.at_layer {
            None => self.heights.layers(range, None)?,
            at => self.heights.layers(covered, at)?,
        };
        let solid = match (&self.heights, self.at_layer) {
            (HeightRule::At(_), _) | (_, Some(_)) => None,
            // A flat model can have planes, but no layers with a thickness.
            _ => self.heights.layers(covered, Some(AtLayer::Middle)).ok(),
        };
        let mut moved = Moved::default();
        let mut solid_layers = solid.unwrap_or_else(|| layers.clone());
        if let (Direction::Axis(axis), true) = (self.direction, self.snaps) {
            let is_wanted = |node: usize| wanted[node];
            moved = snap_layers(&mut layers, axis, &document.scene, is_wanted);
            snap_layers(&mut solid_layers, axis, &document.scene, is_wanted);
        }
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
            volumes: OnceLock::new(),
            layers,
            solid_layers,
            moved,
            labels,
            range,
            totals,
            unit,
            source,
            head,
        })
    }

    /// Checks that a model has a thickness in the direction, if its layers divide this thickness.
    fn check_thickness(&self, [low, high]: [f64; 2]) -> Result<(), UserError> {
        let ends = match &self.heights {
            HeightRule::Step { from, to, .. } | HeightRule::Count { from, to, .. } => [from, to],
            HeightRule::At(_) => return Ok(()),
        };
        let is_planes = matches!(self.heights, HeightRule::Step { .. }) && self.at_layer.is_none();
        if low != high || is_planes || ends.iter().any(|end| end.is_some()) {
            return Ok(());
        }
        let name = self.direction.name();
        Err(UserError::with_hint(
            format!("the model is flat: {name} is {low} at all vertices, so it has no layers"),
            "use another direction, or give planes with --heights",
        ))
    }

    /// Returns the least and the greatest height of all vertices.
    fn range<'m>(&self, meshes: impl Iterator<Item = &'m Mesh>) -> [f64; 2] {
        let points = meshes.flat_map(Mesh::positions);
        points.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], point| {
            let height = self.direction.height(point);
            [low.min(height), high.max(height)]
        })
    }

    /// Returns the properties that the drawings of all layers share, as a drawing without items and without a plane.
    /// Its window contains all drawn objects.
    fn head(
        &self,
        source: &[SourceReport],
        unit: Option<String>,
        world: &Scene,
        objects: &[PlacedObject],
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
            classes: Some(DrawnClasses::of(
                objects.iter().map(|own| (&*own.name, own.color)),
                &self.hidden,
            )),
            has_dimensions: self.has_dimensions,
            collinear: self.collinear,
            theme: self.theme.clone(),
            fonts: self.fonts.clone(),
            ..Drawing::default()
        }
    }
}

impl SliceTask<'_> {
    /// Returns the layers at these heights, which must be different and in ascending order. A layer has the sections of
    /// all objects that its plane meets. They equal the sections of a single cut by this plane.
    ///
    /// # Errors
    /// Returns [`UserError`] if the direction or a height is not finite.
    pub fn layers_at<'t>(
        &'t self,
        heights: &'t [LayerHeight],
    ) -> Result<impl Iterator<Item = Layer> + 't, UserError> {
        let values: Vec<f64> = heights.iter().map(|at| at.height).collect();
        let direction = self.request.direction.vector();
        let layers = self.world.layers(direction, &values, |_| true);
        let layers = layers.map_err(|error| UserError::new(error.to_string()))?;
        let objects = |layer: SceneLayer| layer.objects.into_iter();
        Ok(heights.iter().zip(layers).map(move |(&at, layer)| Layer {
            at,
            plane: layer.plane,
            sections: objects(layer)
                .map(|object| (object.node, object.sections))
                .collect(),
        }))
    }

    /// Returns the drawing of a layer. All drawings of a task have the same window.
    #[must_use]
    pub fn drawing(&self, layer: &Layer) -> Drawing {
        let rule = self.request.rule;
        let mut items = Vec::new();
        let frame = upright(&layer.plane, self.request.up);
        for (index, sections) in &layer.sections {
            let object = &self.objects[*index];
            items.push(Item {
                index: *index,
                color: object.color,
                ..item(&object.name, rule.limit(sections), rule.inside, &frame)
            });
        }
        let plane = match self.request.direction {
            Direction::Axis(_) => layer.plane.to_string(),
            Direction::Normal(_) => format!("height {}", self.labels.drawn(layer.at.height)),
        };
        let storeys = self.request.storeys.as_ref();
        let storey = storeys.and_then(|storeys| storeys.at(layer.at.height));
        let (title, plane) = match storey {
            Some(storey) => (
                format!("{}, {}", storey.name, self.head.title),
                format!("{plane}, {}", self.above_floor(storey)),
            ),
            None => (self.head.title.clone(), plane),
        };
        Drawing {
            title,
            plane,
            counts: objects_cut(items.len(), self.objects.len()),
            frame: Some([frame.origin(), frame.u(), frame.v()]),
            items,
            ..self.head.clone()
        }
    }

    /// Returns the height of a plan above its floor as text, such as `1.2 m above the floor at z = 0`.
    fn above_floor(&self, storey: &Storey) -> String {
        let floor = self.labels.near(storey.floor);
        let above = self.labels.near(storey.plan - storey.floor);
        let unit = Units::of(self.unit.as_deref()).length;
        let axis = self.request.direction.name();
        format!("{above}{unit} above the floor at {axis} = {floor}")
    }

    /// Returns the properties that the drawings of all layers share, as a drawing without items and without a plane.
    #[must_use]
    pub fn head(&self) -> &Drawing {
        &self.head
    }

    /// Returns the row of a layer in the report. The volume takes longer than the other numbers, so it is computed only
    /// if `with_volume` is set.
    #[must_use]
    pub fn report(&self, layer: &Layer, with_volume: bool) -> LayerReport {
        let rule = self.request.rule;
        let sections = || layer.sections.iter().map(|(_, sections)| sections);
        let limits = || sections().map(|sections| rule.limit(sections));
        let measures = SectionMeasures::total(sections().map(|own| rule.measures(own)));
        let (volume_behind, centroid_behind) = with_volume
            .then(|| self.behind(layer.at.height))
            .flatten()
            .unzip();
        LayerReport {
            height: layer.at.height,
            bottom: layer.at.faces.map(|[bottom, _]| bottom),
            top: layer.at.faces.map(|[_, top]| top),
            objects: layer.sections.len(),
            loops: limits().map(|section| section.loops.len()).sum(),
            holes: limits()
                .map(|section| section.loops.iter().filter(|own| own.is_hole).count())
                .sum(),
            open_chains: limits().map(|section| section.open_chains.len()).sum(),
            area: measures.area,
            area_other_limit: measures.area_other_limit,
            signed_area: measures.signed_area,
            perimeter: measures.perimeter,
            volume_behind,
            centroid_behind: centroid_behind.flatten(),
        }
    }

    /// Returns the volume behind the plane at a height, and its centroid, for all closed objects together. Returns
    /// `None` if no object is closed, or if coordinates are too large for volumes.
    fn behind(&self, height: f64) -> Option<(f64, Option<[f64; 3]>)> {
        let curves = self.volumes().curves.as_ref()?;
        let (mut volume, mut moment) = (0.0, [0.0; 3]);
        for curve in curves {
            let point = curve.at(height);
            volume += point.volume;
            // Without a volume there is no centroid, and the product is zero in any case.
            let centroid = point.centroid.unwrap_or([0.0; 3]);
            moment = [0, 1, 2].map(|axis| moment[axis] + point.volume * centroid[axis]);
        }
        let centroid = (volume > 0.0).then(|| moment.map(|part| part / volume));
        Some((volume, centroid))
    }

    /// Returns the volumes behind planes of the closed objects, computed when they are first needed.
    fn volumes(&self) -> &VolumesBehind {
        self.volumes.get_or_init(|| {
            let direction = self.request.direction.vector();
            let objects = self.objects.iter().zip(meshes(&self.world));
            let closed = objects.filter(|(object, _)| object.is_closed);
            // Nothing of an object above the highest plane lies behind a plane.
            let heights = self.layers.iter().map(|layer| layer.height);
            let highest = heights.fold(f64::NEG_INFINITY, f64::max);
            let closed = closed.filter(|(_, mesh)| {
                let [low, _] = self.request.range(std::iter::once(*mesh));
                low < highest || highest == f64::NEG_INFINITY
            });
            let inside = closed.map(|(_, mesh)| mesh.inside(self.request.rule.inside));
            let (known, unknown): (Vec<_>, Vec<_>) = inside.partition(Option::is_some);
            let known = known.into_iter().flatten();
            let curves: Option<Vec<Curve>> = known.map(|mesh| mesh.curve(direction).ok()).collect();
            let has_closed = self.objects.iter().any(|object| object.is_closed);
            VolumesBehind {
                curves: curves
                    .filter(|curves| !curves.is_empty() || (has_closed && unknown.is_empty())),
                unknown: unknown.len(),
            }
        })
    }

    /// Returns the number of closed objects whose volume is not known, if volumes behind planes were computed. These
    /// objects have no part in them.
    #[must_use]
    pub fn unknown_volumes(&self) -> usize {
        self.volumes.get().map_or(0, |volumes| volumes.unknown)
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

    /// Returns the names of the objects that are open (not closed).
    pub fn open(&self) -> impl Iterator<Item = &str> {
        let open = self.objects.iter().filter(|object| !object.is_closed);
        open.map(|object| &*object.name)
    }

    /// Returns the note on the ends of the model that no layer covers, because they reach beyond it by no more than the
    /// last place of the coordinates; `None` if layers cover the whole model.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        let first = self.solid_layers.first()?.faces?[0];
        let last = self.solid_layers.last()?.faces?[1];
        let HeightRule::Step { from, to, .. } = &self.request.heights else {
            return None;
        };
        let [low, high] = self.range;
        let name = self.request.direction.name();
        let below =
            (from.is_none() && low < first).then(|| format!("{name} from {low:?} to {first}"));
        let above =
            (to.is_none() && high > last).then(|| format!("{name} from {last} to {high:?}"));
        let ends: Vec<String> = below.into_iter().chain(above).collect();
        (!ends.is_empty()).then(|| {
            format!(
                "no layer covers {}: that is at most the last digit of the coordinates",
                ends.join(" and ")
            )
        })
    }

    /// Returns the objects in world coordinates. The nodes have the indices and the names of the objects.
    #[must_use]
    pub fn world(&self) -> &Scene {
        &self.world
    }

    /// Returns the indices of the objects that the plane of a layer meets.
    #[must_use]
    pub fn met_objects(&self) -> Vec<usize> {
        let layers = [&self.layers, &self.solid_layers].map(|layers| {
            let heights = layers.iter().map(|layer| layer.height);
            let mut heights: Vec<f64> = heights.collect();
            heights.sort_by(f64::total_cmp);
            heights
        });
        let is_met = |[low, high]: [f64; 2]| {
            layers.iter().any(|heights| {
                let first = heights.partition_point(|height| *height < low);
                heights.get(first).is_some_and(|height| *height <= high)
            })
        };
        let ranges = meshes(&self.world).map(|mesh| self.request.range(std::iter::once(mesh)));
        let objects = ranges.enumerate().filter(|(_, range)| is_met(*range));
        objects.map(|(object, _)| object).collect()
    }

    /// Returns the indices of the objects that are open (not closed).
    #[must_use]
    pub fn open_objects(&self) -> Vec<usize> {
        let objects = 0..self.objects.len();
        objects
            .filter(|&object| !self.objects[object].is_closed)
            .collect()
    }

    /// Returns the names of the objects, and the changes that were made so that fewer edges are open.
    #[must_use]
    pub fn changes(&self) -> Vec<(&str, &WeldChanges)> {
        let objects = self.objects.iter();
        objects
            .map(|object| (&*object.name, &object.changes))
            .collect()
    }

    /// Returns the outlines of the drawn objects in a layer, closed or not, as contour lines.
    #[must_use]
    pub fn lines(&self, layer: &Layer) -> Vec<ContourLine> {
        let rule = self.request.rule;
        let frame = upright(&layer.plane, self.request.up);
        let sections = layer.sections.iter();
        let drawn = sections.filter(|(index, _)| !self.request.hides(&self.objects[*index].name));
        drawn
            .flat_map(|(_, sections)| lines(rule.limit(sections), &frame))
            .collect()
    }

    /// Returns the direction in which heights are measured.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.request.direction
    }

    /// Returns the step between two heights as text, or `None` if the heights come from a count or a list.
    #[must_use]
    pub fn step(&self) -> Option<String> {
        match &self.request.heights {
            HeightRule::Step { step, .. } => step.to_f64().map(|step| step.to_string()),
            _ => None,
        }
    }

    /// Returns the integer k such that the first layer (its bottom, if it has a thickness) is about k steps above zero.
    /// Returns 0 if the heights come from a count or a list.
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
        let drawn = self.objects.iter().zip(meshes(&self.world));
        let drawn = drawn.filter(|(object, _)| !self.request.hides(&object.name));
        drawn.map(|(_, mesh)| mesh)
    }

    /// Returns the request.
    #[must_use]
    pub fn request(&self) -> &SliceRequest {
        self.request
    }
}
