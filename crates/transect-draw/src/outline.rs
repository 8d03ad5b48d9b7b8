//! The closed outline of an object, and the search for a box within it.

use crate::class::Object;
use crate::text::Rect;
use crate::trace::Mark;
use std::collections::BinaryHeap;

/// The two ends of an edge, in px.
pub(crate) type Edge = [[f64; 2]; 2];

/// The closed outline of an object, in px.
pub(crate) struct Outline {
    pub(crate) edges: Vec<Edge>,
    bounds: Rect,
}

impl Outline {
    pub(crate) fn of(object: &Object<'_>) -> Option<Self> {
        let edges: Vec<Edge> = object.trace.edges().map(edge).collect();
        let [x, y] = edges.first()?[0];
        let start = Rect {
            left: x,
            top: y,
            right: x,
            bottom: y,
        };
        let bounds = edges.iter().fold(start, |bounds, [[x, y], _]| Rect {
            left: bounds.left.min(*x),
            top: bounds.top.min(*y),
            right: bounds.right.max(*x),
            bottom: bounds.bottom.max(*y),
        });
        Some(Self { edges, bounds })
    }

    /// Returns `true` if the bounding box of the outline is wider and higher than a box of this width and height.
    pub(crate) fn is_larger_than(&self, [width, height]: [f64; 2]) -> bool {
        self.bounds.width() > width && self.bounds.height() > height
    }

    /// Returns the area of the bounding box of the outline.
    pub(crate) fn box_area(&self) -> f64 {
        self.bounds.width() * self.bounds.height()
    }

    /// Returns `true` if the point lies inside the outline.
    pub(crate) fn covers(&self, point: [f64; 2]) -> bool {
        let Rect {
            left,
            top,
            right,
            bottom,
        } = self.bounds;
        let [x, y] = point;
        (left..=right).contains(&x) && (top..=bottom).contains(&y) && self.winding(point) != 0
    }

    /// Returns `true` if the box lies wholly within the outline.
    pub(crate) fn holds(&self, rect: &Rect) -> bool {
        self.covers(rect.center()) && !self.edges.iter().any(|edge| meets(edge, rect))
    }

    /// Returns the winding number of the outline about the point.
    fn winding(&self, [x, y]: [f64; 2]) -> i32 {
        self.edges
            .iter()
            .map(|&[[ax, ay], [bx, by]]| {
                let up = i32::from(ay <= y && by > y);
                let down = i32::from(by <= y && ay > y);
                // `left` is `true` if the point lies left of the edge, at the same height.
                let left = x < ax + (y - ay) / (by - ay) * (bx - ax);
                if left { up - down } else { 0 }
            })
            .sum()
    }

    /// Returns positions for the centre of a box of this size, the best first. The first position is the centre of the
    /// largest box in the outline that has about the proportions of this size. The other positions are the points of a
    /// grid through that centre, the nearest to the centre first.
    pub(crate) fn candidates(&self, size: [f64; 2]) -> impl Iterator<Item = [f64; 2]> + use<> {
        let steps = [
            (self.bounds.width() / 24.0).max(size[0] / 8.0),
            (self.bounds.height() / 24.0).max(size[1] / 4.0),
        ];
        self.grid(size, steps, [24, 24])
    }

    /// Returns positions as `candidates` does, but closer together.
    pub(crate) fn fine_candidates(&self, size: [f64; 2]) -> impl Iterator<Item = [f64; 2]> + use<> {
        let steps = [
            (self.bounds.width() / 24.0).max(1.0),
            (self.bounds.height() / 48.0).max(0.5),
        ];
        self.grid(size, steps, [24, 48])
    }

    /// Returns the points of a grid through the centre of the largest box with about the proportions of `size`, the
    /// nearest to this centre first. Along x and y, neighbouring points have the distances `steps`, and the grid ends
    /// after `most` steps from the centre.
    fn grid(
        &self,
        size: [f64; 2],
        steps: [f64; 2],
        most: [i32; 2],
    ) -> impl Iterator<Item = [f64; 2]> + use<> {
        // The box sought is at least half as high as wide, even for a flat label. Otherwise the label would be placed
        // in a long corridor rather than in the hall beside it.
        let best = self.center_of_largest_box((size[1] / size[0]).max(0.5));
        let Rect {
            left,
            top,
            right,
            bottom,
        } = self.bounds;
        let distance = |[x, y]: [f64; 2]| (x - best[0]).hypot(y - best[1]);
        let mut grid: Vec<(f64, [f64; 2])> = (-most[0]..=most[0])
            .flat_map(|column| (-most[1]..=most[1]).map(move |row| [column, row]))
            .map(|[column, row]| {
                [
                    best[0] + f64::from(column) * steps[0],
                    best[1] + f64::from(row) * steps[1],
                ]
            })
            .filter(|[x, y]| *x > left && *x < right && *y > top && *y < bottom)
            .map(|point| (distance(point), point))
            .collect();
        grid.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        grid.into_iter().map(|(_, point)| point)
    }

