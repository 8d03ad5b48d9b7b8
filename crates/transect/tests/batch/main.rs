//! Tests that batches give the same results as single shapes, at every CPU feature level, for every layout, and for
//! planes and shapes that nearly touch.

mod columns;
mod distances;
#[path = "../oracle/families.rs"]
mod families;
#[path = "../oracle/halfway.rs"]
mod halfway;
mod layouts;
mod margins;
mod pairs;
#[path = "../oracle/random.rs"]
mod random;
mod regions;
mod threads;
mod unbounded;
mod worst;
