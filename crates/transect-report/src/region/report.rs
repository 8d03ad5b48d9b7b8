//! The report of a cut by several planes as one JSON object (docs/regions.md, docs/region.schema.json). The planes
//! bound a region, or they make a division: one part per combination of sides of the planes.
#![expect(missing_docs, reason = "docs/regions.md describes the fields")]

use serde::Serialize;
use transect::Overlap;
use transect::mesh::PartPlace;
use transect::scene::{Amount, Encoding, ObjectParts, PartsDetails};
use transect_io::{Document, Format};

use crate::findings::Severity;
use crate::numbers::counted;
use crate::region::findings::RegionFinding;
use crate::region::parts::{NamedPart, SceneParts};
use crate::region::planes::{RegionKind, RegionPlanes};
use crate::report::{HalfReport, SourceReport};
use crate::unit::Units;

#[derive(Debug, Serialize)]
pub struct RegionReport {
    pub version: u32,
    pub source: Vec<SourceReport>,
    pub region: RegionInfo,
    pub objects: RegionCounts,
    pub planes: Vec<RegionPlaneReport>,
    pub parts: Vec<PartReport>,
    pub certificate: RegionCertificateReport,
    pub objects_list: Vec<RegionObject>,
    pub written: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct RegionInfo {
    pub kind: &'static str,
    pub text: String,
    pub file: Option<String>,
    pub bounded: Option<bool>,
    /// The parts that are written: `inside`, `outside` or `both`. `None` for a division, which writes all parts.
    pub keep: Option<&'static str>,
}

/// The numbers of objects. `inside`, `meets` and `outside` are `None` for a division.
#[derive(Debug, Serialize)]
pub struct RegionCounts {
    pub total: usize,
    pub inside: Option<usize>,
    pub meets: Option<usize>,
    pub outside: Option<usize>,
    /// The number of objects that at least one plane cuts.
    pub cut: usize,
}

#[derive(Debug, Serialize)]
pub struct RegionPlaneReport {
    pub number: usize,
    pub name: String,
    pub text: String,
    pub normal: [f64; 3],
    pub offset: f64,
    /// The number of objects that this plane cuts.
    pub objects: usize,
    pub vertices_on_plane: usize,
    pub cut_face_area: f64,
}

#[derive(Debug, Serialize)]
pub struct PartReport {
    pub name: String,
    pub sides: Option<Vec<&'static str>>,
    pub objects: usize,
    #[serde(flatten)]
    pub amount: HalfReport,
}

#[derive(Debug, Serialize)]
pub struct RegionCertificateReport {
    pub objects_closed: usize,
    pub objects_open: usize,
    pub cut_open: usize,
    pub volume_residual: Option<f64>,
    pub volume_bound: Option<f64>,
    pub area_residual: f64,
    pub area_bound: f64,
    pub largest_rounding: f64,
    pub findings: Vec<RegionFinding>,
    pub assumptions: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct RegionObject {
    pub name: String,
    pub index: usize,
    pub relation: Option<&'static str>,
    pub sides: Vec<&'static str>,
    pub closed: bool,
    /// The numbers of the planes that cut the object.
    pub cut_by: Vec<usize>,
    pub pieces: Vec<PieceReport>,
}

#[derive(Debug, Serialize)]
pub struct PieceReport {
    pub part: String,
    pub triangles: usize,
    pub volume: Option<f64>,
}

/// Returns the relation of an object to a region as one word.
#[must_use]
pub fn relation(overlap: Overlap) -> &'static str {
    match overlap {
        Overlap::Inside => "inside",
        Overlap::Meets => "meets",
        Overlap::Outside => "outside",
    }
}

impl RegionReport {
    /// Returns the report of a cut. `keep` is the value of `--keep`, or `None` for a division.
    pub(super) fn of(
        scene: &SceneParts,
        planes: &RegionPlanes,
        keep: Option<&'static str>,
        document: &Document,
        unit: Option<&str>,
        format: Format,
        encoding: Encoding,
    ) -> Self {
        let sources = document.sources.iter();
        let objects = &scene.objects;
        Self {
            version: 3,
            source: sources
                .map(|source| SourceReport::of(source, unit))
                .collect(),
            region: RegionInfo {
                kind: planes.kind.name(),
                text: planes.text.clone(),
                file: planes.file.clone(),
                bounded: planes.is_bounded(),
                keep,
            },
            objects: RegionCounts::of(objects, planes.kind),
            planes: (0..planes.planes.len())
                .map(|index| RegionPlaneReport::of(planes, index, objects))
                .collect(),
            parts: scene
                .parts
                .iter()
                .enumerate()
                .map(|(index, part)| PartReport::of(part, index, objects))
                .filter(|part| part.sides.is_none() || part.amount.triangles > 0)
                .collect(),
            certificate: RegionCertificateReport::of(scene, &Units::of(unit), format, encoding),
            objects_list: objects
                .iter()
                .enumerate()
                .map(|(index, object)| RegionObject::of(object, index, &scene.parts))
                .collect(),
            written: Vec::new(),
        }
    }

