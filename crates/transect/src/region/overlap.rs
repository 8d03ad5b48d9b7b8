//! How shapes with corners lie to a region, exactly.

use alloc::vec::Vec;

use crate::plane::Plane;
use crate::polytope::{Polytope, VectorSum};
use crate::predicates::cone::{Orthant, Vectors, holds_common_direction};
use crate::predicates::determinant::{dot, numbers};
use crate::predicates::polynomial::{Bounded, Number, digits};
use crate::region::Region;
use crate::region::emptiness::{contradiction, is_empty};
use crate::region::skeleton::{deciding_sets, subsets};
use crate::shape::Shape;
use crate::side::{Extent, Side};

/// How a shape lies to a region, both closed: touching from outside meets, from inside is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlap {
    /// No point in common.
    Outside,
    /// Points in common, and points of the shape outside.
    Meets,
    /// All of the shape lies in the region.
    Inside,
}

/// How a shape lies to a region, and which planes decide that, by their place among the region's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// No point in common, and already these planes see to that, none of which can be left out: the
    /// shape is behind one, past the edge of two, past the corner of three; or the planes exclude one
    /// another, so that nothing is in front of all.
    Outside {
        /// The planes.
        planes: Vec<usize>,
    },
    /// Points in common, and points of the shape behind each of these planes.
    Meets {
        /// The planes.
        planes: Vec<usize>,
    },
    /// All of the shape lies in the region.
    Inside,
}

impl Decision {
    /// The decision without its planes.
    #[must_use]
    pub const fn overlap(&self) -> Overlap {
        match self {
            Self::Outside { .. } => Overlap::Outside,
            Self::Meets { .. } => Overlap::Meets,
            Self::Inside => Overlap::Inside,
        }
    }
}

/// What one plane after the other says of a shape.
pub(crate) enum Planes {
    /// All of the shape is behind this one.
    Behind(usize),
    /// These have parts of the shape on both sides; it is in front of all others, which take nothing away.
    Cutting(Vec<usize>),
}

impl Planes {
    pub(crate) fn of<const D: usize>(
        region: &Region<'_, D>,
        extent: impl Fn(&Plane<D>) -> Extent,
    ) -> Self {
        let mut cutting = Vec::new();
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
}

impl<const D: usize> Region<'_, D> {
    /// How a shape lies to the region, judged by one plane at a time: `Outside` and `Inside` are
    /// always right; `Meets` may be said of a shape that is outside, past an edge or a corner.
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

    /// How a shape with corners lies to the region, exactly: no false answer at edges and corners.
    ///
    /// By Helly's theorem convex sets in D dimensions have a point in common if any D + 1 of them do.
    /// So the shape is outside if it is with some D of the planes, or if the region is empty. Closed sets
    /// with a bounded one among them are disjoint exactly if a weighted sum of the planes, all weights
    /// positive, has all corners behind it. Only planes that cut the shape count; where these are many, their
    /// vertices are found first, and only planes that meet in one are tried.
    #[must_use]
    pub fn overlap(&self, shape: &impl Polytope<D>) -> Overlap {
        let cutting = match Planes::of(self, |plane| shape.extent(plane)) {
            Planes::Behind(_) => return Overlap::Outside,
            Planes::Cutting(cutting) => cutting,
        };
        // With one plane alone, the shape has points in front of it or on it.
        match cutting.len() {
            0 => return Overlap::Inside,
            1 => return Overlap::Meets,
            _ => {}
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

    /// The same as [`Region::overlap`], with the planes that decide: a little slower.
    ///
    /// ```
    /// use transect::{Aabb, Plane, region::{Decision, Region}};
    /// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, -1.0], 1.0)?];
    /// let past_the_corner = Aabb::new([-1.0, 1.5], [0.5, 2.0])?;
    /// let decision = Region::new(&planes).decide(&past_the_corner);
    /// assert_eq!(decision, Decision::Outside { planes: vec![0, 1] });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decide(&self, shape: &impl Polytope<D>) -> Decision {
        let cutting = match Planes::of(self, |plane| shape.extent(plane)) {
            Planes::Behind(plane) => {
                return Decision::Outside {
                    planes: Vec::from([plane]),
                };
            }
            Planes::Cutting(cutting) => cutting,
        };
        if cutting.is_empty() {
            return Decision::Inside;
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

/// Planes that see to it that a shape is outside, none of which can be left out; `are_enough` tells of two
/// or D of them.
pub(crate) fn smallest<const D: usize>(
    planes: &[&Plane<D>],
    are_enough: impl Fn(&[usize]) -> bool,
) -> Option<Vec<usize>> {
    let mut sets = subsets(planes.len(), 2).chain(deciding_sets(planes));
    if let Some(found) = sets.find(|chosen| are_enough(chosen)) {
        return Some(found);
    }
    // Of planes that exclude one another, fewer may do where the shape is.
    let excluded = contradiction(planes)?;
    let fewer =
        subsets(excluded.len(), D).map(|places| places.iter().map(|&p| excluded[p]).collect());
    let found = fewer
        .into_iter()
        .find(|chosen: &Vec<usize>| are_enough(chosen));
    Some(found.unwrap_or(excluded))
}

/// The values n·p + d of all corners for some planes.
struct Values<'a, S, const D: usize> {
    shape: &'a S,
    planes: Vec<&'a Plane<D>>,
    /// By plane, then by corner.
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

    /// Whether a corner is certainly a common point: a bound of rounding errors decides, so that "no" may
    /// mean "not certain".
    fn some_corner_is_in_front_of_all(&self) -> bool {
        let is_in_front = |value: &Bounded| !matches!(value.sign(), None | Some(Side::Back));
        (0..self.shape.corner_count()).any(|corner| {
            self.bounded
                .iter()
                .all(|values| is_in_front(&values[corner]))
        })
    }

    /// Whether Σ wᵢ·(nᵢ·p + dᵢ) < 0 for all corners p, with some positive weights w of two or three
    /// planes.
    fn are_behind_some_sum(&self, chosen: &[usize]) -> bool {
        // Degree 2 a value, degree 6 a determinant of three.
        holds_common_direction::<{ digits(6) }>(
            Orthant::POSITIVE,
            &Negated {
                values: self,
                chosen,
            },
        )
    }
}

/// n·p + d, degree 2.
fn value<N: Number, const D: usize>(plane: &Plane<D>, point: &VectorSum<D>) -> N {
    dot(&numbers(&plane.normal()), &point.coordinates::<N>()).plus(&N::of(plane.offset()))
}

/// A vector for each corner: the negated values of the chosen planes.
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
        core::array::from_fn(|place| match self.chosen.get(place) {
            Some(&plane) => zero.minus(&value(self.values.planes[plane], &corner)),
            None => zero.clone(),
        })
    }

    fn bounded(&self, index: usize) -> [Bounded; 3] {
        core::array::from_fn(|place| match self.chosen.get(place) {
            Some(&plane) => self.values.bounded[plane][index].negated(),
            None => Bounded::of(0.0),
        })
    }
}
