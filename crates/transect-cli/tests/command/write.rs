//! Tests of `--write`: only the listed files are written, with the bytes of a full run.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{SMALL, asset, cut, cut_unseen, folder, names, report};
use crate::solids::{brick, open_brick};

/// The names that `--write` accepts, each with the files that it selects if the halves are OBJ.
const WORDS: [(&str, &[&str]); 17] = [
    ("section.svg", &["section.svg"]),
    ("section.png", &["section.png"]),
    ("section.dxf", &["section.dxf"]),
    ("section.geojson", &["section.geojson"]),
    ("section.wkt", &["section.wkt"]),
    ("section.wkb", &["section.wkb"]),
    ("preview.png", &["preview.png"]),
    ("front", &["front.mtl", "front.obj"]),
    ("back.obj", &["back.mtl", "back.obj"]),
    ("objects.csv", &["objects.csv"]),
    ("report.html", &["report.html"]),
    ("report.json", &["report.json"]),
    ("drawings", &["section.dxf", "section.png", "section.svg"]),
    (
        "data",
        &[
            "objects.csv",
            "report.json",
            "section.geojson",
            "section.wkb",
            "section.wkt",
        ],
    ),
    (
        "halves",
        &["back.mtl", "back.obj", "front.mtl", "front.obj"],
    ),
    ("preview", &["preview.png"]),
    (
        "section.svg,halves,report.json",
        &[
            "back.mtl",
            "back.obj",
            "front.mtl",
            "front.obj",
            "report.json",
            "section.svg",
        ],
    ),
];

/// Returns the bytes of a file. In `report.json`, the list of written files is left out.
fn contents(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).expect("a file");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => {
            let mut report: Value = serde_json::from_slice(&bytes).expect("JSON");
            report["written"] = Value::Null;
            // These values are null if the half is not written, so they are not compared.
            for half in [0, 1] {
                for key in ["manifold_as_written", "vertices_as_written"] {
                    report["parts"][half][key] = Value::Null;
                }
            }
            report.to_string().into_bytes()
        }
        Some("html") => {
            let page = text(bytes);
            let (before, rest) = page.split_once("report-files").expect("a list");
            let (_, after) = rest.split_once("</tbody>").expect("its end");
            let after = after.replace("; <code>report.json</code> has all digits", "");
            format!("{before}{after}").into_bytes()
        }
        _ => bytes,
    }
}

#[test]
fn a_list_writes_its_files_with_the_bytes_of_a_full_run() {
    let folder = folder(&[("brick.obj", &brick()), ("open.obj", &open_brick())]);
    let models = ["brick.obj", "open.obj", "--plane", "z=2", "-o"];
    let run =
        |out: &str, list: &[&str]| cut(folder.path(), &[&models[..], &[out], list].concat()).fine();
    let full = run("full", &SMALL);
    run("all", &[&SMALL[..], &["--write", "all"]].concat());
    let all = names(&folder.path().join("full"));
    assert_eq!(names(&folder.path().join("all")), all);
    let same = |out: &str, name: &str| {
        let [there, here] = ["full", out].map(|out| folder.path().join(out).join(name));
        assert!(contents(&there) == contents(&here), "{out}: {name}");
    };
    all.iter().for_each(|name| same("all", name));
    for (index, (list, files)) in WORDS.into_iter().enumerate() {
        let out = index.to_string();
        let size = list.contains("preview") || list == "report.html";
        let arguments = [&models[..], &[&out, "--write", list]].concat();
        let outcome = if size {
            cut_unseen(folder.path(), &arguments).fine()
        } else {
            cut(folder.path(), &arguments).fine()
        };
        assert_eq!(names(&folder.path().join(&out)), files, "{list}");
        files.iter().for_each(|name| same(&out, name));
        let (_, written) = outcome.stdout.split_once("written ").expect("a row");
        for name in &all {
            assert_eq!(
                written.contains(name),
                files.contains(&name.as_str()),
                "{list}: {name}"
            );
        }
    }
    // `--write` may be given several times, and its lists may have spaces: all listed files are written.
    let outcome = run(
        "several",
        &["--write", "section.wkt, back", "--write=front"],
    );
    assert_eq!(
        names(&folder.path().join("several")),
        [
            "back.mtl",
            "back.obj",
            "front.mtl",
            "front.obj",
            "section.wkt"
        ]
    );
    let row = |table: &str, label: &str| {
        let row = table.lines().find(|line| line.starts_with(label));
        row.map(String::from)
    };
    assert_eq!(row(&outcome.stdout, "halves"), row(&full.stdout, "halves"));
    // `report.json` lists the files that were written, and no others.
    let text = fs::read_to_string(folder.path().join("16/report.json")).expect("a report");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let listed = [
        "16/section.svg",
        "16/front.mtl",
        "16/front.obj",
        "16/back.mtl",
        "16/back.obj",
        "16/report.json",
    ];
    assert_eq!(report["written"], serde_json::json!(listed));
}

