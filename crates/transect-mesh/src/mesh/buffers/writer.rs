//! A writer of buffers: it adds vertices and triangles, and gives the corners of a part of the mesh their range.

use alloc::vec::Vec;
use core::mem;

use hashbrown::HashMap;
use transect_exact::arrays::{Few as _, array};
use transect_exact::vector::sub;

use crate::mesh::attributes::{AttributeLayer, Meaning};
use crate::mesh::buffers::corner_numbers::CornerNumbers;
use crate::mesh::buffers::mesh_buffers::{BufferPart, MeshBuffers};
use crate::mesh::indexed::{Mesh, MeshError};
use crate::mesh::triple::is_distinct;

/// A writer of the buffers of a mesh or of its parts, one after the other.
pub(in crate::mesh) struct Writer<'m> {
    pub(in crate::mesh) mesh: &'m Mesh,
    origin: [f64; 3],
    columns: Vec<Column>,
    corners: CornerNumbers,
    /// `true` if rounding may give two vertices of the mesh one position.
    may_merge: bool,
    buffers: MeshBuffers,
    /// The corners of each part, by its number. The first part has its corners in `buffers`.
    parts: Vec<(u32, Vec<u32>)>,
    /// The place of each part in `parts`.
    places: HashMap<u32, usize>,
}

/// The column of a buffer that has the values of a layer.
#[derive(Clone, Copy)]
enum Column {
    Normals,
    Tangents,
    TextureCoordinates(usize),
    Colors(usize),
    /// Buffers have no column for values of other meanings or widths.
    None,
}

