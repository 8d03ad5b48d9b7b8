//! Parts of a mesh as glTF primitives, each with its own vertices.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use hashbrown::HashMap;
use serde::Serialize;
use transect_mesh::scene::{Part, SceneMesh};
use transect_mesh::{AttributeLayer, Meaning};

use crate::document::turned;
use crate::error::WriteError;
use crate::gltf::attribute::name;
use crate::gltf::pack::Pack;
use crate::gltf::tally::Tally;
use crate::vertices::{Vertices, is_manifold};

#[derive(Debug, Serialize)]
pub(super) struct Primitive {
    attributes: BTreeMap<String, usize>,
    indices: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    material: Option<usize>,
}

/// The vertices of the written primitives, compared by their indices.
pub(super) struct Indexed {
    /// `true` if each edge of each primitive has exactly two triangles.
    pub(super) manifold: bool,
    /// The number of vertices.
    pub(super) vertices: usize,
}

/// Returns the primitives of a mesh: one per part that has triangles. Adds their vertices to `indexed`.
pub(super) fn primitives(
    mesh: &SceneMesh,
    object: &str,
    materials: &[Option<usize>],
    pack: &mut Pack,
    lost: &mut Tally,
    indexed: &mut Indexed,
    is_turned: bool,
) -> Result<Vec<Primitive>, WriteError> {
    let mut triangles: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for triangle in 0..mesh.mesh.triangles().len() {
        triangles
            .entry(mesh.mesh.part(triangle))
            .or_default()
            .push(triangle as u32);
    }
    let own = Vertices::of(&mesh.mesh);
    let nameless = Part::default();
    let mut list = Vec::with_capacity(triangles.len());
    for (number, triangles) in triangles {
        let part = mesh.parts.get(number as usize).unwrap_or(&nameless);
        if !part.name.is_empty() {
            lost.count("part name", "");
        }
        let layers = layers(mesh, part, lost);
        let corners = Corners::of(mesh, &own, &triangles, !layers.is_empty());
        let (ids, _) = corners.indices.as_chunks::<3>();
        indexed.manifold &= is_manifold(corners.vertices.len(), ids);
        indexed.vertices += corners.vertices.len();
        let positions = corners.positions(&own, object)?;
        let mut attributes = BTreeMap::new();
        attributes.insert(
            "POSITION".to_owned(),
            pack.positions(positions.iter().copied()),
        );
        for (name, layer) in layers {
            let numbers = corners.numbers(layer, &name, object, is_turned, lost)?;
            attributes.insert(name, pack.rows(layer.width, numbers.into_iter()));
        }
        list.push(Primitive {
            attributes,
            indices: pack.indices(&corners.indices, corners.vertices.len()),
            material: part.material.and_then(|material| *materials.get(material)?),
        });
    }
    Ok(list)
}

/// Returns those attribute layers of a part that glTF can hold, by their glTF names. The part's other layers are
/// counted in `lost`.
fn layers<'a>(
    mesh: &'a SceneMesh,
    part: &Part,
    lost: &mut Tally,
) -> BTreeMap<String, &'a AttributeLayer> {
    let mut named = BTreeMap::new();
    let layers = mesh.mesh.attributes().layers.iter();
    for (layer, _) in layers.zip(&part.layers).filter(|&(_, &has)| has) {
        let name = name(&layer.meaning).into_owned();
        let fits = match layer.meaning {
            Meaning::Normal => layer.width == 3,
            Meaning::Tangent => layer.width == 4,
            Meaning::TextureCoordinate(_) => layer.width == 2,
            Meaning::Color(_) => matches!(layer.width, 3 | 4),
            _ => (1..=4).contains(&layer.width),
        };
        if !fits {
            lost.count("part", &format!(" with {name} of width {}", layer.width));
            continue;
        }
        match named.entry(name) {
            Entry::Vacant(place) => _ = place.insert(layer),
            Entry::Occupied(place) => {
                lost.count("part", &format!(" with a second {}", place.key()))
            }
        }
    }
    named
}

