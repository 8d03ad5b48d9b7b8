//! Affine maps, and the images of planes.

use crate::plane::{Plane, PlaneError};
use crate::predicates::determinant::{
    cross as exact_cross, determinant, dot as exact_dot, numbers,
};
use crate::predicates::dyadic::Dyadic;
use crate::predicates::polynomial::{Number, Polynomial, digits, sign};
use crate::side::Side;
use crate::vector::{add, cross, dot, scale};

/// An affine map: it takes (x, y, z) to `x·columns[0] + y·columns[1] + z·columns[2] + columns[3]`.
///
/// ```
/// use transect::Transform;
/// let double = Transform { columns: [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0], [0.0; 3]] };
/// let up = Transform { columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]] };
/// assert_eq!(double.after(&up).apply(&[1.0, 1.0, 1.0]), [2.0, 2.0, 4.0]);
/// assert_eq!(up.after(&double).apply(&[1.0, 1.0, 1.0]), [2.0, 2.0, 3.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// The images of the three axes, then the image of the origin.
    pub columns: [[f64; 3]; 4],
}

impl Transform {
    /// The identity map.
    pub const IDENTITY: Self = Self {
        columns: [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.0, 0.0, 0.0],
        ],
    };

    /// Returns the image of a point, rounded to f64, in one fixed order of operations. Later exact tests use the
    /// rounded image.
    #[must_use]
    pub fn apply(&self, point: &[f64; 3]) -> [f64; 3] {
        let [x, y, z, origin] = &self.columns;
        core::array::from_fn(|axis| {
            (x[axis] * point[0] + y[axis] * point[1]) + (z[axis] * point[2] + origin[axis])
        })
    }

    /// Returns the image of a direction: the linear part only, without the translation.
    #[must_use]
    pub fn apply_direction(&self, direction: &[f64; 3]) -> [f64; 3] {
        let [x, y, z, _] = &self.columns;
        core::array::from_fn(|axis| {
            x[axis] * direction[0] + y[axis] * direction[1] + z[axis] * direction[2]
        })
    }

    /// Returns the image of a surface normal: the cofactor matrix times the normal. The cofactor matrix is the inverse
    /// transpose times the determinant. It needs no division, and does not preserve length.
    ///
    /// ```
    /// use transect::Transform;
    /// // A map to half the height: a ramp of 45° becomes flatter, and its normal becomes steeper.
    /// let flat = Transform { columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.5], [0.0; 3]] };
    /// assert_eq!(flat.apply_direction(&[1.0, 0.0, 1.0]), [1.0, 0.0, 0.5]);
    /// assert_eq!(flat.apply_normal(&[-1.0, 0.0, 1.0]), [-0.5, 0.0, 1.0]);
    /// ```
    #[must_use]
    pub fn apply_normal(&self, normal: &[f64; 3]) -> [f64; 3] {
        let [x, y, z, _] = &self.columns;
        let image = add(
            &add(
                &scale(&cross(y, z), normal[0]),
                &scale(&cross(z, x), normal[1]),
            ),
            &scale(&cross(x, y), normal[2]),
        );
        if self.determinant() < 0.0 {
            scale(&image, -1.0)
        } else {
            image
        }
    }

    /// Returns the determinant of the linear part; negative for a mirroring map.
    #[must_use]
    pub fn determinant(&self) -> f64 {
        let [x, y, z, _] = &self.columns;
        dot(x, &cross(y, z))
    }

    /// Returns the composition of two maps: `inner` is applied first, then this map.
    #[must_use]
    pub fn after(&self, inner: &Self) -> Self {
        let [x, y, z, origin] = &inner.columns;
        Self {
            columns: [
                self.apply_direction(x),
                self.apply_direction(y),
                self.apply_direction(z),
                self.apply(origin),
            ],
        }
    }
}

impl Plane<3> {
    /// Returns the plane of the images of this plane's points under an affine map: see [`Plane::mapped`].
    ///
    /// ```
    /// use transect::{Plane, Side, Transform};
    /// let mirror = Transform { columns: [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]] };
    /// let plane = Plane::new([1.0, 0.0, 0.0], -3.0)?;
    /// let image = plane.transformed(&mirror)?;
    /// assert_eq!(plane.side(&[4.0, 0.0, 0.0]), Side::Front);
    /// assert_eq!(image.side(&mirror.apply(&[4.0, 0.0, 0.0])), Side::Front);
    /// # Ok::<(), transect::PlaneError>(())
    /// ```
    ///
    /// # Errors
    /// The same errors as for [`Plane::mapped`].
    pub fn transformed(&self, map: &Transform) -> Result<Self, PlaneError> {
        let [x, y, z, origin] = map.columns;
        self.mapped([x, y, z], origin)
    }
}

