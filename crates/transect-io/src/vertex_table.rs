//! Objects as one list of vertices with attributes and one list of triangles, as some formats hold them.

use std::collections::BTreeSet;

use hashbrown::HashMap;
use transect_mesh::scene::{Part, Scene};
use transect_mesh::{AttributeLayer, Meaning};

use crate::document::{Document, turned};
use crate::error::WriteError;
use crate::flatten::{Placed, meshes, objects};
use crate::input::counted;
use crate::losses::{Holds, is_of_caps, losses};
use crate::vertices::Vertices;

/// The objects of a scene in world coordinates, and the attributes of their vertices and faces that a file gets.
pub(crate) struct VertexTable<'a> {
    pub(crate) objects: Vec<Placed<'a>>,
    pub(crate) columns: Vec<Column>,
    pub(crate) colors: FaceColors,
}

/// The vertices and the triangles of all objects.
pub(crate) struct VertexRows {
    /// The numbers of all vertices: position, then attributes.
    pub(crate) vertices: Vec<f64>,
    /// The number of numbers of a vertex.
    pub(crate) width: usize,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The colour of each triangle.
    pub(crate) colors: Vec<[u8; 4]>,
}

impl<'a> VertexTable<'a> {
    /// Returns the objects of a scene. `names` returns the names of the properties that the file has for an attribute
    /// layer; no names if it has none.
    pub(crate) fn of(
        scene: &'a Scene,
        origin: &Document,
        names: fn(&AttributeLayer) -> Vec<String>,
    ) -> Result<Self, WriteError> {
        let mut columns = columns(scene, names);
        for column in &mut columns {
            let is_texture = matches!(column.meaning, Meaning::TextureCoordinate(_));
            column.is_turned = is_texture && !origin.textures.is_bottom_up;
        }
        let color = columns.iter_mut().find(|column| column.is_color());
        let colors = FaceColors::new(scene, color.is_some());
        if let Some(color) = color.filter(|_| has_translucent_corners(scene)) {
            color.names = COLOR.map(str::to_owned).into();
        }
        Ok(Self {
            objects: objects(scene).collect::<Result<_, _>>()?,
            columns,
            colors,
        })
    }

    /// Returns descriptions of the content of the scene that the file does not hold. `layer` returns `true` for the
    /// attribute layers that it holds. The other parameters are those of [`losses`].
    pub(crate) fn losses(
        &self,
        scene: &Scene,
        origin: &Document,
        layer: fn(&AttributeLayer) -> bool,
        stem: &str,
    ) -> Vec<String> {
        let holds = Holds {
            names: false,
            parts: false,
            materials: false,
            is_textured: &|_, _| false,
            face_colors: true,
            layer,
        };
        let mut lost = losses(scene, origin, holds, stem);
        lost.extend(self.lost_colors(scene));
        lost
    }

    /// Returns descriptions of the colours of the scene that the file does not hold.
    fn lost_colors(&self, scene: &Scene) -> Vec<String> {
        let mut lost = Vec::new();
        if self.colors.rounded {
            lost.push("face colours beyond 8 bits".to_owned());
        }
        if self.columns.iter().any(Column::is_color) {
            if has_fine_colors(scene) {
                lost.push("vertex colours beyond 8 bits".to_owned());
            }
            let hidden = hidden_materials(scene);
            if hidden > 0 {
                let materials = counted(hidden, "material");
                lost.push(format!("colours of {materials} beside vertex colours"));
            }
        }
        lost
    }

    /// Returns the vertices of all objects. A corner's position and its attributes together make a vertex.
    pub(crate) fn rows(&self) -> Result<VertexRows, WriteError> {
        let width: usize = self.columns.iter().map(|column| column.names.len()).sum();
        let mut rows = VertexRows {
            vertices: Vec::new(),
            width: 3 + width,
            triangles: Vec::new(),
            colors: Vec::new(),
        };
        for object in &self.objects {
            push_object(
                object,
                &self.columns,
                &self.colors,
                &mut rows.vertices,
                &mut rows.triangles,
            )?;
            let triangles = 0..object.mesh.triangles().len();
            let colors = triangles.map(|triangle| self.colors.color(object, triangle));
            rows.colors.extend(colors);
        }
        Ok(rows)
    }
}

/// Returns an error if a file cannot hold this many vertices: readers use indices of 31 bits.
pub(crate) fn check_count(vertices: usize) -> Result<(), WriteError> {
    if vertices > 1 << 31 {
        let message = format!("{vertices} vertices in one file");
        return Err(WriteError::Unsupported(message));
    }
    Ok(())
}