/// The vertices of a part as they are written to the file, and its triangles. A vertex of the mesh is written once for
/// each of its attribute rows.
struct Corners {
    /// For each written vertex, the index of the mesh's vertex and the index of its attribute row.
    vertices: Vec<(u32, u32)>,
    indices: Vec<u32>,
}

impl Corners {
    fn of(mesh: &SceneMesh, own: &Vertices<'_>, triangles: &[u32], with_rows: bool) -> Self {
        let corners_of_rows = &mesh.mesh.attributes().corners;
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let mut all = Self {
            vertices: Vec::new(),
            indices: Vec::with_capacity(3 * triangles.len()),
        };
        for &triangle in triangles {
            let vertices = own.triangles[triangle as usize];
            let rows = match corners_of_rows.get(triangle as usize) {
                Some(&rows) if with_rows => rows,
                _ => [0; 3],
            };
            for vertex in vertices.into_iter().zip(rows) {
                let next = all.vertices.len() as u32;
                let number = *numbers.entry(vertex).or_insert(next);
                if number == next {
                    all.vertices.push(vertex);
                }
                all.indices.push(number);
            }
        }
        if with_rows {
            all.sort_by_row();
        }
        all
    }

    /// Sorts the written vertices by their attribute rows. The attribute rows are in the order of the input file, so
    /// the written vertices get this order too.
    fn sort_by_row(&mut self) {
        let mut order: Vec<u32> = (0..self.vertices.len() as u32).collect();
        order.sort_unstable_by_key(|&number| {
            let (vertex, row) = self.vertices[number as usize];
            (row, vertex)
        });
        let mut renumbered = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            renumbered[old as usize] = new as u32;
        }
        self.vertices
            .sort_unstable_by_key(|&(vertex, row)| (row, vertex));
        for index in &mut self.indices {
            *index = renumbered[*index as usize];
        }
    }

    /// Returns the positions of the part's vertices as f32.
    fn positions(&self, own: &Vertices<'_>, object: &str) -> Result<Vec<[f32; 3]>, WriteError> {
        let narrowed = |&(vertex, _): &(u32, u32)| {
            let position = own.position(vertex);
            let single = position.map(|c| c as f32);
            match (0..3).find(|&axis| !single[axis].is_finite()) {
                None => Ok(single),
                Some(axis) => Err(WriteError::DoesNotFit {
                    object: object.to_owned(),
                    vertex: own.source(vertex) as usize,
                    axis,
                    value: position[axis],
                    stored_as: "f32",
                }),
            }
        };
        self.vertices.iter().map(narrowed).collect()
    }

    /// Returns the numbers of an attribute layer as f32, for each vertex of the part. If `is_turned` is `true`, the second
    /// texture coordinate is counted from the other edge.
    fn numbers(
        &self,
        layer: &AttributeLayer,
        name: &str,
        object: &str,
        is_turned: bool,
        lost: &mut Tally,
    ) -> Result<Vec<f32>, WriteError> {
        let turned_component = match layer.meaning {
            Meaning::TextureCoordinate(_) if is_turned => Some(1),
            _ => None,
        };
        let mut rounded = 0;
        let mut numbers = Vec::with_capacity(self.vertices.len() * layer.width);
        for &(_, row) in &self.vertices {
            for (component, &number) in layer.row(row).iter().enumerate() {
                let number = if turned_component == Some(component) {
                    turned(number)
                } else {
                    number
                };
                let single = number as f32;
                if !single.is_finite() {
                    return Err(WriteError::Unsupported(format!(
                        "object {object:?}: {number} in {name}, which f32 cannot hold,"
                    )));
                }
                rounded += usize::from(f64::from(single) != number);
                numbers.push(single);
            }
        }
        // Normals, tangents, texture coordinates and colours may be rounded to f32. The meaning of a custom quantity is
        // unknown, so its rounding is noted.
        if matches!(layer.meaning, Meaning::Custom(_)) {
            lost.add("number", &format!(" of {name} rounded to f32"), rounded);
        }
        Ok(numbers)
    }
}