#[test]
fn nothing_else_is_drawn_or_computed() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    let steps = |list: &str, more: &[&str]| {
        let arguments = [&office, "--plane", "z=1.2", "-v", "-o", "out", "--force"];
        let arguments = [&arguments[..], &["--write", list], more].concat();
        let outcome = cut(folder.path(), &arguments).fine();
        let steps = outcome
            .stderr
            .lines()
            .filter(|line| !line.starts_with("note: "));
        let steps = steps.map(|line| line[11..].trim_start());
        let words = steps.filter_map(|step| step.split(' ').next());
        let words: Vec<String> = words.map(String::from).collect();
        (words.join(" "), outcome)
    };
    // Without halves there are no caps, and no certificate is computed.
    let (said, outcome) = steps("section.svg,section.wkt", &[]);
    assert_eq!(said, "read counted classified cut wrote wrote moved done");
    let row = "halves       not computed: --write names only files of the section\n";
    assert!(outcome.stdout.contains(row), "{}", outcome.stdout);
    let whole = "read counted classified cut certified gathered wrote moved done";
    assert_eq!(steps("section.svg", &["--json"]).0, whole);
    assert_eq!(steps("section.svg", &["--why", "IfcSlab*"]).0, whole);
    assert_eq!(steps("objects.csv", &[]).0, whole);
    // The printed counts and the printed section are the same as for a cut with halves.
    let (_, full) = steps("report.json", &[]);
    let upper = |table: &str| table.split("halves ").next().map(String::from);
    assert_eq!(upper(&outcome.stdout), upper(&full.stdout));
}

#[test]
fn sections_without_halves_obey_the_other_flags() {
    let folder = folder(&[("open.obj", &open_brick())]);
    let arguments = ["open.obj", "--plane", "z=2", "--write", "section.svg", "-o"];
    let strict = cut(
        folder.path(),
        &[&arguments[..], &["strict", "--strict"]].concat(),
    );
    assert_eq!(strict.status, Some(1));
    assert_eq!(
        strict.stderr,
        "error: 1 object is open (--strict): Brick/b\n"
    );
    let missed = [
        "open.obj", "--plane", "z=9", "--write", "drawings", "-o", "missed",
    ];
    let missed = cut(folder.path(), &missed).fine();
    assert_eq!(
        missed.stderr,
        "note: the plane z = 9 misses the model: z runs from 0.00 to 5.00\n"
    );
    let hidden = [&arguments[..], &["hidden", "--hide", "Brik"]].concat();
    assert!(
        cut(folder.path(), &hidden)
            .fine()
            .stderr
            .contains("is Brick meant?")
    );
}

