//! The rule that decides which points are inside, from their winding numbers.

use core::fmt;
use core::str::FromStr;

use alloc::string::String;

/// The rule that decides which points are inside of loops or of surfaces, from how often these wind around the points.
///
/// ```
/// use transect::polygons::InsideRule;
/// assert_eq!("odd".parse(), Ok(InsideRule::Odd));
/// // Two bodies overlap, a body is inside out, a point is in no body.
/// assert_eq!([2, -1, 0].map(|winding| InsideRule::Nonzero.is_inside(winding)), [true, true, false]);
/// assert_eq!([2, -1, 0].map(|winding| InsideRule::Odd.is_inside(winding)), [false, true, false]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InsideRule {
    /// A point is inside if its winding number is not 0. So bodies that overlap are united, and a body whose faces
    /// point inward is material.
    #[default]
    Nonzero,
    /// A point is inside if its winding number is odd. So what two bodies share is outside, and a body within another
    /// one is a cavity.
    Odd,
}

impl InsideRule {
    /// The rules and their names.
    pub const NAMES: [(&'static str, Self); 2] = [
        (Self::Nonzero.name(), Self::Nonzero),
        (Self::Odd.name(), Self::Odd),
    ];

    /// Returns the name of the rule.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nonzero => "nonzero",
            Self::Odd => "odd",
        }
    }

    /// Returns `true` if points with a winding number are inside.
    #[inline]
    #[must_use]
    pub const fn is_inside(self, winding: i32) -> bool {
        match self {
            Self::Nonzero => winding != 0,
            Self::Odd => winding & 1 == 1,
        }
    }
}

/// An error for a text that is not the name of an [`InsideRule`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsideRuleError {
    name: String,
}

impl fmt::Display for InsideRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "inside must be \"nonzero\" or \"odd\", not {:?}",
            self.name
        )
    }
}

impl core::error::Error for InsideRuleError {}

/// Parses the name of a rule, in any case.
impl FromStr for InsideRule {
    type Err = InsideRuleError;

    fn from_str(name: &str) -> Result<Self, InsideRuleError> {
        let mut rules = Self::NAMES.into_iter();
        let found = rules.find(|(known, _)| known.eq_ignore_ascii_case(name));
        let rule = found.map(|(_, rule)| rule);
        rule.ok_or_else(|| InsideRuleError { name: name.into() })
    }
}
