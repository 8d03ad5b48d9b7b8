//! Reads faces. Polygons are split into triangles, and a face may have a colour.

use hashbrown::HashMap;

use crate::error::{Place, PlacedError, ReadErrorKind};
use crate::faces::Faces;
use crate::ply::body::Body;
use crate::ply::header::{Element, Kind, Scalar};
use crate::ply::vertex::COLORS;
use crate::polygon::make_room;

/// The largest number of triangles in a file with 8-bit vertex indices. More triangles on at most 256 vertices cannot
/// be a surface. In memory, they would take many times the size of the file.
const MOST_TRIANGLES_OF_BYTES: usize = 1 << 20;

#[derive(Clone, Copy)]
enum Goal {
    Indices { count: Scalar, item: Scalar },
    Color { component: usize, full: f64 },
    Nowhere,
}

/// Reads the faces of a file with `vertices` vertices. `positions` is empty if the faces precede the vertices.
pub(super) fn faces<B: Body>(
    body: &mut B,
    element: &Element,
    vertices: u64,
    positions: &[[f64; 3]],
) -> Result<Faces, PlacedError> {
    let mut faces = Faces::default();
    let goals = plan(element, &mut faces)?;
    let colored = goals.iter().any(|goal| matches!(goal, Goal::Color { .. }));
    let small = goals
        .iter()
        .any(|goal| matches!(goal, Goal::Indices { item, .. } if item.size() == 1));
    let rows = element.rows as usize;
    // The caller has only checked that the file is long enough for this many faces without corners. A triangle takes at
    // least 4 bytes in a binary file and 8 bytes in text. So memory is reserved for at most as many triangles as fit
    // the rest of the file.
    let least = if body.bytes().is_some() { 1 + 3 } else { 8 };
    faces
        .triangles
        .reserve_exact(rows.min(body.remaining() / least + 1));
    if colored {
        faces.color_of.reserve_exact(faces.triangles.capacity());
    }

    let done = columns(body, element, vertices, &mut faces.triangles)?;
    let mut ids: HashMap<[u64; 4], u32> = HashMap::new();
    let mut polygon: Vec<u32> = Vec::new();
    for _ in done..rows {
        let mut color = [1.0; 4];
        for (property, &goal) in element.properties.iter().zip(&goals) {
            match goal {
                Goal::Nowhere => body.skip_property(property.kind)?,
                Goal::Color { component, full } => {
                    let Kind::Scalar(kind) = property.kind else {
                        continue;
                    };
                    color[component] = share(body, kind, full, &mut faces.not_finite)?;
                }
                Goal::Indices { count, item } => {
                    corners(body, [count, item], vertices, &mut polygon)?;
                }
            }
        }
        faces.push(&polygon, positions);
        check_count(body, small, &faces.triangles)?;
        if colored {
            faces.paint(color, &mut ids);
        }
    }
    faces.limit_colors();
    Ok(faces)
}

/// Returns an error if there are more triangles than a surface with 8-bit vertex indices can have. `small` is `true` if
/// the indices have 8 bits.
pub(super) fn check_count<B: Body>(
    body: &B,
    small: bool,
    triangles: &[[u32; 3]],
) -> Result<(), PlacedError> {
    if !small || triangles.len() <= MOST_TRIANGLES_OF_BYTES {
        return Ok(());
    }
    Err(body.error(ReadErrorKind::Unsupported(format!(
        "a file of more than {MOST_TRIANGLES_OF_BYTES} triangles over 256 vertices"
    ))))
}

/// Reads a component of a colour and divides it by `full`, so that the result is from 0 to 1. NaN and infinities become
/// 0 and are counted in `not_finite`.
fn share<B: Body>(
    body: &mut B,
    kind: Scalar,
    full: f64,
    not_finite: &mut usize,
) -> Result<f64, PlacedError> {
    let value = body.attribute(kind)?;
    if value.is_finite() {
        return Ok(value / full);
    }
    *not_finite += 1;
    Ok(0.0)
}

