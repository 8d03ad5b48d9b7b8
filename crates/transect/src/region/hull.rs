//! The convex hull of points, as planes or as faces.
//!
//! The algorithm is Andrew's monotone chain in 2D. In 3D, it is gift wrapping (Chand and Kapur 1970), face by face: all
//! points in the plane of a face are wrapped in that plane. Exact signs decide if a turn is clockwise or
//! counter-clockwise. So repeated points, points on edges and many points in one plane are not special cases.

use alloc::collections::{BTreeMap, BinaryHeap};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::error::Error;
use core::fmt;

use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{determinant, difference};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::sorting::sort_by;
use transect_exact::{Dyadic, PRODUCT_DIGITS, Side, orient2d};

use crate::coordinates::Coordinates;
use crate::parallelepiped::Parallelepiped;
use crate::plane::{Plane, PlaneError};
use crate::region::ConvexRegion;

/// The error for points whose hull has no faces, or has a face that floats cannot represent.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum HullError {
    /// A coordinate of a point is NaN or infinite.
    NotFinite {
        /// The index of the point that has the invalid coordinate.
        index: usize,
        /// The axis of the coordinate that is NaN or infinite: 0, 1 or 2.
        axis: usize,
        /// The coordinate that is NaN or infinite.
        value: f64,
    },
    /// All points lie in one plane (in 2D, on one line), or there are too few points.
    Flat,
    /// The plane of a face has coefficients beyond the range of floats.
    Plane(PlaneError),
}

impl fmt::Display for HullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { index, axis, value } => write!(
                f,
                "point {index}: {} is {value}, not a finite number",
                ["x", "y", "z"][*axis]
            ),
            Self::Flat => f.write_str(
                "the points lie in one plane; a hull with faces needs points that do not",
            ),
            Self::Plane(error) => write!(f, "a face of the hull: {error}"),
        }
    }
}

impl Error for HullError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Plane(error) => Some(error),
            _ => None,
        }
    }
}

impl From<PlaneError> for HullError {
    fn from(error: PlaneError) -> Self {
        Self::Plane(error)
    }
}

impl<const D: usize> ConvexRegion<D> {
    /// Returns the convex hull of points as a region, with one plane per face.
    ///
    /// The points that span a face are found exactly. The time grows with the number of points times the number of
    /// faces. The planes of faces are rounded as in [`Plane::through`]. Each plane is then moved outward until all
    /// points are exactly in front of it or on it. So no point is outside the region.
    ///
    /// ```
    /// use transect::region::ConvexRegion;
    /// let mut corners: Vec<[f64; 3]> = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// corners.push([0.5, 0.5, 1.0]); // in the middle of a face
    /// assert_eq!(ConvexRegion::hull_of(&corners)?.planes().len(), 6);
    /// # Ok::<(), transect::region::HullError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`HullError::NotFinite`] if a coordinate is not finite. Returns [`HullError::Flat`] if the points are in
    /// one plane. Returns [`HullError::Plane`] if the plane of a face is beyond the range of floats.
    pub fn hull_of(points: &[impl Coordinates<D>]) -> Result<Self, HullError> {
        let points = Coordinates::all(points);
        all_finite(&points)?;
        let points = sorted(&points);
        let faces = if D == 2 {
            sides(&points)?
        } else {
            let first_three = |face: Vec<usize>| array(|place| face[place % face.len()]);
            let faces = Faces::of(&points)?.corners;
            faces.into_iter().map(first_three).collect()
        };
        let planes: Result<Vec<_>, _> = faces
            .iter()
            .map(|face| around(&points, Plane::through(face.map(|index| points[index]))?))
            .collect();
        Ok(Self::new(planes?))
    }
}

/// Returns the region of a box, turned or not: one plane for each face. The normals are rounded, and each plane is
/// moved outward by as little as floats allow, until no corner is behind it. So the region contains the box.
///
/// ```
/// use transect::{ConvexRegion, Overlap, Parallelepiped};
/// let turned = Parallelepiped::new([0.1, 0.2, 0.3], [[0.3, 0.1, 0.0], [-0.1, 0.3, 0.0], [0.0, 0.0, 0.7]])?;
/// let region = ConvexRegion::try_from(&turned)?;
/// assert_eq!(region.planes().len(), 6);
/// assert_eq!(region.region().overlap(&turned), Overlap::Inside);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`HullError::Plane`] if the box is flat, or if a plane is beyond the range of floats.
impl TryFrom<&Parallelepiped<3>> for ConvexRegion<3> {
    type Error = HullError;

