//! The kinds of findings of a certificate: faults of the cut, and notes about the input. A crossed triangle is a triangle of the
//! input that a plane divides into pieces.

/// The kind of a finding of a certificate. docs/certificate.md explains what follows if no finding of a kind occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FindingKind {
    /// A vertex is farther from its vertex in the input, or from its exact crossing of an edge, than rounding explains.
    /// The amount is the largest such distance along an axis.
    Vertex,
    /// A triangle of the input, or the piece of a crossed triangle, is missing. The amount is its area.
    Missing,
    /// A triangle of the input, or the piece of a crossed triangle, is turned over. The amount is its area.
    Flipped,
    /// A triangle occurs more often than in the input. The amount is its area.
    Doubled,
    /// A triangle in this part belongs to another part. The amount is its area.
    WrongSide,
    /// A triangle belongs neither to the input nor to a cap. The amount is its area.
    Surplus,
    /// The boundary of the caps differs from that of the section. The amount is the length of the differing edges.
    CapBoundary,
    /// Cap triangles are turned over or overlap: the caps do not cover each point as often as the section winds around it.
    /// The amount is the difference between the area of the caps and that of the section, with each point counted so often.
    CapOverlap,
    /// The cut faces of two parts between them differ. The amount is the length of the differing edges.
    CapsDiffer,
    /// A surface triangle is marked as a cap, or a cap triangle is not marked. The amount is its area.
    CapPart,
    /// A part of a closed mesh is not closed. The amount is the number of open edges.
    Open,
    /// The volumes of the parts do not add up to that of the input. The amount is the error of the sum.
    Volume,
    /// The first moments of the parts do not add up to that of the input. The amount is the largest coordinate of the
    /// error.
    FirstMoment,
    /// The areas of the parts, without caps, do not add up to that of the input. The amount is the error of the sum.
    Area,
    /// Loops of the section cross. This is a note, not an error: the input crosses itself. The amount is the area of the
    /// points around which the section does not wind 0 times or once, counter-clockwise as seen from the front.
    SectionCrosses,
}

impl FindingKind {
    /// All kinds of findings.
    pub const ALL: [Self; 15] = [
        Self::Vertex,
        Self::Missing,
        Self::Flipped,
        Self::Doubled,
        Self::WrongSide,
        Self::Surplus,
        Self::CapBoundary,
        Self::CapOverlap,
        Self::CapsDiffer,
        Self::CapPart,
        Self::Open,
        Self::Volume,
        Self::FirstMoment,
        Self::Area,
        Self::SectionCrosses,
    ];

    /// Returns the name of this kind in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Missing => "missing",
            Self::Flipped => "flipped",
            Self::Doubled => "doubled",
            Self::WrongSide => "wrong_side",
            Self::Surplus => "surplus",
            Self::CapBoundary => "cap_boundary",
            Self::CapOverlap => "cap_overlap",
            Self::CapsDiffer => "caps_differ",
            Self::CapPart => "cap_part",
            Self::Open => "open",
            Self::Volume => "volume",
            Self::FirstMoment => "first_moment",
            Self::Area => "area",
            Self::SectionCrosses => "section_crosses",
        }
    }

    /// Returns `true` if a finding of this kind is an error, which means that the cut is wrong. Otherwise it is a note
    /// about the input.
    #[must_use]
    pub fn is_error(self) -> bool {
        self != Self::SectionCrosses
    }

    /// Returns `true` if findings of this kind concern the caps.
    #[must_use]
    pub fn is_about_caps(self) -> bool {
        matches!(
            self,
            Self::CapBoundary
                | Self::CapOverlap
                | Self::CapsDiffer
                | Self::CapPart
                | Self::SectionCrosses
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        let mut names = FindingKind::ALL.map(FindingKind::name);
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        let notes = FindingKind::ALL.iter().filter(|kind| !kind.is_error());
        assert_eq!(notes.count(), 1);
    }
}
