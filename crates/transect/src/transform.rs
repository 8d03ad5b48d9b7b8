//! Affine maps, and the images of planes.

use core::error::Error;
use core::fmt;

use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{
    cross as exact_cross, determinant, dot as exact_dot, numbers, numbers_of,
};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::vector::{add, cross, dot, scale};
use transect_exact::{Dyadic, Side};

use crate::coordinates::{Coordinates, Matrix4, RoundedFrom};
use crate::plane::{Plane, PlaneError};

/// An affine map. It maps (x, y, z) to `x·columns[0] + y·columns[1] + z·columns[2] + columns[3]`.
///
/// ```
/// use transect::Transform;
/// let double = Transform { columns: [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0], [0.0; 3]] };
/// let up = Transform { columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]] };
/// assert_eq!(double.after(&up).apply(&[1.0, 1.0, 1.0]), [2.0, 2.0, 4.0]);
/// assert_eq!(up.after(&double).apply(&[1.0, 1.0, 1.0]), [2.0, 2.0, 3.0]);
/// ```
#[doc(alias = "Affine3")]
#[doc(alias = "Isometry")]
#[doc(alias = "Similarity")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// The images of the unit vectors of the three axes, then the image of the origin.
    pub columns: [[f64; 3]; 4],
}

/// An error: a matrix that is not an affine map.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TransformError {
    /// The bottom row is not 0, 0, 0, 1, for example because the matrix is a perspective projection.
    NotAffine {
        /// The bottom row of the matrix.
        row: [f64; 4],
    },
    /// A number of the matrix is NaN or infinite.
    NotFinite {
        /// The index of the matrix row that holds the number.
        row: usize,
        /// The index of the matrix column that holds the number.
        column: usize,
        /// The number that is NaN or infinite.
        value: f64,
    },
}

impl fmt::Display for TransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAffine { row: [x, y, z, w] } => write!(
                f,
                "the bottom row of the matrix is {x}, {y}, {z}, {w}; that of an affine map is 0, 0, 0, 1"
            ),
            Self::NotFinite { row, column, value } => write!(
                f,
                "row {row}, column {column} of the matrix is {value}, not a finite number"
            ),
        }
    }
}

impl Error for TransformError {}

impl Transform {
    /// Returns the affine map of a 4×4 matrix, exactly. The matrix M is given by its columns, and maps a point p, as a
    /// column, to M·p.
    ///
    /// ```
    /// use transect::Transform;
    /// let (x, y, z) = ([1.0_f32, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]);
    /// let up = Transform::from_matrix(&[x, y, z, [0.0, 0.0, 2.5, 1.0]])?;
    /// assert_eq!(up.apply(&[1.0, 1.0, 1.0]), [1.0, 1.0, 3.5]);
    /// assert!(Transform::from_matrix(&[x, y, z, [0.0, 0.0, 2.5, 2.0]]).is_err());
    /// # Ok::<(), transect::TransformError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`TransformError`] if the bottom row is not 0, 0, 0, 1, or if a number of the matrix is NaN or
    /// infinite.
    pub fn from_matrix(matrix: &impl Matrix4) -> Result<Self, TransformError> {
        let columns = matrix.columns();
        for (column, numbers) in columns.iter().enumerate() {
            if let Some(row) = numbers.iter().position(|number| !number.is_finite()) {
                let value = numbers[row];
                return Err(TransformError::NotFinite { row, column, value });
            }
        }
        let row = columns.each(|[_, _, _, w]| w);
        if row != [0.0, 0.0, 0.0, 1.0] {
            return Err(TransformError::NotAffine { row });
        }
        Ok(Self {
            columns: columns.each(|[x, y, z, _]| [x, y, z]),
        })
    }