    fn try_from(parallelepiped: &Parallelepiped<3>) -> Result<Self, HullError> {
        let center = parallelepiped.center();
        let axes = parallelepiped.half_axes();
        let mut planes = Vec::with_capacity(6);
        for axis in 0..3 {
            let [u, v] = [axes[(axis + 1) % 3], axes[(axis + 2) % 3]];
            let across = Plane::through([[0.0; 3], u, v])?;
            for plane in [across, across.flipped()] {
                let normal = plane.normal();
                // The value of n·p at the backmost corner: each half-axis is added or subtracted.
                let along = |vector: [f64; 3]| normal.into_iter().zip(vector);
                let mut least = Dyadic::<PRODUCT_DIGITS>::sum_of_products(along(center));
                for half in axes {
                    let is_back =
                        Dyadic::<PRODUCT_DIGITS>::sum_of_products(along(half)).side() == Side::Back;
                    for (n, h) in along(half) {
                        least.add_product(if is_back { n } else { -n }, h);
                    }
                }
                let is_behind = |plane: &Plane| plane.extent(parallelepiped).backmost == Side::Back;
                planes.push(leaving_in_front(normal, &least, is_behind)?);
            }
        }
        Ok(Self::new(planes))
    }
}

pub(crate) type PointsAndFaces = (Vec<[f64; 3]>, Vec<Vec<usize>>);

/// Returns points in 3D, sorted and without repetition, and the faces of their hull. Each face lists the indices of all
/// its corners, counter-clockwise when seen from outside.
pub(crate) fn face_corners(points: &[[f64; 3]]) -> Result<PointsAndFaces, HullError> {
    all_finite(points)?;
    let points = sorted(points);
    let mut faces = Faces::of(&points)?.corners;
    for face in &mut faces {
        face.reverse();
    }
    Ok((points, faces))
}

/// An edge of a hull. All points are given by their indices.
pub(crate) struct HullEdge {
    pub(crate) ends: [usize; 2],
    /// One point of each of the two faces that meet in the edge; neither point is on the line of the edge.
    pub(crate) beside: [usize; 2],
}

/// Returns the edges of the hull of points in 3D. Returns `None` if the points lie in one plane, or if a coordinate is
/// not finite.
pub(crate) fn edges_of_hull<const D: usize>(points: &[[f64; D]]) -> Option<Vec<HullEdge>> {
    all_finite(points).ok()?;
    let corners = sorted(points);
    let given: Option<Vec<usize>> = corners
        .iter()
        .map(|corner| points.iter().position(|point| point == corner))
        .collect();
    let given = given?;
    let following = Faces::of(&corners).ok()?.following;
    // Each edge belongs to two faces, which list it in opposite directions.
    let edge = |(&[from, to], &next): (&[usize; 2], &usize)| {
        let other = *following.get(&[to, from])?;
        Some(HullEdge {
            ends: [given[from], given[to]],
            beside: [given[next], given[other]],
        })
    };
    let edges = following.iter().filter(|([from, to], _)| from < to);
    edges.map(edge).collect()
}

fn all_finite<const D: usize>(points: &[[f64; D]]) -> Result<(), HullError> {
    for (index, point) in points.iter().enumerate() {
        if let Some(axis) = point.iter().position(|c| !c.is_finite()) {
            return Err(HullError::NotFinite {
                index,
                axis,
                value: point[axis],
            });
        }
    }
    Ok(())
}

/// Returns the points without repetition, in lexicographic order of their coordinates; −0 and 0 are equal.
fn sorted<const D: usize>(points: &[[f64; D]]) -> Vec<[f64; D]> {
    let mut points: Vec<_> = points.iter().map(|point| point.map(|c| c + 0.0)).collect();
    sort_by(&mut points, |a, b| {
        let by_axis = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
        by_axis.fold(core::cmp::Ordering::Equal, core::cmp::Ordering::then)
    });
    points.dedup();
    points
}

