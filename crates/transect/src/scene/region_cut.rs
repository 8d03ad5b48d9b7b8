//! The cut of a scene by a convex region: the part of each object inside the region, and the rest of the object.

use alloc::string::String;
use alloc::vec::Vec;

use crate::aabb::Aabb;
use crate::mesh::indexed::{Mesh, MeshError};
use crate::mesh::region_cut::sums::written_volume;
use crate::mesh::{RegionCertificate, RegionStep, Residual};
use crate::region::{ConvexRegion, Overlap, Region};
use crate::scene::cut::Amount;
use crate::scene::encoding::Encoding;
use crate::scene::model::Scene;
use crate::scene::object::{PlacementError, Stage};
use crate::scene::parts::Parts;
use crate::scene::written::{Written, amount, face_names, sides};
use crate::side::Side;

/// The result of cutting a scene by a convex region.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SceneRegionCut {
    /// The region.
    pub region: ConvexRegion,
    /// The results for the selected objects, in the order of the scene.
    pub objects: Vec<ObjectRegionCut>,
    /// The pieces of the objects inside the region. In their meshes, the cut faces of the region's first plane are a
    /// [`Part`](crate::scene::Part), a group of triangles, with the name `plane 1`. Those of the second plane have the
    /// name `plane 2`, and so on.
    pub inside: Scene,
    /// The pieces of the objects outside of the region. Their cut faces have the same names as those inside.
    pub outside: Scene,
}

/// The result of cutting one object by a convex region.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObjectRegionCut {
    /// The index of the object's node in the original scene.
    pub node: usize,
    /// The name of the object's node in the original scene.
    pub name: String,
    /// The side of the object relative to each plane, computed from its vertices. The list is empty for an object
    /// without triangles.
    pub sides: Vec<Side>,
    /// The bounding box of the object in the world, or `None` for an object without triangles.
    pub bounds: Option<Aabb>,
    /// `true` if the object's mesh is closed before the cut.
    pub is_closed: bool,
    /// The relation of the object to the region, as in [`crate::mesh::RegionCut::relation`]. `None` for an object
    /// without triangles; the node of such an object is kept in [`SceneRegionCut::inside`].
    pub relation: Option<Overlap>,
    /// The counts, the area and the volume of the part inside, after rounding to the precision of the output.
    pub inside: Amount,
    /// The counts, the area and the volume of the part outside, after rounding to the precision of the output.
    pub outside: Amount,
    /// The details of the cut, if the relation is [`Overlap::Meets`].
    pub details: Option<RegionCutDetails>,
}

/// Further results of the cut, for an object with parts inside and outside of the region.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RegionCutDetails {
    /// The cuts, in the order of the planes.
    pub steps: Vec<RegionStep>,
    /// The certificate of both parts in f64, before rounding to the precision of the output.
    pub certificate: RegionCertificate,
    /// For each plane, the area of its cut face of the part inside, before rounding to the precision of the output.
    pub face_areas: Vec<f64>,
    /// The largest change of a coordinate when both parts were rounded to the output's precision.
    pub largest_rounding: f64,
    /// The difference |V(inside) + V(outside) − V(input)| of the volumes V, after rounding to the precision of the
    /// output.
    pub written_volume: Residual,
}

