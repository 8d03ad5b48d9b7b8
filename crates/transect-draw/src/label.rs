//! Labels of rooms: where the largest box of the label's shape fits, clear of everything else.

use crate::drawing::Drawing;
use crate::drawing::Item;
use crate::grid::Frame;
use crate::page::Class;
use crate::page::Object;
use crate::style::Layer;
use crate::text;
use crate::text::Anchor;
use crate::text::Rect;
use crate::text::Role;
use crate::text::Text;
use crate::text::Texts;
use crate::trace::Mark;
use std::collections::BinaryHeap;

/// Rooms with more edges get no label: no room of a building has so many, and the search takes time.
const MOST_EDGES: usize = 10_000;

/// Labels the rooms, the largest first; a label that does not fit is left out.
pub(crate) fn place_rooms(
    texts: &mut Texts,
    drawing: &Drawing,
    classes: &[Class<'_>],
    frame: &Frame,
) {
    let mut rooms: Vec<&Object<'_>> = classes
        .iter()
        .filter(|class| class.style.layer == Layer::Space)
        .flat_map(|class| &class.objects)
        .collect();
    if rooms.is_empty() {
        return;
    }
    rooms.sort_by(|a, b| b.item.area.total_cmp(&a.item.area));
    let obstacles = Obstacles::of(classes, frame);
    for room in rooms {
        let Some(outline) = Outline::of(room).filter(|outline| outline.edges.len() <= MOST_EDGES)
        else {
            continue;
        };
        for lines in variants(room.item, drawing) {
            if place(texts, &outline, &obstacles, &lines) {
                break;
            }
        }
    }
}

/// The lines of a label, the most telling variant first.
fn variants(room: &Item, drawing: &Drawing) -> Vec<Vec<(Role, String)>> {
    let name = (!room.own_name().is_empty() && !is_identifier(room.own_name())).then(|| {
        (
            Role::Room,
            text::fitted(room.own_name().trim(), 10.0, true, 160.0),
        )
    });
    let area = (room.area.is_finite() && room.area > 0.0)
        .then(|| (Role::Area, area_label(room.area, drawing.unit.as_deref())));
    match (name, area) {
        (Some(name), Some(area)) => vec![vec![name.clone(), area.clone()], vec![name], vec![area]],
        (name, area) => vec![name.into_iter().chain(area).collect()],
    }
}

/// Whether a name is for machines: a GUID of IFC (22 characters) or of the usual form (36).
fn is_identifier(name: &str) -> bool {
    let of = |extra: &[char]| {
        name.chars()
            .all(|c| c.is_ascii_alphanumeric() || extra.contains(&c))
    };
    match name.len() {
        22 => of(&['_', '$']),
        36 => of(&['-']),
        _ => false,
    }
}

/// An area with three digits or so, and the unit squared; a mere number if the unit is not known.
fn area_label(area: f64, unit: Option<&str>) -> String {
    let number = match area {
        1e6.. => format!("{area:.2e}"),
        100.0.. => format!("{area:.0}"),
        1.0.. => format!("{area:.1}"),
        1e-3.. => format!("{area:.3}"),
        _ => format!("{area:.2e}"),
    };
    match unit {
        Some(unit) => format!("{number} {unit}²"),
        None => number,
    }
}

/// Places the lines at the best free place of the room; says whether there is one.
fn place(
    texts: &mut Texts,
    outline: &Outline,
    obstacles: &Obstacles,
    lines: &[(Role, String)],
) -> bool {
    const LEADING: f64 = 12.0;
    const AIR: f64 = 2.0;
    let width = lines
        .iter()
        .map(|(role, line)| text::width(line, role.look().0, role.look().2))
        .fold(0.0, f64::max);
    if lines.is_empty() || width == 0.0 {
        return false;
    }
    let size = [width + 2.0 * AIR, LEADING * lines.len() as f64 + AIR];
    if !outline.is_larger_than(size) {
        return false;
    }
    let bounds = |center: [f64; 2]| Rect::around(center, size[0], size[1]);
    let candidates: Vec<[f64; 2]> = outline
        .candidates(size)
        .into_iter()
        .filter(|center| outline.holds(&bounds(*center)) && texts.free(&bounds(*center)))
        .collect();
    // Best on the bare floor, then within one object, then across its outline.
    let uncrossed = || {
        candidates
            .iter()
            .filter(|center| !obstacles.cross(&bounds(**center)))
    };
    let center = uncrossed()
        .find(|center| !obstacles.cover(**center))
        .or_else(|| uncrossed().next())
        .or(candidates.first());
    let Some(&[x, y]) = center else {
        return false;
    };
    let first = y - LEADING * (lines.len() as f64 - 1.0) / 2.0 + 3.4;
    for (number, (role, content)) in lines.iter().enumerate() {
        texts.place(Text {
            role: *role,
            anchor: Anchor::Middle,
            at: [x, first + LEADING * number as f64],
            content: content.clone(),
        });
    }
    true
}

type Edge = [[f64; 2]; 2];

/// The closed outline of an object, in px.
struct Outline {
    edges: Vec<Edge>,
    bounds: Rect,
}

impl Outline {
    fn of(object: &Object<'_>) -> Option<Self> {
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

    fn is_larger_than(&self, [width, height]: [f64; 2]) -> bool {
        let Rect {
            left,
            top,
            right,
            bottom,
        } = self.bounds;
        right - left > width && bottom - top > height
    }

    fn covers(&self, [x, y]: [f64; 2]) -> bool {
        let Rect {
            left,
            top,
            right,
            bottom,
        } = self.bounds;
        (left..=right).contains(&x) && (top..=bottom).contains(&y) && self.winding([x, y]) != 0
    }

    /// Whether the box lies wholly within the room.
    fn holds(&self, rect: &Rect) -> bool {
        let center = [
            (rect.left + rect.right) / 2.0,
            (rect.top + rect.bottom) / 2.0,
        ];
        self.covers(center) && !self.edges.iter().any(|edge| meets(edge, rect))
    }

    /// How often the outline goes round the point.
    fn winding(&self, [x, y]: [f64; 2]) -> i32 {
        self.edges
            .iter()
            .map(|&[[ax, ay], [bx, by]]| {
                let up = i32::from(ay <= y && by > y);
                let down = i32::from(by <= y && ay > y);
                // Left of the crossing of the edge with the horizontal line through the point.
                let left = x < ax + (y - ay) / (by - ay) * (bx - ax);
                if left { up - down } else { 0 }
            })
            .sum()
    }

    /// Places for a box of this size, the best first: the centre of the largest box of its shape,
    /// then a grid, from there outwards.
    fn candidates(&self, size: [f64; 2]) -> Vec<[f64; 2]> {
        let best = self.center_of_largest_box(size[1] / size[0]);
        let Rect {
            left,
            top,
            right,
            bottom,
        } = self.bounds;
        let counts = [
            (right - left) / (size[0] / 4.0),
            (bottom - top) / (size[1] / 2.0),
        ]
        .map(|count| count.clamp(1.0, 24.0).floor() as u32);
        let mut grid: Vec<[f64; 2]> = (0..counts[0])
            .flat_map(|column| (0..counts[1]).map(move |row| [column, row]))
            .map(|[column, row]| {
                let part = |number: u32, count: u32| (f64::from(number) + 0.5) / f64::from(count);
                [
                    left + (right - left) * part(column, counts[0]),
                    top + (bottom - top) * part(row, counts[1]),
                ]
            })
            .collect();
        let distance = |[x, y]: &[f64; 2]| (x - best[0]).hypot(y - best[1]);
        grid.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        std::iter::once(best).chain(grid).collect()
    }

    /// The centre of the largest box with this ratio of height to width that lies in the room: the
    /// pole of inaccessibility (Garcia-Castellanos and Lombardo 2007) in the maximum norm, by the
    /// search with a priority queue of Agafonkin's polylabel. The centroid wins among equals.
    fn center_of_largest_box(&self, ratio: f64) -> [f64; 2] {
        let Rect {
            left,
            top,
            right,
            bottom,
        } = self.bounds;
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
        let middle = [(left + right) / 2.0, (top + bottom) / 2.0];
        let half = ((right - left) / 2.0).max((bottom - top) / 2.0 / ratio);
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
            // A little more room is not worth leaving the middle.
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
            return [
                (self.bounds.left + self.bounds.right) / 2.0,
                (self.bounds.top + self.bounds.bottom) / 2.0,
            ];
        }
        [ox + x / (3.0 * area), oy + y / (3.0 * area)]
    }
}

/// A square of the search (in the norm of the label), and the largest box it may hold the centre of.
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

/// The distance `max(|dx|, |dy| / ratio)` from a point to an edge. It is convex and piecewise linear
/// along the edge, so it is least at an end or where two of its linear parts meet.
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

fn edge((from, to): (Mark, Mark)) -> Edge {
    [from, to].map(|mark| mark.map(|hundredths| hundredths as f64 / 100.0))
}

/// Whether an edge meets a box: neither an axis nor the edge's own line parts them.
fn meets(&[[ax, ay], [bx, by]]: &Edge, rect: &Rect) -> bool {
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

/// All that is drawn over rooms: its edges, cut to pieces and sorted into the cells of a grid over
/// the frame, and its closed outlines.
struct Obstacles {
    cells: Vec<Vec<Edge>>,
    columns: usize,
    rows: usize,
    origin: [f64; 2],
    outlines: Vec<Outline>,
}

/// The size of a cell and of the longest piece of an edge, in px.
const CELL: f64 = 24.0;

impl Obstacles {
    fn of(classes: &[Class<'_>], frame: &Frame) -> Self {
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
                .map(edge)
            {
                obstacles.insert(edge);
            }
            if class.style.fill.is_some() {
                obstacles.outlines.extend(Outline::of(object));
            }
        }
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

    /// Whether an outline runs through the box.
    fn cross(&self, rect: &Rect) -> bool {
        self.cells_of(rect)
            .into_iter()
            .filter_map(|cell| self.cells.get(cell))
            .flatten()
            .any(|edge| meets(edge, rect))
    }

    /// Whether the point lies within an object.
    fn cover(&self, point: [f64; 2]) -> bool {
        self.outlines.iter().any(|outline| outline.covers(point))
    }
}
