//! An index of a scene, for cutting it by many planes, for example while a plane is dragged, or for all layers of a
//! print.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use transect::batch::AabbColumns;
use transect::bvh::Bvh;
use transect::{Cutter, Plane};
use transect_exact::Side;

use crate::mesh::SectionIndex;
use crate::mesh::indexed::Mesh;
use crate::mesh::section::Sections;
use crate::scene::model::Scene;
use crate::scene::object::PlacementError;

/// The objects of a scene in world coordinates, with a tree over their bounding boxes and a tree over the triangles of
/// each object.
///
/// Sides and sections equal those of [`Scene::cut`], bit for bit, but objects and triangles that the plane cannot meet
/// are skipped. The index stores every object in world coordinates: a mesh that several nodes show is stored once per
/// node.
///
/// ```
/// use transect::{Plane, Side};
/// use transect_mesh::{Mesh, RawMesh};
/// use transect_mesh::scene::{Node, Placement, Scene, SceneIndex, SceneMesh};
/// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
/// # let triangles = vec![
/// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
/// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
/// # ];
/// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
/// // Three cubes on top of each other, which share one mesh.
/// let node = |height| Node {
///     placement: Placement::translation([0.0, 0.0, height]),
///     mesh: Some(0),
///     ..Node::default()
/// };
/// let scene = Scene {
///     nodes: [0.0, 1.5, 3.0].map(node).to_vec(),
///     meshes: vec![SceneMesh { mesh: cube, ..SceneMesh::default() }],
///     ..Scene::default()
/// };
/// let index = SceneIndex::new(&scene)?;
/// for (height, met) in [(0.5, Some(0)), (1.25, None), (2.0, Some(1)), (3.5, Some(2))] {
///     let plane = Plane::from_normal_and_distance([0.0, 0.0, 1.0], height)?;
///     let sections = index.sections(&plane);
///     assert_eq!(sections.first().map(|(object, _)| *object), met);
///     assert!(sections.iter().all(|(_, sections)| sections.on_front.area() == 1.0));
/// }
/// let sides = [Side::Back, Side::On, Side::Front].map(Some);
/// assert_eq!(index.sides(&"z = 2".parse::<Plane>()?), sides);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SceneIndex {
    nodes: Vec<usize>,
    objects: Vec<SectionIndex<Mesh>>,
    /// The tree over the bounding boxes of the objects that have triangles. An id in the tree is an index into `boxed`.
    boxes: Bvh<f64>,
    boxed: Vec<usize>,
    /// The largest magnitude of a coordinate of the boxes in the tree `boxes`.
    radius: f64,
}

impl SceneIndex {
    /// Builds the index: places every object in the world, and builds the trees over boxes and triangles.
    ///
    /// # Errors
    /// Returns a [`PlacementError`] that names an object with a coordinate beyond the range of floats.
    pub fn new(scene: &Scene) -> Result<Self, PlacementError> {
        let world = scene.world_transforms();
        let (mut nodes, mut objects) = (Vec::new(), Vec::new());
        for node in scene.objects() {
            let surface = scene.surface(node, &world[node])?;
            nodes.push(node);
            objects.push(SectionIndex::new(Cow::into_owned(surface.mesh)));
        }
        Ok(Self::of_objects(nodes, objects))
    }

    fn of_objects(nodes: Vec<usize>, objects: Vec<SectionIndex<Mesh>>) -> Self {
        let mut boxed = Vec::new();
        let mut columns: [Vec<f64>; 6] = [const { Vec::new() }; 6];
        let mut radius = 0.0_f64;
        for (object, index) in objects.iter().enumerate() {
            let Some(bounds) = index.mesh().bounds() else {
                continue;
            };
            boxed.push(object);
            let corners = [bounds.min(), bounds.max()];
            for (column, &coordinate) in columns.iter_mut().zip(corners.as_flattened()) {
                column.push(coordinate);
                radius = radius.max(coordinate.abs());
            }
        }
        let [x, y, z, upper_x, upper_y, upper_z] = &columns;
        let boxes = Bvh::build(&AabbColumns::new([x, y, z], [upper_x, upper_y, upper_z]))
            .expect("the vertices of a mesh are finite, and of objects there are fewer than 2³²");
        Self {
            nodes,
            objects,
            boxes,
            boxed,
            radius,
        }
    }

    /// Returns the node indices of the objects, in the same order as [`SceneCut::objects`](super::SceneCut::objects).
    #[must_use]
    pub fn nodes(&self) -> &[usize] {
        &self.nodes
    }

    /// Returns the objects in world coordinates, in the order of [`SceneIndex::nodes`].
    #[must_use]
    pub fn objects(&self) -> &[SectionIndex<Mesh>] {
        &self.objects
    }

    /// Returns the side of each object, in the order of [`SceneIndex::nodes`]; `None` for an object without triangles.
    #[must_use]
    pub fn sides(&self, cutter: &impl Cutter) -> Vec<Option<Side>> {
        let answer = match cutter.enclosing(self.radius) {
            Some(slab) => self.sides_of_boxes(&slab),
            None => alloc::vec![None; self.objects.len()],
        };
        let answer = answer.into_iter().zip(&self.objects);
        answer
            // Boxes decide most objects. The vertices decide the others.
            .map(|(side, index)| side.or_else(|| side_of(index.mesh(), cutter)))
            .collect()
    }

    /// Returns `Back` for the objects whose boxes lie strictly behind the plane `behind`, and `Front` for those whose
    /// boxes lie strictly in front of the plane `ahead`. For all other objects, the result has `None`.
    fn sides_of_boxes(&self, [behind, ahead]: &[Plane; 2]) -> Vec<Option<Side>> {
        let mut sides = alloc::vec![None; self.objects.len()];
        for id in self.boxes.sides(behind).back.ids() {
            sides[self.boxed[id as usize]] = Some(Side::Back);
        }
        for id in self.boxes.sides(ahead).front.ids() {
            sides[self.boxed[id as usize]] = Some(Side::Front);
        }
        sides
    }

    /// Returns the sections of the objects that meet the plane. Each comes with the object's index in
    /// [`SceneIndex::nodes`].
    #[must_use]
    pub fn sections(&self, cutter: &impl Cutter) -> Vec<(usize, Sections)> {
        let sides = self.sides(cutter).into_iter().enumerate();
        let met = sides.filter(|&(_, side)| side == Some(Side::On));
        met.map(|(object, _)| (object, self.objects[object].sections(cutter)))
            .collect()
    }
}

/// Returns the side that all vertices of a mesh have, or `On` if their sides differ. Returns `None` for a mesh without
/// vertices.
fn side_of(mesh: &Mesh, cutter: &impl Cutter) -> Option<Side> {
    let mut positions = mesh.positions().iter();
    let side = cutter.side_of_point(positions.next()?);
    if positions.all(|position| cutter.side_of_point(position) == side) {
        Some(side)
    } else {
        Some(Side::On)
    }
}
