//! A depth buffer: the triangle nearest to the eye at each sample.
//!
//! Positions are rounded to 1/256 of a sample, and the positions of samples are compared with edges in integers.
//! So of two triangles with a common edge, exactly one owns each sample on that edge: the triangle for which it is a
//! top edge or a left edge (Pineda, A Parallel Algorithm for Polygon Rasterization, 1988).

use std::ops::Range;

/// The index that means "no triangle".
pub(super) const NONE: u32 = u32::MAX;

/// The number of positions along either axis that a sample is divided into.
const STEP: i64 = 256;
/// The least difference in depth, in samples, by which a later surface replaces an earlier one.
/// Closer surfaces count as coincident, and the first is kept, so coincident surfaces do not flicker.
pub(super) const SAME: f32 = 0.25;
/// The least width of a triangle, in samples, for which the covered columns of a row are computed first.
const WIDE: i64 = 16;

/// A part of the picture: columns and rows of samples.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    pub(super) columns: Range<usize>,
    pub(super) rows: Range<usize>,
}

impl Window {
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Returns the number of samples.
    pub(super) fn count(&self) -> usize {
        self.columns.len() * self.rows.len()
    }

    /// Returns the index of a sample of the picture in the window, row by row.
    pub(super) fn sample(&self, column: usize, row: usize) -> usize {
        (row - self.rows.start) * self.width() + column - self.columns.start
    }

    /// Returns the columns and rows of all samples, in order.
    pub(super) fn places(&self) -> impl Iterator<Item = [usize; 2]> {
        let rows = self.rows.clone();
        rows.flat_map(|row| self.columns.clone().map(move |column| [column, row]))
    }
}

/// The nearest triangle at each sample of a part of the picture.
#[derive(Default)]
pub(super) struct Layer {
    window: Window,
    pub(super) depth: Vec<f32>,
    pub(super) triangle: Vec<u32>,
}

/// A triangle prepared for rasterization: integer corners in counter-clockwise order, and edge functions.
struct Setup {
    corners: [[i64; 2]; 3],
    /// The increments of each edge function per column and per row.
    steps: [[i64; 2]; 3],
    /// One for each edge whose samples belong to the neighbouring triangle, else zero.
    gives: [i64; 3],
    columns: Range<i64>,
    rows: Range<i64>,
}

impl Layer {
    /// Empties the layer and moves it to another part of the picture.
    pub(super) fn clear(&mut self, window: &Window) {
        self.window = window.clone();
        self.depth.clear();
        self.depth.resize(window.count(), f32::INFINITY);
        self.triangle.clear();
        self.triangle.resize(window.count(), NONE);
    }

    /// Draws a triangle as if it were nearer to the eye by `lead` samples.
    pub(super) fn draw(&mut self, triangle: u32, corners: &[[f32; 3]; 3], lead: f32) {
        let Some(setup) = Setup::of(corners) else {
            return;
        };
        let slope = Slope::of(corners);
        let common = |own: &Range<i64>, window: &Range<usize>| {
            own.start.max(window.start as i64)..own.end.min(window.end as i64)
        };
        let columns = common(&setup.columns, &self.window.columns);
        for row in common(&setup.rows, &self.window.rows) {
            let columns = setup.span(row, columns.clone());
            let start = self.window.sample(columns.start as usize, row as usize);
            let mut edges = setup.edges(columns.start, row);
            for (sample, column) in (start..).zip(columns) {
                if edges.iter().all(|&edge| edge >= 0) {
                    let depth = slope.depth(column, row) - lead;
                    if depth < self.depth[sample] - SAME {
                        self.depth[sample] = depth;
                        self.triangle[sample] = triangle;
                    }
                }
                for (edge, step) in edges.iter_mut().zip(&setup.steps) {
                    *edge += step[0];
                }
            }
        }
    }
}

/// Removes gaps and spikes thinner than a sample, which would appear as specks.
/// If `same` holds for two opposite neighbours, the sample between them takes their triangle if it differs from all
/// eight neighbours. If both are `whole` (parts of surfaces without gaps), it has to differ only from these two.
pub(super) fn remove_specks(
    layer: &mut Layer,
    same: impl Fn(u32, u32) -> bool,
    whole: impl Fn(u32) -> bool,
) {
    let width = layer.window.width();
    for row in 1..layer.window.rows.len().saturating_sub(1) {
        for column in 1..width.saturating_sub(1) {
            let sample = row * width + column;
            let (own, around) = (layer.triangle[sample], &layer.triangle);
            let (above, below) = (sample - width, sample + width);
            if own == around[sample - 1] || own == around[above] {
                continue;
            }
            let middle = if same(around[sample - 1], around[sample + 1]) {
                sample - 1
            } else if same(around[above], around[below]) {
                above
            } else {
                continue;
            };
            let alone = [above, sample, below]
                .iter()
                .flat_map(|&middle| middle - 1..=middle + 1)
                .all(|other| other == sample || !same(own, around[other]));
            if alone || (whole(around[middle]) && !same(own, around[middle])) {
                layer.triangle[sample] = layer.triangle[middle];
                layer.depth[sample] = layer.depth[middle];
            }
        }
    }
}

