//! The section as DXF: closed polylines, hatches and texts in an ASCII file of AutoCAD 2000 (`AC1015`).
//!
//! Release 2000 is the oldest one with units (`$INSUNITS`) and flat polylines (`LWPOLYLINE`). Programs that read this
//! release expect tables, blocks, layouts and a plot style even for a single line. The constants of `tags.rs` contain
//! the least that these programs accept, with fixed handles (object identifiers). The `dxf` crate also writes such
//! files, but it brings a model of the whole format and an image library, which are not needed here. Only the tests use
//! it, to read our files.
//!
//! Other programs read less than AutoCAD. FreeCAD skips the entity after a hatch without seed points, and LibreCAD
//! draws only patterns that it knows by name. `cargo xtask programs` opens files in such programs;
//! `xtask/programs/answers.toml` has the expected answers.

mod annotation;
mod code_page;
mod hatch;
mod layers;
mod names;
mod palette;
mod plans;
mod tags;

use std::collections::HashSet;
use std::slice;

use crate::class::finite;
use crate::corners::corners;
use crate::drawing::{Drawing, Item};
use crate::dxf::annotation::{Annotation, DIMENSIONS, Place, TITLES, Words};
use crate::dxf::hatch::HatchLines;
use crate::dxf::names::Names;
use crate::dxf::palette::{RED, line_weight, nearest};
use crate::dxf::tags::{LayerEntry, OBJECTS, Tags, header};
use crate::grid::Bounds;
use crate::hatch::Hatch;
use crate::page::{Labels, StyledClass, chosen, labels, styled};
use crate::theme::Theme;

/// The width of a line of 1 px on paper, in hundredths of a millimetre.
const HUNDREDTHS_PER_PX: f64 = 25.0;

/// The height of capital letters, as a share of the font size.
const CAPITAL: f64 = 0.72;

pub use layers::{DxfLayers, DxfLayersHeader};
pub use plans::write_plans_dxf;

impl Drawing {
    /// Writes the section as DXF (AutoCAD 2000, ASCII). Each loop is a closed polyline, and each open chain is an open
    /// polyline. The header variable `$INSUNITS` is the DXF code of the unit, or 0 if DXF has no code for it.
    ///
    /// Each class has a layer. The layer's colour and line weight are those of the class's outlines in the light
    /// theme: the nearest colour of AutoCAD's palette, and 0.25 mm per px. The open chains of a class have a second,
    /// red layer with the suffix `-open`. The hatch of a class has a layer with the suffix `-hatch`. The hatch lines
    /// are as far apart as in the SVG drawing without dimensions, and have the name, the scale and the angle of the
    /// most similar pattern of LibreCAD, which draws patterns by their names. The names and areas of rooms are texts
    /// on the layer `labels`. Texts and names are in the code page ANSI_1252; other characters are written `\U+hhhh`,
    /// as CAD programs read them. Characters that are not allowed in layer names become `_`, and duplicate names get
    /// a number. Names that differ only in case are duplicates, because DXF ignores case.
    ///
    /// Loops keep their direction: material is on the left. Coordinates are those of the plane, with all of their
    /// digits. [`Drawing::collinear`] decides about points on straight edges. The elevation (the third coordinate) of
    /// all entities is the signed distance of the plane from the origin of space, along the normal of the plane: h
    /// for the plane z = h.
    ///
    /// If the drawing has dimensions, their lines and texts are on the layer `dimensions`.
    ///
    /// ```
    /// use transect_draw::Drawing;
    /// let mut dxf = Vec::new();
    /// Drawing { unit: Some("m".into()), ..Drawing::default() }.write_dxf(&mut dxf)?;
    /// assert!(String::from_utf8_lossy(&dxf).contains("$INSUNITS\n70\n6\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn write_dxf(&self, writer: &mut impl std::io::Write) -> std::io::Result<()> {
        let labels = labels(self);
        let layers = Layers::of(
            slice::from_ref(self),
            labels.as_ref().is_some_and(Labels::has_texts),
        );
        let annotation = Annotation::of(self);
        let place = Place {
            offset: [0.0; 2],
            elevation: elevation(self),
        };
        let bounds = bounds(self, &annotation, place.elevation);
        let mut tags = Tags::new();
        let dimensions = annotation.bounds().map(|_| LayerEntry::plain(DIMENSIONS));
        tags.tables(&bounds, layers.entries().chain(dimensions));
        tags.lines("0=SECTION|2=ENTITIES");
        write_items(&mut tags, &layers, self, labels.as_ref(), &place);
        annotation.write(&mut tags, &place);
        tags.lines("0=ENDSEC");
        tags.lines(OBJECTS);
        header(self.unit.as_deref(), &bounds, tags.next_handle).write_to(writer)?;
        tags.write_to(writer)
    }
}

