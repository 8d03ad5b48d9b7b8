//! What certificates find: as it stands in reports, and in words.

use serde::{Serialize, Serializer};
use transect::Side;
use transect::mesh::{Certificate, Finding, FindingKind};

use crate::numbers::{grouped, measured};
use crate::unit::Units;

/// A finding, and the object that it is about.
#[derive(Clone, Debug, Serialize)]
pub struct ObjectFinding {
    /// The object's name.
    pub object: String,
    /// Its place in the list of objects.
    pub index: usize,
    /// The finding.
    #[serde(flatten)]
    pub finding: FindingReport,
}

impl ObjectFinding {
    /// What the certificates of objects found, each with its object's name and place, in their order.
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

    /// The names of the objects about which there are faults, each object once.
    pub fn with_errors(all: &[Self]) -> Vec<&str> {
        let faults = all
            .iter()
            .filter(|found| found.finding.severity == Severity::Error);
        let mut with_errors: Vec<&Self> = faults.collect();
        with_errors.dedup_by_key(|found| found.index);
        with_errors.iter().map(|found| &*found.object).collect()
    }
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The cut is wrong.
    Error,
    /// The cut is right; the finding is about the input.
    Note,
}

impl Severity {
    fn of(kind: FindingKind) -> Self {
        if kind.is_error() {
            Self::Error
        } else {
            Self::Note
        }
    }
}

/// A finding, as it stands in reports.
#[derive(Clone, Debug, Serialize)]
pub struct FindingReport {
    /// Its kind.
    #[serde(serialize_with = "kind_name")]
    pub kind: FindingKind,
    /// `front` or `back`; `None` if it is about both.
    pub half: Option<&'static str>,
    /// Where the first one is.
    pub place: Option<[f64; 3]>,
    /// How many there are.
    pub count: usize,
    /// How large.
    pub amount: f64,
    /// Whether the cut is wrong.
    pub severity: Severity,
    /// The finding itself.
    #[serde(skip)]
    pub found: Finding,
}

impl FindingReport {
    /// A finding of a certificate.
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

/// Returns what a finding of this kind says, as a sentence without its end.
#[must_use]
pub fn sentence(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Vertex => "A vertex lies farther from its place than rounding explains",
        FindingKind::Missing => "A triangle of the input, or a piece of one, is missing",
        FindingKind::Flipped => "A triangle is turned over",
        FindingKind::Doubled => "A triangle occurs more often than in the input",
        FindingKind::WrongSide => "A triangle belongs to the other half",
        FindingKind::Surplus => "A triangle is neither surface of the input nor a cap",
        FindingKind::CapBoundary => "The caps do not end at the outlines of the section",
        FindingKind::CapOverlap => "Caps are folded, or overlap",
        FindingKind::CapsDiffer => "The caps of the two halves differ",
        FindingKind::CapPart => "Surface is marked as a cap, or a cap is not marked as one",
        FindingKind::Open => "A half of a closed object is open",
        FindingKind::Volume => "The volumes of the halves do not add up to that of the input",
        FindingKind::FirstMoment => {
            "The first moments of the halves do not add up to those of the input"
        }
        FindingKind::Area => "The areas of the halves do not add up to that of the input",
        FindingKind::SectionCrosses => {
            "Outlines of the section cross, because the object crosses itself"
        }
        _ => kind.name(),
    }
}

/// Returns a finding in one line: its kind, its half, how many there are, how large it is, and where.
#[must_use]
pub fn line(finding: &Finding, units: &Units) -> String {
    let half = match half_name(finding.half) {
        Some(half) => format!("{half} half: "),
        None => String::new(),
    };
    let place = finding.place.map(|place| {
        let first = if finding.count > 1 { "the first " } else { "" };
        let [x, y, z] = place.map(measured);
        format!("{first}at ({x}, {y}, {z})")
    });
    let count = (finding.count > 1).then(|| format!("{} in all", grouped(finding.count)));
    let facts = [count, Some(amount(finding, units)), place];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    format!("{half}{} ({})", sentence(finding.kind), facts.join(", "))
}

/// Returns how large a finding is, with the name and the unit of its measure.
#[must_use]
pub fn amount(finding: &Finding, units: &Units) -> String {
    let value = measured(finding.amount);
    let length = |name: &str| format!("{name} {value}{}", units.length);
    let area = |name: &str| format!("{name} {value}{}", units.area);
    match finding.kind {
        FindingKind::Vertex => length("off by"),
        FindingKind::CapBoundary => length("length"),
        // With a place, edges differ; without one, areas.
        FindingKind::CapsDiffer if finding.place.is_some() => length("length"),
        FindingKind::Open => format!("open edges: {value}"),
        FindingKind::Volume => format!("difference {value}{}", units.volume),
        FindingKind::FirstMoment => format!("difference {value}"),
        FindingKind::Area | FindingKind::CapsDiffer => area("difference"),
        _ => area("area"),
    }
}

/// Returns the name of a half in reports; `None` for both.
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
