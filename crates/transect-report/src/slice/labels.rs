//! The direction in which a model is sliced, and the texts of heights.

use transect::Plane;

/// The direction in which heights are measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Direction {
    /// The positive direction of an axis: 0 for x, 1 for y, 2 for z. Heights are coordinates.
    Axis(usize),
    /// A direction of length one, up to rounding. The height of a point p is n·p.
    Normal([f64; 3]),
}

impl Direction {
    /// Returns the direction of a vector of any length. A vector along an axis, in its positive direction, gives this
    /// axis. Returns `None` if the vector is zero, or if a number is not finite.
    ///
    /// ```
    /// use transect_report::slice::labels::Direction;
    /// assert_eq!(Direction::of([0.0, 0.0, 2.5]), Some(Direction::Axis(2)));
    /// assert_eq!(Direction::of([3.0, 4.0, 0.0]), Some(Direction::Normal([0.6, 0.8, 0.0])));
    /// assert_eq!(Direction::of([0.0; 3]), None);
    /// ```
    #[must_use]
    pub fn of(vector: [f64; 3]) -> Option<Self> {
        let largest = vector
            .iter()
            .fold(0.0_f64, |largest, part| largest.max(part.abs()));
        if largest == 0.0 || !vector.iter().all(|part| part.is_finite()) {
            return None;
        }
        let others = vector.iter().filter(|part| **part != 0.0).count();
        let axis = vector.iter().position(|part| *part > 0.0);
        if let Some(axis) = axis.filter(|_| others == 1) {
            return Some(Self::Axis(axis));
        }
        // Dividing by the largest part first avoids overflow.
        let near_one = vector.map(|part| part / largest);
        let length = near_one.iter().map(|part| part * part).sum::<f64>().sqrt();
        Some(Self::Normal(near_one.map(|part| part / length)))
    }

    /// Returns the direction as a vector.
    #[must_use]
    pub fn vector(self) -> [f64; 3] {
        match self {
            Self::Axis(axis) => [0, 1, 2].map(|other| if other == axis { 1.0 } else { 0.0 }),
            Self::Normal(normal) => normal,
        }
    }

    /// Returns the symbol for a height: `x`, `y` or `z` along an axis, and `h` along another direction.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Axis(axis) => ["x", "y", "z"][axis.min(2)],
            Self::Normal(_) => "h",
        }
    }

    /// Returns the plane at a height. Points in front of the plane have greater heights. Returns `None` if a number is
    /// not finite.
    #[must_use]
    pub fn plane(self, height: f64) -> Option<Plane> {
        Plane::from_normal_and_distance(self.vector(), height).ok()
    }

    /// Returns the height of a point. It is exact for an axis, otherwise rounded.
    #[must_use]
    pub fn height(self, point: &[f64; 3]) -> f64 {
        match self {
            Self::Axis(axis) => point[axis.min(2)],
            Self::Normal([x, y, z]) => x * point[0] + y * point[1] + z * point[2],
        }
    }
}

/// The format of the texts of heights. All texts have the same number of decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    decimals: usize,
}

/// The largest number of decimals in the text of a height.
const MOST_DECIMALS: usize = 6;

impl Labels {
    /// Returns the format for a list of heights. It has as many decimals as the height with the most, but at most 6.
    #[must_use]
    pub fn of(heights: impl IntoIterator<Item = f64>) -> Self {
        let decimals = |height: f64| {
            let text = format!("{height}");
            text.split_once('.')
                .map_or(0, |(_, fraction)| fraction.len())
        };
        let most = heights.into_iter().map(decimals).max();
        Self {
            decimals: most.unwrap_or(0).min(MOST_DECIMALS),
        }
    }

    /// Returns the text of a height, such as `12.50`. From a magnitude of 10¹⁵ on, it has an exponent.
    #[must_use]
    pub fn text(self, height: f64) -> String {
        if height.abs() >= 1e15 {
            return format!("{height:e}");
        }
        format!("{:.*}", self.decimals, height + 0.0)
    }

    /// Returns the text of a length that is rounded to the decimals of the heights, without zeros at its end, such as
    /// `1.2`. A negative length has the minus sign U+2212.
    #[must_use]
    pub fn near(self, length: f64) -> String {
        let text = self.drawn(length);
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    }

    /// Returns the text of a height for drawings: a negative height has the minus sign U+2212 instead of a hyphen.
    #[must_use]
    pub fn drawn(self, height: f64) -> String {
        self.text(height).replace('-', "\u{2212}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_have_equally_many_decimals() {
        let labels = Labels::of([1.0, 2.25, -3.5]);
        assert_eq!(labels.text(1.0), "1.00");
        assert_eq!(labels.drawn(-3.5), "−3.50");
        assert_eq!(labels.near(-3.5), "−3.5");
        assert_eq!(labels.near(10.001), "10");
        assert_eq!(Labels::of([10.0, 20.0]).text(-0.0), "0");
        assert_eq!(Labels::of([1.0 / 3.0]).text(1.0 / 3.0), "0.333333");
    }
}
