//! The picture of the keys of themes: small drawings, each with one key changed to a striking value.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::figures::workshop::Workshop;

/// The paths of the models that are made for the picture.
const HUT: &str = "target/figures/hut.obj";
const PLANT: &str = "target/figures/plant.obj";
const CROWD: &str = "target/figures/crowd.obj";
const HILL: &str = "target/figures/hill.obj";
/// The model of a machined part.
const PART: &str = "assets/cad_featuretype.stl";

/// An object of a model, which is a box: the name, the corner with the least coordinates, the corner with the greatest, and `true`
/// for a box without its top and without its front (the side with the least y).
type Solid = (String, [f64; 3], [f64; 3], bool);

/// The objects of the hut: walls around a room with a door, an opening, and a cupboard without a top.
const BOXES: [(&str, [f64; 3], [f64; 3], bool); 8] = [
    ("IfcWall/south", [0.0, 0.0, 0.0], [6.0, 0.4, 2.5], false),
    ("IfcWall/north", [0.0, 3.6, 0.0], [6.0, 4.0, 2.5], false),
    ("IfcWall/west", [0.0, 0.4, 0.0], [0.4, 3.6, 2.5], false),
    ("IfcWall/east", [5.6, 1.6, 0.0], [6.0, 3.6, 2.5], false),
    ("IfcDoor/east", [5.7, 0.4, 0.0], [5.8, 1.6, 2.1], false),
    ("IfcSpace/Hut", [0.4, 0.4, 0.0], [5.6, 3.6, 2.4], false),
    (
        "IfcOpeningElement/east",
        [5.6, 0.4, 0.0],
        [6.0, 1.6, 2.1],
        false,
    ),
    (
        "IfcFurniture/cupboard",
        [0.7, 2.9, 0.1],
        [2.6, 3.4, 2.0],
        true,
    ),
];

/// The changed value of keys whose value is a colour: pink, in TOML.
const STRIKING: &str = "\"#e6007e\"";

/// The parts of a page and of a preview that show everything: the left edge, the top, the width and the height.
const WHOLE_PAGE: [f64; 4] = [0.0, 0.0, 1000.0, 750.0];
const WHOLE_PREVIEW: [f64; 4] = [0.0, 0.0, 368.0, 276.0];
const WHOLE_CROWD: [f64; 4] = [0.0, 30.0, 1000.0, 750.0];
const WHOLE_HILL: [f64; 4] = [0.0, 90.0, 1000.0, 750.0];
/// The corners between the first four objects of the plant.
const CORNERS: [f64; 4] = [180.0, 230.0, 320.0, 240.0];

/// The picture in which a key is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    /// The plan of the hut.
    Hut,
    /// The section of six objects whose classes no entry matches.
    Plant,
    /// The section of forty objects of as many classes, of which the legend lists only some.
    Crowd,
    /// The section of the machined part, which is the only class of its drawing.
    Part,
    /// The contour lines of a hill.
    Hill,
    /// The preview of the machined part.
    Preview,
}

impl Subject {
    /// Returns the arguments after `transect cut` or `transect slice`, and the file that they write.
    fn arguments(self) -> (&'static [&'static str], &'static str) {
        match self {
            Self::Hut => (&[HUT, "--plane", "z=1.2", "--unit", "m"], "section.svg"),
            Self::Plant => (&[PLANT, "--plane", "z=1"], "section.svg"),
            Self::Crowd => (&[CROWD, "--plane", "z=1"], "section.svg"),
            Self::Part => (&[PART, "--plane", "z=0.5"], "section.svg"),
            Self::Hill => (&[HILL, "--axis", "z", "--step", "0.2"], "contours.svg"),
            // A single class without a style has the colours `cap` and `cap_hatch`.
            Self::Preview => (
                &[PART, "--plane", "z=0.5", "--size", "368x276"],
                "preview.png",
            ),
        }
    }

    /// Returns the width of the picture.
    fn width(self) -> f64 {
        match self {
            Self::Preview => WHOLE_PREVIEW[2],
            _ => WHOLE_PAGE[2],
        }
    }
}

