//! Reading OBJ files, statement by statement.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use transect_mesh::scene::{Material, Node, SceneMesh};

use crate::document::{Document, Note};
use crate::error::{PlacedError, ReadErrorKind};
use crate::format::Format;
use crate::input::{Input, counted};
use crate::obj::library;
use crate::obj::object::{Corner, Lists, NONE, Object};
use crate::polygon::make_room;
use crate::text::{Lines, name, number, shown, words};

/// The largest number of notes about a file, before a last one that counts the others. So a damaged file takes little
/// memory.
const MOST_NOTES: usize = 1000;

/// The largest number of ignored keywords that notes name.
const MOST_KEYWORDS: usize = 64;

/// Reads an OBJ file. Every `o` statement with faces becomes an object.
/// Faces before the first `o` become one object, named like the file.
pub(crate) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let mut reader = Reader {
        input,
        lists: Lists::default(),
        color_ids: HashMap::new(),
        object: Object::new(input.stem()),
        local: Vec::new(),
        group: String::new(),
        material: None,
        part: None,
        by_name: HashMap::new(),
        polygon: Vec::new(),
        weighted: 0,
        partly_colored: false,
        others: BTreeMap::new(),
        more_others: 0,
        more_notes: 0,
        document: input.document(Format::Obj, false),
    };
    let mut lines = Lines::new(input.bytes);
    while let Some((number, line)) = lines.next() {
        reader
            .statement(&line)
            .map_err(|reason| PlacedError::at_line(number, reason))?;
    }
    reader.finish()
}

struct Reader<'a> {
    input: &'a Input<'a>,
    lists: Lists,
    color_ids: HashMap<[u64; 3], u32>,
    object: Object,
    local: Vec<u32>,
    group: String,
    material: Option<usize>,
    /// The index of the part with the current `group` and `material`; `None` if no face has used this pair yet.
    part: Option<u32>,
    by_name: HashMap<String, usize>,
    polygon: Vec<Corner>,
    weighted: usize,
    partly_colored: bool,
    /// The keywords of statements that are not read, with their counts.
    others: BTreeMap<String, usize>,
    /// The number of ignored statements whose keywords are not in `others`, because it is full.
    more_others: usize,
    /// The number of notes that the document does not have, because it has [`MOST_NOTES`]. Equal notes may count several
    /// times.
    more_notes: usize,
    document: Document,
}

