//! A spur gear with a hub, to print: a closed part in millimetres.
//!
//! The flat faces are made of rings between two closed loops around a common centre, so no general triangulation is needed.

use std::f64::consts::PI;

/// The size of the teeth: the diameter of the pitch circle divided by the number of teeth.
const MODULE: f64 = 2.0;
const TEETH: usize = 24;
/// The angle between the flanks and the radius at the pitch circle.
const PRESSURE_ANGLE: f64 = 20.0 * PI / 180.0;
/// The number of straight pieces of a flank.
const FLANK: usize = 4;
/// The heights of the gear: its bottom, the floor of the recess, its top, and the top of the hub.
const FLOOR: f64 = 6.0;
const TOP: f64 = 10.0;
const HUB_TOP: f64 = 18.0;
/// The size of the bevels of the teeth and of the hub.
const BEVEL: f64 = 0.6;
/// The radii of the recess, the hub and the bore.
const RECESS: f64 = 19.0;
const HUB: f64 = 9.0;
const BORE: f64 = 5.0;
/// The width of the keyway, and the distance of its bottom from the axis.
const KEYWAY: [f64; 2] = [4.0, 6.8];
/// The holes in the web: their number, their radius, and the distance of their centres from the axis.
const HOLES: usize = 6;
const HOLE: [f64; 2] = [3.4, 14.0];
/// The numbers of pieces of the circles. Those of the recess and of the hub are multiples of the number of holes.
const RECESS_PIECES: usize = 96;
const HUB_PIECES: usize = 72;
const HOLE_PIECES: usize = 32;
const BORE_PIECES: usize = 40;

type Point = [f64; 2];
type Loop = Vec<Point>;

/// Returns the gear as a binary STL file.
pub(super) fn gear() -> Vec<u8> {
    let triangles = triangles();
    let mut bytes = b"transect sample: spur gear, module 2, 24 teeth, mm".to_vec();
    bytes.resize(80, b' ');
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for corners in triangles {
        let normal = normal(&corners);
        for vector in [normal].into_iter().chain(corners) {
            for coordinate in vector {
                bytes.extend((coordinate as f32).to_le_bytes());
            }
        }
        bytes.extend([0, 0]);
    }
    bytes
}

fn triangles() -> Vec<[[f64; 3]; 3]> {
    let teeth = teeth();
    let outline: Loop = teeth.iter().flat_map(Tooth::outline).collect();
    let roots: Loop = teeth.iter().flat_map(Tooth::root).collect();
    let bevelled = |outline: &Loop| shrunk(outline, BEVEL);
    let recess = circle([0.0, 0.0], RECESS, RECESS_PIECES);
    let hub = circle([0.0, 0.0], HUB, HUB_PIECES);
    let bore = bore();
    let holes: Vec<Loop> = (0..HOLES).map(hole).collect();
    let mut solid = Solid::default();

    // The bottom, which is flat, so that the part prints without supports.
    let tooth_faces: Vec<[Point; 3]> = teeth
        .iter()
        .flat_map(Tooth::triangles)
        .map(|corners| corners.map(|corner| moved_inward(corner, BEVEL)))
        .collect();
    let rim = [tooth_faces, ring(&bevelled(&roots), &recess, [0.0, 0.0])].concat();
    let web = web(&recess, &hub, &holes);
    let below = [&rim[..], &web, &ring(&hub, &bore, [0.0, 0.0])].concat();
    solid.flat(&below, 0.0, false);
    // The teeth with their bevels, and the top of the rim.
    solid.wall(&bevelled(&outline), &outline, [0.0, BEVEL], true);
    solid.wall(&outline, &outline, [BEVEL, TOP - BEVEL], true);
    solid.wall(&outline, &bevelled(&outline), [TOP - BEVEL, TOP], true);
    solid.flat(&rim, TOP, true);
    // The recess with its holes, and the hub.
    solid.wall(&recess, &recess, [FLOOR, TOP], false);
    solid.flat(&web, FLOOR, true);
    for hole in &holes {
        solid.wall(hole, hole, [0.0, FLOOR], false);
    }
    let hub_end = shrunk(&hub, BEVEL);
    solid.wall(&hub, &hub, [FLOOR, HUB_TOP - BEVEL], true);
    solid.wall(&hub, &hub_end, [HUB_TOP - BEVEL, HUB_TOP], true);
    solid.flat(&ring(&hub_end, &bore, [0.0, 0.0]), HUB_TOP, true);
    solid.wall(&bore, &bore, [0.0, HUB_TOP], false);
    solid.0
}

