//! What a certificate finds: a kind, a place, an amount.

use crate::side::Side;

/// The kind of a finding: docs/certificate.md says what each proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FindingKind {
    /// A vertex lies farther from its vertex of the input, or from its crossing, than rounding explains.
    /// Amount: the largest distance along an axis.
    Vertex,
    /// A triangle of the input, or a piece of one, is not there. Amount: area.
    Missing,
    /// A triangle of the input, or a piece of one, is turned over. Amount: area.
    Flipped,
    /// A triangle occurs more often than in the input. Amount: area.
    Doubled,
    /// A triangle belongs to the other half. Amount: area.
    WrongSide,
    /// A triangle is neither of the input nor of a cap. Amount: area.
    Surplus,
    /// The boundary of the caps is not that of the section. Amount: the length that differs.
    CapBoundary,
    /// Caps are folded, or overlap. Amount: the area by which they exceed the section's.
    CapOverlap,
    /// The caps of both halves differ. Amount: the length of the edges, or the area, by which they do.
    CapsDiffer,
    /// A triangle is marked as a cap and is surface, or the other way round. Amount: area.
    CapPart,
    /// A half of a closed mesh is open. Amount: the number of open edges.
    Open,
    /// The volumes do not add up. Amount: volume.
    Volume,
    /// The first moments do not add up. Amount: the largest coordinate of the difference.
    FirstMoment,
    /// The areas do not add up. Amount: area.
    Area,
    /// Loops of the section cross each other, and caps overlap there. The input crosses itself: no fault.
    /// Amount: the area that is covered more often than the winding numbers say.
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

    /// The name, as it stands in reports.
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

    /// Whether this says that the cut is wrong. Otherwise it says something about the input.
    #[must_use]
    pub fn is_error(self) -> bool {
        self != Self::SectionCrosses
    }

    /// Whether this is about the caps.
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

/// Something that a certificate found: all of one kind in one half.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// The half; `None` if it is about both.
    pub half: Option<Side>,
    /// The place of the first one, in the coordinates of the input; `None` if it has none.
    pub place: Option<[f64; 3]>,
    /// How many there are: vertices, triangles, edges, or 1.
    pub count: usize,
    /// How large: the sum for areas and lengths, the largest for distances. Each kind names its measure.
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

    /// Adds one more, and its amount.
    pub(super) fn add(&mut self, place: [f64; 3], amount: f64) {
        self.place.get_or_insert(place);
        self.count += 1;
        self.amount += amount;
    }

    /// Adds one more, and keeps the larger amount.
    pub(super) fn add_larger(&mut self, place: [f64; 3], amount: f64) {
        self.place.get_or_insert(place);
        self.count += 1;
        self.amount = self.amount.max(amount);
    }
}
