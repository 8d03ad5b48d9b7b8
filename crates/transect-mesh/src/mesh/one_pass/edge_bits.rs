//! Edges as bits, which are compared and hashed.

/// The coordinates of both ends of an edge, as bits. The lesser end comes first, and no coordinate is −0.
pub(super) type EdgeBits = [u64; 6];
