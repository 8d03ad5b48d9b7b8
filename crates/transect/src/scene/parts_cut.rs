//! The cut of a scene by several planes: the parts of each object, inside of a region and outside, or one per combination of
//! sides.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::aabb::Aabb;
use crate::cutter::Cutter;
use crate::cutter::sealed::Cut;
use crate::cutting_plane::CuttingPlane;
use crate::mesh::indexed::{CAP, Mesh, MeshError};
use crate::mesh::{
    JudgedPart, PartPlace, PartsCertificate, PlaneCut, Precision, RegionPart, WrittenHalf,
};
use crate::region::{Overlap, Region};
use crate::scene::cut::Amount;
use crate::scene::encoding::Encoding;
use crate::scene::model::Scene;
use crate::scene::object::{PlacementError, Stage};
use crate::scene::parts::Parts;
use crate::side::Side;

/// The result of cutting a scene by several planes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ScenePartsCut {
    /// The planes.
    pub planes: Vec<CuttingPlane>,
    /// The results for the selected objects, in the order of the scene.
    pub objects: Vec<ObjectParts>,
    /// The parts. A region has two: the part inside, and the rest. Otherwise there is one part per combination of sides in
    /// which an object lies, front before back, where the first plane counts most.
    pub parts: Vec<ScenePart>,
}

/// A part of a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ScenePart {
    /// The place of the part.
    pub place: PartPlace,
    /// The pieces of the objects in this part. In their meshes, the cut faces of the first plane are a
    /// [`Part`](crate::scene::Part), a group of triangles, with the name `plane 1`. Those of the second plane have the name
    /// `plane 2`, and so on.
    pub scene: Scene,
}

/// The result of cutting one object by several planes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ObjectParts {
    /// The index of the object's node in the original scene.
    pub node: usize,
    /// The name of the object's node in the original scene.
    pub name: String,
    /// The side of the object relative to each plane, computed from its vertices. The list is empty for an object without
    /// triangles.
    pub sides: Vec<Side>,
    /// The bounding box of the object in the world, or `None` for an object without triangles.
    pub bounds: Option<Aabb>,
    /// `true` if the object's mesh is closed before the cut.
    pub is_closed: bool,
    /// The relation of the object to a region, as in [`crate::mesh::RegionCut::relation`]. `None` for a division, and
    /// for an object without triangles; the node of such an object is kept in the first part.
    pub relation: Option<Overlap>,
    /// The parts that have a piece of the object: the index in [`ScenePartsCut::parts`], and the counts, the area and the
    /// volume of the piece after rounding to the precision of the output.
    pub pieces: Vec<(usize, Amount)>,
    /// The details of the cut, if a plane cuts the object.
    pub details: Option<PartsDetails>,
}

