//! The boundary of a surface as a sum over its edges, in constant memory.

use alloc::vec::Vec;

use siphasher::sip128::SipHasher24;

use crate::mesh::one_pass::edge_bits::EdgeBits;
use crate::mesh::one_pass::edge_table::EdgeTable;
use crate::mesh::one_pass::recent_edges::RecentEdges;

/// The boundary of a surface as a sum over the directed edges of its triangles: a fingerprint of 128 bits, and a table
/// from which a short list of open edges can be read. The memory is constant.
///
/// An edge from position a to position b has the value h(a, b) = −h(b, a), and the fingerprint is the sum of these
/// values modulo 2¹²⁸. So the fingerprint of a closed surface is 0, in any order of its triangles. If a surface is open
/// and the largest power of two that divides all numbers of unmatched edges is 2ᵏ, its fingerprint is 0 with
/// probability 2ᵏ⁻¹²⁸, where the key of h is random and secret, and h (SipHash-2-4 of 128 bits) is a pseudo-random
/// function (docs/certificate.md).
///
/// ```
/// use transect_mesh::EdgeSum;
/// let [a, b, c, d] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mut edges = EdgeSum::new([1, 2]); // a program takes random numbers
/// for triangle in [[a, c, b], [a, b, d], [b, c, d]] {
///     edges.add(&triangle);
/// }
/// assert!(!edges.is_closed());
/// let open = edges.open_edges().expect("only a few");
/// assert_eq!(open.len(), 3);
/// edges.add(&[a, d, c]);
/// assert!(edges.is_closed());
/// ```
#[derive(Clone, Debug)]
pub struct EdgeSum {
    key: [u64; 2],
    recent: RecentEdges,
    sum: u128,
    table: EdgeTable,
}

/// An edge that remains after all edges are cancelled against reverse edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenEdge {
    /// The positions of the ends, from the first to the second.
    pub ends: [[f64; 3]; 2],
    /// The number of copies of the edge that remain.
    pub times: usize,
}

impl EdgeSum {
    /// The largest number of different open edges that are listed for certain, but for a probability below 10⁻⁵.
    pub const MOST: usize = EdgeTable::MOST;

    /// The number that stands for more open edges than can be listed, where a number of open edges has no other way to
    /// say so.
    pub const UNCOUNTED: usize = u32::MAX as usize;

    /// Returns an empty sum. `key` is the key of the fingerprint. Whoever knows the key can make open surfaces with a
    /// fingerprint of 0, so it should be random, and a new one for each run. Sums with different keys cannot be joined.
    #[must_use]
    pub fn new(key: [u64; 2]) -> Self {
        Self {
            key,
            recent: RecentEdges::default(),
            sum: 0,
            table: EdgeTable::default(),
        }
    }

    /// Adds the edges of a triangle. An edge between two equal positions counts as nothing.
    #[inline]
    pub fn add(&mut self, triangle: &[[f64; 3]; 3]) {
        let [a, b, c] = triangle;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            self.add_edge(from, to, 1);
        }
    }

    #[inline]
    fn add_edge(&mut self, from: &[f64; 3], to: &[f64; 3], times: i64) {
        let [from, to] = [from, to].map(bits);
        let (edge, times) = match from.cmp(&to) {
            core::cmp::Ordering::Less => (joined(from, to), times),
            core::cmp::Ordering::Greater => (joined(to, from), -times),
            core::cmp::Ordering::Equal => return,
        };
        if let Some((old, times)) = self.recent.add(&edge, times) {
            self.settle(&old, times);
        }
    }

    /// Adds an edge to the fingerprint and to the table.
    fn settle(&mut self, edge: &EdgeBits, times: i64) {
        let value = self.value(edge);
        self.sum = self
            .sum
            .wrapping_add(value.wrapping_mul(i128::from(times) as u128));
        self.table.add(edge, value, times);
    }

    /// Returns the value h of an edge.
    fn value(&self, edge: &EdgeBits) -> u128 {
        let mut bytes = [0; 48];
        for (place, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(edge) {
            *place = word.to_le_bytes();
        }
        let [first, second] = self.key;
        SipHasher24::new_with_keys(first, second)
            .hash(&bytes)
            .as_u128()
    }

    /// Adds all edges of another sum with the same key.
    ///
    /// # Panics
    /// Panics if the keys differ.
    pub fn join(&mut self, other: &Self) {
        assert!(self.key == other.key, "edge sums with different keys");
        self.sum = self.sum.wrapping_add(other.sum);
        self.table.join(&other.table);
        for (edge, times) in other.recent.iter() {
            self.settle(edge, times);
        }
    }

    /// Returns the sum with nothing left in the list of recent edges.
    fn settled(&self) -> Self {
        let mut all = Self::new(self.key);
        all.join(self);
        all
    }

    /// Returns `true` if the surface is closed: if every directed edge occurs as often as its reverse. `false` is
    /// certain, and `true` is wrong with the probability that [`EdgeSum`] states.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.settled().sum == 0
    }

    /// Returns the open edges, or `None` if there are more of them than the table can hold. The list of a closed
    /// surface is empty. A list is checked against the fingerprint.
    #[must_use]
    pub fn open_edges(&self) -> Option<Vec<OpenEdge>> {
        let Self { sum, table, .. } = self.settled();
        if sum == 0 {
            return Some(Vec::new());
        }
        let list = table.list(|edge| self.value(edge))?;
        let value = |(edge, times): &(EdgeBits, i64)| {
            let times = i128::from(*times) as u128;
            self.value(edge).wrapping_mul(times)
        };
        let listed = list.iter().map(value).fold(0, u128::wrapping_add);
        (listed == sum).then(|| list.into_iter().map(open_edge).collect())
    }
}

