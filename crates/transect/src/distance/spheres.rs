//! The overlap of spheres with spheres and with shapes with corners, and the distances between them.
//!
//! If a center lies outside a hull, the hull's point nearest to the center lies in a face. So the nearest point is a
//! weighted mean, with positive weights, of one to D affinely independent corners of this face (Carathéodory). It is
//! the foot of the perpendicular from the center to the span of these corners, which is a point, a line or a plane. Each
//! such foot with positive weights is a point of the hull, so a sphere meets the hull exactly if its center is in the
//! hull, or if some foot is within the radius.
//!
//! Let a, b and c be the vectors from the center to these corners. The squared distance is a² for one corner, |a × b|²/|b −
//! a|² for two, and for three (a·n)²/n² with n = (b − a) × (c − a).

use alloc::vec::Vec;

use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{cross, difference, dot, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};

use crate::aabb::Aabb;
use crate::distance::{Gap, Squared, gap};
use crate::polytope::{Polytope, VectorSum};
use crate::sat::overlap;
use crate::sphere::Sphere;

impl<const D: usize> Sphere<D> {
    /// Returns `true` if the sphere and a shape with corners have a point in common, exactly. Touching counts. The
    /// polynomials whose signs decide have a degree of at most 6. The time grows with the third power of the number of
    /// corners (in 2D, with the second power); for a box, [`Aabb::compare_distance`](crate::Aabb::compare_distance) is
    /// faster.
    ///
    /// ```
    /// use transect::{Sphere, Triangle};
    /// let triangle = Triangle::new([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])?;
    /// // The distance from the origin is 1/√3.
    /// assert!(Sphere::new([0.0; 3], 0.578)?.overlaps(&triangle));
    /// assert!(!Sphere::new([0.0; 3], 0.577)?.overlaps(&triangle));
    /// # Ok::<(), transect::ShapeError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the shape is a point with a coordinate that is NaN or infinite.
    #[must_use]
    pub fn overlaps(&self, shape: &impl Polytope<D>) -> bool {
        if let Some(aabb) = shape.unbounded_box() {
            return self.overlaps(&around(&aabb, &self.center()));
        }
        let view = View::of(self, shape);
        view.feet().any(|foot| {
            let side = sign::<{ digits(6) }>(&Gap(&foot));
            side != Side::Front
        }) || overlap(&self.center(), shape)
    }

    /// Returns the distance between the sphere and a shape with corners: 0 exactly if they have a point in common, and
    /// otherwise rounded, with a relative error below 2⁻⁴⁵.
    ///
    /// ```
    /// use transect::{Segment, Sphere};
    /// let segment = Segment::new([3.0, 4.0], [6.0, 8.0])?;
    /// assert_eq!(Sphere::new([0.0, 0.0], 2.0)?.distance(&segment), 3.0);
    /// assert_eq!(Sphere::new([0.0, 0.0], 5.0)?.distance(&segment), 0.0);
    /// # Ok::<(), transect::ShapeError>(())
    /// ```
    ///
    /// # Panics
    /// Panics under the same conditions as [`Sphere::overlaps`].
    #[must_use]
    pub fn distance(&self, shape: &impl Polytope<D>) -> f64 {
        if let Some(aabb) = shape.unbounded_box() {
            return self.distance(&around(&aabb, &self.center()));
        }
        if self.overlaps(shape) {
            return 0.0;
        }
        let view = View::of(self, shape);
        let gaps = view.feet().map(|foot| gap::<{ digits(6) }>(&foot).to_f64());
        gaps.fold(f64::INFINITY, f64::min)
    }

    /// Returns `true` if two spheres have a point in common, exactly. Touching counts.
    ///
    /// ```
    /// use transect::Sphere;
    /// let unit = Sphere::new([0.0, 0.0], 1.0)?;
    /// assert!(unit.overlaps_sphere(&Sphere::new([3.0, 4.0], 4.0)?));
    /// assert!(!unit.overlaps_sphere(&Sphere::new([3.0, 4.0], 4.0_f64.next_down())?));
    /// # Ok::<(), transect::ShapeError>(())
    /// ```
    #[must_use]
    pub fn overlaps_sphere(&self, other: &Self) -> bool {
        sign::<{ digits(3) }>(&Gap(&Centers([self, other]))) != Side::Front
    }

    /// Returns the distance between two spheres: 0 exactly if they have a point in common, and otherwise rounded, with
    /// a relative error below 2⁻⁴⁵.
    ///
    /// ```
    /// use transect::Sphere;
    /// let (a, b) = (Sphere::new([0.0, 0.0], 1.0)?, Sphere::new([3.0, 4.0], 2.0)?);
    /// assert_eq!(a.distance_to_sphere(&b), 2.0);
    /// # Ok::<(), transect::ShapeError>(())
    /// ```
    #[must_use]
    pub fn distance_to_sphere(&self, other: &Self) -> f64 {
        if self.overlaps_sphere(other) {
            return 0.0;
        }
        gap::<{ digits(3) }>(&Centers([self, other])).to_f64()
    }
}

/// The squared distance of two centers, a polynomial of degree 2 with the denominator 1, and the sum of both radii. The
/// comparison of the distance with this sum has degree 3, because the denominator counts as a factor.
struct Centers<'a, const D: usize>([&'a Sphere<D>; 2]);

impl<const D: usize> Squared for Centers<'_, D> {
    fn numerator<N: Number>(&self) -> N {
        let [a, b] = self.0.map(Sphere::center);
        let between: [N; D] = difference(&a, &b);
        dot(&between, &between)
    }

    fn denominator<N: Number>(&self) -> N {
        N::of(1.0)
    }

    fn reach<N: Number>(&self) -> N {
        let [a, b] = self.0.map(Sphere::radius);
        N::of(a).plus(&N::of(b))
    }
}

