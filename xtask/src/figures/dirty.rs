//! The picture of sections of boxes with defects.

use std::io;

use crate::figures::workshop::{Workshop, number};
use crate::sheet::{Anchor, GREY, INK, RED, Sheet, View};

/// The files of assets/small, and the defect of each.
const FAULTS: [(&str, &str); 8] = [
    ("open", "a wall is missing"),
    ("flipped", "a wall faces inwards"),
    ("doubled", "a wall is there twice"),
    ("fin", "a fin at an edge"),
    ("overlapping", "two bodies overlap"),
    ("edge", "two bodies share an edge"),
    ("inside-out", "all faces face inwards"),
    ("crossing", "an outline crosses itself"),
];
const COLUMNS: usize = 4;
const WIDTH: f64 = 225.0;
/// The heights of the two rows of the picture. The second row is higher, because its picture of two bodies that share
/// an edge is higher than the other pictures.
const HEIGHTS: [f64; 2] = [190.0, 245.0];

pub(super) fn draw(workshop: &Workshop) -> io::Result<String> {
    let mut sheet = Sheet::new(
        WIDTH * COLUMNS as f64,
        HEIGHTS.iter().sum::<f64>() + 10.0,
        "Sections at z = 1 of eight boxes with errors",
    );
    for (index, (name, error)) in FAULTS.into_iter().enumerate() {
        let model = format!("assets/small/{name}.obj");
        let cut = workshop.cut(&[&model, "--plane", "z=1"])?;
        let info = workshop.info(&model)?;
        let row = index / COLUMNS;
        let x = 20.0 + WIDTH * (index % COLUMNS) as f64;
        let end: f64 = HEIGHTS[..=row].iter().sum();
        let top = end - HEIGHTS[row];
        let view = View {
            axes: [0, 1],
            zero: [x, end - 55.0],
            unit: 28.0,
        };
        sheet.heading([x, top + 30.0], Anchor::Start, error);
        sheet.shape(&view, &cut.outlines(1.0)?);
        let section = &cut.report["planes"][0]["section"];
        let [loops, chains] = ["loops", "open_chains"].map(|name| number(&section[name]));
        let area = number(&section["area"]);
        let mut said = format!("area {area}, {}", counted(loops, "loop"));
        if chains > 0.0 {
            said += &format!(", {}", counted(chains, "open chain"));
        }
        sheet.words([x, end - 32.0], Anchor::Start, 13.0, INK, &said);
        let (color, verdict) = match info["open"].get(0) {
            Some(open) => {
                let edges = counted(number(&open["open_edges"]), "open edge");
                (RED, format!("open: {edges}"))
            }
            None => (GREY, "closed".to_string()),
        };
        sheet.words([x, end - 14.0], Anchor::Start, 13.0, color, &verdict);
    }
    Ok(sheet.svg())
}

fn counted(count: f64, one: &str) -> String {
    let end = if count == 1.0 { "" } else { "s" };
    format!("{count} {one}{end}")
}
