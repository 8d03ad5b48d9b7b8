//! A depth buffer: the triangle nearest to the eye at each sample. A pixel has two by two samples.
//!
//! Positions are rounded to 1/256 of a sample, and the positions of samples are compared with edges in integers.
//! So of two triangles with a common edge, exactly one owns each sample on that edge: the triangle for which it is a
//! top edge or a left edge (Pineda, A Parallel Algorithm for Polygon Rasterization, 1988).

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, dispatch, f32x8, i32x8, u32x8};

use crate::preview::vectors::level;

/// The index that means "no triangle".
pub(super) const NONE: u32 = u32::MAX;

/// The number of subdivisions of a sample along either axis, to which positions are rounded.
const STEP: i64 = 256;
/// A triangle replaces an earlier triangle only if it is nearer to the eye by more than this depth, in distances
/// between samples. So of several coincident surfaces, the first is kept, and the picture does not flicker.
pub(super) const SAME: f32 = 0.25;
/// The least width of a triangle, in samples, at which the columns that it covers are computed for each row. In
/// narrower triangles, every sample is tested.
const WIDE: i64 = 16;
/// The number of samples in a chunk. The samples of a chunk are drawn together.
pub(super) const CHUNK: usize = 8;

/// A rectangular part of the picture, as columns and rows of samples.
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

    /// Returns the index, row by row within the window, of the sample at this column and row of the picture.
    pub(super) fn sample(&self, column: usize, row: usize) -> usize {
        (row - self.rows.start) * self.width() + column - self.columns.start
    }
}

/// The nearest triangle at each sample of a part of the picture.
#[derive(Default)]
pub(super) struct Layer {
    pub(super) window: Window,
    /// The depth of each sample, and then a chunk of unused numbers: chunks of samples may extend beyond the last
    /// sample.
    pub(super) depth: Vec<f32>,
    /// The triangle at each sample, and then a chunk of [`NONE`].
    pub(super) triangle: Vec<u32>,
    /// `true` if no triangle has been drawn. All samples are then empty.
    pub(super) is_empty: bool,
}

/// A triangle prepared for rasterization: integer corners, ordered so that the signed area is positive, and edge
/// functions.
struct Setup {
    corners: [[i64; 2]; 3],
    /// The increments of each edge function per column and per row of samples. An edge function is positive inside the
    /// triangle and zero on its edge.
    steps: [[i64; 2]; 3],
    /// The value that is subtracted from each edge function: one if samples on this edge belong to the neighbouring
    /// triangle, else zero. After subtracting one, the function is negative on the edge, so samples there count as
    /// outside.
    gives: [i64; 3],
}

impl Layer {
    /// Empties the layer and moves it to another part of the picture.
    pub(super) fn clear(&mut self, window: &Window) {
        self.window = window.clone();
        let count = window.count() + CHUNK;
        self.depth.clear();
        self.depth.resize(count, f32::INFINITY);
        self.triangle.clear();
        self.triangle.resize(count, NONE);
        self.is_empty = true;
    }

    /// Draws a triangle as if it were nearer to the eye by the depth `lead`, in distances between samples.
    pub(super) fn draw(&mut self, triangle: u32, corners: &[[f32; 3]; 3], lead: f32) {
        let places = places(corners);
        let [columns, rows] = extent(&places);
        let within = |own: Range<i64>, window: &Range<usize>| {
            own.start.max(window.start as i64)..own.end.min(window.end as i64)
        };
        let columns = within(columns, &self.window.columns);
        let rows = within(rows, &self.window.rows);
        if columns.is_empty() || rows.is_empty() {
            return;
        }
        let Some(setup) = Setup::of(places) else {
            return;
        };
        self.is_empty = false;
        let slope = Slope::of(corners, lead);
        if columns.end - columns.start >= WIDE {
            dispatch!(level(), simd => {
                self.draw_wide(simd, triangle, &setup, &slope, columns, rows);
            });
        } else {
            self.draw_narrow(triangle, &setup, &slope, columns, rows);
        }
    }

