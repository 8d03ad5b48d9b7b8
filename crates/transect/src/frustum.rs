//! Frustums: what a camera sees, as a region of six planes.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::incidence::{meeting_point, turn};
use crate::plane::Plane;
use crate::predicates::dyadic::Dyadic;
use crate::predicates::linear::DIGITS;
use crate::region::{ConvexRegion, Region};
use crate::side::Side;

/// What a projection matrix leaves of depth: which z and w of M·p are seen.
///
/// A matrix does not say which one it is made for. Read as another, it has a near plane that is too
/// near or too far, or near and far exchanged. Equal steps of distance are not equal in depth:
///
#[cfg_attr(doc, doc = include_str!("../figures/clip_space.svg"))]
///
/// ```
/// use transect::{ClipSpace, Frustum};
/// // Sees from z = −1 to z = −4, depth from 0 to 1.
/// let x = [2.0, 0.0, 0.0, 0.0];
/// let y = [0.0, 2.0, 0.0, 0.0];
/// let z = [0.0, 0.0, -4.0 / 3.0, -4.0 / 3.0];
/// let matrix = [x, y, z, [0.0, 0.0, -1.0, 0.0]];
/// let is_seen = |space| {
///     let frustum = Frustum::from_row_major(&matrix, space)?;
///     Ok::<bool, transect::FrustumError>(frustum.region().contains(&[0.0, 0.0, -0.6]))
/// };
/// assert_eq!(is_seen(ClipSpace::ZeroToOne), Ok(false));
/// assert_eq!(is_seen(ClipSpace::MinusOneToOne), Ok(true)); // nearer than the near plane
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClipSpace {
    /// −w ≤ z ≤ w, near at −w: OpenGL, WebGL, three.js.
    MinusOneToOne,
    /// 0 ≤ z ≤ w, near at 0: Vulkan, Direct3D, Metal, WebGPU.
    ZeroToOne,
    /// 0 ≤ z ≤ w, near at w: the same with reversed depth.
    ReversedZ,
}

/// A side of a frustum, as seen on the screen: x grows to the right, y to the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FrustumSide {
    /// x = −w.
    Left,
    /// x = w.
    Right,
    /// y = −w.
    Bottom,
    /// y = w.
    Top,
    /// Nearest to the eye.
    Near,
    /// Farthest from the eye.
    Far,
}

use FrustumSide::{Bottom, Far, Left, Near, Right, Top};

/// What a camera sees: up to six planes in the order left, right, bottom, top, near, far, their fronts
/// inward, none of them normalised.
///
/// From a matrix, each plane is a sum or difference of two of its rows, and each of its numbers
/// rounded once. Everything asked of the frustum is exact for these planes; where the sums are exact, as they
/// mostly are for the numbers of f32 matrices, so it is for the matrix: a point is inside exactly if −w ≤ x ≤ w
/// and so on hold for M·p in real arithmetic. w ≥ 0 follows.
///
/// ```
/// use transect::{ClipSpace, Frustum, Overlap, Sphere};
/// // A field of view of 90°, from z = −1 to z = −3, depth from −1 to 1.
/// let matrix = [
///     [1.0, 0.0, 0.0, 0.0],
///     [0.0, 1.0, 0.0, 0.0],
///     [0.0, 0.0, -2.0, -3.0],
///     [0.0, 0.0, -1.0, 0.0],
/// ];
/// let frustum = Frustum::from_row_major(&matrix, ClipSpace::MinusOneToOne)?;
/// assert!(frustum.region().contains(&[3.0, -3.0, -3.0])); // a corner
/// assert_eq!(frustum.region().overlap_sphere(&Sphere::new([0.0, 0.0, 1.0], 1.999)?), Overlap::Outside);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Frustum {
    planes: Vec<Plane<3>>,
    sides: Vec<FrustumSide>,
}

/// Why numbers are not a frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FrustumError {
    /// A number of the matrix is NaN or infinite.
    MatrixNotFinite {
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
        /// The number.
        value: f64,
    },
    /// A plane's number is beyond every float.
    Overflow {
        /// Which plane.
        side: FrustumSide,
    },
    /// A plane has a normal that is exactly zero and an offset below zero: no point is in front of it.
    Empty {
        /// Which plane.
        side: FrustumSide,
        /// Its offset.
        offset: f64,
    },
    /// A number of a camera or of a rectangle is outside its range.
    OutOfRange {
        /// Which number.
        what: &'static str,
        /// The number.
        value: f64,
        /// What it has to be.
        expected: &'static str,
    },
    /// The camera looks straight up or down: its forward and up directions are parallel, or zero.
    UpAlongForward,
    /// The frustum has no plane on a side, so that nothing can be measured from there.
    NoPlane {
        /// Which side.
        side: FrustumSide,
    },
}

