//! Chords of convex hulls of corners. The hulls may be flat.
//!
//! Seen in the direction of the line, the line is a point, and the corners are points of a plane. The line meets the
//! hull exactly if its point lies in the convex hull of the corners' points. A point of the hull is a weighted mean of
//! corners. An end of the chord is the hull's point on the line with the least or the greatest parameter t of the line.
//! Finding this point is a linear program, so it is the mean, with positive weights, of a few corners that are affinely
//! independent as seen along the line. So at every end, the line passes through a corner, or through the interior of a
//! segment or triangle between corners.

use alloc::vec::Vec;
use core::cmp::Ordering;

use transect_exact::Side;
use transect_exact::determinant::{cross, dot, numbers_of};
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};

use crate::chord::Chord;
use crate::chord::fractions::{Fractions, Limit, Order, within};
use crate::chord::track::Track;
use crate::polytope::{Polytope, VectorSum};
use crate::sat::overlap;

/// A simplex: one, two or three corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simplex {
    corners: [usize; 3],
    count: usize,
    /// For two corners, an axis on which v × a is not zero; v is the line's direction, a the vector to the first
    /// corner.
    axis: usize,
}

impl Simplex {
    pub(super) fn corners(&self) -> &[usize] {
        &self.corners[..self.count]
    }
}

/// Returns the chord of a line, ray or segment in the hull of a shape's corners. Only the simplices that `is_face`
/// accepts are tried; together they must cover the boundary of the hull.
pub(super) fn chord<const D: usize>(
    shape: &impl Polytope<D>,
    track: &Track<D>,
    is_face: impl Fn(&[usize]) -> bool,
) -> Chord<Simplex> {
    if track.is_point() {
        return if overlap(shape, &track.course.origin) {
            Chord::Point {
                t: 0.0,
                faces: [None; 2],
            }
        } else {
            Chord::Apart
        };
    }
    let signs = track.signs();
    let view = View::of(shape, track);
    let seen = Seen::of(&view);
    let order = Order::<_, { digits(3) }, { digits(6) }>(&view);
    let mut limits: [Option<Limit<Simplex>>; 2] = [None; 2];
    seen.simplices(|simplex, turn| {
        if !is_face(simplex.corners()) {
            return;
        }
        let below = match simplex.count {
            3 => turn,
            _ => turn.times(signs[view.along]),
        };
        let limit = Limit::new(simplex, below);
        for (known, tighter) in limits.iter_mut().zip([Side::Back, Side::Front]) {
            if known.is_none_or(|known| order.compare(limit, known) == tighter) {
                *known = Some(limit);
            }
        }
    });
    if limits[0].is_none() {
        return Chord::Apart;
    }
    order.chord(track, limits, seen.is_on_boundary::<D>())
}

/// Returns the order of the points in which a line enters two shapes of three corners. `None` if it misses one of them.
pub(super) fn order_of_entries<const D: usize>(
    shapes: [&impl Polytope<D>; 2],
    track: &Track<D>,
) -> Option<Ordering> {
    let signs = track.signs();
    let mut view = View::of(shapes[0], track);
    view.corners.extend(View::of(shapes[1], track).corners);
    let seen = Seen::of(&view);
    let order = Order::<_, { digits(3) }, { digits(6) }>(&view);
    let mut entries: [Option<Limit<Simplex>>; 2] = [None; 2];
    seen.simplices(|simplex, turn| {
        let is_of_second = |corner: &usize| *corner >= 3;
        let known = match simplex.corners() {
            corners if !corners.iter().any(is_of_second) => &mut entries[0],
            corners if corners.iter().all(is_of_second) => &mut entries[1],
            _ => return,
        };
        let below = match simplex.count {
            3 => turn,
            _ => turn.times(signs[view.along]),
        };
        let limit = Limit::new(simplex, below);
        if known.is_none_or(|known| order.compare(limit, known) == Side::Back) {
            *known = Some(limit);
        }
    });
    Some(match order.compare(entries[0]?, entries[1]?) {
        Side::Back => Ordering::Less,
        Side::On => Ordering::Equal,
        Side::Front => Ordering::Greater,
    })
}

