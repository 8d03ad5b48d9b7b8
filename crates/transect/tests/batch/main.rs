//! Batches answer as one shape after the other does: every level of the CPU, every layout, hard cases.

mod columns;
mod distances;
#[path = "../oracle/families.rs"]
mod families;
mod layouts;
mod margins;
mod pairs;
#[path = "../oracle/random.rs"]
mod random;
mod regions;
mod threads;
mod worst;
