//! A cut in one pass over the triangles of a mesh, compared with the cut of the mesh in memory.

use transect::{Plane, Side};
use transect_mesh::scene::{Encoding, Node, Scene, SceneCut, SceneMesh};
use transect_mesh::{FindingKind, Mesh, MeshBuilder, MeshError, OnePass, Precision, Rest, Split};

use crate::cutting::laws::{Verdict, law};
use crate::cutting::meshes::Grid;

/// The key of fingerprints in tests. A program takes random numbers.
const KEY: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344];

/// The triangles of a mesh, in their order.
fn corners(mesh: &Mesh) -> Vec<[[f64; 3]; 3]> {
    let triangles = 0..mesh.triangles().len();
    triangles.map(|triangle| mesh.corners(triangle)).collect()
}

/// The mesh of triangles, whose vertices are in the order of their first use.
fn built(triangles: impl IntoIterator<Item = [[f64; 3]; 3]>) -> Mesh {
    let mut builder = MeshBuilder::with_capacity(0);
    for corners in triangles {
        builder.push(corners).expect("finite coordinates");
    }
    builder.finish()
}

/// The triangles of a half, in any order, each from its least corner on.
fn sorted(triangles: impl IntoIterator<Item = [[f64; 3]; 3]>) -> Vec<[[u64; 3]; 3]> {
    let from_least = |triangle: [[f64; 3]; 3]| {
        let mut bits = triangle.map(|corner| corner.map(|c| (c + 0.0).to_bits()));
        let least = (0..3).min_by_key(|&corner| bits[corner]).unwrap_or(0);
        bits.rotate_left(least);
        // A triangle may have its least corner twice.
        let mut turned = bits;
        turned.rotate_left(1);
        if turned[0] == bits[0] {
            bits.min(turned)
        } else {
            bits
        }
    };
    let mut all: Vec<_> = triangles.into_iter().map(from_least).collect();
    all.sort_unstable();
    all
}

/// Passes over triangles a few at a time. Returns the band, the rest, and the whole triangles behind and in front.
fn pass(
    triangles: &[[[f64; 3]; 3]],
    plane: &Plane,
    precision: Precision,
) -> (Mesh, Rest, [Vec<[[f64; 3]; 3]>; 2]) {
    let mut pass = OnePass::new(plane, precision, KEY);
    let mut halves = [Vec::new(), Vec::new()];
    for some in triangles.chunks(7) {
        let whole = pass.add(some).expect("finite coordinates");
        for (half, whole) in halves.iter_mut().zip(whole) {
            half.extend_from_slice(whole);
        }
    }
    let (band, rest) = pass.finish();
    (band, rest, halves)
}

