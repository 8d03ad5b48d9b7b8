//! Writing binary little-endian PLY.

use std::collections::BTreeSet;
use std::io::Write;

use hashbrown::HashMap;
use transect_mesh::scene::{Part, Scene};
use transect_mesh::{AttributeLayer, Meaning};

use crate::document::Document;
use crate::error::WriteError;
use crate::flatten::{Placed, meshes, objects};
use crate::input::counted;
use crate::losses::{Holds, is_of_caps, losses};
use crate::vertices::{Vertices, is_manifold};
use crate::written_file::WrittenFile;

/// Writes all objects as one list of faces. Positions are in world coordinates and stored as `double`. A corner's
/// position and its attributes together make a vertex of the file.
///
/// Colours are bytes, because many readers show colours of other types as black. If the scene has vertex colours, faces
/// have no colours, because many readers show only the colours of faces in a file with both. Then the corners of faces
/// without vertex colours have the colours of their materials. Without vertex colours, the colours of materials become
/// colours of faces.
pub(crate) fn write(
    scene: &Scene,
    origin: &Document,
    out: &mut dyn Write,
    stem: &str,
) -> Result<WrittenFile, WriteError> {
    let mut columns = columns(scene);
    let color = columns.iter_mut().find(|column| column.is_color());
    let colors = FaceColors::new(scene, color.is_some());
    if let Some(color) = color.filter(|_| has_translucent_corners(scene)) {
        color.names = COLOR.map(str::to_owned).into();
    }
    let objects: Vec<Placed<'_>> = objects(scene).collect::<Result<_, _>>()?;
    let (manifold, vertices) = if columns.is_empty() {
        write_plain(&objects, &colors, out)?
    } else {
        write_with_columns(&objects, &columns, &colors, out)?
    };

    let holds = Holds {
        names: false,
        parts: false,
        materials: false,
        face_colors: true,
        layer: |layer| !names(layer).is_empty(),
    };
    let mut lost = losses(scene, origin, holds, stem);
    if colors.rounded {
        lost.push("face colours beyond 8 bits".to_owned());
    }
    if columns.iter().any(Column::is_color) {
        if has_fine_colors(scene) {
            lost.push("vertex colours beyond 8 bits".to_owned());
        }
        let hidden = hidden_materials(scene);
        if hidden > 0 {
            let materials = counted(hidden, "material");
            lost.push(format!("colours of {materials} beside vertex colours"));
        }
    }
    Ok(WrittenFile {
        losses: lost,
        manifold: Some(manifold),
        vertices: Some(vertices),
    })
}

