//! Tests with the sample glTF files in `assets`: placements, instances, primitives and accessors of every kind. The
//! expected values are computed by hand.

use crate::run::{asset, count, cut, cut_unseen, folder, number, objects, volume};

/// One cut of a sample file, with the expected values.
struct Case {
    file: &'static str,
    plane: &'static str,
    /// The expected numbers of front, cut and back objects.
    sides: [u64; 3],
    loops: u64,
    area: f64,
    /// The expected total volumes in front of the plane and behind it.
    volumes: [f64; 2],
}

/// Returns the area of a regular polygon with 16 corners at distance `radius` from its center.
fn sixteen(radius: f64) -> f64 {
    8.0 * radius * radius * (std::f64::consts::TAU / 16.0).sin()
}

/// Returns the volume between two parallel regular polygons with 16 corners, one straight above the other at distance
/// `height`. `lower` and `upper` are the distances of their corners from their centers.
fn frustum(lower: f64, upper: f64, height: f64) -> f64 {
    let [a, b] = [lower, upper].map(sixteen);
    height * (a + b + (a * b).sqrt()) / 3.0
}

fn cases() -> Vec<Case> {
    // The globe has a radius of 2, and a ring of 16 vertices every 22.5 degrees of latitude. The plane z = 0.3 passes
    // between the equator and the first ring above it.
    let ring = |step: f64| {
        let latitude = step * std::f64::consts::PI / 8.0;
        (2.0 * latitude.cos(), 2.0 * latitude.sin())
    };
    let band = |step: f64| {
        let ((lower, from), (upper, to)) = (ring(step), ring(step + 1.0));
        frustum(lower, upper, to - from)
    };
    let top = sixteen(ring(3.0).0) * (2.0 - ring(3.0).1) / 3.0;
    let northern = band(0.0) + band(1.0) + band(2.0) + top;
    let (upper, height) = ring(1.0);
    let at_plane = 2.0 + 0.3 / height * (upper - 2.0);
    let below = frustum(2.0, at_plane, 0.3);
    vec![
        Case {
            // The sample has four wedges of height 3 over triangles of area 4. Three wedges stand at z = 0, and one
            // stands at z = 1. Two of the wedges are mirrored.
            file: "mirrored.glb",
            plane: "z=2",
            sides: [0, 4, 0],
            loops: 4,
            area: 16.0,
            volumes: [20.0, 28.0],
        },
        Case {
            // The sample has a box of 4 × 8 × 3 about the origin, and a sheared box from z = −0.5 to z = 0.5 whose base
            // has an area of 32.
            file: "nonuniform.glb",
            plane: "z=0.3",
            sides: [0, 2, 0],
            loops: 2,
            area: 64.0,
            volumes: [38.4 + 6.4, 57.6 + 25.6],
        },
        Case {
            // The sample has five octagonal prisms. Each octagon is a square of 4 × 4 from which four corners of area
            // 1/2 are cut off.
            file: "instanced.glb",
            plane: "z=1",
            sides: [0, 5, 0],
            loops: 5,
            area: 70.0,
            volumes: [140.0, 70.0],
        },
        Case {
            file: "instanced.glb",
            plane: "x=20",
            sides: [2, 0, 3],
            loops: 0,
            area: 0.0,
            volumes: [84.0, 126.0],
        },
        Case {
            // The sample has a box of 2 × 6 × 8 that begins at z = 10, a box of 0.5 × 8 × 8 that begins at z = 6, and a
            // slanted wall. The profile of the wall is a slanted rectangle of 8 × 1, and the wall is 6 wide. The plane
            // crosses the two long sides of the profile 6.25 and 5.958… from their lower ends.
            file: "nested.glb",
            plane: "z=12",
            sides: [0, 3, 0],
            loops: 3,
            area: 12.0 + 4.0 + 6.25,
            volumes: [72.0 + 8.0 + 11.375, 24.0 + 24.0 + 36.625],
        },
        Case {
            // The sample has one box of 3 × 4 × 5, made of three primitives.
            file: "primitives.glb",
            plane: "z=0.3",
            sides: [0, 1, 0],
            loops: 1,
            area: 12.0,
            volumes: [56.4, 3.6],
        },
        Case {
            file: "seams.glb",
            plane: "z=0.3",
            sides: [0, 1, 0],
            loops: 1,
            area: sixteen(at_plane),
            volumes: [northern - below, northern + below],
        },
        Case {
            // The sample has a box of 1 × 2 × 0.25, and a cube with edges of 2.
            file: "quantized.glb",
            plane: "z=0.125",
            sides: [0, 2, 0],
            loops: 2,
            area: 6.0,
            volumes: [0.25 + 7.5, 0.25 + 0.5],
        },
        Case {
            // The sample has three boxes of 2 × 3 with the heights 1, 4 and 4.
            file: "sparse.gltf",
            plane: "z=0.5",
            sides: [0, 3, 0],
            loops: 3,
            area: 18.0,
            volumes: [45.0, 9.0],
        },
        Case {
            file: "georeferenced.glb",
            plane: "z=36.3",
            sides: [0, 1, 0],
            loops: 1,
            area: 12.5 * 8.25,
            volumes: [12.5 * 8.25 * 3.95, 12.5 * 8.25 * 2.175],
        },
    ]
}

