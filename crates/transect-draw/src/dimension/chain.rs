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

/// All numbers of a chain, placed; or the index of the first part without a free place for its number.
type Placed = Result<Vec<Text>, usize>;

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
        let mut stops = self.stops.to_vec();
        let placed = loop {
            if stops.len() < 2 {
                return;
            }
            match self.numbers(&stops, texts, numbers, frame) {
                Ok(placed) => break placed,
                Err(part) => remove(&mut stops, part),
            }
        };
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

    fn numbers(&self, stops: &[Stop], texts: &Texts, numbers: Numbers, frame: &Frame) -> Placed {
        let mut placed: Vec<(Text, Rect)> = Vec::new();
        let axis = usize::from(self.side.is_upright());
        for (part, two) in stops.windows(2).enumerate() {
            let ends = [0, 1].map(|end| self.on_line(&two[end], frame)[axis]);
            let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
            let content = numbers.text(two[1].along - two[0].along);
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
            if part == 0 {
                places.push((before, -ABOVE));
            }
            if part + 2 == stops.len() {
                places.push((after, -ABOVE));
            }
            places.push((middle, BELOW));
            let free = places.into_iter().find_map(|(along, beside)| {
                let text = self.number(content.clone(), along, beside);
                let bounds = text.bounds().grown(AIR);
                let is_free = texts.has_room(&text)
                    && !placed.iter().any(|(_, other)| other.overlaps(&bounds));
                is_free.then_some((text, bounds))
            });
            match free {
                Some(found) => placed.push(found),
                None => return Err(part),
            }
        }
        Ok(placed.into_iter().map(|(text, _)| text).collect())
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

/// Removes the stop between a part and the shorter of its neighbours.
fn remove(stops: &mut Vec<Stop>, part: usize) {
    let length = |part: usize| stops[part + 1].along - stops[part].along;
    let is_last = part + 2 == stops.len();
    let stop = match (part, is_last) {
        (0, true) => 1,
        (0, false) => 1,
        (_, true) => part,
        _ if length(part - 1) <= length(part + 1) => part,
        _ => part + 1,
    };
    stops.remove(stop);
}

/// Returns the extension line from a point of the outline to a point on the dimension line, and [`GAP`] beyond this
/// point. It begins at the distance [`GAP`] from the outline.
fn extension(from: [f64; 2], to: [f64; 2]) -> [[f64; 2]; 2] {
    let sign = [0, 1].map(|axis| {
        let difference: f64 = to[axis] - from[axis];
        if difference == 0.0 {
            0.0
        } else {
            difference.signum()
        }
    });
    let moved = |at: [f64; 2]| [0, 1].map(|axis| at[axis] + GAP * sign[axis]);
    [moved(from), moved(to)]
}
