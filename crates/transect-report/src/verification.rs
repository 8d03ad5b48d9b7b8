//! The report of `transect verify` as one JSON object (docs/json.md, docs/verify.schema.json).
#![expect(missing_docs, reason = "docs/json.md describes the fields")]

use serde::Serialize;
use transect::{Overlap, Side};
use transect_io::Document;
use transect_mesh::Precision;

use crate::findings::ObjectFinding;
use crate::plane_report::PlaneReport;
use crate::planes::CutPlanes;
use crate::report::{CutInfo, ObjectCounts, SourceReport, sides_of};
use crate::sums::CertificateSums;
use crate::unit::common_unit;
use crate::user_error::UserError;
use crate::verify::{CutToVerify, Judged, PartEncoding, Verified};

#[derive(Debug, Serialize)]
pub struct Verification {
    pub version: u32,
    pub input: SourceReport,
    pub cut: CutInfo,
    pub planes: Vec<VerifiedPlane>,
    pub parts: Vec<VerifiedPart>,
    pub tolerance: f64,
    pub certified: bool,
    pub joined: bool,
    pub objects: ObjectCounts,
    pub certificate: VerifiedCertificate,
    pub objects_list: Vec<VerifiedObject>,
}

/// A plane of the cut, with the numbers of objects in front of it, on it and behind it.
#[derive(Debug, Serialize)]
pub struct VerifiedPlane {
    pub number: usize,
    pub name: String,
    #[serde(flatten)]
    pub plane: PlaneReport,
    pub objects: VerifiedSides,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct VerifiedSides {
    pub front: usize,
    pub on: usize,
    pub back: usize,
}

/// A part of the cut, and the file that was given for it; `None` for a part declared empty.
#[derive(Debug, Serialize)]
pub struct VerifiedPart {
    pub name: String,
    pub sides: Option<Vec<&'static str>>,
    pub file: Option<SourceReport>,
}

#[derive(Debug, Serialize)]
pub struct VerifiedCertificate {
    #[serde(flatten)]
    pub sums: CertificateSums,
    pub displacement: f64,
    pub findings: Vec<ObjectFinding>,
}

#[derive(Debug, Serialize)]
pub struct VerifiedObject {
    pub name: String,
    pub index: usize,
    pub relation: Option<&'static str>,
    /// The side of each plane on which the object lies.
    pub sides: Vec<&'static str>,
    pub closed: bool,
    /// The parts that have something of the object, with the coordinates in which it was checked.
    pub parts: Vec<EncodingReport>,
    pub findings: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EncodingReport {
    pub part: String,
    pub bits: u32,
    pub origin: [f64; 3],
}

impl Verification {
    /// Returns the report of a verification.
    ///
    /// # Errors
    /// Returns [`UserError`] if the input has no file.
    pub fn of(cut: &CutToVerify<'_>, verified: &Verified) -> Result<Self, UserError> {
        let planes = cut.planes;
        let judged = &verified.objects;
        let names: Vec<String> = cut
            .parts()
            .map(|(place, _)| planes.part_name(place))
            .collect();
        let unit = common_unit(cut.input);
        let source = |document: &Document| {
            let first = document.sources.first();
            first.map(|source| SourceReport::of(source, unit.as_deref()))
        };
        let parts = cut.parts().zip(&names);
        let parts = parts.map(|((place, document), name)| VerifiedPart {
            name: name.clone(),
            sides: sides_of(place),
            file: document.and_then(source),
        });
        let certificate = VerifiedCertificate::of(judged, &names);
        let input = source(cut.input);
        Ok(Self {
            version: 5,
            input: input.ok_or_else(|| UserError::new("no file was read"))?,
            cut: CutInfo::of(planes, None),
            planes: VerifiedPlane::all(planes, judged),
            parts: parts.collect(),
            tolerance: cut.tolerance(),
            certified: !certificate.findings.iter().any(ObjectFinding::is_error),
            joined: verified.joined,
            objects: ObjectCounts::with(
                judged.iter().map(|object| (object.is_cut, object.relation)),
                planes,
            ),
            certificate,
            objects_list: judged
                .iter()
                .map(|object| VerifiedObject::of(object, &names))
                .collect(),
        })
    }

    /// Returns `true` if several planes cut, or a region, so that the parts are not halves.
    pub fn has_several_planes(&self) -> bool {
        self.cut.has_several_planes()
    }

    /// Returns the names of the objects with findings of severity `error`, each object once.
    pub fn objects_with_errors(&self) -> Vec<&str> {
        ObjectFinding::with_errors(&self.certificate.findings)
    }

    pub fn to_json(&self) -> String {
        // The values are only strings and finite numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl VerifiedPlane {
    fn all(planes: &CutPlanes, judged: &[Judged]) -> Vec<Self> {
        let planes = planes.planes.iter().enumerate();
        let planes = planes.map(|(index, own)| {
            let count = |wanted: Side| {
                let sides = judged.iter().map(|object| object.sides[index]);
                sides.filter(|side| *side == wanted).count()
            };
            Self {
                number: index + 1,
                name: own.name.clone(),
                plane: PlaneReport::of(&own.plane),
                objects: VerifiedSides {
                    front: count(Side::Front),
                    on: count(Side::On),
                    back: count(Side::Back),
                },
            }
        });
        planes.collect()
    }
}

impl VerifiedCertificate {
    fn of(judged: &[Judged], names: &[String]) -> Self {
        let cut = judged.iter().filter(|object| object.is_cut);
        let findings = judged.iter().flat_map(|object| {
            let part = |part: usize| names[part].clone();
            ObjectFinding::all(&object.name, object.index, &object.certificate, part)
        });
        Self {
            sums: CertificateSums::of(cut.map(|object| &object.certificate)),
            displacement: judged.iter().fold(0.0, |most: f64, object| {
                most.max(object.certificate.displacement)
            }),
            findings: findings.collect(),
        }
    }
}

impl VerifiedObject {
    fn of(judged: &Judged, names: &[String]) -> Self {
        let parts = names.iter().zip(&judged.numbers);
        let parts = parts
            .filter_map(|(name, numbers)| numbers.map(|numbers| EncodingReport::of(name, numbers)));
        Self {
            name: judged.name.clone(),
            index: judged.index,
            relation: judged.relation.map(Overlap::name),
            sides: judged.sides.iter().map(|side| side.name()).collect(),
            closed: judged.certificate.input_closed,
            parts: parts.collect(),
            findings: judged.certificate.findings.len(),
        }
    }
}

impl EncodingReport {
    fn of(part: &str, numbers: PartEncoding) -> Self {
        Self {
            part: part.to_string(),
            bits: match numbers.precision {
                Precision::Single => 32,
                Precision::Double => 64,
            },
            origin: numbers.origin,
        }
    }
}
