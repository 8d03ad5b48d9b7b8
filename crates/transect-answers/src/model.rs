//! The model: its objects, placed in the world, and the trees over their triangles, which speed up sections.

use std::borrow::Borrow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};
use transect::{Aabb, CuttingPlane, PlaneError};
use transect_draw::{Theme, Up, class_of};
use transect_io::{Document, ifc_class};
use transect_mesh::scene::{Encoding, Node, PlacementError, Scene};
use transect_mesh::{Mesh, SectionIndex};
use transect_report::file_name::file_name;
use transect_report::selection::ObjectSelection;
use transect_report::storeys::find::{StoreySearch, are_of_building};
use transect_report::storeys::storey::Storeys;
use transect_report::totals::Totals;
use transect_report::unit::unit_of;
use transect_report::{ErrorKind, UserError};

use crate::identity::Identity;
use crate::start::Start;

/// The model that the viewer shows.
pub struct Model {
    pub(crate) document: Arc<Document>,
    pub(crate) identity: Identity,
    /// The objects, in the order of the scene and of the report.
    pub(crate) objects: Vec<Object>,
    pub(crate) bounds: Aabb,
    /// The origin of the coordinates for drawing: the middle of the model's bounds.
    pub(crate) origin: [f64; 3],
    pub(crate) unit: Option<String>,
    pub(crate) vertices: usize,
    pub(crate) triangles: usize,
    pub(crate) start: Start,
    has_trees: AtomicBool,
}

/// An object of the model, with its mesh in world coordinates.
pub(crate) struct Object {
    pub(crate) name: String,
    /// `true` for rooms and openings of a building: volumes of air, by the class of the object.
    pub(crate) is_air: bool,
    /// The name of the storey that the object belongs to, if the file has storeys.
    pub(crate) storey: Option<String>,
    pub(crate) mesh: WorldMesh,
    /// The index of the object's first vertex, when the vertices of all objects are counted together. `triangle_start`
    /// is the same for triangles.
    pub(crate) vertex_start: usize,
    pub(crate) triangle_start: usize,
    /// The tree over the object's triangles, after it has been built.
    pub(crate) tree: OnceLock<SectionIndex<WorldMesh>>,
}

/// The mesh of an object in world coordinates. If the file has world coordinates already, the mesh of the document is
/// shared, to save memory.
#[derive(Clone)]
pub(crate) enum WorldMesh {
    OfFile(Arc<Document>, usize),
    Placed(Arc<Mesh>),
}

impl Borrow<Mesh> for WorldMesh {
    fn borrow(&self) -> &Mesh {
        match self {
            Self::OfFile(document, mesh) => &document.scene.meshes[*mesh].mesh,
            Self::Placed(mesh) => mesh,
        }
    }
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model")
            .field("identity", &self.identity)
            .field("objects", &self.objects.len())
            .field("triangles", &self.triangles)
            .finish_non_exhaustive()
    }
}

impl Object {
    pub(crate) fn mesh(&self) -> &Mesh {
        self.mesh.borrow()
    }

    /// Returns the class of an object: the part of its name before the slash, as in IFC names such as `IfcWall/12`.
    pub(crate) fn class(&self) -> Option<&str> {
        self.name.split_once('/').map(|(class, _)| class)
    }
}

/// The class of storeys.
const STOREY: &str = "IfcBuildingStorey";

/// Returns `true` if a node is a storey of a building.
fn is_storey(node: &Node) -> bool {
    ifc_class(node).is_some_and(|class| class == STOREY)
}

/// Returns the name of the storey of each node: of the node itself, or of the nearest storey above it.
fn storeys(scene: &Scene) -> Vec<Option<String>> {
    let mut storeys: Vec<Option<String>> = Vec::with_capacity(scene.nodes.len());
    for node in &scene.nodes {
        // The index of a parent is less than that of the node.
        let above = node.parent.and_then(|parent| storeys[parent].clone());
        let own = (node.mesh.is_none() && is_storey(node)).then(|| node.name.clone());
        storeys.push(own.or(above));
    }
    storeys
}

