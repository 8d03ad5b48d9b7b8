//! The peer `obvhs`: its fastest build, with the nodes stored in traversal order. The crate has no planes, so this file
//! tests its nodes against planes. If a node is wholly in front of a plane of the frustum, its children are not tested
//! against this plane.

use std::time::Duration;

use glam::Vec3A;
use obvhs::aabb::Aabb;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2;
use obvhs::{BvhBuildParams, bvh2};
use transect::Plane;

use crate::ask::{Bounds, Frustum, narrowed};
use crate::trees::Tree;

pub(crate) struct Obvhs;

/// A plane that classifies boxes by the plain formula in f32: it compares n·p + d at the center of the box with half of
/// the box's extent along the normal n.
#[derive(Clone, Copy)]
struct PlainPlane {
    normal: Vec3A,
    absolute: Vec3A,
    offset: f32,
}

impl PlainPlane {
    fn new(plane: &Plane) -> Self {
        let (normal, offset) = narrowed(plane);
        let normal = Vec3A::from_array(normal);
        Self {
            normal,
            absolute: normal.abs(),
            offset,
        }
    }

    /// Returns n·p + d at the backmost and at the frontmost point of a box.
    #[inline]
    fn reach(&self, aabb: &Aabb) -> [f32; 2] {
        let value = self.normal.dot((aabb.min + aabb.max) * 0.5) + self.offset;
        let reach = self.absolute.dot((aabb.max - aabb.min) * 0.5);
        [value - reach, value + reach]
    }
}

/// Visits the tree from the root downward and adds the indices of the boxes in all visited leaves to `found`. For each
/// node, `step` returns the state for its children, or `None` to skip the node.
fn walk<State: Copy>(
    tree: &Bvh2,
    start: State,
    found: &mut Vec<u32>,
    step: impl Fn(&bvh2::node::Bvh2Node, State) -> Option<State>,
) {
    let mut stack = vec![(0_u32, start)];
    while let Some((place, state)) = stack.pop() {
        let node = &tree.nodes[place as usize];
        let Some(state) = step(node, state) else {
            continue;
        };
        if node.is_leaf() {
            let first = node.first_index as usize;
            let leaves = &tree.primitive_indices[first..first + node.prim_count as usize];
            found.extend_from_slice(leaves);
        } else {
            stack.push((node.first_index, state));
            stack.push((node.first_index + 1, state));
        }
    }
}

impl Tree for Obvhs {
    const NAME: &'static str = "obvhs";
    type Boxes = Vec<Aabb>;
    type Grown = Bvh2;
    fn boxes(boxes: &[Bounds]) -> Vec<Aabb> {
        let aabb =
            |[min, max]: &Bounds| Aabb::new(Vec3A::from_array(*min), Vec3A::from_array(*max));
        boxes.iter().map(aabb).collect()
    }
    fn build(boxes: &mut Vec<Aabb>) -> Bvh2 {
        build_bvh2(
            boxes,
            BvhBuildParams::fastest_build(),
            &mut Duration::default(),
        )
    }
    fn on(tree: &Bvh2, _: &Vec<Aabb>, plane: &Plane, found: &mut Vec<u32>) {
        let plane = PlainPlane::new(plane);
        walk(tree, (), found, |node, ()| {
            let [backmost, frontmost] = plane.reach(node.aabb());
            (backmost <= 0.0 && frontmost >= 0.0).then_some(())
        });
    }
    fn seen(tree: &Bvh2, _: &Vec<Aabb>, frustum: &Frustum, found: &mut Vec<u32>) {
        let planes = frustum.map(|plane| PlainPlane::new(&plane));
        walk(tree, 0b11_1111_u8, found, |node, mask| {
            let mut below = mask;
            let mut rest = mask;
            while rest != 0 {
                let place = rest.trailing_zeros();
                rest &= rest - 1;
                let [backmost, frontmost] = planes[place as usize].reach(node.aabb());
                if frontmost < 0.0 {
                    return None;
                }
                if backmost >= 0.0 {
                    below &= !(1 << place);
                }
            }
            Some(below)
        });
    }
    fn refit(tree: &mut Bvh2, moved: &mut Vec<Aabb>) -> bool {
        tree.init_primitives_to_nodes_if_uninit();
        for (place, aabb) in moved.iter().enumerate() {
            let node = tree.primitives_to_nodes[place] as usize;
            tree.nodes[node].set_aabb(*aabb);
        }
        tree.refit_all();
        true
    }
}
