//! The area of the regions that loops in a plane enclose, weighted by the absolute value of the winding number.

use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::predicates::orient::orient2d;
use crate::predicates::unit::U;
use crate::side::Side;
use crate::sorting::sort_by;
use crate::vector::sub;

/// The integral ∫ |w| over a plane. Here w is the winding number of a list of directed edges, each of which is counted
/// a given number of times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WindingArea {
    /// The computed value of ∫ |w|.
    pub(super) area: f64,
    /// The bound on the rounding error of the area.
    pub(super) bound: f64,
    /// `true` if edges cross or touch each other, or if w is positive in one place and negative in another.
    pub(super) crosses: bool,
}

/// A directed edge, as its start and end, and the number of times that it is counted.
pub(super) type Edge = ([[f64; 2]; 2], i32);

/// The part of an edge inside a slab, a horizontal strip of the plane: the edge's x at the slab's bottom and top, and
/// the change of the winding number across the edge, from lesser to greater x.
#[derive(Clone, Copy)]
struct Stretch {
    low: f64,
    high: f64,
    winding: i32,
}

impl WindingArea {
    /// Computes the integral ∫ |w| of the winding number w, slab by slab. Slabs are horizontal strips, which begin and
    /// end at the heights of edge ends. No edge ends inside a slab, so |w| is constant between neighbouring edges
    /// unless they cross. A slab in which edges cross is halved until the crossing contributes no more error than
    /// rounding does. `rounding` is a bound on the rounding error of the coordinates.
    pub(super) fn of(all: &[Edge], rounding: f64) -> Self {
        let mut heights: Vec<f64> = all
            .iter()
            .flat_map(|([from, to], _)| [from[1], to[1]])
            .collect();
        heights.sort_unstable_by(f64::total_cmp);
        heights.dedup();
        let mut edges: Vec<Edge> = all
            .iter()
            .copied()
            .filter(|([a, b], _)| a[1] != b[1])
            .collect();
        let bottom = |([a, b], _): &Edge| a[1].min(b[1]);
        sort_by(&mut edges, |a, b| bottom(a).total_cmp(&bottom(b)));
        let mut total = Self::default();
        let (mut least, mut greatest) = (0, 0);
        let (mut active, mut next): (Vec<Edge>, usize) = (Vec::new(), 0);
        for slab in heights.windows(2) {
            let [low, high] = [slab[0], slab[1]];
            active.retain(|([a, b], _)| a[1].max(b[1]) > low);
            while let Some(edge) = edges.get(next).filter(|edge| bottom(edge) <= low) {
                active.push(*edge);
                next += 1;
            }
            let range = total.add_slab(&active, low, high, 40);
            (least, greatest) = (least.min(range[0]), greatest.max(range[1]));
        }
        total.crosses = least < 0 && greatest > 0 || any_meet(all, rounding);
        total
    }

