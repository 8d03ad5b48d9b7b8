//! The findings of certificates, for reports and as sentences. A certificate has the results of checks of a cut's two
//! halves; a finding is an error in a half, or a note about the input.

use serde::{Serialize, Serializer};
use transect::Side;
use transect::mesh::{Certificate, Finding, FindingKind};

use crate::numbers::{grouped, measured};
use crate::unit::Units;

/// A finding, with the object that it is about.
#[derive(Clone, Debug, Serialize)]
pub struct ObjectFinding {
    /// The name of the object.
    pub object: String,
    /// The index of the finding's object in the report's list of objects.
    pub index: usize,
    /// The finding itself.
    #[serde(flatten)]
    pub finding: FindingReport,
}

impl ObjectFinding {
    /// Returns the findings of the certificates in their order, each with the name and index of its object.
    pub fn all<'a>(
        certificates: impl Iterator<Item = (&'a str, usize, &'a Certificate)>,
    ) -> Vec<Self> {
        let findings = certificates.flat_map(|(object, index, certificate)| {
            certificate.findings.iter().map(move |finding| Self {
                object: object.to_string(),
                index,
                finding: FindingReport::of(finding),
            })
        });
        findings.collect()
    }

    /// Returns the names of the objects with findings of severity `error`, each object once.
    pub fn with_errors(all: &[Self]) -> Vec<&str> {
        let errors = all
            .iter()
            .filter(|found| found.finding.severity == Severity::Error);
        let mut with_errors: Vec<&Self> = errors.collect();
        with_errors.dedup_by_key(|found| found.index);
        with_errors.iter().map(|found| &*found.object).collect()
    }
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The halves are wrong.
    Error,
    /// The halves are right; the finding is about the input.
    Note,
}

impl Severity {
    pub(crate) fn of(kind: FindingKind) -> Self {
        if kind.is_error() {
            Self::Error
        } else {
            Self::Note
        }
    }
}

/// A finding, in the form that reports use.
#[derive(Clone, Debug, Serialize)]
pub struct FindingReport {
    /// The kind of the finding.
    #[serde(serialize_with = "kind_name")]
    pub kind: FindingKind,
    /// The half with the finding: `front` or `back`, or `None` if the finding is not about a single half.
    pub half: Option<&'static str>,
    /// The place where the finding occurs first, in the coordinates of the input.
    pub place: Option<[f64; 3]>,
    /// The number of places where the finding occurs.
    pub count: usize,
    /// The size of the finding: a length, an area or another measure, depending on the kind (see [`amount`]).
    pub amount: f64,
    /// The severity: an error if the halves are wrong.
    pub severity: Severity,
    /// The original finding of the certificate.
    #[serde(skip)]
    pub found: Finding,
}

impl FindingReport {
    /// Returns a finding of a certificate in the form that reports use.
    pub fn of(finding: &Finding) -> Self {
        Self {
            kind: finding.kind,
            half: half_name(finding.half),
            place: finding.place,
            count: finding.count,
            amount: finding.amount,
            severity: Severity::of(finding.kind),
            found: *finding,
        }
    }
}

fn kind_name<S: Serializer>(kind: &FindingKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

/// Returns the sentence that describes this kind of finding, without a full stop.
#[must_use]
pub fn sentence(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Vertex => "A vertex lies farther from its place than rounding explains",
        FindingKind::Missing => "A triangle of the input, or a piece of one, is missing",
        FindingKind::Flipped => "A triangle is flipped",
        FindingKind::Doubled => "A triangle occurs more often than in the input",
        FindingKind::WrongSide => "A triangle belongs to the other half",
        FindingKind::Surplus => "A triangle is neither surface of the input nor a cap",
        FindingKind::CapBoundary => "The caps do not end at the outlines of the section",
        FindingKind::CapOverlap => "Caps are folded, or overlap",
        FindingKind::CapsDiffer => "The caps of the two halves differ",
        FindingKind::CapPart => {
            "A triangle of the surface is marked as a cap, or a triangle of a cap is not marked"
        }
        FindingKind::Open => "A half of a closed object is open",
        FindingKind::Volume => "The volumes of the halves do not add up to that of the input",
        FindingKind::FirstMoment => {
            "The first moments of the halves do not add up to those of the input"
        }
        FindingKind::Area => "The areas of the halves do not add up to that of the input",
        FindingKind::SectionCrosses => {
            "Outlines of the section cross, because the object intersects itself"
        }
        _ => kind.name(),
    }
}

/// Returns a finding in one line: its half, sentence, count, size and place.
#[must_use]
pub fn line(finding: &Finding, units: &Units) -> String {
    let half = match half_name(finding.half) {
        Some(half) => format!("{half} half: "),
        None => String::new(),
    };
    let facts = facts(finding.count, &amount(finding, units), finding.place);
    format!("{half}{} ({facts})", sentence(finding.kind))
}

/// Returns the number of occurrences, the amount in words, and the place of the first occurrence, with commas between them.
pub(crate) fn facts(count: usize, amount: &str, place: Option<[f64; 3]>) -> String {
    let place = place.map(|place| {
        let first = if count > 1 { "the first " } else { "" };
        let [x, y, z] = place.map(measured);
        format!("{first}at ({x}, {y}, {z})")
    });
    let count = (count > 1).then(|| format!("{} in all", grouped(count)));
    let facts = [count, Some(amount.to_string()), place];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    facts.join(", ")
}

/// Returns the size of a finding, with the name and the unit of the measure.
#[must_use]
pub fn amount(finding: &Finding, units: &Units) -> String {
    amount_of(finding.kind, finding.amount, finding.place.is_some(), units)
}

/// Returns the amount of a finding of some kind in words. `has_place` is `true` if the finding has a place.
pub(crate) fn amount_of(kind: FindingKind, amount: f64, has_place: bool, units: &Units) -> String {
    let value = measured(amount);
    let length = |name: &str| format!("{name} {value}{}", units.length);
    let area = |name: &str| format!("{name} {value}{}", units.area);
    match kind {
        FindingKind::Vertex => length("off by"),
        FindingKind::CapBoundary => length("length"),
        // A finding that the caps of the halves differ is about edges if it has a place: its size is their length.
        // Without a place, its size is an area.
        FindingKind::CapsDiffer if has_place => length("length"),
        FindingKind::Open => format!("open edges: {value}"),
        FindingKind::Volume => format!("difference {value}{}", units.volume),
        FindingKind::FirstMoment => format!("difference {value}"),
        FindingKind::Area | FindingKind::CapsDiffer => area("difference"),
        _ => area("area"),
    }
}

/// Returns the name of a half in reports, or `None` if a finding is not about a single half.
#[must_use]
pub fn half_name(half: Option<Side>) -> Option<&'static str> {
    match half? {
        Side::Front => Some("front"),
        Side::Back => Some("back"),
        Side::On => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_sentence_of_its_own() {
        for (index, kind) in FindingKind::ALL.into_iter().enumerate() {
            let said = sentence(kind);
            assert_ne!(said, kind.name());
            assert!(said.contains(' ') && !said.ends_with('.'), "{said}");
            let others = &FindingKind::ALL[..index];
            assert!(
                others.iter().all(|other| sentence(*other) != said),
                "{said}"
            );
        }
    }

    #[test]
    fn sentences_blame_neither_rounding_nor_closed_objects() {
        for kind in FindingKind::ALL {
            let said = sentence(kind);
            let blames = said.contains("rounding") && !said.contains("than rounding explains");
            assert!(!blames, "{said}");
            assert!(
                !said.contains("closed object") || kind == FindingKind::Open,
                "{said}"
            );
        }
    }
}