/// Returns a plane parallel to `plane` that was moved outward until all points are in front of it or on it.
fn around<const D: usize>(points: &[[f64; D]], mut plane: Plane<D>) -> Result<Plane<D>, HullError> {
    for point in points {
        if plane.form().side(point) != Side::Back {
            continue;
        }
        let exact =
            Dyadic::<PRODUCT_DIGITS>::sum_of_products(plane.normal().into_iter().zip(*point));
        let is_behind = |plane: &Plane<D>| plane.form().side(point) == Side::Back;
        plane = leaving_in_front(plane.normal(), &exact, is_behind)?;
    }
    Ok(plane)
}

/// Returns the plane with this normal and the nearest offset that leaves a point in front or on it. `exact` is n·p at this
/// point, and `is_behind` tells if the point is behind a plane.
fn leaving_in_front<const D: usize>(
    normal: [f64; D],
    exact: &Dyadic<PRODUCT_DIGITS>,
    is_behind: impl Fn(&Plane<D>) -> bool,
) -> Result<Plane<D>, PlaneError> {
    let nearest = 0.0 - exact.to_f64();
    let plane = Plane::new(normal, nearest)?;
    if is_behind(&plane) {
        return Plane::new(normal, nearest.next_up());
    }
    Ok(plane)
}

/// Returns the sides of the hull of sorted 2D points, in counter-clockwise order. Each side is a pair of corner
/// indices.
fn sides<const D: usize>(points: &[[f64; D]]) -> Result<Vec<[usize; D]>, HullError> {
    let all: Vec<usize> = (0..points.len()).collect();
    let polygon = wrapped(&all, |index| [points[index][0], points[index][1]]);
    if polygon.len() < 3 {
        return Err(HullError::Flat);
    }
    let side = |place: usize| array(|end| polygon[(place + end) % polygon.len()]);
    Ok((0..polygon.len()).map(side).collect())
}

/// Returns the corners of the convex hull of 2D points, counter-clockwise; no three corners are on one line (Andrew
/// 1979). `sorted` holds the indices of the points in lexicographic order of their coordinates.
fn wrapped(sorted: &[usize], at: impl Fn(usize) -> [f64; 2]) -> Vec<usize> {
    let chain = |points: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && orient2d(&at(a), &at(b), &at(point)) != Side::Front
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut corners = chain(&mut sorted.iter().copied());
    corners.extend(chain(&mut sorted.iter().rev().copied()));
    corners
}

/// The faces of the hull of sorted points in 3D.
struct Faces {
    /// The corners of each face, as indices, counter-clockwise when seen from inside.
    corners: Vec<Vec<usize>>,
    /// For each directed edge of a face, the corner of the face that follows the edge.
    following: BTreeMap<[usize; 2], usize>,
}

impl Faces {
    fn of<const D: usize>(points: &[[f64; D]]) -> Result<Self, HullError> {
        let space = Space {
            points: points.iter().map(|p| array(|axis| p[axis % D])).collect(),
        };
        let mut corners = Vec::new();
        let mut following = BTreeMap::new();
        // The directed edges of faces that are still to be found, the least first, and some of faces found since.
        let mut open = BinaryHeap::new();
        let mut next = Some(space.first_face()?);
        while let Some(face) = next {
            for place in 0..face.len() {
                let [from, to, next] = [0, 1, 2].each(|step| face[(place + step) % face.len()]);
                following.insert([from, to], next);
                if !following.contains_key(&[to, from]) {
                    open.push(Reverse([to, from]));
                }
            }
            corners.push(face);
            next = core::iter::from_fn(|| open.pop())
                .find(|Reverse(edge)| !following.contains_key(edge))
                .map(|Reverse([from, to])| space.face_along(from, to));
        }
        Ok(Self { corners, following })
    }
}

/// Points in 3D, in lexicographic order.
struct Space {
    points: Vec<[f64; 3]>,
}

