//! The findings of the certificates of a cut by several planes: errors in parts.

use serde::Serialize;

use transect::mesh::{FindingKind, PartFinding};
use transect::scene::ObjectParts;

use crate::findings::{Severity, amount_of, facts};
use crate::region::parts::NamedPart;
use crate::unit::Units;

/// A finding about one object: about its cut by one plane, or about its parts.
#[derive(Clone, Debug, Serialize)]
pub struct RegionFinding {
    /// The name of the object.
    pub object: String,
    /// The index of the object in the report's list of objects.
    pub index: usize,
    /// The number of the plane whose cut faces the finding concerns, counted from 1, or `None`.
    pub plane: Option<usize>,
    /// The kind of the finding, as in a cut by one plane (docs/certificate.md).
    pub kind: &'static str,
    /// The name of the part, if the finding is about one part.
    pub part: Option<String>,
    /// The place where the finding occurs first.
    pub place: Option<[f64; 3]>,
    /// The number of places where the finding occurs.
    pub count: usize,
    /// The size of the finding, such as a length, an area or a volume.
    pub amount: f64,
    /// The severity: an error if a part is wrong.
    pub severity: Severity,
    /// The finding in words, without the name of the object.
    #[serde(skip)]
    pub text: String,
}

impl RegionFinding {
    /// Returns all findings about an object. `index` is the index of the object in the report.
    pub(super) fn all(
        object: &ObjectParts,
        index: usize,
        parts: &[NamedPart],
        units: &Units,
    ) -> Vec<Self> {
        let details = object.details.iter();
        let findings = details.flat_map(|details| &details.certificate.findings);
        findings
            .map(|finding| {
                let part = finding.part.map(|piece| {
                    let (part, _) = object.pieces[piece];
                    parts[part].name.clone()
                });
                Self {
                    object: object.name.clone(),
                    index,
                    plane: finding.plane.map(|plane| plane + 1),
                    kind: finding.kind.name(),
                    place: finding.place,
                    count: finding.count,
                    amount: finding.amount,
                    severity: Severity::of(finding.kind),
                    text: text(finding, part.as_deref(), units),
                    part,
                }
            })
            .collect()
    }
}

/// Returns a finding in words, such as "part inside, plane 2: A triangle is flipped (area 2)".
fn text(finding: &PartFinding, part: Option<&str>, units: &Units) -> String {
    let part = part.map(|part| format!("part {part}"));
    let plane = finding.plane.map(|plane| format!("plane {}", plane + 1));
    let about: Vec<String> = part.into_iter().chain(plane).collect();
    let about = match about.is_empty() {
        true => String::new(),
        false => format!("{}: ", about.join(", ")),
    };
    // The amount of cut faces that differ is their area.
    let kind = match finding.kind {
        FindingKind::CapsDiffer => FindingKind::Area,
        kind => kind,
    };
    let amount = amount_of(kind, finding.amount, finding.place.is_some(), units);
    let facts = facts(finding.count, &amount, finding.place);
    format!("{about}{} ({facts})", sentence(finding.kind))
}

fn sentence(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::WrongSide => "A triangle belongs to another part",
        FindingKind::Surplus => "A triangle is neither surface of the input nor a cut face",
        FindingKind::CapBoundary => "Cut faces do not end at the surface",
        FindingKind::CapOverlap => "Cut faces are folded, or overlap",
        FindingKind::CapsDiffer => "The cut faces of neighbouring parts differ",
        FindingKind::Open => "A part of a closed object is open",
        FindingKind::Volume => "The volumes of the parts do not add up to that of the object",
        FindingKind::Area => "The areas of the parts do not add up to that of the object",
        kind => crate::findings::sentence(kind),
    }
}
