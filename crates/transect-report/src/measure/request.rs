//! A request to measure files, and its result. The curve of a model gives, for each height of a plane perpendicular to
//! a direction, the area of the section and the volume behind the plane.

use std::borrow::Cow;
use std::mem;

use transect::Transform;
use transect::polygons::InsideRule;
use transect_draw::Theme;
use transect_io::Document;
use transect_mesh::scene::{Encoding, PlacementError};
use transect_mesh::{Curve, CurveBelowRims, CurveError, Mesh, RawMesh, WeldChanges};

use crate::bent::BentReport;
use crate::closing::ChangesReport;
use crate::error_kind::ErrorKind;
use crate::heights::{AtLayer, HeightRule};
use crate::measure::measures::Measures;
use crate::measure::open::OpenMeasures;
use crate::measure::outputs::{Available, MeasureOutput, MeasureSelection};
use crate::measure::report::{
    HeightMeasures, MeasureReport, MeasuredObjects, ObjectMeasures, VolumeHeight,
};
use crate::measure::volume::AskedVolume;
use crate::numbers::measured;
use crate::report::SourceReport;
use crate::request::Folder;
use crate::selection::ObjectSelection;
use crate::slice::labels::Direction;
use crate::totals::Totals;
use crate::unit::unit_of;
use crate::user_error::UserError;

/// A request to measure: the objects, the requested heights and volumes, and the outputs.
#[derive(Clone, Debug)]
pub struct MeasureRequest {
    /// The direction in which heights are measured, if the curve is requested.
    pub direction: Option<Direction>,
    /// The rule for the heights of the table.
    pub heights: Option<HeightRule>,
    /// The rule that decides which points are inside.
    pub inside: InsideRule,
    /// The requested volumes. For each, the report gives the height of the plane that has this volume behind it.
    pub volumes: Vec<AskedVolume>,
    /// The objects to measure.
    pub selection: ObjectSelection,
    /// The unit of the coordinates. `None` means the unit that the files have.
    pub unit: Option<String>,
    /// The colours of the chart.
    pub theme: Theme,
    /// The folder to write to and the files to write, if files are written.
    pub outputs: Option<MeasureOutputs>,
}

/// The outputs of measuring: a folder, and the files to write into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasureOutputs {
    /// The folder to write to.
    pub folder: Folder,
    /// The files to write.
    pub files: MeasureSelection,
}

/// A run of a request: the selected objects, and the measures so far.
pub struct MeasureTask<'r, 'd> {
    request: &'r MeasureRequest,
    document: &'d Document,
    /// The nodes of the selected objects.
    nodes: Vec<usize>,
    /// The world transforms of all nodes.
    world: Vec<Transform>,
    /// The totals of the selected objects.
    pub totals: Totals,
    unit: Option<String>,
    objects: Vec<ObjectMeasures>,
    /// The names of the objects, and the changes that were made so that fewer edges are open.
    changes: Vec<(String, WeldChanges)>,
    /// The indices of open objects, and their curves below the lowest rim.
    below: Vec<(usize, CurveBelowRims)>,
    /// The names of closed objects whose volume is not known.
    unknown: Vec<String>,
    /// `true` if the mesh below lacks bodies of the objects, or has bodies that are turned.
    differs: bool,
    /// The points inside of all closed objects whose volume is known, as one mesh.
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

/// The measures of a model: the report, and the curve of all closed objects together.
pub struct Measured {
    /// The report.
    pub report: MeasureReport,
    /// The curve, if the request has a direction.
    pub curve: Option<Curve>,
    /// The names of closed objects whose volume is not known. They are not part of the totals and of the curve.
    pub unknown: Vec<String>,
    /// The names of the objects, and the changes that were made so that fewer edges are open.
    pub changes: Vec<(String, WeldChanges)>,
    /// The totals of the selected objects.
    pub totals: Totals,
    /// The unit of all coordinates, if there is one.
    pub unit: Option<String>,
}

impl MeasureRequest {
    /// Returns a request to measure all objects, without heights and without outputs.
    #[must_use]
    pub fn new() -> Self {
        Self {
            direction: None,
            heights: None,
            inside: InsideRule::default(),
            volumes: Vec::new(),
            selection: ObjectSelection::default(),
            unit: None,
            theme: Theme::light(),
            outputs: None,
        }
    }

