//! Writing binary STL.

use std::io::Write;

use transect_mesh::scene::Scene;

use crate::document::Document;
use crate::error::WriteError;
use crate::flatten::{Placed, meshes, objects};
use crate::losses::{Holds, losses};
use crate::stl::record::{RECORD, header, put};

/// The largest number of triangles that are written at once.
const MOST_AT_ONCE: usize = 1024;

/// Writes the triangles of all objects in f32, with computed normals.
pub(crate) fn write(
    scene: &Scene,
    origin: &Document,
    out: &mut dyn Write,
    stem: &str,
) -> Result<Vec<String>, WriteError> {
    let count: usize = meshes(scene)
        .map(|object| object.mesh.triangles().len())
        .sum();
    let count = u32::try_from(count)
        .map_err(|_| WriteError::Unsupported(format!("STL cannot hold {count} triangles")))?;
    out.write_all(&header(count))?;

    let mut rounding = 0.0_f64;
    let mut records = vec![[0; RECORD]; MOST_AT_ONCE];
    for object in objects(scene) {
        let object = object?;
        let positions = narrowed(&object, &mut rounding)?;
        for triangles in object.mesh.triangles().chunks(records.len()) {
            let records = &mut records[..triangles.len()];
            for (record, triangle) in records.iter_mut().zip(triangles) {
                put(record, &triangle.map(|vertex| positions[vertex as usize]));
            }
            out.write_all(records.as_flattened())?;
        }
    }
    let mut lost = losses(scene, origin, HOLDS, stem);
    lost.extend(rounded(rounding));
    Ok(lost)
}

/// The content that STL holds.
pub(super) const HOLDS: Holds<'static> = Holds {
    names: false,
    parts: false,
    materials: false,
    is_textured: &|_, _| false,
    face_colors: false,
    layer: |_| false,
};

/// Returns the description of what was lost by rounding, if anything was.
pub(super) fn rounded(rounding: f64) -> Option<String> {
    (rounding > 0.0).then(|| format!("coordinates beyond f32: rounded by at most {rounding:.1e}"))
}

/// Returns the positions of an object rounded to f32. Raises `rounding` to the largest rounding error, if this error is
/// greater.
fn narrowed(object: &Placed<'_>, rounding: &mut f64) -> Result<Vec<[f32; 3]>, WriteError> {
    let positions = object.mesh.positions();
    let narrow = |(vertex, position): (usize, &[f64; 3])| {
        let narrow = object.narrowed(vertex)?;
        for (exact, rounded) in position.iter().zip(narrow) {
            *rounding = rounding.max((exact - f64::from(rounded)).abs());
        }
        Ok(narrow)
    };
    positions.iter().enumerate().map(narrow).collect()
}
