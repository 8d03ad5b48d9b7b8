//! Regions and frustums against oracles written apart.

mod boundary;
mod conformance;
mod faces;
mod frustum;
mod hull;
mod integers;
mod laws;
mod overlap;
mod sphere;