impl Reader<'_> {
    fn statement(&mut self, line: &[u8]) -> Result<(), ReadErrorKind> {
        let line = line.trim_ascii_start();
        let mut rest = words(line);
        let Some(keyword) = rest.next() else {
            return Ok(());
        };
        let argument = || name(&line[keyword.len()..]);
        match keyword {
            b"v" => self.vertex(rest),
            b"vt" => self.texture(rest),
            b"vn" => {
                let normal = triple(rest, ["normal x", "normal y", "normal z"])?;
                self.lists.normals.push(normal);
                Ok(())
            }
            b"f" | b"fo" => self.face(rest),
            b"o" => self.begin(argument()),
            b"g" => {
                self.group = argument();
                self.part = None;
                Ok(())
            }
            b"usemtl" => self.use_material(argument()),
            b"mtllib" => {
                self.library(&argument());
                Ok(())
            }
            // The statement sets the smoothing group. Smoothing groups only affect computed normals in shading, so the
            // statement is skipped.
            b"s" => Ok(()),
            _ if keyword.starts_with(b"#") => Ok(()),
            _ => {
                if !keyword.iter().all(|b| b.is_ascii_graphic()) || keyword.len() > 40 {
                    return Err(ReadErrorKind::Syntax(format!(
                        "{} is not a statement",
                        shown(keyword)
                    )));
                }
                if self.others.len() < MOST_KEYWORDS || self.others.contains_key(&name(keyword)) {
                    *self.others.entry(name(keyword)).or_default() += 1;
                } else {
                    self.more_others += 1;
                }
                Ok(())
            }
        }
    }

    fn vertex<'l>(
        &mut self,
        mut rest: impl Iterator<Item = &'l [u8]>,
    ) -> Result<(), ReadErrorKind> {
        let position = triple(&mut rest, ["x", "y", "z"])?;
        let mut more = [0.0; 4];
        let mut count = 0;
        for word in rest {
            let slot = more.get_mut(count).ok_or_else(|| {
                ReadErrorKind::Syntax("a vertex of more than seven numbers".to_owned())
            })?;
            *slot = number(word, "a vertex's weight or colour")?;
            count += 1;
        }
        // The numbers after x, y and z are a weight (if there is one number), a colour (three), or a weight and a
        // colour (four).
        let (weight, color) = match count {
            0 => (1.0, None),
            1 => (more[0], None),
            3 => (1.0, Some([more[0], more[1], more[2]])),
            4 => (more[0], Some([more[1], more[2], more[3]])),
            _ => return Err(ReadErrorKind::Syntax("a vertex of five numbers".to_owned())),
        };
        self.weighted += usize::from(weight != 1.0);
        if let Some(color) = color {
            let next = self.lists.colors.len() as u32;
            let id = *self
                .color_ids
                .entry(color.map(f64::to_bits))
                .or_insert(next);
            if id == next {
                self.lists.colors.push(color);
            }
            self.lists.color_of.resize(self.lists.positions.len(), NONE);
            self.lists.color_of.push(id);
        }
        self.lists.positions.push(position);
        Ok(())
    }

    fn texture<'l>(
        &mut self,
        mut rest: impl Iterator<Item = &'l [u8]>,
    ) -> Result<(), ReadErrorKind> {
        let mut row = [0.0; 3];
        let first = rest.next().ok_or_else(|| {
            ReadErrorKind::Syntax("a texture coordinate without numbers".to_owned())
        })?;
        row[0] = number(first, "texture u")?;
        for (slot, word) in row[1..].iter_mut().zip(rest) {
            *slot = number(word, "texture v or w")?;
        }
        self.lists.deep |= row[2] != 0.0;
        self.lists.texture.push(row);
        Ok(())
    }

    fn face<'l>(&mut self, rest: impl Iterator<Item = &'l [u8]>) -> Result<(), ReadErrorKind> {
        self.polygon.clear();
        for word in rest {
            let corner = corner(&self.lists, word)?;
            self.partly_colored |= !self.lists.colors.is_empty() && corner.1[2] == NONE;
            make_room(&mut self.polygon, 1);
            self.polygon.push(corner);
        }
        if self.polygon.len() < 3 {
            let corners = counted(self.polygon.len(), "corner");
            return Err(ReadErrorKind::Syntax(format!("a face of {corners}")));
        }
        let part = match self.part {
            Some(part) => part,
            None => {
                let part = self.object.part(&self.group, self.material);
                if part as usize >= self.input.most_names() {
                    let most = self.input.most_names();
                    return Err(ReadErrorKind::Unsupported(format!(
                        "an object of more than {most} parts"
                    )));
                }
                *self.part.insert(part)
            }
        };
        self.object
            .push(&self.lists, &mut self.local, &self.polygon, part);
        Ok(())
    }

    fn begin(&mut self, name: String) -> Result<(), ReadErrorKind> {
        self.end_object(name)?;
        // A group ends where the next object begins, but a material applies until the next `usemtl`.
        self.group.clear();
        self.part = None;
        Ok(())
    }

    fn end_object(&mut self, next: String) -> Result<(), ReadErrorKind> {
        let object = core::mem::replace(&mut self.object, Object::new(next));
        if object.is_empty() {
            return Ok(());
        }
        let most = self.input.most_names();
        if self.document.scene.nodes.len() >= most {
            return Err(ReadErrorKind::Unsupported(format!(
                "a file of more than {most} objects"
            )));
        }
        let (name, mesh) = object.finish(&self.lists, &mut self.local)?;
        self.push(name, mesh);
        Ok(())
    }

    fn push(&mut self, name: String, mesh: SceneMesh) {
        let scene = &mut self.document.scene;
        scene.nodes.push(Node {
            name,
            mesh: Some(scene.meshes.len()),
            ..Node::default()
        });
        scene.meshes.push(mesh);
    }

    fn use_material(&mut self, name: String) -> Result<(), ReadErrorKind> {
        let materials = &mut self.document.scene.materials;
        self.part = None;
        if name.is_empty() {
            self.material = None;
            return Ok(());
        }
        let next = materials.len();
        let index = *self.by_name.entry(name).or_insert_with_key(|name| {
            materials.push(Material {
                name: name.clone(),
                ..Material::default()
            });
            next
        });
        if index >= self.input.most_names() {
            return Err(ReadErrorKind::Unsupported(format!(
                "a file of more than {index} materials"
            )));
        }
        self.material = Some(index);
        Ok(())
    }

    fn library(&mut self, name: &str) {
        // The argument of `mtllib` is either the name of one file, possibly with spaces, or a list of file names.
        let [source] = self.document.sources.as_mut_slice() else {
            unreachable!("the document of one file has one source");
        };
        let files: Vec<(&str, std::io::Result<Vec<u8>>)> = match self.input.beside(name, source) {
            Ok(bytes) => vec![(name, Ok(bytes))],
            Err(error) if !name.contains(' ') => vec![(name, Err(error))],
            Err(_) => name
                .split_ascii_whitespace()
                .map(|name| (name, self.input.beside(name, source)))
                .collect(),
        };
        for (name, file) in files {
            let what = match file {
                Ok(bytes) => {
                    let materials = &mut self.document.scene.materials;
                    let (others, wrong) = library::read(&bytes, materials, &mut self.by_name);
                    match (others.is_empty(), wrong) {
                        (true, 0) => continue,
                        (true, _) => format!("{} of {name}", counted(wrong, "unreadable line")),
                        _ => format!("{} of {name}", others.join(", ")),
                    }
                }
                Err(error) => format!("the material library {name} ({error})"),
            };
            self.note(what);
        }
    }

    fn note(&mut self, what: String) {
        let note: Note = self.input.note(what);
        if self.document.notes.contains(&note) {
            return;
        }
        match self.document.notes.len() < MOST_NOTES {
            true => self.document.notes.push(note),
            false => self.more_notes += 1,
        }
    }

    fn finish(mut self) -> Result<Document, PlacedError> {
        let stem = self.input.stem();
        self.end_object(stem)?;
        if self.document.scene.nodes.is_empty() {
            let empty = Object::new(self.input.stem());
            let (name, mesh) = empty.finish(&self.lists, &mut self.local)?;
            self.push(name, mesh);
            let points = self.lists.positions.len();
            if points > 0 {
                self.note(format!("{} without faces", counted(points, "point")));
            }
        }
        if self.weighted > 0 {
            self.note(format!(
                "weights other than 1 of {} vertices",
                self.weighted
            ));
        }
        if self.partly_colored {
            self.note("colours are 0 at vertices that have none".to_owned());
        }
        for (keyword, count) in core::mem::take(&mut self.others) {
            self.note(counted(count, &format!("`{keyword}` statement")));
        }
        if self.more_others > 0 {
            let statements = counted(self.more_others, "statement");
            self.note(format!("{statements} with other keywords"));
        }
        if self.more_notes > 0 {
            let note = self.input.note(counted(self.more_notes, "further note"));
            self.document.notes.push(note);
        }
        Ok(self.document)
    }
}

