//! The chart of the time that layers take: against the number of layers, and against the number of triangles. Its data
//! are the newest record of `cargo xtask layers`.

use std::io;
use std::path::Path;

use serde::Deserialize;

use crate::bench::panel::{Across, Panel};
use crate::figures::newest::newest;
use crate::sheet::{Anchor, BLUE, GREY, INK, RED, Sheet};

const OCHRE: &str = "#b06a00";

/// The libraries: the beginning of their names in the record, and the colour.
const LIBRARIES: [(&str, &str); 3] = [("meshlib", OCHRE), ("manifold3d", BLUE), ("transect", RED)];

const TERRAIN: &str = "terrain_thuringia_solid.ply";
const KOALA: &str = "koala.obj";

/// The number of layers in the comparison with other libraries.
const LAYERS: u32 = 1000;

/// The number of layers at which a line is labelled.
const LABELLED: u32 = 300;

/// A row of a record of `cargo xtask layers`.
#[derive(Deserialize)]
struct Row {
    model: String,
    layers: u32,
    threads: u32,
    planes: String,
    library: String,
    total_s: f64,
}

impl Row {
    /// Returns the number of triangles of a sphere, which is part of its name; `None` for other models.
    fn triangles_of_sphere(&self) -> Option<f64> {
        let name = self.model.strip_prefix("sphere of ")?;
        name.strip_suffix(" triangles")?.parse().ok()
    }

    fn microseconds(&self) -> f64 {
        1e6 * self.total_s
    }

    /// Returns the number of layers and the time in microseconds.
    fn by_layers(&self) -> [f64; 2] {
        [f64::from(self.layers), self.microseconds()]
    }
}

/// Returns the rows that were measured with one thread and planes perpendicular to z. The record also has a row with a
/// remark, which is skipped.
fn rows(path: &Path) -> io::Result<Vec<Row>> {
    let mut reader = csv::Reader::from_path(path).map_err(io::Error::other)?;
    let rows = reader.deserialize().filter_map(Result::ok);
    let is_drawn = |row: &Row| row.threads == 1 && row.planes == "along z";
    Ok(rows.filter(is_drawn).collect())
}

/// Returns the chart as SVG, or `None` if there is no record with the rows of the chart.
pub(super) fn chart(root: &Path) -> io::Result<Option<String>> {
    let Some(path) = newest(root, "layers-")? else {
        return Ok(None);
    };
    let rows = rows(&path)?;
    let has_spheres = rows.iter().any(|row| row.triangles_of_sphere().is_some());
    if !has_spheres || rows.iter().all(|row| row.model != TERRAIN) {
        return Ok(None);
    }
    let mut sheet = Sheet::new(900.0, 480.0, "The time that layers take");
    by_layers(&mut sheet, [70.0, 50.0], &rows);
    by_triangles(&mut sheet, [530.0, 50.0], &rows);
    legend(&mut sheet, [70.0, 452.0]);
    Ok(Some(sheet.svg()))
}

/// Draws the panel with the time against the number of layers: a line for each of two models, and a dot per other
/// library with the ratio of its time to that of transect.
fn by_layers(sheet: &mut Sheet, at: [f64; 2], rows: &[Row]) {
    let own = |model: &'static str| {
        let is_its = move |row: &&Row| row.model == model && row.library == "transect";
        rows.iter().filter(is_its)
    };
    let line = |model| {
        let mut points: Vec<[f64; 2]> = own(model).map(Row::by_layers).collect();
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        points
    };
    let others: Vec<(&str, &str, [f64; 2])> = (LIBRARIES.iter())
        .filter(|(name, _)| *name != "transect")
        .filter_map(|(name, color)| {
            let is_its = |row: &&Row| row.model == TERRAIN && row.library.starts_with(name);
            let row = rows.iter().find(is_its)?;
            Some((*name, *color, row.by_layers()))
        })
        .collect();
    let [terrain, koala] = [TERRAIN, KOALA].map(line);
    let mut all: Vec<[f64; 2]> = terrain.iter().chain(&koala).copied().collect();
    all.extend(others.iter().map(|(.., point)| *point));
    let panel = Panel::new(at, Across::Counts, &all);
    panel.axes(sheet, ["By the number of layers", "layers"]);
    panel.curve(sheet, &koala, RED, 1.8, "6 4");
    panel.curve(sheet, &terrain, RED, 2.6, "");
    for (model, words) in [
        (TERRAIN, "terrain, 1,057,040 triangles"),
        (KOALA, "koala, 99,994 triangles"),
    ] {
        // The lines rise, so words below a point and to its right do not touch them.
        if let Some(row) = own(model).find(|row| row.layers == LABELLED) {
            let [x, y] = panel.place(row.by_layers());
            sheet.words([x + 4.0, y + 22.0], Anchor::Start, 12.0, RED, words);
        }
    }
    let own_time = own(TERRAIN)
        .find(|row| row.layers == LAYERS)
        .map(Row::microseconds);
    // The two dots are near each other, so the words of one are on its left, and those of the other on its right. The
    // words on the left are moved down, so that a horizontal line of the panel does not cross them.
    let sides = [([-10.0, 15.0], Anchor::End), ([10.0, 4.0], Anchor::Start)];
    for ((name, color, point), ([right, down], anchor)) in others.into_iter().zip(sides) {
        let [x, y] = panel.place(point);
        sheet.dot([x, y], color);
        if let Some(own_time) = own_time {
            let words = format!("{name}: {:.1} ×", point[1] / own_time);
            sheet.words([x + right, y + down], anchor, 12.0, color, &words);
        }
    }
}

/// Draws the panel with the time of 1,000 layers of a sphere against its number of triangles: a line per library.
fn by_triangles(sheet: &mut Sheet, at: [f64; 2], rows: &[Row]) {
    let line = |name: &str| {
        let its = rows.iter().filter(|row| row.library.starts_with(name));
        let points = its.filter_map(|row| Some([row.triangles_of_sphere()?, row.microseconds()]));
        let mut points: Vec<[f64; 2]> = points.collect();
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        points
    };
    let lines = LIBRARIES.map(|(name, color)| (line(name), color));
    let all: Vec<[f64; 2]> = lines
        .iter()
        .flat_map(|(points, _)| points.clone())
        .collect();
    let panel = Panel::new(at, Across::Counts, &all);
    panel.axes(
        sheet,
        [
            "1,000 layers, by the number of triangles",
            "triangles of a sphere",
        ],
    );
    for (points, color) in &lines {
        let thick = if *color == RED { 2.6 } else { 1.8 };
        panel.curve(sheet, points, color, thick, "");
    }
}

fn legend(sheet: &mut Sheet, [mut x, y]: [f64; 2]) {
    for (name, color) in LIBRARIES.iter().rev() {
        sheet.line([x, y - 4.0], [x + 26.0, y - 4.0], color, 2.6, "");
        sheet.words([x + 33.0, y], Anchor::Start, 13.0, INK, name);
        x += 56.0 + 7.0 * name.len() as f64;
    }
    let words = "one thread; logarithmic axes; the time begins when the mesh is in memory";
    sheet.words([x + 8.0, y], Anchor::Start, 12.0, GREY, words);
}
