//! Lists of vertices that form triangles one by one, in strips or in fans.

/// The rule by which a list of vertices forms triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topology {
    Separate,
    Strip,
    Fan,
}

impl Topology {
    /// Returns the positions in the list of indices at which the corners of triangle `number` are (glTF 2.0, section
    /// 3.7.2.1).
    pub(crate) const fn corners(self, number: usize) -> [usize; 3] {
        match self {
            Self::Separate => [3 * number, 3 * number + 1, 3 * number + 2],
            Self::Strip => [number, number + 1 + number % 2, number + 2 - number % 2],
            Self::Fan => [number + 1, number + 2, 0],
        }
    }
}
