//! Reads triangle strips, which some scanners and the files of the Stanford repository have in place of faces.

use crate::error::PlacedError;
use crate::ply::body::Body;
use crate::ply::face::{check_count, indices, vertex};
use crate::ply::header::Element;
use crate::polygon::make_room;
use crate::topology::Topology;

/// Reads the triangle strips of a file with `vertices` vertices: lists of indices, in which −1 begins a new strip.
/// Triangles that have a vertex twice only join strips and are left out.
pub(super) fn strips<B: Body>(
    body: &mut B,
    element: &Element,
    vertices: u64,
) -> Result<Vec<[u32; 3]>, PlacedError> {
    let mut triangles = Vec::new();
    let (indices, [count, item]) = indices(element)?;
    let mut strip = Vec::new();
    for _ in 0..element.rows {
        for (number, property) in element.properties.iter().enumerate() {
            if number != indices {
                body.skip_property(property.kind)?;
                continue;
            }
            strip.clear();
            for _ in 0..body.count(count, item)? {
                match body.scalar(item)? {
                    -1.0 => strip.clear(),
                    index => {
                        strip.push(vertex(body, index, vertices)?);
                        push_last(&strip, &mut triangles);
                    }
                }
            }
            check_count(body, item.size() == 1, &triangles)?;
        }
    }
    Ok(triangles)
}

/// Adds the last triangle of a strip.
fn push_last(strip: &[u32], triangles: &mut Vec<[u32; 3]>) {
    let Some(number) = strip.len().checked_sub(3) else {
        return;
    };
    let [a, b, c] = Topology::Strip.corners(number).map(|corner| strip[corner]);
    if a != b && b != c && c != a {
        make_room(triangles, 1);
        triangles.push([a, b, c]);
    }
}