impl Scene {
    /// Cuts every object for whose node index `wanted` returns `true` by a convex region. Other objects are left out of
    /// the result. [`Mesh::cut_by_region`] cuts each object.
    ///
    /// Calls `progress` after each stage of the work on each object.
    ///
    /// ```
    /// use transect::{Aabb, Overlap, mesh::{Mesh, RawMesh}, region::ConvexRegion};
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
    /// let region = ConvexRegion::from(Aabb::new([0.0, 0.0, 0.0], [1.0, 1.0, 2.0])?);
    /// let cut = scene.cut_by_region(region.region(), Encoding::Double, |_| true, |_| ())?;
    /// let relations: Vec<Overlap> = cut.objects.iter().filter_map(|object| object.relation).collect();
    /// assert_eq!(relations, [Overlap::Inside, Overlap::Meets, Overlap::Outside]);
    /// assert_eq!((cut.inside.nodes.len(), cut.outside.nodes.len()), (2, 2));
    /// assert_eq!(cut.objects[1].inside.volume, Some(0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`PlacementError`] that names an object with a coordinate beyond the range of floats.
    pub fn cut_by_region(
        &self,
        region: Region<'_>,
        encoding: Encoding,
        wanted: impl Fn(usize) -> bool,
        mut progress: impl FnMut(Stage),
    ) -> Result<SceneRegionCut, PlacementError> {
        let mut parts = Parts::new(self, 2);
        let objects = self.each_object(wanted, |node, mesh, done| {
            let object =
                self.cut_object_by_region(node, mesh, region, encoding, &mut parts, &mut progress)?;
            progress(Stage::Done(done));
            Ok(object)
        })?;
        let mut scenes = parts.into_scenes().into_iter();
        Ok(SceneRegionCut {
            region: ConvexRegion::new(region.planes()),
            objects,
            inside: scenes.next().unwrap_or_default(),
            outside: scenes.next().unwrap_or_default(),
        })
    }

    fn cut_object_by_region(
        &self,
        node: usize,
        mesh: &Mesh,
        region: Region<'_>,
        encoding: Encoding,
        parts: &mut Parts<'_>,
        progress: &mut impl FnMut(Stage),
    ) -> Result<ObjectRegionCut, MeshError> {
        let is_closed = mesh.boundary().is_closed();
        let sides = sides(mesh, region.planes());
        progress(Stage::Side);
        #[cfg_attr(
            not(feature = "sabotage"),
            expect(unused_mut, reason = "only sabotage alters the parts")
        )]
        let mut cut = mesh.cut_by_region(region);
        let mut object = ObjectRegionCut {
            node,
            name: self.nodes[node].name.clone(),
            sides,
            bounds: mesh.bounds().copied(),
            is_closed,
            relation: (!mesh.is_empty()).then_some(cut.relation),
            inside: Amount::nothing(is_closed),
            outside: Amount::nothing(is_closed),
            details: None,
        };
        progress(Stage::Cut);
        match object.relation {
            None | Some(Overlap::Inside) => {
                object.inside = Amount::whole(mesh);
                parts.keep(node, 0, mesh, encoding)?;
                return Ok(object);
            }
            Some(Overlap::Outside) => {
                object.outside = Amount::whole(mesh);
                parts.keep(node, 1, mesh, encoding)?;
                return Ok(object);
            }
            Some(Overlap::Meets) => {}
        }
        #[cfg(feature = "sabotage")]
        crate::scene::sabotage::spoil_parts([&mut cut.inside, &mut cut.outside]);
        let certificate = cut.certificate(mesh, region);
        progress(Stage::Certificate);
        let parts_of_mesh = [&cut.inside, &cut.outside];
        let Written {
            meshes,
            origin,
            largest_rounding,
        } = Written::of(mesh, &parts_of_mesh, parts.part_count(node), encoding)?;
        let amounts: Vec<Amount> = meshes.iter().map(|part| amount(part, is_closed)).collect();
        [object.inside, object.outside] = [amounts[0], amounts[1]];
        let written: Vec<&Mesh> = meshes.iter().collect();
        let bound = certificate.volume.bound;
        object.details = Some(RegionCutDetails {
            face_areas: cut.inside.face_areas(region.planes().len()),
            steps: cut.steps,
            largest_rounding,
            written_volume: written_volume(mesh, &written, &origin, bound, largest_rounding),
            certificate,
        });
        let names = face_names(region.planes().len());
        let meshes = meshes.into_iter().enumerate();
        parts.divide(node, meshes, origin, self.color_of(node), names);
        Ok(object)
    }
}