    /// Returns the optional parts that the request has.
    #[must_use]
    pub fn available(&self) -> Available {
        Available {
            direction: self.direction.is_some(),
            heights: self.heights.is_some(),
        }
    }

    /// Selects the objects.
    ///
    /// ```
    /// use transect_report::measure::request::MeasureRequest;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("wedge.obj");
    /// # std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")?;
    /// let document = transect_io::read(&[path])?;
    /// let request = MeasureRequest::new();
    /// let mut task = request.begin(&document)?;
    /// for index in 0..task.count() {
    ///     task.measure(index)?;
    /// }
    /// let total = task.finish()?.report.total.expect("a closed object");
    /// assert_eq!(total.volume, Some(1.0 / 6.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`UserError`] if the patterns match no object, there are no triangles, or coordinates are too large.
    pub fn begin<'d>(&self, document: &'d Document) -> Result<MeasureTask<'_, 'd>, UserError> {
        let unit = unit_of(document, self.unit.as_deref())?;
        let wanted = self.selection.nodes(&document.scene, |_| true)?;
        let totals = Totals::of(&document.scene, &wanted, Encoding::Double)?;
        let has_mesh = |node: usize| document.scene.nodes[node].mesh.is_some();
        let nodes = document.scene.objects();
        let nodes = nodes
            .filter(|&node| wanted[node] && has_mesh(node))
            .collect();
        Ok(MeasureTask {
            request: self,
            document,
            nodes,
            world: document.scene.world_transforms(),
            totals,
            unit,
            objects: Vec::new(),
            changes: Vec::new(),
            below: Vec::new(),
            unknown: Vec::new(),
            differs: false,
            positions: Vec::new(),
            triangles: Vec::new(),
        })
    }
}

impl Default for MeasureRequest {
    fn default() -> Self {
        Self::new()
    }
}

impl MeasureTask<'_, '_> {
    /// Returns the number of selected objects.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Measures the object with this index.
    ///
    /// # Errors
    /// Returns [`UserError`] if world coordinates overflow, if the direction is not valid, or if the closed objects
    /// have 2³² vertices or more.
    pub fn measure(&mut self, index: usize) -> Result<(), UserError> {
        let scene = &self.document.scene;
        let node = &scene.nodes[self.nodes[index]];
        let surface = scene.surface(self.nodes[index], &self.world[self.nodes[index]]);
        let surface = surface.map_err(|PlacementError { name, error }| {
            UserError::new(format!("object {name:?}: in the world, {error}"))
                .of_kind(ErrorKind::TooLarge)
        })?;
        let is_closed = surface.changes.open_edges == 0;
        let too_large = |error| {
            let name = &node.name;
            UserError::new(format!("object {name:?}: with filled rims, {error}"))
                .of_kind(ErrorKind::TooLarge)
        };
        let mut open = None;
        if !is_closed {
            let filled = surface.mesh.with_filled_rims().map_err(too_large)?;
            open = Some(OpenMeasures::of(
                &surface.mesh,
                &filled,
                self.request.inside,
            ));
            if let Some(direction) = self.request.direction {
                let below = filled.curve_below(&surface.mesh, direction.vector());
                let below = below.map_err(curve_error)?;
                let index = self.objects.len();
                self.below.extend(below.map(|below| (index, below)));
            }
        }
        let (measures, inside) = Measures::inside(&surface.mesh, self.request.inside);
        self.objects.push(ObjectMeasures {
            name: node.name.clone(),
            closed: is_closed,
            open_edges: surface.changes.open_edges,
            measures,
            changes: ChangesReport::of(&surface.changes),
            bent: BentReport::of(self.document, self.nodes[index]),
            open,
        });
        match inside {
            Some(mesh) => {
                self.differs |= matches!(mesh, Cow::Owned(_));
                self.add(&mesh)?;
            }
            None if is_closed => self.unknown.push(node.name.clone()),
            None => {}
        }
        self.changes.push((node.name.clone(), surface.changes));
        Ok(())
    }

