//! Points and boxes with small integer coordinates. Many of the points and corners are exactly on a plane whose
//! coefficients are small integers. For these points, the terms of n·p + d add up to exactly zero.

use crate::ask::{Bounds, Point};
use crate::data::between;
use crate::random::Random;

fn point(random: &mut Random) -> Point {
    core::array::from_fn(|_| random.whole(-4, 3) as f32)
}

pub(crate) fn points(count: usize) -> Vec<Point> {
    let mut random = Random::new(7);
    (0..count).map(|_| point(&mut random)).collect()
}

pub(crate) fn boxes(count: usize) -> Vec<Bounds> {
    let mut random = Random::new(11);
    let mut two = || core::array::from_fn(|_| point(&mut random));
    (0..count).map(|_| between(two())).collect()
}
