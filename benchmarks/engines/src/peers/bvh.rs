//! The peer `bvh`. Its tree is built in the default way. Planes and frustums implement the crate's query trait
//! `IntersectsAabb`.

use bvh::aabb::{Aabb, Bounded, IntersectsAabb};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::Bvh;
use nalgebra::{Point3, Vector3};
use transect::Plane;

use crate::ask::{Bounds, Frustum, narrowed};
use crate::trees::Tree;

pub(crate) struct BvhCrate;

/// A box with its index in the input and its position in the tree.
pub(crate) struct Leaf {
    bounds: Bounds,
    number: u32,
    node: usize,
}

impl Bounded<f32, 3> for Leaf {
    fn aabb(&self) -> Aabb<f32, 3> {
        let [min, max] = self.bounds.map(Point3::from);
        Aabb::with_bounds(min, max)
    }
}

impl BHShape<f32, 3> for Leaf {
    fn set_bh_node_index(&mut self, node: usize) {
        self.node = node;
    }
    fn bh_node_index(&self) -> usize {
        self.node
    }
}

/// A plane that classifies boxes by the plain formula in f32: it compares n·p + d at the center of the box with half of
/// the box's extent along the normal n.
struct PlainPlane {
    normal: Vector3<f32>,
    offset: f32,
}

impl PlainPlane {
    fn new(plane: &Plane) -> Self {
        let (normal, offset) = narrowed(plane);
        Self {
            normal: normal.into(),
            offset,
        }
    }

    /// Returns n·p + d at the backmost and at the frontmost point of a box.
    #[inline]
    fn reach(&self, aabb: &Aabb<f32, 3>) -> [f32; 2] {
        let value = self
            .normal
            .dot(&((aabb.min.coords + aabb.max.coords) * 0.5))
            + self.offset;
        let reach = self.normal.abs().dot(&((aabb.max - aabb.min) * 0.5));
        [value - reach, value + reach]
    }
}

struct Cut(PlainPlane);

impl IntersectsAabb<f32, 3> for Cut {
    fn intersects_aabb(&self, aabb: &Aabb<f32, 3>) -> bool {
        let [backmost, frontmost] = self.0.reach(aabb);
        backmost <= 0.0 && frontmost >= 0.0
    }
}

struct FrustumQuery([PlainPlane; 6]);

impl IntersectsAabb<f32, 3> for FrustumQuery {
    fn intersects_aabb(&self, aabb: &Aabb<f32, 3>) -> bool {
        self.0.iter().all(|plane| plane.reach(aabb)[1] >= 0.0)
    }
}

impl Tree for BvhCrate {
    const NAME: &'static str = "bvh";
    type Boxes = Vec<Leaf>;
    type Grown = Bvh<f32, 3>;
    fn boxes(boxes: &[Bounds]) -> Vec<Leaf> {
        let leaf = |(number, bounds): (usize, &Bounds)| Leaf {
            bounds: *bounds,
            number: number as u32,
            node: 0,
        };
        boxes.iter().enumerate().map(leaf).collect()
    }
    fn build(boxes: &mut Vec<Leaf>) -> Bvh<f32, 3> {
        Bvh::build(boxes)
    }
    fn on(tree: &Bvh<f32, 3>, boxes: &Vec<Leaf>, plane: &Plane, found: &mut Vec<u32>) {
        let query = Cut(PlainPlane::new(plane));
        found.extend(
            tree.traverse_iterator(&query, boxes)
                .map(|leaf| leaf.number),
        );
    }
    fn seen(tree: &Bvh<f32, 3>, boxes: &Vec<Leaf>, frustum: &Frustum, found: &mut Vec<u32>) {
        let query = FrustumQuery(frustum.map(|plane| PlainPlane::new(&plane)));
        found.extend(
            tree.traverse_iterator(&query, boxes)
                .map(|leaf| leaf.number),
        );
    }
    /// Returns `false`: refitting is not supported. The crate would remove and insert leaves one by one, which takes
    /// seconds for a million boxes.
    fn refit(_: &mut Bvh<f32, 3>, _: &mut Vec<Leaf>) -> bool {
        false
    }
}