/// Writes objects whose vertices have only positions, directly from their meshes. Returns `true` if each edge of the
/// file has exactly two triangles, which run along it in opposite directions, and the number of vertices.
fn write_plain(
    objects: &[Placed<'_>],
    colors: &FaceColors,
    out: &mut dyn Write,
) -> Result<(bool, usize), WriteError> {
    let vertices = objects.iter().map(|object| Vertices::of(&object.mesh));
    let vertices: Vec<Vertices<'_>> = vertices.collect();
    let count = vertices.iter().map(Vertices::len).sum();
    check_count(count)?;
    let faces = vertices.iter().map(|own| own.triangles.len()).sum();
    write_header(count, &[], faces, colors, out)?;
    let mut rows = Rows::new(out);
    for own in &vertices {
        for vertex in 0..own.len() as u32 {
            for coordinate in own.position(vertex) {
                rows.bytes.extend_from_slice(&coordinate.to_le_bytes());
            }
            rows.flush(FLUSH)?;
        }
    }
    let mut start = 0;
    for (object, own) in objects.iter().zip(&vertices) {
        for (triangle, corners) in own.triangles.iter().enumerate() {
            let corners = corners.map(|vertex| vertex + start);
            rows.push_face(&corners, &colors.color(object, triangle), colors)?;
        }
        start += own.len() as u32;
    }
    rows.flush(0)?;
    Ok((vertices.iter().all(Vertices::is_manifold), count))
}

/// Writes objects with attributes. Returns `true` if each edge of the file has exactly two triangles, which run along
/// it in opposite directions, and the number of vertices.
fn write_with_columns(
    objects: &[Placed<'_>],
    columns: &[Column],
    colors: &FaceColors,
    out: &mut dyn Write,
) -> Result<(bool, usize), WriteError> {
    let width: usize = columns.iter().map(|column| column.names.len()).sum();
    let mut vertices: Vec<f64> = Vec::new();
    let mut corners: Vec<[u32; 3]> = Vec::new();
    let mut colors_of: Vec<[u8; 4]> = Vec::new();
    for object in objects {
        push_object(object, columns, colors, &mut vertices, &mut corners)?;
        let triangles = 0..object.mesh.triangles().len();
        colors_of.extend(triangles.map(|triangle| colors.color(object, triangle)));
    }
    let count = vertices.len() / (3 + width);
    write_header(count, columns, corners.len(), colors, out)?;
    let mut kinds = vec![Stored::Double; 3];
    for column in columns {
        kinds.extend(column.names.iter().map(|_| column.stored));
    }
    let mut rows = Rows::new(out);
    for row in vertices.chunks_exact(3 + width) {
        for (&value, kind) in row.iter().zip(&kinds) {
            match kind {
                Stored::Byte => rows.bytes.push((value * 255.0).round() as u8),
                Stored::Float => {
                    rows.bytes.extend_from_slice(&(value as f32).to_le_bytes());
                }
                Stored::Double => rows.bytes.extend_from_slice(&value.to_le_bytes()),
            }
        }
        rows.flush(FLUSH)?;
    }
    for (corners, color) in corners.iter().zip(&colors_of) {
        rows.push_face(corners, color, colors)?;
    }
    rows.flush(0)?;
    Ok((is_manifold(count, &corners), count))
}

fn write_header(
    vertices: usize,
    columns: &[Column],
    faces: usize,
    colors: &FaceColors,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    writeln!(
        out,
        "ply\nformat binary_little_endian 1.0\ncomment written by transect"
    )?;
    writeln!(out, "element vertex {vertices}")?;
    writeln!(
        out,
        "property double x\nproperty double y\nproperty double z"
    )?;
    for column in columns {
        for name in &column.names {
            writeln!(out, "property {} {name}", column.stored.name())?;
        }
    }
    writeln!(out, "element face {faces}")?;
    writeln!(out, "property list uchar int vertex_indices")?;
    for name in colors.components() {
        writeln!(out, "property uchar {name}")?;
    }
    writeln!(out, "end_header")
}

/// Returns an error if a PLY file cannot hold this many vertices.
fn check_count(vertices: usize) -> Result<(), WriteError> {
    if vertices > 1 << 31 {
        let message = format!("PLY cannot hold {vertices} vertices");
        return Err(WriteError::Unsupported(message));
    }
    Ok(())
}

/// Collected bytes are written when there are at least this many.
const FLUSH: usize = 1 << 16;

/// The rows of a file. Many rows are collected before they are written, because one call of `out` per number is slow.
struct Rows<'o> {
    bytes: Vec<u8>,
    out: &'o mut dyn Write,
}

impl<'o> Rows<'o> {
    fn new(out: &'o mut dyn Write) -> Self {
        Self {
            bytes: Vec::with_capacity(2 * FLUSH),
            out,
        }
    }

    /// Adds the row of a triangle.
    fn push_face(
        &mut self,
        corners: &[u32; 3],
        color: &[u8; 4],
        colors: &FaceColors,
    ) -> std::io::Result<()> {
        let [[a, b, c, d], [e, f, g, h], [i, j, k, l]] = corners.map(u32::to_le_bytes);
        self.bytes
            .extend_from_slice(&[3, a, b, c, d, e, f, g, h, i, j, k, l]);
        self.bytes
            .extend_from_slice(&color[..colors.components().len()]);
        self.flush(FLUSH)
    }

    /// Writes the collected bytes if there are at least `least` of them, and empties the list.
    fn flush(&mut self, least: usize) -> std::io::Result<()> {
        if self.bytes.len() >= least {
            self.out.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }
}

/// The PLY number type of a property.
#[derive(Clone, Copy, PartialEq)]
enum Stored {
    Byte,
    Float,
    Double,
}

impl Stored {
    const fn name(self) -> &'static str {
        match self {
            Self::Byte => "uchar",
            Self::Float => "float",
            Self::Double => "double",
        }
    }
}

/// The names of the properties of a colour.
const COLOR: [&str; 4] = ["red", "green", "blue", "alpha"];

/// The PLY properties that hold the values of an attribute layer, one property per component.
struct Column {
    meaning: Meaning,
    names: Vec<String>,
    stored: Stored,
}

impl Column {
    fn is_color(&self) -> bool {
        matches!(self.meaning, Meaning::Color(_))
    }
}

/// Returns the names of the PLY properties for the components of an attribute layer; empty if PLY has no names for
/// them.
fn names(layer: &AttributeLayer) -> Vec<String> {
    let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    match (&layer.meaning, layer.width) {
        (Meaning::Normal, 3) => own(&["nx", "ny", "nz"]),
        (Meaning::TextureCoordinate(0), 2..) => own(&["s", "t"]),
        (Meaning::Color(0), 3) => own(&COLOR[..3]),
        (Meaning::Color(0), 4) => own(&COLOR),
        (Meaning::Custom(name), width @ 1..) if is_word(name) => match width {
            1 => vec![name.clone()],
            _ => (0..width).map(|k| format!("{name}_{k}")).collect(),
        },
        _ => Vec::new(),
    }
}

/// Returns `true` if the name of an attribute layer can be the name of a custom property: a single word that PLY does
/// not use for another property.
fn is_word(name: &str) -> bool {
    const TAKEN: [&str; 10] = ["x", "y", "z", "nx", "ny", "nz", "s", "t", "u", "v"];
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_graphic())
        && !TAKEN.contains(&name)
        && !COLOR.contains(&name)
        && !["texture_u", "texture_v"].contains(&name)
}