#[test]
fn mistakes_in_lists_are_named() {
    let folder = folder(&[("brick.obj", &brick())]);
    let listed = "outputs: section.svg, section.png, section.pdf, section.dxf, section.geojson, section.wkt, \
                  section.wkb, preview.png, parts, objects.csv, report.html, report.json; \
                  groups: drawings, data, halves, front, back, inside, outside, preview, all\n";
    let cases: [(&[&str], String); 7] = [
        (
            &["--write", "section.sgv", "-o", "out"],
            format!(
                "error: --write: \"section.sgv\" is not an output of a cut\n  hint: is section.svg meant? {listed}"
            ),
        ),
        (
            &["--write", "report.json,half", "-o", "out"],
            format!(
                "error: --write: \"half\" is not an output of a cut\n  hint: is halves meant? {listed}"
            ),
        ),
        (
            &["--write", "section.svg,", "-o", "out"],
            format!("error: --write: the list has an empty name\n  hint: {listed}"),
        ),
        (
            &["--write", "section.svg"],
            "error: --write: nothing is written without -o DIR\n  hint: add -o DIR, or leave --write out\n"
                .into(),
        ),
        (
            &["--write", "front.stl", "-o", "out"],
            "error: --write: front.stl: the parts of this cut are written as obj\n  \
             hint: add --format stl, or write front without an extension\n"
                .into(),
        ),
        (
            &["--write", "halves", "-o", "out", "--look", "top"],
            "error: --look: --write leaves out preview.png and report.html\n  \
             hint: add preview to --write, or leave --look out\n"
                .into(),
        ),
        (
            &["--write", "section.png", "-o", "out", "--size", "100"],
            "error: --size: --write leaves out preview.png and report.html\n  \
             hint: add preview to --write, or leave --size out\n"
                .into(),
        ),
    ];
    for (arguments, said) in cases {
        let outcome = cut(
            folder.path(),
            &[&["brick.obj", "--plane", "z=2"], arguments].concat(),
        );
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
        assert_eq!(outcome.stderr, said, "{arguments:?}");
    }
    assert_eq!(names(folder.path()), ["brick.obj"]);
    let named = [
        "brick.obj",
        "--plane",
        "z=2",
        "-o",
        "out",
        "--format",
        "stl",
        "--write",
        "front.stl",
    ];
    cut(folder.path(), &named).fine();
    assert_eq!(names(&folder.path().join("out")), ["front.stl"]);
    let vain = [
        "brick.obj",
        "--plane",
        "z=2",
        "-o",
        "vain",
        "--write",
        "halves",
        "--hide",
        "Brick",
    ];
    assert_eq!(
        cut(folder.path(), &vain).fine().stderr,
        "note: --hide does nothing: --write names no picture and no report.html\n"
    );
}

#[test]
fn only_listed_files_may_be_in_the_way() {
    let folder = folder(&[("brick.obj", &brick())]);
    let run = |list: &str| {
        cut(
            folder.path(),
            &["brick.obj", "--plane", "z=2", "-o", "out", "--write", list],
        )
    };
    run("section.svg").fine();
    run("halves,report.json").fine();
    let taken = run("drawings");
    assert_eq!(taken.status, Some(2));
    assert!(
        taken.stderr.contains("section.svg exists already"),
        "{}",
        taken.stderr
    );
}

/// Each file of the section has the same bytes, whether the halves are computed or not.
#[test]
fn sections_without_halves_have_the_same_bytes() {
    let folder = folder(&[]);
    let office = asset("office.glb");
    for (out, list) in [
        ("alone", "drawings,section.geojson,section.wkt,section.wkb"),
        ("whole", "drawings,data"),
    ] {
        let arguments = [&office, "--plane", "x=y", "--on-plane", "back", "-o", out];
        cut(
            folder.path(),
            &[&arguments[..], &["--write", list]].concat(),
        )
        .fine();
    }
    let files = names(&folder.path().join("alone"));
    assert_eq!(files.len(), 6);
    for name in files {
        let [alone, whole] =
            ["alone", "whole"].map(|out| fs::read(folder.path().join(out).join(&name)));
        assert!(alone.expect("bytes") == whole.expect("bytes"), "{name}");
    }
    assert!(
        report(folder.path(), &[&office, "--plane", "x=y"])["written"] == serde_json::json!([])
    );
}