/// Writes the loops, the open chains, the hatches and the labels of a drawing.
fn write_items(
    tags: &mut Tags,
    layers: &Layers<'_>,
    drawing: &Drawing,
    labels: Option<&Labels>,
    place: &Place,
) {
    let moved = |points: &[[f64; 2]], is_closed: bool| -> Vec<[f64; 2]> {
        corners(points, is_closed, drawing.collinear)
            .map(|at| place.moved(at))
            .collect()
    };
    for item in &drawing.items {
        let layer = layers.find(item.class());
        let elevation = Some(place.elevation);
        for points in &item.loops {
            tags.polyline(&layer.name, &moved(points, true), true, elevation);
        }
        for chain in &item.chains {
            let name = layer.open_name.as_deref().unwrap_or("0");
            tags.polyline(name, &moved(chain, false), false, elevation);
        }
    }
    // FreeCAD skips the entity after a hatch without seed points. So hatches have seed points, and the outlines come
    // before all hatches.
    if let Some(labels) = labels {
        for item in &drawing.items {
            let Some(layer) = &layers.find(item.class()).hatch else {
                continue;
            };
            let lines = HatchLines::of(&layer.hatch, 1.0 / labels.frame.scale());
            for (outer, holes) in &item.polygons {
                let indices = [outer].into_iter().chain(holes);
                let loops = indices.filter_map(|index| item.loops.get(*index));
                let loops: Vec<Vec<[f64; 2]>> = loops.map(|points| moved(points, true)).collect();
                if loops
                    .iter()
                    .all(|points| points.len() > 2 && finite(points))
                {
                    lines.write(tags, &layer.name, &loops, place.elevation);
                }
            }
        }
    }
    if let (Some(labels), Some(layer)) = (labels, &layers.labels) {
        let frame = &labels.frame;
        for text in &labels.texts {
            let (size, _) = text.role.font();
            let words = Words {
                at: frame.point(text.at),
                height: CAPITAL * size / frame.scale(),
                angle: 0.0,
                content: text.content.clone(),
            };
            tags.words(layer, &words, place);
        }
    }
}

/// Returns the signed distance of the plane from the origin of space along the normal of the plane, or zero if the
/// drawing has no frame.
fn elevation(drawing: &Drawing) -> f64 {
    drawing.frame.map_or(0.0, |[origin, u, v]| {
        let normal = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        (0..3).map(|axis| origin[axis] * normal[axis]).sum()
    })
}

/// Returns the smallest and the largest coordinates of the drawing and its dimensions, or zeros if the drawing has no
/// points. `elevation` is the third coordinate of all points.
fn bounds(drawing: &Drawing, annotation: &Annotation, elevation: f64) -> [[f64; 3]; 2] {
    let items = drawing.items.iter();
    let points = items.flat_map(|item| item.loops.iter().chain(&item.chains).flatten());
    let bounds = Bounds::of(points).into_iter().chain(annotation.bounds());
    let bounds = bounds.reduce(|one, other| one.joined(&other));
    bounds.map_or_else(Default::default, |bounds| {
        [bounds.min, bounds.max].map(|[x, y]| [x, y, elevation])
    })
}

