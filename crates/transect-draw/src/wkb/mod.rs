//! Sections as well-known binary (WKB: OGC 06-103r4, section 8).

mod form;
mod layers;
mod section;

pub use layers::WkbLayers;
