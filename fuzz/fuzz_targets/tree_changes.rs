//! After insertions, removals and moves of boxes, a tree gives the same answers as a flat list of the boxes.
#![no_main]

mod numbers;

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use numbers::Numbers;
use transect::batch::AabbColumns;
use transect::bvh::Bvh;
use transect::{Aabb, Plane, Side};

fn new_box(numbers: &mut Numbers<'_>) -> Option<[[f64; 2]; 2]> {
    let aabb = Aabb::from_corners(numbers.point()?, numbers.point()?).expect("finite");
    Some([aabb.min(), aabb.max()])
}

fn run(numbers: &mut Numbers<'_>) -> Option<()> {
    let mut tree = Bvh::<f64, 2>::build(&AabbColumns::new([&[]; 2], [&[]; 2])).expect("no boxes");
    let mut list = BTreeMap::new();
    loop {
        let (kind, id) = (numbers.byte()?, u32::from(numbers.byte()?));
        match kind % 8 {
            0..=3 => {
                let corners = new_box(numbers)?;
                // Insert the box up to sixteen times, so that the tree becomes deep and merges inserted boxes.
                for _ in 0..=id % 16 {
                    list.insert(tree.insert(corners).expect("a box"), corners);
                }
            }
            4 => assert_eq!(tree.remove(id).is_ok(), list.remove(&id).is_some()),
            5 => {
                let corners @ [min, max] = new_box(numbers)?;
                let min = min.each_ref().map(core::slice::from_ref);
                let max = max.each_ref().map(core::slice::from_ref);
                let moved = tree.refit_boxes(&[id], &AabbColumns::new(min, max));
                assert_eq!(
                    moved.is_ok(),
                    list.get_mut(&id).map(|kept| *kept = corners).is_some()
                );
            }
            6 => tree.merge(),
            _ => check(&tree, &list, &numbers.plane()?),
        }
    }
}

fn check(tree: &Bvh<f64, 2>, list: &BTreeMap<u32, [[f64; 2]; 2]>, plane: &Plane<2>) {
    let read = Bvh::<f64, 2>::from_bytes(&tree.to_bytes()).expect("what was written");
    for tree in [tree, &read] {
        let sides = tree.sides(plane);
        for (side, found) in [
            (Side::Front, sides.front),
            (Side::On, sides.on),
            (Side::Back, sides.back),
        ] {
            let mut ids: Vec<u32> = found.ids().collect();
            ids.sort_unstable();
            let of_side = |corners: &[[f64; 2]; 2]| {
                plane.side(&Aabb::new(corners[0], corners[1]).expect("a box")) == side
            };
            assert!(
                list.iter()
                    .filter(|(_, corners)| of_side(corners))
                    .map(|(id, _)| *id)
                    .eq(ids)
            );
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let _ = run(&mut Numbers(bytes));
});
