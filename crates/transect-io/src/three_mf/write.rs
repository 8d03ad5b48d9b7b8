//! Writing a 3MF package.

use std::io::{self, Cursor, Write};

use hashbrown::{HashMap, HashSet};
use transect_mesh::scene::{Material, Scene};
use transect_mesh::{AttributeLayer, Meaning};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::document::Document;
use crate::error::WriteError;
use crate::flatten::{Placed, objects};
use crate::input::counted;
use crate::losses::{Holds, is_of_caps, losses};
use crate::text::push_number;
use crate::three_mf::color::{Srgb, is_exact, nearest, text};
use crate::three_mf::space::{CORE, MATERIALS};
use crate::three_mf::unit::{DEFAULT_UNIT, name_of};
use crate::vertex_table::{check_count, hidden_materials};
use crate::vertices::Vertices;
use crate::written_file::WrittenFile;

const CONTENT_TYPES: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8"?>"#,
    r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#,
    r#"<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#,
    r#"<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>"#,
    "</Types>\n"
);

const RELATIONSHIPS: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8"?>"#,
    r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">"#,
    r#"<Relationship Id="rel0" Target="/3D/3dmodel.model" "#,
    r#"Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>"#,
    "</Relationships>\n"
);

/// The identifier of the group of materials.
const MATERIAL_GROUP: u32 = 1;

/// The identifier of the group of colours of corners.
const COLOR_GROUP: u32 = 2;

/// The number of bytes of text that are compressed at once.
const AT_ONCE: usize = 1 << 16;

/// Writes each object in world coordinates, with its name, its materials and its colours of corners. Numbers are the
/// shortest text that reads back as the same f64. Equal scenes give equal bytes.
///
/// An object is a solid (type `model`) if each edge has two triangles. Others have the type `surface`, because the
/// specification requires it.
pub(crate) fn write(
    scene: &Scene,
    origin: &Document,
    out: &mut dyn Write,
    stem: &str,
) -> Result<WrittenFile, WriteError> {
    let symbol = origin.unit().unwrap_or(DEFAULT_UNIT.symbol());
    let unit = symbol.parse().ok().and_then(name_of).ok_or_else(|| {
        WriteError::Unsupported(format!("3MF cannot hold coordinates in the unit {symbol}"))
    })?;
    // The package is built in memory. A program that reads it from a stream then finds sizes before contents.
    let mut zip = ZipWriter::new(Cursor::new(Vec::new())).set_auto_large_file();
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let files = [
        ("[Content_Types].xml", CONTENT_TYPES),
        ("_rels/.rels", RELATIONSHIPS),
    ];
    for (name, contents) in files {
        zip.start_file(name, options).map_err(io::Error::from)?;
        zip.write_all(contents.as_bytes())?;
    }
    zip.start_file("3D/3dmodel.model", options)
        .map_err(io::Error::from)?;
    let mut model = ModelText {
        text: Vec::with_capacity(2 * AT_ONCE),
        out: &mut zip,
    };
    let written = model.write(scene, unit)?;
    let bytes = zip.finish().map_err(io::Error::from)?.into_inner();
    out.write_all(&bytes)?;
    Ok(WrittenFile {
        losses: lost(scene, origin, stem, &written),
        manifold: Some(written.manifold),
        vertices: Some(written.vertices),
    })
}

/// The properties of a written model.
struct Written {
    manifold: bool,
    vertices: usize,
    /// `true` if the colours of corners are rounded to 8 bits.
    rounded: bool,
}

/// Returns descriptions of the content of a scene that the package does not hold.
fn lost(scene: &Scene, origin: &Document, stem: &str, written: &Written) -> Vec<String> {
    let holds = Holds {
        names: true,
        parts: false,
        materials: true,
        is_textured: &|_, _| false,
        face_colors: true,
        layer: is_color,
    };
    let mut lost = losses(scene, origin, holds, stem);
    let materials = scene.materials.iter().filter(|own| !is_of_caps(own));
    let rounded = materials.filter(|own| !is_exact(&own.color)).count();
    if rounded > 0 {
        let materials = counted(rounded, "material");
        lost.push(format!("colours of {materials} beyond 8 bits"));
    }
    if written.rounded {
        lost.push("vertex colours beyond 8 bits".to_owned());
    }
    let hidden = hidden_materials(scene);
    if hidden > 0 {
        let materials = counted(hidden, "material");
        lost.push(format!("colours of {materials} beside vertex colours"));
    }
    lost
}

fn is_color(layer: &AttributeLayer) -> bool {
    layer.meaning == Meaning::Color(0) && matches!(layer.width, 3 | 4)
}

/// The look of a triangle in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// An index into the group of materials.
    Material(usize),
    /// Indices into the group of colours, one per corner.
    Colors([u32; 3]),
}

/// The materials and colours of a scene.
struct Looks<'s> {
    scene: &'s Scene,
    /// The index in the group of each material that a triangle uses. The entry after the last material is that of
    /// triangles without one.
    numbers: Vec<Option<usize>>,
    colors: HashMap<Srgb, u32>,
    list: Vec<Srgb>,
    rounded: bool,
}

