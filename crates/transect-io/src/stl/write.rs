//! Writing binary STL.

use std::io::Write;

use transect::vector::{cross, dot, sub};

use crate::document::Document;
use crate::error::WriteError;
use crate::flatten::{Placed, objects};
use crate::losses::{Holds, losses};

/// The header. It must not begin with `solid`, because readers could then treat the file as text.
const HEADER: &[u8] = b"binary STL written by transect";

/// Writes the triangles of all objects in f32, with computed normals.
pub(crate) fn write(
    document: &Document,
    out: &mut dyn Write,
    stem: &str,
) -> Result<Vec<String>, WriteError> {
    let count: usize = objects(&document.scene)
        .map(|object| object.mesh.mesh.triangles().len())
        .sum();
    let count = u32::try_from(count)
        .map_err(|_| WriteError::Unsupported(format!("STL cannot hold {count} triangles")))?;
    let mut header = [b' '; 80];
    header[..HEADER.len()].copy_from_slice(HEADER);
    out.write_all(&header)?;
    out.write_all(&count.to_le_bytes())?;

    let mut rounding = 0.0_f64;
    for object in objects(&document.scene) {
        let positions = narrowed(&object, &mut rounding)?;
        for triangle in 0..object.mesh.mesh.triangles().len() {
            let corners = object.triangle(triangle).map(|v| positions[v as usize]);
            let mut record = [0; 50];
            let numbers = [normal(&corners), corners[0], corners[1], corners[2]];
            for (bytes, number) in record.chunks_exact_mut(4).zip(numbers.as_flattened()) {
                bytes.copy_from_slice(&number.to_le_bytes());
            }
            out.write_all(&record)?;
        }
    }
    let holds = Holds {
        names: false,
        parts: false,
        materials: false,
        face_colors: false,
        layer: |_| false,
    };
    let mut lost = losses(document, holds, stem);
    if rounding > 0.0 {
        lost.push(format!(
            "coordinates beyond f32: rounded by at most {rounding:.1e}"
        ));
    }
    Ok(lost)
}

fn narrowed(object: &Placed<'_>, rounding: &mut f64) -> Result<Vec<[f32; 3]>, WriteError> {
    let positions = object.positions()?;
    let narrow = |(vertex, position): (usize, &[f64; 3])| {
        object.check(vertex, position, "f32", |c| (c as f32).is_finite())?;
        Ok(position.map(|c| {
            *rounding = rounding.max((c - f64::from(c as f32)).abs());
            c as f32
        }))
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
