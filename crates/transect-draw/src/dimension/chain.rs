//! A chain of dimensions: a dimension line along one side of a drawing. Its *stops* divide it into parts. Each stop has
//! a tick and an extension line from the outline; the number of a part is its length. Lengths on the page are in px.

use crate::dimension::lines::Dimensions;
use crate::dimension::number::Numbers;
use crate::dimension::silhouette::{Side, Stop};
use crate::grid::Frame;
use crate::text::{self, Anchor, Rect, Role, Text, Texts};

/// The distance between a dimension line and the baseline of a number above it.
const ABOVE: f64 = 3.0;
/// The distance between a dimension line and the baseline of a number below it.
const BELOW: f64 = 10.0;
/// The free space around a number.
const AIR: f64 = 1.5;
/// Half the length of a tick along each axis.
const TICK: f64 = 3.0;
/// The distance between the outline and an extension line, and the length of an extension line beyond its dimension
/// line.
const GAP: f64 = 4.0;

/// A chain of dimensions along a dimension line.
pub(super) struct Chain<'a> {
    pub(super) side: Side,
    pub(super) stops: &'a [Stop],
    /// The position of the dimension line: its y coordinate on the page if it is level, otherwise its x coordinate.
    pub(super) line: f64,
    /// The position of a dimension line that is nearer to the drawing. The extension lines begin there, because those
    /// of the nearer line end there. Without a nearer line, they begin at the outline.
    pub(super) nearer: Option<f64>,
}

impl Chain<'_> {
    /// Adds the numbers to `texts`, and the lines to `dimensions`. While the number of a part has no free place, a stop
    /// at an end of this part is left out.
    pub(super) fn place(
        &self,
        texts: &mut Texts,
        numbers: Numbers,
        frame: &Frame,
        dimensions: &mut Dimensions,
    ) {
        let (stops, placed) = self.fitted(texts, numbers, frame);
        if stops.len() < 2 {
            return;
        }
        for text in placed {
            texts.place(text);
        }
        let ends: Vec<[f64; 2]> = stops.iter().map(|stop| self.on_line(stop, frame)).collect();
        let [first, last] = [ends[0], ends[ends.len() - 1]];
        dimensions.lines.push([first, last]);
        for (stop, at) in stops.iter().zip(&ends) {
            dimensions
                .ticks
                .push([[at[0] - TICK, at[1] + TICK], [at[0] + TICK, at[1] - TICK]]);
            let mut from = frame.place(self.side.point([stop.along, stop.depth]));
            if let Some(nearer) = self.nearer {
                from[usize::from(!self.side.is_upright())] = nearer;
            }
            dimensions.lines.push(extension(from, *at));
        }
    }

    /// Returns the position of a stop on the dimension line.
    fn on_line(&self, stop: &Stop, frame: &Frame) -> [f64; 2] {
        let at = frame.place(self.side.point([stop.along, stop.depth]));
        if self.side.is_upright() {
            [self.line, at[1]]
        } else {
            [at[0], self.line]
        }
    }

    /// Returns the stops that remain, and the numbers of the parts between them. Numbers are placed from the first part
    /// to the last. If a part has no free place for its number, the number before it is placed again, because the part
    /// before it may change. All numbers before that one depend on their own parts alone, so they stay.
    fn fitted(&self, texts: &Texts, numbers: Numbers, frame: &Frame) -> (Vec<Stop>, Vec<Text>) {
        let mut stops: Vec<Stop> = Vec::new();
        // The stops that are still to come, the next one last.
        let mut coming: Vec<Stop> = self.stops.iter().rev().copied().collect();
        stops.extend(coming.pop());
        let mut placed: Vec<(Text, Rect)> = Vec::new();
        while let (Some(from), Some(to)) = (stops.last().copied(), coming.last().copied()) {
            let is_end = [stops.len() == 1, coming.len() == 1];
            let free = self
                .number_of_part([from, to], is_end, numbers, frame)
                .find_map(|text| {
                    let bounds = text.bounds().grown(AIR);
                    let is_free = texts.has_room(&text)
                        && !placed.iter().any(|(_, other)| other.overlaps(&bounds));
                    is_free.then_some((text, bounds))
                });
            if let Some(free) = free {
                placed.push(free);
                stops.extend(coming.pop());
                continue;
            }
            // The stop between the part and the shorter of its neighbours is left out.
            let before = stops.len().checked_sub(2).map(|before| stops[before]);
            let after = coming.len().checked_sub(2).map(|after| coming[after]);
            let is_shorter = |before: &Stop| {
                after.is_none_or(|after| from.along - before.along <= after.along - to.along)
            };
            match before.filter(is_shorter) {
                Some(_) => {
                    stops.pop();
                    placed.pop();
                }
                None => {
                    coming.pop();
                    // The last part that is left has no room for its number, so the chain has no parts.
                    if coming.is_empty() {
                        return (Vec::new(), Vec::new());
                    }
                }
            }
        }
        (stops, placed.into_iter().map(|(text, _)| text).collect())
    }

    /// Returns the number of the part between two stops at each of its places, the best first. `is_end` is `true` for
    /// each end of the part that is an end of the chain.
    fn number_of_part(
        &self,
        part: [Stop; 2],
        is_end: [bool; 2],
        numbers: Numbers,
        frame: &Frame,
    ) -> impl Iterator<Item = Text> {
        let axis = usize::from(self.side.is_upright());
        let ends = part.map(|stop| self.on_line(&stop, frame)[axis]);
        let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        let content = numbers.text(part[1].along - part[0].along);
        let (size, bold) = Role::Dimension.font();
        let width = text::width(&content, size, bold);
        let middle = (low + high) / 2.0;
        let mut places = Vec::new();
        if width + 2.0 * AIR <= high - low {
            places.push((middle, -ABOVE));
        }
        // Places beyond the ends of the chain. Along an upright line, y on the page decreases, because it grows
        // downward.
        let aside = width / 2.0 + 4.0 * AIR;
        let [before, after] = if axis == 1 {
            [high + aside, low - aside]
        } else {
            [low - aside, high + aside]
        };
        for (is_end, along) in is_end.into_iter().zip([before, after]) {
            if is_end {
                places.push((along, -ABOVE));
            }
        }
        places.push((middle, BELOW));
        places
            .into_iter()
            .map(move |(along, beside)| self.number(content.clone(), along, beside))
    }

    /// Returns a number as text. `along` is the position of its middle along the line, and `beside` is the distance of
    /// its baseline from the line.
    fn number(&self, content: String, along: f64, beside: f64) -> Text {
        let (anchor, at) = if self.side.is_upright() {
            (Anchor::Upwards, [self.line + beside, along])
        } else {
            (Anchor::Middle, [along, self.line + beside])
        };
        Text {
            role: Role::Dimension,
            anchor,
            at,
            content,
        }
    }
}

/// Returns the extension line from a point of the outline to a point on the dimension line, and [`GAP`] beyond this
/// point. It begins at the distance [`GAP`] from the outline.
fn extension(from: [f64; 2], to: [f64; 2]) -> [[f64; 2]; 2] {
    let sign = [0, 1].map(|axis| {
        let difference: f64 = to[axis] - from[axis];
        // `signum` of 0 is 1.
        if difference == 0.0 {
            0.0
        } else {
            difference.signum()
        }
    });
    let moved = |at: [f64; 2]| [0, 1].map(|axis| at[axis] + GAP * sign[axis]);
    [moved(from), moved(to)]
}