/// The number type of a property, as in PLY.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Stored {
    Byte,
    Float,
    Double,
}

impl Stored {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Byte => "uchar",
            Self::Float => "float",
            Self::Double => "double",
        }
    }
}

/// The names of the properties of a colour.
pub(crate) const COLOR: [&str; 4] = ["red", "green", "blue", "alpha"];

/// The properties that hold the values of an attribute layer, one property per component.
pub(crate) struct Column {
    pub(crate) meaning: Meaning,
    pub(crate) names: Vec<String>,
    pub(crate) stored: Stored,
    /// `true` if the second texture coordinate is counted from the other edge.
    is_turned: bool,
}

impl Column {
    pub(crate) fn is_color(&self) -> bool {
        matches!(self.meaning, Meaning::Color(_))
    }
}

/// Returns the columns of all layers in the scene. A layer that several objects have gets the largest number of
/// components that it has in any of these objects. `names` returns the names of the properties of a layer.
fn columns(scene: &Scene, names: fn(&AttributeLayer) -> Vec<String>) -> Vec<Column> {
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
                    is_turned: false,
                }),
            }
        }
    }
    columns
}

/// Returns the type for the values of an attribute layer: `Byte` for colours, and otherwise the smallest type that
/// holds the values exactly.
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
pub(crate) fn hidden_materials(scene: &Scene) -> usize {
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
pub(crate) struct FaceColors {
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
    pub(crate) fn components(&self) -> &'static [&'static str] {
        match (self.used, self.opacity) {
            (false, _) => &[],
            (true, false) => &COLOR[..3],
            (true, true) => &COLOR,
        }
    }

    /// Returns the colour of a triangle: that of its material, or white.
    pub(crate) fn color(&self, object: &Placed<'_>, triangle: usize) -> [u8; 4] {
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
    let mut known: HashMap<(u32, u32), u32> = HashMap::new();
    // Rows of attributes with equal numbers in all columns are one kind of vertex.
    let mut kinds: Vec<Vec<f64>> = Vec::new();
    let mut kind_of_values: HashMap<Vec<u64>, u32> = HashMap::new();
    let mut kind_of_row: HashMap<(u32, u32), u32> = HashMap::new();
    for (triangle, ids) in own.triangles.iter().enumerate() {
        let part = object.mesh.part(triangle) as usize;
        let set = set_of.get(part).copied().unwrap_or(u32::MAX);
        let rows = object.rows(triangle);
        let mut corners = [0; 3];
        for (corner, vertex) in ids.iter().copied().enumerate() {
            let row = rows.map_or(0, |rows| rows[corner]);
            let kind = *kind_of_row.entry((row, set)).or_insert_with(|| {
                let values = values(object, triangle, corner, (columns, &layers), colors);
                let bits = values.iter().map(|value| value.to_bits()).collect();
                *kind_of_values.entry(bits).or_insert_with(|| {
                    kinds.push(values);
                    kinds.len() as u32 - 1
                })
            });
            let next = (vertices.len() / (3 + width)) as u32;
            corners[corner] = *known.entry((vertex, kind)).or_insert(next);
            if corners[corner] == next {
                vertices.extend(own.position(vertex));
                vertices.extend_from_slice(&kinds[kind as usize]);
            }
        }
        faces.push(corners);
    }
    Ok(())
}

/// Returns the numbers of a corner in all columns; `layers` has the attribute layer of each column.
fn values(
    object: &Placed<'_>,
    triangle: usize,
    corner: usize,
    (columns, layers): (&[Column], &[Option<usize>]),
    colors: &FaceColors,
) -> Vec<f64> {
    let rows = object.rows(triangle);
    let mut all = Vec::new();
    for (column, &layer) in columns.iter().zip(layers) {
        let mut values = Vec::new();
        if let (Some(layer), Some(rows)) = (layer, rows)
            && object.has(triangle, layer)
        {
            values.extend_from_slice(object.row(layer, rows[corner]));
            if let (true, [_, v, ..]) = (column.is_turned, values.as_mut_slice()) {
                *v = turned(*v);
            }
        }
        // A colour without opacity gets the opacity 1. All other numbers that the object does not have are written as
        // 0.
        if column.is_color() && values.is_empty() {
            let color = colors.color(object, triangle);
            values.extend(color.map(|byte| f64::from(byte) / 255.0));
        }
        if column.is_color() && values.len() == 3 {
            values.push(1.0);
        }
        values.resize(column.names.len(), 0.0);
        all.extend_from_slice(&values);
    }
    all
}
