//! The findings of certificates, for reports and as sentences. A certificate has the results of checks of a cut's parts; a
//! finding is an error in a part, or a note about the input.

use serde::{Serialize, Serializer};
use transect_mesh::{Certificate, Finding, FindingKind};

use crate::numbers::{grouped, measured};
use crate::unit::Units;

/// A finding about one object.
#[derive(Clone, Debug, Serialize)]
pub struct ObjectFinding {
    /// The name of the object.
    pub object: String,
    /// The index of the object in the report's list of objects.
    pub index: usize,
    /// The kind of the finding.
    #[serde(serialize_with = "kind_name")]
    pub kind: FindingKind,
    /// The name of the part with the finding, or `None` if the finding is not about a single part.
    pub part: Option<String>,
    /// The number of the plane whose cut faces the finding concerns, counted from 1, or `None`.
    pub plane: Option<usize>,
    /// The place where the finding occurs first, in the coordinates of the input.
    pub place: Option<[f64; 3]>,
    /// The number of places where the finding occurs.
    pub count: usize,
    /// The size of the finding: a length, an area or another measure, depending on the kind.
    pub amount: f64,
    /// The severity: an error if the parts are wrong.
    pub severity: Severity,
}

impl ObjectFinding {
    /// Returns the findings of the certificate of an object. `index` is the index of the object in the report, and `part` gives
    /// the name of the part with an index of the certificate.
    pub fn all<'a>(
        object: &'a str,
        index: usize,
        certificate: &'a Certificate,
        part: impl Fn(usize) -> String + 'a,
    ) -> impl Iterator<Item = Self> + 'a {
        // One plane needs no number.
        let has_planes = certificate.face_areas.len() > 1;
        let findings = certificate.findings.iter();
        findings.map(move |finding: &Finding| Self {
            object: object.to_string(),
            index,
            kind: finding.kind,
            part: finding.part.map(&part),
            plane: finding.plane.filter(|_| has_planes).map(|plane| plane + 1),
            place: finding.place,
            count: finding.count,
            amount: finding.amount,
            severity: Severity::of(finding.kind),
        })
    }

    /// Returns the names of the objects with findings of severity `error`, each object once.
    pub fn with_errors(all: &[Self]) -> Vec<&str> {
        let errors = all.iter().filter(|found| found.is_error());
        let mut with_errors: Vec<&Self> = errors.collect();
        with_errors.dedup_by_key(|found| found.index);
        with_errors.iter().map(|found| &*found.object).collect()
    }

    /// Returns `true` if the finding means that a part is wrong.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns the finding in one line, without its object: its part and plane, sentence, count, size and place.
    #[must_use]
    pub fn line(&self, units: &Units) -> String {
        let is_half = matches!(self.part.as_deref(), Some("front" | "back"));
        let part = self.part.as_ref().map(|part| {
            if is_half {
                format!("{part} half")
            } else {
                format!("part {part}")
            }
        });
        let plane = self.plane.map(|plane| format!("plane {plane}"));
        let about: Vec<String> = part.into_iter().chain(plane).collect();
        let about = if about.is_empty() {
            String::new()
        } else {
            format!("{}: ", about.join(", "))
        };
        let facts = facts(self.count, &self.size(units), self.place);
        format!("{about}{} ({facts})", sentence(self.kind))
    }

    /// Returns the size of the finding, with the name and the unit of the measure.
    fn size(&self, units: &Units) -> String {
        let value = measured(self.amount);
        let length = |name: &str| format!("{name} {value}{}", units.length);
        let area = |name: &str| format!("{name} {value}{}", units.area);
        match self.kind {
            FindingKind::Vertex => length("off by"),
            FindingKind::CapBoundary | FindingKind::CapsDiffer => length("length"),
            FindingKind::Open => format!("open edges: {value}"),
            FindingKind::Volume => format!("difference {value}{}", units.volume),
            FindingKind::FirstMoment => format!("difference {value}"),
            FindingKind::Area => area("difference"),
            _ => area("area"),
        }
    }
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The parts are wrong.
    Error,
    /// The parts are right; the finding is about the input.
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
        FindingKind::WrongSide => "A triangle belongs to another part",
        FindingKind::Surplus => "A triangle is neither surface of the input nor a cap",
        FindingKind::CapBoundary => "The caps do not end at the outlines of the section",
        FindingKind::CapOverlap => "Caps are folded, or overlap",
        FindingKind::CapsDiffer => "The caps of neighbouring parts differ",
        FindingKind::CapPart => {
            "A triangle of the surface is marked as a cap, or a triangle of a cap is not marked"
        }
        FindingKind::Open => "A part of a closed object is open",
        FindingKind::Volume => "The volumes of the parts do not add up to that of the input",
        FindingKind::FirstMoment => {
            "The first moments of the parts do not add up to those of the input"
        }
        FindingKind::Area => "The areas of the parts do not add up to that of the input",
        FindingKind::SectionCrosses => {
            "Outlines of the section cross, because the object intersects itself"
        }
        _ => kind.name(),
    }
}

/// Returns the number of occurrences, the amount in words, and the place of the first occurrence, with commas between them.
fn facts(count: usize, amount: &str, place: Option<[f64; 3]>) -> String {
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
