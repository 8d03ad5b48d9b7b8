//! One figure per winding number: the points around which loops wind at least k times.

use alloc::vec::Vec;

use transect_exact::arrays::Few as _;
use transect_exact::sorting::{ascending, sort};

use crate::triangulation::delaunay::delaunay;
use crate::triangulation::direction::direction;
use crate::triangulation::figure::{Form, Nodes, Triangulation};
use crate::triangulation::front::Fronts;
use crate::triangulation::plan::Plan;
use crate::triangulation::sweep::{Piece, Swept, Task, Weighted, sweep};

/// Returns the triangles of the figure that the edges bound.
///
/// Most figures have the winding numbers 0 and 1 only. In other figures, layer k > 0 consists of the points with a
/// winding number of at least k, and layer k < 0 of those with a winding number of at most k. Each layer is filled by
/// itself. So bodies within bodies have separate triangles, and no triangle crosses an edge along which bodies touch.
/// If edges cross, regions are filled as often as the winding number says instead.
pub(super) fn by_layers(
    nodes: &impl Nodes,
    count: usize,
    edges: &[[u32; 2]],
    form: Form,
) -> Triangulation {
    let (plan, ranks) = Plan::new(nodes, count, direction(nodes, edges));
    let weighted: Vec<Weighted> = edges
        .iter()
        .filter_map(|ends| {
            let [from, to] = ends.each(|node| ranks[node as usize]);
            let forward = Weighted {
                from,
                to,
                weight: 1,
            };
            let back = Weighted {
                from: to,
                to: from,
                weight: -1,
            };
            (from != to).then_some(if from < to { forward } else { back })
        })
        .collect();
    let mut parts = Parts::default();
    let swept = sweep(&plan, &weighted, Task::Fill);
    if swept.is_tangled {
        return cone(edges);
    }
    if swept.is_stopped {
        let listed = sweep(&plan, &weighted, Task::List);
        if listed.is_tangled {
            return cone(edges);
        }
        if listed.crosses {
            parts.add(&plan, sweep(&plan, &weighted, Task::FillAll), 1, form);
        } else {
            parts.add_thin(&plan, &listed.thin, 1);
            let (first, layers) = layers(&listed.pieces);
            for (layer, edges) in (first..).zip(layers) {
                parts.add_layer(&plan, edges, layer.signum(), form);
            }
        }
    } else {
        parts.add(&plan, swept, 1, form);
    }
    if plan.count() < count {
        parts.restore_nodes(&plan, &ranks, edges);
    }
    parts.finish()
}

/// Returns the triangles from the first node to each edge. As the edges are closed, the boundary of the triangles
/// equals them.
fn cone(edges: &[[u32; 2]]) -> Triangulation {
    let apex = edges.first().map_or(0, |edge| edge[0]);
    let triangles = edges.iter().map(|&[from, to]| [apex, from, to]);
    Triangulation {
        triangles: triangles
            .filter(|&[apex, from, to]| apex != from && from != to && to != apex)
            .collect(),
        crosses: true,
    }
}

/// The triangles of all layers.
#[derive(Default)]
struct Parts {
    triangles: Vec<[u32; 3]>,
    /// Triangles that restore edges and nodes. They have no area, unless edges cross.
    thin: Vec<[u32; 3]>,
    crosses: bool,
}

impl Parts {
    /// Adds the triangles of a sweep. The sign is −1 if the edges were reversed before.
    fn add<N: Nodes>(&mut self, plan: &Plan<'_, N>, mut swept: Swept, sign: i32, form: Form) {
        self.crosses |= swept.crosses;
        if form == Form::Delaunay {
            delaunay(plan, &mut swept.fronts);
        }
        let Fronts {
            mut triangles,
            windings,
            ..
        } = swept.fronts;
        for triangle in &mut triangles {
            *triangle = oriented(triangle.each(|rank| plan.id(rank)), sign);
        }
        for (triangle, winding) in triangles.iter_mut().zip(&windings) {
            *triangle = oriented(*triangle, *winding);
        }
        for place in 0..windings.len() {
            let more = windings[place].unsigned_abs() as usize - 1;
            triangles.extend(core::iter::repeat_n(triangles[place], more));
        }
        if self.triangles.is_empty() {
            self.triangles = triangles;
        } else {
            self.triangles.append(&mut triangles);
        }
        self.add_thin(plan, &swept.thin, sign);
    }

