//! Writing binary STL.

use std::io::Write;

use transect::vector::{cross, dot, sub};
use transect_mesh::scene::Scene;

use crate::document::Document;
use crate::error::WriteError;
use crate::flatten::{Placed, meshes, objects};
use crate::losses::{Holds, losses};

/// The header. It must not begin with `solid`, because readers could then treat the file as text.
const HEADER: &[u8] = b"binary STL written by transect";

/// The number of bytes of a triangle. Its last two bytes stay zero.
const RECORD: usize = 50;

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
    let mut header = [b' '; 80];
    header[..HEADER.len()].copy_from_slice(HEADER);
    out.write_all(&header)?;
    out.write_all(&count.to_le_bytes())?;

    let mut rounding = 0.0_f64;
    let mut records = vec![[0; RECORD]; MOST_AT_ONCE];
    for object in objects(scene) {
        let object = object?;
        let positions = narrowed(&object, &mut rounding)?;
        for triangles in object.mesh.triangles().chunks(records.len()) {
            let records = &mut records[..triangles.len()];
            for (record, triangle) in records.iter_mut().zip(triangles) {
                let corners = triangle.map(|vertex| positions[vertex as usize]);
                let numbers = [normal(&corners), corners[0], corners[1], corners[2]];
                let fields = record.as_chunks_mut::<4>().0;
                for (field, number) in fields.iter_mut().zip(numbers.as_flattened()) {
                    *field = number.to_le_bytes();
                }
            }
            out.write_all(records.as_flattened())?;
        }
    }
    let holds = Holds {
        names: false,
        parts: false,
        materials: false,
        is_textured: &|_, _| false,
        face_colors: false,
        layer: |_| false,
    };
    let mut lost = losses(scene, origin, holds, stem);
    if rounding > 0.0 {
        lost.push(format!(
            "coordinates beyond f32: rounded by at most {rounding:.1e}"
        ));
    }
    Ok(lost)
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

/// Returns the unit normal, or zeros for a triangle without area.
fn normal(corners: &[[f32; 3]; 3]) -> [f32; 3] {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let normal = cross(&sub(&b, &a), &sub(&c, &a));
    let length = dot(&normal, &normal).sqrt();
    if length > 0.0 && length.is_finite() {
        normal.map(|component| (component / length) as f32)
    } else {
        [0.0; 3]
    }
}
