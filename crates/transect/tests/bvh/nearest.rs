//! Tests queries for the nearest boxes when distances differ only by rounding errors.

use transect::Plane;

use crate::bvh::model::{Model, Random};

/// The boxes are points within a few units in the last place of one another. For some of them, each step of the sum
/// n·p + d is rounded, for others only one step. So the rounded distance of a node's nearest corner may be greater than
/// the rounded distance of a box in the node.
#[test]
fn boxes_one_unit_apart_come_in_order() {
    let mut random = Random(3);
    for _ in 0..400 {
        let base: [f64; 3] = [0; 3].map(|_| 0.5 + random.unit());
        let boxes = (0..200).map(|_| {
            let point = base.map(|c| f64::from_bits(c.to_bits() + random.below(4) as u64));
            Some([point, point])
        });
        let model = Model(boxes.collect());
        let normal = [0; 3].map(|_| 0.1 + random.unit());
        // The offset is about −n·p/3. So n·p + d is about half of the sum of its terms' magnitudes.
        let along: f64 = normal.iter().zip(base).map(|(n, c)| n * c).sum();
        let offset = f64::from_bits((along / 3.0).to_bits() + random.below(8) as u64);
        let plane = Plane::new(normal, -offset).expect("a normal");
        model.assert_nearest(&model.tree(), &plane, 200);
    }
}
