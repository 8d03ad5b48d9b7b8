//! The picture of the keys of themes: small drawings, each with one key changed to a striking value.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::figures::workshop::Workshop;

/// The path of the model of a hut: walls around a room with a door, an opening, and a cupboard without a top.
const HUT: &str = "target/figures/hut.obj";
/// The objects of the hut, all of them boxes: the name, the corner with the least coordinates, the corner with the
/// greatest, and `true` for a box without its top and without its front (the side with the least y).
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

/// The keys that the picture shows: the table, the key, its value in TOML, and the part of the picture to show.
const KEYS: [(&str, &str, &str, [f64; 4]); 30] = [
    ("page", "background", STRIKING, WHOLE_PAGE),
    ("page", "title", STRIKING, [0.0, 0.0, 400.0, 300.0]),
    ("page", "secondary", STRIKING, [0.0, 0.0, 400.0, 300.0]),
    ("page", "text", STRIKING, [0.0, 620.0, 240.0, 180.0]),
    ("page", "muted", STRIKING, [0.0, 620.0, 240.0, 180.0]),
    ("page", "axis", STRIKING, [0.0, 60.0, 160.0, 120.0]),
    ("page", "grid", STRIKING, [380.0, 60.0, 320.0, 240.0]),
    ("page", "frame", STRIKING, [0.0, 60.0, 240.0, 180.0]),
    ("page", "room", STRIKING, [435.0, 340.0, 160.0, 120.0]),
    ("page", "area", STRIKING, [435.0, 340.0, 160.0, 120.0]),
    ("page", "halo", STRIKING, [435.0, 340.0, 160.0, 120.0]),
    ("page", "warning", STRIKING, [160.0, 160.0, 320.0, 240.0]),
    ("class", "fill", STRIKING, [30.0, 70.0, 240.0, 180.0]),
    ("class", "hatch_color", STRIKING, [30.0, 70.0, 240.0, 180.0]),
    ("class", "outline", STRIKING, [30.0, 70.0, 240.0, 180.0]),
    (
        "class",
        "hatch",
        r#"{ motif = "cross", angle = 0, spacing = 8, weight = 1 }"#,
        [30.0, 70.0, 240.0, 180.0],
    ),
    ("class", "weight", "4", [30.0, 70.0, 240.0, 180.0]),
    ("class", "dashed", "true", [30.0, 70.0, 240.0, 180.0]),
    ("class", "layer", r#""ground""#, [30.0, 70.0, 240.0, 180.0]),
    ("preview", "background", STRIKING, WHOLE_PREVIEW),
    ("preview", "solid", STRIKING, WHOLE_PREVIEW),
    ("preview", "edge", STRIKING, WHOLE_PREVIEW),
    ("preview", "ghost", STRIKING, WHOLE_PREVIEW),
    ("preview", "cap", STRIKING, WHOLE_PREVIEW),
    ("preview", "cap_hatch", STRIKING, WHOLE_PREVIEW),
    ("preview", "plane", STRIKING, WHOLE_PREVIEW),
    ("preview", "text", STRIKING, [240.0, 180.0, 128.0, 96.0]),
    ("preview", "x_axis", STRIKING, [0.0, 190.0, 115.0, 86.0]),
    ("preview", "y_axis", STRIKING, [0.0, 190.0, 115.0, 86.0]),
    ("preview", "z_axis", STRIKING, [0.0, 190.0, 115.0, 86.0]),
];

const COLUMNS: usize = 5;
/// The width and the height of a drawing, and of a cell, which also has the text below the drawing.
const PICTURE: [f64; 2] = [184.0, 138.0];
const CELL: [f64; 2] = [196.0, 168.0];

pub(super) fn draw(workshop: &Workshop, root: &Path) -> io::Result<String> {
    fs::write(root.join(HUT), hut())?;
    let [width, height] = [
        CELL[0] * COLUMNS as f64 + 12.0,
        CELL[1] * KEYS.len().div_ceil(COLUMNS) as f64 + 12.0,
    ];
    let mut svg = format!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" "#,
            r#"font-family="Helvetica, Arial, sans-serif" font-size="12" role="img">"#,
            "\n<title>The keys of themes, each changed in one drawing</title>\n",
            r##"<rect width="{w}" height="{h}" fill="#fff"/>"##,
            "\n"
        ),
        w = width,
        h = height,
    );
    for (index, (table, key, value, part)) in KEYS.into_iter().enumerate() {
        let theme = format!("target/figures/{table}-{key}.toml");
        let entry = match table {
            "class" => format!("[[class]]\nmatch = [\"IfcWall*\"]\n{key} = {value}\n"),
            _ => format!("[{table}]\n{key} = {value}\n"),
        };
        fs::write(root.join(&theme), entry)?;
        let [x, y] = [
            12.0 + CELL[0] * (index % COLUMNS) as f64,
            12.0 + CELL[1] * (index / COLUMNS) as f64,
        ];
        let picture = match table {
            "preview" => workshop
                .cut(&[
                    // A single class without a style has the colours `cap` and `cap_hatch`.
                    "assets/cad_featuretype.stl",
                    "--plane",
                    "z=0.5",
                    "--theme",
                    &theme,
                    "--size",
                    "368x276",
                    "--write",
                    "preview.png",
                ])?
                .file("preview.png")?,
            _ => workshop
                .cut(&[
                    HUT,
                    "--plane",
                    "z=1.2",
                    "--unit",
                    "m",
                    "--theme",
                    &theme,
                    "--write",
                    "section.svg",
                ])?
                .file("section.svg")?,
        };
        let kind = if table == "preview" { "png" } else { "svg+xml" };
        let [w, h] = PICTURE;
        let name = match table {
            "class" => format!("[[class]] {key}"),
            _ => format!("[{table}] {key}"),
        };
        let _ = writeln!(
            svg,
            concat!(
                r#"<svg x="{x}" y="{y}" width="{w}" height="{h}" viewBox="{left} {top} {across} {down}">"#,
                r#"<image width="{full}" href="data:image/{kind};base64,{data}"/></svg>"#,
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
            full = if table == "preview" {
                WHOLE_PREVIEW[2]
            } else {
                WHOLE_PAGE[2]
            },
            kind = kind,
            data = STANDARD.encode(picture),
            base = y + h + 15.0,
            name = name,
        );
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Returns the hut as OBJ.
fn hut() -> String {
    let mut text = String::new();
    for (index, (name, low, high, is_open)) in BOXES.into_iter().enumerate() {
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
        let kept = if is_open { 4 } else { 6 };
        for side in &sides[..kept] {
            let corners = side.map(|corner| (corner + 8 * index).to_string());
            let _ = writeln!(text, "f {}", corners.join(" "));
        }
    }
    text
}
