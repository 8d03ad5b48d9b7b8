//! Tests of sections from the server. They are bit-identical to the sections that the library computes. The response
//! holds them in blocks of numbers, aligned for typed arrays.

use serde_json::{Value, json};
use transect::polygons::InsideRule;
use transect::{Plane, PlaneThrough, Side};
use transect_mesh::{Mesh, RawMesh, Section};

use crate::client::{Running, asset, showing};

/// Returns the section whose loops are the boundary of the points inside.
fn by_rule(section: &Section) -> Section {
    section.inside(InsideRule::Nonzero).section.into_owned()
}

/// The body of a response, parsed as the page does it: the JSON, and the named blocks of numbers after it.
pub(crate) struct Parts {
    pub(crate) answer: Value,
    blocks: Vec<(String, String, Vec<u8>)>,
}

impl Parts {
    pub(crate) fn of(body: &[u8]) -> Self {
        let length = u32::from_le_bytes(body[..4].try_into().expect("four bytes")) as usize;
        let answer: Value = serde_json::from_slice(&body[4..4 + length]).expect("JSON");
        let mut at = 4 + length;
        assert!(at.is_multiple_of(8) && body.len().is_multiple_of(8));
        let list = answer["blocks"].as_array().expect("a list").clone();
        let mut blocks = Vec::new();
        for block in list {
            let kind = block["type"].as_str().expect("a type").to_string();
            let bytes = block["count"].as_u64().expect("a count") as usize
                * if kind == "f64" { 8 } else { 4 };
            let name = block["name"].as_str().expect("a name").to_string();
            blocks.push((name, kind, body[at..at + bytes].to_vec()));
            at += bytes.next_multiple_of(8);
        }
        assert_eq!(at, body.len());
        Self { answer, blocks }
    }

    fn bytes(&self, name: &str, kind: &str) -> &[u8] {
        let found = self.blocks.iter().find(|(known, ..)| known == name);
        let (_, found_kind, bytes) = found.expect("a block");
        assert_eq!(found_kind, kind);
        bytes
    }

    fn f64s(&self, name: &str) -> Vec<f64> {
        let chunks = self.bytes(name, "f64").as_chunks::<8>().0;
        chunks
            .iter()
            .map(|&chunk| f64::from_le_bytes(chunk))
            .collect()
    }

    fn f32s(&self, name: &str) -> Vec<f32> {
        let chunks = self.bytes(name, "f32").as_chunks::<4>().0;
        chunks
            .iter()
            .map(|&chunk| f32::from_le_bytes(chunk))
            .collect()
    }

    fn u32s(&self, name: &str) -> Vec<u32> {
        let chunks = self.bytes(name, "u32").as_chunks::<4>().0;
        chunks
            .iter()
            .map(|&chunk| u32::from_le_bytes(chunk))
            .collect()
    }
}

fn section(server: &Running, request: &Value) -> Parts {
    Parts::of(server.post("/api/section", request).fine())
}

