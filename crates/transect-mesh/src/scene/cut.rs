//! The cut of a scene by planes: the side of each object, and the parts of the objects that are cut. The parts are the halves
//! of one plane, the inside and the outside of a region, or one part per combination of sides.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;
use transect::{Aabb, Cutter, CuttingPlane, Overlap, Region};
use transect_exact::Side;

use crate::mesh::indexed::Mesh;
use crate::mesh::reach::Reach;
use crate::mesh::{Certificate, PartPlace, Rest, WeldChanges};
use crate::scene::amount::Amount;
use crate::scene::encoding::Encoding;
use crate::scene::model::Scene;
use crate::scene::object::{PlacementError, Stage};
use crate::scene::object_cut::{Cut, MetPlane, Written};
use crate::scene::parts::Parts;
use crate::scene::surface::Surface;

/// The result of cutting a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SceneCut {
    /// The planes, in the form in which they were given.
    pub planes: Vec<CuttingPlane>,
    /// The names of the parts of meshes that hold the cut faces of each plane: empty for one plane, and otherwise `plane 1`,
    /// `plane 2` and so on. If the scene has one of these names already, from an earlier cut, they are `plane 1 (cut 2)` and
    /// so on.
    pub face_names: Vec<String>,
    /// The results for the selected objects, in the order of the scene.
    pub objects: Vec<ObjectCut>,
    /// The parts. A cut by one plane has two: in front, and behind. A region has two: the part inside, and the rest. A division
    /// has one part per combination of sides in which an object lies, front before back, where the first plane counts most.
    pub parts: Vec<ScenePart>,
}

/// A part of a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ScenePart {
    /// The place of the part.
    pub place: PartPlace,
    /// The pieces of the objects in this part. In the mesh of a cut object, the cut faces of each plane are a
    /// [`Part`](crate::scene::Part), a group of triangles, after those of the input, with a name of
    /// [`SceneCut::face_names`].
    pub scene: Scene,
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
    /// For each plane, the object's backmost and frontmost vertices. The list is empty for an object without triangles.
    pub reaches: Vec<Reach>,
    /// The bounding box of the object in the world, or `None` for an object without triangles.
    pub bounds: Option<Aabb>,
    /// `true` if the object's mesh is closed before the cut, after the changes.
    pub is_closed: bool,
    /// The changes that were made to the object's mesh before the cut; see [`Scene::surface`]. An object that is not cut is not
    /// welded.
    pub changes: WeldChanges,
    /// The relation of the object to a region, as in [`crate::mesh::RegionCut::relation`]. `None` if the planes do not bound a
    /// region, and for an object without triangles; the node of such an object is kept in the first part.
    pub relation: Option<Overlap>,
    /// The planes that meet the object. For a region, only those are listed that have vertices strictly on both sides.
    pub met: Vec<MetPlane>,
    /// The parts that have a piece of the object: the index in [`SceneCut::parts`], and the counts, the area and the volume of
    /// the piece after rounding to the precision of the output.
    pub pieces: Vec<(usize, Amount)>,
    /// The details of the cut, if the object is cut. With one plane, an object that only touches it counts as cut.
    pub details: Option<CutDetails>,
}

/// Further results of the cut, for an object that is cut.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CutDetails {
    /// For each part of the certificate, the index in [`SceneCut::parts`].
    pub parts: Vec<usize>,
    /// The certificate of the object's parts in the precision of the output.
    pub certificate: Certificate,
    /// The largest change of a coordinate when the parts were rounded to the output's precision.
    pub largest_rounding: f64,
}

impl ObjectCut {
    /// Returns the side of the object relative to each plane, computed from its vertices. An object without triangles has no
    /// sides.
    pub fn sides(&self) -> impl ExactSizeIterator<Item = Side> {
        self.reaches.iter().map(|reach| reach.extent.side())
    }

    /// Returns how a plane meets the object, or `None` if it does not.
    #[must_use]
    pub fn met_by(&self, plane: usize) -> Option<&MetPlane> {
        self.met.iter().find(|met| met.plane == plane)
    }

