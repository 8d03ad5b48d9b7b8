//! Checks that caps cover each point as often as the section winds around it.
//!
//! Let the boundary of the caps, as an integer chain, be the loops of the section. A chain of triangles in a plane is
//! determined by its boundary, so the number of counter-clockwise triangles at a point, minus that of clockwise ones, is
//! the winding number w (docs/certificate.md, "Caps"). If no two triangles have different orientations, each point is
//! covered |w| times. Otherwise it is so exactly if the sum of all areas is ∫ |w|.

use alloc::vec;
use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::cutter::Cutter;
use crate::mesh::certificate::caps::{CapTriangles, Capped};
use crate::mesh::certificate::expected::NONE;
use crate::mesh::certificate::finding::{Finding, FindingKind};
use crate::mesh::certificate::rounding::Residual;
use crate::mesh::certificate::winding_area::{Edge, WindingArea};
use crate::mesh::exact_nodes::{ExactNodes, Support};
use crate::mesh::measure::triangle_area;
use crate::predicates::orient::orient2d;
use crate::predicates::unit::{SMALLEST, U};
use crate::shadow::Shadow;
use crate::side::Side;
use crate::sorting::{sort, sort_by};
use crate::vector::{length, near_one, sub};

/// Triangles that rounding turned over: those of a file have the opposite orientation of the exact ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TurnedOver {
    /// The number of triangles.
    pub triangles: usize,
    /// Their total area in the file.
    pub area: f64,
}

/// The cover of the plane by the caps of one half.
pub(super) struct Cover {
    /// The findings (faults and notes) about the cover.
    pub(super) findings: Vec<Finding>,
    pub(super) turned_over: TurnedOver,
    /// The difference between the area of the caps and ∫ |w|.
    pub(super) filled: Residual,
}

/// Checks the cover of the caps of one half.
pub(super) fn cover(capped: &Capped<'_>, caps: &CapTriangles, cutter: &impl Cutter) -> Cover {
    let CapTriangles {
        triangles,
        boundary,
    } = caps;
    let caps = Caps::of(capped, cutter);
    let sides: Vec<Side> = triangles
        .iter()
        .map(|triangle| caps.side(triangle))
        .collect();
    let mut edges: Vec<([u32; 2], i32)> = boundary
        .iter()
        .filter(|(_, times)| **times != 0)
        .map(|(ends, times)| (*ends, *times))
        .collect();
    // The order of the table is another one in each run, and rounded sums depend on the order.
    sort(&mut edges);
    let is_mixed = [Side::Front, Side::Back]
        .iter()
        .all(|side| sides.contains(side));
    let has_strangers = triangles
        .as_flattened()
        .iter()
        .any(|&vertex| caps.nodes[vertex as usize] == NONE);
    let crosses = (is_mixed || has_strangers) && caps.cross(&edges);
    let wound = if is_mixed || crosses {
        caps.winding_area(&edges)
    } else {
        caps.signed_area(&edges)
    };
    let filled = caps.filled(triangles, &wound);
    let mut findings = Vec::new();
    if !filled.is_explained() {
        let wrong = sides.iter().position(|&side| side == -caps.turn);
        let place = capped.middle(&triangles[wrong.unwrap_or(0)]);
        let mut overlap = Finding::new(FindingKind::CapOverlap, Some(capped.keep));
        overlap.add(place, filled.found);
        findings.push(overlap);
    }
    if let (true, Some((ends, _))) = (crosses, edges.first()) {
        let mut note = Finding::new(FindingKind::SectionCrosses, Some(capped.keep));
        let ends = ends.each(|vertex| capped.position(vertex));
        note.add(ends[0], wound.beyond * caps.stretch);
        findings.push(note);
    }
    Cover {
        findings,
        turned_over: caps.turned_over(triangles, &sides),
        filled,
    }
}

/// The vertices of the caps of a half, projected along an axis to two coordinates.
struct Caps<'a, C> {
    capped: &'a Capped<'a>,
    exact: ExactNodes<'a, C>,
    /// The orientation of the half's caps as seen from the front of the plane.
    turn: Side,
    /// The ratio of an area in the cutting plane to the area of its projection along the axis.
    stretch: f64,
    /// For each vertex of the half, the least node of the exact cut that lies in the plane and belongs to the vertex, or
    /// [`NONE`].
    nodes: Vec<u32>,
}

impl TurnedOver {
    /// Counts a triangle of a file, with its area.
    pub(in crate::mesh) fn add(&mut self, corners: &[[f64; 3]; 3]) {
        self.triangles += 1;
        self.area += triangle_area(corners);
    }
}

