//! What trees of boxes are asked: which boxes a plane cuts, which ones a frustum sees.

use std::hint::black_box;

use transect::Plane;

use crate::ask::{Bounds, Frustum};

/// An engine with a tree. Boxes are numbered as they are given.
pub(crate) trait Tree {
    const NAME: &'static str;
    /// The boxes as the engine keeps them outside its tree.
    type Boxes;
    type Grown;
    fn boxes(boxes: &[Bounds]) -> Self::Boxes;
    fn build(boxes: &mut Self::Boxes) -> Self::Grown;
    /// The numbers of the boxes that a plane meets, in any order.
    fn on(tree: &Self::Grown, boxes: &Self::Boxes, plane: &Plane, found: &mut Vec<u32>);
    /// The same after the clock has stopped, for those who tell of numbers only when asked.
    fn tell_cut(tree: &Self::Grown, boxes: &Self::Boxes, plane: &Plane, found: &mut Vec<u32>) {
        Self::on(tree, boxes, plane, found);
    }
    /// The numbers of those that lie wholly behind none of the planes.
    fn seen(tree: &Self::Grown, boxes: &Self::Boxes, frustum: &Frustum, found: &mut Vec<u32>);
    fn tell_seen(tree: &Self::Grown, boxes: &Self::Boxes, frustum: &Frustum, found: &mut Vec<u32>) {
        Self::seen(tree, boxes, frustum, found);
    }
    /// Boxes that moved a little are the tree's from now on; false if it does nothing of the kind.
    fn refit(tree: &mut Self::Grown, moved: &mut Self::Boxes) -> bool;
}

/// An engine's tree and what it found.
struct Planted<T: Tree> {
    boxes: T::Boxes,
    /// The same boxes a little aside.
    moved: T::Boxes,
    is_moved: bool,
    tree: T::Grown,
    found: Vec<u32>,
}

/// Any engine's.
pub(crate) trait AnyTree {
    fn name(&self) -> &'static str;
    fn build(&mut self);
    fn on(&mut self, plane: &Plane);
    fn seen(&mut self, frustum: &Frustum);
    /// To where they move to, or back.
    fn refit(&mut self) -> bool;
    fn is_moved(&self) -> bool;
    fn tell_cut(&mut self, plane: &Plane) -> &[u32];
    fn tell_seen(&mut self, frustum: &Frustum) -> &[u32];
}

/// A tree of boxes, built; and where they move to.
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

    fn tell_cut(&mut self, plane: &Plane) -> &[u32] {
        self.found.clear();
        T::tell_cut(&self.tree, &self.boxes, plane, &mut self.found);
        &self.found
    }

    fn tell_seen(&mut self, frustum: &Frustum) -> &[u32] {
        self.found.clear();
        T::tell_seen(&self.tree, &self.boxes, frustum, &mut self.found);
        &self.found
    }
}
