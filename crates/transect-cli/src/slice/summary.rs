//! The report of `transect slice` for people: a table with one row per layer.

use std::path::Path;

use transect_report::numbers::{counted, grouped, measured};
use transect_report::slice::layer_report::LayerReport;
use transect_report::slice::report::SliceReport;
use transect_report::slice::task::SliceTask;
use transect_report::storeys::storey::Storeys;
use transect_report::unit::Units;

use crate::screen::Screen;
use crate::summary::{input, rows, sources};

/// The largest number of layers that the table lists completely.
const ROWS: usize = 40;
/// The number of layers that a longer table lists at each of its ends.
const ENDS: usize = 12;

/// Returns the table of the layers.
pub(super) fn summary(task: &SliceTask<'_>, report: &SliceReport, screen: &Screen) -> String {
    let units = Units::of(task.unit.as_deref());
    let name = report.axis.unwrap_or("h");
    let mut head = vec![(sources(&report.source), input(&task.totals, &units))];
    match &task.request().storeys {
        Some(storeys) => head.extend(reasons(task, storeys, &units)),
        None => head.push(("layers".into(), layers(task, report, name))),
    }
    let labels = head.iter().map(|(label, _)| label.chars().count());
    let width = labels.filter(|&width| width <= 32).fold(12, usize::max);
    let mut text = rows(&head, width, screen);
    text.push('\n');
    text.push_str(&table(task, report, name, &units));
    if report.objects.open > 0 {
        let open = counted(report.objects.open, "object");
        let verb = if report.objects.open == 1 {
            "is"
        } else {
            "are"
        };
        let volumes = if report.objects.closed > 0 {
            "; volumes are those of closed objects"
        } else {
            ""
        };
        text.push_str(&format!(
            "\n{open} of {} {verb} open{volumes}\n",
            grouped(report.objects.total)
        ));
    }
    if let Some(outputs) = &task.request().outputs {
        text.push('\n');
        let files = written(&outputs.folder.path, &report.written);
        text.push_str(&rows(&[("written".into(), files)], width, screen));
    }
    text
}

/// Returns the rows about storeys: the kinds of faces that show the floors, the reason for the up axis, and the largest
/// levels (heights of level faces) that are not floors.
fn reasons(task: &SliceTask<'_>, storeys: &Storeys, units: &Units) -> Vec<(String, String)> {
    let mut kinds: Vec<&str> = Vec::new();
    for storey in &storeys.list {
        let kind = storey.evidence.name();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let number = grouped(storeys.list.len());
    let found = format!("{number}; floors are {}", kinds.join(", and "));
    let mut rows = vec![("storeys".into(), found)];
    if let Some(reason) = storeys.axis_reason(&units.area) {
        rows.push(("up axis".into(), reason));
    }
    let name = storeys.axis_name();
    let others = storeys.others.iter().map(|level| {
        let height = task.labels.text(level.height);
        let area = measured(level.area);
        format!(
            "{name} = {height} ({area}{}, {})",
            units.area,
            level.reason.text()
        )
    });
    let others: Vec<String> = others.collect();
    if !others.is_empty() {
        rows.push(("not floors".into(), others.join(", ")));
    }
    rows
}

/// Returns the text about the heights: their number, their range, and the place of the section in each layer.
fn layers(task: &SliceTask<'_>, report: &SliceReport, name: &str) -> String {
    let ends = [task.layers.first(), task.layers.last()];
    let [Some(first), Some(last)] = ends.map(|end| end.map(|layer| task.labels.text(layer.height)))
    else {
        return counted(0, "plane");
    };
    let range = if task.layers.len() == 1 {
        format!("{name} = {first}")
    } else {
        format!("{}, {name} = {first} to {last}", grouped(task.layers.len()))
    };
    let place = report.at_layer.map_or(String::new(), |place| {
        format!(", each at the {place} of its layer")
    });
    let along = match report.axis {
        Some(_) => String::new(),
        None => {
            let [x, y, z] = report.direction.map(measured);
            format!(", heights along ({x}, {y}, {z})")
        }
    };
    format!("{range}{place}{along}")
}

/// Returns the table with aligned columns. A long table is shortened in its middle.
fn table(task: &SliceTask<'_>, report: &SliceReport, name: &str, units: &Units) -> String {
    let has_open = report.layers.iter().any(|layer| layer.open_chains > 0);
    let has_volume = report
        .layers
        .iter()
        .any(|layer| layer.volume_behind.is_some());
    let after = |noun: &str, unit: &str| format!("{noun}{unit}");
    let storeys = task.request().storeys.as_ref();
    let mut header: Vec<String> = match storeys {
        Some(_) => vec!["storey".into(), "floor".into(), format!("plan {name}")],
        None => vec![name.into()],
    };
    header.extend(["objects", "loops", "holes"].map(String::from));
    if has_open {
        header.push("open chains".into());
    }
    header.push(after("area", &units.area));
    header.push(after("perimeter", &units.length));
    if has_volume {
        header.push(after("volume behind", &units.volume));
    }
    let row = |layer: &LayerReport| {
        let storey = storeys.and_then(|storeys| storeys.at(layer.height));
        let mut row: Vec<String> = storey.map_or(Vec::new(), |storey| {
            vec![storey.name.clone(), task.labels.text(storey.floor)]
        });
        row.push(task.labels.text(layer.height));
        row.extend([layer.objects, layer.loops, layer.holes].map(grouped));
        if has_open {
            row.push(grouped(layer.open_chains));
        }
        row.extend([measured(layer.area), measured(layer.perimeter)]);
        if has_volume {
            row.push(layer.volume_behind.map_or(String::new(), measured));
        }
        row
    };
    let all = &report.layers;
    let shown = if all.len() <= ROWS { all.len() } else { ENDS };
    let mut lines = vec![header];
    lines.extend(all[..shown].iter().map(row));
    let gap = (shown < all.len()).then_some(lines.len());
    if gap.is_some() {
        lines.extend(all[all.len() - ENDS..].iter().map(row));
    }
    let columns = lines[0].len();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            lines
                .iter()
                .map(|line| line[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        if gap == Some(index) {
            text.push_str(&format!("… {} more\n", grouped(all.len() - 2 * ENDS)));
        }
        let cells = line
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{cell:>width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("   ").trim_end());
        text.push('\n');
    }
    text
}

/// Returns the text about written files: the folder, and the names of the files. The files of a subfolder are one entry
/// with their number.
fn written(folder: &Path, paths: &[String]) -> String {
    let mut names: Vec<(String, usize)> = Vec::new();
    for path in paths {
        let name = Path::new(path)
            .strip_prefix(folder)
            .unwrap_or(Path::new(path));
        let inner = name.parent().filter(|inner| !inner.as_os_str().is_empty());
        let entry = inner.map_or_else(
            || name.display().to_string(),
            |inner| format!("{}/", inner.display()),
        );
        match names.iter_mut().find(|(known, _)| *known == entry) {
            Some((_, files)) => *files += 1,
            None => names.push((entry, 1)),
        }
    }
    let names: Vec<String> = names
        .into_iter()
        .map(|(name, files)| {
            if name.ends_with('/') {
                format!("{name} ({})", counted(files, "file"))
            } else {
                name
            }
        })
        .collect();
    format!("in {}: {}", folder.display(), names.join("  "))
}