impl Model {
    /// Returns the model of a document, with its objects placed in the world. Answers name files without their folders.
    ///
    /// # Errors
    /// Returns a [`UserError`] if there are no triangles, or too many to show; if world coordinates overflow; or if
    /// `unit` contradicts the unit of the file.
    pub fn of(
        mut document: Document,
        identity: Identity,
        unit: Option<&str>,
    ) -> Result<Self, UserError> {
        for source in &mut document.sources {
            source.path = file_name(&source.path.display().to_string()).into();
        }
        let unit = unit_of(&document, unit)?;
        if let Some(unit) = &unit {
            document.state_unit(unit);
        }
        let document = Arc::new(document);
        let scene = &document.scene;
        let wanted = vec![true; scene.nodes.len()];
        let totals = Totals::of(scene, &wanted, Encoding::Double)?;
        let Some(bounds) = totals.bounds else {
            let error = UserError::new("there are no triangles to show");
            return Err(error.of_kind(ErrorKind::Model));
        };
        let world = scene.world_transforms();
        let storeys = storeys(scene);
        let theme = Theme::light();
        let mut model = Self {
            identity,
            objects: Vec::new(),
            origin: core::array::from_fn(|axis| {
                0.5 * bounds.min()[axis] + 0.5 * bounds.max()[axis]
            }),
            bounds,
            unit,
            vertices: 0,
            triangles: 0,
            start: Start::of(std::iter::empty(), &bounds),
            has_trees: AtomicBool::new(false),
            document: Arc::clone(&document),
        };
        for node in scene.objects() {
            let Some(mesh) = scene.nodes[node].mesh else {
                continue;
            };
            let name = &scene.nodes[node].name;
            let surface = scene.surface(node, &world[node]);
            let surface = surface.map_err(|PlacementError { name, error }| {
                UserError::new(format!("object {name:?}: in the world, {error}"))
                    .of_kind(ErrorKind::TooLarge)
            })?;
            let mesh = match surface.mesh {
                std::borrow::Cow::Borrowed(_) => WorldMesh::OfFile(Arc::clone(&document), mesh),
                std::borrow::Cow::Owned(mesh) => WorldMesh::Placed(Arc::new(mesh)),
            };
            model.add(Object {
                name: name.clone(),
                is_air: theme.is_air(class_of(name)),
                storey: storeys[node].clone(),
                mesh,
                vertex_start: model.vertices,
                triangle_start: model.triangles,
                tree: OnceLock::new(),
            });
        }
        let material = model.objects.iter().filter(|object| !object.is_air);
        model.start = Start::of(material.map(Object::mesh), &model.bounds);
        if let Some(storeys) = model.storeys() {
            model.start = model.start.of_building(&storeys);
        }
        if u32::try_from(model.vertices).is_err() || u32::try_from(3 * model.triangles).is_err() {
            return Err(UserError::with_hint(
                format!("{} triangles are too many for the page", model.triangles),
                "`transect cut` can process this model",
            )
            .of_kind(ErrorKind::TooLarge));
        }
        Ok(model)
    }

    /// Returns the storeys of a building whose objects are named as rooms, walls or columns, if its unit is known.
    fn storeys(&self) -> Option<Storeys> {
        if !are_of_building(self.objects.iter().map(|object| object.name.as_str())) {
            return None;
        }
        let selection = ObjectSelection::default();
        let unit = self.unit.as_deref();
        let storeys = StoreySearch::default()
            .find(&self.document, &selection, unit)
            .ok()?;
        (!storeys.extent.is_sparse()).then_some(storeys)
    }

    fn add(&mut self, object: Object) {
        self.vertices += object.mesh().positions().len();
        self.triangles += object.mesh().triangles().len();
        self.objects.push(object);
    }

    /// Builds the tree over the triangles of each object, the object with most triangles first. Stops early when `ends`
    /// returns `true`.
    pub fn build_trees(&self, ends: impl Fn() -> bool) {
        let mut order: Vec<&Object> = self.objects.iter().collect();
        order.sort_by_key(|object| std::cmp::Reverse(object.mesh().triangles().len()));
        for object in order {
            if ends() {
                return;
            }
            object
                .tree
                .get_or_init(|| SectionIndex::new(object.mesh.clone()));
        }
        self.has_trees.store(true, Ordering::Relaxed);
    }

    pub(crate) fn has_trees(&self) -> bool {
        self.has_trees.load(Ordering::Relaxed)
    }

    /// Returns the identity of the model.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the files that the files of the model refer to, such as buffers.
    #[must_use]
    pub fn references(&self) -> Vec<PathBuf> {
        self.document.references().collect()
    }

    /// Returns the plane with which the page starts: across the axis that points up, at a height with a large section.
    ///
    /// # Errors
    /// Returns a [`PlaneError`] if the height is not finite.
    pub fn first_plane(&self, up: Option<Up>) -> Result<CuttingPlane, PlaneError> {
        self.start.plane(up, &self.bounds)
    }

    /// Returns `true` if a triangle of the model lies in a plane. Then the two limits of the section may differ.
    #[must_use]
    pub fn has_faces_on(&self, plane: &CuttingPlane) -> bool {
        let mut meshes = self.objects.iter().map(Object::mesh);
        meshes.any(|mesh| !mesh.on_plane(plane).faces.is_empty())
    }

    /// Returns the files that were read.
    pub(crate) fn sources(&self) -> Value {
        let sources = self.document.sources.iter().map(|source| {
            json!({
                "path": source.path.display().to_string(),
                "format": source.format.to_string(),
                "bytes": source.bytes,
            })
        });
        sources.collect()
    }
}
