//! The findings of the certificates of a cut by several planes. A finding is an error in a part, or a note about the
//! input.

use serde::Serialize;

use crate::findings::{FindingReport, Severity, line};
use crate::numbers::measured;
use crate::region::parts::{NamedPart, ObjectParts};
use crate::unit::Units;

/// A finding about one object: about its cut by one plane, or about its parts.
#[derive(Clone, Debug, Serialize)]
pub struct RegionFinding {
    /// The name of the object.
    pub object: String,
    /// The index of the object in the report's list of objects.
    pub index: usize,
    /// The number of the plane, counted from 1; `None` if the finding is about the parts.
    pub plane: Option<usize>,
    /// The kind of the finding: a kind of the certificate of a plane, or `open`, `parts_differ`, `faces_differ`,
    /// `volume` or `area`.
    pub kind: &'static str,
    /// The half with the finding, `front` or `back`, if the finding is about one half of the cut by the plane.
    pub half: Option<&'static str>,
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
        let Some(cuts) = &object.cuts else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for (step, certificate) in &cuts.steps {
            for finding in &certificate.findings {
                let FindingReport {
                    kind,
                    half,
                    place,
                    count,
                    amount,
                    severity,
                    ..
                } = FindingReport::of(finding);
                all.push(Self {
                    object: object.name.clone(),
                    index,
                    plane: Some(step.plane + 1),
                    kind: kind.name(),
                    half,
                    part: None,
                    place,
                    count,
                    amount,
                    severity,
                    text: format!("plane {}: {}", step.plane + 1, line(finding, units)),
                });
            }
        }
        let about_parts =
            |kind, part: Option<String>, count: usize, amount: f64, text: String| Self {
                object: object.name.clone(),
                index,
                plane: None,
                kind,
                half: None,
                part,
                place: None,
                count,
                amount,
                severity: Severity::Error,
                text,
            };
        if !cuts.agrees {
            let text = "The parts are not those that the certified cuts leave".into();
            all.push(about_parts("parts_differ", None, 1, 0.0, text));
        }
        if cuts.unmatched_faces > 0 {
            let count = cuts.unmatched_faces;
            let text = format!("The cut faces of the parts differ ({count} triangles)");
            all.push(about_parts("faces_differ", None, count, count as f64, text));
        }
        if object.is_closed {
            for ((part, amount), before) in object.pieces.iter().zip(&cuts.open_edges) {
                let open = amount.open_edges.max(*before);
                if open > 0 {
                    let name = parts[*part].name.clone();
                    let text =
                        format!("The part {name} of a closed object is open (open edges: {open})");
                    all.push(about_parts("open", Some(name), open, open as f64, text));
                }
            }
            if !cuts.volume.is_explained() {
                let found = cuts.volume.found;
                let text = format!(
                    "The volumes of the parts do not add up to that of the object (difference {}{})",
                    measured(found),
                    units.volume
                );
                all.push(about_parts("volume", None, 1, found, text));
            }
        }
        if !cuts.area.is_explained() {
            let found = cuts.area.found;
            let text = format!(
                "The areas of the parts do not add up to that of the object (difference {}{})",
                measured(found),
                units.area
            );
            all.push(about_parts("area", None, 1, found, text));
        }
        all
    }
}
