//! The interface of engines with trees of boxes. A tree finds the boxes that a plane cuts or touches, and the boxes
//! that a frustum sees.

use std::hint::black_box;

use transect::Plane;

use crate::ask::{Bounds, Frustum};

/// An engine with a tree of boxes. A box is identified by its index in the input.
pub(crate) trait Tree {
    const NAME: &'static str;
    /// The boxes in the engine's own types, as the engine stores them outside its tree.
    type Boxes;
    type Grown;
    fn boxes(boxes: &[Bounds]) -> Self::Boxes;
    fn build(boxes: &mut Self::Boxes) -> Self::Grown;
    /// Adds to `found` the indices of the boxes that a plane cuts or touches, in any order.
    fn on(tree: &Self::Grown, boxes: &Self::Boxes, plane: &Plane, found: &mut Vec<u32>);
    /// Adds to `found` the indices of the boxes that `on` finds. Called only to check the answers, outside the measured
    /// time. Engines whose `on` does not produce indices produce them here.
    fn ids_on(tree: &Self::Grown, boxes: &Self::Boxes, plane: &Plane, found: &mut Vec<u32>) {
        Self::on(tree, boxes, plane, found);
    }
    /// Adds to `found` the indices of the boxes that are not entirely behind any plane of the frustum.
    fn seen(tree: &Self::Grown, boxes: &Self::Boxes, frustum: &Frustum, found: &mut Vec<u32>);
    fn ids_seen(tree: &Self::Grown, boxes: &Self::Boxes, frustum: &Frustum, found: &mut Vec<u32>) {
        Self::seen(tree, boxes, frustum, found);
    }
    /// Refits the tree to slightly moved boxes. Returns `false` if the engine does not support refitting.
    fn refit(tree: &mut Self::Grown, moved: &mut Self::Boxes) -> bool;
}

/// The tree of an engine, its boxes before and after a small move, and the boxes that the last query found.
struct Planted<T: Tree> {
    boxes: T::Boxes,
    moved: T::Boxes,
    is_moved: bool,
    tree: T::Grown,
    found: Vec<u32>,
}

/// A tree of any engine, as the measurements call it.
pub(crate) trait AnyTree {
    fn name(&self) -> &'static str;
    fn build(&mut self);
    fn on(&mut self, plane: &Plane);
    fn seen(&mut self, frustum: &Frustum);
    /// Moves all boxes a little and refits the tree. Every second call moves the boxes back to where they were. Returns
    /// `false` if the engine does not support refitting.
    fn refit(&mut self) -> bool;
    fn is_moved(&self) -> bool;
    fn ids_on(&mut self, plane: &Plane) -> &[u32];
    fn ids_seen(&mut self, frustum: &Frustum) -> &[u32];
}

/// Builds an engine's tree of boxes, and keeps the moved boxes for refitting.
pub(crate) fn planted<T: Tree + 'static>(boxes: &[Bounds], moved: &[Bounds]) -> Box<dyn AnyTree>
where
    T::Boxes: 'static,
{
    let mut boxes = T::boxes(boxes);
    Box::new(Planted::<T> {
        tree: T::build(&mut boxes),
        boxes,
        moved: T::boxes(moved),
        is_moved: false,
        found: Vec::new(),
    })
}

impl<T: Tree> AnyTree for Planted<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn build(&mut self) {
        self.tree = T::build(&mut self.boxes);
    }

    fn on(&mut self, plane: &Plane) {
        self.found.clear();
        T::on(&self.tree, &self.boxes, plane, &mut self.found);
        black_box(&mut self.found);
    }

    fn seen(&mut self, frustum: &Frustum) {
        self.found.clear();
        T::seen(&self.tree, &self.boxes, frustum, &mut self.found);
        black_box(&mut self.found);
    }

    fn refit(&mut self) -> bool {
        self.is_moved = !self.is_moved;
        let boxes = if self.is_moved {
            &mut self.moved
        } else {
            &mut self.boxes
        };
        T::refit(&mut self.tree, boxes)
    }

    fn is_moved(&self) -> bool {
        self.is_moved
    }

    fn ids_on(&mut self, plane: &Plane) -> &[u32] {
        self.found.clear();
        T::ids_on(&self.tree, &self.boxes, plane, &mut self.found);
        &self.found
    }

    fn ids_seen(&mut self, frustum: &Frustum) -> &[u32] {
        self.found.clear();
        T::ids_seen(&self.tree, &self.boxes, frustum, &mut self.found);
        &self.found
    }
}
