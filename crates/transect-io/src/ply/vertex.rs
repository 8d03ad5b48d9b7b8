//! Vertices: their positions, and their other properties as attribute layers.

use transect_mesh::{AttributeLayer, Meaning};

use crate::error::{PlacedError, ReadErrorKind};
use crate::ply::body::Body;
use crate::ply::header::{Element, Kind, Scalar};

/// The vertices of a file. Row `i` of every layer belongs to vertex `i`.
#[derive(Default)]
pub(super) struct Vertices {
    pub(super) positions: Vec<[f64; 3]>,
    pub(super) layers: Vec<AttributeLayer>,
    /// `true` if all coordinates are stored as f32.
    pub(super) single_precision: bool,
    /// The names of the list properties of vertices; such properties are ignored.
    pub(super) lists: Vec<String>,
    /// The number of normals, texture coordinates and colours that are NaN or infinite. They are read as 0.
    pub(super) not_finite: usize,
}

/// The destination of the numbers of a vertex property.
#[derive(Clone, Copy)]
enum Goal {
    Coordinate(usize),
    Component {
        layer: usize,
        component: usize,
        /// The divisor by which numbers are scaled, such as 255 for a colour stored in bytes.
        full: f64,
    },
    Nowhere,
}

/// Reads the vertices. The caller has checked that the file is large enough for them.
pub(super) fn vertices<B: Body>(body: &mut B, element: &Element) -> Result<Vertices, PlacedError> {
    let (goals, mut vertices) = plan(element)?;
    let rows = element.rows as usize;
    if columns(body, element, &mut vertices.positions, rows) {
        return Ok(vertices);
    }
    vertices.positions.reserve_exact(rows);
    for layer in &mut vertices.layers {
        layer.values = vec![0.0; rows * layer.width];
    }
    for row in 0..rows {
        let mut position = [0.0; 3];
        for (property, &goal) in element.properties.iter().zip(&goals) {
            let Kind::Scalar(scalar) = property.kind else {
                body.skip_property(property.kind)?;
                continue;
            };
            let value = match goal {
                Goal::Coordinate(_) => body.scalar(scalar)?,
                _ => body.attribute(scalar)?,
            };
            match goal {
                Goal::Nowhere => {}
                Goal::Coordinate(axis) => {
                    if !value.is_finite() {
                        let what = ["x", "y", "z"][axis];
                        return Err(body.error(ReadErrorKind::NotFinite { what, value }));
                    }
                    position[axis] = value;
                }
                Goal::Component {
                    layer,
                    component,
                    full,
                } => {
                    let layer = &mut vertices.layers[layer];
                    // NaN is allowed in custom attributes, where it often means "no value".
                    let is_kept = value.is_finite() || matches!(layer.meaning, Meaning::Custom(_));
                    let value = if is_kept { value / full } else { 0.0 };
                    layer.values[row * layer.width + component] = value;
                    vertices.not_finite += usize::from(!is_kept);
                }
            }
        }
        vertices.positions.push(position);
    }
    Ok(vertices)
}

/// Reads vertices on a fast path: in a binary file whose vertices have `float x`, `float y` and `float z` as their only
/// properties. In all other cases, and if a coordinate is not finite, reads no vertices and returns `false`.
fn columns<B: Body>(
    body: &mut B,
    element: &Element,
    positions: &mut Vec<[f64; 3]>,
    rows: usize,
) -> bool {
    let plain = element.properties.len() == 3
        && (element.properties.iter().zip(["x", "y", "z"]))
            .all(|(p, axis)| p.name == axis && p.kind == Kind::Scalar(Scalar::F32));
    let Some(bytes) = body
        .bytes()
        .and_then(|bytes| bytes.get(..rows.checked_mul(12)?))
    else {
        return false;
    };
    if !plain {
        return false;
    }
    let mut finite = true;
    positions.reserve_exact(rows);
    positions.extend(bytes.chunks_exact(12).map(|row| {
        let (numbers, _) = row.as_chunks();
        core::array::from_fn(|axis| {
            let value = if B::BIG_ENDIAN {
                f32::from_be_bytes(numbers[axis])
            } else {
                f32::from_le_bytes(numbers[axis])
            };
            finite &= value.is_finite();
            f64::from(value)
        })
    }));
    if finite {
        body.advance(12 * rows);
    } else {
        // The slow path in `vertices` then reads all vertices again, and reports the place of the coordinate that is
        // not finite.
        positions.clear();
    }
    finite
}

