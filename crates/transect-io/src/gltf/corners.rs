//! Corners of triangles: their order in strips and fans, and the renumbering of the vertices that triangles use.

use transect::mesh::MeshError;

/// The rule by which corners form triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topology {
    Separate,
    Strip,
    Fan,
}

impl Topology {
    /// Returns the positions of a triangle's corners in the list of indices (glTF 2.0, section 3.7.2.1).
    pub(super) const fn corners(self, number: usize) -> [usize; 3] {
        match self {
            Self::Separate => [3 * number, 3 * number + 1, 3 * number + 2],
            Self::Strip => [number, number + 1 + number % 2, number + 2 - number % 2],
            Self::Fan => [number + 1, number + 2, 0],
        }
    }
}

/// Replaces the row of each corner by its place among the rows that occur, counted from `base`.
/// Returns the rows that occur in ascending order.
pub(super) fn compact(
    triangles: &mut [[u32; 3]],
    rows: usize,
    base: usize,
) -> Result<Vec<u32>, MeshError> {
    let corners = triangles.as_flattened_mut();
    let count = base.saturating_add(rows.min(corners.len()));
    let base = u32::try_from(base).map_err(|_| MeshError::TooLarge {
        what: "vertices",
        count,
    })?;
    let mut used = Vec::new();
    // If a large accessor has only a few triangles, their rows are sorted; otherwise every row is marked.
    if corners.len() < rows / 4 {
        used = corners.to_vec();
        used.sort_unstable();
        used.dedup();
        for corner in corners {
            // The list `used` contains the row of every corner, so the search finds it.
            let place = used.partition_point(|row| row < corner);
            *corner = base.saturating_add(place as u32);
        }
    } else {
        let mut number = vec![u32::MAX; rows];
        for &corner in &*corners {
            number[corner as usize] = 0;
        }
        used.reserve_exact(number.iter().filter(|&&number| number == 0).count());
        for (row, number) in number.iter_mut().enumerate() {
            if *number == 0 {
                *number = base.saturating_add(used.len() as u32);
                used.push(row as u32);
            }
        }
        for corner in corners {
            *corner = number[*corner as usize];
        }
    }
    Ok(used)
}
