//! Writes OBJ and MTL.

use std::io::Write;

use hashbrown::{HashMap, HashSet};
use transect::mesh::Meaning;
use transect::scene::Material;

use crate::document::Document;
use crate::error::WriteError;
use crate::flatten::{Placed, objects};
use crate::losses::{Holds, losses};

/// Writes every object under its name, at world positions, numbers as the shortest text that is read
/// back as the same f64. Names lose line ends and other control characters, and a backslash at
/// the end.
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
    let names = material_names(&document.scene.materials);
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
    let materials = &document.scene.materials;
    writeln!(out, "# MTL written by transect; Kd is linear")?;
    for (material, name) in materials.iter().zip(material_names(materials)) {
        let [red, green, blue, opacity] = material.color.map(text);
        writeln!(out, "newmtl {name}\nKd {red} {green} {blue}\nd {opacity}")?;
    }
    Ok(())
}

/// How many lines of each kind are written: indices count through the whole file.
#[derive(Default)]
struct Written {
    positions: usize,
    texture: usize,
    normals: usize,
}

/// Writes an object's lists, then its faces. Returns whether colours had an opacity below 1.
fn write_object(
    object: &Placed<'_>,
    out: &mut dyn Write,
    names: &[String],
    written: &mut Written,
    material: &mut Option<usize>,
) -> Result<bool, WriteError> {
    let positions = object.positions()?;
    let count = object.mesh.mesh.triangles().len();
    let [texture, normal, color] = [
        Meaning::TextureCoordinate(0),
        Meaning::Normal,
        Meaning::Color(0),
    ]
    .map(|meaning| object.layer(&meaning));

    // Corners that share a position but not a colour become two `v` lines; readers weld them.
    let mut vertices = Lines::new("v", written.positions);
    let mut textures = Lines::new("vt", written.texture);
    let mut normals = Lines::new("vn", written.normals);
    let mut opacity = false;
    let mut values = Vec::new();
    let mut faces: Vec<[[usize; 3]; 3]> = Vec::with_capacity(count);
    for triangle in 0..count {
        let rows = object.rows(triangle);
        let mut face = [[0; 3]; 3];
        for (corner, vertex) in object.triangle(triangle).into_iter().enumerate() {
            let mut push = |lines: &mut Lines, layer: Option<usize>, start: &[f64], most: usize| {
                values.clear();
                values.extend_from_slice(start);
                if let (Some(layer), Some(rows)) = (layer, rows)
                    && object.has(triangle, layer)
                {
                    let before = values.len();
                    object.push_row(layer, rows[corner], &mut values);
                    opacity |= most == 6 && values.get(before + 3).is_some_and(|&a| a != 1.0);
                    values.truncate(most.max(before));
                }
                if values.is_empty() {
                    return Ok(0);
                }
                lines.index(&values, out)
            };
            let position = positions[vertex as usize];
            face[corner] = [
                push(&mut vertices, color, &position, 6)?,
                push(&mut textures, texture, &[], 3)?,
                push(&mut normals, normal, &[], 3)?,
            ];
        }
        faces.push(face);
    }
    written.positions = vertices.count;
    written.texture = textures.count;
    written.normals = normals.count;

    let mut part = None;
    for (triangle, face) in faces.iter().enumerate() {
        let next = object.mesh.mesh.part(triangle);
        if part.replace(next) != Some(next)
            && let Some(next) = object.mesh.parts.get(next as usize)
        {
            if !next.name.is_empty() || triangle > 0 {
                writeln!(out, "{}", format!("g {}", line(&next.name)).trim_end())?;
            }
            let known = next.material.filter(|&m| m < names.len());
            if *material != known {
                match known {
                    Some(known) => writeln!(out, "usemtl {}", names[known])?,
                    None => writeln!(out, "usemtl")?,
                }
                *material = known;
            }
        }
        out.write_all(b"f")?;
        for corner in face {
            match *corner {
                [v, 0, 0] => write!(out, " {v}")?,
                [v, t, 0] => write!(out, " {v}/{t}")?,
                [v, 0, n] => write!(out, " {v}//{n}")?,
                [v, t, n] => write!(out, " {v}/{t}/{n}")?,
            }
        }
        out.write_all(b"\n")?;
    }
    Ok(opacity)
}

/// Lines of one kind, each different line written once.
struct Lines {
    keyword: &'static str,
    count: usize,
    known: HashMap<Vec<u64>, usize>,
}

impl Lines {
    fn new(keyword: &'static str, count: usize) -> Self {
        Self {
            keyword,
            count,
            known: HashMap::new(),
        }
    }

    /// The index of the line with these numbers, from 1; written if it is new.
    fn index(&mut self, values: &[f64], out: &mut dyn Write) -> Result<usize, WriteError> {
        let key: Vec<u64> = values.iter().map(|value| value.to_bits()).collect();
        if let Some(&index) = self.known.get(&key) {
            return Ok(index);
        }
        out.write_all(self.keyword.as_bytes())?;
        for &value in values {
            write!(out, " {}", text(value))?;
        }
        out.write_all(b"\n")?;
        self.count += 1;
        self.known.insert(key, self.count);
        Ok(self.count)
    }
}

/// The shortest decimal text that is read back as the same number; never hundreds of digits.
fn text(value: f64) -> String {
    if value != 0.0 && !(1e-6..1e16).contains(&value.abs()) {
        format!("{value:e}")
    } else {
        format!("{value}")
    }
}

/// A name as the rest of a line.
fn line(name: &str) -> String {
    let mut name: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    // At the end of a line it would join the next one to it.
    if name.ends_with('\\') {
        name.pop();
        name.push('/');
    }
    name
}

/// A different word for each material: `usemtl` knows them by name alone, and many readers stop at
/// the first space.
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
