//! The report of `transect verify` as one JSON object (docs/json.md, docs/verify.schema.json).
#![expect(missing_docs, reason = "docs/json.md describes the fields")]

use serde::Serialize;
use transect::Side;
use transect_mesh::Precision;

use crate::findings::ObjectFinding;
use crate::plane_report::PlaneReport;
use crate::report::SourceReport;
use crate::sums::CertificateSums;
use crate::verify::{HalfEncoding, Judged, Verified};

#[derive(Debug, Serialize)]
pub struct Verification {
    pub version: u32,
    pub input: SourceReport,
    pub front: Option<SourceReport>,
    pub back: Option<SourceReport>,
    pub plane: PlaneReport,
    pub tolerance: f64,
    pub certified: bool,
    pub joined: bool,
    pub objects: VerifiedCounts,
    pub certificate: VerifiedCertificate,
    pub objects_list: Vec<VerifiedObject>,
}

#[derive(Debug, Serialize)]
pub struct VerifiedCounts {
    pub total: usize,
    pub front: usize,
    pub on: usize,
    pub back: usize,
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
    pub side: &'static str,
    pub closed: bool,
    pub front: Option<EncodingReport>,
    pub back: Option<EncodingReport>,
    pub findings: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EncodingReport {
    pub bits: u32,
    pub origin: [f64; 3],
}

/// The files of a verification: the input, the front half and the back half.
#[derive(Debug)]
pub struct Files {
    pub input: SourceReport,
    pub front: Option<SourceReport>,
    pub back: Option<SourceReport>,
}

impl Verification {
    pub fn of(verified: &Verified, files: Files, plane: PlaneReport, tolerance: f64) -> Self {
        let judged = &verified.objects;
        let count = |side: Side| judged.iter().filter(|object| object.side == side).count();
        let certificate = VerifiedCertificate::of(judged);
        Self {
            version: 4,
            input: files.input,
            front: files.front,
            back: files.back,
            plane,
            tolerance,
            certified: !certificate.findings.iter().any(ObjectFinding::is_error),
            joined: verified.joined,
            objects: VerifiedCounts {
                total: judged.len(),
                front: count(Side::Front),
                on: count(Side::On),
                back: count(Side::Back),
            },
            certificate,
            objects_list: judged.iter().map(VerifiedObject::of).collect(),
        }
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

impl VerifiedCertificate {
    fn of(judged: &[Judged]) -> Self {
        let cut = judged.iter().filter(|object| object.side == Side::On);
        let findings = judged.iter().flat_map(|object| {
            let part = |part: usize| ["front", "back"][part].to_string();
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
    fn of(judged: &Judged) -> Self {
        let [front, back] = judged
            .numbers
            .map(|numbers| numbers.map(EncodingReport::of));
        Self {
            name: judged.name.clone(),
            index: judged.index,
            side: judged.side.name(),
            closed: judged.certificate.input_closed,
            front,
            back,
            findings: judged.certificate.findings.len(),
        }
    }
}

impl EncodingReport {
    fn of(numbers: HalfEncoding) -> Self {
        Self {
            bits: match numbers.precision {
                Precision::Single => 32,
                Precision::Double => 64,
            },
            origin: numbers.origin,
        }
    }
}
