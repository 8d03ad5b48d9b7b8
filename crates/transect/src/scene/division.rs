//! The division of a scene by several planes: the parts of each object, one per combination of sides.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::aabb::Aabb;
use crate::mesh::indexed::{Mesh, MeshError};
use crate::mesh::region_cut::sums::written_volume;
use crate::mesh::{DivisionCertificate, DivisionCut, Residual};
use crate::plane::Plane;
use crate::scene::cut::Amount;
use crate::scene::encoding::Encoding;
use crate::scene::model::Scene;
use crate::scene::object::{PlacementError, Stage};
use crate::scene::parts::Parts;
use crate::scene::written::{Written, amount, face_names, sides};
use crate::side::Side;

/// The result of dividing a scene by several planes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SceneDivision {
    /// The planes.
    pub planes: Vec<Plane>,
    /// The results for the selected objects, in the order of the scene.
    pub objects: Vec<ObjectDivision>,
    /// The parts, one per combination of sides, front before back. The side of the first plane counts most. The scene
    /// of a part may have no objects. In its meshes, the cut faces of the first plane are a group of triangles (a
    /// [`Part`](crate::scene::Part)) with the name `plane 1`. Those of the second plane have the name `plane 2`, and so
    /// on.
    pub parts: Vec<ScenePart>,
}

/// The part of a scene with a given side of each plane.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ScenePart {
    /// The side of each plane on which the part lies, in the order of the planes: [`Side::Front`] or [`Side::Back`].
    pub sides: Vec<Side>,
    /// The pieces of the objects in this part.
    pub scene: Scene,
}

/// The result of dividing one object.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObjectDivision {
    /// The index of the object's node in the original scene.
    pub node: usize,
    /// The name of the object's node in the original scene.
    pub name: String,
    /// The side of the object relative to each plane, computed from its vertices. The list is empty for an object
    /// without triangles.
    pub sides: Vec<Side>,
    /// The bounding box of the object in the world, or `None` for an object without triangles.
    pub bounds: Option<Aabb>,
    /// `true` if the object's mesh is closed before the cuts.
    pub is_closed: bool,
    /// The parts that have a piece of the object: the index in [`SceneDivision::parts`], and the counts, the area and
    /// the volume of the piece after rounding to the precision of the output. The node of an object without triangles
    /// is kept in the first part.
    pub pieces: Vec<(usize, Amount)>,
    /// The details of the cuts, if a plane cuts the object.
    pub details: Option<DivisionDetails>,
}

/// Further results for an object that is cut.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DivisionDetails {
    /// The cuts, in the order of the planes.
    pub cuts: Vec<DivisionCut>,
    /// The certificate of all parts in f64, before rounding to the precision of the output.
    pub certificate: DivisionCertificate,
    /// For each plane, the area of the cut faces that close the pieces in front of it, before rounding to the precision
    /// of the output. The pieces behind the plane have the same cut faces.
    pub face_areas: Vec<f64>,
    /// The largest change of a coordinate when the parts were rounded to the output's precision.
    pub largest_rounding: f64,
    /// The difference |ΣV(part) − V(input)| of the volumes V, after rounding to the precision of the output.
    pub written_volume: Residual,
}