/// Returns the columns of all layers in the scene. A layer that several objects have gets the largest number of
/// components that it has in any of these objects.
fn columns(scene: &Scene) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for object in meshes(scene) {
        for layer in &object.mesh.attributes().layers {
            let names = names(layer);
            if names.is_empty() {
                continue;
            }
            let stored = stored(layer);
            match columns.iter_mut().find(|c| c.meaning == layer.meaning) {
                Some(column) => {
                    if names.len() > column.names.len() {
                        column.names = names;
                    }
                    if column.stored != stored {
                        column.stored = Stored::Double;
                    }
                }
                None => columns.push(Column {
                    meaning: layer.meaning.clone(),
                    names,
                    stored,
                }),
            }
        }
    }
    columns
}

/// Returns the type for the values of an attribute layer: `Byte` for colours, and otherwise the smallest type that holds
/// the values exactly.
fn stored(layer: &AttributeLayer) -> Stored {
    if matches!(layer.meaning, Meaning::Color(_)) {
        return Stored::Byte;
    }
    // The type must hold the values as stored in the mesh. When normals are written, they are first turned into world
    // coordinates, and then rounded to this type.
    let float = |&value: &f64| f64::from(value as f32) == value;
    if layer.values.iter().all(float) {
        Stored::Float
    } else {
        Stored::Double
    }
}

/// Returns `true` if the scene has vertex colours that are not multiples of 1/255.
fn has_fine_colors(scene: &Scene) -> bool {
    let is_fine =
        |&value: &f64| (value * 255.0).round() / 255.0 != value || !(0.0..=1.0).contains(&value);
    let meshes = scene.meshes.iter();
    let layers = meshes.flat_map(|mesh| &mesh.mesh.attributes().layers);
    let mut colors = layers.filter(|layer| layer.meaning == Meaning::Color(0));
    colors.any(|layer| layer.values.iter().any(is_fine))
}

/// Returns the parts of all objects, and `true` for those with vertex colours.
fn parts(scene: &Scene) -> impl Iterator<Item = (&Part, bool)> {
    meshes(scene).flat_map(|object| {
        let layers = &object.mesh.attributes().layers;
        let color = layers
            .iter()
            .position(|layer| layer.meaning == Meaning::Color(0));
        let parts = object.parts.iter();
        parts.map(move |part| (part, has_layer(part, color)))
    })
}

/// Returns `true` if a part has an attribute layer, which is given by its index.
fn has_layer(part: &Part, layer: Option<usize>) -> bool {
    layer.is_some_and(|layer| part.layers.get(layer) == Some(&true))
}

/// Returns `true` if a part without vertex colours has a material with an opacity below 1.
fn has_translucent_corners(scene: &Scene) -> bool {
    let materials = parts(scene)
        .filter(|(_, has_color)| !has_color)
        .filter_map(|(part, _)| scene.materials.get(part.material?));
    materials
        .map(|material| material.color[3])
        .any(|opacity| opacity != 1.0)
}

/// Returns the number of materials whose colours faces with vertex colours have, too. White does not count, because it
/// does not change vertex colours. The material of the caps does not count either: it is not part of the input.
fn hidden_materials(scene: &Scene) -> usize {
    let hidden: BTreeSet<usize> = parts(scene)
        .filter(|(_, has_color)| *has_color)
        .filter_map(|(part, _)| part.material)
        .collect();
    let is_hidden = |&material: &usize| {
        let material = scene.materials.get(material);
        material.is_some_and(|material| !is_of_caps(material) && material.color != [1.0; 4])
    };
    hidden.into_iter().filter(is_hidden).count()
}