#[test]
fn the_building_is_cut_as_the_command_cuts_it() {
    let server = showing(&["office.glb"]);
    let parts = section(
        &server,
        &json!({"plane": {"text": "z=1.2"}, "client": "a", "sequence": 7}),
    );
    let Parts { answer, .. } = &parts;
    let counts =
        json!({"total": 1083, "front": 549, "on": 519, "back": 15, "touching": 0, "divided": 0});
    assert_eq!(
        (&answer["counts"], &answer["sequence"]),
        (&counts, &json!(7))
    );
    let sides = answer["sides"].as_str().expect("letters");
    let letters = |letter| sides.chars().filter(|&side| side == letter).count();
    assert_eq!([letters('f'), letters('o'), letters('b')], [549, 519, 15]);
    assert_eq!(
        answer["on_plane"],
        json!({"vertices": 0, "edges": 0, "faces": 0})
    );

    // The expected values: the library computes the same sections object by object, without trees.
    let document = transect_io::read(&[asset("office.glb")]).expect("the building");
    let plane: Plane = "z=1.2".parse().expect("a plane");
    let cut = document
        .scene
        .cut(&plane, Default::default(), |_| true, |_| {})
        .expect("placed");
    let sections = cut.objects.iter().filter_map(|object| {
        let sections = object.met_by(0)?.sections.as_ref()?;
        Some(sections.counting_on_as(Side::Front))
    });
    let points: Vec<f64> = sections
        .clone()
        .flat_map(|section| (0..section.loops.len()).flat_map(|index| section.loop_2d(index)))
        .flatten()
        .collect();
    assert!(points == parts.f64s("points2d"));
    let area = sections
        .clone()
        .fold(0.0, |sum, section| sum + by_rule(section).area());
    let perimeter = sections
        .clone()
        .fold(0.0, |sum, section| sum + by_rule(section).perimeter());
    assert_eq!(
        (&answer["area"], &answer["perimeter"]),
        (&json!(area), &json!(perimeter))
    );
    let chains: usize = sections
        .clone()
        .map(|section| section.open_chains.len())
        .sum();
    assert_eq!(answer["open_chains"], chains);
    let loops: Vec<_> = sections.flat_map(|section| section.loops.iter()).collect();
    let ends: Vec<u32> = loops
        .iter()
        .scan(0, |end, section_loop| {
            *end += section_loop.points.len() as u32;
            Some(*end)
        })
        .collect();
    assert_eq!(parts.u32s("loop_ends"), ends);
    let areas: Vec<f64> = loops.iter().map(|one| one.area).collect();
    assert!(parts.f64s("loop_areas") == areas);
    let perimeters: Vec<f64> = loops.iter().map(|one| one.perimeter()).collect();
    assert!(parts.f64s("loop_perimeters") == perimeters);
    let outer: Vec<u32> = loops.iter().map(|one| u32::from(!one.is_hole)).collect();
    assert_eq!(parts.u32s("loop_outer"), outer);
    let owners = |count: fn(&Section) -> usize| -> Vec<u32> {
        let objects = cut.objects.iter().enumerate();
        let numbers = objects.filter_map(|(index, object)| {
            let sections = object.met_by(0)?.sections.as_ref()?;
            Some(vec![
                index as u32;
                count(sections.counting_on_as(Side::Front))
            ])
        });
        numbers.flatten().collect()
    };
    assert_eq!(
        parts.u32s("loop_objects"),
        owners(|section| section.loops.len())
    );
    assert_eq!(
        parts.u32s("chain_objects"),
        owners(|section| section.open_chains.len())
    );
    assert_eq!(parts.f32s("points3d").len() / 3, points.len() / 2);
    caps_fill(&parts, area);
}

/// Asserts that the triangles of the caps have the area of the section, and that their corners are points of its
/// outlines.
fn caps_fill(parts: &Parts, area: f64) {
    let points = parts.f64s("points2d");
    let point = |corner: u32| {
        let place = 2 * corner as usize;
        [points[place], points[place + 1]]
    };
    let corners = parts.u32s("caps");
    let filled: f64 = corners
        .as_chunks::<3>()
        .0
        .iter()
        .map(|&[a, b, c]| {
            let [a, b, c] = [a, b, c].map(point);
            0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]))
        })
        .sum();
    let scale = points
        .iter()
        .fold(1.0_f64, |most, c| most.max(c.abs()))
        .powi(2)
        * corners.len() as f64;
    assert!(
        (filled - area).abs() <= f64::EPSILON * 16.0 * scale,
        "{filled} and {area}"
    );
}

#[test]
fn flipping_exchanges_the_sides() {
    let server = showing(&["office.glb"]);
    let there = section(&server, &json!({"plane": {"text": "z=1.2"}})).answer;
    let back = section(&server, &json!({"plane": {"text": "z=1.2", "flip": true}})).answer;
    assert_eq!(
        (&there["counts"]["front"], &there["counts"]["back"]),
        (&back["counts"]["back"], &back["counts"]["front"])
    );
    assert_eq!(
        (&there["area"], &there["perimeter"]),
        (&back["area"], &back["perimeter"])
    );
    let turned: String = there["sides"]
        .as_str()
        .expect("letters")
        .chars()
        .map(|side| match side {
            'f' => 'b',
            'b' => 'f',
            other => other,
        })
        .collect();
    assert_eq!(back["sides"], turned);
}

