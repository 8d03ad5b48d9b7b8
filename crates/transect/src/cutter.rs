//! The planes that can cut a mesh. The side of every point is exact for each of these planes.

use transect_exact::Side;
use transect_exact::crossing::Affine;
use transect_exact::number::Number;

use crate::batch::{Batch as _, PointColumns, Scalar};
use crate::cutting_plane::{CuttingPlane, each};
use crate::kept_plane::{Form as _, KeptPlane};
use crate::plane::Plane;
use crate::plane_at::PlaneAt;
use crate::plane_through::PlaneThrough;

/// A plane that can cut meshes and scenes: a [`Plane`], a [`PlaneThrough`], which is stored as three of its points, or
/// a [`PlaneAt`], which is stored as a point and a normal.
///
/// Sides of points and cut vertices are computed from the cutter as given. Areas, frames and directions are measured
/// with its coefficients; for a [`PlaneThrough`] or a [`PlaneAt`], the coefficients are rounded.
///
/// The methods are what an algorithm that cuts needs of a plane: the crate `transect-mesh` uses nothing else. If a cutter
/// is flipped, all sides, values n·p + d and signed distances are exactly negated, bit for bit. No other crate can
/// implement the trait, because proofs about cuts are made for these planes.
///
/// ```
/// use transect::{Cutter, Plane, PlaneThrough, Side};
/// fn count_behind(points: &[[f64; 3]], cutter: &impl Cutter) -> usize {
///     let mut sides = vec![Side::On; points.len()];
///     cutter.sides_of_points(points, false, &mut sides);
///     sides.into_iter().filter(|side| side.is_back()).count()
/// }
/// let corners = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.1, 0.2, 0.7]];
/// assert_eq!(count_behind(&points, &"x = 1".parse::<Plane>()?), 2);
/// // 0.1 + 0.2 + 0.7 is less than 1 for these floats.
/// assert_eq!(count_behind(&points, &PlaneThrough::new(corners)?), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot cut meshes",
    label = "this type does not implement `transect::Cutter`",
    note = "`transect::Plane` in 3D, `PlaneThrough`, `PlaneAt` and `CuttingPlane` cut meshes and scenes"
)]
pub trait Cutter: Affine + Copy + Sync + sealed::Sealed {
    /// Returns the exact side of a point.
    fn side_of_point(&self, point: &[f64; 3]) -> Side;

    /// Writes the exact sides of many points. `are_single` is `true` if f32 can represent every coordinate exactly.
    fn sides_of_points(&self, points: &[[f64; 3]], are_single: bool, sides: &mut [Side]);

    /// Returns n·p + d with a relative error below 2⁻⁵⁰. For results smaller than the normal floats,
    /// the absolute error is below 2⁻¹⁰⁷⁴.
    fn value_at(&self, point: &[f64; 3]) -> f64;

    /// Returns a lower and an upper bound on n·p + d at a point.
    fn enclose(&self, point: &[f64; 3]) -> [f64; 2];

    /// Returns the signed distance of a point, rounded. Its sign is right unless the distance underflows to zero.
    fn distance_to(&self, point: &[f64; 3]) -> f64;

    /// Returns the index of an axis and the plane's coordinate on it if the plane is perpendicular to the axis, or
    /// else `None`.
    fn axis_and_coordinate(&self) -> Option<(usize, f64)>;

    /// Returns the plane that is given by the cutter's coefficients. They may be rounded, so the plane is used only
    /// for measuring.
    fn measuring_plane(&self) -> &Plane;

    /// Returns a bound on the distance between the cutter and its plane for measuring (`measuring_plane`), at
    /// points whose coordinates do not exceed `radius` in magnitude.
    fn gap(&self, radius: f64) -> f64;

    /// Returns the cutter as a plane that keeps the form in which it was given.
    fn as_given(&self) -> CuttingPlane;

    /// Returns the cutter with front and back exchanged.
    #[must_use]
    fn turned(&self) -> Self;

    /// Returns two planes that enclose the cutter: one plane behind it, and one in front of it. They enclose it at all
    /// points whose coordinates do not exceed `radius` in magnitude. If the cutter's coefficients are exact, both planes
    /// equal the cutter. Returns `None` if floats cannot represent such planes.
    fn enclosing(&self, radius: f64) -> Option<[Plane; 2]> {
        let plane = self.measuring_plane();
        let gap = self.gap(radius);
        if gap == 0.0 {
            return Some([*plane; 2]);
        }
        // `plane` has the cutter's coefficients, which may be rounded. `gap` bounds its distance from the cutter. In
        // theory, moving `plane` by one gap is enough, but the moved planes are rounded, too. So the planes move by four
        // gaps.
        let behind = plane.moved(-4.0 * gap).ok()?;
        let ahead = plane.moved(4.0 * gap).ok()?;
        Some([behind, ahead])
    }
}

mod sealed {
    /// Keeps other crates from implementing [`Cutter`](super::Cutter).
    pub trait Sealed {}
}

impl sealed::Sealed for Plane {}
impl sealed::Sealed for PlaneThrough {}
impl sealed::Sealed for PlaneAt {}
impl sealed::Sealed for CuttingPlane {}

impl Cutter for Plane {
    #[inline]
    fn side_of_point(&self, point: &[f64; 3]) -> Side {
        self.form().side(point)
    }