    /// Returns the counts, the area and the volume of the object's piece in a part. Without such a piece, they are zero; the
    /// volume is `None` for an open object.
    #[must_use]
    pub fn piece(&self, part: usize) -> Amount {
        let mut pieces = self.pieces.iter();
        let piece = pieces.find(|(own, _)| *own == part);
        piece.map_or(Amount::nothing(self.is_closed), |(_, amount)| *amount)
    }
}

impl Scene {
    /// Cuts every object for whose node index `wanted` returns `true` by a plane. Other objects are left out of the result. The
    /// first part is the one in front, and the second the one behind. [`Mesh::split`](crate::mesh::Mesh::split) cuts each object.
    ///
    /// Calls `progress` after each stage of the work on each object.
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// use transect_mesh::{Mesh, RawMesh};
    /// use transect_mesh::scene::{Encoding, Node, Placement, Scene, SceneMesh};
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
    /// let sides: Vec<Side> = cut.objects.iter().flat_map(|object| object.sides()).collect();
    /// assert_eq!(sides, [Side::Back, Side::On, Side::Front]);
    /// let [front, back] = [0, 1].map(|part| &cut.parts[part].scene);
    /// assert_eq!((front.nodes.len(), back.nodes.len()), (2, 2));
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
        progress: impl FnMut(Stage),
    ) -> Result<SceneCut, PlacementError> {
        let places = [Side::Front, Side::Back].map(|side| PartPlace::Sides(alloc::vec![side]));
        let planes = alloc::vec![plane.as_given()];
        self.cut_into_parts(planes, &places, encoding, wanted, progress)
    }

    /// Cuts every object for whose node index `wanted` returns `true` by a convex region. Other objects are left out of
    /// the result. [`Mesh::cut_by_region`](crate::mesh::Mesh::cut_by_region) cuts each object.
    ///
    /// Calls `progress` after each stage of the work on each object.
    ///
    /// ```
    /// use transect::{Aabb, Overlap, region::ConvexRegion};
    /// use transect_mesh::{Mesh, RawMesh};
    /// use transect_mesh::scene::{Encoding, Node, Placement, Scene, SceneMesh};
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
    ) -> Result<SceneCut, PlacementError> {
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
    ) -> Result<SceneCut, PlacementError> {
        let planes = planes.iter().map(|plane| plane.as_given()).collect();
        let places = [PartPlace::Inside, PartPlace::Outside];
        self.cut_into_parts(planes, &places, encoding, wanted, progress)
    }

    /// Divides every object for whose node index `wanted` returns `true` by several planes. Other objects are left out
    /// of the result. [`Mesh::divided_by`](crate::mesh::Mesh::divided_by) divides each object.
    ///
    /// Calls `progress` after each stage of the work on each object.
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// use transect_mesh::{Mesh, PartPlace, RawMesh};
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
    ) -> Result<SceneCut, PlacementError> {
        let planes = planes.iter().map(|plane| plane.as_given()).collect();
        self.cut_into_parts(planes, &[], encoding, wanted, progress)
    }

    /// Cuts a mesh that does not fit into memory, after [`OnePass`](crate::OnePass): this scene has one object, the
    /// band of triangles that meet the plane, and `rest` is what is known of all others. The result is that of
    /// [`Scene::cut`] for the whole mesh, but
    ///
    /// * the parts have the pieces of the band only, and `vertices` counts theirs only;
    /// * numbers of vertices in front and behind ([`MetPlane::contact`]) are those of the band, or 1 if the band has
    ///   none there;
    /// * the edges of the mesh are not divided at vertices that lie on them, and gaps are not closed;
    /// * the certificate judges the band. Whether its input and its parts are closed is known by fingerprints of the
    ///   whole;
    /// * areas and volumes differ by rounding.
    ///
    /// ```
    /// use transect::Plane;
    /// use transect_mesh::scene::{Encoding, Node, Scene, SceneMesh};
    /// use transect_mesh::{OnePass, Precision};
    /// let [a, b, c, d] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let plane: Plane = "x = 1".parse()?;
    /// let mut pass = OnePass::new(&plane, Precision::Single, [1, 2]); // a program takes random numbers
    /// pass.add(&[[a, c, b], [a, b, d], [b, c, d], [a, d, c]])?;
    /// let (mesh, rest) = pass.finish();
    /// let scene = Scene {
    ///     nodes: vec![Node { mesh: Some(0), ..Node::default() }],
    ///     meshes: vec![SceneMesh { mesh, ..SceneMesh::default() }],
    ///     ..Scene::default()
    /// };
    /// let cut = scene.cut_band(&plane, Encoding::Single, &rest, |_| ())?;
    /// let object = &cut.objects[0];
    /// assert!(object.is_closed && object.details.as_ref().is_some_and(|own| own.certificate.is_correct()));
    /// assert_eq!(object.piece(0).volume, Some(4.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`PlacementError`] if a coordinate is beyond the range of floats.
    pub fn cut_band(
        &self,
        plane: &impl Cutter,
        encoding: Encoding,
        rest: &Rest,
        progress: impl FnMut(Stage),
    ) -> Result<SceneCut, PlacementError> {
        let places = [Side::Front, Side::Back].map(|side| PartPlace::Sides(alloc::vec![side]));
        let planes = alloc::vec![plane.as_given()];
        self.cut_with(planes, &places, encoding, Some(rest), |_| true, progress)
    }

    /// Cuts every wanted object. `places` are those of parts that the result has even if nothing lies in them: the two parts of
    /// a region, or the halves of one plane.
    fn cut_into_parts(
        &self,
        planes: Vec<CuttingPlane>,
        places: &[PartPlace],
        encoding: Encoding,
        wanted: impl Fn(usize) -> bool,
        progress: impl FnMut(Stage),
    ) -> Result<SceneCut, PlacementError> {
        self.cut_with(planes, places, encoding, None, wanted, progress)
    }

    /// Cuts every wanted object, or the band of a mesh of which `rest` tells the rest.
    fn cut_with(
        &self,
        planes: Vec<CuttingPlane>,
        places: &[PartPlace],
        encoding: Encoding,
        rest: Option<&Rest>,
        wanted: impl Fn(usize) -> bool,
        mut progress: impl FnMut(Stage),
    ) -> Result<SceneCut, PlacementError> {
        let mut parts = PlacedParts {
            parts: Parts::new(self, planes.len()),
            places: Vec::new(),
            known: HashMap::new(),
        };
        for place in places {
            parts.index(place);
        }
        let is_region = places.first() == Some(&PartPlace::Inside);
        let mut objects = self.each_object(wanted, |node, mesh, done| {
            let as_given = mesh;
            let mut reaches = match rest {
                Some(rest) => rest.reach().copied().into_iter().collect(),
                None => reaches(mesh, &planes),
            };
            let is_met = reaches.iter().any(|own| own.extent.side() == Side::On);
            let Surface { mesh, changes } = match rest {
                Some(rest) => Surface::band(mesh, rest),
                None => self.to_cut(mesh, is_met),
            };
            if matches!(mesh, Cow::Owned(_)) {
                reaches = self::reaches(&mesh, &planes);
            }
            let is_closed = changes.open_edges == 0;
            let mut object = ObjectCut {
                node,
                name: self.nodes[node].name.clone(),
                color: self.color_of(node),
                reaches,
                bounds: rest.map_or(mesh.bounds(), Rest::bounds).copied(),
                is_closed,
                changes,
                relation: None,
                met: Vec::new(),
                pieces: Vec::new(),
                details: None,
            };
            progress(Stage::Side);
            let mut cut = Cut::of(&mesh, &planes, &object.reaches, is_region);
            object.relation = cut.relation;
            object.met = core::mem::take(&mut cut.met);
            if cut.is_cut() {
                progress(Stage::Cut);
                let first = parts.parts.part_count(node);
                let mut written = cut.written(&mesh, &planes, first, encoding)?;
                if let Some(rest) = rest {
                    written.add_rest(rest);
                    let contact = object.met.iter_mut().map(|met| &mut met.contact);
                    contact.for_each(|contact| contact.add_rest(rest));
                }
                progress(Stage::Certificate);
                self.add_cut(&mut object, written, &mut parts);
            } else {
                let part = parts.of_whole(cut.places().next(), planes.len());
                let whole = match (rest, object.reaches.first()) {
                    (Some(rest), Some(reach)) => {
                        Amount::rest(rest, reach.extent.side(), mesh.as_ref())
                    }
                    _ => Amount::whole(as_given, object.changes.open_edges),
                };
                object.pieces.push((part, whole));
                parts.parts.keep(node, part, as_given, encoding)?;
            }
            progress(Stage::Done(done));
            Ok(object)
        })?;
        let face_names = parts.parts.face_names.clone();
        let (parts, indices) = parts.into_parts();
        for object in &mut objects {
            let pieces = object.pieces.iter_mut().map(|(part, _)| part);
            let judged = object.details.iter_mut();
            for part in pieces.chain(judged.flat_map(|details| &mut details.parts)) {
                *part = indices[*part];
            }
            object.pieces.sort_by_key(|(part, _)| *part);
        }
        Ok(SceneCut {
            planes,
            face_names,
            objects,
            parts,
        })
    }

    /// Adds the parts of an object that is cut.
    fn add_cut(&self, object: &mut ObjectCut, written: Written, parts: &mut PlacedParts<'_>) {
        let Written {
            places,
            meshes,
            origin,
            largest_rounding,
            certificate,
        } = written;
        let indices: Vec<usize> = places.iter().map(|place| parts.index(place)).collect();
        let amounts = certificate.parts.iter();
        let amounts = amounts.map(|part| Amount::of_part(part, object.is_closed));
        let pieces = indices.iter().copied().zip(amounts);
        object.pieces = pieces.filter(|(_, own)| own.triangles > 0).collect();
        object.details = Some(CutDetails {
            parts: indices.clone(),
            certificate,
            largest_rounding,
        });
        let meshes = indices.into_iter().zip(meshes);
        parts
            .parts
            .divide(object.node, meshes, origin, object.color);
    }
}