    /// Draws the part of a triangle in these columns and rows. Computes for each row the columns that it covers.
    #[inline(always)]
    fn draw_wide<S: Simd>(
        &mut self,
        simd: S,
        triangle: u32,
        setup: &Setup,
        slope: &Slope,
        columns: Range<i64>,
        rows: Range<i64>,
    ) {
        let mut borders = setup
            .edges(columns.start, rows.start)
            .map(|edge| edge as f64);
        let factors = setup.steps.map(|[step, _]| -1.0 / step as f64);
        let downs = setup.steps.map(|[_, step]| step as f64);
        let mut start = self
            .window
            .sample(columns.start as usize, rows.start as usize);
        let count = (columns.end - columns.start) as f64;
        let places = i32x8::simd_from(simd, [0, 1, 2, 3, 4, 5, 6, 7]);
        let own = u32x8::splat(simd, triangle);
        for row in rows {
            let span = span(&borders, &factors, count);
            if !span.is_empty() {
                let slope = slope.row(row);
                let column = columns.start as i32 + span.start as i32;
                let samples =
                    start + span.start..start + span.start + span.len().next_multiple_of(CHUNK);
                let depths = self.depth[samples.clone()].as_chunks_mut::<CHUNK>().0;
                let owners = self.triangle[samples].as_chunks_mut::<CHUNK>().0;
                for (index, (depths, owners)) in depths.iter_mut().zip(owners).enumerate() {
                    let first = (index * CHUNK) as i32;
                    let depth = slope.depths(places + (column + first));
                    let nearest = f32x8::load_array_ref(simd, depths);
                    let is_nearer =
                        depth.simd_lt(nearest - SAME) & places.simd_lt(span.len() as i32 - first);
                    // Most chunks of a hidden triangle are left as they are.
                    if is_nearer.any_true() {
                        let owner = u32x8::load_array_ref(simd, owners);
                        is_nearer.select(depth, nearest).store_array(depths);
                        is_nearer.select(own, owner).store_array(owners);
                    }
                }
            }
            for (border, down) in borders.iter_mut().zip(downs) {
                *border += down;
            }
            start += self.window.width();
        }
    }

    /// Draws the part of a triangle in these columns and rows. Tests each sample.
    fn draw_narrow(
        &mut self,
        triangle: u32,
        setup: &Setup,
        slope: &Slope,
        columns: Range<i64>,
        rows: Range<i64>,
    ) {
        let mut edges = setup.edges(columns.start, rows.start);
        let mut start = self
            .window
            .sample(columns.start as usize, rows.start as usize);
        let [[step_a, _], [step_b, _], [step_c, _]] = setup.steps;
        let count = (columns.end - columns.start) as usize;
        for row in rows {
            let slope = slope.row(row);
            let [mut a, mut b, mut c] = edges;
            let depths = self.depth[start..start + count].iter_mut();
            let triangles = self.triangle[start..start + count].iter_mut();
            for (index, (nearest, owner)) in depths.zip(triangles).enumerate() {
                // The bitwise or of integers is negative exactly if at least one of the integers is negative.
                if a | b | c >= 0 {
                    let depth = slope.depth(columns.start as i32 + index as i32);
                    if depth < *nearest - SAME {
                        *nearest = depth;
                        *owner = triangle;
                    }
                }
                a += step_a;
                b += step_b;
                c += step_c;
            }
            setup.go_down(&mut edges);
            start += self.window.width();
        }
    }
}

/// The places of the corners of a triangle in the picture, in subdivisions of a sample.
pub(super) type Places = [[i64; 2]; 3];

/// Returns `true` if the corners of a triangle run clockwise in the picture. The corners are rounded as for the depth
/// buffer. So for the triangles of a closed surface, as many run clockwise as counterclockwise at each sample.
pub(super) fn is_clockwise(places: &Places) -> bool {
    // The second axis of the picture points down, so a positive area means clockwise.
    doubled_area(places) > 0
}

/// Returns the places of corners.
pub(super) fn places(corners: &[[f32; 3]; 3]) -> Places {
    corners.map(|[x, y, _]| [fixed(x), fixed(y)])
}

/// Returns twice the signed area of a triangle.
fn doubled_area([a, b, c]: &Places) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
}

/// Returns the columns and the rows of samples that a triangle may touch.
pub(super) fn extent(places: &Places) -> [Range<i64>; 2] {
    [0, 1].map(|axis| samples(places.map(|place| place[axis])))
}

