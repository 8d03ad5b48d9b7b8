//! Obstacles for room labels: objects that are drawn over the rooms.

use crate::class::Class;
use crate::grid::Frame;
use crate::outline::{self, Edge, Outline};
use crate::style::Layer;
use crate::text::Rect;

/// The outlines of everything that is drawn over rooms. The edges are cut into pieces and sorted into the cells of a
/// grid over the frame. The closed outlines are stored, too.
pub(crate) struct Obstacles {
    cells: Vec<Vec<Edge>>,
    columns: usize,
    rows: usize,
    origin: [f64; 2],
    outlines: Vec<Outline>,
}

/// The radius in px of the disc that marks an open end of a chain. The horizontal and the vertical diameter of the disc
/// are obstacles.
const DISC: f64 = 1.6;

/// The size of a cell, which is also the greatest length of an edge piece, in px.
const CELL: f64 = 24.0;

impl Obstacles {
    pub(crate) fn of(classes: &[Class<'_>], frame: &Frame) -> Self {
        let [columns, rows] =
            [frame.width, frame.height].map(|length| (length / CELL) as usize + 1);
        let mut obstacles = Self {
            cells: vec![Vec::new(); columns * rows],
            columns,
            rows,
            origin: [frame.left, frame.top],
            outlines: Vec::new(),
        };
        let over = classes
            .iter()
            .filter(|class| class.style.layer > Layer::Space);
        for (class, object) in
            over.flat_map(|class| class.objects.iter().map(move |object| (class, object)))
        {
            for edge in object
                .trace
                .edges()
                .chain(object.trace.open_edges())
                .map(outline::edge)
            {
                obstacles.insert(edge);
            }
            for [x, y] in object
                .trace
                .open_ends
                .iter()
                .map(|mark| outline::point(*mark))
            {
                obstacles.insert([[x - DISC, y], [x + DISC, y]]);
                obstacles.insert([[x, y - DISC], [x, y + DISC]]);
            }
            if class.style.fill.is_some() {
                obstacles.outlines.extend(Outline::of(object));
            }
        }
        // The method `cover` tests the outlines in order and stops at the first outline that contains the point. Large
        // outlines come first, because they contain the point most often.
        obstacles
            .outlines
            .sort_by(|a, b| b.box_area().total_cmp(&a.box_area()));
        obstacles
    }

    fn insert(&mut self, [[ax, ay], [bx, by]]: Edge) {
        let pieces = ((bx - ax).abs().max((by - ay).abs()) / CELL)
            .ceil()
            .clamp(1.0, 200.0) as u32;
        let at = |number: u32| {
            let part = f64::from(number) / f64::from(pieces);
            [ax + (bx - ax) * part, ay + (by - ay) * part]
        };
        for number in 0..pieces {
            let piece = [at(number), at(number + 1)];
            let [[ax, ay], [bx, by]] = piece;
            let bounds = Rect {
                left: ax.min(bx),
                top: ay.min(by),
                right: ax.max(bx),
                bottom: ay.max(by),
            };
            for cell in self.cells_of(&bounds) {
                if let Some(edges) = self.cells.get_mut(cell) {
                    edges.push(piece);
                }
            }
        }
    }

    fn cells_of(&self, rect: &Rect) -> Vec<usize> {
        let column = |x: f64| (((x - self.origin[0]) / CELL) as usize).min(self.columns - 1);
        let row = |y: f64| (((y - self.origin[1]) / CELL) as usize).min(self.rows - 1);
        let columns = column(rect.left)..=column(rect.right);
        (row(rect.top)..=row(rect.bottom))
            .flat_map(|row| {
                columns
                    .clone()
                    .map(move |column| row * self.columns + column)
            })
            .collect()
    }

    /// Returns `true` if the outline of an obstacle crosses the box.
    pub(crate) fn cross(&self, rect: &Rect) -> bool {
        self.cells_of(rect)
            .into_iter()
            .filter_map(|cell| self.cells.get(cell))
            .flatten()
            .any(|edge| outline::meets(edge, rect))
    }

    /// Returns `true` if the point lies within an obstacle.
    pub(crate) fn cover(&self, point: [f64; 2]) -> bool {
        self.outlines.iter().any(|outline| outline.covers(point))
    }
}
