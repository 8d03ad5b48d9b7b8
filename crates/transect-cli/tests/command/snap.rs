//! `--snap`: heights that move onto vertices which 32-bit numbers rounded.

use crate::gaps::boxes;
use crate::run::{folder, transect};

/// Returns a folder with `low.stl`, a box up to 0.7 in 32-bit numbers, and `low.obj`, the same box in decimals.
fn model() -> tempfile::TempDir {
    let folder = folder(&[]);
    let ends = [[[0.0; 3], [1.0, 1.0, 0.7]]];
    boxes(&folder.path().join("low.stl"), &ends, |_| {});
    let z = |corner: usize| if corner >> 2 == 1 { "0.7" } else { "0" };
    let vertices = (0..8).map(|own| format!("v {} {} {}\n", own & 1, own >> 1 & 1, z(own)));
    let faces = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    let text = vertices.collect::<String>() + faces;
    std::fs::write(folder.path().join("low.obj"), text).expect("a file");
    folder
}

const HIGH: f64 = 0.7_f32 as f64;

#[test]
fn a_plane_moves_onto_the_face_that_the_file_rounded() {
    let folder = model();
    for (plane, more, faces, height) in [
        ("z=0.7", false, 0, 0.7),
        ("z=0.7", true, 2, HIGH),
        ("z=0.7000001", true, 0, 0.700_000_1),
        ("-2z=-1.4", true, 2, HIGH),
    ] {
        let snap: &[&str] = if more { &["--snap"] } else { &[] };
        let equation = format!("--plane={plane}");
        let arguments = [&["cut", "low.stl", &equation, "--json"], snap].concat();
        let outcome = transect(folder.path(), &arguments).fine();
        let report = outcome.report();
        let own = &report["planes"][0];
        assert_eq!(own["faces_on_plane"], faces, "{plane}: {own}");
        let [offset, normal] = [&own["offset"], &own["normal"][2]];
        let found = -offset.as_f64().expect("a number") / normal.as_f64().expect("a number");
        assert_eq!(found, height, "{plane}");
        assert_eq!(outcome.stderr.contains("--snap moved 1 plane"), faces > 0);
        assert_eq!(
            outcome.stderr.contains("--snap moved no plane"),
            more && faces == 0
        );
    }
    // A note lists all heights, which a later `verify` needs.
    let arguments = [
        "cut", "low.stl", "--plane", "z=0.7", "--plane", "x=1", "--plane", "z=0.3", "--snap",
    ];
    let outcome = transect(folder.path(), &arguments).fine();
    let moved = format!("--snap moved 1 plane onto vertices from z = 0.7 to z = {HIGH}");
    assert!(outcome.stderr.contains(&moved), "{}", outcome.stderr);
    // The numbers of OBJ are decimals: nothing is rounded.
    let outcome = transect(
        folder.path(),
        &["cut", "low.obj", "--plane", "z=0.7", "--snap", "--json"],
    )
    .fine();
    assert_eq!(outcome.report()["planes"][0]["faces_on_plane"], 2);
    assert!(
        outcome.stderr.contains("moved no plane"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn heights_of_layers_move_and_keep_all_their_digits() {
    let folder = model();
    let slice = |more: &[&str]| {
        let arguments = ["slice", "low.stl", "--axis", "z", "--json"];
        transect(folder.path(), &[&arguments[..], more].concat())
    };
    let outcome = slice(&["--heights", "0.1,0.7", "--snap"]).fine();
    let layers = &outcome.report()["layers"];
    assert_eq!([&layers[0]["height"], &layers[1]["height"]], [0.1, HIGH]);
    assert_eq!(layers[1]["area"], 1.0);
    assert!(
        outcome
            .stderr
            .contains("from z = 0.7 to z = 0.699999988079071"),
        "{}",
        outcome.stderr
    );
    let none = slice(&["--heights", "0.1", "--snap"]).fine();
    assert!(none.stderr.contains("moved no plane"), "{}", none.stderr);
    // Two heights that move to one are one layer.
    let text = format!("0.7,{HIGH},0.3");
    let both = slice(&["--heights", &text, "--snap"]).fine();
    assert_eq!(both.report()["layers"].as_array().map(Vec::len), Some(2));
    let refused = transect(
        folder.path(),
        &[
            "slice",
            "low.stl",
            "--normal",
            "0,0,1",
            "--heights",
            "0.7",
            "--snap",
        ],
    );
    assert_eq!(refused.status, Some(2));
}