/// The keys that the picture shows: the subject, the table, the key, its value in TOML, and the part of the picture to
/// show.
const KEYS: [(Subject, &str, &str, &str, [f64; 4]); 44] = [
    (Subject::Hut, "page", "background", STRIKING, WHOLE_PAGE),
    (
        Subject::Hut,
        "page",
        "title",
        STRIKING,
        [0.0, 0.0, 400.0, 300.0],
    ),
    (
        Subject::Hut,
        "page",
        "secondary",
        STRIKING,
        [0.0, 0.0, 400.0, 300.0],
    ),
    (
        Subject::Hut,
        "page",
        "text",
        STRIKING,
        [0.0, 620.0, 240.0, 180.0],
    ),
    (
        Subject::Hut,
        "page",
        "muted",
        STRIKING,
        [0.0, 620.0, 240.0, 180.0],
    ),
    (
        Subject::Hut,
        "page",
        "axis",
        STRIKING,
        [0.0, 60.0, 160.0, 120.0],
    ),
    (
        Subject::Hut,
        "page",
        "grid",
        STRIKING,
        [380.0, 60.0, 320.0, 240.0],
    ),
    (
        Subject::Hut,
        "page",
        "frame",
        STRIKING,
        [0.0, 60.0, 240.0, 180.0],
    ),
    (
        Subject::Hut,
        "page",
        "room",
        STRIKING,
        [435.0, 340.0, 160.0, 120.0],
    ),
    (
        Subject::Hut,
        "page",
        "area",
        STRIKING,
        [435.0, 340.0, 160.0, 120.0],
    ),
    (
        Subject::Hut,
        "page",
        "halo",
        STRIKING,
        [435.0, 340.0, 160.0, 120.0],
    ),
    (
        Subject::Hut,
        "page",
        "warning",
        STRIKING,
        [160.0, 160.0, 320.0, 240.0],
    ),
    (
        Subject::Hut,
        "class",
        "fill",
        STRIKING,
        [30.0, 70.0, 240.0, 180.0],
    ),
    (
        Subject::Hut,
        "class",
        "hatch_color",
        STRIKING,
        [30.0, 70.0, 240.0, 180.0],
    ),
    (
        Subject::Hut,
        "class",
        "outline",
        STRIKING,
        [30.0, 70.0, 240.0, 180.0],
    ),
    (
        Subject::Hut,
        "class",
        "hatch",
        r#"{ motif = "cross", angle = 0, spacing = 8, weight = 1 }"#,
        [30.0, 70.0, 240.0, 180.0],
    ),
    (
        Subject::Hut,
        "class",
        "weight",
        "4",
        [30.0, 70.0, 240.0, 180.0],
    ),
    (
        Subject::Hut,
        "class",
        "dashed",
        "true",
        [30.0, 70.0, 240.0, 180.0],
    ),
    (
        Subject::Hut,
        "class",
        "layer",
        r#""ground""#,
        [30.0, 70.0, 240.0, 180.0],
    ),
    (Subject::Part, "plain", "fill", STRIKING, WHOLE_PAGE),
    (
        Subject::Part,
        "plain",
        "outline",
        STRIKING,
        [30.0, 60.0, 320.0, 240.0],
    ),
    (Subject::Crowd, "other", "fill", STRIKING, WHOLE_CROWD),
    (
        Subject::Crowd,
        "other",
        "outline",
        STRIKING,
        [30.0, 60.0, 480.0, 360.0],
    ),
    (Subject::Plant, "", "palette", "[\"#e6007e\"]", WHOLE_PAGE),
    (
        Subject::Plant,
        "tint",
        "fill",
        "{ share = 1, on = \"#fff\" }",
        WHOLE_PAGE,
    ),
    (
        Subject::Plant,
        "tint",
        "hatch_color",
        "{ share = 0, on = \"#e6007e\" }",
        CORNERS,
    ),
    (
        Subject::Plant,
        "tint",
        "outline",
        "{ share = 0, on = \"#e6007e\" }",
        CORNERS,
    ),
    (
        Subject::Plant,
        "tint",
        "hatch",
        r#"{ motif = "dots", spacing = 12, weight = 4 }"#,
        CORNERS,
    ),
    (Subject::Plant, "tint", "angles", "[20]", CORNERS),
    (Subject::Plant, "tint", "weight", "6", CORNERS),
    (
        Subject::Hill,
        "contours",
        "ramp",
        "[\"#ffc2e0\", \"#e6007e\"]",
        [100.0, 200.0, 400.0, 300.0],
    ),
    (Subject::Hill, "contours", "shadow", STRIKING, WHOLE_HILL),
    (Subject::Hill, "contours", "light", STRIKING, WHOLE_HILL),
    (
        Subject::Preview,
        "preview",
        "background",
        STRIKING,
        WHOLE_PREVIEW,
    ),
    (
        Subject::Preview,
        "preview",
        "solid",
        STRIKING,
        WHOLE_PREVIEW,
    ),
    (Subject::Preview, "preview", "edge", STRIKING, WHOLE_PREVIEW),
    (
        Subject::Preview,
        "preview",
        "ghost",
        STRIKING,
        WHOLE_PREVIEW,
    ),
    (Subject::Preview, "preview", "cap", STRIKING, WHOLE_PREVIEW),
    (
        Subject::Preview,
        "preview",
        "cap_hatch",
        STRIKING,
        WHOLE_PREVIEW,
    ),
    (
        Subject::Preview,
        "preview",
        "plane",
        STRIKING,
        WHOLE_PREVIEW,
    ),
    (
        Subject::Preview,
        "preview",
        "text",
        STRIKING,
        [240.0, 180.0, 128.0, 96.0],
    ),
    (
        Subject::Preview,
        "preview",
        "x_axis",
        STRIKING,
        [0.0, 190.0, 115.0, 86.0],
    ),
    (
        Subject::Preview,
        "preview",
        "y_axis",
        STRIKING,
        [0.0, 190.0, 115.0, 86.0],
    ),
    (
        Subject::Preview,
        "preview",
        "z_axis",
        STRIKING,
        [0.0, 190.0, 115.0, 86.0],
    ),
];

