//! The loops of a section as triangles.

use alloc::vec::Vec;

use hashbrown::HashMap;
use transect::triangulation::{Nodes, Points, Triangulation, triangulation};
use transect::{Frame, Shadow};
use transect_exact::arrays::Few as _;

use crate::mesh::area::doubled_area;
use crate::mesh::nesting::{nest, polygons};
use crate::mesh::weld::{Key, key};

/// The largest number of points among which equal ones are found by comparing all pairs.
const FEW: usize = 64;

/// Fills the loops of a section with triangles. The corners of the triangles are indices into the points of all loops,
/// one loop after the other. Equal points have the same index, that of the first of them.
pub(super) fn fill_loops<'p>(
    loops: impl Iterator<Item = &'p Vec<[f64; 3]>> + Clone,
    frame: &Frame,
    shadow: &Shadow,
) -> Vec<[u32; 3]> {
    let points = || loops.clone().flatten();
    let count = loops.clone().map(Vec::len).sum();
    let mut places: Vec<[f64; 2]> = Vec::with_capacity(count);
    places.extend(points().map(|point| shadow.cast(point)));
    let corners = if count <= FEW {
        numbers_of_few(points(), &places)
    } else {
        numbers(points(), count)
    };
    // In a frame along the axes, the shapes are those of the shadow, up to a turn by a right angle.
    let shapes = (!frame.is_along_axes()).then(|| points().map(|p| frame.to_2d(p)).collect());
    let lengths = loops.clone().map(Vec::len);
    fill(&Points::with_shapes(&places, shapes), &corners, lengths).triangles
}

/// Returns for each of `count` points the index of the first equal point.
fn numbers<'p>(points: impl Iterator<Item = &'p [f64; 3]>, count: usize) -> Vec<u32> {
    let mut firsts: HashMap<Key, u32> = HashMap::with_capacity(count);
    let mut numbers = Vec::with_capacity(count);
    numbers.extend(
        (0..)
            .zip(points)
            .map(|(own, point)| *firsts.entry(key(point)).or_insert(own)),
    );
    numbers
}

/// Returns for each of a few points the index of the first equal point, like [`numbers`]. `places` are their shadows. A
/// table would take more time.
fn numbers_of_few<'p>(
    points: impl Iterator<Item = &'p [f64; 3]> + Clone,
    places: &[[f64; 2]],
) -> Vec<u32> {
    let bits = |place: &[f64; 2]| place.each(|c| (c + 0.0).to_bits());
    let mut numbers = Vec::with_capacity(places.len());
    for (own, place) in places.iter().enumerate() {
        let [x, y] = bits(place);
        // No branch depends on one coordinate: equal ones on one axis are common, and no CPU foresees them.
        let difference = |other: &[f64; 2]| {
            let [other_x, other_y] = bits(other);
            (other_x ^ x) | (other_y ^ y)
        };
        let differences = places[..own].iter().map(difference);
        let first = if differences.filter(|&difference| difference == 0).count() == 0 {
            None
        } else {
            let point = points.clone().nth(own).map(key);
            points.clone().position(|other| Some(key(other)) == point)
        };
        numbers.push(first.unwrap_or(own) as u32);
    }
    numbers
}

/// Divides the corners of all walks into those of each walk.
fn walks(corners: &[u32], lengths: impl Iterator<Item = usize>) -> impl Iterator<Item = &[u32]> {
    lengths.scan(corners, |rest, length| {
        let (walk, others) = rest.split_at(length);
        *rest = others;
        Some(walk)
    })
}

