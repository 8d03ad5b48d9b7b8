//! What `transect verify` reports, for programs: one JSON object (docs/json.md, docs/verify.schema.json).
#![expect(missing_docs, reason = "docs/json.md says what each field is")]

use serde::Serialize;
use transect::Side;
use transect::mesh::{Certificate, Precision};

use crate::findings::{FindingReport, ObjectFinding};
use crate::report::{PlaneReport, Source};
use crate::verify::{HalfNumbers, Judged, Verified};

#[derive(Debug, Serialize)]
pub struct Verification {
    pub version: u32,
    pub input: Source,
    pub front: Option<Source>,
    pub back: Option<Source>,
    pub plane: PlaneReport,
    pub tolerance: f64,
    pub certified: bool,
    pub joined: bool,
    pub objects: Objects,
    pub certificate: CertificateReport,
    pub objects_list: Vec<Object>,
}

#[derive(Debug, Serialize)]
pub struct Objects {
    pub total: usize,
    pub front: usize,
    pub cut: usize,
    pub back: usize,
}

#[derive(Debug, Serialize)]
pub struct CertificateReport {
    pub cap_area: f64,
    pub caps_verified: usize,
    pub volume_residual: Option<f64>,
    pub volume_bound: Option<f64>,
    pub displacement: f64,
    pub findings: Vec<ObjectFinding>,
}

#[derive(Debug, Serialize)]
pub struct Object {
    pub name: String,
    pub index: usize,
    pub side: &'static str,
    pub closed: bool,
    pub front: Option<NumbersReport>,
    pub back: Option<NumbersReport>,
    pub findings: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NumbersReport {
    pub bits: u32,
    pub origin: [f64; 3],
}

/// The files of a cut that was verified: the input, the half in front and the half behind.
#[derive(Debug)]
pub struct Files {
    pub input: Source,
    pub front: Option<Source>,
    pub back: Option<Source>,
}

impl Verification {
    pub fn of(verified: &Verified, files: Files, plane: PlaneReport, tolerance: f64) -> Self {
        let judged = &verified.objects;
        let count = |side: Side| judged.iter().filter(|object| object.side == side).count();
        let certificate = CertificateReport::of(judged);
        Self {
            version: 1,
            input: files.input,
            front: files.front,
            back: files.back,
            plane,
            tolerance,
            certified: certificate
                .findings
                .iter()
                .all(|found| !found.finding.fault),
            joined: verified.joined,
            objects: Objects {
                total: judged.len(),
                front: count(Side::Front),
                cut: count(Side::On),
                back: count(Side::Back),
            },
            certificate,
            objects_list: judged.iter().map(Object::of).collect(),
        }
    }

    /// The names of the objects whose halves are wrong, each object once.
    pub fn faulty(&self) -> Vec<&str> {
        let findings = self.certificate.findings.iter();
        let mut faulty: Vec<&ObjectFinding> =
            findings.filter(|found| found.finding.fault).collect();
        faulty.dedup_by_key(|found| found.index);
        faulty.iter().map(|found| found.object.as_str()).collect()
    }

    pub fn to_json(&self) -> String {
        // Strings and finite numbers only: this cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl CertificateReport {
    fn of(judged: &[Judged]) -> Self {
        let cut = || judged.iter().filter(|object| object.side == Side::On);
        let closed = || {
            cut()
                .map(|object| &object.certificate)
                .filter(|certificate| certificate.input_closed)
        };
        let sum = |part: fn(&Certificate) -> f64| {
            (cut().next().is_none() || closed().next().is_some())
                .then(|| closed().map(part).fold(0.0, |sum, value| sum + value))
        };
        let findings = judged.iter().flat_map(|object| {
            object
                .certificate
                .findings
                .iter()
                .map(|finding| ObjectFinding {
                    object: object.name.clone(),
                    index: object.index,
                    finding: FindingReport::of(finding),
                })
        });
        Self {
            cap_area: cut().fold(0.0, |sum, object| sum + object.certificate.cap_area),
            caps_verified: cut()
                .filter(|object| object.certificate.caps_verified())
                .count(),
            volume_residual: sum(|certificate| certificate.volume.found),
            volume_bound: sum(|certificate| certificate.volume.bound),
            displacement: judged.iter().fold(0.0, |most: f64, object| {
                most.max(object.certificate.displacement)
            }),
            findings: findings.collect(),
        }
    }
}

impl Object {
    fn of(judged: &Judged) -> Self {
        let [front, back] = judged.numbers.map(|numbers| numbers.map(NumbersReport::of));
        Self {
            name: judged.name.clone(),
            index: judged.index,
            side: match judged.side {
                Side::Front => "front",
                Side::On => "cut",
                Side::Back => "back",
            },
            closed: judged.certificate.input_closed,
            front,
            back,
            findings: judged.certificate.findings.len(),
        }
    }
}

impl NumbersReport {
    fn of(numbers: HalfNumbers) -> Self {
        Self {
            bits: match numbers.precision {
                Precision::Single => 32,
                Precision::Double => 64,
            },
            origin: numbers.origin,
        }
    }
}
