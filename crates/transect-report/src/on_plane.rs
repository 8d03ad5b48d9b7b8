//! Which of the two limits of a section is meant.

use transect::Side;

/// Which side points on the plane count to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnPlaneRule {
    /// To the front: the section just behind the plane.
    Front,
    /// To the back: the section just in front of it.
    Back,
}

impl OnPlaneRule {
    /// As a side.
    #[must_use]
    pub fn side(self) -> Side {
        match self {
            Self::Front => Side::Front,
            Self::Back => Side::Back,
        }
    }

    /// The other limit.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Front => Self::Back,
            Self::Back => Self::Front,
        }
    }
}