/// The colours that the materials of a document give to faces or, if the scene has vertex colours, to the corners of
/// faces without them.
struct FaceColors {
    of: Vec<[u8; 4]>,
    /// `true` if the file has colours of faces.
    used: bool,
    opacity: bool,
    rounded: bool,
}

impl FaceColors {
    fn new(scene: &Scene, has_vertex_colors: bool) -> Self {
        let exact: Vec<[f64; 4]> = scene.materials.iter().map(|m| m.color).collect();
        let of: Vec<[u8; 4]> = exact
            .iter()
            .map(|color| color.map(|c| (c * 255.0).round() as u8))
            .collect();
        let used = !of.is_empty() && !has_vertex_colors;
        let rounded = exact
            .iter()
            .zip(&of)
            .any(|(exact, bytes)| (0..4).any(|k| f64::from(bytes[k]) / 255.0 != exact[k]));
        Self {
            opacity: of.iter().any(|color| color[3] != 255),
            used,
            rounded: rounded && used,
            of,
        }
    }

    /// Returns the names of the colour properties of faces.
    fn components(&self) -> &'static [&'static str] {
        match (self.used, self.opacity) {
            (false, _) => &[],
            (true, false) => &COLOR[..3],
            (true, true) => &COLOR,
        }
    }

    /// Returns the colour of a triangle: that of its material, or white.
    fn color(&self, object: &Placed<'_>, triangle: usize) -> [u8; 4] {
        let part = object.mesh.part(triangle) as usize;
        let material = object.parts.get(part).and_then(|part| part.material);
        material
            .and_then(|material| self.of.get(material).copied())
            .unwrap_or([255; 4])
    }
}

/// Adds the vertices of an object, with their attributes, and its triangles.
fn push_object(
    object: &Placed<'_>,
    columns: &[Column],
    colors: &FaceColors,
    vertices: &mut Vec<f64>,
    faces: &mut Vec<[u32; 3]>,
) -> Result<(), WriteError> {
    let width: usize = columns.iter().map(|column| column.names.len()).sum();
    let own = Vertices::of(&object.mesh);
    let start = vertices.len() / (3 + width);
    check_count(start + own.len().max(3 * object.mesh.triangles().len()))?;

    let layers: Vec<Option<usize>> = columns.iter().map(|c| object.layer(&c.meaning)).collect();
    // A part (group of triangles) of the object that lacks an attribute layer gets zeros for it, or the colour of its
    // material. So two parts share vertices of the file only if they have the same layers, and the same material unless
    // they have colours of their own.
    let color = object.layer(&Meaning::Color(0));
    let mut sets: HashMap<(&[bool], Option<usize>), u32> = HashMap::new();
    let parts = object.parts.iter().map(|part| {
        let next = sets.len() as u32;
        let material = part.material.filter(|_| !has_layer(part, color));
        *sets.entry((&part.layers, material)).or_insert(next)
    });
    let set_of: Vec<u32> = parts.collect();
    let mut known: HashMap<(u32, u32, u32), u32> = HashMap::new();
    let mut values = Vec::new();
    for (triangle, ids) in own.triangles.iter().enumerate() {
        let part = object.mesh.part(triangle) as usize;
        let set = set_of.get(part).copied().unwrap_or(u32::MAX);
        let rows = object.rows(triangle);
        let mut corners = [0; 3];
        for (corner, vertex) in ids.iter().copied().enumerate() {
            let row = rows.map_or(0, |rows| rows[corner]);
            let next = (vertices.len() / (3 + width)) as u32;
            corners[corner] = *known.entry((vertex, row, set)).or_insert(next);
            if corners[corner] != next {
                continue;
            }
            vertices.extend(own.position(vertex));
            for (column, &layer) in columns.iter().zip(&layers) {
                values.clear();
                if let (Some(layer), true) = (layer, rows.is_some())
                    && object.has(triangle, layer)
                {
                    values.extend_from_slice(object.row(layer, row));
                }
                // A colour without opacity gets the opacity 1. All other numbers that the object does not have are
                // written as 0.
                if column.is_color() && values.is_empty() {
                    let color = colors.color(object, triangle);
                    values.extend(color.map(|byte| f64::from(byte) / 255.0));
                }
                if column.is_color() && values.len() == 3 {
                    values.push(1.0);
                }
                values.resize(column.names.len(), 0.0);
                vertices.extend_from_slice(&values);
            }
        }
        faces.push(corners);
    }
    Ok(())
}
