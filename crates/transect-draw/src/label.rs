//! Room labels. The best place for a label is the middle of the largest box that lies in the room and has the
//! proportions of the label. A label that would cover other text there is placed nearby.

use crate::class::{Class, Object};
use crate::drawing::{Drawing, Item};
use crate::grid::Frame;
use crate::obstacles::Obstacles;
use crate::outline::Outline;
use crate::style::Layer;
use crate::text::{self, Anchor, Rect, Role, Text, Texts};
use crate::wrap;

/// The largest number of edges of a room that gets a label.
/// Rooms of real buildings have fewer edges, and the search for a position takes time.
const MOST_EDGES: usize = 10_000;

/// The largest number of labelled rooms. Only the largest rooms get labels, because a page cannot hold more.
const MOST_ROOMS: usize = 1_000;

/// Places the labels of the rooms, the largest room first. A label that does not fit is left out.
pub(crate) fn place_rooms(
    texts: &mut Texts,
    drawing: &Drawing,
    classes: &[Class<'_>],
    frame: &Frame,
) {
    let mut rooms: Vec<&Object<'_>> = classes
        .iter()
        .filter(|class| class.style.layer == Layer::Space)
        .flat_map(|class| &class.objects)
        .collect();
    if rooms.is_empty() {
        return;
    }
    rooms.sort_by(|a, b| b.item.area.total_cmp(&a.item.area));
    let obstacles = Obstacles::of(classes, frame);
    for room in rooms.into_iter().take(MOST_ROOMS) {
        let Some(outline) = Outline::of(room).filter(|outline| outline.edges.len() <= MOST_EDGES)
        else {
            continue;
        };
        // A shorter text at a clear position is better than a longer text that an outline crosses.
        let variants = variants(room.item, drawing);
        for is_clear in [true, false] {
            let mut lines = variants.iter();
            if lines.any(|lines| place(texts, &outline, &obstacles, lines, is_clear)) {
                break;
            }
        }
    }
}

/// Returns the texts that a label may have, the most informative first.
fn variants(room: &Item, drawing: &Drawing) -> Vec<Vec<(Role, String)>> {
    let own_name = room.own_name().trim();
    let own_name = if is_identifier(own_name) {
        ""
    } else {
        own_name
    };
    let area = (room.area.is_finite() && room.area > 0.0)
        .then(|| (Role::Area, area_label(room.area, drawing.unit.as_deref())));
    let (size, bold) = Role::Room.font();
    let line = |text: String| (Role::Room, text::fitted(&text, size, bold, 160.0));
    let names = wrap::divisions(own_name, size, bold).into_iter();
    let mut names: Vec<Vec<(Role, String)>> = names
        .map(|lines| lines.into_iter().map(line).collect())
        .collect();
    names.extend(wrap::number(own_name).map(|number| vec![line(number.into())]));
    let with_area = names.iter().map(|name| {
        let lines = name.iter().cloned();
        lines.chain(area.clone()).collect()
    });
    let mut all: Vec<Vec<(Role, String)>> = with_area.collect();
    all.extend(names);
    all.extend(area.map(|area| vec![area]));
    all
}

/// Returns `true` if a name is a machine identifier. It is either an IFC GUID (22 characters of base 64, the first from
/// `0` to `3`) or a GUID with hyphens (36 characters).
fn is_identifier(name: &str) -> bool {
    let of = |extra: &[char]| {
        name.chars()
            .all(|c| c.is_ascii_alphanumeric() || extra.contains(&c))
    };
    match name.len() {
        22 => name.starts_with(['0', '1', '2', '3']) && of(&['_', '$']),
        36 => name.matches('-').count() == 4 && of(&['-']),
        _ => false,
    }
}

/// Returns the text of an area with about three digits, followed by the squared unit if the unit is known.
fn area_label(area: f64, unit: Option<&str>) -> String {
    let number = match area {
        1e6.. => format!("{area:.2e}"),
        100.0.. => format!("{area:.0}"),
        1.0.. => format!("{area:.1}"),
        1e-3.. => format!("{area:.3}"),
        _ => format!("{area:.2e}"),
    };
    match unit {
        Some(unit) => format!("{number} {unit}²"),
        None => number,
    }
}

/// Places the lines of a label at the best free position of the room. Returns `true` if such a position exists. With
/// `is_clear`, the position must also be clear: no outline crosses the label, and no object covers its middle.
fn place(
    texts: &mut Texts,
    outline: &Outline,
    obstacles: &Obstacles,
    lines: &[(Role, String)],
    is_clear: bool,
) -> bool {
    const LEADING: f64 = 12.0;
    /// The height of one line of text, from top to bottom.
    const LINE: f64 = 11.0;
    const AIR: f64 = 1.5;
    let width = lines
        .iter()
        .map(|(role, line)| {
            let (size, bold) = role.font();
            text::width(line, size, bold)
        })
        .fold(0.0, f64::max);
    if lines.is_empty() || width == 0.0 {
        return false;
    }
    let size = [
        width + 2.0 * AIR,
        LEADING * (lines.len() as f64 - 1.0) + LINE,
    ];
    if !outline.is_larger_than(size) {
        return false;
    }
    let bounds = |center: [f64; 2]| Rect::around(center, size[0], size[1]);
    let candidates: Vec<[f64; 2]> = outline
        .candidates(size)
        .into_iter()
        .filter(|center| outline.holds(&bounds(*center)) && texts.free(&bounds(*center)))
        .collect();
    // The best candidates are positions where no outline crosses the label and no object covers its middle. The second
    // choice are positions where no outline crosses the label. Positions where an outline crosses it are the last
    // choice.
    let uncrossed = || {
        candidates
            .iter()
            .filter(|center| !obstacles.cross(&bounds(**center)))
    };
    let center = uncrossed().find(|center| !obstacles.cover(**center));
    if is_clear && center.is_none() {
        return false;
    }
    let center = center.or_else(|| uncrossed().next()).or(candidates.first());
    let Some(&[x, y]) = center else {
        return false;
    };
    let first = y - LEADING * (lines.len() as f64 - 1.0) / 2.0 + 3.4;
    for (number, (role, content)) in lines.iter().enumerate() {
        texts.place(Text {
            role: *role,
            anchor: Anchor::Middle,
            at: [x, first + LEADING * number as f64],
            content: content.clone(),
        });
    }
    true
}
