//! One model of a package: its resources and its build, as the XML has them.

use hashbrown::HashMap;
use transect::length_unit::LengthUnit;
use transect_mesh::scene::Transform;

use crate::error::{PlacedError, ReadErrorKind};
use crate::polygon::make_room;
use crate::text::{number, shown};
use crate::three_mf::color::{self, Srgb};
use crate::three_mf::space::Space;
use crate::three_mf::unit::{DEFAULT_UNIT, unit_named};
use crate::three_mf::xml::{Element, Elements};

/// A model: a part of a package.
#[derive(Default)]
pub(super) struct Model {
    /// The symbol of the unit.
    pub(super) unit: &'static str,
    /// The colours and materials, by the identifiers of their groups.
    pub(super) groups: HashMap<u32, Group>,
    pub(super) objects: HashMap<u32, Object>,
    /// The objects that are built.
    pub(super) items: Vec<Reference>,
    /// `true` if the content of an extension is required.
    requires_beams: bool,
    requires_slices: bool,
    /// The content that is not read, with its number.
    pub(super) left_out: Vec<(Kind, usize)>,
}

/// A kind of content: a noun, and what follows it.
pub(super) type Kind = (&'static str, &'static str);

/// A group of colours or materials.
pub(super) enum Group {
    /// Materials with names.
    Materials(Vec<(String, Srgb)>),
    Colors(Vec<Srgb>),
    /// Properties that are not read, such as texture coordinates.
    Other,
}

/// An object: a mesh, or components.
pub(super) struct Object {
    pub(super) name: String,
    /// The property of triangles without one of their own.
    pub(super) paint: Paint,
    pub(super) shape: Shape,
    pub(super) line: u64,
    /// `true` if the type of the object is not `model`, so that it is not a solid.
    pub(super) has_other_type: bool,
    pub(super) has_part_number: bool,
}

pub(super) enum Shape {
    Mesh(RawShape),
    Components(Vec<Reference>),
}

/// The mesh of an object.
#[derive(Default)]
pub(super) struct RawShape {
    pub(super) positions: Vec<[f64; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The property of each triangle; empty if all triangles have that of the object.
    pub(super) paints: Vec<Paint>,
}

/// The property of a triangle: a group, and an index into the group for each corner. Without a group, which has the
/// identifier 0 here, a triangle has no property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Paint {
    pub(super) group: u32,
    pub(super) corners: [u32; 3],
}

/// A placed object: an item of the build, or a component of an object.
#[derive(Clone)]
pub(super) struct Reference {
    pub(super) object: u32,
    /// The part that has the object, if it is not the part of this reference.
    pub(super) path: Option<Box<str>>,
    /// The map from the coordinates of the object; `None` for the identity. A box, because most references have none.
    pub(super) transform: Option<Box<Transform>>,
    pub(super) line: u64,
}

/// Reads a model. `name` is the name of the part, for errors.
pub(super) fn parse(text: &str, name: &str) -> Result<Model, PlacedError> {
    let mut elements = Elements::of(text, name);
    let mut model = Model {
        unit: DEFAULT_UNIT.symbol(),
        ..Model::default()
    };
    let Some(root) = elements.child()? else {
        return Err(elements.syntax(0, "", "the text has no element"));
    };
    if !root.is("model") {
        let what = format!(
            "a part that begins with the element {} of another namespace or name",
            shown(root.name().as_bytes())
        );
        return Err(elements.error(root.at, "", ReadErrorKind::Unsupported(what)));
    }
    let mut parser = Parser {
        elements,
        model: &mut model,
        counts: Counts::default(),
    };
    parser.model(&root)?;
    match parser.elements.child()? {
        None => Ok(model),
        Some(second) => {
            let what = "the text has a second model or another element after the model";
            Err(parser.elements.syntax(second.at, "", what))
        }
    }
}

/// Counts of content that is not read.
#[derive(Default)]
struct Counts {
    metadata: usize,
    beams: usize,
    slices: usize,
    textures: usize,
    mixtures: usize,
    display: usize,
    sets: usize,
    other: usize,
    identifiers: usize,
}

