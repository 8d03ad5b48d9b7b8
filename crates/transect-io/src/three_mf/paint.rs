//! The colours and materials of triangles: parts with materials, and colours of corners.

use hashbrown::HashMap;
use transect_mesh::scene::{Material, Part, SceneMesh};
use transect_mesh::{AttributeLayer, Attributes, Meaning, Mesh, MeshError, RawMesh};

use crate::faces::MOST_COLORS;
use crate::three_mf::color::{Srgb, linear, text};
use crate::three_mf::model::{Group, Paint, RawShape};

/// The materials of a document, made of the groups of all models.
#[derive(Default)]
pub(super) struct Palette {
    pub(super) materials: Vec<Material>,
    /// The index of the material of each model, group and index in the group.
    of_groups: HashMap<(usize, u32, u32), usize>,
    /// The index of the material of each colour.
    of_colors: HashMap<Srgb, usize>,
    /// The number of triangles whose property does not exist.
    pub(super) missing: usize,
    /// The number of triangles whose property is not read.
    pub(super) others: usize,
    /// The number of triangles whose colour is not read because there are too many.
    pub(super) too_many: usize,
}

/// The look of a triangle.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Look {
    Plain,
    Material(usize),
    /// The corners have colours of their own.
    Gradient,
}

impl Palette {
    /// Returns the mesh of an object of the model with this index. The triangles with equal looks form a part.
    pub(super) fn mesh(
        &mut self,
        name: &str,
        shape: RawShape,
        default: Paint,
        (model, groups): (usize, &HashMap<u32, Group>),
    ) -> Result<SceneMesh, MeshError> {
        let RawShape {
            positions,
            triangles,
            paints,
        } = shape;
        let paint = |triangle: usize| paints.get(triangle).copied().unwrap_or(default);
        let mut parts: Vec<Part> = Vec::new();
        let mut part_of_look: HashMap<Look, u32> = HashMap::new();
        let mut look_of: HashMap<Paint, Look> = HashMap::new();
        let mut part_of = Vec::with_capacity(triangles.len());
        let mut has_gradients = false;
        for triangle in 0..triangles.len() {
            let paint = paint(triangle);
            let look = match look_of.get(&paint) {
                Some(&known) => known,
                None => {
                    let look = self.look(&paint, model, groups);
                    // Gradients are as many as triangles.
                    if !matches!(look, Look::Gradient | Look::Plain) {
                        look_of.insert(paint, look);
                    }
                    look
                }
            };
            has_gradients |= look == Look::Gradient;
            let next = parts.len() as u32;
            let part = *part_of_look.entry(look).or_insert(next);
            if part == next {
                parts.push(Part {
                    material: match look {
                        Look::Material(material) => Some(material),
                        _ => None,
                    },
                    layers: vec![look == Look::Gradient],
                    ..Part::default()
                });
            }
            part_of.push(part);
        }
        let mut attributes = Attributes::default();
        if has_gradients {
            attributes = gradients(triangles.len(), paint, groups);
        } else {
            parts.iter_mut().for_each(|part| part.layers.clear());
        }
        if parts.len() <= 1 {
            part_of = Vec::new();
        }
        if parts.is_empty() {
            parts.push(Part::default());
        }
        let mesh = Mesh::new(RawMesh {
            positions,
            triangles,
            attributes,
            parts: part_of,
        })?;
        Ok(SceneMesh {
            name: name.to_owned(),
            mesh,
            parts,
            ..SceneMesh::default()
        })
    }

    fn look(&mut self, paint: &Paint, model: usize, groups: &HashMap<u32, Group>) -> Look {
        let index = paint.corners[0] as usize;
        match groups.get(&paint.group) {
            None if paint.group == 0 => Look::Plain,
            Some(Group::Other) => {
                self.others += 1;
                Look::Plain
            }
            // Materials do not form gradients.
            Some(Group::Materials(list)) if index < list.len() => {
                let (name, color) = &list[index];
                let key = (model, paint.group, paint.corners[0]);
                let materials = &mut self.materials;
                Look::Material(*self.of_groups.entry(key).or_insert_with(|| {
                    materials.push(material(name.clone(), *color));
                    materials.len() - 1
                }))
            }
            Some(Group::Colors(list)) => match colors(paint, list) {
                Some([a, b, c]) if a == b && b == c => self.color(a),
                Some(_) => Look::Gradient,
                None => {
                    self.missing += 1;
                    Look::Plain
                }
            },
            _ => {
                self.missing += 1;
                Look::Plain
            }
        }
    }

    /// Returns the look of a triangle of one colour: a material named like the colour.
    fn color(&mut self, color: Srgb) -> Look {
        if let Some(&known) = self.of_colors.get(&color) {
            return Look::Material(known);
        }
        if self.of_colors.len() >= MOST_COLORS {
            self.too_many += 1;
            return Look::Plain;
        }
        self.of_colors.insert(color, self.materials.len());
        self.materials.push(material(text(color), color));
        Look::Material(self.materials.len() - 1)
    }
}

fn material(name: String, color: Srgb) -> Material {
    Material {
        name,
        color: linear(color),
        gltf: None,
    }
}

/// Returns the colours of the corners of a triangle; `None` if one of them does not exist.
fn colors(paint: &Paint, list: &[Srgb]) -> Option<[Srgb; 3]> {
    let [a, b, c] = paint.corners.map(|index| list.get(index as usize).copied());
    Some([a?, b?, c?])
}

/// Returns the colours of corners as a layer with a row per colour. Triangles without such colours have the first row.
fn gradients(
    count: usize,
    paint: impl Fn(usize) -> Paint,
    groups: &HashMap<u32, Group>,
) -> Attributes {
    let mut rows: HashMap<Srgb, u32> = HashMap::new();
    let mut list: Vec<Srgb> = Vec::new();
    let mut corners = Vec::with_capacity(count);
    for triangle in 0..count {
        let paint = paint(triangle);
        let found = match groups.get(&paint.group) {
            Some(Group::Colors(list)) => colors(&paint, list),
            _ => None,
        };
        corners.push(match found {
            None => [0; 3],
            Some(own) => own.map(|color| {
                let next = list.len() as u32;
                let row = *rows.entry(color).or_insert(next);
                if row == next {
                    list.push(color);
                }
                row
            }),
        });
    }
    let is_opaque = list.iter().all(|color| color[3] == 255);
    let width = if is_opaque { 3 } else { 4 };
    let values = list.iter().map(|color| linear(*color));
    let layer = AttributeLayer {
        meaning: Meaning::Color(0),
        width,
        values: values
            .flat_map(|color| color.into_iter().take(width))
            .collect(),
    };
    Attributes {
        corners,
        layers: vec![layer],
    }
}
