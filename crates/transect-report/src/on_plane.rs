//! The rule for points on the plane. It selects one of the two one-sided limits of a section: the limit as the plane is
//! approached from behind, or the limit as it is approached from the front.

use transect::Side;

/// The rule that assigns points on the plane to one of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnPlaneRule {
    /// Points on the plane count as front. The section is the one-sided limit of the sections by parallel planes that
    /// approach this plane from behind.
    Front,
    /// Points on the plane count as back. The section is the one-sided limit of the sections by parallel planes that
    /// approach this plane from the front.
    Back,
}

impl OnPlaneRule {
    /// The rules and their names.
    pub const NAMES: [(&'static str, Self); 2] = [
        (Self::Front.name(), Self::Front),
        (Self::Back.name(), Self::Back),
    ];

    /// Returns the name of the rule.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
        }
    }

    /// Returns the side that points on the plane count as.
    #[must_use]
    pub fn side(self) -> Side {
        match self {
            Self::Front => Side::Front,
            Self::Back => Side::Back,
        }
    }

    /// Returns the opposite rule: points on the plane count as the other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Front => Self::Back,
            Self::Back => Self::Front,
        }
    }
}