const COLUMNS: usize = 5;
/// The width and the height of a drawing, and of a cell, which also has the text below the drawing.
const PICTURE: [f64; 2] = [184.0, 138.0];
const CELL: [f64; 2] = [196.0, 168.0];

pub(super) fn draw(workshop: &Workshop, root: &Path) -> io::Result<String> {
    for (path, model) in [
        (HUT, solids(&hut())),
        (PLANT, solids(&plant())),
        (CROWD, solids(&crowd())),
        (HILL, hill()),
    ] {
        fs::write(root.join(path), model)?;
    }
    let [width, height] = [
        CELL[0] * COLUMNS as f64 + 12.0,
        CELL[1] * KEYS.len().div_ceil(COLUMNS) as f64 + 12.0,
    ];
    let mut svg = format!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" "#,
            r#"viewBox="0 0 {w} {h}" width="{w}" height="{h}" "#,
            r#"font-family="Helvetica, Arial, sans-serif" font-size="12" role="img">"#,
            "\n<title>The keys of themes, each changed in one drawing</title>\n",
            r##"<rect width="{w}" height="{h}" fill="#fff"/>"##,
            "\n"
        ),
        w = width,
        h = height,
    );
    for (index, (subject, table, key, value, part)) in KEYS.into_iter().enumerate() {
        let theme = format!("target/figures/{table}-{key}.toml");
        let entry = match table {
            "class" => format!("[[class]]\nmatch = [\"IfcWall*\"]\n{key} = {value}\n"),
            "" => format!("{key} = {value}\n"),
            _ => format!("[{table}]\n{key} = {value}\n"),
        };
        fs::write(root.join(&theme), entry)?;
        let [x, y] = [
            12.0 + CELL[0] * (index % COLUMNS) as f64,
            12.0 + CELL[1] * (index / COLUMNS) as f64,
        ];
        let (arguments, file) = subject.arguments();
        let arguments = [arguments, &["--theme", &theme, "--write", file]].concat();
        let outputs = match subject {
            Subject::Hill => workshop.slice(&arguments)?,
            _ => workshop.cut(&arguments)?,
        };
        let picture = outputs.file(file)?;
        let kind = if file.ends_with("png") {
            "png"
        } else {
            "svg+xml"
        };
        let [w, h] = PICTURE;
        let name = match table {
            "class" => format!("[[class]] {key}"),
            "" => key.to_owned(),
            _ => format!("[{table}] {key}"),
        };
        let _ = writeln!(
            svg,
            concat!(
                r#"<svg x="{x}" y="{y}" width="{w}" height="{h}" viewBox="{left} {top} {across} {down}">"#,
                r#"<image width="{full}" xlink:href="data:image/{kind};base64,{data}"/></svg>"#,
                r##"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="none" stroke="#b4bcc4" stroke-width=".7"/>"##,
                r##"<text x="{x}" y="{base}" fill="#20272e">{name}</text>"##,
            ),
            x = x,
            y = y,
            w = w,
            h = h,
            left = part[0],
            top = part[1],
            across = part[2],
            down = part[3],
            full = subject.width(),
            kind = kind,
            data = STANDARD.encode(picture),
            base = y + h + 15.0,
            name = name,
        );
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Returns the objects of the hut.
fn hut() -> Vec<Solid> {
    let boxes = BOXES.into_iter();
    boxes
        .map(|(name, low, high, is_open)| (name.to_owned(), low, high, is_open))
        .collect()
}

/// Returns six boxes of different classes.
fn plant() -> Vec<Solid> {
    let names = ["pump", "pipe", "valve", "tank", "motor", "frame"];
    grid(
        names.map(|name| format!("{name}/1")).to_vec(),
        3,
        [2.1, 2.2],
        [1.8, 1.9],
    )
}

/// Returns forty boxes of different classes.
fn crowd() -> Vec<Solid> {
    let names = (10..50).map(|number| format!("part{number}/1")).collect();
    grid(names, 8, [0.8, 0.9], [0.7, 0.75])
}

/// Returns boxes in rows of `columns`. `pitch` is the distance between the boxes, and `size` is their width and depth.
fn grid(names: Vec<String>, columns: usize, pitch: [f64; 2], size: [f64; 2]) -> Vec<Solid> {
    let boxes = names.into_iter().enumerate();
    boxes
        .map(|(index, name)| {
            let [x, y] = [
                pitch[0] * (index % columns) as f64,
                pitch[1] * (index / columns) as f64,
            ];
            (name, [x, y, 0.0], [x + size[0], y + size[1], 2.0], false)
        })
        .collect()
}

/// Returns a surface with two summits, as OBJ.
fn hill() -> String {
    const SIDE: usize = 25;
    let summit = |x: f64, y: f64, [u, v]: [f64; 2], width: f64| {
        (-((x - u).powi(2) + (y - v).powi(2)) / width).exp()
    };
    let mut text = String::new();
    for row in 0..SIDE {
        for column in 0..SIDE {
            let [x, y] = [column, row].map(|index| index as f64 / (SIDE - 1) as f64);
            let [x, y] = [6.0 * x, 4.5 * y];
            let z = 2.0 * summit(x, y, [2.2, 2.0], 1.5) + 1.2 * summit(x, y, [4.4, 2.8], 1.0);
            let _ = writeln!(text, "v {x} {y} {z:.3}");
        }
    }
    for row in 0..SIDE - 1 {
        for column in 0..SIDE - 1 {
            let [a, b] = [row * SIDE + column + 1, (row + 1) * SIDE + column + 1];
            let _ = writeln!(text, "f {a} {} {}\nf {a} {} {b}", a + 1, b + 1, b + 1);
        }
    }
    text
}

/// Returns boxes as OBJ.
fn solids(boxes: &[Solid]) -> String {
    let mut text = String::new();
    for (index, (name, low, high, is_open)) in boxes.iter().enumerate() {
        let _ = writeln!(text, "o {name}");
        for z in [low[2], high[2]] {
            for [x, y] in [
                [low[0], low[1]],
                [high[0], low[1]],
                [high[0], high[1]],
                [low[0], high[1]],
            ] {
                let _ = writeln!(text, "v {x} {y} {z}");
            }
        }
        let sides = [
            [1, 4, 3, 2],
            [2, 3, 7, 6],
            [3, 4, 8, 7],
            [4, 1, 5, 8],
            [5, 6, 7, 8],
            [1, 2, 6, 5],
        ];
        let kept = if *is_open { 4 } else { 6 };
        for side in &sides[..kept] {
            let corners = side.map(|corner| (corner + 8 * index).to_string());
            let _ = writeln!(text, "f {}", corners.join(" "));
        }
    }
    text
}
