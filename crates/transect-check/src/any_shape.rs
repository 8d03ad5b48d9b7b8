//! Reads the shape of a fact (a test case in JSON) from the name of the shape and its keys.

use transect::{
    Capsule, Cone, ConvexPolygon, Cylinder, Ellipsoid, Hull, Parallelepiped, Polytope, Shape,
    ShapeError, Sphere,
};

use crate::fact::Fact;
use crate::fact_error::FactError;

/// The names of shapes that the key `shape` of a fact may have. The extents of the first four shapes (the sides of
/// their backmost and frontmost points) are tested in `side.jsonl`, not in `shape.jsonl`.
pub(crate) const SHAPE_NAMES: [&str; 13] = [
    "point",
    "segment",
    "triangle",
    "box",
    "sphere",
    "capsule",
    "cylinder",
    "cone",
    "ellipsoid",
    "parallelepiped",
    "centered_box",
    "polygon",
    "hull",
];

/// The keys that describe shapes in facts, except those of points and boxes.
macro_rules! shape_keys {
    () => {
        "center apex base ends corners points half_axes half_sizes radius"
    };
}
pub(crate) use shape_keys;

/// The shapes with corners: the name of each, and the keys that describe it in a fact.
pub(crate) const POLYTOPES: [(&str, &[&str]); 8] = [
    ("point", &["point"]),
    ("segment", &["ends"]),
    ("triangle", &["corners"]),
    ("box", &["min", "max", "corners"]),
    ("parallelepiped", &["center", "half_axes"]),
    ("centered_box", &["center", "half_sizes"]),
    ("polygon", &["corners"]),
    ("hull", &["points"]),
];

/// Any shape, or the error of its constructor.
pub(crate) type BuiltShape<const D: usize> = Result<Box<dyn Shape<D>>, ShapeError>;
/// Any shape with corners, or the error of its constructor.
pub(crate) type BuiltPolytope<const D: usize> = Result<Box<dyn Polytope<D>>, ShapeError>;

fn shape<const D: usize>(shape: Result<impl Shape<D> + 'static, ShapeError>) -> BuiltShape<D> {
    Ok(Box::new(shape?))
}

fn with_corners<const D: usize>(
    shape: Result<impl Polytope<D> + 'static, ShapeError>,
) -> BuiltPolytope<D> {
    Ok(Box::new(shape?))
}

/// Reads a two-dimensional shape from a fact.
pub(crate) fn in_plane(name: &str, fact: Fact<'_>) -> Result<BuiltShape<2>, FactError> {
    if matches!(name, "cylinder" | "cone") {
        return Err(FactError::Refused {
            key: "ends",
            reason: format!("a {name} is three-dimensional"),
            kind: String::new(),
        });
    }
    any_dimension(name, fact)
}

/// Reads a three-dimensional shape from a fact.
pub(crate) fn in_space(name: &str, fact: Fact<'_>) -> Result<BuiltShape<3>, FactError> {
    Ok(match name {
        "cylinder" => {
            let [start, end] = fact.points("ends")?;
            shape(Cylinder::new(start, end, fact.number("radius")?))
        }
        "cone" => {
            let (apex, base) = (fact.point("apex")?, fact.point("base")?);
            shape(Cone::new(apex, base, fact.number("radius")?))
        }
        _ => any_dimension(name, fact)?,
    })
}

fn any_dimension<const D: usize>(name: &str, fact: Fact<'_>) -> Result<BuiltShape<D>, FactError> {
    let center = || fact.point::<D>("center");
    Ok(match name {
        "sphere" => shape(Sphere::new(center()?, fact.number("radius")?)),
        "capsule" => {
            let [start, end] = fact.points::<D, 2>("ends")?;
            shape(Capsule::new(start, end, fact.number("radius")?))
        }
        "ellipsoid" => shape(Ellipsoid::new(center()?, fact.points("half_axes")?)),
        _ => polytope(name, fact)?.map(|shape| shape as Box<dyn Shape<D>>),
    })
}

/// Reads a shape with corners from a fact.
pub(crate) fn polytope<const D: usize>(
    name: &str,
    fact: Fact<'_>,
) -> Result<BuiltPolytope<D>, FactError> {
    let center = || fact.point::<D>("center");
    Ok(match name {
        "point" => with_corners(Ok(fact.point::<D>("point")?)),
        "segment" => with_corners(Ok(fact.segment::<D>()?)),
        "triangle" => with_corners(Ok(fact.triangle::<D>()?)),
        "box" => with_corners(Ok(fact.aabb::<D>()?)),
        "parallelepiped" => with_corners(Parallelepiped::new(center()?, fact.points("half_axes")?)),
        "centered_box" => {
            let half_sizes = fact.point("half_sizes")?;
            with_corners(Parallelepiped::from_center(center()?, half_sizes))
        }
        "polygon" => with_corners(ConvexPolygon::<D>::new(fact.all_points("corners")?)),
        _ => with_corners(Hull::<D>::new(fact.all_points("points")?)),
    })
}
