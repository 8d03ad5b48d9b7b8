//! Sections as GeoJSON (RFC 7946). Unlike in the RFC, coordinates are not longitudes and latitudes.

mod feature;
mod layers;
mod section;

pub use layers::{GeoJsonLayers, LayerGeometry};