/// Returns the coordinates of a position as bits, with 0 for −0.
#[inline]
fn bits(position: &[f64; 3]) -> [u64; 3] {
    position.map(|coordinate| (coordinate + 0.0).to_bits())
}

#[inline]
fn joined([a, b, c]: [u64; 3], [d, e, f]: [u64; 3]) -> EdgeBits {
    [a, b, c, d, e, f]
}

fn open_edge((edge, times): (EdgeBits, i64)) -> OpenEdge {
    let [a, b, c, d, e, f] = edge.map(f64::from_bits);
    let mut ends = [[a, b, c], [d, e, f]];
    if times < 0 {
        ends.reverse();
    }
    OpenEdge {
        ends,
        times: usize::try_from(times.unsigned_abs()).unwrap_or(usize::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u64; 2] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];

    /// Returns the triangles of a closed torus of n × n squares.
    fn torus(n: u32) -> Vec<[[f64; 3]; 3]> {
        let position = |i: u32, j: u32| {
            let [u, v] = [i, j].map(|k| f64::from(k % n) / f64::from(n) * core::f64::consts::TAU);
            let [x, y, z] = [
                (3.0 + v.cos()) * u.cos(),
                (3.0 + v.cos()) * u.sin(),
                v.sin(),
            ];
            [x, y, z]
        };
        let mut triangles = Vec::new();
        for i in 0..n {
            for j in 0..n {
                let [a, b, c, d] =
                    [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| position(i, j));
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        triangles
    }

    fn sum(triangles: &[[[f64; 3]; 3]]) -> EdgeSum {
        let mut edges = EdgeSum::new(KEY);
        triangles.iter().for_each(|triangle| edges.add(triangle));
        edges
    }

    #[test]
    fn a_closed_surface_is_closed_in_any_order_and_in_parts() {
        let triangles = torus(70);
        assert!(sum(&triangles).is_closed());
        // 7919 is prime, so that this visits each triangle once.
        let count = triangles.len();
        let mixed: Vec<_> = (0..count).map(|i| triangles[i * 7919 % count]).collect();
        assert!(sum(&mixed).is_closed());
        let (one, other) = mixed.split_at(count / 3);
        let (mut one, other) = (sum(one), sum(other));
        assert!(!one.is_closed() && !other.is_closed());
        one.join(&other);
        assert!(one.is_closed());
        assert_eq!(one.open_edges(), Some(Vec::new()));
    }

    #[test]
    fn a_missing_triangle_is_found_with_its_edges() {
        let mut triangles = torus(200);
        let [a, b, c] = triangles.remove(40_001);
        let edges = sum(&triangles);
        assert!(!edges.is_closed());
        let mut open = edges.open_edges().expect("three edges");
        let mut expected = [[b, a], [c, b], [a, c]].map(|ends| OpenEdge { ends, times: 1 });
        open.sort_by(|one, other| one.ends.partial_cmp(&other.ends).expect("numbers"));
        expected.sort_by(|one, other| one.ends.partial_cmp(&other.ends).expect("numbers"));
        assert_eq!(open, expected);
    }

    #[test]
    fn edges_that_are_open_several_times_are_counted() {
        let [a, b, c] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, -0.0]];
        let edges = sum(&[[a, b, c]; 4]);
        let open = edges.open_edges().expect("three edges");
        assert_eq!(open.len(), 3);
        assert!(open.iter().all(|edge| edge.times == 4));
        // Triangles without area, and zeros of either sign.
        assert!(sum(&[[a, b, a], [c, c, c]]).is_closed());
        assert!(sum(&[[a, b, c], [a, [0.0, 1.0, 0.0], b]]).is_closed());
    }

    #[test]
    fn as_many_edges_as_promised_are_listed_and_far_more_are_not() {
        let apart = |count: usize| -> Vec<[[f64; 3]; 3]> {
            let corner = |i: usize| [i as f64, 0.25 * i as f64, 1.0 / (1.0 + i as f64)];
            (0..count)
                .map(|i| [3 * i, 3 * i + 1, 3 * i + 2].map(corner))
                .collect()
        };
        let open = sum(&apart(EdgeSum::MOST / 3)).open_edges();
        assert_eq!(open.map(|open| open.len()), Some(EdgeSum::MOST / 3 * 3));
        let many = sum(&apart(EdgeSum::MOST));
        assert!(!many.is_closed());
        assert_eq!(many.open_edges(), None);
    }
}
