//! Tests of planes that are kept in the form in which they were given (not as rounded coefficients): the corners of a
//! face, three vertices, three distant points, or a vertex and a normal.

use transect::{CuttingPlane, Extent, PlaneAt, PlaneThrough, Side};
use transect_mesh::Mesh;

use crate::cutting::count::{caps_fill, is_closed};
use crate::cutting::families::Family;
use crate::cutting::index::the_index_tells_the_same;
use crate::cutting::laws::{Verdict, law, same};
use crate::random::Random;
use crate::run::cases;

const MESHES: u64 = 25;
const PLANES: usize = 4;

/// The numbers that determine a plane: the corners of a face of the mesh, or three of its vertices, or three points far
/// away, or one vertex and a normal.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Face,
    Vertices,
    /// Points far from the mesh that are nearly in the plane of three of its vertices.
    Afar,
    VertexAndNormal,
}

fn one_cut(mesh: &Mesh, plane: &CuttingPlane, source: Source) -> Verdict {
    let split = mesh.split(plane);
    let sides: Vec<Side> = mesh.positions().iter().map(|p| plane.side(p)).collect();
    for (index, side) in [Side::Back, Side::On, Side::Front].into_iter().enumerate() {
        let count = sides.iter().filter(|&&s| s == side).count();
        law!(
            split.contact.vertices[index] == count,
            "{count} vertices are {side}"
        );
    }
    let least = match source {
        Source::Face | Source::Vertices => 3,
        Source::VertexAndNormal => 1,
        Source::Afar => 0,
    };
    law!(
        split.contact.vertices[1] >= least,
        "the vertices that it goes through lie on it"
    );
    if source == Source::Face {
        law!(split.contact.faces >= 1, "the face lies in its own plane");
    }
    if is_closed(mesh) {
        law!(
            is_closed(&split.front) && is_closed(&split.back),
            "a half is open"
        );
    }
    law!(
        caps_fill(&split.back, &split.cap_loops, 1)
            && caps_fill(&split.front, &split.cap_loops, -1),
        "caps do not fill their loops"
    );
    let certificate = split.certificate(mesh, plane);
    law!(certificate.errors().next().is_none(), "{certificate:?}");
    the_index_tells_the_same(mesh, plane)?;
    let flipped = mesh.split(&plane.flipped());
    law!(
        same(&flipped.front, &split.back) && same(&flipped.back, &split.front),
        "a flip changes more than the sides"
    );
    if let Some([a, b, c]) = plane.points() {
        let turned = PlaneThrough::new([b, c, a]).map_err(|error| error.to_string())?;
        let turned = mesh.split(&turned);
        law!(
            same(&turned.front, &split.front) && same(&turned.back, &split.back),
            "the order of the points matters"
        );
    }
    let extent = sides.iter().map(|&side| Extent::of_point(side));
    let reach = mesh.reach(plane);
    law!(
        reach.map(|reach| reach.extent) == extent.reduce(Extent::join),
        "reach {reach:?}"
    );
    let section = mesh.section(plane);
    law!(
        section == split.sections.on_front,
        "two ways to ask for the section differ"
    );
    Ok(())
}

fn plane_of(mesh: &Mesh, source: Source, random: &mut Random) -> Option<CuttingPlane> {
    let vertex = |random: &mut Random| mesh.positions()[random.below(mesh.positions().len())];
    if source == Source::VertexAndNormal {
        let normal = [random.unit(), random.unit(), random.unit()];
        return PlaneAt::new(vertex(random), normal).ok().map(Into::into);
    }
    let [a, b, c] = match source {
        Source::Face => mesh.corners(random.below(mesh.triangles().len())),
        _ => [vertex(random), vertex(random), vertex(random)],
    };
    let afar = |from: [f64; 3], to: [f64; 3], factor: f64| -> [f64; 3] {
        std::array::from_fn(|axis| from[axis] + factor * (to[axis] - from[axis]))
    };
    let points = match source {
        Source::Afar => [afar(a, b, 1e5), afar(a, b, -1e6), afar(a, c, 1e7)],
        _ => [a, b, c],
    };
    PlaneThrough::new(points).ok().map(Into::into)
}

