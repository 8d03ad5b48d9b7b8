//! Writing OBJ and MTL.

use std::io::Write;

use hashbrown::{HashMap, HashSet};
use transect_mesh::Meaning;
use transect_mesh::scene::{Material, Part, Scene};

use crate::document::{Document, turned};
use crate::error::WriteError;
use crate::flatten::{Placed, meshes, objects};
use crate::losses::{Holds, is_of_caps, losses};
use crate::obj::images::Images;
use crate::text::push_number;
use crate::vertices::{Vertices, is_manifold};
use crate::written_file::WrittenFile;

/// Writes every object under its name, in world coordinates. Numbers are the shortest text that reads back as the same
/// f64. In names, line ends and other control characters become spaces, and a backslash at the end becomes a slash.
pub(crate) fn write(
    scene: &Scene,
    origin: &Document,
    out: &mut dyn Write,
    library: &Library<'_>,
    stem: &str,
) -> Result<WrittenFile, WriteError> {
    writeln!(out, "# OBJ written by transect")?;
    if library.has_materials() {
        writeln!(out, "mtllib {stem}.mtl")?;
    }
    let names = &library.names;
    let is_turned = !origin.textures.is_bottom_up;
    let mut written = Counts::default();
    let mut manifold = true;
    let mut material = None;
    let mut opacity = false;
    for object in objects(scene) {
        let object = object?;
        writeln!(out, "o {}", line(object.name))?;
        let styles = (&*scene.materials, &**names);
        let object = write_object(&object, out, styles, is_turned, &mut written, &mut material)?;
        opacity |= object.opacity;
        manifold &= object.manifold;
    }
    let holds = Holds {
        names: true,
        parts: true,
        materials: true,
        is_textured: &|material, gltf| library.images.hold(material, gltf),
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
    let mut lost = losses(scene, origin, holds, stem);
    if opacity {
        lost.push("opacity of vertex colours".to_owned());
    }
    Ok(WrittenFile {
        losses: lost,
        manifold: Some(manifold),
        vertices: Some(written.positions),
    })
}

/// The material library of a scene: only the materials that triangles use, with the images of their colours.
pub(crate) struct Library<'a> {
    materials: Vec<Material>,
    names: Vec<String>,
    used: Vec<bool>,
    count: usize,
    pub(crate) images: Images<'a>,
}

impl<'a> Library<'a> {
    /// Returns the library of a scene. The names of its files begin with `stem`.
    pub(crate) fn of(scene: &Scene, origin: &'a Document, stem: &str) -> Self {
        let materials = materials_of(scene);
        let used = used_materials(scene);
        Self {
            names: material_names(&materials),
            images: Images::of(&materials, &used, &origin.textures, stem),
            materials,
            used,
            count: scene.materials.len(),
        }
    }

