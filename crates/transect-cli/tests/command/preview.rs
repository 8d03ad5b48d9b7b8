//! Tests of the 3D preview, `preview.png`.

use std::fs;
use std::path::Path;

use crate::run::{cut, folder};
use crate::solids::boxes;

/// A picture: its size and its pixels.
#[derive(PartialEq)]
struct Picture {
    size: (u32, u32),
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn of(path: &Path) -> Self {
        let file = fs::File::open(path).expect("a picture");
        let decoder = png::Decoder::new(std::io::BufReader::new(file));
        let mut reader = decoder.read_info().expect("a PNG file");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let frame = reader.next_frame(&mut bytes).expect("a whole picture");
        assert_eq!(frame.color_type, png::ColorType::Rgb);
        Self {
            size: (frame.width, frame.height),
            pixels: bytes.as_chunks::<3>().0.to_vec(),
        }
    }

    /// Returns the number of orange pixels. The cut faces of doors are orange in the light theme.
    fn orange(&self) -> usize {
        let pixels = self.pixels.iter();
        pixels
            .filter(|[red, green, blue]| red.saturating_sub(*blue) > 30 && green > blue)
            .count()
    }

    /// Returns the number of pixels that differ from the first pixel, the background.
    fn drawn(&self) -> usize {
        let pixels = self.pixels.iter();
        pixels.filter(|&&pixel| pixel != self.pixels[0]).count()
    }
}

const DOOR: (&str, [f64; 3], [f64; 3]) = ("IfcDoor/a", [0.0; 3], [4.0, 2.0, 3.0]);

/// Returns a small preview of boxes that are cut at z = 1, with further arguments.
fn preview(list: &[(&str, [f64; 3], [f64; 3])], arguments: &[&str]) -> Picture {
    let folder = folder(&[("house.obj", &boxes(list))]);
    let all = ["house.obj", "--plane", "z=1", "-o", "out", "--size", "200"];
    let all = [&all[..], arguments].concat();
    cut(folder.path(), &all).fine();
    Picture::of(&folder.path().join("out/preview.png"))
}

#[test]
fn it_has_the_size_that_was_asked_for() {
    let folder = folder(&[("house.obj", &boxes(&[DOOR]))]);
    for (size, expected) in [
        (None, (1600, 1200)),
        (Some("120x90"), (120, 90)),
        (Some("400"), (400, 300)),
    ] {
        let size = size.map_or(vec![], |size| vec!["--size", size]);
        let arguments = ["house.obj", "--plane", "z=1", "-o", "out", "--force"];
        cut(folder.path(), &[&arguments[..], &size].concat()).fine();
        let picture = Picture::of(&folder.path().join("out/preview.png"));
        assert_eq!(picture.size, expected);
        assert!(
            picture.orange() * 8 > picture.pixels.len(),
            "the cap is seen"
        );
    }
}

#[test]
fn views_differ_and_show_the_cut() {
    let names = [
        "auto", "iso", "top", "bottom", "front", "back", "left", "right", "200,-30",
    ];
    let pictures: Vec<Picture> = names
        .iter()
        .map(|view| preview(&[DOOR], &["--look", view]))
        .collect();
    // From the four sides, the horizontal cut is seen as a line. From above or below, it is seen as an area.
    for (name, picture) in names.iter().zip(&pictures) {
        let shows = matches!(*name, "auto" | "iso" | "top" | "bottom" | "200,-30");
        assert_eq!(
            picture.orange() > 1000,
            shows,
            "{name}: {}",
            picture.orange()
        );
        assert!(picture.drawn() > 1000, "{name}");
    }
    // The box is wider than it is deep, so its views from the front and from the side differ.
    assert!(pictures[4].drawn() > pictures[6].drawn() / 2);
    assert!(pictures[4].pixels != pictures[6].pixels);
    assert!(preview(&[DOOR], &["--look", "front", "--up", "y"]) != pictures[4]);
    assert!(preview(&[DOOR], &["--look", "0,0"]) == pictures[4]);
}

#[test]
fn volumes_of_air_and_hidden_classes_are_left_out() {
    let room = ("IfcSpace/r", [0.5, 0.5, 0.5], [3.5, 1.5, 2.5]);
    let opening = ("IfcOpeningElement/o", [1.0, 0.0, 0.5], [2.0, 2.0, 2.5]);
    let roof = ("IfcRoof/r", [-1.0, -1.0, 3.0], [5.0, 3.0, 4.0]);
    let alone = preview(&[DOOR], &[]);
    assert!(preview(&[room, DOOR, opening], &[]) == alone);
    assert!(preview(&[DOOR, roof], &[]) != alone);
    assert!(preview(&[DOOR, roof], &["--hide", "IfcRoof"]) == alone);
}