/// Assigns the numbers of each vertex property to a coordinate, to a component of an attribute layer, or to nothing.
fn plan(element: &Element) -> Result<(Vec<Goal>, Vertices), PlacedError> {
    let syntax =
        |message: String| PlacedError::at_line(element.line, ReadErrorKind::Syntax(message));
    let mut goals = vec![Goal::Nowhere; element.properties.len()];
    let mut vertices = Vertices::default();
    let scalar = |index: usize| match element.properties[index].kind {
        Kind::Scalar(scalar) => Some(scalar),
        Kind::List { .. } => None,
    };
    vertices.single_precision = true;
    for (axis, name) in ["x", "y", "z"].iter().enumerate() {
        let index = element
            .find(&[name])
            .ok_or_else(|| syntax(format!("element vertex has no property {name}")))?;
        let kind = scalar(index).ok_or_else(|| syntax(format!("property {name} is a list")))?;
        vertices.single_precision &= kind == Scalar::F32;
        goals[index] = Goal::Coordinate(axis);
    }

    // The numbers of a normal, a colour or a texture coordinate are in several properties. They become a layer only if
    // the element has all these properties.
    let mut quantity = |meaning: Meaning, names: &[&[&str]], colors: bool| {
        let found: Option<Vec<usize>> = names
            .iter()
            .map(|names| element.find(names).filter(|&index| scalar(index).is_some()))
            .collect();
        let Some(found) = found else {
            return false;
        };
        if vertices.layers.iter().any(|layer| layer.meaning == meaning) {
            return false;
        }
        for (component, &index) in found.iter().enumerate() {
            let kind = scalar(index).unwrap_or(Scalar::F64);
            goals[index] = Goal::Component {
                layer: vertices.layers.len(),
                component,
                full: if colors { kind.full() } else { 1.0 },
            };
        }
        vertices.layers.push(AttributeLayer {
            meaning,
            width: found.len(),
            values: Vec::new(),
        });
        true
    };
    for names in [["s", "t"], ["u", "v"], ["texture_u", "texture_v"]] {
        quantity(
            Meaning::TextureCoordinate(0),
            &[&names[..1], &names[1..]],
            false,
        );
    }
    quantity(Meaning::Normal, &[&["nx"], &["ny"], &["nz"]], false);
    let [red, green, blue, alpha] = COLORS;
    if !quantity(Meaning::Color(0), &[red, green, blue, alpha], true) {
        quantity(Meaning::Color(0), &[red, green, blue], true);
    }

    for (index, property) in element.properties.iter().enumerate() {
        if scalar(index).is_none() {
            vertices.lists.push(property.name.clone());
        } else if matches!(goals[index], Goal::Nowhere) {
            goals[index] = Goal::Component {
                layer: vertices.layers.len(),
                component: 0,
                full: 1.0,
            };
            vertices.layers.push(AttributeLayer {
                meaning: Meaning::Custom(property.name.clone()),
                width: 1,
                values: Vec::new(),
            });
        }
    }
    Ok((goals, vertices))
}

/// The names of the colour properties of vertices and faces.
pub(super) const COLORS: [&[&str]; 4] = [
    &["red", "diffuse_red"],
    &["green", "diffuse_green"],
    &["blue", "diffuse_blue"],
    &["alpha", "diffuse_alpha"],
];
