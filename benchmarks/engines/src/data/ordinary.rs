//! Points and boxes at random places in a cube. No point and no corner is exactly on the plane.

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

/// Returns boxes, each between two random points. Such boxes are large, and the plane cuts about half of them.
pub(crate) fn boxes(count: usize) -> Vec<Bounds> {
    let mut random = Random::new(11);
    let mut two = || core::array::from_fn(|_| point(&mut random));
    (0..count).map(|_| between(two())).collect()
}
