//! Queries a tree (`Bvh`) of the crate `parry3d` for the boxes that meet a region. A closure selects the nodes to
//! visit, and the boxes of the leaves are tested exactly.

use parry3d::bounding_volume::Aabb as Bounds;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use transect::interop::Coordinates;
use transect::{Aabb, Overlap, Plane, Region};

/// Returns a box of parry in f64, with the same coordinates, or `None` if min is above max.
fn widened(bounds: &Bounds) -> Option<Aabb> {
    let [min, max] = [bounds.mins, bounds.maxs].map(|corner| corner.to_array().coordinates());
    Aabb::new(min, max).ok()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let row = (-50..50).map(|x| {
        let x = x as f32;
        Bounds::new(Vector::new(x, 0.0, 0.0), Vector::new(x + 0.5, 1.0, 1.0))
    });
    let leaves: Vec<Bounds> = row.collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    // The region is a wedge, x ≥ 40 and x ≤ 45 − y. It meets the six boxes whose lower bound in x is 40, 41, … or 45,
    // and touches only an edge of the last.
    let planes = [
        Plane::new([1.0, 0.0, 0.0], -40.0)?,
        Plane::new([-1.0, -1.0, 0.0], 45.0)?,
    ];
    let region = Region::new(&planes);
    // The test of inner nodes is conservative: a node that it skips has no leaf that meets the region.
    let may_meet = |bounds: &Bounds| {
        widened(bounds).is_some_and(|aabb| region.overlap_conservative(&aabb) != Overlap::Outside)
    };
    let meets = |leaf: &usize| {
        widened(&leaves[*leaf]).is_some_and(|aabb| region.overlap(&aabb) != Overlap::Outside)
    };
    let met = tree.leaves(|node| may_meet(&node.aabb()));
    let mut met: Vec<usize> = met.map(|leaf| leaf as usize).filter(meets).collect();
    met.sort_unstable();
    assert_eq!(met, [90, 91, 92, 93, 94, 95]);
    println!("{met:?}");
    Ok(())
}