    fn add_thin<N: Nodes>(&mut self, plan: &Plan<'_, N>, thin: &[([u32; 3], i32)], sign: i32) {
        for &(triangle, weight) in thin {
            let triangle = oriented(triangle.each(|rank| plan.id(rank)), sign * weight);
            let times = weight.unsigned_abs() as usize;
            self.thin.extend(core::iter::repeat_n(triangle, times));
        }
    }

    /// Fills a layer. The sign is −1 for a layer below 0; the triangles are reversed then.
    fn add_layer<N: Nodes>(
        &mut self,
        plan: &Plan<'_, N>,
        mut edges: Vec<Weighted>,
        sign: i32,
        form: Form,
    ) {
        let mut ranks: Vec<u32> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let place = |rank: u32| ranks.partition_point(|&other| other < rank) as u32;
        for edge in &mut edges {
            (edge.from, edge.to) = (place(edge.from), place(edge.to));
        }
        let part = plan.part(&ranks);
        let swept = sweep(&part, &edges, Task::Fill);
        self.add(&part, swept, sign, form);
    }

    /// Adds triangles without area between nodes at one place. The loops pass through all these nodes, and the other
    /// triangles only through the first of them.
    fn restore_nodes<N: Nodes>(&mut self, plan: &Plan<'_, N>, ranks: &[u32], edges: &[[u32; 2]]) {
        for &[from, to] in edges {
            let [first, last] = [from, to].each(|node| plan.id(ranks[node as usize]));
            // The boundary of both triangles is the edge, minus the edge between the first nodes of both places, and
            // two steps between nodes at one place. As loops are closed, these steps add up to nothing.
            self.thin.extend([[from, to, last], [from, last, first]]);
        }
    }

    /// Returns all triangles, without pairs that lie back to back.
    fn finish(mut self) -> Triangulation {
        // Edges that several outlines follow in opposite directions leave pairs of thin triangles. Others pairs occur only
        // if edges cross.
        if self.crosses {
            self.triangles.append(&mut self.thin);
            cancel(&mut self.triangles);
        } else {
            cancel(&mut self.thin);
            self.triangles.append(&mut self.thin);
        }
        Triangulation {
            triangles: self.triangles,
            crosses: self.crosses,
        }
    }
}

/// Removes triangles with equal corners, and pairs of triangles on the same corners with opposite orientation. The
/// others are sorted.
fn cancel(triangles: &mut Vec<[u32; 3]>) {
    triangles.retain(|&[a, b, c]| a != b && b != c && c != a);
    let mut signed: Vec<([u32; 3], i32)> = triangles
        .drain(..)
        .map(|[a, b, c]| {
            let corners = ascending([a, b, c]);
            let is_even = [[a, b, c], [b, c, a], [c, a, b]].contains(&corners);
            (corners, if is_even { 1 } else { -1 })
        })
        .collect();
    sort(&mut signed);
    for group in signed.chunk_by(|one, other| one.0 == other.0) {
        let sum: i32 = group.iter().map(|(_, sign)| sign).sum();
        let triangle = oriented(group[0].0, sum);
        triangles.extend(core::iter::repeat_n(triangle, sum.unsigned_abs() as usize));
    }
}

/// Returns the least layer, at most 0, and the edges of each layer from there on. The edges of layers below 0 are
/// reversed. Layer 0 has no edges.
///
/// Two bodies may touch along an edge, with the same winding number on both sides. Such an edge has the weight 0 in the
/// layer of this number, and no triangle crosses it.
fn layers(pieces: &[Piece]) -> (i32, Vec<Vec<Weighted>>) {
    let windings = pieces.iter().flat_map(|piece| [piece.below, piece.above]);
    let (least, most) = windings.fold((0, 0), |(least, most), w| (w.min(least), w.max(most)));
    let mut layers = alloc::vec![Vec::new(); (most - least) as usize + 1];
    for piece in pieces {
        let mut add = |layer: i32, weight: i32| {
            layers[(layer - least) as usize].push(Weighted {
                from: piece.from,
                to: piece.to,
                weight,
            });
        };
        let (below, above) = (piece.below, piece.above);
        if below == above && below != 0 {
            add(below, 0);
        }
        let sign = if above > below { 1 } else { -1 };
        for winding in below.min(above)..below.max(above) {
            // The layers above 0 end between the windings k − 1 and k, and those below 0 between k and k + 1.
            if winding >= 0 {
                add(winding + 1, sign);
            } else {
                add(winding, -sign);
            }
        }
    }
    (least, layers)
}

fn oriented([a, b, c]: [u32; 3], sign: i32) -> [u32; 3] {
    if sign < 0 { [a, c, b] } else { [a, b, c] }
}
