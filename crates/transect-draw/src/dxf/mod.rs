//! The section as DXF: closed polylines in an ASCII file of AutoCAD 2000 (`AC1015`).
//!
//! Release 2000 is the oldest one with units (`$INSUNITS`) and flat polylines (`LWPOLYLINE`). Programs that read this
//! release expect tables, blocks, layouts and a plot style even for a single line. The constants
//! of `tags.rs` contain the least that these programs accept, with fixed handles (object identifiers). The `dxf` crate
//! also writes such files, but it brings a model of the whole format and an image library, which are not needed here.

mod layers;
mod names;
mod palette;
mod tags;

use std::collections::HashSet;

use crate::drawing::Drawing;
use crate::dxf::names::Names;
use crate::dxf::palette::{RED, line_weight, nearest};
use crate::dxf::tags::{LayerEntry, OBJECTS, Tags, header};
use crate::grid::Bounds;
use crate::page::{StyledClass, styled};
use crate::theme::Theme;

/// The width of a line of 1 px on paper, in hundredths of a millimetre.
const HUNDREDTHS_PER_PX: f64 = 25.0;

pub use layers::{DxfLayers, DxfLayersHeader};

impl Drawing {
    /// Writes the section as DXF (AutoCAD 2000, ASCII). Each loop is a closed polyline, and each open chain is an open
    /// polyline. The header variable `$INSUNITS` is the DXF code of the unit, or 0 if DXF has no code for it.
    ///
    /// Each class has a layer. The layer's colour and line weight are those of the class's outlines in the light theme:
    /// the nearest colour of AutoCAD's palette, and 0.25 mm per px. The open chains of a class have a second, red layer
    /// with the suffix `-open`. Characters that are not allowed in layer names become `_`, and duplicate names get a
    /// number. Names that differ only in case are duplicates, because DXF ignores case. Loops keep their direction:
    /// material is on the left. Coordinates are those of the plane, with all of their digits.
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
        let layers = Layers::of(self);
        let bounds = bounds(self);
        let mut tags = Tags::new();
        tags.tables(&bounds, layers.entries());
        tags.lines("0=SECTION|2=ENTITIES");
        for item in &self.items {
            let layer = layers.find(item.class());
            for points in &item.loops {
                tags.polyline(&layer.name, points, true, None);
            }
            for chain in &item.chains {
                tags.polyline(
                    layer.open_name.as_deref().unwrap_or("0"),
                    chain,
                    false,
                    None,
                );
            }
        }
        tags.lines("0=ENDSEC");
        tags.lines(OBJECTS);
        writer.write_all(
            header(self.unit.as_deref(), &bounds, tags.next_handle)
                .text
                .as_bytes(),
        )?;
        writer.write_all(tags.text.as_bytes())
    }
}

/// Returns the smallest and the largest coordinates of the drawing, or zeros if the drawing has no points.
fn bounds(drawing: &Drawing) -> [[f64; 3]; 2] {
    let items = drawing.items.iter();
    let points = items.flat_map(|item| item.loops.iter().chain(&item.chains).flatten());
    Bounds::of(points).map_or_else(Default::default, |bounds| {
        [bounds.min, bounds.max].map(|[x, y]| [x, y, 0.0])
    })
}

/// A class of objects and the names of its DXF layers.
struct Layer<'a> {
    class: &'a str,
    name: String,
    open_name: Option<String>,
    color: u8,
    weight: u16,
}

/// The DXF layers of all classes, in the order of the classes.
struct Layers<'a> {
    list: Vec<Layer<'a>>,
}

impl<'a> Layers<'a> {
    fn of(drawing: &'a Drawing) -> Self {
        let items = drawing.items.iter();
        let open = items.filter(|item| !item.chains.is_empty());
        let open: HashSet<&str> = open.map(|item| item.class()).collect();
        let mut names = Names::new();
        let classes = styled(&drawing.items, &Theme::light()).into_iter();
        let list = classes.map(
            |StyledClass {
                 name: class, style, ..
             }| Layer {
                class,
                name: names.free(class, ""),
                open_name: open.contains(class).then(|| names.free(class, "-open")),
                color: nearest(&style.outline),
                weight: line_weight(style.weight * HUNDREDTHS_PER_PX),
            },
        );
        Self {
            list: list.collect(),
        }
    }

    /// Returns the entries of the table of layers.
    fn entries(&self) -> impl Iterator<Item = LayerEntry<'_>> {
        self.list.iter().flat_map(|layer| {
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
            [entry].into_iter().chain(open)
        })
    }

    fn find(&self, class: &str) -> &Layer<'a> {
        let place = self.list.binary_search_by(|layer| layer.class.cmp(class));
        &self.list[place.expect("each class has a layer")]
    }
}