impl<const D: usize> Plane<D> {
    /// Returns the plane of the images of this plane's points. The map takes each axis to one of `axes` and the
    /// origin to `origin`. The plane is computed with the inverse transpose, as cofactors times the normal, without
    /// division.
    ///
    /// Points in front stay in front, also under a mirroring map. The cofactors determine the length of the new
    /// normal; a rigid pose (a rotation and a translation) preserves the length. Every coefficient is its exact value
    /// rounded once; near the ends of the range of floats, all are divided by one power of two.
    ///
    /// # Errors
    /// [`PlaneError::SingularMap`] if the axes are linearly dependent (this test is exact);
    /// [`PlaneError::NotFinite`] and [`PlaneError::OffsetOverflow`].
    pub fn mapped(&self, axes: [[f64; D]; D], origin: [f64; D]) -> Result<Self, PlaneError> {
        for &value in axes.as_flattened().iter().chain(&origin) {
            if !value.is_finite() {
                let what = "a coefficient of the map";
                return Err(PlaneError::NotFinite { what, value });
            }
        }
        let orientation = sign::<{ digits(3) }>(&Axes(&axes));
        if orientation == Side::On {
            return Err(PlaneError::SingularMap);
        }
        let (normal, offset) = image::<Dyadic<{ digits(4) }>, D>(self, &axes, &origin);
        let exponent = normal
            .iter()
            .filter_map(Dyadic::exponent)
            .max()
            .unwrap_or(0);
        let factor = if orientation == Side::Back { -1.0 } else { 1.0 };
        let over = |power: i32| {
            let offset = factor * offset.to_f64_scaled(power);
            if offset.is_infinite() {
                return Err(PlaneError::OffsetOverflow);
            }
            // Each coefficient is 0 + x, so that a zero coefficient is a positive zero.
            let normal = normal
                .each_ref()
                .map(|c| 0.0 + factor * c.to_f64_scaled(power));
            Self::new(normal, 0.0 + offset)
        };
        if exponent.abs() < 500
            && let Ok(plane) = over(0)
        {
            return Ok(plane);
        }
        over(-exponent)
    }
}

/// The determinant of the images of the axes: a polynomial of degree D.
struct Axes<'a, const D: usize>(&'a [[f64; D]; D]);

impl<const D: usize> Polynomial for Axes<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let rows = self.0.each_ref().map(numbers);
        determinant(rows.each_ref())
    }
}

/// Returns the coefficients of the image of a plane, times the determinant of the map: the cofactors times the normal,
/// of degree D, and d·det − n′·origin, of degree D + 1.
fn image<N: Number, const D: usize>(
    plane: &Plane<D>,
    axes: &[[f64; D]; D],
    origin: &[f64; D],
) -> ([N; D], N) {
    let normal: [N; D] = numbers(&plane.normal());
    let columns: [[N; D]; D] = axes.each_ref().map(numbers);
    let image: [N; D] = if D == 2 {
        core::array::from_fn(|axis| {
            let other = 1 - axis;
            let (first, second) = (
                columns[1][other].times(&normal[0]),
                columns[0][other].times(&normal[1]),
            );
            if axis == 0 {
                first.minus(&second)
            } else {
                second.minus(&first)
            }
        })
    } else {
        let space: [[N; 3]; 3] =
            core::array::from_fn(|i| core::array::from_fn(|axis| columns[i][axis].clone()));
        let cofactors: [[N; 3]; 3] =
            core::array::from_fn(|i| exact_cross(&space[(i + 1) % 3], &space[(i + 2) % 3]));
        core::array::from_fn(|axis| {
            let row: [N; D] = core::array::from_fn(|i| cofactors[i][axis].clone());
            exact_dot(&row, &normal)
        })
    };
    let determinant: N = Axes(axes).evaluate();
    let offset = N::of(plane.offset())
        .times(&determinant)
        .minus(&exact_dot(&image, &numbers(origin)));
    (image, offset)
}