/// Further results for an object that is cut.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartsDetails {
    /// The planes that have vertices of the object strictly on both sides.
    pub cuts: Vec<PlaneCut>,
    /// The certificate of the parts in the precision of the output.
    pub certificate: PartsCertificate,
    /// The largest change of a coordinate when the parts were rounded to the output's precision.
    pub largest_rounding: f64,
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
    /// assert_eq!(cut.parts.iter().map(|part| part.scene.nodes.len()).collect::<Vec<_>>(), [2, 2]);
    /// assert_eq!(cut.objects[1].pieces[0].1.volume, Some(0.5));
    /// assert!(cut.objects[1].details.as_ref().is_some_and(|details| details.certificate.is_correct()));
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
        progress: impl FnMut(Stage),
    ) -> Result<ScenePartsCut, PlacementError> {
        self.cut_by_planes(region.planes(), encoding, wanted, progress)
    }

    /// Cuts every object by the region in front of all given planes, like [`Scene::cut_by_region`]. The planes may be of any
    /// kind that can cut.
    ///
    /// # Errors
    /// Returns a [`PlacementError`] that names an object with a coordinate beyond the range of floats.
    pub fn cut_by_planes(
        &self,
        planes: &[impl Cutter],
        encoding: Encoding,
        wanted: impl Fn(usize) -> bool,
        progress: impl FnMut(Stage),
    ) -> Result<ScenePartsCut, PlacementError> {
        self.cut_into_parts(planes, true, encoding, wanted, progress)
    }

    /// Divides every object for whose node index `wanted` returns `true` by several planes. Other objects are left out
    /// of the result. [`Mesh::divided_by`] divides each object.
    ///
    /// Calls `progress` after each stage of the work on each object.
    ///
    /// ```
    /// use transect::{Plane, Side, mesh::{Mesh, PartPlace, RawMesh}};
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
    /// // The cube lies behind x = 7.
    /// let places = [[Side::Front, Side::Back], [Side::Back; 2]].map(|sides| PartPlace::Sides(sides.to_vec()));
    /// assert!(division.parts.iter().map(|part| &part.place).eq(&places));
    /// let pieces: Vec<_> = division.objects[0].pieces.iter().map(|(part, own)| (*part, own.volume)).collect();
    /// assert_eq!(pieces, [(0, Some(0.5)), (1, Some(0.5))]);
    /// assert!(division.objects[0].details.as_ref().is_some_and(|details| details.certificate.is_correct()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`PlacementError`] that names an object with a coordinate beyond the range of floats.
    pub fn divide(
        &self,
        planes: &[impl Cutter],
        encoding: Encoding,
        wanted: impl Fn(usize) -> bool,
        progress: impl FnMut(Stage),
    ) -> Result<ScenePartsCut, PlacementError> {
        self.cut_into_parts(planes, false, encoding, wanted, progress)
    }

    /// Cuts every wanted object: by the region in front of all planes, or into one part per combination of sides.
    fn cut_into_parts(
        &self,
        planes: &[impl Cutter],
        is_region: bool,
        encoding: Encoding,
        wanted: impl Fn(usize) -> bool,
        mut progress: impl FnMut(Stage),
    ) -> Result<ScenePartsCut, PlacementError> {
        let planes: Vec<CuttingPlane> = planes.iter().map(Cut::as_given).collect();
        let mut parts = PlacedParts {
            parts: Parts::new(self, 0),
            places: Vec::new(),
            known: HashMap::new(),
        };
        if is_region {
            parts.index(&PartPlace::Inside);
            parts.index(&PartPlace::Outside);
        }
        let mut objects = self.each_object(wanted, |node, mesh, done| {
            let cut = ObjectCut::of(mesh, &planes, is_region, &mut progress);
            let object = self.add_parts(node, mesh, &planes, cut, encoding, &mut parts)?;
            if object.details.is_some() {
                progress(Stage::Certificate);
            }
            progress(Stage::Done(done));
            Ok(object)
        })?;
        let scenes = parts.parts.into_scenes().into_iter();
        let mut parts: Vec<(usize, ScenePart)> = parts
            .places
            .into_iter()
            .zip(scenes)
            .map(|(place, scene)| ScenePart { place, scene })
            .enumerate()
            .collect();
        // Front comes before back.
        parts.sort_by(|(_, one), (_, other)| match (&one.place, &other.place) {
            (PartPlace::Sides(one), PartPlace::Sides(other)) => other.cmp(one),
            _ => core::cmp::Ordering::Equal,
        });
        let mut indices = alloc::vec![0; parts.len()];
        for (index, (before, _)) in parts.iter().enumerate() {
            indices[*before] = index;
        }
        for object in &mut objects {
            for (part, _) in &mut object.pieces {
                *part = indices[*part];
            }
            object.pieces.sort_by_key(|(part, _)| *part);
        }
        Ok(ScenePartsCut {
            planes,
            objects,
            parts: parts.into_iter().map(|(_, part)| part).collect(),
        })
    }

    /// Adds the parts of an object, rounded to the precision of the output and certified.
    fn add_parts(
        &self,
        node: usize,
        mesh: &Mesh,
        planes: &[CuttingPlane],
        cut: ObjectCut,
        encoding: Encoding,
        parts: &mut PlacedParts<'_>,
    ) -> Result<ObjectParts, MeshError> {
        let is_closed = mesh.boundary().is_closed();
        let mut object = ObjectParts {
            node,
            name: self.nodes[node].name.clone(),
            sides: cut.sides,
            bounds: mesh.bounds().copied(),
            is_closed,
            relation: cut.relation,
            pieces: Vec::new(),
            details: None,
        };
        let indices = cut.parts.iter().map(|(place, _)| parts.index(place));
        let indices: Vec<usize> = indices.collect();
        if cut.cuts.is_empty() {
            let part = match (indices.first(), parts.places.is_empty()) {
                (Some(&index), _) => index,
                // The node of an object without triangles is kept in the first part.
                (None, false) => 0,
                (None, true) => {
                    let sides = alloc::vec![Side::Front; planes.len()];
                    parts.index(&PartPlace::Sides(sides))
                }
            };
            object.pieces.push((part, Amount::whole(mesh)));
            parts.parts.keep(node, part, mesh, encoding)?;
            return Ok(object);
        }
        let first = parts.parts.part_count(node);
        #[cfg_attr(
            not(feature = "sabotage"),
            expect(unused_mut, reason = "only sabotage alters the parts")
        )]
        let Written {
            mut meshes,
            origin,
            largest_rounding,
        } = Written::of(
            mesh,
            cut.parts.iter().map(|(_, part)| part),
            first,
            encoding,
        )?;
        #[cfg(feature = "sabotage")]
        if let [one, other, ..] = &mut meshes[..] {
            crate::scene::sabotage::spoil_parts([one, other], first as u32, planes);
        }
        let precision = match encoding {
            Encoding::Double => Precision::Double,
            Encoding::Single | Encoding::LocalSingle => Precision::Single,
        };
        let judged = meshes.iter().zip(&cut.parts).map(|(mesh, (place, _))| {
            let half = WrittenHalf {
                origin,
                precision,
                ..WrittenHalf::new(mesh)
            };
            // Caps of an earlier cut are surface of this one.
            let face = |&part: &u32| match part {
                CAP => 0,
                part => (part + 1).saturating_sub(first as u32),
            };
            let faces: Vec<u32> = mesh.parts().iter().map(face).collect();
            JudgedPart::written(half, Cow::Owned(faces), place.clone())
        });
        let judged: Vec<JudgedPart<'_>> = judged.collect();
        let certificate = PartsCertificate::of(mesh, planes, &judged);
        let pieces = indices.iter().copied().zip(&meshes);
        object.pieces = pieces
            .map(|(part, own)| (part, amount(own, is_closed)))
            .collect();
        object.details = Some(PartsDetails {
            cuts: cut.cuts,
            certificate,
            largest_rounding,
        });
        let names = (1..=planes.len()).map(|number| format!("plane {number}"));
        let meshes = indices.into_iter().zip(meshes);
        parts
            .parts
            .divide(node, meshes, origin, self.color_of(node), names);
        Ok(object)
    }
}

