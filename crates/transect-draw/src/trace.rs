//! Outlines in hundredths of a px, and their compact path text.
//!
//! Absolute positions are rounded once. The path text contains differences of these rounded positions, so rounding
//! errors do not add up along a path.

use std::fmt::Write;

use crate::text::Rect;

/// A position on the page in hundredths of a px, y down.
pub(crate) type Mark = [i64; 2];

/// The outlines of one object on the page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    pub(crate) loops: Vec<Vec<Mark>>,
    pub(crate) chains: Vec<Vec<Mark>>,
    /// The open ends: points at which the number of `chains` (open polylines) that begin differs from the number that
    /// end.
    pub(crate) open_ends: Vec<Mark>,
}

impl Trace {
    /// Returns every edge of the closed loops.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (Mark, Mark)> {
        self.loops.iter().flat_map(|marks| {
            let next = marks.iter().cycle().skip(1);
            marks.iter().zip(next).map(|(from, to)| (*from, *to))
        })
    }

    /// Returns every edge of the open chains.
    pub(crate) fn open_edges(&self) -> impl Iterator<Item = (Mark, Mark)> {
        self.chains
            .iter()
            .flat_map(|marks| marks.windows(2).map(|two| (two[0], two[1])))
    }
}

impl Trace {
    /// Moves all points by a distance in px, rounded to hundredths.
    pub(crate) fn shift(&mut self, distance: [f64; 2]) {
        let [dx, dy] = mark(distance);
        let outlines = self.loops.iter_mut().chain(&mut self.chains).flatten();
        for point in outlines.chain(&mut self.open_ends) {
            *point = [point[0] + dx, point[1] + dy];
        }
    }

    /// Returns the bounding box of all points, in px.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        let marks = self.loops.iter().chain(&self.chains).flatten();
        let points = marks.map(|mark| mark.map(|hundredths| hundredths as f64 / 100.0));
        points
            .map(|point| Rect::around(point, 0.0, 0.0))
            .reduce(|bounds, point| bounds.join(&point))
    }
}

/// Appends the SVG path text of dots. With round line caps, each of them is a disc.
pub(crate) fn write_dots(path: &mut String, marks: &[Mark]) {
    for mark in marks {
        write_outline(path, std::slice::from_ref(mark), false);
    }
}

/// Rounds a position to the nearest hundredth of a px. Positions far outside the page are clamped.
pub(crate) fn mark(position: [f64; 2]) -> Mark {
    // The value is clamped, because the cast alone would give integers so large that sums of marks could overflow.
    position.map(|value| (value.clamp(-1e9, 1e9) * 100.0).round() as i64)
}

/// Returns a closed loop without its invisible points: repeated points, and points on the straight line between
/// their two neighbours.
pub(crate) fn closed(marks: impl IntoIterator<Item = Mark>) -> Vec<Mark> {
    let mut kept = open(marks);
    while kept.len() > 1 && kept.first() == kept.last() {
        kept.pop();
    }
    while kept.len() > 2 && straight(kept[kept.len() - 2], kept[kept.len() - 1], kept[0]) {
        kept.pop();
    }
    while kept.len() > 2 && straight(kept[kept.len() - 1], kept[0], kept[1]) {
        kept.remove(0);
    }
    kept
}

/// Returns an open chain without its invisible points: repeated points, and points on the line between their
/// neighbours. Both ends are kept.
pub(crate) fn open(marks: impl IntoIterator<Item = Mark>) -> Vec<Mark> {
    let mut kept: Vec<Mark> = Vec::new();
    for mark in marks {
        if kept.last() == Some(&mark) {
            continue;
        }
        while kept.len() > 1 && straight(kept[kept.len() - 2], kept[kept.len() - 1], mark) {
            kept.pop();
        }
        kept.push(mark);
    }
    kept
}

/// Returns `true` if `b` lies on the segment from `a` to `c`, and the path does not turn back there.
fn straight(a: Mark, b: Mark, c: Mark) -> bool {
    let [ux, uy] = [i128::from(b[0] - a[0]), i128::from(b[1] - a[1])];
    let [vx, vy] = [i128::from(c[0] - b[0]), i128::from(c[1] - b[1])];
    ux * vy == uy * vx && ux * vx + uy * vy > 0
}

/// Appends the SVG path text of one outline.
pub(crate) fn write_outline(path: &mut String, marks: &[Mark], closed: bool) {
    let Some(&[x, y]) = marks.first() else {
        return;
    };
    path.push('M');
    write_pair(path, x, y, true);
    let mut command = 'M';
    for window in marks.windows(2) {
        let [dx, dy] = [window[1][0] - window[0][0], window[1][1] - window[0][1]];
        match (dx, dy) {
            (_, 0) => {
                path.push('h');
                write_hundredths(path, dx);
                command = 'h';
            }
            (0, _) => {
                path.push('v');
                write_hundredths(path, dy);
                command = 'v';
            }
            _ => {
                let fresh = command != 'l';
                if fresh {
                    path.push('l');
                }
                write_pair(path, dx, dy, fresh);
                command = 'l';
            }
        }
    }
    if closed {
        path.push('z');
    } else if marks.len() == 1 {
        path.push_str("h0"); // a dot, with round caps
    }
}

fn write_pair(path: &mut String, x: i64, y: i64, fresh: bool) {
    if !fresh && x >= 0 {
        path.push(' ');
    }
    write_hundredths(path, x);
    if y >= 0 {
        path.push(' ');
    }
    write_hundredths(path, y);
}

/// Appends `hundredths / 100` in the shortest decimal form.
fn write_hundredths(path: &mut String, hundredths: i64) {
    let [whole, rest] = [
        hundredths.unsigned_abs() / 100,
        hundredths.unsigned_abs() % 100,
    ];
    if hundredths < 0 {
        path.push('-');
    }
    // Writing to a string does not fail, so the result is ignored.
    let _ = match rest {
        0 => write!(path, "{whole}"),
        _ if rest % 10 == 0 => write!(path, "{}.{}", Whole(whole), rest / 10),
        _ => write!(path, "{}.{rest:02}", Whole(whole)),
    };
}

/// The integer part of a decimal number with a fraction. Zero is written as the empty text, so that 0.5 becomes `.5`.
struct Whole(u64);

impl std::fmt::Display for Whole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 == 0 {
            Ok(())
        } else {
            write!(f, "{}", self.0)
        }
    }
}

/// Returns a length or position in px, rounded to hundredths, in the shortest decimal form.
pub(crate) fn px(value: f64) -> String {
    let mut text = String::new();
    write_hundredths(&mut text, mark([value, 0.0])[0]);
    text
}