impl fmt::Display for FrustumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MatrixNotFinite { row, column, value } => write!(
                f,
                "row {row}, column {column} of the matrix is {value}, not a finite number"
            ),
            Self::Overflow { side } => {
                write!(f, "the {side:?} plane is too large for 64-bit floats")
            }
            Self::Empty { side, offset } => write!(
                f,
                "nothing is seen: the {side:?} plane says {offset} ≥ 0 of every point"
            ),
            Self::OutOfRange {
                what,
                value,
                expected,
            } => write!(f, "{what} is {value}; {expected}"),
            Self::UpAlongForward => {
                f.write_str("the camera's forward and up directions are parallel")
            }
            Self::NoPlane { side } => write!(f, "the frustum has no {side:?} plane"),
        }
    }
}

impl Error for FrustumError {}

/// The numbers a, b, c, d of ax + by + cz + d.
type Row = [f64; 4];

impl Frustum {
    /// What the matrix M shows: `matrix[row][column]`, with points as columns, M·p. As mathematics writes it.
    ///
    /// A row whose normal is exactly zero bounds nothing, and is left out; with an offset below zero it is
    /// an error.
    ///
    /// # Errors
    /// [`FrustumError::MatrixNotFinite`], [`FrustumError::Overflow`] and [`FrustumError::Empty`].
    pub fn from_row_major(matrix: &[[f64; 4]; 4], space: ClipSpace) -> Result<Self, FrustumError> {
        Self::of_rows(matrix, space, &[Left, Right, Bottom, Top, Near, Far])
    }

    /// The same from the columns of M: `matrix[column][row]`, as OpenGL, glm, three.js, glam and Bevy keep
    /// matrices; and as DirectXMath keeps those that are multiplied from the left, p·M, row by row.
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
    /// As [`Frustum::from_row_major`]; row and column are those of M.
    pub fn from_column_major(
        matrix: &[[f64; 4]; 4],
        space: ClipSpace,
    ) -> Result<Self, FrustumError> {
        Self::from_row_major(&transposed(matrix), space)
    }

    /// [`Frustum::from_row_major`] without a far plane, whatever the matrix says of one: a projection to
    /// infinity, in which roundings leave a plane somewhere, or none.
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
    /// As [`Frustum::from_row_major`].
    pub fn from_row_major_with_infinite_far(
        matrix: &[[f64; 4]; 4],
        space: ClipSpace,
    ) -> Result<Self, FrustumError> {
        Self::of_rows(matrix, space, &[Left, Right, Bottom, Top, Near])
    }

    /// [`Frustum::from_column_major`] without a far plane.
    ///
    /// # Errors
    /// As [`Frustum::from_row_major`].
    pub fn from_column_major_with_infinite_far(
        matrix: &[[f64; 4]; 4],
        space: ClipSpace,
    ) -> Result<Self, FrustumError> {
        Self::from_row_major_with_infinite_far(&transposed(matrix), space)
    }

    fn of_rows(
        matrix: &[[f64; 4]; 4],
        space: ClipSpace,
        sides: &[FrustumSide],
    ) -> Result<Self, FrustumError> {
        for (row, numbers) in matrix.iter().enumerate() {
            if let Some(column) = numbers.iter().position(|number| !number.is_finite()) {
                return Err(FrustumError::MatrixNotFinite {
                    row,
                    column,
                    value: numbers[column],
                });
            }
        }
        let [x, y, z, w] = matrix;
        let sum = |row: &Row| core::array::from_fn(|column| w[column] + row[column]);
        let difference = |row: &Row| core::array::from_fn(|column| w[column] - row[column]);
        let mut frustum = Self::empty();
        for &side in sides {
            let row = match (side, space) {
                (Left, _) => sum(x),
                (Right, _) => difference(x),
                (Bottom, _) => sum(y),
                (Top, _) => difference(y),
                (Near, ClipSpace::MinusOneToOne) => sum(z),
                (Near, ClipSpace::ZeroToOne) | (Far, ClipSpace::ReversedZ) => *z,
                (Near, ClipSpace::ReversedZ) | (Far, _) => difference(z),
            };
            frustum.push(side, row)?;
        }
        Ok(frustum)
    }

