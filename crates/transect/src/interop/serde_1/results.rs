//! `serde` 1 for the results of queries, and for cameras, maps and meshes. An enum is written as its variant in lower
//! case with its fields.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_1::de::Error;
use serde_1::{Deserialize, Deserializer, Serialize, Serializer};
use transect_exact::Side;

use crate::camera::Camera;
use crate::contact::{Closest, Contact};
use crate::fit::Fit;
use crate::frame::Frame;
use crate::frustum::{Frustum, FrustumSide};
use crate::line::Line;
use crate::meet::{
    LineMeeting, RayMeeting, SegmentMeeting, ThreePlanesMeeting, TwoLinesMeeting, TwoPlanesMeeting,
};
use crate::plane::Plane;
use crate::polyhedron::ConvexPolyhedron;
use crate::relation::Relation;
use crate::sat::Separation;
use crate::shape::all_finite;
use crate::simple_polygon::SimplePolygon;
use crate::transform::Transform;

/// Implements serialization for an enum with named fields, or with one unnamed value per variant. `P` is the type of
/// points. The last argument is a pattern of the values that reading rejects, and the text of the error.
macro_rules! variants {
    ($what:literal $name:ident<$($dimension:literal),*> $variants:tt $rejected:tt) => {
        $(variants!(@ $what $name [$name<$dimension>] $dimension $variants $rejected);)*
    };
    ($what:literal $name:ident $variants:tt $rejected:tt) => {
        variants!(@ $what $name [$name] 3 $variants $rejected);
    };
    (
        @ $what:literal $name:ident [$type:ty] $dimension:literal
        { $($variant:ident $({ $($field:ident: $kind:ty),* })? $(($inner:ident: $inner_kind:ty))?),* }
        { $($rejected:pat => $message:literal)? }
    ) => {
        const _: () = {
            type P = [f64; $dimension];
            const _: P = [0.0; $dimension]; // uses `P`, so that the compiler does not warn if no field is a point

            #[derive(Serialize, Deserialize)]
            #[serde(
                crate = "serde_1", expecting = $what, rename_all = "snake_case", deny_unknown_fields
            )]
            enum Record {
                $($variant $({ $($field: $kind),* })? $(($inner_kind))?,)*
            }

            #[doc = concat!("The variant of ", $what, ", with its fields.")]
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    match *self {
                        $($name::$variant $({ $($field),* })? $(($inner))? => {
                            Record::$variant $({ $($field),* })? $(($inner))?
                        })*
                    }
                    .serialize(serializer)
                }
            }

            #[doc = concat!("The variant of ", $what, ", with its fields.")]
            impl<'de> Deserialize<'de> for $type {
                fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
                    let value = match Record::deserialize(deserializer)? {
                        $(Record::$variant $({ $($field),* })? $(($inner))? => {
                            $name::$variant $({ $($field),* })? $(($inner))?
                        })*
                    };
                    match value {
                        $($rejected => Err(R::Error::custom($message)),)?
                        value => Ok(value),
                    }
                }
            }
        };
    };
}

variants!(
    "the intersection of a plane and a line" LineMeeting<2, 3>
    { Point { t: f64, point: P, toward: Side }, Within, Apart { side: Side } }
    {
        LineMeeting::Point { toward: Side::On, .. } | LineMeeting::Apart { side: Side::On }
            => "the line leads to the front or to the back"
    }
);
variants!(
    "the intersection of a plane and a ray" RayMeeting<2, 3>
    {
        Point { t: f64, point: P, start: Side, toward: Side },
        Within,
        Apart { side: Side, is_parallel: bool }
    }
    {
        RayMeeting::Point { toward: Side::On, .. } | RayMeeting::Apart { side: Side::On, .. }
            => "the ray leads to the front or to the back"
    }
);
variants!(
    "the intersection of a plane and a segment" SegmentMeeting<2, 3>
    {
        Point { t: f64, point: P, ends: [Side; 2] },
        Within,
        Apart { side: Side, is_parallel: bool }
    }
    {
        SegmentMeeting::Point { ends: [Side::On, Side::On] | [Side::Front, Side::Front] | [Side::Back, Side::Back], .. }
            | SegmentMeeting::Apart { side: Side::On, .. }
            => "the ends of the segment are not on these sides"
    }
);
variants!(
    "the intersection of two planes" TwoPlanesMeeting
    { Line(line: Line<3>), Same { is_flipped: bool }, Parallel { is_flipped: bool, side: Side } }
    { TwoPlanesMeeting::Parallel { side: Side::On, .. } => "parallel planes have no common point" }
);
variants!(
    "the intersection of two lines" TwoLinesMeeting
    { Point(point: [f64; 2]), Same { is_flipped: bool }, Parallel { is_flipped: bool, side: Side } }
    { TwoLinesMeeting::Parallel { side: Side::On, .. } => "parallel lines have no common point" }
);
variants!(
    "the intersection of three planes" ThreePlanesMeeting
    { Point(point: [f64; 3]), Line(line: Line<3>), Plane, Nothing }
    {}
);
variants!(
    "the relation of two planes" Relation
    { Crossing, Parallel { is_flipped: bool, side: Side }, Same { is_flipped: bool } }
    { Relation::Parallel { side: Side::On, .. } => "parallel planes have no common point" }
);
variants!(
    "the separation of two shapes" Separation<2, 3>
    { Apart { axis: Option<P> }, Overlapping { depth: f64, axis: P } }
    {}
);
variants!(
    "a side of a frustum" FrustumSide
    { Left, Right, Bottom, Top, Near, Far }
    {}
);