#[test]
fn what_lies_on_the_plane_is_shown_element_by_element() {
    let server = showing(&["small/stair.obj"]);
    let document = transect_io::read(&[asset("small/stair.obj")]).expect("a stair");
    let scene = server.get("/api/scene").json();
    let origin: [f64; 3] = serde_json::from_value(scene["origin"].clone()).expect("a point");
    let heights = document.scene.meshes[0]
        .mesh
        .positions()
        .iter()
        .map(|p| p[2]);
    let mut heights: Vec<f64> = heights.collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    let mut faces_met = 0;
    for height in heights {
        let plane = Plane::from_normal_and_distance([0.0, 0.0, 1.0], height).expect("a plane");
        let request = |on_plane: &str| {
            section(
                &server,
                &json!({"plane": {"text": plane.to_string()}, "on_plane": on_plane}),
            )
        };
        let [front, back] = ["front", "back"].map(request);
        let (mut counts, mut areas) = ([0; 3], [0.0; 2]);
        for mesh in &document.scene.meshes {
            let contact = mesh.mesh.contact(&plane);
            let sections = mesh.mesh.sections(&plane);
            for (sum, count) in
                counts
                    .iter_mut()
                    .zip([contact.vertices[1], contact.edges, contact.faces])
            {
                *sum += count;
            }
            areas[0] += by_rule(sections.counting_on_as(Side::Front)).area();
            areas[1] += by_rule(sections.counting_on_as(Side::Back)).area();
        }
        let answer = json!({"vertices": counts[0], "edges": counts[1], "faces": counts[2]});
        assert_eq!(front.answer["on_plane"], answer, "at {height}");
        assert_eq!(
            [&front.answer["area"], &back.answer["area"]],
            [&json!(areas[0]), &json!(areas[1])]
        );
        let lengths = ["touching_points", "touching_edges", "touching_faces"]
            .map(|name| front.f32s(name).len());
        assert_eq!(lengths, [3 * counts[0], 6 * counts[1], 9 * counts[2]]);
        let on_height = |z: &[f32; 3]| f64::from(z[2]) + origin[2] == height;
        assert!(
            front
                .f32s("touching_points")
                .as_chunks::<3>()
                .0
                .iter()
                .all(on_height)
        );
        faces_met += counts[2];
    }
    assert!(faces_met > 0);
}

#[test]
fn planes_of_points_and_of_no_model_are_answered() {
    let server = showing(&["cad_featuretype.stl"]);
    let document = transect_io::read(&[asset("cad_featuretype.stl")]).expect("a part");
    let mesh = &document.scene.meshes[0].mesh;
    let corners = mesh.corners(400);
    let plane = PlaneThrough::new(corners).expect("a face");
    let parts = section(&server, &json!({"plane": {"through": corners}}));
    assert_eq!(parts.answer["area"], json!(mesh.section(&plane).area()));
    let on = mesh.contact(&plane);
    assert_eq!(parts.answer["on_plane"]["faces"], on.faces);
    assert!(on.faces > 0);
    let beside = section(&server, &json!({"plane": {"text": "z=1e9"}})).answer;
    assert_eq!(
        (&beside["bounds2d"], &beside["area"]),
        (&json!(null), &json!(0.0))
    );
    assert_eq!(beside["counts"]["back"], 1);
}

