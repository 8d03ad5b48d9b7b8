//! Figures whose nodes are points in 2D with float coordinates.

use alloc::vec::Vec;
use core::cmp::Ordering;

use transect_exact::arrays::Few as _;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits, sign};
use transect_exact::{Side, orient2d};

use crate::triangulation::figure::Nodes;

/// Points in 2D as the nodes of a figure. All coordinates must be finite.
pub struct Points<'p> {
    places: &'p [[f64; 2]],
    shapes: Option<Vec<[f64; 2]>>,
}

impl<'p> Points<'p> {
    /// Takes the points, whose coordinates must be finite.
    #[must_use]
    pub fn new(places: &'p [[f64; 2]]) -> Self {
        Self {
            places,
            shapes: None,
        }
    }

    /// Returns nodes with other points for their shape, if there are any: see [`Nodes::shapes`].
    #[must_use]
    pub fn with_shapes(places: &'p [[f64; 2]], shapes: Option<Vec<[f64; 2]>>) -> Self {
        Self { places, shapes }
    }
}

impl Nodes for Points<'_> {
    fn place(&self, node: u32) -> [f64; 2] {
        self.places[node as usize]
    }

    fn margin(&self) -> f64 {
        0.0
    }

    fn turn(&self, a: u32, b: u32, c: u32) -> Side {
        let at = |node: u32| &self.places[node as usize];
        orient2d(at(a), at(b), at(c))
    }

    fn order(&self, a: u32, b: u32, direction: [f64; 2]) -> Ordering {
        let [a, b] = [a, b].each(|node| &self.places[node as usize]);
        if a == b {
            return Ordering::Equal;
        }
        match sign::<{ digits(2) }>(&Ahead([a, b], direction)) {
            Side::Front => Ordering::Greater,
            Side::Back => Ordering::Less,
            // If the numbers are equal, the coordinates on the second axis differ, because the points differ.
            Side::On if a[1] > b[1] => Ordering::Greater,
            Side::On => Ordering::Less,
        }
    }

    fn shapes(&self, nodes: impl Iterator<Item = u32>) -> Option<Vec<[f64; 2]>> {
        let shapes = self.shapes.as_ref()?;
        Some(nodes.map(|node| shapes[node as usize]).collect())
    }
}

/// The difference between the numbers p·x + q·y of two points, where (p, q) is a direction.
struct Ahead<'a>([&'a [f64; 2]; 2], [f64; 2]);

impl Polynomial for Ahead<'_> {
    fn evaluate<N: Number>(&self) -> N {
        let Self([a, b], direction) = self;
        let [x, y] = [0, 1].each(|axis: usize| {
            let along = N::of(a[axis]).minus(&N::of(b[axis]));
            along.times(&N::of(direction[axis]))
        });
        x.plus(&y)
    }
}
