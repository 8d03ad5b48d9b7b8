//! The axis that points up in a model.

use transect_draw::Up;
use transect_io::Document;

use crate::placed::{meshes, placed};
use crate::storeys::floors::Lengths;
use crate::storeys::support::{Support, is_gltf};
use crate::user_error::UserError;

/// The axis that points up in a model, and the reason if it is not the axis of the format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpAxis {
    /// The axis.
    pub up: Up,
    /// The reason, as the text of a note.
    pub reason: Option<String>,
}

/// Returns the axis that points up in the model of a document: y if all files are glTF, otherwise z. In glTF, too, it is
/// z if the model has floors of a building along z, and hardly any along y.
///
/// # Errors
/// Returns [`UserError`] if an object cannot be placed in world coordinates.
pub fn up_of(document: &Document) -> Result<UpAxis, UserError> {
    if !is_gltf(document) {
        return Ok(UpAxis::default());
    }
    let of_format = UpAxis {
        up: Up::Y,
        reason: None,
    };
    let wanted = vec![true; document.scene.nodes.len()];
    let (world, objects) = placed(&document.scene, &wanted)?;
    // glTF is in metres.
    let lengths = Lengths::of(1000.0);
    let bounds = meshes(&world).filter_map(|mesh| mesh.bounds().copied());
    let height = bounds.reduce(|all, own| all.join(&own));
    if height.is_none_or(|all| all.max()[2] - all.min()[2] < lengths.headroom()) {
        return Ok(of_format);
    }
    let support = Support::of(&world, &objects, [false, true, true], &lengths);
    Ok(match support.axis_of_gltf() {
        2 => UpAxis {
            up: Up::Z,
            reason: Some(support.reason()),
        },
        _ => of_format,
    })
}
