//! Two floats with one operation for both. Compilers often turn such an operation into one vector instruction.

/// Two floats. All operations act on both floats separately and round like the operations of `f64`.
#[derive(Clone, Copy)]
pub(crate) struct Lanes(pub(crate) [f64; 2]);

impl Lanes {
    /// Returns a float in both lanes.
    #[inline(always)]
    pub(crate) fn both(float: f64) -> Self {
        Self([float; 2])
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self([self.0[0] - other.0[0], self.0[1] - other.0[1]])
    }

    #[inline(always)]
    pub(crate) fn times(self, other: Self) -> Self {
        Self([self.0[0] * other.0[0], self.0[1] * other.0[1]])
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        Self(self.0.map(f64::abs))
    }

    /// Returns the larger float of each lane, or the float of `other` if either of the two is NaN.
    #[inline(always)]
    pub(crate) fn larger(self, other: Self) -> Self {
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        Self([larger(self.0[0], other.0[0]), larger(self.0[1], other.0[1])])
    }

    /// Returns the sum of both floats.
    #[inline(always)]
    pub(crate) fn sum(self) -> f64 {
        self.0[0] + self.0[1]
    }
}
