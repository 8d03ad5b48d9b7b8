//! Masks, and how they are filled row by row.

use std::ops::Range;

use transect::Side;
use transect::predicates::orient2d;

use crate::mask::frame::{MaskError, MaskFrame};
use crate::pixels::compress;

/// The bits per pixel of a mask as PNG.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MaskDepth {
    /// One bit per pixel: 1 is on (white), 0 is off (black).
    #[default]
    One,
    /// Eight bits per pixel: 255 is on (white), 0 is off (black).
    Eight,
}

/// A layer as a black-and-white picture.
///
/// A pixel is on if its centre is in the material of one of the objects: the winding number of the object's loops about
/// the centre is not zero. A centre on an outline is treated as if it lay an infinitesimal distance to the right and
/// an infinitely smaller distance upward. So left and lower borders belong to the material, and right and upper borders
/// do not. Two parts with a common border then have no pixel in common, and no pixel between them is left out.
/// (Graphics hardware uses a rule of this kind.)
///
/// ```
/// use transect_draw::MaskFrame;
/// let frame = MaskFrame::new([0.0, 0.0], 1.0, [8, 3])?;
/// let triangle = vec![[1.0, 0.0], [7.0, 0.0], [4.0, 3.0]];
/// let object = [triangle];
/// let mask = frame.mask([object.as_slice()])?;
/// assert_eq!(mask.to_string(), "...#....\n..###...\n.#####..\n");
/// assert_eq!(mask.pixels_on(), 9);
/// # Ok::<(), transect_draw::MaskError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    width: usize,
    height: usize,
    /// The pixels, one bit each, row by row from the top. Rows are padded with zeros to whole bytes. The highest bit of
    /// a byte is the leftmost pixel, as in PNG.
    bits: Vec<u8>,
}

impl MaskFrame {
    /// Draws a layer, given as the loops of each of its objects. The first point of a loop is not repeated. The
    /// winding numbers of an object's loops are added up. The mask is the union of the objects.
    ///
    /// A row visits only the edges that cross it. The column at which an edge crosses a row is estimated in floats. The
    /// exact sides of the edge on which the neighbouring pixel centres lie then confirm or correct the estimate.
    ///
    /// # Errors
    /// Returns [`MaskError::NotFinite`] if a coordinate is not finite.
    pub fn mask<'a>(
        &self,
        objects: impl IntoIterator<Item = &'a [Vec<[f64; 2]>]>,
    ) -> Result<Mask, MaskError> {
        let mut mask = Mask {
            width: self.width(),
            height: self.height(),
            bits: vec![0; self.width().div_ceil(8) * self.height()],
        };
        for loops in objects {
            if loops.iter().flatten().flatten().any(|c| !c.is_finite()) {
                return Err(MaskError::NotFinite);
            }
            let mut edges: Vec<Edge> = loops.iter().flat_map(|points| self.edges(points)).collect();
            edges.sort_unstable_by_key(|edge| edge.rows.start);
            self.fill(&edges, &mut mask);
        }
        Ok(mask)
    }

    /// Returns those edges of a loop that cross at least one row of pixel centres.
    fn edges<'l>(&self, points: &'l [[f64; 2]]) -> impl Iterator<Item = Edge> + use<'_, 'l> {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).filter_map(|(from, to)| {
            let (low, high, turn) = if from[1] < to[1] {
                (*from, *to, 1)
            } else {
                (*to, *from, -1)
            };
            // An edge crosses the rows from its lower end, which is included, to its upper end, which is excluded.
            let row = |end: f64| self.rows.partition_point(|center| *center < end);
            let rows = row(low[1])..row(high[1]);
            (!rows.is_empty()).then_some(Edge {
                low,
                high,
                turn,
                rows,
            })
        })
    }

    /// Turns on the pixels of an object with these edges, which are sorted by their first rows.
    fn fill(&self, edges: &[Edge], mask: &mut Mask) {
        let end = edges.iter().map(|edge| edge.rows.end).max();
        let start = edges.first().map_or(0, |edge| edge.rows.start);
        let mut waiting = edges.iter().peekable();
        let mut active: Vec<&Edge> = Vec::new();
        let mut crossings: Vec<(usize, i32)> = Vec::new();
        for row in start..end.unwrap_or(start) {
            active.retain(|edge| edge.rows.end > row);
            while let Some(edge) = waiting.next_if(|edge| edge.rows.start <= row) {
                active.push(edge);
            }
            crossings.clear();
            crossings.extend(
                active
                    .iter()
                    .map(|edge| (self.column(edge, row), edge.turn)),
            );
            crossings.sort_unstable();
            let mut winding = 0;
            let mut begin = 0;
            for &(column, turn) in &crossings {
                if winding != 0 {
                    self.turn_on(row, begin..column, mask);
                }
                winding += turn;
                begin = column;
            }
        }
    }

    /// Returns the number of pixel centres in a row that lie to the left of an edge. Centres on the edge do not count.
    fn column(&self, edge: &Edge, row: usize) -> usize {
        let height = self.rows[row];
        let is_left = |column: usize| {
            orient2d(&edge.low, &edge.high, &[self.columns[column], height]) == Side::Front
        };
        let [low, high] = [edge.low, edge.high];
        let crossing = low[0] + (height - low[1]) / (high[1] - low[1]) * (high[0] - low[0]);
        let guess = ((crossing - self.origin[0]) / self.pixel - 0.5).ceil();
        let guess = (guess.max(0.0) as usize).min(self.width());
        let is_right_guess =
            (guess == 0 || is_left(guess - 1)) && (guess == self.width() || !is_left(guess));
        if is_right_guess {
            return guess;
        }
        // The centres of a row are in ascending order, so those to the left of the edge come first.
        let (mut least, mut most) = (0, self.width());
        while least < most {
            let middle = least.midpoint(most);
            if is_left(middle) {
                least = middle + 1;
            } else {
                most = middle;
            }
        }
        least
    }

    /// Turns on a range of columns, counted from the left of the raster, in a row, counted from its bottom.
    fn turn_on(&self, row: usize, columns: Range<usize>, mask: &mut Mask) {
        let row = if self.mirrored[1] {
            row
        } else {
            mask.height - 1 - row
        };
        let columns = if self.mirrored[0] {
            mask.width - columns.end..mask.width - columns.start
        } else {
            columns
        };
        if columns.is_empty() {
            return;
        }
        let bytes = mask.width.div_ceil(8);
        let bits = &mut mask.bits[row * bytes..(row + 1) * bytes];
        let [first, last] = [columns.start / 8, (columns.end - 1) / 8];
        let from_start = 0xFF_u8 >> (columns.start % 8);
        let to_end = !(0x7F_u8 >> ((columns.end - 1) % 8));
        if first == last {
            bits[first] |= from_start & to_end;
        } else {
            bits[first] |= from_start;
            bits[first + 1..last].fill(0xFF);
            bits[last] |= to_end;
        }
    }
}