    /// Adds the points inside of a closed object to those of all closed objects. The sum of closed surfaces is closed.
    fn add(&mut self, mesh: &Mesh) -> Result<(), UserError> {
        let first = u32::try_from(self.positions.len())
            .ok()
            .filter(|first| (*first as usize + mesh.positions().len()) <= u32::MAX as usize);
        let first = first.ok_or_else(|| {
            UserError::with_hint(
                "the closed objects have more than 4,294,967,295 vertices together",
                "measure a part of them with --only",
            )
            .of_kind(ErrorKind::TooLarge)
        })?;
        self.positions.extend_from_slice(mesh.positions());
        let triangles = mesh.triangles().iter();
        self.triangles
            .extend(triangles.map(|triangle| triangle.map(|vertex| vertex + first)));
        Ok(())
    }

    /// Returns the totals of all objects with a known volume, from the mesh of the points inside of them.
    fn total(&self, body: &Mesh) -> Measures {
        let total = Measures::of(body);
        if !self.differs {
            return total;
        }
        let known = self.objects.iter().map(|object| &object.measures);
        let known = || known.clone().filter(|own| own.volume.is_some());
        Measures {
            area: known().map(|own| own.area).sum(),
            signed_volume: Some(known().filter_map(|own| own.signed_volume).sum()),
            ..total
        }
    }

    /// Computes the totals, and if a direction is given, the curve.
    ///
    /// # Errors
    /// Returns [`UserError`] if the curve is requested and no object has a volume behind any plane, if the heights are
    /// not valid, or if no height has a requested volume behind its plane.
    pub fn finish(mut self) -> Result<Measured, UserError> {
        let closed = self.objects.iter().filter(|object| object.closed).count();
        let counted = closed - self.unknown.len();
        let body = Mesh::new(RawMesh {
            positions: mem::take(&mut self.positions),
            triangles: mem::take(&mut self.triangles),
            ..RawMesh::default()
        });
        let body = body.map_err(|error| {
            UserError::new(format!("the closed objects: {error}")).of_kind(ErrorKind::TooLarge)
        })?;
        let request = self.request;
        let sources = self.document.sources.iter();
        let mut report = MeasureReport {
            version: 2,
            inside: request.inside.name(),
            source: sources
                .map(|source| SourceReport::of(source, self.unit.as_deref()))
                .collect(),
            objects: MeasuredObjects {
                total: self.objects.len(),
                closed,
                open: self.objects.len() - closed,
                unknown: self.unknown.len(),
            },
            total: (counted > 0).then(|| self.total(&body)),
            objects_list: self.objects,
            direction: request.direction.map(Direction::vector),
            axis: match request.direction {
                Some(direction @ Direction::Axis(_)) => Some(direction.name()),
                _ => None,
            },
            range: None,
            height_error: None,
            heights: Vec::new(),
            volumes: Vec::new(),
            written: Vec::new(),
        };
        let curve = match request.direction {
            Some(direction) if counted > 0 => {
                Some(request.against_height(direction, &body, &mut report)?)
            }
            Some(_) => {
                request.check_outputs(&self.below, &self.unknown)?;
                None
            }
            None => None,
        };
        request.below_rims(&self.below, &mut report)?;
        Ok(Measured {
            report,
            curve,
            unknown: self.unknown,
            changes: self.changes,
            totals: self.totals,
            unit: self.unit,
        })
    }
}

impl MeasureRequest {
    /// Computes the curve, and adds the heights and the volumes to the report.
    fn against_height(
        &self,
        direction: Direction,
        body: &Mesh,
        report: &mut MeasureReport,
    ) -> Result<Curve, UserError> {
        let curve = body.curve(direction.vector()).map_err(curve_error)?;
        let range = curve.range().ok_or_else(|| no_volume(false))?;
        report.range = Some(range);
        report.height_error = Some(curve.height_error());
        let heights = self.heights_in(range)?;
        let rows = heights.iter();
        let rows = rows.map(|height| HeightMeasures::of(*height, &curve.at(*height)));
        report.heights = rows.collect();
        for asked in &self.volumes {
            report.volumes.push(height_of(asked, &curve)?);
        }
        Ok(curve)
    }