/// Fills loops, given by the corners of all of them, and the length of each. If loops cross, each group of an outer loop
/// and its holes is also filled by itself, and the triangles with the smaller total area are returned. So bodies that
/// overlap are filled as often as they overlap. A cavity that pokes out of its body a little is not filled by itself.
fn fill(
    nodes: &impl Nodes,
    corners: &[u32],
    lengths: impl Iterator<Item = usize> + Clone,
) -> Triangulation {
    let mut all: Vec<[u32; 2]> = Vec::with_capacity(corners.len());
    for walk in walks(corners, lengths.clone()) {
        all.extend(edges_of(walk));
    }
    let filled = triangulation(nodes, corners.len(), &all);
    if !filled.crosses || lengths.clone().nth(1).is_none() {
        return filled;
    }
    let walks: Vec<&[u32]> = walks(corners, lengths).collect();
    let mut parts = Triangulation::default();
    for group in groups(nodes, &walks) {
        // The nodes of the group are numbered anew, so that the time does not grow with the number of groups.
        let mut group_nodes: Vec<u32> = group
            .iter()
            .flat_map(|&index| walks[index].iter().copied())
            .collect();
        group_nodes.sort_unstable();
        group_nodes.dedup();
        let place = |node: u32| group_nodes.partition_point(|&other| other < node) as u32;
        let edges: Vec<[u32; 2]> = group
            .iter()
            .flat_map(|&index| edges_of(walks[index]))
            .map(|edge| edge.each(place))
            .collect();
        let part = Part {
            nodes,
            numbers: &group_nodes,
        };
        let filled = triangulation(&part, group_nodes.len(), &edges);
        parts.crosses |= filled.crosses;
        let triangles = filled.triangles.into_iter();
        parts
            .triangles
            .extend(triangles.map(|triangle| triangle.each(|node| group_nodes[node as usize])));
    }
    let area = |filled: &Triangulation| -> f64 {
        let corners = |triangle: &[u32; 3]| triangle.each(|node| nodes.place(node));
        let triangles = filled.triangles.iter();
        triangles.map(|t| doubled_area(&corners(t)).abs()).sum()
    };
    if area(&parts) < area(&filled) {
        parts
    } else {
        filled
    }
}

/// Returns the directed edges of a closed walk.
fn edges_of(walk: &[u32]) -> impl Iterator<Item = [u32; 2]> + '_ {
    let last = walk.last().zip(walk.first());
    let pairs = walk.windows(2).map(|pair| [pair[0], pair[1]]);
    pairs.chain(last.map(|(&start, &end)| [start, end]))
}

/// Groups loops into polygons. Returns the indices of the loops of each polygon, the outer loop first.
fn groups(nodes: &impl Nodes, walks: &[&[u32]]) -> Vec<Vec<usize>> {
    let shadows: Vec<Vec<[f64; 2]>> = walks
        .iter()
        .map(|walk| walk.iter().map(|&node| nodes.place(node)).collect())
        .collect();
    let areas: Vec<f64> = shadows.iter().map(|s| doubled_area(s)).collect();
    let is_outer: Vec<bool> = areas.iter().map(|&area| area >= 0.0).collect();
    let polygons = polygons(&nest(&shadows, &areas), &is_outer).into_iter();
    polygons
        .map(|(outer, holes)| [alloc::vec![outer], holes].concat())
        .collect()
}

/// Some of the nodes of a figure, numbered anew.
struct Part<'n, N> {
    nodes: &'n N,
    numbers: &'n [u32],
}

impl<N> Part<'_, N> {
    fn number(&self, node: u32) -> u32 {
        self.numbers[node as usize]
    }
}

impl<N: Nodes> Nodes for Part<'_, N> {
    fn place(&self, node: u32) -> [f64; 2] {
        self.nodes.place(self.number(node))
    }

    fn margin(&self) -> f64 {
        self.nodes.margin()
    }

    fn turn(&self, a: u32, b: u32, c: u32) -> transect_exact::Side {
        let [a, b, c] = [a, b, c].each(|node| self.number(node));
        self.nodes.turn(a, b, c)
    }

    fn order(&self, a: u32, b: u32, direction: [f64; 2]) -> core::cmp::Ordering {
        self.nodes.order(self.number(a), self.number(b), direction)
    }

    fn shapes(&self, nodes: impl Iterator<Item = u32>) -> Option<Vec<[f64; 2]>> {
        self.nodes.shapes(nodes.map(|node| self.number(node)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect_exact::SplitMix64;

    #[test]
    fn few_points_have_the_numbers_that_a_table_gives() {
        let mut random = SplitMix64::new(3);
        let mut repeated = 0;
        for trial in 0..2000 {
            // Equal places may have different heights, and zeros have both signs.
            let mut coordinate = |range: usize| [0.0, -0.0, 1.0, 2.5][random.below(range)];
            let range = 2 + trial % 3;
            let count = trial % 20;
            let points: Vec<[f64; 3]> = (0..count)
                .map(|_| [coordinate(4), coordinate(range), coordinate(range)])
                .collect();
            let places: Vec<[f64; 2]> = points.iter().map(|&[x, y, _]| [x, y]).collect();
            let found = numbers_of_few(points.iter(), &places);
            assert_eq!(found, numbers(points.iter(), count), "{points:?}");
            repeated += usize::from((0..).zip(&found).any(|(own, &first)| first != own));
        }
        assert!(repeated > 500, "{repeated}");
    }
}
