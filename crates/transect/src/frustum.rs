//! Frustums. A frustum is the part of space that a camera sees, as a region of up to six planes.

mod error;
mod matrix_order;
mod screen;
mod side;

use core::fmt;

pub use error::FrustumError;
pub(crate) use error::in_range;
pub use matrix_order::MatrixOrder;
pub use side::FrustumSide;

use transect_exact::arrays::{Few as _, array};
use transect_exact::linear::ordinary_forms;
use transect_exact::{NameError, Side};

use crate::coordinates::{Coordinates, Matrix4};
use crate::incidence::{meeting_point, turn};
use crate::plane::Plane;
use crate::region::{ConvexRegion, Overlap, Region, RegionShape};

/// The range of the depth coordinate z in clip space. A projected point is M·p = (x, y, z, w); the range says which z
/// are visible for a given w.
///
/// A matrix does not state its clip space. If the wrong variant is chosen, the near plane is too near or too far, or
/// near and far are exchanged. Equal steps of distance from the eye are not equal steps of depth, as the figure shows:
///
#[cfg_attr(doc, doc = include_str!("../figures/clip_space.svg"))]
///
/// ```
/// use transect::{ClipSpace, Frustum};
/// // The frustum goes from z = −1 to z = −4, with depths from 0 to 1.
/// let x = [2.0, 0.0, 0.0, 0.0];
/// let y = [0.0, 2.0, 0.0, 0.0];
/// let z = [0.0, 0.0, -4.0 / 3.0, -4.0 / 3.0];
/// let matrix = [x, y, z, [0.0, 0.0, -1.0, 0.0]];
/// let is_seen = |space| {
///     let frustum = Frustum::from_row_major(&matrix, space)?;
///     Ok::<bool, transect::FrustumError>(frustum.region().contains(&[0.0, 0.0, -0.6]))
/// };
/// assert_eq!(is_seen(ClipSpace::ZeroToOne), Ok(false));
/// assert_eq!(is_seen(ClipSpace::MinusOneToOne), Ok(true)); // wrong: the point is nearer than the near plane
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClipSpace {
    /// −w ≤ z ≤ w, with the near plane at −w: OpenGL, WebGL, three.js.
    MinusOneToOne,
    /// 0 ≤ z ≤ w, with the near plane at 0: Vulkan, Direct3D, Metal, WebGPU.
    ZeroToOne,
    /// 0 ≤ z ≤ w, with the near plane at w: the same range as [`Self::ZeroToOne`], with reversed depth.
    ReversedZ,
}

impl ClipSpace {
    /// All clip spaces.
    const ALL: [Self; 3] = [Self::MinusOneToOne, Self::ZeroToOne, Self::ReversedZ];
    /// The names of the clip spaces, in the order of `ALL`.
    const NAMES: [&'static str; 3] = ["minus_one_to_one", "zero_to_one", "reversed_z"];

    /// Returns the name of the clip space: `minus_one_to_one`, `zero_to_one` or `reversed_z`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MinusOneToOne => Self::NAMES[0],
            Self::ZeroToOne => Self::NAMES[1],
            Self::ReversedZ => Self::NAMES[2],
        }
    }
}

/// Writes the name of the clip space.
impl core::fmt::Display for ClipSpace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name of a clip space, with underscores or hyphens.
///
/// ```
/// use transect::ClipSpace;
/// assert_eq!("reversed_z".parse(), Ok(ClipSpace::ReversedZ));
/// assert_eq!("zero-to-one".parse(), Ok(ClipSpace::ZeroToOne));
/// assert!("opengl".parse::<ClipSpace>().is_err());
/// ```
impl core::str::FromStr for ClipSpace {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        NameError::find_with_hyphens(Self::ALL, &Self::NAMES, text)
    }
}

use FrustumSide::{Bottom, Far, Left, Near, Right, Top};

/// All sides, in the order of a frustum's planes.
const SIDES: [FrustumSide; 6] = [Left, Right, Bottom, Top, Near, Far];

