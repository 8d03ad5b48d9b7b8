//! The triangles around an edge in their exact angular order, grouped in pairs with material between the two triangles.

use alloc::vec::Vec;
use core::cmp::Ordering;

use transect::PlaneThrough;
use transect_exact::arrays::Few as _;
use transect_exact::sorting::sort_by;
use transect_exact::{Side, orient2d};

use crate::mesh::indexed::Mesh;

/// A half-edge (a directed edge of one triangle), and the third corner of the triangle.
#[derive(Clone, Copy)]
struct Wing {
    edge: u32,
    apex: [f64; 3],
    /// `true` if the edge runs from the lesser to the greater vertex id.
    is_up: bool,
}

/// Returns the half-edges of an edge in pairs. Each pair has one half-edge that runs up (from the lesser to the greater
/// vertex id) and one that runs down. There must be as many half-edges that run up as half-edges that run down.
///
/// The triangles are sorted counter-clockwise, as seen from the end of the edge with the greater vertex id. Material
/// lies after a triangle whose half-edge runs down, and before a triangle whose half-edge runs up. So a triangle whose
/// half-edge runs down is paired with one whose half-edge runs up, as an opening bracket with a closing one.
pub(super) fn pairs(
    mesh: &Mesh,
    [low, high]: [u32; 2],
    up: &[u32],
    down: &[u32],
) -> Vec<(u32, u32)> {
    let position = |vertex: u32| mesh.positions()[vertex as usize];
    let [low, high] = [low, high].each(position);
    let wing = |&edge: &u32, is_up: bool| {
        let corners = mesh.triangles()[edge as usize / 3];
        let apex = position(corners[(edge as usize + 2) % 3]);
        Wing { edge, apex, is_up }
    };
    let up = up.iter().map(|edge| wing(edge, true));
    let mut wings: Vec<Wing> = up
        .chain(down.iter().map(|edge| wing(edge, false)))
        .collect();
    let order = Order::of(low, high, &wings);
    sort_by(&mut wings, |a, b| order.compare(a, b));
    let mut pairs = Vec::with_capacity(down.len());
    let mut open: Vec<u32> = Vec::new();
    // The first half-edges in the order may run up without a half-edge before them that runs down. After the loop, they
    // are paired with the remaining half-edges that run down.
    let mut free: Vec<Wing> = Vec::new();
    for wing in wings {
        if !wing.is_up {
            open.push(wing.edge);
        } else if let Some(down) = open.pop() {
            pairs.push((wing.edge, down));
        } else {
            free.push(wing);
        }
    }
    pairs.extend(
        free.iter()
            .rev()
            .zip(open)
            .map(|(up, down)| (up.edge, down)),
    );
    pairs
}

/// The angular order around an edge, beginning at a reference triangle.
struct Order {
    low: [f64; 3],
    high: [f64; 3],
    /// The plane of the reference triangle, and its corner opposite the edge. `None` if all triangles are degenerate.
    reference: Option<(PlaneThrough, [f64; 3])>,
}

impl Order {
    fn of(low: [f64; 3], high: [f64; 3], wings: &[Wing]) -> Self {
        let plane = |wing: &Wing| {
            let plane = PlaneThrough::new([low, high, wing.apex]).ok()?;
            Some((plane, wing.apex))
        };
        Self {
            low,
            high,
            reference: wings.iter().find_map(plane),
        }
    }

    /// Compares the angles of two triangles. At the same angle, a triangle whose half-edge runs from the lesser to the
    /// greater vertex id comes first.
    fn compare(&self, a: &Wing, b: &Wing) -> Ordering {
        let [of_a, of_b] = [a, b].each(|wing| self.quadrant(&wing.apex));
        of_a.cmp(&of_b)
            .then_with(|| self.turn(&a.apex, &b.apex))
            .then_with(|| b.is_up.cmp(&a.is_up))
            .then_with(|| a.edge.cmp(&b.edge))
    }

    /// Returns 0 for the angle of the reference triangle, 1 for an angle that is greater by less than a half turn, 2
    /// for one that is greater by a half turn, and 3 for all others.
    fn quadrant(&self, apex: &[f64; 3]) -> u8 {
        let Some((plane, reference)) = &self.reference else {
            return 0;
        };
        match plane.side(apex) {
            Side::Front => 1,
            Side::Back => 3,
            Side::On if self.is_opposite(reference, apex) => 2,
            Side::On => 0,
        }
    }

    /// Returns `true` if two points in a plane with the edge lie on different sides of the edge.
    fn is_opposite(&self, a: &[f64; 3], b: &[f64; 3]) -> bool {
        let flat = |point: &[f64; 3], axis: usize| [point[(axis + 1) % 3], point[(axis + 2) % 3]];
        let side = |point: &[f64; 3], axis: usize| {
            let edge = [&self.low, &self.high].each(|end| flat(end, axis));
            orient2d(&edge[0], &edge[1], &flat(point, axis))
        };
        let sides = (0..3).map(|axis| (side(a, axis), side(b, axis)));
        sides.into_iter().any(|(a, b)| {
            matches!(
                (a, b),
                (Side::Front, Side::Back) | (Side::Back, Side::Front)
            )
        })
    }

    /// Compares two angles that differ by less than a half turn.
    fn turn(&self, a: &[f64; 3], b: &[f64; 3]) -> Ordering {
        let Ok(plane) = PlaneThrough::new([self.low, self.high, *a]) else {
            return Ordering::Equal;
        };
        match plane.side(b) {
            Side::Front => Ordering::Less,
            Side::On => Ordering::Equal,
            Side::Back => Ordering::Greater,
        }
    }
}