/// Checks that one pass gives the halves, the section and the numbers of the cut in memory.
pub(crate) fn one_pass_is_the_same(mesh: &Mesh, plane: &Plane, split: &Split) -> Verdict {
    let (band, rest, [mut behind, mut in_front]) = pass(&corners(mesh), plane, Precision::Double);
    // Of vertices with equal distances, the first one counts: in one pass, that is the one that a triangle uses first.
    // Positions that no triangle uses do not come.
    let used = built(corners(mesh));
    law!(
        rest.reach() == used.reach(plane).as_ref(),
        "{:?}, in one pass",
        rest.reach()
    );
    law!(
        rest.bounds() == used.bounds(),
        "other bounds in one pass: {:?}, {:?}",
        rest.bounds(),
        used.bounds()
    );
    let open = mesh.boundary().open_edges();
    law!(
        rest.is_closed() == (open == 0),
        "closed in one pass: {}",
        rest.is_closed()
    );
    let counted = rest
        .open_edges()
        .map(|edges| edges.iter().map(|edge| edge.times).sum());
    law!(
        counted == Some(open),
        "{counted:?} of {open} open edges in one pass"
    );
    let own = band.split(plane);
    law!(
        own.sections == split.sections,
        "another section in one pass"
    );
    let [one, other] = [own.contact, split.contact];
    law!(
        (one.vertices[1], one.edges, one.faces, one.crossed)
            == (other.vertices[1], other.edges, other.faces, other.crossed),
        "{one:?} in one pass"
    );
    behind.extend(corners(&own.back));
    in_front.extend(corners(&own.front));
    for (side, one, band, whole) in [
        (Side::Back, behind, &own.back, &split.back),
        (Side::Front, in_front, &own.front, &split.front),
    ] {
        law!(
            sorted(one.iter().copied()) == sorted(corners(whole)),
            "another half {side} in one pass"
        );
        let part = rest.part(side, band);
        let boundary = whole.boundary();
        law!(
            (part.triangles, part.is_closed, part.open_edges)
                == (one.len(), boundary.is_closed(), Some(boundary.open_edges())),
            "{part:?} in one pass"
        );
        let size = mesh.bounds().map_or(0.0, |bounds| {
            let ends = [bounds.min(), bounds.max()];
            ends.as_flattened()
                .iter()
                .fold(0.0, |m: f64, c| m.max(c.abs()))
        });
        let area = whole.area();
        law!(
            (part.area - area).abs() <= 1e-12 * area,
            "area {} in one pass",
            part.area
        );
        // The volume in memory has an error of some units of rounding for each triangle.
        let bound = 1e-15 * (1 + whole.triangles().len()) as f64 * size.powi(3);
        law!(
            !part.is_closed || (part.volume - whole.volume()).abs() <= bound,
            "volume {} in one pass",
            part.volume
        );
    }
    Ok(())
}

/// A closed body with a circle of vertices at the greatest height, which is 300.
fn torus() -> Mesh {
    Grid::torus(60, 40, 1000.0, 300.0).mesh()
}

/// Returns the scene of one object.
fn scene(mesh: Mesh) -> Scene {
    Scene {
        nodes: vec![Node {
            mesh: Some(0),
            ..Node::default()
        }],
        meshes: vec![SceneMesh {
            mesh,
            ..SceneMesh::default()
        }],
        ..Scene::default()
    }
}

/// Cuts triangles in one pass, and returns the cut.
fn cut(triangles: &[[[f64; 3]; 3]], plane: &Plane, encoding: Encoding) -> SceneCut {
    let precision = match encoding {
        Encoding::Double => Precision::Double,
        _ => Precision::Single,
    };
    let (band, rest, _) = pass(triangles, plane, precision);
    let cut = scene(band).cut_band(plane, encoding, &rest, |_| ());
    cut.expect("finite coordinates")
}

#[test]
fn the_cut_of_a_scene_is_the_same() {
    let mesh = torus();
    for (text, is_cut) in [
        ("x + 2y - z = 0.125", true),
        ("z = 0", true),
        ("z = 300", false), // it touches the topmost circle
        ("x = 2000", false),
        ("x = -2000", false),
    ] {
        let plane: Plane = text.parse().expect("a plane");
        for encoding in [Encoding::Double, Encoding::Single] {
            let one = cut(&corners(&mesh), &plane, encoding);
            let whole = scene(mesh.clone());
            let whole = whole.cut(&plane, encoding, |_| true, |_| ());
            let whole = whole.expect("finite coordinates");
            let (one, whole) = (&one.objects[0], &whole.objects[0]);
            assert!(one.is_closed && whole.is_closed, "{text}");
            assert_eq!(one.reaches, whole.reaches, "{text}");
            assert_eq!(one.details.is_some(), whole.details.is_some(), "{text}");
            assert!(!is_cut || one.details.is_some());
            for (one, whole) in one.pieces.iter().zip(&whole.pieces) {
                assert_eq!(
                    (one.0, one.1.triangles),
                    (whole.0, whole.1.triangles),
                    "{text}"
                );
                let [one, whole] = [one, whole].map(|(_, own)| own.volume.expect("closed"));
                assert!(
                    (one - whole).abs() < 1e-12 * whole.abs(),
                    "{text}: {one}, {whole}"
                );
            }
            if let (Some(one), Some(whole)) = (&one.details, &whole.details) {
                let (one, whole) = (&one.certificate, &whole.certificate);
                assert!(
                    one.is_correct() && one.input_closed,
                    "{text}: {:?}",
                    one.findings
                );
                assert_eq!(one.face_areas, whole.face_areas, "{text}");
                assert!(one.parts.iter().all(|part| part.closed), "{text}");
            }
        }
    }
}

