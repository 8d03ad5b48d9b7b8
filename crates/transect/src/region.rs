//! Regions: what lies in front of several planes at once.

use alloc::vec::Vec;

use crate::plane::Plane;
use crate::polytope::{Polytope, VectorSum};
use crate::predicates::cone::{Orthant, Vectors, holds_common_direction};
use crate::predicates::determinant::{determinant, determinant4, dot, numbers};
use crate::predicates::polynomial::{Bounded, Number, Polynomial, digits, sign};
use crate::shape::Shape;
use crate::side::{Extent, Side};

/// The points in front of all planes or on them: convex, closed, bounded or not, perhaps empty.
/// Without planes it is all of space. In 2D the planes are lines.
///
/// ```
/// use transect::{Aabb, Overlap, Plane, Region};
/// // The quarter of space where x ≥ 0 and x + y ≤ 1.
/// let planes = [Plane::new([1.0, 0.0], 0.0)?, Plane::new([-1.0, -1.0], 1.0)?];
/// let region = Region::new(&planes);
/// let corner = Aabb::new([-1.0, 1.5], [0.5, 2.0])?;
/// assert_eq!(region.overlap_conservative(&corner), Overlap::Meets); // it crosses both planes
/// assert_eq!(region.overlap(&corner), Overlap::Outside); // and is outside all the same
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region<'a, const D: usize = 3> {
    planes: &'a [Plane<D>],
}

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

impl<'a, const D: usize> Region<'a, D> {
    /// The region in front of these planes.
    #[must_use]
    pub const fn new(planes: &'a [Plane<D>]) -> Self {
        Self { planes }
    }

    /// The planes, their fronts inward.
    #[must_use]
    pub const fn planes(&self) -> &'a [Plane<D>] {
        self.planes
    }

    /// Whether a point lies in the region, exactly.
    #[must_use]
    pub fn contains(&self, point: &[f64; D]) -> bool {
        self.planes
            .iter()
            .all(|plane| plane.form().side(point) != Side::Back)
    }

    /// How a shape lies to the region, judged by one plane at a time: `Outside` and `Inside` are
    /// always right; `Meets` may be said of a shape that is outside, past an edge or a corner.
    #[must_use]
    pub fn overlap_conservative(&self, shape: &impl Shape<D>) -> Overlap {
        let mut overlap = Overlap::Inside;
        for plane in self.planes {
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

    /// The first plane that has all of a shape behind it: why it is outside.
    #[must_use]
    pub fn plane_behind_which(&self, shape: &impl Shape<D>) -> Option<usize> {
        self.planes
            .iter()
            .position(|plane| shape.extent(plane).side() == Side::Back)
    }

    /// How a shape with corners lies to the region, exactly: no false answer at edges and corners.
    ///
    /// By Helly's theorem convex sets in D dimensions have a point in common if any D + 1 of them do.
    /// So the shape is outside if it is with some D of the planes, or if D + 1 planes have nothing in
    /// common. Closed sets with a bounded one among them are disjoint exactly if a weighted sum of the
    /// planes, all weights positive, has all corners behind it.
    #[must_use]
    pub fn overlap(&self, shape: &impl Polytope<D>) -> Overlap {
        let mut cutting = Vec::new();
        for plane in self.planes {
            let extent = shape.extent(plane);
            if extent.side() == Side::Back {
                return Overlap::Outside;
            }
            if extent.backmost == Side::Back {
                cutting.push(plane);
            }
        }
        // All of the shape is in front of the other planes: they take nothing away.
        match cutting.len() {
            0 => return Overlap::Inside,
            1 => return Overlap::Meets,
            _ => {}
        }
        let values = Values::of(shape, &cutting);
        let apart = if cutting.len() < D {
            values.are_behind_some_sum(&[0, 1])
        } else {
            subsets(cutting.len(), D).any(|chosen| values.are_behind_some_sum(&chosen))
                || subsets(cutting.len(), D + 1)
                    .any(|chosen| nothing_is_in_front(&cutting, &chosen))
        };
        if apart {
            Overlap::Outside
        } else {
            Overlap::Meets
        }
    }
}

/// The values n·p + d of all corners for some planes.
struct Values<'a, S, const D: usize> {
    shape: &'a S,
    planes: &'a [&'a Plane<D>],
    /// By plane, then by corner.
    bounded: Vec<Vec<Bounded>>,
}

impl<'a, S: Polytope<D>, const D: usize> Values<'a, S, D> {
    fn of(shape: &'a S, planes: &'a [&'a Plane<D>]) -> Self {
        let of_plane = |plane: &&Plane<D>| {
            let corners = 0..shape.corner_count();
            corners
                .map(|index| value(plane, &shape.corner(index)))
                .collect()
        };
        Self {
            shape,
            planes,
            bounded: planes.iter().map(of_plane).collect(),
        }
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

/// Whether D + 1 planes, each of them needed for that, have no point in front of all or on them: the
/// only weights under which their normals add up to zero are all of one sign, and leave an offset
/// that is negative (the lemma of Farkas). Degree D + 1.
fn nothing_is_in_front<const D: usize>(planes: &[&Plane<D>], chosen: &[usize]) -> bool {
    let planes = |skipped: Option<usize>| Rows {
        planes,
        chosen,
        skipped,
    };
    let mut common = None;
    for skipped in 0..=D {
        let weight = sign::<{ digits(4) }>(&planes(Some(skipped)));
        let weight = if skipped % 2 == 0 { weight } else { -weight };
        if weight == Side::On || common.is_some_and(|common| common != weight) {
            return false;
        }
        common = Some(weight);
    }
    // Σ weight·offset is the determinant along its last column, up to the sign of that column.
    let sum = sign::<{ digits(4) }>(&planes(None));
    let sum = if D % 2 == 0 { sum } else { -sum };
    common.is_some_and(|common| sum == -common)
}

/// The determinant of the normals of all chosen planes but one, or of normals and offsets of all.
struct Rows<'a, const D: usize> {
    planes: &'a [&'a Plane<D>],
    chosen: &'a [usize],
    skipped: Option<usize>,
}

impl<const D: usize> Polynomial for Rows<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let plane = |row: usize| self.planes[self.chosen[row]];
        match self.skipped {
            Some(skipped) => {
                let rows: [[N; D]; D] = core::array::from_fn(|row| {
                    numbers(&plane(row + usize::from(row >= skipped)).normal())
                });
                determinant(rows.each_ref())
            }
            None if D == 2 => {
                let rows: [[N; 3]; 3] = core::array::from_fn(|row| {
                    let [a, b] = [0, 1].map(|axis| plane(row).normal()[axis]);
                    [a, b, plane(row).offset()].map(N::of)
                });
                determinant(rows.each_ref())
            }
            None => {
                let rows: [[N; 4]; 4] = core::array::from_fn(|row| {
                    let [a, b, c] = [0, 1, 2].map(|axis| plane(row).normal()[axis]);
                    [a, b, c, plane(row).offset()].map(N::of)
                });
                determinant4(rows.each_ref())
            }
        }
    }
}

/// The ascending choices of some of the numbers below `count`.
fn subsets(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (size <= count).then(|| (0..size).collect::<Vec<_>>());
    core::iter::from_fn(move || {
        let current = next.take()?;
        let mut following = current.clone();
        // The last place that can still move on; those behind it follow closely.
        if let Some(place) = (0..size)
            .rev()
            .find(|&place| current[place] < count - size + place)
        {
            let first = current[place] + 1;
            for (step, value) in following[place..].iter_mut().enumerate() {
                *value = first + step;
            }
            next = Some(following);
        }
        Some(current)
    })
}
