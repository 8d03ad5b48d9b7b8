//! What stands below the frame: the legend, the scale bar and notes.

use crate::drawing::Drawing;
use crate::grid::Frame;
use crate::page::Class;
use crate::text;
use crate::text::Anchor;
use crate::text::Rect;
use crate::text::Role;
use crate::text::Text;
use crate::text::Texts;

const ROW: f64 = 20.0;
const SWATCH: [f64; 2] = [24.0, 12.0];
const GUTTER: f64 = 22.0;
/// The room at the right that the scale bar takes.
const BAR_ROOM: f64 = 220.0;

/// The legend and the scale bar, in px; their texts are among those of the page.
#[derive(Debug)]
pub(crate) struct Legend {
    pub(crate) swatches: Vec<(Rect, Sample)>,
    pub(crate) bar: Option<Bar>,
    pub(crate) bottom: f64,
}

/// What a swatch shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sample {
    /// The style of the class of this number.
    Class(usize),
    /// The style of all classes without a row.
    Other,
    /// The stroke of open chains.
    Open,
}

/// A scale bar of equal parts, dark and light in turn.
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

/// Places the legend, the scale bar and the notes below `top`.
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
    let widest = rows.iter().map(Row::width).fold(0.0, f64::max).min(room);
    let columns = (((room + GUTTER) / (widest + GUTTER)).floor() as usize).max(1);
    let lines = rows.len().div_ceil(columns);
    let mut swatches = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let x = frame.left + (number / lines.max(1)) as f64 * (widest + GUTTER);
        let y = top + (number % lines.max(1)) as f64 * ROW;
        swatches.push((
            Rect {
                left: x,
                top: y,
                right: x + SWATCH[0],
                bottom: y + SWATCH[1],
            },
            row.sample,
        ));
        let count_width = text::width(&row.count, 11.0, false);
        let name = text::fitted(
            &row.name,
            11.0,
            false,
            widest - SWATCH[0] - 16.0 - count_width,
        );
        let name_width = text::width(&name, 11.0, false);
        let name_left = x + SWATCH[0] + 8.0;
        for (role, left, content) in [
            (Role::Class, name_left, name),
            (Role::Count, name_left + name_width + 8.0, row.count.clone()),
        ] {
            texts.place(Text {
                role,
                anchor: Anchor::Start,
                at: [left, y + 10.0],
                content,
            });
        }
    }
    let mut bottom = (top + lines as f64 * ROW - 8.0).max(top + 32.0);
    for note in notes(drawing, classes) {
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
    fn width(&self) -> f64 {
        let name = text::width(&self.name, 11.0, false);
        SWATCH[0] + 16.0 + name + text::width(&self.count, 11.0, false)
    }
}

/// One row a class, the topmost layer first; then "other" and the warning.
fn rows(classes: &[Class<'_>]) -> Vec<Row> {
    let mut rows: Vec<Row> = classes
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, class)| !class.other)
        .map(|(number, class)| Row {
            sample: Sample::Class(number),
            name: if class.name.is_empty() {
                "(no name)".into()
            } else {
                class.name.into()
            },
            count: thousands(class.objects.len()),
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
            name: format!("other ({} classes)", thousands(others.len())),
            count: thousands(others.iter().sum()),
        });
    }
    let open = classes
        .iter()
        .flat_map(|class| &class.objects)
        .filter(|object| !object.item.chains.is_empty())
        .count();
    if open > 0 {
        rows.push(Row {
            sample: Sample::Open,
            name: format!(
                "open: {} {}",
                thousands(open),
                if open == 1 { "object" } else { "objects" }
            ),
            count: String::new(),
        });
    }
    rows
}

/// What the drawing leaves out, in words.
fn notes(drawing: &Drawing, classes: &[Class<'_>]) -> Vec<String> {
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
            "Not drawn: {} outlines without finite coordinates",
            thousands(lost)
        )
    });
    hidden_note(drawing).into_iter().chain(lost).collect()
}

/// Names the hidden classes.
pub(crate) fn hidden_note(drawing: &Drawing) -> Option<String> {
    let hidden = &drawing.hidden_classes;
    (!hidden.is_empty()).then(|| format!("Hidden: {}", hidden.join(", ")))
}

fn place_bar(texts: &mut Texts, drawing: &Drawing, frame: &Frame, top: f64) -> Option<Bar> {
    let length = frame.bar(BAR_ROOM * 0.75)?;
    let width = length.value() * frame.scale();
    let parts = if length.digit == 2 { 4 } else { 5 };
    let unit = text::fitted(drawing.unit_name(), 10.0, false, 80.0);
    let label = format!("{} {unit}", length.label(length.value()));
    let left = frame.right() - width;
    for (anchor, x, content) in [
        (Anchor::Start, left, "0".into()),
        (Anchor::End, frame.right(), label),
    ] {
        texts.place(Text {
            role: Role::Note,
            anchor,
            at: [x, top + 20.0],
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

/// A count with a comma every three digits.
pub(crate) fn thousands(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
