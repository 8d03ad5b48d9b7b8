//! An object of an OBJ file while its faces are read. It has its own lists of positions, attribute rows and parts.

use hashbrown::HashMap;
use transect_mesh::scene::{Part, SceneMesh};
use transect_mesh::{AttributeLayer, Attributes, Meaning, Mesh, MeshError, RawMesh};

use crate::bend::Bend;
use crate::faces::push_bend;
use crate::polygon::{make_room, triangles};

/// The value that means "no attribute" in a [`Row`]. In the map from indices of positions in the file to indices in an
/// object, this value means "not used in this object".
pub(super) const NONE: u32 = u32::MAX;

/// The attributes of a corner, as indices into the lists of texture coordinates, normals and vertex colours.
pub(super) type Row = [u32; 3];

/// A corner of a polygon: the index of its position in the file, and its attribute indices.
pub(super) type Corner = (u32, Row);

/// The positions and attributes that the file has defined so far. Faces of all objects refer to these lists.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) positions: Vec<[f64; 3]>,
    /// Texture coordinates; the third number is 0 if the `vt` line has only two numbers.
    pub(super) texture: Vec<[f64; 3]>,
    /// `true` if any texture coordinate has a third number.
    pub(super) deep: bool,
    pub(super) normals: Vec<[f64; 3]>,
    /// The distinct vertex colours.
    pub(super) colors: Vec<[f64; 3]>,
    /// For each position, the index of its colour, or [`NONE`]. The list ends with the last position that has a colour.
    pub(super) color_of: Vec<u32>,
}

/// An object while its faces are read.
#[derive(Default)]
pub(super) struct Object {
    pub(super) name: String,
    /// `true` if the name is that of an `o` statement.
    pub(super) is_named: bool,
    /// The positions that this object uses. The next field, `used`, holds their indices in the file.
    positions: Vec<[f64; 3]>,
    used: Vec<u32>,
    triangles: Vec<[u32; 3]>,
    corners: Vec<[u32; 3]>,
    part_of: Vec<u32>,
    parts: Vec<Part>,
    by_look: HashMap<(String, Option<usize>), u32>,
    rows: HashMap<Row, u32>,
    keys: Vec<Row>,
    /// For each part, one flag per attribute (texture coordinate, normal, vertex colour). A flag is `true` if some
    /// corner of the part has the attribute.
    has: Vec<[bool; 3]>,
    /// For each part, its polygons that are bent.
    pub(super) bends: Vec<Vec<Bend>>,
}

