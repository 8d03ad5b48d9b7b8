//! Exact relations of shapes to a region, for shapes with corners.

use alloc::vec::Vec;

use tinyvec::TinyVec;
use transect_exact::determinant::{dot, numbers, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Bounded, digits};
use transect_exact::{NameError, Side};

use crate::plane::Plane;
use crate::polytope::{Polytope, VectorSum};
use crate::predicates::cone::{Orthant, Vectors, holds_common_direction};
use crate::region::Region;
use crate::region::emptiness::{contradiction, is_empty};
use crate::region::owned::ConvexRegion;
use crate::region::skeleton::{deciding_sets, subsets};
use crate::shape::Shape;
use crate::side::Extent;
use crate::sphere::Sphere;

/// The relation of a shape to a region. The shape and the region are closed. So a shape that touches the region from
/// outside meets it, and a shape that touches the region's boundary from inside is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlap {
    /// The shape and the region have no point in common.
    Outside,
    /// The shape and the region have points in common, and the shape has points outside of the region.
    Meets,
    /// All of the shape lies in the region.
    Inside,
}

impl Overlap {
    /// All relations.
    const ALL: [Self; 3] = [Self::Outside, Self::Meets, Self::Inside];
    /// The names of the relations, in the order of `ALL`.
    const NAMES: [&'static str; 3] = ["outside", "meets", "inside"];

    /// Returns the name of the relation: `outside`, `meets` or `inside`. [`Display`](core::fmt::Display) and
    /// [`FromStr`](core::str::FromStr) write and read it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outside => Self::NAMES[0],
            Self::Meets => Self::NAMES[1],
            Self::Inside => Self::NAMES[2],
        }
    }
}

/// Writes the name of the relation.
impl core::fmt::Display for Overlap {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name of a relation: `outside`, `meets` or `inside`.
///
/// ```
/// use transect::Overlap;
/// assert_eq!("meets".parse(), Ok(Overlap::Meets));
/// let error = "intersects".parse::<Overlap>().unwrap_err();
/// assert_eq!(error.to_string(), "the name is not outside, meets or inside");
/// ```
impl core::str::FromStr for Overlap {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        NameError::find(Self::ALL, &Self::NAMES, text)
    }
}

/// The relation of a shape to a region, with the indices of planes that prove it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The shape and the region have no point in common.
    ///
    /// The planes prove that the shape is outside, and none of them can be left out. One plane proves it if it has the
    /// shape behind it. Two planes prove it near their common edge, and three near their common corner, although no
    /// single plane has the shape behind it. Or the planes exclude one another, so that no point is in front of or on
    /// all of them.
    Outside {
        /// The indices, in [`Region::planes`], of the planes that prove that the shape is outside.
        planes: Vec<usize>,
    },
    /// The shape and the region have points in common, and the shape has points behind each plane in `planes`.
    Meets {
        /// The indices, in [`Region::planes`], of the planes that have points of the shape behind them.
        planes: Vec<usize>,
    },
    /// All of the shape lies in the region.
    Inside,
}

impl Decision {
    /// Returns the relation of the shape to the region, without the planes that prove it.
    #[must_use]
    pub const fn overlap(&self) -> Overlap {
        match self {
            Self::Outside { .. } => Overlap::Outside,
            Self::Meets { .. } => Overlap::Meets,
            Self::Inside => Overlap::Inside,
        }
    }
}

/// The relation of a shape to the planes of a region, compared with one plane at a time.
pub(crate) enum Planes {
    /// The index of a plane that has the whole shape behind it.
    Behind(usize),
    /// The indices of the planes that have points of the shape behind them. The shape is in front of or on all other
    /// planes, so these do not affect the relation.
    Cutting(TinyVec<[usize; 8]>),
}

impl Planes {
    pub(crate) fn of<const D: usize>(
        region: &Region<'_, D>,
        extent: impl Fn(&Plane<D>) -> Extent,
    ) -> Self {
        let mut cutting = TinyVec::new();
        for (index, plane) in region.planes().iter().enumerate() {
            let extent = extent(plane);
            if extent.side() == Side::Back {
                return Self::Behind(index);
            }
            if extent.backmost == Side::Back {
                cutting.push(index);
            }
        }
        Self::Cutting(cutting)
    }

