//! The result of a cut by several planes: the scenes of all parts, and the pieces of each object. The planes bound a
//! region, or they make a division: one part per combination of sides of the planes.

use transect::mesh::{Certificate, HalfSummary, RegionStep, Residual};
use transect::scene::{
    Amount, ObjectDivision, ObjectRegionCut, Scene, SceneDivision, SceneRegionCut,
};
use transect::{Aabb, Overlap, Side};

/// The parts of a scene that several planes cut.
pub struct SceneParts {
    /// The parts. A region has two, `inside` and `outside`. A division has one per combination of sides.
    pub parts: Vec<NamedPart>,
    /// The objects that were cut, in the order of the scene.
    pub objects: Vec<ObjectParts>,
}

/// A part with its name.
pub struct NamedPart {
    /// The name: `inside`, `outside`, or the sides of a division, such as `front-back`.
    pub name: String,
    /// The side of each plane on which the part lies. Empty for the parts of a region.
    pub sides: Vec<Side>,
    /// The pieces of the objects in this part.
    pub scene: Scene,
}

/// The pieces of one object.
pub struct ObjectParts {
    /// The name of the object.
    pub name: String,
    /// The bounding box of the object, or `None` for an object without triangles.
    pub bounds: Option<Aabb>,
    /// `true` if the object is closed.
    pub is_closed: bool,
    /// The relation to the region; `None` for a division, and for an object without triangles.
    pub relation: Option<Overlap>,
    /// The side of the object relative to each plane. Empty for an object without triangles.
    pub sides: Vec<Side>,
    /// For each part that has a piece of the object, its index, and the counts, the area and the volume of the piece.
    pub pieces: Vec<(usize, Amount)>,
    /// The cuts, if a plane cuts the object.
    pub cuts: Option<ObjectCuts>,
}

/// The cuts of one object, with their certificates.
pub struct ObjectCuts {
    /// The cuts in turn, each with its certificate.
    pub steps: Vec<(RegionStep, Certificate)>,
    /// For each plane, the area of its cut faces. Faces that two parts share are counted once.
    pub face_areas: Vec<f64>,
    /// The largest change of a coordinate when the parts were rounded to the precision of the output.
    pub largest_rounding: f64,
    /// The difference between the sum of the volumes of all parts, as written, and the volume of the object.
    pub volume: Residual,
    /// The difference between the sum of the areas of all parts, without cut faces, and the area of the object.
    pub area: Residual,
    /// `true` if the parts equal those that the certified cuts in `steps` leave.
    pub agrees: bool,
    /// The number of triangles in cut faces of either part of a region that the other part does not have with opposite
    /// orientation. It is 0 for a division, whose cut faces are not compared.
    pub unmatched_faces: usize,
    /// For each piece, the number of its open edges in 64-bit floats, before rounding to the precision of the output.
    pub open_edges: Vec<usize>,
}

/// Returns the name of the part with these sides, such as `front-back`.
#[must_use]
pub fn part_name(sides: &[Side]) -> String {
    let words = sides.iter().map(|side| match side {
        Side::Back => "back",
        _ => "front",
    });
    words.collect::<Vec<_>>().join("-")
}

/// Returns the names of all parts of a division by this number of planes.
#[must_use]
pub fn part_names(planes: usize) -> Vec<String> {
    let part = |part: usize| -> Vec<Side> {
        let digits = (0..planes).rev().map(|plane| part >> plane & 1);
        digits
            .map(|digit| [Side::Front, Side::Back][digit])
            .collect()
    };
    (0..1 << planes)
        .map(|index| part_name(&part(index)))
        .collect()
}

/// The names of the parts of a region.
pub const REGION_PARTS: [&str; 2] = ["inside", "outside"];

impl From<SceneRegionCut> for SceneParts {
    fn from(cut: SceneRegionCut) -> Self {
        let scenes = REGION_PARTS.into_iter().zip([cut.inside, cut.outside]);
        Self {
            parts: scenes
                .map(|(name, scene)| NamedPart {
                    name: name.into(),
                    sides: Vec::new(),
                    scene,
                })
                .collect(),
            objects: cut.objects.into_iter().map(ObjectParts::from).collect(),
        }
    }
}

impl From<SceneDivision> for SceneParts {
    fn from(division: SceneDivision) -> Self {
        Self {
            parts: division
                .parts
                .into_iter()
                .map(|part| NamedPart {
                    name: part_name(&part.sides),
                    sides: part.sides,
                    scene: part.scene,
                })
                .collect(),
            objects: division
                .objects
                .into_iter()
                .map(ObjectParts::from)
                .collect(),
        }
    }
}

impl From<ObjectRegionCut> for ObjectParts {
    fn from(object: ObjectRegionCut) -> Self {
        let pieces = match object.relation {
            Some(Overlap::Outside) => vec![(1, object.outside)],
            Some(Overlap::Meets) => vec![(0, object.inside), (1, object.outside)],
            _ => vec![(0, object.inside)],
        };
        Self {
            cuts: object.details.map(|details| ObjectCuts {
                open_edges: open_edges(&[details.certificate.inside, details.certificate.outside]),
                agrees: details.certificate.inside_agrees,
                unmatched_faces: details.certificate.unmatched_faces,
                area: details.certificate.area,
                steps: details
                    .steps
                    .into_iter()
                    .zip(details.certificate.planes)
                    .map(|(step, plane)| (step, plane.certificate))
                    .collect(),
                face_areas: details.face_areas,
                largest_rounding: details.largest_rounding,
                volume: details.written_volume,
            }),
            name: object.name,
            bounds: object.bounds,
            is_closed: object.is_closed,
            relation: object.relation,
            sides: object.sides,
            pieces,
        }
    }
}

impl From<ObjectDivision> for ObjectParts {
    fn from(object: ObjectDivision) -> Self {
        Self {
            cuts: object.details.map(|details| ObjectCuts {
                open_edges: open_edges(&details.certificate.parts),
                agrees: details.certificate.parts_agree,
                unmatched_faces: 0,
                area: details.certificate.area,
                steps: details
                    .cuts
                    .into_iter()
                    .zip(details.certificate.cuts)
                    .map(|(cut, (_, certificate))| (cut.step, certificate))
                    .collect(),
                face_areas: details.face_areas,
                largest_rounding: details.largest_rounding,
                volume: details.written_volume,
            }),
            name: object.name,
            bounds: object.bounds,
            is_closed: object.is_closed,
            relation: None,
            sides: object.sides,
            pieces: object.pieces,
        }
    }
}

fn open_edges(parts: &[HalfSummary]) -> Vec<usize> {
    parts.iter().map(|part| part.open_edges).collect()
}

impl ObjectParts {
    /// Returns `true` if the object is closed and a plane cuts it.
    pub(super) fn is_closed_cut(&self) -> bool {
        self.is_closed && self.cuts.is_some()
    }
}
