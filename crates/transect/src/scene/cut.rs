//! The cut of a scene by a plane: the side of every object, and the halves of the cut objects.

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

/// The result of cutting a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SceneCut {
    /// The plane. For a plane stored as its points, the coefficients are rounded.
    pub plane: Plane,
    /// The points that define the plane, if it is a [`crate::PlaneThrough`].
    pub through: Option<[[f64; 3]; 3]>,
    /// The objects, in the order of the scene.
    pub objects: Vec<ObjectCut>,
    /// The scene in front of the plane.
    pub front: Scene,
    /// The scene behind the plane.
    pub back: Scene,
}

/// The result of cutting one object.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObjectCut {
    /// The index of the object's node in the original scene.
    pub node: usize,
    /// The node's name.
    pub name: String,
    /// The color of the object's first material.
    pub color: Option<[f64; 4]>,
    /// The side of the object, computed from its vertices: front, back or on. An object with the side `On` is cut.
    pub side: Side,
    /// The bounding box of the object in the world, or `None` for an object without triangles.
    pub bounds: Option<Aabb>,
    /// The reach of the object on either side of the plane, or `None` for an object without triangles.
    pub reach: Option<Reach>,
    /// `true` if the object's mesh is closed before the cut.
    pub is_closed: bool,
    /// The triangles, vertices, area, volume and open edges in front, in the precision of the output.
    pub front: Amount,
    /// The triangles, vertices, area, volume and open edges behind, in the precision of the output.
    pub back: Amount,
    /// The details of the cut, if the plane cuts the object.
    pub details: Option<CutDetails>,
}

/// The measures of the part of an object on one side of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Amount {
    /// The number of triangles.
    pub triangles: usize,
    /// The number of vertices.
    pub vertices: usize,
    /// The area of the triangles, including caps.
    pub area: f64,
    /// The volume. Zero for an empty part, and `None` if the object is open.
    pub volume: Option<f64>,
    /// The number of directed edges without a matching reverse edge.
    pub open_edges: usize,
}

/// The details of an object that the plane cuts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CutDetails {
    /// The section of the object: the limits from behind and from the front.
    pub sections: Sections,
    /// The numbers of vertices on each side of the plane, and of edges and triangles that meet the plane.
    pub contact: PlaneContact,
    /// The certificate of the halves.
    pub certificate: Certificate,
    /// The number of cap polygons that the fast triangulation did not fill.
    pub cap_fallbacks: usize,
    /// The largest change of a coordinate when the halves were rounded to the output's precision.
    pub largest_rounding: f64,
}

/// The error for an object with a coordinate that overflows, in world coordinates or in the output's precision.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("object {name:?}: in the world, or in the numbers of the output, {error}")]
pub struct PlacementError {
    /// The object's name.
    pub name: String,
    /// The error of the object's mesh.
    #[source]
    pub error: MeshError,
}

/// A completed stage of work on an object, for progress reports and timing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// The object is placed in the world, and its side is classified.
    Side,
    /// The plane cuts the object, and the halves are computed.
    Cut,
    /// The object's certificate is computed.
    Certificate,
    /// The object is done. The value is the number of objects processed so far.
    Done(usize),
}

impl Scene {
    /// Cuts every object for which `wanted` returns `true`. Other objects are left out of the result.
    ///
    /// Calls `progress` after each stage of each object.
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
    /// Returns a [`PlacementError`] that names an object with a coordinate that overflows.
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
            // An object without triangles cannot meet the plane.
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

    /// Returns the colour of the first material of a node's mesh.
    fn color_of(&self, node: usize) -> Option<[f64; 4]> {
        let mesh = &self.meshes[self.nodes[node].mesh?];
        let material = mesh.parts.iter().find_map(|part| part.material)?;
        Some(self.materials[material].color)
    }
}

/// Rounds both halves to the precision of the output. Returns the largest change of a coordinate.
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