checked!("a contact" Contact<2, 3> { depth: f64 [depth], deepest: P [deepest] } {
    if depth >= 0.0 {
        Ok(Self { depth, deepest })
    } else {
        Err("the depth of a contact is not negative")
    }
});
checked!(
    "a closest point" Closest<2, 3> { signed_distance: f64 [signed_distance], point: P [point] } {
        if signed_distance.is_nan() {
            Err("a distance is not NaN")
        } else {
            Ok(Self { signed_distance, point })
        }
    }
);
checked!("a fit" Fit<2> {
    plane: Plane<2> [plane], centroid: P [centroid], root_mean_square: f64 [root_mean_square],
    largest_distance: f64 [largest_distance], spreads: P [spreads]
} fit(Self { plane, centroid, root_mean_square, largest_distance, spreads }));
checked!("a fit" Fit<3> {
    plane: Plane<3> [plane], centroid: P [centroid], root_mean_square: f64 [root_mean_square],
    largest_distance: f64 [largest_distance], spreads: P [spreads]
} fit(Self { plane, centroid, root_mean_square, largest_distance, spreads }));
checked!("an affine map" Transform { columns: [[f64; 3]; 4] [columns] } {
    if columns.as_flattened().iter().all(|number| number.is_finite()) {
        Ok(Self { columns })
    } else {
        Err("a coefficient of the map is not finite")
    }
});
checked!("a frame" Frame {
    origin: P [origin()], u: P [u()], v: P [v()], names: [String; 2] [names().map(String::from)]
} frame(origin, [u, v], &names));
checked!("a camera" Camera {
    position: P [position], forward: P [forward], up: P [up],
    vertical_field_of_view: f64 [vertical_field_of_view],
    orthographic_height: Option<f64> [orthographic_height], aspect: f64 [aspect], near: f64 [near],
    far: Option<f64> [far]
} {
    let camera = Self { position, forward, up, vertical_field_of_view, orthographic_height, aspect, near, far };
    camera.frustum().map(|_| camera)
});
checked!("a frustum" Frustum {
    planes: Vec<Plane<3>> [planes()], sides: Vec<FrustumSide> [sides()]
} frustum(&planes, &sides));
checked!("a simple polygon" SimplePolygon { corners: Vec<[f64; 2]> [corners()] } Self::new(corners));
checked!("a convex polyhedron" ConvexPolyhedron {
    vertices: Vec<P> [vertices()], faces: Vec<Vec<usize>> [faces()]
} polyhedron(&vertices, faces));

fn frame(
    origin: [f64; 3],
    directions: [[f64; 3]; 2],
    names: &[String; 2],
) -> Result<Frame, &'static str> {
    all_finite("origin", &[origin]).map_err(|_| "a coordinate of the origin is not finite")?;
    all_finite("direction", &directions).map_err(|_| "a direction is not finite")?;
    Frame::named(origin, directions, names.each_ref().map(String::as_str))
        .ok_or("the directions have other names")
}

fn fit<const D: usize>(fit: Fit<D>) -> Result<Fit<D>, &'static str> {
    let is_length = |value: &f64| *value >= 0.0;
    let lengths = [fit.root_mean_square, fit.largest_distance];
    if lengths.iter().chain(&fit.spreads).all(is_length) {
        Ok(fit)
    } else {
        Err("the distances of a fit are not negative")
    }
}

fn frustum(planes: &[Plane<3>], sides: &[FrustumSide]) -> Result<Frustum, String> {
    if planes.len() != sides.len() {
        return Err(format!("{} planes and {} sides", planes.len(), sides.len()));
    }
    if !sides.is_sorted_by(|a, b| a < b) {
        return Err("the sides of a frustum are in the order left to far, each once".into());
    }
    let mut frustum = Frustum::empty();
    for (plane, &side) in planes.iter().zip(sides) {
        let added = frustum.push(side, (*plane).into());
        added.map_err(|error| error.to_string())?;
    }
    Ok(frustum)
}

/// Returns the polyhedron if its faces form a closed surface without holes: every edge from a to b is also an edge from
/// b to a of another face, and vertices − edges + faces = 2. Clipped polyhedra have rounded vertices, so convexity is
/// not checked.
fn polyhedron(
    vertices: &[[f64; 3]],
    faces: Vec<Vec<usize>>,
) -> Result<ConvexPolyhedron, &'static str> {
    all_finite("vertex", vertices).map_err(|_| "a coordinate is not finite")?;
    if faces
        .iter()
        .flatten()
        .any(|&vertex| vertex >= vertices.len())
    {
        return Err("a face refers to a vertex that does not exist");
    }
    let mut edges: Vec<[usize; 2]> = Vec::new();
    for face in &faces {
        if face.len() < 3 {
            return Err("a face has at least three corners");
        }
        let next = face.iter().cycle().skip(1);
        edges.extend(face.iter().zip(next).map(|(&from, &to)| [from, to]));
    }
    edges.sort_unstable();
    let has_reverse = |&[from, to]: &[usize; 2]| edges.binary_search(&[to, from]).is_ok();
    let is_closed = edges.is_sorted_by(|a, b| a < b) && edges.iter().all(has_reverse);
    let mut used: Vec<usize> = faces.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    if !is_closed || used.len() != vertices.len() || used.len() + faces.len() != edges.len() / 2 + 2
    {
        return Err("the faces do not form a closed surface");
    }
    Ok(ConvexPolyhedron::of_faces(vertices, faces))
}