/// Returns the parameter at which a line, ray or segment crosses the triangle of the first three corners in 3D,
/// rounded. The caller makes sure that it crosses the interior, strictly between its ends.
pub(super) fn parameter<const D: usize>(shape: &impl Polytope<D>, track: &Track<D>) -> f64 {
    let simplex = Simplex {
        corners: [0, 1, 2],
        count: 3,
        axis: 0,
    };
    let view = View::of(shape, track);
    within(
        track,
        Order::<_, { digits(3) }, { digits(6) }>(&view).rounded(simplex),
    )
}

/// Corners as seen along a line.
struct View<'a, const D: usize> {
    track: &'a Track<D>,
    corners: Vec<VectorSum<D>>,
    /// An axis on which the line's direction is not zero.
    along: usize,
}

impl<'a, const D: usize> View<'a, D> {
    fn of(shape: &impl Polytope<D>, track: &'a Track<D>) -> Self {
        let along = track.signs().iter().position(|&sign| sign != Side::On);
        Self {
            track,
            corners: (0..shape.corner_count())
                .map(|index| shape.corner(index))
                .collect(),
            along: along.expect("a direction is not zero"),
        }
    }
}

impl<const D: usize> View<'_, D> {
    /// Returns the direction v of the line; in 2D, with a third coordinate of zero.
    fn direction<N: Number>(&self) -> [N; 3] {
        in_space(&self.track.direction())
    }

    /// Returns the vector a from the origin of the line to a corner.
    fn corner<N: Number>(&self, index: usize) -> [N; 3] {
        let corner: [N; D] = self.corners[index].coordinates();
        in_space::<N, D>(&numbers_of(|axis| {
            corner[axis].minus(&N::of(self.track.course.origin[axis]))
        }))
    }

    /// Returns v × a, a polynomial of degree 2; v is the line's direction, a the vector to a corner. The result is zero
    /// if the line passes through the corner.
    fn across<N: Number>(&self, index: usize) -> [N; 3] {
        cross(&self.direction(), &self.corner(index))
    }

    /// Returns v·(a × b), a polynomial of degree 3; v is the line's direction, a and b are the vectors to two corners.
    /// The sign is the direction of the turn around the line from the first corner to the second.
    fn turn<N: Number>(&self, [a, b]: [usize; 2]) -> N {
        dot(&self.across(a), &self.corner(b))
    }
}

fn in_space<N: Number, const D: usize>(vector: &[N; D]) -> [N; 3] {
    numbers_of(|axis| vector.get(axis).cloned().unwrap_or_else(|| N::of(0.0)))
}

/// The parameters t at which the line with direction v crosses simplices. At a crossing, t·v·Σλ = Σλ·a, where a are the
/// vectors to the corners and λ their weights, all with the same sign. For three corners a, b and c, the weight of each
/// is the turn between the other two, such as v·(b × c) for a. Then t = a·(b × c)/Σλ.
impl<const D: usize> Fractions for View<'_, D> {
    type Name = Simplex;

    fn numerator<N: Number>(&self, simplex: Simplex) -> N {
        let [a, b, c] = simplex.corners;
        let axis = self.along;
        let component = |corner: usize| self.corner::<N>(corner)[axis].clone();
        match simplex.count {
            1 => component(a),
            2 => {
                let [of_a, of_b] = self.weights(simplex);
                component(a).times(&of_a).plus(&component(b).times(&of_b))
            }
            _ => dot(&self.corner(a), &cross(&self.corner(b), &self.corner(c))),
        }
    }

    fn denominator<N: Number>(&self, simplex: Simplex) -> N {
        let [a, b, c] = simplex.corners;
        let along = self.direction::<N>()[self.along].clone();
        match simplex.count {
            1 => along,
            2 => {
                let [of_a, of_b] = self.weights::<N>(simplex);
                along.times(&of_a.plus(&of_b))
            }
            // The sum of the turns between the corners is v·((b − a) × (c − a)).
            _ => {
                let from_a = |corner: usize| {
                    let ends: [[N; D]; 2] =
                        [corner, a].map(|corner| self.corners[corner].coordinates());
                    in_space::<N, D>(&numbers_of(|axis| ends[0][axis].minus(&ends[1][axis])))
                };
                dot(&self.direction(), &cross(&from_a(b), &from_a(c)))
            }
        }
    }
}