#[test]
fn a_plane_between_bodies_divides_them() {
    let low = Grid::cuboid([0, 0, 0], [2, 2, 2]).mesh();
    let high = Grid::cuboid([0, 0, 5], [2, 2, 7]).mesh();
    let triangles = [corners(&low), corners(&high)].concat();
    let plane: Plane = "z = 3".parse().expect("a plane");
    let cut = cut(&triangles, &plane, Encoding::Single);
    let object = &cut.objects[0];
    assert!(object.met[0].contact.divided());
    let volumes: Vec<_> = object.pieces.iter().map(|(_, own)| own.volume).collect();
    assert_eq!(volumes, [Some(8.0), Some(8.0)]);
    assert!(
        object
            .details
            .as_ref()
            .is_some_and(|own| own.certificate.is_correct())
    );
}

#[test]
fn a_missing_triangle_far_from_the_plane_is_found() {
    let mut triangles = corners(&torus());
    let plane: Plane = "x = 0.125".parse().expect("a plane");
    let far = triangles
        .iter()
        .position(|own| own.iter().all(|corner| corner[0] > 500.0));
    let [a, b, c] = triangles.remove(far.expect("a triangle in front"));
    let (_, rest, _) = pass(&triangles, &plane, Precision::Single);
    let open = rest.open_edges().expect("three edges");
    let mut ends: Vec<_> = open.iter().map(|edge| edge.ends).collect();
    let mut expected = [[b, a], [c, b], [a, c]].to_vec();
    ends.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
    expected.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
    assert_eq!(ends, expected);
    let cut = cut(&triangles, &plane, Encoding::Single);
    let object = &cut.objects[0];
    assert!(!object.is_closed && object.changes.open_edges == 3);
    let edges: Vec<_> = object
        .pieces
        .iter()
        .map(|(_, own)| own.open_edges)
        .collect();
    assert_eq!(edges, [3, 0]);
    assert!(object.pieces.iter().all(|(_, own)| own.volume.is_none()));
}

#[test]
fn a_half_that_is_written_open_is_an_error() {
    // The rest is that of a closed surface, and a band lacks a triangle: a defect of the library would look so.
    let triangles = corners(&torus());
    let plane: Plane = "x = 0.125".parse().expect("a plane");
    let (band, rest, _) = pass(&triangles, &plane, Precision::Double);
    let spoilt = built(corners(&band)[1..].iter().copied());
    let cut = scene(spoilt).cut_band(&plane, Encoding::Double, &rest, |_| ());
    let cut = cut.expect("finite coordinates");
    let details = cut.objects[0].details.as_ref().expect("it is cut");
    let mut errors = details.certificate.errors();
    assert!(errors.any(|finding| finding.kind == FindingKind::Open));
}

#[test]
fn coordinates_that_are_not_finite_are_refused() {
    let plane: Plane = "x = 0".parse().expect("a plane");
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut pass = OnePass::new(&plane, Precision::Single, KEY);
        let triangle = [[1.0, 0.0, 0.0], [0.0, value, 0.0], [0.0, 0.0, 1.0]];
        let error = pass.add(&[triangle]).expect_err("not finite");
        assert!(matches!(
            error,
            MeshError::NotFinite {
                vertex: 1,
                axis: 1,
                ..
            }
        ));
    }
}
