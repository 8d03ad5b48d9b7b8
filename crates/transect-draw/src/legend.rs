//! The area below the frame: the legend, the scale bar and the notes.

use crate::class::Class;
use crate::drawing::Drawing;
use crate::grid::Frame;
use crate::label;
use crate::numbers::{counted, grouped};
use crate::style::Layer;
use crate::text::{self, Anchor, Rect, Role, Text, Texts};

const ROW: f64 = 20.0;
const SWATCH: [f64; 2] = [24.0, 12.0];
const GUTTER: f64 = 22.0;
/// The font size of the legend, in px.
const SIZE: f64 = 11.0;
/// The width that is reserved at the right for the scale bar.
const BAR_ROOM: f64 = 220.0;

/// The legend and the scale bar, in px. Their texts are stored with the texts of the page.
#[derive(Debug)]
pub(crate) struct Legend {
    pub(crate) swatches: Vec<(Rect, Sample)>,
    pub(crate) bar: Option<Bar>,
    pub(crate) bottom: f64,
}

/// The content of a swatch, the small sample beside a legend row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sample {
    /// The style of the class with this index.
    Class(usize),
    /// The style of all classes that have no legend row of their own.
    Other,
    /// A line with the red discs of open ends.
    Open,
}

/// A scale bar of equal parts, alternately dark and light.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) parts: u8,
}

struct Row {
    sample: Sample,
    name: String,
    count: String,
}

/// Returns the least width for a row of the legend with the scale bar beside it. The row has this name and a count of
/// up to six digits.
pub(crate) fn least_width(name: &str) -> f64 {
    let count = text::width("000,000", SIZE, false);
    SWATCH[0] + 8.0 + count + 6.0 + text::width(name, SIZE, false) + GUTTER + BAR_ROOM
}

/// Places the legend, the scale bar and the notes on the page, below the y coordinate `top`.
pub(crate) fn lay_out(
    texts: &mut Texts,
    drawing: &Drawing,
    classes: &[Class<'_>],
    frame: &Frame,
    top: f64,
) -> Legend {
    let bar = place_bar(texts, drawing, frame, top);
    let rows = rows(classes);
    let room = frame.width - BAR_ROOM - GUTTER;
    let count_width = greatest(rows.iter().map(|row| text::width(&row.count, SIZE, false)));
    let before = SWATCH[0] + 8.0 + count_width + if count_width > 0.0 { 6.0 } else { 0.0 };
    let widest = greatest(rows.iter().map(|row| row.width(before))).min(room);
    let columns = (((room + GUTTER) / (widest + GUTTER)).floor() as usize).max(1);
    let lines = rows.len().div_ceil(columns).max(1);
    let mut swatches = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let left = frame.left + (number / lines) as f64 * (widest + GUTTER);
        let top = top + (number % lines) as f64 * ROW;
        let [right, bottom] = [left + SWATCH[0], top + SWATCH[1]];
        swatches.push((
            Rect {
                left,
                top,
                right,
                bottom,
            },
            row.sample,
        ));
        let indent = row.indent(before);
        // The small addition keeps rounding from shortening the widest name.
        let name = text::fitted(&row.name, SIZE, false, widest - indent + 0.01);
        for (role, anchor, x, content) in [
            (Role::Class, Anchor::Start, left + indent, name),
            (
                Role::Count,
                Anchor::End,
                left + before - 6.0,
                row.count.clone(),
            ),
        ] {
            texts.place(Text {
                role,
                anchor,
                at: [x, top + 10.0],
                content,
            });
        }
    }
    let mut bottom = (top + lines as f64 * ROW - 8.0).max(top + 32.0);
    for note in notes(drawing, classes, texts) {
        bottom += 18.0;
        let content = text::fitted(&note, 10.0, false, frame.width);
        let at = [frame.left, bottom];
        texts.place(Text {
            role: Role::Note,
            anchor: Anchor::Start,
            at,
            content,
        });
    }
    Legend {
        swatches,
        bar,
        bottom,
    }
}

impl Row {
    /// Returns the width of a legend row in px. In rows with a count, the name starts `before` px from the left;
    /// without a count, it starts further left.
    fn width(&self, before: f64) -> f64 {
        self.indent(before) + text::width(&self.name, SIZE, false)
    }

    /// Returns the horizontal offset of the name in a legend row, in px. In a row with a count, it is `before`: the
    /// name is to the right of the column of counts. In a row without a count, the name starts in that column.
    fn indent(&self, before: f64) -> f64 {
        if self.count.is_empty() {
            SWATCH[0] + 8.0
        } else {
            before
        }
    }
}

fn greatest(widths: impl Iterator<Item = f64>) -> f64 {
    widths.fold(0.0, f64::max)
}