struct Parser<'a, 'm> {
    elements: Elements<'a>,
    model: &'m mut Model,
    counts: Counts,
}

impl<'a> Parser<'a, '_> {
    fn model(&mut self, root: &Element<'a>) -> Result<(), PlacedError> {
        let [unit, required] = self.elements.values(root, ["unit", "requiredextensions"])?;
        if let Some(unit) = unit {
            let symbol = unit_named(unit.trim()).map(LengthUnit::symbol);
            self.model.unit = symbol.ok_or_else(|| {
                let unit = shown(unit.as_bytes());
                self.elements
                    .syntax(root.at, "", &format!("{unit} is not a unit of 3MF"))
            })?;
        }
        self.check_required(root, required.as_deref().unwrap_or_default())?;
        while let Some(element) = self.elements.child()? {
            if element.is("resources") {
                self.resources()?;
            } else if element.is("build") {
                self.build()?;
            } else {
                let [name] = self.elements.values(&element, ["name"])?;
                // The name of the program that wrote the file is not content.
                let is_content = name.is_none_or(|name| name != "Application");
                self.counts.metadata += usize::from(element.is("metadata") && is_content);
                self.counts.other += usize::from(element.space == Space::Unknown);
                self.elements.skip()?;
            }
        }
        let counts = &self.counts;
        let left_out = [
            (("metadata value", ""), counts.metadata),
            (("beam lattice", ""), counts.beams),
            (("slice stack", ""), counts.slices),
            (("group", " of texture coordinates"), counts.textures),
            (("group", " of mixed materials"), counts.mixtures),
            (("group", " of display properties"), counts.display),
            (("triangle set", ""), counts.sets),
            (("element", " of unknown extensions"), counts.other),
            (
                ("identifier", " of the production extension"),
                counts.identifiers,
            ),
        ];
        self.model.left_out = left_out.into_iter().filter(|own| own.1 > 0).collect();
        Ok(())
    }

    /// Returns an error if the model requires an extension that may change the geometry and is not read.
    fn check_required(&mut self, root: &Element<'a>, required: &str) -> Result<(), PlacedError> {
        for prefix in required.split_ascii_whitespace() {
            let Some((space, text)) = self.elements.space_of_prefix(prefix) else {
                let prefix = shown(prefix.as_bytes());
                let what = format!("the prefix {prefix} of a required extension is not declared");
                return Err(self.elements.syntax(root.at, "", &what));
            };
            match space {
                Space::Core | Space::Materials | Space::Production | Space::TriangleSets => {}
                // Models may require these extensions without using them.
                Space::Beams => self.model.requires_beams = true,
                Space::Slices => self.model.requires_slices = true,
                _ => {
                    let what = format!("the required extension {}", shown(text.as_bytes()));
                    let kind = ReadErrorKind::Unsupported(what);
                    return Err(self.elements.error(root.at, "", kind));
                }
            }
        }
        Ok(())
    }

    fn resources(&mut self) -> Result<(), PlacedError> {
        while let Some(element) = self.elements.child()? {
            if element.is("object") {
                self.object(&element)?;
                continue;
            }
            let group = if element.is("basematerials") {
                Some(self.materials()?)
            } else if element.is_of(Space::Materials, "colorgroup") {
                Some(self.colors()?)
            } else {
                let is = |name| element.is_of(Space::Materials, name);
                let mut is_group = true;
                if is("texture2dgroup") {
                    self.counts.textures += 1;
                } else if is("compositematerials") || is("multiproperties") {
                    self.counts.mixtures += 1;
                } else {
                    is_group = false;
                    let name = element.name();
                    self.counts.display += usize::from(name.ends_with("displayproperties"));
                    self.counts.slices += usize::from(element.space == Space::Slices);
                    self.counts.other += usize::from(element.space == Space::Unknown);
                }
                self.elements.skip()?;
                is_group.then_some(Group::Other)
            };
            if let Some(group) = group {
                let id = self.id(&element, "id", "")?;
                if self.model.groups.insert(id, group).is_some() {
                    let inside = format!(", group {id}");
                    let what = "another group has the same id";
                    return Err(self.elements.syntax(element.at, &inside, what));
                }
            }
        }
        Ok(())
    }

    fn materials(&mut self) -> Result<Group, PlacedError> {
        let mut list = Vec::new();
        while let Some(element) = self.elements.child()? {
            if element.is("base") {
                let [name, color] = self.elements.values(&element, ["name", "displaycolor"])?;
                let name = name.unwrap_or_default().into_owned();
                list.push((name, self.color(&element, color.as_deref())?));
            }
            self.elements.skip()?;
        }
        Ok(Group::Materials(list))
    }

    fn colors(&mut self) -> Result<Group, PlacedError> {
        let mut list = Vec::new();
        while let Some(element) = self.elements.child()? {
            if element.is_of(Space::Materials, "color") {
                let [color] = self.elements.values(&element, ["color"])?;
                list.push(self.color(&element, color.as_deref())?);
            }
            self.elements.skip()?;
        }
        Ok(Group::Colors(list))
    }

    fn color(&self, element: &Element<'a>, text: Option<&str>) -> Result<Srgb, PlacedError> {
        let text = text.unwrap_or_default();
        color::parse(text).ok_or_else(|| {
            let what = format!("{} is not a colour such as #ff8000", shown(text.as_bytes()));
            self.elements.syntax(element.at, "", &what)
        })
    }

    fn object(&mut self, start: &Element<'a>) -> Result<(), PlacedError> {
        let id = self.id(start, "id", "")?;
        let inside = format!(", object {id}");
        let names = ["name", "type", "pid", "pindex", "partnumber"];
        let [name, kind, pid, pindex, part_number] = self.elements.values(start, names)?;
        let index = |text: Option<&str>, what: &'static str| match text {
            Some(text) => self.index(start, text, what, &inside).map(Some),
            None => Ok(None),
        };
        let (pid, pindex) = (
            index(pid.as_deref(), "pid")?,
            index(pindex.as_deref(), "pindex")?,
        );
        let paint = Paint {
            group: pid.unwrap_or(0),
            corners: [pindex.unwrap_or(0); 3],
        };
        let identifier = self.elements.value_of(start, Space::Production, "UUID")?;
        self.counts.identifiers += usize::from(identifier.is_some());
        let resolution = self
            .elements
            .value_of(start, Space::Slices, "meshresolution")?;
        let is_rough = resolution.is_some_and(|resolution| resolution.trim() == "lowres");
        if is_rough && self.model.requires_slices {
            return Err(self.unsupported(
                start,
                &inside,
                "an object whose shape is only in slices",
            ));
        }
        let mut object = Object {
            name: name.unwrap_or_default().into_owned(),
            paint,
            shape: Shape::Mesh(RawShape::default()),
            line: self.elements.line(start.at),
            has_other_type: kind.is_some_and(|kind| kind.trim() != "model"),
            has_part_number: part_number.is_some(),
        };
        while let Some(element) = self.elements.child()? {
            if element.is("mesh") {
                object.shape = Shape::Mesh(self.mesh(paint, &inside)?);
            } else if element.is("components") {
                object.shape = Shape::Components(self.references("component", &inside)?);
            } else if element.is("metadatagroup") {
                self.counts.metadata += 1;
                self.elements.skip()?;
            } else {
                self.counts.other += usize::from(element.space == Space::Unknown);
                self.elements.skip()?;
            }
        }
        if self.model.objects.insert(id, object).is_some() {
            let what = "another object has the same id";
            return Err(self.elements.syntax(start.at, &inside, what));
        }
        Ok(())
    }

    fn mesh(&mut self, paint: Paint, inside: &str) -> Result<RawShape, PlacedError> {
        let mut shape = RawShape::default();
        while let Some(element) = self.elements.child()? {
            if element.is("vertices") {
                self.vertices(&mut shape, inside)?;
            } else if element.is("triangles") {
                self.triangles(&mut shape, paint, inside)?;
            } else if element.space == Space::Beams {
                self.counts.beams += 1;
                if self.model.requires_beams {
                    return Err(self.unsupported(&element, inside, "a required beam lattice"));
                }
                self.elements.skip()?;
            } else if element.is_of(Space::TriangleSets, "trianglesets") {
                while self.elements.child()?.is_some() {
                    self.counts.sets += 1;
                    self.elements.skip()?;
                }
            } else {
                self.counts.other += usize::from(element.space == Space::Unknown);
                self.elements.skip()?;
            }
        }
        Ok(shape)
    }

    fn vertices(&mut self, shape: &mut RawShape, inside: &str) -> Result<(), PlacedError> {
        while let Some(element) = self.elements.child()? {
            if element.is("vertex") {
                let place = || format!("{inside}, vertex {}", shape.positions.len());
                let values = self.elements.values(&element, ["x", "y", "z"])?;
                let mut position = [0.0; 3];
                let names = ["x", "y", "z"];
                for ((slot, value), what) in position.iter_mut().zip(&values).zip(names) {
                    let Some(value) = value else {
                        let what = format!("{what} is missing");
                        return Err(self.elements.syntax(element.at, &place(), &what));
                    };
                    *slot = number(value.trim().as_bytes(), what)
                        .map_err(|kind| self.elements.error(element.at, &place(), kind))?;
                }
                make_room(&mut shape.positions, 1);
                shape.positions.push(position);
            }
            self.elements.skip()?;
        }
        Ok(())
    }

    fn triangles(
        &mut self,
        shape: &mut RawShape,
        default: Paint,
        inside: &str,
    ) -> Result<(), PlacedError> {
        while let Some(element) = self.elements.child()? {
            if element.is("triangle") {
                let (corners, paint) = self.triangle(&element, shape, default, inside)?;
                if paint != default && shape.paints.is_empty() {
                    shape.paints = vec![default; shape.triangles.len()];
                    make_room(&mut shape.paints, 1);
                    shape.paints.push(paint);
                } else if !shape.paints.is_empty() {
                    make_room(&mut shape.paints, 1);
                    shape.paints.push(paint);
                }
                make_room(&mut shape.triangles, 1);
                shape.triangles.push(corners);
            }
            self.elements.skip()?;
        }
        Ok(())
    }

    fn triangle(
        &self,
        element: &Element<'a>,
        shape: &RawShape,
        default: Paint,
        inside: &str,
    ) -> Result<([u32; 3], Paint), PlacedError> {
        let place = || format!("{inside}, triangle {}", shape.triangles.len());
        const NAMES: [&str; 7] = ["v1", "v2", "v3", "p1", "p2", "p3", "pid"];
        let values = self.elements.values(element, NAMES)?;
        let mut numbers = [None; 7];
        for ((slot, value), what) in numbers.iter_mut().zip(&values).zip(NAMES) {
            if let Some(value) = value {
                *slot = Some(match parsed(value) {
                    Some(index) => index,
                    None => return Err(self.not_an_index(element, value, what, &place())),
                });
            }
        }
        let [v1, v2, v3, p1, p2, p3, group] = numbers;
        let mut corners = [0; 3];
        for ((slot, index), what) in corners.iter_mut().zip([v1, v2, v3]).zip(NAMES) {
            let Some(index) = index else {
                let what = format!("{what} is missing");
                return Err(self.elements.syntax(element.at, &place(), &what));
            };
            if index as usize >= shape.positions.len() {
                let kind = ReadErrorKind::OutOfRange {
                    what: "vertex",
                    index: i64::from(index),
                    count: shape.positions.len() as u64,
                };
                return Err(self.elements.error(element.at, &place(), kind));
            }
            *slot = index;
        }
        // Without p1, a triangle has the property of the object; without p2 or p3, that of p1 at all corners.
        let paint = p1.map_or(default, |p1| Paint {
            group: group.unwrap_or(default.group),
            corners: match (p2, p3) {
                (Some(p2), Some(p3)) => [p1, p2, p3],
                _ => [p1; 3],
            },
        });
        Ok((corners, paint))
    }

    fn build(&mut self) -> Result<(), PlacedError> {
        let items = self.references("item", ", build")?;
        self.model.items.extend(items);
        Ok(())
    }

    /// Reads the items of the build, or the components of an object.
    fn references(&mut self, name: &str, inside: &str) -> Result<Vec<Reference>, PlacedError> {
        let mut list = Vec::new();
        while let Some(element) = self.elements.child()? {
            if element.is(name) {
                let inside = format!("{inside}, {name} {}", list.len() + 1);
                let object = self.id(&element, "objectid", &inside)?;
                let [transform] = self.elements.values(&element, ["transform"])?;
                let path = self
                    .elements
                    .value_of(&element, Space::Production, "path")?;
                let identifier = self
                    .elements
                    .value_of(&element, Space::Production, "UUID")?;
                self.counts.identifiers += usize::from(identifier.is_some());
                make_room(&mut list, 1);
                list.push(Reference {
                    object,
                    path: path.map(|path| path.into_owned().into_boxed_str()),
                    transform: match transform {
                        Some(text) => Some(Box::new(self.transform(&element, &text, &inside)?)),
                        None => None,
                    },
                    line: self.elements.line(element.at),
                });
            }
            self.elements.skip()?;
        }
        Ok(list)
    }

    /// Parses a transform: the rows of a matrix of 4 × 3 numbers, which stands after the vector that it transforms.
    fn transform(
        &self,
        element: &Element<'a>,
        text: &str,
        inside: &str,
    ) -> Result<Transform, PlacedError> {
        let mut columns = [[0.0; 3]; 4];
        let mut words = text.split_ascii_whitespace();
        for slot in columns.as_flattened_mut() {
            let word = words.next().unwrap_or_default();
            *slot = number(word.as_bytes(), "a number of the transform")
                .map_err(|kind| self.elements.error(element.at, inside, kind))?;
        }
        match words.next() {
            None => Ok(Transform { columns }),
            Some(_) => {
                let what = "the transform has more than 12 numbers";
                Err(self.elements.syntax(element.at, inside, what))
            }
        }
    }

    /// Returns the identifier in an attribute.
    fn id(
        &self,
        element: &Element<'a>,
        name: &'static str,
        inside: &str,
    ) -> Result<u32, PlacedError> {
        let [value] = self.elements.values(element, [name])?;
        let Some(value) = value else {
            let what = format!("{name} is missing");
            return Err(self.elements.syntax(element.at, inside, &what));
        };
        match self.index(element, &value, name, inside)? {
            0 => Err(self.not_an_index(element, &value, name, inside)),
            id => Ok(id),
        }
    }

    fn index(
        &self,
        element: &Element<'a>,
        text: &str,
        name: &'static str,
        inside: &str,
    ) -> Result<u32, PlacedError> {
        let index = parsed(text);
        index.ok_or_else(|| self.not_an_index(element, text, name, inside))
    }

    fn not_an_index(
        &self,
        element: &Element<'a>,
        text: &str,
        name: &str,
        inside: &str,
    ) -> PlacedError {
        let text = shown(text.as_bytes());
        let what = format!("{name}: {text} is not an index");
        self.elements.syntax(element.at, inside, &what)
    }

    fn unsupported(&self, element: &Element<'a>, inside: &str, what: &str) -> PlacedError {
        let kind = ReadErrorKind::Unsupported(what.to_owned());
        self.elements.error(element.at, inside, kind)
    }
}

/// Parses an index, which is less than 2³¹.
fn parsed(text: &str) -> Option<u32> {
    let index: Option<u32> = text.trim().parse().ok();
    index.filter(|&index| index < 1 << 31)
}
