//! Reads shapes from facts (expected results as data): each kind of shape has a name and its own keys.

use serde_json::Value;
use transect::{
    Aabb, Capsule, Cone, ConvexPolygon, Cylinder, Ellipsoid, Hull, Parallelepiped, Polytope,
    Segment, Shape, ShapeError, Sphere, Triangle,
};

use crate::{list, number, point, points};

pub(crate) type BuiltShape<const D: usize> = Result<Box<dyn Shape<D>>, ShapeError>;
pub(crate) type BuiltPolytope<const D: usize> = Result<Box<dyn Polytope<D>>, ShapeError>;

fn shape<const D: usize>(shape: Result<impl Shape<D> + 'static, ShapeError>) -> BuiltShape<D> {
    Ok(Box::new(shape?))
}

fn with_corners<const D: usize>(
    shape: Result<impl Polytope<D> + 'static, ShapeError>,
) -> BuiltPolytope<D> {
    Ok(Box::new(shape?))
}

pub(crate) fn shape_in_plane(name: &str, keys: &Value) -> BuiltShape<2> {
    shape_of_any_dimension(name, keys)
}

pub(crate) fn shape_in_space(name: &str, keys: &Value) -> BuiltShape<3> {
    match name {
        "cylinder" => {
            let [start, end] = points(&keys["ends"]);
            shape(Cylinder::new(start, end, number(&keys["radius"])))
        }
        "cone" => {
            let (apex, base) = (point(&keys["apex"]), point(&keys["base"]));
            shape(Cone::new(apex, base, number(&keys["radius"])))
        }
        _ => shape_of_any_dimension(name, keys),
    }
}

fn shape_of_any_dimension<const D: usize>(name: &str, keys: &Value) -> BuiltShape<D> {
    let center = || point::<D>(&keys["center"]);
    match name {
        "sphere" => shape(Sphere::new(center(), number(&keys["radius"]))),
        "capsule" => {
            let [start, end] = points::<D, 2>(&keys["ends"]);
            shape(Capsule::new(start, end, number(&keys["radius"])))
        }
        "ellipsoid" => shape(Ellipsoid::new(center(), points(&keys["half_axes"]))),
        _ => polytope(name, keys).map(|shape| shape as Box<dyn Shape<D>>),
    }
}

pub(crate) fn polytope<const D: usize>(name: &str, keys: &Value) -> BuiltPolytope<D> {
    let center = || point::<D>(&keys["center"]);
    match name {
        "point" => with_corners(Ok(point::<D>(&keys["point"]))),
        "segment" => {
            let [start, end] = points::<D, 2>(&keys["ends"]);
            with_corners(Ok(Segment::new(start, end).expect("finite points")))
        }
        "triangle" => with_corners(Ok(
            Triangle::new(points::<D, 3>(&keys["corners"])).expect("finite points")
        )),
        "box" => {
            let aabb = Aabb::<D>::new(point(&keys["min"]), point(&keys["max"]));
            with_corners(Ok(aabb.expect("a box")))
        }
        "parallelepiped" => with_corners(Parallelepiped::new(center(), points(&keys["half_axes"]))),
        "centered_box" => {
            let half_sizes = point(&keys["half_sizes"]);
            with_corners(Parallelepiped::from_center(center(), half_sizes))
        }
        "polygon" => with_corners(ConvexPolygon::<D>::new(list(&keys["corners"]))),
        "hull" => with_corners(Hull::<D>::new(list(&keys["points"]))),
        _ => panic!("an unknown shape: {keys}"),
    }
}