impl Space {
    /// Returns one face of the hull, with which the search begins, as a list of corner indices, counter-clockwise when
    /// seen from inside.
    fn first_face(&self) -> Result<Vec<usize>, HullError> {
        let above = |index: usize| [self.points[index][0], self.points[index][1]];
        // The search is for an upright plane (parallel to z) through the first point and a second one. Seen from above,
        // all other points must be on the left of the line from the first point to the second, or on this line.
        let mut others = (1..self.points.len()).filter(|&index| above(index) != above(0));
        let second = others.next().ok_or(HullError::Flat)?;
        let second = others.fold(second, |second, index| {
            match orient2d(&above(0), &above(second), &above(index)) {
                Side::Back => index,
                _ => second,
            }
        });
        let upright: Vec<usize> = (0..self.points.len())
            .filter(|&index| orient2d(&above(0), &above(second), &above(index)) == Side::On)
            .collect();
        match upright
            .iter()
            .find(|&&index| !self.are_on_one_line(0, second, index))
        {
            // All points in the upright plane are on one line. The first and the last of them are the ends of an edge
            // of the hull.
            None => {
                let last = upright[upright.len() - 1];
                if (0..self.points.len()).all(|index| self.are_on_one_line(0, last, index)) {
                    return Err(HullError::Flat);
                }
                let face = self.face_along(0, last);
                self.check_not_flat(&face)?;
                Ok(face)
            }
            Some(&third) => {
                let inside = (0..self.points.len())
                    .map(|index| self.side(0, second, third, index))
                    .find(|&side| side != Side::On)
                    .ok_or(HullError::Flat)?;
                Ok(match inside {
                    Side::Back => self.polygon(0, third, second),
                    _ => self.polygon(0, second, third),
                })
            }
        }
    }

    fn check_not_flat(&self, face: &[usize]) -> Result<(), HullError> {
        let is_in_plane = |index| self.side(face[0], face[1], face[2], index) == Side::On;
        if (0..self.points.len()).all(is_in_plane) {
            Err(HullError::Flat)
        } else {
            Ok(())
        }
    }

    /// Returns the face of the hull whose boundary contains the directed edge from the point `from` to the point `to`.
    fn face_along(&self, from: usize, to: usize) -> Vec<usize> {
        let mut others =
            (0..self.points.len()).filter(|&index| !self.are_on_one_line(from, to, index));
        let third = others.next().expect("points of space are not on one line");
        let third = others.fold(third, |third, index| {
            match self.side(from, to, third, index) {
                Side::Back => index,
                _ => third,
            }
        });
        self.polygon(from, to, third)
    }

    /// Returns the corners of the hull of all points in the plane of the points `a`, `b` and `c`. They are ordered in
    /// the same sense of rotation as `a`, `b`, `c`.
    fn polygon(&self, a: usize, b: usize, c: usize) -> Vec<usize> {
        // The points are projected along an axis that is not parallel to their plane, so that the plane does not appear
        // as a line.
        for [x, y] in [[1, 2], [0, 2], [0, 1]] {
            let at = |index: usize| [self.points[index][x], self.points[index][y]];
            let turn = orient2d(&at(a), &at(b), &at(c));
            if turn == Side::On {
                continue;
            }
            let mut members: Vec<usize> = (0..self.points.len())
                .filter(|&index| self.side(a, b, c, index) == Side::On)
                .collect();
            sort_by(&mut members, |&a, &b| {
                let [a, b] = [at(a), at(b)];
                a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
            });
            let mut corners = wrapped(&members, at);
            if turn == Side::Back {
                corners.reverse();
            }
            return corners;
        }
        unreachable!("three points that are not on one line are not so seen along each axis")
    }

    fn are_on_one_line(&self, a: usize, b: usize, c: usize) -> bool {
        if a == b || a == c || b == c {
            return true;
        }
        [[0, 1], [0, 2], [1, 2]].iter().all(|&[x, y]| {
            let at = |index: usize| [self.points[index][x], self.points[index][y]];
            orient2d(&at(a), &at(b), &at(c)) == Side::On
        })
    }

    /// Returns the side of the plane through the points a, b and c on which the point d lies: the sign of a polynomial
    /// of degree 3.
    fn side(&self, a: usize, b: usize, c: usize, d: usize) -> Side {
        // If d is one of the points a, b and c, the determinant is zero. Without this test, exact integers would have
        // to compute this zero.
        if [a, b, c].contains(&d) {
            return Side::On;
        }
        sign::<{ digits(3) }>(&Orientation {
            points: [a, b, c, d].each(|index| &self.points[index]),
        })
    }
}

/// The determinant det(b − a, c − a, d − a) of four points a, b, c, d, a polynomial of degree 3.
struct Orientation<'a> {
    points: [&'a [f64; 3]; 4],
}

impl Polynomial for Orientation<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c, d] = self.points;
        let rows: [[N; 3]; 3] = [b, c, d].each(|point| difference(point, a));
        determinant(rows.each_ref())
    }
}