impl<'m> Writer<'m> {
    pub(in crate::mesh) fn new(mesh: &'m Mesh, origin: [f64; 3]) -> Self {
        let mut sets = [0; 2];
        let mut next = |kind: usize| {
            sets[kind] += 1;
            sets[kind] - 1
        };
        let columns = mesh
            .attributes
            .layers
            .iter()
            .map(|layer| match layer.meaning {
                Meaning::Normal if layer.width == 3 => Column::Normals,
                Meaning::Tangent if layer.width == 4 => Column::Tangents,
                Meaning::TextureCoordinate(_) if layer.width >= 2 => {
                    Column::TextureCoordinates(next(0))
                }
                Meaning::Color(_) if layer.width >= 3 => Column::Colors(next(1)),
                _ => Column::None,
            });
        let columns = columns.collect();
        Self {
            mesh,
            origin,
            columns,
            corners: CornerNumbers::new(mesh),
            may_merge: !mesh.single_precision || origin != [0.0; 3],
            buffers: empty(sets),
            parts: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// Reserves memory for so many vertices and triangles.
    pub(in crate::mesh) fn reserve(&mut self, vertices: usize, triangles: usize) {
        let MeshBuffers {
            positions,
            normals,
            tangents,
            texture_coordinates,
            colors,
            indices,
            ..
        } = &mut self.buffers;
        positions.reserve_exact(vertices);
        indices.reserve_exact(3 * triangles);
        for column in &self.columns {
            match *column {
                Column::Normals => normals.reserve_exact(vertices),
                Column::Tangents => tangents.reserve_exact(vertices),
                Column::TextureCoordinates(set) => texture_coordinates[set].reserve_exact(vertices),
                Column::Colors(set) => colors[set].reserve_exact(vertices),
                Column::None => {}
            }
        }
    }

    /// Returns a position as the buffers store it.
    #[inline]
    pub(in crate::mesh) fn rounded(&self, position: &[f64; 3]) -> [f32; 3] {
        sub(position, &self.origin).each(|c| c as f32 + 0.0)
    }

    /// Returns `true` if rounding makes two corners of a triangle equal. The triangle is counted.
    #[inline]
    pub(in crate::mesh) fn vanishes(&mut self, corners: &[[f64; 3]; 3]) -> bool {
        let [a, b, c] = corners.each_ref().each(|corner| self.rounded(corner));
        let vanishes = a == b || b == c || c == a;
        self.buffers.vanished += usize::from(vanishes);
        vanishes
    }

    /// Adds a triangle of the mesh.
    #[inline]
    pub(in crate::mesh) fn whole(&mut self, index: u32, corners: [u32; 3]) {
        let mesh = self.mesh;
        if self.may_merge && is_distinct(&corners) && self.vanishes(&mesh.corners(index as usize)) {
            return;
        }
        let rows = mesh.attributes.corners.get(index as usize);
        let rows = rows.copied().unwrap_or_default();
        let [a, b, c] = [0, 1, 2].each(|corner: usize| self.corner(corners[corner], rows[corner]));
        self.triangle([a, b, c], mesh.part(index as usize));
    }

    /// Returns the buffers of all triangles of the mesh.
    pub(in crate::mesh) fn all(&mut self) -> Result<MeshBuffers, MeshError> {
        let mesh = self.mesh;
        let vertices = mesh.positions.len().max(mesh.attributes.rows());
        self.reserve(vertices, mesh.triangles.len());
        for (index, &corners) in (0..).zip(&mesh.triangles) {
            self.whole(index, corners);
        }
        self.finish()
    }

    /// Returns the number of a vertex of the mesh with an attribute row.
    #[inline]
    pub(in crate::mesh) fn corner(&mut self, vertex: u32, row: u32) -> u32 {
        match self.corners.get(vertex, row) {
            Some(number) => number,
            None => self.new_corner(vertex, row),
        }
    }

    fn new_corner(&mut self, vertex: u32, row: u32) -> u32 {
        let mesh = self.mesh;
        let number = self.buffers.positions.len() as u32;
        let position = self.rounded(&mesh.positions[vertex as usize]);
        self.buffers.positions.push(position);
        push_values(
            &mut self.buffers,
            &self.columns,
            &mesh.attributes.layers,
            row,
        );
        self.corners.set(vertex, row, number);
        number
    }

    /// Adds a vertex that is not one of the mesh. Each layer of `values` has one row. Returns the number of the vertex.
    pub(in crate::mesh) fn made(&mut self, position: &[f64; 3], values: &[AttributeLayer]) -> u32 {
        let number = self.buffers.positions.len();
        let rounded = self.rounded(position);
        self.buffers.positions.push(rounded);
        push_values(&mut self.buffers, &self.columns, values, 0);
        number as u32
    }

    /// Returns the number of vertices of the buffers.
    pub(in crate::mesh) fn vertices(&self) -> usize {
        self.buffers.positions.len()
    }

    /// Adds a triangle of a part.
    #[inline]
    pub(in crate::mesh) fn triangle(&mut self, corners: [u32; 3], part: u32) {
        match self.parts.first() {
            Some((first, _)) if *first == part => self.buffers.indices.extend_from_slice(&corners),
            _ => self.triangle_of_other_part(corners, part),
        }
    }

    fn triangle_of_other_part(&mut self, corners: [u32; 3], part: u32) {
        let place = *self.places.entry(part).or_insert(self.parts.len());
        if place == self.parts.len() {
            self.parts.push((part, Vec::new()));
        }
        match place {
            0 => self.buffers.indices.extend_from_slice(&corners),
            _ => self.parts[place].1.extend_from_slice(&corners),
        }
    }

    /// Returns the buffers, and begins the next ones.
    ///
    /// # Errors
    /// Returns [`MeshError::NotFinite`] if a position is beyond the range of f32.
    pub(in crate::mesh) fn finish(&mut self) -> Result<MeshBuffers, MeshError> {
        let next = empty([
            self.buffers.texture_coordinates.len(),
            self.buffers.colors.len(),
        ]);
        let mut buffers = mem::replace(&mut self.buffers, next);
        self.corners.advance(buffers.positions.len());
        let mut parts = mem::take(&mut self.parts);
        self.places.clear();
        if let Some((_, first)) = parts.first_mut() {
            *first = mem::take(&mut buffers.indices);
        }
        parts.sort_by_key(|(part, _)| *part);
        for (part, corners) in parts {
            let start = buffers.indices.len();
            match start {
                0 => buffers.indices = corners,
                _ => buffers.indices.extend(corners),
            }
            buffers.parts.push(BufferPart {
                part,
                indices: start..buffers.indices.len(),
            });
        }
        let numbers = buffers.positions.as_flattened();
        if numbers.iter().all(|c| c.is_finite()) {
            return Ok(buffers);
        }
        let place = numbers.iter().position(|c| !c.is_finite()).unwrap_or(0);
        Err(MeshError::NotFinite {
            vertex: place / 3,
            axis: place % 3,
            value: numbers[place].into(),
        })
    }
}

/// Returns buffers without vertices, for so many sets of texture coordinates and of colours.
fn empty([texture_coordinates, colors]: [usize; 2]) -> MeshBuffers {
    MeshBuffers {
        texture_coordinates: alloc::vec![Vec::new(); texture_coordinates],
        colors: alloc::vec![Vec::new(); colors],
        ..MeshBuffers::default()
    }
}

/// Appends the values of a row to the columns.
#[inline]
fn push_values(buffers: &mut MeshBuffers, columns: &[Column], layers: &[AttributeLayer], row: u32) {
    for (column, layer) in columns.iter().zip(layers) {
        let values = layer.row(row);
        match *column {
            Column::Normals => buffers.normals.push(first(values)),
            Column::Tangents => buffers.tangents.push(first(values)),
            Column::TextureCoordinates(set) => buffers.texture_coordinates[set].push(first(values)),
            Column::Colors(set) => {
                let [red, green, blue] = first(values);
                let alpha = values.get(3).map_or(1.0, |&alpha| alpha as f32);
                buffers.colors[set].push([red, green, blue, alpha]);
            }
            Column::None => {}
        }
    }
}

/// Returns the first values of a row, rounded to f32.
#[inline]
fn first<const N: usize>(values: &[f64]) -> [f32; N] {
    let values: &[f64; N] = values
        .first_chunk()
        .expect("the width of the column was checked");
    array(|place| values[place] as f32)
}