    /// Returns the heights of the table.
    fn heights_in(&self, range: [f64; 2]) -> Result<Vec<f64>, UserError> {
        let Some(rule) = &self.heights else {
            return Ok(Vec::new());
        };
        // The volume behind a layer of some thickness is that behind its upper face.
        let at = matches!(rule, HeightRule::Count { .. }).then_some(AtLayer::Top);
        let layers = rule.layers(range, at)?;
        Ok(layers.iter().map(|layer| layer.height).collect())
    }

    /// Returns an error if no object is closed and a selected file needs one, or if no open object has a volume either.
    fn check_outputs(
        &self,
        below: &[(usize, CurveBelowRims)],
        unknown: &[String],
    ) -> Result<(), UserError> {
        if below.is_empty() {
            return Err(no_volume(!unknown.is_empty()));
        }
        let selected = self.outputs.as_ref().map(|outputs| &outputs.files);
        let needed = [MeasureOutput::Heights, MeasureOutput::Curve];
        let needed = needed
            .into_iter()
            .find(|output| selected.is_some_and(|files| files.contains(*output)));
        match needed {
            None => Ok(()),
            Some(output) => Err(UserError::with_hint(
                format!("no object is closed, and {} is about closed objects", output.name()),
                "--write objects.csv,measure.json: the report has the volumes of open objects below their rims",
            )
            .of_kind(ErrorKind::Model)),
        }
    }

    /// Adds the measures of open objects below their rims to the report, at the heights of the table. If no object is
    /// closed, the heights are those between the lowest point and the highest rim of these objects.
    fn below_rims(
        &self,
        below: &[(usize, CurveBelowRims)],
        report: &mut MeasureReport,
    ) -> Result<(), UserError> {
        let ranges = below.iter().filter_map(|(_, below)| {
            let [low, _] = below.curve.range()?;
            Some([low, below.closed_below])
        });
        let range = ranges.reduce(|[low, high], [other_low, other_high]| {
            [low.min(other_low), high.max(other_high)]
        });
        let Some(range) = range else {
            return Ok(());
        };
        let heights = match report.range {
            Some(_) => report.heights.iter().map(|row| row.height).collect(),
            None => self.heights_in(range)?,
        };
        for (index, below) in below {
            let error = below.curve.height_error();
            report.height_error = Some(report.height_error.map_or(error, |most| most.max(error)));
            if let Some(open) = &mut report.objects_list[*index].open {
                open.add_below(below, &heights, &self.volumes);
            }
        }
        Ok(())
    }
}

fn curve_error(error: CurveError) -> UserError {
    match error {
        CurveError::Direction { .. } => UserError::new(format!("--normal: {error}")),
        CurveError::TooLarge { .. } | CurveError::Filled { .. } => {
            UserError::new(error).of_kind(ErrorKind::TooLarge)
        }
        _ => UserError::new(error).of_kind(ErrorKind::Model),
    }
}

/// Returns the error for a model without a volume behind any plane. `is_unknown` is `true` if there are closed objects
/// whose volume is not known.
fn no_volume(is_unknown: bool) -> UserError {
    if is_unknown {
        return UserError::with_hint(
            "bodies of the closed objects cross or touch each other, so the volume behind a plane is not known",
            "transect slice computes the areas of sections; transect info lists bodies that overlap",
        )
        .of_kind(ErrorKind::Model);
    }
    UserError::with_hint(
        "no object is closed, so there is no volume behind a plane",
        "transect slice computes sections of open objects; transect info lists open objects",
    )
    .of_kind(ErrorKind::Model)
}

/// Returns the height at which the plane has the requested volume behind it.
fn height_of(asked: &AskedVolume, curve: &Curve) -> Result<VolumeHeight, UserError> {
    let total = curve.volume();
    let volume = asked.of(total);
    let text = asked.text();
    let height = curve.height_of_volume(volume).ok_or_else(|| {
        if total <= 0.0 {
            return UserError::with_hint(
                format!("--volume {text}: the closed objects have the volume {}", measured(total)),
                "a negative volume means that faces point inward; export the model with faces outward",
            );
        }
        UserError::with_hint(
            format!("--volume {text} is more than the volume of the model, {}", measured(total)),
            "--volume 40% asks for a part of the volume",
        )
    })?;
    Ok(VolumeHeight {
        asked: text.into(),
        volume,
        height,
    })
}