#[test]
fn sections_and_volumes_are_those_of_mathematics() {
    let folder = folder(&[]);
    for (index, case) in cases().into_iter().enumerate() {
        let model = asset(&format!("gltf/{}", case.file));
        let out = index.to_string();
        let arguments = [&model, "--plane", case.plane, "-o", &out, "--json"];
        let report = cut_unseen(folder.path(), &arguments).fine().report();
        let what = format!("{} at {}", case.file, case.plane);
        let sides = ["front", "on", "back"]
            .map(|side| count(&report, &format!("/planes/0/objects/{side}")));
        assert_eq!(sides, case.sides, "{what}");
        assert_eq!(count(&report, "/certificate/objects_open"), 0, "{what}");
        assert_eq!(
            count(&report, "/planes/0/section/loops"),
            case.loops,
            "{what}"
        );
        assert_eq!(count(&report, "/planes/0/section/open_chains"), 0, "{what}");
        let bound = number(&report, "/certificate/volume_bound").max(1e-9);
        let area = number(&report, "/planes/0/section/area");
        assert!((area - case.area).abs() <= bound, "{what}: {area}");
        for (half, expected) in ["front", "back"].into_iter().zip(case.volumes) {
            let reported = number(
                &report,
                &format!("/parts/{}/volume", usize::from(half == "back")),
            );
            assert!(
                (reported - expected).abs() <= bound,
                "{what}: {half} {reported}, not {expected}"
            );
            let objects = objects(&folder.path().join(&out).join(format!("{half}.glb")));
            let read: f64 = objects.iter().map(|(_, mesh)| volume(mesh)).sum();
            assert!(
                (read - expected).abs() <= bound,
                "{what}: {half}.glb {read}, not {expected}"
            );
        }
    }
}

/// 32-bit floats near 5·10⁶ are half a metre apart, so the halves are written relative to their center.
#[test]
fn georeferenced_halves_keep_their_precision() {
    let folder = folder(&[]);
    let model = asset("gltf/georeferenced.glb");
    cut(
        folder.path(),
        &[&model, "--plane", "x+2y+4z=16837184", "-o", "out"],
    )
    .fine();
    let low = [5_212_345.25, 5_812_345.5, 34.125];
    let high = [low[0] + 12.5, low[1] + 8.25, low[2] + 6.125];
    let mut in_plane = 0;
    for half in ["front.glb", "back.glb"] {
        for (_, mesh) in objects(&folder.path().join("out").join(half)) {
            assert!(mesh.boundary().is_closed());
            for [x, y, z] in mesh.positions().iter().copied() {
                let point = [x, y, z];
                let near = |a: f64, b: f64| (a - b).abs() <= 1e-6;
                let on_wall =
                    |axis: usize| near(point[axis], low[axis]) || near(point[axis], high[axis]);
                assert!((0..3).any(on_wall), "{point:?} lies on the house's surface");
                let value = x + 2.0 * y + 4.0 * z - 16_837_184.0;
                let is_corner = (0..3).all(on_wall);
                assert!(
                    is_corner || near(value / 21.0_f64.sqrt(), 0.0),
                    "{point:?}: {value}"
                );
                in_plane += usize::from(!is_corner);
            }
        }
    }
    assert_eq!(
        in_plane, 6,
        "the plane cuts off a corner: a triangle in each half"
    );
}

#[test]
fn a_house_far_away_is_cut_where_it_should_be() {
    let folder = folder(&[]);
    let model = asset("gltf/georeferenced.glb");
    cut(folder.path(), &[&model, "--plane", "z=36.3", "-o", "out"]).fine();
    for half in ["front.glb", "back.glb"] {
        let path = folder.path().join("out").join(half);
        let (_, mesh) = objects(&path).swap_remove(0);
        for x in [5_212_345.25, 5_212_357.75] {
            for y in [5_812_345.5, 5_812_353.75] {
                let near = |a: f64, b: f64| (a - b).abs() <= 1e-6;
                let is_corner = |p: &[f64; 3]| near(p[0], x) && near(p[1], y) && near(p[2], 36.3);
                assert_eq!(
                    mesh.positions().iter().filter(|p| is_corner(p)).count(),
                    1,
                    "{half}: {x} {y}"
                );
            }
        }
    }
}
