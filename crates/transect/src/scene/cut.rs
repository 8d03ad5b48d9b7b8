//! The cut of a scene by a plane: the side of each object, and the halves of the objects that are cut.

use alloc::string::String;
use alloc::vec::Vec;

use crate::aabb::Aabb;
use crate::arrays::Few as _;
use crate::cutter::Cutter;
use crate::cutting_plane::CuttingPlane;
use crate::mesh::certificate::{Certificate, Precision, Subject, WrittenHalf};
use crate::mesh::contact::PlaneContact;
use crate::mesh::indexed::{CAP, Mesh, MeshError};
use crate::mesh::reach::Reach;
use crate::mesh::section::Sections;
use crate::mesh::split::Split;
use crate::scene::encoding::Encoding;
use crate::scene::model::Scene;
use crate::scene::object::{Classified, PlacementError, Stage};
use crate::scene::parts::Parts;
use crate::side::Side;

/// The result of cutting a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SceneCut {
    /// The cutting plane, in the form in which it was given.
    pub plane: CuttingPlane,
    /// The results for the selected objects, in the order of the scene.
    pub objects: Vec<ObjectCut>,
    /// The part of the scene in front of the plane.
    pub front: Scene,
    /// The part of the scene behind the plane.
    pub back: Scene,
}

/// The result of cutting one object.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObjectCut {
    /// The index of the object's node in the original scene.
    pub node: usize,
    /// The name of the object's node in the original scene.
    pub name: String,
    /// The color of the first material of the object's mesh.
    pub color: Option<[f64; 4]>,
    /// The side of the object, computed from its vertices. An object with the side `On` is cut. An object without
    /// triangles has no side; [`SceneCut::front`] keeps its node.
    pub side: Option<Side>,
    /// The bounding box of the object in the world, or `None` for an object without triangles.
    pub bounds: Option<Aabb>,
    /// The object's backmost and frontmost vertices, or `None` for an object without triangles.
    pub reach: Option<Reach>,
    /// `true` if the object's mesh is closed before the cut.
    pub is_closed: bool,
    /// The counts, the area and the volume of the object's part in front of the plane. If the plane cuts the object,
    /// they describe the half in front after its rounding to the precision of the output.
    pub front: Amount,
    /// The counts, the area and the volume of the object's part behind the plane. If the plane cuts the object, they
    /// describe the half behind after its rounding to the precision of the output.
    pub back: Amount,
    /// The details of the cut, if the plane cuts the object.
    pub details: Option<CutDetails>,
}

/// The counts, the area and the volume of a piece of an object: a half made by a plane, the piece inside or outside of
/// a region, or the piece in one part of a division.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Amount {
    /// The number of triangles, including caps.
    pub triangles: usize,
    /// The number of vertices, including those of caps.
    pub vertices: usize,
    /// The area of the triangles, including caps.
    pub area: f64,
    /// The enclosed volume. It is zero for an empty part, and `None` if the object is open.
    pub volume: Option<f64>,
    /// The number of directed edges of the part without a matching reverse edge.
    pub open_edges: usize,
}

/// Further results of the cut, for an object that the plane cuts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CutDetails {
    /// The section of the object as two one-sided limits: as the plane is approached from behind and from the front.
    pub sections: Sections,
    /// The number of vertices on each side of the plane, of edges in the plane, and of triangles that lie in it or pass
    /// through it.
    pub contact: PlaneContact,
    /// The certificate of the object's halves.
    pub certificate: Certificate,
    /// `true` if outlines of the caps cross, because the object crosses itself.
    pub caps_cross: bool,
    /// The largest change of a coordinate when the halves were rounded to the output's precision.
    pub largest_rounding: f64,
}

impl Scene {
    /// Cuts every object for whose node index `wanted` returns `true`. Other objects are left out of the result.
    ///
    /// Calls `progress` after each stage of the work on each object.
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
    /// let sides: Vec<Side> = cut.objects.iter().filter_map(|object| object.side).collect();
    /// assert_eq!(sides, [Side::Back, Side::On, Side::Front]);
    /// assert_eq!((cut.front.nodes.len(), cut.back.nodes.len()), (2, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`PlacementError`] that names an object with a coordinate beyond the range of floats.
    pub fn cut(
        &self,
        plane: &impl Cutter,
        encoding: Encoding,
        wanted: impl Fn(usize) -> bool,
        mut progress: impl FnMut(Stage),
    ) -> Result<SceneCut, PlacementError> {
        let mut halves = Parts::new(self, 2);
        let objects = self.each_object(wanted, |node, mesh, done| {
            let object =
                self.cut_object(node, mesh, plane, encoding, &mut halves, &mut progress)?;
            progress(Stage::Done(done));
            Ok(object)
        })?;
        let mut scenes = halves.into_scenes().into_iter();
        Ok(SceneCut {
            plane: plane.as_given(),
            objects,
            front: scenes.next().unwrap_or_default(),
            back: scenes.next().unwrap_or_default(),
        })
    }

    fn cut_object(
        &self,
        node: usize,
        mesh: &Mesh,
        plane: &impl Cutter,
        encoding: Encoding,
        halves: &mut Parts<'_>,
        progress: &mut impl FnMut(Stage),
    ) -> Result<ObjectCut, MeshError> {
        let Classified {
            name,
            color,
            side,
            bounds,
            reach,
            is_closed,
        } = self.classified(node, mesh, plane);
        let mut object = ObjectCut {
            node,
            name,
            color,
            side,
            bounds,
            reach,
            is_closed,
            front: Amount::nothing(is_closed),
            back: Amount::nothing(is_closed),
            details: None,
        };
        progress(Stage::Side);
        let half = object.half_if_whole();
        if let Some(half) = half {
            let whole = Amount::whole(mesh);
            match half {
                Side::Back => object.back = whole,
                _ => object.front = whole,
            }
            halves.keep(node, usize::from(half == Side::Back), mesh, encoding)?;
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
        let [front, back] = [&split.front, &split.back].each(|mesh| WrittenHalf {
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
            caps_cross: split.caps_cross,
            largest_rounding,
        });
        let cap = core::iter::once(String::new());
        let meshes = [split.front, split.back].into_iter().enumerate();
        halves.divide(node, meshes, origin, object.color, cap);
        Ok(object)
    }
}

/// Rounds both halves to the precision of the output, relative to `origin`. Returns the largest change of a coordinate.
fn narrow(split: &mut Split, encoding: Encoding, origin: &[f64; 3]) -> Result<f64, MeshError> {
    let mut largest_rounding = 0.0_f64;
    if encoding != Encoding::Double {
        for half in [&mut split.front, &mut split.back] {
            let narrowed = core::mem::take(half).into_narrowed(origin)?;
            largest_rounding = largest_rounding.max(narrowed.largest_rounding);
            *half = narrowed.mesh;
        }
    }
    Ok(largest_rounding)
}

impl ObjectCut {
    /// Returns the half that has the whole object: its side, or `None` for a cut object. An object without triangles
    /// has no side; its node is in the front half.
    #[must_use]
    pub fn half_if_whole(&self) -> Option<Side> {
        match self.side {
            Some(Side::On) => None,
            Some(side) => Some(side),
            None => Some(Side::Front),
        }
    }
}

impl Amount {
    pub(super) fn nothing(is_closed: bool) -> Self {
        Self {
            volume: is_closed.then_some(0.0),
            ..Self::default()
        }
    }

    pub(super) fn whole(mesh: &Mesh) -> Self {
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
