//! The certificate of two halves as the certificate of the parts by one plane.

use alloc::vec;

use crate::mesh::certificate::Certificate;
use crate::mesh::parts_certificate::certificate::PartsCertificate;
use crate::mesh::parts_certificate::finding::PartFinding;
use crate::side::Side;

/// The half in front is the first part, and the half behind the second.
impl From<Certificate> for PartsCertificate {
    fn from(halves: Certificate) -> Self {
        let findings = halves.findings.iter().map(|finding| PartFinding {
            kind: finding.kind,
            part: finding.half.map(|half| usize::from(half == Side::Back)),
            plane: None,
            place: finding.place,
            count: finding.count,
            amount: finding.amount,
        });
        Self {
            input_closed: halves.input_closed,
            parts: vec![halves.front, halves.back],
            face_areas: vec![halves.cap_area],
            displacement: halves.displacement,
            caps_turned_over: halves.caps_turned_over,
            volume: halves.volume,
            first_moment: halves.first_moment,
            area: halves.area,
            findings: findings.collect(),
        }
    }
}
