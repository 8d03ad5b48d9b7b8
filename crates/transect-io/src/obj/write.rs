//! Writing OBJ and MTL.

use std::io::Write;

use hashbrown::{HashMap, HashSet};
use transect::mesh::Meaning;
use transect::scene::{Material, Part};

use crate::document::Document;
use crate::error::WriteError;
use crate::flatten::{Placed, objects};
use crate::losses::{Holds, losses};

/// Writes every object under its name, at world positions. Numbers are the shortest text that reads back as the same
/// f64. Line ends and other control characters are removed from names, and so is a backslash at the end.
pub(crate) fn write(
    document: &Document,
    out: &mut dyn Write,
    library: Option<&str>,
    stem: &str,
) -> Result<Vec<String>, WriteError> {
    writeln!(out, "# OBJ written by transect")?;
    if let Some(library) = library {
        writeln!(out, "mtllib {library}")?;
    }
    let names = material_names(&materials_of(document));
    let mut written = Written::default();
    let mut material = None;
    let mut opacity = false;
    for object in objects(&document.scene) {
        writeln!(out, "o {}", line(object.name))?;
        opacity |= write_object(&object, out, &names, &mut written, &mut material)?;
    }
    let holds = Holds {
        names: true,
        parts: true,
        materials: true,
        face_colors: true,
        layer: |layer| {
            matches!(
                (&layer.meaning, layer.width),
                (Meaning::Normal, 3)
                    | (Meaning::TextureCoordinate(0), 1..=3)
                    | (Meaning::Color(0), 3..)
            )
        },
    };
    let mut lost = losses(document, holds, stem);
    if opacity {
        lost.push("opacity of vertex colours".to_owned());
    }
    Ok(lost)
}

/// Writes the material library.
pub(crate) fn write_library(document: &Document, out: &mut dyn Write) -> Result<(), WriteError> {
    let materials = materials_of(document);
    writeln!(out, "# MTL written by transect; Kd is linear")?;
    for (material, name) in materials.iter().zip(material_names(&materials)) {
        let [red, green, blue, opacity] = material.color;
        writeln!(out, "newmtl {name}\nKd {red} {green} {blue}\nd {opacity}")?;
    }
    Ok(())
}

/// Returns the materials of the scene. If faces without a material exist, a last material is added for them, because
/// `usemtl` applies until the next `usemtl` and cannot be revoked.
fn materials_of(document: &Document) -> Vec<Material> {
    let scene = &document.scene;
    let mut materials = scene.materials.clone();
    let count = materials.len();
    let is_bare = |part: &Part| part.material.is_none_or(|material| material >= count);
    if scene
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.parts)
        .any(is_bare)
    {
        materials.push(Material {
            name: "default".to_owned(),
            ..Material::default()
        });
    }
    materials
}

/// The number of lines of each kind so far. OBJ indices count the lines of the whole file.
#[derive(Default)]
struct Written {
    positions: usize,
    texture: usize,
    normals: usize,
}

/// Writes the lists and then the faces of an object. Returns `true` if a colour has an opacity below 1.
fn write_object(
    object: &Placed<'_>,
    out: &mut dyn Write,
    names: &[String],
    written: &mut Written,
    material: &mut Option<usize>,
) -> Result<bool, WriteError> {
    let (faces, opacity) = write_lists(object, out, written)?;
    let mut part = None;
    let mut buffer = Vec::new();
    for (triangle, face) in faces.iter().enumerate() {
        let next = object.mesh.mesh.part(triangle);
        if part.replace(next) != Some(next)
            && let Some(next) = object.mesh.parts.get(next as usize)
        {
            if !next.name.is_empty() || triangle > 0 {
                writeln!(out, "{}", format!("g {}", line(&next.name)).trim_end())?;
            }
            let used = next.material.filter(|&m| m < names.len());
            if *material != used
                && let Some(name) = used.map_or(names.last(), |used| names.get(used))
            {
                writeln!(out, "usemtl {name}")?;
                *material = used;
            }
        }
        buffer.clear();
        buffer.push(b'f');
        for corner in face {
            match *corner {
                [v, 0, 0] => write!(buffer, " {v}")?,
                [v, t, 0] => write!(buffer, " {v}/{t}")?,
                [v, 0, n] => write!(buffer, " {v}//{n}")?,
                [v, t, n] => write!(buffer, " {v}/{t}/{n}")?,
            }
        }
        buffer.push(b'\n');
        out.write_all(&buffer)?;
    }
    Ok(opacity)
}

/// For each corner of a face, the indices of its position, texture coordinate and normal; 0 if it has none.
type Face = [[usize; 3]; 3];

