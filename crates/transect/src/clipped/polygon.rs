//! Convex polygons that are clipped again and again.

use alloc::sync::Arc;
use alloc::vec::Vec;

use transect_exact::Side;

use crate::clip::{Clip, ShapeSplit};
use crate::clipped::ClipInChain;
use crate::clipped::near::Near;
use crate::clipped::sheet::{Bound, Place, Sheet};
use crate::plane::Plane;
use crate::polygon::ConvexPolygon;
use crate::side::Extent;

/// The part of a [`ConvexPolygon`] that planes have left. Its corners are kept exactly, as the lines and planes that
/// meet there, so the part is always convex, and it can be clipped as often as wanted. [`ClippedPolygon::corners`]
/// rounds, once.
///
/// A given polygon whose corners are not exactly in one plane is the polygon in the plane of three of its corners, far
/// from each other. The other corners are moved to this plane along the axis that [`ConvexPolygon`] leaves out when it
/// checks the polygon. The move is as large as the polygon is uneven: a rounding error, as a rule.
///
/// ```
/// use transect::{ConvexPolygon, Plane, ClipInChain, Side};
/// let square = ConvexPolygon::new([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])?;
/// // 3x ≥ 1, then x + y ≥ 4/3: the second line meets the first one at (1/3, 1). No float is 1/3.
/// let [first, second] = [Plane::new([3.0, 0.0], -1.0)?, Plane::new([3.0, 3.0], -4.0)?];
/// let part = second.clip(&first.clip(&square.to_clipped()).unwrap()).unwrap();
/// assert_eq!(part.corners(), [[1.0, 1.0 / 3.0], [1.0, 1.0], [1.0 / 3.0, 1.0]]);
/// assert_eq!(first.clip(&part), Some(part.clone())); // nothing is left to clip
/// assert_eq!(part.extent(&first).backmost, Side::On);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: Sutherland and Hodgman, "Reentrant polygon clipping" (1974). Corners as meetings of planes: Sugihara and
/// Iri, "A solid modelling system free from topological inconsistency" (1989).
#[derive(Clone, Debug, PartialEq)]
pub struct ClippedPolygon<const D: usize = 3> {
    sheet: Arc<Sheet<D>>,
    corners: Vec<Corner<D>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Corner<const D: usize> {
    place: Place<D>,
    near: Near<D>,
    /// The line along which the boundary leaves the corner.
    bound: Bound<D>,
}

impl<const D: usize> ClippedPolygon<D> {
    /// Returns the corners in order, as they go around the given polygon. Given corners are returned unchanged if the
    /// given polygon is flat. Of the others, each coordinate is the float nearest to the exact one. Neighbours may be
    /// equal after this rounding.
    #[must_use]
    pub fn corners(&self) -> Vec<[f64; D]> {
        let places = self.corners.iter().map(|corner| &corner.place);
        places.map(|place| self.sheet.rounded(place)).collect()
    }

    /// Returns the exact sides of the polygon's backmost and frontmost points.
    #[must_use]
    pub fn extent(&self, plane: &Plane<D>) -> Extent {
        let sides = self.sides(plane).map(Extent::of_point);
        sides.reduce(Extent::join).expect("a polygon has corners")
    }

    /// Returns a backmost and a frontmost corner; if there are several, the first one. Exact signs decide, and the
    /// corners are rounded like [`ClippedPolygon::corners`].
    #[must_use]
    pub fn extremes(&self, plane: &Plane<D>) -> [[f64; D]; 2] {
        let [mut backmost, mut frontmost] = [&self.corners[0].place; 2];
        for Corner { place, .. } in &self.corners[1..] {
            if self.sheet.step([backmost, place], plane) == Side::Back {
                backmost = place;
            }
            if self.sheet.step([frontmost, place], plane) == Side::Front {
                frontmost = place;
            }
        }
        [backmost, frontmost].map(|place| self.sheet.rounded(place))
    }

    fn sides(&self, plane: &Plane<D>) -> impl Iterator<Item = Side> {
        self.corners.iter().map(|corner| {
            let quick = corner.near.value(plane).sign();
            quick.unwrap_or_else(|| self.sheet.side(&corner.place, plane))
        })
    }