impl Object {
    /// Returns an object without faces. `is_named` is `true` if an `o` statement names it.
    pub(super) fn new(name: String, is_named: bool) -> Self {
        Self {
            name,
            is_named,
            ..Self::default()
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// Returns the index of the part with this group and material. If the object has no such part, adds it.
    pub(super) fn part(&mut self, group: &str, material: Option<usize>) -> u32 {
        let next = self.parts.len() as u32;
        let part = *self
            .by_look
            .entry((group.to_owned(), material))
            .or_insert(next);
        if part == next {
            self.parts.push(Part {
                name: group.to_owned(),
                material,
                layers: Vec::new(),
            });
            self.has.push([false; 3]);
            self.bends.push(Vec::new());
        }
        part
    }

    /// Splits a polygon into triangles and adds the triangles to the part with the index `part`. `local` maps the
    /// indices of positions in the file to indices in this object.
    pub(super) fn push(
        &mut self,
        lists: &Lists,
        local: &mut Vec<u32>,
        polygon: &[Corner],
        part: u32,
    ) {
        let added = polygon.len().saturating_sub(2);
        make_room(&mut self.triangles, added);
        if local.len() < lists.positions.len() {
            local.resize(lists.positions.len(), NONE);
        }
        let corner = |k: usize| lists.positions[polygon[k].0 as usize];
        push_bend(
            &mut self.bends[part as usize],
            Bend::of(polygon.len(), corner),
        );
        for triangle in triangles(polygon.len(), corner) {
            let corners = triangle.map(|k| {
                let id = polygon[k].0;
                let slot = &mut local[id as usize];
                if *slot == NONE {
                    *slot = self.positions.len() as u32;
                    self.positions.push(lists.positions[id as usize]);
                    self.used.push(id);
                }
                *slot
            });
            self.triangles.push(corners);
            self.push_rows(triangle.map(|k| polygon[k].1), part);
        }
        // `part_of` stays empty while all triangles belong to part 0, because most objects have a single part.
        if part != 0 || !self.part_of.is_empty() {
            let before = self.triangles.len() - added;
            let missing = self.triangles.len() - self.part_of.len();
            make_room(&mut self.part_of, missing);
            self.part_of.resize(before, 0);
            self.part_of.resize(self.triangles.len(), part);
        }
    }

    /// Adds the attributes of the three corners of the triangle that was added last.
    fn push_rows(&mut self, rows: [Row; 3], part: u32) {
        let before = self.triangles.len() - 1;
        if self.keys.is_empty() {
            if rows.as_flattened().iter().all(|&index| index == NONE) {
                return;
            }
            // This is the first triangle with attributes. The corners of all triangles before it get a row that holds
            // [`NONE`] three times.
            if before > 0 {
                self.row([NONE; 3]);
                self.corners.reserve_exact(before);
                self.corners.resize(before, [0; 3]);
            }
        }
        for row in &rows {
            for (has, &index) in self.has[part as usize].iter_mut().zip(row) {
                *has |= index != NONE;
            }
        }
        make_room(&mut self.corners, 1);
        let corners = rows.map(|row| self.row(row));
        self.corners.push(corners);
    }

    fn row(&mut self, row: Row) -> u32 {
        let next = self.keys.len() as u32;
        let found = *self.rows.entry(row).or_insert(next);
        if found == next {
            self.keys.push(row);
        }
        found
    }

    /// Returns the mesh of the object. `local` maps the index of a position in the file to its index in an
    /// object. The entries for this object become [`NONE`] again, so that the next object can use `local`.
    pub(super) fn finish(self, lists: &Lists, local: &mut [u32]) -> Result<SceneMesh, MeshError> {
        for id in self.used {
            local[id as usize] = NONE;
        }
        drop(self.rows);
        drop(self.by_look);
        let sources = [
            (
                Meaning::TextureCoordinate(0),
                &lists.texture,
                if lists.deep { 3 } else { 2 },
            ),
            (Meaning::Normal, &lists.normals, 3),
            (Meaning::Color(0), &lists.colors, 3),
        ];
        let mut parts = self.parts;
        let mut layers = Vec::new();
        for (source, (meaning, list, width)) in sources.into_iter().enumerate() {
            if !self.has.iter().any(|has| has[source]) {
                continue;
            }
            let mut values = Vec::with_capacity(self.keys.len() * width);
            for key in &self.keys {
                let row = list.get(key[source] as usize).unwrap_or(&[0.0; 3]);
                values.extend_from_slice(&row[..width]);
            }
            layers.push(AttributeLayer {
                meaning,
                width,
                values,
            });
            for (part, has) in parts.iter_mut().zip(&self.has) {
                part.layers.push(has[source]);
            }
        }
        if parts.is_empty() {
            parts.push(Part::default());
        }
        let mut raw = RawMesh {
            positions: self.positions,
            triangles: self.triangles,
            attributes: Attributes {
                corners: self.corners,
                layers,
            },
            parts: self.part_of,
        };
        // A file can contain very many small objects, so memory that was reserved but not used is released.
        raw.triangles.shrink_to_fit();
        raw.attributes.corners.shrink_to_fit();
        raw.parts.shrink_to_fit();
        let mesh = Mesh::new(raw)?;
        let mesh = SceneMesh {
            mesh,
            parts,
            ..SceneMesh::default()
        };
        Ok(mesh)
    }
}