/// The part of space that a camera sees: up to six planes in the order left, right, bottom, top, near, far. The fronts
/// of the planes point inward. The planes are not normalised.
///
/// Each plane of a frustum from a matrix M is a row of M, or a sum or difference of two rows. Each coefficient is
/// rounded once. Sides and overlaps are exact for these planes. If no sum is rounded, as is mostly so for f32 matrices,
/// these results are exact for M, too. With M·p = (x, y, z, w), a point p is then inside exactly if x and y are from −w
/// to w, and z is in the range of depths. These conditions imply w ≥ 0.
///
/// ```
/// use transect::{ClipSpace, Frustum, Overlap, Sphere};
/// // A field of view of 90°, from z = −1 to z = −3, with depths from −1 to 1.
/// let matrix = [
///     [1.0, 0.0, 0.0, 0.0],
///     [0.0, 1.0, 0.0, 0.0],
///     [0.0, 0.0, -2.0, -3.0],
///     [0.0, 0.0, -1.0, 0.0],
/// ];
/// let frustum = Frustum::from_row_major(&matrix, ClipSpace::MinusOneToOne)?;
/// assert!(frustum.region().contains(&[3.0, -3.0, -3.0])); // a corner
/// assert_eq!(frustum.overlap(&Sphere::new([0.0, 0.0, 1.0], 1.999)?), Overlap::Outside);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ViewFrustum")]
#[derive(Clone)]
pub struct Frustum {
    /// The planes. Places from `count` on hold arbitrary planes.
    planes: [Plane<3>; 6],
    /// The side of the frustum for each of the first `count` planes.
    sides: [FrustumSide; 6],
    count: usize,
}

impl PartialEq for Frustum {
    fn eq(&self, other: &Self) -> bool {
        self.planes() == other.planes() && self.sides() == other.sides()
    }
}

impl fmt::Debug for Frustum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frustum")
            .field("planes", &self.planes())
            .field("sides", &self.sides())
            .finish()
    }
}

/// Returns the region of a frustum, with the same planes.
impl From<&Frustum> for ConvexRegion<3> {
    fn from(frustum: &Frustum) -> Self {
        Self::new(frustum.planes())
    }
}

/// The coefficients [a, b, c, d] of the plane ax + by + cz + d = 0.
type Row = [f64; 4];

impl Frustum {
    /// Returns the frustum of the matrix M, given as `matrix[row][column]`. M transforms points as columns, M·p, as is
    /// usual in mathematics.
    ///
    /// A plane whose normal is exactly zero bounds nothing and is left out, unless its offset is negative, which is an
    /// error.
    ///
    /// # Errors
    /// Returns [`FrustumError::MatrixNotFinite`] if a number of the matrix is NaN or infinite,
    /// [`FrustumError::Overflow`] if a plane is beyond the range of floats, and [`FrustumError::Empty`] if some plane
    /// has no point in front of it.
    pub fn from_row_major(
        matrix: &[impl Coordinates<4>; 4],
        space: ClipSpace,
    ) -> Result<Self, FrustumError> {
        Self::of_matrix(&matrix.each(Coordinates::coordinates), space, 6)
    }

    /// Returns the frustum of the matrix M, given by its columns as `matrix[column][row]`. OpenGL, glm, three.js, glam
    /// and Bevy store matrices in this order. `DirectXMath` stores matrices row by row, but it transforms points as
    /// rows, p·M, with the transposed matrix. So the order of the numbers is the same.
    ///
    /// ```
    /// use transect::{ClipSpace, Frustum};
    /// let rows = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, -2.0, -3.0], [0.0, 0.0, -1.0, 0.0]];
    /// let columns = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, -2.0, -1.0], [0.0, 0.0, -3.0, 0.0]];
    /// let space = ClipSpace::MinusOneToOne;
    /// assert_eq!(Frustum::from_column_major(&columns, space)?, Frustum::from_row_major(&rows, space)?);
    /// # Ok::<(), transect::FrustumError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same errors as [`Frustum::from_row_major`]; the row and the column in an error are those of M.
    #[doc(alias = "from_matrix")]
    #[doc(alias = "from_projection_matrix")]
    #[doc(alias = "from_clip_from_world")]
    #[doc(alias = "extract_planes")]
    pub fn from_column_major(
        matrix: &impl Matrix4,
        space: ClipSpace,
    ) -> Result<Self, FrustumError> {
        Self::from_row_major(&transposed(&matrix.columns()), space)
    }