    #[inline]
    fn sides_of_points(&self, points: &[[f64; 3]], are_single: bool, sides: &mut [Side]) {
        if are_single {
            // This conversion is exact, because every coordinate is representable in f32.
            let ask = |points: PointColumns<'_, f32>, sides: &mut [Side]| {
                points.sides(self, sides);
            };
            sides_by_columns(points, |coordinate| coordinate as f32, sides, ask);
        } else {
            let ask = |points: PointColumns<'_, f64>, sides: &mut [Side]| {
                points.sides(self, sides);
            };
            sides_by_columns(points, |coordinate| coordinate, sides, ask);
        }
    }

    fn value_at(&self, point: &[f64; 3]) -> f64 {
        self.value(point)
    }

    #[inline]
    fn enclose(&self, point: &[f64; 3]) -> [f64; 2] {
        self.form().enclosure(point)
    }

    fn distance_to(&self, point: &[f64; 3]) -> f64 {
        self.signed_distance(point)
    }

    fn axis_and_coordinate(&self) -> Option<(usize, f64)> {
        self.along_axis()
    }

    fn measuring_plane(&self) -> &Plane {
        self
    }

    fn gap(&self, _radius: f64) -> f64 {
        0.0
    }

    fn as_given(&self) -> CuttingPlane {
        (*self).into()
    }

    fn turned(&self) -> Self {
        self.flipped()
    }
}

impl<P: KeptPlane<3> + Affine + sealed::Sealed + Into<CuttingPlane>> Cutter for P {
    #[inline]
    fn side_of_point(&self, point: &[f64; 3]) -> Side {
        self.kept().side_of_point(point)
    }

    #[inline]
    fn sides_of_points(&self, points: &[[f64; 3]], are_single: bool, sides: &mut [Side]) {
        if are_single {
            // This conversion is exact, because every coordinate is representable in f32.
            let ask = |points: PointColumns<'_, f32>, sides: &mut [Side]| {
                points.sides_of_kept(self, sides);
            };
            sides_by_columns(points, |coordinate| coordinate as f32, sides, ask);
        } else {
            let ask = |points: PointColumns<'_, f64>, sides: &mut [Side]| {
                points.sides_of_kept(self, sides);
            };
            sides_by_columns(points, |coordinate| coordinate, sides, ask);
        }
    }

    fn value_at(&self, point: &[f64; 3]) -> f64 {
        self.kept().value(point)
    }

    #[inline]
    fn enclose(&self, point: &[f64; 3]) -> [f64; 2] {
        self.kept().enclosure(point)
    }

    fn distance_to(&self, point: &[f64; 3]) -> f64 {
        self.kept().signed_distance(point)
    }

    fn axis_and_coordinate(&self) -> Option<(usize, f64)> {
        self.kept().form().along_axis()
    }

    fn measuring_plane(&self) -> &Plane {
        self.kept().plane()
    }

    fn gap(&self, radius: f64) -> f64 {
        self.kept().largest_gap(radius)
    }

    fn as_given(&self) -> CuttingPlane {
        (*self).into()
    }

    fn turned(&self) -> Self {
        Self::of_kept(self.kept().flipped())
    }
}

impl Affine for CuttingPlane {
    #[inline]
    fn at<N: Number>(&self, point: &[f64; 3]) -> N {
        each!(self, plane => plane.at(point))
    }

    fn equation<N: Number>(&self) -> [N; 4] {
        each!(self, plane => plane.equation())
    }

    #[inline]
    fn level(&self) -> Option<(usize, f64)> {
        each!(self, plane => plane.level())
    }
}

impl Cutter for CuttingPlane {
    #[inline]
    fn side_of_point(&self, point: &[f64; 3]) -> Side {
        each!(self, plane => Cutter::side_of_point(plane, point))
    }

    #[inline]
    fn sides_of_points(&self, points: &[[f64; 3]], are_single: bool, sides: &mut [Side]) {
        each!(self, plane => plane.sides_of_points(points, are_single, sides));
    }

    fn value_at(&self, point: &[f64; 3]) -> f64 {
        each!(self, plane => plane.value_at(point))
    }

    #[inline]
    fn enclose(&self, point: &[f64; 3]) -> [f64; 2] {
        each!(self, plane => plane.enclose(point))
    }

    fn distance_to(&self, point: &[f64; 3]) -> f64 {
        each!(self, plane => plane.distance_to(point))
    }

    fn axis_and_coordinate(&self) -> Option<(usize, f64)> {
        each!(self, plane => plane.axis_and_coordinate())
    }

    fn measuring_plane(&self) -> &Plane {
        each!(self, plane => plane.measuring_plane())
    }

    fn gap(&self, radius: f64) -> f64 {
        each!(self, plane => plane.gap(radius))
    }

    fn as_given(&self) -> CuttingPlane {
        *self
    }

    fn turned(&self) -> Self {
        each!(self, plane => plane.turned().into())
    }
}

/// The number of points that are copied into columns at a time. This number is small enough for the columns to stay
/// in the first-level cache.
const CHUNK: usize = 256;

/// Copies points into columns, a few at a time, and calls `ask` with the columns and the places of the sides.
/// `number` converts each coordinate exactly to the type of the columns, f32 or f64.
fn sides_by_columns<T: Scalar + Default>(
    points: &[[f64; 3]],
    number: impl Fn(f64) -> T,
    sides: &mut [Side],
    ask: impl Fn(PointColumns<'_, T>, &mut [Side]),
) {
    let mut columns = [[T::default(); CHUNK]; 3];
    for (points, sides) in points.chunks(CHUNK).zip(sides.chunks_mut(CHUNK)) {
        for (place, point) in points.iter().enumerate() {
            for (column, &coordinate) in columns.iter_mut().zip(point) {
                column[place] = number(coordinate);
            }
        }
        let columns = columns.each_ref().map(|column| &column[..points.len()]);
        ask(PointColumns::new(columns), sides);
    }
}