impl Scene {
    /// Divides every object for whose node index `wanted` returns `true` by several planes. Other objects are left out
    /// of the result. [`Mesh::divided_by`] divides each object.
    ///
    /// Calls `progress` after each stage of the work on each object.
    ///
    /// ```
    /// use transect::{Plane, Side, mesh::{Mesh, RawMesh}};
    /// use transect::scene::{Node, Encoding, Scene, SceneMesh};
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
    /// let planes: [Plane; 2] = ["z = 0.5".parse()?, "x = 7".parse()?];
    /// let division = scene.divide(&planes, Encoding::Double, |_| true, |_| ())?;
    /// let sides = [[Side::Front, Side::Front], [Side::Front, Side::Back], [Side::Back, Side::Front], [Side::Back; 2]];
    /// assert!(division.parts.iter().map(|part| &*part.sides).eq(sides));
    /// let pieces: Vec<_> = division.objects[0].pieces.iter().map(|(part, own)| (*part, own.volume)).collect();
    /// assert_eq!(pieces, [(1, Some(0.5)), (3, Some(0.5))]); // the cube lies behind x = 7
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`PlacementError`] that names an object with a coordinate beyond the range of floats.
    ///
    /// # Panics
    /// Panics with more than 16 planes, which have more than 65,536 parts.
    pub fn divide(
        &self,
        planes: &[Plane],
        encoding: Encoding,
        wanted: impl Fn(usize) -> bool,
        mut progress: impl FnMut(Stage),
    ) -> Result<SceneDivision, PlacementError> {
        assert!(planes.len() <= 16, "more than 16 planes");
        let mut parts = Parts::new(self, 1 << planes.len());
        let objects = self.each_object(wanted, |node, mesh, done| {
            let object =
                self.divide_object(node, mesh, planes, encoding, &mut parts, &mut progress)?;
            progress(Stage::Done(done));
            Ok(object)
        })?;
        let scenes = parts.into_scenes().into_iter().enumerate();
        Ok(SceneDivision {
            planes: planes.to_vec(),
            objects,
            parts: scenes
                .map(|(part, scene)| ScenePart {
                    sides: sides_of(part, planes.len()),
                    scene,
                })
                .collect(),
        })
    }

    fn divide_object(
        &self,
        node: usize,
        mesh: &Mesh,
        planes: &[Plane],
        encoding: Encoding,
        parts: &mut Parts<'_>,
        progress: &mut impl FnMut(Stage),
    ) -> Result<ObjectDivision, MeshError> {
        let is_closed = mesh.boundary().is_closed();
        let sides = sides(mesh, planes);
        progress(Stage::Side);
        #[cfg_attr(
            not(feature = "sabotage"),
            expect(unused_mut, reason = "only sabotage alters the parts")
        )]
        let mut division = mesh.divided_by(planes);
        let mut object = ObjectDivision {
            node,
            name: self.nodes[node].name.clone(),
            sides,
            bounds: mesh.bounds().copied(),
            is_closed,
            pieces: Vec::new(),
            details: None,
        };
        progress(Stage::Cut);
        if division.cuts.is_empty() {
            let part = division.parts.first().map_or(0, |own| part_of(&own.sides));
            object.pieces.push((part, Amount::whole(mesh)));
            parts.keep(node, part, mesh, encoding)?;
            return Ok(object);
        }
        #[cfg(feature = "sabotage")]
        if let [first, second, ..] = &mut division.parts[..] {
            crate::scene::sabotage::spoil_parts([&mut first.part, &mut second.part]);
        }
        let certificate = division.certificate(mesh, planes);
        progress(Stage::Certificate);
        let own: Vec<_> = division.parts.iter().map(|own| &own.part).collect();
        let Written {
            meshes,
            origin,
            largest_rounding,
        } = Written::of(mesh, &own, parts.part_count(node), encoding)?;
        let places = division.parts.iter().map(|own| part_of(&own.sides));
        let places: Vec<usize> = places.collect();
        let pieces = places.iter().copied().zip(&meshes);
        object.pieces = pieces
            .map(|(part, own)| (part, amount(own, is_closed)))
            .collect();
        let written: Vec<&Mesh> = meshes.iter().collect();
        let bound = certificate.volume.bound;
        let mut areas = vec![0.0; planes.len()];
        for own in &division.parts {
            let own_areas = own.part.face_areas(planes.len());
            for (plane, area) in own_areas.into_iter().enumerate() {
                // The pieces on both sides of a plane have the same cut faces, so only the pieces in front are counted.
                if own.sides[plane] == Side::Front {
                    areas[plane] += area;
                }
            }
        }
        object.details = Some(DivisionDetails {
            cuts: division.cuts,
            face_areas: areas,
            largest_rounding,
            written_volume: written_volume(mesh, &written, &origin, bound, largest_rounding),
            certificate,
        });
        let names = face_names(planes.len());
        let meshes = places.into_iter().zip(meshes);
        parts.divide(node, meshes, origin, self.color_of(node), names);
        Ok(object)
    }
}

/// Returns the index of the part with these sides: a number in binary, with one digit per plane in the order of the
/// planes, 0 for front and 1 for back.
fn part_of(sides: &[Side]) -> usize {
    let digits = sides.iter().map(|&side| usize::from(side == Side::Back));
    digits.fold(0, |part, digit| 2 * part + digit)
}

/// Returns the sides of the part with an index, the inverse of [`part_of`].
fn sides_of(part: usize, planes: usize) -> Vec<Side> {
    let digits = (0..planes).rev().map(|plane| part >> plane & 1);
    digits
        .map(|digit| match digit {
            0 => Side::Front,
            _ => Side::Back,
        })
        .collect()
}