#[test]
fn touching_and_divided_objects_are_reported() {
    let cube = |x: f64, y: f64, z: f64| {
        let corner = |i: usize| {
            [
                x + (i & 1) as f64,
                y + (i >> 1 & 1) as f64,
                z + (i >> 2) as f64,
            ]
        };
        (0..8).map(corner).collect::<Vec<_>>()
    };
    const FACES: [[u32; 3]; 12] = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let mut text = String::new();
    let mut first = 1;
    for (name, cubes) in [
        ("touching", vec![cube(0.0, 0.0, 1.0)]),
        ("divided", vec![cube(3.0, 0.0, 2.0), cube(3.0, 0.0, -2.0)]),
        ("cut", vec![cube(6.0, 0.0, 0.5)]),
    ] {
        text += &format!("o {name}\n");
        for positions in cubes {
            let mesh = Mesh::new(RawMesh {
                positions,
                triangles: FACES.to_vec(),
                ..RawMesh::default()
            });
            let mesh = mesh.expect("a cube");
            for [x, y, z] in mesh.positions() {
                text += &format!("v {x} {y} {z}\n");
            }
            for [a, b, c] in FACES {
                text += &format!("f {} {} {}\n", a + first, b + first, c + first);
            }
            first += 8;
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cubes.obj");
    std::fs::write(&path, text).expect("a file");
    let server = Running::new(&crate::client::options(&[path]));
    server.settled();
    for kind in ["section", "sort"] {
        let request = json!({"plane": {"text": "z=1"}});
        let answer = match kind {
            "section" => section(&server, &request).answer,
            _ => server.post("/api/sort", &request).json(),
        };
        let counts =
            json!({"total": 3, "front": 0, "on": 3, "back": 0, "touching": 1, "divided": 1});
        assert_eq!(
            (&answer["counts"], &answer["sides"]),
            (&counts, &json!("ooo")),
            "{kind}"
        );
    }
}

#[test]
fn a_newer_request_overtakes_an_older_one_of_its_client() {
    let server = showing(&["office.glb"]);
    let request = |client: &str, sequence: u64| {
        let body = json!({"plane": {"text": "z=1.2"}, "client": client, "sequence": sequence});
        server.post("/api/section", &body)
    };
    request("a", 5).fine();
    let error = request("a", 4).error(409);
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("overtaken"))
    );
    request("b", 4).fine();
    request("a", 5).fine();
    request("a", 6).fine();
    // Twenty requests are sent at the same time. The newest must be answered; each other request is either answered,
    // too, or rejected with status 409 as overtaken by a newer one.
    let outcomes: Vec<(u64, u16)> = std::thread::scope(|scope| {
        let request = &request;
        let threads: Vec<_> = (10..30)
            .map(|sequence| scope.spawn(move || (sequence, request("c", sequence).status)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    assert!(
        outcomes
            .iter()
            .all(|(_, status)| matches!(status, 200 | 409)),
        "{outcomes:?}"
    );
    assert!(
        outcomes.contains(&(29, 200)),
        "the newest is answered: {outcomes:?}"
    );
}

/// Areas, files and curves follow the rule of a request for the points inside.
#[test]
fn the_rule_decides_which_points_are_inside() {
    let server = showing(&["small/overlapping.obj"]);
    for (rule, area, perimeter) in [("nonzero", 20.0, 20.0), ("odd", 16.0, 28.0)] {
        let plane = json!({"text": "z=1"});
        let own = section(&server, &json!({"plane": plane, "inside": rule})).answer;
        assert_eq!(
            [
                &own["area"],
                &own["perimeter"],
                &own["rule"],
                &own["overlapping"]
            ],
            [&json!(area), &json!(perimeter), &json!(rule), &json!(1)]
        );
        let report = server.get(&format!("/api/export/report.json?plane=z=1&inside={rule}"));
        assert_eq!(report.json()["planes"][0]["section"]["area"], area);
        let body = json!({"plane": plane, "inside": rule});
        let certificate = server.post("/api/certificate", &body).json();
        assert_eq!(
            certificate["report"]["planes"][0]["section"]["inside"],
            rule
        );
        let body = json!({"normal": [0, 0, 1], "samples": 3, "inside": rule});
        assert_eq!(server.post("/api/curve", &body).json()["areas"][1], area);
        let address = format!("/api/layers/layers.json?normal=0,0,1&count=1&inside={rule}");
        assert_eq!(server.get(&address).json()["layers"][0]["area"], area);
    }
    assert_eq!(server.get("/api/state").json()["inside"], "nonzero");
    let wrong = json!({"plane": {"text": "z=1"}, "inside": "even"});
    server.post("/api/section", &wrong).error(400);
    server
        .get("/api/export/report.json?plane=z=1&inside=even")
        .error(400);
}
