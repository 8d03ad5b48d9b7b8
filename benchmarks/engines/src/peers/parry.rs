//! The peer `parry3d`. Its `canonical_split` supports only planes perpendicular to an axis, and it splits a box instead
//! of classifying it. Therefore this file classifies a box by its projection on the normal of the plane.

use parry3d::bounding_volume::Aabb;
use parry3d::math::{Pose, Vector};
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhNode};
use parry3d::query::{PointQuery, Ray, RayCast as _, SplitResult};
use parry3d::shape::{HalfSpace, TriMesh};
use transect::{Plane, Side};

use crate::ask::{Ask, Bounds, Frustum, Point, narrowed, seen};
use crate::data::torus::Triangles;
use crate::trees::Tree;

pub(crate) struct Parry;

/// Returns the normal and the offset of a plane in parry's types.
fn numbers(plane: &Plane) -> (Vector, f32) {
    let (normal, offset) = narrowed(plane);
    (Vector::from_array(normal), offset)
}

fn aabb([min, max]: &Bounds) -> Aabb {
    Aabb::new(Vector::from_array(*min), Vector::from_array(*max))
}

/// The side of a point relative to a half-space. In parry, the plane of a half-space goes through the origin, so a pose
/// moves it to the right place.
impl Ask<Point> for Parry {
    const NAME: &'static str = "parry3d";
    type Question = (HalfSpace, Pose);
    type Thing = Vector;
    fn query(plane: &Plane) -> Self::Question {
        let (normal, offset) = narrowed(plane);
        let normal = Vector::from_array(normal);
        let length = normal.length();
        let unit = normal / length;
        (
            HalfSpace::new(unit),
            Pose::from_translation(unit * (-offset / length)),
        )
    }
    fn thing(point: &Point) -> Vector {
        Vector::from_array(*point)
    }
    #[inline]
    fn side((half_space, pose): &Self::Question, point: &Vector) -> Side {
        let distance = half_space.distance_to_point(pose, *point, false);
        if distance > 0.0 {
            Side::Front
        } else if distance < 0.0 {
            Side::Back
        } else {
            Side::On
        }
    }
}

impl Ask<Bounds> for Parry {
    const NAME: &'static str = "parry3d";
    type Question = (Vector, f32);
    type Thing = Aabb;
    fn query(plane: &Plane) -> Self::Question {
        numbers(plane)
    }
    fn thing(bounds: &Bounds) -> Aabb {
        aabb(bounds)
    }
    #[inline]
    fn side((normal, offset): &Self::Question, aabb: &Aabb) -> Side {
        let (backmost, frontmost) = aabb.project_on_axis(*normal);
        if backmost + offset > 0.0 {
            Side::Front
        } else if frontmost + offset < 0.0 {
            Side::Back
        } else {
            Side::On
        }
    }
}

/// The visibility of a box in a frustum. The crate has no frustum, so the box is projected on the normals of the six
/// planes.
impl Ask<Bounds, Frustum> for Parry {
    const NAME: &'static str = "parry3d";
    type Question = [(Vector, f32); 6];
    type Thing = Aabb;
    fn query(frustum: &Frustum) -> Self::Question {
        frustum.map(|plane| numbers(&plane))
    }
    fn thing(bounds: &Bounds) -> Aabb {
        aabb(bounds)
    }
    #[inline]
    fn side(planes: &Self::Question, aabb: &Aabb) -> Side {
        seen(is_seen(planes, aabb))
    }
    fn is_right(answer: Side, exact: Side) -> bool {
        (answer == Side::Back) == (exact == Side::Back)
    }
}

fn is_seen(planes: &[(Vector, f32); 6], aabb: &Aabb) -> bool {
    planes
        .iter()
        .all(|(normal, offset)| aabb.project_on_axis(*normal).1 + offset >= 0.0)
}

/// Parry's tree of boxes, built in the default way. A query is a closure that says for each node whether its box meets
/// the plane or the frustum.
impl Tree for Parry {
    const NAME: &'static str = "parry3d";
    type Boxes = Vec<Aabb>;
    type Grown = Bvh;
    fn boxes(boxes: &[Bounds]) -> Vec<Aabb> {
        boxes.iter().map(aabb).collect()
    }
    fn build(boxes: &mut Vec<Aabb>) -> Bvh {
        Bvh::from_leaves(BvhBuildStrategy::Binned, boxes)
    }
    fn on(tree: &Bvh, _: &Vec<Aabb>, plane: &Plane, found: &mut Vec<u32>) {
        let (normal, offset) = numbers(plane);
        let meets = |node: &BvhNode| {
            let (backmost, frontmost) = node.aabb().project_on_axis(normal);
            backmost + offset <= 0.0 && frontmost + offset >= 0.0
        };
        found.extend(tree.leaves(meets));
    }
    fn seen(tree: &Bvh, _: &Vec<Aabb>, frustum: &Frustum, found: &mut Vec<u32>) {
        let planes = frustum.map(|plane| numbers(&plane));
        found.extend(tree.leaves(|node| is_seen(&planes, &node.aabb())));
    }
    fn refit(tree: &mut Bvh, moved: &mut Vec<Aabb>) -> bool {
        for (place, aabb) in moved.iter().enumerate() {
            tree.insert_or_update_partially(*aabb, place as u32, 0.0);
        }
        tree.refit_without_opt();
        true
    }
}

/// A mesh in parry's type, with its tree.
pub(crate) struct HeldMesh(TriMesh);

/// A ray in parry's type.
pub(crate) struct HeldRay(Ray);

impl HeldRay {
    pub(crate) fn new(&[origin, direction]: &[Point; 2]) -> Self {
        Self(Ray::new(
            Vector::from_array(origin),
            Vector::from_array(direction),
        ))
    }
}

impl HeldMesh {
    pub(crate) fn new(triangles: &Triangles) -> Self {
        let positions = triangles.positions.iter().map(|p| Vector::from_array(*p));
        let mesh = TriMesh::new(positions.collect(), triangles.indices.clone());
        Self(mesh.expect("a mesh with triangles"))
    }

    /// Returns the parameter at which a ray hits the mesh first.
    pub(crate) fn first_hit(&self, ray: &HeldRay) -> Option<f32> {
        self.0.cast_local_ray(&ray.0, f32::MAX, false)
    }

    /// Cuts the mesh, with the tolerance that parry's documentation uses.
    pub(crate) fn cut(&self, plane: &Plane) {
        std::hint::black_box(self.split(plane));
    }

    fn split(&self, plane: &Plane) -> SplitResult<TriMesh> {
        let (normal, offset) = narrowed(plane);
        let normal = Vector::from_array(normal);
        let length = normal.length();
        self.0.local_split(normal / length, -offset / length, 1e-6)
    }

    /// Returns the halves that [`Self::cut`] makes.
    pub(crate) fn halves(&self, plane: &Plane) -> Vec<Triangles> {
        let halves = match self.split(plane) {
            SplitResult::Pair(one, other) => vec![one, other],
            SplitResult::Negative | SplitResult::Positive => Vec::new(),
        };
        let triangles = |mesh: &TriMesh| Triangles {
            positions: mesh.vertices().iter().map(|p| p.to_array()).collect(),
            indices: mesh.indices().to_vec(),
        };
        halves.iter().map(triangles).collect()
    }
}
