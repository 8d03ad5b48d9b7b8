//! Queries a tree of the crate `bvh` for the boxes that meet a region. The traversal is conservative: it may return
//! boxes outside the region. So each returned box is tested exactly.

use bvh::aabb::{Aabb as Bounds, Bounded, IntersectsAabb};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::Bvh;
use nalgebra::Point3;
use transect::interop::{Coordinates, RoundedFrom};
use transect::{Aabb, Overlap, Plane, Region};

/// A box with its index in the list of boxes.
struct Item {
    number: usize,
    aabb: Aabb,
    node: usize,
}

impl Bounded<f64, 3> for Item {
    fn aabb(&self) -> Bounds<f64, 3> {
        let [min, max] = [self.aabb.min(), self.aabb.max()].map(Point3::rounded_from);
        Bounds::with_bounds(min, max)
    }
}

impl BHShape<f64, 3> for Item {
    fn set_bh_node_index(&mut self, node: usize) {
        self.node = node;
    }
    fn bh_node_index(&self) -> usize {
        self.node
    }
}

/// The query for the traversal of the tree. It is conservative: if it excludes the box of a node, every box in that
/// node is outside the region.
struct MayMeet<'a>(Region<'a>);

impl IntersectsAabb<f64, 3> for MayMeet<'_> {
    fn intersects_aabb(&self, bounds: &Bounds<f64, 3>) -> bool {
        // The box of an empty node has min above max, so it is not a valid `Aabb`, and the node is skipped.
        let aabb = Aabb::new(bounds.min.coordinates(), bounds.max.coordinates());
        aabb.is_ok_and(|aabb| self.0.overlap_conservative(&aabb) != Overlap::Outside)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut items = Vec::new();
    for (number, x) in (-50..50).enumerate() {
        let x = f64::from(x);
        items.push(Item {
            number,
            aabb: Aabb::new([x, 0.0, 0.0], [x + 0.5, 1.0, 1.0])?,
            node: 0,
        });
    }
    let tree = Bvh::build(&mut items);
    // The region is a wedge, x ≥ 40 and x ≤ 45 − y. It meets the six boxes whose lower bound in x is 40, 41, … or 45,
    // and touches only an edge of the last.
    let planes = [
        Plane::new([1.0, 0.0, 0.0], -40.0)?,
        Plane::new([-1.0, -1.0, 0.0], 45.0)?,
    ];
    let region = Region::new(&planes);
    let meets = |item: &&Item| region.overlap(&item.aabb) != Overlap::Outside;
    let found = tree.traverse(&MayMeet(region), &items);
    let numbers = |item: &Item| item.number;
    let mut met: Vec<usize> = found.into_iter().filter(meets).map(numbers).collect();
    met.sort_unstable();
    let all: Vec<usize> = items.iter().filter(meets).map(numbers).collect();
    assert_eq!(met, all);
    assert_eq!(met, [90, 91, 92, 93, 94, 95]);
    println!("{met:?}");
    Ok(())
}
