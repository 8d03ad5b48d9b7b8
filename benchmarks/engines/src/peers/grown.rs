//! Transect's own trees of boxes, and its flat scan of all boxes, which does not build a tree.

use std::hint::black_box;

use transect::batch::Batch as _;
use transect::bvh::{Bvh, OverlapSelections};
use transect::{Plane, Region};

use crate::ask::{Bounds, Frustum};
use crate::peers::columns::Columns;
use crate::trees::Tree;

/// A tree that returns its results in its own form: as ranges of slots (a slot is a box's position in the tree), and as
/// bits for single boxes. The results are converted to box ids only on request.
pub(crate) struct Selections;

/// A tree that converts its results to the ids of the boxes, as the other libraries return them.
pub(crate) struct Ids;

/// A tree that is refitted from moved boxes, which are stored in the tree's own order (by slot).
pub(crate) struct Slots;

/// A flat scan without a tree: it reads all columns and returns the rows that are on the plane.
pub(crate) struct Flat;

fn grown(columns: &Columns) -> Bvh<f32> {
    Bvh::build(&columns.all()).expect("families hold boxes")
}

fn overlaps<'a>(tree: &'a Bvh<f32>, frustum: &Frustum) -> OverlapSelections<'a> {
    tree.overlap_conservative(&Region::new(frustum))
}

impl Tree for Selections {
    const NAME: &'static str = "transect tree";
    type Boxes = Columns;
    type Grown = Bvh<f32>;
    fn boxes(boxes: &[Bounds]) -> Columns {
        Columns::new(boxes)
    }
    fn build(columns: &mut Columns) -> Bvh<f32> {
        grown(columns)
    }
    fn on(tree: &Bvh<f32>, _: &Columns, plane: &Plane, _: &mut Vec<u32>) {
        black_box(tree.on(plane));
    }
    fn ids_on(tree: &Bvh<f32>, _: &Columns, plane: &Plane, found: &mut Vec<u32>) {
        found.extend(tree.on(plane).ids());
    }
    fn seen(tree: &Bvh<f32>, _: &Columns, frustum: &Frustum, _: &mut Vec<u32>) {
        black_box(overlaps(tree, frustum));
    }
    fn ids_seen(tree: &Bvh<f32>, _: &Columns, frustum: &Frustum, found: &mut Vec<u32>) {
        let seen = overlaps(tree, frustum);
        found.extend(seen.inside.ids().chain(seen.meets.ids()));
    }
    fn refit(tree: &mut Bvh<f32>, moved: &mut Columns) -> bool {
        tree.refit(&moved.all()).expect("families hold boxes");
        true
    }
}

impl Tree for Ids {
    const NAME: &'static str = "transect tree with ids";
    type Boxes = Columns;
    type Grown = Bvh<f32>;
    fn boxes(boxes: &[Bounds]) -> Columns {
        Columns::new(boxes)
    }
    fn build(columns: &mut Columns) -> Bvh<f32> {
        grown(columns)
    }
    fn on(tree: &Bvh<f32>, columns: &Columns, plane: &Plane, found: &mut Vec<u32>) {
        Selections::ids_on(tree, columns, plane, found);
    }
    fn seen(tree: &Bvh<f32>, columns: &Columns, frustum: &Frustum, found: &mut Vec<u32>) {
        Selections::ids_seen(tree, columns, frustum, found);
    }
    fn refit(_: &mut Bvh<f32>, _: &mut Columns) -> bool {
        false
    }
}

/// Boxes in input order and, after the tree is built, also in the order of the tree.
pub(crate) struct InSlots {
    columns: Columns,
    ordered: Option<Columns>,
}

impl Tree for Slots {
    const NAME: &'static str = "transect tree by slots";
    type Boxes = InSlots;
    type Grown = Bvh<f32>;
    fn boxes(boxes: &[Bounds]) -> InSlots {
        InSlots {
            columns: Columns::new(boxes),
            ordered: None,
        }
    }
    fn build(boxes: &mut InSlots) -> Bvh<f32> {
        grown(&boxes.columns)
    }
    fn on(tree: &Bvh<f32>, boxes: &InSlots, plane: &Plane, found: &mut Vec<u32>) {
        Selections::ids_on(tree, &boxes.columns, plane, found);
    }
    fn seen(tree: &Bvh<f32>, boxes: &InSlots, frustum: &Frustum, found: &mut Vec<u32>) {
        Selections::ids_seen(tree, &boxes.columns, frustum, found);
    }
    fn refit(tree: &mut Bvh<f32>, moved: &mut InSlots) -> bool {
        let InSlots { columns, ordered } = moved;
        let ordered = ordered.get_or_insert_with(|| columns.in_order(tree.ids()));
        tree.refit_slots(&ordered.all())
            .expect("families hold boxes");
        true
    }
}

impl Tree for Flat {
    const NAME: &'static str = "transect flat";
    type Boxes = Columns;
    type Grown = ();
    fn boxes(boxes: &[Bounds]) -> Columns {
        Columns::new(boxes)
    }
    fn build(_: &mut Columns) {}
    fn on((): &(), columns: &Columns, plane: &Plane, _: &mut Vec<u32>) {
        black_box(columns.all().on(plane));
    }
    fn ids_on((): &(), columns: &Columns, plane: &Plane, found: &mut Vec<u32>) {
        found.extend(columns.all().on(plane).iter().map(|&row| row as u32));
    }
    fn seen((): &(), _: &Columns, _: &Frustum, _: &mut Vec<u32>) {}
    fn refit((): &mut (), _: &mut Columns) -> bool {
        false
    }
}
