//! Reading OFF files, line by line.

use hashbrown::HashMap;
use transect_mesh::{AttributeLayer, Meaning};

use crate::document::Document;
use crate::error::{PlacedError, ReadErrorKind};
use crate::faces::Faces;
use crate::format::Format;
use crate::input::{Input, counted, not_finite_attributes};
use crate::off_header::Kind;
use crate::text::{Lines, attribute, number, shown, without_comment, words};

/// Reads an OFF file as one object named like the file. Colours of faces become materials.
pub(crate) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let mut rows = Rows {
        lines: Lines::new(input.bytes),
        line: 0,
    };
    let (kind, [vertices, faces]) = header(&mut rows)?;
    let mut not_finite = 0;
    let read = read_vertices(&mut rows, kind, vertices, &mut not_finite)?;
    let mut read_faces = read_faces(&mut rows, faces, &read.positions, &mut not_finite)?;
    let mut document = input.document(Format::Off, false);
    document.textures.is_bottom_up = true;
    let mut left_out = Vec::new();
    if read.more > 0 {
        let vertices = counted(read.more, "line");
        left_out.push(format!("further numbers in {vertices} of vertices"));
    }
    left_out.append(&mut read_faces.others);
    if read_faces.fewer > 0 {
        let fewer = counted(read_faces.fewer, "face");
        left_out.push(format!("{fewer} of fewer than three corners"));
    }
    if read_faces.triangles.is_empty() && !read.positions.is_empty() {
        let points = counted(read.positions.len(), "point");
        left_out.push(format!("{points} without faces"));
    }
    if rows.next().is_some() {
        left_out.push("lines after the last face".to_owned());
    }
    document.notes = left_out.into_iter().map(|what| input.note(what)).collect();
    if not_finite > 0 {
        let remark = input.remark(not_finite_attributes(not_finite));
        document.notes.push(remark);
    }
    let name = input.stem();
    read_faces.into_object(name, read.positions, read.layers, &mut document)?;
    Ok(document)
}

/// The lines with content. Comments begin with `#`.
struct Rows<'a> {
    lines: Lines<'a>,
    /// The number of the last line.
    line: u64,
}

impl Rows<'_> {
    /// Returns the words of the next line that has any.
    fn next(&mut self) -> Option<Vec<Vec<u8>>> {
        loop {
            let (line, text) = self.lines.next()?;
            self.line = line;
            let words: Vec<Vec<u8>> = words(without_comment(&text)).map(<[u8]>::to_vec).collect();
            if !words.is_empty() {
                return Some(words);
            }
        }
    }

    fn expect(&mut self, what: &str) -> Result<Vec<Vec<u8>>, PlacedError> {
        let words = self.next();
        words.ok_or_else(|| self.error(format!("the file ends before {what}")))
    }

    fn error(&self, message: String) -> PlacedError {
        self.at(ReadErrorKind::Syntax(message))
    }

    fn at(&self, kind: ReadErrorKind) -> PlacedError {
        PlacedError::at_line(self.line, kind)
    }
}

/// Reads the kind of the vertices, and the numbers of vertices and faces. The word OFF may be missing, and the numbers may
/// stand on its line.
fn header(rows: &mut Rows<'_>) -> Result<(Kind, [u64; 2]), PlacedError> {
    let mut words = rows.expect("the counts")?;
    let kind = Kind::of(&words[0]);
    if kind.is_some() {
        words.remove(0);
    }
    if words.first().is_some_and(|word| word == b"BINARY") {
        return Err(rows.at(ReadErrorKind::Unsupported("binary OFF".into())));
    }
    let kind = kind.unwrap_or_default();
    if kind.is_of_other_dimension {
        let what = "OFF with positions of other than three numbers".to_owned();
        return Err(rows.at(ReadErrorKind::Unsupported(what)));
    }
    if words.is_empty() {
        words = rows.expect("the counts")?;
    }
    let count = |index: usize, what: &str| {
        let Some(word) = words.get(index) else {
            return Err(rows.error(format!("the number of {what} is missing")));
        };
        let text = core::str::from_utf8(word).unwrap_or_default();
        text.parse()
            .map_err(|_| rows.error(format!("{} is not a number of {what}", shown(word))))
    };
    let counts = [count(0, "vertices")?, count(1, "faces")?];
    Ok((kind, counts))
}

/// The vertices of a file.
#[derive(Default)]
struct Vertices {
    positions: Vec<[f64; 3]>,
    layers: Vec<AttributeLayer>,
    /// The number of lines with more numbers than the header says.
    more: usize,
}