/// A class of objects and its DXF layers.
struct ClassLayers<'a> {
    class: &'a str,
    name: String,
    open_name: Option<String>,
    color: u8,
    weight: u16,
    hatch: Option<HatchLayer>,
}

/// The DXF layer of the hatch of a class.
struct HatchLayer {
    name: String,
    color: u8,
    weight: u16,
    hatch: Hatch,
}

/// The DXF layers of all classes, sorted by the names of the classes, and the layer of the room labels.
struct Layers<'a> {
    list: Vec<ClassLayers<'a>>,
    /// The name of the layer of the room labels, if there are labels.
    labels: Option<String>,
}

impl<'a> Layers<'a> {
    /// Returns the layers of drawings, which share their classes if there are several.
    fn of(drawings: &'a [Drawing], has_labels: bool) -> Self {
        let items: Vec<&Item> = drawings.iter().flat_map(|own| &own.items).collect();
        let open = items.iter().filter(|item| !item.chains.is_empty());
        let open: HashSet<&str> = open.map(|item| item.class()).collect();
        let filled = items.iter().filter(|item| !item.polygons.is_empty());
        let filled: HashSet<&str> = filled.map(|item| item.class()).collect();
        let mut names = Names::new();
        for reserved in [DIMENSIONS, TITLES] {
            names.reserve(reserved);
        }
        let shared = drawings.first().and_then(|own| own.classes.as_ref());
        let (chosen, theme) = (chosen(shared, items.iter().copied()), Theme::light());
        let styles = chosen.styles_of_all(&theme);
        let classes = styled(items.iter().copied(), &styles, &theme).into_iter();
        let mut list: Vec<ClassLayers<'_>> = classes
            .map(
                |StyledClass {
                     name: class, style, ..
                 }| ClassLayers {
                    class,
                    name: names.free(class, ""),
                    open_name: open.contains(class).then(|| names.free(class, "-open")),
                    color: nearest(&style.outline),
                    weight: line_weight(style.weight * HUNDREDTHS_PER_PX),
                    hatch: style
                        .hatch
                        .filter(|_| filled.contains(class))
                        .map(|hatch| HatchLayer {
                            name: String::new(),
                            color: nearest(&style.hatch_color),
                            weight: line_weight(hatch.weight * HUNDREDTHS_PER_PX),
                            hatch,
                        }),
                },
            )
            .collect();
        // The layers of all classes have their names already, so a hatch never takes the name of a class.
        for layer in &mut list {
            if let Some(hatch) = &mut layer.hatch {
                hatch.name = names.free(layer.class, "-hatch");
            }
        }
        Self {
            list,
            labels: has_labels.then(|| names.free("labels", "")),
        }
    }

    /// Returns the entries of the table of layers.
    fn entries(&self) -> impl Iterator<Item = LayerEntry<'_>> {
        let classes = self.list.iter().flat_map(|layer| {
            let entry = LayerEntry {
                name: &layer.name,
                color: layer.color,
                weight: Some(layer.weight),
            };
            let open = layer.open_name.as_deref().map(|name| LayerEntry {
                name,
                color: RED,
                ..entry
            });
            let hatch = layer.hatch.as_ref().map(|hatch| LayerEntry {
                name: &hatch.name,
                color: hatch.color,
                weight: Some(hatch.weight),
            });
            [entry].into_iter().chain(open).chain(hatch)
        });
        classes.chain(self.labels.as_deref().map(LayerEntry::plain))
    }

    fn find(&self, class: &str) -> &ClassLayers<'a> {
        let place = self.list.binary_search_by(|layer| layer.class.cmp(class));
        &self.list[place.expect("each class has a layer")]
    }
}
