//! Room labels. The best place for a label is the middle of the largest box that lies in the room and has the
//! proportions of the label. A label that would cover other text there is placed nearby.

use crate::class::{Class, Object};
use crate::drawing::{Drawing, Item};
use crate::grid::Frame;
use crate::numbers::grouped;
use crate::obstacles::Obstacles;
use crate::outline::Outline;
use crate::style::Layer;
use crate::text::{self, Anchor, Rect, Role, Text, Texts};
use crate::wrap;

/// The largest number of corners of a room that gets a label, because the search for a position takes time. Rooms of
/// real buildings have fewer corners. A note of the drawing counts rooms with more.
const MOST_CORNERS: usize = 50_000;

/// The largest number of labelled rooms. Only the largest rooms get labels, because a page cannot hold more. A note of
/// the drawing counts the others.
const MOST_ROOMS: usize = 1_000;

/// Places the labels of the rooms, the largest room first. A label that does not fit is left out.
pub(crate) fn place_rooms(
    texts: &mut Texts,
    drawing: &Drawing,
    classes: &[Class<'_>],
    frame: &Frame,
) {
    let rooms = rooms(classes);
    if rooms.is_empty() {
        return;
    }
    let obstacles = Obstacles::of(classes, frame);
    let areas = AreaFormat::of(&rooms, drawing.unit.as_deref());
    for room in rooms.into_iter().take(MOST_ROOMS) {
        if corners(room) > MOST_CORNERS {
            continue;
        }
        let Some(outline) = Outline::of(room) else {
            continue;
        };
        let mut best: Option<(Label, Position)> = None;
        for lines in variants(room.item, &areas) {
            let Some(label) = Label::of(lines) else {
                continue;
            };
            // A shorter text at a clear position is better than a longer text that an outline crosses.
            match label.position(texts, &outline, &obstacles) {
                Some(position) if position.is_clear => {
                    best = Some((label, position));
                    break;
                }
                Some(position) if best.is_none() => best = Some((label, position)),
                _ => {}
            }
        }
        if let Some((label, position)) = best {
            label.place(texts, position.center);
        }
    }
}

/// Returns the rooms, the largest first.
fn rooms<'a, 'b>(classes: &'a [Class<'b>]) -> Vec<&'a Object<'b>> {
    let mut rooms: Vec<&Object<'_>> = classes
        .iter()
        .filter(|class| class.style.layer == Layer::Space)
        .flat_map(|class| &class.objects)
        .collect();
    rooms.sort_by(|a, b| b.item.area.total_cmp(&a.item.area));
    rooms
}

fn corners(room: &Object<'_>) -> usize {
    room.item.loops.iter().map(Vec::len).sum()
}

