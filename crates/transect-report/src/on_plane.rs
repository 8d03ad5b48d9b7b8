//! The rule for points on the plane. It selects one of the two one-sided limits of a section: the limit as the plane is
//! approached from behind, or the limit as it is approached from the front.

use std::str::FromStr;

use serde::Deserialize;
use transect::Side;

/// The rule that assigns points on the plane to one of the two sides.
///
/// ```
/// use transect_report::OnPlaneRule;
/// assert_eq!("Back".parse(), Ok(OnPlaneRule::Back));
/// let error = "on".parse::<OnPlaneRule>().unwrap_err();
/// assert_eq!(error.to_string(), "on_plane must be \"front\" or \"back\", not \"on\"");
/// ```
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum OnPlaneRule {
    /// Points on the plane count as front. The section is the one-sided limit of the sections by parallel planes that
    /// approach this plane from behind.
    #[default]
    Front,
    /// Points on the plane count as back. The section is the one-sided limit of the sections by parallel planes that
    /// approach this plane from the front.
    Back,
}

/// An error for a text that is not the name of a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("on_plane must be \"front\" or \"back\", not {name:?}")]
pub struct OnPlaneRuleError {
    name: String,
}

/// Parses the name of a rule, in any case.
impl FromStr for OnPlaneRule {
    type Err = OnPlaneRuleError;

    fn from_str(name: &str) -> Result<Self, OnPlaneRuleError> {
        let mut rules = Self::NAMES.into_iter();
        let found = rules.find(|(known, _)| known.eq_ignore_ascii_case(name));
        let rule = found.map(|(_, rule)| rule);
        rule.ok_or_else(|| OnPlaneRuleError { name: name.into() })
    }
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