/// Writes the positions, texture coordinates and normals of an object.
/// Returns the faces of the object, and `true` if a colour has an opacity below 1.
fn write_lists(
    object: &Placed<'_>,
    out: &mut dyn Write,
    written: &mut Written,
) -> Result<(Vec<Face>, bool), WriteError> {
    let positions = object.positions()?;
    let [texture, normal, color] = [
        Meaning::TextureCoordinate(0),
        Meaning::Normal,
        Meaning::Color(0),
    ]
    .map(|meaning| object.layer(&meaning));
    let start = written.positions + 1;
    let mut vertices = List::new("v", written.positions);
    let mut textures = List::new("vt", written.texture);
    let mut normals = List::new("vn", written.normals);
    if color.is_none() {
        for position in &positions {
            vertices.push(position, out)?;
        }
    }

    let mut opacity = false;
    let mut values = Vec::new();
    let mut faces = Vec::with_capacity(object.mesh.mesh.triangles().len());
    for triangle in 0..object.mesh.mesh.triangles().len() {
        let corners = object.triangle(triangle);
        let mut face = corners.map(|vertex| [start + vertex as usize, 0, 0]);
        let Some(rows) = object.rows(triangle) else {
            faces.push(face);
            continue;
        };
        for (corner, indices) in face.iter_mut().enumerate() {
            // This closure appends the numbers of a layer to `values` if the triangle has the layer.
            let layer = |layer: Option<usize>, values: &mut Vec<f64>| {
                if let Some(layer) = layer.filter(|&layer| object.has(triangle, layer)) {
                    object.push_row(layer, rows[corner], values);
                }
            };
            if color.is_some() {
                // Corners with the same position but different colours become two lines; readers weld them.
                values.clear();
                values.extend(positions[corners[corner] as usize]);
                layer(color, &mut values);
                opacity |= values.get(6).is_some_and(|&opacity| opacity != 1.0);
                values.truncate(6);
                indices[0] = vertices.index(&values, out)?;
            }
            for (k, (source, list)) in [(texture, &mut textures), (normal, &mut normals)]
                .into_iter()
                .enumerate()
            {
                values.clear();
                layer(source, &mut values);
                values.truncate(3);
                if !values.is_empty() {
                    indices[k + 1] = list.index(&values, out)?;
                }
            }
        }
        faces.push(face);
    }
    written.positions = vertices.count;
    written.texture = textures.count;
    written.normals = normals.count;
    Ok((faces, opacity))
}

/// The lines of one kind, such as `vt`, numbered from 1 through the file.
struct List {
    keyword: &'static str,
    count: usize,
    /// The index of each line, by the bits of its numbers (up to six).
    known: HashMap<[u64; 6], usize>,
    buffer: Vec<u8>,
}

impl List {
    fn new(keyword: &'static str, count: usize) -> Self {
        Self {
            keyword,
            count,
            known: HashMap::new(),
            buffer: Vec::new(),
        }
    }

    /// Writes a line and returns its index.
    fn push(&mut self, values: &[f64], out: &mut dyn Write) -> Result<usize, WriteError> {
        self.buffer.clear();
        self.buffer.extend_from_slice(self.keyword.as_bytes());
        for &value in values {
            self.buffer.push(b' ');
            push_number(value, &mut self.buffer)?;
        }
        self.buffer.push(b'\n');
        out.write_all(&self.buffer)?;
        self.count += 1;
        Ok(self.count)
    }

    /// Returns the index of the line with these numbers; a new line is written first.
    fn index(&mut self, values: &[f64], out: &mut dyn Write) -> Result<usize, WriteError> {
        let mut key = [u64::MAX; 6];
        for (bits, value) in key.iter_mut().zip(values) {
            *bits = value.to_bits();
        }
        if let Some(&index) = self.known.get(&key) {
            return Ok(index);
        }
        let index = self.push(values, out)?;
        self.known.insert(key, index);
        Ok(index)
    }
}

/// Appends the shortest decimal text that reads back as the same number.
/// Very large and very small numbers are written with an exponent.
fn push_number(value: f64, out: &mut Vec<u8>) -> std::io::Result<()> {
    if value != 0.0 && !(1e-6..1e16).contains(&value.abs()) {
        write!(out, "{value:e}")
    } else {
        write!(out, "{value}")
    }
}

/// Returns a name that is valid as the rest of a line.
fn line(name: &str) -> String {
    let mut name: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    // A backslash at the end would join the line with the next one.
    if name.ends_with('\\') {
        name.pop();
        name.push('/');
    }
    name
}

/// Returns a different word for each material, because `usemtl` identifies materials by name only, and many readers
/// stop at the first space.
fn material_names(materials: &[Material]) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let words = materials.iter().enumerate().map(|(index, material)| {
        let word: String = line(&material.name)
            .chars()
            .map(|c| if c.is_whitespace() { '_' } else { c })
            .collect();
        let word = if word.is_empty() {
            format!("material_{index}")
        } else {
            word
        };
        let mut unique = word.clone();
        let mut number = 2;
        while !taken.insert(unique.clone()) {
            unique = format!("{word}_{number}");
            number += 1;
        }
        unique
    });
    words.collect()
}
