//! The nearest of boxes whose distances differ by roundings alone.

use transect::Plane;

use crate::model::{Model, Random};

/// Points within a few units in the last place of one another: the corner of a node may then be at a greater
/// rounded distance than a box in it.
#[test]
fn boxes_one_unit_apart_come_in_order() {
    let mut random = Random(3);
    for round in 0..400 {
        // Ordinary numbers, and subnormal ones.
        let size = if round % 4 == 0 { 1e-310 } else { 1.0 };
        let base: [f64; 3] = [0; 3].map(|_| (0.5 + random.unit()) * size);
        let boxes = (0..200).map(|_| {
            let point = base.map(|c| f64::from_bits(c.to_bits() + random.below(4) as u64));
            Some([point, point])
        });
        let model = Model(boxes.collect());
        let normal = [0; 3].map(|_| (0.1 + random.unit()) * if size < 1.0 { 0.01 } else { 1.0 });
        let plane = Plane::new(normal, 0.0).expect("a normal");
        model.assert_nearest(&model.tree(), &plane, 200);
    }
}