/// The scenes of the parts with their places, in the order in which they are found.
struct PlacedParts<'s> {
    parts: Parts<'s>,
    places: Vec<PartPlace>,
    known: HashMap<Vec<Side>, usize>,
}

impl PlacedParts<'_> {
    /// Returns the index of the part at a place.
    fn index(&mut self, place: &PartPlace) -> usize {
        let next = self.places.len();
        let index = match place {
            PartPlace::Sides(sides) => *self.known.entry(sides.clone()).or_insert(next),
            _ => self
                .places
                .iter()
                .position(|own| own == place)
                .unwrap_or(next),
        };
        if index == next {
            self.places.push(place.clone());
            self.parts.grow(next + 1);
        }
        index
    }
}

/// The parts of one mesh.
struct ObjectCut {
    sides: Vec<Side>,
    relation: Option<Overlap>,
    parts: Vec<(PartPlace, RegionPart)>,
    /// The planes that cut. If the list is empty, the whole mesh is the only part.
    cuts: Vec<PlaneCut>,
}

impl ObjectCut {
    fn of(
        mesh: &Mesh,
        planes: &[CuttingPlane],
        is_region: bool,
        progress: &mut impl FnMut(Stage),
    ) -> Self {
        let reaches = planes.iter().filter_map(|plane| mesh.reach(plane));
        let sides = reaches.map(|reach| reach.extent.side()).collect();
        progress(Stage::Side);
        let cut = if is_region {
            let cut = mesh.cut_by_planes(planes);
            let [inside, outside] = [
                (PartPlace::Inside, cut.inside),
                (PartPlace::Outside, cut.outside),
            ];
            Self {
                sides,
                relation: (!mesh.is_empty()).then_some(cut.relation),
                parts: match cut.relation {
                    Overlap::Inside => alloc::vec![inside],
                    // The node of an object without triangles is kept in the first part.
                    Overlap::Outside if mesh.is_empty() => Vec::new(),
                    Overlap::Outside => alloc::vec![outside],
                    Overlap::Meets => alloc::vec![inside, outside],
                },
                cuts: cut.cuts,
            }
        } else {
            let division = mesh.divided_by(planes);
            let parts = division.parts.into_iter();
            Self {
                sides,
                relation: None,
                parts: parts
                    .map(|own| (PartPlace::Sides(own.sides), own.part))
                    .collect(),
                cuts: division.cuts,
            }
        };
        progress(Stage::Cut);
        cut
    }
}

/// The parts of a mesh in the precision of the output.
struct Written {
    /// The meshes of the parts. The triangles of each plane's cut face have a part number of their own.
    meshes: Vec<Mesh>,
    /// The origin of the coordinates of these meshes.
    origin: [f64; 3],
    /// The largest change of a coordinate by the rounding to the precision of the output.
    largest_rounding: f64,
}

impl Written {
    /// Rounds the parts of `input` to the precision of the output. In the rounded meshes, the triangles of the cut face
    /// of plane i have the part number `first` + i.
    fn of<'p>(
        input: &Mesh,
        parts: impl Iterator<Item = &'p RegionPart>,
        first: usize,
        encoding: Encoding,
    ) -> Result<Self, MeshError> {
        let mut written = Self {
            meshes: Vec::new(),
            origin: match encoding {
                Encoding::LocalSingle => input.single_precision_origin(),
                Encoding::Double | Encoding::Single => [0.0; 3],
            },
            largest_rounding: 0.0,
        };
        for part in parts {
            let mut mesh = part.with_faces_as_parts(first as u32);
            if encoding != Encoding::Double {
                let narrowed = mesh.into_narrowed(&written.origin)?;
                written.largest_rounding = written.largest_rounding.max(narrowed.largest_rounding);
                mesh = narrowed.mesh;
            }
            written.meshes.push(mesh);
        }
        Ok(written)
    }
}

/// Returns the counts, the area and the volume of a part. `is_closed` is `true` if the input is closed.
fn amount(part: &Mesh, is_closed: bool) -> Amount {
    Amount {
        volume: is_closed.then(|| part.volume()),
        ..Amount::whole(part)
    }
}
