//! The text table of `transect info`, which describes the contents of a model.

use crate::info::bodies;
use crate::info::faces::FaceReport;
use crate::info::gaps::lines;
use crate::info::listing;
use crate::info::{Bent, Info};
use crate::screen::{GOOD, Screen};
use crate::summary::{bounds, rows};
use transect_report::file_name::file_name;
use transect_report::listing::names;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::unit::Units;

/// The width of the labels' column in the table, in characters.
const LABELS: usize = 12;
/// The number of object classes on one line of the table.
const CLASSES: usize = 4;

impl Info {
    /// Returns the contents of a model as a text table.
    pub(crate) fn table(&self, screen: &Screen) -> String {
        let units = Units::of(self.unit.as_deref());
        let sources = self.source.iter().map(|source| {
            let bytes = usize::try_from(source.bytes).unwrap_or(usize::MAX);
            let unit = source
                .unit
                .as_ref()
                .map_or("unit not known".to_string(), |unit| format!("in {unit}"));
            format!(
                "{}: {}, {}, {unit}",
                file_name(&source.path),
                source.format,
                counted(bytes, "byte")
            )
        });
        let mut head = vec![
            ("read", sources.collect::<Vec<String>>().join("\n")),
            ("objects", self.objects(&units)),
            ("closed", self.closed(screen)),
        ];
        if !self.open.is_empty() {
            head.push(("gaps", lines(&self.open)));
        }
        if !self.bodies.is_empty() {
            let single = self.objects.total - self.bodies.len();
            head.push(("bodies", bodies::lines(&self.bodies, single)));
        }
        if !self.bent.is_empty() {
            head.push(("not flat", self.bent(&units)));
        }
        head.push(("classes", self.classes()));
        let head = head.into_iter();
        let head: Vec<(String, String)> = head
            .map(|(label, content)| (label.to_string(), content))
            .collect();
        let axes = [
            ("x", &self.faces.x),
            ("y", &self.faces.y),
            ("z", &self.faces.z),
        ];
        let body = axes.map(|(axis, faces)| (format!("across {axis}"), heights(faces, &units)));
        format!(
            "{}\n{}\n{}",
            rows(&head, LABELS, screen),
            screen.hanging(
                "planes that contain faces, the largest first, as --plane reads them",
                0
            ),
            rows(&body, LABELS, screen)
        )
    }

    fn objects(&self, units: &Units) -> String {
        let box_text = self.bounds.as_ref().map_or(String::new(), |own| {
            format!(", {}", bounds(own.min, own.max, units))
        });
        format!(
            "{}, {}, {}{box_text}",
            counted(self.objects.total, "object"),
            counted(self.triangles, "triangle"),
            counted(self.vertices, "vertex"),
        )
    }

    fn closed(&self, screen: &Screen) -> String {
        let open: Vec<&str> = self
            .open
            .iter()
            .map(|object| object.name.as_str())
            .collect();
        match (self.objects.closed, self.objects.open) {
            (0, 0) => "no objects".into(),
            (1, 0) => screen.paint(GOOD, "the object is closed"),
            (0, 1) => {
                let edges = self.open.iter().map(|object| object.open_edges).sum();
                format!("the object is open ({})", counted(edges, "open edge"))
            }
            (closed, 0) => screen.paint(GOOD, &format!("all {}", counted(closed, "object"))),
            (closed, count) => {
                let (closed, total) = (grouped(closed), grouped(self.objects.total));
                format!(
                    "{closed} of {total}; {} open: {}",
                    grouped(count),
                    names(&open)
                )
            }
        }
    }

    /// Returns the objects with polygons that are not flat, the most bent first.
    fn bent(&self, units: &Units) -> String {
        let mut objects: Vec<&Bent> = self.bent.iter().collect();
        objects.sort_by(|one, other| other.bent.distance.total_cmp(&one.bent.distance));
        let lines = listing::lines(&objects, |object| {
            format!(
                "{}: {}, a corner {}{} from the plane",
                object.name,
                counted(object.bent.polygons, "polygon"),
                measured(object.bent.distance),
                units.length
            )
        });
        lines.join("\n")
    }

    fn classes(&self) -> String {
        let lines = self.classes.chunks(CLASSES).map(|line| {
            let class = line
                .iter()
                .map(|class| format!("{} {}", class.name, grouped(class.objects)));
            class.collect::<Vec<String>>().join(", ")
        });
        lines.collect::<Vec<String>>().join(",\n")
    }
}

/// Returns one line for each of the largest planes that contain faces and are perpendicular to an axis.
fn heights(faces: &FaceReport, units: &Units) -> String {
    if faces.largest.is_empty() {
        return "no faces".into();
    }
    let widths = faces.largest.iter().map(|height| height.plane.len());
    let width = widths.max().unwrap_or_default();
    let mut lines: Vec<String> = faces
        .largest
        .iter()
        .map(|height| {
            format!(
                "{:width$}  area {}{}, {}",
                height.plane,
                measured(height.area),
                units.area,
                counted(height.triangles, "triangle")
            )
        })
        .collect();
    match faces.coordinates - faces.largest.len() {
        0 => {}
        more => lines.push(format!("and {} more", grouped(more))),
    }
    lines.join("\n")
}