/// The corners of a shape, as vectors from the center of a sphere.
struct View<'a, const D: usize> {
    sphere: &'a Sphere<D>,
    corners: Vec<VectorSum<D>>,
}

impl<'a, const D: usize> View<'a, D> {
    fn of(sphere: &'a Sphere<D>, shape: &impl Polytope<D>) -> Self {
        let corners = 0..shape.corner_count();
        Self {
            sphere,
            corners: corners.map(|index| shape.corner(index)).collect(),
        }
    }

    /// Returns the vector from the center to a corner; in 2D, with a third coordinate of zero.
    fn corner<N: Number>(&self, index: usize) -> [N; 3] {
        let (corner, center) = (self.corners[index].coordinates::<N>(), self.sphere.center());
        numbers_of(|axis| match (corner.get(axis), center.get(axis)) {
            (Some(corner), Some(&center)) => corner.minus(&N::of(center)),
            _ => N::of(0.0),
        })
    }

    /// Returns the feet of the perpendiculars from the center to each corner, pair and triple of corners. A foot that
    /// does not lie strictly between its corners is left out.
    fn feet(&self) -> impl Iterator<Item = Foot<'_, 'a, D>> {
        let count = self.corners.len();
        let foot = move |corners, count| Foot {
            view: self,
            corners,
            count,
        };
        let one = (0..count).map(move |a| foot([a; 3], 1));
        let two = (0..count).flat_map(move |b| (0..b).map(move |a| foot([a, b, b], 2)));
        // In 2D, the nearest point of a hull that does not contain the center lies on an edge, so no triples are
        // needed.
        let third = if D == 2 { 0 } else { count };
        let three = (0..third)
            .flat_map(move |c| (0..c).flat_map(move |b| (0..b).map(move |a| foot([a, b, c], 3))));
        one.chain(two).chain(three).filter(Foot::is_inside)
    }
}

/// The foot of the perpendicular from the center to the span of one, two or three corners.
struct Foot<'v, 'a, const D: usize> {
    view: &'v View<'a, D>,
    corners: [usize; 3],
    count: usize,
}

impl<const D: usize> Foot<'_, '_, D> {
    /// Returns `true` if the foot lies strictly between the corners: all of its weights are positive.
    fn is_inside(&self) -> bool {
        let weights = if self.count == 1 { 0 } else { self.count };
        (0..weights).all(|place| sign::<{ digits(4) }>(&Weight(self, place)) == Side::Front)
    }

    fn vectors<N: Number>(&self) -> [[N; 3]; 3] {
        self.corners.each(|corner| self.view.corner(corner))
    }

    /// Returns n = (b − a) × (c − a), a normal of the triangle abc.
    fn normal<N: Number>([a, b, c]: &[[N; 3]; 3]) -> [N; 3] {
        cross(&minus(b, a), &minus(c, a))
    }
}

fn minus<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
    numbers_of(|axis| a[axis].minus(&b[axis]))
}

impl<const D: usize> Squared for Foot<'_, '_, D> {
    fn numerator<N: Number>(&self) -> N {
        let vectors = self.vectors::<N>();
        let [a, b, _] = &vectors;
        match self.count {
            1 => dot(a, a),
            2 => {
                let across = cross(a, b);
                dot(&across, &across)
            }
            _ => {
                let height = dot(a, &Self::normal(&vectors));
                height.times(&height)
            }
        }
    }

    fn denominator<N: Number>(&self) -> N {
        let vectors = self.vectors::<N>();
        let [a, b, _] = &vectors;
        let along = match self.count {
            1 => return N::of(1.0),
            2 => minus(b, a),
            _ => Self::normal(&vectors),
        };
        dot(&along, &along)
    }

    fn reach<N: Number>(&self) -> N {
        N::of(self.view.sphere.radius())
    }
}

/// The weight of one corner, up to a positive factor, if the foot is written as a weighted mean of the corners. The
/// polynomial has degree 2 for two corners, and degree 4 for three.
struct Weight<'f, 'v, 'a, const D: usize>(&'f Foot<'v, 'a, D>, usize);

impl<const D: usize> Polynomial for Weight<'_, '_, '_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(foot, place) = self;
        let vectors = foot.vectors::<N>();
        let [a, b, _] = &vectors;
        if foot.count == 2 {
            let along = minus(b, a);
            return match place {
                0 => dot(b, &along),
                _ => N::of(0.0).minus(&dot(a, &along)),
            };
        }
        let (next, last) = (&vectors[(place + 1) % 3], &vectors[(place + 2) % 3]);
        dot(&Foot::<D>::normal(&vectors), &cross(next, last))
    }
}

/// Returns a bounded box in place of a box with infinite bounds. Both boxes have the same point nearest to `center`.
fn around<const D: usize>(aabb: &Aabb<D>, center: &[f64; D]) -> Aabb<D> {
    let [min, max] = [aabb.min(), aabb.max()];
    let bound = |axis: usize, own: f64, other: f64| match (own.is_finite(), other.is_finite()) {
        (true, _) => own,
        (false, false) => center[axis],
        (false, true) if own < other => center[axis].min(other),
        (false, true) => center[axis].max(other),
    };
    let min_of = |axis: usize| bound(axis, min[axis], max[axis]);
    let max_of = |axis: usize| bound(axis, max[axis], min[axis]);
    Aabb::new(array(min_of), array(max_of)).expect("bounds in order")
}