    /// Returns the part on one side of a plane that has points on both sides. `cut` is this plane with its front on the
    /// side of the part, and `sides` are those of the corners relative to `cut`.
    fn part(&self, cut: &Plane<D>, sides: &[Side]) -> Self {
        let mut corners = Vec::with_capacity(self.corners.len() + 1);
        for (index, corner) in self.corners.iter().enumerate() {
            let next = (index + 1) % sides.len();
            let (bound, along_cut) = (corner.bound, Bound::Cut(*cut));
            let crossing = || {
                let ends = [corner, &self.corners[next]].map(|corner| &corner.near);
                Near::crossing(ends, ends.map(|end| end.value(cut)))
            };
            match (sides[index], sides[next]) {
                (Side::Front, Side::Back) => {
                    corners.push(*corner);
                    corners.push(Corner {
                        place: Place::Meeting([bound, along_cut]),
                        near: crossing(),
                        bound: along_cut,
                    });
                }
                (Side::On, Side::Back) => corners.push(Corner {
                    bound: along_cut,
                    ..*corner
                }),
                (Side::Front | Side::On, _) => corners.push(*corner),
                (Side::Back, Side::Front) => corners.push(Corner {
                    place: Place::Meeting([along_cut, bound]),
                    near: crossing(),
                    bound,
                }),
                (Side::Back, _) => {}
            }
        }
        Self {
            sheet: Arc::clone(&self.sheet),
            corners,
        }
    }

    /// Returns the corners in a plane, rounded.
    fn on(&self, plane: &Plane<D>) -> Vec<[f64; D]> {
        let corners = self.corners.iter().zip(self.sides(plane));
        corners
            .filter(|(_, side)| *side == Side::On)
            .map(|(corner, _)| self.sheet.rounded(&corner.place))
            .collect()
    }
}

/// The section is a list of rounded points, in the order of the corners: one point, the two ends of the cut, or the two
/// ends of an edge in the plane.
impl<const D: usize> Clip<D> for ClippedPolygon<D> {
    type Part = Self;
    type Section = Vec<[f64; D]>;

    fn split(&self, plane: &Plane<D>) -> ShapeSplit<Self, Vec<[f64; D]>> {
        let sides: Vec<Side> = self.sides(plane).collect();
        let [has_front, has_back] = [Side::Front, Side::Back].map(|side| sides.contains(&side));
        if !has_front && !has_back {
            return ShapeSplit::Within;
        }
        if has_front && has_back {
            let front = self.part(plane, &sides);
            let turned: Vec<Side> = sides.iter().map(|&side| -side).collect();
            let section = front.on(plane);
            return ShapeSplit::Halves {
                back: self.part(&plane.flipped(), &turned),
                front,
                section,
            };
        }
        let section = self.on(plane);
        ShapeSplit::Whole {
            side: if has_front { Side::Front } else { Side::Back },
            touching: (!section.is_empty()).then_some(section),
        }
    }

    fn whole(&self) -> Self {
        self.clone()
    }
}

impl<const D: usize> ClipInChain<D> for ConvexPolygon<D> {
    type Clipped = ClippedPolygon<D>;

    fn to_clipped(&self) -> ClippedPolygon<D> {
        let sheet = Sheet::of(self);
        let corner = |index: usize| Corner {
            place: Place::Given(index),
            near: sheet.near(index),
            bound: Bound::Edge(index),
        };
        ClippedPolygon {
            corners: (0..sheet.corner_count()).map(corner).collect(),
            sheet: Arc::new(sheet),
        }
    }
}

impl<const D: usize> ClipInChain<D> for ClippedPolygon<D> {
    type Clipped = Self;

    fn to_clipped(&self) -> Self {
        self.clone()
    }

    fn clipped_by(clipped: Self, plane: &Plane<D>) -> Option<Self> {
        let sides: Vec<Side> = clipped.sides(plane).collect();
        match [Side::Front, Side::Back].map(|side| sides.contains(&side)) {
            [_, false] => Some(clipped),
            [true, true] => Some(clipped.part(plane, &sides)),
            [false, true] => None,
        }
    }
}