    /// Returns the centre of the largest box in the outline that has this ratio of height to width. The centre is the
    /// inner point that is farthest from the outline by the distance of [`maximum_norm`]: the pole of inaccessibility
    /// (Garcia-Castellanos and Lombardo 2007). The priority-queue search is that of Agafonkin's polylabel. The centroid
    /// of the outline is preferred to the centre of a box that is only slightly larger.
    fn center_of_largest_box(&self, ratio: f64) -> [f64; 2] {
        let reach = |center: [f64; 2]| {
            let distance = self
                .edges
                .iter()
                .map(|edge| maximum_norm(center, edge, ratio))
                .fold(f64::INFINITY, f64::min);
            if self.winding(center) == 0 {
                -distance
            } else {
                distance
            }
        };
        let cell = |center: [f64; 2], half: f64| {
            let reach = reach(center);
            Cell {
                center,
                half,
                reach,
                promise: reach + half,
            }
        };
        let middle = self.bounds.center();
        let half = (self.bounds.width() / 2.0).max(self.bounds.height() / 2.0 / ratio);
        let mut best = cell(self.centroid(), 0.0);
        let box_center = cell(middle, 0.0);
        if box_center.reach > best.reach * 1.05 {
            best = box_center;
        }
        let mut queue = BinaryHeap::from([cell(middle, half)]);
        for _ in 0..400 {
            let Some(next) = queue.pop() else {
                break;
            };
            // A box replaces the best box so far only if it is clearly larger. The search ends if no rectangle left can
            // contain the centre of such a box. The box about the centroid is the first candidate, so it is preferred.
            if next.promise <= best.reach * 1.1 + 0.5 {
                break;
            }
            let quarter = next.half / 2.0;
            for [dx, dy] in [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]] {
                let [x, y] = next.center;
                let part = cell([x + dx * quarter, y + dy * quarter * ratio], quarter);
                if part.reach > best.reach * 1.1 + 0.5 {
                    best = part;
                }
                queue.push(part);
            }
        }
        best.center
    }

    fn centroid(&self) -> [f64; 2] {
        let [ox, oy] = [self.bounds.left, self.bounds.top];
        let [mut area, mut x, mut y] = [0.0; 3];
        for &[[ax, ay], [bx, by]] in &self.edges {
            let [ax, ay, bx, by] = [ax - ox, ay - oy, bx - ox, by - oy];
            let cross = ax * by - bx * ay;
            area += cross;
            x += (ax + bx) * cross;
            y += (ay + by) * cross;
        }
        if area == 0.0 {
            return self.bounds.center();
        }
        [ox + x / (3.0 * area), oy + y / (3.0 * area)]
    }
}

/// A rectangle that the search for the largest box examines. In the scaled maximum norm (see [`maximum_norm`]), it
/// holds the points within the distance `half` of its centre. `reach` is the half-width of the largest box about the
/// centre. `promise` is an upper bound of `reach` for all points of the rectangle.
#[derive(Clone, Copy)]
struct Cell {
    center: [f64; 2],
    half: f64,
    reach: f64,
    promise: f64,
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cell {}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.promise.total_cmp(&other.promise)
    }
}

/// Returns the distance `max(|dx|, |dy| / ratio)` from a point to an edge. The distance is convex and piecewise linear
/// along the edge. So its minimum is at an end or where two of its linear parts meet.
fn maximum_norm([x, y]: [f64; 2], &[a, b]: &Edge, ratio: f64) -> f64 {
    let [px, py] = [a[0] - x, (a[1] - y) / ratio];
    let [vx, vy] = [b[0] - a[0], (b[1] - a[1]) / ratio];
    let turns = [
        -px / vx,
        -py / vy,
        -(px + py) / (vx + vy),
        -(px - py) / (vx - vy),
    ];
    [0.0, 1.0]
        .into_iter()
        .chain(turns.into_iter().filter(|turn| *turn > 0.0 && *turn < 1.0))
        .map(|turn| (px + turn * vx).abs().max((py + turn * vy).abs()))
        .fold(f64::INFINITY, f64::min)
}

pub(crate) fn edge((from, to): (Mark, Mark)) -> Edge {
    [from, to].map(point)
}

/// Returns the position of a mark in px.
pub(crate) fn point(mark: Mark) -> [f64; 2] {
    mark.map(|hundredths| hundredths as f64 / 100.0)
}

/// Returns `true` if an edge meets a box. If the edge does not meet the box, one of these lines separates the two: a
/// horizontal line, a vertical line, or the line of the edge.
pub(crate) fn meets(&[[ax, ay], [bx, by]]: &Edge, rect: &Rect) -> bool {
    if ax.min(bx) > rect.right
        || ax.max(bx) < rect.left
        || ay.min(by) > rect.bottom
        || ay.max(by) < rect.top
    {
        return false;
    }
    let above = |x: f64, y: f64| (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    let corners = [
        above(rect.left, rect.top),
        above(rect.right, rect.top),
        above(rect.left, rect.bottom),
        above(rect.right, rect.bottom),
    ];
    corners.iter().any(|value| *value >= 0.0) && corners.iter().any(|value| *value <= 0.0)
}
