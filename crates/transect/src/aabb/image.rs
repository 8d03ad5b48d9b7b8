//! Boxes around the images of boxes.

use transect_exact::{Dyadic, PRODUCT_DIGITS, Side};

use crate::aabb::{Aabb, AabbError};
use crate::transform::Transform;

impl Aabb<3> {
    /// Returns the smallest box of floats around the image of this box under a map. It is computed exactly and rounded
    /// outward, so the exact image of each point of this box lies in it.
    ///
    /// Each bound is the sum of the map's origin and, for each axis, the lesser or the greater one of two products
    /// (Arvo, "Transforming Axis-Aligned Bounding Boxes", Graphics Gems, 1990).
    ///
    /// ```
    /// use transect::{Aabb, Transform};
    /// let aabb = Aabb::new([0.0, 0.0, 0.0], [1.0, 2.0, 3.0])?;
    /// let quarter_turn = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [5.0, 0.0, 0.0]];
    /// let image = aabb.transformed(&Transform { columns: quarter_turn })?;
    /// assert_eq!(image, Aabb::new([3.0, 0.0, 0.0], [5.0, 1.0, 3.0])?);
    /// # Ok::<(), transect::AabbError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`AabbError::NotFinite`] if a number of the map is NaN or infinite. Bounds beyond the range of floats
    /// are infinite.
    #[doc(alias = "transform_aabb")]
    pub fn transformed(&self, map: &Transform) -> Result<Self, AabbError> {
        let [mut min, mut max] = [[0.0; 3]; 2];
        for axis in 0..3 {
            let row = map.columns.map(|column| column[axis]);
            if let Some(&value) = row.iter().find(|value| !value.is_finite()) {
                let end = "map";
                return Err(AabbError::NotFinite { end, axis, value });
            }
            // The upper bound is the negative of the lower bound under the negated map.
            min[axis] = self.least(row);
            max[axis] = 0.0 - self.least(row.map(|value| 0.0 - value));
        }
        Self::new(min, max)
    }

    /// Returns the greatest float that is not above a·x + b·y + c·z + d at any point of the box.
    fn least(&self, [a, b, c, d]: [f64; 4]) -> f64 {
        let (least, greatest) = (self.min(), self.max());
        let mut exact = Dyadic::<PRODUCT_DIGITS>::sum_of_products([(d, 1.0)]);
        for (axis, factor) in [a, b, c].into_iter().enumerate() {
            let bound = if factor > 0.0 {
                least[axis]
            } else {
                greatest[axis]
            };
            match (factor == 0.0, bound.is_infinite()) {
                (true, _) => {}
                (false, true) => return f64::NEG_INFINITY,
                (false, false) => exact.add_product(factor, bound),
            }
        }
        let nearest = exact.to_f64();
        if nearest.is_infinite() {
            return nearest.min(f64::MAX);
        }
        exact.add_product(-1.0, nearest);
        match exact.side() {
            Side::Back => nearest.next_down(),
            Side::On | Side::Front => nearest,
        }
    }
}
