//! Tests regions and frustums against oracles that do not use the library's code.

mod boundary;
mod chains;
mod conformance;
mod faces;
mod frustum;
mod hull;
mod integers;
mod laws;
mod overlap;
mod sphere;