    /// The identity map.
    pub const IDENTITY: Self = Self {
        columns: [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.0, 0.0, 0.0],
        ],
    };

    /// Returns the image of a point, in the point's type. It is computed in `f64`, and the float operations have one
    /// fixed order, so the result is the same on every machine. Exact tests take the rounded image as their input.
    #[must_use]
    #[doc(alias = "transform_point")]
    #[doc(alias = "transform_point3")]
    pub fn apply<P: RoundedFrom<3>>(&self, point: &P) -> P {
        let point = point.coordinates();
        let [x, y, z, origin] = &self.columns;
        P::rounded_from(array(|axis| {
            (x[axis] * point[0] + y[axis] * point[1]) + (z[axis] * point[2] + origin[axis])
        }))
    }

    /// Returns the image of a direction. Only the linear part of the map is applied, without the translation.
    #[must_use]
    #[doc(alias = "transform_vector")]
    #[doc(alias = "transform_vector3")]
    pub fn apply_direction<P: RoundedFrom<3>>(&self, direction: &P) -> P {
        let direction = direction.coordinates();
        let [x, y, z, _] = &self.columns;
        P::rounded_from(array(|axis| {
            x[axis] * direction[0] + y[axis] * direction[1] + z[axis] * direction[2]
        }))
    }

    /// Returns the image of a surface normal: the cofactor matrix of the linear part times the normal, negated for a
    /// mirroring map. This equals the inverse transpose times the normal, times the magnitude of the determinant, but
    /// needs no division. The length of the normal is not preserved.
    ///
    /// ```
    /// use transect::Transform;
    /// // A map to half the height: a ramp of 45° becomes flatter, and its normal becomes steeper.
    /// let flat = Transform { columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.5], [0.0; 3]] };
    /// assert_eq!(flat.apply_direction(&[1.0, 0.0, 1.0]), [1.0, 0.0, 0.5]);
    /// assert_eq!(flat.apply_normal(&[-1.0, 0.0, 1.0]), [-0.5, 0.0, 1.0]);
    /// ```
    #[must_use]
    #[doc(alias = "transform_normal")]
    #[doc(alias = "normal matrix")]
    pub fn apply_normal<P: RoundedFrom<3>>(&self, normal: &P) -> P {
        let normal = normal.coordinates();
        let [x, y, z, _] = &self.columns;
        let image = add(
            &add(
                &scale(&cross(y, z), normal[0]),
                &scale(&cross(z, x), normal[1]),
            ),
            &scale(&cross(x, y), normal[2]),
        );
        P::rounded_from(if self.determinant() < 0.0 {
            scale(&image, -1.0)
        } else {
            image
        })
    }

    /// Returns the determinant of the linear part, which is negative for a mirroring map.
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
    /// Returns the image of the plane z = 0: the plane in which the x and y axes of an object lie after `map` placed
    /// the object. The front of the plane is the side to which the object's z axis points.
    ///
    /// ```
    /// use transect::{Plane, Side, Transform};
    /// let upright = Transform { columns: [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]] };
    /// assert_eq!(Plane::of_transform(&upright)?, "x = 3".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same errors as [`Plane::mapped`].
    pub fn of_transform(map: &Transform) -> Result<Self, PlaneError> {
        Self::Z.transformed(map)
    }

    /// Returns the image of this plane under an affine map: the plane that contains the images of its points. See
    /// [`Plane::mapped`].
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
    /// Returns the same errors as [`Plane::mapped`].
    #[doc(alias = "transform_plane")]
    #[doc(alias = "apply_matrix4")]
    pub fn transformed(&self, map: &Transform) -> Result<Self, PlaneError> {
        let [x, y, z, origin] = map.columns;
        self.mapped([x, y, z], origin)
    }
}

impl<const D: usize> Plane<D> {
    /// Returns the image of this plane under an affine map: the plane that contains the images of its points. The map
    /// takes the unit vectors of the axes to `axes` and the origin to `origin`. The new normal is the inverse transpose
    /// times the normal; it is computed with cofactors, without division.
    ///
    /// The images of points in front of this plane are in front of the new plane, even under a mirroring map. The
    /// cofactors determine the length of the new normal; a rigid pose (a rotation and a translation) preserves the
    /// length. Every coefficient is computed exactly and rounded once. If a coefficient is close to overflow or
    /// underflow, all coefficients are divided by one power of two.
    ///
    /// # Errors
    /// Returns [`PlaneError::SingularMap`] if the axes are linearly dependent; this test is exact. Returns
    /// [`PlaneError::NotFinite`] if a number of the map is NaN or infinite. Returns [`PlaneError::OffsetOverflow`] if
    /// the new offset is beyond the range of floats.
    pub fn mapped(
        &self,
        axes: [impl Coordinates<D>; D],
        origin: impl Coordinates<D>,
    ) -> Result<Self, PlaneError> {
        let axes = axes.map(Coordinates::coordinates);
        let origin = origin.coordinates();
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
            // Each coefficient is computed as 0 + x, so that a zero coefficient is a positive zero.
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

/// The determinant of the images of the axes, a polynomial of degree D.
struct Axes<'a, const D: usize>(&'a [[f64; D]; D]);

impl<const D: usize> Polynomial for Axes<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let rows = self.0.each_ref().map(numbers);
        determinant(rows.each_ref())
    }
}

/// Returns the coefficients of the image of a plane, times the determinant of the map. The new normal n′ is the
/// cofactor matrix times the normal, of degree D. The new offset is d·det − n′·origin, of degree D + 1, where d is the
/// old offset and det the determinant of the map.
fn image<N: Number, const D: usize>(
    plane: &Plane<D>,
    axes: &[[f64; D]; D],
    origin: &[f64; D],
) -> ([N; D], N) {
    let normal: [N; D] = numbers(&plane.normal());
    let columns: [[N; D]; D] = axes.each_ref().map(numbers);
    let image: [N; D] = if D == 2 {
        numbers_of(|axis| {
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
            core::array::from_fn(|i| numbers_of(|axis| columns[i][axis].clone()));
        let cofactors: [[N; 3]; 3] =
            core::array::from_fn(|i| exact_cross(&space[(i + 1) % 3], &space[(i + 2) % 3]));
        numbers_of(|axis| {
            let row: [N; D] = numbers_of(|i| cofactors[i][axis].clone());
            exact_dot(&row, &normal)
        })
    };
    let determinant: N = Axes(axes).evaluate();
    let offset = N::of(plane.offset())
        .times(&determinant)
        .minus(&exact_dot(&image, &numbers(origin)));
    (image, offset)
}
