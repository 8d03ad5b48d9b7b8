//! The functions, one per file.

pub(crate) mod box_region;
pub(crate) mod ends;
pub(crate) mod frustum;
pub(crate) mod grid_cell;
pub(crate) mod grid_cells;
pub(crate) mod hilbert;
pub(crate) mod overlaps;
pub(crate) mod plane;
pub(crate) mod plane_at;
pub(crate) mod plane_extent;
pub(crate) mod plane_interval;
pub(crate) mod plane_side;
pub(crate) mod plane_through;
pub(crate) mod region;
pub(crate) mod region_overlap;
pub(crate) mod region_overlap_conservative;
pub(crate) mod signed_distance;
pub(crate) mod slab_overlap;
