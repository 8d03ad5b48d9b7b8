//! The nesting of loops. Exact winding numbers decide which loops are around a loop; a single sweep over the edges
//! computes them all.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;
use transect_exact::sorting::{sort_by, sort_by_key};
use transect_exact::{Side, orient2d};

/// Returns the parent of each loop, which is the smallest loop around it, or `None`. `shadows` are the projections of
/// the loops to 2D, and `doubled_areas` twice the signed areas of the projections.
pub(super) fn nest(shadows: &[Vec<[f64; 2]>], doubled_areas: &[f64]) -> Vec<Option<usize>> {
    let outlines: Vec<Outline<'_>> = shadows
        .iter()
        .zip(doubled_areas)
        .map(|(points, &area)| Outline { points, area })
        .collect();
    parents(&outlines)
}

/// Groups loops into polygons: pairs of an outer loop and its holes. Consider a path from outside to inside. Material
/// begins where the path crosses an outer loop, and ends where it crosses a hole. Each hole is matched with the
/// innermost outer loop that the path has crossed and that is not matched yet, as a closing bracket is matched with an
/// opening one. So each hole belongs to the right body even if bodies overlap. In a body that is inside out, the outer
/// loops are clockwise and the holes are counter-clockwise.
pub(super) fn polygons(parents: &[Option<usize>], is_outer: &[bool]) -> Vec<(usize, Vec<usize>)> {
    let depth = |index: usize| core::iter::successors(Some(index), |&loop_| parents[loop_]).count();
    let depths: Vec<usize> = (0..parents.len()).map(depth).collect();
    let mut order: Vec<usize> = (0..parents.len()).collect();
    sort_by_key(&mut order, |&index| depths[index]);
    // For each loop, the outer loop of the innermost body that has material just inside this loop.
    let mut begun_by: Vec<Option<usize>> = vec![None; parents.len()];
    let mut holes: Vec<Option<Vec<usize>>> = vec![Some(Vec::new()); parents.len()];
    let around = |begun_by: &[Option<usize>], index: usize| {
        parents[index].and_then(|parent| begun_by[parent])
    };
    for index in order {
        begun_by[index] = match around(&begun_by, index) {
            Some(outer) if is_outer[outer] != is_outer[index] => {
                holes[index] = None;
                holes[outer].get_or_insert_default().push(index);
                around(&begun_by, outer)
            }
            _ => Some(index),
        };
    }
    let polygons = holes.into_iter().enumerate();
    polygons
        .filter_map(|(outer, holes)| Some((outer, holes?)))
        .collect()
}

/// A loop whose parent (the smallest loop around it) is to be found.
struct Outline<'a> {
    points: &'a [[f64; 2]],
    /// Twice the signed area of the loop. Only its sign and the order of its magnitudes are used.
    area: f64,
}

/// A point just inside a loop. The winding numbers of the other loops about this point decide which loops are around
/// the loop. Loops may share vertices and edges, so the point is not a vertex. It lies next to an edge that is not
/// level (horizontal), slightly above the edge's lower end.
struct Probe {
    low: [f64; 2],
    high: [f64; 2],
    /// `true` if the inside of the loop is to the left of the edge as followed upward.
    is_left: bool,
}

impl Outline<'_> {
    fn probe(&self) -> Probe {
        let edge = |index: usize| {
            [
                self.points[index],
                self.points[(index + 1) % self.points.len()],
            ]
        };
        let is_level = |[from, to]: &[[f64; 2]; 2]| from[1] == to[1];
        let [from, to] = (0..self.points.len())
            .map(edge)
            .find(|edge| !is_level(edge))
            .unwrap_or_else(|| edge(0));
        let rises = from[1] < to[1];
        let (low, high) = if rises { (from, to) } else { (to, from) };
        Probe {
            low,
            high,
            is_left: rises == (self.area >= 0.0),
        }
    }
}