    pub(crate) fn empty() -> Self {
        Self {
            planes: Vec::with_capacity(6),
            sides: Vec::with_capacity(6),
        }
    }

    /// Adds a plane, if its row is one.
    pub(crate) fn push(&mut self, side: FrustumSide, row: Row) -> Result<(), FrustumError> {
        let [a, b, c, offset] = row;
        if row.iter().any(|number| !number.is_finite()) {
            return Err(FrustumError::Overflow { side });
        }
        match Plane::new([a, b, c], offset) {
            Ok(plane) => {
                self.planes.push(plane);
                self.sides.push(side);
                Ok(())
            }
            Err(_) if offset >= 0.0 => Ok(()),
            Err(_) => Err(FrustumError::Empty { side, offset }),
        }
    }

    /// The planes there are, in the order left, right, bottom, top, near, far.
    #[must_use]
    pub fn planes(&self) -> &[Plane<3>] {
        &self.planes
    }

    /// Which side each of the planes is.
    #[must_use]
    pub fn sides(&self) -> &[FrustumSide] {
        &self.sides
    }

    /// The plane of a side, if there is one.
    #[must_use]
    pub fn plane(&self, side: FrustumSide) -> Option<&Plane<3>> {
        let place = self.sides.iter().position(|&other| other == side)?;
        self.planes.get(place)
    }

    /// The frustum as a region, to be asked.
    #[must_use]
    pub fn region(&self) -> Region<'_, 3> {
        Region::new(&self.planes)
    }

    /// The eight corners, rounded as those of a [`Boundary`](crate::region::Boundary): at the near, then at
    /// the far plane, each time left bottom, right bottom, right top, left top. Nothing if a plane is missing
    /// or three of them do not meet in one point; the vertices that there are, are the boundary's.
    ///
    /// ```
    /// use transect::Camera;
    /// let camera = Camera::looking([0.0; 3], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]);
    /// assert_eq!(camera.frustum()?.corners(), None); // no far plane
    /// let corners = camera.with_far(Some(10.0)).frustum()?.corners();
    /// assert_eq!(corners.map(|corners| corners[6][2]), Some(-10.0)); // the right top one, far
    /// # Ok::<(), transect::FrustumError>(())
    /// ```
    #[must_use]
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

    /// The part of the frustum that is seen in a rectangle of the screen, whose own corners are (−1, −1) on
    /// the left at the bottom and (1, 1) on the right at the top. Each number of the new planes is its exact
    /// value for the old ones, rounded once.
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
    /// [`FrustumError::OutOfRange`] if a number is not finite or `min` above `max`, [`FrustumError::NoPlane`],
    /// and as [`Frustum::from_row_major`].
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
            let expected = "it has to be at least the other end";
            in_range(what[1], to, from <= to, expected)?;
            part.push(sides[0], between(&rows, from, 1.0))?;
            part.push(sides[1], between(&rows, to, -1.0))?;
        }
        for (plane, side) in self.planes.iter().zip(&self.sides) {
            if matches!(side, Near | Far) {
                part.planes.push(*plane);
                part.sides.push(*side);
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

/// The planes of a frustum, in its order.
impl From<Frustum> for ConvexRegion<3> {
    fn from(frustum: Frustum) -> Self {
        Self::new(frustum.planes())
    }
}

/// With w + x and w − x given, sign·(x − t·w): half of (1 − t)(w + x) − (1 + t)(w − x).
fn between([sum, difference]: &[Row; 2], t: f64, sign: f64) -> Row {
    core::array::from_fn(|column| {
        let [sum, difference] = [sum[column] * sign, difference[column] * sign];
        let terms = [(sum, 1.0), (sum, -t), (difference, -1.0), (difference, -t)];
        Dyadic::<DIGITS>::sum_of_products(terms).to_f64_scaled(-1)
    })
}

pub(crate) fn in_range(
    what: &'static str,
    value: f64,
    is_in_range: bool,
    expected: &'static str,
) -> Result<(), FrustumError> {
    if is_in_range {
        return Ok(());
    }
    Err(FrustumError::OutOfRange {
        what,
        value,
        expected,
    })
}

fn transposed(matrix: &[[f64; 4]; 4]) -> [[f64; 4]; 4] {
    core::array::from_fn(|row| core::array::from_fn(|column| matrix[column][row]))
}