/// Returns the columns and the rows of samples that a triangle may touch.
pub(super) fn extent(corners: &[[f32; 3]; 3]) -> [Range<i64>; 2] {
    [0, 1].map(|axis| samples(corners.map(|corner| fixed(corner[axis]))))
}

impl Setup {
    fn of(corners: &[[f32; 3]; 3]) -> Option<Self> {
        let [a, mut b, mut c] = corners.map(|[x, y, _]| [fixed(x), fixed(y)]);
        let doubled = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        if doubled == 0 {
            return None;
        }
        if doubled < 0 {
            (b, c) = (c, b);
        }
        let corners = [a, b, c];
        let edges = [[a, b], [b, c], [c, a]].map(|[from, to]| [to[0] - from[0], to[1] - from[1]]);
        Some(Self {
            corners,
            steps: edges.map(|[x, y]| [-y * STEP, x * STEP]),
            gives: edges.map(|[x, y]| i64::from(!(y < 0 || (y == 0 && x > 0)))),
            columns: samples(corners.map(|corner| corner[0])),
            rows: samples(corners.map(|corner| corner[1])),
        })
    }

    /// Returns the edge functions at a sample: all three are non-negative for a sample inside.
    fn edges(&self, column: i64, row: i64) -> [i64; 3] {
        let [x, y] = [column, row].map(|index| index * STEP + STEP / 2);
        [0, 1, 2].map(|edge| {
            let [across, along] = self.steps[edge];
            let [from_x, from_y] = self.corners[edge];
            // The steps are whole multiples of STEP.
            (across / STEP) * (x - from_x) + (along / STEP) * (y - from_y) - self.gives[edge]
        })
    }

    /// Returns the columns of a row that lie between the edges of the triangle.
    fn span(&self, row: i64, columns: Range<i64>) -> Range<i64> {
        if columns.end - columns.start < WIDE {
            return columns;
        }
        let Range { mut start, mut end } = columns;
        let first = start;
        for (value, [step, _]) in self.edges(first, row).into_iter().zip(self.steps) {
            if step > 0 && value < 0 {
                start = start.max(first + (-value + step - 1) / step);
            } else if step < 0 {
                end = end.min(first + value.div_euclid(-step) + 1);
            } else if step == 0 && value < 0 {
                end = start;
            }
        }
        start..end.max(start)
    }
}

fn fixed(value: f32) -> i64 {
    // The cast truncates and does not round to the nearest. This suffices: equal positions stay equal.
    (value * STEP as f32) as i64
}

/// Returns the samples whose centres lie between the least and the greatest of three positions.
fn samples(positions: [i64; 3]) -> Range<i64> {
    let least = positions[0].min(positions[1]).min(positions[2]);
    let most = positions[0].max(positions[1]).max(positions[2]);
    let behind = |position: i64| (position - STEP / 2).div_euclid(STEP) + 1;
    (least - STEP / 2 + STEP - 1).div_euclid(STEP)..behind(most)
}

/// The depth as a linear function of the position. It is clamped to the depths of the corners, because a triangle seen
/// from its edge would otherwise extend beyond its corners.
struct Slope {
    corner: [f32; 3],
    across: f32,
    along: f32,
    range: [f32; 2],
}

impl Slope {
    fn of([a, b, c]: &[[f32; 3]; 3]) -> Self {
        let [p, q] = [b, c].map(|corner| [0, 1, 2].map(|axis| corner[axis] - a[axis]));
        let doubled = p[0] * q[1] - p[1] * q[0];
        let slope = |value: f32| if doubled == 0.0 { 0.0 } else { value / doubled };
        Self {
            corner: *a,
            across: slope(p[2] * q[1] - q[2] * p[1]),
            along: slope(p[0] * q[2] - q[0] * p[2]),
            range: [a[2].min(b[2]).min(c[2]), a[2].max(b[2]).max(c[2])],
        }
    }

    fn depth(&self, column: i64, row: i64) -> f32 {
        let [x, y] = [column, row].map(|index| index as f32 + 0.5);
        let depth =
            self.corner[2] + (x - self.corner[0]) * self.across + (y - self.corner[1]) * self.along;
        depth.max(self.range[0]).min(self.range[1])
    }
}

/// Returns the weights of a triangle's corners at a sample. They are between zero and one and sum to one.
pub(super) fn weights([a, b, c]: &[[f32; 3]; 3], column: usize, row: usize) -> [f32; 3] {
    let [x, y] = [column, row].map(|index| index as f32 + 0.5);
    let doubled = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    if doubled == 0.0 {
        return [1.0 / 3.0; 3];
    }
    let of_b = (x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1]);
    let of_c = (b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1]);
    let [of_b, of_c] = [of_b, of_c].map(|weight| (weight / doubled).clamp(0.0, 1.0));
    let of_c = of_c.min(1.0 - of_b);
    [1.0 - of_b - of_c, of_b, of_c]
}
