//! Reading OBJ files, statement by statement.

use std::collections::BTreeMap;
use std::path::Path;

use hashbrown::HashMap;
use transect_mesh::scene::{Material, Node, SceneMesh};

use crate::bend::{self, Bend};
use crate::document::{Document, Note};
use crate::error::{PlacedError, ReadErrorKind};
use crate::format::Format;
use crate::input::{Input, counted, not_finite_attributes};
use crate::obj::corner::{Context, corner};
use crate::obj::definitions::{self, Definitions};
use crate::obj::groups::{Divided, objects};
use crate::obj::library;
use crate::obj::object::{Corner, NONE, Object};
use crate::obj::texture::{self, Map};
use crate::polygon::make_room;
use crate::text::{Lines, name, shown, without_comment, words};

/// The largest number of notes about a file, before a last one that counts the others. So a damaged file takes little
/// memory.
const MOST_NOTES: usize = 1000;

/// The largest number of ignored keywords that notes name.
const MOST_KEYWORDS: usize = 64;

/// The keywords of OBJ 3.0 that are not read, and those of earlier versions.
const KEYWORDS: &[&[u8]] = &[
    b"bevel",
    b"bmat",
    b"bsp",
    b"bzp",
    b"c_interp",
    b"call",
    b"cdc",
    b"cdp",
    b"con",
    b"cstype",
    b"csh",
    b"ctech",
    b"curv",
    b"curv2",
    b"d_interp",
    b"deg",
    b"end",
    b"hole",
    b"l",
    b"lod",
    b"maplib",
    b"mg",
    b"p",
    b"parm",
    b"res",
    b"scrv",
    b"shadow_obj",
    b"sp",
    b"step",
    b"stech",
    b"surf",
    b"trace_obj",
    b"trim",
    b"usemap",
    b"usemat",
    b"vp",
];

/// Reads an OBJ file. Every `o` statement with faces becomes an object, and so does every group that is a body of its own.
/// Other faces before the first `o` become one object, named like the file.
pub(crate) fn read(input: &Input<'_>) -> Result<Document, PlacedError> {
    let mut reader = Reader {
        input,
        definitions: Definitions::default(),
        passed: [0; 3],
        is_complete: false,
        object: Object::new(input.stem(), false),
        local: Vec::new(),
        group: String::new(),
        material: None,
        part: None,
        by_name: HashMap::new(),
        maps: HashMap::new(),
        polygon: Vec::new(),
        missing: [0; 3],
        foreign: None,
        partly_colored: false,
        others: BTreeMap::new(),
        more_others: 0,
        more_notes: 0,
        bends: Vec::new(),
        document: input.document(Format::Obj, false),
    };
    let mut lines = Lines::new(input.bytes);
    while let Some((number, line)) = lines.next() {
        let mut done = reader.statement(number, &line);
        if !reader.is_complete && matches!(done, Err(ReadErrorKind::OutOfRange { .. })) {
            reader.look_ahead(lines.clone())?;
            done = reader.statement(number, &line);
        }
        done.map_err(|reason| PlacedError::at_line(number, reason))?;
    }
    reader.finish()
}

struct Reader<'a> {
    input: &'a Input<'a>,
    definitions: Definitions,
    /// The numbers of positions, texture coordinates and normals before the present statement.
    passed: [usize; 3],
    /// `true` if `definitions` have those after the present statement, too: a face referred to one of them.
    is_complete: bool,
    object: Object,
    local: Vec<u32>,
    group: String,
    material: Option<usize>,
    /// The index of the part with the current `group` and `material`; `None` if no face has used this pair yet.
    part: Option<u32>,
    by_name: HashMap<String, usize>,
    /// The images of materials.
    maps: HashMap<usize, Map>,
    polygon: Vec<Corner>,
    /// The numbers of corners whose texture coordinates or normals do not exist; the first number is 0.
    missing: [usize; 3],
    /// The first statement whose keyword no version of OBJ has, and its line.
    foreign: Option<(u64, String)>,
    partly_colored: bool,
    /// The keywords of statements that are not read, with their counts.
    others: BTreeMap<String, usize>,
    /// The number of ignored statements whose keywords are not in `others`, because it is full.
    more_others: usize,
    /// The number of notes that the document does not have, because it has [`MOST_NOTES`]. Equal notes may count several
    /// times.
    more_notes: usize,
    /// The polygons that are not flat, for each mesh that has some.
    bends: Vec<(usize, Vec<Bend>)>,
    document: Document,
}

