//! The bytes of binary STL: the header, and a triangle.

use transect::vector::{cross, dot, sub};

/// The header. It must not begin with `solid`, because readers could then treat the file as text.
const HEADER: &[u8] = b"binary STL written by transect";

/// The number of bytes of a triangle. Its last two bytes stay zero.
pub(super) const RECORD: usize = 50;

/// The place of the number of triangles in the file.
pub(super) const COUNT_AT: u64 = 80;

/// Returns the bytes before the first triangle.
pub(super) fn header(count: u32) -> [u8; 84] {
    let mut header = [b' '; 84];
    header[..HEADER.len()].copy_from_slice(HEADER);
    header[COUNT_AT as usize..].copy_from_slice(&count.to_le_bytes());
    header
}

/// Writes a triangle with its normal into a record.
#[inline]
pub(super) fn put(record: &mut [u8; RECORD], corners: &[[f32; 3]; 3]) {
    let numbers = [normal(corners), corners[0], corners[1], corners[2]];
    let fields = record.as_chunks_mut::<4>().0;
    for (field, number) in fields.iter_mut().zip(numbers.as_flattened()) {
        *field = number.to_le_bytes();
    }
}

/// Returns the unit normal, or zeros for a triangle without area.
fn normal(corners: &[[f32; 3]; 3]) -> [f32; 3] {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let normal = cross(&sub(&b, &a), &sub(&c, &a));
    let length = dot(&normal, &normal).sqrt();
    if length > 0.0 && length.is_finite() {
        normal.map(|component| (component / length) as f32)
    } else {
        [0.0; 3]
    }
}
