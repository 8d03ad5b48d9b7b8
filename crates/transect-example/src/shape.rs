//! The shapes in requests. A shape has an id, a kind, and the fields of that kind.

use transect::{
    Aabb, ConvexPolyhedron, Hull, Line, Parallelepiped, Plane, Polytope, Ray, Segment, ShapeSplit,
    SimplePolygon, Sphere, Triangle,
};

use crate::bounds::MOST_CORNERS_OF_ONE;
use crate::error::ExampleError;
use crate::field::Field;

/// The kinds of shapes available in both 2D and 3D, and the keys of each.
const KINDS: [(&str, &[&str]); 8] = [
    ("box", &["min", "max"]),
    ("parallelepiped", &["center", "half_axes"]),
    ("sphere", &["center", "radius"]),
    ("triangle", &["corners"]),
    ("segment", &["ends"]),
    ("line", &["origin", "direction"]),
    ("ray", &["origin", "direction"]),
    ("point", &["point"]),
];
/// The kind of shape available only in 2D.
const POLYGON: (&str, &[&str]) = ("polygon", &["corners"]);

/// A shape of the request: its id, the name of its kind, and its geometry.
pub(super) struct Named<const D: usize> {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) body: Body<D>,
}

/// The geometry of a shape. Shapes to which the same functions of the library apply share a variant.
pub(super) enum Body<const D: usize> {
    /// A convex shape with corners, but not a segment or a polygon.
    Cornered(Cornered<D>),
    Segment(Segment<D>),
    Sphere(Sphere<D>),
    Line(Line<D>),
    Ray(Ray<D>),
    /// A polygon, possibly non-convex. A polygon is connected, so a plane meets the polygon if and only if it meets the
    /// polygon's convex hull.
    Polygon {
        hull: Cornered<D>,
        pieces: Vec<Cornered<D>>,
    },
}

/// Any convex shape with corners.
pub(super) type Cornered<const D: usize> = Box<dyn Polytope<D>>;

/// Returns the corners of a shape for drawing. A corner that the shape stores as a sum of vectors is rounded.
pub(super) fn corners<const D: usize>(shape: &Cornered<D>) -> impl Iterator<Item = [f64; D]> {
    (0..shape.corner_count()).map(|index| {
        let terms = shape.corner(index).terms;
        std::array::from_fn(|axis| terms.iter().map(|term| term[axis]).sum())
    })
}

/// Reads a three-dimensional shape from a request.
pub(super) fn in_space(field: &Field<'_>) -> Result<Named<3>, ExampleError> {
    let (id, kind) = id_and_kind(field, &KINDS)?;
    let body = body(kind, field)?;
    Ok(Named {
        id,
        kind: kind.into(),
        body,
    })
}

/// Reads a two-dimensional shape from a request.
pub(super) fn in_plane(field: &Field<'_>) -> Result<Named<2>, ExampleError> {
    let kinds = [&KINDS[..], &[POLYGON]].concat();
    let (id, kind) = id_and_kind(field, &kinds)?;
    let body = if kind == POLYGON.0 {
        let corners = field.need("corners")?;
        let points = corners.all_points::<2>(MOST_CORNERS_OF_ONE)?;
        let polygon = SimplePolygon::new(points);
        let polygon = polygon.map_err(|error| corners.refused(&error.to_string()))?;
        let hull = Hull::new(polygon.corners());
        let pieces = polygon.convex_pieces().iter().cloned();
        Body::Polygon {
            hull: Box::new(hull.map_err(|error| corners.refused(&error.to_string()))?),
            pieces: pieces.map(|piece| Box::new(piece) as Cornered<2>).collect(),
        }
    } else {
        body(kind, field)?
    };
    Ok(Named {
        id,
        kind: kind.into(),
        body,
    })
}

fn id_and_kind<'a>(
    field: &Field<'a>,
    kinds: &[(&'static str, &[&'static str])],
) -> Result<(String, &'a str), ExampleError> {
    let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
    let kind = field.need("kind")?.word(&names)?;
    let keys = kinds.iter().filter(|(name, _)| *name == kind);
    let keys = keys.flat_map(|(_, keys)| *keys).copied();
    let keys: Vec<&str> = ["id", "kind"].into_iter().chain(keys).collect();
    field.only(&keys)?;
    Ok((field.need("id")?.text()?.into(), kind))
}

fn body<const D: usize>(kind: &str, field: &Field<'_>) -> Result<Body<D>, ExampleError> {
    let refused = |error: &dyn std::error::Error| field.refused(&error.to_string());
    let line = || {
        let direction = field.need("direction")?;
        Line::new(field.need("origin")?.point()?, direction.point()?)
            .map_err(|error| direction.refused(&error.to_string()))
    };
    Ok(match kind {
        "box" => {
            let ends = [field.need("min")?.point()?, field.need("max")?.point()?];
            let aabb = Aabb::<D>::new(ends[0], ends[1]).map_err(|error| refused(&error))?;
            Body::Cornered(Box::new(aabb))
        }
        "parallelepiped" => {
            let center = field.need("center")?.point()?;
            let turned = Parallelepiped::<D>::new(center, field.need("half_axes")?.points()?);
            Body::Cornered(Box::new(turned.map_err(|error| refused(&error))?))
        }
        "sphere" => {
            let radius = field.need("radius")?;
            let sphere = Sphere::new(field.need("center")?.point()?, radius.number()?);
            Body::Sphere(sphere.map_err(|error| radius.refused(&error.to_string()))?)
        }
        "triangle" => {
            let corners = field.need("corners")?.points()?;
            let triangle = Triangle::<D>::new(corners).map_err(|error| refused(&error))?;
            Body::Cornered(Box::new(triangle))
        }
        "segment" => {
            let [start, end] = field.need("ends")?.points()?;
            Body::Segment(Segment::new(start, end).map_err(|error| refused(&error))?)
        }
        "line" => Body::Line(line()?),
        "ray" => {
            let line = line()?;
            let ray = Ray::new(line.origin(), line.direction());
            Body::Ray(ray.map_err(|error| refused(&error))?)
        }
        // All other kinds are handled above, so this shape is a point.
        _ => Body::Cornered(Box::new(field.need("point")?.point::<D>()?)),
    })
}

impl Named<3> {
    /// Returns the outline of a plane's intersection with the shape, rounded, for drawing.
    pub(super) fn section(&self, plane: &Plane<3>) -> Option<Vec<[f64; 3]>> {
        let Body::Cornered(shape) = &self.body else {
            return None;
        };
        let corners: Vec<[f64; 3]> = corners(shape).collect();
        match corners.as_slice() {
            &[a, b, c] => common(plane.split(&Triangle::new([a, b, c]).ok()?)),
            corners => common(plane.split(&ConvexPolyhedron::hull_of(corners).ok()?)),
        }
    }
}

/// Returns the part of a shape that lies in the plane. Returns `None` if the whole shape lies in the plane, or no part
/// of it.
fn common<Part>(split: ShapeSplit<Part, Vec<[f64; 3]>>) -> Option<Vec<[f64; 3]>> {
    match split {
        ShapeSplit::Halves { section: cut, .. } => Some(cut),
        ShapeSplit::Whole { touching, .. } => touching,
        ShapeSplit::Within => None,
    }
}