    /// Returns the names of the objects with findings of severity `error`, each object once.
    #[must_use]
    pub fn objects_with_errors(&self) -> Vec<&str> {
        let findings = self.certificate.findings.iter();
        let mut errors: Vec<&RegionFinding> = findings
            .filter(|found| found.severity == Severity::Error)
            .collect();
        errors.dedup_by_key(|found| found.index);
        errors.iter().map(|found| &*found.object).collect()
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        // The values are only strings and finite numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl RegionCounts {
    fn of(objects: &[ObjectParts], kind: RegionKind) -> Self {
        // An object without triangles counts as inside, because its node is written to that part.
        let count = |wanted: Overlap| {
            let relations = objects.iter();
            let relations = relations.map(|object| object.relation.unwrap_or(Overlap::Inside));
            (!kind.is_division()).then(|| relations.filter(|own| *own == wanted).count())
        };
        Self {
            total: objects.len(),
            inside: count(Overlap::Inside),
            meets: count(Overlap::Meets),
            outside: count(Overlap::Outside),
            cut: objects
                .iter()
                .filter(|object| object.details.is_some())
                .count(),
        }
    }
}

impl RegionPlaneReport {
    fn of(planes: &RegionPlanes, index: usize, objects: &[ObjectParts]) -> Self {
        let own = &planes.planes[index];
        let details = || objects.iter().filter_map(|object| object.details.as_ref());
        let cuts = || {
            let cuts = details().flat_map(|details| &details.cuts);
            cuts.filter(|cut| cut.plane == index)
        };
        let plane = own.plane.plane();
        Self {
            number: index + 1,
            name: own.name.clone(),
            text: own.text.clone(),
            normal: plane.normal(),
            offset: plane.offset(),
            objects: cuts().count(),
            vertices_on_plane: cuts().map(|cut| cut.contact.vertices[1]).sum(),
            cut_face_area: details().fold(0.0, |sum, own| sum + own.certificate.face_areas[index]),
        }
    }
}

impl PartReport {
    fn of(part: &NamedPart, index: usize, objects: &[ObjectParts]) -> Self {
        let amounts = || {
            let pieces = objects.iter().flat_map(|object| &object.pieces);
            let own = pieces.filter(move |(piece, _)| *piece == index);
            own.map(|(_, amount)| amount)
        };
        let has = |amount: &&Amount| amount.triangles > 0;
        Self {
            name: part.name.clone(),
            sides: match &part.place {
                PartPlace::Sides(sides) => Some(sides.iter().map(|own| own.name()).collect()),
                PartPlace::Inside | PartPlace::Outside => None,
            },
            objects: amounts().filter(has).count(),
            amount: HalfReport::of(amounts()),
        }
    }
}

impl RegionCertificateReport {
    fn of(scene: &SceneParts, units: &Units, format: Format, encoding: Encoding) -> Self {
        let objects = &scene.objects;
        let objects_closed = objects.iter().filter(|object| object.is_closed).count();
        let cut = || objects.iter().filter_map(|object| object.details.as_ref());
        let closed = objects.iter().filter(|object| object.is_closed);
        let closed: Vec<&PartsDetails> = closed
            .filter_map(|object| object.details.as_ref())
            .collect();
        let has_volume = cut().next().is_none() || !closed.is_empty();
        let volume = |of: fn(&PartsDetails) -> f64| {
            has_volume.then(|| closed.iter().fold(0.0, |sum, own| sum + of(own)))
        };
        let findings = objects.iter().enumerate();
        let findings = findings
            .flat_map(|(index, object)| RegionFinding::all(object, index, &scene.parts, units));
        Self {
            objects_closed,
            objects_open: objects.len() - objects_closed,
            cut_open: cut().count() - closed.len(),
            volume_residual: volume(|own| own.certificate.volume.found),
            volume_bound: volume(|own| own.certificate.volume.bound),
            area_residual: cut().fold(0.0, |sum, own| sum + own.certificate.area.found),
            area_bound: cut().fold(0.0, |sum, own| sum + own.certificate.area.bound),
            largest_rounding: cut().fold(0.0, |most, own| most.max(own.largest_rounding)),
            findings: findings.collect(),
            assumptions: assumptions(scene, format, encoding),
        }
    }
}

/// Returns sentences that say under which assumptions the certificate holds, and what it does not cover.
fn assumptions(scene: &SceneParts, format: Format, encoding: Encoding) -> Vec<String> {
    let mut list = vec![
        "the parts are exact pieces of the input, and each coordinate of a cut vertex is rounded once".to_string(),
        match encoding {
            Encoding::Double => {
                format!("the parts are certified as they are written: {format} stores 64-bit floats")
            }
            _ => format!("the parts are certified as they are written: {format} stores 32-bit floats"),
        },
        "volume_residual and volume_bound are summed over closed cut objects".to_string(),
    ];
    let details = scene
        .objects
        .iter()
        .filter_map(|object| object.details.as_ref());
    let cuts = details.flat_map(|details| &details.cuts);
    let crossing = cuts.filter(|cut| cut.caps_cross).count();
    if crossing > 0 {
        list.push(format!(
            "{} with outlines that cross; caps cover each point as often as the outlines wind around it",
            counted(crossing, "cut face")
        ));
    }
    list
}

impl RegionObject {
    fn of(object: &ObjectParts, index: usize, parts: &[NamedPart]) -> Self {
        let cuts = object.details.iter().flat_map(|details| &details.cuts);
        let cut_by = cuts.map(|cut| cut.plane + 1).collect();
        let pieces = object
            .pieces
            .iter()
            .filter(|(_, amount)| amount.triangles > 0);
        Self {
            name: object.name.clone(),
            index,
            relation: object.relation.map(relation),
            sides: object.sides.iter().map(|own| own.name()).collect(),
            closed: object.is_closed,
            cut_by,
            pieces: pieces
                .map(|(part, amount)| PieceReport {
                    part: parts[*part].name.clone(),
                    triangles: amount.triangles,
                    volume: amount.volume,
                })
                .collect(),
        }
    }
}