/// Returns the reach of a mesh along each plane. The list is empty for a mesh without triangles.
pub(super) fn reaches(mesh: &Mesh, planes: &[CuttingPlane]) -> Vec<Reach> {
    planes
        .iter()
        .filter_map(|plane| mesh.reach(plane))
        .collect()
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

    /// Returns the index of the part of an object that is not cut. An object without triangles has no place of its own, and its
    /// node is kept in the first part.
    fn of_whole(&mut self, place: Option<&PartPlace>, planes: usize) -> usize {
        match place {
            Some(place) => self.index(place),
            None if self.places.is_empty() => {
                self.index(&PartPlace::Sides(alloc::vec![Side::Front; planes]))
            }
            None => 0,
        }
    }

    /// Returns the parts, front before back, and the index of each part by its index so far.
    fn into_parts(self) -> (Vec<ScenePart>, Vec<usize>) {
        let scenes = self.parts.into_scenes();
        let parts = self.places.into_iter().zip(scenes);
        let parts = parts.map(|(place, scene)| ScenePart { place, scene });
        let mut parts: Vec<(usize, ScenePart)> = parts.enumerate().collect();
        parts.sort_by(|(_, one), (_, other)| match (&one.place, &other.place) {
            (PartPlace::Sides(one), PartPlace::Sides(other)) => other.cmp(one),
            _ => core::cmp::Ordering::Equal,
        });
        let mut indices = alloc::vec![0; parts.len()];
        for (index, (before, _)) in parts.iter().enumerate() {
            indices[*before] = index;
        }
        let parts = parts.into_iter().map(|(_, part)| part).collect();
        (parts, indices)
    }
}