/// Reads the list of a face's corners into `polygon`, as vertex indices.
fn corners<B: Body>(
    body: &mut B,
    [count, item]: [Scalar; 2],
    vertices: u64,
    polygon: &mut Vec<u32>,
) -> Result<(), PlacedError> {
    let corners = body.count(count, item)?;
    polygon.clear();
    make_room(polygon, corners);
    for _ in 0..corners {
        let index = body.scalar(item)?;
        polygon.push(vertex(body, index, vertices)?);
    }
    Ok(())
}

/// Returns a number of the file as the index of a vertex.
pub(super) fn vertex<B: Body>(body: &B, index: f64, vertices: u64) -> Result<u32, PlacedError> {
    if index < 0.0 || index >= vertices as f64 {
        return Err(out_of_range(body.place(), index as i64, vertices));
    }
    // The conversion is exact: the index has an integer type of at most 32 bits, and is in range.
    Ok(index as u32)
}

fn out_of_range(place: Place, index: i64, vertices: u64) -> PlacedError {
    PlacedError {
        place: Some(place),
        kind: ReadErrorKind::OutOfRange {
            what: "vertex",
            index,
            count: vertices,
        },
    }
}

/// Reads triangles on a fast path: in a binary file whose faces have a list of 32-bit indices as their only property.
/// Returns the number of faces read. The fast path ends before the first face that is not a triangle or has an index
/// out of range.
fn columns<B: Body>(
    body: &mut B,
    element: &Element,
    vertices: u64,
    triangles: &mut Vec<[u32; 3]>,
) -> Result<usize, PlacedError> {
    let plain = match element.properties[..] {
        [ref only] => matches!(
            only.kind,
            Kind::List {
                count: Scalar::U8,
                item: Scalar::I32 | Scalar::U32
            }
        ),
        _ => false,
    };
    let Some(bytes) = body.bytes().filter(|_| plain) else {
        return Ok(0);
    };
    let mut done = 0;
    for row in bytes.chunks_exact(13).take(element.rows as usize) {
        if row[0] != 3 {
            break;
        }
        let (indices, _) = row[1..].as_chunks();
        let corners: [u32; 3] = core::array::from_fn(|corner| {
            if B::BIG_ENDIAN {
                u32::from_be_bytes(indices[corner])
            } else {
                u32::from_le_bytes(indices[corner])
            }
        });
        // A negative index, read as `u32`, is out of range too. The slow path in `faces` then reads the invalid face
        // again and reports the place of the index.
        if corners
            .iter()
            .any(|&corner| u64::from(corner) >= vertices.min(1 << 31))
        {
            break;
        }
        triangles.push(corners);
        done += 1;
    }
    body.advance(13 * done);
    Ok(done)
}

/// Returns the index of the property with the vertices of faces or strips, and the types of its length and its entries.
pub(super) fn indices(element: &Element) -> Result<(usize, [Scalar; 2]), PlacedError> {
    let error =
        |message: String| PlacedError::at_line(element.line, ReadErrorKind::Syntax(message));
    let name = &element.name;
    let indices = element
        .find(&["vertex_indices", "vertex_index"])
        .ok_or_else(|| error(format!("element {name} has no property vertex_indices")))?;
    match element.properties[indices].kind {
        Kind::List { count, item } if item.range().is_some() => Ok((indices, [count, item])),
        _ => Err(error(
            "a property list of the wrong type: vertex_indices is not a list of integers".into(),
        )),
    }
}

fn plan(element: &Element, faces: &mut Faces) -> Result<Vec<Goal>, PlacedError> {
    let mut goals = vec![Goal::Nowhere; element.properties.len()];
    let (indices, [count, item]) = indices(element)?;
    goals[indices] = Goal::Indices { count, item };
    let colors = COLORS.map(|names| {
        let index = element.find(names)?;
        match element.properties[index].kind {
            Kind::Scalar(kind) => Some((index, kind)),
            Kind::List { .. } => None,
        }
    });
    if let [Some(_), Some(_), Some(_), alpha] = colors {
        faces.opacity = alpha.is_some();
        for (component, found) in colors.into_iter().enumerate() {
            if let Some((index, kind)) = found {
                goals[index] = Goal::Color {
                    component,
                    full: kind.full(),
                };
            }
        }
    }
    for (property, goal) in element.properties.iter().zip(&goals) {
        if matches!(goal, Goal::Nowhere) {
            faces
                .others
                .push(format!("face property {}", property.name));
        }
    }
    Ok(goals)
}
