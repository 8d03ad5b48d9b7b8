//! Queries a tree of the crate `rstar` for the boxes that meet a region, exactly. Branches outside the region are
//! skipped.

use rstar::{AABB, Envelope, RTree, RTreeObject, SelectionFunction};
use transect::{Aabb, Overlap, Plane, Region};

/// A box (second field) with its index in the list of boxes (first field).
struct Item(usize, Aabb);

impl RTreeObject for Item {
    type Envelope = AABB<[f64; 3]>;
    fn envelope(&self) -> Self::Envelope {
        AABB::from_corners(self.1.min(), self.1.max())
    }
}

/// The query for the boxes that meet the region. It visits each node whose box is not outside the region.
struct Meets<'a>(Region<'a>);

impl SelectionFunction<Item> for Meets<'_> {
    fn should_unpack_parent(&self, envelope: &AABB<[f64; 3]>) -> bool {
        // The test of inner nodes is conservative: a node that it skips has no leaf that meets the region. The root of
        // an empty tree has min above max, and is skipped, too.
        let aabb = Aabb::new(envelope.lower(), envelope.upper());
        envelope.area() >= 0.0
            && aabb.is_ok_and(|aabb| self.0.overlap_conservative(&aabb) != Overlap::Outside)
    }
    fn should_unpack_leaf(&self, item: &Item) -> bool {
        self.0.overlap(&item.1) != Overlap::Outside
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut items = Vec::new();
    for (index, x) in (-50..50).enumerate() {
        let x = f64::from(x);
        items.push(Item(index, Aabb::new([x, 0.0, 0.0], [x + 0.5, 1.0, 1.0])?));
    }
    let tree = RTree::bulk_load(items);
    // The region is a wedge, x ≥ 40 and x ≤ 45 − y. It meets the six boxes whose lower bound in x is 40, 41, … or 45,
    // and touches only an edge of the last.
    let planes = [
        Plane::new([1.0, 0.0, 0.0], -40.0)?,
        Plane::new([-1.0, -1.0, 0.0], 45.0)?,
    ];
    let query = Meets(Region::new(&planes));
    let mut met: Vec<usize> = tree
        .locate_with_selection_function(query)
        .map(|item| item.0)
        .collect();
    met.sort_unstable();
    assert_eq!(met, [90, 91, 92, 93, 94, 95]);
    println!("{met:?}");
    Ok(())
}
