//! The plane of a clipped polygon, with the polygon's shadow on two axes. Everything about a clipped polygon is a
//! question about lines in this shadow, so 2D and 3D are one case.
//!
//! In 3D, the plane is that of three corners, and each other corner is moved along the third axis to this plane. A
//! plane that cuts the polygon meets the polygon's plane in a line. Its shadow a·u + b·v + c = 0 has coefficients of
//! degree 3, 3 and 4 in the given floats.

use alloc::vec::Vec;

use transect_exact::arrays::array;
use transect_exact::determinant::{cross, dot, numbers, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::quotient::quotient;
use transect_exact::{Side, orient2d, orient3d};

use crate::clipped::near::Near;
use crate::plane::Plane;
use crate::polygon::ConvexPolygon;

/// The plane of a polygon, and the polygon's given corners.
#[derive(Debug, PartialEq)]
pub(super) struct Sheet<const D: usize> {
    corners: Vec<[f64; D]>,
    /// The axes u, v of the shadow, in which the polygon is counter-clockwise.
    axes: [usize; 2],
    /// Three corners that are counter-clockwise in the shadow. In 3D, they define the plane.
    three: [usize; 3],
    /// `true` if all corners lie in the plane.
    is_flat: bool,
    /// The corners in the plane, in floats.
    near: Vec<Near<D>>,
}

/// A line that bounds a clipped polygon, with the polygon on its left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound<const D: usize> {
    /// The edge from this corner of the given polygon to the next one.
    Edge(usize),
    /// A plane that has cut the polygon, with its front inward.
    Cut(Plane<D>),
}

/// A corner of a clipped polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place<const D: usize> {
    /// A corner of the given polygon.
    Given(usize),
    /// The point where two lines meet. The way from the first line to the second one turns left.
    Meeting([Bound<D>; 2]),
}

impl<const D: usize> Sheet<D> {
    pub(super) fn of(polygon: &ConvexPolygon<D>) -> Self {
        let (corners, axes) = (polygon.corners().to_vec(), polygon.axes());
        let three = three_corners(&corners, axes);
        let is_in_plane = |corner: usize| {
            let point = |corner: usize| array(|axis| corners[corner][axis]);
            let [a, b, c] = three.map(point);
            three.contains(&corner) || orient3d(&a, &b, &c, &point(corner)) == Side::On
        };
        let is_flat = D == 2 || (0..corners.len()).all(is_in_plane);
        let near = corners.iter().copied().map(Near::exact).collect();
        let mut sheet = Self {
            corners,
            axes,
            three,
            is_flat,
            near,
        };
        if !is_flat {
            let places = (0..sheet.corner_count()).map(Place::Given);
            let moved = places.map(|place| Near::rounded(sheet.rounded(&place)));
            sheet.near = moved.collect();
        }
        sheet
    }

    /// Returns a given corner in the plane, in floats.
    pub(super) fn near(&self, corner: usize) -> Near<D> {
        self.near[corner]
    }

    pub(super) fn corner_count(&self) -> usize {
        self.corners.len()
    }

    /// Returns the side of a plane on which a corner lies.
    pub(super) fn side(&self, place: &Place<D>, plane: &Plane<D>) -> Side {
        match place {
            Place::Given(corner) if self.is_flat => plane.form().side(&self.corners[*corner]),
            // A corner lies on the planes that meet there. Their determinant is zero, which only integers would find.
            Place::Meeting(bounds) if bounds.iter().any(|bound| bound.is_on(plane)) => Side::On,
            _ => sign::<{ digits(10) }>(&Value(self, place, plane)),
        }
    }

    /// Compares the values n·p + d of two corners: `Front` if the second one is greater.
    pub(super) fn step(&self, [from, to]: [&Place<D>; 2], plane: &Plane<D>) -> Side {
        sign::<{ digits(16) }>(&Step(self, [from, to], plane))
    }

    /// Returns a corner: as it was given, if no rounding is needed, and otherwise with each coordinate rounded to the
    /// nearest float.
    pub(super) fn rounded(&self, place: &Place<D>) -> [f64; D] {
        match place {
            Place::Given(corner) if self.is_flat => self.corners[*corner],
            _ => array(|axis| {
                let coordinate = match self.axes.iter().position(|&kept| kept == axis) {
                    Some(kept) => Coordinate::Kept(kept),
                    None => Coordinate::Lost,
                };
                quotient::<{ digits(9) }>(
                    &Numerator(self, place, coordinate),
                    &Denominator(self, place, coordinate),
                )
            }),
        }
    }

    /// Returns the coordinates u, v of a given corner.
    fn shadow(&self, corner: usize) -> [f64; 2] {
        self.axes.map(|axis| self.corners[corner][axis])
    }

    /// The axis that the shadow leaves out.
    fn lost_axis(&self) -> usize {
        3 - self.axes[0] - self.axes[1]
    }

    /// Returns the coefficients for u, v and 1 of a function that is positive on the left of a line. A cut in 3D is
    /// multiplied by the coefficient of the polygon's plane for the lost axis, which is positive.
    fn line<N: Number>(&self, bound: &Bound<D>) -> [N; 3] {
        match bound {
            Bound::Edge(corner) => {
                let next = (corner + 1) % self.corners.len();
                let [[a, b], [c, d]] = [*corner, next].map(|corner| self.shadow(corner).map(N::of));
                [b.minus(&d), c.minus(&a), a.times(&d).minus(&b.times(&c))]
            }
            Bound::Cut(plane) => self.trace(plane),
        }
    }

