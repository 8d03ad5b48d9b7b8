//! The heights of layers (sections at many heights), checked and in ascending order, with their planes.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use transect::Plane;

/// The error of a direction or of heights that define no layers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LayersError {
    /// All three coordinates of the direction are zero.
    ZeroDirection,
    /// A coordinate of the direction is NaN or infinite.
    Direction {
        /// The axis of the coordinate that is NaN or infinite: 0, 1 or 2.
        axis: usize,
        /// The coordinate that is NaN or infinite.
        value: f64,
    },
    /// A height is NaN or infinite.
    Height {
        /// The index of the height in the given list, counted from 0.
        index: usize,
        /// The height that is NaN or infinite.
        value: f64,
    },
    /// The list has more than 2³⁰ heights.
    TooMany {
        /// The number of heights in the given list.
        count: usize,
    },
}

impl fmt::Display for LayersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroDirection => f.write_str("the direction is zero; layers need a direction"),
            Self::Direction { axis, value } => write!(
                f,
                "direction: coordinate {} is {value}, not a finite number",
                ["x", "y", "z"][*axis]
            ),
            Self::Height { index, value } => {
                write!(f, "height {index} is {value}, not a finite number")
            }
            Self::TooMany { count } => write!(
                f,
                "{count} heights are more than layers can have (1073741824)"
            ),
        }
    }
}

impl Error for LayersError {}

/// The largest number of heights. Ranks of vertices (`ranks.rs`) are at most twice this number, so they fit into 32
/// bits.
const MOST: usize = 1 << 30;

/// A direction, and different heights along it in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Heights {
    direction: [f64; 3],
    ascending: Vec<f64>,
}

impl Heights {
    pub(crate) fn new(direction: [f64; 3], heights: &[f64]) -> Result<Self, LayersError> {
        if let Some(axis) = (0..3).find(|&axis| !direction[axis].is_finite()) {
            let value = direction[axis];
            return Err(LayersError::Direction { axis, value });
        }
        if direction == [0.0; 3] {
            return Err(LayersError::ZeroDirection);
        }
        if let Some(index) = heights.iter().position(|height| !height.is_finite()) {
            let value = heights[index];
            return Err(LayersError::Height { index, value });
        }
        if heights.len() > MOST {
            let count = heights.len();
            return Err(LayersError::TooMany { count });
        }
        // Adding 0 turns −0 into 0.
        let mut ascending: Vec<f64> = heights.iter().map(|height| height + 0.0).collect();
        ascending.sort_unstable_by(f64::total_cmp);
        ascending.dedup();
        Ok(Self {
            direction,
            ascending,
        })
    }

    pub(super) fn direction(&self) -> [f64; 3] {
        self.direction
    }

    /// Returns the heights: all are different, and in ascending order.
    pub(super) fn ascending(&self) -> &[f64] {
        &self.ascending
    }

    /// Returns the plane at a height.
    pub(super) fn plane(&self, height: f64) -> Plane {
        Plane::from_normal_and_distance(self.direction, height)
            .expect("the direction and the heights are checked")
    }
}