impl<'a, C: Cutter> Caps<'a, C> {
    fn of(capped: &'a Capped<'a>, cutter: &C) -> Self {
        let count = capped.half.mesh.positions().len() + capped.nodes.vanished.len();
        let mut nodes = vec![NONE; count];
        for (node, &vertex) in capped.nodes.vertices.iter().enumerate().rev() {
            if vertex != NONE && capped.expected.is_on(node as u32) {
                nodes[vertex as usize] = node as u32;
            }
        }
        let (normal, _) = near_one(&cutter.measuring_plane().normal());
        let largest = normal.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
        Self {
            capped,
            exact: ExactNodes {
                positions: capped.expected.input.positions(),
                cutter: *cutter,
                shadow: Shadow::of(&normal),
                cutters: &[],
                own: 0,
            },
            turn: -capped.keep,
            stretch: length(&normal) / largest,
            nodes,
        }
    }

    /// Returns the exact position of a vertex: of its node before rounding, or as written if it has no node.
    fn support(&self, vertex: u32) -> Support {
        let node = self.nodes[vertex as usize];
        if node == NONE {
            let project = |point: &[f64; 3]| self.exact.shadow.project(point);
            let local = self.capped.nodes.local(self.capped.half, vertex);
            return Support::Written([project(&local), project(&self.capped.half.origin)]);
        }
        Support::Node(self.capped.expected.behind_and_in_front(node))
    }

    /// Returns the position of [`Caps::support`] with each coordinate rounded to the nearest float.
    fn place(&self, vertex: u32) -> [f64; 2] {
        let node = self.nodes[vertex as usize];
        self.exact.shadow.project(&match node {
            NONE => self.capped.position(vertex),
            node => self.capped.expected.position(node),
        })
    }

    /// Returns the position of a vertex in the file, projected.
    fn written(&self, vertex: u32) -> [f64; 2] {
        let local = self.capped.nodes.local(self.capped.half, vertex);
        self.exact.shadow.project(&local)
    }

    /// Returns the exact side of the line from a to b on which c lies, before rounding.
    fn side(&self, [a, b, c]: &[u32; 3]) -> Side {
        let places = [*a, *b, *c].each(|vertex| self.place(vertex));
        by_floats(&places).unwrap_or_else(|| {
            let nodes = [*a, *b, *c].each(|vertex| self.support(vertex));
            self.exact.turn(nodes.each_ref(), places[0])
        })
    }

    /// Returns `true` if two edges of the boundary cross: if they have a common point which is an end of neither.
    fn cross(&self, edges: &[([u32; 2], i32)]) -> bool {
        do_cross(edges, |vertex| self.place(vertex), |ends| self.side(ends))
    }

    /// Returns the edges before rounding, relative to the origin of the file.
    fn unrounded(&self, edges: &[([u32; 2], i32)]) -> Vec<Edge> {
        let origin = self.exact.shadow.project(&self.capped.half.origin);
        let place = |vertex| sub(&self.place(vertex), &origin);
        edges
            .iter()
            .map(|(ends, times)| (ends.each(place), *times))
            .collect()
    }

    /// Returns ∫ |w| over the plane.
    fn winding_area(&self, edges: &[([u32; 2], i32)]) -> WindingArea {
        WindingArea::of(&self.unrounded(edges), self.turn as i32)
    }

    /// Returns |∫ w|, which is ∫ |w| if no two triangles have different orientations.
    fn signed_area(&self, edges: &[([u32; 2], i32)]) -> WindingArea {
        WindingArea::signed(&self.unrounded(edges))
    }

    /// Compares the area of the caps with ∫ |w|.
    fn filled(&self, triangles: &[[u32; 3]], wound: &WindingArea) -> Residual {
        let (mut covered, mut bound) = (0.0, 2.0 * wound.bound);
        for triangle in triangles {
            let points = triangle.each(|vertex| self.written(vertex));
            covered += 0.5 * doubled(&points).abs();
            bound += 2.0 * rounding(&points, self.capped.nodes.displacement);
        }
        Residual {
            found: (covered - wound.area).abs() * self.stretch,
            bound: (bound + 8.0 * U * covered + 8.0 * SMALLEST) * self.stretch,
        }
    }