    /// Returns the same frustum as [`Frustum::from_row_major`] without a far plane, even if the matrix has one. Use it
    /// for a projection to infinity: for such a matrix, rounding errors may place the far plane anywhere, or remove it.
    ///
    /// ```
    /// use transect::{ClipSpace, Frustum, FrustumSide};
    /// // Reversed depth: 1 at z = −0.5, and 0 at infinity.
    /// let (x, y) = ([1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]);
    /// let matrix = [x, y, [0.0, 0.0, 0.0, 0.5], [0.0, 0.0, -1.0, 0.0]];
    /// let frustum = Frustum::from_row_major_with_infinite_far(&matrix, ClipSpace::ReversedZ)?;
    /// assert_eq!(frustum.plane(FrustumSide::Far), None);
    /// assert!(frustum.region().contains(&[0.0, 0.0, -1e300]));
    /// assert!(!frustum.region().contains(&[0.0, 0.0, -0.499]));
    /// # Ok::<(), transect::FrustumError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same errors as [`Frustum::from_row_major`].
    pub fn from_row_major_with_infinite_far(
        matrix: &[impl Coordinates<4>; 4],
        space: ClipSpace,
    ) -> Result<Self, FrustumError> {
        Self::of_matrix(&matrix.each(Coordinates::coordinates), space, 5)
    }

    /// Returns the same frustum as [`Frustum::from_column_major`] without a far plane, even if the matrix has one.
    ///
    /// # Errors
    /// Returns the same errors as [`Frustum::from_row_major`].
    pub fn from_column_major_with_infinite_far(
        matrix: &impl Matrix4,
        space: ClipSpace,
    ) -> Result<Self, FrustumError> {
        Self::from_row_major_with_infinite_far(&transposed(&matrix.columns()), space)
    }

    /// Returns the frustum of a matrix, with its first `count` planes in the order left, right, bottom, top, near, far.
    #[inline]
    fn of_matrix(
        matrix: &[[f64; 4]; 4],
        space: ClipSpace,
        count: usize,
    ) -> Result<Self, FrustumError> {
        let [x, y, z, w] = matrix;
        let sum = |row: &Row| array(|column| w[column] + row[column]);
        let difference = |row: &Row| array(|column| w[column] - row[column]);
        let [near, far] = match space {
            ClipSpace::MinusOneToOne => [sum(z), difference(z)],
            ClipSpace::ZeroToOne => [*z, difference(z)],
            ClipSpace::ReversedZ => [difference(z), *z],
        };
        let rows = [sum(x), difference(x), sum(y), difference(y), near, far];
        if let Some(forms) = ordinary_forms(&rows) {
            return Ok(Self {
                planes: forms.each(Plane::of_form),
                sides: SIDES,
                count,
            });
        }
        // If each row is a plane, the planes are stored without further checks. There are at least five rows, and each
        // number of the matrix is used in one of the first five. So finite rows imply a finite matrix.
        if rows.iter().all(bounds) {
            return Ok(Self {
                planes: rows.each(|[a, b, c, d]| Plane::of_valid([a, b, c], d)),
                sides: SIDES,
                count,
            });
        }
        Self::of_checked_rows(matrix, &rows[..count])
    }

    /// Returns the frustum of the rows of its planes. Each number of the matrix and of the rows is checked.
    #[cold]
    #[inline(never)]
    fn of_checked_rows(matrix: &[[f64; 4]; 4], rows: &[Row]) -> Result<Self, FrustumError> {
        for (row, numbers) in matrix.iter().enumerate() {
            if let Some(column) = numbers.iter().position(|number| !number.is_finite()) {
                return Err(FrustumError::MatrixNotFinite {
                    row,
                    column,
                    value: numbers[column],
                });
            }
        }
        let mut frustum = Self::empty();
        for (&side, &row) in SIDES.iter().zip(rows) {
            frustum.push(side, row)?;
        }
        Ok(frustum)
    }

    pub(crate) const fn empty() -> Self {
        Self {
            planes: [Plane::X; 6],
            sides: SIDES,
            count: 0,
        }
    }

    /// Adds a plane. A row with a zero normal and an offset that is not negative bounds nothing and is skipped.
    pub(crate) fn push(&mut self, side: FrustumSide, row: Row) -> Result<(), FrustumError> {
        let [a, b, c, offset] = row;
        if row.iter().any(|number| !number.is_finite()) {
            return Err(FrustumError::Overflow { side });
        }
        match Plane::new([a, b, c], offset) {
            Ok(plane) => {
                self.add(side, plane);
                Ok(())
            }
            Err(_) if offset >= 0.0 => Ok(()),
            Err(_) => Err(FrustumError::Empty { side, offset }),
        }
    }

    /// Adds a plane. A frustum has at most one plane per side, so there is a place for it.
    fn add(&mut self, side: FrustumSide, plane: Plane<3>) {
        self.planes[self.count] = plane;
        self.sides[self.count] = side;
        self.count += 1;
    }

