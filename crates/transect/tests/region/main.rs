//! Tests regions and frustums against independent oracles.

mod boundary;
mod conformance;
mod faces;
mod frustum;
mod hull;
mod integers;
mod laws;
mod overlap;
mod sphere;
