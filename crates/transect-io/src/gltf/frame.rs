//! Models of other formats in glTF, which is in metres and has y up. A root node above the scene has the scale, and the
//! turn of the axis that points up, so that all other numbers are those of the model.

use serde_json::{Value, json};
use transect::length_unit::LengthUnit;
use transect_mesh::scene::Placement;

use crate::document::Document;
use crate::format::Format;

/// The key of the extras of the root node.
const KEY: &str = "transect";

/// The names of the axes.
const AXES: [&str; 3] = ["x", "y", "z"];

/// The root node above the scene of a model of another format.
pub(super) struct Frame {
    pub(super) name: String,
    /// The map to metres with y up, column by column.
    pub(super) matrix: [f64; 16],
    /// The unit and the axis that points up, as JSON. [`leave_metres`] reads it.
    pub(super) extras: String,
}

/// Returns the root node for the scene of a document; `None` if the document has no unit, or has the unit and the axes
/// of glTF.
pub(super) fn frame(origin: &Document) -> Option<Frame> {
    let unit = origin.unit()?;
    let s = unit.parse::<LengthUnit>().ok()?.metres();
    // The axes of glTF stay, even if the model has another axis that points up.
    let mut sources = origin.sources.iter();
    let up = if sources.any(|source| source.format == Format::Glb) {
        1
    } else {
        origin.up.unwrap_or(2)
    };
    if s == 1.0 && up == 1 {
        return None;
    }
    let columns = match up {
        0 => [[0.0, s, 0.0], [0.0, 0.0, s], [s, 0.0, 0.0]],
        1 => [[s, 0.0, 0.0], [0.0, s, 0.0], [0.0, 0.0, s]],
        _ => [[s, 0.0, 0.0], [0.0, 0.0, -s], [0.0, s, 0.0]],
    };
    let mut matrix = [0.0; 16];
    for (slots, column) in matrix.as_chunks_mut::<4>().0.iter_mut().zip(columns) {
        slots[..3].copy_from_slice(&column);
    }
    matrix[15] = 1.0;
    let up = AXES[up.min(2)];
    Some(Frame {
        name: format!("{unit}, {up} up"),
        matrix,
        extras: json!({ KEY: { "unit": unit, "up": up } }).to_string(),
    })
}

/// Returns to the coordinates of a model of another format that was written as glTF: removes the scale and the turn of
/// the root node that [`write()`](crate::write()) adds, and gives the document the unit of the model. Returns `false`
/// if the document has no such node.
///
/// ```
/// # use transect_io::{Format, Outputs, leave_metres, read, write};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("corner.obj");
/// # std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")?;
/// let mut document = read(&[path])?;
/// document.state_unit("mm");
/// let mut outputs = Outputs::new(&folder.path().join("out"), false)?;
/// write(&document, Format::Glb, &mut outputs, "corner")?;
/// let mut in_metres = read(&outputs.commit()?)?;
/// assert_eq!(in_metres.scene.world_transforms()[1].apply(&[0.0, 0.0, 5.0]), [0.0, 0.005, 0.0]);
/// assert!(leave_metres(&mut in_metres));
/// assert_eq!(in_metres.scene.world_transforms()[1].apply(&[0.0, 0.0, 5.0]), [0.0, 0.0, 5.0]);
/// assert_eq!(in_metres.unit(), Some("mm"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn leave_metres(document: &mut Document) -> bool {
    let unit_of = |extras: &str| {
        let extras: Value = serde_json::from_str(extras).ok()?;
        let unit = extras.get(KEY)?.get("unit")?.as_str()?;
        let unit: LengthUnit = unit.parse().ok()?;
        Some(unit.symbol().to_owned())
    };
    let mut roots = document.scene.nodes.iter_mut();
    let found = roots.find_map(|node| {
        let is_root = node.parent.is_none() && node.mesh.is_none();
        let unit = unit_of(node.extras.as_deref().filter(|_| is_root)?)?;
        Some((node, unit))
    });
    let Some((node, unit)) = found else {
        return false;
    };
    node.placement = Placement::Identity;
    for source in &mut document.sources {
        source.unit = Some(unit.clone());
    }
    true
}