impl Setup {
    /// Prepares a triangle whose corners are given in subdivisions of a sample. Returns `None` for a triangle without
    /// area.
    fn of([a, mut b, mut c]: Places) -> Option<Self> {
        let doubled = doubled_area(&[a, b, c]);
        if doubled == 0 {
            return None;
        }
        if doubled < 0 {
            (b, c) = (c, b);
        }
        let edge = |from: [i64; 2], to: [i64; 2]| [to[0] - from[0], to[1] - from[1]];
        let [ab, bc, ca] = [edge(a, b), edge(b, c), edge(c, a)];
        let steps = |[x, y]: [i64; 2]| [-y * STEP, x * STEP];
        let gives = |[x, y]: [i64; 2]| i64::from(!(y < 0 || (y == 0 && x > 0)));
        Some(Self {
            corners: [a, b, c],
            steps: [steps(ab), steps(bc), steps(ca)],
            gives: [gives(ab), gives(bc), gives(ca)],
        })
    }

    /// Returns the three edge functions at a sample. All are non-negative exactly for the samples that the triangle
    /// owns.
    fn edges(&self, column: i64, row: i64) -> [i64; 3] {
        let [x, y] = [column * STEP + STEP / 2, row * STEP + STEP / 2];
        let edge = |edge: usize| {
            let [across, along] = self.steps[edge];
            let [from_x, from_y] = self.corners[edge];
            // `steps` are increments per sample, and are multiples of STEP. So their quotients, the increments per
            // subdivision of a sample, are integers.
            (across / STEP) * (x - from_x) + (along / STEP) * (y - from_y) - self.gives[edge]
        };
        [edge(0), edge(1), edge(2)]
    }

    /// Moves the three edge functions to the sample below.
    fn go_down(&self, edges: &mut [i64; 3]) {
        for (value, [_, step]) in edges.iter_mut().zip(self.steps) {
            *value += step;
        }
    }
}

/// Returns the columns that a triangle covers in a row, counted from the first of `count` columns. `edges` are the edge
/// functions in the first column. `factors` are −1/step, where the steps are the increments of the edge functions per
/// column.
///
/// An edge function is zero at the column `edge · factor`, which need not be an integer. The steps are integers of at
/// most 2³⁰, because a picture has at most 2¹⁴ samples along either axis. So the column is an integer, or at least 2⁻³⁰
/// away from each integer. Rounding errors are far smaller.
#[inline(always)]
fn span(edges: &[f64; 3], factors: &[f64; 3], count: f64) -> Range<usize> {
    const MARGIN: f64 = 1.0 / (1_u64 << 31) as f64;
    let [mut start, mut end] = [0.0_f64, count];
    for (edge, factor) in edges.iter().zip(factors) {
        if factor.is_infinite() {
            if *edge < 0.0 {
                return 0..0;
            }
            continue;
        }
        // Casts to integers round down. With the margins, the first column at or after the zero is `first`, rounded
        // down, and the first column after the zero is `beyond`, rounded down.
        let after = edge * factor + 1.0;
        let (first, beyond) = (after - MARGIN, after + MARGIN);
        if *factor < 0.0 {
            start = if first > start { first } else { start };
        } else {
            end = if beyond < end { beyond } else { end };
        }
    }
    // The comparison also excludes ends before the first column. Casts to 32 bits are faster than casts to `usize`.
    if start < end {
        start as i32 as usize..end as i32 as usize
    } else {
        0..0
    }
}

fn fixed(value: f32) -> i64 {
    // The cast truncates instead of rounding to the nearest. Truncation is enough, because it keeps equal positions
    // equal. Positions in a picture fit in 32 bits, and casts to such integers are faster than casts to 64 bits.
    i64::from((value * STEP as f32) as i32)
}

/// Returns the samples whose centres lie between the least and the greatest of three positions, which are in
/// subdivisions of a sample.
fn samples(positions: [i64; 3]) -> Range<i64> {
    let least = positions[0].min(positions[1]).min(positions[2]);
    let most = positions[0].max(positions[1]).max(positions[2]);
    let behind = |position: i64| (position - STEP / 2).div_euclid(STEP) + 1;
    (least - STEP / 2 + STEP - 1).div_euclid(STEP)..behind(most)
}