    /// Returns the relation of the shape to the region, if one plane decides it. Otherwise, several planes have points
    /// of the shape behind them, and their indices are returned as an error.
    pub(crate) fn relation(self) -> Result<Overlap, TinyVec<[usize; 8]>> {
        match self {
            Self::Behind(_) => Ok(Overlap::Outside),
            Self::Cutting(cutting) => match cutting.len() {
                0 => Ok(Overlap::Inside),
                // Only one plane has points of the shape behind it. The shape also has a point in front of this plane
                // or on it. This point is in the region.
                1 => Ok(Overlap::Meets),
                _ => Err(cutting),
            },
        }
    }
}

/// A shape whose exact relation to a region is known: a shape with corners, or a sphere.
#[diagnostic::on_unimplemented(
    message = "the exact relation of `{Self}` to a region is not known",
    label = "this type does not implement `transect::region::RegionShape`",
    note = "points, boxes, spheres and all shapes with corners have an exact relation; every shape has `Region::overlap_conservative`"
)]
pub trait RegionShape<const D: usize> {
    /// Returns the relation of this shape to a region, like [`Region::overlap`].
    fn overlap_with(&self, region: &Region<'_, D>) -> Overlap;

    /// Returns the same relation with planes that prove it, like [`Region::decide`].
    fn decide_with(&self, region: &Region<'_, D>) -> Decision;
}

impl<T: Polytope<D>, const D: usize> RegionShape<D> for T {
    fn overlap_with(&self, region: &Region<'_, D>) -> Overlap {
        region.overlap_of_corners(self)
    }

    fn decide_with(&self, region: &Region<'_, D>) -> Decision {
        region.decide_corners(self)
    }
}

impl<const D: usize> RegionShape<D> for Sphere<D> {
    fn overlap_with(&self, region: &Region<'_, D>) -> Overlap {
        region.overlap_sphere(self)
    }

    fn decide_with(&self, region: &Region<'_, D>) -> Decision {
        region.decide_sphere(self)
    }
}

impl<const D: usize> Region<'_, D> {
    /// Returns the relation of a shape to the region, judged by one plane at a time. `Outside` and `Inside` are always
    /// right. `Meets` may also be returned for a shape outside the region near an edge or a corner, if no single plane
    /// has the whole shape behind it.
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn overlap_conservative(&self, shape: &impl Shape<D>) -> Overlap {
        let mut overlap = Overlap::Inside;
        for plane in self.planes() {
            match shape.extent(plane) {
                extent if extent.side() == Side::Back => return Overlap::Outside,
                Extent {
                    backmost: Side::Back,
                    ..
                } => overlap = Overlap::Meets,
                _ => {}
            }
        }
        overlap
    }

    /// Returns the exact relation of a shape with corners to the region. Unlike [`Region::overlap_conservative`], the
    /// result is right near edges and corners of the region, too.
    ///
    /// By Helly's theorem, convex sets in D dimensions have a point in common if any D + 1 of them do. So the shape is
    /// outside in two cases: the whole region is empty, or the region of some D of the planes has no point of the
    /// shape. The second case occurs exactly if some sum of these planes' values n·p + d, with positive weights, is
    /// negative at all corners of the shape. Only planes that have points of the shape behind them matter. If there are
    /// many such planes, the vertices of their region are computed first, and only sets of planes that meet in a vertex
    /// are tried.
    ///
    /// Spheres are shapes here, too: near edges and corners, the squared distance is compared with the squared radius.
    ///
    /// ```
    /// use transect::{Overlap, Plane, Region, Sphere};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([0.0, 1.0], 0.0)?];
    /// let quarter = Region::new(&planes);
    /// assert_eq!(quarter.overlap(&Sphere::new([-3.0, -4.0], 5.0)?), Overlap::Meets); // touches the corner (0, 0)
    /// assert_eq!(quarter.overlap(&Sphere::new([-3.0, -4.0], 4.999)?), Overlap::Outside);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn overlap(&self, shape: &impl RegionShape<D>) -> Overlap {
        shape.overlap_with(self)
    }

