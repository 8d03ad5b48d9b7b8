//! The faces of formats that hold one object: triangles, and colours of faces.

use hashbrown::HashMap;
use transect_mesh::scene::{Material, Node, Part, SceneMesh};
use transect_mesh::{AttributeLayer, Attributes, Mesh, RawMesh};

use crate::bend::{self, Bend};
use crate::document::Document;
use crate::error::PlacedError;
use crate::polygon::{make_room, triangles};

/// The faces of a file.
#[derive(Default)]
pub(crate) struct Faces {
    pub(crate) triangles: Vec<[u32; 3]>,
    /// For each triangle, the index of its colour in `colors`; empty if the faces have no colours.
    pub(crate) color_of: Vec<u32>,
    pub(crate) colors: Vec<[f64; 4]>,
    /// `true` if the colours have an opacity.
    pub(crate) opacity: bool,
    /// The number of ignored faces with fewer than three corners.
    pub(crate) fewer: usize,
    /// The number of components of colours that are NaN or infinite. They are read as 0.
    pub(crate) not_finite: usize,
    /// The names of the face properties that are ignored.
    pub(crate) others: Vec<String>,
    bends: Vec<Bend>,
    /// The polygons of more than three corners that precede the vertices: for each polygon, the number of its corners
    /// and then their indices.
    unplaced: Vec<u32>,
}

/// The largest number of distinct face colours that become materials. A file with more colours probably comes from a
/// photograph, not from materials.
pub(crate) const MOST_COLORS: usize = 1 << 16;

impl Faces {
    /// Assigns a colour to the triangles of the face that was read last.
    pub(crate) fn paint(&mut self, color: [f64; 4], ids: &mut HashMap<[u64; 4], u32>) {
        let added = self.triangles.len() - self.color_of.len();
        if added == 0 {
            return;
        }
        let next = self.colors.len() as u32;
        let id = *ids.entry(color.map(f64::to_bits)).or_insert(next);
        if id == next && self.colors.len() <= MOST_COLORS {
            self.colors.push(color);
        }
        make_room(&mut self.color_of, added);
        self.color_of.resize(self.triangles.len(), id);
        if self.colors.len() > MOST_COLORS {
            // If there are too many colours, `limit_colors` removes all of them and adds a note. The map is then not
            // needed, so it is emptied to save memory.
            ids.clear();
        }
    }

    /// Adds a polygon as triangles. `positions` is empty if the faces precede the vertices.
    pub(crate) fn push(&mut self, polygon: &[u32], positions: &[[f64; 3]]) {
        if polygon.len() < 3 {
            self.fewer += 1;
            return;
        }
        make_room(&mut self.triangles, polygon.len() - 2);
        // If the positions are not known yet, the origin is used as the position of every corner. The polygon then
        // becomes a fan of triangles around its first corner.
        let corner = |k: usize| {
            positions
                .get(polygon[k] as usize)
                .copied()
                .unwrap_or_default()
        };
        let cut = triangles(polygon.len(), corner);
        self.triangles
            .extend(cut.map(|corners| corners.map(|k| polygon[k])));
        if polygon.len() > 3 && positions.is_empty() {
            make_room(&mut self.unplaced, polygon.len() + 1);
            self.unplaced.push(polygon.len() as u32);
            self.unplaced.extend(polygon);
        } else {
            push_bend(&mut self.bends, Bend::of(polygon.len(), corner));
        }
    }

    /// Finds the bent polygons among those that precede the vertices.
    fn place(&mut self, positions: &[[f64; 3]]) {
        let mut rest = self.unplaced.as_slice();
        while let [count, others @ ..] = rest {
            let (polygon, others) = others.split_at(*count as usize);
            // Indices out of range are an error of the mesh, later.
            let corner = |k: usize| {
                let position = positions.get(polygon[k] as usize);
                position.copied().unwrap_or_default()
            };
            push_bend(&mut self.bends, Bend::of(polygon.len(), corner));
            rest = others;
        }
        self.unplaced = Vec::new();
    }

    /// Removes the colours if there are too many of them.
    pub(crate) fn limit_colors(&mut self) {
        if self.colors.len() > MOST_COLORS {
            self.others.push(format!("more than {MOST_COLORS} colours"));
            self.colors.clear();
            self.color_of = Vec::new();
        }
    }

    /// Adds the faces to a document as its only object. Their colours become materials. `layers` has a row per vertex.
    pub(crate) fn into_object(
        mut self,
        name: String,
        positions: Vec<[f64; 3]>,
        layers: Vec<AttributeLayer>,
        document: &mut Document,
    ) -> Result<(), PlacedError> {
        let materials = self
            .colors
            .iter()
            .map(|color| material(color, self.opacity));
        document.scene.materials = materials.collect();
        document.scene.nodes.push(Node {
            name,
            mesh: Some(0),
            ..Node::default()
        });
        self.place(&positions);
        let bends = [(0, core::mem::take(&mut self.bends))];
        let note = bend::report(&bends, &positions, document);
        document.notes.extend(note);
        document.scene.meshes.push(mesh(positions, layers, self)?);
        Ok(())
    }
}

/// Adds a bend to a list that grows in small steps.
pub(crate) fn push_bend(bends: &mut Vec<Bend>, bend: Option<Bend>) {
    if let Some(bend) = bend {
        make_room(bends, 1);
        bends.push(bend);
    }
}

fn mesh(
    positions: Vec<[f64; 3]>,
    own: Vec<AttributeLayer>,
    shown: Faces,
) -> Result<SceneMesh, PlacedError> {
    let layers = vec![true; own.len()];
    let mut parts: Vec<Part> = (0..shown.colors.len())
        .map(|material| Part {
            material: Some(material),
            layers: layers.clone(),
            ..Part::default()
        })
        .collect();
    if parts.is_empty() {
        parts.push(Part {
            layers,
            ..Part::default()
        });
    }
    let corners = if own.is_empty() {
        Vec::new()
    } else {
        shown.triangles.clone()
    };
    let mesh = Mesh::new(RawMesh {
        positions,
        triangles: shown.triangles,
        attributes: Attributes {
            corners,
            layers: own,
        },
        parts: shown.color_of,
    })?;
    Ok(SceneMesh {
        mesh,
        parts,
        ..SceneMesh::default()
    })
}

/// Returns the material of a face colour, named `#rrggbb`, or `#rrggbbaa` if the colours of the file have an opacity.
fn material(color: &[f64; 4], opacity: bool) -> Material {
    let components = if opacity { &color[..] } else { &color[..3] };
    let name = components.iter().fold("#".to_owned(), |name, value| {
        // The cast saturates, so a float colour outside the range from 0 to 1 is clamped.
        format!("{name}{:02x}", (value * 255.0).round() as u8)
    });
    Material {
        name,
        color: *color,
        gltf: None,
    }
}