fn read_vertices(
    rows: &mut Rows<'_>,
    kind: Kind,
    count: u64,
    not_finite: &mut usize,
) -> Result<Vertices, PlacedError> {
    let mut all = Vertices::default();
    let [mut normals, mut colors, mut texture] = [(); 3].map(|()| Vec::new());
    let mut scale = ColorScale::default();
    for _ in 0..count {
        let words = rows.expect("the last vertex")?;
        let mut rest = words.iter().map(Vec::as_slice);
        let mut position = [0.0; 3];
        for (slot, what) in position.iter_mut().zip(["x", "y", "z"]) {
            let word = rest.next();
            let word = word.ok_or_else(|| rows.error(format!("{what} is missing")))?;
            *slot = number(word, what).map_err(|reason| rows.at(reason))?;
        }
        all.positions.push(position);
        let mut take = |values: &mut Vec<f64>, count: usize, what: &'static str| {
            for _ in 0..count {
                let word = rest.next();
                let word = word.ok_or_else(|| rows.error(format!("{what} is missing")))?;
                values.push(attribute(word, what, not_finite).map_err(|reason| rows.at(reason))?);
            }
            Ok::<(), PlacedError>(())
        };
        if kind.has_normals {
            take(&mut normals, 3, "a number of a normal")?;
        }
        if kind.has_colors {
            take(&mut colors, 3, "a number of a colour")?;
        }
        let mut left: Vec<&[u8]> = rest.collect();
        if kind.has_colors {
            // A colour has three or four numbers, before the texture coordinates.
            let first = 3 + 3 * usize::from(kind.has_normals);
            let last = if left.len() > 2 * usize::from(kind.has_texture) {
                let word = left.remove(0);
                let opacity = attribute(word, "an opacity", not_finite);
                colors.push(opacity.map_err(|reason| rows.at(reason))?);
                first + 4
            } else {
                colors.push(f64::NAN);
                first + 3
            };
            scale.see(&words[first..last]);
        }
        if kind.has_texture {
            for (slot, what) in ["a texture coordinate"; 2].into_iter().enumerate() {
                let word = left.get(slot);
                let word = word.ok_or_else(|| rows.error(format!("{what} is missing")))?;
                let value = attribute(word, what, not_finite);
                texture.push(value.map_err(|reason| rows.at(reason))?);
            }
            left.drain(..2);
        }
        all.more += usize::from(!left.is_empty());
    }
    // An opacity that the file does not have is 1, as a fraction or as the largest integer.
    let full = scale.full();
    let is_opaque = colors
        .iter()
        .skip(3)
        .step_by(4)
        .all(|value: &f64| value.is_nan());
    let width = if is_opaque { 3 } else { 4 };
    let colors = colors.chunks_exact(4).flat_map(|color| &color[..width]);
    let colors = colors.map(|value| if value.is_nan() { 1.0 } else { value / full });
    for (has, meaning, width, values) in [
        (kind.has_texture, Meaning::TextureCoordinate(0), 2, texture),
        (kind.has_normals, Meaning::Normal, 3, normals),
        (kind.has_colors, Meaning::Color(0), width, colors.collect()),
    ] {
        if has {
            all.layers.push(AttributeLayer {
                meaning,
                width,
                values,
            });
        }
    }
    Ok(all)
}

fn read_faces(
    rows: &mut Rows<'_>,
    count: u64,
    positions: &[[f64; 3]],
    not_finite: &mut usize,
) -> Result<Faces, PlacedError> {
    let mut faces = Faces::default();
    let mut scale = ColorScale::default();
    let mut ids = HashMap::new();
    let mut polygon = Vec::new();
    let mut mapped = 0;
    let is_colored = |words: &[Vec<u8>], corners: usize| words.len() > corners + 3;
    let mut painted = false;
    for _ in 0..count {
        let words = rows.expect("the last face")?;
        let corners = index(rows, &words[0], "a number of corners")?;
        let corners = usize::try_from(corners).map_err(|_| {
            let word = shown(&words[0]);
            rows.error(format!("{word} is not a number of corners"))
        })?;
        polygon.clear();
        let indices = words.get(1..).unwrap_or_default();
        if indices.len() < corners {
            let found = indices.len();
            return Err(rows.error(format!("a face of {corners} corners has {found} numbers")));
        }
        for word in &indices[..corners] {
            let vertex = index(rows, word, "an index of a vertex")?;
            let within = usize::try_from(vertex).is_ok_and(|vertex| vertex < positions.len());
            let Some(vertex) = u32::try_from(vertex).ok().filter(|_| within) else {
                return Err(rows.at(ReadErrorKind::OutOfRange {
                    what: "vertex",
                    index: vertex,
                    count: positions.len() as u64,
                }));
            };
            polygon.push(vertex);
        }
        faces.push(&polygon, positions);
        let color = &indices[corners..];
        mapped += usize::from(matches!(color.len(), 1 | 2));
        let mut value = [f64::NAN; 4];
        if is_colored(&words, corners) {
            for (slot, word) in value.iter_mut().zip(color) {
                let component = attribute(word, "a colour", not_finite);
                *slot = component.map_err(|reason| rows.at(reason))?;
            }
            faces.opacity |= color.len() > 3;
            scale.see(&color[..color.len().min(4)]);
            painted = true;
        }
        faces.paint(value, &mut ids);
    }
    let full = scale.full();
    for color in &mut faces.colors {
        *color = color.map(|value| if value.is_nan() { 1.0 } else { value / full });
    }
    if !painted {
        faces.colors.clear();
        faces.color_of = Vec::new();
    }
    faces.limit_colors();
    if mapped > 0 {
        let colors = counted(mapped, "colour");
        faces.others.push(format!("{colors} of a colour map"));
    }
    Ok(faces)
}

fn index(rows: &Rows<'_>, word: &[u8], what: &str) -> Result<i64, PlacedError> {
    let text = core::str::from_utf8(word).unwrap_or_default();
    text.parse()
        .map_err(|_| rows.error(format!("{} is not {what}", shown(word))))
}

/// The numbers of colours: integers up to 255 if no number has a fraction, and fractions of 1 otherwise.
#[derive(Default)]
struct ColorScale {
    has_fractions: bool,
}

impl ColorScale {
    fn see(&mut self, words: &[Vec<u8>]) {
        let mut bytes = words.iter().flatten();
        self.has_fractions |= bytes.any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    }

    /// Returns the number that stands for 1.
    fn full(&self) -> f64 {
        if self.has_fractions { 1.0 } else { 255.0 }
    }
}
