//! The renumbering of the vertices that triangles use.

use transect_mesh::MeshError;

/// Renumbers the corners of triangles. Before the call, a corner is the index of a row in an accessor. The rows that
/// occur get consecutive vertex indices from `base` on, in ascending order. Returns these rows.
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
    // If the triangles use only a small part of the accessor's rows, the used rows are sorted. Otherwise a table with
    // an entry for each row of the accessor is faster.
    if corners.len() < rows / 4 {
        used = corners.to_vec();
        used.sort_unstable();
        used.dedup();
        for corner in corners {
            // The search always finds the row, because `used` contains the rows of all corners.
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