/// The depth of a triangle as a linear function of the position in the picture. If the triangle is seen nearly edge-on,
/// this function can leave the range of the corners' depths. So its values are clamped to this range.
struct Slope {
    corner: [f32; 3],
    across: f32,
    along: f32,
    range: [f32; 2],
    /// The depth by which all depths of the triangle are reduced.
    lead: f32,
}

impl Slope {
    fn of([a, b, c]: &[[f32; 3]; 3], lead: f32) -> Self {
        let p = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        let q = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
        let doubled = p[0] * q[1] - p[1] * q[0];
        let slope = |value: f32| if doubled == 0.0 { 0.0 } else { value / doubled };
        Self {
            corner: *a,
            across: slope(p[2] * q[1] - q[2] * p[1]),
            along: slope(p[0] * q[2] - q[0] * p[2]),
            range: [a[2].min(b[2]).min(c[2]), a[2].max(b[2]).max(c[2])],
            lead,
        }
    }

    /// Returns the depths of the triangle in a row, reduced by `lead`.
    fn row(&self, row: i64) -> RowSlope {
        RowSlope {
            corner: self.corner,
            across: self.across,
            along: (row as f32 + 0.5 - self.corner[1]) * self.along,
            range: self.range,
            lead: self.lead,
        }
    }
}

/// The depths of a triangle in one row.
struct RowSlope {
    corner: [f32; 3],
    across: f32,
    /// The depth at the point of this row that has the same x coordinate as `corner`, minus the depth at `corner`.
    along: f32,
    range: [f32; 2],
    lead: f32,
}

impl RowSlope {
    /// Returns the depths at eight columns: the same numbers as [`RowSlope::depth`].
    #[inline(always)]
    fn depths<S: Simd>(&self, columns: i32x8<S>) -> f32x8<S> {
        let x = f32x8::float_from(columns) + 0.5;
        let depth = (x - self.corner[0]) * self.across + self.corner[2] + self.along;
        let [least, most] = self.range;
        depth.max(least).min(most) - self.lead
    }

    /// Returns the depth at a column. A column fits in 32 bits, and such integers are faster to convert to floats than
    /// integers of 64 bits.
    #[inline(always)]
    fn depth(&self, column: i32) -> f32 {
        let x = column as f32 + 0.5;
        let depth = self.corner[2] + (x - self.corner[0]) * self.across + self.along;
        // Comparisons are faster than `max` and `min`, which treat NaN separately.
        let [least, most] = self.range;
        let depth = if depth > least { depth } else { least };
        (if depth < most { depth } else { most }) - self.lead
    }
}

/// The barycentric weights of a triangle's corners at the samples of one row.
pub(super) struct RowWeights {
    left: f32,
    /// The weights of the corners `b` and `c` in the column `left`.
    start: [f32; 2],
    /// The increments of these weights per column.
    step: [f32; 2],
}

impl RowWeights {
    pub(super) fn of([a, b, c]: &[[f32; 3]; 3], row: usize) -> Self {
        let y = row as f32 + 0.5 - a[1];
        let [p, q] = [[b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]];
        let doubled = p[0] * q[1] - q[0] * p[1];
        if doubled == 0.0 {
            return Self {
                left: a[0],
                start: [1.0 / 3.0; 2],
                step: [0.0; 2],
            };
        }
        let factor = 1.0 / doubled;
        Self {
            left: a[0],
            start: [-q[0] * y * factor, p[0] * y * factor],
            step: [q[1] * factor, -p[1] * factor],
        }
    }

    /// Returns the weights at a column. The weights are between zero and one, and their sum is one.
    pub(super) fn at(&self, column: usize) -> [f32; 3] {
        let x = column as i32 as f32 + 0.5 - self.left;
        let of_b = (self.start[0] + x * self.step[0]).clamp(0.0, 1.0);
        let of_c = (self.start[1] + x * self.step[1])
            .clamp(0.0, 1.0)
            .min(1.0 - of_b);
        [1.0 - of_b - of_c, of_b, of_c]
    }
}
