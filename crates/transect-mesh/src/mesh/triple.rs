//! Functions on triangles given as their three vertices.

pub(super) fn is_distinct(&[a, b, c]: &[u32; 3]) -> bool {
    a != b && b != c && c != a
}

/// Returns the same triangle in the same orientation, beginning with its least vertex.
pub(super) fn least_first<T: Ord>([a, b, c]: [T; 3]) -> [T; 3] {
    if a <= b && a <= c {
        [a, b, c]
    } else if b <= c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}