/// The triangles of a closed surface.
#[derive(Default)]
struct Solid(Vec<[[f64; 3]; 3]>);

impl Solid {
    /// Adds triangles at a height, which face up or down.
    fn flat(&mut self, triangles: &[[Point; 3]], height: f64, faces_up: bool) {
        for &[a, b, c] in triangles {
            let corners = if faces_up { [a, b, c] } else { [a, c, b] };
            self.0.push(corners.map(|[x, y]| [x, y, height]));
        }
    }

    /// Adds the wall between two loops with equally many points at two heights. It faces away from the axis of the loop, or
    /// towards it.
    fn wall(&mut self, low: &Loop, high: &Loop, heights: [f64; 2], faces_out: bool) {
        for index in 0..low.len() {
            let next = (index + 1) % low.len();
            let at = |[x, y]: Point, height: f64| [x, y, height];
            let [a, b] = [low[index], low[next]].map(|point| at(point, heights[0]));
            let [c, d] = [high[index], high[next]].map(|point| at(point, heights[1]));
            if faces_out {
                self.0.extend([[a, b, d], [a, d, c]])
            } else {
                self.0.extend([[a, d, b], [a, c, d]])
            }
        }
    }
}

/// The flanks of a tooth, from the root to the tip, in the direction in which angles decrease and increase from its middle.
struct Tooth {
    before: Vec<Point>,
    behind: Vec<Point>,
    /// The middle of the gap behind the tooth.
    gap: Point,
}

impl Tooth {
    /// Returns the points of the outline: up the first flank, down the second one, and the gap.
    fn outline(&self) -> Loop {
        let behind = self.behind.iter().rev();
        let both = self.before.iter().chain(behind).copied();
        both.chain([self.gap]).collect()
    }

    /// Returns the points at the root.
    fn root(&self) -> [Point; 3] {
        [self.before[0], self.behind[0], self.gap]
    }

    /// Returns the face of the tooth outside of the line between its roots.
    fn triangles(&self) -> Vec<[Point; 3]> {
        let pieces = (0..FLANK).flat_map(|index| {
            let [a, b] = [self.before[index], self.before[index + 1]];
            let [c, d] = [self.behind[index], self.behind[index + 1]];
            [[a, b, c], [b, d, c]]
        });
        pieces.collect()
    }
}

/// Returns the teeth, with involute flanks.
fn teeth() -> Vec<Tooth> {
    let pitch = MODULE * TEETH as f64 / 2.0;
    let [root, tip] = [pitch - 1.25 * MODULE, pitch + MODULE];
    let base = pitch * libm::cos(PRESSURE_ANGLE);
    let involute = |radius: f64| {
        let angle = libm::acos((base / radius).min(1.0));
        libm::tan(angle) - angle
    };
    // Half of the angle of a tooth at a radius; at the pitch circle, teeth and gaps are equally wide.
    let half =
        |radius: f64| PI / (2.0 * TEETH as f64) + involute(pitch) - involute(radius.max(base));
    let step = 2.0 * PI / TEETH as f64;
    let tooth = |index: usize| {
        let middle = step * index as f64;
        let flank = |sign: f64| {
            let radius = |piece: usize| root + (tip - root) * piece as f64 / FLANK as f64;
            let point = |piece: usize| polar(radius(piece), middle + sign * half(radius(piece)));
            (0..=FLANK).map(point).collect::<Vec<Point>>()
        };
        Tooth {
            before: flank(-1.0),
            behind: flank(1.0),
            gap: polar(root, middle + step / 2.0),
        }
    };
    (0..TEETH).map(tooth).collect()
}

/// Returns the outline of the bore with its keyway.
fn bore() -> Loop {
    let [width, depth] = KEYWAY;
    let start = libm::acos(width / 2.0 / BORE);
    let height = BORE * libm::sin(start);
    let mut points = vec![[width / 2.0, depth], [-width / 2.0, depth]];
    points.push([-width / 2.0, height]);
    let sweep = 2.0 * PI - (PI - 2.0 * start);
    for piece in 1..BORE_PIECES {
        let angle = PI - start + sweep * piece as f64 / BORE_PIECES as f64;
        points.push(polar(BORE, angle));
    }
    points.push([width / 2.0, height]);
    points
}

/// Returns a hole of the web.
fn hole(index: usize) -> Loop {
    let [radius, distance] = HOLE;
    circle(polar(distance, hole_angle(index)), radius, HOLE_PIECES)
}

/// Returns the direction of a hole, in the middle of its sector.
fn hole_angle(index: usize) -> f64 {
    2.0 * PI * (index as f64 + 0.5) / HOLES as f64
}