/// Reads three numbers from words. `what` holds their names for errors.
fn triple<'l>(
    mut rest: impl Iterator<Item = &'l [u8]>,
    what: [&'static str; 3],
) -> Result<[f64; 3], ReadErrorKind> {
    let mut values = [0.0; 3];
    for (value, what) in values.iter_mut().zip(what) {
        let word = rest
            .next()
            .ok_or_else(|| ReadErrorKind::Syntax(format!("{what} is missing")))?;
        *value = number(word, what)?;
    }
    Ok(values)
}

/// Reads a corner of a face: `v`, `v/t`, `v//n` or `v/t/n`, where `v`, `t` and `n` are OBJ indices of a position, a
/// texture coordinate and a normal.
fn corner(lists: &Lists, word: &[u8]) -> Result<Corner, ReadErrorKind> {
    let mut fields = word.split(|&b| b == b'/');
    let wrong = || {
        ReadErrorKind::Syntax(format!(
            "{} is not a corner (v, v/t, v//n, v/t/n)",
            shown(word)
        ))
    };
    let mut field = |what, count: usize| match fields.next() {
        None | Some(b"") => Ok(NONE),
        Some(digits) => index(digits, what, count).unwrap_or_else(|| Err(wrong())),
    };
    let vertex = field("vertex", lists.positions.len())?;
    let texture = field("texture coordinate", lists.texture.len())?;
    let normal = field("normal", lists.normals.len())?;
    if vertex == NONE || fields.next().is_some() {
        return Err(wrong());
    }
    let color = lists.color_of.get(vertex as usize).copied().unwrap_or(NONE);
    Ok((vertex, [texture, normal, color]))
}

/// Converts an OBJ index into an index from 0 in a list of `count` entries. The OBJ index 1 is the first entry, and −1
/// is the last. Returns `None` if the text is not an integer.
fn index(digits: &[u8], what: &'static str, count: usize) -> Option<Result<u32, ReadErrorKind>> {
    let index: i64 = core::str::from_utf8(digits).ok()?.parse().ok()?;
    let place = match index {
        1.. => usize::try_from(index - 1).ok(),
        0 => None,
        _ => usize::try_from(index.unsigned_abs())
            .ok()
            .and_then(|back| count.checked_sub(back)),
    };
    let place = place
        .filter(|&place| place < count)
        .and_then(|place| u32::try_from(place).ok())
        .filter(|&place| place != NONE);
    Some(place.ok_or(ReadErrorKind::OutOfRange {
        what,
        index,
        count: count as u64,
    }))
}
