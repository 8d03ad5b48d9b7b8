//! Matrices that mirror at a plane, cast shadows on a plane, and move the near plane of a projection.

use transect_exact::arrays::{Few as _, array};
use transect_exact::vector::{dot, near_one};
use transect_exact::{Dyadic, PRODUCT_DIGITS};

use crate::coordinates::Matrix4;
use crate::frustum::{ClipSpace, FrustumError, in_range};
use crate::plane::Plane;
use crate::transform::Transform;

impl Transform {
    /// Returns the map that mirrors at a plane: p ↦ p − 2·(n·p + d)·n/|n|². The map is rounded: each coefficient of its
    /// linear part has an absolute error below 2⁻⁴⁹, and its image of the origin is the result of [`Plane::mirror`].
    ///
    /// ```
    /// use transect::{Plane, Transform};
    /// let mirror = Transform::mirror(&Plane::new([0.0, 3.0, 4.0], -25.0)?);
    /// let [x, y, z] = mirror.apply(&[7.0, 6.0, 8.0_f64]);
    /// assert_eq!((x, y.abs() < 1e-14, z.abs() < 1e-14), (7.0, true, true));
    /// assert!(mirror.determinant() < 0.0);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    #[doc(alias = "reflection")]
    #[must_use]
    pub fn mirror(plane: &Plane) -> Self {
        let (normal, _) = near_one(&plane.normal());
        let squared = dot(&normal, &normal);
        let axis = |column: usize| {
            array(|row| {
                let unit = if row == column { 1.0 } else { 0.0 };
                unit - 2.0 * normal[row] * normal[column] / squared
            })
        };
        Self {
            columns: [axis(0), axis(1), axis(2), plane.mirror(&[0.0; 3])],
        }
    }
}

/// Converts an affine map to the columns of a 4×4 matrix, the order of OpenGL, glm, three.js, glam and Bevy. The bottom
/// row is 0, 0, 0, 1.
impl From<Transform> for [[f64; 4]; 4] {
    fn from(map: Transform) -> Self {
        let mut columns = map.columns.each(|[x, y, z]| [x, y, z, 0.0]);
        columns[3][3] = 1.0;
        columns
    }
}

impl Plane<3> {
    /// Returns the columns of the 4×4 matrix M that casts shadows on this plane: M = (π·l)·I − l·πᵀ, where π is the
    /// vector (n, d) of the plane and `light` is l = (x, y, z, w). A light at a point has w = 1; parallel light from
    /// the direction (x, y, z) has w = 0. The shadow of a point p is M·p, divided by its own w. If π·l is negative, all
    /// coefficients are negated, so that w of the shadow is positive for points between the light and the plane.
    /// Coefficients are rounded. (Blinn, "Me and My (Fake) Shadow", IEEE Computer Graphics and Applications 8(1),
    /// 1988.)
    ///
    /// ```
    /// use transect::Plane;
    /// let matrix = Plane::Z.shadow_matrix([0.0, 0.0, 4.0, 1.0]).expect("the light is off the plane");
    /// let shadow: [f64; 4] = std::array::from_fn(|row| {
    ///     matrix.iter().zip([1.0, 2.0, 2.0, 1.0]).map(|(column, p)| column[row] * p).sum()
    /// });
    /// assert_eq!(shadow.map(|coordinate| coordinate / shadow[3]), [2.0, 4.0, 0.0, 1.0]);
    /// # assert_eq!(Plane::Z.shadow_matrix([1.0, 0.0, 0.0, 0.0]), None);
    /// ```
    ///
    /// Returns `None` if π·l is zero, where π = (n, d) is the plane and l the light. Then the light lies in the plane,
    /// or the parallel light has a direction in the plane. The decision is exact unless π·l underflows.
    ///
    /// # Panics
    /// Panics if a number of the light is NaN or infinite.
    #[must_use]
    #[doc(alias = "planar shadow")]
    pub fn shadow_matrix(&self, light: [f64; 4]) -> Option<[[f64; 4]; 4]> {
        let [a, b, c] = self.normal();
        let (plane, _) = near_one(&[a, b, c, self.offset()]);
        let (light, _) = near_one(&light);
        let products = plane.into_iter().zip(light);
        let product = Dyadic::<PRODUCT_DIGITS>::sum_of_products(products).to_f64();
        if product == 0.0 {
            return None;
        }
        let sign = product.signum();
        Some(array(|column| {
            array(|row| {
                let diagonal = if row == column { product } else { 0.0 };
                sign * (diagonal - light[row] * plane[column])
            })
        }))
    }
}

