//! Leaving the normals of a document out.

use std::mem;

use hashbrown::HashMap;
use transect_mesh::scene::SceneMesh;
use transect_mesh::{AttributeLayer, Attributes, Meaning, Mesh};

use crate::document::Document;

impl Document {
    /// Leaves out the normals and tangents of all meshes. Rows of attributes that no longer differ become one row. So a
    /// file in PLY, OBJ or GLB has one vertex per position if only normals differed there.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("part.obj");
    /// # std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nvn 0 1 0\nf 1//1 2//1 3//2\n")?;
    /// let mut document = transect_io::read(&[path])?;
    /// assert_eq!(document.scene.meshes[0].mesh.attributes().layers.len(), 1);
    /// document.drop_normals();
    /// assert!(document.scene.meshes[0].mesh.attributes().layers.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drop_normals(&mut self) {
        self.scene.meshes.iter_mut().for_each(drop_normals);
    }
}

fn is_kept(layer: &AttributeLayer) -> bool {
    !matches!(layer.meaning, Meaning::Normal | Meaning::Tangent)
}

fn drop_normals(own: &mut SceneMesh) {
    let layers = &own.mesh.attributes().layers;
    let kept: Vec<bool> = layers.iter().map(is_kept).collect();
    if !kept.contains(&false) {
        return;
    }
    for part in &mut own.parts {
        let mut kept = kept.iter();
        part.layers.retain(|_| kept.next().copied().unwrap_or(true));
    }
    let mut raw = mem::take(&mut own.mesh).into_raw();
    raw.attributes = without_normals(raw.attributes);
    own.mesh = Mesh::new(raw).expect("a mesh stays valid without normals");
}

/// Returns the attributes without normals and tangents. Rows with the same bits in all remaining layers become one row.
fn without_normals(attributes: Attributes) -> Attributes {
    let rows = attributes.rows() as u32;
    let layers: Vec<AttributeLayer> = attributes.layers.into_iter().filter(is_kept).collect();
    if layers.is_empty() {
        return Attributes::default();
    }
    let mut known: HashMap<Vec<u64>, u32> = HashMap::new();
    let mut first = Vec::new();
    let number = |row: u32| {
        let values = layers.iter().flat_map(|layer| layer.row(row));
        let next = known.len() as u32;
        let number = *known
            .entry(values.map(|value| value.to_bits()).collect())
            .or_insert(next);
        if number == next {
            first.push(row);
        }
        number
    };
    let numbers: Vec<u32> = (0..rows).map(number).collect();
    let corners = attributes.corners.into_iter();
    let corners = corners.map(|rows| rows.map(|row| numbers[row as usize]));
    let shortened = |layer: &AttributeLayer| AttributeLayer {
        meaning: layer.meaning.clone(),
        width: layer.width,
        values: first
            .iter()
            .flat_map(|&row| layer.row(row))
            .copied()
            .collect(),
    };
    Attributes {
        corners: corners.collect(),
        layers: layers.iter().map(shortened).collect(),
    }
}