/// An edge of a loop, from its lower to its upper end.
#[derive(Debug)]
struct Edge {
    low: [f64; 2],
    high: [f64; 2],
    /// 1 if the loop runs upward along the edge, −1 if it runs downward.
    turn: i32,
    /// The rows of centres that the edge crosses.
    rows: Range<usize>,
}

impl Mask {
    /// Returns `true` if a pixel is on. The column is counted from the left, the row from the top of the picture.
    ///
    /// # Panics
    /// Panics if the picture has no such pixel.
    #[must_use]
    pub fn is_on(&self, column: usize, row: usize) -> bool {
        assert!(column < self.width, "column {column} of {}", self.width);
        let byte = self.bits[row * self.width.div_ceil(8) + column / 8];
        byte & (0x80 >> (column % 8)) != 0
    }

    /// Returns the number of pixels that are on.
    #[must_use]
    pub fn pixels_on(&self) -> usize {
        self.bits
            .iter()
            .map(|byte| byte.count_ones() as usize)
            .sum()
    }

    /// Returns the mask as a grey PNG.
    ///
    /// ```
    /// use transect_draw::{MaskDepth, MaskFrame};
    /// let square = [vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]];
    /// let frame = MaskFrame::around([[0.0, 0.0], [1.0, 1.0]], 0.05)?;
    /// let png = frame.mask([square.as_slice()])?.to_png(MaskDepth::One);
    /// // The width and the height, then 1 bit per pixel, and type 0: grey.
    /// assert_eq!(png[16..26], [0, 0, 0, 20, 0, 0, 0, 20, 1, 0]);
    /// # Ok::<(), transect_draw::MaskError>(())
    /// ```
    #[must_use]
    pub fn to_png(&self, depth: MaskDepth) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Grayscale);
        compress(&mut encoder);
        let expanded;
        let pixels = match depth {
            MaskDepth::One => {
                encoder.set_depth(png::BitDepth::One);
                &self.bits
            }
            MaskDepth::Eight => {
                encoder.set_depth(png::BitDepth::Eight);
                expanded = self.expanded();
                &expanded
            }
        };
        let written = encoder.write_header().and_then(|mut image| {
            image.write_image_data(pixels)?;
            image.finish()
        });
        written.expect("memory does not fail, and the pixels fill the picture");
        file
    }

    /// Returns the pixels, one byte each.
    fn expanded(&self) -> Vec<u8> {
        let rows = self.bits.chunks_exact(self.width.div_ceil(8));
        let row = |bits: &[u8]| {
            let on = (0..self.width).map(|column| bits[column / 8] & (0x80 >> (column % 8)) != 0);
            on.map(|on| if on { 0xFF } else { 0 }).collect::<Vec<u8>>()
        };
        rows.flat_map(row).collect()
    }
}

impl std::fmt::Display for Mask {
    /// Writes one line per row: `#` for a pixel that is on, and `.` for one that is off.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (0..self.height).try_for_each(|row| {
            let pixel = |column| if self.is_on(column, row) { '#' } else { '.' };
            let line: String = (0..self.width).map(pixel).collect();
            writeln!(f, "{line}")
        })
    }
}