/// Returns the rank of a layer in the order of the legend: first the structure (walls, columns, slabs, stairs), then
/// fixtures, then rooms, openings and the ground.
fn rank(layer: Layer) -> u8 {
    match layer {
        Layer::Wall => 0,
        Layer::Column => 1,
        Layer::Slab => 2,
        Layer::Stair => 3,
        Layer::Infill => 4,
        Layer::Other => 5,
        Layer::Furnishing => 6,
        Layer::Covering => 7,
        Layer::Space => 8,
        Layer::Opening => 9,
        Layer::Ground => 10,
    }
}

/// Returns one legend row per class, ordered by [`rank`] and then by name. After these rows come one row for the
/// classes counted as "other", and one row for objects with open chains.
fn rows(classes: &[Class<'_>]) -> Vec<Row> {
    let mut listed: Vec<(usize, &Class<'_>)> = classes
        .iter()
        .enumerate()
        .filter(|(_, class)| !class.other)
        .collect();
    // The sort is stable, so classes of equal rank stay in the order of their names.
    listed.sort_by_key(|(_, class)| rank(class.style.layer));
    let mut rows: Vec<Row> = listed
        .into_iter()
        .map(|(number, class)| Row {
            sample: Sample::Class(number),
            name: if class.name.is_empty() {
                "(no name)".into()
            } else {
                class.name.into()
            },
            count: grouped(&class.objects.len().to_string()),
        })
        .collect();
    let others: Vec<usize> = classes
        .iter()
        .filter(|class| class.other)
        .map(|class| class.objects.len())
        .collect();
    if !others.is_empty() {
        rows.push(Row {
            sample: Sample::Other,
            name: of_others(others.len()),
            count: grouped(&others.iter().sum::<usize>().to_string()),
        });
    }
    let open: Vec<usize> = classes
        .iter()
        .flat_map(|class| &class.objects)
        .map(|object| object.item.chains.len())
        .filter(|&chains| chains > 0)
        .collect();
    if !open.is_empty() {
        let chains = counted(open.iter().sum(), "open chain");
        rows.push(Row {
            sample: Sample::Open,
            name: format!("{chains} in {}", counted(open.len(), "object")),
            count: String::new(),
        });
    }
    rows
}

/// Returns notes for the reader: that no unit is known, and what the drawing leaves out.
fn notes(drawing: &Drawing, classes: &[Class<'_>], texts: &Texts) -> Vec<String> {
    let areas = texts.iter().any(|text| text.role == Role::Area) && drawing.unit.is_none();
    let areas = areas.then(|| "Figures in rooms: areas in square file units".to_owned());
    let lost: usize = classes
        .iter()
        .flat_map(|class| &class.objects)
        .map(|object| {
            let given = object.item.loops.len() + object.item.chains.len();
            given - object.trace.loops.len() - object.trace.chains.len()
        })
        .sum();
    let lost = (lost > 0).then(|| {
        format!(
            "Not drawn: {} without finite coordinates",
            counted(lost, "outline")
        )
    });
    areas
        .into_iter()
        .chain(hidden_note(drawing))
        .chain(lost)
        .chain(label::note(classes))
        .collect()
}

/// Returns the name of the legend row for classes that have no row of their own.
pub(crate) fn of_others(classes: usize) -> String {
    format!("other ({} classes)", grouped(&classes.to_string()))
}

/// Returns a note with the names of the hidden classes.
pub(crate) fn hidden_note(drawing: &Drawing) -> Option<String> {
    let hidden = &drawing.hidden_classes;
    (!hidden.is_empty()).then(|| format!("Hidden: {}", hidden.join(", ")))
}

fn place_bar(texts: &mut Texts, drawing: &Drawing, frame: &Frame, top: f64) -> Option<Bar> {
    let length = frame.bar(BAR_ROOM * 0.85)?;
    let width = length.value() * frame.scale();
    // The length is 1, 2 or 5 times a power of ten. So each part has a round length.
    let parts = if length.digit == 2 { 4 } else { 5 };
    let is_one = drawing.unit.is_none() && length.label(length.value()) == "1";
    let unit = if is_one {
        "file unit"
    } else {
        drawing.unit_name()
    };
    let unit = text::fitted(unit, 10.0, false, 80.0);
    let left = frame.right() - width;
    let text = |part: u8, unit: &str| {
        let value = length.value() * f64::from(part) / f64::from(parts);
        let number = if part == 0 {
            "0".into()
        } else {
            length.label_of_part(value)
        };
        format!("{number}{unit}")
    };
    for (anchor, x, content) in [
        (Anchor::Start, left, text(0, "")),
        (Anchor::End, frame.right(), text(parts, &format!(" {unit}"))),
        (Anchor::Middle, left + width / f64::from(parts), text(1, "")),
    ] {
        let at = [x, top + 20.0];
        texts.place(Text {
            role: Role::Note,
            anchor,
            at,
            content,
        });
    }
    Some(Bar {
        left,
        top: top + 1.0,
        width,
        parts,
    })
}
