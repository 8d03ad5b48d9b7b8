//! The gaps of open objects: cracks, holes, faces that occur twice, and faces that are turned over.

use serde::Serialize;
use transect_mesh::{Gap, GapKind, Gaps, Mesh, WeldDistance};

use crate::info::listing;
use transect_report::closing::distance_to_type;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::report::Bounds;

/// The largest number of gaps whose places the table lists.
const PLACES: usize = 10;

/// An open object.
#[derive(Debug, Serialize)]
pub(crate) struct Open {
    pub(crate) name: String,
    pub(crate) open_edges: usize,
    /// The reasons, those with most open edges first.
    pub(crate) gaps: Vec<GapReport>,
    /// The weld that closes all cracks.
    pub(crate) weld: Option<ClosingWeld>,
}

/// A group of open edges with one reason.
#[derive(Debug, Serialize)]
pub(crate) struct GapReport {
    pub(crate) kind: &'static str,
    pub(crate) open_edges: usize,
    /// For a crack, its width; otherwise the diagonal of the bounding box.
    pub(crate) size: f64,
    pub(crate) bounds: Bounds,
}

/// A weld that closes all cracks of an object, and the number of edges that are then open.
#[derive(Debug, Serialize)]
pub(crate) struct ClosingWeld {
    pub(crate) distance: f64,
    pub(crate) open_edges: usize,
}

impl Open {
    pub(crate) fn of(name: &str, mesh: &Mesh, gaps: &Gaps) -> Self {
        let weld = gaps.closing.map(|closing| distance_to_type(mesh, closing));
        Self {
            name: name.to_string(),
            open_edges: gaps.open_edges,
            gaps: gaps.gaps.iter().map(GapReport::of).collect(),
            weld: weld.map(ClosingWeld::of),
        }
    }
}

impl GapReport {
    pub(crate) fn of(gap: &Gap) -> Self {
        Self {
            kind: gap.kind.name(),
            open_edges: gap.open_edges,
            size: gap.size,
            bounds: Bounds::of(gap.bounds),
        }
    }

    /// Returns the gap and its place, as a line of the table.
    fn place(&self) -> String {
        let Bounds { min, max } = &self.bounds;
        let axes = ["x", "y", "z"].into_iter().zip(min.iter().zip(max));
        let axes = axes.map(|(axis, (min, max))| {
            if min == max {
                format!("{axis} {}", measured(*min))
            } else {
                format!("{axis} {} to {}", measured(*min), measured(*max))
            }
        });
        let size = if self.kind == GapKind::Crack.name() {
            format!(", {} wide", measured(self.size))
        } else {
            String::new()
        };
        let kind = self.kind.replace('_', " ");
        format!(
            "  {kind}: {}{size}, {}",
            counted(self.open_edges, "open edge"),
            axes.collect::<Vec<String>>().join(", ")
        )
    }
}

impl ClosingWeld {
    pub(crate) fn of((distance, open_edges): (WeldDistance, usize)) -> Self {
        Self {
            distance: distance.get(),
            open_edges,
        }
    }
}

/// Returns the lines of the table about the gaps of open objects. A single open object has the places of its gaps, too.
pub(crate) fn lines(open: &[Open]) -> String {
    let mut lines = listing::lines(open, line);
    if let [object] = open {
        lines.extend(object.gaps.iter().take(PLACES).map(GapReport::place));
        if object.gaps.len() > PLACES {
            lines.push(format!(
                "  and {} more",
                grouped(object.gaps.len() - PLACES)
            ));
        }
    }
    lines.join("\n")
}

fn line(object: &Open) -> String {
    let kinds = [
        (GapKind::Crack, "crack"),
        (GapKind::Hole, "hole"),
        (GapKind::DoubledFace, "doubled face"),
        (GapKind::TurnedFace, "turned face"),
    ];
    let counts = kinds.into_iter().filter_map(|(kind, noun)| {
        let own = object.gaps.iter().filter(|gap| gap.kind == kind.name());
        let count = own.clone().count();
        let largest = own.fold(0.0, |most: f64, gap| most.max(gap.size));
        let size = match kind {
            GapKind::Crack => format!(" of at most {}", measured(largest)),
            _ => String::new(),
        };
        (count > 0).then(|| counted(count, noun) + &size)
    });
    let counts = counts.collect::<Vec<String>>().join(", ");
    let weld = match &object.weld {
        None => String::new(),
        Some(weld) => {
            let left = match weld.open_edges {
                0 => "the object".to_string(),
                left => format!("all but {}", counted(left, "open edge")),
            };
            format!("; --weld {:e} closes {left}", weld.distance)
        }
    };
    format!(
        "{}: {}: {counts}{weld}",
        object.name,
        counted(object.open_edges, "open edge")
    )
}