impl Reader<'_> {
    /// Reads the positions, texture coordinates and normals of all lines that follow, so that faces can refer to them.
    fn look_ahead(&mut self, mut lines: Lines<'_>) -> Result<(), PlacedError> {
        while let Some((number, line)) = lines.next() {
            let mut rest = words(without_comment(&line));
            let keyword = rest.next().unwrap_or_default();
            self.definitions
                .define(keyword, rest)
                .map_err(|reason| PlacedError::at_line(number, reason))?;
        }
        self.is_complete = true;
        Ok(())
    }

    fn statement(&mut self, number: u64, line: &[u8]) -> Result<(), ReadErrorKind> {
        let line = line.trim_ascii_start();
        // Names may contain the character `#`.
        let mut rest = words(without_comment(line));
        let Some(keyword) = rest.next() else {
            return Ok(());
        };
        let argument = || name(&line[keyword.len()..]);
        match keyword {
            b"v" | b"vt" | b"vn" => {
                let list = if !self.is_complete {
                    self.definitions.define(keyword, rest)?
                } else {
                    definitions::KEYWORDS
                        .iter()
                        .position(|list| *list == keyword)
                };
                if let Some(list) = list {
                    self.passed[list] += 1;
                }
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
            _ => {
                if self.foreign.is_none() && !KEYWORDS.contains(&keyword) {
                    self.foreign = Some((number, shown(keyword)));
                }
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

    fn face<'l>(&mut self, rest: impl Iterator<Item = &'l [u8]>) -> Result<(), ReadErrorKind> {
        self.polygon.clear();
        for word in rest {
            let context = Context {
                lists: &self.definitions.lists,
                passed: self.passed,
                is_complete: self.is_complete,
            };
            let corner = corner(&context, word, &mut self.missing)?;
            self.partly_colored |= !self.definitions.lists.colors.is_empty() && corner.1[2] == NONE;
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
        self.object.push(
            &self.definitions.lists,
            &mut self.local,
            &self.polygon,
            part,
        );
        Ok(())
    }

    fn begin(&mut self, name: String) -> Result<(), ReadErrorKind> {
        self.end_object(Object::new(name, true))?;
        // A group ends where the next object begins, but a material applies until the next `usemtl`.
        self.group.clear();
        self.part = None;
        Ok(())
    }

    fn end_object(&mut self, next: Object) -> Result<(), ReadErrorKind> {
        let mut object = core::mem::replace(&mut self.object, next);
        if object.is_empty() {
            return Ok(());
        }
        let (name, is_named) = (core::mem::take(&mut object.name), object.is_named);
        let mut bends = core::mem::take(&mut object.bends);
        let mesh = object.finish(&self.definitions.lists, &mut self.local)?;
        for Divided { name, mesh, parts } in objects(name, is_named, mesh)? {
            let most = self.input.most_names();
            if self.document.scene.nodes.len() >= most {
                return Err(ReadErrorKind::Unsupported(format!(
                    "a file of more than {most} objects"
                )));
            }
            let own = parts
                .iter()
                .flat_map(|&part| core::mem::take(&mut bends[part]));
            let own: Vec<Bend> = own.collect();
            if !own.is_empty() {
                self.bends.push((self.document.scene.meshes.len(), own));
            }
            self.push(name, mesh);
        }
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
                    let file = (Path::new(name), bytes.as_slice());
                    let (others, wrong) =
                        library::read(file, materials, &mut self.by_name, &mut self.maps);
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
        self.push_note(self.input.note(what));
    }

    fn push_note(&mut self, note: Note) {
        if self.document.notes.contains(&note) {
            return;
        }
        if self.document.notes.len() < MOST_NOTES {
            self.document.notes.push(note)
        } else {
            self.more_notes += 1
        }
    }

    fn finish(mut self) -> Result<Document, PlacedError> {
        self.end_object(Object::default())?;
        if self.definitions.lists.positions.is_empty()
            && let Some((line, word)) = self.foreign
        {
            let what = format!("this is not an OBJ file: {word} is not a statement of OBJ");
            return Err(PlacedError::at_line(line, ReadErrorKind::Syntax(what)));
        }
        if self.document.scene.nodes.is_empty() {
            let empty = Object::default();
            let mesh = empty.finish(&self.definitions.lists, &mut self.local)?;
            self.push(self.input.stem(), mesh);
            let points = self.definitions.lists.positions.len();
            if points > 0 {
                self.note(format!("{} without faces", counted(points, "point")));
            }
        }
        self.document.textures.is_bottom_up = true;
        for what in texture::add(&self.maps, self.input, &mut self.document) {
            self.note(what);
        }
        if self.definitions.weighted > 0 {
            self.note(format!(
                "weights other than 1 of {} vertices",
                self.definitions.weighted
            ));
        }
        self.remarks();
        let positions = &self.definitions.lists.positions;
        let bent = bend::report(&self.bends, positions, &mut self.document);
        bent.into_iter().for_each(|note| self.push_note(note));
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

    /// Notes how content was read that has no value of its own.
    fn remarks(&mut self) {
        let [_, texture, normals] = self.missing;
        let corners = |count: usize, what: &str| {
            let corners = counted(count, "corner");
            format!("{what} of {corners} do not exist; these corners have none")
        };
        let remarks = [
            (
                self.definitions.flat,
                format!(
                    "{} without z; z is 0",
                    counted(self.definitions.flat, "position")
                ),
            ),
            (texture, corners(texture, "texture coordinates")),
            (normals, corners(normals, "normals")),
            (
                self.definitions.not_finite,
                not_finite_attributes(self.definitions.not_finite),
            ),
            (
                usize::from(self.partly_colored),
                "colours are 0 at vertices that have none".to_owned(),
            ),
        ];
        for (count, remark) in remarks {
            if count > 0 {
                self.push_note(self.input.remark(remark));
            }
        }
    }
}