    /// Returns `true` if the scene has a material that a triangle uses.
    pub(crate) fn has_materials(&self) -> bool {
        self.used[..self.count].contains(&true)
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> Result<(), WriteError> {
        writeln!(out, "# MTL written by transect; Kd is linear")?;
        let all = self
            .materials
            .iter()
            .zip(&self.names)
            .zip(&self.images.names);
        for ((material, name), image) in all.zip(&self.used).filter(|own| *own.1).map(|own| own.0) {
            let [red, green, blue, opacity] = material.color;
            writeln!(out, "newmtl {name}\nKd {red} {green} {blue}\nd {opacity}")?;
            if let Some(image) = image {
                writeln!(out, "map_Kd {image}")?;
            }
        }
        Ok(())
    }
}

/// Returns one flag per material, which is `true` if a triangle of an object uses the material. One more flag at the
/// end is `true` if some triangle has no material.
fn used_materials(scene: &Scene) -> Vec<bool> {
    let count = scene.materials.len();
    let mut used = vec![false; count + 1];
    for object in meshes(scene) {
        for triangle in 0..object.mesh.triangles().len() {
            let part = object.parts.get(object.mesh.part(triangle) as usize);
            let material = part.and_then(|part| part.material);
            used[material.unwrap_or(count).min(count)] = true;
        }
    }
    used
}

/// Returns the materials of the scene. If some part has no material, a material named `default` is added at the end for
/// the faces of that part. This is necessary because OBJ has no statement for "no material": `usemtl` applies until the
/// next `usemtl`.
fn materials_of(scene: &Scene) -> Vec<Material> {
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

/// The numbers of `v`, `vt` and `vn` lines written so far. OBJ indices count these lines from the beginning of the
/// file.
#[derive(Default)]
struct Counts {
    positions: usize,
    texture: usize,
    normals: usize,
}

/// The properties of an object that are known only after it has been written.
struct Object {
    /// `true` if a vertex colour has an opacity below 1, which OBJ cannot hold.
    opacity: bool,
    /// `true` if each edge, as a pair of position indices, belongs to exactly two faces.
    manifold: bool,
}

/// Writes the positions and attributes of an object, and then its faces.
fn write_object(
    object: &Placed<'_>,
    out: &mut dyn Write,
    (materials, names): (&[Material], &[String]),
    is_turned: bool,
    written: &mut Counts,
    material: &mut Option<usize>,
) -> Result<Object, WriteError> {
    let start = written.positions + 1;
    let (faces, opacity) = write_lists(object, is_turned, out, written)?;
    let ids = |face: &Face| face.map(|[vertex, ..]| (vertex - start) as u32);
    let ids: Vec<[u32; 3]> = faces.iter().map(ids).collect();
    let manifold = is_manifold(written.positions + 1 - start, &ids);
    let mut part = None;
    let mut group = "";
    let mut buffer = Vec::new();
    for (triangle, face) in faces.iter().enumerate() {
        let next = object.mesh.part(triangle);
        if part.replace(next) != Some(next)
            && let Some(next) = object.parts.get(next as usize)
        {
            let name = group_of(next, materials);
            if name != group {
                writeln!(out, "{}", format!("g {}", line(name)).trim_end())?;
                group = name;
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
    Ok(Object { opacity, manifold })
}

/// Returns the name of the group of a part: that of the part, or `cap` for caps without a name. A cut gives the caps a
/// material of this name.
fn group_of<'a>(part: &'a Part, materials: &[Material]) -> &'a str {
    let material = part.material.and_then(|material| materials.get(material));
    if part.name.is_empty() && material.is_some_and(is_of_caps) {
        return "cap";
    }
    &part.name
}

/// For each corner of a triangle, the OBJ indices of its position, texture coordinate and normal; 0 for a missing
/// attribute.
type Face = [[usize; 3]; 3];

/// Writes the positions, texture coordinates and normals of an object. Returns its faces, and `true` if a vertex colour
/// has an opacity below 1. If `is_turned` is `true`, the second texture coordinate is counted from the other edge.
fn write_lists(
    object: &Placed<'_>,
    is_turned: bool,
    out: &mut dyn Write,
    written: &mut Counts,
) -> Result<(Vec<Face>, bool), WriteError> {
    let own = Vertices::of(&object.mesh);
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
        for vertex in 0..own.len() as u32 {
            vertices.push(&own.position(vertex), out)?;
        }
    }

    let mut opacity = false;
    let mut values = Vec::new();
    let mut faces = Vec::with_capacity(object.mesh.triangles().len());
    for (triangle, corners) in own.triangles.iter().enumerate() {
        let mut face = corners.map(|vertex| [start + vertex as usize, 0, 0]);
        let Some(rows) = object.rows(triangle) else {
            faces.push(face);
            continue;
        };
        for (corner, indices) in face.iter_mut().enumerate() {
            // This closure appends the corner's numbers in an attribute layer to `values`. It appends nothing if the
            // part that contains the triangle lacks the layer.
            let layer = |layer: Option<usize>, values: &mut Vec<f64>| {
                if let Some(layer) = layer.filter(|&layer| object.has(triangle, layer)) {
                    values.extend_from_slice(object.row(layer, rows[corner]));
                }
            };
            if color.is_some() {
                // A position whose corners have different colours is written once per colour. Readers merge the copies,
                // because their coordinates are equal.
                values.clear();
                values.extend(own.position(corners[corner]));
                layer(color, &mut values);
                opacity |= values.get(6).is_some_and(|&opacity| opacity != 1.0);
                values.truncate(6);
                indices[0] = vertices.index(&values, corners[corner], out)?;
            }
            for (k, (source, list)) in [(texture, &mut textures), (normal, &mut normals)]
                .into_iter()
                .enumerate()
            {
                values.clear();
                layer(source, &mut values);
                values.truncate(3);
                if let (0, true, [_, v, ..]) = (k, is_turned, values.as_mut_slice()) {
                    *v = turned(*v);
                }
                if !values.is_empty() {
                    indices[k + 1] = list.index(&values, 0, out)?;
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

/// The lines of one keyword, such as `vt`, in the file. `count` is the number of these lines so far, and also the OBJ
/// index of the last line.
struct List {
    keyword: &'static str,
    count: usize,
    /// Maps the bits of a line's numbers (up to six) and the index of its vertex to the OBJ index of the line.
    known: HashMap<([u64; 6], u32), usize>,
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

    /// Writes a line and returns its OBJ index.
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

    /// Returns the OBJ index of the line with these numbers for this vertex. If no such line has been written yet,
    /// writes it first.
    fn index(
        &mut self,
        values: &[f64],
        vertex: u32,
        out: &mut dyn Write,
    ) -> Result<usize, WriteError> {
        let mut key = [u64::MAX; 6];
        for (bits, value) in key.iter_mut().zip(values) {
            *bits = value.to_bits();
        }
        if let Some(&index) = self.known.get(&(key, vertex)) {
            return Ok(index);
        }
        let index = self.push(values, out)?;
        self.known.insert((key, vertex), index);
        Ok(index)
    }
}

/// Returns a name that can be written after a keyword, up to the end of a line.
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

/// Returns a name without spaces for each material, all different. `usemtl` identifies a material only by its name, and
/// many readers stop at the first space.
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
