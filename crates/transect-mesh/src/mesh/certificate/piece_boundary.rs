//! The boundary of the pieces of a triangle, compared with that of the triangle.
//!
//! Edges in the boundary are compared line by line: a chain on a line is determined by the balance of starts and ends at
//! each of its points. So it does not matter where other nodes divide the edges.

use alloc::vec::Vec;

use hashbrown::HashMap;
use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::mesh::certificate::covered::Covered;
use crate::mesh::exact_place::Place;

/// Directed edges by the numbers of the positions of their ends, with the lesser number first, each with the number of times
/// that it is counted.
#[derive(Default)]
pub(super) struct Boundary(Vec<([u32; 2], i32)>);

/// An edge with the exact points at its ends.
struct Placed<P> {
    ends: [u32; 2],
    times: i32,
    places: [Vec<P>; 2],
}

impl Boundary {
    /// Adds a directed edge. One that rounding made a point has no boundary, and no direction.
    pub(super) fn add(&mut self, [from, to]: [u32; 2], times: i32) {
        if from < to {
            self.0.push(([from, to], times));
        } else if to < from {
            self.0.push(([to, from], -times));
        }
    }

    /// Adds the boundary of a triangle.
    pub(super) fn add_triangle(&mut self, [a, b, c]: [u32; 3], times: i32) {
        for ends in [[a, b], [b, c], [c, a]] {
            self.add(ends, times);
        }
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the edges. If they are settled, they are in ascending order.
    pub(super) fn edges(&self) -> &[([u32; 2], i32)] {
        &self.0
    }

    /// Returns how many more edges there are if the boundary of a triangle is added. The edges must be settled.
    pub(super) fn change(&self, [a, b, c]: [u32; 3], times: i32) -> i32 {
        let change = |[from, to]: [u32; 2]| {
            let (ends, way) = if from < to {
                ([from, to], times)
            } else {
                ([to, from], -times)
            };
            if from == to {
                return 0;
            }
            match self.0.binary_search_by_key(&ends, |(ends, _)| *ends) {
                Ok(place) => self.0[place].1.wrapping_add(way).abs() - self.0[place].1.abs(),
                Err(_) => 1,
            }
        };
        [[a, b], [b, c], [c, a]].map(change).iter().sum()
    }

    /// Returns `true` if the edges cancel. On each line, they are replaced by edges between those points at which they do not
    /// cancel. Edges of several lines between the same positions cancel, too: rounding laid them upon each other. `lines` are
    /// lines on which edges are expected, each by two points. `places` returns the exact points at a position, and `turn` the
    /// exact orientation of three points.
    pub(super) fn cancels_on_lines<P: Copy>(
        &self,
        lines: impl Iterator<Item = [P; 2]>,
        places: impl Fn(u32) -> Vec<P>,
        turn: impl Fn([&P; 3]) -> Side,
    ) -> bool {
        let with_places = |&([from, to], times): &([u32; 2], i32)| Placed {
            ends: [from, to],
            times,
            places: [places(from), places(to)],
        };
        let mut edges: Vec<Placed<P>> = self.0.iter().map(with_places).collect();
        // The lines of edges with one point at each end are known, so they come first.
        edges.sort_by_key(|edge| edge.places[0].len() * edge.places[1].len());
        let mut lines: Vec<([P; 2], HashMap<u32, i32>)> =
            lines.map(|line| (line, HashMap::new())).collect();
        for edge in edges {
            let [Some(&a), Some(&b)] = edge.places.each_ref().each(|places| places.first()) else {
                return false;
            };
            let known = lines.iter_mut().find(|([c, d], _)| {
                let is_on_line = |point: &P| turn([c, d, point]) == Side::On;
                let mut ends = edge.places.iter();
                ends.all(|places| places.iter().any(is_on_line))
            });
            let balances = match known {
                Some((_, balances)) => balances,
                None => {
                    lines.push(([a, b], HashMap::new()));
                    let Some((_, balances)) = lines.last_mut() else {
                        return false;
                    };
                    balances
                }
            };
            let [from, to] = edge.ends;
            *balances.entry(from).or_default() -= edge.times;
            *balances.entry(to).or_default() += edge.times;
        }
        let mut left = Self::default();
        for (_, balances) in lines {
            let balances = balances.into_iter();
            let mut ends: Vec<(u32, i32)> = balances.filter(|(_, balance)| *balance != 0).collect();
            ends.sort_unstable();
            // The balances of a line add up to 0.
            if let Some((&(first, _), others)) = ends.split_first() {
                for &(other, balance) in others {
                    left.add([first, other], balance);
                }
            }
        }
        left.settle();
        left.is_empty()
    }

    /// Sums up equal edges, and leaves out those that cancel.
    pub(super) fn settle(&mut self) {
        self.0.sort_unstable_by_key(|(ends, _)| *ends);
        self.0.dedup_by(|next, own| {
            let is_same = next.0 == own.0;
            if is_same {
                own.1 += next.1;
            }
            is_same
        });
        self.0.retain(|(_, times)| *times != 0);
    }
}

/// Subtracts the boundary of a triangle, as often as it occurs in the input. Its edges are divided where planes cross them, so that edges which
/// rounding laid onto each other cancel. A triangle without area has no boundary to cover.
pub(super) fn subtract(triangle: &Covered<'_>, boundary: &mut Boundary) {
    if triangle.is_thin() {
        return;
    }
    for edge in triangle.edges() {
        for pair in edge.windows(2) {
            boundary.add([pair[0], pair[1]], -triangle.times);
        }
    }
}

/// Divides edges on the sides of triangles where planes cross these sides, so that edges cancel which rounding laid onto each
/// other.
fn divided_where_planes_cross(triangles: &[&Covered<'_>], boundary: &Boundary) -> Boundary {
    let sides: Vec<Vec<u32>> = triangles.iter().flat_map(|own| own.edges()).collect();
    let mut places: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
    for (side, numbers) in sides.iter().enumerate() {
        for (place, &number) in numbers.iter().enumerate() {
            places.entry(number).or_default().push((side, place));
        }
    }
    let mut divided = Boundary::default();
    for &([from, to], times) in &boundary.0 {
        let path = places
            .get(&from)
            .into_iter()
            .flatten()
            .find_map(|&(side, start)| {
                let mut ends = places.get(&to)?.iter();
                let (_, end) = ends.find(|(other, _)| *other == side)?;
                Some((&sides[side], start, *end))
            });
        match path {
            Some((side, start, end)) => {
                let (low, high) = (start.min(end), start.max(end));
                let times = if start < end { times } else { -times };
                for pair in side[low..=high].windows(2) {
                    divided.add([pair[0], pair[1]], times);
                }
            }
            None => divided.add([from, to], times),
        }
    }
    divided.settle();
    divided
}

/// Returns `true` if directed edges in the plane of some triangles cancel, line by line.
pub(super) fn vanishes(triangles: &[&Covered<'_>], boundary: &Boundary) -> bool {
    if boundary.0.is_empty() {
        return true;
    }
    let boundary = divided_where_planes_cross(triangles, boundary);
    let sides = triangles.iter().flat_map(|own| {
        let [a, b, c] = own.corners.each(Place::Vertex);
        [[a, b], [b, c], [c, a]]
    });
    boundary.cancels_on_lines(
        sides,
        |number| {
            let mut all = triangles.iter();
            let points = all.find_map(|own| match own.points(number) {
                points if points.list().is_empty() => None,
                points => Some(points.list().to_vec()),
            });
            points.unwrap_or_default()
        },
        |points| triangles[0].turn(points),
    )
}
