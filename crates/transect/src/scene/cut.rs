//! A scene cut by a plane: the side of every object, and the halves of those that are met.

use alloc::string::String;
use alloc::vec::Vec;

use crate::aabb::Aabb;
use crate::cutter::Cutter;
use crate::mesh::certificate::{Certificate, Precision, Subject, Written};
use crate::mesh::indexed::{CAP, Mesh, MeshError};
use crate::mesh::reach::Reach;
use crate::mesh::section::Sections;
use crate::mesh::split::{PlaneContact, Split};
use crate::plane::Plane;
use crate::scene::encoding::Encoding;
use crate::scene::halves::Halves;
use crate::scene::model::Scene;
use crate::scene::world::world_mesh;
use crate::side::Side;

/// A scene, cut.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SceneCut {
    /// The plane; of one that is kept as its points, with coefficients rounded.
    pub plane: Plane,
    /// The points that the plane is kept as, if it is a [`crate::PlaneThrough`].
    pub through: Option<[[f64; 3]; 3]>,
    /// The objects, in the order of the scene.
    pub objects: Vec<ObjectCut>,
    /// What lies in front.
    pub front: Scene,
    /// What lies behind.
    pub back: Scene,
}

/// What a plane makes of one object.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObjectCut {
    /// The index of the node in the scene that was cut.
    pub node: usize,
    /// The node's name.
    pub name: String,
    /// The color of the object: that of its first material.
    pub color: Option<[f64; 4]>,
    /// Strictly in front, strictly behind, or met: told from the vertices.
    pub side: Side,
    /// The box around the object in the world; none for one without triangles.
    pub bounds: Option<Aabb>,
    /// How far it reaches on either side of the plane; none for one without triangles.
    pub reach: Option<Reach>,
    /// Whether the object as it was read is closed.
    pub is_closed: bool,
    /// Triangles, vertices, area, volume and open edges of the parts in front and behind, in the
    /// numbers of the output.
    pub front: Amount,
    /// The same behind.
    pub back: Amount,
    /// What was found where the plane meets the object.
    pub details: Option<CutDetails>,
}

/// How much there is of an object on one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Amount {
    /// How many triangles.
    pub triangles: usize,
    /// How many vertices.
    pub vertices: usize,
    /// Their area, caps included.
    pub area: f64,
    /// The volume; zero for an empty part, none where the object is open.
    pub volume: Option<f64>,
    /// How many directed edges lack their reverse.
    pub open_edges: usize,
}

/// What was found where a plane meets an object.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CutDetails {
    /// Both one-sided limits of the section.
    pub sections: Sections,
    /// What lies in the plane.
    pub contact: PlaneContact,
    /// What was found of the halves.
    pub certificate: Certificate,
    /// How many polygons of the caps the fast triangulation did not fill.
    pub cap_fallbacks: usize,
    /// The largest change of a coordinate by narrowing to the numbers of the output.
    pub largest_rounding: f64,
}

/// An object with a coordinate beyond the floats: in the world, or in the numbers of the output.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("object {name:?}: in the world, or in the numbers of the output, {error}")]
pub struct PlacementError {
    /// The object's name.
    pub name: String,
    /// What is wrong.
    #[source]
    pub error: MeshError,
}

/// What has just been done for an object, for those who show progress or measure time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// It stands in the world, and its side is told.
    Side,
    /// The plane meets it, and it is cut.
    Cut,
    /// Its certificate is computed.
    Certificate,
    /// All of it is done: so many objects are.
    Done(usize),
}

impl Scene {
    /// Cuts every object for which `wanted` says so; others are left out of everything.
    ///
    /// `progress` is called after each stage of each object.
    ///
    /// ```
    /// use transect::{Plane, Side, mesh::{Mesh, RawMesh}};
    /// use transect::scene::{Node, Encoding, Placement, Scene, SceneMesh};
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
    /// let cut = scene.cut(&"z = 2".parse::<Plane>()?, Encoding::Double, |_| true, |_| ())?;
    /// let sides: Vec<Side> = cut.objects.iter().map(|object| object.side).collect();
    /// assert_eq!(sides, [Side::Back, Side::On, Side::Front]);
    /// assert_eq!((cut.front.nodes.len(), cut.back.nodes.len()), (2, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlacementError`] names an object with a coordinate beyond the floats.
    pub fn cut(
        &self,
        plane: &impl Cutter,
        encoding: Encoding,
        wanted: impl Fn(usize) -> bool,
        mut progress: impl FnMut(Stage),
    ) -> Result<SceneCut, PlacementError> {
        let world = self.world_transforms();
        let mut halves = Halves::new(self);
        let mut objects = Vec::new();
        for node in self.objects().filter(|&node| wanted(node)) {
            let Some(mesh) = self.nodes[node].mesh else {
                continue;
            };
            let object = world_mesh(&self.meshes[mesh].mesh, &world[node])
                .and_then(|placed| {
                    self.cut_object(node, &placed, plane, encoding, &mut halves, &mut progress)
                })
                .map_err(|error| PlacementError {
                    name: self.nodes[node].name.clone(),
                    error,
                })?;
            objects.push(object);
            progress(Stage::Done(objects.len()));
        }
        let [front, back] = halves.into_scenes();
        Ok(SceneCut {
            plane: *plane.measuring_plane(),
            through: plane.kept_points(),
            objects,
            front,
            back,
        })
    }

