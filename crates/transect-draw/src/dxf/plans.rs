//! Several drawings side by side in one DXF file, each with its title. Lengths in px are converted at the scale at
//! which the longer side of the largest drawing has 1500 px.

use std::io::{self, Write};

use crate::drawing::Drawing;
use crate::dxf::annotation::{Annotation, DIMENSIONS, Place, TITLES, Words, px_per_unit};
use crate::dxf::tags::{LayerEntry, OBJECTS, Tags, header};
use crate::dxf::{Layers, bounds, write_items};
use crate::grid::Bounds;
use crate::page::{self, Labels};

/// The distance between two drawings, in px.
const GAP: f64 = 250.0;
/// The text heights of a title and of the plane below it, in px.
const TITLE: [f64; 2] = [16.0, 8.0];
/// The distance between a drawing and the baseline of its title, and from there to the baseline of the plane, in px.
const BELOW: [f64; 2] = [50.0, 24.0];

/// Writes drawings side by side into one DXF file (AutoCAD 2000, ASCII), such as the plans of a building.
///
/// The first drawing has its own coordinates. Each further drawing is moved to the right. Below each drawing stands its
/// title, and below the title the plane. Each class has the layer that [`Drawing::write_dxf`] gives it. The layer
/// `titles` has the titles and planes, and the layer `dimensions` the lines and numbers of dimensions. The unit of the
/// file is that of the first drawing.
///
/// ```
/// use transect_draw::{Drawing, Item, write_plans_dxf};
/// let square = Item {
///     name: "Wall/a".into(),
///     loops: vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]],
///     ..Item::default()
/// };
/// let plan = |title: &str| Drawing { title: title.into(), items: vec![square.clone()], ..Drawing::default() };
/// let mut dxf = Vec::new();
/// write_plans_dxf(&[plan("Ground floor"), plan("Attic")], &mut dxf)?;
/// let text = String::from_utf8_lossy(&dxf);
/// assert!(text.contains("\n1\nGround floor\n") && text.contains("\n1\nAttic\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns the errors of the writer.
pub fn write_plans_dxf(drawings: &[Drawing], writer: &mut impl Write) -> io::Result<()> {
    let labels: Vec<Option<Labels>> = drawings.iter().map(page::labels).collect();
    let has_labels = labels.iter().flatten().any(Labels::has_texts);
    let layers = Layers::of(drawings, has_labels);
    let annotations: Vec<Annotation> = drawings.iter().map(Annotation::of).collect();
    let areas: Vec<Option<Bounds>> = drawings.iter().map(page::bounds).collect();
    let scales = areas.iter().flatten().filter_map(px_per_unit);
    // The smallest scale belongs to the largest drawing.
    let scale = scales.fold(f64::INFINITY, f64::min);
    let px = if scale.is_finite() { 1.0 / scale } else { 1.0 };
    let mut tags = Tags::new();
    let mut whole: Option<Bounds> = None;
    let mut next = None;
    let parts = drawings.iter().zip(&annotations).zip(&areas).zip(&labels);
    for (((drawing, annotation), area), labels) in parts {
        let own = bounds(drawing, &Annotation::default(), 0.0).map(|[x, y, _]| [x, y]);
        let area = area.unwrap_or(Bounds {
            min: own[0],
            max: own[1],
        });
        let outer = annotation
            .bounds()
            .map_or(area, |lines| lines.joined(&area));
        let offset = [next.map_or(0.0, |next: f64| next - outer.min[0]), 0.0];
        // Plans of different heights lie side by side on one sheet, so their elevation is zero.
        let place = Place {
            offset,
            elevation: 0.0,
        };
        write_items(&mut tags, &layers, drawing, labels.as_ref(), &place);
        annotation.write(&mut tags, &place);
        let middle = outer.min[0] / 2.0 + outer.max[0] / 2.0;
        let mut line = outer.min[1];
        for (row, content) in [
            page::shown_title(&drawing.title).to_owned(),
            drawing.place(),
        ]
        .into_iter()
        .enumerate()
        {
            line -= BELOW[row] * px;
            let words = Words {
                at: [middle, line],
                height: TITLE[row] * px,
                angle: 0.0,
                content,
            };
            tags.words(TITLES, &words, &place);
        }
        let own = Bounds {
            min: [outer.min[0] + offset[0], line],
            max: [outer.max[0] + offset[0], outer.max[1]],
        };
        whole = Some(whole.map_or(own, |whole| whole.joined(&own)));
        next = Some(outer.max[0] + offset[0] + GAP * px);
    }
    let whole = whole.map_or_else(Default::default, |whole| {
        [whole.min, whole.max].map(|[x, y]| [x, y, 0.0])
    });
    let mut file = Tags::new();
    let extra = [TITLES, DIMENSIONS].map(LayerEntry::plain);
    file.next_handle = tags.next_handle;
    file.tables(&whole, layers.entries().chain(extra));
    file.lines("0=SECTION|2=ENTITIES");
    let unit = drawings.first().and_then(|drawing| drawing.unit.as_deref());
    let head = header(unit, &whole, file.next_handle);
    for part in [&head, &file, &tags] {
        part.write_to(writer)?;
    }
    let mut end = Tags::new();
    end.lines("0=ENDSEC");
    end.lines(OBJECTS);
    end.write_to(writer)
}
