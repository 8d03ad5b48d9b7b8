//! Tests the order of the boxes in a tree: neighbors in space should be neighbors in the tree.

use crate::bvh::model::{Family, Model, Random};

#[test]
fn blocks_are_small() {
    let mut random = Random(3);
    let model = Model::<f32, 3>::new(Family::Uniform, 16_000, &mut random);
    let tree = model.tree();
    // The tree's 1,000 leaves of 16 boxes share a cube of the volume 10³. If the boxes were in random order, each leaf
    // would span nearly the whole cube.
    let volumes = (0..1000).map(|leaf| {
        let boxes = (0..16).filter_map(|lane| tree.aabb_in_slot(16 * leaf + lane));
        let bounds = boxes.reduce(|all, more| all.join(&more)).expect("boxes");
        bounds
            .half_sizes()
            .iter()
            .map(|half| 2.0 * half)
            .product::<f64>()
    });
    let mean = volumes.sum::<f64>() / 1000.0;
    assert!(mean < 40.0, "blocks take {mean} on average");
}

#[test]
fn one_box_far_away_does_not_spoil_the_order() {
    let mut random = Random(3);
    let mut model = Model::<f32, 3>::new(Family::Uniform, 16_000, &mut random);
    model.0[77] = Some([[1e9; 3]; 2]);
    let tree = model.tree();
    let volumes = (0..1000).map(|leaf| {
        let boxes = (0..16).filter_map(|lane| tree.aabb_in_slot(16 * leaf + lane));
        let bounds = boxes.reduce(|all, more| all.join(&more)).expect("boxes");
        bounds
            .half_sizes()
            .iter()
            .map(|half| 2.0 * half)
            .product::<f64>()
    });
    let small = volumes.filter(|&volume| volume < 40.0).count();
    assert!(small > 950, "{small} of 1,000 blocks are small");
}