/// Returns a note with the numbers of rooms for which no label is tried. Returns `None` if one is tried for each room.
pub(crate) fn note(classes: &[Class<'_>]) -> Option<String> {
    let rooms = rooms(classes);
    let number = |count: usize| grouped(&count.to_string());
    let beyond = rooms.len().saturating_sub(MOST_ROOMS);
    let complex = rooms
        .into_iter()
        .take(MOST_ROOMS)
        .filter(|room| corners(room) > MOST_CORNERS)
        .count();
    let beyond = (beyond > 0).then(|| {
        let most = number(MOST_ROOMS);
        format!("{} smaller than the {most} largest", number(beyond))
    });
    let complex = (complex > 0).then(|| {
        let most = number(MOST_CORNERS);
        format!("{} with more than {most} corners", number(complex))
    });
    let parts: Vec<String> = beyond.into_iter().chain(complex).collect();
    (!parts.is_empty()).then(|| format!("Rooms without labels: {}", parts.join(", ")))
}

/// Returns the texts that a label may have, the most informative first.
fn variants(room: &Item, areas: &AreaFormat<'_>) -> Vec<Vec<(Role, String)>> {
    let own_name = room.own_name().trim();
    let own_name = if is_identifier(own_name) {
        ""
    } else {
        own_name
    };
    let area =
        (room.area.is_finite() && room.area > 0.0).then(|| (Role::Area, areas.text(room.area)));
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

/// The text form of the areas of all rooms of a drawing. All areas have the same number of decimals, so that they can
/// be compared at a glance.
struct AreaFormat<'a> {
    /// The number of decimals with which the median area has three digits, or 0 if the median is 100 or more. `None`
    /// means that each area is written with three digits and a power of ten.
    decimals: Option<usize>,
    unit: Option<&'a str>,
}

impl<'a> AreaFormat<'a> {
    /// Returns the text form for these rooms, which are sorted by area.
    fn of(rooms: &[&Object<'_>], unit: Option<&'a str>) -> Self {
        let areas = rooms.iter().map(|room| room.item.area);
        let areas: Vec<f64> = areas
            .filter(|area| area.is_finite() && *area > 0.0)
            .collect();
        let magnitude = areas
            .get(areas.len() / 2)
            .map_or(0.0, |median| median.log10().floor());
        let decimals = (-4.0..9.0)
            .contains(&magnitude)
            .then_some((2.0 - magnitude).max(0.0) as usize);
        Self { decimals, unit }
    }

    /// Returns the text of a positive area, followed by the squared unit if the unit is known. An area that would be
    /// rounded to zero is written as less than the least number with these decimals, such as `<0.1`.
    fn text(&self, area: f64) -> String {
        let number = match self.decimals {
            Some(decimals) => {
                let least = 0.1_f64.powi(decimals as i32);
                if area < least / 2.0 {
                    format!("<{least:.decimals$}")
                } else {
                    grouped(&format!("{area:.decimals$}"))
                }
            }
            None => format!("{area:.2e}"),
        };
        match self.unit {
            Some(unit) => format!("{number} {unit}²"),
            None => number,
        }
    }
}

/// The distance between the baselines of two lines of a label (`LEADING`), and the height of one line (`LINE`), in px.
const LEADING: f64 = 12.0;
const LINE: f64 = 11.0;
/// The free space to the left and to the right of a label in px, usually (`AIR`) and for an area in a narrow gap
/// between outlines (`TIGHT_AIR`). In such a gap, the area has the height `TIGHT_LINE` instead of `LINE`, because its
/// characters do not reach below the baseline.
const AIR: f64 = 1.5;
const TIGHT_AIR: f64 = 0.5;
const TIGHT_LINE: f64 = 7.6;

/// The lines of a label, which are not empty.
struct Label {
    lines: Vec<(Role, String)>,
    width: f64,
    /// The distance between the baselines of the first and the last line.
    leading: f64,
}

/// A position of a label in a room, with its middle.
struct Position {
    center: [f64; 2],
    /// `true` if no outline crosses the label, and no object covers its middle.
    is_clear: bool,
}

impl Label {
    /// Returns the label with these lines, or `None` if it would have no width.
    fn of(lines: Vec<(Role, String)>) -> Option<Self> {
        let widths = lines.iter().map(|(role, line)| {
            let (size, bold) = role.font();
            text::width(line, size, bold)
        });
        let width = widths.fold(0.0, f64::max);
        let leading = LEADING * (lines.len() as f64 - 1.0);
        (width > 0.0).then_some(Self {
            lines,
            width,
            leading,
        })
    }

    /// Returns the best free position of the label in a room, if there is one.
    fn position(
        &self,
        texts: &Texts,
        outline: &Outline,
        obstacles: &Obstacles,
    ) -> Option<Position> {
        let size = [self.width + 2.0 * AIR, self.leading + LINE];
        if !outline.is_larger_than(size) {
            return None;
        }
        let fits = |center: [f64; 2], [width, height]: [f64; 2]| {
            let bounds = Rect::around(center, width, height);
            outline.holds(&bounds) && texts.free(&bounds)
        };
        let crosses = |center: [f64; 2], [width, height]: [f64; 2]| {
            obstacles.cross(&Rect::around(center, width, height))
        };
        // The best candidates are clear. The second choice, for an area alone, are clear positions of a label with less
        // free space around it. The third choice are positions where no outline crosses the label. Positions where an
        // outline crosses it are the last choice.
        let (mut uncrossed, mut crossed) = (None, None);
        let clear = outline.candidates(size).find(|center| {
            if !fits(*center, size) {
                return false;
            }
            if crosses(*center, size) {
                crossed.get_or_insert(*center);
                return false;
            }
            uncrossed.get_or_insert(*center);
            !obstacles.cover(*center)
        });
        let in_a_gap = || {
            let [(Role::Area, _)] = &self.lines[..] else {
                return None;
            };
            let tight = [self.width + 2.0 * TIGHT_AIR, self.leading + TIGHT_LINE];
            let mut gaps = outline.fine_candidates(tight);
            gaps.find(|center| {
                !crosses(*center, tight) && !obstacles.cover(*center) && fits(*center, tight)
            })
        };
        let clear = clear.or_else(in_a_gap);
        let center = clear.or(uncrossed).or(crossed)?;
        let is_clear = clear.is_some();
        Some(Position { center, is_clear })
    }

    /// Places the lines of the label around a point.
    fn place(self, texts: &mut Texts, [x, y]: [f64; 2]) {
        let first = y - self.leading / 2.0 + 3.4;
        for (number, (role, content)) in self.lines.into_iter().enumerate() {
            texts.place(Text {
                role,
                anchor: Anchor::Middle,
                at: [x, first + LEADING * number as f64],
                content,
            });
        }
    }
}