    fn cut_object(
        &self,
        node: usize,
        mesh: &Mesh,
        plane: &impl Cutter,
        encoding: Encoding,
        halves: &mut Halves<'_>,
        progress: &mut impl FnMut(Stage),
    ) -> Result<ObjectCut, MeshError> {
        let is_closed = mesh.boundary().is_closed();
        let reach = mesh.reach(plane);
        let mut object = ObjectCut {
            node,
            name: self.nodes[node].name.clone(),
            color: self.color_of(node),
            // Without triangles there is nothing that the plane could meet.
            side: reach.map_or(Side::Front, |reach| reach.extent.side()),
            bounds: mesh.bounds().copied(),
            reach,
            is_closed,
            front: Amount::nothing(is_closed),
            back: Amount::nothing(is_closed),
            details: None,
        };
        progress(Stage::Side);
        if object.side != Side::On {
            let whole = Amount::whole(mesh);
            match object.side {
                Side::Front => object.front = whole,
                _ => object.back = whole,
            }
            halves.keep(node, object.side, mesh, encoding)?;
            return Ok(object);
        }
        let mut split = mesh.split(plane);
        let origin = match encoding {
            Encoding::LocalSingle => mesh.single_precision_origin(),
            Encoding::Double | Encoding::Single => [0.0; 3],
        };
        let largest_rounding = narrow(&mut split, encoding, &origin)?;
        #[cfg(feature = "sabotage")]
        crate::scene::sabotage::spoil([&mut split.front, &mut split.back]);
        progress(Stage::Cut);
        let precision = match encoding {
            Encoding::Double => Precision::Double,
            Encoding::Single | Encoding::LocalSingle => Precision::Single,
        };
        let [front, back] = [&split.front, &split.back].map(|mesh| Written {
            mesh,
            origin,
            precision,
            cap_part: Some(CAP),
        });
        let certificate = Certificate::of(&Subject {
            plane,
            input: mesh,
            front,
            back,
            tolerance: 0.0,
        });
        progress(Stage::Certificate);
        object.front = Amount::of_half(&certificate.front, is_closed);
        object.back = Amount::of_half(&certificate.back, is_closed);
        object.details = Some(CutDetails {
            sections: split.sections,
            contact: split.contact,
            certificate,
            cap_fallbacks: split.cap_fallbacks,
            largest_rounding,
        });
        halves.divide(node, [split.front, split.back], origin, object.color);
        Ok(object)
    }

    /// The colour of the first material that a node's mesh uses.
    fn color_of(&self, node: usize) -> Option<[f64; 4]> {
        let mesh = &self.meshes[self.nodes[node].mesh?];
        let material = mesh.parts.iter().find_map(|part| part.material)?;
        Some(self.materials[material].color)
    }
}

/// Brings both halves into the numbers of the output; the largest change of a coordinate.
fn narrow(split: &mut Split, encoding: Encoding, origin: &[f64; 3]) -> Result<f64, MeshError> {
    let mut largest_rounding = 0.0_f64;
    if encoding != Encoding::Double {
        for half in [&mut split.front, &mut split.back] {
            let narrowed = half.narrowed(origin)?;
            largest_rounding = largest_rounding.max(narrowed.largest_rounding);
            *half = narrowed.mesh;
        }
    }
    Ok(largest_rounding)
}

impl Amount {
    fn nothing(is_closed: bool) -> Self {
        Self {
            volume: is_closed.then_some(0.0),
            ..Self::default()
        }
    }

    fn whole(mesh: &Mesh) -> Self {
        let moments = mesh.moments(&mesh.middle());
        Self {
            triangles: mesh.triangles().len(),
            vertices: mesh.positions().len(),
            area: moments.area,
            volume: mesh.boundary().is_closed().then_some(moments.volume),
            open_edges: mesh.boundary().open_edges(),
        }
    }

    fn of_half(half: &crate::mesh::certificate::HalfSummary, is_closed: bool) -> Self {
        Self {
            triangles: half.triangles,
            vertices: half.vertices,
            area: half.area,
            volume: is_closed.then_some(half.volume),
            open_edges: half.open_edges,
        }
    }
}