/// Returns the triangles of the web: one sector between two circles for each hole.
fn web(outer: &Loop, inner: &Loop, holes: &[Loop]) -> Vec<[Point; 3]> {
    let sector = |(index, hole): (usize, &Loop)| {
        let part = |circle: &Loop| {
            let pieces = circle.len() / HOLES;
            let places = index * pieces..=(index + 1) * pieces;
            let points = places.map(|place| circle[place % circle.len()]);
            points.collect::<Loop>()
        };
        let mut around = part(outer);
        around.extend(part(inner).into_iter().rev());
        ring(&around, hole, polar(HOLE[1], hole_angle(index)))
    };
    holes.iter().enumerate().flat_map(sector).collect()
}

/// Returns the triangles between two loops, of which one contains the other. Seen from the centre, both turn
/// counter-clockwise.
fn ring(outer: &Loop, inner: &Loop, center: Point) -> Vec<[Point; 3]> {
    let angles = |points: &Loop| {
        let angle = |[x, y]: Point| libm::atan2(y - center[1], x - center[0]);
        let mut turned: Vec<(f64, Point)> = points.iter().map(|&p| (angle(p), p)).collect();
        turned.sort_by(|a, b| a.0.total_cmp(&b.0));
        turned
    };
    let [outer, inner] = [angles(outer), angles(inner)];
    let at = |points: &[(f64, Point)], place: usize| {
        let (angle, point) = points[place % points.len()];
        let turns = (place / points.len()) as f64;
        (angle + 2.0 * PI * turns, point)
    };
    let [mut i, mut j] = [0, 0];
    let mut triangles = Vec::new();
    while i < outer.len() || j < inner.len() {
        let [next_outer, next_inner] = [at(&outer, i + 1), at(&inner, j + 1)];
        let is_outer = j == inner.len() || (i < outer.len() && next_outer.0 <= next_inner.0);
        let (a, b) = (at(&outer, i).1, at(&inner, j).1);
        if is_outer {
            triangles.push([a, next_outer.1, b]);
            i += 1;
        } else {
            triangles.push([a, next_inner.1, b]);
            j += 1;
        }
    }
    triangles
}

fn circle(center: Point, radius: f64, pieces: usize) -> Loop {
    let point = |piece: usize| {
        let [x, y] = polar(radius, 2.0 * PI * piece as f64 / pieces as f64);
        [center[0] + x, center[1] + y]
    };
    (0..pieces).map(point).collect()
}

/// Returns a loop whose points are moved towards the axis.
fn shrunk(points: &Loop, by: f64) -> Loop {
    points
        .iter()
        .map(|&point| moved_inward(point, by))
        .collect()
}

fn moved_inward([x, y]: Point, by: f64) -> Point {
    let share = 1.0 - by / libm::hypot(x, y);
    [x * share, y * share]
}

fn polar(radius: f64, angle: f64) -> Point {
    [radius * libm::cos(angle), radius * libm::sin(angle)]
}

/// Returns the unit normal of a triangle.
fn normal([a, b, c]: &[[f64; 3]; 3]) -> [f64; 3] {
    let [u, v] = [b, c].map(|corner| [0, 1, 2].map(|axis| corner[axis] - a[axis]));
    let normal = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ];
    let length = libm::sqrt(normal.iter().map(|n| n * n).sum());
    normal.map(|n| n / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Each edge occurs once in each direction, and no triangle of a flat face is turned over.
    #[test]
    fn the_gear_is_closed_and_flat_faces_face_one_way() {
        let mut edges: HashMap<[[u32; 3]; 2], i32> = HashMap::new();
        let mut volume = 0.0;
        for corners in triangles() {
            let bits = corners.map(|corner| corner.map(|c| (c as f32 + 0.0).to_bits()));
            for k in 0..3 {
                let edge = [bits[k], bits[(k + 1) % 3]];
                *edges.entry(edge).or_default() += 1;
            }
            let heights = corners.map(|corner| corner[2]);
            if heights[0] == heights[1] && heights[1] == heights[2] {
                let up = normal(&corners)[2];
                assert_eq!(up > 0.0, heights[0] > 0.0, "{corners:?}");
            }
            let [a, b, c] = corners;
            volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
                + a[2] * (b[0] * c[1] - b[1] * c[0]))
                / 6.0;
        }
        for (edge, count) in &edges {
            assert_eq!((*count, edges.get(&[edge[1], edge[0]])), (1, Some(&1)));
        }
        assert!((10_000.0..20_000.0).contains(&volume), "{volume} mm³");
    }
}