/// The grids of integers are sheared and scaled down. So almost all coordinates have many bits, and the coefficients of
/// planes through vertices must be rounded.
#[test]
fn meshes_of_any_floats() {
    let mut cuts = 0;
    for family in Family::ALL {
        for seed in 0..cases(MESHES) {
            let mut random = Random::new(seed << 8 | family as u64);
            let grid = family.mesh(&mut random);
            let [s, t] = [random.unit(), random.unit()];
            let mesh = grid.mesh_with(|p| {
                let [x, y, z] = p.map(|coordinate| coordinate as f64 * 0.1);
                [
                    x - s * y + t * z + 0.3,
                    y + s * x - t * z,
                    z + t * (y - x) - 0.7,
                ]
            });
            if mesh.triangles().is_empty() {
                continue;
            }
            let sources = [
                Source::Face,
                Source::Vertices,
                Source::Afar,
                Source::VertexAndNormal,
            ];
            for source in sources {
                for _ in 0..PLANES {
                    let Some(plane) = plane_of(&mesh, source, &mut random) else {
                        continue;
                    };
                    if let Err(what) = one_cut(&mesh, &plane, source) {
                        panic!("{family:?}, seed {seed}, {source:?}, {plane:?}: {what}");
                    }
                    cuts += 1;
                }
            }
        }
    }
    assert!(cuts > cases(2_000), "{cuts}");
}

/// For small integer points, the coefficients are not rounded. So the plane through the points and the plane by
/// coefficients give the same halves, bit for bit.
#[test]
fn planes_through_integers_are_their_coefficients() {
    for family in Family::ALL {
        for seed in 0..cases(MESHES) {
            let mut random = Random::new(seed << 8 | family as u64);
            let mesh = family.mesh(&mut random).mesh();
            if mesh.triangles().is_empty() {
                continue;
            }
            for source in [Source::Face, Source::Vertices] {
                let Some(kept) = plane_of(&mesh, source, &mut random) else {
                    continue;
                };
                let (one, other) = (mesh.split(&kept), mesh.split(kept.plane()));
                assert!(same(&one.front, &other.front) && same(&one.back, &other.back));
                assert_eq!(one.sections, other.sections);
                assert_eq!(one.contact, other.contact);
            }
        }
    }
}

/// Meshes in UTM coordinates are cut by planes through a vertex, with an oblique normal. The vertex lies on the plane,
/// although the rounded offset of nearly all these planes misses it.
#[test]
fn meshes_in_utm_coordinates_by_a_vertex_and_a_normal() {
    let (mut cuts, mut missed) = (0, 0);
    for family in Family::ALL {
        for seed in 0..cases(MESHES) {
            let mut random = Random::new(seed << 8 | family as u64);
            let grid = family.mesh(&mut random);
            let mesh = grid.mesh_with(|p| {
                let [x, y, z] = p.map(|coordinate| coordinate as f64 * 0.1);
                [691_607.85 + x, 5_334_761.36 + y, 519.27 + z]
            });
            if mesh.triangles().is_empty() {
                continue;
            }
            let source = Source::VertexAndNormal;
            let plane = plane_of(&mesh, source, &mut random).expect("a normal");
            if let Err(what) = one_cut(&mesh, &plane, source) {
                panic!("{family:?}, seed {seed}, {plane:?}: {what}");
            }
            let [point, _] = plane.point_and_normal().expect("a point and a normal");
            missed += usize::from(plane.plane().side(&point) != Side::On);
            cuts += 1;
        }
    }
    assert!(
        cuts > cases(100) && missed > cuts * 9 / 10,
        "{missed} of {cuts}"
    );
}
