//! Tests boxes that would be on the wrong side if the error margin of the filter (the quick test in floats) were
//! smaller than the proved one.

use transect::Plane;
use transect::batch::SideCounts;
use transect::bvh::Bvh;

use crate::batch::worst::{DOUBLE, SINGLE};
use crate::bvh::model::{Columns, Number};

/// Returns the side counts of a tree whose boxes all equal one point.
fn counts<T: Number>(plane: &Plane, point: [T; 3]) -> SideCounts {
    // With this many boxes, the query decides for the bounds of whole nodes, not only for single leaves.
    let boxes = vec![[point; 2]; 5_000];
    let tree = Bvh::build(&Columns::of(boxes.into_iter()).view()).expect("boxes");
    tree.side_counts(plane)
}

#[test]
fn a_tree_is_not_certain_too_early() -> Result<(), Box<dyn std::error::Error>> {
    let all = 5_000;
    for (mut normal, offset, mut point) in SINGLE {
        for _ in 0..3 {
            normal.rotate_left(1);
            point.rotate_left(1);
            let plane = Plane::new(normal, offset)?;
            assert_eq!(counts(&plane, point).back, all, "{plane:?}");
            assert_eq!(counts(&plane.flipped(), point).front, all, "{plane:?}");
        }
    }
    let (normal, offset, point) = DOUBLE;
    assert_eq!(counts(&Plane::new(normal, offset)?, point).on, all);
    Ok(())
}