impl ClipSpace {
    /// Returns the columns of a projection whose near plane is the given plane in camera coordinates, such as a mirror
    /// or a portal. `columns` are those of the old projection; both projections use this clip space. The eye of a
    /// perspective projection must be behind the plane. The left, right, bottom and top planes stay. The far plane is
    /// tilted so that all points of the old frustum in front of the new near plane keep depths in the range of this
    /// clip space. Coefficients are rounded. (Lengyel, "Oblique View Frustum Depth Projection and Clipping", Journal of
    /// Game Development 1(2), 2005.)
    ///
    /// ```
    /// use transect::{ClipSpace, Frustum, FrustumSide, Plane, Side};
    /// // Depths from 0 to 1, near at z = −1, far at z = −5.
    /// let columns = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, -1.25, -1.0], [0.0, 0.0, -1.25, 0.0]];
    /// let water = Plane::new([0.5, 0.0, -1.0], -2.0)?; // the visible side is the front
    /// let oblique = ClipSpace::ZeroToOne.with_near_plane(&columns, &water)?;
    /// let frustum = Frustum::from_column_major(&oblique, ClipSpace::ZeroToOne)?;
    /// let near = frustum.plane(FrustumSide::Near).expect("a near plane");
    /// assert_eq!([-2.1, -1.9].map(|z| near.side(&[0.0, 0.0, z])), [Side::Front, Side::Back]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`FrustumError::MatrixNotFinite`] if a number of the matrix is NaN or infinite. Returns
    /// [`FrustumError::OutOfRange`] if the matrix is singular, the eye is not behind the plane, or the whole frustum is
    /// behind it.
    #[doc(alias = "oblique near plane")]
    pub fn with_near_plane(
        self,
        columns: &impl Matrix4,
        plane: &Plane,
    ) -> Result<[[f64; 4]; 4], FrustumError> {
        let columns = columns.columns();
        for (column, numbers) in columns.iter().enumerate() {
            if let Some(row) = numbers.iter().position(|number| !number.is_finite()) {
                let value = numbers[row];
                return Err(FrustumError::MatrixNotFinite { row, column, value });
            }
        }
        let [a, b, c] = plane.normal();
        let near = [a, b, c, plane.offset()];
        let w: [f64; 4] = columns.each(|column| column[3]);
        let is_orthographic = w[..3] == [0.0; 3];
        if !is_orthographic {
            in_range(
                "the plane's value at the eye",
                near[3],
                near[3] < 0.0,
                "the eye must be behind the near plane",
            )?;
        }
        // The new depth is a multiple of the plane's value, divided by w. It is greatest at a corner of the old
        // frustum. If the eye is behind the plane, it grows along each line of sight, so this is a corner of the far
        // plane. If the lines of sight are parallel, it may be a corner of the near plane, too.
        let depths: [f64; 2] = match self {
            Self::MinusOneToOne => [1.0, -1.0],
            Self::ZeroToOne => [1.0, 0.0],
            Self::ReversedZ => [0.0, 1.0],
        };
        let tried = if is_orthographic {
            &depths[..]
        } else {
            &depths[..1]
        };
        let mut corner = ([0.0; 4], 0.0);
        for &depth in tried {
            for [x, y] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
                let right = [x, y, depth, 1.0];
                let point = solved(&columns, right).ok_or(FrustumError::OutOfRange {
                    what: "the determinant of the projection",
                    value: 0.0,
                    expected: "a projection is not singular",
                })?;
                let value = dot4(&near, &point);
                if value > corner.1 {
                    corner = (point, value);
                }
            }
        }
        let (corner, value) = corner;
        in_range(
            "the plane's greatest value in the frustum",
            value,
            value > 0.0,
            "the frustum must reach in front of the near plane",
        )?;
        let depth_range = match self {
            Self::MinusOneToOne => 2.0,
            Self::ZeroToOne | Self::ReversedZ => 1.0,
        };
        let factor = depth_range * dot4(&w, &corner) / value;
        let mut oblique = columns;
        for (index, column) in oblique.iter_mut().enumerate() {
            let scaled = factor * near[index];
            column[2] = match self {
                Self::MinusOneToOne => scaled - w[index],
                Self::ZeroToOne => scaled,
                Self::ReversedZ => w[index] - scaled,
            };
        }
        Ok(oblique)
    }
}

fn dot4(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the solution p of M·p = `right`, by elimination with row exchanges; `None` if a pivot is zero. `columns` are
/// those of M.
fn solved(columns: &[[f64; 4]; 4], right: [f64; 4]) -> Option<[f64; 4]> {
    let mut rows: [[f64; 5]; 4] =
        array(|row| array(|column| columns.get(column).map_or(right[row], |column| column[row])));
    for column in 0..4 {
        let pivot = (column..4).max_by(|&a, &b| {
            let [a, b] = [a, b].each(|row| rows[row][column].abs());
            a.total_cmp(&b)
        })?;
        rows.swap(column, pivot);
        let pivot = rows[column];
        if pivot[column] == 0.0 {
            return None;
        }
        for (row, numbers) in rows.iter_mut().enumerate() {
            if row != column {
                let factor = numbers[column] / pivot[column];
                for (number, of_pivot) in numbers.iter_mut().zip(pivot) {
                    *number -= factor * of_pivot;
                }
            }
        }
    }
    Some(array(|row| rows[row][4] / rows[row][row]))
}