/// The XML of a model.
struct ModelText<'o, W: Write> {
    text: Vec<u8>,
    out: &'o mut W,
}

impl<W: Write> ModelText<'_, W> {
    fn write(&mut self, scene: &Scene, unit: &str) -> Result<Written, WriteError> {
        let all: Vec<Placed<'_>> = objects(scene).collect::<Result<_, _>>()?;
        let all: Vec<Placed<'_>> = all
            .into_iter()
            .filter(|object| !object.mesh.is_empty())
            .collect();
        let looks = Looks::of(scene, &all);
        let text = &mut self.text;
        writeln!(text, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        write!(
            text,
            r#"<model unit="{unit}" xml:lang="en-US" xmlns="{CORE}""#
        )?;
        if !looks.list.is_empty() {
            write!(text, r#" xmlns:m="{MATERIALS}""#)?;
        }
        let version = env!("CARGO_PKG_VERSION");
        writeln!(
            text,
            ">\n<metadata name=\"Application\">transect {version}</metadata>\n<resources>"
        )?;
        self.groups(&looks)?;
        let mut written = Written {
            manifold: true,
            vertices: 0,
            rounded: looks.rounded,
        };
        for (number, object) in all.iter().enumerate() {
            let own = Vertices::of(&object.mesh);
            check_count(own.len().max(own.triangles.len()))?;
            let is_manifold = own.is_manifold();
            written.manifold &= is_manifold;
            written.vertices += own.len();
            let looks = looks.of_object(object);
            self.object(
                FIRST_OBJECT + number,
                object.name,
                &own,
                is_manifold,
                &looks,
            )?;
        }
        writeln!(self.text, "</resources>\n<build>")?;
        for number in 0..all.len() {
            let id = FIRST_OBJECT + number;
            writeln!(self.text, r#"<item objectid="{id}"/>"#)?;
            self.flush(AT_ONCE)?;
        }
        writeln!(self.text, "</build>\n</model>")?;
        self.flush(0)?;
        Ok(written)
    }

    /// Writes the groups of materials and of colours.
    fn groups(&mut self, looks: &Looks<'_>) -> io::Result<()> {
        let names = looks.materials();
        if !names.is_empty() {
            writeln!(self.text, r#"<basematerials id="{MATERIAL_GROUP}">"#)?;
            for (name, color) in names {
                let (name, color) = (attribute(&name), text(color));
                writeln!(self.text, r#"<base name="{name}" displaycolor="{color}"/>"#)?;
                self.flush(AT_ONCE)?;
            }
            writeln!(self.text, "</basematerials>")?;
        }
        if !looks.list.is_empty() {
            writeln!(self.text, r#"<m:colorgroup id="{COLOR_GROUP}">"#)?;
            for &color in &looks.list {
                writeln!(self.text, r#"<m:color color="{}"/>"#, text(color))?;
                self.flush(AT_ONCE)?;
            }
            writeln!(self.text, "</m:colorgroup>")?;
        }
        Ok(())
    }

    fn object(
        &mut self,
        id: usize,
        name: &str,
        own: &Vertices<'_>,
        is_manifold: bool,
        looks: &[Look],
    ) -> io::Result<()> {
        let kind = if is_manifold { "model" } else { "surface" };
        let name = attribute(name);
        write!(
            self.text,
            r#"<object id="{id}" type="{kind}" name="{name}""#
        )?;
        let default = looks.first().copied();
        match default {
            Some(Look::Material(material)) => {
                write!(self.text, r#" pid="{MATERIAL_GROUP}" pindex="{material}""#)?;
            }
            Some(Look::Colors([color, ..])) => {
                write!(self.text, r#" pid="{COLOR_GROUP}" pindex="{color}""#)?;
            }
            None => {}
        }
        writeln!(self.text, ">\n<mesh>\n<vertices>")?;
        for vertex in 0..own.len() as u32 {
            let [x, y, z] = own.position(vertex);
            for (before, value) in [("<vertex x=\"", x), ("\" y=\"", y), ("\" z=\"", z)] {
                self.text.extend_from_slice(before.as_bytes());
                push_number(value, &mut self.text)?;
            }
            self.text.extend_from_slice(b"\"/>\n");
            self.flush(AT_ONCE)?;
        }
        writeln!(self.text, "</vertices>\n<triangles>")?;
        for (triangle, [a, b, c]) in own.triangles.iter().enumerate() {
            write!(self.text, r#"<triangle v1="{a}" v2="{b}" v3="{c}""#)?;
            match looks.get(triangle) {
                Some(Look::Material(material)) if default != Some(Look::Material(*material)) => {
                    write!(self.text, r#" pid="{MATERIAL_GROUP}" p1="{material}""#)?;
                }
                Some(Look::Colors([a, b, c])) => {
                    write!(
                        self.text,
                        r#" pid="{COLOR_GROUP}" p1="{a}" p2="{b}" p3="{c}""#
                    )?;
                }
                _ => {}
            }
            self.text.extend_from_slice(b"/>\n");
            self.flush(AT_ONCE)?;
        }
        writeln!(self.text, "</triangles>\n</mesh>\n</object>")
    }

    /// Compresses the text if it has at least `least` bytes, and empties it.
    fn flush(&mut self, least: usize) -> io::Result<()> {
        if self.text.len() >= least {
            self.out.write_all(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }
}

/// The identifier of the first object. Those of the groups are less.
const FIRST_OBJECT: usize = 3;

impl<'s> Looks<'s> {
    /// Collects the materials and the colours of the triangles of all objects.
    fn of(scene: &'s Scene, objects: &[Placed<'_>]) -> Self {
        let count = scene.materials.len();
        let mut looks = Self {
            scene,
            numbers: vec![None; count + 1],
            colors: HashMap::new(),
            list: Vec::new(),
            rounded: false,
        };
        let mut used = vec![false; count + 1];
        for object in objects {
            let layer = object.layer(&Meaning::Color(0));
            let mut own = HashSet::new();
            for triangle in 0..object.mesh.triangles().len() {
                match colors_of(object, triangle, layer) {
                    Some(colors) => {
                        own.insert(None);
                        colors.iter().for_each(|color| looks.add(color));
                    }
                    None => {
                        own.insert(Some(looks.material(object, triangle)));
                    }
                }
            }
            // An object without any material has no property. Otherwise, its triangles without a material need one.
            if own != HashSet::from([Some(count)]) {
                own.into_iter()
                    .flatten()
                    .for_each(|material| used[material] = true);
            }
        }
        let numbers = looks.numbers.iter_mut().zip(used);
        let numbers = numbers.filter(|own| own.1).map(|own| own.0);
        for (next, number) in numbers.enumerate() {
            *number = Some(next);
        }
        looks
    }

    fn add(&mut self, exact: &[f64; 4]) {
        let color = nearest(exact);
        self.rounded |= !is_exact(exact);
        let next = self.list.len() as u32;
        if *self.colors.entry(color).or_insert(next) == next {
            self.list.push(color);
        }
    }

    /// Returns the index of the material of a triangle, or the number of materials if it has none.
    fn material(&self, object: &Placed<'_>, triangle: usize) -> usize {
        let count = self.scene.materials.len();
        let part = object.parts.get(object.mesh.part(triangle) as usize);
        let material = part.and_then(|part| part.material);
        material.unwrap_or(count).min(count)
    }

    /// Returns the look of each triangle of an object; an empty list if it has no materials and no colours.
    fn of_object(&self, object: &Placed<'_>) -> Vec<Look> {
        let layer = object.layer(&Meaning::Color(0));
        let triangles = 0..object.mesh.triangles().len();
        let looks = triangles.map(|triangle| match colors_of(object, triangle, layer) {
            Some(colors) => {
                let index = |color: &[f64; 4]| self.colors.get(&nearest(color)).copied();
                Some(Look::Colors(
                    colors.each_ref().map(index).map(Option::unwrap_or_default),
                ))
            }
            None => self.numbers[self.material(object, triangle)].map(Look::Material),
        });
        let looks: Vec<Option<Look>> = looks.collect();
        let count = self.scene.materials.len();
        let has_none = |triangle: usize| self.material(object, triangle) == count;
        let is_plain = |(triangle, look): (usize, &Option<Look>)| {
            !matches!(look, Some(Look::Colors(_))) && has_none(triangle)
        };
        if looks.iter().enumerate().all(is_plain) {
            return Vec::new();
        }
        // Each material and the lack of one that occurs in such an object has a number.
        looks.into_iter().flatten().collect()
    }

    /// Returns the names and the colours of the materials in use.
    fn materials(&self) -> Vec<(String, Srgb)> {
        let none = Material {
            name: "default".to_owned(),
            ..Material::default()
        };
        let all = self.scene.materials.iter().chain([&none]);
        let used = all.enumerate().zip(&self.numbers);
        let used = used.filter_map(|(own, number)| number.map(|_| own));
        used.map(|(index, material)| {
            let name = match material.name.as_str() {
                "" => format!("material_{index}"),
                name => name.to_owned(),
            };
            (name, nearest(&material.color))
        })
        .collect()
    }
}

/// Returns the colours of the corners of a triangle, if it has any.
fn colors_of(object: &Placed<'_>, triangle: usize, layer: Option<usize>) -> Option<[[f64; 4]; 3]> {
    let layer = layer.filter(|&layer| object.has(triangle, layer))?;
    let rows = object.rows(triangle)?;
    Some(rows.map(|row| {
        let mut color = [1.0; 4];
        for (slot, &value) in color.iter_mut().zip(object.row(layer, row)) {
            *slot = value;
        }
        color
    }))
}

/// Returns a text as the value of an attribute between double quotes. Characters that XML does not allow become spaces.
fn attribute(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => value.push_str("&amp;"),
            '<' => value.push_str("&lt;"),
            '>' => value.push_str("&gt;"),
            '"' => value.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => value.push(' '),
            control if control.is_control() => value.push(' '),
            other => value.push(other),
        }
    }
    value
}