    /// Sums up the triangles that rounding turned over. A triangle without area has no orientation of its own; that of the
    /// caps is taken.
    fn turned_over(&self, triangles: &[[u32; 3]], sides: &[Side]) -> TurnedOver {
        let mut turned = TurnedOver::default();
        for (triangle, &side) in triangles.iter().zip(sides) {
            let right = if side == Side::On { self.turn } else { side };
            let [a, b, c] = triangle.each(|vertex| self.written(vertex));
            if orient2d(&a, &b, &c) == -right {
                let local = triangle.each(|v| self.capped.nodes.local(self.capped.half, v));
                turned.add(&local);
            }
        }
        turned
    }
}

/// Returns `true` if two edges of a boundary cross: if they have a common point which is an end of neither. `place` returns the
/// position of a vertex, each coordinate rounded once, and `side` the exact side of the line from the first vertex to the
/// second on which the third lies.
pub(in crate::mesh) fn do_cross(
    edges: &[([u32; 2], i32)],
    place: impl Fn(u32) -> [f64; 2],
    side: impl Fn(&[u32; 3]) -> Side,
) -> bool {
    let mut boxes: Vec<([[f64; 2]; 2], [u32; 2])> = edges
        .iter()
        .map(|(ends, _)| {
            let [a, b] = ends.each(&place);
            let range = |axis: usize| [a[axis].min(b[axis]), a[axis].max(b[axis])];
            let wider = |[least, most]: [f64; 2]| [least.next_down(), most.next_up()];
            ([wider(range(0)), wider(range(1))], *ends)
        })
        .collect();
    sort_by(&mut boxes, |a, b| a.0[0][0].total_cmp(&b.0[0][0]));
    let mut active: Vec<([[f64; 2]; 2], [u32; 2])> = Vec::new();
    for (own, [a, b]) in boxes {
        active.retain(|(other, _)| other[0][1] >= own[0][0]);
        for &(other, [c, d]) in &active {
            let is_near = other[1][1] >= own[1][0] && own[1][1] >= other[1][0];
            let share_an_end = a == c || a == d || b == c || b == d;
            let are_apart = |from: u32, to: u32, one: u32, other: u32| {
                let of_one = side(&[from, to, one]);
                of_one != Side::On && side(&[from, to, other]) == -of_one
            };
            if is_near && !share_an_end && are_apart(a, b, c, d) && are_apart(c, d, a, b) {
                return true;
            }
        }
        active.push((own, [a, b]));
    }
    false
}

/// Returns a bound on the change of twice a triangle's area by rounding. If corners move by at most δ along each axis, twice
/// the area changes by at most δ times Σ(|x| + |y|) over the edges, plus 6δ². The returned bound has 12δ² instead, a third term
/// for the rounding of the products, and a fourth for their underflow. `moved` is δ.
pub(in crate::mesh) fn rounding([a, b, c]: &[[f64; 2]; 3], moved: f64) -> f64 {
    let sides = [sub(b, a), sub(c, b), sub(a, c)];
    let around: f64 = sides.iter().flatten().map(|c| c.abs()).sum();
    moved * around + 12.0 * moved * moved + 8.0 * U * around * around + 8.0 * SMALLEST
}

/// Returns the orientation of three points if floats decide it, although each coordinate is rounded once.
pub(in crate::mesh) fn by_floats(points: &[[f64; 2]; 3]) -> Option<Side> {
    by_moved_floats(points, 0.0)
}

/// Returns the orientation of three points if floats decide it, although each coordinate is off by at most `moved` and its own
/// rounding.
///
/// A difference d of two coordinates of magnitude at most m has an error of at most 2(um + `moved`) + u·|d|.
pub(in crate::mesh) fn by_moved_floats([a, b, c]: &[[f64; 2]; 3], moved: f64) -> Option<Side> {
    let (u, v) = (sub(b, a), sub(c, a));
    let (left, right) = (u[0] * v[1], u[1] * v[0]);
    let sum = u[0].abs() + u[1].abs() + v[0].abs() + v[1].abs();
    let largest = [a, b, c]
        .iter()
        .flat_map(|point| point.iter())
        .fold(0.0, |m: f64, c| m.max(c.abs()));
    let margin = moved + U * largest + f64::MIN_POSITIVE;
    let error = 4.0 * U * (left.abs() + right.abs())
        + margin * (2.01 * sum + 8.1 * margin)
        + f64::MIN_POSITIVE;
    let determinant = left - right;
    (determinant.abs() > error && error < f64::INFINITY).then(|| Side::of_nonzero(determinant))
}

/// Returns twice the signed area of a triangle, rounded.
pub(in crate::mesh) fn doubled([a, b, c]: &[[f64; 2]; 3]) -> f64 {
    let (u, v) = (sub(b, a), sub(c, a));
    u[0] * v[1] - u[1] * v[0]
}
