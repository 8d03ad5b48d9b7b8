//! The axis that points up.

/// The axis of space whose positive direction points up in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// The x axis; y then runs to the right of the front view.
    X,
    /// The y axis; x then runs to the right of the front view, as in glTF.
    Y,
    /// The z axis; x then runs to the right of the front view.
    #[default]
    Z,
}

impl Up {
    /// The axes and their names.
    pub const NAMES: [(&'static str, Self); 3] = [("x", Self::X), ("y", Self::Y), ("z", Self::Z)];

    /// Returns the name of the axis.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.axis()].0
    }

    /// Returns the index of the axis: 0 for x, 1 for y, 2 for z.
    #[must_use]
    pub const fn axis(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::Z => 2,
        }
    }
}