    // By Helly's theorem (1923), convex sets have a common point if any D + 1 of them do. So a shape S is outside
    // exactly if the region is empty, or if S has no point in the common front of some k ≤ D of the planes. For the
    // latter, map S into the space of values (h₁, …, h_k). Its image is the hull of the values of its corners. A
    // compact set and the closed orthant h ≥ 0 are disjoint exactly if some w ≥ 0 has w·h(c) < 0 for all corners c. As
    // there are finitely many corners, this then also holds for some w > 0. These w form an open cone, which
    // `predicates/cone.rs` clips corner by corner. Planes that have all of S in front are left out.

    fn overlap_of_corners(&self, shape: &impl Polytope<D>) -> Overlap {
        let cutting = match Planes::of(self, |plane| shape.extent(plane)).relation() {
            Ok(relation) => return relation,
            Err(cutting) => cutting,
        };
        if let Some(aabb) = shape.unbounded_box() {
            return if is_apart(&ConvexRegion::from(aabb), self, &cutting) {
                Overlap::Outside
            } else {
                Overlap::Meets
            };
        }
        let values = Values::of(shape, self, &cutting);
        if values.some_corner_is_in_front_of_all() {
            return Overlap::Meets;
        }
        let mut sets = deciding_sets(&values.planes).into_iter();
        let apart = sets.any(|chosen| values.are_behind_some_sum(&chosen))
            || (cutting.len() > D && is_empty(&values.planes));
        if apart {
            Overlap::Outside
        } else {
            Overlap::Meets
        }
    }

    /// Returns the same relation as [`Region::overlap`], with planes that prove it. This takes a little longer.
    ///
    /// ```
    /// use transect::{Aabb, Plane, region::{Decision, Region}};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, -1.0], 1.0)?];
    /// let past_the_corner = Aabb::new([-1.0, 1.5], [0.5, 2.0])?;
    /// let decision = Region::new(&planes).decide(&past_the_corner);
    /// assert_eq!(decision, Decision::Outside { planes: vec![0, 1] });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn decide(&self, shape: &impl RegionShape<D>) -> Decision {
        shape.decide_with(self)
    }

    fn decide_corners(&self, shape: &impl Polytope<D>) -> Decision {
        let cutting = match Planes::of(self, |plane| shape.extent(plane)) {
            Planes::Behind(plane) => {
                return Decision::Outside {
                    planes: Vec::from([plane]),
                };
            }
            Planes::Cutting(cutting) => cutting.to_vec(),
        };
        if cutting.is_empty() {
            return Decision::Inside;
        }
        if let Some(aabb) = shape.unbounded_box() {
            return decision_of_unbounded(&ConvexRegion::from(aabb), self, cutting);
        }
        let values = Values::of(shape, self, &cutting);
        match smallest(&values.planes, |chosen| values.are_behind_some_sum(chosen)) {
            Some(chosen) => Decision::Outside {
                planes: chosen.into_iter().map(|place| cutting[place]).collect(),
            },
            None => Decision::Meets { planes: cutting },
        }
    }
}

/// Returns `true` if no point of an unbounded box is in front of or on the chosen planes of a region. The planes of the
/// box and the chosen planes form one region, and this region is empty.
fn is_apart<const D: usize>(
    aabb: &ConvexRegion<D>,
    region: &Region<'_, D>,
    chosen: &[usize],
) -> bool {
    let chosen = chosen.iter().map(|&index| &region.planes()[index]);
    let planes: Vec<&Plane<D>> = aabb.planes().iter().chain(chosen).collect();
    is_empty(&planes)
}

/// Returns the decision for an unbounded box, given the indices `cutting` of the planes that have points of the box
/// behind them. If the box is outside, planes that are not needed to prove this are left out, one after another.
fn decision_of_unbounded<const D: usize>(
    aabb: &ConvexRegion<D>,
    region: &Region<'_, D>,
    cutting: Vec<usize>,
) -> Decision {
    if !is_apart(aabb, region, &cutting) {
        return Decision::Meets { planes: cutting };
    }
    let mut kept = cutting.clone();
    for plane in cutting {
        let others: Vec<usize> = kept.iter().copied().filter(|&kept| kept != plane).collect();
        if is_apart(aabb, region, &others) {
            kept = others;
        }
    }
    Decision::Outside { planes: kept }
}