impl<const D: usize> View<'_, D> {
    /// Returns the weights of two corners on opposite sides of the line, up to a common factor.
    fn weights<N: Number>(&self, simplex: Simplex) -> [N; 2] {
        let [a, b, _] = simplex.corners;
        let of = |corner: usize| self.across::<N>(corner)[simplex.axis].clone();
        [N::of(0.0).minus(&of(b)), of(a)]
    }
}

/// The sign of each component of v × a for each corner, and of the turn around the line for each pair of corners. Here
/// v is the line's direction, and a the vector to the corner.
struct Seen {
    across: Vec<[Side; 3]>,
    /// `turns[b][a]` is the sign of the turn from the corner a to the corner b, for each a < b.
    turns: Vec<Vec<Side>>,
}

impl Seen {
    fn of<const D: usize>(view: &View<'_, D>) -> Self {
        let count = view.corners.len();
        let across = |corner| {
            core::array::from_fn(|axis| sign::<{ digits(2) }>(&Across { view, corner, axis }))
        };
        // In 2D, the line and all corners lie in one plane, so the turn between any two corners is zero.
        let turn = |a, b| match D {
            2 => Side::On,
            _ => sign::<{ digits(3) }>(&Turn(view, [a, b])),
        };
        let turns = (0..count).map(|b| (0..b).map(|a| turn(a, b)).collect());
        Self {
            across: (0..count).map(across).collect(),
            turns: turns.collect(),
        }
    }

    /// Returns the direction of the turn around the line from the corner `a` to the corner `b`, as a sign.
    fn turn(&self, a: usize, b: usize) -> Side {
        match a.cmp(&b) {
            Ordering::Less => self.turns[b][a],
            Ordering::Equal => Side::On,
            Ordering::Greater => -self.turns[a][b],
        }
    }

    /// Calls `found` with each simplex whose interior the line crosses, and with the common sign of the simplex's
    /// weights.
    fn simplices(&self, mut found: impl FnMut(Simplex, Side)) {
        let count = self.across.len();
        let simplex = |corners, count, axis| Simplex {
            corners,
            count,
            axis,
        };
        for a in 0..count {
            let Some(axis) = self.across[a].iter().position(|&side| side != Side::On) else {
                found(simplex([a; 3], 1, 0), Side::Front);
                continue;
            };
            let of_a = self.across[a][axis];
            for b in a + 1..count {
                let turn = self.turn(a, b);
                if turn == Side::On {
                    if self.across[b][axis] == -of_a {
                        found(simplex([a, b, b], 2, axis), of_a);
                    }
                    continue;
                }
                for c in b + 1..count {
                    if self.turn(b, c) == turn && self.turn(c, a) == turn {
                        found(simplex([a, b, c], 3, 0), turn);
                    }
                }
            }
        }
    }

    /// Returns `true` if the line, which meets the hull, passes along the boundary of the hull. In 2D, no two corners
    /// are then strictly on different sides of the line. In 3D, no two corners are strictly on different sides of some
    /// plane that contains the line and one of the corners.
    fn is_on_boundary<const D: usize>(&self) -> bool {
        let has_both = |sides: &mut dyn Iterator<Item = Side>| {
            let [mut front, mut back] = [false; 2];
            for side in sides {
                front |= side == Side::Front;
                back |= side == Side::Back;
            }
            front && back
        };
        if D == 2 {
            return !has_both(&mut self.across.iter().map(|across| across[2]));
        }
        let count = self.across.len();
        let mut seen = (0..count).filter(|&corner| self.across[corner] != [Side::On; 3]);
        let is_extreme = |a: usize| !has_both(&mut (0..count).map(|b| self.turn(a, b)));
        seen.clone().next().is_none() || seen.any(is_extreme)
    }
}

/// One component of v × a, as a polynomial; v is the line's direction, a the vector to a corner.
struct Across<'a, 'b, const D: usize> {
    view: &'a View<'b, D>,
    corner: usize,
    axis: usize,
}

impl<const D: usize> Polynomial for Across<'_, '_, D> {
    fn evaluate<N: Number>(&self) -> N {
        self.view.across::<N>(self.corner)[self.axis].clone()
    }
}

/// The polynomial v·(a × b); v is the line's direction, a and b are the vectors to two corners.
struct Turn<'a, 'b, const D: usize>(&'a View<'b, D>, [usize; 2]);

impl<const D: usize> Polynomial for Turn<'_, '_, D> {
    fn evaluate<N: Number>(&self) -> N {
        self.0.turn(self.1)
    }
}
