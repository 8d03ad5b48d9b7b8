//! The rule for points on the plane. It selects one of the two limits of a section.

use transect::Side;

/// The side that points on the plane count as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnPlaneRule {
    /// Points on the plane count as front: the section is the limit just behind the plane.
    Front,
    /// Points on the plane count as back: the section is the limit just in front of the plane.
    Back,
}

impl OnPlaneRule {
    /// Returns the rule as a side.
    #[must_use]
    pub fn side(self) -> Side {
        match self {
            Self::Front => Side::Front,
            Self::Back => Side::Back,
        }
    }

    /// Returns the opposite rule, which selects the other of the two limits.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Front => Self::Back,
            Self::Back => Self::Front,
        }
    }
}
