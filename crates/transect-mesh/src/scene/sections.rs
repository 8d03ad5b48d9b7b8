//! The sections of a scene's objects by a plane, without their halves.

use alloc::string::String;
use alloc::vec::Vec;

use transect::{Aabb, Cutter, CuttingPlane, Region};
use transect_exact::Side;

use crate::mesh::WeldChanges;
use crate::mesh::contact::PlaneContact;
use crate::mesh::indexed::Mesh;
use crate::mesh::reach::Reach;
use crate::mesh::section::Sections;
use crate::scene::model::Scene;
use crate::scene::object::{Classified, PlacementError, Stage};

/// The sections of a scene's objects by a plane.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SceneSections {
    /// The plane, in the form in which it was given.
    pub plane: CuttingPlane,
    /// The objects, in the order of the scene.
    pub objects: Vec<ObjectSections>,
}

/// One object, its side of the plane, and its sections if the plane cuts it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObjectSections {
    /// The index of the object's node in the scene.
    pub node: usize,
    /// The name of the object's node in the scene.
    pub name: String,
    /// The color of the object's first material.
    pub color: Option<[f64; 4]>,
    /// The side of the object, computed from its vertices. An object with the side `On` is cut. An object without
    /// triangles has no side.
    pub side: Option<Side>,
    /// The bounding box of the object in the world, or `None` for an object without triangles.
    pub bounds: Option<Aabb>,
    /// The object's backmost and frontmost vertices, or `None` for an object without triangles.
    pub reach: Option<Reach>,
    /// `true` if the object's mesh is closed, after the changes.
    pub is_closed: bool,
    /// The changes that were made to the object's mesh; see [`Scene::surface`].
    pub changes: WeldChanges,
    /// The sections, and the counts of the vertices, edges and triangles that the plane meets, if the plane cuts the
    /// object.
    pub met: Option<(Sections, PlaneContact)>,
}

impl Scene {
    /// Returns the sections of every object for which `wanted` returns `true`. The sections equal those of
    /// [`Scene::cut`], but halves, caps and certificates are not computed.
    ///
    /// Calls `progress` after each stage of the work on each object.
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// use transect_mesh::{Mesh, RawMesh};
    /// use transect_mesh::scene::{Encoding, Node, Scene, SceneMesh};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let scene = Scene {
    ///     nodes: vec![Node { mesh: Some(0), ..Node::default() }],
    ///     meshes: vec![SceneMesh { mesh: cube, ..SceneMesh::default() }],
    ///     ..Scene::default()
    /// };
    /// let plane = "z = 0.5".parse::<Plane>()?;
    /// let sections = scene.sections(&plane, |_| true, |_| ())?;
    /// let (met, contact) = sections.objects[0].met.as_ref().expect("the plane cuts the cube");
    /// assert_eq!((met.on_front.area(), contact.vertices), (1.0, [4, 0, 4]));
    /// let cut = scene.cut(&plane, Encoding::Double, |_| true, |_| ())?;
    /// assert_eq!(Some(met), cut.objects[0].met_by(0).and_then(|own| own.sections.as_ref()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`PlacementError`] that names an object with a coordinate beyond the range of floats.
    pub fn sections(
        &self,
        plane: &impl Cutter,
        wanted: impl Fn(usize) -> bool,
        mut progress: impl FnMut(Stage),
    ) -> Result<SceneSections, PlacementError> {
        self.sections_by(plane, wanted, |mesh, side, done| {
            progress(Stage::Side);
            let met = (side == Some(Side::On)).then(|| mesh.sections_and_contact(plane));
            if met.is_some() {
                progress(Stage::Cut);
            }
            progress(Stage::Done(done));
            (side, met)
        })
    }

    /// Returns the sections in one plane of a region, within the region, of every object for which `wanted` returns
    /// `true`. [`Mesh::section_in_region`](crate::mesh::Mesh::section_in_region) computes them. For an object without
    /// such a section, the reported side is the side of the plane on which the object lies, or `None` if the plane cuts
    /// it outside of the region.
    ///
    /// # Errors
    /// Returns a [`PlacementError`] that names an object with a coordinate beyond the range of floats.
    ///
    /// # Panics
    /// Panics if the region has no plane of this index.
    pub fn sections_in_region(
        &self,
        region: Region<'_>,
        plane: usize,
        wanted: impl Fn(usize) -> bool,
    ) -> Result<SceneSections, PlacementError> {
        let cutter = &region.planes()[plane];
        self.sections_by(cutter, wanted, |mesh, side, _| {
            let met = (side == Some(Side::On))
                .then(|| mesh.section_in_region(region, plane))
                .flatten();
            (side.filter(|&side| side != Side::On || met.is_some()), met)
        })
    }

    /// Returns the sections of every object for which `wanted` returns `true`. `section` gets the mesh of the object in
    /// the world, its side of the plane, and its index among the wanted objects. `section` returns the side to report,
    /// and the sections.
    fn sections_by(
        &self,
        plane: &impl Cutter,
        wanted: impl Fn(usize) -> bool,
        mut section: impl FnMut(&Mesh, Option<Side>, usize) -> (Option<Side>, Met),
    ) -> Result<SceneSections, PlacementError> {
        let objects = self.each_object(wanted, |node, mesh, done| {
            let Classified {
                name,
                color,
                side,
                bounds,
                reach,
            } = self.classified(node, mesh, plane);
            let surface = self.to_cut(mesh, side == Some(Side::On));
            let (side, met) = section(&surface.mesh, side, done);
            Ok(ObjectSections {
                node,
                name,
                color,
                side,
                bounds,
                reach,
                is_closed: surface.changes.open_edges == 0,
                changes: surface.changes,
                met,
            })
        })?;
        Ok(SceneSections {
            plane: plane.as_given(),
            objects,
        })
    }
}

/// The sections of an object, and the counts of the vertices, edges and triangles that the plane meets; `None` if the
/// plane does not cut the object.
type Met = Option<(Sections, PlaneContact)>;