/// Returns the indices of planes that suffice to prove that a shape is outside; none of them can be left out.
/// `are_enough` tests if a set of two or D planes suffices. Returns `None` if the shape is not outside.
pub(crate) fn smallest<const D: usize>(
    planes: &[&Plane<D>],
    are_enough: impl Fn(&[usize]) -> bool,
) -> Option<Vec<usize>> {
    let mut sets = subsets(planes.len(), 2).chain(deciding_sets(planes));
    if let Some(found) = sets.find(|chosen| are_enough(chosen)) {
        return Some(found);
    }
    // Here the planes exclude one another, so the region is empty. Fewer of these planes may be enough to prove that
    // this shape is outside.
    let excluded = contradiction(planes)?;
    let fewer =
        subsets(excluded.len(), D).map(|places| places.iter().map(|&p| excluded[p]).collect());
    let found = fewer
        .into_iter()
        .find(|chosen: &Vec<usize>| are_enough(chosen));
    Some(found.unwrap_or(excluded))
}

/// The values n·p + d for some planes (n, d) at all corners p of a shape.
struct Values<'a, S, const D: usize> {
    shape: &'a S,
    planes: Vec<&'a Plane<D>>,
    /// The values as floats with error bounds: for each plane, one value per corner.
    bounded: Vec<Vec<Bounded>>,
}

impl<'a, S: Polytope<D>, const D: usize> Values<'a, S, D> {
    fn of(shape: &'a S, region: &Region<'a, D>, chosen: &[usize]) -> Self {
        let planes: Vec<_> = chosen
            .iter()
            .map(|&index| &region.planes()[index])
            .collect();
        let of_plane = |plane: &&Plane<D>| {
            let corners = 0..shape.corner_count();
            corners
                .map(|index| value(plane, &shape.corner(index)))
                .collect()
        };
        Self {
            shape,
            bounded: planes.iter().map(of_plane).collect(),
            planes,
        }
    }

    /// Returns `true` if some corner is certainly in front of or on all planes. Only the float error bounds are used.
    /// So even if the result is `false`, there may be such a corner.
    fn some_corner_is_in_front_of_all(&self) -> bool {
        let is_in_front = |value: &Bounded| !matches!(value.sign(), None | Some(Side::Back));
        (0..self.shape.corner_count()).any(|corner| {
            self.bounded
                .iter()
                .all(|values| is_in_front(&values[corner]))
        })
    }

    /// Returns `true` if there are positive weights w for two or three chosen planes so that Σ wᵢ·(nᵢ·p + dᵢ) < 0 for
    /// all corners p.
    fn are_behind_some_sum(&self, chosen: &[usize]) -> bool {
        // A value has degree 2. So a determinant with three rows of such values, whose sign is needed, has degree 6.
        holds_common_direction::<{ digits(6) }>(
            Orthant::POSITIVE,
            &Negated {
                values: self,
                chosen,
            },
        )
    }
}

/// Returns n·p + d for a plane (n, d) and a point p, a polynomial of degree 2.
fn value<N: Number, const D: usize>(plane: &Plane<D>, point: &VectorSum<D>) -> N {
    dot(&numbers(&plane.normal()), &point.coordinates::<N>()).plus(&N::of(plane.offset()))
}

/// The vectors v for the search of positive weights w with w·v > 0. There is one vector per corner of the shape; its
/// components are the negated values n·p + d of the chosen planes at this corner.
struct Negated<'a, S, const D: usize> {
    values: &'a Values<'a, S, D>,
    chosen: &'a [usize],
}

impl<S: Polytope<D>, const D: usize> Vectors for Negated<'_, S, D> {
    fn count(&self) -> usize {
        self.values.shape.corner_count()
    }

    fn vector<N: Number>(&self, index: usize) -> [N; 3] {
        let corner = self.values.shape.corner(index);
        let zero = N::of(0.0);
        numbers_of(|place| match self.chosen.get(place) {
            Some(&plane) => zero.minus(&value(self.values.planes[plane], &corner)),
            None => zero.clone(),
        })
    }

    fn bounded(&self, index: usize) -> [Bounded; 3] {
        numbers_of(|place| match self.chosen.get(place) {
            Some(&plane) => self.values.bounded[plane][index].negated(),
            None => Bounded::of(0.0),
        })
    }
}
