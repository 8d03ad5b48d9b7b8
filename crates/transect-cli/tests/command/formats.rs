//! Tests of every input format with every output format: the halves are closed and have the right volume.

use crate::run::{cut_unseen, folder, names, number, objects, volume};
use crate::solids::{boxes, brick};

const FORMATS: [&str; 6] = ["stl", "obj", "ply", "off", "3mf", "glb"];

#[test]
fn from_each_to_each() {
    let folder = folder(&[("brick.obj", &brick())]);
    for from in FORMATS {
        // The plane z = 9 is above the brick, so the back half is the whole brick, in a file of the format `from`.
        cut_unseen(
            folder.path(),
            &[
                "brick.obj",
                "--plane",
                "z=9",
                "--format",
                from,
                "-o",
                from,
                "--write",
                "halves,preview",
            ],
        )
        .fine();
        let model = format!("{from}/back.{from}");
        for to in FORMATS {
            let out = format!("{from}-{to}");
            // 4.7 is not a float, so the cut vertices are rounded in every format.
            let arguments = [
                &model,
                "--plane",
                "x+y+z=4.7",
                "--format",
                to,
                "-o",
                &out,
                "--json",
            ];
            let report = cut_unseen(folder.path(), &arguments).fine().report();
            let bound = number(&report, "/certificate/volume_bound");
            let volumes = ["front", "back"].map(|half| {
                let objects = objects(&folder.path().join(&out).join(format!("{half}.{to}")));
                assert_eq!(objects.len(), 1);
                let volume = volume(&objects[0].1);
                let reported = number(
                    &report,
                    &format!("/parts/{}/volume", usize::from(half == "back")),
                );
                assert!(
                    (volume - reported).abs() <= bound,
                    "{from} to {to}: {volume}, {reported}"
                );
                volume
            });
            assert!(
                (volumes[0] + volumes[1] - 30.0).abs() <= bound,
                "{from} to {to}: {volumes:?}"
            );
            // The expected volume behind x + y + z = 4.7: a tetrahedron at the origin with three perpendicular edges of
            // 4.7, minus its corners beyond x = 2 and y = 3.
            let below = (4.7_f64.powi(3) - 2.7_f64.powi(3) - 1.7_f64.powi(3)) / 6.0;
            assert!(
                (volumes[1] - below).abs() <= bound,
                "{from} to {to}: {volumes:?}"
            );
        }
    }
}

#[test]
fn halves_are_written_in_the_format_of_the_input() {
    let folder = folder(&[("brick.obj", &brick())]);
    for format in FORMATS {
        cut_unseen(
            folder.path(),
            &[
                "brick.obj",
                "--plane",
                "z=9",
                "--format",
                format,
                "-o",
                format,
                "--write",
                "halves,preview",
            ],
        )
        .fine();
        let model = format!("{format}/back.{format}");
        let out = format!("{format}-out");
        cut_unseen(folder.path(), &[&model, "--plane", "z=2", "-o", &out]).fine();
        let there = names(&folder.path().join(&out));
        assert!(there.contains(&format!("front.{format}")), "{there:?}");
    }
}

#[test]
fn only_true_losses_are_named() {
    let file = boxes(&[("a", [0.0; 3], [1.0; 3]), ("b", [2.0; 3], [3.0; 3])]);
    let brick = brick().replace("Brick/b", "brick");
    let folder = folder(&[("brick.obj", &brick), ("boxes.obj", &file)]);
    let said = |model: &str, format: &str| {
        let out = format!("{model}-{format}");
        cut_unseen(
            folder.path(),
            &[model, "--plane", "z=0.5", "--format", format, "-o", &out],
        )
        .fine()
        .stderr
    };
    for format in FORMATS {
        assert_eq!(
            said("brick.obj", format),
            "",
            "the object is named like its file, the cap is ours"
        );
    }
    assert_eq!(said("boxes.obj", "obj"), "");
    assert_eq!(said("boxes.obj", "glb"), "");
    assert_eq!(
        said("boxes.obj", "ply"),
        "note: front.ply cannot hold names of 2 objects\nnote: back.ply cannot hold names of 1 object\n"
    );
}
