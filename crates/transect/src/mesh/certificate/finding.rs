//! The findings of a certificate: kind, place and amount.

use crate::side::Side;

/// The kind of a finding. docs/certificate.md explains what each kind proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FindingKind {
    /// A vertex is farther from its input vertex or its crossing than rounding explains.
    /// Amount: the largest distance along an axis.
    Vertex,
    /// A triangle of the input, or a piece of one, is missing. Amount: area.
    Missing,
    /// A triangle of the input, or a piece of one, is turned over. Amount: area.
    Flipped,
    /// A triangle occurs more often than in the input. Amount: area.
    Doubled,
    /// A triangle in this half belongs to the other half. Amount: area.
    WrongSide,
    /// A triangle belongs neither to the input nor to a cap. Amount: area.
    Surplus,
    /// The boundary of the caps differs from that of the section. Amount: the length of the differing edges.
    CapBoundary,
    /// Caps are folded or overlap. Amount: the area by which they exceed the area of the section.
    CapOverlap,
    /// The caps of the two halves differ. Amount: the length of the differing edges, or the difference in area.
    CapsDiffer,
    /// A surface triangle is marked as a cap, or a cap triangle is not. Amount: area.
    CapPart,
    /// A half of a closed mesh is open. Amount: the number of open edges.
    Open,
    /// The volumes do not add up. Amount: volume.
    Volume,
    /// The first moments do not add up. Amount: the largest coordinate of the difference.
    FirstMoment,
    /// The areas do not add up. Amount: area.
    Area,
    /// Loops of the section cross each other, and caps overlap there.
    /// This is a note, not an error: the input crosses itself.
    /// Amount: the area that the caps cover in excess of the winding numbers.
    SectionCrosses,
}

impl FindingKind {
    /// Every kind.
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

    /// Returns the name that reports use.
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

    /// Returns `true` if the kind is an error: the cut is wrong. Otherwise it is a note about the input.
    #[must_use]
    pub fn is_error(self) -> bool {
        self != Self::SectionCrosses
    }

    /// Returns `true` if the kind concerns the caps.
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

/// A finding of a certificate. It combines all findings of one kind in one half.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// The half, or `None` if the finding concerns both halves.
    pub half: Option<Side>,
    /// The place of the first occurrence, in the coordinates of the input. `None` if the finding has no place.
    pub place: Option<[f64; 3]>,
    /// The number of vertices, triangles or edges, or 1.
    pub count: usize,
    /// The amount: the sum for areas and lengths, the maximum for distances. Each kind defines its measure.
    pub amount: f64,
}

impl Finding {
    pub(super) fn new(kind: FindingKind, half: Option<Side>) -> Self {
        Self {
            kind,
            half,
            place: None,
            count: 0,
            amount: 0.0,
        }
    }

    /// Adds one occurrence and its amount.
    pub(super) fn add(&mut self, place: [f64; 3], amount: f64) {
        self.place.get_or_insert(place);
        self.count += 1;
        self.amount += amount;
    }

    /// Adds one occurrence and keeps the larger amount.
    pub(super) fn add_larger(&mut self, place: [f64; 3], amount: f64) {
        self.place.get_or_insert(place);
        self.count += 1;
        self.amount = self.amount.max(amount);
    }
}