    /// Returns the planes in the order left, right, bottom, top, near, far. Planes that the frustum does not have are
    /// left out.
    #[must_use]
    pub fn planes(&self) -> &[Plane<3>] {
        &self.planes[..self.count]
    }

    /// Returns the side of the frustum that each plane belongs to, in the order of the planes.
    #[must_use]
    pub fn sides(&self) -> &[FrustumSide] {
        &self.sides[..self.count]
    }

    /// Returns the plane of a side, or `None` if the frustum has no such plane.
    #[must_use]
    pub fn plane(&self, side: FrustumSide) -> Option<&Plane<3>> {
        let place = self.sides().iter().position(|&other| other == side)?;
        self.planes().get(place)
    }

    /// Returns the frustum as a region, which classifies shapes.
    #[must_use]
    pub fn region(&self) -> Region<'_, 3> {
        Region::new(self.planes())
    }

    /// Returns the exact relation of a shape with corners to the frustum, like [`Region::overlap`].
    ///
    /// ```
    /// use transect::{Aabb, Camera, Overlap};
    /// let frustum = Camera::looking([0.0; 3], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]).frustum()?;
    /// let aabb = Aabb::new([-1.0, -1.0, -4.0], [1.0, 1.0, -2.0])?;
    /// assert_eq!(frustum.overlap(&aabb), Overlap::Inside);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics under the same conditions as [`Region::overlap`].
    #[doc(alias = "intersects")]
    #[doc(alias = "cull")]
    #[must_use]
    #[doc(alias = "culling")]
    #[doc(alias = "is_visible")]
    #[doc(alias = "is_box_visible")]
    #[doc(alias = "contains_box")]
    #[doc(alias = "intersects_sphere")]
    pub fn overlap(&self, shape: &impl RegionShape<3>) -> Overlap {
        self.region().overlap(shape)
    }

    /// Returns `true` if a point lies in the frustum or on its boundary, exactly.
    ///
    /// # Panics
    /// Panics if a coordinate is NaN or infinite.
    #[must_use]
    pub fn contains(&self, point: &impl Coordinates<3>) -> bool {
        self.region().contains(point)
    }

    /// Returns the eight corners: four at the near plane, then four at the far plane. Each four are ordered left
    /// bottom, right bottom, right top, left top. The corners are rounded like the vertices of a
    /// [`RegionBoundary`](crate::region::RegionBoundary).
    ///
    /// Returns `None` if a plane is missing, or if the three planes of a corner do not meet in one point. Even then,
    /// the frustum's `RegionBoundary` has all existing vertices.
    ///
    /// ```
    /// use transect::Camera;
    /// let camera = Camera::looking([0.0; 3], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]);
    /// assert_eq!(camera.frustum()?.corners(), None); // no far plane
    /// let corners = camera.with_far(Some(10.0)).frustum()?.corners();
    /// assert_eq!(corners.map(|corners| corners[6][2]), Some(-10.0)); // the right top corner at the far plane
    /// # Ok::<(), transect::FrustumError>(())
    /// ```
    #[must_use]
    #[doc(alias = "get_corners")]
    #[doc(alias = "frustum_corners")]
    pub fn corners(&self) -> Option<[[f64; 3]; 8]> {
        let mut corners = [[0.0; 3]; 8];
        for (place, corner) in corners.iter_mut().enumerate() {
            let depth = if place < 4 { Near } else { Far };
            let [x, y] = [[Left, Bottom], [Right, Bottom], [Right, Top], [Left, Top]][place % 4];
            let rows = [self.plane(x)?, self.plane(y)?, self.plane(depth)?];
            if turn(rows) == Side::On {
                return None;
            }
            *corner = meeting_point(rows);
        }
        Some(corners)
    }
}

/// Converts a frustum to the region of its planes, in the same order.
impl From<Frustum> for ConvexRegion<3> {
    fn from(frustum: Frustum) -> Self {
        Self::new(frustum.planes())
    }
}

/// Returns `true` if all coefficients are finite and the normal is not zero, so that the row is a plane.
#[inline]
fn bounds(row: &Row) -> bool {
    // `|` and `&` evaluate all comparisons, which takes less time than the branches of `||` and `&&`.
    let [a, b, c, _] = row.each(|number| number != 0.0);
    let finite = row.each(f64::is_finite);
    (a | b | c) & finite[0] & finite[1] & finite[2] & finite[3]
}

fn transposed(matrix: &[[f64; 4]; 4]) -> [[f64; 4]; 4] {
    array(|row| array(|column| matrix[column][row]))
}
