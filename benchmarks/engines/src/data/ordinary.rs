//! Items at random places in a cube: none is exactly on a plane.

use crate::ask::{Bounds, Point};
use crate::data::between;
use crate::random::Random;

fn point(random: &mut Random) -> Point {
    core::array::from_fn(|_| random.between(-100.0, 100.0))
}

pub(crate) fn points(count: usize) -> Vec<Point> {
    let mut random = Random::new(7);
    (0..count).map(|_| point(&mut random)).collect()
}

/// Returns boxes between two random points: large boxes, about half of them cut.
pub(crate) fn boxes(count: usize) -> Vec<Bounds> {
    let mut random = Random::new(11);
    let mut two = || core::array::from_fn(|_| point(&mut random));
    (0..count).map(|_| between(two())).collect()
}