#[test]
fn a_cut_with_an_empty_half_shows_the_other_one() {
    let folder = folder(&[("house.obj", &boxes(&[DOOR]))]);
    for plane in ["z=-5", "z=5", "z=4e6", "x=4"] {
        let arguments = [
            "house.obj",
            "--plane",
            plane,
            "-o",
            "out",
            "--force",
            "--write",
            "preview",
            "--size",
            "200",
        ];
        cut(folder.path(), &arguments).fine();
        let picture = Picture::of(&folder.path().join("out/preview.png"));
        assert_eq!(picture.orange(), 0, "{plane}");
        assert!(picture.drawn() > 3000, "{plane}: {}", picture.drawn());
    }
}

#[test]
fn a_closed_half_that_was_cut_before_has_no_caps_of_old() {
    let folder = folder(&[("house.obj", &boxes(&[DOOR]))]);
    cut(folder.path(), &["house.obj", "--plane", "z=1", "-o", "out"]).fine();
    let again = [
        "out/back.obj",
        "--plane",
        "z=-1",
        "-o",
        "again",
        "--write",
        "preview",
        "--size",
        "200",
    ];
    cut(folder.path(), &again).fine();
    let picture = Picture::of(&folder.path().join("again/preview.png"));
    assert_eq!(
        picture.orange(),
        0,
        "the top was a cap, and is a surface now"
    );
    assert!(picture.drawn() > 3000);
}

#[test]
fn what_is_no_view_or_size_is_said_with_what_there_is() {
    let folder = folder(&[("house.obj", &boxes(&[DOOR]))]);
    for (flag, value, needed) in [
        (
            "--look",
            "nowhere",
            "auto, iso, front, back, left, right, top, bottom",
        ),
        ("--look", "0,100", "it goes from -90 to 90 degrees"),
        ("--size", "10", "both must be from 64 to 8192"),
        ("--size", "big", "such as 1600x1200, or a width alone"),
        ("--up", "w", "possible values: x, y, z"),
        ("--exaggerate", "0", "not a factor from 0.01 to 1000"),
    ] {
        let arguments = ["house.obj", "--plane", "z=1", "-o", "out", flag, value];
        let outcome = cut(folder.path(), &arguments);
        assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(2), ""));
        assert!(outcome.stderr.contains(needed), "{}", outcome.stderr);
        assert!(!folder.path().join("out").exists());
        let outcome = cut(folder.path(), &["house.obj", "--plane", "z=1", flag, "64"]);
        assert_eq!(outcome.status, Some(2), "without -o there is no picture");
    }
}

#[test]
fn stretched_heights_change_the_view_from_the_side_and_not_from_above() {
    let stretched = |view: &str| {
        let usual = preview(&[DOOR], &["--look", view]);
        let high = preview(&[DOOR], &["--look", view, "--exaggerate", "2"]);
        usual != high
    };
    assert!(stretched("front") && !stretched("top"));
}

/// The section of a box of 4 × 2 × 3 by x = 1 has the coordinates y and z. With `--up y`, its coordinates are −z and y.
#[test]
fn up_turns_the_section() {
    let folder = folder(&[("house.obj", &boxes(&[DOOR]))]);
    let polygon = |arguments: &[&str]| {
        let all = ["house.obj", "--plane", "x=1", "-o", "out", "--force"];
        let all = [&all[..], &["--write", "section.wkt"], arguments].concat();
        cut(folder.path(), &all).fine();
        fs::read_to_string(folder.path().join("out/section.wkt")).expect("a file")
    };
    assert!(polygon(&[]).contains("2 3"));
    assert!(polygon(&["--up", "y"]).contains("-3 2"));
    let arguments = [
        "house.obj",
        "--plane",
        "z=1",
        "-o",
        "map",
        "--crs",
        "EPSG:25832",
    ];
    let outcome = cut(folder.path(), &[&arguments[..], &["--up", "x"]].concat());
    assert!(
        outcome
            .stderr
            .contains("are −y and x, not y and z: the plane is z = 1, and x points up"),
        "{}",
        outcome.stderr
    );
    let arguments = ["house.obj", "--plane", "z=1", "-o", "out", "--up", "y"];
    let outcome = cut(
        folder.path(),
        &[&arguments[..], &["--write", "objects.csv"]].concat(),
    );
    assert!(
        outcome.stderr.contains("--up: --write leaves out"),
        "{}",
        outcome.stderr
    );
}
