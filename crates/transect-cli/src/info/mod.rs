//! `transect info`: the contents of a model, and the planes that contain its faces.

mod bodies;
mod contents;
mod faces;
mod gaps;
mod listing;
mod table;

use std::collections::BTreeMap;
use std::time::Instant;

use serde::Serialize;
use transect::Aabb;
use transect_draw::class_of;
use transect_io::Document;
use transect_mesh::scene::{Encoding, world_mesh};

use crate::command::InfoCommand;
use crate::error::CommandError;
use crate::info::bodies::ObjectBodies;
use crate::info::faces::{FaceReport, Faces};
use crate::info::gaps::Open;
use crate::input::Input;
use crate::job::{Desk, Job, ModelCommand};
use crate::outcome::Outcome;
use crate::screen::Screen;
use transect_report::bent::BentReport;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::report::{Bounds, SourceReport};
use transect_report::totals::check;
use transect_report::unit::{Units, common_unit};

/// The contents of a model, as one JSON object (docs/json.md).
#[derive(Debug, Serialize)]
pub(crate) struct Info {
    pub(crate) version: u32,
    pub(crate) source: Vec<SourceReport>,
    pub(crate) objects: Objects,
    pub(crate) triangles: usize,
    pub(crate) vertices: usize,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) classes: Vec<Class>,
    pub(crate) open: Vec<Open>,
    pub(crate) bodies: Vec<ObjectBodies>,
    pub(crate) bent: Vec<Bent>,
    pub(crate) faces: Axes,
    /// The names of objects that T-junctions leave closed, and the number of their edges that are divided.
    #[serde(skip)]
    pub(crate) divided: Vec<(String, usize)>,
    #[serde(skip)]
    pub(crate) unit: Option<String>,
}

/// An object with polygons that are not flat.
#[derive(Debug, Serialize)]
pub(crate) struct Bent {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) bent: BentReport,
}

#[derive(Debug, Serialize)]
pub(crate) struct Objects {
    pub(crate) total: usize,
    pub(crate) closed: usize,
    pub(crate) open: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct Class {
    pub(crate) name: String,
    pub(crate) objects: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct Axes {
    pub(crate) x: FaceReport,
    pub(crate) y: FaceReport,
    pub(crate) z: FaceReport,
}

impl ModelCommand for InfoCommand {
    fn job(&self) -> Job<'_> {
        Job {
            display: self.display,
            ..Job::default()
        }
    }

    fn outcome(&self, desk: Desk<'_>) -> Result<Outcome, CommandError> {
        match Input::of_models(&self.models)? {
            Input::Table(table) => table::outcome(self, desk.progress, *table),
            Input::Meshes(meshes) => self.job().read(meshes, desk, |document, desk| {
                outcome(self, &document, desk)
            }),
        }
    }

    fn be_one_of_many(&mut self) {
        self.display.json = true;
    }
}

/// The names of the columns of the rows of `--each`: the numbers of objects and triangles, and the size along each axis.
pub(crate) const COLUMNS: [&str; 6] = ["objects", "open", "triangles", "x", "y", "z"];

fn outcome(
    command: &InfoCommand,
    document: &Document,
    desk: Desk<'_>,
) -> Result<Outcome, CommandError> {
    let Desk {
        progress, notes, ..
    } = desk;
    let wanted = command.selection.nodes(&document.scene, |_| true)?;
    progress.begin("inspecting");
    let inspecting = Instant::now();
    let mut info = Info::nothing(document);
    let faces = info.gather(document, &wanted)?;
    notes.divided_edges(&info.divided);
    progress.log(
        Some(inspecting.elapsed()),
        &format!(
            "inspected {}: {} closed, {} open",
            counted(info.objects.total, "object"),
            grouped(info.objects.closed),
            grouped(info.objects.open)
        ),
    );
    let [x, y, z] = faces.report();
    info.faces = Axes { x, y, z };
    Ok(Outcome {
        // The values are only strings and finite numbers, so serialization cannot fail.
        json: (command.display.json).then(|| serde_json::to_string(&info).unwrap_or_default()),
        table: info.table(&Screen::stdout()),
        row: info.row(),
        ..Outcome::default()
    })
}

impl Info {
    fn nothing(document: &Document) -> Self {
        let [x, y, z] = Faces::default().report();
        Self {
            version: 1,
            source: document
                .sources
                .iter()
                .map(|source| SourceReport::of(source, None))
                .collect(),
            objects: Objects {
                total: 0,
                closed: 0,
                open: 0,
            },
            triangles: 0,
            vertices: 0,
            bounds: None,
            classes: Vec::new(),
            open: Vec::new(),
            bodies: Vec::new(),
            bent: Vec::new(),
            faces: Axes { x, y, z },
            divided: Vec::new(),
            unit: common_unit(document),
        }
    }

    /// Returns the row of `--each`.
    fn row(&self) -> Vec<String> {
        let counts = [self.objects.total, self.objects.open, self.triangles].map(grouped);
        let unit = Units::of(self.unit.as_deref()).length;
        let sizes = (0..3).map(|axis| {
            let bounds = self.bounds.as_ref();
            bounds.map_or("-".to_string(), |own| {
                format!("{}{unit}", measured(own.max[axis] - own.min[axis]))
            })
        });
        counts.into_iter().chain(sizes).collect()
    }

    /// Counts the selected objects, their triangles and vertices, and returns their faces that are perpendicular to an
    /// axis.
    fn gather(&mut self, document: &Document, wanted: &[bool]) -> Result<Faces, CommandError> {
        let scene = &document.scene;
        let world = scene.world_transforms();
        let mut faces = Faces::default();
        let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
        let mut hull: Option<Aabb> = None;
        for node in scene.objects().filter(|&node| wanted[node]) {
            let name = &scene.nodes[node].name;
            let Some(mesh) = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh].mesh) else {
                continue;
            };
            let mesh = world_mesh(mesh, &world[node]).map_err(|error| {
                CommandError::new(format!("object {name:?}: in the world, {error}"))
            })?;
            if let Some(bounds) = mesh.bounds() {
                check(name, bounds, Encoding::Double)?;
                hull = Some(hull.map_or(*bounds, |hull| hull.join(bounds)));
            }
            faces.add(&mesh);
            *classes.entry(class_of(name)).or_default() += 1;
            self.objects.total += 1;
            self.triangles += mesh.triangles().len();
            self.vertices += mesh.positions().len();
            self.bodies.extend(ObjectBodies::of(name, &mesh.bodies()));
            if let Some(bent) = BentReport::of(document, node) {
                let name = name.clone();
                self.bent.push(Bent { name, bent });
            }
            let gaps = mesh.gaps();
            if gaps.divided_edges > 0 && gaps.open_edges == 0 {
                self.divided.push((name.clone(), gaps.divided_edges));
            }
            if gaps.open_edges == 0 {
                self.objects.closed += 1;
            } else {
                self.objects.open += 1;
                self.open.push(Open::of(name, &mesh, &gaps));
            }
        }
        self.bounds = hull.map(Bounds::of);
        let classes = classes.into_iter().map(|(name, objects)| Class {
            name: name.to_string(),
            objects,
        });
        self.classes = classes.collect();
        self.classes
            .sort_by_key(|class| std::cmp::Reverse(class.objects));
        Ok(faces)
    }
}
