//! The open edges of a mesh. They are found by counting directed edges with integers.

use alloc::vec;
use alloc::vec::Vec;

/// The boundary of a mesh: the directed edges that remain after each edge is cancelled against a reverse edge.
///
/// A mesh is *closed* if its boundary is empty: every directed edge occurs as often as its reverse. It is *manifold*,
/// which is stronger, if every directed edge occurs exactly once, and its reverse also occurs exactly once.
///
/// ```
/// use transect_mesh::{Mesh, RawMesh};
/// let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
/// let square = RawMesh { positions, triangles: vec![[0, 1, 2], [0, 2, 3]], ..RawMesh::default() };
/// let square = Mesh::new(square)?;
/// assert_eq!(square.boundary().open_edges(), 4); // the diagonal cancels
/// assert!(!square.boundary().is_closed());
/// # Ok::<(), transect_mesh::MeshError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Boundary {
    /// The edges without a matching reverse edge: each as `[from, to]` with the number of its unmatched copies, sorted
    /// by the lesser of the two vertex ids.
    pub open: Vec<([u32; 2], u32)>,
    /// `true` if every directed edge occurs exactly once and its reverse exactly once.
    pub manifold: bool,
}

impl Boundary {
    /// Counts the directed edges of triangles over vertex ids less than `vertices`. Positions are not compared.
    ///
    /// ```
    /// use transect_mesh::Boundary;
    /// let tetrahedron = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// assert!(Boundary::of(4, &tetrahedron).manifold);
    /// assert_eq!(Boundary::of(4, &tetrahedron[1..]).open_edges(), 3);
    /// ```
    ///
    /// # Panics
    /// Panics if a vertex id is not less than `vertices`, or if there are more than 2³⁰ vertices or triangles.
    #[must_use]
    pub fn of(vertices: usize, triangles: &[[u32; 3]]) -> Self {
        assert!(
            vertices.max(triangles.len()) <= 1 << 30,
            "more than 2³⁰ vertices or triangles"
        );
        boundary(vertices, triangles)
    }

    /// Returns `true` if every directed edge occurs as often as its reverse.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns the number of directed edges without a matching reverse edge.
    #[must_use]
    pub fn open_edges(&self) -> usize {
        self.open.iter().map(|&(_, times)| times as usize).sum()
    }
}

/// Returns the boundary of triangles by counting their directed edges. `vertices` is the number of vertex ids. There
/// are at most 2³⁰ ids and at most 2³⁰ triangles.
///
/// A counting sort groups edges by their lesser vertex id. A group that is not simply matched is sorted by the greater
/// id. Memory is linear. Time is linear too if the number of edges per vertex is bounded.
/// An edge from a vertex to itself bounds nothing and is skipped.
pub(super) fn boundary(vertices: usize, triangles: &[[u32; 3]]) -> Boundary {
    let mut starts = vec![0_u32; vertices + 1];
    for_each_edge(triangles, |low, _| starts[low as usize + 1] += 1);
    for vertex in 0..vertices {
        starts[vertex + 1] += starts[vertex];
    }
    let mut buckets = vec![0_u32; starts[vertices] as usize];
    for_each_edge(triangles, |low, entry| {
        let slot = &mut starts[low as usize];
        buckets[*slot as usize] = entry;
        *slot += 1;
    });
    // Each start has moved to the end of its group.
    let ends = starts;

    let mut result = Boundary {
        open: Vec::new(),
        manifold: true,
    };
    let mut start = 0;
    for (low, end) in ends[..vertices].iter().map(|&end| end as usize).enumerate() {
        let bucket = &mut buckets[start..end];
        start = end;
        if is_matched(bucket) {
            continue;
        }
        bucket.sort_unstable();
        for run in bucket.chunk_by(|a, b| a >> 1 == b >> 1) {
            let high = run[0] >> 1;
            let down = run.iter().filter(|&&entry| entry & 1 == 1).count();
            let up = run.len() - down;
            result.manifold &= up == 1 && down == 1;
            let edge = match up.cmp(&down) {
                core::cmp::Ordering::Equal => continue,
                core::cmp::Ordering::Greater => [low as u32, high],
                core::cmp::Ordering::Less => [high, low as u32],
            };
            result.open.push((edge, up.abs_diff(down) as u32));
        }
    }
    result
}

/// The largest number of entries that are compared with each other, which takes less time than sorting so few.
const FEW: usize = 16;

/// Returns `true` if there are few entries, all different, and each has the entry of the reverse edge beside it.
fn is_matched(bucket: &[u32]) -> bool {
    if bucket.len() > FEW {
        return false;
    }
    let (mut copies, mut reverses) = (0, 0);
    for (index, entry) in bucket.iter().enumerate() {
        for other in &bucket[..index] {
            copies += usize::from(entry == other);
            reverses += usize::from(entry ^ other == 1);
        }
    }
    // If all entries differ, each has at most one reverse, so this number of pairs includes every entry.
    copies == 0 && 2 * reverses == bucket.len()
}

/// Calls `visit(low, high << 1 | downward)` for every directed edge between two vertices, the ids `low` and `high`.
/// `downward` is 1 if the edge runs from `high` to `low`.
fn for_each_edge(triangles: &[[u32; 3]], mut visit: impl FnMut(u32, u32)) {
    for &[a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            // A branch on the direction, which is as good as random, would take longer than the rest.
            let downward = u32::from(to < from);
            if from != to {
                visit(from.min(to), from.max(to) << 1 | downward);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect_exact::SplitMix64;

    #[test]
    fn few_edges_are_matched_if_each_has_one_reverse_and_no_copy() {
        // Two copies of an edge in each direction, and four copies of another edge: four reverse pairs of eight edges.
        assert!(!is_matched(&[2, 2, 3, 3, 4, 4, 4, 4]));
        let random = &mut SplitMix64::new(1);
        let mut matched = 0;
        for round in 0..20_000 {
            let count = round % 2 * 2 + round % 7;
            let bucket: Vec<u32> = (0..count).map(|_| (random.bits() % 8) as u32).collect();
            let times = |entry: u32| bucket.iter().filter(|other| **other == entry).count();
            let expected = bucket
                .iter()
                .all(|&entry| times(entry) == 1 && times(entry ^ 1) == 1);
            assert_eq!(is_matched(&bucket), expected, "{bucket:?}");
            matched += usize::from(expected && count > 2);
        }
        assert!(matched > 20, "{matched}");
        let many: Vec<u32> = (0..=FEW as u32).collect();
        assert!(is_matched(&many[..FEW]) && !is_matched(&many));
    }
}