    fn trace<N: Number>(&self, plane: &Plane<D>) -> [N; 3] {
        let (normal, offset) = (plane.normal(), N::of(plane.offset()));
        let [u, v] = self.axes.map(|axis| N::of(normal[axis]));
        if D == 2 {
            return [u, v, offset];
        }
        let [own_u, own_v, own_w, own_offset] = self.plane::<N>();
        let w = N::of(normal[self.lost_axis()]);
        [(u, own_u), (v, own_v), (offset, own_offset)]
            .map(|(other, own)| other.times(&own_w).minus(&w.times(&own)))
    }

    /// Returns the coefficients of the polygon's plane for u, v, the lost axis and 1, in 3D. The third one is positive,
    /// because the three corners are counter-clockwise in the shadow.
    fn plane<N: Number>(&self) -> [N; 4] {
        let lost = self.lost_axis();
        let [a, b, c] = self.three.map(|corner| -> [N; 3] {
            let point = &self.corners[corner];
            numbers(&[point[self.axes[0]], point[self.axes[1]], point[lost]])
        });
        let minus = |to: &[N; 3]| -> [N; 3] { numbers_of(|axis| to[axis].minus(&a[axis])) };
        let [u, v, w] = cross(&minus(&b), &minus(&c));
        let normal = [u, v, w];
        let offset = N::ZERO.minus(&dot(&normal, &a));
        let [u, v, w] = normal;
        [u, v, w, offset]
    }

    /// Returns the homogeneous coordinates of a corner's shadow. The last one is positive, because the way from the
    /// first line to the second one turns left.
    fn homogeneous<N: Number>(&self, place: &Place<D>) -> [N; 3] {
        match place {
            Place::Given(corner) => {
                let [u, v] = self.shadow(*corner).map(N::of);
                [u, v, N::of(1.0)]
            }
            Place::Meeting([first, second]) => cross(&self.line(first), &self.line(second)),
        }
    }
}

impl<const D: usize> Bound<D> {
    fn is_on(&self, plane: &Plane<D>) -> bool {
        matches!(self, Self::Cut(cut) if cut == plane || *cut == plane.flipped())
    }
}

/// Returns three corners that are counter-clockwise in the shadow, far from each other: the first corner, the one
/// farthest from it, and the one farthest from the line through both.
fn three_corners<const D: usize>(corners: &[[f64; D]], axes: [usize; 2]) -> [usize; 3] {
    let shadow = |corner: usize| axes.map(|axis| corners[corner][axis]);
    let [a, b] = shadow(0);
    let offset = |corner: usize| {
        let [u, v] = shadow(corner);
        [u - a, v - b]
    };
    let largest = |size: &dyn Fn(usize) -> f64| {
        (1..corners.len()).max_by(|&one, &other| size(one).total_cmp(&size(other)))
    };
    let far = largest(&|corner| {
        let [u, v] = offset(corner);
        u.abs().max(v.abs())
    });
    let far = far.unwrap_or(1);
    let [x, y] = offset(far);
    let third = largest(&|corner| {
        let [u, v] = offset(corner);
        (x * v - y * u).abs()
    });
    let turn = |one: usize, other: usize| orient2d(&shadow(0), &shadow(one), &shadow(other));
    let quick = third.map(|third| (far, third));
    // Floats may choose three corners on one line. Some three corners are not, because the polygon has an area.
    let all =
        (1..corners.len()).flat_map(|one| (one + 1..corners.len()).map(move |other| (one, other)));
    for (one, other) in quick.into_iter().chain(all) {
        match turn(one, other) {
            Side::Front => return [0, one, other],
            Side::Back => return [0, other, one],
            Side::On => {}
        }
    }
    unreachable!("a convex polygon has an area")
}

/// The value n·p + d of a plane at a corner, times positive factors: a polynomial of degree 10 at most.
struct Value<'a, const D: usize>(&'a Sheet<D>, &'a Place<D>, &'a Plane<D>);

impl<const D: usize> Polynomial for Value<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(sheet, place, plane) = self;
        dot(&sheet.trace(plane), &sheet.homogeneous(place))
    }
}

/// The difference of the values n·p + d of a plane at two corners, times positive factors: a polynomial of degree 16 at
/// most.
struct Step<'a, const D: usize>(&'a Sheet<D>, [&'a Place<D>; 2], &'a Plane<D>);

impl<const D: usize> Polynomial for Step<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(sheet, places, plane) = self;
        let [from, to] = places.map(|place| sheet.homogeneous::<N>(place));
        let trace = sheet.trace::<N>(plane);
        let [before, after] = [dot(&trace, &from), dot(&trace, &to)];
        after.times(&from[2]).minus(&before.times(&to[2]))
    }
}

/// A coordinate of a corner: one of the two in the shadow, or the third one.
#[derive(Clone, Copy)]
enum Coordinate {
    Kept(usize),
    Lost,
}

/// The numerator of a corner's coordinate, of degree 9 at most.
struct Numerator<'a, const D: usize>(&'a Sheet<D>, &'a Place<D>, Coordinate);

impl<const D: usize> Polynomial for Numerator<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(sheet, place, coordinate) = self;
        let place = sheet.homogeneous::<N>(place);
        match coordinate {
            Coordinate::Kept(axis) => place[*axis].clone(),
            Coordinate::Lost => {
                let [u, v, _, offset] = sheet.plane();
                N::ZERO.minus(&dot(&[u, v, offset], &place))
            }
        }
    }
}

/// The denominator of a corner's coordinate, of degree 8 at most.
struct Denominator<'a, const D: usize>(&'a Sheet<D>, &'a Place<D>, Coordinate);

impl<const D: usize> Polynomial for Denominator<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let Self(sheet, place, coordinate) = self;
        let [_, _, below] = sheet.homogeneous::<N>(place);
        match coordinate {
            Coordinate::Kept(_) => below,
            Coordinate::Lost => {
                let [_, _, w, _] = sheet.plane::<N>();
                w.times(&below)
            }
        }
    }
}