    /// Adds the area of the slab between the heights `low` and `high`. The slab may be halved up to `halvings` times.
    /// Returns the least and the greatest winding number in the slab.
    fn add_slab(&mut self, active: &[Edge], low: f64, high: f64, halvings: u32) -> [i32; 2] {
        let stretch = |([a, b], times): &Edge| {
            let (a, b, winding) = if a[1] < b[1] {
                (a, b, -times)
            } else {
                (b, a, *times)
            };
            let at = |height: f64| {
                if height == a[1] {
                    a[0]
                } else if height == b[1] {
                    b[0]
                } else {
                    a[0] + (height - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
                }
            };
            Stretch {
                low: at(low),
                high: at(high),
                winding,
            }
        };
        let mut stretches: Vec<Stretch> = active.iter().map(stretch).collect();
        sort_by(&mut stretches, |a, b| {
            (a.low + a.high).total_cmp(&(b.low + b.high))
        });
        let size = stretches
            .iter()
            .fold(0.0, |m: f64, s| m.max(s.low.abs()).max(s.high.abs()));
        let swapped = |a: &Stretch, b: &Stretch| (a.low - b.low).max(a.high - b.high);
        let inversion = stretches
            .windows(2)
            .fold(0.0, |m: f64, pair| m.max(swapped(&pair[0], &pair[1])));
        let middle = 0.5 * (low + high);
        if inversion > 16.0 * U * size && halvings > 0 && low < middle && middle < high {
            let below = self.add_slab(active, low, middle, halvings - 1);
            let above = self.add_slab(active, middle, high, halvings - 1);
            return [below[0].min(above[0]), below[1].max(above[1])];
        }
        let height = high - low;
        let (mut winding, mut range) = (0, [0; 2]);
        for pair in stretches.windows(2) {
            winding += pair[0].winding;
            let width = 0.5 * ((pair[1].low - pair[0].low) + (pair[1].high - pair[0].high));
            if width > 16.0 * U * size {
                range = [winding.min(range[0]), winding.max(range[1])];
            }
            self.area += f64::from(winding.abs()) * width.abs() * height;
            self.bound += f64::from(winding.abs()) * (16.0 * U * size + inversion) * height;
        }
        range
    }
}

/// Returns `true` if two edges cross between their ends, or if an end of one edge lies within rounding of the other. An
/// end that both edges share does not count.
fn any_meet(edges: &[Edge], rounding: f64) -> bool {
    let mut order: Vec<&[[f64; 2]; 2]> = edges.iter().map(|(ends, _)| ends).collect();
    let range = |ends: &[[f64; 2]; 2], axis: usize| {
        let [a, b] = ends.each(|end| end[axis]);
        [a.min(b) - rounding, a.max(b) + rounding]
    };
    sort_by(&mut order, |a, b| range(a, 1)[0].total_cmp(&range(b, 1)[0]));
    let mut active: Vec<&[[f64; 2]; 2]> = Vec::new();
    for edge in order {
        let [low, _] = range(edge, 1);
        active.retain(|other| range(other, 1)[1] >= low);
        for &other in &active {
            let [own, theirs] = [edge, other].each(|ends| range(ends, 0));
            let is_apart = own[1] < theirs[0] || theirs[1] < own[0];
            if !is_apart && meet(edge, other, rounding) {
                return true;
            }
        }
        active.push(edge);
    }
    false
}

/// Returns `true` if two edges have a common point other than a shared end, within rounding.
fn meet(edge: &[[f64; 2]; 2], other: &[[f64; 2]; 2], rounding: f64) -> bool {
    let differ = |[a, b]: &[[f64; 2]; 2], [p, q]: &[[f64; 2]; 2]| {
        let sides = [orient2d(a, b, p), orient2d(a, b, q)];
        sides[0] != Side::On && sides[0] == -sides[1]
    };
    if differ(edge, other) && differ(other, edge) {
        return true;
    }
    // Returns `true` if `point`, which is an end of one edge, lies within rounding on the other edge, which runs from a
    // to b.
    let touches = |[a, b]: &[[f64; 2]; 2], point: &[f64; 2]| {
        let (along, to) = (sub(b, a), sub(point, a));
        let size = along[0].abs() + along[1].abs();
        let reach = to[0].abs() + to[1].abs();
        let across = (along[0] * to[1] - along[1] * to[0]).abs();
        let beyond = 2.0 * rounding;
        let is_beside = |axis: usize| {
            let ends = [a[axis], b[axis]];
            let (least, greatest) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            least - beyond <= point[axis] && point[axis] <= greatest + beyond
        };
        across <= 2.0 * rounding * (size + reach) + 8.0 * U * size * reach
            && is_beside(0)
            && is_beside(1)
    };
    // Consecutive edges share an end, which does not count as meeting. Any other common point counts.
    let is_shared = |point: &[f64; 2]| {
        let near = |end: &[f64; 2]| {
            let way = sub(point, end);
            way[0].abs().max(way[1].abs()) <= 4.0 * rounding
        };
        edge.iter().any(near) && other.iter().any(near)
    };
    let mut ends = edge.iter().map(|end| (other, end));
    let mut others = other.iter().map(|end| (edge, end));
    let meets = |(line, end): (&[[f64; 2]; 2], &[f64; 2])| !is_shared(end) && touches(line, end);
    ends.any(meets) || others.any(meets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(points: &[[f64; 2]], times: i32) -> Vec<Edge> {
        let next = points.iter().cycle().skip(1);
        points
            .iter()
            .zip(next)
            .map(|(a, b)| ([*a, *b], times))
            .collect()
    }

    const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];

    #[test]
    fn areas_count_as_often_as_loops_wind_around_them() {
        let once = WindingArea::of(&walk(&SQUARE, 1), 0.0);
        assert_eq!((once.area, once.crosses), (16.0, false));
        assert_eq!(WindingArea::of(&walk(&SQUARE, -1), 0.0).area, 16.0);
        assert_eq!(WindingArea::of(&walk(&SQUARE, 3), 0.0).area, 48.0);
        let hole = walk(&[[1.0, 1.0], [1.0, 2.0], [3.0, 2.0], [3.0, 1.0]], 1);
        let with_hole = [walk(&SQUARE, 1), hole.clone()].concat();
        assert_eq!(WindingArea::of(&with_hole, 0.0).area, 14.0);
        // The hole runs clockwise. With it added a second time, the winding number inside the hole is −1.
        let twice = [with_hole, hole].concat();
        assert_eq!(WindingArea::of(&twice, 0.0).area, 16.0);
        assert_eq!(WindingArea::of(&[], 0.0), WindingArea::default());
    }

    #[test]
    fn loops_that_cross_are_told() {
        // A bow tie consists of two triangles with an area of 4 each, with opposite orientations.
        let tie = walk(&[[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]], 1);
        let found = WindingArea::of(&tie, 0.0);
        assert!(found.crosses);
        assert!(
            (found.area - 8.0).abs() <= found.bound && found.bound < 0.001,
            "{found:?}"
        );
        // Two squares overlap in an area of one, where w = 2.
        let other = walk(&[[3.0, 3.0], [5.0, 3.0], [5.0, 5.0], [3.0, 5.0]], 1);
        let both = WindingArea::of(&[walk(&SQUARE, 1), other].concat(), 0.0);
        assert_eq!(both.area, 20.0);
        let shared = [
            walk(&SQUARE, 1),
            walk(&[[4.0, 0.0], [6.0, 0.0], [5.0, 2.0]], 1),
        ];
        let shared = WindingArea::of(&shared.concat(), 0.0);
        assert_eq!((shared.area, shared.crosses), (18.0, false));
        let touching = [
            walk(&SQUARE, 1),
            walk(&[[4.0, 1.0], [6.0, 1.0], [6.0, 3.0]], 1),
        ];
        let touching = WindingArea::of(&touching.concat(), 0.0);
        assert_eq!((touching.area, touching.crosses), (18.0, true));
    }
}
