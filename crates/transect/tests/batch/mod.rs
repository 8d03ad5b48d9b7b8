//! Tests that batches give the same results as single shapes, at every CPU feature level, for every layout, and for
//! planes and shapes that nearly touch.

mod columns;
mod distances;
mod layouts;
mod lengths;
mod margins;
mod pairs;
mod regions;
mod threads;
mod unbounded;
pub(crate) mod worst;
