//! The area of the regions that loops in a plane enclose, weighted by the absolute value of the winding number.

use alloc::vec::Vec;

use transect_exact::sorting::sort_by;
use transect_exact::unit::{SMALLEST, U};

/// The integral ∫ |w| over a plane. Here w is the winding number of a list of directed edges, each of which is counted
/// a given number of times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WindingArea {
    /// The computed value of ∫ |w|.
    pub(super) area: f64,
    /// The bound on the rounding error of the area.
    pub(super) bound: f64,
    /// The area of the points with a winding number other than 0 and 1.
    pub(super) beyond: f64,
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
    /// rounding does. `turn` is 1 for the winding number as it is, and −1 for its opposite.
    pub(super) fn of(all: &[Edge], turn: i32) -> Self {
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
        let (mut active, mut next): (Vec<Edge>, usize) = (Vec::new(), 0);
        for slab in heights.windows(2) {
            let [low, high] = [slab[0], slab[1]];
            active.retain(|([a, b], _)| a[1].max(b[1]) > low);
            while let Some(edge) = edges.get(next).filter(|edge| bottom(edge) <= low) {
                active.push(*edge);
                next += 1;
            }
            total.add_slab(&active, turn, [low, high], 40);
        }
        total
    }

    /// Adds the area of the slab between the heights `low` and `high`. The slab may be halved up to `halvings` times.
    fn add_slab(&mut self, active: &[Edge], turn: i32, [low, high]: [f64; 2], halvings: u32) {
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
        // The rounding error of a place on an edge: in proportion to its size, and by underflow.
        let rounding = 16.0 * U * size + 4.0 * SMALLEST;
        if inversion > rounding && halvings > 0 && low < middle && middle < high {
            self.add_slab(active, turn, [low, middle], halvings - 1);
            return self.add_slab(active, turn, [middle, high], halvings - 1);
        }
        let height = high - low;
        let mut winding = 0;
        for pair in stretches.windows(2) {
            winding += pair[0].winding;
            let width = 0.5 * ((pair[1].low - pair[0].low) + (pair[1].high - pair[0].high));
            if ![0, 1].contains(&(turn * winding)) {
                self.beyond += width.abs() * height;
            }
            self.area += f64::from(winding.abs()) * width.abs() * height;
            self.bound +=
                f64::from(winding.abs()) * ((rounding + inversion) * height + 4.0 * SMALLEST);
        }
    }
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
        let once = WindingArea::of(&walk(&SQUARE, 1), 1);
        assert_eq!((once.area, once.beyond), (16.0, 0.0));
        let reversed = walk(&SQUARE, -1);
        let [reversed, turned] = [1, -1].map(|turn| WindingArea::of(&reversed, turn));
        assert_eq!((reversed.area, reversed.beyond), (16.0, 16.0));
        assert_eq!((turned.area, turned.beyond), (16.0, 0.0));
        let thrice = WindingArea::of(&walk(&SQUARE, 3), 1);
        assert_eq!((thrice.area, thrice.beyond), (48.0, 16.0));
        let hole = walk(&[[1.0, 1.0], [1.0, 2.0], [3.0, 2.0], [3.0, 1.0]], 1);
        let with_hole = [walk(&SQUARE, 1), hole.clone()].concat();
        assert_eq!(WindingArea::of(&with_hole, 1).area, 14.0);
        // The hole runs clockwise. With it added a second time, the winding number inside the hole is −1.
        let twice = [with_hole, hole].concat();
        let twice = WindingArea::of(&twice, 1);
        assert_eq!((twice.area, twice.beyond), (16.0, 2.0));
        assert_eq!(WindingArea::of(&[], 1), WindingArea::default());
    }

    #[test]
    fn loops_may_cross_and_touch() {
        // A bow tie consists of two triangles with an area of 4 each, with opposite orientations.
        let tie = walk(&[[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]], 1);
        let found = WindingArea::of(&tie, 1);
        assert!(
            (found.area - 8.0).abs() <= found.bound && found.bound < 0.001,
            "{found:?}"
        );
        assert!((found.beyond - 4.0).abs() <= found.bound, "{found:?}");
        // Two squares overlap in an area of one, where w = 2.
        let other = walk(&[[3.0, 3.0], [5.0, 3.0], [5.0, 5.0], [3.0, 5.0]], 1);
        let both = WindingArea::of(&[walk(&SQUARE, 1), other].concat(), 1);
        assert_eq!((both.area, both.beyond), (20.0, 1.0));
        for corners in [
            [[4.0, 0.0], [6.0, 0.0], [5.0, 2.0]],
            [[4.0, 1.0], [6.0, 1.0], [6.0, 3.0]],
        ] {
            let touching = [walk(&SQUARE, 1), walk(&corners, 1)].concat();
            let touching = WindingArea::of(&touching, 1);
            assert_eq!((touching.area, touching.beyond), (18.0, 0.0));
        }
    }
}