impl Probe {
    /// Returns `true` if the probe's point is to the left of an edge as followed upward.
    fn is_left_of(&self, edge: &Edge) -> bool {
        let side = |point: &[f64; 2]| orient2d(&edge.low, &edge.high, point);
        match (side(&self.low), side(&self.high)) {
            (Side::On, Side::On) => self.is_left,
            (Side::On, towards) => towards == Side::Front,
            (side, _) => side == Side::Front,
        }
    }
}

/// Returns, for each loop, the smallest loop around it, or `None`. Loop A is around loop B if the winding number of A
/// about the probe of B is not zero.
fn parents(outlines: &[Outline<'_>]) -> Vec<Option<usize>> {
    let mut parents = vec![None; outlines.len()];
    if outlines.len() < 2 {
        return parents;
    }
    let boxes: Vec<_> = outlines.iter().map(|o| bounds(o.points)).collect();
    let probes: Vec<Probe> = outlines.iter().map(Outline::probe).collect();
    let mut order: Vec<usize> = (0..outlines.len()).collect();
    sort_by(&mut order, |&a, &b| {
        probes[a].low[1].total_cmp(&probes[b].low[1])
    });

    let mut edges = edges_around_probes(outlines, &boxes, &probes, &order);
    sort_by(&mut edges, |a, b| a.low[1].total_cmp(&b.low[1]));

    // Of two loops that cross each other, even only by rounding, each may seem to lie within the other. So loops are
    // ranked by size, and only a loop of a higher rank is accepted as a loop around another one.
    let rank = |o: usize| (outlines[o].area.abs(), core::cmp::Reverse(o));
    let may_be_around = |outer: usize, inner: usize| {
        let ([low, high], [min, max]) = (boxes[inner], boxes[outer]);
        rank(outer) > rank(inner)
            && (0..2).all(|axis| min[axis] <= low[axis] && high[axis] <= max[axis])
    };
    let mut upcoming = edges.iter().peekable();
    let mut active: Vec<&Edge> = Vec::new();
    for &index in &order {
        let height = probes[index].low[1];
        active.retain(|edge| edge.high[1] > height);
        while let Some(edge) = upcoming.next_if(|edge| edge.low[1] <= height) {
            if edge.high[1] > height {
                active.push(edge);
            }
        }
        let mut windings: HashMap<usize, i32> = HashMap::new();
        for edge in &active {
            // A ray runs from the probe to the right. It meets those edges that have the probe on their left when
            // followed upward.
            if edge.outline != index && probes[index].is_left_of(edge) {
                *windings.entry(edge.outline).or_default() += edge.direction;
            }
        }
        parents[index] = windings
            .into_iter()
            .filter(|&(outline, winding)| winding != 0 && may_be_around(outline, index))
            .map(|(outline, _)| outline)
            .min_by(|&a, &b| {
                let size = |o: usize| outlines[o].area.abs();
                // Among loops of equal size, the loop that `may_be_around` ranks as the smallest is the parent.
                size(a).total_cmp(&size(b)).then(b.cmp(&a))
            });
    }
    parents
}

/// An edge of a loop, not level (horizontal), from its lower end to its upper end.
struct Edge {
    low: [f64; 2],
    high: [f64; 2],
    /// 1 if the loop runs upward along the edge, or −1 if it runs downward.
    direction: i32,
    outline: usize,
}

/// Returns the edges with low ≤ height < high for the height of some probe (a point just inside a loop). Edges of a
/// loop are left out if its bounding box contains no probe of another loop, because such a loop cannot be a parent.
fn edges_around_probes(
    outlines: &[Outline<'_>],
    boxes: &[[[f64; 2]; 2]],
    probes: &[Probe],
    order: &[usize],
) -> Vec<Edge> {
    let mut edges = Vec::new();
    let place = |index: usize| probes[index].low;
    let heights: Vec<f64> = order.iter().map(|&index| place(index)[1]).collect();
    for (outline, [min, max]) in boxes.iter().enumerate() {
        let first = order.partition_point(|&p| place(p)[1] < min[1]);
        let holds_a_probe = order[first..]
            .iter()
            .take_while(|&&p| place(p)[1] <= max[1])
            .any(|&p| p != outline && (min[0]..=max[0]).contains(&place(p)[0]));
        if !holds_a_probe {
            continue;
        }
        let points = outlines[outline].points;
        // The number of probes (points just inside loops) below a point changes little from one point of the loop to
        // the next, so each search starts at the result of the previous search.
        let mut rank = heights.partition_point(|&height| height < points[0][1]);
        for (index, from) in points.iter().enumerate() {
            let to = &points[(index + 1) % points.len()];
            let rank_before = rank;
            while heights.get(rank).is_some_and(|&height| height < to[1]) {
                rank += 1;
            }
            while rank > 0 && heights[rank - 1] >= to[1] {
                rank -= 1;
            }
            if rank == rank_before {
                continue;
            }
            let (low, high, direction) = if from[1] < to[1] {
                (*from, *to, 1)
            } else if to[1] < from[1] {
                (*to, *from, -1)
            } else {
                continue;
            };
            edges.push(Edge {
                low,
                high,
                direction,
                outline,
            });
        }
    }
    edges
}

fn bounds(points: &[[f64; 2]]) -> [[f64; 2]; 2] {
    let mut bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    for point in points {
        for axis in 0..2 {
            // Coordinates are not NaN, so comparisons replace `min` and `max`, which take more instructions.
            let coordinate = point[axis];
            if coordinate < bounds[0][axis] {
                bounds[0][axis] = coordinate;
            }
            if coordinate > bounds[1][axis] {
                bounds[1][axis] = coordinate;
            }
        }
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::{nest, polygons};

    #[test]
    fn the_parents_of_loops_at_one_place_are_a_chain() {
        let square = |low: f64, high: f64| vec![[low, low], [high, low], [high, high], [low, high]];
        let loops = [
            square(0.0, 9.0),
            square(4.0, 5.0),
            square(0.0, 9.0),
            square(0.0, 9.0),
            square(4.0, 5.0),
        ];
        // The loop at one place with the greatest index is the innermost one.
        let parents = [None, Some(3), Some(0), Some(2), Some(1)];
        assert_eq!(nest(&loops, &[162.0, 2.0, 162.0, 162.0, 2.0]), parents);
    }

    #[test]
    fn a_hole_in_a_body_around_another_with_a_hole_is_its_own() {
        // The loops from outside to inside are: outer loop 0 of a body, outer loop 1 of a ring-shaped body inside it,
        // then two holes. The inner hole 3 must belong to the outer body, and the outer hole 2 to the ring.
        let parents = [None, Some(0), Some(1), Some(2)];
        let is_outer = [true, true, false, false];
        assert_eq!(polygons(&parents, &is_outer), [(0, vec![3]), (1, vec![2])]);
    }

    #[test]
    fn a_body_inside_out_has_holes_too() {
        let parents = [None, Some(0), Some(1)];
        let is_outer = [false, true, false];
        assert_eq!(polygons(&parents, &is_outer), [(0, vec![1]), (2, vec![])]);
    }

    #[test]
    fn loops_that_occur_twice_have_a_hole_each() {
        let parents = [None, Some(0), Some(1), Some(2)];
        let is_outer = [true, true, false, false];
        assert_eq!(polygons(&parents, &is_outer), [(0, vec![3]), (1, vec![2])]);
    }

    #[test]
    fn an_island_in_a_hole_and_a_body_inside_out_stand_alone() {
        let parents = [None, Some(0), Some(1), None];
        let is_outer = [true, false, true, false];
        assert_eq!(
            polygons(&parents, &is_outer),
            [(0, vec![1]), (2, vec![]), (3, vec![])]
        );
    }
}
