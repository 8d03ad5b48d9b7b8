//! Exact tests of the separating axes of boxes and parallelepipeds that floats did not decide.

use transect_exact::arrays::Few as _;
use transect_exact::determinant::{cross, dot, numbers_of};
use transect_exact::double_double::DoubleDouble;
use transect_exact::number::Number;
use transect_exact::polynomial::digits;
use transect_exact::{Dyadic, Side};

use crate::sat::body::Body;
use crate::sat::generators::Axes;

/// Returns `true` if two boxes or parallelepipeds overlap, and `false` if they do not. `open` has the axes that floats
/// did not decide. Returns `None` if no axis separates the shapes, and the gap of [`side_of_gap`] is not negative on
/// any axis: then the generators of both shapes may lie in one plane, and other axes matter, too.
#[cold]
#[inline(never)]
pub(super) fn overlap_by_axes<const D: usize>(
    shapes: &[Body<'_, D>; 2],
    open: Axes,
) -> Option<bool> {
    let mut has_strict = open.has_strict();
    let open_axes = axes::<D>().filter(|(place, _)| open.contains(*place));
    for (_, edges) in open_axes {
        match side_of_gap(shapes, edges) {
            Side::Front => return Some(false),
            Side::On => {}
            Side::Back => has_strict = true,
        }
    }
    has_strict.then_some(true)
}

/// A generator: the index of its shape, and its own index. `None` stands for the z axis, which takes the place of the
/// second generator in 2D.
type Edge = Option<(usize, usize)>;

/// Returns all axes: for each axis its index in [`Axes`], and the two generators to which the axis is perpendicular.
fn axes<const D: usize>() -> impl Iterator<Item = (usize, [Edge; 2])> {
    let faces = (0..2).flat_map(|shape| {
        (0..D).map(move |k| {
            let edges = if D == 2 {
                [Some((shape, k)), None]
            } else {
                [(k + 1) % 3, (k + 2) % 3].each(|j| Some((shape, j)))
            };
            (3 * shape + k, edges)
        })
    });
    let pairs = (0..9).map(|place| (6 + place, [Some((0, place / 3)), Some((1, place % 3))]));
    faces.chain(pairs.filter(|_| D == 3))
}

/// Returns the sign of |w·2Δc| − Σ|w·g|, a polynomial of degree 3. Here w is the axis across two generators, Δc the
/// difference of the centers, and the sum is over the generators g of both shapes. `Front` means that the axis
/// separates the shapes.
fn side_of_gap<const D: usize>(shapes: &[Body<'_, D>; 2], edges: [Edge; 2]) -> Side {
    let absolute = |number: DoubleDouble| {
        // The error bound also holds for the absolute value, even if the sign of the number is unknown.
        if number.high < 0.0 {
            DoubleDouble::of(0.0).minus(&number)
        } else {
            number
        }
    };
    let axis = across::<DoubleDouble, D>(shapes, edges);
    if axis.iter().all(|c| c.sign() == Some(Side::On)) {
        return Side::On; // the generators are parallel
    }
    gap(shapes, edges, &axis, absolute)
        .sign()
        .unwrap_or_else(|| exact_side_of_gap(shapes, edges))
}

fn across<N: Number, const D: usize>(shapes: &[Body<'_, D>; 2], edges: [Edge; 2]) -> [N; 3] {
    let [a, b] = edges.each(|edge| match edge {
        Some((shape, index)) => shapes[shape].generator::<N>(index),
        None => [0.0, 0.0, 1.0].each(N::of),
    });
    cross(&a, &b)
}

#[cold]
#[inline(never)]
fn exact_side_of_gap<const D: usize>(shapes: &[Body<'_, D>; 2], edges: [Edge; 2]) -> Side {
    type Exact = Dyadic<{ digits(3) }>;
    let absolute = |number: Exact| match number.side() {
        Side::Back => number.negated(),
        _ => number,
    };
    gap(shapes, edges, &across(shapes, edges), absolute).side()
}

fn gap<N: Number, const D: usize>(
    shapes: &[Body<'_, D>; 2],
    edges: [Edge; 2],
    axis: &[N; 3],
    absolute: impl Fn(N) -> N,
) -> N {
    let [p, q] = shapes.each_ref().each(Body::doubled_center::<N>);
    let between = numbers_of(|i| p[i].minus(&q[i]));
    let height = absolute(dot(axis, &between));
    let all = (0..2).flat_map(|shape| (0..D).map(move |index| (shape, index)));
    // The axis is perpendicular to the two generators that define it, so they add nothing.
    all.filter(|&generator| !edges.contains(&Some(generator)))
        .fold(height, |rest, (shape, index)| {
            let generator = shapes[shape].generator(index);
            rest.minus(&absolute(dot(axis, &generator)))
        })
}
