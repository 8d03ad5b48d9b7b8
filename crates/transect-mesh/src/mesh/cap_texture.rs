//! Texture coordinates of caps.

use hashbrown::HashMap;
use transect::Frame;
use transect_exact::arrays::Few as _;

use crate::mesh::attributes::{AttributeLayer, Meaning};
use crate::mesh::indexed::{CAP, Mesh};

impl Mesh {
    /// Returns the mesh with planar texture coordinates on its caps: the coordinates of each corner in the frame of the
    /// cutting plane, divided by `size`, the length of one tile of the texture. They become the first two numbers of
    /// every layer of texture coordinates. A mesh without such a layer gets one, with zeros on all other triangles.
    ///
    /// ```
    /// use transect::{Frame, Plane};
    /// use transect_mesh::{CAP, Meaning, Mesh, RawMesh};
    /// # let positions = vec![[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let plane: Plane = "z = 2".parse()?;
    /// let half = tetrahedron.split(&plane).back;
    /// let half = half.with_cap_texture_coordinates(&Frame::of(&plane), 4.0);
    /// let layer = &half.attributes().layers[0];
    /// assert_eq!(layer.meaning, Meaning::TextureCoordinate(0));
    /// let cap = (0..half.triangles().len()).find(|&triangle| half.part(triangle) == CAP).expect("a cap");
    /// let uvs = half.attributes().corners[cap].map(|row| layer.row(row).to_vec());
    /// assert!(uvs.contains(&vec![1.0, 0.0])); // the corner (4, 0, 2)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics unless `size` is finite and above 0.
    #[must_use]
    pub fn with_cap_texture_coordinates(&self, frame: &Frame, size: f64) -> Self {
        assert!(
            size > 0.0 && size.is_finite(),
            "a tile of {size}: its size must be finite and above 0"
        );
        let mut mesh = self.clone();
        let attributes = &mut mesh.attributes;
        if !attributes.layers.iter().any(is_texture) {
            // Without other layers, all corners refer to one row of zeros.
            let rows = attributes.rows().max(1);
            attributes.layers.push(AttributeLayer {
                meaning: Meaning::TextureCoordinate(0),
                width: 2,
                values: alloc::vec![0.0; 2 * rows],
            });
            if attributes.corners.is_empty() {
                attributes.corners = alloc::vec![[0; 3]; mesh.triangles.len()];
            }
        }
        let mut next = attributes.rows() as u32;
        let mut rows: HashMap<(u32, u32), u32> = HashMap::new();
        for (index, corners) in attributes.corners.iter_mut().enumerate() {
            if mesh.parts.get(index) != Some(&CAP) {
                continue;
            }
            for (row, &vertex) in corners.iter_mut().zip(&mesh.triangles[index]) {
                let new = *rows.entry((vertex, *row)).or_insert(next);
                if new == next {
                    next += 1;
                    let uv = frame.to_2d(&mesh.positions[vertex as usize]);
                    for layer in &mut attributes.layers {
                        push(layer, *row, uv.each(|coordinate| coordinate / size));
                    }
                }
                *row = new;
            }
        }
        mesh
    }
}

/// Returns `true` for layers of texture coordinates.
pub(super) fn is_texture(layer: &AttributeLayer) -> bool {
    matches!(layer.meaning, Meaning::TextureCoordinate(_)) && layer.width >= 2
}

/// Appends a copy of a row, with `uv` as its first two numbers if the layer has texture coordinates.
fn push(layer: &mut AttributeLayer, row: u32, uv: [f64; 2]) {
    let start = layer.values.len();
    let copied = row as usize * layer.width;
    layer
        .values
        .extend_from_within(copied..copied + layer.width);
    if is_texture(layer) {
        layer.values[start..start + 2].copy_from_slice(&uv);
    }
}
