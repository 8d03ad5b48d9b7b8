//! The part of a frustum that is seen in a rectangle of the screen.

use transect_exact::arrays::array;
use transect_exact::{Dyadic, PRODUCT_DIGITS};

use crate::frustum::error::in_range;
use crate::frustum::{Frustum, FrustumError, FrustumSide, Row};

use FrustumSide::{Bottom, Far, Left, Near, Right, Top};

impl Frustum {
    /// Returns the part of the frustum that is seen in a rectangle of the screen. The left bottom corner of the screen
    /// is (−1, −1), the right top corner (1, 1). Each coefficient of a new plane is computed exactly from the old
    /// planes and rounded once.
    ///
    /// ```
    /// use transect::{Camera, Frustum};
    /// let camera = Camera::looking([0.0; 3], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]).with_far(Some(10.0));
    /// let right_half = camera.frustum()?.screen_rectangle([0.0, -1.0], [1.0, 1.0])?;
    /// assert!(right_half.region().contains(&[0.0, 0.0, -5.0]));
    /// assert!(!right_half.region().contains(&[-1e-9, 0.0, -5.0]));
    /// # Ok::<(), transect::FrustumError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`FrustumError::OutOfRange`] if a number is not finite or `min` is above `max`,
    /// [`FrustumError::NoPlane`] if the frustum lacks the left, right, bottom or top plane, and otherwise the same
    /// errors as [`Frustum::from_row_major`].
    pub fn screen_rectangle(&self, min: [f64; 2], max: [f64; 2]) -> Result<Self, FrustumError> {
        let mut part = Self::empty();
        for (axis, sides) in [[Left, Right], [Bottom, Top]].into_iter().enumerate() {
            let rows = self.rows(sides)?;
            let [from, to] = [min[axis], max[axis]];
            let what = [["min x", "max x"], ["min y", "max y"]][axis];
            for (what, value) in what.into_iter().zip([from, to]) {
                let expected = "a rectangle needs finite numbers";
                in_range(what, value, value.is_finite(), expected)?;
            }
            let expected = "it must not be less than the minimum";
            in_range(what[1], to, from <= to, expected)?;
            part.push(sides[0], between(&rows, from, 1.0))?;
            part.push(sides[1], between(&rows, to, -1.0))?;
        }
        for (&plane, &side) in self.planes().iter().zip(self.sides()) {
            if matches!(side, Near | Far) {
                part.add(side, plane);
            }
        }
        Ok(part)
    }

    fn rows(&self, sides: [FrustumSide; 2]) -> Result<[Row; 2], FrustumError> {
        let row = |side| {
            let plane = self.plane(side).ok_or(FrustumError::NoPlane { side })?;
            let [a, b, c] = plane.normal();
            Ok([a, b, c, plane.offset()])
        };
        Ok([row(sides[0])?, row(sides[1])?])
    }
}

/// Returns the coefficients of sign·(x − t·w), computed from those of w + x and w − x. Here x and w are linear forms:
/// the projected coordinate of one axis of the screen, and its divisor. The result for sign 1 is half of the difference
/// (1 − t)(w + x) − (1 + t)(w − x).
fn between([sum, difference]: &[Row; 2], t: f64, sign: f64) -> Row {
    array(|column| {
        let [sum, difference] = [sum[column] * sign, difference[column] * sign];
        let terms = [(sum, 1.0), (sum, -t), (difference, -1.0), (difference, -t)];
        Dyadic::<PRODUCT_DIGITS>::sum_of_products(terms).to_f64_scaled(-1)
    })
}
